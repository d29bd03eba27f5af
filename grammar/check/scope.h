// Stage 2, check: where an expression stands: whose point of view, which pit is spoken of, what is known there.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "grammar/ruleset.h"

namespace mnc::grammar::check {

// What can be spoken of in a place, as bits.
inline constexpr unsigned kPosition = 1;  // the position at all; without it only what is fixed
inline constexpr unsigned kTurn = 2;      // a position between two moves, so that its occurrences can be counted
inline constexpr unsigned kMove = 4;      // a move that is being made: its direction, kind, what it captured
inline constexpr unsigned kOrigin = 8;    // the pit where it started
inline constexpr unsigned kLap = 16;      // a lap begins: lap_origin
inline constexpr unsigned kSown = 32 | kLap;  // seeds have been sown: last, lap, sown, was
inline constexpr unsigned kEverything = 63;

inline constexpr std::string_view kInEnd = "in `end`";
inline constexpr std::string_view kInSkipping = "in what is skipped from the start of a lap on";

struct KindScope {
  std::size_t index;                   // of the kind
  const std::vector<Choice>* choices;  // those made so far
};

// A pit or number that the player picks in mid-move, and the question it stands in.
struct PickScope {
  std::string_view name;
  int depth;               // questions around it
  bool pit;                // else a number
  const PickScope* outer;  // null: none
};

// A condition that has been asked around some steps: it holds when they begin.
struct GivenScope {
  NodeId condition;  // kNoNode: it has a mistake in it
  const GivenScope* outer;  // null: none
};

struct Scope {
  Who pov = Who::Mover;
  NodeId it = kNoNode;  // kNoNode: no pit is spoken of
  unsigned known = kPosition;
  const KindScope* kind = nullptr;  // the kind of move this is read for, if one
  const PickScope* pick = nullptr;  // the innermost question for a pit, if one
  const GivenScope* given = nullptr;
  std::int32_t circuit = 0;         // that forwards and backwards refer to
  bool checking = false;            // an unused definition is looked at: what its users would know is granted
  std::string_view place = "here";  // "in `end`", for messages

  [[nodiscard]] Scope about(NodeId pit) const {
    Scope scope = *this;
    scope.it = pit;
    return scope;
  }
  [[nodiscard]] Scope seen_by(Who who) const {
    Scope scope = *this;
    scope.pov = who;
    return scope;
  }
};

// What an expression came to.
struct Value {
  enum Kind {
    Unknown,  // has been reported; nothing more is said of it
    Truth,
    Number,
    Pit,
    Pits,
    Player,
    Direction,
    FlagName,    // a flag on pits, to be asked of a pit; index into Ruleset::states
    OptionWord,  // an option with words as values; index into Ruleset::options
    ChoiceWord,  // a choice of the kind; index into its choices
    Amount,      // all, all but …; only for lift
  } kind = Unknown;
  NodeId node = kNoNode;
  std::size_t index = 0;
  Who who = Who::Mover;  // of a flag on pits: whose
};

}  // namespace mnc::grammar::check
