// Compiled code: sets of pits.
#if defined(MNC_HAS_JIT)

#include "interpreter/counts.h"
#include "interpreter/jit_code.h"

namespace mnc::engine {

// Bits 0..15: the pits of a block that hold low..high.
Gp JitCoder::block_holding(int block, int low, int high) {
  const Xmm x = cc.newXmm(), y = cc.newXmm();
  const Gp out = temp();
  const auto at = [&](int i) { return x86::ptr(state_, 16 * sh_.count_bytes * block + 16 * i, 16); };
  if (sh_.count_bytes == 1) {
    if (low > 255 || high < low) {
      cc.xor_(out.r32(), out.r32());
      return out;
    }
    if (high == 0) {
      cc.vpxor(y, y, y);
      cc.vpcmpeqb(x, y, at(0));
    } else if (low == high) {
      cc.vmovdqa(x, at(0));
      cc.vpcmpeqb(x, x, bytes16(static_cast<std::uint8_t>(low)));
    } else if (high >= 255) {
      if (low == 0) {
        cc.mov(out.r32(), 0xffff);
        return out;
      }
      cc.vmovdqa(x, at(0));
      cc.vpmaxub(y, x, bytes16(static_cast<std::uint8_t>(low)));
      cc.vpcmpeqb(x, x, y);
    } else {
      cc.vmovdqa(x, at(0));
      if (low != 0) cc.vpsubb(x, x, bytes16(static_cast<std::uint8_t>(low)));
      cc.vpminub(y, x, bytes16(static_cast<std::uint8_t>(high - low)));
      cc.vpcmpeqb(x, x, y);
    }
    cc.vpmovmskb(out.r32(), x);
    return out;
  }
  const Xmm a = cc.newXmm(), b = cc.newXmm();
  const auto half = [&](const Xmm& v, int i) {
    cc.vmovdqa(v, at(i));
    if (high == 0) {
      cc.vpxor(y, y, y);
      cc.vpcmpeqw(v, v, y);
      return;
    }
    if (low != 0) cc.vpsubw(v, v, words16(static_cast<std::uint16_t>(low)));
    cc.vpminuw(y, v, words16(static_cast<std::uint16_t>(high - low)));
    cc.vpcmpeqw(v, v, y);
  };
  if (high < low) {
    cc.xor_(out.r32(), out.r32());
    return out;
  }
  half(a, 0), half(b, 1);
  cc.vpacksswb(a, a, b);
  cc.vpmovmskb(out.r32(), a);
  return out;
}

// Word w of the pits of a set that hold a range of counts.
Gp JitCoder::holding(int range, int set, int w) {
  int low = range & 0xffff, high = static_cast<int>(static_cast<std::uint32_t>(range) >> 16);
  const bool occupied = low == 1 && high >= (sh_.count_bytes == 1 ? 255 : 1023);  // all that are not empty
  if (occupied) low = high = 0;
  const std::uint64_t all = constant(set) ? word(set, w) : ~std::uint64_t{0};
  Gp out;
  bool made = false;
  for (int i = 0; i < 4; ++i) {
    const int block = 4 * w + i;
    if (16 * block >= p_.size || (all >> (16 * i) & 0xffff) == 0) continue;
    const Gp here = block_holding(block, low, high);
    if (i != 0) cc.shl(here, 16 * i);
    if (made) cc.or_(out, here);
    else out = here;
    made = true;
  }
  if (!made) {
    out = temp();
    cc.xor_(out.r32(), out.r32());
    return out;
  }
  if (occupied) cc.andn(out, out, set_word(set, w));
  else if (constant(set) && (all >> 31) == 0) cc.and_(out.r32(), static_cast<std::uint32_t>(all));
  else cc.and_(out, set_word(set, w));
  return out;
}

// The pits of a set that hold counts of a set of counts, if that is a few ranges.
std::optional<Gp> JitCoder::holding_counts(int counts, int set) {
  const auto ranges = ranges_of(p_.count_sets[static_cast<std::size_t>(counts)]);
  if (ranges.empty() || ranges.size() > 3 || sh_.count_bytes != 1 || words_ != 1) return std::nullopt;
  const Gp sum = holding(ranges[0].first | ranges[0].second << 16, set, 0);
  for (std::size_t i = 1; i < ranges.size(); ++i) cc.or_(sum, holding(ranges[i].first | ranges[i].second << 16, set, 0));
  return sum;
}

void JitCoder::binary(const Instruction& in) {
  for (int w = 0; w < words_; ++w) {
    const Gp a = set_word(in.a, w), b = set_word(in.b, w), out = set_word(in.d, w);
    rg_.one.erase(in.d), rg_.within.erase(in.d);
    if (in.op == Opcode::MaskAndNot) {
      cc.andn(out, b, a);
      continue;
    }
    const bool turned = in.d == in.b;  // the operands may change places
    if (in.d != in.a && !turned) cc.mov(out, a);
    if (in.op == Opcode::MaskAnd) cc.and_(out, turned ? a : b);
    else cc.or_(out, turned ? a : b);
  }
}

// The opposites of a set, or the pits whose opposite is in it: byte by byte.
void JitCoder::map_set(const Instruction& in) {
  if (words_ == 2) throw NotCompiled{};
  const auto& table = tables_.facing[in.op == Opcode::MaskFacing ? 0 : 1];
  const Gp from = temp(), sum = temp(), base = temp(), i = temp();
  cc.mov(from, set_word(in.a, 0));
  const auto within = rg_.within.find(in.a);
  const std::uint64_t pits = within == rg_.within.end() ? ~std::uint64_t{0} : static_cast<std::uint64_t>(within->second);
  int at = 0;
  bool made = false;
  for (int k = 0; 8 * k < p_.size; ++k) {
    if ((pits >> (8 * k) & 0xff) == 0) continue;
    if (k != at) cc.shr(from, 8 * (k - at));
    at = k;
    cc.movzx(i.r32(), from.r8());
    cc.mov(base, reinterpret_cast<std::uint64_t>(table[static_cast<std::size_t>(k)].data()));
    const x86::Mem image = x86::ptr(base, i, 3, 0, 8);
    if (made) cc.or_(sum, image);
    else cc.mov(sum, image);
    made = true;
  }
  if (!made) cc.xor_(sum.r32(), sum.r32());
  assign_set(in.d, 0, sum);
}

void JitCoder::mask_counts(const Instruction& in) {
  if (words_ == 2) throw NotCompiled{};
  const asmjit::Label loop = cc.newLabel(), yes = cc.newLabel(), next = cc.newLabel(), done = cc.newLabel();
  const Gp rest = temp(), sum = temp(), at = temp(), n = temp();
  cc.mov(rest, set_word(in.a, 0));
  cc.xor_(sum.r32(), sum.r32());
  cc.bind(loop);
  cc.test(rest, rest);
  cc.jz(done);
  cc.tzcnt(at, rest);
  cc.movzx(n.r32(), pit(at));
  jump_if_in_counts(n, in.b, yes, next);
  cc.bind(yes);
  cc.bts(sum, at);
  cc.bind(next);
  cc.blsr(rest, rest);
  cc.jmp(loop);
  cc.bind(done);
  assign_set(in.d, 0, sum);
}

// The current track of a player.
const JitTrack& JitCoder::current_track(int player) const {
  if (!circuit_) throw NotCompiled{};
  return tables_.tracks[static_cast<std::size_t>(2 * *circuit_ + player)];
}

// From a pit along its track, `by` pits at a time, as long as in the set (and holding the counts).
void JitCoder::mask_run(const Instruction& in, bool counts, int by) {
  if (words_ == 2 || in.e >> 2 != 0) throw NotCompiled{};  // past a set of pits: left to the interpreter
  const JitTrack& track = current_track(in.e >> 1);
  const asmjit::Label loop = cc.newLabel(), yes = cc.newLabel(), done = cc.newLabel();
  const Gp sum = temp(), at = temp(), left = temp();
  cc.xor_(sum.r32(), sum.r32());
  const std::optional<Gp> all = counts ? holding_counts(in.c, in.b) : std::nullopt;
  if (all) counts = false;  // they are found at once
  cc.mov(left, all ? *all : set_word(in.b, 0));
  cc.mov(at.r32(), number(in.a).r32());
  cc.bind(loop);
  if (may_be_none(in.a) || static_cast<int>(track.pits.count()) != p_.size) {
    cc.test(at.r32(), at.r32());
    cc.js(done);
  }
  cc.btr(left, at);  // a pit that the run has already is not in it
  cc.jnc(done);
  if (counts) {
    const Gp n = temp();
    cc.movzx(n.r32(), pit(at));
    jump_if_in_counts(n, in.c, yes, done);
    cc.bind(yes);
  }
  cc.bts(sum, at);
  for (int i = 0; i < by; ++i) {
    if (i > 0) {
      cc.test(at.r32(), at.r32());
      cc.js(done);
    }
    cc.mov(at.r32(), step_on(track, at, in.e & 1, heading()).r32());
  }
  cc.jmp(loop);
  cc.bind(done);
  assign_set(in.d, 0, sum);
}

// The set of one pit, or the set with it. none: the register may name no pit.
void JitCoder::bit_of(int set, const Gp& at, bool add, bool none) {
  if (none && p_.size < 64) {  // -1 leaves no bit; there are no jumps, which would cost a register its place
    const Gp out = set_word(set, 0), one = add ? temp() : out, by = temp();
    rg_.one.erase(set), rg_.within.erase(set);
    cc.lea(by.r32(), x86::ptr(at, 1));
    cc.mov(one.r32(), 1);
    cc.shlx(one, one, by);
    cc.shr(one, 1);
    if (add) cc.or_(out, one);
    return;
  }
  for (int w = 0; w < words_; ++w) {
    const Gp t = temp();
    const asmjit::Label skip = cc.newLabel();
    if (add) cc.mov(t, set_word(set, w));
    else cc.xor_(t.r32(), t.r32());
    if (none) {
      cc.test(at.r32(), at.r32());
      cc.js(skip);
    }
    if (words_ == 2) {
      cc.cmp(at.r32(), 64);
      if (w == 0) cc.jae(skip);
      else cc.jb(skip);
    }
    cc.bts(t, at);
    cc.bind(skip);
    assign_set(set, w, t);
  }
}

void JitCoder::mask_flag(const Instruction& in) {
  for (int w = 0; w < words_; ++w) {
    const Gp t = temp();
    const int at = sh_.flags + sh_.mask_bytes * in.b + 8 * w;
    if (sh_.mask_bytes == 4) cc.mov(t.r32(), x86::ptr(state_, at, 4));
    else cc.mov(t, x86::ptr(state_, at, 8));
    if (in.op == Opcode::MaskFlag) cc.and_(t, set_word(in.a, w));
    else cc.andn(t, t, set_word(in.a, w));
    assign_set(in.d, w, t);
  }
}

}  // namespace mnc::engine

#endif
