// Compiled code: laps.
#if defined(MNC_HAS_JIT)

#include <algorithm>

#include "interpreter/jit_code.h"

namespace mnc::engine {

namespace {

x86::Mem at_address(const Gp& base, int bytes) { return x86::ptr(base, 0, static_cast<std::uint32_t>(bytes)); }

}  // namespace

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

void JitCoder::after_lap(const Gp& last, const Gp& n, int track) {
  if (const auto known = rg_.known.find(kLap); known != rg_.known.end()) assign(kLap, known->second + 1);
  else cc.inc(fixed_[kLap].r32());
  assign(kSown, n);
  if (read(kCircuit)) assign(kCircuit, track >> 1);
  assign(kLast, last);
  assign(kFrom, last);
  if (!read(kBefore)) return;
  const Gp before = temp();
  cc.movzx(before.r32(), pit(last));
  cc.dec(before.r32());
  assign(kBefore, before);
}

// The pit after `from` (before it if flip), -1 if it is not on the track. Precondition: from is a pit.
Gp JitCoder::step_on(const JitTrack& track, const Gp& from, int flip, const Heading& heading) {
  const Gp base = temp(), out = temp();
  if (heading.constant) {
    cc.mov(base, reinterpret_cast<std::uint64_t>(track.next + kMaxSlots * (*heading.constant ^ flip)));
    cc.movsx(out.r32(), x86::ptr(base, from, 1, 0, 2));
    return out;
  }
  static_assert(kMaxSlots == 1 << 7);
  cc.mov(base, reinterpret_cast<std::uint64_t>(track.next));
  cc.mov(out.r32(), heading.number.r32());
  if (flip != 0) cc.xor_(out.r32(), 1);
  cc.shl(out.r32(), 7);
  cc.add(out.r32(), from.r32());
  cc.movsx(out.r32(), x86::ptr(base, out, 1, 0, 2));
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

// The seeds are added in one go. `after`: the pit that sowing starts after; it is emptied first if `cleared`.
Gp JitCoder::sow_rows(const JitTrack& track, int which, const Gp& after, const Gp& n, bool cleared) {
  const Gp index = temp(), table = temp(), last = temp(), clear = temp();
  const asmjit::Label longer = cc.newLabel(), done = cc.newLabel();
  const int first = 16 * track.first_block;
  const Heading way = heading();
  cc.cmp(n.r32(), JitTrack::kMost);
  cc.ja(longer);
  cc.mov(index.r32(), after.r32());
  if (first != 0) cc.sub(index.r32(), first);
  if (cleared) {
    cc.mov(clear.r32(), index.r32());
    cc.shl(clear.r32(), 4);
    cc.mov(table, reinterpret_cast<std::uint64_t>(tables_.others.data()));
    cc.add(clear, table);
  }
  if (!way.constant) {
    const Gp direction = temp();
    cc.mov(direction.r32(), way.number.r32());
    cc.shl(direction.r32(), 4);
    cc.add(index.r32(), direction.r32());
  }
  static_assert(JitTrack::place(1, 0, 0) == 16 << 6 && JitTrack::place(0, 1, 0) == 1 << 6);
  cc.shl(index.r32(), 6);
  cc.add(index.r32(), n.r32());
  const int known = JitTrack::place(way.constant.value_or(0), 0, 0);
  cc.mov(table, reinterpret_cast<std::uint64_t>(track.last + known));
  cc.movzx(last.r32(), x86::ptr(table, index, 0, 0, 1));
  cc.mov(table, reinterpret_cast<std::uint64_t>(track.rows + 16 * known));
  cc.shl(index.r32(), 4);
  const Xmm x = cc.newXmm();
  const x86::Mem at = x86::ptr(state_, first, 16);
  cc.vmovdqa(x, at);
  if (cleared) cc.vpand(x, x, at_address(clear, 16));
  cc.vpaddb(x, x, x86::ptr(table, index, 0, 0, 16));
  cc.vmovdqa(at, x);
  cc.bind(done);
  seldom(longer, done, [=, this, &track] {
    if (cleared) cc.mov(pit(after), 0);
    cc.mov(last.r32(), sow_call(which, step_on(track, after, 0, way), n, -1, way).r32());
  });
  return last;
}

// Pits side by side, few seeds and the same direction always: ones added to a stretch of the board.
Gp JitCoder::sow_run(const JitTrack& track, int which, const Gp& after, const Gp& n) {
  const bool up = (*direction_ == 0) == track.ascending;
  const Gp last = temp(), begin = temp(), row = temp(), base = temp();
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
  cc.mov(base, reinterpret_cast<std::uint64_t>(tables_.ones.data()));
  const Xmm x = cc.newXmm();
  cc.vmovdqu(x, x86::ptr(state_, begin, 1, 0, 16));
  cc.vpaddw(x, x, x86::ptr(base, row, 0, 0, 16));
  cc.vmovdqu(x86::ptr(state_, begin, 1, 0, 16), x);
  cc.cmp(n.r32(), 8);
  cc.jbe(end);
  cc.vmovdqu(x, x86::ptr(state_, begin, 1, 16, 16));
  cc.vpaddw(x, x, x86::ptr(base, row, 0, 16, 16));
  cc.vmovdqu(x86::ptr(state_, begin, 1, 16, 16), x);
  cc.bind(end);
  seldom(around, done, [=, this] { cc.mov(first.r32(), up ? low : high - 1); });
  const Heading way = heading();
  seldom(longer, end, [=, this] { cc.mov(last.r32(), sow_call(which, first, n, -1, way).r32()); });
  return last;
}

// Whether a relay may start from a pit that is not on its track.
bool JitCoder::may_start_off(const Instruction& relay) const {
  const auto& pits = tables_.tracks[relay.d].pits;
  if (static_cast<int>(pits.count()) == p_.size) return false;
  if (relay.a != kLast) return true;
  return std::any_of(rg_.labels.begin(), rg_.labels.end(), [&](const auto& place) {  // the last seed may have fallen off it
    const Instruction& in = p_.code[static_cast<std::size_t>(place.first)];
    return sows(in) && (tables_.tracks[in.d].pits & ~pits).any();
  });
}

// Lift all of a pit and sow it, starting after it.
void JitCoder::relay(const Instruction& in) {
  if (scanning_) {
    scan_relay(in);
    return;
  }
  before_lap();
  const JitTrack& track = tables_.tracks[in.d];
  const Gp at = temp(), n = temp();
  cc.mov(at.r32(), number(in.a).r32());
  if (may_be_none(in.a)) throw NotCompiled{};
  cc.movzx(n.r32(), pit(at));
  cc.test(n.r32(), n.r32());
  cc.jz(rg_.labels.at(in.e));
  const Gp last = temp();
  const asmjit::Label off = cc.newLabel(), sown = cc.newLabel();
  const bool check = may_start_off(in);
  if (check) {
    const Gp next = step_on(track, at, 0, heading());
    cc.test(next.r32(), next.r32());
    cc.js(off);
  }
  if (track.rows != nullptr) {
    cc.mov(last.r32(), sow_rows(track, in.d, at, n, true).r32());
  } else if (sh_.count_bytes == 2 && track.base >= 0 && direction_ && track.base + track.length + 16 <= sh_.pits) {
    cc.mov(pit(at), 0);
    cc.mov(last.r32(), sow_run(track, in.d, at, n).r32());
  } else {
    clear_pit(at);
    cc.mov(last.r32(), sow_call(in.d, step_on(track, at, 0, heading()), n, -1, heading()).r32());
  }
  if (check) {
    cc.jmp(sown);
    cc.bind(off);
    clear_pit(at);
    const Gp first = temp();
    cc.mov(first.r32(), p_.tracks[in.d].cycle[0]);
    cc.mov(last.r32(), sow_call(in.d, first, n, -1, heading()).r32());
    cc.bind(sown);
  }
  emptied(at);
  after_lap(last, n, in.d);
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
  const asmjit::Label off = cc.newLabel(), on = cc.newLabel();
  cc.mov(first.r32(), number(in.a).r32());
  cc.test(first.r32(), first.r32());
  cc.js(off);
  if ((in.e & 1) != 0) {
    cc.mov(first.r32(), step_on(track, first, 0, heading()).r32());
    cc.test(first.r32(), first.r32());
    cc.jns(on);
  } else {
    const Gp next = step_on(track, first, 0, heading());  // -1: not on the track
    cc.test(next.r32(), next.r32());
    cc.jns(on);
  }
  cc.bind(off);
  cc.mov(first.r32(), p_.tracks[in.d].cycle[0]);
  cc.bind(on);
  assign(kHand, 0);
  rg_.known.erase(kHand);
  if (in.op == Opcode::SowEach) {
    sow_each(in, first, n);
    return;
  }
  Gp last;
  if (in.op == Opcode::SowSkip) last = sow_call(in.d, first, n, in.b, heading());
  else if (track.rows != nullptr) last = sow_rows(track, in.d, step_on(track, first, 1, heading()), n, false);
  else last = sow_call(in.d, first, n, -1, heading());
  after_lap(last, n, in.d);
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
