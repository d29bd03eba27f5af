// The board as a drawing for a terminal.
#pragma once

#include <string>

#include "interpreter/game.h"

namespace mnc::cli {

// The rows as South sees them, with the names of the pits: North's above theirs, South's below. Wide boards are cut into
// blocks of columns. Each line ends with a line end.
[[nodiscard]] std::string draw_board(const engine::Game& game, const engine::Position& position);
// What a position holds besides the board, a line each: `won: South 0, North 6`.
[[nodiscard]] std::string draw_fields(const engine::Game& game, const engine::Position& position);

}  // namespace mnc::cli
