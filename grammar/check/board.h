// Stage 2, check: the board. Pits and where they lie, opposites, stores, the start, circuits, zones.
#pragma once

#include "grammar/check/expressions.h"

namespace mnc::grammar::check {

// Makes Ruleset::board without circuits. Sets Context::board_known if pits can be spoken of afterwards.
void check_board(Context& context, Expressions& expressions);
// Makes the circuits. After check_board, and only if the board is known.
void check_circuits(Context& context, Expressions& expressions);
// Makes Ruleset::zones. After check_circuits.
void check_zones(Context& context, Expressions& expressions);

}  // namespace mnc::grammar::check
