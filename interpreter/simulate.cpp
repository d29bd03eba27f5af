// Plays many games on several threads and adds them up; see simulate.h.
#include "interpreter/simulate.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <map>
#include <mutex>
#include <system_error>
#include <thread>

#include "interpreter/watch.h"

namespace mnc::engine {
namespace {

// Games a thread takes at a time: enough that the counter they share is no bottleneck (a game takes 10 µs and more).
constexpr std::uint64_t kChunk = 16;

// What the threads of one simulation share.
class Shared {
 public:
  Shared(const SimulationPlan& plan, int threads) : plan_(plan), running_(threads) {}

  // The next games to play, as numbers from 0; false if there are none left.
  bool take(std::uint64_t& begin, std::uint64_t& end) {
    begin = next_.fetch_add(kChunk);
    end = std::min(begin + kChunk, plan_.games);
    return begin < plan_.games && !failed_;
  }
  void done() { done_.fetch_add(1, std::memory_order_relaxed); }
  [[nodiscard]] std::uint64_t all_done() const { return done_.load(std::memory_order_relaxed); }

  // Hands on the games of a chunk when all before it have been.
  void deliver(std::uint64_t begin, std::vector<PlayedGame> games) {
    const std::lock_guard lock(delivering_);
    waiting_.emplace(begin, std::move(games));
    for (auto first = waiting_.begin(); first != waiting_.end() && first->first == delivered_;
         first = waiting_.erase(first)) {
      plan_.record(first->second);
      delivered_ += kChunk;
    }
  }
  // After an interruption there are gaps.
  void deliver_rest() {
    for (const auto& [begin, games] : waiting_) plan_.record(games);
    waiting_.clear();
  }

  void finish(const Tally& tally) {
    const std::lock_guard lock(mutex_);
    total_.add(tally);
    --running_;
    finished_.notify_one();
  }
  // A thread ends for lack of memory, or because a game could not be recorded.
  void fail(std::exception_ptr error) {
    failed_ = true;
    const std::lock_guard lock(mutex_);
    error_ = std::move(error);
    --running_;
    finished_.notify_one();
  }
  [[nodiscard]] const std::exception_ptr& error() const { return error_; }
  bool wait(std::chrono::milliseconds time) {
    std::unique_lock lock(mutex_);
    return finished_.wait_for(lock, time, [this] { return running_ == 0; });
  }
  [[nodiscard]] Tally& total() { return total_; }

 private:
  const SimulationPlan& plan_;
  std::atomic<std::uint64_t> next_{0}, done_{0};
  std::mutex delivering_;  // guards waiting_ and delivered_
  std::map<std::uint64_t, std::vector<PlayedGame>> waiting_;
  std::uint64_t delivered_ = 0;
  std::atomic<bool> failed_{false};
  std::mutex mutex_;  // guards total_, running_ and error_
  std::exception_ptr error_;
  std::condition_variable finished_;
  Tally total_;
  int running_;
};

// What one thread plays with.
class Worker {
 public:
  Worker(const Game& game, const SimulationPlan& plan, const std::atomic<bool>& stop)
      : game_(game), plan_(plan), stop_(stop), table_(game, plan, stop) {
    // Otherwise compiled code plays whole games at random. The next round begins from where the last one ended.
    watch_ = plan.details || plan.record || !plan.players[0].is_random() || !plan.players[1].is_random() ||
             (plan.match && game.ruleset().has_rounds);
  }

  void run(Shared& shared) {
    std::uint64_t begin = 0, end = 0;
    while (!stop_ && shared.take(begin, end)) {
      std::vector<PlayedGame> played;
      for (std::uint64_t i = plan_.first + begin; i < plan_.first + end; ++i) {
        if (!(plan_.match ? match(i, played) : one(plan_.from, i, played))) break;
        shared.done();
      }
      if (plan_.record) shared.deliver(begin, std::move(played));
    }
    shared.finish(tally_);
  }

 private:
  // False if it was stopped.
  bool one(const Position& from, std::uint64_t number, std::vector<PlayedGame>& played) {
    last_ = {number, {}, {}};
    if (watch_) {
      GameDetails details;
      if (!table_.play(from, last_, plan_.details ? &details : nullptr)) return false;
      if (plan_.details) tally_.add(last_.record, details);
      else tally_.add(last_.record);
    } else {
      if (stop_.load(std::memory_order_relaxed)) return false;
      if (!games_ || plan_.match) games_ = game_.random_games(from);
      last_.record = games_->play(plan_.seed, number, plan_.max_plies, nullptr,
                                  SimulationPlan::counts_moves(plan_.match ? number / kMaxGamesInMatch : number));
      tally_.add(last_.record);
    }
    if (plan_.record) played.push_back(last_);
    return true;
  }

  // Its games have numbers of their own.
  bool match(std::uint64_t number, std::vector<PlayedGame>& played) {
    Result result = Result::None;
    const bool over = game_.ruleset().has_rounds ? rounds(number, played, result) : best_of(number, played, result);
    ++tally_.matches[static_cast<std::size_t>(result)];
    return over;
  }

  // Rounds until one of the rows of `match` says that it is over, or a round has no result.
  bool rounds(std::uint64_t number, std::vector<PlayedGame>& played, Result& result) {
    Position from = plan_.from;
    for (std::uint64_t i = 0; i < kMaxGamesInMatch; ++i) {
      if (!one(from, number * kMaxGamesInMatch + i, played)) return false;
      const GameRecord& record = last_.record;
      if (record.unfinished) return true;
      if (record.ending.result == Result::Void) {
        result = Result::Void;
        return true;
      }
      if (record.ending.endless) return true;
      Fired fired;
      const NextRound next = table_.next_round(last_, plan_.details ? &fired : nullptr);
      for (const std::uint16_t clause : fired) ++tally_.clauses[clause];
      result = next.result;
      if (result != Result::None) return true;
      from = next.start;
    }
    return true;
  }

  // Until somebody has won more than half of the games.
  bool best_of(std::uint64_t number, std::vector<PlayedGame>& played, Result& result) {
    std::array<int, 2> wins{};
    int starter = plan_.from.mover;
    for (std::uint64_t i = 0; i < kMaxGamesInMatch; ++i) {
      if (!one(started_by(plan_.from, starter), number * kMaxGamesInMatch + i, played)) return false;
      const Result game = last_.record.unfinished ? Result::None : last_.record.ending.result;
      if (game != Result::South && game != Result::North) continue;  // played again
      if (2 * ++wins[game == Result::South ? kSouth : kNorth] > game_.ruleset().match_games) {
        result = game;
        return true;
      }
      starter = next_starter(game_.ruleset(), starter, last_.record.last_mover, game);
    }
    return true;
  }

  const Game& game_;
  const SimulationPlan& plan_;
  const std::atomic<bool>& stop_;
  GameTable table_;
  std::unique_ptr<RandomGames> games_;  // from the start of the last game
  bool watch_ = false;
  Tally tally_;
  PlayedGame last_;
};

}  // namespace

Position started_by(const Position& from, int starter) {
  Position position = from;
  position.mover = static_cast<std::uint8_t>(starter);
  position.last_mover = static_cast<std::uint8_t>(1 - starter);
  return position;
}

Tally simulate(const Game& game, const SimulationPlan& plan, const std::atomic<bool>& stop,
               const std::function<void(std::uint64_t)>& progress) {
  const std::uint64_t useful = std::max<std::uint64_t>(1, (plan.games + kChunk - 1) / kChunk);
  const auto jobs = static_cast<int>(std::min<std::uint64_t>(static_cast<std::uint64_t>(plan.jobs), useful));
  Shared shared(plan, jobs);
  const auto work = [&] {
    try {
      Worker(game, plan, stop).run(shared);
    } catch (...) { shared.fail(std::current_exception()); }
  };
  std::vector<std::thread> threads;
  int missing = 0;
  for (int i = 0; i < jobs; ++i) {
    try {
      threads.emplace_back(work);
    } catch (const std::system_error&) {  // no more threads to be had: the others do it all
      ++missing;
    }
  }
  if (threads.empty()) work(), --missing;
  for (; missing > 0; --missing) shared.finish({});
  while (!shared.wait(std::chrono::milliseconds(100)))
    if (progress) progress(shared.all_done());
  for (std::thread& thread : threads) thread.join();
  if (shared.error()) std::rethrow_exception(shared.error());
  if (plan.record) shared.deliver_rest();
  return std::move(shared.total());
}

}  // namespace mnc::engine
