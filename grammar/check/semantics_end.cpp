// Stage 2, check: see semantics_end.h.
#include "grammar/check/semantics_end.h"

#include <algorithm>
#include <set>
#include <utility>

namespace mnc::grammar::check {
namespace {

class EndJudge {
 public:
  EndJudge(const Context& context, const Unchanging& unchanging, std::vector<Diagnostic>& found)
      : context_(context), rules_(context.out), unchanging_(unchanging), found_(found) {
    for (const ast::Item& item : context.tree.items) {
      if (std::holds_alternative<ast::End>(item.node)) end_at_ = item.keyword;
      if (const auto* winner = std::get_if<ast::Winner>(&item.node)) winner_ = winner;
    }
  }

  void run() {
    may_not_end();
    no_move_left();
    measure();
  }

 private:
  [[nodiscard]] const Node& node(NodeId id) const { return rules_.nodes[static_cast<std::size_t>(id)]; }

  template <class Wanted>
  [[nodiscard]] bool mentions(NodeId id, const Wanted& wanted) const {
    if (id == kNoNode) return false;
    const Node& n = node(id);
    return wanted(n) || mentions(n.a, wanted) || mentions(n.b, wanted) ||
           std::any_of(n.kids.begin(), n.kids.end(), [&](NodeId kid) { return mentions(kid, wanted); });
  }

  // ---- games that go on ----

  // Every round of a circuit with one's own store leaves a seed there, for good.
  [[nodiscard]] bool stores_fill() const {
    const Board& board = rules_.board;
    return board.stores && std::all_of(board.circuits.begin(), board.circuits.end(), [&](const Circuit& circuit) {
             const auto has = [&](std::size_t side) {
               const auto& cycle = circuit.cycle[side];
               return std::find(cycle.begin(), cycle.end(), static_cast<Slot>(board.pits() + static_cast<int>(side))) !=
                      cycle.end();
             };
             return has(0) && has(1);
           });
  }

  // A number that goes on while a game lasts: occurrences of positions, plies, or counted by the rules.
  static bool counts_up(const Node& n) { return n.op == Op::Occurrences || n.op == Op::Ply || n.op == Op::Counter; }

  void may_not_end() {
    if (stores_fill() || context_.counts_occurrences) return;
    const bool counted = std::any_of(rules_.end.begin(), rules_.end.end(),
                                     [&](const Row& row) { return mentions(row.condition, counts_up); });
    if (counted) return;
    found_.push_back({Code::MayNotEnd, end_at_,
                      "the game may not end: no row of `end` counts how often a position has occurred, or the moves",
                      {}, "for example `if occurrences = 3: draw` or `if ply > 400: draw`", {}});
  }

  // ---- players who cannot move ----

  // The same whatever pit a move starts from and whatever is chosen.
  [[nodiscard]] bool of_position(NodeId id) const {
    return !mentions(id, [](const Node& n) { return n.op == Op::Origin || depends_on_choice(n.op); });
  }

  // When some answer meets a requirement from any pit: always as it is, or `choice <= number` if the least answer does.
  // Nothing if that cannot be told.
  [[nodiscard]] std::optional<Formula> can_be_met(const Requirement& one, const Kind& kind, Meaning& meaning) const {
    if (one.prefer) return kTrue;
    if (one.time != Requirement::Before || one.when != kNoNode) return std::nullopt;
    if (of_position(one.condition)) return meaning.truth(one.condition);
    const Node& n = node(one.condition);
    if (n.op != Op::LessEqual || node(n.a).op != Op::AnswerNumber || !of_position(n.b)) return std::nullopt;
    const Choice& choice = kind.choices[static_cast<std::size_t>(node(n.a).value)];
    if (choice.when != kNoNode || choice.answers.empty()) return std::nullopt;
    const auto least = std::min_element(choice.answers.begin(), choice.answers.end(),
                                        [](const Answer& a, const Answer& b) { return a.number < b.number; });
    return meaning.at_least(n.b, least->number);
  }

  // Whether a kind has a legal move, if that is known of its `when`, a pit to start from and what can be met.
  [[nodiscard]] std::optional<Formula> legal(const Kind& kind, Meaning& meaning) const {
    if (rules_.endless.outcome == Endless::Illegal) return std::nullopt;
    std::vector<Formula> all{meaning.truth(kind.when), kind.from == kNoNode ? kTrue : meaning.some(kind.from)};
    for (const Requirement& one : kind.requirements) {
      const std::optional<Formula> met = can_be_met(one, kind, meaning);
      if (!met) return std::nullopt;
      all.push_back(*met);
    }
    return meaning.logic().all_of(all);
  }

  [[nodiscard]] static bool preferred(const Kind& kind) {
    return std::any_of(kind.requirements.begin(), kind.requirements.end(), [](const Requirement& one) { return one.prefer; });
  }

  // It has a pit to start from, or needs none.
  [[nodiscard]] Formula starts(Meaning& meaning, const Kind& kind) const {
    return kind.from == kNoNode ? kTrue : meaning.some(kind.from);
  }

  // What `can` says of a player, who is the mover: bounds from both sides, where requirements leave the answer open.
  // kinds: bits, none for any.
  [[nodiscard]] Formula ability(Meaning& meaning, std::uint32_t kinds) const {
    Logic& logic = meaning.logic();
    std::vector<Formula> certain, possible, guards;
    for (const Phase& phase : rules_.phases) {
      guards.push_back(meaning.truth(phase.guard));
      std::vector<Formula> open = guards;  // no kind of a higher rank is possible
      for (const auto& rank : phase.ranks) {
        const bool ruled_out = std::any_of(rank.begin(), rank.end(), [&](int index) { return preferred(rules_.kinds[static_cast<std::size_t>(index)]); });
        std::vector<Formula> closed;
        for (const int index : rank) {
          const Kind& kind = rules_.kinds[static_cast<std::size_t>(index)];
          const Formula may = logic.all_of({meaning.truth(kind.when), starts(meaning, kind)});
          closed.push_back(logic.negate(may));
          if (kinds != 0 && (kinds >> index & 1u) == 0) continue;
          std::vector<Formula> here = guards;
          here.push_back(may);
          possible.push_back(logic.all_of(here));
          here.insert(here.end(), open.begin(), open.end());
          const auto can = ruled_out ? std::nullopt : legal(kind, meaning);
          if (can) {
            here.push_back(*can);
            certain.push_back(logic.all_of(std::move(here)));
          }
        }
        open.insert(open.end(), closed.begin(), closed.end());
      }
      guards.back() = logic.negate(guards.back());
    }
    const Formula can = meaning.can_move(meaning.place().mover, kinds);
    return logic.all_of({logic.any_of({logic.negate(can), logic.any_of(std::move(possible))}),
                         logic.any_of({logic.negate(logic.any_of(std::move(certain))), can})});
  }

  // What is known of every `can` that the rules ask about.
  void add_abilities(Meaning& meaning, std::vector<Formula>& facts) const {
    const std::size_t mover = meaning.place().mover;
    std::set<std::pair<bool, std::int32_t>> asked;
    for (const Node& n : rules_.nodes)
      if (n.op == Op::CanMove) asked.emplace(side_of(n.who, mover) != mover, n.value);
    for (const auto& [other, kinds] : asked) {
      if (other) meaning.turn_round();
      facts.push_back(ability(meaning, static_cast<std::uint32_t>(kinds)));
      if (other) meaning.turn_round();
    }
  }

  // What is known of a position in which the mover has no move.
  [[nodiscard]] Formula without_move(Meaning& meaning) const {
    Logic& logic = meaning.logic();
    std::vector<Formula> cases, earlier;
    for (std::size_t i = 0; i < rules_.phases.size(); ++i) {
      const Phase& phase = rules_.phases[i];
      std::vector<Formula> here = earlier;
      const Formula guard = meaning.truth(phase.guard);
      here.push_back(guard);
      here.push_back(meaning.phase_is(meaning.place().mover, static_cast<int>(i)));
      for (const auto& rank : phase.ranks) {
        for (const int index : rank) {
          const auto can = legal(rules_.kinds[static_cast<std::size_t>(index)], meaning);
          if (can) here.push_back(logic.negate(*can));
        }
      }
      cases.push_back(logic.all_of(std::move(here)));
      earlier.push_back(logic.negate(guard));
    }
    return logic.all_of({logic.any_of(std::move(cases)), logic.negate(meaning.can_move(meaning.place().mover, 0))});
  }

  void no_move_left() {
    for (std::size_t mover = 0; mover < 2; ++mover) {
      Meaning meaning(rules_, unchanging_, Place{mover, {}, {}, false});
      std::vector<Formula> facts{without_move(meaning)};
      for (const Row& row : rules_.end) facts.push_back(meaning.logic().negate(meaning.truth(row.condition)));
      add_abilities(meaning, facts);
      if (!meaning.logic().can_hold(facts)) continue;
      Diagnostic out{Code::NoMoveLeft, end_at_, "no row of `end` says what happens when the player to move has no legal move",
                     {}, "for example `if mover cannot move: each takes own pits`", {}};
      if (const Requirement* one = ruling_out(facts, meaning))
        out.notes.push_back({one->span, "this may rule out every move; `prefer` rules moves out only if others are left"});
      found_.push_back(std::move(out));
      return;
    }
  }

  // A requirement that may leave a player without a move.
  [[nodiscard]] const Requirement* ruling_out(const std::vector<Formula>& facts, Meaning& meaning) const {
    for (const Kind& kind : rules_.kinds) {
      std::vector<Formula> open = facts;
      for (int i = 0; i < kind.phase; ++i) open.push_back(meaning.logic().negate(meaning.truth(rules_.phases[static_cast<std::size_t>(i)].guard)));
      open.push_back(meaning.truth(rules_.phases[static_cast<std::size_t>(kind.phase)].guard));
      for (const Requirement& one : kind.requirements) {
        const auto met = can_be_met(one, kind, meaning);
        if (met) open.push_back(meaning.logic().negate(*met));
        if (meaning.logic().can_hold(open)) return &one;
        if (met) open.pop_back();
      }
    }
    return nullptr;
  }

  // ---- winners ----

  void measure() {
    if (!winner_ || !winner_->measure || rules_.measure == kNoNode) return;
    const auto changes = [&](const Node& n) {
      switch (n.op) {
        case Op::Won: return !unchanging_.won;
        case Op::Flag:
        case Op::Counter:
        case Op::PitState:
        case Op::DirectionState:
        case Op::PitFlag: return !unchanging_.state[static_cast<std::size_t>(n.value)];
        case Op::Seeds:
        case Op::SeedsIn:
        case Op::Count:
        case Op::Reserve:
        case Op::SomePit:
        case Op::CanMove:
        case Op::PhaseIs:
        case Op::LastMover:
        case Op::Ply: return true;
        default: return false;
      }
    };
    if (mentions(rules_.measure, changes)) return;
    const bool won = mentions(rules_.measure, [](const Node& n) { return n.op == Op::Won; });
    const bool stores = rules_.board.stores;
    found_.push_back({Code::NothingMeasured, winner_->measure->span,
                      won ? stores ? "nothing is ever `won`: captured seeds go into the stores" : "nothing is ever captured or `won`"
                          : "this never changes",
                      {},
                      won && stores ? "write `winner most seeds`, or `winner most store`" : "write `winner most seeds`",
                      {}});
  }

  const Context& context_;
  const Ruleset& rules_;
  const Unchanging& unchanging_;
  std::vector<Diagnostic>& found_;
  Span end_at_;
  const ast::Winner* winner_ = nullptr;
};

}  // namespace

void judge_end(const Context& context, const Unchanging& unchanging, std::vector<Diagnostic>& found) {
  EndJudge(context, unchanging, found).run();
}

}  // namespace mnc::grammar::check
