// Stage 3: a program: what a checked ruleset becomes. Plain data: board tables, constants, code for each player as mover.
// Comes in: from lower. Goes out: to the engine, which copies the tables into the form its board size wants.
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

#include "interpreter/position.h"

namespace mnc::engine {

// Inside a program pits are numbered by index: along the default circuit, so that sowing runs over neighbours.
using Index = std::int16_t;
__extension__ typedef unsigned __int128 WideMask;  // bit i: the pit of index i

enum class Opcode : std::uint16_t {
#define MNC_OP(name, operands, meaning) name,
#include "interpreter/opcodes.def"
#undef MNC_OP
};
struct OpcodeInfo { std::string_view name, operands, meaning; };  // see opcodes.def
inline constexpr std::array kOpcodes = {
#define MNC_OP(name, operands, meaning) OpcodeInfo{#name, operands, meaning},
#include "interpreter/opcodes.def"
#undef MNC_OP
};

//  0        16       32       48       64               96              128
//  | op     | d      | a      | b      | c (jump)       | e (constant)  |
struct Instruction {
  Opcode op;
  std::uint16_t d = 0, a = 0, b = 0;
  std::int32_t c = 0, e = 0;
};
static_assert(sizeof(Instruction) == 16);

// Number registers with a fixed meaning; the rest are temporaries.
enum Register : std::uint16_t {
  kOrigin,    // where the move started; -1: a pass
  kLast,      // where the last seed fell
  kBefore,    // seeds there before it fell
  kLap,       // laps sown so far in this move
  kSown,      // seeds sown in this lap
  kCaptured,  // seeds captured in this move
  kHand,      // seeds in the hand
  kFrom,      // the pit that sowing starts after unless the rules say otherwise
  kDirection, // 0 clockwise, 1 counterclockwise
  kCircuit,   // the current circuit
  kIt,        // the pit a trigger is about
  kLapOrigin, // the pit this lap was sown from; kept only if the rules ask
  kRemaining, // seeds of this lap that are still to be sown
  kAnswer0, kAnswer1, kAnswer2,  // answers to the kind's choices: their indices, or kNotAsked; the pits picked, or -1
  kPicked0, kPicked1, kPicked2, kPicked3,  // the pits picked in mid-move, by the depth of the question
  kGuards,    // of a trial: the requirements that apply, as bits (judged before the move)
  kFirstTemporary = 21,
};
// Registers of one piece of code: they bound the frame of the engine; the largest rulesets known use a tenth.
inline constexpr int kMaxRegisters = 512;       // numbers
inline constexpr int kMaskBase = 256;           // sets of pits; constants stand behind them
inline constexpr int kMaxMasks = 16'000;        // constants
inline constexpr int kMaxInstructions = 200'000;  // bounds a doubling ruleset
inline constexpr int kMaxVars = 4 + 2 * kMaxStates;

// Variables of a state: won South, won North, reserve South, reserve North, then the declared ones.
enum Variable : std::uint16_t { kWon = 0, kReserve = 2, kFirstDeclared = 4 };

// Operands that name a pit in a register or, with this bit, a variable.
inline constexpr int kVariablePlace = 0x8000;
// Likewise the hand: with both bits, the register that holds it (from seed to seed kRemaining, else kHand).
inline constexpr int kHandPlace = 0xC000;
[[nodiscard]] constexpr bool is_hand(std::uint16_t place) { return (place & kHandPlace) == kHandPlace; }

struct VariableInfo {
  std::uint8_t state;   // number of the declared state
  std::uint8_t player;  // 0 or 1; 0 for a state of the game
  bool pit;             // holds an index or -1
};

// A circuit as one player follows it. Track number = 2 * circuit + player.
struct Track {
  std::vector<Index> cycle;    // clockwise
};

using Entry = std::int32_t;    // where code starts; -1: no code
inline constexpr Entry kNoCode = -1;

struct ChoiceCode {
  int answers = 0;
  bool is_direction = false;
  Entry when = kNoCode;                  // Done: open, Fail: not open
  Entry pits = kNoCode;                  // a choice of a pit: leaves those there are in set register pits_set
  std::uint16_t pits_set = 0;
  std::array<std::int8_t, 4> direction{};  // of each answer, for a direction choice
};

// How far a move has to be tried out before its legality is known.
enum class Need : std::uint8_t { Nothing, FirstLap, Whole };

struct Preference {
  int number = 0;              // shared by the kinds it speaks of; lower numbers are applied first
  Entry when = kNoCode;        // Done: it applies; kNoCode: always
  bool same_for_all = false;   // `when` does not depend on the move
  Need need = Need::Nothing;
};
inline constexpr int kMaxPreferences = 32;  // a bit set
inline constexpr int kMaxFirstNeeds = 8;
inline constexpr int kMaxGuards = 31;       // requirements of one kind with a `when` that are judged later: bits

struct KindCode {
  int kind = 0;                // number in the ruleset
  Entry when = kNoCode;
  Entry from = kNoCode;        // leaves the starting pits in set register from_set; kNoCode: a pass
  std::uint16_t from_set = 0;
  Entry all_from = kNoCode;    // the same whatever `require` forbids, in all_from_set; only for kinds with targets
  std::uint16_t all_from_set = 0;
  std::vector<ChoiceCode> choices;
  Entry check = kNoCode;       // requirements that depend on choices: judged before the move
  Entry play = kNoCode;        // the move, no questions about its legality asked
  Entry trial = kNoCode;       // the move with its requirements; may Fail
  Need need = Need::Nothing;   // of its requirements (preferences apart)
  bool asks = false;           // a question may come up in mid-move: moves are found by trying out
  Entry may_ask = kNoCode;     // Fail: none can come up in this position; kNoCode: it may in any
  int answers = 0;             // to its question, if it has one that comes up at most once in a move; else 0
  std::vector<Preference> preferences;
  // FirstNeed i is a requirement (-1) or stands for the preference of that number.
  int first_needs = 0;
  std::array<std::int8_t, kMaxFirstNeeds> first_preference{};
  std::array<std::uint16_t, kMaxFirstNeeds> first_clause{};  // in a noting program: its clause
  int circuit = 0;             // of its first sow
  int direction = 0;           // of its first sow, if that is always the same

  // Its moves are starting pits and known from the position alone (preferences apart).
  [[nodiscard]] bool is_plain() const { return need == Need::Nothing && !asks && choices.empty() && check == kNoCode && from != kNoCode; }
};

// A bit for each kind of moves.
[[nodiscard]] inline std::uint32_t set_of(const std::vector<int>& kinds) {
  return std::accumulate(kinds.begin(), kinds.end(), 0u, [](std::uint32_t set, int kind) { return set | 1u << kind; });
}

struct PhaseCode {
  Entry guard = kNoCode;
  std::vector<std::vector<int>> ranks;  // indices into PlayerCode::kinds
  [[nodiscard]] std::uint32_t kinds() const {
    return std::accumulate(ranks.begin(), ranks.end(), 0u, [](std::uint32_t set, const auto& rank) { return set | set_of(rank); });
  }
};

struct PlayerCode {            // everything as seen by one player as mover
  std::vector<PhaseCode> phases;
  std::vector<KindCode> kinds;
  Entry end = kNoCode;
  Entry rounds = kNoCode;      // what happens between two rounds; kNoCode: there are none
  std::vector<Entry> triggers; // code for a pit of this player's zone being emptied
  std::vector<WideMask> trigger_zones;
};

struct Program {
  int size = 0;                                 // pits and stores
  int total_seeds = 0;
  bool stores = false, shared = false, has_reserve = false, has_won = false;
  std::array<Index, kMaxSlots> index_of{};      // by slot
  std::array<Slot, kMaxSlots> slot_of{};        // by index
  std::array<Index, kMaxSlots> facing{};        // by index; -1: none
  std::array<Index, kMaxSlots> behind{};        // by index; -1: none
  std::array<std::uint8_t, kMaxSlots> column{}; // by index
  // By side (0 left, 1 right, as South sees it) and index: how far from that side, then from the middle.
  std::array<std::array<std::uint16_t, kMaxSlots>, 2> from_side{};
  std::array<std::int8_t, kMaxSlots> owner{};   // by index; -1: nobody
  std::array<Index, 2> store{-1, -1};
  WideMask pits = 0;                            // all pits without stores
  Position start;

  std::vector<VariableInfo> variables;          // the declared ones
  struct PitFlag { std::uint8_t state, player; };  // player: 0 if it belongs to nobody
  std::vector<PitFlag> flags;                   // by flag number
  std::vector<std::uint8_t> state_flag;         // declared state → its first flag number (only for flags on pits)
  std::vector<int> state_variable;              // declared state → its first variable
  // What is what on the other side: pits by index, variables (won and reserve too), flags; itself if it is
  // nobody's, or the player's own whatever their side.
  std::array<Index, kMaxSlots> across{};
  std::vector<int> other_variable, other_flag;
  std::bitset<kMaxStates> kept;                 // declared states that last from round to round

  std::vector<Instruction> code;
  struct Question { std::uint16_t file; std::uint32_t begin; bool pit; };  // where its `ask` stands in the text; for a pit
  std::vector<Question> questions;
  std::vector<std::array<std::uint64_t, 16>> count_sets;
  std::vector<WideMask> masks;                  // constants: set registers from kMaskBase on
  bool notes = false;                           // its code notes which clauses fire
  std::vector<std::uint16_t> preference_clause; // in a noting program: by number of the preference

  std::vector<Track> tracks;
  std::array<PlayerCode, 2> players;
  int lap_limit = 10'000;
  std::uint8_t endless = 0;                     // grammar::Endless::Outcome
  bool has_winner = false, fewest = false;
  bool has_measure = false;
  std::array<Entry, 2> measure{kNoCode, kNoCode};  // code that ends in Measure, by player
  bool seeds_return = false;                    // in play won may fall, or reserve grow: else a change of them cannot be undone
  bool uses_occurrences = false, uses_ply = false, uses_last_mover = false, uses_again = false;
};

// The program as text, for `mnc ir`.
[[nodiscard]] std::string disassemble(const Program& program);

}  // namespace mnc::engine
