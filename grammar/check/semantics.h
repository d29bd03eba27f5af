// Stage 2, check: what the rules say that cannot be meant: conditions that never or always hold, rows behind others,
// moves that are never legal, captures of nothing, games nobody wins.
// Comes in: a ruleset that has passed all other checks, with one value for each option. Goes out: diagnostics, which
// count only if they come whatever the options are (see check.cpp).
#pragma once

#include <vector>

#include "grammar/check/context.h"
#include "grammar/diagnostic.h"

namespace mnc::grammar::check {

// Counts its work in `work`, and gives up without a finding when that passes kMostWork: about a second.
inline constexpr std::size_t kMostWork = 4'000'000;
[[nodiscard]] std::vector<Diagnostic> find_nonsense(const Context& context, std::size_t& work);

}  // namespace mnc::grammar::check
