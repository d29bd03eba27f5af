// Positions, moves and results as plain data, the same for every game: what the engine shows to everybody outside it.
// (Inside, the engine uses a State as small as the game needs; see state.h.)
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <type_traits>

namespace mnc::engine {

inline constexpr int kMaxSlots = 128;
inline constexpr int kMaxStates = 16;
inline constexpr int kSouth = 0;
inline constexpr int kNorth = 1;

// A slot is a pit or a store, numbered as in grammar/ruleset.h: South's pits, North's pits, then the stores.
using Slot = std::int16_t;
inline constexpr Slot kNoSlot = -1;

struct Position {
  std::array<std::uint16_t, kMaxSlots> seeds{};   // by slot
  std::array<std::uint16_t, 2> reserve{};
  std::array<std::uint16_t, 2> won{};
  // Declared states, by number. Flags on pits: pit_flags[i][player] by slot, [0] only if they belong to nobody. Everything else: values[i][player]
  // (per game: [0] only); a state that names a pit holds its slot or kNoSlot.
  std::array<std::array<std::int16_t, 2>, kMaxStates> values{};
  std::array<std::array<std::bitset<kMaxSlots>, 2>, kMaxStates> pit_flags{};
  std::uint8_t mover = kSouth;       // whose turn it is
  std::uint8_t last_mover = kNorth;  // who made the last move (the opponent of the mover at the start)
  std::uint32_t ply = 1;             // number of the coming ply

  bool operator==(const Position&) const = default;
};

// A move: its kind, its starting pit, the answers to its choices and then to its questions, in order.
inline constexpr int kMaxAnswersInMove = 16;  // further questions in one move get their first answer
inline constexpr int kMaxAnswers = 128;       // to one choice or question, as in grammar/ruleset.h
inline constexpr int kNotAsked = 255;         // a choice that was not open
struct Move {
  std::uint8_t kind = 0;
  std::uint8_t answer_count = 0;
  Slot origin = kNoSlot;             // kNoSlot: a pass
  // The index of the answer, or the slot of the pit that was picked, or kNotAsked; 0 from answer_count on.
  std::array<std::uint8_t, kMaxAnswersInMove> answers{};

  [[nodiscard]] int answer(std::size_t i) const { return answers[i]; }
  void add_answer(int code) { answers[answer_count++] = static_cast<std::uint8_t>(code); }
  void drop_answer() { answers[--answer_count] = 0; }
  bool operator==(const Move&) const = default;
};

enum class Result : std::uint8_t { None, South, North, Draw, Void };  // None: still going on

// How a game stands at the start of a turn.
struct Ending {
  Result result = Result::None;
  int row = -1;                             // row of the `end` table; -1: none, or an endless move (Void, or lost)
  bool endless = false;                     // the game ended by an endless move
  std::array<int, 2> final_seeds{};         // won + store of each, after the distribution; of a running game: now
};

// What one move did.
struct MoveReport {
  std::uint32_t laps = 0;
  std::uint32_t captured = 0;               // seeds
  bool endless = false;                     // the lap limit was reached; the position is not meaningful then
  bool again = false;
};

// One finished game.
struct GameRecord {
  Ending ending;
  bool unfinished = false;                  // cut by the limit on plies
  int last_mover = kNorth;                  // who made the last move
  std::uint8_t starter = kSouth;            // who made the first move
  std::uint32_t plies = 0;
  std::uint32_t counted = 0;                // plies whose legal moves were counted: all, or none (see RandomGames)
  std::uint64_t branching = 0;              // sum of the numbers of legal moves, of these plies
  std::uint32_t forced = 0;                 // of these plies, those with exactly one legal move
  std::uint64_t laps = 0;
  std::uint32_t longest = 0;                // most laps in one finite move
  std::uint32_t endless = 0;                // endless moves
  std::uint32_t captured = 0;
};

static_assert(std::is_trivially_copyable_v<Position> && std::is_trivially_copyable_v<Move>);

}  // namespace mnc::engine
