// What expressions come to at one moment of a move, read from the checked ruleset itself and not from the program made of
// it: slow, but every part of a condition can be asked about. For explaining moves, and for testing the engine.
#pragma once

#include <array>
#include <cstdint>

#include "grammar/ruleset.h"
#include "interpreter/game.h"

namespace mnc::engine {

// What is known besides the position while a move is made.
struct Moment {
  int me = kSouth;                 // from whose point of view
  Slot origin = kNoSlot, last = kNoSlot, lap_origin = kNoSlot;
  Slot from = kNoSlot;             // sowing starts after it unless said
  Slot it = kNoSlot;               // the pit spoken of in `where`, `run` and `whenever`
  int before = 0, lap = 0, sown = 0, remaining = 0, captured = 0, hand = 0;
  int direction = 0;               // 0 clockwise, 1 counterclockwise
  int circuit = 0;
  int kind = -1;
  int occurrences = 1;
  std::array<int, grammar::kMaxChoices> answers{};   // indices, or slots of pits; kNotAsked
  std::array<Slot, grammar::kMaxPicks> picked{};
  bool again = false;
};

class Terms {
 public:
  Terms(const Game& game, const Position& position, const Moment& moment)
      : game_(game), rules_(game.ruleset()), position_(position), moment_(moment) {}

  [[nodiscard]] bool truth(grammar::NodeId id) const;          // kNoNode: true
  [[nodiscard]] long number(grammar::NodeId id) const;
  [[nodiscard]] Slot pit(grammar::NodeId id) const;
  [[nodiscard]] grammar::SlotSet pits(grammar::NodeId id) const;
  [[nodiscard]] int player(grammar::NodeId id) const;
  [[nodiscard]] int direction(grammar::NodeId id) const;

  [[nodiscard]] const Position& position() const { return position_; }
  [[nodiscard]] const Moment& moment() const { return moment_; }
  [[nodiscard]] const grammar::Node& node(grammar::NodeId id) const { return rules_.nodes[static_cast<std::size_t>(id)]; }
  [[nodiscard]] int side(grammar::Who who) const;
  // The pit behind another on a circuit as a player follows it; kNoSlot if it is not on it.
  [[nodiscard]] Slot along(Slot pit, int player, int direction) const;
  // The phase a player is in; -1: none.
  [[nodiscard]] int phase(int player) const;

 private:
  [[nodiscard]] bool compared(const grammar::Node& n) const;
  [[nodiscard]] bool can_move(const grammar::Node& n) const;
  [[nodiscard]] Slot past(Slot slot, const grammar::SlotSet& wanted, int player, int direction) const;
  [[nodiscard]] Slot outermost(const grammar::SlotSet& set, int player, bool right) const;
  [[nodiscard]] grammar::SlotSet where(const grammar::Node& n) const;
  [[nodiscard]] grammar::SlotSet run(const grammar::Node& n) const;
  [[nodiscard]] grammar::NodeId chosen(const grammar::Node& n) const;
  [[nodiscard]] bool about(Slot pit, grammar::NodeId condition) const;
  [[nodiscard]] const grammar::Pit& at(Slot slot) const { return rules_.board.slots[static_cast<std::size_t>(slot)]; }

  const Game& game_;
  const grammar::Ruleset& rules_;
  const Position& position_;
  const Moment& moment_;
};

}  // namespace mnc::engine
