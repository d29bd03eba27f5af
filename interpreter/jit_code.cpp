// Compiled code: control flow, registers, tests and sets of pits. What moves seeds is in jit_seeds.cpp.
#if defined(MNC_HAS_JIT)

#include "interpreter/jit_code.h"

namespace mnc::engine {

using x86::CondCode;

namespace {

bool is_test(Opcode op) { return op >= Opcode::TestSome && op <= Opcode::TestCan; }

// A set of counts as lo..hi, if it is that (hi 1023: and all above).
struct Range { int low = 0, high = -1; };
std::optional<Range> range_of(const std::array<std::uint64_t, 16>& counts) {
  Range r;
  bool inside = false, over = false;
  for (int n = 0; n < 1024; ++n) {
    const bool in = (counts[static_cast<std::size_t>(n >> 6)] >> (n & 63) & 1) != 0;
    if (in && over) return std::nullopt;
    if (in && !inside) r.low = n, inside = true;
    if (in) r.high = n;
    if (!in && inside) over = true;
  }
  return r;
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

// ---- the shape of the code ---------------------------------------------------------------------------------

std::vector<Entry> JitCoder::successors(Entry pc) const {
  const Instruction& in = p_.code[static_cast<std::size_t>(pc)];
  switch (in.op) {
    case Opcode::Done:
    case Opcode::Fail:
    case Opcode::Row: return {};
    case Opcode::Jump: return {in.c};
    case Opcode::Relay: return {in.c, in.e};
    case Opcode::MaskNext:
    case Opcode::Sow:
    case Opcode::SowSkip: return {pc + 1, in.c};
    case Opcode::SowEach:
    case Opcode::Pick:
    case Opcode::Shift:
    case Opcode::Ahead:
    case Opcode::FirstOf:
    case Opcode::PickNumber:
    case Opcode::Past:
    case Opcode::Outermost:
    case Opcode::CaptureSome:
    case Opcode::MaskRunBy: throw NotCompiled{};
    case Opcode::Ask: {
      std::vector<Entry> out;
      for (int i = 0; i < in.d; ++i) out.push_back(pc + 1 + i);
      return out;
    }
    default: break;
  }
  if (is_test(in.op)) return {pc + 1, in.c};
  return {pc + 1};
}

void JitCoder::explore(Entry entry) {
  std::vector<Entry> open{entry};
  rg_.labels.emplace(entry, cc.newLabel());
  rg_.arrivals[entry] = 1;
  while (!open.empty()) {
    const Entry pc = open.back();
    open.pop_back();
    for (const Entry next : successors(pc)) {
      const Opcode op = p_.code[static_cast<std::size_t>(pc)].op;
      const bool falls = next == pc + 1 && op != Opcode::Ask && op != Opcode::Jump && op != Opcode::Relay;
      rg_.arrivals[next] += falls ? 1 : 2;
      if (rg_.labels.emplace(next, cc.newLabel()).second) open.push_back(next);
    }
  }
}

JitCoder::Regs JitCoder::step_negatives(Entry pc, Regs in) const {
  const Instruction& i = p_.code[static_cast<std::size_t>(pc)];
  const auto set = [&in](int r, bool may) { in[static_cast<std::size_t>(r)] = may; };
  const bool a = in[i.a < kMaxRegisters ? i.a : 0];
  switch (i.op) {
    case Opcode::Load: set(i.d, i.e < 0); break;
    case Opcode::Copy: set(i.d, a); break;
    case Opcode::Seeds:
    case Opcode::Sum:
    case Opcode::CountPits:
    case Opcode::Column:
    case Opcode::Owner:
    case Opcode::LastMover:
    case Opcode::Ply:
    case Opcode::Occurrences:
    case Opcode::MaskNext: set(i.d, false); break;
    case Opcode::Facing: {
      bool all = true;
      for (int k = 0; k < p_.size; ++k) all = all && p_.facing[static_cast<std::size_t>(k)] >= 0;
      set(i.d, a || !all);
      break;
    }
    case Opcode::Var:
    case Opcode::Only:
    case Opcode::Behind:
    case Opcode::Along:
    case Opcode::Add:
    case Opcode::Subtract:
    case Opcode::Multiply:
    case Opcode::Divide:
    case Opcode::Modulo: set(i.d, true); break;
    case Opcode::LiftAll: set(kFrom, in[kFrom] && a); break;
    case Opcode::Sow:
    case Opcode::SowSkip:
    case Opcode::Relay: set(kLast, false), set(kFrom, false); break;
    default: break;
  }
  return in;
}

void JitCoder::find_negatives() {
  Regs first;
  if (!start_.placed) first.set(kOrigin), first.set(kLast), first.set(kFrom);
  std::vector<Entry> open{rg_.labels.empty() ? 0 : entry_};
  rg_.negative[open[0]] = first;
  while (!open.empty()) {
    const Entry pc = open.back();
    open.pop_back();
    const Regs out = step_negatives(pc, rg_.negative[pc]);
    for (const Entry next : successors(pc)) {
      const auto [at, added] = rg_.negative.try_emplace(next, out);
      if (!added && (at->second | out) == at->second) continue;
      at->second |= out;
      open.push_back(next);
    }
  }
}

// Registers that anything looks at; what is written to the others need not be written.
void JitCoder::find_reads() {
  for (const auto& [pc, label] : rg_.labels) {
    (void)label;
    const Instruction& in = p_.code[static_cast<std::size_t>(pc)];
    const auto reads = [this](int r) { reads_.set(static_cast<std::size_t>(r)); };
    switch (in.op) {
      case Opcode::TestIn: case Opcode::TestSeeds: case Opcode::TestCount: case Opcode::TestEqualK: case Opcode::TestLessK:
      case Opcode::TestFlag: case Opcode::Copy: case Opcode::Seeds: case Opcode::Facing: case Opcode::Column: case Opcode::Owner:
      case Opcode::MaskOne: case Opcode::MaskAdd: case Opcode::MarkPit: case Opcode::SetVar: case Opcode::SetPitVar:
        reads(in.a);
        break;
      case Opcode::TestEqual: case Opcode::TestLess: case Opcode::Add: case Opcode::Subtract: case Opcode::Multiply: case Opcode::Divide:
      case Opcode::Modulo: case Opcode::Place:
        reads(in.a), reads(in.b);
        break;
      case Opcode::LiftAll: case Opcode::LiftSome: reads(in.a), reads(in.b), reads(kHand); break;
      case Opcode::CaptureHand: reads(kHand); break;
      case Opcode::Along: case Opcode::MaskRun: case Opcode::MaskRunHolds: reads(in.a), reads(kDirection), reads(kCircuit); break;
      case Opcode::CapturePit: reads(in.d); break;
      case Opcode::CaptureFor: case Opcode::Takes: reads(in.b); break;
      case Opcode::Sow: case Opcode::SowSkip: reads(in.a), reads(kHand), reads(kDirection), reads(kLap); break;
      case Opcode::Relay: reads(in.a), reads(kDirection), reads(kLap); break;
      default: break;
    }
  }
}

// ---- functions and regions ---------------------------------------------------------------------------------

void JitCoder::begin(const JitStart& start) {
  for (int r = 0; r < kFirstTemporary; ++r) {
    const auto i = static_cast<std::size_t>(r);
    const bool kept = start.move && (r == kLap || r == kCaptured);
    if (kept) reads_.set(i);
    if (!reads_[i]) continue;
    fixed_[i] = cc.newUInt64();
    const x86::Mem at = in_frame(sh_.numbers + 4 * r, 4);
    if (start.reset) {
      const bool none = r == kOrigin || r == kLast || r == kFrom || r == kIt, answer = r >= kAnswer0 && r <= kAnswer2;
      const int value = none ? -1 : answer ? 15 : r == kDirection ? start.direction.value_or(0) : r == kCircuit ? start.circuit.value_or(0) : 0;
      cc.mov(fixed_[i].r32(), value);
      rg_.known[r] = value;
      continue;
    }
    if (!start.move) cc.mov(fixed_[i].r32(), at);
    else if (r == kOrigin || r == kLast || r == kFrom || r == kIt) cc.mov(fixed_[i].r32(), origin_.r32());
    else if (r == kBefore || r == kLap || r == kSown || r == kCaptured || r == kHand || r == kRemaining) cc.xor_(fixed_[i].r32(), fixed_[i].r32()), rg_.known[r] = 0;
    else if (r == kDirection && start.direction) cc.mov(fixed_[i].r32(), *start.direction);
    else if (r == kCircuit && start.circuit) cc.mov(fixed_[i].r32(), *start.circuit);
    else cc.mov(fixed_[i].r32(), at);
  }
}

void JitCoder::prepare(Entry entry, const JitStart& start) {
  start_ = start;
  rg_ = Region();
  entry_ = entry;
  explore(entry);
  find_reads();
  find_negatives();
  direction_ = start.direction;
  for (const auto& [pc, label] : rg_.labels) {
    (void)label;
    const Instruction& in = p_.code[static_cast<std::size_t>(pc)];
    const bool writes = in.d == kDirection && (in.op == Opcode::Load || in.op == Opcode::Copy || in.op == Opcode::Var || in.op == Opcode::Subtract || in.op == Opcode::Add);
    if (writes && (in.op != Opcode::Load || direction_ != in.e)) direction_ = std::nullopt;
  }
  const bool triggers = !p_.players[0].triggers.empty() || !p_.players[1].triggers.empty();
  if (triggers && start.move) reads_ |= Regs((1u << kFirstTemporary) - 1);
  begin(start);
}

// A test or a set of pits in the middle of a function.
void JitCoder::inlined(Entry entry, const JitStart& start, const asmjit::Label& done, const asmjit::Label& fail) {
  reads_.reset();
  prepare(entry, start);
  inline_ = true;
  done_ = done, fail_ = fail;
  region(entry);
  inline_ = false;
}

// One kind, whose moves are starting pits and known from the position alone; anything else goes the slow way.
void JitCoder::rank(const PlayerCode& player, const std::vector<int>& kinds, const asmjit::Label& have, const asmjit::Label& slow) {
  const KindCode& kind = player.kinds[static_cast<std::size_t>(kinds[0])];
  bool simple = kinds.size() == 1 && kind.need == Need::Nothing && !kind.asks && kind.choices.empty() && kind.check == kNoCode && kind.from != kNoCode;
  for (const Preference& preference : kind.preferences) simple = simple && preference.same_for_all && preference.when != kNoCode;
  if (!simple) {
    cc.jmp(slow);
    return;
  }
  JitStart start;
  start.reset = true;
  start.direction = kind.direction, start.circuit = kind.circuit;
  const asmjit::Label next = cc.newLabel();
  if (kind.when != kNoCode) {
    const asmjit::Label open = cc.newLabel();
    inlined(kind.when, start, open, next);
    cc.bind(open);
  }
  for (const Preference& preference : kind.preferences) {
    const asmjit::Label idle = cc.newLabel();
    inlined(preference.when, start, slow, idle);
    cc.bind(idle);
  }
  const asmjit::Label made = cc.newLabel();
  inlined(kind.from, start, made, slow);
  cc.bind(made);
  for (int w = 0; w < words_; ++w) cc.mov(origins_[static_cast<std::size_t>(w)], set_word(kind.from_set, w));
  cc.mov(found_kind_.r32(), kinds[0]);
  const Gp any = temp();
  cc.mov(any, origins_[0]);
  if (words_ == 2) cc.or_(any, origins_[1]);
  else cc.test(any, any);
  cc.jnz(have);
  cc.bind(next);
}

// The legal moves of the player to move and the end table: origins_, found_kind_, found_count_. Leaves if a row holds.
void JitCoder::find_turn(int me, const asmjit::Label& slow) {
  const PlayerCode& player = p_.players[static_cast<std::size_t>(me)];
  purpose_ = Purpose::Test;
  const asmjit::Label have = cc.newLabel(), none = cc.newLabel(), over = cc.newLabel();
  origins_ = {cc.newUInt64(), cc.newUInt64()};
  found_kind_ = cc.newUInt64(), found_count_ = cc.newUInt64();
  JitStart reset;
  reset.reset = true;
  for (const PhaseCode& phase : player.phases) {
    const asmjit::Label here = cc.newLabel(), next = cc.newLabel();
    if (phase.guard != kNoCode) inlined(phase.guard, reset, here, next);
    cc.bind(here);
    for (const auto& kinds : phase.ranks) rank(player, kinds, have, slow);
    cc.jmp(none);
    cc.bind(next);
  }
  cc.bind(none);
  cc.xor_(found_kind_.r32(), found_kind_.r32());
  for (const Gp& word : origins_) cc.xor_(word.r32(), word.r32());
  cc.bind(have);
  cc.popcnt(found_count_, origins_[0]);
  if (words_ == 2) {
    const Gp more = temp();
    cc.popcnt(more, origins_[1]);
    cc.add(found_count_, more);
  }
  if (player.end != kNoCode) {
    known_player_ = me;
    inlined(player.end, reset, over, slow);
    known_player_ = -1;
  }
  cc.bind(over);
}

void JitCoder::turn(asmjit::FuncNode* node, int me) {
  frame_ = cc.newUIntPtr(), state_ = cc.newUIntPtr(), origin_ = cc.newUInt64(), out_ = cc.newUInt64();
  node->setArg(0, frame_), node->setArg(1, state_), node->setArg(2, origin_);
  exit_ = cc.newLabel();
  const asmjit::Label slow = cc.newLabel();
  find_turn(me, slow);
  for (int w = 0; w < words_; ++w) {
    const Gp& word = origins_[static_cast<std::size_t>(w)];
    if (sh_.mask_bytes == 4) cc.mov(in_frame(sh_.result, 4), word.r32());
    else cc.mov(in_frame(sh_.result + 8 * w, 8), word);
  }
  cc.mov(out_, found_kind_);
  cc.shl(out_, 8);
  cc.shl(found_count_, 32);
  cc.or_(out_, found_count_);
  cc.jmp(exit_);
  cc.bind(slow);
  cc.mov(out_.r32(), static_cast<std::uint32_t>(Jit::kSlow));
  cc.bind(exit_);
  cc.ret(out_);
}

void JitCoder::function(asmjit::FuncNode* node, Entry entry, Purpose purpose, const JitStart& start, std::uint16_t from_set) {
  purpose_ = purpose;
  start_ = start;
  frame_ = cc.newUIntPtr(), state_ = cc.newUIntPtr(), origin_ = cc.newUInt64(), out_ = cc.newUInt64();
  node->setArg(0, frame_), node->setArg(1, state_), node->setArg(2, origin_);
  exit_ = cc.newLabel();
  reads_.reset();
  prepare(entry, start);
  region(entry);
  cc.bind(exit_);
  if (purpose == Purpose::Set)
    for (int w = 0; w < words_; ++w) {
      const Gp value = set_word(from_set, w);
      if (sh_.mask_bytes == 4) cc.mov(in_frame(sh_.result, 4), value.r32());
      else cc.mov(in_frame(sh_.result + 8 * w, 8), value);
    }
  if (start.move) {
    cc.mov(in_frame(sh_.numbers + 4 * kLap, 4), fixed_[kLap].r32());
    cc.mov(in_frame(sh_.numbers + 4 * kCaptured, 4), fixed_[kCaptured].r32());
  }
  cc.ret(out_);
}

void JitCoder::leave(std::uint64_t status) {
  cc.mov(out_.r32(), static_cast<std::uint32_t>(status));
  cc.jmp(exit_);
}

void JitCoder::region(Entry entry) {
  if (rg_.labels.begin()->first != entry) cc.jmp(rg_.labels.at(entry));
  const std::map<Entry, asmjit::Label> places = rg_.labels;
  for (const auto& [pc, label] : places) {
    if (rg_.arrivals[pc] > 1 || pc == entry) {
      cc.bind(label);
      if (rg_.arrivals[pc] > 1) rg_.known.clear();
      rg_.one.clear();
    }
    negative_now_ = rg_.negative[pc];
    instruction(pc);
  }
}

// ---- registers ---------------------------------------------------------------------------------------------

Gp JitCoder::number(int r) {
  if (r < kFirstTemporary) return fixed_[static_cast<std::size_t>(r)];
  const auto [at, added] = rg_.temporaries.try_emplace(r);
  if (added) at->second = cc.newUInt64();
  return at->second;
}

void JitCoder::assign(int r, const Gp& value) {
  if (!read(r)) return;
  cc.mov(number(r).r32(), value.r32());
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
  cc.mov(set_word(set, w), value);
}

// ---- memory ------------------------------------------------------------------------------------------------

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

// ---- tests -------------------------------------------------------------------------------------------------

void JitCoder::jump_if(CondCode yes, bool sense, Entry target) {
  const asmjit::Label& to = rg_.labels.at(target);
  cc.j(sense ? yes : x86::negateCond(yes), to);
}

void JitCoder::test_in(int r, int set, bool sense, Entry target) {
  const Gp n = number(r);
  if (constant(set)) {
    const WideMask m = value(set);
    if (m == 0) {
      if (!sense) cc.jmp(rg_.labels.at(target));
      return;
    }
    if (const auto run = neighbours(m)) {  // -1 is no pit of it either
      if (run->second == 1) {
        cc.cmp(n.r32(), run->first);
        jump_if(CondCode::kEqual, sense, target);
        return;
      }
      const Gp t = temp();
      cc.mov(t.r32(), n.r32());
      if (run->first != 0) cc.sub(t.r32(), run->first);
      cc.cmp(t.r32(), run->second);
      jump_if(CondCode::kUnsignedLT, sense, target);
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
  bool small = true;
  for (std::size_t i = 1; i < counts.size(); ++i) small = small && counts[i] == 0;
  if (!small) throw NotCompiled{};
  cc.cmp(n.r32(), 63);
  cc.ja(no);
  const Gp t = temp();
  cc.mov(t, counts[0]);
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
    if (low == high) {
      cc.vmovdqa(x, at(0));
      if (low == 0) cc.vpxor(y, y, y), cc.vpcmpeqb(x, x, y);
      else cc.vpcmpeqb(x, x, bytes16(static_cast<std::uint8_t>(low)));
    } else if (high >= 255) {
      if (low <= 1) {
        cc.vpxor(y, y, y);
        cc.vpcmpeqb(x, y, at(0));
        cc.vpmovmskb(out.r32(), x);
        cc.xor_(out.r32(), low == 0 ? 0 : 0xffff);
        if (low == 0) cc.mov(out.r32(), 0xffff);
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
    if (low == 1 && high >= 1023) {
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
  if (low == 1 && high >= 1023) cc.xor_(out.r32(), 0xffff);
  return out;
}

// Word w of the pits of a set that hold a range of counts.
Gp JitCoder::holding(int range, int set, int w) {
  const int low = range & 0xffff, high = static_cast<int>(static_cast<std::uint32_t>(range) >> 16);
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
  if (constant(set) && (all >> 31) == 0) cc.and_(out.r32(), static_cast<std::uint32_t>(all));
  else cc.and_(out, set_word(set, w));
  return out;
}

// The pits of a set that hold counts of a set of counts, if that is a few ranges.
std::optional<Gp> JitCoder::holding_counts(int counts, int set) {
  auto rest = p_.count_sets[static_cast<std::size_t>(counts)];
  const auto in = [&rest](int n) { return n < 1024 && (rest[static_cast<std::size_t>(n >> 6)] >> (n & 63) & 1) != 0; };
  std::vector<std::pair<int, int>> ranges;
  for (int n = 0; n < 1024; ++n) {
    if (!in(n)) continue;
    const int low = n;
    while (in(n + 1)) ++n;
    ranges.emplace_back(low, n);
  }
  if (ranges.empty() || ranges.size() > 3 || sh_.count_bytes != 1 || words_ != 1) return std::nullopt;
  const Gp sum = holding(ranges[0].first | ranges[0].second << 16, set, 0);
  for (std::size_t i = 1; i < ranges.size(); ++i) cc.or_(sum, holding(ranges[i].first | ranges[i].second << 16, set, 0));
  return sum;
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

// ---- sets --------------------------------------------------------------------------------------------------

void JitCoder::binary(const Instruction& in) {
  for (int w = 0; w < words_; ++w) {
    const Gp t = temp();
    cc.mov(t, set_word(in.a, w));
    switch (in.op) {
      case Opcode::MaskAnd: cc.and_(t, set_word(in.b, w)); break;
      case Opcode::MaskOr: cc.or_(t, set_word(in.b, w)); break;
      default: cc.andn(t, set_word(in.b, w), t); break;
    }
    assign_set(in.d, w, t);
  }
}

// The opposites of a set, or the pits whose opposite is in it: byte by byte.
void JitCoder::map_set(const Instruction& in) {
  if (words_ == 2) throw NotCompiled{};
  const auto& table = tables_.facing[in.op == Opcode::MaskFacing ? 0 : 1];
  const Gp from = temp(), sum = temp(), base = temp(), i = temp();
  cc.mov(from, set_word(in.a, 0));
  cc.xor_(sum.r32(), sum.r32());
  for (int k = 0; 8 * k < p_.size; ++k) {
    cc.movzx(i.r32(), from.r8());
    cc.mov(base, reinterpret_cast<std::uint64_t>(table[static_cast<std::size_t>(k)].data()));
    cc.or_(sum, x86::ptr(base, i, 3, 0, 8));
    if (8 * (k + 1) < p_.size) cc.shr(from, 8);
  }
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

// From a pit along its track as long as in the set (and holding the counts).
void JitCoder::mask_run(const Instruction& in, bool counts) {
  if (words_ == 2 || p_.tracks.size() != 2) throw NotCompiled{};
  const JitTrack& track = tables_.tracks[static_cast<std::size_t>(in.e >> 1)];
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
  cc.mov(at.r32(), step_on(track, at, in.e & 1).r32());
  cc.jmp(loop);
  cc.bind(done);
  assign_set(in.d, 0, sum);
}

// The set of one pit, or the set with it. none: the register may name no pit.
void JitCoder::bit_of(int set, const Gp& at, bool add, bool none) {
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

}  // namespace mnc::engine

#endif
