// Compiled code: one of several constants, chosen by tests (`turn clockwise when …, otherwise …`). Which one it is, is hardly
// ever foreseen by the processor: so it is chosen by conditional moves, not by jumps.
#if defined(MNC_HAS_JIT)

#include <algorithm>

#include "interpreter/jit_code.h"

namespace mnc::engine {

namespace {

constexpr std::size_t kMostCases = 4;
constexpr int kMostHops = 16;

}  // namespace

// Where code goes on that jumps.
Entry JitCoder::settled(Entry pc) const {
  for (int hop = 0; hop < kMostHops && p_.code[static_cast<std::size_t>(pc)].op == Opcode::Jump; ++hop) pc = p_.code[static_cast<std::size_t>(pc)].c;
  return pc;
}

// The choice that begins at an instruction: tests that jump over the loading of a constant, to each other or to where all meet.
std::optional<JitCoder::Select> JitCoder::select_at(Entry pc) const {
  Select out;
  const auto at = [this](Entry place) -> const Instruction& { return p_.code[static_cast<std::size_t>(place)]; };
  const auto tests = [&](const Instruction& in) {
    const bool in_set = in.op == Opcode::TestIn && constant(in.b) && value(in.b) != 0 && words_ == 1;
    return in_set || in.op == Opcode::TestEqualK || in.op == Opcode::TestVar;
  };
  while (out.cases.size() < kMostCases && tests(at(pc))) {
    const Instruction& load = at(pc + 1);
    if (load.op != Opcode::Load || load.d == kCircuit || (!out.cases.empty() && load.d != out.d)) return std::nullopt;
    const Entry join = settled(pc + 2);
    if (!out.cases.empty() && join != out.join) return std::nullopt;
    out.d = load.d, out.join = join;
    out.cases.emplace_back(pc, load.e);
    const Entry next = settled(at(pc).c);
    if (next == out.join) return out;
    if (at(next).op == Opcode::Load && at(next).d == out.d && settled(next + 1) == out.join) {
      out.otherwise = at(next).e;
      return out;
    }
    if (next <= pc) return std::nullopt;
    pc = next;
  }
  return std::nullopt;
}

// The first case that holds counts: so it is written last.
void JitCoder::select(const Select& choice) {
  if (read(choice.d)) {
    const auto asks = [&](const auto& one) {
      const Instruction& in = p_.code[static_cast<std::size_t>(one.first)];
      return in.op != Opcode::TestVar && in.a == choice.d;
    };
    const bool aside = std::any_of(choice.cases.begin(), choice.cases.end(), asks);
    const Gp out = aside ? temp() : number(choice.d), other = temp();
    if (choice.otherwise) cc.mov(out.r32(), *choice.otherwise);
    else if (aside) cc.mov(out.r32(), number(choice.d).r32());
    for (auto one = choice.cases.rbegin(); one != choice.cases.rend(); ++one) {
      const Instruction& in = p_.code[static_cast<std::size_t>(one->first)];
      cc.mov(other.r32(), one->second);
      const x86::CondCode jumps = compare(in);
      cc.emit(x86::Inst::cmovccFromCond(in.d != 0 ? x86::negateCond(jumps) : jumps), out.r32(), other.r32());
    }
    assign(choice.d, out);
  }
  cc.jmp(rg_.labels.at(choice.join));
}

// Sets the flags: whether the test of a choice holds.
x86::CondCode JitCoder::compare(const Instruction& in) {
  if (in.op == Opcode::TestVar) {
    cc.cmp(var(in.a), in.e);
    return x86::CondCode::kEqual;
  }
  if (in.op == Opcode::TestEqualK) {
    cc.cmp(number(in.a).r32(), in.e);
    return x86::CondCode::kEqual;
  }
  if (const auto condition = compare_in_run(number(in.a), value(in.b))) return *condition;
  const Gp set = temp(), at = temp();
  cc.mov(set, word(in.b, 0));
  cc.mov(at.r32(), number(in.a).r32());
  if (may_be_none(in.a)) {  // -1: no pit of the set (bit 63 may be one)
    const Gp none = temp();
    cc.xor_(none.r32(), none.r32());
    cc.test(at.r32(), at.r32());
    cc.cmovs(set, none);
  }
  cc.bt(set, at);
  return x86::CondCode::kC;
}

}  // namespace mnc::engine

#endif
