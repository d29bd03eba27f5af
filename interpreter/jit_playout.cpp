// Compiled code: whole random games of programs whose moves are simple: hash, history, turn, draw, move, counts.
#if defined(MNC_HAS_JIT)

#include <cstddef>

#include "interpreter/history.h"
#include "interpreter/jit_code.h"
#include "interpreter/random.h"

namespace mnc::engine {

using x86::CondCode;

namespace {

x86::Mem field(const Gp& base, std::size_t offset, std::uint32_t bytes) { return x86::ptr(base, static_cast<std::int32_t>(offset), bytes); }

}  // namespace

// hash_state and History::add; how often the position has been there is left in the frame.
void JitCoder::add_to_history(int me) {
  const Gp hash = temp(), fixed = temp(), core = temp(), slot = temp(), last = temp(), generation = temp(), count = temp();
  const asmjit::Label same = cc.newLabel(), room = cc.newLabel(), probe = cc.newLabel(), fresh = cc.newLabel(), found = cc.newLabel();
  const asmjit::Label next = cc.newLabel();
  cc.mov(core, field(game_, offsetof(JitPlayout, history), 8));
  cc.mov(fixed, x86::ptr(state_, sh_.vars, 8));  // won and reserve stand side by side
  cc.mov(generation.r32(), field(core, offsetof(History::Core, generation), 4));
  cc.cmp(fixed, field(game_, offsetof(JitPlayout, fixed), 8));
  cc.je(same);
  cc.mov(field(game_, offsetof(JitPlayout, fixed), 8), fixed);
  cc.inc(generation.r32());
  cc.mov(field(core, offsetof(History::Core, generation), 4), generation.r32());
  cc.mov(field(core, offsetof(History::Core, used), 4), 0);
  cc.bind(same);

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
  cc.mov(slot, hash);
  cc.shr(slot, 32);
  cc.xor_(hash, slot);

  cc.mov(count.r32(), field(core, offsetof(History::Core, used), 4));
  cc.cmp(count.r32(), field(core, offsetof(History::Core, most), 4));
  cc.jb(room);
  asmjit::InvokeNode* call = nullptr;
  cc.invoke(&call, reinterpret_cast<std::uint64_t>(calls_.grow), asmjit::FuncSignatureT<void, void*>());
  call->setArg(0, core);
  cc.bind(room);
  cc.mov(last, field(core, offsetof(History::Core, last), 8));
  const Gp slots = temp(), at = temp();
  cc.mov(slots, field(core, offsetof(History::Core, slots), 8));
  cc.mov(at, hash);
  cc.bind(probe);
  cc.and_(at, last);
  cc.mov(slot, at);
  cc.shl(slot, 4);
  cc.add(slot, slots);
  cc.cmp(generation.r32(), field(slot, offsetof(HistorySlot, generation), 4));
  cc.jne(fresh);
  cc.cmp(hash, field(slot, offsetof(HistorySlot, hash), 8));
  cc.jne(next);
  cc.mov(count.r32(), field(slot, offsetof(HistorySlot, count), 4));
  cc.inc(count.r32());
  cc.mov(field(slot, offsetof(HistorySlot, count), 4), count.r32());
  cc.jmp(found);
  cc.bind(next);
  cc.inc(at);
  cc.jmp(probe);
  cc.bind(fresh);
  cc.mov(field(slot, offsetof(HistorySlot, hash), 8), hash);
  cc.mov(count.r32(), 1);
  cc.mov(field(slot, offsetof(HistorySlot, generation), 4), generation.r32());
  cc.mov(field(slot, offsetof(HistorySlot, count), 4), count.r32());
  cc.inc(field(core, offsetof(History::Core, used), 4));
  cc.bind(found);
  cc.mov(in_frame(sh_.occurrences, 4), count.r32());
}

// Random::below of the number of moves, and the pit it stands for. The rare draw that must be repeated is the caller's.
void JitCoder::draw(const Gp& chosen, const asmjit::Label& yours) {
  const Gp z = temp(), t = temp(), factor = temp(), state = temp(), before = temp();
  cc.mov(state, field(game_, offsetof(JitPlayout, random), 8));
  cc.mov(before, state);
  cc.mov(t, Random::kStep);
  cc.add(state, t);
  cc.mov(z, state);
  for (const auto& [shift, number] : {std::pair{30, Random::kFirst}, std::pair{27, Random::kSecond}}) {
    cc.mov(t, z);
    cc.shr(t, shift);
    cc.xor_(z, t);
    cc.mov(factor, number);
    cc.imul(z, factor);
  }
  cc.mov(t, z);
  cc.shr(t, 31);
  cc.xor_(z, t);
  cc.shr(z, 32);
  cc.imul(z, found_count_);
  cc.cmp(z.r32(), found_count_.r32());
  cc.jb(yours);
  cc.cmp(found_count_.r32(), 1);  // of one move nothing is drawn: the product says 0, the state stays
  cc.cmove(state, before);
  cc.mov(field(game_, offsetof(JitPlayout, random), 8), state);
  cc.mov(chosen, z);
  cc.shr(chosen, 32);

  // The bit of that number among the origins.
  const Gp one = temp();
  cc.mov(one.r32(), 1);
  if (words_ == 1) {
    cc.shlx(t, one, chosen);
    cc.pdep(t, t, origins_[0]);
    cc.tzcnt(chosen, t);
    return;
  }
  const Gp low = temp();
  const asmjit::Label second = cc.newLabel(), done = cc.newLabel();
  cc.popcnt(low, origins_[0]);
  cc.cmp(chosen, low);
  cc.jae(second);
  cc.shlx(t, one, chosen);
  cc.pdep(t, t, origins_[0]);
  cc.tzcnt(chosen, t);
  cc.jmp(done);
  cc.bind(second);
  cc.sub(chosen, low);
  cc.shlx(t, one, chosen);
  cc.pdep(t, t, origins_[1]);
  cc.tzcnt(chosen, t);
  cc.add(chosen.r32(), 64);
  cc.bind(done);
}

void JitCoder::count_move(const Gp& lap, const Gp& captured) {
  const auto add = [&](std::size_t offset, const Gp& value) { cc.add(field(game_, offset, 4), value.r32()); };
  cc.add(field(game_, offsetof(JitPlayout, laps), 8), lap);
  add(offsetof(JitPlayout, captured), captured);
  const Gp longest = temp();
  const asmjit::Label shorter = cc.newLabel();
  cc.mov(longest.r32(), lap.r32());
  cc.cmp(longest.r32(), field(game_, offsetof(JitPlayout, longest), 4));
  cc.jbe(shorter);
  cc.mov(field(game_, offsetof(JitPlayout, longest), 4), longest.r32());
  cc.bind(shorter);
}

// A turn of player `me`; `next` is where the turn of the opponent begins.
void JitCoder::ply(int me, const asmjit::Label& next, const asmjit::Label& yours) {
  const PlayerCode& player = p_.players[static_cast<std::size_t>(me)];
  if (p_.uses_occurrences) add_to_history(me);
  find_turn(me, yours);
  cc.test(found_count_.r32(), found_count_.r32());
  cc.jz(yours);
  const Gp plies = temp(), chosen = temp(), t = temp();
  cc.mov(plies.r32(), field(game_, offsetof(JitPlayout, plies), 4));
  cc.cmp(plies.r32(), field(game_, offsetof(JitPlayout, max_plies), 4));
  cc.jae(yours);
  draw(chosen, yours);
  cc.inc(plies.r32());
  cc.mov(field(game_, offsetof(JitPlayout, plies), 4), plies.r32());
  cc.add(field(game_, offsetof(JitPlayout, branching), 8), found_count_);
  cc.cmp(found_count_.r32(), 2);
  cc.adc(field(game_, offsetof(JitPlayout, forced), 4), 0);
  for (std::size_t who = 0; who < 2; ++who) {
    cc.movsx(t.r32(), var(kWon + static_cast<int>(who)));
    if (p_.stores) {
      const Gp n = temp();
      cc.movzx(n.r32(), x86::ptr(state_, p_.store[who] * sh_.count_bytes, static_cast<std::uint32_t>(sh_.count_bytes)));
      cc.add(t.r32(), n.r32());
    }
    cc.mov(field(game_, offsetof(JitPlayout, seeds) + 4 * who, 4), t.r32());
  }
  if (p_.uses_again) cc.mov(in_frame(sh_.again, 1), 0);
  origin_ = chosen;
  purpose_ = Purpose::Play;
  const Gp kind_now = found_kind_;
  for (std::size_t k = 0; k < player.kinds.size(); ++k) {
    const KindCode& kind = player.kinds[k];
    const bool simple = kind.need == Need::Nothing && !kind.asks && kind.choices.empty() && kind.check == kNoCode && kind.from != kNoCode;
    if (!simple) continue;
    const asmjit::Label other = cc.newLabel(), done = cc.newLabel();
    if (player.kinds.size() > 1) {
      cc.cmp(kind_now.r32(), static_cast<std::uint32_t>(k));
      cc.jne(other);
    }
    JitStart start;
    start.move = start.placed = true;
    start.circuit = kind.circuit, start.direction = kind.direction;
    inlined(kind.play, start, done, done);
    cc.bind(done);
    count_move(fixed_[kLap], fixed_[kCaptured]);
    cc.mov(x86::ptr(state_, sh_.last_mover, 2), me);
    cc.inc(x86::ptr(state_, sh_.ply, 4));
    if (p_.uses_again) {
      cc.cmp(in_frame(sh_.again, 1), 0);
      cc.jne(turns_[static_cast<std::size_t>(me)]);
    }
    cc.mov(x86::ptr(state_, sh_.mover, 2), 1 - me);
    cc.jmp(next);
    cc.bind(other);
  }
  cc.jmp(yours);
}

void JitCoder::playout(asmjit::FuncNode* node) {
  frame_ = cc.newUIntPtr(), state_ = cc.newUIntPtr(), game_ = cc.newUIntPtr(), out_ = cc.newUInt64();
  node->setArg(0, frame_), node->setArg(1, state_), node->setArg(2, game_);
  exit_ = cc.newLabel();
  const asmjit::Label yours = cc.newLabel();
  turns_ = {cc.newLabel(), cc.newLabel()};
  cc.cmp(x86::ptr(state_, sh_.mover, 2), 0);
  cc.jne(turns_[1]);
  for (int me = 0; me < 2; ++me) {
    cc.bind(turns_[static_cast<std::size_t>(me)]);
    ply(me, turns_[static_cast<std::size_t>(1 - me)], yours);
  }
  cc.bind(yours);
  cc.xor_(out_.r32(), out_.r32());
  cc.bind(exit_);
  cc.ret(out_);
}

}  // namespace mnc::engine

#endif
