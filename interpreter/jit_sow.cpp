// Compiled code: laps.
#if defined(MNC_HAS_JIT)

#include <cstddef>

#include "interpreter/jit_code.h"

namespace mnc::engine {

// The end of a trial that looks no further than the first lap, and of an endless move.
void JitCoder::before_lap() {
  if (!start_.move) throw NotCompiled{};
  const auto known = rg_.known.find(kLap);
  const bool first_only = purpose_ == Purpose::PlayLap || purpose_ == Purpose::TrialLap;
  if (known != rg_.known.end() && known->second == 0) return;
  const asmjit::Label go = cc.newLabel();
  const Gp lap = fixed_[kLap];
  if (first_only) {
    cc.test(lap.r32(), lap.r32());
    cc.jz(go);
    leave(3);
  } else {
    cc.cmp(lap.r32(), p_.lap_limit);
    cc.jl(go);
    if (playing_) cc.jmp(endless_);
    else leave(2);
  }
  cc.bind(go);
}

// Where the last pit of a lap may be written while the lap is sown.
Gp JitCoder::new_last() { return read(kLast) ? number(kLast) : temp(); }

void JitCoder::after_lap(const Gp& last, int track) {
  if (const auto known = rg_.known.find(kLap); known != rg_.known.end()) assign(kLap, known->second + 1);
  else cc.inc(fixed_[kLap].r32());
  if (read(kCircuit)) assign(kCircuit, track >> 1);
  assign(kLast, last);
  assign(kFrom, last);
  if (!read(kBefore)) return;
  const Gp before = number(kBefore);
  cc.movzx(before.r32(), pit(last));
  cc.dec(before.r32());
  assign(kBefore, before);
}

// The pit after `from` (before it if flip), -1 if it is not on the track. Precondition: from is a pit.
Gp JitCoder::step_on(const JitTrack& track, const Gp& from, int flip, const Heading& heading) {
  const Gp out = temp();
  if (heading.constant) {
    cc.movsx(out.r32(), in_table(track.next + kMaxSlots * (*heading.constant ^ flip), from, 1, 2));
    return out;
  }
  static_assert(kMaxSlots == 1 << 7);
  cc.mov(out.r32(), heading.number.r32());
  if (flip != 0) cc.xor_(out.r32(), 1);
  cc.shl(out.r32(), 7);
  cc.add(out.r32(), from.r32());
  cc.movsx(out.r32(), in_table(track.next, out, 1, 2));
  return out;
}

// n seeds (n > 0), starting in `first`: the engine's kernels.
Gp JitCoder::sow_call(int which, const Gp& first, const Gp& n, int skip, const Heading& heading) {
  const Gp how = temp(), t = temp(), tables = cc.newUIntPtr(), last = temp();
  cc.mov(how.r32(), n.r32());
  cc.shl(how, 32);
  cc.mov(t.r32(), first.r32());
  cc.shl(t, 16);
  cc.or_(how, t);
  if (heading.constant) cc.mov(t.r32(), *heading.constant);
  else cc.mov(t.r32(), heading.number.r32());
  cc.shl(t, 8);
  cc.or_(how, t);
  cc.or_(how, which);
  cc.mov(tables, reinterpret_cast<std::uint64_t>(calls_.tables));
  asmjit::InvokeNode* call = nullptr;
  if (skip < 0) {
    cc.invoke(&call, reinterpret_cast<std::uint64_t>(calls_.sow), asmjit::FuncSignatureT<std::int64_t, const void*, void*, std::uint64_t>());
  } else {
    const Gp low = temp(), high = temp();
    cc.mov(low, set_word(skip, 0));
    if (words_ == 2) cc.mov(high, set_word(skip, 1));
    else cc.xor_(high.r32(), high.r32());
    cc.invoke(&call, reinterpret_cast<std::uint64_t>(calls_.sow_skip),
              asmjit::FuncSignatureT<std::int64_t, const void*, void*, std::uint64_t, std::uint64_t, std::uint64_t>());
    call->setArg(3, low), call->setArg(4, high);
  }
  call->setArg(0, tables), call->setArg(1, state_), call->setArg(2, how);
  call->setRet(0, last);
  return last;
}

// n seeds in one go, as the table of laps says for the pit. Spoils n.
Gp JitCoder::sow_rows(const JitTrack& track, const JitLap* laps, const Gp& at, const Gp& n) {
  static_assert(sizeof(JitLap) == 1 << 5 && JitTrack::place(1, 0, 0) == 1 << 5 && JitTrack::place(0, 1, 0) == 1 << 4);
  const int first = 16 * track.first_block;
  const Heading way = heading();
  const Gp place = temp(), last = new_last();
  if (way.constant) {
    cc.mov(place.r32(), at.r32());
  } else {
    cc.mov(place.r32(), way.number.r32());
    cc.shl(place.r32(), 4);
    cc.add(place.r32(), at.r32());
  }
  cc.shl(place.r32(), 5);
  cc.shl(n.r32(), 10);
  cc.add(place.r32(), n.r32());
  const auto* const row = reinterpret_cast<const std::uint8_t*>(laps + JitTrack::place(0, way.constant.value_or(0), 0)) - sizeof(JitLap) * static_cast<std::size_t>(first);
  const Xmm x = cc.newXmm();
  const x86::Mem block = x86::ptr(state_, first, 16);
  cc.vmovdqa(x, block);
  cc.vpaddb(x, x, in_table(row, place, 0, 16));
  cc.vmovdqa(block, x);
  cc.movzx(last.r32(), in_table(row + offsetof(JitLap, last), place, 0, 1));
  if (first != 0) cc.add(last.r32(), first);
  return last;
}

// Pits side by side, few seeds and the same direction always: ones added to a stretch of the board.
Gp JitCoder::sow_run(const JitTrack& track, int which, const Gp& after, const Gp& n) {
  const bool up = (*direction_ == 0) == track.ascending;
  const Gp last = temp(), begin = temp(), row = temp();
  const asmjit::Label longer = cc.newLabel(), done = cc.newLabel(), around = cc.newLabel();
  const int low = track.base, high = track.base + track.length;  // high is past the end
  const Gp first = temp();
  cc.lea(first.r32(), x86::ptr(after, up ? 1 : -1));
  cc.cmp(first.r32(), up ? high : low - 1);
  cc.je(around);
  cc.bind(done);
  const asmjit::Label end = cc.newLabel();
  cc.cmp(n.r32(), 16);
  cc.ja(longer);
  if (up) {
    cc.lea(last.r32(), x86::ptr(first, n, 0, -1));
    cc.cmp(last.r32(), high);
    cc.jge(longer);
    cc.mov(begin.r32(), first.r32());
  } else {
    cc.mov(last.r32(), first.r32());
    cc.sub(last.r32(), n.r32());
    cc.inc(last.r32());
    cc.cmp(last.r32(), low);
    cc.jl(longer);
    cc.mov(begin.r32(), last.r32());
  }
  cc.mov(row.r32(), n.r32());
  cc.shl(row.r32(), 5);
  const Xmm x = cc.newXmm();
  cc.vmovdqu(x, x86::ptr(state_, begin, 1, 0, 16));
  cc.vpaddw(x, x, in_table(tables_.ones[0].data(), row, 0, 16));
  cc.vmovdqu(x86::ptr(state_, begin, 1, 0, 16), x);
  cc.cmp(n.r32(), 8);
  cc.jbe(end);
  cc.vmovdqu(x, x86::ptr(state_, begin, 1, 16, 16));
  cc.vpaddw(x, x, in_table(tables_.ones[0].data() + 8, row, 0, 16));
  cc.vmovdqu(x86::ptr(state_, begin, 1, 16, 16), x);
  cc.bind(end);
  seldom(around, done, [=, this] { cc.mov(first.r32(), up ? low : high - 1); });
  const Heading way = heading();
  seldom(longer, end, [=, this] { cc.mov(last.r32(), sow_call(which, first, n, -1, way).r32()); });
  return last;
}

// Whether a register may name a pit that is not on the track.
bool JitCoder::may_be_off(const JitTrack& track, int r) const {
  const Value at = holds(r);
  for (int pit = 0; pit < p_.size; ++pit)
    if ((at.pits >> pit & 1) != 0 && !track.pits.test(static_cast<std::size_t>(pit))) return true;
  return at.none;
}

// Lift all of a pit and sow it, starting after it.
void JitCoder::relay(const Instruction& in) {
  if (scanning_) {
    scan_relay(in);
    return;
  }
  before_lap();
  const JitTrack& track = tables_.tracks[in.d];
  const WideMask pits = holds(in.a).pits;
  const Gp at = temp(), n = temp();
  cc.mov(at.r32(), number(in.a).r32());
  if (may_be_none(in.a)) throw NotCompiled{};
  cc.movzx(n.r32(), pit(at));
  cc.test(n.r32(), n.r32());
  cc.jz(rg_.labels.at(in.e));
  assign(kSown, n);
  Gp last = temp();
  const bool check = may_be_off(track, in.a);
  const asmjit::Label off = cc.newLabel(), sown = cc.newLabel();
  if (check) {
    const Gp next = step_on(track, at, 0, heading());
    cc.test(next.r32(), next.r32());
    cc.js(off);
  }
  if (track.lifted != nullptr) {
    last = sow_rows(track, track.lifted, at, n);
  } else if (sh_.count_bytes == 2 && track.base >= 0 && direction_ && track.base + track.length + 16 <= sh_.pits) {
    cc.mov(pit(at), 0);
    cc.mov(last.r32(), sow_run(track, in.d, at, n).r32());
  } else {
    clear_pit(at, pits);
    cc.mov(last.r32(), sow_call(in.d, step_on(track, at, 0, heading()), n, -1, heading()).r32());
  }
  if (check) {
    cc.bind(sown);
    const Heading way = heading();
    seldom(off, sown, [=, this] {
      clear_pit(at, pits);
      const Gp first = temp();
      cc.mov(first.r32(), p_.tracks[in.d].cycle[0]);
      cc.mov(last.r32(), sow_call(in.d, first, n, -1, way).r32());
    });
  }
  after_lap(last, in.d);
  emptied(at, pits);
  cc.jmp(rg_.labels.at(in.c));
}

// The hand, starting in or after a pit.
void JitCoder::sow(const Instruction& in) {
  if (scanning_) {  // behind a capture or with an empty hand: in both cases the first lap is over
    cc.jmp(done_);
    return;
  }
  const Gp n = temp(), first = temp();
  cc.mov(n.r32(), fixed_[kHand].r32());
  cc.test(n.r32(), n.r32());
  cc.jz(rg_.labels.at(in.c));
  before_lap();
  const JitTrack& track = tables_.tracks[in.d];
  const bool after = (in.e & 1) != 0;
  cc.mov(first.r32(), number(in.a).r32());
  if (may_be_off(track, in.a)) {
    const asmjit::Label off = cc.newLabel(), on = cc.newLabel();
    cc.test(first.r32(), first.r32());
    cc.js(off);
    const Gp next = step_on(track, first, 0, heading());  // -1: not on the track
    cc.test(next.r32(), next.r32());
    cc.js(off);
    if (after) cc.mov(first.r32(), next.r32());
    cc.bind(on);
    seldom(off, on, [=, this] { cc.mov(first.r32(), p_.tracks[in.d].cycle[0]); });
  } else if (after) {
    cc.mov(first.r32(), step_on(track, first, 0, heading()).r32());
  }
  assign(kHand, 0);
  rg_.known.erase(kHand);
  if (in.op == Opcode::SowEach) {
    sow_each(in, first, n);
    return;
  }
  assign(kSown, n);
  Gp last;
  if (in.op == Opcode::SowSkip) last = sow_call(in.d, first, n, in.b, heading());
  else if (track.from != nullptr) last = sow_rows(track, track.from, first, n);
  else last = sow_call(in.d, first, n, -1, heading());
  after_lap(last, in.d);
}

// n seeds one by one from `first` on, with code after each. Everything is in registers, as that code may look at it all.
void JitCoder::sow_each(const Instruction& in, const Gp& first, const Gp& n) {
  if (words_ == 2 || in_each_ || scanning_) throw NotCompiled{};
  const JitTrack& track = tables_.tracks[in.d];
  const std::uint64_t all = track.pits.to_ullong();
  const asmjit::Label loop = cc.newLabel(), sown = cc.newLabel(), next = cc.newLabel(), failed = cc.newLabel(), done = cc.newLabel(), over = cc.newLabel();
  const Gp at = temp(), rest = temp(), skip = temp(), none = temp(), track_pits = temp(), before = temp();
  cc.mov(at.r32(), first.r32());
  cc.mov(rest.r32(), n.r32());
  cc.mov(skip, set_word(in.b, 0));
  cc.mov(track_pits, all);
  cc.xor_(none.r32(), none.r32());
  cc.and_(skip, track_pits);
  cc.cmp(skip, track_pits);
  cc.cmove(skip, none);
  cc.inc(fixed_[kLap].r32());
  cc.mov(fixed_[kSown].r32(), n.r32());
  cc.mov(fixed_[kCircuit].r32(), in.d >> 1);
  rg_.known.clear();
  rg_.one.clear();
  cc.bind(loop);
  cc.bt(skip, at);
  cc.jc(next);
  cc.movzx(before.r32(), pit(at));
  cc.inc(pit(at));
  cc.dec(rest.r32());
  cc.mov(fixed_[kBefore].r32(), before.r32());
  cc.mov(fixed_[kLast].r32(), at.r32());
  cc.mov(fixed_[kFrom].r32(), at.r32());
  cc.mov(fixed_[kRemaining].r32(), rest.r32());
  in_each_ = true;
  nested(in.e >> 1, sown, failed);
  in_each_ = false;
  cc.bind(sown);
  cc.test(rest.r32(), rest.r32());
  cc.jz(done);
  cc.bind(next);
  cc.mov(at.r32(), step_on(track, at, 0, heading()).r32());
  cc.jmp(loop);
  cc.bind(failed);
  if (inline_) cc.jmp(fail_);
  else leave(1);
  cc.bind(done);
  cc.bind(over);
}

}  // namespace mnc::engine

#endif
