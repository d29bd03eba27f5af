// See terms.h.
#include "interpreter/terms.h"

#include <algorithm>
#include <cstdlib>

#include "interpreter/program.h"
#include "interpreter/retell.h"

namespace mnc::engine {

using grammar::Node;
using grammar::NodeId;
using grammar::Op;
using grammar::SlotSet;
using grammar::Who;

namespace {
bool has(const SlotSet& set, Slot slot) { return slot != kNoSlot && set[static_cast<std::size_t>(slot)]; }
}  // namespace

int Terms::side(Who who) const {
  switch (who) {
    case Who::Mover: return moment_.me;
    case Who::Opponent: return 1 - moment_.me;
    case Who::South: return kSouth;
    case Who::North: return kNorth;
  }
  return kSouth;
}

Slot Terms::along(Slot pit, int player, int direction) const {
  const auto& cycle = rules_.board.circuits[static_cast<std::size_t>(moment_.circuit)].cycle[static_cast<std::size_t>(player)];
  const auto found = std::find(cycle.begin(), cycle.end(), pit);
  if (pit == kNoSlot || found == cycle.end()) return kNoSlot;
  const std::size_t place = static_cast<std::size_t>(found - cycle.begin());
  return cycle[(place + (direction == grammar::kClockwise ? 1 : cycle.size() - 1)) % cycle.size()];
}

// The first pit of a set from a pit on.
Slot Terms::past(Slot slot, const SlotSet& wanted, int player, int direction) const {
  for (std::size_t i = 0; i <= rules_.board.slots.size() && slot != kNoSlot; ++i) {
    if (has(wanted, slot)) return slot;
    slot = along(slot, player, direction);
  }
  return kNoSlot;
}

int Terms::phase(int player) const {
  Moment theirs;
  theirs.me = player;
  const Terms terms(game_, position_, theirs);
  for (std::size_t i = 0; i < rules_.phases.size(); ++i) {
    if (terms.truth(rules_.phases[i].guard)) return static_cast<int>(i);
  }
  return -1;
}

bool Terms::about(Slot pit, NodeId condition) const {
  Moment moment = moment_;
  moment.it = pit;
  return Terms(game_, position_, moment).truth(condition);
}

// The value of the first case whose condition holds.
NodeId Terms::chosen(const Node& n) const {
  for (std::size_t i = 0; i + 1 < n.kids.size(); i += 2) {
    if (truth(n.kids[i + 1])) return n.kids[i];
  }
  return n.kids.back();
}

// ---- truth -------------------------------------------------------------------------------------------------

bool Terms::compared(const Node& n) const {
  return grammar::compares(n.op, number(n.a), number(n.b));
}

bool Terms::can_move(const Node& n) const {
  Position theirs = position_;
  theirs.mover = static_cast<std::uint8_t>(side(n.who));
  std::vector<Move> moves;
  game_.moves(theirs, moves);
  return std::any_of(moves.begin(), moves.end(), [&](const Move& move) {
    return n.value == 0 || (static_cast<std::uint32_t>(n.value) >> move.kind & 1u) != 0;
  });
}

bool Terms::truth(NodeId id) const {
  if (id == grammar::kNoNode) return true;
  const Node& n = node(id);
  switch (n.op) {
    case Op::Truth: return n.value != 0;
    case Op::Not: return !truth(n.a);
    case Op::And: return std::all_of(n.kids.begin(), n.kids.end(), [&](NodeId kid) { return truth(kid); });
    case Op::Or: return std::any_of(n.kids.begin(), n.kids.end(), [&](NodeId kid) { return truth(kid); });
    case Op::Equal:
    case Op::NotEqual:
    case Op::Less:
    case Op::LessEqual:
    case Op::Greater:
    case Op::GreaterEqual: return compared(n);
    case Op::NumberIn: {
      const long value = number(n.a);
      return value >= 0 && value <= grammar::kMaxSeeds &&
             rules_.count_sets[static_cast<std::size_t>(n.value)][static_cast<std::size_t>(value)];
    }
    case Op::SomePit: return pits(n.a).any();
    case Op::PitIn: return has(pits(n.b), pit(n.a));
    case Op::SamePit: return pit(n.a) == pit(n.b);
    case Op::SamePlayer: return player(n.a) == player(n.b);
    case Op::SameDirection: return direction(n.a) == direction(n.b);
    case Op::AnswerIs: return moment_.answers[static_cast<std::size_t>(n.value)] == n.value2;
    case Op::Flag: return number(id) != 0;
    case Op::PitFlag: {
      const bool of_players = rules_.states[static_cast<std::size_t>(n.value)].per == grammar::State::EachPlayerAndPit;
      const std::size_t whose = of_players ? static_cast<std::size_t>(side(n.who)) : 0;
      return has(position_.pit_flags[static_cast<std::size_t>(n.value)][whose], pit(n.a));
    }
    case Op::CanMove: return can_move(n);
    case Op::KindIs: return moment_.kind >= 0 && (static_cast<std::uint32_t>(n.value) >> moment_.kind & 1u) != 0;
    case Op::PhaseIs: return phase(side(n.who)) == n.value;
    case Op::Cases: return truth(chosen(n));
    default: return number(id) != 0;
  }
}

// ---- numbers, players, directions --------------------------------------------------------------------------

long Terms::number(NodeId id) const {
  const Node& n = node(id);
  const auto sum = [&](const SlotSet& set) {
    long seeds = 0;
    for (std::size_t slot = 0; slot < rules_.board.slots.size(); ++slot) seeds += set[slot] ? position_.seeds[slot] : 0;
    return seeds;
  };
  switch (n.op) {
    case Op::Number: return n.value;
    case Op::Seeds: {
      const Slot slot = pit(n.a);
      return slot == kNoSlot ? 0 : position_.seeds[static_cast<std::size_t>(slot)];
    }
    case Op::SeedsIn: return sum(pits(n.a));
    case Op::Count: return static_cast<long>(pits(n.a).count());
    case Op::Reserve: return position_.reserve[static_cast<std::size_t>(side(n.who))];
    case Op::Won: return position_.won[static_cast<std::size_t>(side(n.who))];
    case Op::Flag:
    case Op::Counter: {
      const auto state = static_cast<std::size_t>(n.value);
      const bool of_game = rules_.states[state].per == grammar::State::Game;
      return position_.values[state][of_game ? 0 : static_cast<std::size_t>(side(n.who))];
    }
    case Op::Lap: return moment_.lap;
    case Op::Sown: return moment_.sown;
    case Op::Remaining: return moment_.remaining;
    case Op::Captured: return moment_.captured;
    case Op::Ply: return static_cast<long>(position_.ply);
    case Op::Occurrences: return moment_.occurrences;
    case Op::Before: return moment_.before;
    case Op::Picked: return moment_.picked[static_cast<std::size_t>(n.value)];
    case Op::Column: {
      const Slot slot = pit(n.a);
      return slot == kNoSlot ? 0 : at(slot).column;
    }
    case Op::AnswerNumber: {
      const int answer = moment_.answers[static_cast<std::size_t>(n.value)];
      if (answer == kNotAsked || moment_.kind < 0) return 0;
      return rules_.kinds[static_cast<std::size_t>(moment_.kind)].choices[static_cast<std::size_t>(n.value)].answers[static_cast<std::size_t>(answer)].number;
    }
    case Op::Add: return number(n.a) + number(n.b);
    case Op::Subtract: return number(n.a) - number(n.b);
    case Op::Multiply: return number(n.a) * number(n.b);
    case Op::Divide: return number(n.b) == 0 ? 0 : number(n.a) / number(n.b);
    case Op::Modulo: return number(n.b) == 0 ? 0 : number(n.a) % number(n.b);
    case Op::Cases: return number(chosen(n));
    default: return truth(id) ? 1 : 0;
  }
}

int Terms::player(NodeId id) const {
  const Node& n = node(id);
  switch (n.op) {
    case Op::ConstPlayer: return side(n.who);
    case Op::LastMover: return position_.last_mover;
    case Op::Cases: return player(chosen(n));
    default: break;
  }
  const Slot slot = pit(n.a);  // OwnerOf
  if (slot == kNoSlot || at(slot).owner == Who::Mover) return moment_.me;
  return at(slot).owner == Who::South ? kSouth : kNorth;
}

int Terms::direction(NodeId id) const {
  const Node& n = node(id);
  switch (n.op) {
    case Op::ConstDirection: return n.value;
    case Op::Reversed: return 1 - moment_.direction;
    case Op::DirectionState: {
      const auto state = static_cast<std::size_t>(n.value);
      const bool of_game = rules_.states[state].per == grammar::State::Game;
      return position_.values[state][of_game ? 0 : static_cast<std::size_t>(side(n.who))];
    }
    case Op::Cases: return direction(chosen(n));
    default: return moment_.direction;
  }
}

// ---- pits --------------------------------------------------------------------------------------------------

Slot Terms::pit(NodeId id) const {
  const Node& n = node(id);
  switch (n.op) {
    case Op::ConstPit: return static_cast<Slot>(moment_.me == kSouth ? n.value : n.value2);
    case Op::It: return moment_.it;
    case Op::Origin: return moment_.origin;
    case Op::Last: return moment_.last;
    case Op::LapOrigin: return moment_.lap_origin;
    case Op::Behind:
    case Op::Opposite: {
      const Slot of = pit(n.a);
      if (of == kNoSlot) return kNoSlot;
      return n.op == Op::Behind ? at(of).behind : at(of).opposite;
    }
    case Op::Next:
    case Op::Previous: {
      const int way = n.op == Op::Next ? moment_.direction : 1 - moment_.direction;
      const Slot next = along(pit(n.a), side(n.who), way);
      return n.b == grammar::kNoNode ? next : past(next, ~pits(n.b), side(n.who), way);
    }
    case Op::Ahead: {
      const int way = n.value != 0 ? 1 - moment_.direction : moment_.direction;
      Slot slot = pit(n.a);
      const long round = static_cast<long>(rules_.board.circuits[static_cast<std::size_t>(moment_.circuit)].cycle[static_cast<std::size_t>(side(n.who))].size());
      const long steps = (number(n.b) % round + round) % round;
      if (along(slot, side(n.who), way) == kNoSlot) return kNoSlot;  // not on the circuit
      for (long i = 0; i < steps; ++i) slot = along(slot, side(n.who), way);
      return slot;
    }
    case Op::FirstOf: {
      const int way = n.value != 0 ? 1 - moment_.direction : moment_.direction;
      return past(along(pit(n.a), side(n.who), way), pits(n.b), side(n.who), way);
    }
    case Op::PitState: {
      const auto state = static_cast<std::size_t>(n.value);
      const bool of_game = rules_.states[state].per == grammar::State::Game;
      return position_.values[state][of_game ? 0 : static_cast<std::size_t>(side(n.who))];
    }
    case Op::AnswerPit: {
      const int answer = moment_.answers[static_cast<std::size_t>(n.value)];
      return answer == kNotAsked ? kNoSlot : static_cast<Slot>(answer);
    }
    case Op::Picked: return moment_.picked[static_cast<std::size_t>(n.value)];
    case Op::Leftmost:
    case Op::Rightmost: return outermost(pits(n.a), side(n.who), n.op == Op::Rightmost);
    case Op::OnlyPit: {
      const SlotSet set = pits(n.a);
      return set.count() == 1 ? static_cast<Slot>(set._Find_first()) : kNoSlot;
    }
    case Op::Cases: return pit(chosen(n));
    default: return kNoSlot;
  }
}

// As a player sees the board; in one column the one nearest the middle, and of two as near South's.
Slot Terms::outermost(const SlotSet& set, int player, bool right) const {
  Slot best = kNoSlot;
  int least = 0;
  for (std::size_t slot = 0; slot < rules_.board.slots.size(); ++slot) {
    if (!set[slot]) continue;
    const grammar::Pit& there = rules_.board.slots[slot];
    const bool from_left = (player == kSouth) != right;
    const int columns = from_left ? there.screen_column : rules_.board.screen_columns - 1 - there.screen_column;
    const int far = (columns + 1) * 256 + std::abs(2 * there.screen_row + 1 - rules_.board.screen_rows);
    const bool nearer = best == kNoSlot || far < least ||
                        (far == least && game_.program().index_of[slot] < game_.program().index_of[static_cast<std::size_t>(best)]);
    if (!nearer) continue;
    best = static_cast<Slot>(slot);
    least = far;
  }
  return best;
}

SlotSet Terms::where(const Node& n) const {
  const SlotSet from = pits(n.a);
  SlotSet kept;
  for (std::size_t slot = 0; slot < rules_.board.slots.size(); ++slot)
    kept[slot] = from[slot] && about(static_cast<Slot>(slot), n.b);
  return kept;
}

SlotSet Terms::run(const Node& n) const {
  SlotSet out;
  const int way = n.value != 0 ? 1 - moment_.direction : moment_.direction;
  Slot slot = pit(n.a);
  while (slot != kNoSlot && !has(out, slot) && about(slot, n.b)) {
    out.set(static_cast<std::size_t>(slot));
    for (int i = 0; i < n.value2; ++i) {
      slot = along(slot, side(n.who), way);
      if (!n.kids.empty()) slot = past(slot, ~pits(n.kids[0]), side(n.who), way);
    }
  }
  return out;
}

SlotSet Terms::pits(NodeId id) const {
  const Node& n = node(id);
  switch (n.op) {
    case Op::ConstPits:
      return rules_.slot_sets[static_cast<std::size_t>(moment_.me == kSouth ? n.value : n.value2)];
    case Op::Where: return where(n);
    case Op::Union: return pits(n.a) | pits(n.b);
    case Op::Except: return pits(n.a) & ~pits(n.b);
    case Op::Else: {
      const SlotSet first = pits(n.a);
      return first.any() ? first : pits(n.b);
    }
    case Op::Run: return run(n);
    case Op::Opposites: {
      const SlotSet of = pits(n.a);
      SlotSet out;
      for (std::size_t slot = 0; slot < rules_.board.slots.size(); ++slot) {
        if (of[slot] && rules_.board.slots[slot].opposite != kNoSlot)
          out.set(static_cast<std::size_t>(rules_.board.slots[slot].opposite));
      }
      return out;
    }
    case Op::Targets: return targets(game_, position_, side(n.who), static_cast<std::uint32_t>(n.value));
    case Op::OnePit: {
      SlotSet one;
      if (const Slot slot = pit(n.a); slot != kNoSlot) one.set(static_cast<std::size_t>(slot));
      return one;
    }
    case Op::Cases: return pits(chosen(n));
    default: return {};
  }
}

}  // namespace mnc::engine
