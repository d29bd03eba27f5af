// Compiled code: how often a position has been there.
#if defined(MNC_HAS_JIT)

#include <algorithm>
#include <cstddef>

#include "interpreter/counts.h"
#include "interpreter/history.h"
#include "interpreter/jit_code.h"

namespace mnc::engine {

// hash_state.
Gp JitCoder::hash_position(int me) {
  const Gp hash = temp(), fold = temp();
  cc.mov(hash, kHashStart + static_cast<std::uint64_t>(me));
  HashKeys keys;
  const auto add = [&](const x86::Mem& word, bool narrow) {
    const Gp w = temp(), factor = temp(), flip = temp(), high = temp();
    if (narrow) cc.mov(w.r32(), word);
    else cc.mov(w, word);
    cc.mov(flip, keys.flip);
    cc.xor_(w, flip);
    cc.mov(factor, keys.factor);
    cc.mulx(high, w, w, factor);
    cc.xor_(w, high);
    cc.add(hash, w);
    keys.next();
  };
  for (int i = 0; i < sh_.hashed_pit_bytes; i += 8) add(x86::ptr(state_, i, 8), false);
  for (int i = kFirstDeclared; i < sh_.hashed_vars; i += 4) add(x86::ptr(state_, sh_.vars + 2 * i, 8), false);
  for (int i = 0; i < static_cast<int>(p_.flags.size()); ++i) {
    if (sh_.mask_bytes == 4) add(x86::ptr(state_, sh_.flags + 4 * i, 4), true);
    else
      for (int w = 0; w < sh_.mask_bytes / 8; ++w) add(x86::ptr(state_, sh_.flags + sh_.mask_bytes * i + 8 * w, 8), false);
  }
  cc.mov(fold, hash);
  cc.shr(fold, 32);
  cc.xor_(hash, fold);
  return hash;
}

// Whether every move of a phase begins with a seed from its player's reserve, which holds one: the position does not come back.
bool JitCoder::spends_reserve(const PhaseCode& phase, int me) const {
  const auto at = [this](Entry pc) -> const Instruction& { return p_.code[static_cast<std::size_t>(settled(pc))]; };
  if (phase.guard == kNoCode) return false;
  const Entry guard = settled(phase.guard);
  const Instruction &reserve = at(guard), &test = at(guard + 1);
  if (reserve.op != Opcode::Var || reserve.a != kReserve + me || test.op != Opcode::TestCount || test.a != reserve.d) return false;
  if (has_count(p_.count_sets[test.b], 0)) return false;
  const bool jumps = test.d != 0;  // if there are seeds
  if (at(jumps ? test.c : guard + 2).op != Opcode::Done || at(jumps ? guard + 2 : test.c).op != Opcode::Fail) return false;
  const auto spends = [&](int number) {
    const KindCode& kind = p_.players[static_cast<std::size_t>(me)].kinds[static_cast<std::size_t>(number)];
    const Entry first = settled(kind.play);
    const Instruction &load = at(first), &place = at(first + 1);
    return kind.from != kNoCode && load.op == Opcode::Load && load.e > 0 && place.op == Opcode::Place && place.a == load.d && place.d == me && place.b == kOrigin;
  };
  for (const auto& rank : phase.ranks)
    if (!std::all_of(rank.begin(), rank.end(), spends)) return false;
  return true;
}

// A position that does not come back: nothing is added to the history.
void JitCoder::pass_history() {
  const Gp fixed = temp();
  cc.mov(fixed, x86::ptr(state_, sh_.vars, 8));
  cc.mov(field(game_, offsetof(JitPlayout, fixed), 8), fixed);
  cc.mov(in_frame(sh_.occurrences, 4), 1);
}

// History::add; how often the position has been there is left in the frame. After a step that cannot be undone it has not
// been there before.
void JitCoder::add_to_history(int me) {
  if (p_.seeds_return) throw NotCompiled{};
  const Gp fixed = temp(), slots = temp(), at = temp(), mask = temp(), stamp = temp(), count = temp();
  const asmjit::Label same = cc.newLabel(), probe = cc.newLabel(), fresh = cc.newLabel(), found = cc.newLabel(), next = cc.newLabel();
  const asmjit::Label round = cc.newLabel(), full = cc.newLabel();
  const auto slot = [&](std::size_t offset, std::uint32_t bytes) { return x86::ptr(slots, at, 0, static_cast<std::int32_t>(offset), bytes); };
  const auto member = [this](std::size_t offset, std::uint32_t bytes) { return field(game_, offsetof(JitPlayout, table) + offset, bytes); };
  cc.mov(fixed, x86::ptr(state_, sh_.vars, 8));  // won and reserve stand side by side
  cc.cmp(fixed, field(game_, offsetof(JitPlayout, fixed), 8));
  cc.je(same);
  cc.mov(field(game_, offsetof(JitPlayout, fixed), 8), fixed);
  cc.mov(stamp, member(offsetof(HistoryTable, stamp), 8));
  cc.mov(count.r32(), member(offsetof(HistoryTable, most), 4));
  cc.inc(stamp);
  cc.mov(member(offsetof(HistoryTable, room), 4), count.r32());
  cc.mov(member(offsetof(HistoryTable, stamp), 8), stamp);
  cc.test(stamp.r32(), stamp.r32());
  cc.jz(round);
  cc.bind(same);

  const Gp hash = hash_position(me);
  cc.mov(mask, member(offsetof(HistoryTable, mask), 8));
  cc.mov(slots, member(offsetof(HistoryTable, slots), 8));
  cc.mov(stamp, member(offsetof(HistoryTable, stamp), 8));
  cc.mov(at, hash);
  cc.bind(probe);
  cc.and_(at, mask);
  cc.cmp(stamp.r32(), slot(offsetof(HistorySlot, generation), 4));
  cc.jne(fresh);
  cc.cmp(hash, slot(offsetof(HistorySlot, hash), 8));
  cc.jne(next);
  cc.mov(count.r32(), slot(offsetof(HistorySlot, count), 4));
  cc.inc(count.r32());
  cc.mov(slot(offsetof(HistorySlot, count), 4), count.r32());
  cc.jmp(found);
  cc.bind(next);
  cc.add(at, static_cast<std::int32_t>(sizeof(HistorySlot)));
  cc.jmp(probe);
  cc.bind(fresh);
  static_assert(offsetof(HistorySlot, count) == offsetof(HistorySlot, generation) + 4);
  cc.mov(slot(offsetof(HistorySlot, hash), 8), hash);
  cc.mov(slot(offsetof(HistorySlot, generation), 8), stamp);
  cc.mov(count.r32(), 1);
  cc.dec(member(offsetof(HistoryTable, room), 4));
  cc.js(full);
  cc.bind(found);
  cc.mov(in_frame(sh_.occurrences, 4), count.r32());
  const auto renew = [this] {
    asmjit::InvokeNode* call = nullptr;
    cc.invoke(&call, reinterpret_cast<std::uint64_t>(calls_.renew), asmjit::FuncSignatureT<void, void*>());
    call->setArg(0, game_);
  };
  seldom(round, same, renew);
  seldom(full, found, renew);
}

}  // namespace mnc::engine

#endif
