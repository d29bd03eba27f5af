// Compiled code: captures.
#if defined(MNC_HAS_JIT)

#include "interpreter/jit_code.h"

namespace mnc::engine {

// Adds the seeds of one pit to `total` and takes them off the board.
void JitCoder::take_one(const Gp& at, bool none, const Gp& total) {
  const asmjit::Label skip = cc.newLabel();
  if (none) {
    cc.test(at.r32(), at.r32());
    cc.js(skip);
  }
  const Gp n = temp();
  cc.movzx(n.r32(), pit(at));
  cc.test(n.r32(), n.r32());
  cc.jz(skip);
  clear_pit(at);
  cc.add(total.r32(), n.r32());
  first_captured(at);
  emptied(at, ~WideMask{0});
  cc.bind(skip);
}

// Likewise of the one pit that a register names, whether or not it holds any.
void JitCoder::take_pit(int r, const Give& give) {
  const Gp at = number(r), n = temp();
  const WideMask pits = holds(r).pits;
  cc.movzx(n.r32(), pit(at));
  clear_pit(at, pits);
  cc.add(fixed_[kCaptured].r32(), n.r32());
  give(n);
  emptied(at, pits, &n);
}

// Takes all seeds of the pits in word w of a set off the board. Spoils `rest`.
void JitCoder::take_word(const Gp& rest, int w, const Gp& total) {
  const asmjit::Label loop = cc.newLabel(), done = cc.newLabel();
  const Gp at = temp();
  cc.test(rest, rest);
  cc.jz(done);
  cc.bind(loop);
  cc.tzcnt(at, rest);
  if (w == 1) cc.add(at.r32(), 64);
  take_one(at, false, total);
  cc.blsr(rest, rest);
  cc.jnz(loop);
  cc.bind(done);
}

// Takes all seeds of the pits of a set off the board, and gives them to where they go.
void JitCoder::take(int set, const Give& give) {
  if (scanning_ || !start_.move) throw NotCompiled{};
  const auto one = rg_.one.find(set);
  rg_.known.erase(kCaptured);
  if (one != rg_.one.end() && !first_wanted() && !may_be_none(one->second)) {
    take_pit(one->second, give);
    return;
  }
  const Gp total = temp();
  cc.xor_(total.r32(), total.r32());
  if (one != rg_.one.end()) {
    const Gp at = temp();
    cc.mov(at.r32(), number(one->second).r32());
    take_one(at, may_be_none(one->second), total);
  } else {
    for (int w = 0; w < words_; ++w) {
      const Gp rest = temp();
      cc.mov(rest, set_word(set, w));
      take_word(rest, w, total);
    }
  }
  cc.add(fixed_[kCaptured].r32(), total.r32());
  give(total);
}

// Won and reserve are read together, so they are written together too.
void JitCoder::add_to_var(int v, const Gp& n) {
  if (v >= kFirstDeclared) {
    cc.add(var(v), n.r16());
    return;
  }
  if (v != 0) cc.shl(n, 16 * v);
  cc.add(x86::ptr(state_, sh_.vars, 8), n);
}

void JitCoder::add_to_won(const Gp& player, const Gp& n) {
  const Gp bits = temp(), moved = temp();
  cc.mov(bits.r32(), player.r32());
  cc.shl(bits.r32(), 4);
  cc.shlx(moved, n, bits);
  cc.add(x86::ptr(state_, sh_.vars, 8), moved);
}

Gp JitCoder::store_of(const Gp& player) {
  const Gp store = temp(), other = temp();
  cc.mov(store.r32(), p_.store[0]);
  cc.mov(other.r32(), p_.store[1]);
  cc.test(player.r32(), player.r32());
  cc.cmovnz(store.r32(), other.r32());
  return store;
}

void JitCoder::capture_var(const Instruction& in) {
  const asmjit::Label nothing = cc.newLabel();
  if (!rg_.one.contains(in.a)) {
    const Gp any = temp();
    cc.mov(any, set_word(in.a, 0));
    if (words_ == 2) cc.or_(any, set_word(in.a, 1));
    cc.test(any, any);
    cc.jz(nothing);
  }
  take(in.a, [&](const Gp& n) { add_to_var(in.d, n); });
  cc.bind(nothing);
}

// All seeds of a set but for the pit itself, into a pit.
void JitCoder::capture_pit(const Instruction& in) {
  if (words_ == 2 || may_be_none(in.d) || scanning_ || !start_.move) throw NotCompiled{};
  const Gp rest = temp(), at = temp(), total = temp();
  const asmjit::Label nothing = cc.newLabel();
  cc.mov(rest, set_word(in.a, 0));
  cc.mov(at.r32(), number(in.d).r32());
  cc.btr(rest, at);
  cc.xor_(total.r32(), total.r32());
  take_word(rest, 0, total);
  cc.test(total.r32(), total.r32());
  cc.jz(nothing);
  add_to_pit(at, total);
  cc.add(fixed_[kCaptured].r32(), total.r32());
  cc.bind(nothing);
  rg_.known.erase(kCaptured);
}

// To a player's won pile or store; who that is, is known when it is done.
void JitCoder::capture_for(const Instruction& in) {
  take(in.a, [&](const Gp& n) {
    if (in.d == 0) add_to_won(number(in.b), n);
    else add_to_pit(store_of(number(in.b)), n);
  });
}

// Some seeds of a pit.
void JitCoder::capture_some(const Instruction& in) {
  if (scanning_ || !start_.move) throw NotCompiled{};
  const asmjit::Label none = cc.newLabel();
  const Gp at = temp(), less = temp(), has = seeds(in.b), n = clamped(in.a, has);
  cc.mov(at.r32(), number(in.b).r32());
  cc.test(n.r32(), n.r32());
  cc.jz(none);
  const bool to_pit = in.e == 3 || (in.e == 0 && (in.c & kVariablePlace) == 0);
  const Gp to = temp();
  if (to_pit) {
    if (in.e == 3) cc.mov(to.r32(), store_of(number(in.d)).r32());
    else cc.mov(to.r32(), number(in.c).r32());
    cc.test(to.r32(), to.r32());
    cc.js(none);
    cc.cmp(to.r32(), at.r32());
    cc.je(none);
  }
  cc.mov(less.r32(), n.r32());
  cc.neg(less.r32());
  add_to_pit(at, less, holds(in.b).pits);
  cc.add(fixed_[kCaptured].r32(), n.r32());
  if (in.e == 1) {
    add_to_hand(n);
  } else if (to_pit) {
    add_to_pit(to, n);
  } else if (in.e == 2) {
    add_to_won(number(in.d), n);
  } else {
    const Gp moved = temp();
    cc.mov(moved, n);
    add_to_var(in.c & ~kVariablePlace, moved);
  }
  first_captured(at);
  cc.cmp(n.r32(), has.r32());
  cc.jne(none);
  emptied(at, holds(in.b).pits);
  cc.bind(none);
  rg_.known.clear();
}

}  // namespace mnc::engine

#endif
