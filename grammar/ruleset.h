// Stage 2: a checked ruleset: every name resolved, every type known, options replaced by their values, definitions
// expanded, points of view pushed down to the leaves.
// Comes in: from check. Goes out: to interpreter/lower (the only reader in the engine) and to `mnc show`.
#pragma once

#include <algorithm>
#include <array>
#include <bitset>
#include <cstdint>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "grammar/source.h"

namespace mnc::grammar {

// A slot is a pit or a store. South's pits come first (A1…An, B1…), then North's in the same order, then, if there are
// stores, South's and North's. On a `shared` board all pits are numbered as South's would be and owned by nobody.
using Slot = std::int16_t;
inline constexpr Slot kNoSlot = -1;
inline constexpr int kMaxSlots = 128;      // language.md: boards up to 128 pits
inline constexpr int kMaxSeeds = 1023;     // language.md: seeds in all
inline constexpr int kMaxStates = 16;      // declared states; keeps positions small
inline constexpr int kMaxKinds = 32;       // kinds of moves, over all phases (a bit set)
inline constexpr int kMaxChoices = 3;      // choices at the start of one kind of move
inline constexpr int kMaxAnswers = 128;    // answers to one choice or question: as many as pits
inline constexpr int kMaxPickedNumber = 254;     // answered to a question: a byte, less one for "not asked"
inline constexpr int kMaxPicks = 4;        // questions for a pit inside each other, each a register
inline constexpr int kMaxNodes = 100'000;  // expanded expression nodes: bounds doubling definitions
using SlotSet = std::bitset<kMaxSlots>;
using CountSet = std::bitset<kMaxSeeds + 1>;

// Which player a leaf speaks of, seen from the player the expression is evaluated for.
enum class Who : std::uint8_t { Mover, Opponent, South, North };
enum class Type : std::uint8_t { Truth, Number, Pit, Pits, Player, Direction };
// Directions are kept as rotations: on every circuit 0 is clockwise as seen from above (for a circuit without an
// orientation, such as a single row: forwards as listed), 1 the other way.
inline constexpr int kClockwise = 0;
inline constexpr int kCounterclockwise = 1;

using NodeId = std::int32_t;
inline constexpr NodeId kNoNode = -1;

enum class Op : std::uint8_t {
  // Truth
  Truth,          // value: 0 or 1
  Not,            // a
  And, Or,        // kids
  Equal, NotEqual, Less, LessEqual, Greater, GreaterEqual,  // numbers a, b
  NumberIn,       // number a in count_sets[value]
  SomePit,        // the set a has a pit
  PitIn,          // pit a in set b (false if a is none)
  SamePit,        // pits a, b (none equals none)
  SamePlayer,     // players a, b
  SameDirection,  // directions a, b
  AnswerIs,       // choice `value` of this kind was answered with its answer `value2`
  Flag,           // state `value` of who
  PitFlag,        // state `value` of who at pit a
  CanMove,        // who has a legal move of one of kinds `set bits of value` (0: any kind)
  KindIs,         // the move's kind is one of the bits of value
  PhaseIs,        // the mover's phase is `value`
  // Number
  Number,         // value
  Seeds,          // in pit a
  SeedsIn,        // in all pits of set a
  Count,          // pits in set a
  Reserve, Won,   // of who (a store is a pit: Seeds of a ConstPit)
  Counter,        // state `value` of who
  Lap, Sown, Remaining, Captured, Ply, Occurrences,
  Before,         // seeds in the last pit before the last seed fell
  Column,         // of pit a, 1…
  AnswerNumber,   // choice `value`
  Add, Subtract, Multiply, Divide, Modulo,  // a, b; division by 0 gives 0
  // Pit
  ConstPit,       // value: the slot if the mover is South, value2: if North
  It, Origin, Last,
  Behind,         // pit a's neighbour in its owner's next row outwards; none for the last row
  LapOrigin,      // the pit this lap was sown from
  Ahead,          // so many pits (number b) after pit a; value 1: before
  FirstOf,        // the first of set b after pit a; value 1: before. Both along who's current circuit and direction
  Opposite, Next, Previous,  // of pit a, the last two past the set b; Next and Previous along who's current circuit in the current direction
  PitState,       // state `value` of who; may be none
  AnswerPit,      // of choice `value`; none if it was not open
  Picked,         // pit or number, by the question that stands in `value` others
  Leftmost, Rightmost,  // of set a, as who sees it
  OnlyPit,        // the pit of set a if it has exactly one, else none
  // Pits
  ConstPits,      // slot_sets[value] if the mover is South, slot_sets[value2] if North
  Where,          // set a, condition b in which It is each pit
  Union, Except, Else,  // a, b
  Run,            // from pit a while condition b, past the set kids[0] if there is one; value 1: backwards, value2: every pit of so many. Along the current circuit and direction
  Opposites,      // of set a
  Targets,        // of who's moves of the kinds in the bits of value
  OnePit,         // the set of pit a (empty if none)
  // Player
  ConstPlayer,    // who
  OwnerOf,        // of pit a; for a pit without owner: the mover
  LastMover,      // who made the last move; before the first move: the opponent
  // Direction
  ConstDirection, // value: kClockwise or kCounterclockwise
  CurrentDirection,
  DirectionState, // state `value` of who
  Reversed,       // of the current direction
  // Any type
  Cases,          // kids: value, condition, value, condition, …, otherwise
};

// Whether what it stands for depends on what the player has chosen: an answer, or the direction.
[[nodiscard]] constexpr bool depends_on_choice(Op op) {
  switch (op) {
    case Op::AnswerIs:
    case Op::AnswerNumber:
    case Op::AnswerPit:
    case Op::CurrentDirection:
    case Op::Reversed:
    case Op::Next:
    case Op::Previous:
    case Op::Ahead:
    case Op::FirstOf:
    case Op::Run: return true;
    default: return false;
  }
}

// Equal … GreaterEqual of two numbers.
[[nodiscard]] constexpr bool compares(Op op, long a, long b) {
  switch (op) {
    case Op::Equal: return a == b;
    case Op::NotEqual: return a != b;
    case Op::Less: return a < b;
    case Op::LessEqual: return a <= b;
    case Op::Greater: return a > b;
    default: return a >= b;
  }
}

struct Node {
  Op op;
  Type type;
  Who who = Who::Mover;
  NodeId a = kNoNode;
  NodeId b = kNoNode;
  std::int32_t value = 0;
  std::int32_t value2 = 0;
  std::vector<NodeId> kids;
  Span span;
};

struct Answer;
struct Step {
  enum Op : std::uint8_t {
    Place,    // a: number, from who's place `from` (c: pit) into to_who's place `to` (b: pit)
    Fill,     // each pit of set b gets a seeds from who's place `from` (c: pit), while there are so many; value 1: backwards
    Lift,     // a: number (kNoNode: all), value: 1 if a is what stays behind (all but a); b: pit
    Capture,  // a: set; into; b: pit for IntoPit; c: player who gets it (for IntoWon, IntoStore); to_who: whose reserve; d: so many of its only pit
    Sow,      // a: direction; start; b: pit for StartIn/StartAfter; circuit; c: skipped set, d: condition of skipping; value 1: both judged before each seed
    Turn,     // a: direction
    Mark,     // a: set, value: state of who, value2: 1 on, 0 off
    SetState, // value: state, who; a: truth, number or pit by the state's kind (kNoNode: none)
    Again,
    Stop,
    Relay,    // b: pit that is lifted
    Ask,      // answers
    Pick,     // a: set, or b..c: numbers; value: how many of these it stands in; steps about what is picked
    If,       // a: condition, steps, otherwise
    EachPit,  // b: set, steps about each of its pits (It), in the order of to_who's; see Board::in_order
    Block,    // steps (an expanded action)
    SwapSides,  // what belongs to one player becomes the other's
    Takes,    // a: player, b: set; value 1: half for each, the player first
    Wins,     // a: player
    Draw, Void,
  };
  enum Heap : std::uint8_t { InPit, InReserve, InWon, InHand };  // where seeds lie
  enum Into : std::uint8_t { IntoWon, IntoStore, IntoHand, IntoPit, IntoReserve };
  enum Start : std::uint8_t { StartDefault, StartIn, StartAfter };  // default: after the pit the hand was lifted from
  Op op;
  Who who = Who::Mover, to_who = Who::Mover;
  Heap from = InPit, to = InPit;
  Into into = IntoWon;
  Start start = StartDefault;
  NodeId a = kNoNode, b = kNoNode, c = kNoNode, d = kNoNode;
  std::int32_t value = 0, value2 = 0;
  std::int32_t circuit = 0;
  std::vector<Step> steps, otherwise;
  std::vector<Answer> answers;
  Span span;
};

// How an answer is written: `<` `>` `+` `.` or `=name`; number is its value if it is a number.
struct Answer {
  enum Sign : std::uint8_t { Left, Right, Yes, No, Named } sign = Named;
  std::string name;
  std::int32_t number = 0;
  std::vector<Step> steps;  // only for questions in the middle of a move
};

// Whether the test passes for one of the lists of steps inside a step, tried in the order they stand.
template <class Test>
[[nodiscard]] bool any_inner(const Step& step, const Test& test) {
  return test(step.steps) || test(step.otherwise) ||
         std::any_of(step.answers.begin(), step.answers.end(), [&](const Answer& answer) { return test(answer.steps); });
}

// Calls visit(steps) for each of them.
template <class Visit>
void each_inner(const Step& step, const Visit& visit) {
  (void)any_inner(step, [&](const std::vector<Step>& steps) { return visit(steps), false; });
}

struct Row {
  NodeId condition = kNoNode;  // kNoNode: otherwise
  std::vector<Step> steps;
  std::string rule;            // its name, may be empty
  std::string note;
  Span span;
};
using Table = std::vector<Row>;

struct Choice {
  bool is_direction = false;
  std::string name;             // empty for the direction
  std::vector<Answer> answers;  // not for the direction
  std::vector<NodeId> directions;  // for the direction: which are offered
  NodeId pits = kNoNode;        // for a choice of a pit: which can be chosen
  NodeId last = kNoNode;        // of a range of numbers that depends on the position: its last, see Requirement::bound
  NodeId when = kNoNode;
  Span span;
};

struct Requirement {
  enum Time : std::uint8_t { Before, FirstLap, FirstLapCaptures, EverySeed, Afterwards };
  bool prefer = false;
  bool bound = false;          // not written as one: an answer is at most the last number of its range
  Time time = Before;
  NodeId condition = kNoNode;  // FirstLapCaptures: a set, or kNoNode for any pit
  NodeId when = kNoNode;
  std::string rule, note;
  Span span;
};

// A kind of move. Top-level requirements have been added to every kind, in front of its own.
struct Kind {
  std::string name;
  int phase = 0;
  int rank = 0;                // within its phase, from 0; a lower number goes first
  NodeId when = kNoNode;
  NodeId from = kNoNode;       // kNoNode: a pass
  std::vector<Choice> choices;
  std::vector<Requirement> requirements;
  std::vector<Step> steps;     // with `after each move` added behind
  std::optional<std::size_t> laps, each_seed;  // index into tables
  std::string from_note;
  Span span;
};

struct Phase {
  std::string name;            // empty if the ruleset has no phases
  NodeId guard = kNoNode;
  std::vector<std::vector<int>> ranks;  // kinds by rank
  Span span;
};

struct Pit {
  Who owner;                   // South or North; of a shared board: Mover (nobody)
  char row = 'A';              // upper case
  int column = 1;
  int screen_row = 0, screen_column = 0;  // as South sees it, from the top left; -1 for a store
  Slot opposite = kNoSlot;
  Slot behind = kNoSlot;       // the pit of the same owner and column in the next row outwards
  bool store = false;
};

struct Circuit {
  std::string name;                            // empty for the default one
  std::array<std::vector<Slot>, 2> cycle;      // for South as mover, for North; in clockwise order (or as listed)
  bool oriented = true;                        // has a clockwise sense
  // The direction in which it is listed, by mover.
  std::array<int, 2> forwards{kClockwise, kClockwise};
};

struct State {
  enum Kind : std::uint8_t { Flag, Counter, Pit, Direction } kind;
  enum Per : std::uint8_t { Game, EachPlayer, EachPit, EachPlayerAndPit } per;
  [[nodiscard]] bool on_pits() const { return per == EachPit || per == EachPlayerAndPit; }
  std::string name;
  int max = 1;
  int initial = 0;             // Direction: kClockwise or kCounterclockwise
  std::array<Slot, 2> initial_pit{kNoSlot, kNoSlot};  // Pit: South's and North's, or that of the game
  SlotSet initial_pits;        // EachPit: the pits that carry the flag at the start
  Span span;
};

struct Option {
  std::string name, text, note;
  std::vector<std::string> values;  // all values as text; a range is listed out (at most 1024 values)
  int chosen = 0, initial = 0;      // indices into values
  bool range = false;
  Span span;
};

struct Board {
  std::vector<Pit> slots;                    // pits, then stores
  int screen_rows = 0, screen_columns = 0;
  bool stores = false, shared = false, has_reserve = false, has_won = false;
  std::vector<int> start;                    // seeds by slot
  std::array<int, 2> reserve{};
  std::vector<Circuit> circuits;             // [0] is the default
  [[nodiscard]] int pits() const { return static_cast<int>(slots.size()) - (stores ? 2 : 0); }
  // The pit of the same name on the other side, or the other store; kNoSlot if there is none. A pit that nobody owns: itself.
  [[nodiscard]] Slot counterpart(Slot slot) const {
    const Pit& pit = slots[static_cast<std::size_t>(slot)];
    if (pit.owner == Who::Mover) return slot;
    const auto found = std::find_if(slots.begin(), slots.end(), [&pit](const Pit& other) {
      return other.owner != pit.owner && other.row == pit.row && other.column == pit.column && other.store == pit.store;
    });
    return found == slots.end() ? kNoSlot : static_cast<Slot>(found - slots.begin());
  }
  // The pits as they are gone through one by one: the player's A1, A2, … B1 … and store, and then the other's.
  [[nodiscard]] std::vector<Slot> in_order(Who player) const {
    std::vector<Slot> order(slots.size());
    std::iota(order.begin(), order.end(), Slot{0});
    std::stable_partition(order.begin(), order.end(), [&](Slot slot) { return slots[static_cast<std::size_t>(slot)].owner == player; });
    return order;
  }
  [[nodiscard]] int seeds() const { return std::accumulate(start.begin(), start.end(), reserve[0] + reserve[1]); }  // of the game
};

struct Zone { std::string name; std::int32_t south = 0, north = 0; Span span; };  // indices into slot_sets

struct Trigger {               // whenever ZONE is emptied; steps are from the point of view of the zone's owner
  std::int32_t south = 0, north = 0;  // slot_sets of South's and of North's zone
  std::vector<Step> steps;
  Span span;
};

struct Endless {
  enum Outcome : std::uint8_t { Void, Illegal, MoverLoses, MoverWins, Draw, Stop } outcome = Void;  // Stop: the sowing is over
  int laps = 10'000;
  bool stated = false;
};

struct Meta {
  std::string title;
  std::vector<std::string> names, people, region, period, source, author, licence;
  std::string about;
};

struct Ruleset {
  Meta meta;
  std::vector<Option> options;
  Board board;
  std::vector<State> states;
  std::vector<Zone> zones;
  std::vector<Node> nodes;
  std::vector<SlotSet> slot_sets;
  std::vector<CountSet> count_sets;
  std::vector<Kind> kinds;
  std::vector<Phase> phases;   // at least one
  std::vector<Table> tables;
  std::vector<Trigger> triggers;
  Table end;
  bool has_winner = false, fewest = false;
  NodeId measure = kNoNode;    // of the winner; kNoNode: seeds won and in the store
  Endless endless;
  enum Starter : std::uint8_t { Alternates, Loser, Winner, LastMover };
  int match_games = 0;         // best of so many; 0: rounds, or no match clause
  bool has_rounds = false;     // `rounds` says after each game how the next one begins
  Table rounds;
  std::bitset<kMaxStates> kept;  // states that last from round to round
  Starter match_starter = Alternates;
};

}  // namespace mnc::grammar
