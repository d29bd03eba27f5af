// Compiled code: what the rules ask about moves: whether a player can make one, and what their moves capture first. What
// is answered is as in Machine::has_move and Machine::find_targets.
#if defined(MNC_HAS_JIT)

#include "interpreter/jit_code.h"

namespace mnc::engine {

namespace {

JitStart reset_for(const KindCode& kind) {
  JitStart start;
  start.reset = true;
  start.direction = kind.direction, start.circuit = kind.circuit;
  return start;
}

}  // namespace

// The code of the phase that the position is in; goes on behind it if it is in none of them.
void JitCoder::in_phase(std::span<const PhaseCode> phases, const std::function<void(const PhaseCode&)>& write) {
  JitStart reset;
  reset.reset = true;
  for (const PhaseCode& phase : phases) {
    const asmjit::Label here = cc.newLabel(), next = cc.newLabel();
    if (phase.guard != kNoCode) inlined(phase.guard, reset, here, next);
    cc.bind(here);
    write(phase);
    cc.bind(next);
  }
}

// The starting pits of a kind (all: whatever `require` forbids); goes on with `closed` if it is not open.
Gp JitCoder::starting_pits(const KindCode& kind, bool all, const asmjit::Label& closed, const asmjit::Label& slow) {
  const JitStart start = reset_for(kind);
  if (kind.when != kNoCode) {
    const asmjit::Label open = cc.newLabel();
    inlined(kind.when, start, open, closed);
    cc.bind(open);
  }
  const asmjit::Label made = cc.newLabel();
  inlined(all ? kind.all_from : kind.from, start, made, slow);
  cc.bind(made);
  const Gp pits = temp();
  cc.mov(pits, set_word(all ? kind.all_from_set : kind.from_set, 0));
  return pits;
}

// Goes to `found` if there is a legal move of a kind. (Preferences never leave none.)
void JitCoder::find_one(const KindCode& kind, const asmjit::Label& found, const asmjit::Label& slow) {
  const bool scanned = kind.need == Need::FirstLap && can_scan(kind);
  if (kind.from == kNoCode || kind.asks || kind.check != kNoCode || (kind.need != Need::Nothing && !scanned)) {
    cc.jmp(slow);
    return;
  }
  const asmjit::Label closed = cc.newLabel();
  const Gp any = starting_pits(kind, false, closed, slow);
  if (scanned) {
    purpose_ = Purpose::TrialLap;
    const Scanned moves = scan_moves(kind, false, any, slow);
    purpose_ = Purpose::Test;
    cc.mov(any.r32(), moves.legal.r32());
    for (int i = 0; i < kind.first_needs; ++i)
      if (kind.first_preference[static_cast<std::size_t>(i)] < 0) cc.and_(any.r32(), moves.met[static_cast<std::size_t>(i)].r32());
  }
  cc.test(any, any);
  cc.jnz(found);
  cc.bind(closed);
}

void JitCoder::begin_question(asmjit::FuncNode* node) {
  if (words_ != 1) throw NotCompiled{};
  frame_ = cc.newUIntPtr(), state_ = cc.newUIntPtr(), origin_ = cc.newUInt64(), out_ = cc.newUInt64();
  node->setArg(0, frame_), node->setArg(1, state_), node->setArg(2, origin_);
  exit_ = cc.newLabel();
  purpose_ = Purpose::Test;
}

void JitCoder::end_question(const asmjit::Label& slow) {
  cc.bind(slow);
  cc.mov(out_.r32(), static_cast<std::uint32_t>(Jit::kSlow));
  cc.bind(exit_);
  end_function(out_);
}

void JitCoder::can(asmjit::FuncNode* node, int who, std::uint32_t kinds) {
  begin_question(node);
  const PlayerCode& player = p_.players[static_cast<std::size_t>(who)];
  const asmjit::Label yes = cc.newLabel(), no = cc.newLabel(), slow = cc.newLabel();
  in_phase(player.phases, [&](const PhaseCode& phase) {
    std::uint32_t asked = kinds & phase.kinds();
    if (kinds != 0 && asked == 0) {
      cc.jmp(no);
      return;
    }
    for (const auto& rank : phase.ranks) {
      const std::uint32_t members = set_of(rank);
      const bool all = kinds == 0 || (members & ~asked) == 0, none = kinds != 0 && (members & asked) == 0;
      for (const int number : rank) {
        if (all || none) find_one(player.kinds[static_cast<std::size_t>(number)], all ? yes : no, slow);
        else cc.jmp(slow);
      }
      asked &= ~members;
      if (kinds != 0 && asked == 0) break;
    }
    cc.jmp(no);
  });
  cc.bind(no);
  leave(0);
  cc.bind(yes);
  leave(1);
  end_question(slow);
}

void JitCoder::targets(asmjit::FuncNode* node, int who, std::uint32_t kinds) {
  begin_question(node);
  const PlayerCode& player = p_.players[static_cast<std::size_t>(who)];
  const asmjit::Label done = cc.newLabel(), slow = cc.newLabel();
  const Gp all = temp();
  cc.xor_(all.r32(), all.r32());
  in_phase(player.phases, [&](const PhaseCode& phase) {
    for (const auto& rank : phase.ranks)
      for (const int number : rank) {
        const KindCode& kind = player.kinds[static_cast<std::size_t>(number)];
        if ((kinds >> number & 1) == 0) continue;
        if (!scannable(kind, true)) {
          cc.jmp(slow);
          continue;
        }
        const asmjit::Label closed = cc.newLabel();
        const Gp from = starting_pits(kind, true, closed, slow);
        purpose_ = Purpose::PlayLap;
        cc.or_(all, scan_moves(kind, true, from, slow).captured);
        purpose_ = Purpose::Test;
        cc.bind(closed);
      }
    cc.jmp(done);
  });
  cc.bind(done);
  if (sh_.mask_bytes == 4) cc.mov(in_frame(sh_.result, 4), all.r32());
  else cc.mov(in_frame(sh_.result, 8), all);
  leave(0);
  end_question(slow);
}

}  // namespace mnc::engine

#endif
