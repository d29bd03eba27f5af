// Players and matches as the command line names them.
#pragma once

#include <array>
#include <string>

#include "cli/common.h"
#include "interpreter/simulate.h"

namespace mnc::cli {

// Throws Failure; besides: what else could have been said, for its message.
[[nodiscard]] engine::PlayerSpec player_of(const std::string& text, const std::string& besides = "");
// `random,random`: South's and North's; one alone plays both. Throws Failure.
[[nodiscard]] std::array<engine::PlayerSpec, 2> read_players(const std::string& text);
// Throws Failure if the ruleset has no `match` clause.
void check_match(const Loaded& loaded);

}  // namespace mnc::cli
