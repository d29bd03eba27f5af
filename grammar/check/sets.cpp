// Stage 2, check: nodes of pits and sets of pits; constant sets are worked out here.
#include <algorithm>
#include <utility>

#include "grammar/check/nodes.h"

namespace mnc::grammar::check {

std::optional<ConstSet> Nodes::const_set(NodeId id) const {
  if (id == kNoNode || at(id).op != Op::ConstPits) return std::nullopt;
  return ConstSet{out_.slot_sets[static_cast<std::size_t>(at(id).value)],
                  out_.slot_sets[static_cast<std::size_t>(at(id).value2)]};
}

// Whether a condition holds of one pit at most: `it is last`, alone or with others.
bool Nodes::names_it(NodeId condition) const {
  const Node& node = at(condition);
  if (node.op == Op::And) return std::any_of(node.kids.begin(), node.kids.end(), [this](NodeId kid) { return names_it(kid); });
  return node.op == Op::SamePit && (at(node.a).op == Op::It) != (at(node.b).op == Op::It);
}

int Nodes::pits_of(const Node& set) const {
  const auto of = [this](NodeId id) { return most_pits(id); };
  const auto constant = [this](std::int32_t index) { return static_cast<int>(out_.slot_sets[static_cast<std::size_t>(index)].count()); };
  switch (set.op) {
    case Op::ConstPits: return std::max(constant(set.value), constant(set.value2));
    case Op::OnePit: return 1;
    case Op::Where: return names_it(set.b) ? std::min(of(set.a), 1) : of(set.a);
    case Op::Except:
    case Op::Opposites: return of(set.a);
    case Op::Union: return std::min(of(set.a) + of(set.b), kMaxSlots);
    case Op::Else: return std::max(of(set.a), of(set.b));
    case Op::Cases: {
      int most = 0;
      for (std::size_t i = 0; i < set.kids.size(); i += 2) most = std::max(most, of(set.kids[i]));
      return most;
    }
    default: return kMaxSlots;  // runs, targets
  }
}

NodeId Nodes::pits(const ConstSet& set, Span span, bool soft) {
  const NodeId id = leaf(Op::ConstPits, Type::Pits, span, Who::Mover, intern(set[0]), intern(set[1]));
  return soft ? soften(id) : id;
}

NodeId Nodes::pit(Slot south, Slot north, Span span) {
  return leaf(Op::ConstPit, Type::Pit, span, Who::Mover, south, north);
}

namespace {

// The slot of a constant pit for each mover.
std::array<Slot, 2> slots_of(const Node& node) {
  return {static_cast<Slot>(node.value), static_cast<Slot>(node.value2)};
}

bool has(const SlotSet& set, Slot slot) { return slot != kNoSlot && set[static_cast<std::size_t>(slot)]; }

}  // namespace

NodeId Nodes::one_pit(NodeId pit, Span span) {
  if (pit == kNoNode) return kNoNode;
  const Node& node = at(pit);
  if (node.op == Op::OnlyPit && most_pits(node.a) <= 1) return node.a;
  if (node.op != Op::ConstPit) return unary(Op::OnePit, Type::Pits, pit, span);
  ConstSet set;
  for (std::size_t side = 0; side < 2; ++side) {
    const Slot slot = slots_of(node)[side];
    if (slot != kNoSlot) set[side].set(static_cast<std::size_t>(slot));
  }
  return pits(set, span, soft(pit));
}

NodeId Nodes::only_pit(NodeId set, Span span) {
  if (set == kNoNode) return kNoNode;
  if (at(set).op == Op::OnePit) return at(set).a;
  if (const auto constant = const_set(set)) {
    std::array<Slot, 2> slots{kNoSlot, kNoSlot};
    for (std::size_t side = 0; side < 2; ++side) {
      if ((*constant)[side].count() == 1) slots[side] = static_cast<Slot>((*constant)[side]._Find_first());
    }
    const NodeId id = pit(slots[0], slots[1], span);
    return soft(set) ? soften(id) : id;
  }
  return unary(Op::OnlyPit, Type::Pit, set, span);
}

NodeId Nodes::seeds(NodeId pit_or_set, Span span) {
  if (pit_or_set == kNoNode) return kNoNode;
  const Node& node = at(pit_or_set);
  if (node.type == Type::Pit) return unary(Op::Seeds, Type::Number, pit_or_set, span);
  if (node.op == Op::OnePit) return unary(Op::Seeds, Type::Number, node.a, span);
  const auto constant = const_set(pit_or_set);
  if (constant && (*constant)[0].count() == 1 && (*constant)[1].count() == 1)
    return seeds(only_pit(pit_or_set, span), span);
  return unary(Op::SeedsIn, Type::Number, pit_or_set, span);
}

NodeId Nodes::pit_in(NodeId pit, NodeId set, Span span) {
  if (pit == kNoNode || set == kNoNode) return kNoNode;
  if (const auto constant = const_set(set)) {
    if ((*constant)[0].none() && (*constant)[1].none()) return truth(false, span, soft(set));
    if (at(pit).op == Op::ConstPit) {
      const auto slots = slots_of(at(pit));
      const bool south = has((*constant)[0], slots[0]);
      if (south == has((*constant)[1], slots[1])) return truth(south, span, soft(pit) || soft(set));
    }
  }
  return binary(Op::PitIn, Type::Truth, pit, set, span);
}

NodeId Nodes::same_pit(NodeId a, NodeId b, Span span) {
  if (a == kNoNode || b == kNoNode) return kNoNode;
  if (at(a).op == Op::ConstPit && at(b).op == Op::ConstPit) {
    const bool south = at(a).value == at(b).value;
    if (south == (at(a).value2 == at(b).value2)) return truth(south, span, soft(a) || soft(b));
  }
  return binary(Op::SamePit, Type::Truth, a, b, span);
}

NodeId Nodes::same_player(NodeId a, NodeId b, Span span) {
  if (a == kNoNode || b == kNoNode) return kNoNode;
  if (at(a).op == Op::ConstPlayer && at(b).op == Op::ConstPlayer) {
    const bool south = side_of(at(a).who, 0) == side_of(at(b).who, 0);
    if (south == (side_of(at(a).who, 1) == side_of(at(b).who, 1))) return truth(south, span);
  }
  return binary(Op::SamePlayer, Type::Truth, a, b, span);
}

NodeId Nodes::same_direction(NodeId a, NodeId b, Span span) {
  if (a == kNoNode || b == kNoNode) return kNoNode;
  if (at(a).op == Op::ConstDirection && at(b).op == Op::ConstDirection) {
    return truth(at(a).value == at(b).value, span, soft(a) || soft(b));
  }
  return binary(Op::SameDirection, Type::Truth, a, b, span);
}

NodeId Nodes::count(NodeId set, Span span) {
  if (const auto constant = const_set(set); constant && (*constant)[0].count() == (*constant)[1].count()) {
    return number(static_cast<int>((*constant)[0].count()), span, soft(set));
  }
  return unary(Op::Count, Type::Number, set, span);
}

NodeId Nodes::some(NodeId set, Span span) {
  if (const auto constant = const_set(set)) {
    if ((*constant)[0].any() == (*constant)[1].any()) return truth((*constant)[0].any(), span, soft(set));
  }
  return unary(Op::SomePit, Type::Truth, set, span);
}

NodeId Nodes::const_where(const ConstSet& set, NodeId condition, Span span) {
  if (!facts_[static_cast<std::size_t>(condition)].fixed) return kNoNode;
  ConstSet kept;
  for (std::size_t side = 0; side < 2; ++side) {
    for (std::size_t slot = 0; slot < out_.board.slots.size(); ++slot) {
      if (!set[side][slot]) continue;
      const auto value = constant_truth(*this, out_, condition, side, static_cast<Slot>(slot));
      if (!value) return kNoNode;
      kept[side][slot] = *value;
    }
  }
  return pits(kept, span, soft(condition));
}

NodeId Nodes::where(NodeId set, NodeId condition, Span span) {
  if (set == kNoNode || condition == kNoNode) return kNoNode;
  if (is_truth(condition, true)) return soft(condition) ? soften(set) : set;
  if (is_truth(condition, false)) return pits({}, span, soft(condition));
  if (const auto constant = const_set(set)) {
    const NodeId folded = const_where(*constant, condition, span);
    if (folded != kNoNode) return soft(set) ? soften(folded) : folded;
  }
  if (at(set).op == Op::Where) {
    const NodeId inner = at(set).a;
    return where(inner, all_of({at(set).b, condition}, span), span);
  }
  return binary(Op::Where, Type::Pits, set, condition, span);
}

NodeId Nodes::combine(Op op, NodeId a, NodeId b, Span span) {
  if (a == kNoNode || b == kNoNode) return kNoNode;
  const auto x = const_set(a);
  const auto y = const_set(b);
  const bool is_soft = soft(a) || soft(b);
  if (op == Op::Else && x) {
    ConstSet set;
    for (std::size_t side = 0; side < 2; ++side) {
      if ((*x)[side].none() && !y) return binary(op, Type::Pits, a, b, span);
      set[side] = (*x)[side].any() ? (*x)[side] : (*y)[side];
    }
    return pits(set, span, is_soft);
  }
  const auto empty = [](const std::optional<ConstSet>& set) { return set && (*set)[0].none() && (*set)[1].none(); };
  if (op != Op::Else && empty(y)) return soft(b) ? soften(a) : a;
  if (op == Op::Union && empty(x)) return soft(a) ? soften(b) : b;
  if (op == Op::Else || !x || !y) return binary(op, Type::Pits, a, b, span);
  ConstSet set;
  for (std::size_t side = 0; side < 2; ++side) {
    set[side] = op == Op::Union ? (*x)[side] | (*y)[side] : (*x)[side] & ~(*y)[side];
  }
  return pits(set, span, is_soft);
}

NodeId Nodes::opposites(NodeId set, Span span) {
  const auto constant = const_set(set);
  if (!constant) return unary(Op::Opposites, Type::Pits, set, span);
  ConstSet result;
  for (std::size_t side = 0; side < 2; ++side) {
    for (std::size_t slot = 0; slot < out_.board.slots.size(); ++slot) {
      const Slot opposite = out_.board.slots[slot].opposite;
      if ((*constant)[side][slot] && opposite != kNoSlot) result[side].set(static_cast<std::size_t>(opposite));
    }
  }
  return pits(result, span, soft(set));
}

}  // namespace mnc::grammar::check
