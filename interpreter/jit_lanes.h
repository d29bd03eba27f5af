// Compiled code: the scan of first laps for all starting pits and both directions at once. A lane is one byte of a vector:
// those of its low half are the pits of a track's block with direction 0, those of its high half the same with direction 1.
// All lanes are computed; which of them are starting pits is asked at the end. Internal to the compiler.
#pragma once

#include <array>
#include <bitset>
#include <map>
#include <optional>

#include "interpreter/jit_code.h"

namespace mnc::engine {

using x86::Ymm;
using LaneBytes = std::array<std::uint8_t, 32>;

// A number for each lane, or a mask: 255 in some lanes, 0 in the others. What is known is in no register.
struct LaneValue {
  std::optional<LaneBytes> known;
  Ymm reg;
};

[[nodiscard]] inline LaneValue everywhere(std::uint8_t value) {
  LaneBytes all;
  all.fill(value);
  return {all, {}};
}

// Where the code branches, the lanes that go each way are masks; it is written in the order in which it stands, so all
// branches must lead forwards.
class LaneScan {
 public:
  // Precondition: the code of a scan that can be done at all, explored.
  LaneScan(JitCoder& coder, Entry entry);

  // Whether it can be done in lanes.
  [[nodiscard]] bool fits() const { return fits_; }
  [[nodiscard]] int block() const { return block_; }  // of the starting pits
  [[nodiscard]] JitCoder::Scanned write(const KindCode& kind, bool targets, const Gp& from, const asmjit::Label& fail);

 private:
  static constexpr Entry kOver = -1, kFailed = -2;  // no instruction: all is known of the move; it is illegal
  using Regs = std::bitset<kMaxRegisters>;
  struct Next { Entry at = 0; Regs live; };  // where the code goes on from an instruction; number registers read from there on
  struct Test { LaneValue lanes; bool negated = false; };  // negated: it holds in the other lanes

  // which code is written
  [[nodiscard]] bool reach();
  [[nodiscard]] bool fits(Entry pc) const;
  void settle();
  [[nodiscard]] Next settled(Entry pc) const;
  [[nodiscard]] bool within_track(const KindCode& kind, bool targets) const;

  // values
  [[nodiscard]] Ymm reg(const LaneValue& value);
  [[nodiscard]] asmjit::Operand operand(const LaneValue& value);
  [[nodiscard]] x86::Mem bytes(const LaneBytes& data);
  [[nodiscard]] x86::Mem bytes(std::uint8_t value) { return bytes(*everywhere(value).known); }
  [[nodiscard]] LaneValue both(const LaneValue& a, const LaneValue& b);
  [[nodiscard]] LaneValue without(const LaneValue& a, const LaneValue& b);
  [[nodiscard]] LaneValue either(const LaneValue& a, const LaneValue& b);
  [[nodiscard]] LaneValue equal(const LaneValue& a, const LaneValue& b);
  [[nodiscard]] LaneValue looked_up(const LaneBytes& table, const LaneValue& index);
  [[nodiscard]] LaneValue zero(const LaneValue& n);
  [[nodiscard]] Test in_counts(const LaneValue& n, int set);
  [[nodiscard]] LaneValue in_range(const Ymm& n, int low, int high);
  [[nodiscard]] LaneValue in_set(const LaneValue& pits, int block, int set);
  [[nodiscard]] LaneValue same(x86::CondCode yes);
  [[nodiscard]] LaneValue facing(const LaneValue& pits);
  [[nodiscard]] LaneValue seeds(const LaneValue& pits);

  // the scan
  void refuse_rounds(const Gp& bits, const asmjit::Label& fail);
  void first_laps();
  [[nodiscard]] Test test(const Instruction& in);
  [[nodiscard]] Test holds(const Instruction& in);
  [[nodiscard]] LaneValue result(const Instruction& in);
  [[nodiscard]] const LaneValue& number(int r) const;
  void assign(int r, const LaneValue& value, const LaneValue& here);
  void step(Entry pc, const LaneValue& here);
  void go(Entry to, const LaneValue& lanes);
  void capture(const LaneValue& target, const LaneValue& here);
  [[nodiscard]] LaneValue meets(std::size_t need);
  [[nodiscard]] Gp bits_of(const LaneValue& lanes);
  void captured(const Gp& bits, const Gp& out);

  JitCoder& c_;
  x86::Compiler& cc;
  const Program& p_;
  Entry relay_ = 0;                            // of the first lap
  const JitTrack* track_ = nullptr;
  bool fits_ = false, fails_ = false;          // fails: some move may be illegal
  int block_ = 0, faced_ = 0;                  // of the track, and of the pits opposite
  std::map<Entry, Next> code_;                 // what is reachable
  std::map<int, LaneValue> numbers_, ones_;    // registers; sets of one pit: that pit
  std::map<Entry, LaneValue> arriving_;        // lanes that go on at an instruction
  LaneValue judged_ = everywhere(0), took_ = everywhere(0), target_ = everywhere(0);  // done with; captured; what
  std::array<LaneValue, JitScan::kNeeds> needed_{everywhere(0), everywhere(0)}, need_pit_;
  std::array<int, JitScan::kNeeds> need_set_{-1, -1};
  std::map<std::uint32_t, LaneValue> facing_, seeds_, zero_;  // found before, by register
};

}  // namespace mnc::engine
