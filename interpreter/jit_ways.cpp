// Compiled code: the ways that a turn's candidates can be made in, each a mask of starting pits: drawing one, putting one aside,
// going through them, and what the code of a move begins with.
#if defined(MNC_HAS_JIT)

#include <algorithm>

#include "interpreter/jit_code.h"

namespace mnc::engine {

namespace {

constexpr int kKindAt = 3, kCodeAt = 4, kDirectionAt = 5;  // bytes of a way, behind its answers

}  // namespace

x86::Mem JitCoder::way_mask(const Gp& way) const {
  x86::Mem mask = part(masks_, 0, 8);
  mask.setIndex(way, 3);
  return mask;
}

// The candidate of a number, less than found_count_: its way and its starting pit. Spoils the number.
void JitCoder::nth_candidate(const PlayerCode& player, const Gp& number, const Gp& way, const Gp& pit) {
  const Gp mask = temp(), count = temp(), at = temp();
  cc.xor_(at.r32(), at.r32());
  if (few_ways(player)) {  // the ways that end before it are counted
    x86::Mem before = part(sums_, 0, 4);
    before.setIndex(at, 2);
    for (int i = 1; i < most_ways(player); ++i) {
      cc.cmp(number.r32(), part(sums_, 4 * i, 4));
      cc.sbb(at.r32(), -1);
    }
    cc.sub(number.r32(), before);
    cc.mov(mask, way_mask(at));
  } else {
    const asmjit::Label loop = cc.newLabel(), here = cc.newLabel();
    cc.bind(loop);
    cc.mov(mask, way_mask(at));
    cc.popcnt(count, mask);
    cc.cmp(number, count);
    cc.jb(here);
    cc.sub(number, count);
    cc.inc(at.r32());
    cc.jmp(loop);
    cc.bind(here);
  }
  cc.mov(way, at);
  cc.mov(count.r32(), 1);
  cc.shlx(count, count, number);
  cc.pdep(count, count, mask);
  cc.tzcnt(pit, count);
}

// Puts a candidate aside.
void JitCoder::drop_candidate(const PlayerCode& player, const Gp& way, const Gp& pit) {
  const Gp mask = temp();
  cc.mov(mask, way_mask(way));
  cc.btr(mask, pit);
  cc.mov(way_mask(way), mask);
  if (!few_ways(player)) return;
  for (int i = 1; i < most_ways(player); ++i) {
    cc.cmp(way.r32(), i);
    cc.sbb(part(sums_, 4 * i, 4), 0);
  }
}

// Takes the next candidate from `way` on; its pit is origin_.
void JitCoder::next_candidate(const Gp& way) {
  const Gp mask = temp();
  const asmjit::Label loop = cc.newLabel(), here = cc.newLabel();
  origin_ = temp();
  cc.bind(loop);
  cc.mov(mask, way_mask(way));
  cc.test(mask, mask);
  cc.jnz(here);
  cc.inc(way.r32());
  cc.jmp(loop);
  cc.bind(here);
  cc.tzcnt(origin_, mask);
  cc.blsr(mask, mask);
  cc.mov(way_mask(way), mask);
}

// What the code of a move that is made in a certain way begins with.
void JitCoder::take_way(int me, const Gp& way) {
  const PlayerCode& player = p_.players[static_cast<std::size_t>(me)];
  const Gp at = temp(), table = cc.newUIntPtr();
  cc.lea(table, x86::ptr(way_table_));
  cc.lea(at.r32(), x86::ptr(found_way_, way));
  const auto byte = [&](const Gp& out, int place) { cc.movzx(out.r32(), x86::ptr(table, at, 3, place, 1)); };
  std::size_t choices = 0;
  bool asks = false, turns = false;
  for (const KindCode& kind : player.kinds) {
    choices = std::max(choices, kind.choices.size());
    asks = asks || kind.asks;
    turns = turns || !move_start(kind).direction;
  }
  for (std::size_t i = 0; i < choices; ++i) byte(answers_[i], static_cast<int>(i));
  if (turns) byte(given_direction_, kDirectionAt);
  if (asks) byte(code_, kCodeAt);
  if (player.kinds.size() > 1) byte(kind_, kKindAt);
}

// The table of all ways, behind the function.
void JitCoder::data() {
  if (!listing_) return;
  cc.align(asmjit::AlignMode::kData, 8);
  cc.bind(way_table_);
  for (const Way& way : ways_) {
    std::uint64_t bytes = static_cast<std::uint64_t>(way.kind) << (8 * kKindAt) | static_cast<std::uint64_t>(way.code) << (8 * kCodeAt) |
                          static_cast<std::uint64_t>(way.direction) << (8 * kDirectionAt);
    for (std::size_t i = 0; i < way.answers.size(); ++i) bytes |= static_cast<std::uint64_t>(way.answers[i]) << (8 * i);
    cc.embed(&bytes, sizeof bytes);
  }
}

}  // namespace mnc::engine

#endif
