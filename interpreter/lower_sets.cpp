// Sets of pits to instructions. Conditions on their pits become mask arithmetic wherever they can.
#include "interpreter/lower_code.h"

namespace mnc::engine {

using rules::Node;
using rules::NodeId;
using rules::Op;

Reg Coder::set(NodeId id) {
  const Node& n = node(id);
  const auto both = [&](Opcode op) {
    const Reg a = set(n.a);
    return combine(op, a, set(n.b));
  };
  switch (n.op) {
    case Op::ConstPits: return constant_set(mask_of(rules_.slot_sets[static_cast<std::size_t>(me_ == kSouth ? n.value : n.value2)]));
    case Op::Where: return where(n.b, set(n.a), false);
    case Op::Union: return both(Opcode::MaskOr);
    case Op::Except: return both(Opcode::MaskAndNot);
    case Op::Else: {
      const Reg out = new_set();
      emit(Opcode::MaskCopy, out, set(n.a));
      Label done;
      emit_jump(Opcode::TestSome, done, 1, out);
      emit(Opcode::MaskCopy, out, set(n.b));
      bind(done);
      return out;
    }
    case Op::Run: return run(n);
    case Op::Opposites: {
      const Reg a = set(n.a);
      const Reg out = new_set();
      emit(Opcode::MaskFacing, out, a);
      return out;
    }
    case Op::Targets: {
      const Reg out = new_set();
      emit(Opcode::Targets, out, player(n.who), 0, n.value);
      return out;
    }
    case Op::OnePit: {
      if (const auto pit = constant(n.a)) return constant_set(*pit < 0 ? 0 : static_cast<WideMask>(1) << *pit);
      const Reg a = number(n.a);
      const Reg out = new_set();
      emit(Opcode::MaskOne, out, a);
      return out;
    }
    case Op::Cases: {
      const Reg out = new_set();
      cases_into(out, n, true);
      return out;
    }
    default: {
      const Reg a = number(id);
      const Reg out = new_set();
      emit(Opcode::MaskOne, out, a);
      return out;
    }
  }
}

// Pit by pit where the condition is a fixed set and counts: such runs are short.
Reg Coder::run(const Node& n) {
  const Reg from = number(n.a);
  const int way = (player(n.who) << 1) | n.value;
  const Node& condition = node(n.b);
  NodeId pit = rules::kNoNode;
  Reg base = every_slot();
  std::optional<rules::CountSet> counts;
  for (const NodeId part : condition.op == Op::And ? condition.kids : std::vector<NodeId>{n.b}) {
    const auto here = seeds_condition(part, pit);
    const bool about_it = here && node(pit).op == Op::It;
    if (about_it && !counts) counts = here;
    else if (about_it) *counts &= *here;
    else base = where(part, base, false);
  }
  if (n.value2 != 1 || !n.kids.empty()) {
    const int closed = n.kids.empty() ? 0 : set(n.kids[0]) + 1;
    if (counts) base = holding(*counts, base);
    const Reg out = new_set();
    emit(Opcode::MaskRunBy, out, from, base, way | closed << 2);
    program_.code.back().c = n.value2;
    return out;
  }
  const Reg out = new_set();
  if (counts) {
    emit(Opcode::MaskRunHolds, out, from, base, way);
    program_.code.back().c = count_set(*counts);
  } else {
    emit(Opcode::MaskRun, out, from, base, way);
  }
  return out;
}

bool Coder::is_subject(NodeId id, bool as_origin) const {
  const Op op = node(id).op;
  return as_origin ? op == Op::It || op == Op::Origin : op == Op::It;
}

std::optional<rules::CountSet> Coder::seeds_condition(NodeId id, NodeId& pit) const {
  const Node& n = node(id);
  if (n.op == Op::NumberIn && node(n.a).op == Op::Seeds) {
    pit = node(n.a).a;
    return rules_.count_sets[static_cast<std::size_t>(n.value)];
  }
  if (n.op < Op::Equal || n.op > Op::GreaterEqual) return std::nullopt;
  const bool swapped = node(n.b).op == Op::Seeds;
  const NodeId seeds = swapped ? n.b : n.a;
  const NodeId limit = swapped ? n.a : n.b;
  if (node(seeds).op != Op::Seeds || node(limit).op != Op::Number) return std::nullopt;
  pit = node(seeds).a;
  rules::CountSet out;
  for (int x = 0; x <= rules::kMaxSeeds; ++x) {
    const int a = swapped ? node(limit).value : x;
    const int b = swapped ? x : node(limit).value;
    bool hit = false;
    switch (n.op) {
      case Op::Equal: hit = a == b; break;
      case Op::NotEqual: hit = a != b; break;
      case Op::Less: hit = a < b; break;
      case Op::LessEqual: hit = a <= b; break;
      case Op::Greater: hit = a > b; break;
      default: hit = a >= b; break;
    }
    out[static_cast<std::size_t>(x)] = hit;
  }
  return out;
}

Reg Coder::holding(const rules::CountSet& counts, Reg base) {
  const Reg out = new_set();
  within_[out] = within(base);
  if (const auto range = one_range(counts)) {
    if (range->first > range->second) return constant_set(0);
    emit(Opcode::MaskHolds, out, base, 0, range->first | range->second << 16);
    return out;
  }
  rules::CountSet rest = counts;  // two ranges are two vector tests; more are looked up pit by pit
  int low = 0;
  while (!rest[static_cast<std::size_t>(low)]) ++low;
  int high = low;
  while (rest[static_cast<std::size_t>(high)]) rest[static_cast<std::size_t>(high++)] = false;
  if (const auto second = one_range(rest)) {
    const Reg other = new_set();
    emit(Opcode::MaskHolds, out, base, 0, low | (high - 1) << 16);
    emit(Opcode::MaskHolds, other, base, 0, second->first | second->second << 16);
    emit(Opcode::MaskOr, out, out, other);
    return out;
  }
  emit(Opcode::MaskCounts, out, base, count_set(counts));
  return out;
}

Reg Coder::where(NodeId condition, Reg base, bool as_origin) {
  const auto sure = certain(condition);
  if (sure) return *sure ? base : constant_set(0);
  if (!mentions(condition, true, as_origin)) return where_same(condition, base);
  if (const auto direct = where_direct(condition, base, as_origin)) return *direct;
  return where_loop(condition, base, as_origin);
}

// A condition that does not speak of the pit: all or none.
Reg Coder::where_same(NodeId condition, Reg base) {
  const Reg out = new_set();
  Label no;
  emit(Opcode::MaskCopy, out, constant_set(0));
  branch(condition, false, no);
  emit(Opcode::MaskCopy, out, base);
  bind(no);
  return out;
}

std::optional<Reg> Coder::where_direct(NodeId condition, Reg base, bool as_origin) {
  const Node& n = node(condition);
  switch (n.op) {
    case Op::Not: {
      if (node(n.a).op == Op::PitFlag && is_subject(node(n.a).a, as_origin)) {
        const Reg out = new_set();
        emit(Opcode::MaskNoFlag, out, base, flag(node(n.a).value, node(n.a).who));
        return out;
      }
      return combine(Opcode::MaskAndNot, base, where(n.a, base, as_origin));
    }
    case Op::And: {
      Reg out = base;
      for (const NodeId kid : n.kids) out = where(kid, out, as_origin);
      return out;
    }
    case Op::Or: {
      const Reg out = new_set();
      emit(Opcode::MaskCopy, out, where(n.kids[0], base, as_origin));
      for (std::size_t i = 1; i < n.kids.size(); ++i) emit(Opcode::MaskOr, out, out, where(n.kids[i], base, as_origin));
      return out;
    }
    default: return where_leaf(condition, base, as_origin);
  }
}

std::optional<Reg> Coder::where_leaf(NodeId condition, Reg base, bool as_origin) {
  const Node& n = node(condition);
  // Answers about the pit itself, or about its opposite: then `all` is asked and seen from the other side.
  const auto place = [&](NodeId pit) { return is_subject(pit, as_origin) ? 1 : node(pit).op == Op::Opposite && is_subject(node(pit).a, as_origin) ? 2 : 0; };
  const auto opposites = [&] {  // of the pits in question
    WideMask out = 0;
    for (int pit = 0; pit < program_.size; ++pit)
      if ((within(base) >> pit & 1) != 0 && program_.facing[static_cast<std::size_t>(pit)] >= 0)
        out |= WideMask{1} << program_.facing[static_cast<std::size_t>(pit)];
    return constant_set(out);
  };
  const auto faced = [&](Reg all) {
    const Reg seen = new_set();
    emit(Opcode::MaskFaced, seen, all);
    return combine(Opcode::MaskAnd, base, seen);
  };
  NodeId pit = rules::kNoNode;
  if (const auto counts = seeds_condition(condition, pit)) {
    const int where_is = place(pit);
    if (where_is == 1) return holding(*counts, base);
    if (where_is == 2 && !(*counts)[0]) return faced(holding(*counts, opposites()));
    return std::nullopt;
  }
  if (n.op == Op::PitIn && !mentions(n.b, true, as_origin)) {
    const int where_is = place(n.a);
    if (where_is == 2) return faced(set(n.b));
    if (where_is == 0) return std::nullopt;
    return combine(Opcode::MaskAnd, base, set(n.b));
  }
  if (n.op == Op::SamePit && (is_subject(n.a, as_origin) || is_subject(n.b, as_origin))) {
    const NodeId other = is_subject(n.a, as_origin) ? n.b : n.a;
    if (mentions(other, true, as_origin)) return std::nullopt;
    if (const auto fixed = constant(other)) return combine(Opcode::MaskAnd, base, constant_set(*fixed < 0 ? 0 : static_cast<WideMask>(1) << *fixed));
    const Reg one = new_set();
    emit(Opcode::MaskOne, one, number(other));
    return combine(Opcode::MaskAnd, base, one);
  }
  if (n.op == Op::PitFlag && place(n.a) != 0) {
    const Reg out = new_set();
    emit(Opcode::MaskFlag, out, place(n.a) == 1 ? base : opposites(), flag(n.value, n.who));
    return place(n.a) == 1 ? out : faced(out);
  }
  return std::nullopt;
}

Reg Coder::where_loop(NodeId condition, Reg base, bool as_origin) {
  const Reg out = new_set();
  const Reg rest = new_set();
  const Reg pit = new_number();
  const Reg it = it_;
  const Reg origin = origin_;
  emit(Opcode::MaskCopy, out, constant_set(0));
  emit(Opcode::MaskCopy, rest, base);
  Label next, done;
  bind(next);
  emit_jump(Opcode::MaskNext, done, pit, rest);
  it_ = pit;
  if (as_origin) origin_ = pit;
  branch(condition, false, next);
  it_ = it;
  origin_ = origin;
  emit(Opcode::MaskAdd, out, pit);
  emit_jump(Opcode::Jump, next);
  bind(done);
  return out;
}

}  // namespace mnc::engine
