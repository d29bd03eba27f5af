// Stage 1: the syntax tree of one .mnc file, as written: nothing is resolved, every node has its span.
// Comes in: from parse. Goes out: to check (which resolves it) and format (which prints it).
// INVARIANT: depth is bounded by the parser; wide constructs (a + b + …) are flat lists, so recursive visitors are safe.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "grammar/source.h"

namespace mnc::grammar::ast {

struct Name {
  std::string text;
  Span span;
};

struct Expr;
using ExprPtr = std::unique_ptr<Expr>;  // null only where a comment says so

enum class Player { Mover, Opponent, South, North, LastMover };

// ---- expressions -------------------------------------------------------------------------------------------

struct Number { int value; };
struct PitName { char row; int column; bool opponent; };        // A5: {'A',5,false}   a5: {'A',5,true}
struct Word { std::string text; };                              // any bare word: last, origin, a zone, an option value …
struct PitRange { ExprPtr from, to; };                          // A1..A6
struct SetList { std::vector<ExprPtr> items; };                 // {A1, A3..A5}
struct Pits { enum Whose { Own, Opponents, All } whose; };      // own pits
struct RowOf { char row; };                                     // row A
struct PlayerWord { Player player; };                           // mover, South, last mover (as a value)
struct OwnerOf { ExprPtr pit; };                                // owner of P
struct All { ExprPtr but; };                                    // all, all but N   (but: null for `all`; only in lift)

enum class Link { Or, And, Add, Subtract, Multiply, Divide, Modulo, Except, Else, Equal, NotEqual, Less, LessEqual, Greater, GreaterEqual };
// first op operand op operand …, all links of one precedence level, evaluated left to right
struct Chain {
  struct Part { Link link; Span link_span; ExprPtr operand; };
  ExprPtr first;
  std::vector<Part> rest;
};
struct Not { ExprPtr operand; };

enum class OfWord { Seeds, Count, Opposite, Opposites, Behind, Next, Previous, Column, Leftmost, Rightmost };
struct Of { OfWord what; ExprPtr operand; };                    // seeds of P
struct Ahead { bool first, before; ExprPtr what, from; };        // pit N after P; first of S before P
struct Targets { Name kind; };                                  // targets of KIND
struct Possessive { Player player; ExprPtr owner_of; ExprPtr what; };  // own X, opponent's X, South's X (owner_of: unused, null)
struct Where { ExprPtr set, condition; };
struct Run { bool backwards; int by; ExprPtr from, condition; };  // by: 1, every pit; 2, every other …

// COUNTS: a list of alternatives. `exactly N` and a bare N are {Exactly, N, null}.
struct CountItem {
  enum Kind { Exactly, Range, AtLeast, AtMost, MoreThan, FewerThan, Even, Odd } kind;
  ExprPtr low;   // null for Even, Odd
  ExprPtr high;  // only for Range
  Span span;
};
using Counts = std::vector<CountItem>;

// Predicates. A null subject means the pit spoken of (or, inside Quantified, each pit of the set).
struct Is {
  enum Adjective { Value, Empty, Occupied, Own, Opponents, EvenNumber, OddNumber };
  ExprPtr subject;     // may be null
  bool was = false;    // before the last seed fell
  bool negated = false;
  bool plural = false; // written `are`, `were`; means the same
  Adjective adjective = Value;
  ExprPtr value;       // for Value: a pit, player, answer, option value, direction, flag or definition; else null
};
struct Holds {
  ExprPtr subject;     // may be null
  bool had = false;    // before the last seed fell
  bool negated = false;  // does not hold …
  bool plural = false;   // written `hold`; means the same
  Counts counts;
};
struct In {
  ExprPtr subject;     // may be null
  bool negated = false;
  ExprPtr set;         // null if counts are given
  Counts counts;
};
struct Quantified {
  enum Kind { Some, No, Every } kind;
  ExprPtr set;
  ExprPtr predicate;   // Is, Holds or In with a null subject; null: just `some S`, `no S`
};
struct Can {
  Player player;
  bool negated;
  std::optional<Name> kind;  // none: any move
};
struct MoveIs { bool negated; Name kind; };
struct PhaseIs { bool negated; Name phase; };
struct Cases {
  struct Case { ExprPtr value, condition; };
  std::vector<Case> cases;
  ExprPtr otherwise;
};

struct Expr {
  Span span;
  std::variant<Number, PitName, Word, PitRange, SetList, Pits, RowOf, PlayerWord, OwnerOf, All, Chain, Not, Of, Ahead, Targets,
               Possessive, Where, Run, Is, Holds, In, Quantified, Can, MoveIs, PhaseIs, Cases>
      node;
};

// ---- steps -------------------------------------------------------------------------------------------------

struct Step;
using Steps = std::vector<Step>;

struct Place { ExprPtr count, from, to; };                      // from, to: a pit, or the words reserve, won and hand
struct Fill { ExprPtr set, count, from; bool backwards; };      // from: likewise
struct Lift { ExprPtr amount; ExprPtr from; };                  // amount: All or a number or Cases; from: may be null
struct Capture {
  enum Into { Default, Won, Store, Hand, Pit } into = Default;
  ExprPtr count;                                                // seeds of the pit `set`; null: all of the set
  ExprPtr set;
  ExprPtr pit;                                                  // for Pit
  ExprPtr by;                                                   // for PLAYER: PlayerWord or OwnerOf; may be null
};
struct Sow {
  enum Start { Default, In, After } start = Default;
  ExprPtr direction;                                            // may be null
  ExprPtr pit;                                                  // for In and After
  std::optional<Name> circuit;
  bool at_each_seed = false;                                    // the set is found anew before each seed
  ExprPtr skipping;                                             // may be null
  ExprPtr skipping_when;                                        // may be null
};
struct Turn { ExprPtr direction; };
struct Mark { bool on; ExprPtr set; Player whose; Name flag; };  // whose: the mover's unless said
struct Set { ExprPtr state; ExprPtr value; };                   // state: Word or Possessive Word
struct Clear { ExprPtr state; };
struct Do { Name action; };
struct Again {};
struct Stop {};
struct Relay { ExprPtr from; };                                 // may be null
struct Answer;
struct Ask { std::vector<Answer> answers; };
struct Pick {                                                   // ask NAME from SET: …   ask NAME in LOW..HIGH: …
  Name name;
  ExprPtr set;                                                  // null: a number
  ExprPtr low, high;
  std::vector<Step> steps;
};
struct Note {
  std::string text;
  Span span;
};
struct If {
  ExprPtr condition;
  std::vector<Step> steps;
  std::optional<Note> note;                                     // in front of `otherwise`
  std::optional<std::vector<Step>> otherwise;
};
struct EachPlayer { std::vector<Step> steps; };                 // each { … }
struct EachPit { ExprPtr set; std::vector<Step> steps; };       // for each pit of SET: …
struct Swap {};                                                 // swap sides
// only in `end` and `match`
struct Takes { bool each = false, half = false; ExprPtr player; ExprPtr set; };  // player null when each
struct Wins { ExprPtr player; bool loses = false; };
struct Draw {};
struct Void {};

struct Answer { Name name; Steps steps; };                      // name: yes, no, left, right, a word or digits

struct Step {
  Span span;
  std::variant<Place, Fill, Lift, Capture, Sow, Turn, Mark, Set, Clear, Do, Again, Stop, Relay, Ask, Pick, If, EachPlayer, EachPit, Swap, Takes, Wins, Draw, Void>
      node;
  std::optional<Note> note;
};

// Calls visit(steps) for each list of steps inside a step.
template <class Visit>
void each_inner(const Step& step, const Visit& visit) {
  if (const auto* branch = std::get_if<If>(&step.node)) {
    visit(branch->steps);
    if (branch->otherwise) visit(*branch->otherwise);
  }
  if (const auto* pick = std::get_if<Pick>(&step.node)) visit(pick->steps);
  if (const auto* each = std::get_if<EachPlayer>(&step.node)) visit(each->steps);
  if (const auto* each = std::get_if<EachPit>(&step.node)) visit(each->steps);
  if (const auto* ask = std::get_if<Ask>(&step.node)) {
    for (const Answer& answer : ask->answers) visit(answer.steps);
  }
}

// A row of a first-match table: laps, each seed, end.
struct Row {
  Span span;
  std::optional<Name> rule;  // rule NAME
  ExprPtr condition;         // null: otherwise
  Steps steps;
  std::optional<Note> note;
};
using Table = std::vector<Row>;

// ---- moves -------------------------------------------------------------------------------------------------

struct Choice {
  Span span;
  std::optional<Name> name;     // none: choose direction
  std::vector<ExprPtr> values;  // Word, Number, or PitRange from a Number to a number (1..5, 1..seeds)
  ExprPtr pits;                 // choose NAME from SET; may be null. Neither these nor values: the two directions
  ExprPtr when;                 // may be null
  std::optional<Note> note;
};
struct Requirement {
  enum Strength { Require, Prefer } strength = Require;
  enum Time { Before, FirstLap, FirstLapCaptures, EverySeed, Afterwards } time = Before;
  Span span;
  std::optional<Name> rule;
  ExprPtr condition;            // FirstLapCaptures: the set, or null for any pit; else the condition
  ExprPtr when;                 // may be null
  std::optional<Note> note;
};
struct Move {
  Span span;
  Name name;
  bool otherwise = false;
  ExprPtr when;                 // may be null
  ExprPtr from;                 // may be null
  std::optional<Note> from_note, when_note, note;
  std::vector<Choice> choices;
  std::vector<Requirement> requirements;
  Steps steps;
  std::optional<Table> laps, each_seed;
};

// ---- top level ---------------------------------------------------------------------------------------------

struct Meta { enum Kind { Names, People, Region, Period, Source, Author, Licence, About } kind; std::vector<std::string> values; };
struct Board {
  struct Entry {
    enum Kind { Rows, Columns, Seeds, Reserve, Stores, Shared, Start, Layout } kind;
    Span span;
    ExprPtr number;                  // Rows, Columns, Seeds, Reserve
    ExprPtr set;                     // seeds N in SET; may be null
    std::vector<std::string> text;   // Start (one), Layout (one a row)
    std::vector<Span> text_spans;
    std::optional<Note> note;
  };
  std::vector<Entry> entries;
};
struct Circuit { std::optional<Name> name; std::vector<ExprPtr> pits; };
struct Zone { Name name; ExprPtr set; };
struct State {
  enum Kind { Flag, Counter, Pit, Direction } kind;
  enum Per { Game, EachPlayer, EachPit, EachPlayerAndPit } per;
  Name name;
  ExprPtr max;      // Counter: 0..max
  ExprPtr initial;  // may be null
};
struct Option {
  Name name;
  std::vector<Name> values;          // words; empty if a range
  ExprPtr low, high;                 // Number, for a range
  Name initial;                      // a word or digits
  std::string text;                  // the description, may be empty
};
struct Define { Name name; ExprPtr value; };
struct Action { Name name; Steps steps; };
struct Phase {
  Name name;
  std::optional<Name> before;   // the phase of the base that this one precedes
  ExprPtr condition;            // may be null
  std::vector<Move> moves;
};
// extend phase NAME { … }: what changes in a phase of the base
struct ExtendPhase {
  struct Change {
    enum Kind { Add, Replace, Extend, Remove } kind;
    Move move;                  // Remove: only its name and span
  };
  Name name;
  std::vector<Change> changes;
};
struct Laps { Table rows; };
struct EachSeed { Table rows; };
struct Whenever { ExprPtr zone; Steps steps; };
struct OutOfPlay { ExprPtr set; };
struct AfterMove { Steps steps; };
struct Endless {
  enum Outcome { Void, Illegal, MoverLoses, MoverWins, Draw, Stop };
  struct Case { Outcome outcome; ExprPtr condition; Span span; };  // condition null: otherwise, or the only one
  ExprPtr laps;
  std::vector<Case> cases;
};
struct End { Table rows; };
struct Winner { bool fewest = false; ExprPtr measure; };                // measure null: seeds
struct Match {
  enum Starter { Alternates, Loser, Winner, LastMover };
  struct Case { Starter starter; ExprPtr condition; };  // condition null: otherwise, or the only one
  struct Keep { std::vector<Name> states; Span span; std::optional<Note> note; };
  ExprPtr games;              // best of N; null: rounds
  std::vector<Case> starter;  // at least one
  Span starter_span;          // empty if nothing was said: then they alternate
  std::optional<Note> starter_note;
  std::vector<Keep> keep;     // of rounds: the states that last
  Table rows;                // of rounds
};
struct Remove { bool rule = false; std::string kind; Name name; };  // a clause without a name: its kind only
struct Default { Name option; Name value; };

struct Item {
  Span span;
  Span keyword;          // its first word, for messages
  bool replace = false;  // replace …
  bool extend = false;   // extend …: only Move, Laps, EachSeed, End
  std::variant<Meta, Board, Circuit, Zone, State, Option, Define, Action, Phase, ExtendPhase, Move, Laps, EachSeed, Whenever, OutOfPlay, AfterMove,
               Endless, End, Winner, Match, Requirement, Row, Remove, Default>
      node;              // a bare Row only in `replace rule NAME …`
  std::optional<Note> note;
};

struct Comment {
  Span span;         // from // to the end of the line, without it
  bool own_line;     // nothing but white space before it on its line
};

struct File {
  Span span;
  Name title;                        // the game's name, without quotes
  std::optional<Name> base;          // extends …, without quotes
  bool base_is_path = false;
  std::vector<Item> items;
  std::vector<Comment> comments;     // in order; format puts them back
};

}  // namespace mnc::grammar::ast
