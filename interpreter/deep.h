// Plays a game out to see what its rules do: all positions near the start, then games at random; where `match` makes
// rounds of them, each begins as the one before has left it.
// Comes in: a Game. Goes out: how often each clause fired, and what is odd, each with the shortest record found.
// The same game and limits give the same report: the work is counted, not timed.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "interpreter/game.h"

namespace mnc::engine {

struct DeepLimits {
  std::uint64_t positions = 20'000;   // near the start, each looked at with all its moves
  std::uint64_t work = 120'000;       // moves made, and sixteen laps count as another one; for each of the two parts
  std::uint64_t games = 1'000;
  std::uint32_t plies = 3'000;        // a game that lasts longer is left
};
// A longer record is cut to its end, from a position.
inline constexpr std::size_t kLongRecord = 100;

enum class Oddity : std::uint8_t {
  NoMove,        // the player to move has no move, and no row of `end` holds
  EndlessMove,   // a move reached the limit of laps
  LongGame,      // a game was not over after DeepLimits::plies
  EmptyRounds,   // two rounds in a row were over before the first move
  SeedsChanged,  // seeds appeared or were lost: a mistake of this program
  TextChanged,   // the position, written and read again, is another: likewise
};
inline constexpr std::size_t kOddities = 6;
[[nodiscard]] const char* oddity_text(Oddity oddity);

struct OddCase {
  std::uint64_t times = 0;
  std::string start;                  // where the record begins, as positions are written; empty: the start of the game
  std::vector<std::string> record;    // the shortest found, as moves are written
  std::string what;                   // more about it, may be empty
  std::size_t plies = 0;              // of the record before it was cut
};

struct DeepReport {
  std::vector<std::uint64_t> fired;   // by clause
  std::array<OddCase, kOddities> odd;
  std::uint64_t positions = 0;        // looked at near the start
  std::uint32_t full_depth = 0;       // all sequences of so many plies are among them
  bool complete = false;              // every position the game can reach was
  std::uint64_t games = 0, plies = 0;
};

[[nodiscard]] DeepReport play_out(const Game& game, const DeepLimits& limits = {});

}  // namespace mnc::engine
