// Stage 2, check: who is called what. Declares every name before anything is resolved, and finds those never used.
#pragma once

#include "grammar/check/context.h"

namespace mnc::grammar::check {

// Enters all options, states, zones, definitions, actions, phases, kinds and choices of the tree into the context, and
// their number and names into the ruleset. Reports names given twice, names that are words of the language, and limits.
void declare_names(Context& context);

// Warns of what is declared and never used. After all other passes.
void report_unused(Context& context);

}  // namespace mnc::grammar::check
