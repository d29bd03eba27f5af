// A program with its tables in one shape: moves, play, ends, perft, random games. One engine serves many threads; each
// call uses a machine of its own thread.
#pragma once

#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "interpreter/history.h"
#include "interpreter/machine.h"
#include "interpreter/random.h"

namespace mnc::engine {

// What game.cpp sees of an engine, whatever its shape.
class AnyEngine {
 public:
  virtual ~AnyEngine() = default;
  virtual void moves(const Position& position, std::vector<Move>& out) const = 0;
  [[nodiscard]] virtual bool play(Position& position, const Move& move, MoveReport& report) const = 0;
  [[nodiscard]] virtual Ending ending(const Position& position, int occurrences) const = 0;
  [[nodiscard]] virtual std::uint64_t perft(const Position& position, int depth) const = 0;
  virtual GameRecord play_random(const Position& from, std::uint64_t seed, std::uint64_t index, std::uint32_t max_plies,
                                 std::vector<Move>* record) const = 0;
};

// One for each shape, in its own source file.
std::unique_ptr<AnyEngine> make_engine_16(std::shared_ptr<const Program> program);
std::unique_ptr<AnyEngine> make_engine_32(std::shared_ptr<const Program> program);
std::unique_ptr<AnyEngine> make_engine_64(std::shared_ptr<const Program> program);
std::unique_ptr<AnyEngine> make_engine_128(std::shared_ptr<const Program> program);
std::unique_ptr<AnyEngine> make_engine_wide(std::shared_ptr<const Program> program);

// What an endless move makes of the game.
[[nodiscard]] inline Result endless_result(const Program& program, int mover) {
  switch (program.endless) {
    case 2: return mover == kSouth ? Result::North : Result::South;
    case 3: return mover == kSouth ? Result::South : Result::North;
    default: return Result::Void;
  }
}

template <class S>
class Engine final : public AnyEngine {
 public:
  explicit Engine(std::shared_ptr<const Program> program) : tables_(std::move(program)), p_(tables_.program) {
    vars_ = (kFirstDeclared + p_.variables.size() + 3) / 4 * 4;
  }

  void moves(const Position& position, std::vector<Move>& out) const override;
  [[nodiscard]] bool play(Position& position, const Move& move, MoveReport& report) const override;
  [[nodiscard]] Ending ending(const Position& position, int occurrences) const override;
  [[nodiscard]] std::uint64_t perft(const Position& position, int depth) const override;
  GameRecord play_random(const Position& from, std::uint64_t seed, std::uint64_t index, std::uint32_t max_plies,
                         std::vector<Move>* record) const override;

 private:
  // A machine and a history that belong to the caller until it is done; kept for the next caller.
  struct Worker {
    explicit Worker(const Tables<S>& tables) : machine(tables) {}
    Machine<S> machine;
    History history;
  };
  class Lease {
   public:
    explicit Lease(const Engine& engine) : engine_(engine) {
      const std::lock_guard lock(engine.mutex_);
      if (!engine.idle_.empty()) {
        worker_ = std::move(engine.idle_.back());
        engine.idle_.pop_back();
      } else {
        worker_ = std::make_unique<Worker>(engine.tables_);
      }
    }
    ~Lease() {
      const std::lock_guard lock(engine_.mutex_);
      engine_.idle_.push_back(std::move(worker_));
    }
    Lease(const Lease&) = delete;
    Lease& operator=(const Lease&) = delete;
    Worker* operator->() const { return worker_.get(); }

   private:
    const Engine& engine_;
    std::unique_ptr<Worker> worker_;
  };

  [[nodiscard]] std::uint64_t hash(const State<S>& s) const {
    return hash_state(s, tables_.hashed_pit_bytes, vars_, p_.flags.size());
  }
  [[nodiscard]] static std::int32_t undoable(const State<S>& s) {
    return s.vars[kWon] + s.vars[kWon + 1] - s.vars[kReserve] - s.vars[kReserve + 1];
  }
  [[nodiscard]] Move outward(Move move) const {
    if (move.origin >= 0) move.origin = p_.slot_of[static_cast<std::size_t>(move.origin)];
    return move;
  }
  [[nodiscard]] Move inward(Move move) const {
    if (move.origin >= 0) move.origin = p_.index_of[static_cast<std::size_t>(move.origin)];
    return move;
  }
  [[nodiscard]] bool irreversible(const State<S>& s, std::int32_t& before) const {
    const std::int32_t now = undoable(s);
    return std::exchange(before, now) != now;
  }
  std::uint64_t count(Worker& worker, const State<S>& s, int depth) const;

  Tables<S> tables_;
  const Program& p_;
  std::size_t vars_ = 0;
  mutable std::mutex mutex_;
  mutable std::vector<std::unique_ptr<Worker>> idle_;
};

template <class S>
void Engine<S>::moves(const Position& position, std::vector<Move>& out) const {
  const Lease worker(*this);
  State<S> s;
  load(p_, position, s);
  const auto found = worker->machine.legal(s, s.mover);
  out.clear();
  for (int i = 0; i < found.count; ++i) out.push_back(outward(worker->machine.move(found, i)));
  std::stable_sort(out.begin(), out.end(), [](const Move& a, const Move& b) { return a.kind != b.kind ? a.kind < b.kind : a.origin < b.origin; });
}

// False if the move is endless; the position is then left as it was.
template <class S>
bool Engine<S>::play(Position& position, const Move& move, MoveReport& report) const {
  const Lease worker(*this);
  State<S> s;
  load(p_, position, s);
  report.endless = worker->machine.play(s, inward(move)) == Status::Endless;
  report.laps = worker->machine.laps();
  report.captured = worker->machine.captured();
  report.again = worker->machine.again();
  if (report.endless) return false;
  store(p_, s, position);
  return true;
}

template <class S>
Ending Engine<S>::ending(const Position& position, int occurrences) const {
  const Lease worker(*this);
  State<S> s;
  load(p_, position, s);
  return worker->machine.ending(s, occurrences, nullptr);
}

template <class S>
std::uint64_t Engine<S>::perft(const Position& position, int depth) const {
  const Lease worker(*this);
  State<S> s;
  load(p_, position, s);
  worker->history.clear();
  return count(*worker.operator->(), s, depth);
}

// INVARIANT: the history holds the positions on the way here, and no others.
template <class S>
std::uint64_t Engine<S>::count(Worker& worker, const State<S>& s, int depth) const {
  if (depth <= 0) return 1;
  const std::uint64_t here = p_.uses_occurrences ? hash(s) : 0;
  const int occurrences = p_.uses_occurrences ? worker.history.add(here) : 1;
  std::uint64_t sum = 0;
  const auto found = worker.machine.legal(s, s.mover);
  if (found.count != 0 && worker.machine.ending(s, occurrences, &found).result == Result::None) {
    if (depth == 1) {
      sum = static_cast<std::uint64_t>(found.count);
    } else {
      std::vector<Move> list;
      for (int i = 0; i < found.count; ++i) list.push_back(worker.machine.move(found, i));
      for (const Move& move : list) {
        State<S> next = s;
        if (worker.machine.play(next, move) != Status::Endless) sum += count(worker, next, depth - 1);
      }
    }
  }
  if (p_.uses_occurrences) worker.history.remove(here);
  return sum;
}

template <class S>
GameRecord Engine<S>::play_random(const Position& from, std::uint64_t seed, std::uint64_t index, std::uint32_t max_plies,
                                  std::vector<Move>* record) const {
  const Lease lease(*this);
  Machine<S>& machine = lease->machine;
  History& history = lease->history;
  GameRecord out;
  Random random(seed, index);
  State<S> s;
  load(p_, from, s);
  history.clear();
  std::int32_t fixed = undoable(s);
  for (;;) {
    int occurrences = 1;
    if (p_.uses_occurrences) {
      if (irreversible(s, fixed)) history.clear();
      occurrences = history.add(hash(s));
    }
    const auto found = machine.legal(s, s.mover);
    out.ending = machine.ending(s, occurrences, &found);
    if (out.ending.result != Result::None) break;
    if (found.count == 0) {  // the rules do not say what happens now
      out.ending.result = Result::Void;
      break;
    }
    if (out.plies >= max_plies) {
      out.unfinished = true;
      break;
    }
    const Move move = machine.move(found, found.count == 1 ? 0 : static_cast<int>(random.below(static_cast<std::uint32_t>(found.count))));
    if (record != nullptr) record->push_back(outward(move));
    ++out.plies;
    out.branching += static_cast<std::uint64_t>(found.count);
    out.forced += found.count == 1;
    const int mover = s.mover;
    if (machine.play(s, move) == Status::Endless) {
      ++out.endless;
      out.ending.endless = true;
      out.ending.result = endless_result(p_, mover);
      break;
    }
    out.laps += machine.laps();
    out.longest = std::max(out.longest, machine.laps());
    out.captured += machine.captured();
  }
  return out;
}

}  // namespace mnc::engine
