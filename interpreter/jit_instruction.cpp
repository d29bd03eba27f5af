// Compiled code: the list of all instructions.
#if defined(MNC_HAS_JIT)

#include "interpreter/jit_code.h"

namespace mnc::engine {

using x86::CondCode;

Gp JitCoder::temp() {
  if (!lends_) return cc.newUInt64();
  if (used_temps_ == temps_.size()) temps_.push_back(cc.newUInt64());
  return temps_[used_temps_++];
}

void JitCoder::instruction(Entry pc) {
  const Instruction& in = p_.code[static_cast<std::size_t>(pc)];
  const bool outer = std::exchange(lends_, true);
  const std::size_t used = used_temps_;
  write(in, pc);
  used_temps_ = used;
  lends_ = outer;
}

void JitCoder::write(const Instruction& in, Entry pc) {
  if (!test(in) && !count(in) && !pick_pits(in, pc) && !move_seeds(in) && !keep(in, pc)) throw NotCompiled{};  // what ends a game
}

// Control and tests.
bool JitCoder::test(const Instruction& in) {
  const auto number_test = [&](CondCode yes) {
    if (in.op == Opcode::TestEqual || in.op == Opcode::TestLess) cc.cmp(number(in.a).r32(), number(in.b).r32());
    else cc.cmp(number(in.a).r32(), in.e);
    jump_if(yes, in.d != 0, in.c);
  };
  switch (in.op) {
    case Opcode::Done:
      if (inline_) cc.jmp(done_);
      else leave(0);
      break;
    case Opcode::Fail:
      if (inline_) cc.jmp(fail_);
      else leave(1);
      break;
    case Opcode::Jump: cc.jmp(rg_.labels.at(in.c)); break;
    case Opcode::TestSome: test_some(in); break;
    case Opcode::TestHolds: test_holds(in); break;
    case Opcode::TestIn: test_in(in.a, in.b, in.d != 0, in.c); break;
    case Opcode::TestSeeds: test_counts(seeds(in.a), in.b, in.d != 0, in.c); break;
    case Opcode::TestCount: test_counts(number(in.a), in.b, in.d != 0, in.c); break;
    case Opcode::TestEqual:
    case Opcode::TestEqualK: number_test(CondCode::kEqual); break;
    case Opcode::TestLess:
    case Opcode::TestLessK: number_test(CondCode::kSignedLT); break;
    case Opcode::TestBit:
      cc.test(number(in.a).r32(), 1 << in.e);
      jump_if(CondCode::kNotZero, in.d != 0, in.c);
      break;
    case Opcode::TestVar:
      cc.cmp(var(in.a), in.e);
      jump_if(CondCode::kEqual, in.d != 0, in.c);
      break;
    case Opcode::TestFlag: test_flag(in); break;
    case Opcode::TestCan: {
      if (known_player_ == in.a && in.e == 0) {
        cc.test(found_count_.r32(), found_count_.r32());
        jump_if(CondCode::kNotZero, in.d != 0, in.c);
        break;
      }
      const Gp yes = question(in, calls_.can);
      cc.test(yes.r32(), yes.r32());
      jump_if(CondCode::kNotZero, in.d != 0, in.c);
      break;
    }
    default: return false;
  }
  return true;
}

// Numbers and pits.
bool JitCoder::count(const Instruction& in) {
  switch (in.op) {
    case Opcode::Load: assign(in.d, in.e); break;
    case Opcode::Copy: assign(in.d, number(in.a)); break;
    case Opcode::Seeds: assign(in.d, seeds(in.a)); break;
    case Opcode::Sum: sum(in); break;
    case Opcode::CountPits: {
      const Gp n = temp(), m = temp();
      cc.popcnt(n, set_word(in.a, 0));
      if (words_ == 2) cc.popcnt(m, set_word(in.a, 1)), cc.add(n, m);
      assign(in.d, n);
      break;
    }
    case Opcode::Var: {
      const Gp v = temp();
      cc.movsx(v.r32(), var(in.a));
      assign(in.d, v);
      break;
    }
    case Opcode::Facing: facing(in); break;
    case Opcode::Behind: assign(in.d, looked_up(in.a, p_.behind.data(), -1)); break;
    case Opcode::Column: assign(in.d, looked_up(in.a, p_.column.data(), 0)); break;
    case Opcode::Owner: {
      const Gp owner = looked_up(in.a, p_.owner.data(), in.b), none = temp();
      cc.mov(none.r32(), in.b);
      cc.test(owner.r32(), owner.r32());
      cc.cmovs(owner.r32(), none.r32());
      assign(in.d, owner);
      break;
    }
    case Opcode::Outermost: outermost(in); break;
    case Opcode::Along: {
      const Gp out = temp();
      const asmjit::Label none = cc.newLabel();
      if (may_be_none(in.a)) {
        cc.mov(out.r32(), -1);
        cc.test(number(in.a).r32(), number(in.a).r32());
        cc.js(none);
      }
      cc.mov(out.r32(), step_on(current_track(in.b), number(in.a), in.e, heading()).r32());
      cc.bind(none);
      assign(in.d, out);
      break;
    }
    case Opcode::Only: only(in); break;
    case Opcode::LastMover: {
      const Gp out = temp();
      cc.movzx(out.r32(), x86::ptr(state_, sh_.last_mover, 2));
      assign(in.d, out);
      break;
    }
    case Opcode::Ply: {
      const Gp out = temp(), most = temp();
      cc.mov(out.r32(), x86::ptr(state_, sh_.ply, 4));
      cc.mov(most.r32(), 0x7fffffff);
      cc.test(out.r32(), out.r32());
      cc.cmovs(out.r32(), most.r32());
      assign(in.d, out);
      break;
    }
    case Opcode::Occurrences: {
      const Gp out = temp();
      cc.mov(out.r32(), in_frame(sh_.occurrences, 4));
      assign(in.d, out);
      break;
    }
    case Opcode::Add:
    case Opcode::Subtract:
    case Opcode::Multiply: {
      const Gp out = temp();
      cc.mov(out.r32(), number(in.a).r32());
      if (in.op == Opcode::Add) cc.add(out.r32(), number(in.b).r32());
      else if (in.op == Opcode::Subtract) cc.sub(out.r32(), number(in.b).r32());
      else cc.imul(out.r32(), number(in.b).r32());
      assign(in.d, out);
      break;
    }
    case Opcode::Divide:
    case Opcode::Modulo: divide(in); break;
    default: return false;
  }
  return true;
}

// Sets of pits.
bool JitCoder::pick_pits(const Instruction& in, Entry pc) {
  switch (in.op) {
    case Opcode::MaskCopy:
      for (int w = 0; w < words_; ++w) assign_set(in.d, w, set_word(in.a, w));
      break;
    case Opcode::MaskHolds:
      for (int w = 0; w < words_; ++w) assign_set(in.d, w, holding(in.e, in.a, w));
      if (constant(in.a)) rg_.within[in.d] = value(in.a);
      break;
    case Opcode::MaskCounts: mask_counts(in); break;
    case Opcode::MaskAnd:
    case Opcode::MaskOr:
    case Opcode::MaskAndNot: binary(in); break;
    case Opcode::MaskFlag:
    case Opcode::MaskNoFlag: mask_flag(in); break;
    case Opcode::MaskFacing:
    case Opcode::MaskFaced: map_set(in); break;
    case Opcode::MaskRun: mask_run(in, false, 1); break;
    case Opcode::MaskRunHolds: mask_run(in, true, 1); break;
    case Opcode::MaskRunBy: mask_run(in, false, in.c); break;
    case Opcode::MaskOne:
      if (rg_.set_reads[in.d] || !takes_one(pc + 1)) bit_of(in.d, number(in.a), false, may_be_none(in.a));
      rg_.one[in.d] = in.a;
      break;
    case Opcode::MaskAdd: bit_of(in.d, number(in.a), true, may_be_none(in.a)); break;
    case Opcode::MaskNext: {
      if (words_ == 2) throw NotCompiled{};
      const Gp m = set_word(in.a, 0), out = temp();
      cc.test(m, m);
      cc.jz(rg_.labels.at(in.c));
      cc.tzcnt(out, m);
      cc.blsr(m, m);
      assign(in.d, out);
      break;
    }
    case Opcode::Targets:
      (void)question(in, calls_.targets);
      for (int w = 0; w < words_; ++w) {
        const Gp t = temp();
        if (sh_.mask_bytes == 4) cc.mov(t.r32(), in_frame(sh_.result, 4));
        else cc.mov(t, in_frame(sh_.result + 8 * w, 8));
        assign_set(in.d, w, t);
      }
      break;
    default: return false;
  }
  return true;
}

// Seeds.
bool JitCoder::move_seeds(const Instruction& in) {
  switch (in.op) {
    case Opcode::Place: place(in); break;
    case Opcode::LiftAll: lift_all(in); break;
    case Opcode::LiftSome: lift_some(in); break;
    case Opcode::CaptureVar: capture_var(in); break;
    case Opcode::CapturePit: capture_pit(in); break;
    case Opcode::CaptureHand: {
      if (scanning_) {
        scan_take(in);
        break;
      }
      take(in.a, [this](const Gp& n) { add_to_hand(n); });
      break;
    }
    case Opcode::CaptureFor: capture_for(in); break;
    case Opcode::CaptureSome: capture_some(in); break;
    case Opcode::Shift: shift(in); break;
    case Opcode::Sow:
    case Opcode::SowSkip:
    case Opcode::SowEach: sow(in); break;
    case Opcode::Relay: relay(in); break;
    default: return false;
  }
  return true;
}

// State, and what a trial finds.
bool JitCoder::keep(const Instruction& in, Entry pc) {
  switch (in.op) {
    case Opcode::MarkPits:
    case Opcode::MarkPit: mark(in); break;
    case Opcode::SetVar: set_var(in); break;
    case Opcode::SetPitVar: cc.mov(var(in.d), number(in.a).r16()); break;
    case Opcode::Again: cc.mov(in_frame(sh_.again, 1), 1); break;
    case Opcode::Ask: ask(in, pc); break;
    case Opcode::Pick: pick(in); break;
    case Opcode::LapsOver:
      if (scanning_) {
        cc.jmp(done_);
        break;
      }
      if (purpose_ == Purpose::PlayLap || purpose_ == Purpose::TrialLap) leave(3);
      break;
    case Opcode::Decided:
      if (scanning_) cc.jmp(done_);
      else if (purpose_ == Purpose::Trial || purpose_ == Purpose::TrialLap) leave(0);
      break;
    case Opcode::FirstNeed: first_need(in); break;
    case Opcode::Missed: cc.or_(in_frame(sh_.missed, 4), 1u << in.d); break;
    case Opcode::Row:
      if (row_.isValid()) {
        cc.jmp(row_);
        break;
      }
      cc.mov(out_, static_cast<std::uint64_t>(pc + 1) << 8 | Jit::kRow);
      cc.jmp(exit_);
      break;
    default: return false;
  }
  return true;
}

}  // namespace mnc::engine

#endif
