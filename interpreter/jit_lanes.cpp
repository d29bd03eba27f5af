// Compiled code: values of lanes.
#if defined(MNC_HAS_JIT)

#include "interpreter/jit_lanes.h"

#include <algorithm>

#include "interpreter/counts.h"

namespace mnc::engine {

namespace {

[[nodiscard]] bool is_everywhere(const LaneValue& value, std::uint8_t what) {
  return value.known && std::all_of(value.known->begin(), value.known->end(), [what](std::uint8_t byte) { return byte == what; });
}

// What is known of a value that is computed lane by lane.
template <class Of>
[[nodiscard]] LaneValue mapped(const LaneBytes& from, const Of& of) {
  LaneBytes out;
  std::transform(from.begin(), from.end(), out.begin(), [&of](std::uint8_t byte) { return static_cast<std::uint8_t>(of(byte)); });
  return {out, {}};
}

}  // namespace

x86::Mem LaneScan::bytes(const LaneBytes& data) {
  x86::Mem m = cc.newConst(asmjit::ConstPoolScope::kLocal, data.data(), data.size());
  m.setSize(static_cast<std::uint32_t>(data.size()));
  return m;
}

asmjit::Operand LaneScan::operand(const LaneValue& value) {
  if (value.known) return bytes(*value.known);
  return value.reg;
}

Ymm LaneScan::reg(const LaneValue& value) {
  if (!value.known) return value.reg;
  const Ymm x = cc.newYmm();
  cc.vmovdqu(x, bytes(*value.known));
  return x;
}

LaneValue LaneScan::both(const LaneValue& a, const LaneValue& b) {
  if (is_everywhere(a, 255) || is_everywhere(b, 0)) return b;
  if (is_everywhere(b, 255) || is_everywhere(a, 0)) return a;
  if (a.known) return both(b, a);
  const Ymm x = cc.newYmm();
  cc.emit(x86::Inst::kIdVpand, x, a.reg, operand(b));
  return {{}, x};
}

LaneValue LaneScan::without(const LaneValue& a, const LaneValue& b) {
  if (b.known) return both(a, mapped(*b.known, [](int byte) { return ~byte; }));
  if (is_everywhere(a, 0)) return a;
  const Ymm x = cc.newYmm();
  cc.emit(x86::Inst::kIdVpandn, x, b.reg, operand(a));
  return {{}, x};
}

LaneValue LaneScan::either(const LaneValue& a, const LaneValue& b) {
  if (is_everywhere(a, 255) || is_everywhere(b, 0)) return a;
  if (is_everywhere(b, 255) || is_everywhere(a, 0)) return b;
  if (a.known) return either(b, a);
  const Ymm x = cc.newYmm();
  cc.emit(x86::Inst::kIdVpor, x, a.reg, operand(b));
  return {{}, x};
}

LaneValue LaneScan::equal(const LaneValue& a, const LaneValue& b) {
  if (a.known && b.known) {
    LaneBytes out;
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = (*a.known)[i] == (*b.known)[i] ? 255 : 0;
    return {out, {}};
  }
  if (a.known) return equal(b, a);
  const Ymm x = cc.newYmm();
  cc.emit(x86::Inst::kIdVpcmpeqb, x, a.reg, operand(b));
  return {{}, x};
}

// By pits of one block; the table is given for both halves.
LaneValue LaneScan::looked_up(const LaneBytes& table, const LaneValue& index) {
  if (index.known) return mapped(*index.known, [&table](int pit) { return table[static_cast<std::size_t>(pit % 16)]; });
  const Ymm x = reg({table, {}});
  cc.vpshufb(x, x, index.reg);
  return {{}, x};
}

// The same in all lanes, as flags say.
LaneValue LaneScan::same(x86::CondCode yes) {
  const Gp t = c_.temp();
  const Xmm first = cc.newXmm();
  const Ymm x = cc.newYmm();
  cc.mov(t.r32(), 0);
  cc.set(yes, t.r8());
  cc.neg(t.r32());
  cc.vmovd(first, t.r32());
  cc.vpbroadcastb(x, first);
  return {{}, x};
}

// Lanes whose number is 0.
LaneValue LaneScan::zero(const LaneValue& n) {
  if (n.known) return equal(n, everywhere(0));
  const auto [at, fresh] = zero_.try_emplace(n.reg.id());
  if (fresh) at->second = equal(n, everywhere(0));
  return at->second;
}

// 255 stands for all above.
LaneValue LaneScan::in_range(const Ymm& n, int low, int high) {
  if (low == 0 && high == 255) return everywhere(255);
  if (low == high) return equal({{}, n}, everywhere(static_cast<std::uint8_t>(low)));
  const Ymm x = cc.newYmm(), shifted = low != 0 && high != 255 ? cc.newYmm() : n;
  if (high == 255) {
    cc.vpmaxub(x, n, bytes(static_cast<std::uint8_t>(low)));
  } else {
    if (low != 0) cc.vpsubb(shifted, n, bytes(static_cast<std::uint8_t>(low)));
    cc.vpminub(x, shifted, bytes(static_cast<std::uint8_t>(high - low)));
  }
  cc.vpcmpeqb(x, x, shifted);
  return {{}, x};
}

LaneScan::Test LaneScan::in_counts(const LaneValue& n, int set) {
  const auto& counts = p_.count_sets[static_cast<std::size_t>(set)];
  if (n.known) return {mapped(*n.known, [&counts](std::uint8_t byte) { return has_count(counts, static_cast<std::int8_t>(byte)) ? 255 : 0; })};
  const auto ranges = ranges_of(counts);
  if (ranges.size() == 1 && ranges[0].first == 1 && ranges[0].second >= 255) return {zero(n), true};
  LaneValue out = everywhere(0);
  for (const auto& [low, high] : ranges) {
    if (low <= 255) out = either(out, low == 0 && high == 0 ? zero(n) : in_range(n.reg, low, std::min(high, 255)));
  }
  return {out};
}

// Lanes whose pit, one of the block, is in a constant set.
LaneValue LaneScan::in_set(const LaneValue& pits, int block, int set) {
  LaneBytes member{};
  for (std::size_t i = 0; i < member.size(); ++i) member[i] = (c_.word(set, 0) >> (16 * block + static_cast<int>(i % 16)) & 1) != 0 ? 255 : 0;
  return looked_up(member, pits);
}

// The opposites of pits of the track's block.
LaneValue LaneScan::facing(const LaneValue& pits) {
  LaneBytes over{};
  for (int i = 0; i < 32; ++i) {
    const int pit = 16 * block_ + i % 16;
    if (pit < p_.size) over[static_cast<std::size_t>(i)] = static_cast<std::uint8_t>(p_.facing[static_cast<std::size_t>(pit)]);
  }
  if (pits.known) return looked_up(over, pits);
  const auto [at, fresh] = facing_.try_emplace(pits.reg.id());
  if (fresh) at->second = looked_up(over, pits);
  return at->second;
}

// What is in pits opposite.
LaneValue LaneScan::seeds(const LaneValue& pits) {
  const Ymm index = reg(pits);
  const auto [at, fresh] = seeds_.try_emplace(index.id());
  if (fresh) {
    const Ymm x = cc.newYmm();
    cc.vbroadcasti128(x, x86::ptr(c_.state_, 16 * faced_, 16));
    cc.vpshufb(x, x, index);
    at->second = {{}, x};
  }
  return at->second;
}

}  // namespace mnc::engine

#endif
