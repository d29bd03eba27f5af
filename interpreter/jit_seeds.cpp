// Compiled code: what moves seeds, and the list of all instructions.
#if defined(MNC_HAS_JIT)

#include "interpreter/jit_code.h"

namespace mnc::engine {

using x86::CondCode;

namespace {

// Code that neither looks at seeds nor moves them: it may as well run a little later.
bool only_marks(const Program& p, Entry entry) {
  for (Entry pc = entry;; ++pc) {
    const Opcode op = p.code[static_cast<std::size_t>(pc)].op;
    if (op == Opcode::Done) return true;
    if (op != Opcode::Load && op != Opcode::SetVar && op != Opcode::SetPitVar && op != Opcode::Copy) return false;
  }
}

x86::Mem at_address(const Gp& base, int bytes) { return x86::ptr(base, 0, static_cast<std::uint32_t>(bytes)); }

}  // namespace

// ---- single pits: of byte counts whole blocks are loaded and stored, so that no load waits for a narrower store -----

void JitCoder::add_to_pit(const Gp& at, const Gp& n) {
  if (sh_.count_bytes == 2) {
    cc.add(pit(at), n.r16());
    return;
  }
  const Xmm x = cc.newXmm();
  const Gp row = temp(), block = temp();
  cc.vmovd(x, n.r32());
  cc.vpbroadcastb(x, x);
  cc.mov(row.r32(), at.r32());
  cc.and_(row.r32(), 15);
  cc.shl(row.r32(), 4);
  const Gp base = temp();
  cc.mov(base, reinterpret_cast<std::uint64_t>(tables_.only.data()));
  cc.vpand(x, x, x86::ptr(base, row, 0, 0, 16));
  cc.mov(block.r32(), at.r32());
  cc.and_(block.r32(), ~15);
  cc.vpaddb(x, x, x86::ptr(state_, block, 0, 0, 16));
  cc.vmovdqa(x86::ptr(state_, block, 0, 0, 16), x);
}

void JitCoder::clear_pit(const Gp& at) {
  if (sh_.count_bytes == 2) {
    cc.mov(pit(at), 0);
    return;
  }
  const Xmm x = cc.newXmm();
  const Gp row = temp(), block = temp(), base = temp();
  cc.mov(row.r32(), at.r32());
  cc.and_(row.r32(), 15);
  cc.shl(row.r32(), 4);
  cc.mov(block.r32(), at.r32());
  cc.and_(block.r32(), ~15);
  cc.mov(base, reinterpret_cast<std::uint64_t>(tables_.others.data()));
  cc.vmovdqa(x, x86::ptr(state_, block, 0, 0, 16));
  cc.vpand(x, x, x86::ptr(base, row, 0, 0, 16));
  cc.vmovdqa(x86::ptr(state_, block, 0, 0, 16), x);
}

// All seeds of a pit of a zone with a trigger were lifted or captured: the trigger's code, in place.
void JitCoder::emptied(const Gp& at) {
  for (const PlayerCode& player : p_.players)
    for (std::size_t i = 0; i < player.triggers.size(); ++i) {
      WideMask zone = player.trigger_zones[i];
      if (zone == 0) continue;
      if (in_trigger_ || (zone & (zone - 1)) != 0 || !only_marks(p_, player.triggers[i])) throw NotCompiled{};
      int only = 0;
      while ((zone >> only & 1) == 0) ++only;
      const asmjit::Label past = cc.newLabel();
      done_ = fail_ = past;
      cc.cmp(at.r32(), only);
      cc.jne(past);
      const Gp it = temp();
      cc.mov(it, fixed_[kIt]);
      cc.mov(fixed_[kIt].r32(), only);
      Region outer = std::move(rg_);
      const Regs outer_negative = negative_now_, outer_reads = reads_;
      const Entry outer_entry = std::exchange(entry_, player.triggers[i]);
      rg_ = Region();
      in_trigger_ = inline_ = true;
      explore(entry_);
      find_reads();
      find_negatives();
      region(entry_);
      in_trigger_ = inline_ = false;
      rg_ = std::move(outer);
      negative_now_ = outer_negative, reads_ = outer_reads;
      entry_ = outer_entry;
      cc.bind(past);
      cc.mov(fixed_[kIt], it);
      rg_.known.clear();
    }
}

void JitCoder::first_captured(const Gp& at) {
  if (purpose_ == Purpose::Play) return;
  const asmjit::Label later = cc.newLabel();
  cc.cmp(fixed_[kLap].r32(), 1);
  cc.ja(later);
  const Gp t = temp();
  for (int w = 0; w < words_; ++w) {
    const asmjit::Label other = cc.newLabel();
    cc.xor_(t.r32(), t.r32());
    if (words_ == 2) {
      cc.cmp(at.r32(), 64);
      if (w == 0) cc.jae(other);
      else cc.jb(other);
    }
    cc.bts(t, at);
    cc.bind(other);
    if (sh_.mask_bytes == 4) cc.or_(in_frame(sh_.first_captured, 4), t.r32());
    else cc.or_(in_frame(sh_.first_captured + 8 * w, 8), t);
  }
  cc.bind(later);
}

// Adds the seeds of one pit to `total` and takes them off the board.
void JitCoder::take_one(const Gp& at, bool none, const Gp& total) {
  const asmjit::Label skip = cc.newLabel();
  if (none) {
    cc.test(at.r32(), at.r32());
    cc.js(skip);
  }
  const Gp n = temp();
  cc.movzx(n.r32(), pit(at));
  cc.test(n.r32(), n.r32());
  cc.jz(skip);
  clear_pit(at);
  cc.add(total.r32(), n.r32());
  first_captured(at);
  emptied(at);
  cc.bind(skip);
}

// Takes all seeds of the pits in word w of a set off the board. Spoils `rest`.
void JitCoder::take_word(const Gp& rest, int w, const Gp& total) {
  const asmjit::Label loop = cc.newLabel(), done = cc.newLabel();
  const Gp at = temp();
  cc.test(rest, rest);
  cc.jz(done);
  cc.bind(loop);
  cc.tzcnt(at, rest);
  if (w == 1) cc.add(at.r32(), 64);
  take_one(at, false, total);
  cc.blsr(rest, rest);
  cc.jnz(loop);
  cc.bind(done);
}

// All seeds of a set but for the pit itself, into a pit.
void JitCoder::capture_pit(const Instruction& in) {
  if (words_ == 2 || may_be_none(in.d) || scanning_ || !start_.move) throw NotCompiled{};
  const Gp rest = temp(), at = temp(), total = temp();
  const asmjit::Label nothing = cc.newLabel();
  cc.mov(rest, set_word(in.a, 0));
  cc.mov(at.r32(), number(in.d).r32());
  cc.btr(rest, at);
  cc.xor_(total.r32(), total.r32());
  take_word(rest, 0, total);
  cc.test(total.r32(), total.r32());
  cc.jz(nothing);
  add_to_pit(at, total);
  cc.add(fixed_[kCaptured].r32(), total.r32());
  cc.bind(nothing);
  rg_.known.erase(kCaptured);
}

// Takes all seeds of the pits of a set off the board; how many they were.
Gp JitCoder::take(int set) {
  if (scanning_) throw NotCompiled{};
  if (!start_.move) throw NotCompiled{};
  const Gp total = temp();
  cc.xor_(total.r32(), total.r32());
  if (const auto one = rg_.one.find(set); one != rg_.one.end()) {
    const Gp at = temp();
    cc.mov(at.r32(), number(one->second).r32());
    take_one(at, may_be_none(one->second), total);
  } else {
    for (int w = 0; w < words_; ++w) {
      const Gp rest = temp();
      cc.mov(rest, set_word(set, w));
      take_word(rest, w, total);
    }
  }
  cc.add(fixed_[kCaptured].r32(), total.r32());
  rg_.known.erase(kCaptured);
  return total;
}

// Won and reserve are read together, so they are written together too.
void JitCoder::add_to_var(int v, const Gp& n) {
  if (v >= kFirstDeclared) {
    cc.add(var(v), n.r16());
    return;
  }
  if (v != 0) cc.shl(n, 16 * v);
  cc.add(x86::ptr(state_, sh_.vars, 8), n);
}

void JitCoder::capture_var(const Instruction& in) {
  const asmjit::Label nothing = cc.newLabel();
  if (!rg_.one.contains(in.a)) {
    const Gp any = temp();
    cc.mov(any, set_word(in.a, 0));
    if (words_ == 2) cc.or_(any, set_word(in.a, 1));
    cc.test(any, any);
    cc.jz(nothing);
  }
  const Gp n = take(in.a);
  add_to_var(in.d, n);
  cc.bind(nothing);
}

// ---- laps --------------------------------------------------------------------------------------------------

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
    leave(2);
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

Gp JitCoder::direction() {
  if (!direction_) return fixed_[kDirection];
  const Gp t = temp();
  cc.mov(t.r32(), *direction_);
  return t;
}

// The pit after `from` (before it if flip), -1 if it is not on the track. Precondition: from is a pit.
Gp JitCoder::step_on(const JitTrack& track, const Gp& from, int flip) {
  const Gp base = temp(), out = temp();
  if (direction_) {
    cc.mov(base, reinterpret_cast<std::uint64_t>(track.next[static_cast<std::size_t>(*direction_ ^ flip)]));
    cc.movsx(out.r32(), x86::ptr(base, from, 1, 0, 2));
    return out;
  }
  const Gp other = temp();
  cc.mov(base, reinterpret_cast<std::uint64_t>(track.next[static_cast<std::size_t>(flip)]));
  cc.mov(other, reinterpret_cast<std::uint64_t>(track.next[static_cast<std::size_t>(1 ^ flip)]));
  cc.test(fixed_[kDirection].r32(), fixed_[kDirection].r32());
  cc.cmovnz(base, other);
  cc.movsx(out.r32(), x86::ptr(base, from, 1, 0, 2));
  return out;
}

// n seeds (n > 0), starting in `first`: the engine's kernels.
Gp JitCoder::sow_call(int which, const Gp& first, const Gp& n, int skip) {
  const Gp how = temp(), t = temp(), tables = cc.newUIntPtr(), last = temp();
  cc.mov(how.r32(), n.r32());
  cc.shl(how, 32);
  cc.mov(t.r32(), first.r32());
  cc.shl(t, 16);
  cc.or_(how, t);
  cc.mov(t.r32(), direction().r32());
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
Gp JitCoder::sow_rows(const JitTrack& track, int which, const Gp& after, const Gp& n, const Gp* cleared) {
  const Gp index = temp(), rows = temp(), last = temp();
  const asmjit::Label longer = cc.newLabel(), done = cc.newLabel();
  const int blocks = track.blocks, first = 16 * track.first_block;
  cc.cmp(n.r32(), JitTrack::kMost);
  cc.ja(longer);
  cc.mov(index.r32(), after.r32());
  if (first != 0) cc.sub(index.r32(), first);
  const Gp clear = temp();
  if (cleared != nullptr) {
    cc.mov(clear.r32(), index.r32());
    cc.shl(clear.r32(), 4);
    const Gp others = temp();
    cc.mov(others, reinterpret_cast<std::uint64_t>(tables_.others.data()));
    cc.add(clear, others);
  }
  cc.shl(index.r32(), 6);
  cc.add(index.r32(), n.r32());
  const auto choose = [&](const Gp& out, const std::array<const std::uint8_t*, 2>& tables) {
    if (direction_) {
      cc.mov(out, reinterpret_cast<std::uint64_t>(tables[static_cast<std::size_t>(*direction_)]));
      return;
    }
    const auto a = reinterpret_cast<std::int64_t>(tables[0]), b = reinterpret_cast<std::int64_t>(tables[1]);
    const Gp other = temp();
    cc.mov(out, a), cc.mov(other, b);
    cc.test(fixed_[kDirection].r32(), fixed_[kDirection].r32());
    cc.cmovnz(out, other);
  };
  choose(rows, track.last);
  cc.movzx(last.r32(), x86::ptr(rows, index, 0, 0, 1));
  choose(rows, track.rows);
  cc.shl(index.r32(), blocks == 1 ? 4 : 5);
  for (int i = 0; i < blocks; ++i) {
    const Xmm x = cc.newXmm();
    const x86::Mem at = x86::ptr(state_, first + 16 * i, 16);
    cc.vmovdqa(x, at);
    if (cleared != nullptr) {
      if (blocks == 1) {
        cc.vpand(x, x, at_address(clear, 16));
      } else {
        throw NotCompiled{};
      }
    }
    cc.vpaddb(x, x, x86::ptr(rows, index, 0, 16 * i, 16));
    cc.vmovdqa(at, x);
  }
  cc.jmp(done);
  cc.bind(longer);
  if (cleared != nullptr) cc.mov(pit(*cleared), 0);
  cc.mov(last.r32(), sow_call(which, step_on(track, after, 0), n, -1).r32());
  cc.bind(done);
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
  cc.jmp(end);
  cc.bind(around);
  cc.mov(first.r32(), up ? low : high - 1);
  cc.jmp(done);
  cc.bind(longer);
  cc.mov(last.r32(), sow_call(which, first, n, -1).r32());
  cc.bind(end);
  return last;
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
  const bool check = in.a != kLast && static_cast<int>(track.pits.count()) != p_.size;  // it may start off the track
  if (check) {
    const Gp next = step_on(track, at, 0);
    cc.test(next.r32(), next.r32());
    cc.js(off);
  }
  if (track.blocks == 1) {
    cc.mov(last.r32(), sow_rows(track, in.d, at, n, &at).r32());
  } else if (sh_.count_bytes == 2 && track.base >= 0 && direction_ && track.base + track.length + 16 <= sh_.pits) {
    cc.mov(pit(at), 0);
    cc.mov(last.r32(), sow_run(track, in.d, at, n).r32());
  } else {
    clear_pit(at);
    cc.mov(last.r32(), sow_call(in.d, step_on(track, at, 0), n, -1).r32());
  }
  if (check) {
    cc.jmp(sown);
    cc.bind(off);
    clear_pit(at);
    const Gp first = temp();
    cc.mov(first.r32(), p_.tracks[in.d].cycle[0]);
    cc.mov(last.r32(), sow_call(in.d, first, n, -1).r32());
    cc.bind(sown);
  }
  emptied(at);
  after_lap(last, n, in.d);
  cc.jmp(rg_.labels.at(in.c));
}

// The hand, starting in or after a pit.
void JitCoder::sow(const Instruction& in, Entry) {
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
    cc.mov(first.r32(), step_on(track, first, 0).r32());
    cc.test(first.r32(), first.r32());
    cc.jns(on);
  } else {
    const Gp next = step_on(track, first, 0);  // -1: not on the track
    cc.test(next.r32(), next.r32());
    cc.jns(on);
  }
  cc.bind(off);
  cc.mov(first.r32(), p_.tracks[in.d].cycle[0]);
  cc.bind(on);
  assign(kHand, 0);
  rg_.known.erase(kHand);
  Gp last;
  if (in.op == Opcode::SowSkip) last = sow_call(in.d, first, n, in.b);
  else if (track.blocks == 1) last = sow_rows(track, in.d, step_on(track, first, 1), n, nullptr);
  else last = sow_call(in.d, first, n, -1);
  after_lap(last, n, in.d);
}

// ---- the hand ----------------------------------------------------------------------------------------------

void JitCoder::lift_some(const Instruction& in) {
  const asmjit::Label none = cc.newLabel();
  const Gp at = temp(), has = temp(), n = temp(), zero = temp();
  cc.mov(at.r32(), number(in.b).r32());
  if (may_be_none(in.b)) {
    cc.test(at.r32(), at.r32());
    cc.js(none);
  }
  cc.movzx(has.r32(), pit(at));
  if (in.d == 0) {
    cc.mov(n.r32(), number(in.a).r32());
  } else {
    cc.mov(n.r32(), has.r32());
    cc.sub(n.r32(), number(in.a).r32());
  }
  cc.xor_(zero.r32(), zero.r32());
  cc.test(n.r32(), n.r32());
  cc.cmovs(n.r32(), zero.r32());
  cc.cmp(n.r32(), has.r32());
  cc.cmovg(n.r32(), has.r32());
  cc.add(fixed_[kHand].r32(), n.r32());
  rg_.known.erase(kHand);
  const Gp less = temp();
  cc.mov(less.r32(), n.r32());
  cc.neg(less.r32());
  add_to_pit(at, less);
  if (read(kFrom)) cc.mov(fixed_[kFrom].r32(), at.r32());
  cc.test(n.r32(), n.r32());
  cc.jz(none);
  cc.cmp(n.r32(), has.r32());
  cc.jne(none);
  emptied(at);
  cc.bind(none);
  rg_.known.erase(kFrom);
}

void JitCoder::place(const Instruction& in) {
  const asmjit::Label none = cc.newLabel();
  const Gp at = temp(), n = temp(), has = temp(), zero = temp();
  cc.mov(at.r32(), number(in.b).r32());
  if (may_be_none(in.b)) {
    cc.test(at.r32(), at.r32());
    cc.js(none);
  }
  cc.mov(n.r32(), number(in.a).r32());
  cc.movsx(has.r32(), var(kReserve + in.d));
  cc.xor_(zero.r32(), zero.r32());
  cc.test(n.r32(), n.r32());
  cc.cmovs(n.r32(), zero.r32());
  cc.cmp(n.r32(), has.r32());
  cc.cmovg(n.r32(), has.r32());
  add_to_pit(at, n);
  cc.neg(n.r32());
  cc.movsxd(n, n.r32());
  add_to_var(kReserve + in.d, n);
  cc.bind(none);
}

void JitCoder::ask(const Instruction& in, Entry pc) {
  const Gp answer = temp();
  if (purpose_ == Purpose::PlayLap || purpose_ == Purpose::TrialLap) {
    const asmjit::Label later = cc.newLabel();
    cc.cmp(fixed_[kLap].r32(), 1);
    cc.jne(later);
    leave(3);
    cc.bind(later);
  }
  const Gp answers = temp();
  cc.mov(answers.r32(), in.d);
  asmjit::InvokeNode* call = nullptr;
  cc.invoke(&call, reinterpret_cast<std::uint64_t>(calls_.ask), asmjit::FuncSignatureT<std::int64_t, void*, std::uint64_t>());
  call->setArg(0, frame_), call->setArg(1, answers);
  call->setRet(0, answer);
  for (int i = 1; i < in.d; ++i) {
    cc.cmp(answer.r32(), i);
    cc.je(rg_.labels.at(pc + 1 + i));
  }
  cc.jmp(rg_.labels.at(pc + 1));
}

// ---- every instruction -------------------------------------------------------------------------------------

void JitCoder::instruction(Entry pc) {
  const Instruction& in = p_.code[static_cast<std::size_t>(pc)];
  const auto number_test = [&](CondCode yes) {
    if (in.op == Opcode::TestEqual || in.op == Opcode::TestLess) cc.cmp(number(in.a).r32(), number(in.b).r32());
    else cc.cmp(number(in.a).r32(), in.e);
    jump_if(yes, in.d != 0, in.c);
  };
  const auto question = [&](auto asked) {
    const Gp what = temp(), out = temp();
    cc.mov(what, static_cast<std::uint64_t>(in.a) << 32 | static_cast<std::uint32_t>(in.e));
    asmjit::InvokeNode* call = nullptr;
    cc.invoke(&call, reinterpret_cast<std::uint64_t>(asked), asmjit::FuncSignatureT<std::int64_t, void*, const void*, std::uint64_t>());
    call->setArg(0, frame_), call->setArg(1, state_), call->setArg(2, what);
    call->setRet(0, out);
    return out;
  };
  switch (in.op) {
    case Opcode::Done:
      if (inline_) cc.jmp(done_);
      else leave(0);
      break;
    case Opcode::Fail:
      if (inline_) cc.jmp(fail_);
      else leave(1);
      break;
    case Opcode::Jump: cc.jmp(rg_.labels.at(in.c)); break;

    case Opcode::TestSome: {
      const Gp t = temp();
      cc.mov(t, set_word(in.a, 0));
      if (words_ == 2) cc.or_(t, set_word(in.a, 1));
      cc.test(t, t);
      jump_if(CondCode::kNotZero, in.d != 0, in.c);
      break;
    }
    case Opcode::TestHolds: test_holds(in); break;
    case Opcode::TestIn: test_in(in.a, in.b, in.d != 0, in.c); break;
    case Opcode::TestSeeds: test_counts(seeds(in.a), in.b, in.d != 0, in.c); break;
    case Opcode::TestCount: test_counts(number(in.a), in.b, in.d != 0, in.c); break;
    case Opcode::TestEqual:
    case Opcode::TestEqualK: number_test(CondCode::kEqual); break;
    case Opcode::TestLess:
    case Opcode::TestLessK: number_test(CondCode::kSignedLT); break;
    case Opcode::TestVar:
      cc.cmp(var(in.a), in.e);
      jump_if(CondCode::kEqual, in.d != 0, in.c);
      break;
    case Opcode::TestFlag: {
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
      break;
    }
    case Opcode::TestCan: {
      if (known_player_ == in.a && in.e == 0) {
        cc.test(found_count_.r32(), found_count_.r32());
        jump_if(CondCode::kNotZero, in.d != 0, in.c);
        break;
      }
      const Gp yes = question(calls_.can);
      cc.test(yes.r32(), yes.r32());
      jump_if(CondCode::kNotZero, in.d != 0, in.c);
      break;
    }

    case Opcode::Load: assign(in.d, in.e); break;
    case Opcode::Copy: assign(in.d, number(in.a)); break;
    case Opcode::Seeds: assign(in.d, seeds(in.a)); break;
    case Opcode::Sum: {
      const Gp sum = temp(), rest = temp(), at = temp(), n = temp();
      cc.xor_(sum.r32(), sum.r32());
      for (int w = 0; w < words_; ++w) {
        const asmjit::Label loop = cc.newLabel(), done = cc.newLabel();
        cc.mov(rest, set_word(in.a, w));
        cc.bind(loop);
        cc.test(rest, rest);
        cc.jz(done);
        cc.tzcnt(at, rest);
        cc.blsr(rest, rest);
        if (w == 1) cc.add(at.r32(), 64);
        cc.movzx(n.r32(), pit(at));
        cc.add(sum.r32(), n.r32());
        cc.jmp(loop);
        cc.bind(done);
      }
      assign(in.d, sum);
      break;
    }
    case Opcode::CountPits: {
      const Gp n = temp(), m = temp();
      cc.popcnt(n, set_word(in.a, 0));
      if (words_ == 2) cc.popcnt(m, set_word(in.a, 1)), cc.add(n, m);
      assign(in.d, n);
      break;
    }
    case Opcode::Var: {
      const Gp v = temp();
      cc.movsx(v.r32(), var(in.a));
      assign(in.d, v);
      break;
    }
    case Opcode::Facing: {
      const Gp out = temp(), base = temp();
      const asmjit::Label none = cc.newLabel();
      if (may_be_none(in.a)) {
        cc.mov(out.r32(), -1);
        cc.test(number(in.a).r32(), number(in.a).r32());
        cc.js(none);
      }
      if (tables_.mirror) {
        cc.mov(out.r32(), *tables_.mirror);
        cc.sub(out.r32(), number(in.a).r32());
      } else {
        cc.mov(base, reinterpret_cast<std::uint64_t>(p_.facing.data()));
        cc.movsx(out.r32(), x86::ptr(base, number(in.a), 1, 0, 2));
      }
      cc.bind(none);
      assign(in.d, out);
      break;
    }
    case Opcode::Along: {
      if (p_.tracks.size() != 2) throw NotCompiled{};
      const Gp out = temp();
      const asmjit::Label none = cc.newLabel();
      if (may_be_none(in.a)) {
        cc.mov(out.r32(), -1);
        cc.test(number(in.a).r32(), number(in.a).r32());
        cc.js(none);
      }
      cc.mov(out.r32(), step_on(tables_.tracks[in.b], number(in.a), in.e).r32());
      cc.bind(none);
      assign(in.d, out);
      break;
    }
    case Opcode::Only: {
      const Gp out = temp(), n = temp();
      if (words_ == 2) throw NotCompiled{};
      const asmjit::Label none = cc.newLabel();
      const Gp m = set_word(in.a, 0);
      cc.popcnt(n, m);
      cc.mov(out.r32(), -1);
      cc.cmp(n.r32(), 1);
      cc.jne(none);
      cc.tzcnt(out, m);
      cc.bind(none);
      assign(in.d, out);
      break;
    }
    case Opcode::LastMover: {
      const Gp out = temp();
      cc.movzx(out.r32(), x86::ptr(state_, sh_.last_mover, 2));
      assign(in.d, out);
      break;
    }
    case Opcode::Occurrences: {
      const Gp out = temp();
      cc.mov(out.r32(), in_frame(sh_.occurrences, 4));
      assign(in.d, out);
      break;
    }
    case Opcode::Add:
    case Opcode::Subtract:
    case Opcode::Multiply: {
      const Gp out = temp();
      cc.mov(out.r32(), number(in.a).r32());
      if (in.op == Opcode::Add) cc.add(out.r32(), number(in.b).r32());
      else if (in.op == Opcode::Subtract) cc.sub(out.r32(), number(in.b).r32());
      else cc.imul(out.r32(), number(in.b).r32());
      assign(in.d, out);
      break;
    }

    case Opcode::MaskCopy:
      for (int w = 0; w < words_; ++w) assign_set(in.d, w, set_word(in.a, w));
      break;
    case Opcode::MaskHolds:
      for (int w = 0; w < words_; ++w) assign_set(in.d, w, holding(in.e, in.a, w));
      break;
    case Opcode::MaskCounts: mask_counts(in); break;
    case Opcode::MaskAnd:
    case Opcode::MaskOr:
    case Opcode::MaskAndNot: binary(in); break;
    case Opcode::MaskFlag:
    case Opcode::MaskNoFlag:
      for (int w = 0; w < words_; ++w) {
        const Gp t = temp();
        const int at = sh_.flags + sh_.mask_bytes * in.b + 8 * w;
        if (sh_.mask_bytes == 4) cc.mov(t.r32(), x86::ptr(state_, at, 4));
        else cc.mov(t, x86::ptr(state_, at, 8));
        if (in.op == Opcode::MaskFlag) cc.and_(t, set_word(in.a, w));
        else cc.andn(t, t, set_word(in.a, w));
        assign_set(in.d, w, t);
      }
      break;
    case Opcode::MaskFacing:
    case Opcode::MaskFaced: map_set(in); break;
    case Opcode::MaskRun: mask_run(in, false); break;
    case Opcode::MaskRunHolds: mask_run(in, true); break;
    case Opcode::MaskOne:
      bit_of(in.d, number(in.a), false, may_be_none(in.a));
      rg_.one[in.d] = in.a;
      break;
    case Opcode::MaskAdd: bit_of(in.d, number(in.a), true, may_be_none(in.a)); break;
    case Opcode::MaskNext: {
      if (words_ == 2) throw NotCompiled{};
      const Gp m = set_word(in.a, 0), out = temp();
      cc.test(m, m);
      cc.jz(rg_.labels.at(in.c));
      cc.tzcnt(out, m);
      cc.blsr(m, m);
      assign(in.d, out);
      break;
    }
    case Opcode::Targets:
      (void)question(calls_.targets);
      for (int w = 0; w < words_; ++w) {
        const Gp t = temp();
        if (sh_.mask_bytes == 4) cc.mov(t.r32(), in_frame(sh_.result, 4));
        else cc.mov(t, in_frame(sh_.result + 8 * w, 8));
        assign_set(in.d, w, t);
      }
      break;

    case Opcode::Place: place(in); break;
    case Opcode::LiftAll: {
      if (!start_.move) throw NotCompiled{};
      const asmjit::Label none = cc.newLabel();
      const Gp at = temp(), n = temp();
      cc.mov(at.r32(), number(in.a).r32());
      if (may_be_none(in.a)) {
        cc.test(at.r32(), at.r32());
        cc.js(none);
      }
      cc.movzx(n.r32(), pit(at));
      cc.add(fixed_[kHand].r32(), n.r32());
      rg_.known.erase(kHand);
      if (read(kFrom)) cc.mov(fixed_[kFrom].r32(), at.r32());
      rg_.known.erase(kFrom);
      cc.test(n.r32(), n.r32());
      cc.jz(none);
      clear_pit(at);
      emptied(at);
      cc.bind(none);
      break;
    }
    case Opcode::LiftSome: lift_some(in); break;
    case Opcode::CaptureVar: capture_var(in); break;
    case Opcode::CapturePit: capture_pit(in); break;
    case Opcode::CaptureHand: {
      if (scanning_) {
        scan_take(in);
        break;
      }
      const Gp n = take(in.a);
      cc.add(fixed_[kHand].r32(), n.r32());
      rg_.known.erase(kHand);
      break;
    }
    case Opcode::Sow:
    case Opcode::SowSkip: sow(in, pc); break;
    case Opcode::Relay: relay(in); break;
    case Opcode::MarkPits:
    case Opcode::MarkPit: {
      if (words_ == 2 || may_be_none(in.a)) throw NotCompiled{};
      const Gp t = temp();
      if (in.op == Opcode::MarkPit) cc.xor_(t.r32(), t.r32()), cc.bts(t, number(in.a));
      else cc.mov(t, set_word(in.a, 0));
      if (in.d == 0) cc.not_(t);
      const x86::Mem flags = x86::ptr(state_, sh_.flags + sh_.mask_bytes * in.b, static_cast<std::uint32_t>(sh_.mask_bytes));
      const Gp value = sh_.mask_bytes == 4 ? t.r32() : t;
      if (in.d != 0) cc.or_(flags, value);
      else cc.and_(flags, value);
      break;
    }
    case Opcode::SetVar: {
      const Gp v = temp(), limit = temp();
      cc.xor_(limit.r32(), limit.r32());
      cc.mov(v.r32(), number(in.a).r32());
      cc.test(v.r32(), v.r32());
      cc.cmovs(v.r32(), limit.r32());
      cc.mov(limit.r32(), in.e);
      cc.cmp(v.r32(), limit.r32());
      cc.cmovg(v.r32(), limit.r32());
      cc.mov(var(in.d), v.r16());
      break;
    }
    case Opcode::SetPitVar: cc.mov(var(in.d), number(in.a).r16()); break;
    case Opcode::Again: cc.mov(in_frame(sh_.again, 1), 1); break;
    case Opcode::Ask: ask(in, pc); break;
    case Opcode::LapsOver:
      if (scanning_) {
        cc.jmp(done_);
        break;
      }
      if (purpose_ == Purpose::PlayLap || purpose_ == Purpose::TrialLap) leave(3);
      break;
    case Opcode::FirstNeed:
      if (scanning_) {
        if (in.d >= JitScan::kNeeds) throw NotCompiled{};
        cc.mov(needs_[in.d], set_word(in.a, 0));
        cc.mov(needed_[in.d].r32(), 1);
        break;
      }
      cc.mov(in_frame(sh_.first_needed + in.d, 1), 1);
      for (int w = 0; w < words_; ++w) {
        const Gp m = set_word(in.a, w);
        const int at = sh_.first_need + sh_.mask_bytes * in.d + 8 * w;
        if (sh_.mask_bytes == 4) cc.mov(in_frame(at, 4), m.r32());
        else cc.mov(in_frame(at, 8), m);
      }
      break;
    case Opcode::Missed: cc.or_(in_frame(sh_.missed, 4), 1u << in.d); break;
    case Opcode::Row:
      cc.mov(out_, static_cast<std::uint64_t>(pc + 1) << 8 | Jit::kRow);
      cc.jmp(exit_);
      break;

    case Opcode::Column:
    case Opcode::Owner:
    case Opcode::Ply:
    case Opcode::Divide:
    case Opcode::Modulo:
    case Opcode::CaptureFor:
    case Opcode::Note:
    case Opcode::SowEach:
    case Opcode::Pick:
    case Opcode::Shift:
    case Opcode::Ahead:
    case Opcode::FirstOf:
    case Opcode::PickNumber:
    case Opcode::Past:
    case Opcode::Outermost:
    case Opcode::CaptureSome:
    case Opcode::MaskRunBy:
    case Opcode::Behind:
    case Opcode::Takes:
    case Opcode::Wins:
    case Opcode::Drawn:
    case Opcode::Voided:
    case Opcode::Measure: throw NotCompiled{};
  }
}

}  // namespace mnc::engine

#endif
