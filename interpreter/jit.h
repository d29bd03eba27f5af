// Machine code made from a program when it is first played much: the same instructions, for x86-64, one function for
// each piece of code, compiled when it is first asked for. The interpreter remains the reference, and runs whatever is
// not compiled. One Jit serves many threads.
// Comes in: a program and how state and frame lie in memory. Goes out: functions that do what Machine::run does.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include "interpreter/history_table.h"
#include "interpreter/program.h"

namespace mnc::engine {

// One shape of state: offsets are in bytes, from the start of State<S> and of Frame<S>.
struct JitShape {
  int count_bytes = 1, pits = 16, mask_bytes = 4;
  int flags = 0, vars = 0, last_mover = 0, ply = 0;                       // in the state; the pits come first
  int numbers = 0, result = 0, first_captured = 0, first_need = 0;        // in the frame
  int first_needed = 0, missed = 0, occurrences = 0, again = 0;
  int mover = 0, state_bytes = 0;                                         // of the state
  int hashed_pit_bytes = 0, hashed_vars = 0;                              // see hash_state
};

// What compiled code leaves to the machine. how: track | direction << 8 | first pit << 16 | seeds << 32.
struct JitCalls {
  const void* tables = nullptr;                                                           // first argument of the sowings
  std::int64_t (*sow)(const void* tables, void* state, std::uint64_t how) = nullptr;      // the last pit
  std::int64_t (*sow_skip)(const void* tables, void* state, std::uint64_t how, std::uint64_t low, std::uint64_t high) = nullptr;
  std::int64_t (*can)(void* frame, const void* state, std::uint64_t player_and_kinds) = nullptr;      // player << 32 | kinds
  std::int64_t (*targets)(void* frame, const void* state, std::uint64_t player_and_kinds) = nullptr;  // left in the frame's result
  std::int64_t (*ask)(void* frame, std::uint64_t answers) = nullptr;
  std::int64_t (*pick)(void* frame, std::uint64_t low, std::uint64_t high) = nullptr;                 // out of a set: the pit
  void (*renew)(void* playout) = nullptr;                                                 // History::renew, of a JitPlayout
  std::uint64_t (*count)(void* perft, const void* state) = nullptr;                       // JitPerft: perft where code does not know how
};

// A game that is played at random by compiled code: what it counts and goes on from.
struct JitPlayout {
  std::uint64_t random = 0;                        // Random::state
  std::uint64_t fixed = 0;                         // won and reserve of the last position: a change cannot be undone
  HistoryTable table;                              // of the history
  void* history = nullptr;                         // the History itself
  std::uint64_t branching = 0, laps = 0;
  std::uint32_t forced = 0, longest = 0, captured = 0, plies = 0, max_plies = 0;
  std::uint32_t count_moves = 1;                   // turns whose candidates must be tried out are for the caller
  std::array<std::uint32_t, 2> seeds{};            // won and in store, before the last move
};

// Perft by compiled code: how deep, and the positions on the way.
struct JitPerft {
  struct Step { std::uint64_t hash, fixed; Step* since; };  // since: the first of those with the same fixed part
  Step* first = nullptr;
  Step* path = nullptr;                            // behind the last one
  std::int32_t depth = 0;
  const void* engine = nullptr;                    // for JitCalls::count
  void* worker = nullptr;
};

// First laps of all moves of a kind at once: pits by direction (0, 1).
struct JitScan {
  static constexpr int kNeeds = 2;
  using Pair = std::array<std::array<std::uint64_t, 2>, 2>;  // [direction][word of the set]
  Pair legal{};                                    // no requirement fails
  std::array<Pair, kNeeds> met{};                  // of these it meets FirstNeed i, where that applies
  std::array<std::uint64_t, 2> captured{};         // pits that some first lap captures
};

// What the code is run for: the same instructions are compiled with and without what only a trial needs.
enum class Purpose : std::uint8_t {
  Test,       // it changes nothing; all registers are read from the frame
  Set,        // the same; a set of pits is left in the frame's result
  Play,       // a move that is known to be legal
  PlayLap,    // the same up to the end of the first lap, with what it captured
  Trial,      // a move whose legality is asked
  TrialLap,   // the same up to the end of the first lap
  Attempt,    // a trial that goes on to the end of the move
};
inline constexpr int kPurposes = 7;

class Jit {
 public:
  // Status in the low byte, kJitRow with the place behind the Row instruction above it. origin is for moves only.
  using Function = std::uint64_t (*)(void* frame, void* state, std::int64_t origin);
  static constexpr std::uint64_t kRow = 4;
  static constexpr std::uint64_t kSlow = 5;

  // Null if the processor, the program or the build does not allow it.
  [[nodiscard]] static std::unique_ptr<const Jit> make(const Program& program, const JitShape& shape, const JitCalls& calls);
  virtual ~Jit() = default;

  // Null if this code is not compiled.
  [[nodiscard]] Function find(Purpose purpose, Entry entry) const {
    return entry < 0 ? nullptr : ready(functions_[static_cast<std::size_t>(purpose)][static_cast<std::size_t>(entry)]);
  }
  // The start of a player's turn in one call. 0 in the low byte: the game goes on, the legal moves are the starting pits
  // in the frame's result, of the kind in the second byte, their number in bits 32 and up. kRow: a row of `end` holds.
  // kSlow: neither is known. May be null.
  [[nodiscard]] Function turn(int player) const { return ready(turns_[static_cast<std::size_t>(player)]); }
  // Plays from a position that is not yet in the history, as long as it can. Done: the position of the state, which is in
  // the history now (how often: in the frame), is for the caller. Endless: the move of the state's mover was. Row: the
  // game is over.
  using Playout = std::uint64_t (*)(void* frame, void* state, JitPlayout* game);
  [[nodiscard]] Playout playout() const { return as<Playout>(ready(playout_)); }
  // Kinds of moves that are left to the interpreter, for one player or both (a bit set).
  [[nodiscard]] virtual std::uint32_t interpreted() const = 0;
  // Number of sequences of game->depth moves, at least one, from a state. May be null.
  using Perft = std::uint64_t (*)(void* frame, void* state, JitPerft* game);
  [[nodiscard]] Perft perft() const { return as<Perft>(ready(perft_)); }
  // Of a kind's moves (`choose direction` and no other choice) as far as the position tells: see JitScan. May be null.
  // The first is about legality, the second about targets. Status Fail: the position does not tell.
  using Scan = std::uint64_t (*)(void* frame, const void* state, JitScan* out);
  [[nodiscard]] Scan scan(bool targets, Entry play) const { return as<Scan>(ready(scans_[targets ? 1 : 0][static_cast<std::size_t>(play)])); }
  // The answer to `can` (0 or 1), and to `targets of` (0; the pits are left in the frame's result), as if it were the player's
  // turn; kSlow: the code does not know. kinds: a bit set, 0: any. May be null.
  [[nodiscard]] Function question(bool targets, int player, std::uint32_t kinds) const {
    for (const Question& known : questions_)
      if (known.kinds == kinds && known.player == player && known.targets == targets) return ready(known.slot);
    return nullptr;
  }

 protected:
  struct Slot { std::atomic<Function> code{nullptr}; };
  using Slots = std::vector<Slot>;                 // by entry
  struct Question {
    Question(bool about_targets, int who, std::uint32_t which) : targets(about_targets), player(who), kinds(which) {}
    bool targets;
    int player;
    std::uint32_t kinds;
    mutable Slot slot;
  };
  // What a slot holds until its code is asked for.
  [[nodiscard]] static Function to_do() { return reinterpret_cast<Function>(std::uintptr_t{1}); }
  [[nodiscard]] virtual Function compile(const Slot& slot) const = 0;

  mutable std::array<Slots, 2> scans_;             // by the entry of `play`
  mutable Slot playout_, perft_;
  mutable std::array<Slot, 2> turns_;
  mutable std::array<Slots, kPurposes> functions_;
  std::deque<Question> questions_;                 // that the program asks

 private:
  [[nodiscard]] Function ready(const Slot& slot) const {
    const Function code = slot.code.load(std::memory_order_acquire);
    return code == to_do() ? compile(slot) : code;
  }
  template <class To>
  [[nodiscard]] static To as(Function code) { return reinterpret_cast<To>(reinterpret_cast<void*>(code)); }
};

}  // namespace mnc::engine
