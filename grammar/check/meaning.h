// Stage 2, check: what expressions mean at one place in the rules, as formulas over what is not known there.
// Comes in: nodes of a checked ruleset and a Place. Goes out: formulas of a Logic, to semantics.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "grammar/check/logic.h"
#include "grammar/ruleset.h"

namespace mnc::grammar::check {

// What is given where an expression stands.
struct Place {
  std::size_t mover = 0;          // 0 South, 1 North
  std::optional<Slot> origin;     // nothing: some pit
  std::optional<Slot> last;
  bool just_sown = false;         // the last seed has just fallen into `last`, and nothing has been done since
};

// What the rules never change, so that it is as at the start.
struct Unchanging {
  explicit Unchanging(const Ruleset& rules);
  std::vector<bool> state;        // by number
  bool won = false;               // nothing is ever won
  bool reserve = true;            // what is in reserve never grows
};

class Meaning {
 public:
  Meaning(const Ruleset& rules, const Unchanging& unchanging, Place place);

  [[nodiscard]] Logic& logic() { return logic_; }
  [[nodiscard]] const Place& place() const { return place_; }
  // Seeds may have moved, states changed: what was known of them before means nothing any more.
  void forget() { place_.just_sown = false; ++moment_; }

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
  // Whether a pit is there at all.
  [[nodiscard]] Formula exists(NodeId pit);
  // All slots that may be in the set.
  [[nodiscard]] SlotSet possible(NodeId set);
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
  [[nodiscard]] PitValue some_pit_of(NodeId id, SlotSet among);
  [[nodiscard]] PitValue neighbour(const Node& node, NodeId id);
  [[nodiscard]] SlotSet possible_pit(NodeId id);
  [[nodiscard]] Formula is_pit(const PitValue& pit, const SlotSet& set, bool or_none);
  [[nodiscard]] Formula same_pit(NodeId a, NodeId b);
  [[nodiscard]] Formula pit_in(const Node& node);
  [[nodiscard]] Formula pit_flag(const Node& node, NodeId id);
  [[nodiscard]] Formula same_player(const Node& node, NodeId id);
  [[nodiscard]] std::optional<std::size_t> player(NodeId id);
  [[nodiscard]] Formula member_of_cases(Slot slot, const Node& node);

  [[nodiscard]] Variable seeds_in(const PitValue& pit, NodeId id);
  [[nodiscard]] std::optional<Variable> number_variable(NodeId id, bool& open);
  [[nodiscard]] Base base(NodeId id);
  [[nodiscard]] long value(NodeId id, long of_variable);
  [[nodiscard]] Formula compared(const Node& node);
  [[nodiscard]] Formula number_in(const Node& node, NodeId id);

  [[nodiscard]] Formula unknown(NodeId id);
  [[nodiscard]] Formula flag(const std::string& name);
  [[nodiscard]] std::string name_of(NodeId id);
  void write(NodeId id, bool inside, std::string& out);

  const Ruleset& rules_;
  const Unchanging& unchanging_;
  Place place_;
  Logic logic_;
  std::set<Variable> summed_;
  std::optional<Slot> it_;  // the pit spoken of, within `where`
  int total_ = 0;           // all seeds of the game
  int moment_ = 0;
  // Sets in sets, pit by pit, multiply: what is asked after so many questions is not known.
  static constexpr int kMostAsked = 50'000;
  int asked_ = 0;
};

}  // namespace mnc::grammar::check
