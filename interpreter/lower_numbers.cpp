// Numbers, pits, players and directions to instructions.
#include "interpreter/lower_code.h"

#include <algorithm>

namespace mnc::engine {

using rules::Node;
using rules::NodeId;
using rules::Op;

Reg Coder::arithmetic(Opcode op, const Node& n) {
  const Reg a = number(n.a);
  const Reg b = number(n.b);
  const Reg out = new_number();
  emit(op, out, a, b);
  return out;
}

void Coder::cases_into(Reg out, const Node& n, bool of_sets) {
  const auto value = [&](NodeId id) {
    if (of_sets) emit(Opcode::MaskCopy, out, set(id));
    else number_into(out, id);
  };
  Label done;
  for (std::size_t i = 0; i + 1 < n.kids.size(); i += 2) {
    const auto sure = certain(n.kids[i + 1]);
    if (sure == false) continue;
    Label next;
    if (!sure) branch(n.kids[i + 1], false, next);
    value(n.kids[i]);
    if (sure == true) {
      bind(done);
      return;
    }
    emit_jump(Opcode::Jump, done);
    bind(next);
  }
  value(n.kids.back());
  bind(done);
}

Reg Coder::answer_number(const Node& n) {
  const Reg out = new_number();
  emit(Opcode::Load, out, 0, 0, 0);
  if (kind_ < 0) return out;
  const auto& answers = rules_.kinds[static_cast<std::size_t>(kind_)].choices[static_cast<std::size_t>(n.value)].answers;
  const int first = answers.front().number;
  const bool counting = std::all_of(answers.begin(), answers.end(), [&](const rules::Answer& a) { return a.number == first + (&a - answers.data()); });
  if (counting) {
    Label unmade;
    emit_jump(Opcode::TestEqualK, unmade, 1, kAnswer0 + n.value, 0, kNotAsked);
    emit(Opcode::Load, out, 0, 0, first);
    emit(Opcode::Add, out, out, kAnswer0 + n.value);
    bind(unmade);
    return out;
  }
  for (std::size_t i = 0; i < answers.size(); ++i) {
    Label next;
    emit_jump(Opcode::TestEqualK, next, 0, kAnswer0 + n.value, 0, static_cast<std::int32_t>(i));
    emit(Opcode::Load, out, 0, 0, answers[i].number);
    bind(next);
  }
  return out;
}

void Coder::number_into(Reg out, NodeId id) {
  const Node& n = node(id);
  if (const auto c = constant(id)) emit(Opcode::Load, out, 0, 0, *c);
  else if (n.op == Op::Cases) cases_into(out, n, false);
  else if (const Reg in = number(id); in != out) emit(Opcode::Copy, out, in);
}

Reg Coder::number(NodeId id) {
  const Node& n = node(id);
  if (const auto c = constant(id)) {
    const Reg out = new_number();
    emit(Opcode::Load, out, 0, 0, *c);
    return out;
  }
  const auto unary = [&](Opcode op) {
    const Reg a = number(n.a);
    const Reg out = new_number();
    emit(op, out, a);
    return out;
  };
  const auto of_set = [&](Opcode op) {
    const Reg a = set(n.a);
    const Reg out = new_number();
    emit(op, out, a);
    return out;
  };
  const auto plain = [&](Opcode op, int a = 0) {
    const Reg out = new_number();
    emit(op, out, a);
    return out;
  };
  switch (n.op) {
    case Op::It: return it_;
    case Op::Origin: return origin_;
    case Op::Last: return kLast;
    case Op::Before: return kBefore;
    case Op::Lap: return kLap;
    case Op::Sown: return kSown;
    case Op::Remaining: return kRemaining;
    case Op::LapOrigin: return kLapOrigin;
    case Op::Captured: return kCaptured;
    case Op::CurrentDirection: return kDirection;
    case Op::DirectionState: return plain(Opcode::Var, variable(n.value, n.who));
    case Op::Reversed: {
      const Reg one = new_number();
      emit(Opcode::Load, one, 0, 0, 1);
      const Reg out = new_number();
      emit(Opcode::Subtract, out, one, kDirection);
      return out;
    }
    case Op::Seeds: return unary(Opcode::Seeds);
    case Op::SeedsIn: return of_set(Opcode::Sum);
    case Op::Count: return of_set(Opcode::CountPits);
    case Op::Reserve: return plain(Opcode::Var, kReserve + player(n.who));
    case Op::Won: return plain(Opcode::Var, kWon + player(n.who));
    case Op::Counter:
    case Op::Flag:
    case Op::PitState: return plain(Opcode::Var, variable(n.value, n.who));
    case Op::Ply: program_.uses_ply = true; return plain(Opcode::Ply);
    case Op::Occurrences: program_.uses_occurrences = true; return plain(Opcode::Occurrences);
    case Op::LastMover: program_.uses_last_mover = true; return plain(Opcode::LastMover);
    case Op::Column: return unary(Opcode::Column);
    case Op::AnswerNumber: return answer_number(n);
    case Op::AnswerPit: return static_cast<Reg>(kAnswer0 + n.value);
    case Op::Picked: return static_cast<Reg>(kPicked0 + n.value);
    case Op::Add: return arithmetic(Opcode::Add, n);
    case Op::Subtract: return arithmetic(Opcode::Subtract, n);
    case Op::Multiply: return arithmetic(Opcode::Multiply, n);
    case Op::Divide: return arithmetic(Opcode::Divide, n);
    case Op::Modulo: return arithmetic(Opcode::Modulo, n);
    case Op::Opposite: return unary(Opcode::Facing);
    case Op::Behind: return unary(Opcode::Behind);
    case Op::Next:
    case Op::Previous: {
      const Reg a = number(n.a);
      const Reg out = new_number();
      const int way = n.op == Op::Previous ? 1 : 0;
      emit(Opcode::Along, out, a, player(n.who), way);
      if (n.b == rules::kNoNode) return out;
      emit(Opcode::Past, out, out, set(n.b), way);
      program_.code.back().c = player(n.who);
      return out;
    }
    case Op::Leftmost:
    case Op::Rightmost: {
      const Reg a = set(n.a);
      const Reg out = new_number();
      emit(Opcode::Outermost, out, a, player(n.who), n.op == Op::Rightmost ? 1 : 0);
      return out;
    }
    case Op::Ahead:
    case Op::FirstOf: {
      const Reg a = number(n.a);
      const Reg b = n.op == Op::Ahead ? number(n.b) : set(n.b);
      const Reg out = new_number();
      emit(n.op == Op::Ahead ? Opcode::Ahead : Opcode::FirstOf, out, a, b, n.value);
      program_.code.back().c = player(n.who);
      return out;
    }
    case Op::OnlyPit: return of_set(Opcode::Only);
    case Op::OwnerOf: {
      const Reg a = number(n.a);
      const Reg out = new_number();
      emit(Opcode::Owner, out, a, me_);
      return out;
    }
    case Op::Cases: {
      const Reg out = new_number();
      cases_into(out, n, false);
      return out;
    }
    default: {  // a truth value, as a number
      const Reg out = new_number();
      Label no;
      emit(Opcode::Load, out, 0, 0, 0);
      branch(id, false, no);
      emit(Opcode::Load, out, 0, 0, 1);
      bind(no);
      return out;
    }
  }
}

}  // namespace mnc::engine
