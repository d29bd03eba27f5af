// Compiled code: the candidates of a rank as bits of as few words as hold them: way after way to answer choices and question, of
// each way the starting pits. How they are packed; taking one, putting it aside, and what its code begins with.
#if defined(MNC_HAS_JIT)

#include <algorithm>

#include "interpreter/jit_code.h"

namespace mnc::engine {

namespace {

constexpr int kKindAt = 3, kCodeAt = 4, kDirectionAt = 5, kPitAt = 6;  // bytes of a candidate, behind its answers

}  // namespace

// The pits that moves of a kind can start from at all.
std::uint64_t JitCoder::possible(const KindCode& kind) {
  rg_ = Region();
  explore(kind.from);
  std::map<int, std::uint64_t> held;
  const auto of = [&](int s) { return constant(s) ? word(s, 0) : held[s]; };
  for (bool grown = true; grown;) {
    grown = false;
    for (const auto& [pc, label] : rg_.labels) {
      (void)label;
      const Instruction& in = p_.code[static_cast<std::size_t>(pc)];
      std::uint64_t pits = 0;
      switch (in.op) {
        case Opcode::MaskCopy: case Opcode::MaskHolds: case Opcode::MaskCounts: case Opcode::MaskAndNot: case Opcode::MaskFlag: case Opcode::MaskNoFlag:
          pits = of(in.a);
          break;
        case Opcode::MaskAnd: pits = of(in.a) & of(in.b); break;
        case Opcode::MaskOr: pits = of(in.a) | of(in.b); break;
        case Opcode::MaskFacing: case Opcode::MaskFaced: case Opcode::MaskRun: case Opcode::MaskRunHolds: case Opcode::MaskRunBy: case Opcode::MaskOne:
        case Opcode::MaskAdd: case Opcode::Targets:
          pits = ~std::uint64_t{0} >> (64 - p_.size);
          break;
        default: continue;
      }
      grown = grown || (pits & ~held[in.d]) != 0;
      held[in.d] |= pits;
    }
  }
  return of(kind.from_set);
}

// The ways of a kind become bits of origins_ and entries of the table of candidates. asked: all ones if the question may come up.
// At once: ways from the same pits, by a multiplication; of a scan, whose word holds both directions, those that stand to each
// other there as they shall here.
void JitCoder::pack(const KindCode& kind, const Stretch& pits, const Gp& asked) {
  for (auto way = ways_.begin(); way != ways_.end();) {
    const auto place = [&] { return pits.place(candidates_.size() - first_candidate_); };
    const auto below = [&] { return (static_cast<std::size_t>(pits.low + way->pits.up) - place()) % 64; };
    const Some first = way->pits;
    const std::size_t word = place() / 64, down = below();
    std::uint64_t ones = 0, kept = 0, answers = 0;
    const bool scanned = kind.need == Need::FirstLap;
    for (; way != ways_.end() && way->pits.word.id() == first.word.id() && place() / 64 == word && (!scanned || below() == down); ++way) {
      const std::size_t at = place();
      const std::uint64_t here = (way->pits.of & pits.all) >> pits.low << at % 64;
      ones |= std::uint64_t{1} << (down - below()) % 64;
      kept |= here;
      if (way->code > 0) answers |= here;
      candidates_.resize(first_candidate_ + at);
      for (int i = 0; i < pits.width; ++i) candidates_.push_back(entry_of(kind, *way, pits.low + i));
    }
    const Gp moved = temp(), spread = temp(), packed = temp(), t = temp();
    if (down != 0) cc.rorx(moved, first.word, down);
    const Gp& once = down == 0 ? first.word : moved;
    if (ones != 1) {
      cc.mov(spread, ones);
      cc.imul(spread, once);
    }
    cc.mov(packed, kept);
    cc.and_(packed, ones == 1 ? once : spread);
    if (answers != 0) {
      cc.mov(t, ~answers);
      cc.or_(t, asked);
      cc.and_(packed, t);
    }
    cc.or_(origins_[word], packed);
  }
}

std::uint64_t JitCoder::entry_of(const KindCode& kind, const Way& way, int pit) {
  std::uint64_t bytes = 0;
  const auto put = [&bytes](std::size_t place, int value) { bytes |= static_cast<std::uint64_t>(value) << (8 * place); };
  for (std::size_t i = 0; i < way.answers.size(); ++i) put(i, way.answers[i]);
  put(kKindAt, kind.kind), put(kCodeAt, way.code), put(kDirectionAt, direction_of(kind, way.answers)), put(kPitAt, pit);
  return bytes;
}

// Sets the flags: zero if nothing has been found.
void JitCoder::test_found() {
  if (origins_.size() == 1) {
    cc.test(origins_[0], origins_[0]);
    return;
  }
  const Gp any = temp();
  cc.mov(any, origins_[0]);
  for (std::size_t w = 1; w < origins_.size(); ++w) cc.or_(any, origins_[w]);
}

void JitCoder::count_found() {
  const Gp more = temp();
  cc.popcnt(found_count_, origins_[0]);
  for (std::size_t w = 1; w < origins_.size(); ++w) {
    cc.popcnt(more, origins_[w]);
    cc.add(found_count_, more);
  }
}

// Turns the number of one of what has been found into its place.
void JitCoder::nth_found(const Gp& chosen) {
  const Gp one = temp(), word = temp(), skipped = temp(), left = temp();
  const bool several = origins_.size() > 1;
  if (several) {
    cc.mov(word, origins_[0]);
    cc.xor_(skipped.r32(), skipped.r32());
  }
  for (std::size_t w = 1; w < origins_.size(); ++w) {  // past a word that has no more than that
    cc.popcnt(one, word);
    cc.mov(left, chosen);
    cc.sub(left, one);
    cc.cmovae(chosen, left);
    cc.cmovae(word, origins_[w]);
    cc.sbb(skipped.r32(), -1);
  }
  cc.mov(one.r32(), 1);
  cc.shlx(one, one, chosen);
  cc.pdep(one, one, several ? word : origins_[0]);
  cc.tzcnt(chosen, one);
  if (!several) return;
  cc.shl(skipped.r32(), 6);
  cc.add(chosen, skipped);
}

// Takes the first out of what has been found, which is something; its place.
Gp JitCoder::next_found() {
  const Gp at = temp();
  const asmjit::Label have = cc.newLabel();
  for (std::size_t w = 0; w < origins_.size(); ++w) {
    const asmjit::Label empty = cc.newLabel();
    const bool last = w + 1 == origins_.size();
    if (!last) {
      cc.test(origins_[w], origins_[w]);
      cc.jz(empty);
    }
    cc.tzcnt(at, origins_[w]);
    cc.blsr(origins_[w], origins_[w]);
    if (w > 0) cc.add(at.r32(), 64 * w);
    if (!last) cc.jmp(have);
    cc.bind(empty);
  }
  cc.bind(have);
  return at;
}

// Puts one aside.
void JitCoder::drop_found(const Gp& at) {
  const Gp rest = temp(), w = temp();
  cc.mov(w.r32(), at.r32());
  cc.shr(w.r32(), 6);
  for (std::size_t i = 0; i < origins_.size(); ++i) {
    cc.mov(rest, origins_[i]);
    cc.btr(rest, at);
    cc.cmp(w.r32(), i);
    cc.cmove(origins_[i], rest);
  }
}

// What the code of a move begins with, of the candidate at a place.
void JitCoder::take_candidate(int me, const Gp& at) {
  const PlayerCode& player = p_.players[static_cast<std::size_t>(me)];
  const auto byte = [&](const Gp& out, int place) { cc.movzx(out.r32(), x86::ptr(found_at_, at, 3, place, 1)); };
  std::size_t choices = 0;
  bool asks = false, turns = false;
  for (const KindCode& kind : player.kinds) {
    choices = std::max(choices, kind.choices.size());
    asks = asks || kind.asks;
    turns = turns || !move_start(kind).direction;
  }
  origin_ = temp();
  byte(origin_, kPitAt);
  for (std::size_t i = 0; i < choices; ++i) byte(answers_[i], static_cast<int>(i));
  if (turns) byte(given_direction_, kDirectionAt);
  if (asks) byte(code_, kCodeAt);
  if (player.kinds.size() > 1) byte(kind_, kKindAt);
}

// The table of all candidates, behind the function.
void JitCoder::data() {
  if (!listing_) return;
  cc.align(asmjit::AlignMode::kData, 8);
  cc.bind(candidate_table_);
  cc.embed(candidates_.data(), 8 * candidates_.size());
}

}  // namespace mnc::engine

#endif
