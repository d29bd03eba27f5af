// Stage 2, check: whether a game comes to an end, and to one with a result.
#pragma once

#include <vector>

#include "grammar/check/context.h"
#include "grammar/check/meaning.h"

namespace mnc::grammar::check {

void judge_end(const Context& context, const Unchanging& unchanging, std::vector<Diagnostic>& found);

}  // namespace mnc::grammar::check
