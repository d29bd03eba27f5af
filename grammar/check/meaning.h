// Stage 2, check: what expressions mean at one place in the rules, as formulas over what is not known there.
// Comes in: nodes of a checked ruleset and a Place. Goes out: formulas of a Logic, to semantics.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "grammar/check/alike.h"
#include "grammar/check/logic.h"
#include "grammar/check/memo.h"
#include "grammar/ruleset.h"

namespace mnc::grammar::check {

// What is given where an expression stands.
struct Place {
  std::size_t mover = 0;          // 0 South, 1 North
  std::optional<Slot> origin;     // nothing: some pit
  std::optional<Slot> last;
  bool just_sown = false;         // the last seed has just fallen into `last`, and nothing has been done since
};

// What is the same at every place: what the rules never change, so that it is as at the start, and which nodes are alike.
struct Unchanging {
  explicit Unchanging(const Ruleset& rules);
  std::vector<bool> state;        // by number
  bool won = false;               // nothing is ever won
  bool reserve = true;            // what is in reserve never grows
  std::array<Alike, 2> alike;     // by mover
};

class Meaning {
 public:
  Meaning(const Ruleset& rules, const Unchanging& unchanging, Place place);

  [[nodiscard]] Logic& logic() { return logic_; }
  [[nodiscard]] const Place& place() const { return place_; }
  // Seeds may have moved, states changed: what was known of them before means nothing any more.
  void forget();
  // What is known now, to come back to: steps that are done in place of others begin where those began.
  struct Moment {
    bool just_sown;
    Memo known, possible, variables;
    std::vector<SlotSet> sets;
  };
  [[nodiscard]] Moment moment() const { return {place_.just_sown, known_, possible_, variables_, sets_}; }
  void back_to(Moment moment);

  // What is said from now on is said by the other player, in the same position.
  void turn_round() { place_.mover = 1 - place_.mover, turned_ = !turned_; }

  // kNoNode: holds.
  [[nodiscard]] Formula truth(NodeId id);
  // Whether a pit is in a set. `set`: kNoNode for none.
  [[nodiscard]] Formula member(Slot slot, NodeId set);
  // Whether the set has a pit.
  [[nodiscard]] Formula some(NodeId set);
  // Whether a pit of the set has seeds.
  [[nodiscard]] Formula some_seed(NodeId set);
  // Whether a pit has seeds.
  [[nodiscard]] Formula seeds(Slot slot);
  // The same of a pit; nothing if it is not known which one it is there.
  [[nodiscard]] std::optional<Formula> seeds_if_known(NodeId pit);
  // Whether a pit is there at all.
  [[nodiscard]] Formula exists(NodeId pit);
  // All slots that may be in the set.
  [[nodiscard]] SlotSet possible(NodeId set);
  // Whether a number is `least` or more.
  [[nodiscard]] Formula at_least(NodeId number, long least);
  [[nodiscard]] Formula can_move(std::size_t side, std::uint32_t kinds);
  [[nodiscard]] Formula phase_is(std::size_t side, int phase);

 private:
  // A pit that is known (kNoSlot: none), or a variable: slot + 1, 0 for none.
  struct PitValue {
    bool known = false;
    Slot slot = kNoSlot;
    Variable variable = 0;
  };
  // What a number is: `base` as it stands if that is all, else computed from it.
  struct Base {
    Variable variable = -1;      // -1: constant
    bool mixed = false;          // of more than one variable, or of one that has no bound
    bool open = false;           // 1023 stands for all numbers from there on
  };

  [[nodiscard]] const Node& node(NodeId id) const { return rules_.nodes[static_cast<std::size_t>(id)]; }
  [[nodiscard]] std::size_t side(Who who) const;
  [[nodiscard]] const Pit& at(Slot slot) const { return rules_.board.slots[static_cast<std::size_t>(slot)]; }
  [[nodiscard]] SlotSet every_slot() const;
  [[nodiscard]] SlotSet slots_of(const CountSet& values) const;

  [[nodiscard]] PitValue pit(NodeId id);
  // One of the pits of a set, or none.
  template <class Among>
  [[nodiscard]] PitValue some_pit_of(NodeId id, const Among& among);
  [[nodiscard]] PitValue neighbour(const Node& node, NodeId id);
  [[nodiscard]] SlotSet possible_pit(NodeId id);
  [[nodiscard]] Formula is_pit(const PitValue& pit, const SlotSet& set, bool or_none);
  [[nodiscard]] Formula same_pit(NodeId a, NodeId b);
  [[nodiscard]] Formula pit_in(const Node& node);
  [[nodiscard]] Formula pit_flag(const Node& node, NodeId id);
  [[nodiscard]] Formula same_player(const Node& node, NodeId id);
  [[nodiscard]] std::optional<std::size_t> player(NodeId id);
  [[nodiscard]] Formula member_of_cases(Slot slot, const Node& node);

  // What is asked of a node, and has been answered for this moment.
  enum Asked : std::uint64_t { Truth, Member, Some };
  // A number for the node and, if it matters, the pit spoken of.
  [[nodiscard]] std::uint64_t key(NodeId id) const;
  template <class Answer>
  [[nodiscard]] Formula remembered(Asked what, NodeId id, Slot slot, const Answer& answer);
  [[nodiscard]] SlotSet possible_in(const Node& set);
  [[nodiscard]] Formula truth_of(const Node& node, NodeId id);
  [[nodiscard]] Formula member_of(Slot slot, const Node& node, NodeId id);

  [[nodiscard]] Variable seeds_in(const PitValue& pit, NodeId id);
  [[nodiscard]] std::optional<Variable> number_variable(NodeId id, bool& open);
  [[nodiscard]] Base base(NodeId id);
  [[nodiscard]] long value(NodeId id, long of_variable);
  template <class Test>
  [[nodiscard]] CountSet those(Variable variable, const Test& test) const;
  [[nodiscard]] Formula compared(const Node& node);
  [[nodiscard]] bool never_negative(NodeId id) const;
  [[nodiscard]] std::optional<Formula> compared_as_one(Op op, NodeId number, long with);
  [[nodiscard]] Formula number_in(const Node& node, NodeId id);

  // What a variable stands for.
  enum class Of : std::uint64_t { Node = 1, Membership, Reach, Seeds, CanMove, Phase, Mark, Equality, Order };
  using Name = std::uint64_t;
  [[nodiscard]] static Name name(Of what, std::uint64_t first, std::uint64_t second);
  [[nodiscard]] Name name_of(NodeId id, Of what = Of::Node, std::uint64_t second = 0) const;
  [[nodiscard]] Name name_of(Of comparison, NodeId a, NodeId b) const;
  template <class Values>
  [[nodiscard]] Variable named(Name name, const Values& values);
  [[nodiscard]] Formula flag(Name name);
  [[nodiscard]] Formula unknown(NodeId id);

  const Ruleset& rules_;
  const Unchanging& unchanging_;
  Place place_;
  Logic logic_;
  Memo known_, possible_;         // of this moment: formulas, and indices into sets_
  Memo variables_;                // of this moment, by name
  Memo answers_;                  // variables of the choices of the move
  std::vector<SlotSet> sets_;
  std::optional<Slot> it_;  // the pit spoken of, within `where`
  CountSet up_to_all_;      // 0 to all seeds of the game
  // Sets in sets, pit by pit, multiply: what is asked after so many questions is not known.
  static constexpr int kMostAsked = 50'000;
  int asked_ = 0;
  bool turned_ = false;     // the other player speaks
};

// ---- templates ---------------------------------------------------------------------------------------------

template <class Answer>
Formula Meaning::remembered(Asked what, NodeId id, Slot slot, const Answer& answer) {
  const std::uint64_t key = (this->key(id) + 1) << 10 | what << 8 | static_cast<std::uint64_t>(slot + 1);
  const Formula known = known_.find(key);
  if (known != Memo::kNothing) return known;
  const Formula found = answer();
  known_.put(key, found);
  return found;
}

// The variable of this name; if there is none yet, it is made, with the values that `values` names.
template <class Values>
Variable Meaning::named(Name name, const Values& values) {
  const Variable known = variables_.find(name);
  if (known != Memo::kNothing) return known;
  const Variable made = logic_.variable(values());
  variables_.put(name, made);
  return made;
}

}  // namespace mnc::grammar::check
