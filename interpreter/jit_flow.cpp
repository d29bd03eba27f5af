// Compiled code: the shape of a piece of code, what is known where, and the functions it becomes.
#if defined(MNC_HAS_JIT)

#include <algorithm>
#include <set>

#include "interpreter/jit_code.h"

namespace mnc::engine {

namespace {

bool is_test(Opcode op) { return op >= Opcode::TestSome && op <= Opcode::TestCan; }

}  // namespace

std::vector<Entry> JitCoder::successors(Entry pc) const {
  if (const auto choice = select_at(pc)) return {choice->join};
  return branches(pc);
}

std::vector<Entry> JitCoder::branches(Entry pc) const {
  const Instruction& in = p_.code[static_cast<std::size_t>(pc)];
  switch (in.op) {
    case Opcode::Done:
    case Opcode::Fail:
    case Opcode::Row: return {};
    case Opcode::Jump: return {in.c};
    case Opcode::Relay: return {in.c, in.e};
    case Opcode::MaskNext:
    case Opcode::Sow:
    case Opcode::SowSkip:
    case Opcode::SowEach:
    case Opcode::Pick: return {pc + 1, in.c};
    case Opcode::SowAnew:
    case Opcode::PickNumber: throw NotCompiled{};
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

// A capture of the one pit whose set was made just before.
bool JitCoder::takes_one(Entry pc) const {
  const Instruction& in = p_.code[static_cast<std::size_t>(pc)];
  const bool takes = in.op == Opcode::CaptureHand || in.op == Opcode::CaptureVar || in.op == Opcode::CaptureFor;
  if (!takes || pc == entry_ || rg_.arrivals.at(pc) > 1) return false;
  const Instruction& before = p_.code[static_cast<std::size_t>(pc - 1)];
  return before.op == Opcode::MaskOne && before.d == in.a;
}

// Registers that anything looks at; what is written to the others need not be written.
void JitCoder::find_reads() {
  for (const auto& [pc, label] : rg_.labels) {
    (void)label;
    const Instruction& in = p_.code[static_cast<std::size_t>(pc)];
    const auto reads = [this](int r) { reads_.set(static_cast<std::size_t>(r)); };
    if (const auto choice = select_at(pc)) {
      for (const auto& [test, value] : choice->cases)
        if (p_.code[static_cast<std::size_t>(test)].op != Opcode::TestVar) reads(p_.code[static_cast<std::size_t>(test)].a);
      continue;
    }
    const auto looks_at = [&](char operand, int set) {
      if (operand == 'm' && set < kMaskBase) rg_.set_reads.set(static_cast<std::size_t>(set));
    };
    const std::string_view operands = kOpcodes[static_cast<std::size_t>(in.op)].operands;
    if (in.op == Opcode::MaskAdd) looks_at('m', in.d);
    if (!takes_one(pc)) looks_at(operands[1], in.a);
    looks_at(operands[2], in.b);
    switch (in.op) {
      case Opcode::TestIn: case Opcode::TestSeeds: case Opcode::TestCount: case Opcode::TestBit: case Opcode::TestEqualK: case Opcode::TestLessK:
      case Opcode::TestFlag: case Opcode::Copy: case Opcode::Seeds: case Opcode::Facing: case Opcode::Behind: case Opcode::Column: case Opcode::Owner:
      case Opcode::MaskOne: case Opcode::MaskAdd: case Opcode::MarkPit: case Opcode::SetVar: case Opcode::SetPitVar:
        reads(in.a);
        break;
      case Opcode::TestEqual: case Opcode::TestLess: case Opcode::Add: case Opcode::Subtract: case Opcode::Multiply: case Opcode::Divide:
      case Opcode::Modulo: case Opcode::Place:
        reads(in.a), reads(in.b);
        break;
      case Opcode::LiftAll: case Opcode::LiftSome: reads(in.a), reads(in.b), reads(kHand); break;
      case Opcode::CaptureHand: reads(kHand); break;
      case Opcode::Along: case Opcode::MaskRun: case Opcode::MaskRunHolds: case Opcode::MaskRunBy: reads(in.a), reads(kDirection), reads(kCircuit); break;
      case Opcode::CapturePit: reads(in.d); break;
      case Opcode::Shift: {
        if (is_hand(in.d) || is_hand(in.b)) throw NotCompiled{};
        reads(in.a);
        if ((in.d & kVariablePlace) == 0) reads(in.d);
        if ((in.b & kVariablePlace) == 0) reads(in.b);
        break;
      }
      case Opcode::CaptureSome:
        reads(in.a), reads(in.b), reads(kHand);
        if (in.e == 0 && (in.c & kVariablePlace) == 0) reads(in.c);
        if (in.e >= 2) reads(in.d);
        break;
      case Opcode::CaptureFor: case Opcode::Takes: reads(in.b); break;
      case Opcode::SowEach: reads_ |= Regs((1u << kFirstTemporary) - 1); break;  // whatever its code looks at
      case Opcode::Sow: case Opcode::SowSkip: reads(in.a), reads(kHand), reads(kDirection), reads(kLap); break;
      case Opcode::Relay: reads(in.a), reads(kDirection), reads(kLap); break;
      default: break;
    }
  }
}

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
      const int value = none ? -1 : answer ? kNotAsked : r == kDirection ? start.direction.value_or(0) : r == kCircuit ? start.circuit.value_or(0) : 0;
      cc.mov(fixed_[i].r32(), value);
      rg_.known[r] = value;
      continue;
    }
    const bool placed = start.move || start.candidate;
    if (!placed) cc.mov(fixed_[i].r32(), at);
    else if (r == kOrigin || r == kLast || r == kFrom || r == kIt) cc.mov(fixed_[i].r32(), origin_.r32());
    else if (r == kBefore || r == kLap || r == kSown || r == kCaptured || r == kHand || r == kRemaining || r == kGuards) cc.xor_(fixed_[i].r32(), fixed_[i].r32()), rg_.known[r] = 0;
    else if (r == kDirection && start.direction) cc.mov(fixed_[i].r32(), *start.direction);
    else if (r == kDirection && start.given) cc.mov(fixed_[i].r32(), given_direction_.r32());
    else if (r == kCircuit && start.circuit) cc.mov(fixed_[i].r32(), *start.circuit);
    else if (start.given && r >= kAnswer0 && r <= kAnswer2) cc.mov(fixed_[i].r32(), answers_[static_cast<std::size_t>(r - kAnswer0)].r32());
    else cc.mov(fixed_[i].r32(), at);
  }
}

// Whether the code may change the direction it begins with.
bool JitCoder::turns_about() const {
  std::vector<Entry> open{entry_};
  std::set<Entry> seen{entry_};
  while (!open.empty()) {
    const Entry pc = open.back();
    open.pop_back();
    const Instruction& in = p_.code[static_cast<std::size_t>(pc)];
    if (const auto choice = select_at(pc); choice && choice->d == kDirection) {
      const auto other = [this](int value) { return value != start_.direction; };
      if (other(choice->otherwise.value_or(start_.direction.value_or(0)))) return true;
      if (std::any_of(choice->cases.begin(), choice->cases.end(), [&](const auto& one) { return other(one.second); })) return true;
    }
    const bool writes = in.d == kDirection && (in.op == Opcode::Load || in.op == Opcode::Copy || in.op == Opcode::Var || in.op == Opcode::Subtract || in.op == Opcode::Add);
    if (writes && (in.op != Opcode::Load || start_.direction != in.e)) return true;
    std::vector<Entry> next = successors(pc);
    if (in.op == Opcode::SowEach) next.push_back(in.e >> 1);
    for (const Entry to : next)
      if (seen.insert(to).second) open.push_back(to);
  }
  return false;
}

// The current circuit, if it is the same throughout.
std::optional<int> JitCoder::constant_circuit() const {
  if (p_.tracks.size() == 2) return 0;
  std::optional<int> out = start_.circuit;
  for (const auto& [pc, label] : rg_.labels) {
    (void)label;
    const Instruction& in = p_.code[static_cast<std::size_t>(pc)];
    if (sows(in) && out != in.d >> 1) return std::nullopt;
    if (in.op == Opcode::Load && in.d == kCircuit && out != in.e) return std::nullopt;
  }
  return out;
}

void JitCoder::prepare(Entry entry, const JitStart& start) {
  start_ = start;
  rg_ = Region();
  entry_ = entry;
  explore(entry);
  find_reads();
  find_values();
  direction_ = start.direction;
  if (turns_about()) direction_ = std::nullopt;
  circuit_ = constant_circuit();
  if (start.move) find_trigger_reads();
  begin(start);
}

// Triggers run in the middle of a move, with its registers. (Their code is straight: see emptied.)
void JitCoder::find_trigger_reads() {
  for (const PlayerCode& player : p_.players)
    for (Entry pc : player.triggers)
      for (; p_.code[static_cast<std::size_t>(pc)].op != Opcode::Done && !is_test(p_.code[static_cast<std::size_t>(pc)].op); ++pc) {
        const Instruction& in = p_.code[static_cast<std::size_t>(pc)];
        if (in.op != Opcode::Load && in.a < kFirstTemporary) reads_.set(in.a);
      }
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

// Code that belongs to an instruction, in the middle of the code around it, whose registers it shares.
void JitCoder::nested(Entry entry, const asmjit::Label& done, const asmjit::Label& fail) {
  Region outer = std::exchange(rg_, Region());
  const Values* const values = values_;
  const Regs reads = reads_;
  const Entry outer_entry = std::exchange(entry_, entry);
  const bool was_inline = std::exchange(inline_, true);
  const asmjit::Label outer_done = std::exchange(done_, done), outer_fail = std::exchange(fail_, fail);
  explore(entry);
  find_reads();
  find_values();
  region(entry);
  rg_ = std::move(outer);
  rg_.known.clear();
  values_ = values, reads_ = reads;
  entry_ = outer_entry;
  inline_ = was_inline;
  done_ = outer_done, fail_ = outer_fail;
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
  end_function(out_);
}

void JitCoder::end_function(const Gp& result) {
  cc.ret(result);
  for (std::size_t i = 0; i < seldom_.size(); ++i) {
    const Seldom piece = std::move(seldom_[i]);  // it may add others
    cc.bind(piece.from);
    piece.write();
    cc.jmp(piece.to);
  }
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
      rg_.within.clear();
    }
    values_ = &rg_.values.at(pc);
    if (const auto choice = select_at(pc)) select(*choice);
    else instruction(pc);
  }
}

}  // namespace mnc::engine

#endif
