// Players and matches as the command line names them.
#pragma once

#include <array>
#include <string>

#include "cli/common.h"
#include "interpreter/simulate.h"

namespace mnc::cli {

// `random,random`: South's and North's; one alone plays both. Throws Failure.
[[nodiscard]] std::array<engine::PlayerSpec, 2> read_players(const std::string& text);
// Throws Failure if the ruleset has no `match` clause.
void check_match(const Loaded& loaded);

}  // namespace mnc::cli
