// Compiled code: registers, memory, and tests of numbers, pits and counts.
#if defined(MNC_HAS_JIT)

#include <algorithm>

#include "interpreter/counts.h"
#include "interpreter/jit_code.h"

namespace mnc::engine {

using x86::CondCode;

namespace {

// A set of counts as lo..hi, if it is that (hi 1023: and all above).
struct Range { int low = 0, high = -1; };
std::optional<Range> range_of(const Counts& counts) {
  const auto ranges = ranges_of(counts);
  if (ranges.size() > 1) return std::nullopt;
  return ranges.empty() ? Range{} : Range{ranges[0].first, ranges[0].second};
}

// The pits of a set if they follow each other: first and number.
std::optional<std::pair<int, int>> neighbours(WideMask set) {
  if (set == 0) return std::nullopt;
  int low = 0;
  while ((set >> low & 1) == 0) ++low;
  int n = 0;
  while (low + n < 128 && (set >> (low + n) & 1) != 0) ++n;
  if (low + n < 128 && (set >> (low + n)) != 0) return std::nullopt;
  return std::pair{low, n};
}

}  // namespace

Gp JitCoder::number(int r) {
  if (r < kFirstTemporary) return fixed_[static_cast<std::size_t>(r)];
  const auto [at, added] = rg_.temporaries.try_emplace(r);
  if (added) at->second = cc.newUInt64();
  return at->second;
}

void JitCoder::assign(int r, const Gp& value) {
  if (!read(r)) return;
  if (value.id() != number(r).id()) cc.mov(number(r).r32(), value.r32());
  rg_.known.erase(r);
  std::erase_if(rg_.one, [r](const auto& entry) { return entry.second == r; });
}

void JitCoder::assign(int r, int value) {
  if (!read(r)) return;
  cc.mov(number(r).r32(), value);
  rg_.known[r] = value;
  std::erase_if(rg_.one, [r](const auto& entry) { return entry.second == r; });
}

Gp JitCoder::set_word(int set, int w) {
  if (constant(set)) {
    const Gp t = temp();
    cc.mov(t, word(set, w));
    return t;
  }
  Set& s = rg_.sets[set];
  if (!s.made) s.word = {cc.newUInt64(), cc.newUInt64()}, s.made = true;
  return s.word[static_cast<std::size_t>(w)];
}

void JitCoder::assign_set(int set, int w, const Gp& value) {
  rg_.one.erase(set);
  rg_.within.erase(set);
  cc.mov(set_word(set, w), value);
}

// What a table holds for an index, already multiplied by the size of what it holds or shifted here.
x86::Mem JitCoder::in_table(const void* table, const Gp& index, unsigned shift, std::uint32_t bytes) {
  const auto address = reinterpret_cast<std::uintptr_t>(table);
  if (address <= static_cast<std::uintptr_t>(INT32_MAX)) return x86::ptr(address, index, shift, bytes);
  const Gp base = temp();
  cc.mov(base, address);
  return x86::ptr(base, index, shift, 0, bytes);
}

x86::Mem JitCoder::bytes16(std::uint8_t value) {
  std::array<std::uint8_t, 16> data;
  data.fill(value);
  x86::Mem m = cc.newConst(asmjit::ConstPoolScope::kLocal, data.data(), 16);
  m.setSize(16);
  return m;
}

x86::Mem JitCoder::words16(std::uint16_t value) {
  std::array<std::uint16_t, 8> data;
  data.fill(value);
  x86::Mem m = cc.newConst(asmjit::ConstPoolScope::kLocal, data.data(), 16);
  m.setSize(16);
  return m;
}

// Seeds of the pit in register r; 0 if it names none.
Gp JitCoder::seeds(int r) {
  const Gp n = temp();
  if (may_be_none(r)) {
    const asmjit::Label none = cc.newLabel();
    cc.xor_(n.r32(), n.r32());
    cc.test(number(r).r32(), number(r).r32());
    cc.js(none);
    cc.movzx(n.r32(), pit(number(r)));
    cc.bind(none);
    return n;
  }
  cc.movzx(n.r32(), pit(number(r)));
  return n;
}

void JitCoder::jump_if(CondCode yes, bool sense, Entry target) {
  const asmjit::Label& to = rg_.labels.at(target);
  cc.j(sense ? yes : x86::negateCond(yes), to);
}

// Sets the flags: whether a pit (-1: none) is one of a set of pits that follow each other; nothing if it is no such set.
std::optional<CondCode> JitCoder::compare_in_run(const Gp& pit, WideMask set) {
  const auto run = neighbours(set);
  if (!run) return std::nullopt;
  if (run->second == 1) {
    cc.cmp(pit.r32(), run->first);
    return CondCode::kEqual;
  }
  const Gp t = run->first == 0 ? pit : temp();
  if (run->first != 0) cc.lea(t.r32(), x86::ptr(pit, -run->first));
  cc.cmp(t.r32(), run->second);
  return CondCode::kUnsignedLT;
}

void JitCoder::test_in(int r, int set, bool sense, Entry target) {
  const Gp n = number(r);
  if (constant(set)) {
    const WideMask m = value(set);
    if (m == 0) {
      if (!sense) cc.jmp(rg_.labels.at(target));
      return;
    }
    if (const auto yes = compare_in_run(n, m)) {
      jump_if(*yes, sense, target);
      return;
    }
  }
  const asmjit::Label no = cc.newLabel();
  if (may_be_none(r)) {
    cc.test(n.r32(), n.r32());
    cc.js(sense ? no : rg_.labels.at(target));
  }
  const Gp t = temp();
  if (words_ == 1) {
    cc.mov(t, set_word(set, 0));
  } else {
    cc.mov(t, set_word(set, 0));
    cc.cmp(n.r32(), 64);
    cc.cmovae(t, set_word(set, 1));
  }
  cc.bt(t, n);
  jump_if(CondCode::kC, sense, target);
  cc.bind(no);
}

void JitCoder::jump_if_in_counts(const Gp& n, int set, const asmjit::Label& yes, const asmjit::Label& no) {
  const auto& counts = p_.count_sets[static_cast<std::size_t>(set)];
  const bool small = std::all_of(counts.begin() + 1, counts.end(), [](std::uint64_t word) { return word == 0; });
  cc.cmp(n.r32(), small ? 63 : 1023);
  cc.ja(no);
  const Gp t = temp();
  if (small) {
    cc.mov(t, counts[0]);
  } else {
    const Gp at = temp(), base = temp();
    cc.mov(base, reinterpret_cast<std::uint64_t>(counts.data()));
    cc.mov(at.r32(), n.r32());
    cc.shr(at.r32(), 6);
    cc.mov(t, x86::ptr(base, at, 3, 0, 8));
  }
  cc.bt(t, n);
  cc.jc(yes);
  cc.jmp(no);
}

void JitCoder::test_counts(const Gp& n, int set, bool sense, Entry target) {
  const auto& counts = p_.count_sets[static_cast<std::size_t>(set)];
  if (const auto range = range_of(counts)) {
    if (range->high < range->low) {
      if (!sense) cc.jmp(rg_.labels.at(target));
      return;
    }
    if (range->high == 1023) {
      if (range->low == 0) cc.test(n.r32(), n.r32()), jump_if(CondCode::kNotSign, sense, target);
      else cc.cmp(n.r32(), range->low), jump_if(CondCode::kSignedGE, sense, target);
      return;
    }
    if (range->low == range->high) {
      cc.cmp(n.r32(), range->low);
      jump_if(CondCode::kEqual, sense, target);
      return;
    }
    const Gp t = temp();
    cc.mov(t.r32(), n.r32());
    if (range->low != 0) cc.sub(t.r32(), range->low);
    cc.cmp(t.r32(), range->high - range->low);
    jump_if(CondCode::kUnsignedLE, sense, target);
    return;
  }
  const asmjit::Label past = cc.newLabel();
  jump_if_in_counts(n, set, sense ? rg_.labels.at(target) : past, sense ? past : rg_.labels.at(target));
  cc.bind(past);
}

void JitCoder::test_some(const Instruction& in) {
  const Gp t = temp();
  cc.mov(t, set_word(in.a, 0));
  if (words_ == 2) cc.or_(t, set_word(in.a, 1));
  cc.test(t, t);
  jump_if(CondCode::kNotZero, in.d != 0, in.c);
}

void JitCoder::test_holds(const Instruction& in) {
  const int low = in.e & 0xffff, high = static_cast<int>(static_cast<std::uint32_t>(in.e) >> 16);
  if (constant(in.a) && low == 1 && high >= (sh_.count_bytes == 1 ? 255 : 1023)) {
    const auto run = neighbours(value(in.a));
    const int bytes = run ? run->second * sh_.count_bytes : 0;
    if (bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8) {
      cc.cmp(x86::ptr(state_, run->first * sh_.count_bytes, static_cast<std::uint32_t>(bytes)), 0);
      jump_if(CondCode::kNotEqual, in.d != 0, in.c);
      return;
    }
  }
  Gp any = holding(in.e, in.a, 0);
  if (words_ == 2) cc.or_(any, holding(in.e, in.a, 1));
  cc.test(any, any);
  jump_if(CondCode::kNotZero, in.d != 0, in.c);
}

void JitCoder::test_flag(const Instruction& in) {
  if (words_ == 2) throw NotCompiled{};
  const asmjit::Label no = cc.newLabel();
  if (may_be_none(in.a)) {
    cc.test(number(in.a).r32(), number(in.a).r32());
    cc.js(in.d != 0 ? no : rg_.labels.at(in.c));
  }
  const Gp t = temp();
  if (sh_.mask_bytes == 4) cc.mov(t.r32(), x86::ptr(state_, sh_.flags + 4 * in.b, 4));
  else cc.mov(t, x86::ptr(state_, sh_.flags + 8 * in.b, 8));
  cc.bt(t, number(in.a));
  jump_if(CondCode::kC, in.d != 0, in.c);
  cc.bind(no);
}

}  // namespace mnc::engine

#endif
