// Compiled code: the start of a turn, the legal moves and the end table, of kinds whose moves are starting pits.
#if defined(MNC_HAS_JIT)

#include <algorithm>

#include "interpreter/jit_code.h"

namespace mnc::engine {

// Whether the moves of a plain kind can be tried out here when one of its preferences applies.
bool JitCoder::judges(const PlayerCode& player, const KindCode& kind) const {
  const auto whole = [](const Preference& p) { return p.same_for_all && p.need != Need::FirstLap; };
  return words_ == 1 && !kind.preferences.empty() && kind.is_plain() && kind.first_needs == 0 &&
         (usable_[&player == p_.players.data() ? 0 : 1] >> kind.kind & 1) != 0 &&
         std::all_of(kind.preferences.begin(), kind.preferences.end(), whole);
}

// Leaves in origins_ what the preferences that apply leave of it (Machine::filter).
void JitCoder::judge(const KindCode& kind, const Gp& active) {
  const asmjit::Label loop = cc.newLabel(), legal = cc.newLabel(), next = cc.newLabel(), over = cc.newLabel();
  const Gp rest = temp(), at = temp(), all = temp(), parent = cc.newUIntPtr();
  std::vector<Preference> preferences = kind.preferences;
  std::sort(preferences.begin(), preferences.end(), [](const Preference& a, const Preference& b) { return a.number < b.number; });
  std::vector<Gp> met;
  for (std::size_t i = 0; i < preferences.size(); ++i) {
    met.push_back(temp());
    cc.xor_(met[i].r32(), met[i].r32());
  }
  cc.test(active.r32(), active.r32());
  cc.jz(over);
  cc.mov(rest, origins_[0]);
  cc.xor_(all.r32(), all.r32());
  cc.mov(parent, state_);
  cc.test(rest, rest);
  cc.jz(over);
  cc.bind(loop);
  cc.tzcnt(at, rest);
  clone_state(x86::ptr(parent), backup_);
  cc.lea(state_, backup_);
  cc.mov(in_frame(sh_.missed, 4), 0);
  origin_ = at;
  purpose_ = Purpose::Attempt;
  playing_ = true;
  endless_ = p_.endless == 1 ? next : legal;
  inlined(kind.trial, move_start(kind), legal, next);
  playing_ = false;
  purpose_ = Purpose::Test;
  cc.bind(legal);
  cc.bts(all, at);
  for (std::size_t i = 0; i < preferences.size(); ++i) {
    const asmjit::Label missed = cc.newLabel();
    cc.test(in_frame(sh_.missed, 4), 1u << preferences[i].number);
    cc.jnz(missed);
    cc.bts(met[i], at);
    cc.bind(missed);
  }
  cc.bind(next);
  cc.mov(state_, parent);
  cc.blsr(rest, rest);
  cc.jnz(loop);
  for (std::size_t i = 0; i < preferences.size(); ++i) {
    const asmjit::Label past = cc.newLabel();
    const Gp left = temp();
    cc.test(active.r32(), 1u << preferences[i].number);
    cc.jz(past);
    cc.mov(left, all);
    cc.and_(left, met[i]);
    cc.jz(past);
    cc.mov(all, left);
    cc.bind(past);
  }
  cc.mov(origins_[0], all);
  cc.bind(over);
}

// One kind, whose moves are starting pits and known from the position alone; anything else goes the slow way.
void JitCoder::rank(const PlayerCode& player, const std::vector<int>& kinds, const asmjit::Label& have, const asmjit::Label& slow) {
  const KindCode& kind = player.kinds[static_cast<std::size_t>(kinds[0])];
  const bool judged = judges(player, kind);
  const bool playable = !playing_on_ || (usable_[&player == p_.players.data() ? 0 : 1] >> kind.kind & 1) != 0;
  bool known = kinds.size() == 1 && kind.is_plain() && playable;
  for (const Preference& preference : kind.preferences) known = known && preference.same_for_all && (judged || preference.when != kNoCode);
  if (!known) {
    cc.jmp(slow);
    return;
  }
  JitStart start;
  start.reset = true;
  start.direction = kind.direction, start.circuit = kind.circuit;
  const asmjit::Label next = cc.newLabel();
  if (kind.when != kNoCode) {
    const asmjit::Label open = cc.newLabel();
    inlined(kind.when, start, open, next);
    cc.bind(open);
  }
  const Gp active = temp();
  if (judged) cc.xor_(active.r32(), active.r32());
  for (const Preference& preference : kind.preferences) {
    const asmjit::Label idle = cc.newLabel(), applies = cc.newLabel();
    if (preference.when != kNoCode) inlined(preference.when, start, judged ? applies : slow, idle);
    cc.bind(applies);
    if (judged) cc.or_(active.r32(), 1u << preference.number);
    cc.bind(idle);
  }
  const asmjit::Label made = cc.newLabel();
  inlined(kind.from, start, made, slow);
  cc.bind(made);
  for (int w = 0; w < words_; ++w) cc.mov(origins_[static_cast<std::size_t>(w)], set_word(kind.from_set, w));
  cc.mov(found_kind_.r32(), kinds[0]);
  if (judged) judge(kind, active);
  test_found();
  cc.jnz(have);
  cc.bind(next);
}

// The legal moves of the player to move and the end table: origins_, found_kind_, found_count_. Leaves if a row holds.
// remembered: the position is added to the history, if it can come back.
void JitCoder::find_turn(int me, const asmjit::Label& slow, bool remembered) {
  const PlayerCode& player = p_.players[static_cast<std::size_t>(me)];
  purpose_ = Purpose::Test;
  const asmjit::Label have = cc.newLabel(), none = cc.newLabel(), over = cc.newLabel();
  origins_.resize(listing_ ? most_words(player) : static_cast<std::size_t>(words_));
  for (Gp& word : origins_) word = cc.newUInt64();
  found_kind_ = cc.newUInt64(), found_count_ = cc.newUInt64();
  JitStart reset;
  reset.reset = true;
  const auto look = [&](const PhaseCode& phase) {
    for (const auto& kinds : phase.ranks) {
      if (listing_) list_rank(player, kinds, have, slow);
      else rank(player, kinds, have, slow);
    }
    cc.jmp(none);
  };
  const auto comes_back = [&](const PhaseCode& phase) { return !remembered || !spends_reserve(phase, me); };
  const auto rest = std::find_if(player.phases.begin(), player.phases.end(), comes_back);
  in_phase({player.phases.begin(), rest}, [&](const PhaseCode& phase) {
    pass_history();
    look(phase);
  });
  if (remembered) add_to_history(me);
  in_phase({rest, player.phases.end()}, look);
  cc.bind(none);
  cc.xor_(found_kind_.r32(), found_kind_.r32());
  for (const Gp& word : origins_) cc.xor_(word.r32(), word.r32());
  cc.bind(have);
  count_found();
  if (player.end != kNoCode) {
    known_player_ = me;
    inlined(player.end, reset, over, slow);
    known_player_ = -1;
  }
  cc.bind(over);
}

void JitCoder::turn(asmjit::FuncNode* node, int me) {
  frame_ = cc.newUIntPtr(), state_ = cc.newUIntPtr(), origin_ = cc.newUInt64(), out_ = cc.newUInt64();
  node->setArg(0, frame_), node->setArg(1, state_), node->setArg(2, origin_);
  exit_ = cc.newLabel();
  const asmjit::Label slow = cc.newLabel();
  find_turn(me, slow);
  for (int w = 0; w < words_; ++w) {
    const Gp& word = origins_[static_cast<std::size_t>(w)];
    if (sh_.mask_bytes == 4) cc.mov(in_frame(sh_.result, 4), word.r32());
    else cc.mov(in_frame(sh_.result + 8 * w, 8), word);
  }
  cc.mov(out_, found_kind_);
  cc.shl(out_, 8);
  cc.shl(found_count_, 32);
  cc.or_(out_, found_count_);
  cc.jmp(exit_);
  cc.bind(slow);
  cc.mov(out_.r32(), static_cast<std::uint32_t>(Jit::kSlow));
  cc.bind(exit_);
  end_function(out_);
}

}  // namespace mnc::engine

#endif
