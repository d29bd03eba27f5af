// Requirements and preferences of moves to code.
#include "interpreter/lower_moves.h"

#include <algorithm>

namespace mnc::engine {

using rules::NodeId;
using rules::Op;
using rules::Requirement;
using rules::Step;

Need need_of(Requirement::Time time) {
  switch (time) {
    case Requirement::Before: return Need::Nothing;
    case Requirement::FirstLap:
    case Requirement::FirstLapCaptures: return Need::FirstLap;
    case Requirement::EverySeed:
    case Requirement::Afterwards: return Need::Whole;
  }
  return Need::Whole;
}

int MoveCoder::preference_of(const Requirement& requirement) const {
  if (!requirement.prefer) return -1;
  return preference_numbers_.at({requirement.span.file, requirement.span.begin});
}

void MoveCoder::number_preferences(KindCode& out) {
  for (const Requirement& r : kind_->requirements) {
    if (coder_.certain(r.when) == false) continue;
    if (!r.prefer) {
      if (r.time != Requirement::Before) out.need = std::max(out.need, need_of(r.time));
      continue;
    }
    const int next = static_cast<int>(preference_numbers_.size());
    const auto [at, added] = preference_numbers_.try_emplace({r.span.file, r.span.begin}, next);
    if (at->second >= kMaxPreferences) throw TooLarge{"the ruleset has more than 32 preferences"};
    Preference p;
    p.number = at->second;
    p.need = need_of(r.time);
    p.same_for_all = !coder_.depends_on_origin(r.when) && !coder_.depends_on_choices(r.when);
    if (coder_.certain(r.when) != true) p.when = condition(r.when, out.kind);
    out.preferences.push_back(p);
  }
}

void MoveCoder::fail(const Requirement& requirement) {
  const int preference = preference_of(requirement);
  if (preference >= 0) return coder_.emit(Opcode::Missed, preference);
  if (!requirement.bound) note(requirement.span, false);
  coder_.emit(Opcode::Fail);
}

// Here a clause has fired.
void MoveCoder::note(const rules::Span& clause, bool only_played) {
  if (program_.notes) coder_.emit(Opcode::Note, only_played, 0, 0, facts_.clauses.at({clause.file, clause.begin}));
}

// Whether a requirement applies is judged before the move; preferences have been asked when the move was set up.
bool MoveCoder::guarded(const Requirement& requirement) const {
  return !requirement.prefer && requirement.time != Requirement::Before && !coder_.certain(requirement.when);
}

void MoveCoder::judge_guards() {
  int bit = 0;
  for (const Requirement& r : kind_->requirements) {
    if (!guarded(r)) continue;
    if (bit == kMaxGuards) throw TooLarge{"a move has more than 31 requirements that are judged later and end with `when`"};
    coder_.new_statement();
    Label no;
    coder_.branch(r.when, false, no);
    const Reg one = coder_.new_number();
    coder_.emit(Opcode::Load, one, 0, 0, 1 << bit);
    coder_.emit(Opcode::Add, kGuards, kGuards, one);
    coder_.bind(no);
    ++bit;
  }
}

void MoveCoder::unless_applies(const Requirement& requirement, Label& skip) {
  if (requirement.prefer || coder_.certain(requirement.when) == true) return;
  if (!guarded(requirement)) return coder_.branch(requirement.when, false, skip);
  int bit = 0;
  for (const Requirement& r : kind_->requirements) {
    if (&r == &requirement) break;
    bit += guarded(r) ? 1 : 0;
  }
  coder_.emit_jump(Opcode::TestBit, skip, 0, kGuards, 0, bit);
}

// Fails, or counts as missed, unless the condition holds (or the requirement does not apply).
void MoveCoder::judge(const Requirement& requirement) {
  if (coder_.certain(requirement.when) == false || coder_.certain(requirement.condition) == true) return;
  coder_.new_statement();
  Label fine;
  unless_applies(requirement, fine);
  coder_.branch(requirement.condition, true, fine);
  fail(requirement);
  coder_.bind(fine);
}

Entry MoveCoder::check() {
  const auto here = [this](const Requirement& r) {
    return r.time == Requirement::Before && coder_.certain(r.when) != false &&
           (r.prefer || program_.notes || kind_->from == rules::kNoNode || coder_.depends_on_choices(r.condition) || coder_.depends_on_choices(r.when));
  };
  const auto& list = kind_->requirements;
  if (std::none_of(list.begin(), list.end(), here)) return kNoCode;
  const Entry entry = coder_.here();
  for (const Requirement& r : list)
    if (here(r)) judge(r);
  coder_.emit(Opcode::Done);
  return entry;
}

// Parts of a condition (all of which must hold) that say that a rising flag is still down: false once, false for good.
void MoveCoder::rising_conditions(NodeId id, std::vector<NodeId>& out) const {
  if (id == rules::kNoNode) return;
  const rules::Node& n = coder_.node(id);
  if (n.op == Op::And)
    for (const NodeId kid : n.kids) rising_conditions(kid, out);
  if (n.op != Op::Not) return;
  const rules::Node& flag = coder_.node(n.a);
  if (flag.op == Op::Flag && flag.value < 32 && (facts_.rising >> flag.value & 1) != 0) out.push_back(id);
}

// Whether a question can come up in a move from this position, as far as flags tell.
Entry MoveCoder::may_ask() {
  const auto asks = [](const Step& s) { return s.op == Step::Ask || s.op == Step::Pick; };
  if (any_step(kind_->steps, asks) || !kind_->laps) return kNoCode;
  std::vector<std::vector<NodeId>> rows;
  for (const rules::Row& row : rules_.tables[*kind_->laps]) {
    if (!any_step(row.steps, asks) || coder_.certain(row.condition) == false) continue;
    rising_conditions(row.condition, rows.emplace_back());
    if (rows.back().empty()) return kNoCode;
  }
  const Entry entry = coder_.here();
  for (const auto& row : rows) {
    coder_.new_statement();
    Label next;
    for (const NodeId condition : row) coder_.branch(condition, false, next);
    coder_.emit(Opcode::Done);
    coder_.bind(next);
  }
  coder_.emit(Opcode::Fail);
  return entry;
}

// Whether nothing behind the (only) sowing of a move can make it illegal: then a trial need not go on after it.
bool MoveCoder::sowing_decides() const {
  int sowings = 0;
  any_step(kind_->steps, [&](const Step& s) {
    sowings += s.op == Step::Sow ? 1 : s.op == Step::Ask || s.op == Step::Pick ? 2 : 0;
    return false;
  });
  return sowings == 1 && std::none_of(kind_->requirements.begin(), kind_->requirements.end(), [this](const Requirement& r) {
    return r.time == Requirement::Afterwards && coder_.certain(r.when) != false;
  });
}

// A condition that a sowing can only make true, never false: some pit of a fixed set is occupied. Judging it after the
// first seed of each lap is enough.
bool MoveCoder::kept(const Requirement& requirement, NodeId& set) const {
  const auto skips = [](const Step& s) { return s.op == Step::Sow && s.c != rules::kNoNode; };
  if (any_step(kind_->steps, skips)) return false;
  if (kind_->laps)
    for (const rules::Row& row : rules_.tables[*kind_->laps])
      if (any_step(row.steps, skips)) return false;
  const rules::Node& n = coder_.node(requirement.condition);
  if (n.op != Op::SomePit || coder_.node(n.a).op != Op::Where) return false;
  const rules::Node& where = coder_.node(n.a);
  if (coder_.node(where.a).op != Op::ConstPits) return false;
  NodeId pit = rules::kNoNode;
  const auto counts = coder_.seeds_condition(where.b, pit);
  if (!counts || coder_.node(pit).op != Op::It || (*counts)[0] || counts->count() != rules::kMaxSeeds) return false;
  set = where.a;
  return true;
}

bool MoveCoder::needs_every_seed_code() const {
  if (kind_->each_seed) return true;
  if (!trial_) return false;
  NodeId set = rules::kNoNode;
  return std::any_of(kind_->requirements.begin(), kind_->requirements.end(), [&](const Requirement& r) {
    return r.time == Requirement::EverySeed && coder_.certain(r.when) != false && coder_.certain(r.condition) != true && !kept(r, set);
  });
}

Entry MoveCoder::each_seed(bool trial) {
  trial_ = trial;
  if (!needs_every_seed_code()) return kNoCode;
  coder_.set_it(kLast);
  between_seeds_ = true;
  const Entry entry = coder_.here();
  Label done;
  if (kind_->each_seed)
    for (const rules::Row& r : rules_.tables[*kind_->each_seed]) {
      coder_.new_statement();
      const auto sure = coder_.certain(r.condition);
      if (sure == false) continue;
      Label next;
      if (!sure) coder_.branch(r.condition, false, next);
      note(r.span);
      steps(r.steps);
      coder_.emit_jump(Opcode::Jump, done);
      coder_.bind(next);
    }
  coder_.bind(done);
  NodeId set = rules::kNoNode;
  if (trial)
    for (const Requirement& r : kind_->requirements)
      if (r.time == Requirement::EverySeed && (kind_->each_seed || !kept(r, set))) judge(r);
  coder_.emit(Opcode::Done);
  between_seeds_ = false;
  return entry;
}

}  // namespace mnc::engine
