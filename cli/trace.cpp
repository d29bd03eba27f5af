// See trace.h.
#include "cli/trace.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/excerpt.h"
#include "interpreter/notation.h"
#include "interpreter/quote.h"
#include "interpreter/retell.h"

namespace mnc::cli {
namespace {

using engine::Slot;
using engine::Terms;
using grammar::Node;
using grammar::NodeId;
using grammar::Op;
using grammar::Step;

bool captures(const std::vector<Step>& steps) {
  return std::any_of(steps.begin(), steps.end(), [](const Step& step) {
    return step.op == Step::Capture || any_inner(step, captures);
  });
}

// Says what a condition saw: the pits and numbers it speaks of.
class Seen {
 public:
  Seen(const Loaded& loaded, const Terms& terms) : loaded_(loaded), terms_(terms) {}

  // `every own pit is opened`: A2 holds 4
  [[nodiscard]] std::string about(NodeId id) {
    facts_.clear();
    gather(id);
    std::string text = quoted(id);
    if (!facts_.empty()) text += " (" + engine::joined(facts_, kMost) + ")";
    return text;
  }

  // The parts of a condition that fail.
  [[nodiscard]] std::string failing(NodeId id) {
    std::vector<std::string> parts;
    gather_failing(id, parts);
    return engine::joined(parts, kMost);
  }

 private:
  static constexpr std::size_t kMost = 6;  // more are not read

  [[nodiscard]] std::string quoted(NodeId id) const { return "`" + excerpt(loaded_, terms_.node(id).span) + "`"; }
  [[nodiscard]] std::string name(Slot slot) const {
    return slot == engine::kNoSlot ? "none" : engine::slot_text(*loaded_.game, slot);
  }

  void gather_failing(NodeId id, std::vector<std::string>& parts) {
    const Node& n = terms_.node(id);
    if (n.op == Op::And || n.op == Op::Or) {
      for (const NodeId kid : n.kids) {
        if (!terms_.truth(kid)) gather_failing(kid, parts);
      }
      return;
    }
    parts.push_back(about(id));
  }

  void add(std::string fact) {
    if (std::find(facts_.begin(), facts_.end(), fact) == facts_.end()) facts_.push_back(std::move(fact));
  }

  // What is said of `it` within a set is another thing for every pit: it is left out.
  void gather(NodeId id) {
    if (id == grammar::kNoNode) return;
    const Node& n = terms_.node(id);
    switch (n.op) {
      case Op::Number:
      case Op::ConstPit:
      case Op::ConstPits: return;
      case Op::Seeds:
        gather_pit(n.a);
        return add(fmt::format("{} holds {}", name(terms_.pit(n.a)), terms_.number(id)));
      case Op::Before: return add(fmt::format("{} held {} before", name(terms_.moment().last), terms_.number(id)));
      case Op::Last:
      case Op::Origin:
      case Op::LapOrigin:
      case Op::Opposite:
      case Op::Behind:
      case Op::Next:
      case Op::Previous:
      case Op::PitState: return gather_pit(id);
      case Op::SeedsIn:
      case Op::Count:
      case Op::Reserve:
      case Op::Won:
      case Op::Counter:
      case Op::Lap:
      case Op::Sown:
      case Op::Remaining:
      case Op::Captured:
      case Op::Ply: return add(fmt::format("{} is {}", quoted(id), terms_.number(id)));
      case Op::Flag: return add(fmt::format("{} is {}", quoted(id), terms_.number(id) != 0 ? "yes" : "no"));
      case Op::SomePit: return gather_set(n.a);
      case Op::Where:
      case Op::Run: return gather_set(id);
      case Op::PitIn:
        gather(n.a);
        return gather_named(n.b);
      default: break;
    }
    gather(n.a);
    gather(n.b);
    for (const NodeId kid : n.kids) gather(kid);
  }

  void gather_pit(NodeId id) {
    const Node& n = terms_.node(id);
    if (n.op == Op::ConstPit) return;
    const std::string word = excerpt(loaded_, n.span);
    const std::string pit = name(terms_.pit(id));
    const bool told = n.op == Op::Last || n.op == Op::Origin;
    add(told ? fmt::format("{} is {}", n.op == Op::Last ? "last" : "origin", pit) : fmt::format("`{}` is {}", word, pit));
  }

  [[nodiscard]] std::vector<std::string> names_of(NodeId id) const {
    const grammar::SlotSet set = terms_.pits(id);
    std::vector<std::string> names;
    for (std::size_t slot = 0; slot < set.size(); ++slot) {
      if (set[slot]) names.push_back(name(static_cast<Slot>(slot)));
    }
    return names;
  }

  // A set that a pit is looked for in, by the name of its definition if it is one: `mine` is A1, A2
  void gather_named(NodeId id) {
    const Node& n = terms_.node(id);
    if (n.op == Op::ConstPits) return;
    std::string text = quoted(id);
    for (const grammar::ast::Item& item : loaded_.compilation->tree->items) {
      const auto* define = std::get_if<grammar::ast::Define>(&item.node);
      const bool is_it = define != nullptr && define->value->span.file == n.span.file && define->value->span.begin == n.span.begin &&
                         define->value->span.end == n.span.end;
      if (is_it) text = "`" + define->name.text + "`";
    }
    const std::vector<std::string> names = names_of(id);
    add(names.empty() ? text + " has no pits" : fmt::format("{} is {}", text, engine::joined(names, 16)));
  }

  void gather_set(NodeId id) {
    const std::vector<std::string> names = names_of(id);
    add(names.empty() ? "there is no such pit" : "such pits: " + engine::joined(names, 16));
  }

  const Loaded& loaded_;
  const Terms& terms_;
  std::vector<std::string> facts_;
};

class Teller : public engine::Witness {
 public:
  explicit Teller(const Loaded& loaded) : loaded_(loaded), rules_(loaded.game->ruleset()) {}

  std::vector<std::string> lines;

  void placed(int seeds, const Step& step, Slot from, Slot to) override {
    say("{} from {} to {}", seeds, heap(step.from, from), heap(step.op == Step::Fill ? Step::InPit : step.to, to));
  }
  void lifted(int seeds, Slot pit) override { say("lifts {} from {}", seeds, name(pit)); }

  void sown(const std::vector<Slot>& pits, const Terms& terms) override {
    std::vector<std::string> names;
    for (const Slot pit : pits) names.push_back(name(pit));
    const engine::Moment& now = terms.moment();
    const std::string lap = fmt::format("lap {}: sows {}: {}; the last seed falls in {}, which held {}", now.lap, names.size(),
                                        engine::joined(names, 24), name(now.last), now.before);
    const std::size_t place = lap_began_.value_or(lines.size());
    lap_began_.reset();
    if (place < std::min(lines.size(), kMostLines)) lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(place), lap);
    else say("{}", lap);
  }

  void captured(const std::vector<std::pair<Slot, int>>& from, const Step& step, const Terms& terms) override {
    if (from.empty()) return say("captures nothing: there are no seeds in {}", quoted(step.a));
    std::vector<std::string> names;
    int seeds = 0;
    for (const auto& [pit, count] : from) {
      names.push_back(fmt::format("{} from {}", count, name(pit)));
      seeds += count;
    }
    const std::string rest = names.size() > 1 ? fmt::format(" ({} in all)", seeds) : "";
    say("captures {}{}, {}", engine::joined(names, 16), rest, place(step, terms));
  }

  void turned(int direction) override {
    say("turns {}", engine::direction_word(*loaded_.game, direction));
  }
  void marked(const Step& step, const grammar::SlotSet& pits) override {
    std::vector<std::string> names;
    for (std::size_t slot = 0; slot < pits.size(); ++slot) {
      if (pits[slot]) names.push_back(name(static_cast<Slot>(slot)));
    }
    if (names.empty()) return;
    say("{} {} as {}", step.value2 != 0 ? "marks" : "unmarks", engine::joined(names, 16), state(step));
  }
  void set(const Step& step, int player, int value) override {
    const grammar::State& of = rules_.states[static_cast<std::size_t>(step.value)];
    const std::string whose = of.per == grammar::State::Game ? "" : std::string(who(player)) + "'s ";
    const std::string to = of.kind == grammar::State::Pit    ? name(static_cast<Slot>(value))
                           : of.kind == grammar::State::Flag ? (value != 0 ? "yes" : "no")
                           : of.kind == grammar::State::Direction ? engine::direction_word(*loaded_.game, value)
                                                                  : std::to_string(value);
    say("sets {}{} to {}", whose, state(step), to);
  }
  void swapped() override { say("the sides are swapped: what was South's is North's, what was North's South's"); }
  void again() override { say("moves again"); }
  void endless() override { say("the move does not end: it has reached the limit of {} laps", rules_.endless.laps); }
  void stopped() override { say("the sowing is over: it has reached the limit of {} laps", rules_.endless.laps); }
  void emptied(const grammar::Trigger& trigger, Slot pit) override {
    say("{} has been emptied: whenever {} …", name(pit), quoted_span(trigger.span));
  }
  void answered(const Step& step, int answer) override {
    if (step.op == Step::Pick && step.a == grammar::kNoNode) say("the player chooses {}", answer);
    else if (step.op == Step::Pick) say("the player picks {}", name(static_cast<Slot>(answer)));
    else say("asked, the player answers {}", step.answers[static_cast<std::size_t>(answer)].name);
  }
  void asked_if(const Step& step, bool holds, const Terms& terms) override {
    if (holds) say("{} holds", Seen(loaded_, terms).about(step.a));
    else if (captures(step.steps)) say("no capture: {} does not hold", Seen(loaded_, terms).failing(step.a));
  }

  void read(const grammar::Table& rows, std::size_t row, bool each_seed, const Terms& terms) override {
    if (each_seed && !lap_began_) lap_began_ = lines.size();
    const bool captured = row < rows.size() && captures(rows[row].steps);
    for (std::size_t i = 0; i < rows.size() && !captured && !each_seed; ++i) {
      if (i == row || !captures(rows[i].steps)) continue;
      if (i < row) say("row {} would capture, but does not hold: {}", i + 1, Seen(loaded_, terms).failing(rows[i].condition));
      else if (terms.truth(rows[i].condition)) say("row {} would capture, but row {} comes before it", i + 1, row + 1);
    }
    if (row == rows.size()) {
      if (!each_seed) say("no row of `laps` holds: the sowing is over");
      return;
    }
    const std::string table = each_seed ? "each seed, " + name(terms.moment().last) + ": " : "";
    const std::string why = rows[row].condition == grammar::kNoNode
                                ? "otherwise"
                                : Seen(loaded_, terms).about(rows[row].condition);
    const std::string note = rows[row].note.empty() ? "" : " [" + engine::printable(rows[row].note) + "]";
    say("{}row {} is done: {}{}", table, row + 1, why, note);
  }

 private:
  // A move of thousands of laps is not read to its end.
  static constexpr std::size_t kMostLines = 200;

  template <class... Arguments>
  void say(fmt::format_string<Arguments...> text, Arguments&&... arguments) {
    if (lines.size() < kMostLines) lines.push_back(fmt::format(text, std::forward<Arguments>(arguments)...));
    else if (lines.size() == kMostLines) lines.emplace_back("… and so on");
  }

  static std::string_view who(int player) { return player == engine::kSouth ? "South" : "North"; }
  [[nodiscard]] std::string name(Slot slot) const {
    return slot == engine::kNoSlot ? "none" : engine::slot_text(*loaded_.game, slot);
  }
  [[nodiscard]] std::string heap(Step::Heap kind, Slot slot) const {
    switch (kind) {
      case Step::InPit: return name(slot);
      case Step::InWon: return "the seeds won";
      case Step::InReserve: return "the reserve";
      case Step::InHand: break;
    }
    return "the hand";
  }
  [[nodiscard]] std::string quoted_span(grammar::Span span) const { return "`" + excerpt(loaded_, span) + "`"; }
  [[nodiscard]] std::string quoted(NodeId id) const {
    return quoted_span(rules_.nodes[static_cast<std::size_t>(id)].span);
  }
  [[nodiscard]] const std::string& state(const Step& step) const {
    return rules_.states[static_cast<std::size_t>(step.value)].name;
  }

  [[nodiscard]] std::string place(const Step& step, const Terms& terms) const {
    switch (step.into) {
      case Step::IntoHand: return "into the hand";
      case Step::IntoPit: return "into " + name(terms.pit(step.b));
      case Step::IntoReserve: return fmt::format("into {}'s reserve", who(terms.side(step.to_who)));
      case Step::IntoWon:
      case Step::IntoStore: break;
    }
    const int player = step.c == grammar::kNoNode ? terms.moment().me : terms.player(step.c);
    const std::string_view into = step.into == Step::IntoStore ? "store" : "won seeds";
    return fmt::format("into {}'s {}", who(player), into);
  }

  const Loaded& loaded_;
  const grammar::Ruleset& rules_;
  std::optional<std::size_t> lap_began_;  // where the rows of `each seed` of this lap begin: its own line goes before them
};

}  // namespace

std::vector<std::string> trace_move(const Loaded& loaded, const engine::Position& before, const engine::Move& move,
                                    engine::Position& after) {
  Teller teller(loaded);
  const grammar::Kind& kind = loaded.game->ruleset().kinds[move.kind];
  const std::string note = kind.from_note.empty() ? "" : " [" + engine::printable(kind.from_note) + "]";
  teller.lines.push_back(fmt::format("{} plays `{}`{}", before.mover == engine::kSouth ? "South" : "North", kind.name, note));
  after = before;
  if (!engine::retell(*loaded.game, after, move, teller)) after = before;
  return teller.lines;
}

std::string trace_ending(const Loaded& loaded, const engine::Ending& ending) {
  const grammar::Table& rows = loaded.game->ruleset().end;
  if (ending.endless) return "an endless move ended the game";
  if (ending.result == engine::Result::None) return {};
  if (ending.row < 0) return "the player to move has no legal move, and no row of `end` says what happens then";
  const grammar::Row& row = rows[static_cast<std::size_t>(ending.row)];
  return fmt::format("row {} of `end` ended the game: `{}`", ending.row + 1, excerpt(loaded, row.span, 200));
}

}  // namespace mnc::cli
