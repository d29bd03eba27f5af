// Compiled code: what number registers may hold at each instruction of a piece of code, as far as it spares tests.
#if defined(MNC_HAS_JIT)

#include <set>

#include "interpreter/jit_code.h"

namespace mnc::engine {

namespace {

WideMask one_pit(int pit) { return static_cast<WideMask>(1) << pit; }

WideMask pits_of(const Track& track) {
  WideMask out = 0;
  for (const Index pit : track.cycle) out |= one_pit(pit);
  return out;
}

}  // namespace

JitCoder::Value JitCoder::value_in(const Values& values, int r) {
  return r < static_cast<int>(values.size()) ? values[static_cast<std::size_t>(r)] : Value();
}

// The values behind an instruction, on the way to `next`. Precondition: they are those in front of it.
void JitCoder::follow(Entry pc, Entry next, Values& values) const {
  const Instruction& in = p_.code[static_cast<std::size_t>(pc)];
  const auto set = [&values](int r, Value value) {
    const auto at = static_cast<std::size_t>(r);
    if (at >= values.size()) values.resize(at + 1);
    values[at] = value;
    for (std::size_t k = 0; k < values.size(); ++k)
      if (values[k].facing == r && k != at) values[k].facing = -1;
  };
  const auto known = [](int n) { return n < 0 ? Value{0, true} : n < kMaxSlots ? Value{one_pit(n)} : Value(); };
  const auto lifted_from = [&](const Value& pit) {  // none: nothing happens
    const Value from = value_in(values, kFrom);
    set(kFrom, pit.none ? Value{from.pits | pit.pits, from.none} : Value{pit.pits});
    set(kHand, Value());
  };
  if (const auto choice = select_at(pc)) {
    Value out = choice->otherwise ? known(*choice->otherwise) : value_in(values, choice->d);
    for (const auto& one : choice->cases) {
      const Value value = known(one.second);
      out = {out.pits | value.pits, out.none || value.none};
    }
    set(choice->d, out);
    return;
  }
  switch (in.op) {
    case Opcode::Load: set(in.d, known(in.e)); break;
    case Opcode::Copy: {
      const Value from = value_in(values, in.a);
      set(in.d, {from.pits, from.none});
      break;
    }
    case Opcode::Seeds:
    case Opcode::Sum:
    case Opcode::CountPits:
    case Opcode::Column:
    case Opcode::Owner:
    case Opcode::LastMover:
    case Opcode::Ply:
    case Opcode::Occurrences:
    case Opcode::Pick:
    case Opcode::MaskNext: set(in.d, Value()); break;
    case Opcode::Facing: {
      const Value from = value_in(values, in.a);
      Value out{0, from.none, in.a == in.d ? -1 : in.a};
      for (int k = 0; k < p_.size; ++k) {
        if ((from.pits >> k & 1) == 0) continue;
        const Index over = p_.facing[static_cast<std::size_t>(k)];
        if (over < 0) out.none = true;
        else out.pits |= one_pit(over);
      }
      set(in.d, out);
      break;
    }
    case Opcode::Var:
    case Opcode::Only:
    case Opcode::Outermost:
    case Opcode::Behind:
    case Opcode::Along:
    case Opcode::Add:
    case Opcode::Subtract:
    case Opcode::Multiply:
    case Opcode::Divide:
    case Opcode::Modulo: set(in.d, Value{~WideMask{0}, true}); break;
    case Opcode::TestIn:
      if (constant(in.b) && in.c != pc + 1 && in.a < values.size()) {
        Value& at = values[in.a];
        const bool within = (next == in.c) == (in.d != 0);
        at.pits &= within ? value(in.b) : ~value(in.b);
        at.none = at.none && !within;
      }
      break;
    case Opcode::LiftAll: lifted_from(value_in(values, in.a)); break;
    case Opcode::LiftSome: lifted_from(value_in(values, in.b)); break;
    case Opcode::CaptureHand:
    case Opcode::CaptureSome: set(kHand, Value()); break;
    case Opcode::Sow:
    case Opcode::SowSkip: {
      set(kHand, known(0));
      if (next == in.c && next != pc + 1) break;  // nothing to sow
      const Value track{pits_of(p_.tracks[in.d])};
      set(kLast, track), set(kFrom, track);
      break;
    }
    case Opcode::Relay: {
      if (next == in.e && next != in.c) break;
      const Value track{pits_of(p_.tracks[in.d])};
      set(kLast, track), set(kFrom, track);
      break;
    }
    case Opcode::SowEach:  // with code after each seed
      for (std::size_t r = 0; r < values.size(); ++r) values[r] = {~WideMask{0}, values[r].none && r != kLast && r != kFrom};
      break;
    default: break;
  }
}

void JitCoder::find_values() {
  Values first(kFirstTemporary);
  first[kOrigin].pits = start_.pits;
  if (!in_trigger_ && !in_each_) first[kLast].pits = first[kFrom].pits = start_.pits;
  if (!start_.placed) first[kOrigin].none = first[kLast].none = first[kFrom].none = true;
  if (start_.move && !in_trigger_ && !in_each_) first[kHand].pits = one_pit(0);
  for (std::size_t r = kAnswer0; r < kFirstTemporary; ++r) first[r].none = true;  // pits that were chosen, or none
  std::set<Entry> open{entry_};  // in the order in which it stands, so that most of it is gone through once
  rg_.values[entry_] = first;
  while (!open.empty()) {
    const Entry pc = open.extract(open.begin()).value();
    for (const Entry next : successors(pc)) {
      Values out = rg_.values[pc];
      follow(pc, next, out);
      const auto [at, added] = rg_.values.try_emplace(next, out);
      if (added || join(at->second, out)) open.insert(next);
    }
  }
}

// What holds on either way; whether that is less than before.
bool JitCoder::join(Values& values, const Values& others) {
  bool less = false;
  if (values.size() < others.size()) values.resize(others.size());
  for (std::size_t r = 0; r < values.size(); ++r) {
    const Value& now = values[r];
    const Value other = value_in(others, static_cast<int>(r));
    const Value both{now.pits | other.pits, now.none || other.none, now.facing == other.facing ? now.facing : -1};
    less = less || both != now;
    values[r] = both;
  }
  return less;
}

}  // namespace mnc::engine

#endif
