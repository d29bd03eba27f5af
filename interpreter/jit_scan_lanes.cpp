// Compiled code: the scan of first laps for all starting pits at once, one pit a lane. Where the code branches, the lanes
// that go each way are masks; it is written in the order in which it stands, so all branches must lead forwards.
#if defined(MNC_HAS_JIT)

#include <algorithm>
#include <set>

#include "interpreter/counts.h"
#include "interpreter/jit_code.h"

namespace mnc::engine {

namespace {

constexpr std::size_t kMostRanges = 3;

// Registers that a first lap sets, and temporaries, which are written before they are read.
bool in_lanes(int r) {
  return r >= kFirstTemporary || r == kOrigin || r == kLast || r == kFrom || r == kBefore || r == kSown || r == kLap || r == kDirection ||
         r == kCircuit || r == kLapOrigin;
}

}  // namespace

// The block that the opposites of a track's pits lie in, if it is one.
std::optional<int> JitCoder::faced_block(const Track& track) const {
  std::optional<int> block;
  for (const Index pit : track.cycle) {
    const int here = p_.facing[static_cast<std::size_t>(pit)] / 16;
    if (p_.facing[static_cast<std::size_t>(pit)] < 0 || (block && *block != here)) return std::nullopt;
    block = here;
  }
  return block;
}

// Whether a scan can be done in lanes. Precondition: it can be done at all, and the code has been explored.
bool JitCoder::fits_lanes() const {
  std::vector<Entry> open{entry_};
  std::set<Entry> seen{entry_};
  while (!open.empty()) {
    const Entry pc = open.back();
    open.pop_back();
    const Instruction& in = p_.code[static_cast<std::size_t>(pc)];
    const bool ends = in.op == Opcode::Relay || in.op == Opcode::Sow || in.op == Opcode::LapsOver || in.op == Opcode::Decided || in.op == Opcode::CaptureHand;
    if (in.op == Opcode::Relay && in.a == kOrigin) {
      const Track& track = p_.tracks[in.d];
      if (tables_.tracks[in.d].base < 0 || !faced_block(track) || in.c <= pc) return false;
      if (seen.insert(in.c).second) open.push_back(in.c);
      continue;
    }
    if (ends) continue;
    for (const Entry next : branches(pc)) {
      if (next <= pc) return false;
      if (seen.insert(next).second) open.push_back(next);
    }
    const bool reads = in.op == Opcode::TestSeeds || in.op == Opcode::TestCount || in.op == Opcode::TestEqual || in.op == Opcode::TestEqualK || in.op == Opcode::Copy;
    if (reads && (!in_lanes(in.a) || (in.op == Opcode::TestEqual && !in_lanes(in.b)))) return false;
    switch (in.op) {
      case Opcode::TestSeeds:
      case Opcode::TestCount:
        if (ranges_of(p_.count_sets[in.b]).size() > kMostRanges) return false;
        break;
      case Opcode::TestIn:
        if (!constant(in.b) || (in.a != kLast && in.a != kOrigin && in.a != kFrom)) return false;
        break;
      case Opcode::TestLess:
      case Opcode::TestLessK: return false;
      case Opcode::Load:
      case Opcode::TestEqualK:
        if (in.e < -1 || in.e > 127) return false;
        break;
      case Opcode::Var:
        if (in.a < kFirstDeclared || !p_.variables[static_cast<std::size_t>(in.a - kFirstDeclared)].pit) return false;
        break;
      case Opcode::Facing:
        if (in.a != kLast) return false;
        break;
      case Opcode::FirstNeed:
        if (!constant(in.a) && (p_.code[static_cast<std::size_t>(pc - 1)].op != Opcode::MaskOne || p_.code[static_cast<std::size_t>(pc - 1)].d != in.a)) return false;
        break;
      default: break;
    }
  }
  return true;
}

x86::Mem JitCoder::bytes(const std::array<std::uint8_t, 16>& data) {
  x86::Mem m = cc.newConst(asmjit::ConstPoolScope::kLocal, data.data(), 16);
  m.setSize(16);
  return m;
}

Xmm JitCoder::lanes_temp() {
  if (used_lanes_temps_ == lanes_temps_.size()) lanes_temps_.push_back(cc.newXmm());
  return lanes_temps_[used_lanes_temps_++];
}

// All ones in the lanes whose bit is set in the low 16 bits.
Xmm JitCoder::lanes_of(const Gp& bits) {
  const Xmm x = cc.newXmm();
  std::array<std::uint8_t, 16> spread{}, one{};
  for (std::size_t i = 0; i < 16; ++i) spread[i] = static_cast<std::uint8_t>(i / 8), one[i] = static_cast<std::uint8_t>(1u << (i % 8));
  const Xmm mask = lanes_temp();
  cc.vmovd(x, bits.r32());
  cc.vpshufb(x, x, bytes(spread));
  cc.vmovdqa(mask, bytes(one));
  cc.vpand(x, x, mask);
  cc.vpcmpeqb(x, x, mask);
  return x;
}

Xmm JitCoder::lanes_in_counts(const Xmm& n, int set) {
  const Xmm out = lanes_temp();
  cc.vpxor(out, out, out);
  for (const auto& [low, high] : ranges_of(p_.count_sets[static_cast<std::size_t>(set)])) {
    if (low > 255) continue;
    const Xmm x = lanes_temp(), y = lanes_temp();
    cc.vmovdqa(x, n);
    if (low != 0) cc.vpsubb(x, x, bytes16(static_cast<std::uint8_t>(low)));
    cc.vpminub(y, x, bytes16(static_cast<std::uint8_t>(std::min(high, 255) - low)));
    cc.vpcmpeqb(x, x, y);
    cc.vpor(out, out, x);
  }
  return out;
}

// Lanes whose pit, one of the block, is in a constant set.
Xmm JitCoder::lanes_in_set(const Xmm& pits, int block, int set) {
  std::array<std::uint8_t, 16> member{};
  for (std::size_t i = 0; i < 16; ++i) member[i] = (word(set, 0) >> (16 * block + static_cast<int>(i)) & 1) != 0 ? 255 : 0;
  const Xmm x = lanes_temp();
  cc.vmovdqa(x, bytes(member));
  cc.vpshufb(x, x, pits);
  return x;
}

// The first laps' last pits and what was there, for the starting pits of `valid`.
void JitCoder::first_laps(Lanes& l, const JitTrack& track, int direction, const Xmm& valid, const asmjit::Label& fail) {
  const bool up = (direction == 0) == track.ascending;
  const int block = track.first_block, base = track.base - 16 * block;
  const Xmm n = cc.newXmm(), x = cc.newXmm(), y = lanes_temp();
  std::array<std::uint8_t, 16> place{}, pit{};
  for (std::size_t i = 0; i < 16; ++i) {
    place[i] = static_cast<std::uint8_t>(static_cast<int>(i) - base);
    pit[i] = static_cast<std::uint8_t>(16 * block + static_cast<int>(i));
  }
  const x86::Mem length = bytes16(static_cast<std::uint8_t>(track.length));
  cc.vmovdqa(n, x86::ptr(state_, 16 * block, 16));
  cc.vpmaxub(x, n, length);
  cc.vpcmpeqb(x, x, n);
  cc.vpxor(y, y, y);
  cc.vpcmpeqb(y, y, n);
  cc.vpor(x, x, y);  // a lap round the whole track, or none
  cc.vptest(x, valid);
  cc.jnz(fail);
  cc.vmovdqa(x, bytes(place));
  if (up) cc.vpaddb(x, x, n);
  else cc.vpsubb(x, x, n);
  if (up) cc.vpsubb(y, x, length);
  else cc.vpaddb(y, x, length);
  cc.vpminub(x, x, y);
  cc.vpaddb(x, x, bytes16(static_cast<std::uint8_t>(track.base)));
  l.block = block;
  const Xmm before = cc.newXmm(), origin = cc.newXmm();
  cc.vmovdqa(before, x86::ptr(state_, 16 * block, 16));
  cc.vpshufb(before, before, x);
  cc.vmovdqa(origin, bytes(pit));
  l.numbers[kOrigin] = origin;
  l.numbers[kLast] = l.numbers[kFrom] = x;
  l.numbers[kBefore] = before;
  l.numbers[kSown] = n;
  l.constants[kLap] = 1;
}

// The lanes for which a test holds.
Xmm JitCoder::lane_test(Lanes& l, const Instruction& in) {
  const Xmm x = lanes_temp();
  const auto everywhere = [&](x86::CondCode yes) {  // of flags: the same in all lanes
    const Gp t = temp();
    cc.mov(t.r32(), 0);
    cc.set(yes, t.r8());
    cc.neg(t.r32());
    cc.vmovd(x, t.r32());
    cc.vpbroadcastb(x, x);
    return x;
  };
  switch (in.op) {
    case Opcode::TestHolds: {
      const Gp any = holding(in.e, in.a, 0);
      cc.test(any, any);
      return everywhere(x86::CondCode::kNotZero);
    }
    case Opcode::TestVar:
      cc.cmp(var(in.a), in.e);
      return everywhere(x86::CondCode::kEqual);
    case Opcode::TestIn: return lanes_in_set(lane_of(l, in.a), l.block, in.b);
    case Opcode::TestSeeds: {
      cc.vmovdqa(x, x86::ptr(state_, 16 * l.faced, 16));
      cc.vpshufb(x, x, lane_of(l, in.a));
      return lanes_in_counts(x, in.b);
    }
    case Opcode::TestCount: return lanes_in_counts(lane_of(l, in.a), in.b);
    case Opcode::TestEqual: cc.vpcmpeqb(x, lane_of(l, in.a), lane_of(l, in.b)); return x;
    case Opcode::TestEqualK: cc.vpcmpeqb(x, lane_of(l, in.a), bytes16(static_cast<std::uint8_t>(in.e))); return x;
    default: throw NotCompiled{};
  }
}

// What a test says of a number that is the same in all lanes.
std::optional<bool> JitCoder::everywhere(const Lanes& l, const Instruction& in) const {
  const auto known = l.constants.find(in.a);
  if (known == l.constants.end()) return std::nullopt;
  if (in.op == Opcode::TestEqualK) return known->second == in.e;
  if (in.op == Opcode::TestCount) return has_count(p_.count_sets[in.b], known->second);
  return std::nullopt;
}

Xmm JitCoder::lane_of(Lanes& l, int r) {
  if (const auto at = l.numbers.find(r); at != l.numbers.end()) return at->second;
  const Xmm x = cc.newXmm();
  cc.vmovdqa(x, bytes16(static_cast<std::uint8_t>(l.constants.at(r))));
  return l.numbers[r] = x;
}

// What an instruction leaves in a number register.
Xmm JitCoder::lane_number(Lanes& l, const Instruction& in) {
  const Xmm x = cc.newXmm();
  switch (in.op) {
    case Opcode::Load: cc.vmovdqa(x, bytes16(static_cast<std::uint8_t>(in.e))); return x;
    case Opcode::Copy: return lane_of(l, in.a);
    case Opcode::Var: {
      const Gp v = temp();
      cc.movzx(v.r32(), var(in.a));
      cc.vmovd(x, v.r32());
      cc.vpbroadcastb(x, x);
      return x;
    }
    case Opcode::Facing: {
      std::array<std::uint8_t, 16> over{};
      for (int i = 0; i < 16; ++i)
        if (16 * l.block + i < p_.size) over[static_cast<std::size_t>(i)] = static_cast<std::uint8_t>(p_.facing[static_cast<std::size_t>(16 * l.block + i)]);
      cc.vmovdqa(x, bytes(over));
      cc.vpshufb(x, x, lane_of(l, in.a));
      return x;
    }
    default: throw NotCompiled{};
  }
}

// One instruction for the lanes of `here`.
void JitCoder::lane_step(Lanes& l, Entry pc, const Xmm& here) {
  used_lanes_temps_ = 0;
  const Instruction& in = p_.code[static_cast<std::size_t>(pc)];
  const auto go = [&](Entry to, const Xmm& lanes) {
    const auto [at, alone] = l.arriving.try_emplace(to, lanes);
    if (alone) return;
    const Xmm both = cc.newXmm();
    cc.vpor(both, at->second, lanes);
    at->second = both;
  };
  switch (in.op) {
    case Opcode::Fail: return;
    case Opcode::Done: case Opcode::Decided: case Opcode::LapsOver: case Opcode::Sow: case Opcode::Relay:
      cc.vpor(l.judged, l.judged, here);
      return;
    case Opcode::Jump: go(in.c, here); return;
    case Opcode::CaptureHand: {
      const Xmm seeds = lanes_temp(), none = lanes_temp();
      const Xmm& target = l.ones.at(in.a);
      cc.vmovdqa(seeds, x86::ptr(state_, 16 * l.faced, 16));
      cc.vpshufb(seeds, seeds, target);
      cc.vpxor(none, none, none);
      cc.vpcmpeqb(seeds, seeds, none);
      cc.vpandn(seeds, seeds, here);
      cc.vpor(l.took, l.took, seeds);
      cc.vpblendvb(l.target, l.target, target, here);
      cc.vpor(l.judged, l.judged, here);
      return;
    }
    case Opcode::MaskOne: l.ones[in.d] = lane_of(l, in.a); break;
    case Opcode::FirstNeed: {
      const auto i = static_cast<std::size_t>(in.d);
      if (i >= JitScan::kNeeds) throw NotCompiled{};
      l.need_set[i] = in.a;
      if (!constant(in.a)) l.need_pit[i] = l.ones.at(in.a);
      cc.vpor(l.needed[i], l.needed[i], here);
      break;
    }
    case Opcode::SetPitVar: throw NotCompiled{};
    case Opcode::Load: case Opcode::Copy: case Opcode::Var: case Opcode::Facing: {
      const auto constant = l.constants.find(in.d);
      const bool fresh = constant == l.constants.end() && !l.numbers.contains(in.d);
      if (in.op == Opcode::Load && (fresh || (constant != l.constants.end() && constant->second == in.e))) {
        l.constants[in.d] = in.e;
        break;
      }
      const Xmm value = lane_number(l, in), both = cc.newXmm();
      if (!fresh) cc.vpblendvb(both, lane_of(l, in.d), value, here);
      l.numbers[in.d] = fresh ? value : both;
      l.constants.erase(in.d);
      break;
    }
    default: {
      if (const std::optional<bool> holds = everywhere(l, in)) {
        go(*holds == (in.d != 0) ? in.c : pc + 1, here);
        return;
      }
      const Xmm test = lane_test(l, in), yes = cc.newXmm(), no = cc.newXmm();
      cc.vpand(yes, here, test);
      cc.vpandn(no, test, here);
      go(in.c, in.d != 0 ? yes : no);
      go(pc + 1, in.d != 0 ? no : yes);
      return;
    }
  }
  go(pc + 1, here);
}

// The bits of lanes, as a set of pits.
Gp JitCoder::lane_bits(const Xmm& lanes, int block) {
  const Gp out = temp();
  cc.vpmovmskb(out.r32(), lanes);
  if (block != 0) cc.shl(out, 16 * block);
  return out;
}

JitCoder::Scanned JitCoder::scan_lanes(const KindCode& kind, bool targets, int direction, const Gp& from, const asmjit::Label& fail) {
  Entry pc = entry_;
  while (p_.code[static_cast<std::size_t>(pc)].op != Opcode::Relay) ++pc;  // the origin of a lap is not asked for in it
  const Instruction& relay = p_.code[static_cast<std::size_t>(pc)];
  const JitTrack& track = tables_.tracks[relay.d];
  Lanes l;
  l.faced = faced_block(p_.tracks[relay.d]).value_or(0);
  const Gp bits = temp();
  cc.mov(bits, from);
  if (track.first_block != 0) cc.shr(bits, 16 * track.first_block);
  const Xmm valid = lanes_of(bits);
  first_laps(l, track, direction, valid, fail);
  l.constants[kDirection] = direction, l.constants[kCircuit] = relay.d >> 1;
  l.numbers[kLapOrigin] = l.numbers[kOrigin];
  for (Xmm* const x : {&l.judged, &l.took, &l.target, &l.needed[0], &l.needed[1]}) {
    *x = cc.newXmm();
    cc.vpxor(*x, *x, *x);
  }
  l.arriving[relay.c] = valid;
  while (!l.arriving.empty()) {
    const auto first = l.arriving.extract(l.arriving.begin());
    lane_step(l, first.key(), first.mapped());
  }
  Scanned out{lane_bits(l.judged, l.block), temp(), {temp(), temp()}};
  for (std::size_t i = 0; i < JitScan::kNeeds; ++i) {
    used_lanes_temps_ = 0;
    const Xmm met = lanes_temp();
    if (static_cast<int>(i) >= kind.first_needs || l.need_set[i] < 0) {
      cc.mov(out.met[i], out.legal);
      continue;
    }
    if (constant(l.need_set[i])) cc.vmovdqa(met, lanes_in_set(l.target, l.faced, l.need_set[i]));
    else cc.vpcmpeqb(met, l.target, l.need_pit[i]);
    cc.vpand(met, met, l.took);
    const Xmm free = lanes_temp();
    cc.vpandn(free, l.needed[i], l.judged);
    cc.vpor(met, met, free);
    cc.vpand(met, met, l.judged);
    cc.mov(out.met[i], lane_bits(met, l.block));
  }
  cc.xor_(out.captured.r32(), out.captured.r32());
  if (targets) captured_bits(l, out.captured);
  return out;
}

// The pits that some lane captured.
void JitCoder::captured_bits(const Lanes& l, const Gp& out) {
  const asmjit::Label loop = cc.newLabel(), done = cc.newLabel();
  const Gp rest = temp(), at = temp();
  x86::Mem store = cc.newStack(16, 16);
  store.setSize(16);
  cc.vmovdqa(store, l.target);
  const Gp base = cc.newUIntPtr();
  cc.lea(base, store);
  cc.vpmovmskb(rest.r32(), l.took);
  cc.test(rest.r32(), rest.r32());
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
