// Many games in parallel. The sums are exact, so the result is the same whatever `jobs` is.
// Comes in: a game and a plan. Goes out: a tally, and, if wanted, each game in order.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "interpreter/game.h"
#include "interpreter/players/player.h"
#include "interpreter/tally.h"

namespace mnc::engine {

// A match: best of so many games, or rounds of which each says how the next begins; see Ruleset::match_games, rounds.
// `from` with this player to move: how a game of a match begins.
[[nodiscard]] Position started_by(const Position& from, int starter);

// A game that was played; number: of the game, from 0 (in matches: kMaxGamesInMatch times the match, and on).
struct PlayedGame {
  std::uint64_t number = 0;
  GameRecord record;
  std::string moves;  // in the notation, parted by spaces
};

struct SimulationPlan {
  Position from;
  std::uint64_t first = 0;  // number of the first game; game i depends on the seed and i alone
  std::uint64_t games = 1;  // matches, if matches are played
  std::uint64_t seed = 0;
  std::uint32_t max_plies = 100'000;
  int jobs = 1;  // threads; from 1
  std::array<PlayerSpec, 2> players{};
  bool match = false;    // by the ruleset's `match` clause; South begins the first game
  bool details = false;  // watch every game: slower, the same games
  // Whether legal moves are counted in this game (match) even where that costs time: in a sample only.
  static constexpr std::uint64_t kAllCounted = 100, kSample = 4096;
  [[nodiscard]] static bool counts_moves(std::uint64_t number) { return number < kAllCounted || number % kSample == 0; }
  // If not empty, gets the games in order, some at a time, from one thread at a time.
  std::function<void(const std::vector<PlayedGame>&)> record;
};

// Games of one match at most: drawn and void games are played again, some games are nothing else, and rounds need not
// come to an end.
inline constexpr std::uint64_t kMaxGamesInMatch = 1000;

// Plays the plan. stop: ends early once it is true, without the games in progress. progress: called about every tenth
// of a second with the number of games (matches) done, from the calling thread; may be empty. Throws what `record`
// throws.
[[nodiscard]] Tally simulate(const Game& game, const SimulationPlan& plan, const std::atomic<bool>& stop,
                             const std::function<void(std::uint64_t)>& progress);

}  // namespace mnc::engine
