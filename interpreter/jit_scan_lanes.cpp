// Compiled code: a scan of first laps in lanes, step by step.
#if defined(MNC_HAS_JIT)

#include <algorithm>

#include "interpreter/jit_lanes.h"

namespace mnc::engine {

// A first lap of no seeds, or round the whole track, is not for a scan.
void LaneScan::refuse_rounds(const Gp& bits, const asmjit::Label& fail) {
  const Xmm rest = cc.newXmm(), wrong = cc.newXmm();
  const Gp some = c_.temp();
  cc.vmovdqa(rest, x86::ptr(c_.state_, 16 * block_, 16));
  cc.vpaddb(rest, rest, c_.bytes16(255));
  cc.vpmaxub(wrong, rest, c_.bytes16(static_cast<std::uint8_t>(track_->length - 1)));
  cc.vpcmpeqb(wrong, wrong, rest);
  cc.vpmovmskb(some.r32(), wrong);
  cc.test(some.r32(), bits.r32());
  cc.jnz(fail);
}

// The first laps' last pits and what was there.
void LaneScan::first_laps() {
  const int base = track_->base - 16 * block_, length = track_->length;
  LaneBytes pit{}, sign{}, place{}, wrap{}, direction{};
  for (std::size_t i = 0; i < pit.size(); ++i) {
    const int at = static_cast<int>(i % 16);
    direction[i] = static_cast<std::uint8_t>(i / 16);
    const bool up = (direction[i] == 0) == track_->ascending;
    pit[i] = static_cast<std::uint8_t>(16 * block_ + at);
    place[i] = static_cast<std::uint8_t>(at - base);
    sign[i] = static_cast<std::uint8_t>(up ? 1 : -1);
    wrap[i] = static_cast<std::uint8_t>(up ? -length : length);
  }
  const Ymm n = cc.newYmm(), last = cc.newYmm(), wrapped = cc.newYmm();
  cc.vbroadcasti128(n, x86::ptr(c_.state_, 16 * block_, 16));
  cc.vpsignb(last, n, bytes(sign));
  cc.vpaddb(last, last, bytes(place));
  cc.vpaddb(wrapped, last, bytes(wrap));
  cc.vpminub(last, last, wrapped);
  if (track_->base != 0) cc.vpaddb(last, last, bytes(static_cast<std::uint8_t>(track_->base)));
  numbers_[kOrigin] = numbers_[kLapOrigin] = {pit, {}};
  numbers_[kLast] = numbers_[kFrom] = {{}, last};
  numbers_[kSown] = {{}, n};
  numbers_[kLap] = everywhere(1);
  numbers_[kDirection] = {direction, {}};
  numbers_[kCircuit] = everywhere(static_cast<std::uint8_t>(p_.code[static_cast<std::size_t>(relay_)].d >> 1));
  if (!code_.at(p_.code[static_cast<std::size_t>(relay_)].c).live[kBefore]) return;
  const Ymm before = cc.newYmm();
  cc.vpshufb(before, n, last);
  numbers_[kBefore] = {{}, before};
}

const LaneValue& LaneScan::number(int r) const {
  const auto at = numbers_.find(r);
  if (at == numbers_.end()) throw NotCompiled{};
  return at->second;
}

// Whether some pit holds counts of a range, the same in all lanes.
LaneScan::Test LaneScan::holds(const Instruction& in) {
  const int low = in.e & 0xffff, high = static_cast<int>(static_cast<std::uint32_t>(in.e) >> 16);
  const std::uint64_t pits = c_.constant(in.a) ? c_.word(in.a, 0) : 0;
  const int part = pits == 0 ? 0 : std::countr_zero(pits) / 8;
  if (pits != 0 && pits >> (8 * part) < 256 && low == 1 && high >= 255) {
    const Ymm x = cc.newYmm();
    LaneBytes member{};
    for (std::size_t i = 0; i < member.size(); ++i) member[i] = (pits >> (8 * part) >> (i % 8) & 1) != 0 ? 255 : 0;
    cc.vpbroadcastq(x, x86::ptr(c_.state_, 8 * part, 8));
    const LaneValue seeds = both({{}, x}, {member, {}});
    cc.vpcmpeqq(x, seeds.reg, bytes(0));
    return {{{}, x}, true};
  }
  const Gp any = c_.holding(in.e, in.a, 0);
  cc.test(any, any);
  return {same(x86::CondCode::kNotZero)};
}

LaneScan::Test LaneScan::test(const Instruction& in) {
  switch (in.op) {
    case Opcode::TestHolds: return holds(in);
    case Opcode::TestVar:
      cc.cmp(c_.var(in.a), in.e);
      return {same(x86::CondCode::kEqual)};
    case Opcode::TestIn: return {in_set(number(in.a), block_, in.b)};
    case Opcode::TestSeeds: return in_counts(seeds(number(in.a)), in.b);
    case Opcode::TestCount: return in_counts(number(in.a), in.b);
    case Opcode::TestEqual: return {equal(number(in.a), number(in.b))};
    case Opcode::TestEqualK: return {equal(number(in.a), everywhere(static_cast<std::uint8_t>(in.e)))};
    default: throw NotCompiled{};
  }
}

// What an instruction leaves in a number register.
LaneValue LaneScan::result(const Instruction& in) {
  switch (in.op) {
    case Opcode::Load: return everywhere(static_cast<std::uint8_t>(in.e));
    case Opcode::Copy: return number(in.a);
    case Opcode::Facing: return facing(number(in.a));
    case Opcode::Var: {
      const Ymm x = cc.newYmm();
      cc.vpbroadcastb(x, part(c_.var(in.a), 0, 1));
      return {{}, x};
    }
    default: throw NotCompiled{};
  }
}

// What a register held remains in lanes that go on elsewhere.
void LaneScan::assign(int r, const LaneValue& value, const LaneValue& here) {
  const auto old = numbers_.find(r);
  const bool kept = old != numbers_.end() && std::any_of(arriving_.begin(), arriving_.end(), [&](const auto& other) { return code_.at(other.first).live[static_cast<std::size_t>(r)]; });
  if (!kept || (value.known && value.known == old->second.known)) {
    numbers_[r] = value;
    return;
  }
  const Ymm x = cc.newYmm();
  cc.vpblendvb(x, reg(old->second), reg(value), reg(here));
  old->second = {{}, x};
}

// Some lanes go on at an instruction.
void LaneScan::go(Entry to, const LaneValue& lanes) {
  const Entry at = code_.at(to).at;
  if (at == kFailed || (at == kOver && !fails_)) return;
  if (at == kOver) {
    judged_ = either(judged_, lanes);
    return;
  }
  const auto [others, first] = arriving_.try_emplace(at, lanes);
  if (!first) others->second = either(others->second, lanes);
}

// One instruction for the lanes of `here`.
void LaneScan::step(Entry pc, const LaneValue& here) {
  const Instruction& in = p_.code[static_cast<std::size_t>(pc)];
  switch (in.op) {
    case Opcode::CaptureHand: capture(ones_.at(in.a), here); return;
    case Opcode::MaskOne: ones_[in.d] = number(in.a); break;
    case Opcode::FirstNeed: {
      const auto i = static_cast<std::size_t>(in.d);
      need_set_[i] = in.a;
      if (!c_.constant(in.a)) need_pit_[i] = ones_.at(in.a);
      needed_[i] = either(needed_[i], here);
      break;
    }
    case Opcode::Load: case Opcode::Copy: case Opcode::Var: case Opcode::Facing: assign(in.d, result(in), here); break;
    default: {
      const Test found = test(in);
      const auto lanes = [&](bool yes) { return yes != found.negated ? both(here, found.lanes) : without(here, found.lanes); };
      const auto matters = [this](Entry to) { return fails_ ? code_.at(to).at != kFailed : code_.at(to).at != kOver; };
      if (matters(in.c)) go(in.c, lanes(in.d != 0));
      if (matters(pc + 1)) go(pc + 1, lanes(in.d == 0));
      return;
    }
  }
  go(pc + 1, here);
}

// Nothing is looked at behind a capture: the scan of these moves is over.
void LaneScan::capture(const LaneValue& target, const LaneValue& here) {
  const bool others = !took_.known;
  took_ = either(took_, without(here, zero(seeds(target))));
  if (fails_) judged_ = either(judged_, here);
  if (!others) {
    target_ = target;
    return;
  }
  const Ymm x = cc.newYmm();
  cc.vpblendvb(x, reg(target_), reg(target), reg(here));
  target_ = {{}, x};
}

// The moves that meet FirstNeed i, or that it is not about.
LaneValue LaneScan::meets(std::size_t need) {
  const Track& track = p_.tracks[p_.code[static_cast<std::size_t>(relay_)].d];
  const int set = need_set_[need];
  const auto has = [&](Index pit) { return (c_.word(set, 0) >> p_.facing[static_cast<std::size_t>(pit)] & 1) != 0; };
  LaneValue met = took_;
  if (!c_.constant(set)) met = both(took_, equal(target_, need_pit_[need]));
  else if (!std::all_of(track.cycle.begin(), track.cycle.end(), has)) met = both(took_, in_set(target_, faced_, set));
  return either(met, without(everywhere(255), needed_[need]));
}

Gp LaneScan::bits_of(const LaneValue& lanes) {
  const Gp out = c_.temp();
  if (lanes.known) {
    std::uint32_t bits = 0;
    for (std::size_t i = 0; i < lanes.known->size(); ++i) bits |= static_cast<std::uint32_t>((*lanes.known)[i] >> 7) << i;
    cc.mov(out.r32(), bits);
  } else {
    cc.vpmovmskb(out.r32(), lanes.reg);
  }
  return out;
}

JitCoder::Scanned LaneScan::write(const KindCode& kind, bool targets, const Gp& from, const asmjit::Label& fail) {
  JitCoder::Scanned out{block_, c_.temp(), c_.temp(), {c_.temp(), c_.temp()}};
  cc.mov(out.legal, from);
  if (block_ != 0) cc.shr(out.legal, 16 * block_);
  if (p_.size > 16 * (block_ + 1)) cc.movzx(out.legal.r32(), out.legal.r16());
  cc.imul(out.legal.r32(), out.legal.r32(), 0x10001);
  if (!within_track(kind, targets)) refuse_rounds(out.legal, fail);
  first_laps();
  if (!fails_) judged_ = everywhere(255);
  go(p_.code[static_cast<std::size_t>(relay_)].c, everywhere(255));
  while (!arriving_.empty()) {
    const auto first = arriving_.extract(arriving_.begin());
    step(first.key(), first.mapped());
  }
  if (fails_) cc.and_(out.legal.r32(), bits_of(judged_).r32());
  for (std::size_t i = 0; i < JitScan::kNeeds; ++i) {
    if (targets || static_cast<int>(i) >= kind.first_needs || need_set_[i] < 0) out.met[i] = out.legal;
    else out.met[i] = bits_of(meets(i));
  }
  if (targets) captured(out.legal, out.captured);
  cc.vzeroupper();
  return out;
}

// The pits that some lane captured.
void LaneScan::captured(const Gp& bits, const Gp& out) {
  const asmjit::Label loop = cc.newLabel(), done = cc.newLabel();
  const Gp rest = bits_of(took_), at = c_.temp(), base = cc.newUIntPtr();
  x86::Mem store = cc.newStack(32, 16);
  store.setSize(32);
  cc.xor_(out.r32(), out.r32());
  cc.vmovdqu(store, reg(target_));
  cc.lea(base, store);
  cc.and_(rest.r32(), bits.r32());
  cc.jz(done);
  cc.bind(loop);
  cc.tzcnt(at, rest);
  cc.movzx(at.r32(), x86::ptr(base, at, 0, 0, 1));
  cc.bts(out, at);
  cc.blsr(rest, rest);
  cc.jnz(loop);
  cc.bind(done);
}

}  // namespace mnc::engine

#endif
