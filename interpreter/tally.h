// What is counted over many games, and the statistics made of it. Whole numbers only: adding tallies in any order, on one
// machine or on many, gives the same.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "interpreter/position.h"

namespace mnc::engine {

inline constexpr std::size_t kResults = 5;  // by Result; [None]: cut by the limit on plies

// What is seen only by watching a game move by move.
struct GameDetails {
  std::uint32_t lead_changes = 0;      // times that the other player comes to lead by the winner clause
  std::uint32_t led_from = 0;          // plies after which the winner led to the end; all of them if never
  std::uint32_t capturing = 0;         // plies that captured
  std::vector<std::uint64_t> clauses;  // how often each fired
};

// How often each number came up. Small numbers, which are met most, stand in a table.
class Counts {
 public:
  std::uint64_t& operator[](std::uint32_t number) {
    if (number >= kInTable) return others_[number];
    if (number >= table_.size()) table_.resize(number + 1);
    return table_[number];
  }
  // The numbers that came up, in ascending order.
  [[nodiscard]] std::map<std::uint32_t, std::uint64_t> sorted() const {
    std::map<std::uint32_t, std::uint64_t> out = others_;
    for (std::size_t i = 0; i < table_.size(); ++i)
      if (table_[i] != 0) out[static_cast<std::uint32_t>(i)] = table_[i];
    return out;
  }
  bool operator==(const Counts& other) const { return sorted() == other.sorted(); }

 private:
  static constexpr std::uint32_t kInTable = 1024;
  std::vector<std::uint64_t> table_;
  std::map<std::uint32_t, std::uint64_t> others_;
};

struct Tally {
  std::uint64_t games = 0;
  std::array<std::uint64_t, kResults> results{};
  std::uint64_t starter_won = 0, starter_lost = 0;
  Counts plies;               // games by their number of plies
  std::uint64_t counted = 0;  // plies whose legal moves were counted
  std::uint64_t branching = 0, forced = 0, laps = 0, endless = 0, captured = 0;
  std::uint32_t longest = 0;
  std::uint64_t margin = 0, margin_squares = 0;  // of the games with a result: difference of the final seeds
  std::map<int, std::array<std::uint64_t, kResults>> endings;  // games by the row of `end` (-1: none) and result
  std::array<std::uint64_t, kResults> matches{};  // by Result; [None]: broken off
  // Of the games that were watched:
  std::uint64_t watched = 0, watched_won = 0, watched_plies = 0;
  std::uint64_t lead_changes = 0, led_from = 0, capturing = 0;  // led_from: of the games that were won
  std::vector<std::uint64_t> clauses;

  void add(const GameRecord& record);
  void add(const GameRecord& record, const GameDetails& details);
  void add(const Tally& other);
  [[nodiscard]] std::uint64_t of(Result result) const { return results[static_cast<std::size_t>(result)]; }
  [[nodiscard]] std::uint64_t matches_of(Result result) const { return matches[static_cast<std::size_t>(result)]; }
  [[nodiscard]] std::uint64_t all_matches() const;
  bool operator==(const Tally&) const = default;
};

using Interval = std::array<double, 2>;

// A test of whether the player who begins wins as often as the other one, over the games that somebody won.
struct FirstMove {
  std::uint64_t won = 0, lost = 0;
  double share = 0;    // won
  Interval ci95{};     // Wilson
  double p_value = 1;  // two-sided, of a fair coin
  bool exact = true;   // binomial test; else its normal approximation with a correction for continuity
};
inline constexpr std::uint64_t kMostExact = 1'000'000;  // games

// Games of from to to plies, both included.
struct Bin {
  std::uint32_t from = 0, to = 0;
  std::uint64_t games = 0;
};

// What is reported of a tally. 0 where there is nothing to make it of.
struct Statistics {
  std::uint64_t decided = 0;                // games won or drawn
  double south_score = 0;                   // of the decided games: win 1, draw 1/2
  double score_sd = 0;                      // of the sample (n - 1)
  Interval ci95{};                          // Wilson's interval of south_score
  std::array<Interval, kResults> shares{};  // of all games: Wilson's intervals of each result
  FirstMove first;
  double decisive = 0;  // of the decided games: won by somebody
  double margin_mean = 0, margin_sd = 0;
  double plies_mean = 0, plies_sd = 0;
  std::uint32_t plies_min = 0, plies_max = 0;
  double plies_median = 0;
  std::array<double, 4> plies_quantiles{};  // 5, 25, 75, 95 %
  std::vector<Bin> histogram;               // of the plies; at most kMostBins of equal width
  double branching_mean = 0;                // legal moves per ply
  double forced_share = 0;                  // plies with one legal move
  double laps_mean = 0;                     // per ply
  double captured_mean = 0;                 // seeds per game
  // Of the games that were watched:
  double lead_changes_mean = 0;
  double led_from_share = 0;   // of the plies of won games, before the winner led for good
  double capturing_share = 0;  // of the plies
};
inline constexpr std::size_t kMostBins = 40;
[[nodiscard]] Statistics statistics(const Tally& tally);
// Wilson's score interval at 95 % for a share p of n > 0 trials (E. B. Wilson 1927).
[[nodiscard]] Interval wilson95(double p, std::uint64_t n);
// The two-sided p-value of k heads in n throws of a fair coin; exact: see FirstMove.
[[nodiscard]] double coin_test(std::uint64_t k, std::uint64_t n, bool& exact);

// A mean of n values with their standard deviation.
struct Mean {
  double mean = 0, sd = 0;
  std::uint64_t n = 0;
};
// b - a with its 95 % interval: normal approximation, unequal variances. Empty interval {0, 0} if a or b has under 2.
struct Difference {
  double value = 0;
  Interval ci95{};
};
[[nodiscard]] Difference difference(const Mean& a, const Mean& b);

}  // namespace mnc::engine
