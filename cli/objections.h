// Why a move is not legal: the clauses of the rules that rule it out, in words.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/common.h"

namespace mnc::cli {

// A line for each clause, with its note and its place in the text. text: a move that read_move does not find. Empty if the
// text names no pit the player could think of playing, or names no one move.
[[nodiscard]] std::vector<std::string> objections(const Loaded& loaded, const engine::Session& session, std::string_view text);

}  // namespace mnc::cli
