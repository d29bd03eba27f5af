// Compiled code: whole random games of programs whose moves are known or can be drawn: hash, history, turn, draw, move, counts.
#if defined(MNC_HAS_JIT)

#include <algorithm>
#include <cstddef>

#include "interpreter/jit_code.h"
#include "interpreter/random.h"

namespace mnc::engine {

// Random::below of the number of moves. The rare draw that must be repeated is the caller's.
void JitCoder::draw(const Gp& chosen, const asmjit::Label& yours) {
  const Gp t = temp(), state = temp(), before = temp();
  const auto number = [this](std::uint64_t value) { return cc.newUInt64Const(asmjit::ConstPoolScope::kLocal, value); };
  cc.mov(state, field(game_, offsetof(JitPlayout, random), 8));
  cc.mov(before, state);
  cc.add(state, number(Random::kStep));
  cc.mov(chosen, state);
  for (const auto& [shift, factor] : {std::pair{30, Random::kFirst}, std::pair{27, Random::kSecond}}) {
    cc.mov(t, chosen);
    cc.shr(t, shift);
    cc.xor_(chosen, t);
    cc.imul(chosen, number(factor));
  }
  cc.mov(t, chosen);
  cc.shr(t, 31);
  cc.xor_(chosen, t);
  cc.shr(chosen, 32);
  cc.imul(chosen, found_count_);
  cc.cmp(chosen.r32(), found_count_.r32());
  cc.jb(yours);
  cc.cmp(found_count_.r32(), 1);  // of one move nothing is drawn: the product says 0, the state stays
  cc.cmove(state, before);
  cc.mov(field(game_, offsetof(JitPlayout, random), 8), state);
  cc.shr(chosen, 32);
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

// ---- a turn ------------------------------------------------------------------------------------------------

namespace {

bool asks(const PlayerCode& player) {
  return std::any_of(player.kinds.begin(), player.kinds.end(), [](const KindCode& kind) { return kind.asks; });
}

}  // namespace

// The bytes of a state that a move changes, but for whose turn it is.
void JitCoder::copy_state(const x86::Mem& from, const x86::Mem& to) {
  const Xmm x = cc.newXmm();
  const Gp word = temp();
  const int pits = (p_.size * sh_.count_bytes + 15) / 16 * 16;
  for (int i = 0; i < pits; i += 16) {
    cc.vmovdqa(x, part(from, i, 16));
    cc.vmovdqa(part(to, i, 16), x);
  }
  const auto words = [&](int first, int bytes) {
    for (int i = first; i < first + bytes; i += 8) {
      cc.mov(word, part(from, i, 8));
      cc.mov(part(to, i, 8), word);
    }
  };
  words(sh_.flags, static_cast<int>(p_.flags.size()) * sh_.mask_bytes);
  words(sh_.vars, 2 * (kFirstDeclared + static_cast<int>(p_.variables.size())));
}

// All that the code of a move may look at.
void JitCoder::clone_state(const x86::Mem& from, const x86::Mem& to) {
  const Gp word = temp();
  copy_state(from, to);
  cc.mov(word, part(from, sh_.mover, 8));  // last mover and ply stand behind it
  cc.mov(part(to, sh_.mover, 8), word);
}

// What the players have won and in store. Where it stands with the history anyway (won, before the move), it is looked up
// there when it is asked for: see endless_move.
void JitCoder::note_seeds() {
  if (fixed_tells()) return;
  const Gp t = temp(), n = temp();
  for (std::size_t who = 0; who < 2; ++who) {
    cc.movsx(t.r32(), var(kWon + static_cast<int>(who)));
    if (p_.stores) {
      cc.movzx(n.r32(), x86::ptr(state_, p_.store[who] * sh_.count_bytes, static_cast<std::uint32_t>(sh_.count_bytes)));
      cc.add(t.r32(), n.r32());
    }
    cc.mov(field(game_, offsetof(JitPlayout, seeds) + 4 * who, 4), t.r32());
  }
}

// The game is over by a move that never ends.
void JitCoder::endless_move() {
  if (fixed_tells()) {
    const Gp won = temp(), t = temp();
    cc.mov(won, field(game_, offsetof(JitPlayout, fixed), 8));
    for (int who = 0; who < 2; ++who) {
      cc.movsx(t.r32(), won.r16());
      cc.mov(field(game_, offsetof(JitPlayout, seeds) + 4 * static_cast<std::size_t>(who), 4), t.r32());
      if (who == 0) cc.shr(won, 16);
    }
  }
  leave(2);
}

// How many moves there were. (Where some must be tried out, nobody looks at it: JitPlayout::count_moves.)
void JitCoder::count_choice() {
  cc.add(field(game_, offsetof(JitPlayout, branching), 8), found_count_);
  cc.cmp(found_count_.r32(), 2);
  cc.adc(field(game_, offsetof(JitPlayout, forced), 4), 0);
}

void JitCoder::count_ply() { cc.inc(field(game_, offsetof(JitPlayout, plies), 4)); }

// The turn after a move of player `me`.
void JitCoder::move_on(int me) {
  cc.mov(x86::ptr(state_, sh_.last_mover, 2), me);
  cc.inc(x86::ptr(state_, sh_.ply, 4));
  if (p_.uses_again) {
    cc.cmp(in_frame(sh_.again, 1), 0);
    cc.jne(turns_[static_cast<std::size_t>(me)]);
  }
  cc.mov(x86::ptr(state_, sh_.mover, 2), 1 - me);
  cc.jmp(turns_[static_cast<std::size_t>(1 - me)]);
}

JitStart JitCoder::move_start(const KindCode& kind) {
  JitStart start;
  start.move = true;
  start.placed = kind.from != kNoCode;
  start.circuit = kind.circuit;
  const auto turns = [](const ChoiceCode& choice) { return choice.is_direction; };
  if (std::none_of(kind.choices.begin(), kind.choices.end(), turns)) start.direction = kind.direction;
  return start;
}

// The code of the kind that was drawn; `played` with what it did in fixed_, `illegal` if it may not be.
void JitCoder::play_kind(int me, const asmjit::Label& played, const asmjit::Label& illegal) {
  const PlayerCode& player = p_.players[static_cast<std::size_t>(me)];
  const Gp laps = temp(), captured = temp();
  if (p_.uses_again) cc.mov(in_frame(sh_.again, 1), 0);
  for (const KindCode& kind : player.kinds) {
    if ((usable_[static_cast<std::size_t>(me)] >> kind.kind & 1) == 0 || (listing_ ? kind.from == kNoCode : !kind.is_plain())) continue;
    const asmjit::Label other = cc.newLabel(), done = cc.newLabel();
    if (player.kinds.size() > 1) {
      cc.cmp(kind_.r32(), kind.kind);
      cc.jne(other);
    }
    JitStart start = move_start(kind);
    start.given = true;
    if (words_ == 1) start.pits = possible(kind);
    purpose_ = attempted(kind) ? Purpose::Attempt : Purpose::Play;
    playing_ = true;
    inlined(attempted(kind) ? kind.trial : kind.play, start, done, illegal);
    playing_ = false;
    cc.bind(done);
    if (kind.asks) {
      cc.test(code_.r32(), code_.r32());  // the answer to a question that did not come up
      cc.jnz(illegal);
    }
    cc.mov(laps.r32(), fixed_[kLap].r32());
    cc.mov(captured.r32(), fixed_[kCaptured].r32());
    cc.jmp(played);
    cc.bind(other);
  }
  cc.jmp(illegal);
  cc.bind(played);
  fixed_[kLap] = laps, fixed_[kCaptured] = captured;
}

// A turn whose candidates are listed: one is drawn, and another one as long as they are not legal.
void JitCoder::listed_ply(int me, const asmjit::Label& yours) {
  const asmjit::Label certain = cc.newLabel(), again = cc.newLabel(), redo = cc.newLabel(), illegal = cc.newLabel(), played = cc.newLabel();
  const Gp before = temp(), chosen = temp();
  cc.mov(before, field(game_, offsetof(JitPlayout, random), 8));
  cc.test(uncertain_.r32(), uncertain_.r32());
  cc.jz(certain);
  cc.cmp(field(game_, offsetof(JitPlayout, count_moves), 4), 0);
  cc.jne(yours);
  copy_state(x86::ptr(state_), backup_);
  cc.bind(certain);
  note_seeds();
  cc.bind(again);
  draw(chosen, redo);
  count_choice();
  nth_found(chosen);
  take_candidate(me, chosen);
  endless_ = cc.newLabel();
  play_kind(me, played, illegal);
  count_ply();
  count_move(fixed_[kLap], fixed_[kCaptured]);
  move_on(me);

  cc.bind(endless_);
  if (p_.endless == 1) cc.jmp(illegal);
  if (asks(p_.players[static_cast<std::size_t>(me)])) {
    cc.test(code_.r32(), code_.r32());
    cc.jnz(illegal);
  }
  count_ply();
  endless_move();

  cc.bind(illegal);
  copy_state(backup_, x86::ptr(state_));
  drop_found(chosen);
  count_found();
  cc.test(found_count_.r32(), found_count_.r32());
  cc.jnz(again);
  cc.bind(redo);  // as if nothing had been drawn
  cc.mov(field(game_, offsetof(JitPlayout, random), 8), before);
  cc.jmp(yours);
}

// A turn of player `me`.
void JitCoder::ply(int me, const asmjit::Label& yours) {
  find_turn(me, yours, p_.uses_occurrences);
  cc.test(found_count_.r32(), found_count_.r32());
  cc.jz(yours);
  const Gp plies = temp(), chosen = temp();
  cc.mov(plies.r32(), field(game_, offsetof(JitPlayout, plies), 4));
  cc.cmp(plies.r32(), field(game_, offsetof(JitPlayout, max_plies), 4));
  cc.jae(yours);
  if (listing_) {
    listed_ply(me, yours);
    return;
  }
  draw(chosen, yours);
  count_choice();
  count_ply();
  nth_found(chosen);
  note_seeds();
  const asmjit::Label played = cc.newLabel();
  origin_ = chosen, kind_ = found_kind_;
  endless_ = cc.newLabel();
  play_kind(me, played, yours);
  count_move(fixed_[kLap], fixed_[kCaptured]);
  move_on(me);
  cc.bind(endless_);
  endless_move();
}

void JitCoder::begin_games(asmjit::FuncNode* node, const std::array<std::uint32_t, 2>& kinds) {
  frame_ = cc.newUIntPtr(), state_ = cc.newUIntPtr(), game_ = cc.newUIntPtr(), out_ = cc.newUInt64();
  node->setArg(0, frame_), node->setArg(1, state_), node->setArg(2, game_);
  exit_ = cc.newLabel();
  turns_ = {cc.newLabel(), cc.newLabel()};
  usable_ = kinds;
  playing_on_ = true;
  const auto plain = [](const PlayerCode& player) { return std::all_of(player.kinds.begin(), player.kinds.end(), [](const KindCode& kind) { return kind.is_plain(); }); };
  listing_ = words_ == 1 && !(plain(p_.players[0]) && plain(p_.players[1]));
  candidate_table_ = cc.newLabel();
  found_at_ = cc.newUIntPtr(), uncertain_ = temp(), given_direction_ = temp(), code_ = temp(), kind_ = temp();
  answers_ = {temp(), temp(), temp()};
  cc.xor_(code_.r32(), code_.r32());
  backup_ = cc.newStack(static_cast<std::uint32_t>(sh_.state_bytes), 16);
}

void JitCoder::playout(asmjit::FuncNode* node, const std::array<std::uint32_t, 2>& kinds) {
  begin_games(node, kinds);
  const asmjit::Label yours = cc.newLabel();
  cc.cmp(x86::ptr(state_, sh_.mover, 2), 0);
  cc.jne(turns_[1]);
  for (int me = 0; me < 2; ++me) {
    cc.bind(turns_[static_cast<std::size_t>(me)]);
    ply(me, yours);
  }
  cc.bind(yours);
  cc.xor_(out_.r32(), out_.r32());
  cc.bind(exit_);
  end_function(out_);
}

}  // namespace mnc::engine

#endif
