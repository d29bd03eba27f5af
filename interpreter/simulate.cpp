// Plays many games on several threads and adds them up; see simulate.h.
#include "interpreter/simulate.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <mutex>
#include <system_error>
#include <thread>

#include "interpreter/quote.h"

namespace mnc::engine {
namespace {

// Games a thread takes at a time: enough that the counter they share is no bottleneck (a game takes 10 µs and more).
constexpr std::uint64_t kChunk = 16;

// Both players are random: the only ones there are so far.
GameRecord play_game(const Game& game, const SimulationPlan& plan, const Position& from, std::uint64_t index, bool count_moves) {
  return game.play_random(from, plan.seed, index, plan.max_plies, nullptr, count_moves);
}

void count_match(Result result, Tally& tally) {
  if (result == Result::South) ++tally.matches_south;
  if (result == Result::North) ++tally.matches_north;
}

// Rounds until one of the rows of `match` says that it is over, or a round has no result.
void play_rounds(const Game& game, const SimulationPlan& plan, std::uint64_t number, Tally& tally) {
  Position from = plan.from;
  for (std::uint64_t i = 0; i < kMaxGamesInMatch; ++i) {
    std::vector<Move> moves;
    const GameRecord record = game.play_random(from, plan.seed, number * kMaxGamesInMatch + i, plan.max_plies, &moves);
    tally.add(record);
    if (record.unfinished || record.ending.endless || record.ending.result == Result::Void) return;
    Session session(game, from);
    for (const Move& move : moves) session.play(move);
    const NextRound next = session.next_round();
    if (next.result != Result::None) return count_match(next.result, tally);
    from = next.start;
  }
}

// A match until somebody has won more than half of its games. Its games have indices of their own.
void play_match(const Game& game, const SimulationPlan& plan, std::uint64_t number, Tally& tally) {
  ++tally.matches;
  if (game.ruleset().has_rounds) return play_rounds(game, plan, number, tally);
  std::array<int, 2> wins{};
  int starter = plan.from.mover;
  for (std::uint64_t i = 0; i < kMaxGamesInMatch; ++i) {
    const GameRecord record = play_game(game, plan, started_by(plan.from, starter), number * kMaxGamesInMatch + i, plan.counts_moves(number));
    tally.add(record);
    const Result result = record.unfinished ? Result::None : record.ending.result;
    if (result != Result::South && result != Result::North) continue;  // played again
    const std::size_t winner = result == Result::South ? kSouth : kNorth;
    if (2 * ++wins[winner] > game.ruleset().match_games) return count_match(result, tally);
    starter = next_starter(game.ruleset(), starter, record.last_mover, result);
  }
}

// What the threads of one simulation share.
struct Shared {
  std::atomic<std::uint64_t> next{0}, done{0};
  std::mutex mutex;  // guards total and running
  std::condition_variable finished;
  Tally total;
  int running = 0;
};

void work(const Game& game, const SimulationPlan& plan, const std::atomic<bool>& stop, Shared& shared) {
  Tally mine;
  while (!stop.load(std::memory_order_relaxed)) {
    const std::uint64_t begin = shared.next.fetch_add(kChunk);
    if (begin >= plan.games) break;
    const std::uint64_t end = std::min(begin + kChunk, plan.games);
    for (std::uint64_t i = begin; i < end && !stop.load(std::memory_order_relaxed); ++i) {
      if (plan.match) play_match(game, plan, i, mine);
      else mine.add(play_game(game, plan, plan.from, i, plan.counts_moves(i)));
      shared.done.fetch_add(1, std::memory_order_relaxed);
    }
  }
  const std::lock_guard lock(shared.mutex);
  shared.total.add(mine);
  --shared.running;
  shared.finished.notify_one();
}

double per(double sum, std::uint64_t count) { return count == 0 ? 0 : sum / static_cast<double>(count); }

// The value of rank `rank` (from 0) of the games ordered by plies.
std::uint32_t at_rank(const Tally& tally, std::uint64_t rank) {
  for (const auto& [plies, games] : tally.plies) {
    if (rank < games) return plies;
    rank -= games;
  }
  return 0;
}

}  // namespace

Position started_by(const Position& from, int starter) {
  Position position = from;
  position.mover = static_cast<std::uint8_t>(starter);
  position.last_mover = static_cast<std::uint8_t>(1 - starter);
  return position;
}

std::string PlayerSpec::text() const {
  std::string result = name;
  for (const auto& [key, value] : settings)
    result += fmt::format("{}{}={}", &key == &settings[0].first ? ":" : ",", key, value);
  return result;
}

const std::vector<std::string>& player_names() {
  static const std::vector<std::string> kNames{"random"};
  return kNames;
}

std::variant<PlayerSpec, std::string> read_player(std::string_view text) {
  PlayerSpec spec;
  const std::size_t colon = text.find(':');
  spec.name = std::string(trimmed(text.substr(0, colon)));
  const std::vector<std::string>& known = player_names();
  if (std::find(known.begin(), known.end(), spec.name) == known.end()) {
    return fmt::format("there is no player {}; there is: {}", backquoted(spec.name), joined(known));
  }
  if (colon != std::string_view::npos) return fmt::format("the player `{}` has no settings", spec.name);
  return spec;
}

void Tally::add(const GameRecord& record) {
  ++games;
  ++results[static_cast<std::size_t>(record.unfinished ? Result::None : record.ending.result)];
  ++plies[record.plies];
  ++endings[record.unfinished ? -1 : record.ending.row];
  counted += record.counted;
  branching += record.branching;
  forced += record.forced;
  laps += record.laps;
  endless += record.endless;
  captured += record.captured;
  longest = std::max(longest, record.longest);
}

void Tally::add(const Tally& other) {
  games += other.games;
  for (std::size_t i = 0; i < results.size(); ++i) results[i] += other.results[i];
  for (const auto& [number, count] : other.plies) plies[number] += count;
  for (const auto& [row, count] : other.endings) endings[row] += count;
  counted += other.counted;
  branching += other.branching;
  forced += other.forced;
  laps += other.laps;
  endless += other.endless;
  captured += other.captured;
  longest = std::max(longest, other.longest);
  matches += other.matches;
  matches_south += other.matches_south;
  matches_north += other.matches_north;
}

Tally simulate(const Game& game, const SimulationPlan& plan, const std::atomic<bool>& stop,
               const std::function<void(std::uint64_t)>& progress) {
  Shared shared;
  const std::uint64_t useful = std::max<std::uint64_t>(1, (plan.games + kChunk - 1) / kChunk);
  const auto jobs = static_cast<int>(std::min<std::uint64_t>(static_cast<std::uint64_t>(plan.jobs), useful));
  std::vector<std::thread> threads;
  shared.running = jobs;
  for (int i = 0; i < jobs; ++i) {
    try {
      threads.emplace_back([&] { work(game, plan, stop, shared); });
    } catch (const std::system_error&) {  // no more threads to be had: the others do it all
      const std::lock_guard lock(shared.mutex);
      --shared.running;
    }
  }
  if (threads.empty()) {
    shared.running = 1;
    work(game, plan, stop, shared);
  }
  std::unique_lock lock(shared.mutex);
  while (!shared.finished.wait_for(lock, std::chrono::milliseconds(100), [&] { return shared.running == 0; })) {
    if (progress) progress(shared.done.load(std::memory_order_relaxed));
  }
  lock.unlock();
  for (std::thread& thread : threads) thread.join();
  return std::move(shared.total);
}

std::array<double, 2> wilson95(double p, std::uint64_t n) {
  constexpr double kZ = 1.959963984540054;  // the normal distribution's 97.5 % quantile
  const auto count = static_cast<double>(n);
  const double scale = 1 + kZ * kZ / count;
  const double middle = (p + kZ * kZ / (2 * count)) / scale;
  const double half = kZ * std::sqrt(p * (1 - p) / count + kZ * kZ / (4 * count * count)) / scale;
  return {std::max(0.0, middle - half), std::min(1.0, middle + half)};
}

Statistics statistics(const Tally& tally) {
  Statistics result;
  const auto count = [&](Result r) { return tally.results[static_cast<std::size_t>(r)]; };
  result.decided = count(Result::South) + count(Result::North) + count(Result::Draw);
  if (result.decided > 0) {
    const double points = static_cast<double>(count(Result::South)) + 0.5 * static_cast<double>(count(Result::Draw));
    result.south_score = points / static_cast<double>(result.decided);
    result.ci95 = wilson95(result.south_score, result.decided);
  }
  std::uint64_t plies = 0;
  for (const auto& [number, games] : tally.plies) plies += number * games;
  result.plies_mean = per(static_cast<double>(plies), tally.games);
  double squares = 0;
  for (const auto& [number, games] : tally.plies) {
    squares += static_cast<double>(games) * (number - result.plies_mean) * (number - result.plies_mean);
  }
  if (tally.games > 1) result.plies_sd = std::sqrt(squares / static_cast<double>(tally.games - 1));
  if (!tally.plies.empty()) {
    result.plies_min = tally.plies.begin()->first;
    result.plies_max = tally.plies.rbegin()->first;
    result.plies_median = (at_rank(tally, (tally.games - 1) / 2) + at_rank(tally, tally.games / 2)) / 2.0;
  }
  result.branching_mean = per(static_cast<double>(tally.branching), tally.counted);
  result.forced_share = per(static_cast<double>(tally.forced), tally.counted);
  result.laps_mean = per(static_cast<double>(tally.laps), plies);
  result.captured_mean = per(static_cast<double>(tally.captured), tally.games);
  return result;
}

}  // namespace mnc::engine
