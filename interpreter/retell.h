// Plays one move by reading the rules of the checked ruleset, step by step, and tells a Witness what is done and which
// rows and conditions were asked. The engine plays the same move far faster from a program; the two must agree.
#pragma once

#include <cstdint>
#include <vector>

#include "interpreter/terms.h"

namespace mnc::engine {

// Told in order. Seeds and pits are as they are at that moment, in `terms`.
class Witness {
 public:
  virtual ~Witness() = default;
  // Nothing has been done yet.
  virtual void begins(const Terms& /*terms*/) {}
  // In a pit, or (kNoSlot) beside the board.
  virtual void placed(int /*seeds*/, const grammar::Step& /*step*/, Slot /*from*/, Slot /*to*/) {}
  virtual void lifted(int /*seeds*/, Slot /*pit*/) {}
  // The pits sown, in order; the last pit held `before`.
  virtual void sown(const std::vector<Slot>& /*pits*/, const Terms& /*terms*/) {}
  virtual void captured(const std::vector<std::pair<Slot, int>>& /*from*/, const grammar::Step& /*step*/,
                        const Terms& /*terms*/) {}
  virtual void turned(int /*direction*/) {}
  virtual void marked(const grammar::Step& /*step*/, const grammar::SlotSet& /*pits*/) {}
  virtual void set(const grammar::Step& /*step*/, int /*player*/, int /*value*/) {}
  virtual void swapped() {}  // the sides
  virtual void again() {}
  virtual void answered(const grammar::Step& /*step*/, int /*answer*/) {}
  // A lap is over, or (each_seed) a seed has fallen: rows before `row` did not hold; rows.size(): none did.
  virtual void read(const grammar::Table& /*rows*/, std::size_t /*row*/, bool /*each_seed*/, const Terms& /*terms*/) {}
  virtual void asked_if(const grammar::Step& /*step*/, bool /*holds*/, const Terms& /*terms*/) {}
  virtual void emptied(const grammar::Trigger& /*trigger*/, Slot /*pit*/) {}
  virtual void endless() {}
  virtual void stopped() {}  // the sowing, by the limit of laps
  // A seed has fallen, and what `each seed` says of it is done.
  virtual void fell(const Terms& /*terms*/) {}
  // A lap is over; nothing has been done about it yet.
  virtual void lap_over(const Terms& /*terms*/) {}
  // The steps of the move are done; the turn has not passed on.
  virtual void over(const Terms& /*terms*/, const grammar::SlotSet& /*captured_by_first_lap*/) {}
};

// Plays a move and passes the turn on, whatever `require` and `prefer` say of it: precondition, one of candidates(). False
// if the move is endless: the position means nothing then.
bool retell(const Game& game, Position& position, const Move& move, Witness& witness);

// All moves of a kind from its starting pits with every choice before the move, whatever `require` and `prefer`; none if
// its `when` does not hold. Questions in the middle of a move are left open.
[[nodiscard]] std::vector<Move> candidates(const Game& game, const Position& position, int kind);

// What the first laps of a player's moves of these kinds would capture, whatever the requirements.
[[nodiscard]] grammar::SlotSet targets(const Game& game, const Position& position, int player, std::uint32_t kinds);

}  // namespace mnc::engine
