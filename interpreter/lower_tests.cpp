// Conditions to tests and jumps.
#include "interpreter/lower_code.h"

namespace mnc::engine {

using rules::Node;
using rules::NodeId;
using rules::Op;

void Coder::branch_list(const Node& n, bool sense, Label& target) {
  // `a and b` is false as soon as one is; true only if the last is.
  const bool stop = n.op == Op::Or;
  Label through;
  for (std::size_t i = 0; i < n.kids.size(); ++i) {
    const bool last = i + 1 == n.kids.size();
    if (sense == stop) branch(n.kids[i], stop, target);
    else if (last) branch(n.kids[i], !stop, target);
    else branch(n.kids[i], stop, through);
  }
  bind(through);
}

void Coder::compare(Op op, const Node& n, bool sense, Label& target) {
  switch (op) {
    case Op::NotEqual: compare(Op::Equal, n, !sense, target); return;
    case Op::GreaterEqual: compare(Op::Less, n, !sense, target); return;
    case Op::Equal: {
      if (const auto k = constant(n.b)) emit_jump(Opcode::TestEqualK, target, sense, number(n.a), 0, *k);
      else if (const auto ka = constant(n.a)) emit_jump(Opcode::TestEqualK, target, sense, number(n.b), 0, *ka);
      else {
        const Reg a = number(n.a);
        emit_jump(Opcode::TestEqual, target, sense, a, number(n.b));
      }
      return;
    }
    case Op::Less:
    case Op::LessEqual:
    case Op::Greater: {
      const auto k = constant(n.b);
      const Reg a = number(n.a);
      if (k && op == Op::Less) emit_jump(Opcode::TestLessK, target, sense, a, 0, *k);
      else if (k && op == Op::LessEqual) emit_jump(Opcode::TestLessK, target, sense, a, 0, *k + 1);
      else if (k) emit_jump(Opcode::TestLessK, target, !sense, a, 0, *k + 1);
      else {
        const Reg b = number(n.b);
        if (op == Op::Less) emit_jump(Opcode::TestLess, target, sense, a, b);
        else if (op == Op::Greater) emit_jump(Opcode::TestLess, target, sense, b, a);
        else emit_jump(Opcode::TestLess, target, !sense, b, a);
      }
      return;
    }
    default: return;
  }
}

void Coder::branch_some(const Node& n, bool sense, Label& target) {
  const Node& s = node(n.a);
  if (s.op == Op::Where) {  // some pit of a set holds one of a range of counts: one instruction
    NodeId pit = rules::kNoNode;
    const auto counts = seeds_condition(s.b, pit);
    const auto range = counts ? one_range(*counts) : std::nullopt;
    if (range && range->first <= range->second && node(pit).op == Op::It) {
      emit_jump(Opcode::TestHolds, target, sense, set(s.a), 0, range->first | range->second << 16);
      return;
    }
  }
  emit_jump(Opcode::TestSome, target, sense, set(n.a));
}

void Coder::branch_counts(const Node& n, bool sense, Label& target) {
  const auto& counts = rules_.count_sets[static_cast<std::size_t>(n.value)];
  if (node(n.a).op == Op::Seeds) {
    emit_jump(Opcode::TestSeeds, target, sense, number(node(n.a).a), count_set(counts));
    return;
  }
  emit_jump(Opcode::TestCount, target, sense, number(n.a), count_set(counts));
}

// The mover's phase is the first whose guard holds.
void Coder::branch_phase(int phase, bool sense, Label& target) {
  Label no;
  for (int i = 0; i <= phase; ++i) {
    const NodeId guard = rules_.phases[static_cast<std::size_t>(i)].guard;
    if (i < phase && guard == rules::kNoNode) emit_jump(Opcode::Jump, no);
    else if (guard != rules::kNoNode) branch(guard, i < phase, no);
  }
  if (sense) {
    emit_jump(Opcode::Jump, target);
    bind(no);
  } else {
    Label yes;
    emit_jump(Opcode::Jump, yes);
    bind(no);
    emit_jump(Opcode::Jump, target);
    bind(yes);
  }
}

void Coder::branch(NodeId id, bool sense, Label& target) {
  if (const auto sure = certain(id)) {
    if (*sure == sense) emit_jump(Opcode::Jump, target);
    return;
  }
  const Node& n = node(id);
  NodeId pit = rules::kNoNode;
  switch (n.op) {
    case Op::Not: branch(n.a, !sense, target); return;
    case Op::And:
    case Op::Or: branch_list(n, sense, target); return;
    case Op::Equal:
    case Op::NotEqual:
    case Op::Less:
    case Op::LessEqual:
    case Op::Greater:
    case Op::GreaterEqual:
      if (const auto counts = seeds_condition(id, pit)) emit_jump(Opcode::TestSeeds, target, sense, number(pit), count_set(*counts));
      else compare(n.op, n, sense, target);
      return;
    case Op::SamePit:
    case Op::SamePlayer:
    case Op::SameDirection: compare(Op::Equal, n, sense, target); return;
    case Op::NumberIn: branch_counts(n, sense, target); return;
    case Op::SomePit: branch_some(n, sense, target); return;
    case Op::PitIn: {
      const Reg a = number(n.a);
      emit_jump(Opcode::TestIn, target, sense, a, set(n.b));
      return;
    }
    case Op::AnswerIs: emit_jump(Opcode::TestEqualK, target, sense, kAnswer0 + n.value, 0, n.value2); return;
    case Op::Flag: emit_jump(Opcode::TestVar, target, sense, variable(n.value, n.who), 0, 1); return;
    case Op::PitFlag: emit_jump(Opcode::TestFlag, target, sense, number(n.a), flag(n.value, n.who)); return;
    case Op::CanMove: emit_jump(Opcode::TestCan, target, sense, player(n.who), 0, n.value); return;
    case Op::PhaseIs: branch_phase(n.value, sense, target); return;
    default: emit_jump(Opcode::TestEqualK, target, sense, number(id), 0, 1); return;
  }
}

}  // namespace mnc::engine
