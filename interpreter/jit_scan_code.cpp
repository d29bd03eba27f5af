// Compiled code: what of a first lap's code is written for a scan in lanes.
#if defined(MNC_HAS_JIT)

#include <algorithm>
#include <set>

#include "interpreter/counts.h"
#include "interpreter/jit_lanes.h"

namespace mnc::engine {

namespace {

constexpr std::size_t kMostRanges = 3;

// Registers that a first lap sets, and temporaries, which are written before they are read.
bool in_lanes(int r) {
  return r >= kFirstTemporary || r == kOrigin || r == kLast || r == kFrom || r == kBefore || r == kSown || r == kLap || r == kDirection ||
         r == kCircuit || r == kLapOrigin;
}

// Where a first lap is over, or all that is asked of it is known.
bool ends(const Instruction& in) {
  return in.op == Opcode::Done || in.op == Opcode::Relay || in.op == Opcode::Sow || in.op == Opcode::LapsOver || in.op == Opcode::Decided;
}

bool sets_number(const Instruction& in) {
  return in.op == Opcode::Load || in.op == Opcode::Copy || in.op == Opcode::Var || in.op == Opcode::Facing;
}

bool is_test(const Instruction& in) {
  return in.op == Opcode::TestHolds || in.op == Opcode::TestVar || in.op == Opcode::TestIn || in.op == Opcode::TestSeeds ||
         in.op == Opcode::TestCount || in.op == Opcode::TestEqual || in.op == Opcode::TestEqualK;
}

std::vector<int> read_by(const Instruction& in) {
  switch (in.op) {
    case Opcode::TestEqual: return {in.a, in.b};
    case Opcode::TestIn: case Opcode::TestSeeds: case Opcode::TestCount: case Opcode::TestEqualK: case Opcode::Copy: case Opcode::Facing:
    case Opcode::MaskOne: return {in.a};
    default: return {};
  }
}

// The block that the opposites of a track's pits lie in, if it is one.
std::optional<int> faced_block(const Program& program, const Track& track) {
  std::optional<int> block;
  for (const Index pit : track.cycle) {
    const int over = program.facing[static_cast<std::size_t>(pit)];
    if (over < 0 || (block && *block != over / 16)) return std::nullopt;
    block = over / 16;
  }
  return block;
}

}  // namespace

LaneScan::LaneScan(JitCoder& coder, Entry entry) : c_(coder), cc(coder.cc), p_(coder.p_), relay_(entry) {
  while (p_.code[static_cast<std::size_t>(relay_)].op != Opcode::Relay) ++relay_;  // the origin of a lap is not asked for in it
  const Instruction& relay = p_.code[static_cast<std::size_t>(relay_)];
  track_ = &coder.tables_.tracks[relay.d];
  block_ = track_->first_block;
  const auto faced = faced_block(p_, p_.tracks[relay.d]);
  if (track_->base < 0 || !faced) return;
  faced_ = *faced;
  fits_ = reach();
  if (fits_) settle();
}

// Finds what of the code is reachable; false if some of it cannot be done in lanes.
bool LaneScan::reach() {
  std::vector<Entry> open{relay_};
  while (!open.empty()) {
    const Entry pc = open.back();
    open.pop_back();
    const Instruction& in = p_.code[static_cast<std::size_t>(pc)];
    std::vector<Entry> next;
    if (pc == relay_) next = {in.c};
    else if (!code_.try_emplace(pc).second) continue;
    else if (!fits(pc)) return false;
    else if (!ends(in) && in.op != Opcode::CaptureHand) next = c_.branches(pc);
    if (std::any_of(next.begin(), next.end(), [pc](Entry to) { return to <= pc; })) return false;
    open.insert(open.end(), next.begin(), next.end());
  }
  return true;
}

bool LaneScan::fits(Entry pc) const {
  const Instruction& in = p_.code[static_cast<std::size_t>(pc)];
  const bool reads = in.op == Opcode::TestSeeds || in.op == Opcode::TestCount || in.op == Opcode::TestEqual || in.op == Opcode::TestEqualK || in.op == Opcode::Copy;
  if (reads && (!in_lanes(in.a) || (in.op == Opcode::TestEqual && !in_lanes(in.b)))) return false;
  switch (in.op) {
    case Opcode::Relay: return in.a != kOrigin;
    case Opcode::TestSeeds:
    case Opcode::TestCount: return ranges_of(p_.count_sets[in.b]).size() <= kMostRanges;
    case Opcode::TestIn: return c_.constant(in.b) && (in.a == kLast || in.a == kOrigin || in.a == kFrom);
    case Opcode::TestHolds:
    case Opcode::TestVar:
    case Opcode::TestEqual: return true;
    case Opcode::Load:
    case Opcode::TestEqualK: return in.e >= -1 && in.e <= 127;
    case Opcode::Var: return in.a >= kFirstDeclared && p_.variables[static_cast<std::size_t>(in.a - kFirstDeclared)].pit;
    case Opcode::Facing: return in.a == kLast;
    case Opcode::FirstNeed: {
      const Instruction& before = p_.code[static_cast<std::size_t>(pc - 1)];
      return in.d < JitScan::kNeeds && (c_.constant(in.a) || (before.op == Opcode::MaskOne && before.d == in.a));
    }
    case Opcode::Fail: case Opcode::Jump: case Opcode::Copy: case Opcode::MaskOne: case Opcode::CaptureHand: return true;
    default: return ends(in);
  }
}

// Where the code goes on that begins at an instruction, and what it reads.
LaneScan::Next LaneScan::settled(Entry pc) const {
  const auto from = [this](Entry to) { return code_.at(to); };
  const Instruction& in = p_.code[static_cast<std::size_t>(pc)];
  if (in.op == Opcode::Fail) return {kFailed, {}};
  if (ends(in)) return {kOver, {}};
  if (in.op == Opcode::CaptureHand) return {pc, {}};
  if (in.op == Opcode::Jump) return from(in.c);
  const Next next = from(pc + 1);
  Next out{pc, next.live};
  if (is_test(in)) {
    if (from(in.c).at == next.at) return next;
    out.live |= from(in.c).live;
  } else if ((in.op == Opcode::MaskOne && next.at == kOver) || (sets_number(in) && !next.live[in.d])) {
    return next;
  } else if (sets_number(in)) {
    out.live.reset(in.d);
  }
  for (const int r : read_by(in)) out.live.set(static_cast<std::size_t>(r));
  return out;
}

// Whether all starting pits hold seeds, but too few for a lap round the whole track, as the code that finds them says.
bool LaneScan::within_track(const KindCode& kind, bool targets) const {
  std::set<int> within;
  for (Entry pc = targets ? kind.all_from : kind.from;; ++pc) {
    const Instruction& in = p_.code[static_cast<std::size_t>(pc)];
    const bool a = within.contains(in.a), b = within.contains(in.b);
    bool found = false;
    switch (in.op) {
      case Opcode::Done: return within.contains(targets ? kind.all_from_set : kind.from_set);
      case Opcode::MaskHolds: found = a || ((in.e & 0xffff) > 0 && static_cast<int>(static_cast<std::uint32_t>(in.e) >> 16) < track_->length); break;
      case Opcode::MaskAnd: found = a || b; break;
      case Opcode::MaskOr: found = a && b; break;
      case Opcode::MaskCopy: case Opcode::MaskAndNot: found = a; break;
      case Opcode::MaskOne: break;
      case Opcode::Var: continue;
      default: return false;
    }
    if (found) within.insert(in.d);
    else within.erase(in.d);
  }
}

void LaneScan::settle() {
  for (auto at = code_.rbegin(); at != code_.rend(); ++at) {
    at->second = settled(at->first);
    fails_ = fails_ || at->second.at == kFailed;
  }
}

}  // namespace mnc::engine

#endif
