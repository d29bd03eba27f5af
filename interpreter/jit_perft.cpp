// Compiled code: counts sequences of moves, one function that calls itself for the position after each move.
#if defined(MNC_HAS_JIT)

#include <cstddef>

#include "interpreter/jit_code.h"

namespace mnc::engine {

// Path::add; how often the position is on the path is left in the frame. Only positions with the same fixed parts can be
// the same, and they stand together; if nobody moves twice, it is every other one.
void JitCoder::add_to_path(int me) {
  if (p_.seeds_return) throw NotCompiled{};
  using Step = JitPerft::Step;
  const std::int32_t stride = (p_.uses_again ? 1 : 2) * static_cast<std::int32_t>(sizeof(Step));
  const Gp hash = hash_position(me), fixed = temp(), at = temp(), since = temp();
  const asmjit::Label have = cc.newLabel(), loop = cc.newLabel(), done = cc.newLabel();
  const auto before = [&at](std::size_t offset) { return field(at, offset - sizeof(Step), 8); };
  cc.mov(fixed, x86::ptr(state_, sh_.vars, 8));
  cc.mov(at, field(game_, offsetof(JitPerft, path), 8));
  cc.mov(since, at);
  cc.cmp(at, field(game_, offsetof(JitPerft, first), 8));
  cc.je(have);
  cc.cmp(before(offsetof(Step, fixed)), fixed);
  cc.cmove(since, before(offsetof(Step, since)));
  cc.bind(have);
  cc.mov(field(at, offsetof(Step, hash), 8), hash);
  cc.mov(field(at, offsetof(Step, fixed), 8), fixed);
  cc.mov(field(at, offsetof(Step, since), 8), since);
  cc.add(field(game_, offsetof(JitPerft, path), 8), static_cast<std::int32_t>(sizeof(Step)));
  cc.mov(in_frame(sh_.occurrences, 4), 1);
  cc.bind(loop);
  cc.sub(at, stride);
  cc.cmp(at, since);
  cc.jb(done);
  cc.cmp(field(at, offsetof(Step, hash), 8), hash);
  cc.jne(loop);
  cc.inc(in_frame(sh_.occurrences, 4));
  cc.jmp(loop);
  cc.bind(done);
}

// The position in state_, after a move of player `me`: one more at the last ply, else what lies behind it.
void JitCoder::child(int me, const asmjit::Label& counted) {
  const Gp behind = temp();
  const asmjit::Label deeper = cc.newLabel(), same = cc.newLabel();
  cc.cmp(field(game_, offsetof(JitPerft, depth), 4), 1);
  cc.jne(deeper);
  cc.inc(sum_);
  cc.jmp(counted);
  cc.bind(deeper);
  cc.mov(x86::ptr(state_, sh_.last_mover, 2), me);
  cc.inc(x86::ptr(state_, sh_.ply, 4));
  if (p_.uses_again) {
    cc.cmp(in_frame(sh_.again, 1), 0);
    cc.jne(same);
  }
  cc.mov(x86::ptr(state_, sh_.mover, 2), 1 - me);
  cc.bind(same);
  cc.dec(field(game_, offsetof(JitPerft, depth), 4));
  asmjit::InvokeNode* call = nullptr;
  cc.invoke(&call, self_, asmjit::FuncSignatureT<std::uint64_t, void*, void*, void*>());
  call->setArg(0, frame_), call->setArg(1, state_), call->setArg(2, game_);
  call->setRet(0, behind);
  cc.inc(field(game_, offsetof(JitPerft, depth), 4));
  cc.add(sum_, behind);
  cc.jmp(counted);
}

// All moves of player `me` in the position of state_.
void JitCoder::position(int me, const asmjit::Label& slow, const asmjit::Label& done) {
  const asmjit::Label all = cc.newLabel(), loop = cc.newLabel(), next = cc.newLabel(), played = cc.newLabel();
  if (p_.uses_occurrences) add_to_path(me);
  find_turn(me, slow);
  cc.test(found_count_.r32(), found_count_.r32());
  cc.jz(done);
  cc.cmp(field(game_, offsetof(JitPerft, depth), 4), 1);
  cc.jne(all);
  if (listing_) {
    cc.test(uncertain_.r32(), uncertain_.r32());
    cc.jnz(all);
  }
  cc.mov(sum_, found_count_);
  cc.jmp(done);

  cc.bind(all);
  const Gp parent = cc.newUIntPtr();
  const auto put_back = [&] { cc.mov(state_, parent); };
  cc.mov(parent, state_);
  cc.bind(loop);
  clone_state(x86::ptr(parent), backup_);
  cc.lea(state_, backup_);
  const Gp at = next_found();
  if (listing_) take_candidate(me, at);
  else origin_ = at, kind_ = found_kind_;
  endless_ = cc.newLabel();
  play_kind(me, played, next);
  child(me, next);
  cc.bind(endless_);  // a legal move, with nothing behind it
  if (p_.endless != 1) {
    if (listing_) {
      cc.test(code_.r32(), code_.r32());
      cc.jnz(next);
    }
    cc.cmp(field(game_, offsetof(JitPerft, depth), 4), 2);
    cc.adc(sum_, 0);
  }
  cc.bind(next);
  put_back();
  cc.dec(found_count_.r32());
  cc.jnz(loop);
  cc.jmp(done);
}

void JitCoder::perft(asmjit::FuncNode* node, const std::array<std::uint32_t, 2>& kinds) {
  begin_games(node, kinds);
  self_ = node->label();
  sum_ = temp();
  const asmjit::Label slow = cc.newLabel(), done = cc.newLabel();
  row_ = done;
  cc.xor_(sum_.r32(), sum_.r32());
  cc.cmp(x86::ptr(state_, sh_.mover, 2), 0);
  cc.jne(turns_[1]);
  for (int me = 0; me < 2; ++me) {
    cc.bind(turns_[static_cast<std::size_t>(me)]);
    position(me, slow, done);
  }
  cc.bind(slow);
  asmjit::InvokeNode* call = nullptr;
  cc.invoke(&call, reinterpret_cast<std::uint64_t>(calls_.count), asmjit::FuncSignatureT<std::uint64_t, void*, void*>());
  call->setArg(0, game_), call->setArg(1, state_);
  call->setRet(0, sum_);
  cc.bind(done);
  if (p_.uses_occurrences) cc.sub(field(game_, offsetof(JitPerft, path), 8), static_cast<std::int32_t>(sizeof(JitPerft::Step)));
  cc.bind(exit_);
  end_function(sum_);
}

}  // namespace mnc::engine

#endif
