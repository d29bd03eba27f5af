// Compiled code: seeds of single pits, captures, and what emptying a pit sets off. Of byte counts whole blocks are loaded and
// stored, so that no load waits for a narrower store.
#if defined(MNC_HAS_JIT)

#include "interpreter/jit_code.h"

namespace mnc::engine {

namespace {

// Code that neither looks at seeds nor moves them: it may as well run a little later. asks: it looks at the pit it is about.
bool only_marks(const Program& p, Entry entry, bool& asks) {
  asks = false;
  for (Entry pc = entry;; ++pc) {
    const Instruction& in = p.code[static_cast<std::size_t>(pc)];
    if (in.op == Opcode::Done) return true;
    if (in.op != Opcode::Load && in.op != Opcode::SetVar && in.op != Opcode::SetPitVar && in.op != Opcode::Copy) return false;
    asks = asks || (in.op != Opcode::Load && in.a == kIt);
  }
}

}  // namespace

// The block of byte counts that a pit, one of `pits`, lies in.
x86::Mem JitCoder::block_of(const Gp& at, WideMask pits) {
  pits &= (WideMask{1} << (p_.size - 1) << 1) - 1;
  for (int first = 0; first < p_.size; first += 16)
    if ((pits & ~(WideMask{0xffff} << first)) == 0) return x86::ptr(state_, first, 16);
  const Gp block = temp();
  cc.mov(block.r32(), at.r32());
  cc.and_(block.r32(), ~15);
  return x86::ptr(state_, block, 0, 0, 16);
}

// pits: those that it may be.
void JitCoder::add_to_pit(const Gp& at, const Gp& n, WideMask pits) {
  if (sh_.count_bytes == 2) {
    cc.add(pit(at), n.r16());
    return;
  }
  const Xmm x = cc.newXmm();
  const Gp row = temp();
  const x86::Mem block = block_of(at, pits);
  cc.vmovd(x, n.r32());
  cc.vpbroadcastb(x, x);
  cc.mov(row.r32(), at.r32());
  cc.and_(row.r32(), 15);
  cc.shl(row.r32(), 4);
  cc.vpand(x, x, in_table(tables_.only.data(), row, 0, 16));
  cc.vpaddb(x, x, block);
  cc.vmovdqa(block, x);
}

// pits: those that it may be.
void JitCoder::clear_pit(const Gp& at, WideMask pits) {
  if (sh_.count_bytes == 2) {
    cc.mov(pit(at), 0);
    return;
  }
  const Xmm x = cc.newXmm();
  const Gp row = temp();
  const x86::Mem block = block_of(at, pits);
  cc.mov(row.r32(), at.r32());
  cc.and_(row.r32(), 15);
  cc.shl(row.r32(), 4);
  cc.vmovdqa(x, block);
  cc.vpand(x, x, in_table(tables_.others.data(), row, 0, 16));
  cc.vmovdqa(block, x);
}

// All seeds of a pit of a zone with a trigger were lifted or captured: the trigger's code, in place. pits: those that it may
// be; n: how many seeds, if it may have been empty.
void JitCoder::emptied(const Gp& at, WideMask pits, const Gp* n) {
  for (const PlayerCode& player : p_.players)
    for (std::size_t i = 0; i < player.triggers.size(); ++i) {
      const WideMask zone = player.trigger_zones[i];
      if ((zone & pits) == 0) continue;
      bool asks = false;
      if (in_trigger_ || (zone & (zone - 1)) != 0 || !only_marks(p_, player.triggers[i], asks)) throw NotCompiled{};
      int only = 0;
      while ((zone >> only & 1) == 0) ++only;
      const asmjit::Label past = cc.newLabel();
      const Gp it = temp();
      if (asks) cc.mov(it, fixed_[kIt]);
      cc.cmp(at.r32(), only);
      cc.jne(past);
      if (n != nullptr) {
        cc.test(n->r32(), n->r32());
        cc.jz(past);
      }
      if (asks) cc.mov(fixed_[kIt].r32(), only);
      in_trigger_ = true;
      nested(player.triggers[i], past, past);
      in_trigger_ = false;
      cc.bind(past);
      if (asks) cc.mov(fixed_[kIt], it);
    }
}

void JitCoder::first_captured(const Gp& at) {
  if (!first_wanted()) return;
  const asmjit::Label later = cc.newLabel();
  cc.cmp(fixed_[kLap].r32(), 1);
  cc.ja(later);
  const Gp t = temp();
  for (int w = 0; w < words_; ++w) {
    const asmjit::Label other = cc.newLabel();
    cc.xor_(t.r32(), t.r32());
    if (words_ == 2) {
      cc.cmp(at.r32(), 64);
      if (w == 0) cc.jae(other);
      else cc.jb(other);
    }
    cc.bts(t, at);
    cc.bind(other);
    if (sh_.mask_bytes == 4) cc.or_(in_frame(sh_.first_captured, 4), t.r32());
    else cc.or_(in_frame(sh_.first_captured + 8 * w, 8), t);
  }
  cc.bind(later);
}

// The number in a register, but at least 0 and at most `has`.
Gp JitCoder::clamped(int wanted, const Gp& has) {
  const Gp n = temp(), zero = temp();
  if (const auto number = known(wanted)) {
    cc.mov(n.r32(), std::max(0, *number));
  } else {
    cc.mov(n.r32(), this->number(wanted).r32());
    cc.xor_(zero.r32(), zero.r32());
    cc.test(n.r32(), n.r32());
    cc.cmovs(n.r32(), zero.r32());
  }
  cc.cmp(n.r32(), has.r32());
  cc.cmovg(n.r32(), has.r32());
  return n;
}

void JitCoder::lift_all(const Instruction& in) {
  if (!start_.move) throw NotCompiled{};
  const asmjit::Label none = cc.newLabel();
  const Gp at = temp(), n = temp();
  cc.mov(at.r32(), number(in.a).r32());
  if (may_be_none(in.a)) {
    cc.test(at.r32(), at.r32());
    cc.js(none);
  }
  const WideMask pits = holds(in.a).pits;
  cc.movzx(n.r32(), pit(at));
  clear_pit(at, pits);
  add_to_hand(n);
  if (read(kFrom)) cc.mov(fixed_[kFrom].r32(), at.r32());
  rg_.known.erase(kFrom);
  emptied(at, pits, &n);
  cc.bind(none);
}

void JitCoder::add_to_hand(const Gp& n) {
  if (holds(kHand) == Value{1}) cc.mov(fixed_[kHand].r32(), n.r32());  // it is empty
  else cc.add(fixed_[kHand].r32(), n.r32());
  rg_.known.erase(kHand);
}

void JitCoder::lift_some(const Instruction& in) {
  const asmjit::Label none = cc.newLabel();
  const Gp at = temp(), has = temp(), n = temp(), zero = temp();
  cc.mov(at.r32(), number(in.b).r32());
  if (may_be_none(in.b)) {
    cc.test(at.r32(), at.r32());
    cc.js(none);
  }
  cc.movzx(has.r32(), pit(at));
  if (in.d == 0) {
    cc.mov(n.r32(), number(in.a).r32());
  } else {
    cc.mov(n.r32(), has.r32());
    cc.sub(n.r32(), number(in.a).r32());
  }
  cc.xor_(zero.r32(), zero.r32());
  cc.test(n.r32(), n.r32());
  cc.cmovs(n.r32(), zero.r32());
  cc.cmp(n.r32(), has.r32());
  cc.cmovg(n.r32(), has.r32());
  add_to_hand(n);
  const Gp less = temp();
  cc.mov(less.r32(), n.r32());
  cc.neg(less.r32());
  add_to_pit(at, less, holds(in.b).pits);
  if (read(kFrom)) cc.mov(fixed_[kFrom].r32(), at.r32());
  cc.test(n.r32(), n.r32());
  cc.jz(none);
  cc.cmp(n.r32(), has.r32());
  cc.jne(none);
  emptied(at, holds(in.b).pits);
  cc.bind(none);
  rg_.known.erase(kFrom);
}

void JitCoder::place(const Instruction& in) {
  const asmjit::Label none = cc.newLabel();
  const Gp at = temp(), has = temp();
  cc.mov(at.r32(), number(in.b).r32());
  if (may_be_none(in.b)) {
    cc.test(at.r32(), at.r32());
    cc.js(none);
  }
  cc.movsx(has.r32(), var(kReserve + in.d));
  const Gp n = clamped(in.a, has);
  add_to_pit(at, n, holds(in.b).pits);
  cc.neg(n.r32());
  cc.movsxd(n, n.r32());
  add_to_var(kReserve + in.d, n);
  cc.bind(none);
}

// Seeds from a pit or variable to another.
void JitCoder::shift(const Instruction& in) {
  if (scanning_ || !start_.move) throw NotCompiled{};
  const bool from_pit = (in.d & kVariablePlace) == 0, to_pit = (in.b & kVariablePlace) == 0;
  const asmjit::Label none = cc.newLabel();
  const Gp has = temp(), at = temp(), to = temp(), less = temp();
  if (from_pit) {
    cc.mov(has.r32(), seeds(in.d).r32());
    cc.mov(at.r32(), number(in.d).r32());
  } else {
    cc.movsx(has.r32(), var(in.d & ~kVariablePlace));
  }
  const Gp n = clamped(in.a, has);
  cc.test(n.r32(), n.r32());
  cc.jz(none);
  if (to_pit) {
    cc.mov(to.r32(), number(in.b).r32());
    cc.test(to.r32(), to.r32());
    cc.js(none);
  }
  cc.mov(less.r32(), n.r32());
  cc.neg(less.r32());
  if (from_pit) {
    add_to_pit(at, less, holds(in.d).pits);
  } else {
    cc.movsxd(less, less.r32());
    add_to_var(in.d & ~kVariablePlace, less);
  }
  if (to_pit) {
    add_to_pit(to, n, holds(in.b).pits);
  } else {
    const Gp moved = temp();
    cc.mov(moved, n);
    add_to_var(in.b & ~kVariablePlace, moved);
  }
  if (from_pit) {
    cc.cmp(n.r32(), has.r32());
    cc.jne(none);
    if (to_pit) {
      cc.cmp(to.r32(), at.r32());
      cc.je(none);
    }
    emptied(at, holds(in.d).pits);
  }
  cc.bind(none);
  rg_.known.clear();
}

}  // namespace mnc::engine

#endif
