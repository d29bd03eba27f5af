// mnc replay --trace: a move in words: what was done, which clauses said so, and why nothing was captured.
#pragma once

#include <string>
#include <vector>

#include "cli/common.h"

namespace mnc::cli {

// The lines about a legal move. after: gets the position the words come to; as before the move if that is endless.
[[nodiscard]] std::vector<std::string> trace_move(const Loaded& loaded, const engine::Position& before,
                                                  const engine::Move& move, engine::Position& after);
// Which row of `end` ended the game; empty if none did.
[[nodiscard]] std::string trace_ending(const Loaded& loaded, const engine::Ending& ending);

}  // namespace mnc::cli
