// The clauses of a ruleset that can fire, numbered in the order of the text's parts; for counting and explaining play.
// Comes in: a checked ruleset. Goes out: what Game::moves, play and ending note, as indices into this list.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "grammar/ruleset.h"

namespace mnc::engine {

// What it means that one fires:
enum class ClauseKind : std::uint8_t {
  Move,      // a move of this kind is played
  Require,   // a candidate move is ruled out
  Prefer,    // a candidate move is ruled out
  Lap,       // this row is done when a lap is over
  EachSeed,  // this row is done after a seed
  Whenever,  // its steps are done
  If,        // the condition of an `if` among the steps of a move, row or action holds
  End,       // this row ends the game
  Round,     // this row says how the next round begins
};
[[nodiscard]] const char* clause_kind_text(ClauseKind kind);

struct Clause {
  ClauseKind kind = ClauseKind::Move;
  std::string name;        // of the kind of move, or of the rule (may be empty)
  std::string note;        // its note in square brackets
  int row = 0;             // place in its table, from 1; 0: not in a table
  grammar::Span span;      // no two clauses begin at the same place
};

// Each once, though several kinds of moves may share it.
[[nodiscard]] std::vector<Clause> clauses_of(const grammar::Ruleset& ruleset);

// Clauses that fired, in that order. Of a row that goes on with a relay: once for each lap.
using Fired = std::vector<std::uint16_t>;
inline constexpr std::size_t kMaxClauses = 65'535;

}  // namespace mnc::engine
