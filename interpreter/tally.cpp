// Sums over games and the statistics made of them; see tally.h.
#include "interpreter/tally.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace mnc::engine {
namespace {

constexpr double kZ = 1.959963984540054;  // the normal distribution's 97.5 % quantile

double per(double sum, std::uint64_t count) { return count == 0 ? 0 : sum / static_cast<double>(count); }
double per(std::uint64_t sum, std::uint64_t count) { return per(static_cast<double>(sum), count); }

void add_to(std::vector<std::uint64_t>& sums, const std::vector<std::uint64_t>& more) {
  if (sums.size() < more.size()) sums.resize(more.size());
  for (std::size_t i = 0; i < more.size(); ++i) sums[i] += more[i];
}

double sample_sd(double sum, double squares, std::uint64_t n) {
  if (n < 2) return 0;
  const double mean = sum / static_cast<double>(n);
  return std::sqrt(std::max(0.0, squares - sum * mean) / static_cast<double>(n - 1));
}

using Lengths = std::map<std::uint32_t, std::uint64_t>;  // games by their number of plies

// The value of rank `rank` (from 0) of the games ordered by plies.
std::uint32_t at_rank(const Lengths& lengths, std::uint64_t rank) {
  for (const auto& [plies, games] : lengths) {
    if (rank < games) return plies;
    rank -= games;
  }
  return 0;
}

// The least number of plies that a share of the games does not pass.
std::uint32_t quantile(const Lengths& lengths, std::uint64_t of_games, double share) {
  const auto rank = static_cast<std::uint64_t>(std::ceil(share * static_cast<double>(of_games)));
  return at_rank(lengths, rank == 0 ? 0 : rank - 1);
}

// The least of 1, 2, 5, 10, 20, … that needs no more than kMostBins.
std::uint32_t bin_width(std::uint32_t range) {
  std::uint64_t power = 1;
  for (;; power *= 10)
    for (const std::uint64_t digit : {1u, 2u, 5u})
      if (range / (digit * power) < kMostBins - 1) return static_cast<std::uint32_t>(digit * power);
}

std::vector<Bin> histogram(const Lengths& lengths) {
  std::vector<Bin> bins;
  if (lengths.empty()) return bins;
  const std::uint32_t width = bin_width(lengths.rbegin()->first - lengths.begin()->first);
  const std::uint32_t first = lengths.begin()->first / width * width;
  for (const auto& [plies, games] : lengths) {
    while (bins.empty() || plies > bins.back().to) {
      const auto from = static_cast<std::uint32_t>(first + bins.size() * width);
      bins.push_back({from, from + width - 1, 0});
    }
    bins.back().games += games;
  }
  return bins;
}

void describe_plies(const Tally& tally, Statistics& out) {
  const Lengths lengths = tally.plies.sorted();
  std::uint64_t plies = 0;
  for (const auto& [number, games] : lengths) plies += number * games;
  out.plies_mean = per(plies, tally.games);
  double squares = 0;
  for (const auto& [number, games] : lengths)
    squares += static_cast<double>(games) * (number - out.plies_mean) * (number - out.plies_mean);
  if (tally.games > 1) out.plies_sd = std::sqrt(squares / static_cast<double>(tally.games - 1));
  if (!lengths.empty()) {
    out.plies_min = lengths.begin()->first;
    out.plies_max = lengths.rbegin()->first;
    out.plies_median = (at_rank(lengths, (tally.games - 1) / 2) + at_rank(lengths, tally.games / 2)) / 2.0;
    constexpr std::array<double, 4> kShares{0.05, 0.25, 0.75, 0.95};
    for (std::size_t i = 0; i < kShares.size(); ++i) out.plies_quantiles[i] = quantile(lengths, tally.games, kShares[i]);
  }
  out.histogram = histogram(lengths);
  out.branching_mean = per(tally.branching, tally.counted);
  out.forced_share = per(tally.forced, tally.counted);
  out.laps_mean = per(tally.laps, plies);
}

void describe_results(const Tally& tally, Statistics& out) {
  const std::uint64_t south = tally.of(Result::South), north = tally.of(Result::North), draws = tally.of(Result::Draw);
  out.decided = south + north + draws;
  if (tally.games > 0)
    for (std::size_t i = 0; i < kResults; ++i)
      out.shares[i] = wilson95(per(tally.results[i], tally.games), tally.games);
  if (out.decided == 0) return;
  const double points = static_cast<double>(south) + 0.5 * static_cast<double>(draws);
  out.south_score = points / static_cast<double>(out.decided);
  out.score_sd = sample_sd(points, static_cast<double>(south) + 0.25 * static_cast<double>(draws), out.decided);
  out.ci95 = wilson95(out.south_score, out.decided);
  out.decisive = per(south + north, out.decided);
  out.margin_mean = per(tally.margin, out.decided);
  out.margin_sd = sample_sd(static_cast<double>(tally.margin), static_cast<double>(tally.margin_squares), out.decided);
}

FirstMove first_move(const Tally& tally) {
  FirstMove out;
  out.won = tally.starter_won;
  out.lost = tally.starter_lost;
  const std::uint64_t n = out.won + out.lost;
  if (n == 0) return out;
  out.share = per(out.won, n);
  out.ci95 = wilson95(out.share, n);
  out.p_value = coin_test(out.won, n, out.exact);
  return out;
}

}  // namespace

void Tally::add(const GameRecord& record) {
  const Result result = record.unfinished ? Result::None : record.ending.result;
  ++games;
  ++results[static_cast<std::size_t>(result)];
  ++plies[record.plies];
  ++endings[record.unfinished ? -1 : record.ending.row][static_cast<std::size_t>(result)];
  counted += record.counted;
  branching += record.branching;
  forced += record.forced;
  laps += record.laps;
  endless += record.endless;
  captured += record.captured;
  longest = std::max(longest, record.longest);
  if (result == Result::South || result == Result::North) {
    const int winner = result == Result::South ? kSouth : kNorth;
    ++(winner == record.starter ? starter_won : starter_lost);
  }
  if (result == Result::South || result == Result::North || result == Result::Draw) {
    const auto apart =
        static_cast<std::uint64_t>(std::abs(record.ending.final_seeds[0] - record.ending.final_seeds[1]));
    margin += apart;
    margin_squares += apart * apart;
  }
}

void Tally::add(const GameRecord& record, const GameDetails& details) {
  add(record);
  ++watched;
  watched_plies += record.plies;
  lead_changes += details.lead_changes;
  capturing += details.capturing;
  add_to(clauses, details.clauses);
  if (record.unfinished || (record.ending.result != Result::South && record.ending.result != Result::North)) return;
  watched_won += record.plies;
  led_from += details.led_from;
}

void Tally::add(const Tally& other) {
  games += other.games;
  for (std::size_t i = 0; i < kResults; ++i) {
    results[i] += other.results[i];
    matches[i] += other.matches[i];
  }
  for (const auto& [number, count] : other.plies.sorted()) plies[number] += count;
  for (const auto& [row, counts] : other.endings)
    for (std::size_t i = 0; i < kResults; ++i) endings[row][i] += counts[i];
  for (std::uint64_t Tally::*const sum :
       {&Tally::starter_won, &Tally::starter_lost, &Tally::counted, &Tally::branching, &Tally::forced, &Tally::laps,
        &Tally::endless, &Tally::captured, &Tally::margin, &Tally::margin_squares, &Tally::watched, &Tally::watched_won,
        &Tally::watched_plies, &Tally::lead_changes, &Tally::led_from, &Tally::capturing})
    this->*sum += other.*sum;
  longest = std::max(longest, other.longest);
  add_to(clauses, other.clauses);
}

std::uint64_t Tally::all_matches() const { return std::accumulate(matches.begin(), matches.end(), std::uint64_t{0}); }

Interval wilson95(double p, std::uint64_t n) {
  const auto count = static_cast<double>(n);
  const double scale = 1 + kZ * kZ / count;
  const double middle = (p + kZ * kZ / (2 * count)) / scale;
  const double half = kZ * std::sqrt(p * (1 - p) / count + kZ * kZ / (4 * count * count)) / scale;
  return {std::max(0.0, middle - half), std::min(1.0, middle + half)};
}

double coin_test(std::uint64_t k, std::uint64_t n, bool& exact) {
  exact = n <= kMostExact;
  const std::uint64_t fewer = std::min(k, n - k);
  const auto m = static_cast<double>(fewer), all = static_cast<double>(n);
  if (!exact) {
    const double z = (all / 2 - m - 0.5) / std::sqrt(all / 4);
    return std::min(1.0, std::erfc(std::max(0.0, z) / std::sqrt(2.0)));
  }
  // From the likeliest of the cases down: each is the one above times j / (n - j + 1).
  double term = std::exp(std::lgamma(all + 1) - std::lgamma(m + 1) - std::lgamma(all - m + 1) - all * std::log(2.0));
  double sum = 0;
  for (double j = m; j >= 0 && term > sum * 1e-18; --j) {
    sum += term;
    term *= j / (all - j + 1);
  }
  return std::min(1.0, 2 * sum);
}

Difference difference(const Mean& a, const Mean& b) {
  Difference out;
  out.value = b.mean - a.mean;
  if (a.n < 2 || b.n < 2) return out;
  const double half = kZ * std::sqrt(a.sd * a.sd / static_cast<double>(a.n) + b.sd * b.sd / static_cast<double>(b.n));
  out.ci95 = {out.value - half, out.value + half};
  return out;
}

Statistics statistics(const Tally& tally) {
  Statistics out;
  describe_results(tally, out);
  describe_plies(tally, out);
  out.first = first_move(tally);
  out.captured_mean = per(tally.captured, tally.games);
  out.lead_changes_mean = per(tally.lead_changes, tally.watched);
  out.led_from_share = per(tally.led_from, tally.watched_won);
  out.capturing_share = per(tally.capturing, tally.watched_plies);
  return out;
}

}  // namespace mnc::engine
