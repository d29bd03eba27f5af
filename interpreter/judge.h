// Which moves are legal and, of the others, which clause rules them out: read from the checked ruleset, as retell does. For
// explaining; the engine knows the legal moves far faster, and the two must agree.
#pragma once

#include <cstdint>
#include <vector>

#include "interpreter/game.h"

namespace mnc::engine {

enum class Ruling : std::uint8_t {
  Legal,
  Required,   // a `require` rules the move out
  Preferred,  // a `prefer` does, which another move fulfils
  Outranked,  // a kind of a higher rank has a legal move
  Endless,    // the move does not end, and endless moves are illegal
};

struct Judged {
  Move move;                                     // with the choices before it; its questions get their first answers
  Ruling ruling = Ruling::Legal;
  const grammar::Requirement* clause = nullptr;  // of Required and Preferred; part of the game's ruleset
  std::size_t instead = 0;                       // of Preferred and Outranked: the move, by number, that fulfils it or goes first
};

// All moves of the phase the mover is in, from the pits that the kinds name in `from`; kinds as written, pits A1….
[[nodiscard]] std::vector<Judged> judge(const Game& game, const Position& position);

}  // namespace mnc::engine
