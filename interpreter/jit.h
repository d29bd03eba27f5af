// Machine code made from a program when it is first played much: the same instructions, for x86-64, one function for
// each piece of code. The interpreter remains the reference, and runs whatever is not compiled.
// Comes in: a program and how state and frame lie in memory. Goes out: functions that do what Machine::run does.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "interpreter/program.h"

namespace mnc::engine {

// One shape of state: offsets are in bytes, from the start of State<S> and of Frame<S>.
struct JitShape {
  int count_bytes = 1, pits = 16, mask_bytes = 4;
  int flags = 0, vars = 0, last_mover = 0, ply = 0;                       // in the state; the pits come first
  int numbers = 0, result = 0, first_captured = 0, first_need = 0;        // in the frame
  int first_needed = 0, missed = 0, occurrences = 0, again = 0;
  int mover = 0;                                                          // in the state
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
  void (*grow)(void* history) = nullptr;                                                  // History::Core
};

// A game that is played at random by compiled code: what it counts and goes on from.
struct JitPlayout {
  std::uint64_t random = 0;                        // Random::state
  std::uint64_t fixed = 0;                         // won and reserve of the last position: a change cannot be undone
  void* history = nullptr;                         // History::Core
  std::uint64_t branching = 0, laps = 0;
  std::uint32_t forced = 0, longest = 0, captured = 0, plies = 0, max_plies = 0;
  std::array<std::uint32_t, 2> seeds{};            // won and in store, before the last move
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
};
inline constexpr int kPurposes = 6;

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
    return entry < 0 ? nullptr : functions_[static_cast<std::size_t>(purpose)][static_cast<std::size_t>(entry)];
  }
  // The start of a player's turn in one call. 0 in the low byte: the game goes on, the legal moves are the starting pits
  // in the frame's result, of the kind in the second byte, their number in bits 32 and up. kRow: a row of `end` holds.
  // kSlow: neither is known. May be null.
  [[nodiscard]] Function turn(int player) const { return turns_[static_cast<std::size_t>(player)]; }
  // Plays from a position that is not yet in the history, as long as turns are simple. Done: the position of the state,
  // which is in the history now (how often: in the frame), is for the caller. Endless: the move of the state's mover was.
  using Playout = std::uint64_t (*)(void* frame, void* state, JitPlayout* game);
  [[nodiscard]] Playout playout() const { return playout_; }
  // Of a kind's moves (`choose direction` and no other choice) as far as the position tells: see JitScan. May be null.
  // The first is about legality, the second about targets. Status Fail: the position does not tell.
  using Scan = std::uint64_t (*)(void* frame, const void* state, JitScan* out);
  [[nodiscard]] Scan scan(bool targets, Entry play) const {
    const Function code = scans_[targets ? 1 : 0].empty() ? nullptr : scans_[targets ? 1 : 0][static_cast<std::size_t>(play)];
    return reinterpret_cast<Scan>(reinterpret_cast<void*>(code));
  }

 protected:
  std::array<std::vector<Function>, 2> scans_;     // by the entry of `play`
  Playout playout_ = nullptr;
  std::array<Function, 2> turns_{};
  std::array<std::vector<Function>, kPurposes> functions_;
};

}  // namespace mnc::engine
