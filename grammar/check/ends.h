// Stage 2, check: the end, the winner, the match, and what is said about the game.
// Comes in: the checked moves. Goes out: Ruleset::end, winner, match, meta.
#pragma once

#include "grammar/check/steps.h"

namespace mnc::grammar::check {

void check_ends(Context& context, Expressions& expressions, Steps& steps);
void collect_meta(Context& context);
// Whether the positions of the game have a pile of won seeds. After all steps are known.
[[nodiscard]] bool has_won(const Ruleset& ruleset);

}  // namespace mnc::grammar::check
