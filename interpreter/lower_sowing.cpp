// Sowing to code: the laps, and what is asked of the first one.
#include "interpreter/lower_moves.h"

#include <algorithm>

namespace mnc::engine {

using rules::NodeId;
using rules::Requirement;
using rules::Step;

void MoveCoder::sow(const Step& s) {
  if (s.a != rules::kNoNode) coder_.number_into(kDirection, s.a);
  const bool after = s.start != Step::StartIn;
  const Reg start = s.start == Step::StartDefault ? Reg{kFrom} : coder_.number(s.b);
  if (lap_ != nullptr) {  // in the laps of another sow: its end is read by the same table
    launch(s, start, after, *over_);
    coder_.emit_jump(Opcode::Jump, *lap_);
    return;
  }
  Label lap, over;
  sowing_ = &s;
  launch(s, start, after, over);
  laps(lap, over);
}

// The hand is sown; `over` if it is empty.
void MoveCoder::launch(const Step& s, Reg start, bool after, Label& over) {
  const int track = 2 * s.circuit + coder_.me();
  if (trial_) kept_checks(s, start, after);
  if (facts_.lap_origin && start != kLapOrigin) coder_.emit(Opcode::Copy, kLapOrigin, start);
  if ((s.c == rules::kNoNode || coder_.certain(s.d) == false) && each_seed_ == kNoCode) {
    coder_.emit_jump(Opcode::Sow, over, track, start, 0, after);
    return;
  }
  if (s.c != rules::kNoNode && s.value != 0) return sow_anew(s, track, start, after, over);
  Reg skip = coder_.constant_set(0);
  if (s.c != rules::kNoNode) skipped_into(skip = coder_.new_set(), s);
  if (each_seed_ == kNoCode) coder_.emit_jump(Opcode::SowSkip, over, track, start, skip, after);
  else coder_.emit_jump(Opcode::SowEach, over, track, start, skip, each_seed_ << 1 | static_cast<int>(after));
}

void MoveCoder::skipped_into(Reg skip, const Step& s) {
  coder_.emit(Opcode::MaskCopy, skip, coder_.constant_set(0));
  Label no;
  if (s.d != rules::kNoNode) coder_.branch(s.d, false, no);
  coder_.emit(Opcode::MaskCopy, skip, coder_.set(s.c));
  coder_.bind(no);
}

// The set is found before each seed, by code of its own.
void MoveCoder::sow_anew(const Step& s, int track, Reg start, bool after, Label& over) {
  const Reg skip = coder_.new_set();
  Label skips, sown;
  coder_.emit_jump(Opcode::SowAnew, over, track, start, skip, each_seed_ * 2 + static_cast<int>(after));
  coder_.emit_jump(Opcode::Jump, skips);
  coder_.emit_jump(Opcode::Jump, sown);
  coder_.bind(skips);
  skipped_into(skip, s);
  coder_.emit(Opcode::Done);
  coder_.bind(sown);
}

void MoveCoder::relay(const Step& s) {
  if (lap_ == nullptr) return;
  const Reg pit = s.b == rules::kNoNode ? Reg{kLast} : coder_.number(s.b);
  if (plain_sowing(*sowing_) && pit == kLast && !hand_filled_) {
    if (facts_.lap_origin) coder_.emit(Opcode::Copy, kLapOrigin, kLast);
    coder_.emit_jump2(Opcode::Relay, *lap_, *over_, 2 * sowing_->circuit + coder_.me(), pit);
    return;
  }
  coder_.emit(Opcode::LiftAll, 0, pit);
  launch(*sowing_, kFrom, true, *over_);
  coder_.emit_jump(Opcode::Jump, *lap_);
}

// Before a lap: would one of the sets that must stay occupied be empty after the first seed?
void MoveCoder::kept_checks(const Step& s, Reg start, bool after) {
  for (const Requirement& r : kind_->requirements) {
    NodeId set = rules::kNoNode;
    if (r.time != Requirement::EverySeed || kind_->each_seed || coder_.certain(r.when) == false || !kept(r, set)) continue;
    Label fine;
    unless_applies(r, fine);
    const Reg pits = coder_.set(set);
    coder_.emit_jump(Opcode::TestHolds, fine, 1, pits, 0, 1 | rules::kMaxSeeds << 16);
    coder_.emit_jump(Opcode::TestEqualK, fine, 1, kHand, 0, 0);
    Reg first = start;
    if (after) {
      coder_.emit(Opcode::Load, kCircuit, 0, 0, s.circuit);
      first = coder_.new_number();
      coder_.emit(Opcode::Along, first, start, coder_.me(), 0);
    }
    coder_.emit_jump(Opcode::TestIn, fine, 1, first, pits);
    fail(r);
    coder_.bind(fine);
  }
}

void MoveCoder::first_lap_checks() {
  const auto due = [this](const Requirement& r) { return need_of(r.time) == Need::FirstLap && coder_.certain(r.when) != false; };
  if (std::none_of(kind_->requirements.begin(), kind_->requirements.end(), due)) return;
  Label later;
  int needs = 0;
  coder_.emit_jump(Opcode::TestEqualK, later, 0, kLap, 0, 1);
  for (const Requirement& r : kind_->requirements) {
    if (!due(r)) continue;
    if (r.time == Requirement::FirstLap) {
      judge(r);
      continue;
    }
    if (needs >= kMaxFirstNeeds) throw TooLarge{"a move has more than 8 requirements on what its first lap captures"};
    coder_.new_statement();
    Label skip;
    unless_applies(r, skip);
    out_->first_preference[static_cast<std::size_t>(needs)] = static_cast<std::int8_t>(preference_of(r));
    if (program_.notes) out_->first_clause[static_cast<std::size_t>(needs)] = facts_.clauses.at({r.span.file, r.span.begin});
    coder_.emit(Opcode::FirstNeed, needs, r.condition == rules::kNoNode ? coder_.every_slot() : coder_.set(r.condition));
    coder_.bind(skip);
    ++needs;
  }
  out_->first_needs = needs;
  coder_.bind(later);
}

void MoveCoder::laps(Label& lap, Label& over) {
  coder_.bind(lap);
  coder_.set_it(kLast);
  if (trial_) first_lap_checks();
  lap_ = &lap;
  over_ = &over;
  if (kind_->laps && rules_.endless.outcome == rules::Endless::Stop) coder_.emit_jump(Opcode::TestLessK, over, 0, kLap, 0, rules_.endless.laps);
  if (kind_->laps)
    for (const rules::Row& r : rules_.tables[*kind_->laps]) {
      const auto sure = coder_.certain(r.condition);
      if (sure == false) continue;
      hand_filled_ = triggers_fill_hand();
      coder_.new_statement();
      Label next;
      if (!sure) coder_.branch(r.condition, false, next);
      note(r.span);
      steps(r.steps);
      if (!sure) coder_.emit_jump(Opcode::Jump, over);
      coder_.bind(next);
      if (sure == true) break;
    }
  lap_ = over_ = nullptr;
  coder_.bind(over);
  coder_.set_it(kOrigin);
  if (trial_ && sowing_decides()) coder_.emit(Opcode::Decided);
  else if (trial_ || (facts_.targeted >> out_->kind & 1) != 0) coder_.emit(Opcode::LapsOver);
}

}  // namespace mnc::engine
