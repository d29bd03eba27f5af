// What a position holds besides the board, as text: the fields behind the rows, in the order they are printed.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "interpreter/game.h"

namespace mnc::engine {

// One value for the game, or South's and North's.
struct FieldText {
  std::string name;
  std::vector<std::string> values;
  bool operator==(const FieldText&) const = default;
};

// won, reserve, store, the declared states in order, then `ply` and `last mover` if the ruleset asks for them.
[[nodiscard]] std::vector<FieldText> field_texts(const Game& game, const Position& position);

// The slots of a side's pits, A1…An B1…; on a shared board all pits are South's here.
[[nodiscard]] std::vector<Slot> pits_of(const Game& game, int side);
// South's pits, then North's.
[[nodiscard]] std::vector<Slot> all_pits(const Game& game);
// The pit or store of this name (as slot_text writes it), or kNoSlot.
[[nodiscard]] Slot find_slot(const Game& game, std::string_view text);

}  // namespace mnc::engine
