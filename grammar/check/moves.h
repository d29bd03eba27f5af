// Stage 2, check: phases and kinds of moves: where they start, what is chosen and required, their steps and tables.
// Comes in: the names declared and the board. Goes out: Ruleset::phases, kinds, tables, triggers, endless.
#pragma once

#include "grammar/check/steps.h"

namespace mnc::grammar::check {

void check_moves(Context& context, Expressions& expressions, Steps& steps);

}  // namespace mnc::grammar::check
