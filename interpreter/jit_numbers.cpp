// Compiled code: numbers and pits that take more than an instruction; questions; the state.
#if defined(MNC_HAS_JIT)

#include "interpreter/jit_code.h"

namespace mnc::engine {

// What a table says of the pit in register r; otherwise if it names none.
template <class Item>
Gp JitCoder::looked_up(int r, const Item* table, int otherwise) {
  const Gp out = temp();
  const asmjit::Label none = cc.newLabel();
  if (may_be_none(r)) {
    cc.mov(out.r32(), otherwise);
    cc.test(number(r).r32(), number(r).r32());
    cc.js(none);
  }
  const x86::Mem at = in_table(table, number(r), sizeof(Item) == 2 ? 1 : 0, sizeof(Item));
  if constexpr (std::is_signed_v<Item>) cc.movsx(out.r32(), at);
  else cc.movzx(out.r32(), at);
  cc.bind(none);
  return out;
}
template Gp JitCoder::looked_up(int r, const Index* table, int otherwise);
template Gp JitCoder::looked_up(int r, const std::uint8_t* table, int otherwise);
template Gp JitCoder::looked_up(int r, const std::int8_t* table, int otherwise);

void JitCoder::facing(const Instruction& in) {
  if (read(in.d) && holds(in.d).facing == in.a) return;  // it stands there already
  if (!tables_.mirror) {
    assign(in.d, looked_up(in.a, tables_.opposite.data(), -1));
    return;
  }
  const Gp out = temp();
  const asmjit::Label none = cc.newLabel();
  if (may_be_none(in.a)) {
    cc.mov(out.r32(), -1);
    cc.test(number(in.a).r32(), number(in.a).r32());
    cc.js(none);
  }
  cc.mov(out.r32(), *tables_.mirror);
  cc.sub(out.r32(), number(in.a).r32());
  cc.bind(none);
  assign(in.d, out);
}

void JitCoder::only(const Instruction& in) {
  const Gp out = temp(), n = temp();
  if (words_ == 2) throw NotCompiled{};
  const asmjit::Label none = cc.newLabel();
  const Gp m = set_word(in.a, 0);
  cc.popcnt(n, m);
  cc.mov(out.r32(), -1);
  cc.cmp(n.r32(), 1);
  cc.jne(none);
  cc.tzcnt(out, m);
  cc.bind(none);
  assign(in.d, out);
}

// Code for each pit of a set, whose index it is given in a register.
template <class Body>
void JitCoder::each_pit(int set, const Body& body) {
  const Gp rest = temp(), at = temp();
  for (int w = 0; w < words_; ++w) {
    const asmjit::Label loop = cc.newLabel(), done = cc.newLabel();
    cc.mov(rest, set_word(set, w));
    cc.bind(loop);
    cc.test(rest, rest);
    cc.jz(done);
    cc.tzcnt(at, rest);
    cc.blsr(rest, rest);
    if (w == 1) cc.add(at.r32(), 64);
    body(at);
    cc.jmp(loop);
    cc.bind(done);
  }
}

void JitCoder::sum(const Instruction& in) {
  const Gp sum = temp(), n = temp();
  cc.xor_(sum.r32(), sum.r32());
  each_pit(in.a, [&](const Gp& at) {
    cc.movzx(n.r32(), pit(at));
    cc.add(sum.r32(), n.r32());
  });
  assign(in.d, sum);
}

// The pit of a set that is leftmost, or rightmost, for a player.
void JitCoder::outermost(const Instruction& in) {
  const auto& far = p_.from_side[static_cast<std::size_t>(in.e ^ in.b)];
  const Gp best = temp(), least = temp(), here = temp(), base = temp();
  cc.mov(best.r32(), -1);
  cc.mov(least.r32(), 0xffff);
  cc.mov(base, reinterpret_cast<std::uint64_t>(far.data()));
  each_pit(in.a, [&](const Gp& at) {
    cc.movzx(here.r32(), x86::ptr(base, at, 1, 0, 2));
    cc.cmp(here.r32(), least.r32());
    cc.cmovb(best.r32(), at.r32());
    cc.cmovb(least.r32(), here.r32());
  });
  assign(in.d, best);
}

// 0 if the divisor is 0. In 64 bits, so that no quotient is too large.
void JitCoder::divide(const Instruction& in) {
  const Gp low = temp(), high = temp(), by = temp(), out = temp();
  const asmjit::Label none = cc.newLabel();
  cc.xor_(out.r32(), out.r32());
  cc.movsxd(by, number(in.b).r32());
  cc.test(by, by);
  cc.jz(none);
  cc.movsxd(low, number(in.a).r32());
  cc.cqo(high, low);
  cc.idiv(high, low, by);
  cc.mov(out, in.op == Opcode::Divide ? low : high);
  cc.bind(none);
  assign(in.d, out);
}

// What the machine knows about moves: asks it.
Gp JitCoder::question(const Instruction& in, std::int64_t (*asked)(void*, const void*, std::uint64_t)) {
  const Gp what = temp(), out = temp();
  cc.mov(what, static_cast<std::uint64_t>(in.a) << 32 | static_cast<std::uint32_t>(in.e));
  asmjit::InvokeNode* call = nullptr;
  cc.invoke(&call, reinterpret_cast<std::uint64_t>(asked), asmjit::FuncSignatureT<std::int64_t, void*, const void*, std::uint64_t>());
  call->setArg(0, frame_), call->setArg(1, state_), call->setArg(2, what);
  call->setRet(0, out);
  return out;
}

void JitCoder::ask(const Instruction& in, Entry pc) {
  const Gp answer = temp();
  if (playing_) {
    cc.mov(answer.r32(), code_.r32());
    cc.xor_(code_.r32(), code_.r32());
    for (int i = 1; i < in.d; ++i) {
      cc.cmp(answer.r32(), i);
      cc.je(rg_.labels.at(pc + 1 + i));
    }
    cc.jmp(rg_.labels.at(pc + 1));
    return;
  }
  if (purpose_ == Purpose::PlayLap || purpose_ == Purpose::TrialLap) {
    const asmjit::Label later = cc.newLabel();
    cc.cmp(fixed_[kLap].r32(), 1);
    cc.jne(later);
    leave(3);
    cc.bind(later);
  }
  const Gp answers = temp();
  cc.mov(answers.r32(), in.d);
  asmjit::InvokeNode* call = nullptr;
  cc.invoke(&call, reinterpret_cast<std::uint64_t>(calls_.ask), asmjit::FuncSignatureT<std::int64_t, void*, std::uint64_t>());
  call->setArg(0, frame_), call->setArg(1, answers);
  call->setRet(0, answer);
  for (int i = 1; i < in.d; ++i) {
    cc.cmp(answer.r32(), i);
    cc.je(rg_.labels.at(pc + 1 + i));
  }
  cc.jmp(rg_.labels.at(pc + 1));
}

void JitCoder::pick(const Instruction& in) {
  const Gp low = temp(), high = temp(), out = temp();
  cc.mov(low, set_word(in.a, 0));
  if (words_ == 2) cc.mov(high, set_word(in.a, 1));
  else cc.xor_(high.r32(), high.r32());
  const Gp any = temp();
  cc.mov(any, low);
  cc.or_(any, high);
  cc.jz(rg_.labels.at(in.c));
  if (purpose_ == Purpose::PlayLap || purpose_ == Purpose::TrialLap) {
    const asmjit::Label later = cc.newLabel();
    cc.cmp(fixed_[kLap].r32(), 1);
    cc.jne(later);
    leave(3);
    cc.bind(later);
  }
  asmjit::InvokeNode* call = nullptr;
  cc.invoke(&call, reinterpret_cast<std::uint64_t>(calls_.pick), asmjit::FuncSignatureT<std::int64_t, void*, std::uint64_t, std::uint64_t>());
  call->setArg(0, frame_), call->setArg(1, low), call->setArg(2, high);
  call->setRet(0, out);
  assign(in.d, out);
}

void JitCoder::mark(const Instruction& in) {
  if (words_ == 2 || may_be_none(in.a)) throw NotCompiled{};
  const Gp t = temp();
  if (in.op == Opcode::MarkPit) cc.xor_(t.r32(), t.r32()), cc.bts(t, number(in.a));
  else cc.mov(t, set_word(in.a, 0));
  if (in.d == 0) cc.not_(t);
  const x86::Mem flags = x86::ptr(state_, sh_.flags + sh_.mask_bytes * in.b, static_cast<std::uint32_t>(sh_.mask_bytes));
  const Gp value = sh_.mask_bytes == 4 ? t.r32() : t;
  if (in.d != 0) cc.or_(flags, value);
  else cc.and_(flags, value);
}

void JitCoder::set_var(const Instruction& in) {
  if (const auto value = known(in.a)) {
    cc.mov(var(in.d), std::clamp(*value, 0, in.e));
    return;
  }
  const Gp v = temp(), limit = temp();
  cc.xor_(limit.r32(), limit.r32());
  cc.mov(v.r32(), number(in.a).r32());
  cc.test(v.r32(), v.r32());
  cc.cmovs(v.r32(), limit.r32());
  cc.mov(limit.r32(), in.e);
  cc.cmp(v.r32(), limit.r32());
  cc.cmovg(v.r32(), limit.r32());
  cc.mov(var(in.d), v.r16());
}

void JitCoder::first_need(const Instruction& in) {
  if (scanning_) {
    if (in.d >= JitScan::kNeeds) throw NotCompiled{};
    cc.mov(needs_[in.d], set_word(in.a, 0));
    cc.mov(needed_[in.d].r32(), 1);
    return;
  }
  cc.mov(in_frame(sh_.first_needed + in.d, 1), 1);
  for (int w = 0; w < words_; ++w) {
    const Gp m = set_word(in.a, w);
    const int at = sh_.first_need + sh_.mask_bytes * in.d + 8 * w;
    if (sh_.mask_bytes == 4) cc.mov(in_frame(at, 4), m.r32());
    else cc.mov(in_frame(at, 8), m);
  }
}

}  // namespace mnc::engine

#endif
