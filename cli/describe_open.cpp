// The section of a description about what sources often leave open. Every question is answered for every ruleset; where
// the ruleset does not speak of it, the answer is marked as a default. See describe.h.
#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "cli/describe.h"
#include "cli/each_step.h"
#include "cli/prose.h"
#include "grammar/check/meaning.h"

namespace mnc::cli {
namespace {

using grammar::kNoNode;
using grammar::Kind;
using grammar::Node;
using grammar::NodeId;
using grammar::Op;
using grammar::Requirement;
using grammar::Row;
using grammar::Step;

class OpenQuestions {
 public:
  OpenQuestions(const Loaded& loaded, Prose& prose, Document& document)
      : rules_(loaded.game->ruleset()), prose_(prose), unchanging_(rules_) {
    document.push_back({"what sources often leave open", {}});
    out_ = &document.back();
  }

  void answer() {
    prose_.about(nullptr);
    prose_.read_in(Prose::Place::End);
    empty_opposite();
    long_lap();
    all_captured();
    feeding();
    no_move();
    left_over();
    repetition();
  }

 private:
  using Test = std::function<bool(const Node&)>;

  [[nodiscard]] bool mentions(NodeId id, const Test& test) const {
    if (id == kNoNode) return false;
    const Node& n = rules_.nodes[static_cast<std::size_t>(id)];
    return test(n) || mentions(n.a, test) || mentions(n.b, test) ||
           std::any_of(n.kids.begin(), n.kids.end(), [&](NodeId kid) { return mentions(kid, test); });
  }

  void all_steps(const std::function<void(const Step&)>& visit) const {
    for (const Kind& kind : rules_.kinds) each_step(kind.steps, visit);
    for (const grammar::Table& table : rules_.tables) {
      for (const Row& row : table) each_step(row.steps, visit);
    }
  }

  void say(const std::string& question, const std::string& answer, bool stated) {
    if (stated) out_->add(question + " " + answer);
    else out_->add_default("warning: the ruleset leaves this to its default: " + question + " " + answer);
  }

  // ---- captures from the opposite pit ----

  static bool is_opposite(const Node& n) { return n.op == Op::Opposite || n.op == Op::Opposites; }

  // A capture from opposite pits: what has to hold for it (the row, and what it stands in) and what must not (the rows
  // before it).
  struct OppositeCapture {
    NodeId set;
    std::vector<NodeId> asked, refused;

    [[nodiscard]] bool any_condition(const std::function<bool(NodeId)>& test) const {
      return test(set) || std::any_of(asked.begin(), asked.end(), test) || std::any_of(refused.begin(), refused.end(), test);
    }
  };

  void opposite_captures(const std::vector<Step>& steps, OppositeCapture& path, std::vector<OppositeCapture>& found) const {
    for (const Step& step : steps) {
      if (step.op == Step::Capture && mentions(step.a, is_opposite)) {
        found.push_back(path);
        found.back().set = step.a;
      }
      const std::size_t depth = path.asked.size();
      if (step.op == Step::If) path.asked.push_back(step.a);
      opposite_captures(step.steps, path, found);
      path.asked.resize(depth);
      for (const grammar::Answer& answer : step.answers) opposite_captures(answer.steps, path, found);
    }
  }

  [[nodiscard]] std::vector<OppositeCapture> opposite_captures() const {
    std::vector<OppositeCapture> found;
    for (const grammar::Table& table : rules_.tables) {
      OppositeCapture path;
      for (const Row& row : table) {
        path.asked.assign(1, row.condition);
        opposite_captures(row.steps, path, found);
        path.refused.push_back(row.condition);
      }
    }
    return found;
  }

  // The pits opposite another that are in a set, whatever else is.
  void opposites_in(NodeId id, std::vector<NodeId>& found) const {
    if (id == kNoNode) return;
    const Node& n = rules_.nodes[static_cast<std::size_t>(id)];
    if (n.op == Op::Opposite) return found.push_back(id);
    opposites_in(n.a, found);
    if (n.op != Op::Where) opposites_in(n.b, found);
  }

  // Whether something can be captured while the pit is empty; nothing if that cannot be told.
  [[nodiscard]] std::optional<bool> with_empty(const OppositeCapture& capture, NodeId pit) const {
    const Node& set = rules_.nodes[static_cast<std::size_t>(capture.set)];
    if (set.op == Op::OnePit && set.a == pit) return false;  // it is all that is captured
    bool known = true, can = false;
    const NodeId seeds = seeds_asked(capture, pit);
    for (std::size_t slot = 0; slot < rules_.board.slots.size() && !can; ++slot) {
      grammar::check::Meaning meaning(rules_, unchanging_, {0, {}, static_cast<grammar::Slot>(slot), true});
      grammar::check::Logic& logic = meaning.logic();
      std::optional<grammar::check::Formula> has = meaning.seeds_if_known(pit);
      known = has.has_value();
      if (!has && seeds != kNoNode) has = meaning.at_least(seeds, 1);
      std::vector<grammar::check::Formula> all{meaning.exists(pit), meaning.some_seed(capture.set)};
      if (has) all.push_back(logic.negate(*has));
      for (const NodeId one : capture.asked) all.push_back(meaning.truth(one));
      for (const NodeId one : capture.refused) all.push_back(logic.negate(meaning.truth(one)));
      can = logic.can_hold(std::move(all));
    }
    if (can && !known && asks_otherwise(capture, seeds)) return std::nullopt;
    return can;
  }

  // A number of seeds of this pit that is asked for; kNoNode if none is.
  [[nodiscard]] NodeId seeds_asked(const OppositeCapture& capture, NodeId pit) const {
    NodeId found = kNoNode;
    (void)capture.any_condition([&](NodeId condition) {
      return mentions(condition, [&](const Node& n) {
        const bool here = n.op == Op::Seeds && unchanging_.alike[0].number(n.a) == unchanging_.alike[0].number(pit);
        if (here) found = static_cast<NodeId>(&n - rules_.nodes.data());
        return here;
      });
    });
    return found;
  }

  // Whether opposite pits are asked about in another way than by this number of seeds.
  [[nodiscard]] bool asks_otherwise(const OppositeCapture& capture, NodeId seeds) const {
    const auto& alike = unchanging_.alike[0];
    const std::function<bool(NodeId)> otherwise = [&](NodeId id) {
      if (id == kNoNode || (seeds != kNoNode && alike.number(id) == alike.number(seeds))) return false;
      const Node& n = rules_.nodes[static_cast<std::size_t>(id)];
      if (is_opposite(n)) return true;
      return otherwise(n.a) || otherwise(n.b) || std::any_of(n.kids.begin(), n.kids.end(), otherwise);
    };
    return std::any_of(capture.asked.begin(), capture.asked.end(), otherwise) ||
           std::any_of(capture.refused.begin(), capture.refused.end(), otherwise);
  }

  void empty_opposite() {
    std::optional<bool> made;
    bool stated = false;
    for (const OppositeCapture& capture : opposite_captures()) {
      std::vector<NodeId> pits;
      opposites_in(capture.set, pits);
      if (pits.empty()) return;  // `opposites of …`
      for (const NodeId pit : pits) {
        const std::optional<bool> here = with_empty(capture, pit);
        if (!here) return;
        made = *here || made.value_or(false);
      }
      stated = stated || capture.any_condition([&](NodeId one) { return one != capture.set && mentions(one, is_opposite); });
    }
    if (!made) return;
    say("Is a capture made when the opposite pit is empty?", *made ? "Yes: the row asks for no seeds in it." : "No.", stated || !*made);
  }

  // ---- sowing ----

  void long_lap() {
    bool sows = false, stated = false;
    all_steps([&](const Step& step) {
      if (step.op != Step::Sow) return;
      sows = true;
      stated = stated || step.c != kNoNode;
    });
    const auto tree_says = std::any_of(rules_.options.begin(), rules_.options.end(), [](const grammar::Option& option) {
      return option.name.find("origin") != std::string::npos;
    });
    if (!sows) return;
    say("Does a long sowing pass over the pit it started from?",
        stated ? "What is passed over is said in the rules above." : "No: it gets a seed like any other.",
        stated || tree_says);
  }

  // ---- captures of everything, feeding ----

  [[nodiscard]] bool speaks_of_opponents_seeds(NodeId id) const {
    return mentions(id, [&](const Node& n) {
      if (n.op != Op::SomePit && n.op != Op::SeedsIn && n.op != Op::Count) return false;
      return mentions(n.a, [&](const Node& set) {
        if (set.op != Op::ConstPits || rules_.board.shared) return false;
        const grammar::SlotSet& pits = rules_.slot_sets[static_cast<std::size_t>(set.value)];
        for (std::size_t slot = 0; slot < rules_.board.slots.size(); ++slot) {
          if (pits[slot] && rules_.board.slots[slot].owner != grammar::Who::North) return false;
        }
        return pits.any();
      });
    });
  }

  void all_captured() {
    bool captures = false;
    all_steps([&](const Step& step) { captures = captures || step.op == Step::Capture; });
    if (!captures) return;
    const std::string question = "May a capture take all the opponent's seeds (grand slam)?";
    for (const Kind& kind : rules_.kinds) {
      for (const Requirement& one : kind.requirements) {
        if (one.time == Requirement::Afterwards && mentions(one.condition, [](const Node& n) { return n.op == Op::Captured; }))
          return say(question, fmt::format("{} if {}.", one.prefer ? "Other moves go first" : "Only", prose_.condition(one.condition)), true);
      }
    }
    for (const grammar::Table& table : rules_.tables) {
      for (const Row& row : table) {
        const bool takes = std::any_of(row.steps.begin(), row.steps.end(), [](const Step& s) { return s.op == Step::Capture; });
        if (takes && speaks_of_opponents_seeds(row.condition))
          return say(question, fmt::format("A capture is made only if {}.", prose_.condition(row.condition)), true);
      }
    }
    const bool option = std::any_of(rules_.options.begin(), rules_.options.end(),
                                    [](const grammar::Option& one) { return one.name == "grand_slam"; });
    say(question, "Yes.", option);
  }

  void feeding() {
    const std::string question = "Must a player leave or give the opponent seeds?";
    for (const Kind& kind : rules_.kinds) {
      for (const Requirement& one : kind.requirements) {
        if (one.time != Requirement::Afterwards || !speaks_of_opponents_seeds(one.condition)) continue;
        return say(question,
                   one.prefer ? "Yes, by a move that does if there is one; if there is none, any move may be made."
                              : "Yes: a move that does not is illegal, and who has no other has no legal move.",
                   true);
      }
    }
    say(question, "No.", false);
  }

  // ---- the end ----

  [[nodiscard]] const Row* row_about(const Test& test) const {
    const auto found = std::find_if(rules_.end.begin(), rules_.end.end(),
                                    [&](const Row& row) { return mentions(row.condition, test); });
    return found == rules_.end.end() ? nullptr : &*found;
  }

  [[nodiscard]] std::string result_of(const Row& row) { return Prose::sentence(prose_.phrases(row.steps), "the mover"); }

  void no_move() {
    const std::string question = "What if the player to move has no legal move?";
    const Row* row = row_about([](const Node& n) { return n.op == Op::CanMove; });
    const bool pass = std::any_of(rules_.kinds.begin(), rules_.kinds.end(), [](const Kind& kind) { return kind.from == kNoNode; });
    if (row) return say(question, fmt::format("The game ends: {}.", result_of(*row)), true);
    if (pass) return say(question, "The player passes, as far as the rules allow it.", true);
    say(question, "The game is void unless another row of the end applies.", false);
  }

  void left_over() {
    bool takes = false;
    for (const Row& row : rules_.end)
      each_step(row.steps, [&](const Step& step) { takes = takes || step.op == Step::Takes; });
    const bool decided = !rules_.has_winner;  // a result that counts no seeds
    say("Who gets the seeds left on the board?",
        takes ? "Each row of the end says it." : "Nobody: they do not count.", takes || decided);
  }

  void repetition() {
    const std::string question = "What if a position occurs again?";
    const Row* row = row_about([](const Node& n) { return n.op == Op::Occurrences; });
    if (row) {
      return say(question, fmt::format("If {}, the game ends: {}. Positions are the same if the seeds in all pits, what is "
                                       "remembered and the player to move are.", prose_.condition(row->condition), result_of(*row)),
                 true);
    }
    const bool ply = row_about([](const Node& n) { return n.op == Op::Ply; }) != nullptr;
    const bool option = std::any_of(rules_.options.begin(), rules_.options.end(),
                                    [](const grammar::Option& one) { return one.name == "repetition"; });
    say(question, ply ? "Nothing, but the game ends after so many turns." : "Nothing: the game goes on.", ply || option);
  }

  const grammar::Ruleset& rules_;
  Prose& prose_;
  const grammar::check::Unchanging unchanging_;
  DocumentSection* out_ = nullptr;
};

}  // namespace

void describe_open(const Loaded& loaded, Prose& prose, Document& document) { OpenQuestions(loaded, prose, document).answer(); }

}  // namespace mnc::cli
