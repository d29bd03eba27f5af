// A position with the players' places changed, read from the checked ruleset; for retell.
#pragma once

#include "grammar/ruleset.h"
#include "interpreter/position.h"

namespace mnc::engine {

// What one player has becomes the other's: pits, stores, won, reserve, states; but what a match keeps of each player stays.
// The player to move is the same. Precondition: every pit has a counterpart.
void swap_sides(const grammar::Ruleset& rules, Position& position);

}  // namespace mnc::engine
