// Positions and moves as text, both ways, as docs/notation.md has it.
// Comes in: text or Position/Move and the Game. Goes out: the other one, or a message that says what is wrong and where.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "interpreter/game.h"

namespace mnc::engine {

// What is wrong in a line of text: the byte range and a message in the reader's words.
struct TextError {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string message;
};

// A position that was read; warning is not empty if its seeds do not add up to the game's total.
struct ReadPosition {
  Position position;
  std::string warning;
};

// `A3`: upper case for South's slot, lower case for North's; `store` for a store; `-` for kNoSlot.
[[nodiscard]] std::string slot_text(const Game& game, Slot slot);
// `clockwise` or `counterclockwise`; where the default circuit has no such sense `forwards` or `backwards`.
[[nodiscard]] std::string direction_word(const Game& game, int direction);
// The rows only: `6 7 7 7 / 0 7 7 7`.
[[nodiscard]] std::string board_text(const Game& game, const Position& position);
// The whole line; every field is written unless `short_form`, which leaves out fields at their initial value.
[[nodiscard]] std::string position_text(const Game& game, const Position& position, bool short_form = false);
[[nodiscard]] std::variant<ReadPosition, TextError> read_position(const Game& game, std::string_view text);

// A move as the mover writes it. `legal`: all legal moves of the position, to tell kinds apart that would read the same
// (the later ones get `=kind` behind the pit).
[[nodiscard]] std::string move_text(const Game& game, const Position& position, const Move& move, const std::vector<Move>& legal);
// Which answers of a move, by number, are pits: their value is a slot.
[[nodiscard]] std::vector<std::size_t> picked_pits(const Game& game, const Position& position, const Move& move);
// Finds the legal move that text names; either case, with or without trailing `.`.
// The error says why it is not legal as far as that can be told, and lists what is.
[[nodiscard]] std::variant<Move, TextError> read_move(const Game& game, const Position& position, std::string_view text,
                                                      const std::vector<Move>& legal);

// The pit that the text of a move begins with, read as the mover writes it (kNoSlot: the board has none of this name);
// nothing if it does not begin with a pit.
[[nodiscard]] std::optional<Slot> origin_named(const Game& game, const Position& position, std::string_view text,
                                               const std::vector<Move>& legal);
// Whether a pit is the opponent's and no legal move starts on their side of the board.
[[nodiscard]] bool is_out_of_reach(const Game& game, const Position& position, Slot slot, const std::vector<Move>& legal);
// Whether two texts of moves are the same but for case, white space around them and trailing `.`.
[[nodiscard]] bool same_move_text(std::string_view a, std::string_view b);

}  // namespace mnc::engine
