// Stage 1b: what the grammar has recognised, as a flat list: every node stands after its children (postorder).
// Comes in: from parse.cpp, which drops what a failing alternative left behind. Goes out: to build, which makes the AST.
#pragma once

#include <cstdint>
#include <vector>

namespace mnc::grammar {

// clang-format off
enum class NodeKind : std::uint8_t {
  None,
  // leaves
  Name, Number, Text, Note, PitName, Pits, Row, Player, Whose, Word, Link, Not, Adjective, Otherwise, Replace, Extend, Time, Per,
  Outcome, KindWord,
  // expressions
  PitSpan, SetList, Own, OwnerOf, Of, Ahead, AheadPlace, Targets, Run, Where, Chain, Negation, Predicate, IsTail, HoldsTail, InTail,
  CompareTail, CountItem, Counts, Quantified, Can, MoveIs, PhaseIs, Cases, All,
  // steps
  Steps, Place, Fill, Lift, LiftFrom, Capture, CaptureInto, CaptureFor, Sow, SowIn, SowAfter, SowAlong, SowSkipping, AtEachSeed, Turn, Mark,
  Set, Clear, Do, Again, Stop, Relay, Ask, Answer, Pick, PickRange, If, EachPlayer, EachPit, Swap, Takes, Half, Wins, Draw, Void,
  // clauses
  TableRow, RuleName, When, From, Choice, ChoiceValue, Requirement, Table, EachSeed, Move,
  Meta, Board, Entry, Seeded, Circuit, Zone, State, Initial, Option, Define, Action, Phase, Before, ExtendPhase, RemovedMove, Laps, Whenever, OutOfPlay, AfterMove, Endless,
  OutcomeCase, End, Winner, Match, Starter, Keep, Remove, Nameless, Default, Game, Item,
};
// clang-format on

struct SyntaxNode {
  NodeKind kind;
  std::uint32_t begin, end;  // tokens [begin, end)
  std::uint32_t size;        // nodes in the tree that this one closes, itself included
};
using Nodes = std::vector<SyntaxNode>;

}  // namespace mnc::grammar
