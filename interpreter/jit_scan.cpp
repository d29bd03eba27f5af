// Compiled code: which moves of a kind capture in their first lap, for all starting pits and both directions, without
// sowing. A lap of fewer seeds than its track is long leaves one seed more in every pit it passes; so where it ends, what
// was there, and everything off the track can be read from the board before it.
#if defined(MNC_HAS_JIT)

#include <cstddef>

#include "interpreter/jit_lanes.h"

namespace mnc::engine {

// Whether the code reads nothing of the track it sows on but what the last pit held before. Precondition: explored.
bool JitCoder::scans(Entry entry) const {
  const auto keeps_origin = [this](Entry pc) { return p_.code[static_cast<std::size_t>(pc)].op == Opcode::Copy && p_.code[static_cast<std::size_t>(pc)].d == kLapOrigin; };
  while (keeps_origin(entry)) ++entry;
  const Instruction& first = p_.code[static_cast<std::size_t>(entry)];
  if (first.op != Opcode::Relay || first.a != kOrigin) return false;
  const Track& track = p_.tracks[first.d];
  WideMask on = 0, faced = 0;
  for (const Index pit : track.cycle) {
    on |= static_cast<WideMask>(1) << pit;
    const Index over = p_.facing[static_cast<std::size_t>(pit)];
    if (over < 0) return false;
    faced |= static_cast<WideMask>(1) << over;
  }
  if ((on & faced) != 0 || tables_.tracks[first.d].from == nullptr || words_ != 1) return false;
  for (const auto& [pc, label] : rg_.labels) {
    (void)label;
    const Instruction& in = p_.code[static_cast<std::size_t>(pc)];
    const Instruction* const before = pc > 0 ? &in - 1 : &in;
    switch (in.op) {
      case Opcode::TestHolds:
        if (in.a < kMaskBase || (value(in.a) & on) != 0) return false;
        break;
      case Opcode::TestSeeds:  // of the opposite of the last pit, found just before
        if (before->op != Opcode::Facing || before->d != in.a || before->a != kLast) return false;
        break;
      case Opcode::CaptureHand:
        if (before->op != Opcode::MaskOne || before->d != in.a || pc < 2) return false;
        if (before[-1].op != Opcode::Facing || before[-1].d != before->a || before[-1].a != kLast) return false;
        break;
      case Opcode::Done: case Opcode::Fail: case Opcode::Jump: case Opcode::TestIn: case Opcode::TestCount: case Opcode::TestEqual:
      case Opcode::TestLess: case Opcode::TestEqualK: case Opcode::TestLessK: case Opcode::TestVar: case Opcode::Load: case Opcode::Copy:
      case Opcode::Var: case Opcode::Facing: case Opcode::MaskOne: case Opcode::Sow: case Opcode::Relay: case Opcode::LapsOver: case Opcode::Decided:
      case Opcode::FirstNeed: case Opcode::SetPitVar:
        break;
      default: return false;
    }
  }
  return true;
}

// The first lap is looked up; a second one ends the scan of this move.
void JitCoder::scan_relay(const Instruction& in) {
  if (in.a != kOrigin) {
    cc.jmp(done_);
    return;
  }
  const JitTrack& track = tables_.tracks[in.d];
  const Gp n = temp(), index = temp(), last = temp(), before = temp();
  cc.movzx(n.r32(), pit(number(kOrigin)));
  cc.lea(index.r32(), x86::ptr(n, -1));
  cc.cmp(index.r32(), track.length - 1);
  cc.jae(scan_fail_);
  const int first = 16 * track.first_block;
  static_assert(sizeof(JitLap) == 32 && JitTrack::place(1, 0, 0) == 32);
  cc.mov(index.r32(), n.r32());
  cc.shl(index.r32(), 5);
  cc.add(index.r32(), number(kOrigin).r32());
  cc.shl(index.r32(), 5);
  const auto* const lasts = &track.lifted[JitTrack::place(0, *direction_, 0) - first].last;
  cc.movzx(last.r32(), in_table(lasts, index, 0, 1));
  if (first != 0) cc.add(last.r32(), first);
  cc.mov(fixed_[kLap].r32(), 1);
  assign(kSown, n);
  if (read(kCircuit)) assign(kCircuit, in.d >> 1);
  assign(kLast, last);
  assign(kFrom, last);
  if (read(kBefore)) {
    cc.movzx(before.r32(), pit(last));
    assign(kBefore, before);
  }
  cc.jmp(rg_.labels.at(in.c));
}

// What is captured stays on the board here, and nothing is looked at behind it: the scan of this move is over.
void JitCoder::scan_take(const Instruction& in) {
  const auto one = rg_.one.find(in.a);
  if (one == rg_.one.end()) throw NotCompiled{};
  const Gp at = number(one->second);
  const asmjit::Label none = cc.newLabel();
  if (may_be_none(one->second)) {
    cc.test(at.r32(), at.r32());
    cc.js(none);
  }
  cc.cmp(pit(at), 0);
  cc.je(none);
  cc.bts(captured_, at);
  cc.bind(none);
  cc.jmp(done_);
}

bool JitCoder::scannable(const KindCode& kind, bool targets) {
  const bool plain = kind.choices.size() == 1 && kind.choices[0].is_direction && kind.choices[0].when == kNoCode && kind.from != kNoCode &&
                     kind.check == kNoCode && kind.first_needs <= JitScan::kNeeds;
  return plain && (targets ? kind.all_from != kNoCode : kind.need == Need::FirstLap && !kind.asks);
}

bool JitCoder::can_scan(const KindCode& kind) {
  if (!scannable(kind, false)) return false;
  rg_ = Region();
  explore(kind.trial);
  return scans(kind.trial);
}

// Some of the moves found, as starting pits with one direction.
Gp JitCoder::of_direction(const Scanned& scanned, const Gp& moves, int direction) {
  const Gp out = temp();
  if (direction == 0) cc.movzx(out.r32(), moves.r16());
  else cc.mov(out.r32(), moves.r32()), cc.shr(out.r32(), 16);
  if (scanned.block != 0) cc.shl(out, 16 * scanned.block);
  return out;
}

JitCoder::Scanned JitCoder::scan_moves(const KindCode& kind, bool targets, const Gp& from, const asmjit::Label& fail) {
  rg_ = Region();
  entry_ = targets ? kind.play : kind.trial;
  explore(entry_);
  if (!scans(entry_)) throw NotCompiled{};
  LaneScan lanes(*this, entry_);
  if (lanes.fits()) return lanes.write(kind, targets, from, fail);
  const Scanned out{lanes.block(), temp(), temp(), {temp(), temp()}};
  for (const Gp& g : {out.legal, out.captured, out.met[0], out.met[1]}) cc.xor_(g.r32(), g.r32());
  for (int direction = 0; direction < 2; ++direction) scan_direction(kind, targets, direction, from, out, fail);
  return out;
}

// One move after the other.
void JitCoder::scan_direction(const KindCode& kind, bool targets, int direction, const Gp& from, const Scanned& out, const asmjit::Label& fail) {
  const asmjit::Label loop = cc.newLabel(), over = cc.newLabel(), judged = cc.newLabel(), illegal = cc.newLabel();
  const Gp rest = temp(), at = temp(), move = temp();
  cc.mov(rest, from);
  cc.test(rest, rest);
  cc.jz(over);
  cc.bind(loop);
  cc.tzcnt(at, rest);
  captured_ = temp();
  cc.xor_(captured_.r32(), captured_.r32());
  for (std::size_t i = 0; i < JitScan::kNeeds; ++i) {
    needs_[i] = temp(), needed_[i] = temp();
    cc.xor_(needs_[i].r32(), needs_[i].r32());
    cc.xor_(needed_[i].r32(), needed_[i].r32());
  }
  JitStart start;
  start.move = start.placed = true;
  start.circuit = kind.circuit, start.direction = direction;
  origin_ = at;
  reads_.reset();
  const Entry entry = targets ? kind.play : kind.trial;
  prepare(entry, start);
  if (!scans(entry)) throw NotCompiled{};
  direction_ = direction;  // of the first lap, and no other is sown
  inline_ = scanning_ = true;
  done_ = judged, fail_ = illegal;
  scan_fail_ = fail;
  region(entry);
  inline_ = scanning_ = false;
  cc.bind(judged);
  cc.lea(move.r32(), x86::ptr(at, 16 * (direction - out.block)));
  cc.bts(out.legal, move);
  cc.or_(out.captured, captured_);
  for (int i = 0; i < kind.first_needs && !targets; ++i) {
    const auto k = static_cast<std::size_t>(i);
    const asmjit::Label met_it = cc.newLabel(), missed = cc.newLabel();
    cc.test(needed_[k].r32(), needed_[k].r32());
    cc.jz(met_it);
    cc.test(captured_, needs_[k]);
    cc.jz(missed);
    cc.bind(met_it);
    cc.bts(out.met[k], move);
    cc.bind(missed);
  }
  cc.bind(illegal);
  cc.blsr(rest, rest);
  cc.jnz(loop);
  cc.bind(over);
}

void JitCoder::scan(asmjit::FuncNode* node, const KindCode& kind, bool targets) {
  if (words_ != 1 || !scannable(kind, targets)) throw NotCompiled{};
  frame_ = cc.newUIntPtr(), state_ = cc.newUIntPtr(), game_ = cc.newUIntPtr(), out_ = cc.newUInt64();
  node->setArg(0, frame_), node->setArg(1, state_), node->setArg(2, game_);
  exit_ = cc.newLabel();
  const asmjit::Label fail = cc.newLabel(), made = cc.newLabel();
  JitStart reset;
  reset.reset = true;
  reset.direction = kind.direction, reset.circuit = kind.circuit;
  purpose_ = Purpose::Test;
  inlined(targets ? kind.all_from : kind.from, reset, made, fail);
  cc.bind(made);
  const Gp from = temp();
  cc.mov(from, set_word(targets ? kind.all_from_set : kind.from_set, 0));
  purpose_ = targets ? Purpose::PlayLap : Purpose::TrialLap;
  const auto out = [&](std::size_t offset) { return x86::ptr(game_, static_cast<std::int32_t>(offset), 8); };
  const Scanned found = scan_moves(kind, targets, from, fail);
  for (int direction = 0; direction < 2; ++direction) {
    const std::size_t place = 16 * static_cast<std::size_t>(direction);
    cc.mov(out(offsetof(JitScan, legal) + place), of_direction(found, found.legal, direction));
    for (std::size_t i = 0; i < JitScan::kNeeds; ++i) cc.mov(out(offsetof(JitScan, met) + 32 * i + place), of_direction(found, found.met[i], direction));
  }
  if (targets) cc.mov(out(offsetof(JitScan, captured)), found.captured);
  leave(0);
  cc.bind(fail);
  cc.mov(out_.r32(), 1);
  cc.bind(exit_);
  end_function(out_);
}

}  // namespace mnc::engine

#endif
