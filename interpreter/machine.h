// Runs the code of a program on one state. The play path neither allocates nor throws; only a question in the middle of
// a move that is being tried out puts a copy of the state aside.
// Comes in: tables, a state, an entry. Goes out: the state changed, and what happened.
#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <vector>

#include "interpreter/position.h"
#include "interpreter/tables.h"

namespace mnc::engine {

enum class Status : std::uint8_t { Done, Fail, Endless, FirstLap };

// Alternatives that one starting pit and its choices may branch into by questions; further ones are not offered.
inline constexpr int kMaxAlternatives = 4096;

template <class S>
class Machine {
 public:
  using Mask = typename S::Mask;
  using Count = typename S::Count;

  explicit Machine(const Tables<S>& tables) : t_(tables), p_(tables.program), sets_(kMaskBase + tables.masks.size()) {
    std::copy(tables.masks.begin(), tables.masks.end(), sets_.begin() + kMaskBase);
    numbers_.fill(0);
    moves_.reserve(256);
  }
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

  // Plays a legal move (its origin an index, its kind an index into PlayerCode::kinds) and passes the turn on.
  Status play(State<S>& s, const Move& move);
  [[nodiscard]] std::uint32_t laps() const { return static_cast<std::uint32_t>(numbers_[kLap]); }
  [[nodiscard]] std::uint32_t captured() const { return static_cast<std::uint32_t>(numbers_[kCaptured]); }
  [[nodiscard]] bool again() const { return again_; }

  // How the game stands for the player to move. occurrences: of this position. known: what legal(s, s.mover) found, if
  // that has been asked already, else null.
  Ending ending(const State<S>& s, int occurrences, const Legal* known);

  // Whether a player has a legal move of one of the kinds (a bit set, 0: any), as if it were their turn.
  bool has_move(const State<S>& s, int who, std::uint32_t kinds);

 private:
  struct Found { Move move; std::uint32_t applies, missed; };
  struct Fork {
    State<S> state;
    std::array<std::int32_t, kFirstTemporary> numbers;
    Mask first_captured;
    Move move;
    std::uint32_t missed;
    Entry pc;
    bool again;
  };

  // running code
  Status run(Entry pc, State<S>& s);
  bool holds(Entry test, const State<S>& s);
  Mask pits_of(Entry code, std::uint16_t set, const State<S>& s);
  void fire(int pit, State<S>& s);
  void fire_all(Mask pits, State<S>& s) {
    for (Mask m = pits & t_.triggered; m != 0; m &= m - 1) fire(lowest_bit(m), s);
  }
  int take(Mask pits, State<S>& s);
  int start_sowing(const Instruction& in);
  Status sow_each(const Instruction& in, State<S>& s, int first);
  int seeds_of(const State<S>& s, std::size_t player) const;
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
  void choose(const State<S>& s, const KindCode& kind, Move move);
  void add_candidate(const State<S>& s, const KindCode& kind, const Move& move);
  void try_out(const State<S>& s, const KindCode& kind);
  void finish_trial(const KindCode& kind, Status status);
  int filter();
  bool enough() const { return one_is_enough_ && !moves_.empty(); }
  Mask find_targets(const State<S>& s, int who, std::uint32_t kinds);
  void add_target(const State<S>& s, const KindCode& kind, const Move& move);

  const Tables<S>& t_;
  const Program& p_;
  std::array<std::int32_t, kMaxRegisters> numbers_;
  std::vector<Mask> sets_;
  bool again_ = false;
  std::unique_ptr<Machine> nested_;  // for questions about other moves
  // trials
  bool exploring_ = false;           // questions fork
  bool first_lap_only_ = false;
  Need need_ = Need::Nothing;
  State<S> trial_;
  Mask first_captured_ = 0;          // pits captured up to the end of the first lap
  std::array<Mask, kMaxFirstNeeds> first_need_{};
  std::array<bool, kMaxFirstNeeds> first_needed_{};
  std::uint32_t missed_ = 0, applies_ = 0, active_ = 0;  // preferences, by number
  Move current_;
  int asked_ = 0;                    // answers of current_ already used
  std::vector<Fork> forks_;
  int alternatives_ = 0;             // forks of one candidate
  bool one_is_enough_ = false;
  std::vector<Found> moves_;
  std::vector<Move> legal_moves_;
  Mask* targets_ = nullptr;
  // ends
  const Legal* known_legal_ = nullptr;
  int occurrences_ = 1;
  int row_ = -1;
  Entry resume_ = kNoCode;
  Result result_ = Result::None;
  std::array<int, 2> measure_{};
  State<S> final_;
};

}  // namespace mnc::engine

#include "interpreter/machine_run.h"
#include "interpreter/machine_moves.h"
