// Stage 2, check: pits and sets of pits as formulas; see meaning.h.
#include <utility>

#include "grammar/check/meaning.h"
#include "grammar/check/nodes.h"

namespace mnc::grammar::check {
namespace {

std::size_t index_of(Slot slot) { return static_cast<std::size_t>(slot) + 1; }  // a pit as a value; 0: none

}  // namespace

SlotSet Meaning::every_slot() const {
  SlotSet all;
  for (std::size_t slot = 0; slot < rules_.board.slots.size(); ++slot) all.set(slot);
  return all;
}

SlotSet Meaning::slots_of(const CountSet& values) const {
  SlotSet set;
  for (std::size_t slot = 0; slot < rules_.board.slots.size(); ++slot) set[slot] = values[slot + 1];
  return set;
}

// ---- pits --------------------------------------------------------------------------------------------------

template <class Among>
Meaning::PitValue Meaning::some_pit_of(NodeId id, const Among& among) {
  return {false, kNoSlot, named(name_of(id), [&] {
    const SlotSet set = among();
    CountSet values{1};
    for (std::size_t slot = 0; slot < rules_.board.slots.size(); ++slot) values[slot + 1] = set[slot];
    return values;
  })};
}

Meaning::PitValue Meaning::neighbour(const Node& n, NodeId id) {
  const PitValue of = pit(n.a);
  const auto next = [&](Slot slot) { return n.op == Op::Behind ? at(slot).behind : at(slot).opposite; };
  if (of.known) return {true, of.slot == kNoSlot ? kNoSlot : next(of.slot), 0};
  return some_pit_of(id, [&] {
    SlotSet reached;
    const SlotSet from = slots_of(logic_.values(of.variable));
    for (std::size_t slot = 0; slot < rules_.board.slots.size(); ++slot) {
      const Slot to = next(static_cast<Slot>(slot));
      if (from[slot] && to != kNoSlot) reached.set(static_cast<std::size_t>(to));
    }
    return reached;
  });
}

Meaning::PitValue Meaning::pit(NodeId id) {
  const Node& n = node(id);
  const auto any = [&] { return every_slot(); };
  switch (n.op) {
    case Op::It:
      if (it_) return {true, *it_, 0};
      return some_pit_of(id, any);
    case Op::Origin:
      if (place_.origin) return {true, *place_.origin, 0};
      return some_pit_of(id, any);
    case Op::Last:
      if (place_.last) return {true, *place_.last, 0};
      return some_pit_of(id, any);
    case Op::ConstPit: return {true, static_cast<Slot>(place_.mover == 0 ? n.value : n.value2), 0};
    case Op::Opposite:
    case Op::Behind: return neighbour(n, id);
    case Op::PitState: {
      const State& state = rules_.states[static_cast<std::size_t>(n.value)];
      if (!unchanging_.state[static_cast<std::size_t>(n.value)]) return some_pit_of(id, any);
      return {true, state.initial_pit[state.per == State::Game ? 0 : side(n.who)], 0};
    }
    case Op::Leftmost:
    case Op::Rightmost:
    case Op::OnlyPit: return some_pit_of(id, [&] { return possible(n.a); });
    default: return some_pit_of(id, any);
  }
}

SlotSet Meaning::possible_pit(NodeId id) {
  const PitValue value = pit(id);
  if (!value.known) return slots_of(logic_.values(value.variable));
  SlotSet set;
  if (value.slot != kNoSlot) set.set(static_cast<std::size_t>(value.slot));
  return set;
}

Formula Meaning::is_pit(const PitValue& pit, const SlotSet& set, bool or_none) {
  if (pit.known) {
    const bool in = pit.slot == kNoSlot ? or_none : set[static_cast<std::size_t>(pit.slot)];
    return in ? kTrue : kFalse;
  }
  CountSet values;
  values[0] = or_none;
  for (std::size_t slot = 0; slot < rules_.board.slots.size(); ++slot) values[slot + 1] = set[slot];
  return logic_.among(pit.variable, values);
}

Formula Meaning::exists(NodeId id) {
  return is_pit(pit(id), every_slot(), false);
}

Formula Meaning::same_pit(NodeId a, NodeId b) {
  PitValue x = pit(a);
  PitValue y = pit(b);
  if (x.known) std::swap(x, y);
  if (y.known) {
    SlotSet one;
    if (y.slot != kNoSlot) one.set(static_cast<std::size_t>(y.slot));
    return is_pit(x, one, y.slot == kNoSlot);
  }
  std::vector<Formula> ways;
  for (std::size_t value = 0; value <= rules_.board.slots.size(); ++value) {
    CountSet one;
    one.set(value);
    ways.push_back(logic_.all_of({logic_.among(x.variable, one), logic_.among(y.variable, one)}));
  }
  return logic_.any_of(std::move(ways));
}

Formula Meaning::pit_in(const Node& n) {
  const PitValue value = pit(n.a);
  if (value.known) return value.slot == kNoSlot ? kFalse : member(value.slot, n.b);
  const SlotSet from = slots_of(logic_.values(value.variable)) & possible(n.b);
  std::vector<Formula> ways;
  for (std::size_t slot = 0; slot < rules_.board.slots.size(); ++slot) {
    if (!from[slot]) continue;
    CountSet one;
    one.set(index_of(static_cast<Slot>(slot)));
    ways.push_back(logic_.all_of({logic_.among(value.variable, one), member(static_cast<Slot>(slot), n.b)}));
  }
  return logic_.any_of(std::move(ways));
}

Formula Meaning::pit_flag(const Node& n, NodeId id) {
  const PitValue value = pit(n.a);
  if (!value.known) return unknown(id);
  if (value.slot == kNoSlot) return kFalse;
  const auto state = static_cast<std::size_t>(n.value);
  if (unchanging_.state[state]) {
    return rules_.states[state].initial_pits[static_cast<std::size_t>(value.slot)] ? kTrue : kFalse;
  }
  const std::size_t whose = rules_.states[state].per == State::EachPlayerAndPit ? side(n.who) : 0;
  return flag(name(Of::Mark, state * 2 + whose, static_cast<std::uint64_t>(value.slot)));
}

// ---- sets --------------------------------------------------------------------------------------------------

SlotSet Meaning::possible(NodeId id) {
  const Node& n = node(id);
  if (n.op == Op::ConstPits) return rules_.slot_sets[static_cast<std::size_t>(place_.mover == 0 ? n.value : n.value2)];
  const std::uint64_t key = this->key(id) + 1;
  const std::int32_t known = possible_.find(key);
  if (known != Memo::kNothing) return sets_[static_cast<std::size_t>(known)];
  const SlotSet found = possible_in(n);
  possible_.put(key, static_cast<std::int32_t>(sets_.size()));
  sets_.push_back(found);
  return found;
}

SlotSet Meaning::possible_in(const Node& n) {
  switch (n.op) {
    case Op::Where:
    case Op::Except: return possible(n.a);
    case Op::Union:
    case Op::Else: return possible(n.a) | possible(n.b);
    case Op::OnePit: return possible_pit(n.a);
    case Op::Run: return possible_pit(n.a).any() ? every_slot() : SlotSet();
    case Op::Opposites: {
      SlotSet set;
      const SlotSet from = possible(n.a);
      for (std::size_t slot = 0; slot < rules_.board.slots.size(); ++slot) {
        const Slot to = rules_.board.slots[slot].opposite;
        if (from[slot] && to != kNoSlot) set.set(static_cast<std::size_t>(to));
      }
      return set;
    }
    case Op::Cases: {
      SlotSet set;
      for (std::size_t i = 0; i < n.kids.size(); i += 2) set |= possible(n.kids[i]);
      return set;
    }
    default: return every_slot();
  }
}

Formula Meaning::some(NodeId set) {
  return remembered(Some, set, kNoSlot, [&] {
    const Node& n = node(set);
    if (n.op == Op::Else || n.op == Op::Union) return logic_.any_of({some(n.a), some(n.b)});
    if (n.op == Op::OnePit && (node(n.a).op == Op::Leftmost || node(n.a).op == Op::Rightmost)) return some(node(n.a).a);
    const SlotSet slots = possible(set);
    std::vector<Formula> ways;
    for (std::size_t slot = 0; slot < rules_.board.slots.size(); ++slot) {
      if (slots[slot]) ways.push_back(member(static_cast<Slot>(slot), set));
    }
    return logic_.any_of(std::move(ways));
  });
}

Formula Meaning::seeds(Slot slot) { return logic_.among(seeds_in({true, slot, 0}, kNoNode), ~CountSet{1}); }

std::optional<Formula> Meaning::seeds_if_known(NodeId id) {
  const PitValue of = pit(id);
  if (!of.known) return std::nullopt;
  return of.slot == kNoSlot ? kFalse : seeds(of.slot);
}

Formula Meaning::some_seed(NodeId set) {
  const SlotSet slots = possible(set);
  std::vector<Formula> ways;
  for (std::size_t i = 0; i < rules_.board.slots.size(); ++i) {
    const auto slot = static_cast<Slot>(i);
    if (slots[i]) ways.push_back(logic_.all_of({member(slot, set), seeds(slot)}));
  }
  return logic_.any_of(std::move(ways));
}

Formula Meaning::member(Slot slot, NodeId id) {
  if (id == kNoNode) return kFalse;
  return remembered(Member, id, slot, [&] { return member_of(slot, node(id), id); });
}

Formula Meaning::member_of(Slot slot, const Node& n, NodeId id) {
  const auto here = [&] {
    SlotSet one;
    one.set(static_cast<std::size_t>(slot));
    return one;
  };
  if (!possible(id)[static_cast<std::size_t>(slot)]) return kFalse;
  const auto about_it = [&](NodeId condition) {
    const std::optional<Slot> outside = std::exchange(it_, slot);
    const Formula result = truth(condition);
    it_ = outside;
    return result;
  };
  const auto whether = [&](Of what) { return flag(name_of(id, what, static_cast<std::uint64_t>(slot))); };
  switch (n.op) {
    case Op::ConstPits: return kTrue;
    case Op::Where: {
      const Formula in = member(slot, n.a);
      return in == kFalse ? kFalse : logic_.all_of({in, about_it(n.b)});
    }
    case Op::Union: return logic_.any_of({member(slot, n.a), member(slot, n.b)});
    case Op::Except: return logic_.all_of({member(slot, n.a), logic_.negate(member(slot, n.b))});
    case Op::Else: {
      const Formula second = member(slot, n.b);
      if (second == kFalse) return member(slot, n.a);
      return logic_.any_of({member(slot, n.a), logic_.all_of({logic_.negate(some(n.a)), second})});
    }
    case Op::OnePit: return is_pit(pit(n.a), here(), false);
    case Op::Run: {
      const PitValue from = pit(n.a);
      const Formula fits = about_it(n.b);
      if (from.known && from.slot == slot) return fits;
      return logic_.all_of({fits, whether(Of::Reach)});
    }
    case Op::Cases: return member_of_cases(slot, n);
    default: return whether(Of::Membership);
  }
}

// The first case whose condition holds is the set.
Formula Meaning::member_of_cases(Slot slot, const Node& n) {
  std::vector<Formula> ways, earlier;
  for (std::size_t i = 0; i < n.kids.size(); i += 2) {
    const Formula condition = i + 1 < n.kids.size() ? truth(n.kids[i + 1]) : kTrue;
    std::vector<Formula> all = earlier;
    all.push_back(condition);
    all.push_back(member(slot, n.kids[i]));
    ways.push_back(logic_.all_of(std::move(all)));
    earlier.push_back(logic_.negate(condition));
  }
  return logic_.any_of(std::move(ways));
}

}  // namespace mnc::grammar::check
