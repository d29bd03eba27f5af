// Runs the code of a program on one state. The play path neither allocates nor throws; only a question in the middle of
// a move that is being tried out puts a copy of the state aside.
// Comes in: tables, a state, an entry. Goes out: the state changed, and what happened.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#include "interpreter/clauses.h"
#include "interpreter/counts.h"
#include "interpreter/history.h"
#include "interpreter/jit.h"
#include "interpreter/position.h"
#include "interpreter/random.h"
#include "interpreter/tables.h"

namespace mnc::engine {

enum class Status : std::uint8_t { Done, Fail, Endless, FirstLap, Row };  // Row: of `end`, holds
static_assert(static_cast<std::uint64_t>(Status::Row) == Jit::kRow);

// Alternatives that one starting pit and its choices may branch into by questions; further ones are not offered.
inline constexpr int kMaxAlternatives = 4096;

// What a piece of code works on besides the state: plain data, which compiled code finds by its offsets.
template <class S>
struct Frame {
  using Mask = typename S::Mask;
  std::array<std::int32_t, kMaxRegisters> numbers{};
  Mask result = 0;                   // of compiled code that leaves a set of pits
  Mask first_captured = 0;           // pits captured up to the end of the first lap
  std::array<Mask, kMaxFirstNeeds> first_need{};
  std::array<bool, kMaxFirstNeeds> first_needed{};
  std::uint32_t missed = 0;          // preferences, by number
  std::int32_t occurrences = 1;      // of the position
  bool again = false;
  void* machine = nullptr;
};

template <class S>
class Machine {
 public:
  using Mask = typename S::Mask;
  using Count = typename S::Count;

  explicit Machine(const Tables<S>& tables) : t_(tables), p_(tables.program), sets_(kMaskBase + tables.masks.size()) {
    std::copy(tables.masks.begin(), tables.masks.end(), sets_.begin() + kMaskBase);
    f_.machine = this;

    moves_.reserve(256);
  }
  // Compiled code of the same program is used where there is some; null: none.
  void use(const Jit* jit) {
    jit_ = jit;
    if (nested_) nested_->use(jit);
  }
  // The numbers of the questions that a move answers, in order; compiled code does not keep them.
  void note_questions(std::vector<int>* numbers) { asked_for_ = numbers; }
  // Where a noting program notes which clauses fire; null: nowhere.
  void note_clauses(Fired* fired) { fired_ = fired; }
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;

  // The legal moves of player `who` in state s, as if it were their turn. If all of them are starting pits of one kind
  // without choices they stand in `simple` only (kind simple_kind); else in moves().
  struct Legal {
    int count = 0;
    bool simple = false;
    int kind = 0;       // index into PlayerCode::kinds
    Mask origins = 0;
  };
  Legal legal(const State<S>& s, int who);
  [[nodiscard]] const std::vector<Move>& moves() const { return legal_moves_; }
  // Move number n of what legal() found last.
  [[nodiscard]] Move move(const Legal& found, int n) const {
    if (!found.simple) return legal_moves_[static_cast<std::size_t>(n)];
    Move m;
    m.kind = static_cast<std::uint8_t>(found.kind);
    m.origin = static_cast<Slot>(nth_bit(found.origins, n));
    return m;
  }

  // legal() and ending() of the player to move in one, where both are compiled; Unknown: ask them.
  enum class Turn : std::uint8_t { Open, Over, Unknown };
  Turn turn(const State<S>& s, int occurrences, Legal& out);

  // Plays a legal move (its origin an index, its kind an index into PlayerCode::kinds) and passes the turn on.
  Status play(State<S>& s, const Move& move);
  [[nodiscard]] std::uint32_t laps() const { return static_cast<std::uint32_t>(f_.numbers[kLap]); }
  [[nodiscard]] std::uint32_t captured() const { return static_cast<std::uint32_t>(f_.numbers[kCaptured]); }
  [[nodiscard]] bool again() const { return f_.again; }

  // A move drawn at random, and what it leads to.
  struct Drawn {
    Move move;
    State<S> after;
    Status status = Status::Done;
    std::uint32_t laps = 0, captured = 0;
    int count = 0;      // legal moves there were; 0: that was not found out
  };
  // Draws uniformly from the legal moves of the player to move and plays the move; false if there is none. Where the
  // position does not tell what is legal, moves are drawn and tried until one is.
  bool draw(const State<S>& s, Random& random, Drawn& out);

  // How the game stands for the player to move. occurrences: of this position. known: what legal(s, s.mover) found, if
  // that has been asked already, else null.
  Ending ending(const State<S>& s, int occurrences, const Legal* known);
  // The same after compiled code has found the row that holds (Status::Row).
  Ending ending_found(const State<S>& s);

  // From the position in which a round ended to that in which the next begins, but for the player to move; None, or
  // the result of the match. start: of the game.
  Result next_round(State<S>& s, const State<S>& start, int occurrences);

  // Compiled code plays on at random as far as it can (see Jit::playout); false if there is none.
  bool playout(State<S>& s, JitPlayout& game, Status& status, int& occurrences);
  // Compiled perft of a depth of at least 1; false if there is none.
  bool perft(const State<S>& s, JitPerft& game, std::uint64_t& sum);
  // The answer to the next question of the move that is played or tried out; a trial goes on to the others later.
  int answer(int answers);
  // Likewise the pit that is picked out of a set that is not empty: its index.
  int pick(Mask pits);
  // Likewise a number; at most kMaxAnswers are offered, up to 254.
  int pick_number(int low, int high);
  // What compiled code asks for; see JitCalls.
  static JitCalls calls(const Tables<S>& tables);
  static JitShape shape(const Tables<S>& tables);

  // What the winner clause compares, by player; without one: won and in store.
  [[nodiscard]] std::array<int, 2> measure(const State<S>& s);
  // What a player has won and in store.
  [[nodiscard]] int seeds_of(const State<S>& s, std::size_t player) const;

  // Whether a player has a legal move of one of the kinds (a bit set, 0: any), as if it were their turn.
  bool has_move(const State<S>& s, int who, std::uint32_t kinds);

 private:
  struct Found { Move move; std::uint32_t applies, missed; };
  Ending conclude(const State<S>& s);
  // running code
  Status run(Entry pc, State<S>& s);
  Status run_move(Purpose purpose, Entry entry, State<S>& s, int origin);
  [[nodiscard]] Jit::Function compiled(Purpose purpose, Entry entry) const { return jit_ == nullptr ? nullptr : jit_->find(purpose, entry); }
  bool holds(Entry test, const State<S>& s);
  Mask pits_of(Entry code, std::uint16_t set, const State<S>& s);
  void fire(int pit, State<S>& s);
  void fire_all(Mask pits, State<S>& s) {
    for (Mask m = pits & t_.triggered; m != 0; m &= m - 1) fire(lowest_bit(m), s);
  }
  int take(Mask pits, State<S>& s);
  static Index past(const TrackTable<S>& track, Index pit, Mask set, int direction);
  int start_sowing(const Instruction& in);
  Status sow_each(const Instruction& in, State<S>& s, int first);
  void shift(const Instruction& in, State<S>& s);
  void swap_sides(State<S>& s);
  Result by_winner_clause();
  bool can(const State<S>& s, int who, std::uint32_t kinds);
  Mask targets(const State<S>& s, int who, std::uint32_t kinds);
  Machine& nested();
  // finding moves
  void reset_registers();
  void set_up(const KindCode& kind, const Move& move);
  int phase(const State<S>& s, int who);
  bool opens(const State<S>& s, const KindCode& kind);
  Need activate(const State<S>& s, const KindCode& kind);
  bool simple_kind(const State<S>& s, const KindCode& kind, Legal& out);
  void find_rank(const State<S>& s, const PlayerCode& player, const std::vector<int>& rank, bool one_is_enough);
  void add_kind(const State<S>& s, const KindCode& kind, int number);
  void add_origins(const State<S>& s, const KindCode& kind, int number);
  bool propose(const State<S>& s, const PlayerCode& player, const std::vector<int>& rank, bool& certain);
  bool attempt(const State<S>& s, const Move& move, Drawn& out);
  template <class List, class MoveOf>
  static void put_in_order(List& list, const MoveOf& move_of);
  void pass_on(State<S>& s);
  bool add_scanned(const State<S>& s, const KindCode& kind, Move move);
  void choose(const State<S>& s, const KindCode& kind, Move move);
  void add_candidate(const State<S>& s, const KindCode& kind, const Move& move);
  void try_out(const State<S>& s, const KindCode& kind);
  void finish_trial(const KindCode& kind, Status status);
  int filter();
  bool enough() const { return one_is_enough_ && !moves_.empty(); }
  Mask find_targets(const State<S>& s, int who, std::uint32_t kinds);
  void add_target(const State<S>& s, const KindCode& kind, const Move& move);
  int next_answer(const std::uint8_t* codes, int count);

  const Tables<S>& t_;
  const Program& p_;
  Frame<S> f_;
  std::vector<Mask> sets_;
  const Jit* jit_ = nullptr;
  std::vector<int>* asked_for_ = nullptr;
  Fired* fired_ = nullptr;
  bool playing_ = false;             // a move or an end is for real
  bool firing_ = false;              // the steps of a trigger are being done
  std::unique_ptr<Machine> nested_;  // for questions about other moves
  // trials
  bool exploring_ = false;           // questions fork
  bool attempting_ = false;          // a trial goes on to the end of the move
  bool first_lap_only_ = false;
  Need need_ = Need::Nothing;
  State<S> trial_;
  std::uint32_t applies_ = 0, active_ = 0;  // preferences, by number
  Move current_;
  std::size_t asked_ = 0;            // answers of current_ already used
  std::vector<Move> forks_;          // the same candidate with other answers to its questions
  int alternatives_ = 0;             // forks of one candidate
  bool one_is_enough_ = false;
  std::vector<Found> moves_;
  std::vector<Move> legal_moves_;
  Mask* targets_ = nullptr;
  struct { State<S> state{}; int who = -1; std::uint32_t kinds = 0; Mask found = 0; } known_targets_;  // asked last: rules ask again
  // ends
  const Legal* known_legal_ = nullptr;
  int row_ = -1;
  Entry resume_ = kNoCode;
  Result result_ = Result::None;
  std::array<int, 2> measure_{};  // what Measure leaves
  State<S> final_;
};

}  // namespace mnc::engine

#include "interpreter/machine_seeds.h"
#include "interpreter/machine_run.h"
#include "interpreter/machine_moves.h"
#include "interpreter/machine_questions.h"
#include "interpreter/machine_compiled.h"
#include "interpreter/machine_draw.h"
