// Many games in parallel and what comes of them. The sums are exact, so the result is the same whatever `jobs` is.
// Comes in: a game and a plan. Goes out: a tally of whole numbers, and the statistics made of it.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "interpreter/game.h"

namespace mnc::engine {

// A player as the command line names it: `random`, or `name:key=value,key=value`.
struct PlayerSpec {
  std::string name = "random";
  std::vector<std::pair<std::string, std::string>> settings;
  [[nodiscard]] std::string text() const;
};
// The players there are.
[[nodiscard]] const std::vector<std::string>& player_names();
// A message that lists what there is if there is no such player.
[[nodiscard]] std::variant<PlayerSpec, std::string> read_player(std::string_view text);

// A match: best of so many games, or rounds of which each says how the next begins; see Ruleset::match_games, rounds.
// `from` with this player to move: how a game of a match begins.
[[nodiscard]] Position started_by(const Position& from, int starter);

struct SimulationPlan {
  Position from;
  std::uint64_t games = 1;  // matches, if there are match rules
  std::uint64_t seed = 0;
  std::uint32_t max_plies = 100'000;
  int jobs = 1;  // threads; from 1
  std::array<PlayerSpec, 2> players{};
  bool match = false;  // by the ruleset's `match` clause; South begins the first game

  // Whether legal moves are counted in this game (match) even where that costs time: in long runs in a sample only.
  static constexpr std::uint64_t kAllCounted = 1000, kSample = 16;
  [[nodiscard]] bool counts_moves(std::uint64_t number) const { return games <= kAllCounted || number % kSample == 0; }
};

// Whole numbers only: adding tallies in any order gives the same.
struct Tally {
  std::uint64_t games = 0;
  std::array<std::uint64_t, 5> results{};        // by Result; [None] are the unfinished ones
  std::map<std::uint32_t, std::uint64_t> plies;  // games by their number of plies
  std::uint64_t counted = 0, branching = 0, forced = 0, laps = 0, endless = 0, captured = 0;
  std::uint32_t longest = 0;
  std::map<int, std::uint64_t> endings;  // games by the row of `end`; -1: none
  std::uint64_t matches = 0, matches_south = 0, matches_north = 0;

  void add(const GameRecord& record);
  void add(const Tally& other);
  bool operator==(const Tally&) const = default;
};

// Games of one match at most: drawn and void games are played again, some games are nothing else, and rounds need not
// come to an end.
inline constexpr std::uint64_t kMaxGamesInMatch = 1000;

// Plays the plan. stop: ends early once it is true, after the games in progress. progress: called about every tenth
// of a second with the number of games (matches) done, from the calling thread; may be empty.
[[nodiscard]] Tally simulate(const Game& game, const SimulationPlan& plan, const std::atomic<bool>& stop,
                             const std::function<void(std::uint64_t)>& progress);

// What is reported of a tally.
struct Statistics {
  std::uint64_t decided = 0;            // games won or drawn
  double south_score = 0;               // of the decided games: win 1, draw 1/2
  std::array<double, 2> ci95{};         // Wilson's interval of south_score
  double plies_mean = 0, plies_sd = 0;  // sd: of the sample (n - 1)
  std::uint32_t plies_min = 0, plies_max = 0;
  double plies_median = 0;
  double branching_mean = 0;  // legal moves per ply, where they were counted
  double forced_share = 0;    // plies with one legal move, of these
  double laps_mean = 0;       // per ply
  double captured_mean = 0;   // seeds per game
};
[[nodiscard]] Statistics statistics(const Tally& tally);
// Wilson's score interval at 95 % for a share p of n > 0 trials (E. B. Wilson 1927).
[[nodiscard]] std::array<double, 2> wilson95(double p, std::uint64_t n);

}  // namespace mnc::engine
