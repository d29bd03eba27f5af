// A program with its tables in one shape: moves, play, ends, perft, random games. One engine serves many threads; each
// call uses a machine of its own thread.
#pragma once

#include <cstring>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "interpreter/history.h"
#include "interpreter/line.h"
#include "interpreter/machine.h"
#include "interpreter/random.h"

namespace mnc::engine {

// What game.cpp sees of an engine, whatever its shape.
class AnyEngine {
 public:
  virtual ~AnyEngine() = default;
  virtual void moves(const Position& position, std::vector<Move>& out, Fired* fired) const = 0;
  [[nodiscard]] virtual bool play(Position& position, const Move& move, MoveReport& report, Fired* fired) const = 0;
  [[nodiscard]] virtual std::vector<int> questions(const Position& position, const Move& move) const = 0;
  [[nodiscard]] virtual Ending ending(const Position& position, int occurrences, Fired* fired) const = 0;
  [[nodiscard]] virtual Result next_round(Position& position, int occurrences, Fired* fired) const = 0;
  [[nodiscard]] virtual std::uint64_t perft(const Position& position, int depth) const = 0;
  [[nodiscard]] virtual std::uint32_t interpreted() const = 0;
  [[nodiscard]] virtual std::unique_ptr<RandomGames> random_games(const Position& from) const = 0;
  // fired: as for Game::line.
  [[nodiscard]] virtual std::unique_ptr<Line> line(Fired* fired) const = 0;
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
    case 4: return Result::Draw;
    default: return Result::Void;
  }
}

template <class S>
class EngineLine;
template <class S>
class EngineGames;

template <class S>
class Engine final : public AnyEngine {
  friend class EngineLine<S>;
  friend class EngineGames<S>;

 public:
  explicit Engine(std::shared_ptr<const Program> program) : tables_(std::move(program)), p_(tables_.program) {
    vars_ = hashed_vars(p_);
    for (const PlayerCode& player : p_.players)
      for (const KindCode& kind : player.kinds) {
        tries_ = tries_ || kind.need == Need::Whole || kind.asks;
        draws_ = draws_ || !kind.is_plain();
      }
  }

  void moves(const Position& position, std::vector<Move>& out, Fired* fired) const override;
  [[nodiscard]] bool play(Position& position, const Move& move, MoveReport& report, Fired* fired) const override;
  [[nodiscard]] std::vector<int> questions(const Position& position, const Move& move) const override;
  [[nodiscard]] Ending ending(const Position& position, int occurrences, Fired* fired) const override;
  [[nodiscard]] Result next_round(Position& position, int occurrences, Fired* fired) const override;
  [[nodiscard]] std::uint64_t perft(const Position& position, int depth) const override;
  [[nodiscard]] std::uint32_t interpreted() const override {
    compile();
    return jit_ ? jit_->interpreted() : ~std::uint32_t{0};
  }
  [[nodiscard]] std::unique_ptr<RandomGames> random_games(const Position& from) const override;
  [[nodiscard]] std::unique_ptr<Line> line(Fired* fired) const override;

 private:
  GameRecord play_on(Machine<S>& machine, History& history, State<S>& s, Random& random, std::uint32_t max_plies,
                     std::vector<Move>* record, bool count_moves) const;

  // A machine and a history that belong to the caller until it is done; kept for the next caller.
  struct Worker {
    explicit Worker(const Tables<S>& tables) : machine(tables) {}
    Machine<S> machine;
    History history;
    Path path;
  };
  class Lease {
   public:
    // compile: for much play, so that the program is worth compiling.
    explicit Lease(const Engine& engine, bool compile = false) : engine_(engine) {
      if (compile) engine.compile();
      const std::lock_guard lock(engine.mutex_);
      if (!engine.idle_.empty()) {
        worker_ = std::move(engine.idle_.back());
        engine.idle_.pop_back();
      } else {
        worker_ = std::make_unique<Worker>(engine.tables_);
      }
      worker_->machine.use(engine.jit_.get());
      worker_->machine.note_clauses(nullptr);
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
    return hash_state(s, tables_.hashed_pit_bytes, vars_, p_.flags.size(), p_.seeds_return);
  }
  // Won and reserve, if they never come back.
  [[nodiscard]] std::uint64_t fixed_part(const State<S>& s) const {
    std::uint64_t all = 0;
    if (!p_.seeds_return) std::memcpy(&all, s.vars, sizeof all);
    return all;
  }
  [[nodiscard]] Move outward(Move move) const {
    if (move.origin >= 0) move.origin = p_.slot_of[static_cast<std::size_t>(move.origin)];
    return move;
  }
  [[nodiscard]] Move inward(Move move) const {
    if (move.origin >= 0) move.origin = p_.index_of[static_cast<std::size_t>(move.origin)];
    return move;
  }
  void compile() const {
    if (p_.notes) return;  // compiled code does not note
    std::call_once(compiled_, [this] {
      JitCalls calls = Machine<S>::calls(tables_);
      calls.count = &Engine::count_behind;
      auto jit = Jit::make(p_, Machine<S>::shape(tables_), calls);
      const std::lock_guard lock(mutex_);
      jit_ = std::move(jit);
    });
  }
  std::uint64_t count(Worker& worker, const State<S>& s, int depth) const;
  static std::uint64_t count_behind(void* perft, const void* state);

  std::uint64_t count_moves(Worker& worker, const State<S>& s, const typename Machine<S>::Legal& found, int depth) const;

  Tables<S> tables_;
  const Program& p_;
  std::size_t vars_ = 0;
  bool draws_ = false;               // some kinds of moves are not plain
  bool tries_ = false;               // some moves must be played to the end to see whether they are legal
  mutable std::once_flag compiled_;
  mutable std::unique_ptr<const Jit> jit_;
  mutable std::mutex mutex_;
  mutable std::vector<std::unique_ptr<Worker>> idle_;
};

template <class S>
void Engine<S>::moves(const Position& position, std::vector<Move>& out, Fired* fired) const {
  const Lease worker(*this);
  worker->machine.note_clauses(fired);
  State<S> s;
  load(p_, position, s);
  const auto found = worker->machine.legal(s, s.mover);
  out.clear();
  for (int i = 0; i < found.count; ++i) out.push_back(outward(worker->machine.move(found, i)));
  std::stable_sort(out.begin(), out.end(), [](const Move& a, const Move& b) { return a.kind != b.kind ? a.kind < b.kind : a.origin < b.origin; });
}

// False if the move is endless; the position is then left as it was.
template <class S>
bool Engine<S>::play(Position& position, const Move& move, MoveReport& report, Fired* fired) const {
  const Lease worker(*this);
  worker->machine.note_clauses(fired);
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
std::vector<int> Engine<S>::questions(const Position& position, const Move& move) const {
  const Lease worker(*this);
  State<S> s;
  load(p_, position, s);
  std::vector<int> numbers;
  worker->machine.use(nullptr);
  worker->machine.note_questions(&numbers);
  worker->machine.play(s, inward(move));
  worker->machine.note_questions(nullptr);
  return numbers;
}

template <class S>
Ending Engine<S>::ending(const Position& position, int occurrences, Fired* fired) const {
  const Lease worker(*this);
  worker->machine.note_clauses(fired);
  State<S> s;
  load(p_, position, s);
  return worker->machine.ending(s, occurrences, nullptr);
}

template <class S>
Result Engine<S>::next_round(Position& position, int occurrences, Fired* fired) const {
  const Lease worker(*this);
  worker->machine.note_clauses(fired);
  State<S> s, start;
  load(p_, position, s);
  load(p_, p_.start, start);
  const Result result = worker->machine.next_round(s, start, occurrences);
  store(p_, s, position);
  return result;
}

template <class S>
std::uint64_t Engine<S>::perft(const Position& position, int depth) const {
  const Lease worker(*this, true);
  State<S> s;
  load(p_, position, s);
  worker->path.clear();
  if (depth <= 0) return 1;
  std::vector<JitPerft::Step> steps(static_cast<std::size_t>(depth) + 1);
  JitPerft game{steps.data(), steps.data(), depth, this, worker.operator->()};
  std::uint64_t sum = 0;
  if (worker->machine.perft(s, game, sum)) return sum;
  return count(*worker.operator->(), s, depth);
}

// Where compiled code does not know what to do with a position: the rest of its counting.
template <class S>
std::uint64_t Engine<S>::count_behind(void* perft, const void* state) {
  const JitPerft& game = *static_cast<const JitPerft*>(perft);
  Worker& worker = *static_cast<Worker*>(game.worker);
  const auto& engine = *static_cast<const Engine*>(game.engine);
  worker.path.clear();
  for (const JitPerft::Step* step = game.first; step + 1 < game.path; ++step) worker.path.add(step->hash, step->fixed);
  return engine.count(worker, *static_cast<const State<S>*>(state), game.depth);
}

// INVARIANT: the history holds the positions on the way here, and no others.
template <class S>
std::uint64_t Engine<S>::count(Worker& worker, const State<S>& s, int depth) const {
  if (depth <= 0) return 1;
  const int occurrences = p_.uses_occurrences ? worker.path.add(hash(s), fixed_part(s)) : 1;
  std::uint64_t sum = 0;
  typename Machine<S>::Legal found;
  auto turn = worker.machine.turn(s, occurrences, found);
  if (turn == Machine<S>::Turn::Unknown) {
    found = worker.machine.legal(s, s.mover);
    const bool over = found.count == 0 || worker.machine.ending(s, occurrences, &found).result != Result::None;
    turn = over ? Machine<S>::Turn::Over : Machine<S>::Turn::Open;
  }
  if (turn == Machine<S>::Turn::Open) {
    if (depth == 1) sum = static_cast<std::uint64_t>(found.count);
    else sum = count_moves(worker, s, found, depth);
  }
  if (p_.uses_occurrences) worker.path.remove_last();
  return sum;
}

template <class S>
std::uint64_t Engine<S>::count_moves(Worker& worker, const State<S>& s, const typename Machine<S>::Legal& found, int depth) const {
  std::uint64_t sum = 0;
  const auto after = [&](const Move& move) {
    State<S> next = s;
    if (worker.machine.play(next, move) != Status::Endless) sum += count(worker, next, depth - 1);
  };
  if (found.simple) {
    Move move;
    move.kind = static_cast<std::uint8_t>(found.kind);
    for (auto rest = found.origins; rest != 0; rest &= rest - 1) {
      move.origin = static_cast<Slot>(lowest_bit(rest));
      after(move);
    }
    return sum;
  }
  const std::vector<Move> list = worker.machine.moves();
  for (const Move& move : list) after(move);
  return sum;
}

// From a position to the end at random; what was there before does not count.
template <class S>
GameRecord Engine<S>::play_on(Machine<S>& machine, History& history, State<S>& s, Random& random, std::uint32_t max_plies,
                              std::vector<Move>* record, bool count_moves) const {
  GameRecord out;
  out.starter = static_cast<std::uint8_t>(s.mover);
  history.clear();
  JitPlayout fast;
  fast.history = &history;
  fast.max_plies = max_plies;
  fast.count_moves = count_moves ? 1 : 0;
  fast.fixed = fixed_part(s);
  typename Machine<S>::Drawn drawn;
  for (;;) {
    int occurrences = 1;
    Status status = Status::Done;
    fast.random = random.state();
    fast.plies = out.plies;
    fast.table = history.table();
    if (record == nullptr && machine.playout(s, fast, status, occurrences)) {
      history.table() = fast.table;
      random.set_state(fast.random);
      out.plies = fast.plies;
      if (status == Status::Endless) {
        out.ending.final_seeds = {static_cast<int>(fast.seeds[0]), static_cast<int>(fast.seeds[1])};
        ++out.endless;
        out.ending.endless = true;
        out.ending.result = endless_result(p_, s.mover);
        break;
      }
      if (status == Status::Row) {
        out.ending = machine.ending_found(s);
        break;
      }
    } else if (p_.uses_occurrences) {
      const std::uint64_t now = fixed_part(s);
      if (std::exchange(fast.fixed, now) != now) history.clear();
      occurrences = history.add(hash(s));
    }
    typename Machine<S>::Legal found;
    const bool open = machine.turn(s, occurrences, found) == Machine<S>::Turn::Open;
    const bool drawn_so = !open && draws_ && out.plies < max_plies;
    if (drawn_so) found.count = machine.draw(s, random, drawn) ? 1 : 0;  // at least
    else if (!open) found = machine.legal(s, s.mover);
    const bool stops = found.count == 0 || out.plies >= max_plies;
    if (!open || stops) {
      out.ending = machine.ending(s, occurrences, &found);
      if (out.ending.result != Result::None) break;
    }
    if (stops) {  // with no move the rules do not say what happens now
      if (found.count == 0) out.ending.result = Result::Void;
      else out.unfinished = true;
      break;
    }
    out.ending.final_seeds = {machine.seeds_of(s, 0), machine.seeds_of(s, 1)};
    if (!drawn_so) {
      drawn.move = machine.move(found, found.count == 1 ? 0 : static_cast<int>(random.below(static_cast<std::uint32_t>(found.count))));
      drawn.after = s;
      drawn.status = machine.play(drawn.after, drawn.move);
      drawn.laps = machine.laps(), drawn.captured = machine.captured();
      drawn.count = found.count;
    } else if (drawn.count == 0 && count_moves) {
      drawn.count = machine.legal(s, s.mover).count;
    }
    if (record != nullptr) record->push_back(outward(drawn.move));
    ++out.plies;
    out.branching += static_cast<std::uint64_t>(drawn.count);
    out.forced += drawn.count == 1;
    if (drawn.status == Status::Endless) {
      ++out.endless;
      out.ending.endless = true;
      out.ending.result = endless_result(p_, s.mover);
      break;
    }
    s = drawn.after;
    out.laps += drawn.laps;
    out.longest = std::max(out.longest, drawn.laps);
    out.captured += drawn.captured;
  }
  if (count_moves || !tries_) {
    out.counted = out.plies;
    out.branching += fast.branching;
    out.forced += fast.forced;
  } else {
    out.branching = out.forced = 0;
  }
  out.last_mover = s.last_mover;
  out.laps += fast.laps;
  out.longest = std::max(out.longest, fast.longest);
  out.captured += fast.captured;
  return out;
}

// RandomGames over one shape of state.
template <class S>
class EngineGames final : public RandomGames {
 public:
  EngineGames(const Engine<S>& engine, const Position& from) : engine_(engine), worker_(engine, true) { load(engine.p_, from, start_); }

  GameRecord play(std::uint64_t seed, std::uint64_t index, std::uint32_t max_plies, std::vector<Move>* record, bool count_moves) override {
    Random random(seed, index);
    State<S> s = start_;
    return engine_.play_on(worker_->machine, worker_->history, s, random, max_plies, record, count_moves);
  }

 private:
  const Engine<S>& engine_;
  typename Engine<S>::Lease worker_;
  State<S> start_;
};

template <class S>
std::unique_ptr<RandomGames> Engine<S>::random_games(const Position& from) const {
  return std::make_unique<EngineGames<S>>(*this, from);
}

}  // namespace mnc::engine

#include "interpreter/engine_line.h"
