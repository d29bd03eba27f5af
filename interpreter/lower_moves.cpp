// Kinds of moves to code: their starting pits, choices, requirements, and steps with laps.
#include "interpreter/lower_moves.h"

#include <algorithm>

namespace mnc::engine {

using rules::NodeId;
using rules::Op;
using rules::Requirement;
using rules::Step;

namespace {

const Step* first_sow(const std::vector<Step>& steps) {
  const Step* found = nullptr;
  any_step(steps, [&](const Step& s) {
    if (s.op == Step::Sow && found == nullptr) found = &s;
    return found != nullptr;
  });
  return found;
}

bool fills_hand(const Step& s) {
  return s.op == Step::Lift || (s.op == Step::Capture && s.into == Step::IntoHand) || (s.op == Step::Place && s.to == Step::InHand);
}

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

}  // namespace

std::uint32_t rising_flags(const rules::Ruleset& ruleset) {
  std::uint32_t rising = 0;
  for (std::size_t i = 0; i < ruleset.states.size() && i < 32; ++i)
    if (ruleset.states[i].kind == rules::State::Flag && !ruleset.states[i].on_pits() && ruleset.states[i].initial == 0)
      rising |= 1u << i;
  const auto look = [&](const std::vector<Step>& steps) {
    any_step(steps, [&](const Step& s) {
      if (s.op == Step::SwapSides) rising = 0;
      if (s.op != Step::SetState || s.value >= 32) return false;
      const rules::Node* const to = s.a == rules::kNoNode ? nullptr : &ruleset.nodes[static_cast<std::size_t>(s.a)];
      if (to == nullptr || to->op != Op::Truth || to->value == 0) rising &= ~(1u << s.value);
      return false;
    });
  };
  for (const rules::Kind& kind : ruleset.kinds) look(kind.steps);
  for (const rules::Table& table : ruleset.tables)
    for (const rules::Row& row : table) look(row.steps);
  for (const rules::Row& row : ruleset.end) look(row.steps);
  for (const rules::Trigger& trigger : ruleset.triggers) look(trigger.steps);
  return rising;
}

// ---- small pieces of code ----------------------------------------------------------------------------------

Entry MoveCoder::condition(NodeId id, int kind) {
  coder_.for_kind(kind);
  coder_.new_statement();
  coder_.set_it(kOrigin);
  const Entry entry = coder_.here();
  Label no;
  coder_.branch(id, false, no);
  coder_.emit(Opcode::Done);
  coder_.bind(no);
  coder_.emit(Opcode::Fail);
  return entry;
}

Entry MoveCoder::trigger(const rules::Trigger& trigger) {
  coder_.for_kind(-1);
  coder_.set_it(kIt);
  coder_.for_trigger(true);
  const Entry entry = coder_.here();
  note(trigger.span);
  steps(trigger.steps);
  coder_.emit(Opcode::Done);
  coder_.for_trigger(false);
  return entry;
}

Entry MoveCoder::end(const rules::Table& table) {
  coder_.for_kind(-1);
  const Entry entry = coder_.here();
  for (std::size_t i = 0; i < table.size(); ++i) {
    coder_.new_statement();
    Label next;
    if (table[i].condition != rules::kNoNode) coder_.branch(table[i].condition, false, next);
    coder_.emit(Opcode::Row, static_cast<int>(i));
    note(table[i].span);
    steps(table[i].steps);
    coder_.emit(Opcode::Done);
    coder_.bind(next);
  }
  coder_.emit(Opcode::Done);
  return entry;
}

Entry MoveCoder::rounds(const rules::Table& table) {
  coder_.for_kind(-1);
  const Entry entry = coder_.here();
  for (const rules::Row& row : table) {
    coder_.new_statement();
    Label next;
    if (row.condition != rules::kNoNode) coder_.branch(row.condition, false, next);
    note(row.span);
    steps(row.steps);
    coder_.emit(Opcode::Done);
    coder_.bind(next);
  }
  coder_.emit(Opcode::Done);
  return entry;
}

Entry MoveCoder::measure(NodeId id) {
  coder_.for_kind(-1);
  coder_.new_statement();
  const Entry entry = coder_.here();
  coder_.emit(Opcode::Measure, coder_.me(), coder_.number(id));
  coder_.emit(Opcode::Done);
  return entry;
}

// ---- requirements ------------------------------------------------------------------------------------------

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
  note(requirement.span, false);
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

// ---- a kind ------------------------------------------------------------------------------------------------

void MoveCoder::sow_facts(KindCode& out, const std::vector<Step>& list) {
  const Step* const sow = first_sow(list);
  if (sow != nullptr) out.circuit = sow->circuit;
  out.direction = rules_.board.circuits[static_cast<std::size_t>(out.circuit)].forwards[static_cast<std::size_t>(coder_.me())];
  if (sow != nullptr && sow->a != rules::kNoNode && coder_.node(sow->a).op == Op::ConstDirection) out.direction = coder_.node(sow->a).value;
}

// The starting pits, less those that a requirement known beforehand rules out.
void MoveCoder::from(KindCode& out) {
  if (kind_->from == rules::kNoNode) return;
  if ((facts_.targeted >> out.kind & 1) != 0) {
    coder_.new_statement();
    out.all_from = coder_.here();
    out.all_from_set = coder_.set(kind_->from);
    coder_.emit(Opcode::Done);
  }
  coder_.new_statement();
  out.from = coder_.here();
  Reg set = coder_.set(kind_->from);
  for (const Requirement& r : kind_->requirements) {
    if (r.prefer || program_.notes || r.time != Requirement::Before || coder_.certain(r.when) == false) continue;
    if (coder_.depends_on_choices(r.condition) || coder_.depends_on_choices(r.when)) continue;
    const Reg meets = coder_.where(r.condition, set, true);
    if (coder_.certain(r.when) == true) {
      set = meets;
      continue;
    }
    const Reg applies = coder_.where(r.when, set, true);
    const Reg rest = coder_.new_set();
    coder_.emit(Opcode::MaskAndNot, rest, set, applies);
    coder_.emit(Opcode::MaskOr, rest, rest, meets);
    set = rest;
  }
  coder_.emit(Opcode::Done);
  out.from_set = set;
}

void MoveCoder::choices(KindCode& out) {
  for (const rules::Choice& choice : kind_->choices) {
    ChoiceCode code;
    code.is_direction = choice.is_direction;
    code.answers = static_cast<int>(choice.is_direction ? choice.directions.size() : choice.answers.size());
    for (std::size_t i = 0; i < choice.directions.size() && i < code.direction.size(); ++i)
      code.direction[i] = static_cast<std::int8_t>(coder_.node(choice.directions[i]).value);
    if (coder_.certain(choice.when) != true) code.when = condition(choice.when, out.kind);
    if (choice.pits != rules::kNoNode) {
      coder_.for_kind(out.kind);
      coder_.new_statement();
      coder_.set_it(kOrigin);
      code.pits = coder_.here();
      code.pits_set = coder_.set(choice.pits);
      coder_.emit(Opcode::Done);
    }
    out.choices.push_back(code);
  }
}

KindCode MoveCoder::kind(int number) {
  kind_ = &rules_.kinds[static_cast<std::size_t>(number)];
  coder_.for_kind(number);
  coder_.set_it(kOrigin);
  KindCode out;
  out_ = &out;
  out.kind = number;
  sow_facts(out, kind_->steps);
  number_preferences(out);
  if (coder_.certain(kind_->when) != true) out.when = condition(kind_->when, number);
  coder_.for_kind(number);
  from(out);
  choices(out);
  out.check = check();
  const bool relays = kind_->laps && std::any_of(rules_.tables[*kind_->laps].begin(), rules_.tables[*kind_->laps].end(), [](const rules::Row& r) {
    return any_step(r.steps, [](const Step& s) { return s.op == Step::Relay || s.op == Step::Sow; });
  });
  if (rules_.endless.outcome == rules::Endless::Illegal && relays) out.need = Need::Whole;
  out.play = body(out, false);
  out.trial = body(out, true);
  if (out.asks) {
    out.may_ask = may_ask();
    out.answers = answers_once();
  }
  return out;
}

Entry MoveCoder::body(KindCode& out, bool trial) {
  (void)out;
  each_seed_ = each_seed(trial);
  trial_ = trial;
  coder_.set_it(kOrigin);
  const Entry entry = coder_.here();
  note(kind_->span);
  if (trial) judge_guards();
  steps(kind_->steps);
  if (trial)
    for (const Requirement& r : kind_->requirements)
      if (r.time == Requirement::Afterwards) judge(r);
  coder_.emit(Opcode::Done);
  return entry;
}

// ---- steps -------------------------------------------------------------------------------------------------

void MoveCoder::steps(const std::vector<Step>& list) {
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (i + 1 < list.size() && lifts_and_sows(list, i)) {
      lift_and_sow(list[++i]);
      continue;
    }
    step(list[i]);
  }
}

// `lift all` from the starting pit into an empty hand and a plain `sow` behind it: like a relay from there.
bool MoveCoder::lifts_and_sows(const std::vector<Step>& list, std::size_t i) const {
  const Step& lift = list[i];
  const Step& sow = list[i + 1];
  if (kind_ == nullptr || &list != &kind_->steps || lift.op != Step::Lift || lift.a != rules::kNoNode || sow.op != Step::Sow) return false;
  if (lift.b != rules::kNoNode && coder_.node(lift.b).op != Op::Origin) return false;
  const std::vector<Step> before(list.begin(), list.begin() + static_cast<std::ptrdiff_t>(i));
  return sow.start == Step::StartDefault && plain_sowing(sow) && !triggers_fill_hand() &&
         !any_step(before, fills_hand);
}

// Nothing is skipped, done or judged from seed to seed.
bool MoveCoder::plain_sowing(const Step& sow) const {
  if ((sow.c != rules::kNoNode && coder_.certain(sow.d) != false) || each_seed_ != kNoCode) return false;
  NodeId set = rules::kNoNode;
  return !trial_ || std::none_of(kind_->requirements.begin(), kind_->requirements.end(), [&](const Requirement& r) {
    return r.time == Requirement::EverySeed && coder_.certain(r.when) != false && kept(r, set);
  });
}

// Whether a trigger may put seeds into the hand.
bool MoveCoder::triggers_fill_hand() const {
  return std::any_of(rules_.triggers.begin(), rules_.triggers.end(),
                     [](const rules::Trigger& t) { return any_step(t.steps, fills_hand); });
}

void MoveCoder::lift_and_sow(const Step& s) {
  coder_.new_statement();
  if (s.a != rules::kNoNode) coder_.number_into(kDirection, s.a);
  Label lap, over;
  sowing_ = &s;
  if (facts_.lap_origin) coder_.emit(Opcode::Copy, kLapOrigin, kOrigin);
  coder_.emit_jump2(Opcode::Relay, lap, over, 2 * s.circuit + coder_.me(), kOrigin);
  laps(lap, over);
}

void MoveCoder::step(const Step& s) {
  coder_.new_statement();
  switch (s.op) {
    case Step::Place: place(s); return;
    case Step::Fill: fill(s); return;
    case Step::Lift: lift(s); return;
    case Step::Capture: capture(s); return;
    case Step::Sow: sow(s); return;
    case Step::Turn: coder_.number_into(kDirection, s.a); return;
    case Step::Mark:
      if (coder_.node(s.a).op == Op::OnePit) coder_.emit(Opcode::MarkPit, s.value2, coder_.number(coder_.node(s.a).a), coder_.flag(s.value, s.who));
      else coder_.emit(Opcode::MarkPits, s.value2, coder_.set(s.a), coder_.flag(s.value, s.who));
      return;
    case Step::SetState: set_state(s); return;
    case Step::Again:
      program_.uses_again = true;
      coder_.emit(Opcode::Again);
      return;
    case Step::Stop:
      if (over_ != nullptr) coder_.emit_jump(Opcode::Jump, *over_);
      return;
    case Step::Relay: relay(s); return;
    case Step::Ask: ask(s); return;
    case Step::Pick: pick(s); return;
    case Step::If: {
      const auto sure = coder_.certain(s.a);
      if (sure == false) return;
      Label skip;
      if (!sure) coder_.branch(s.a, false, skip);
      note(s.span);
      steps(s.steps);
      coder_.bind(skip);
      return;
    }
    case Step::EachPit: each_pit(s); return;
    case Step::Block: steps(s.steps); return;
    case Step::SwapSides: coder_.emit(Opcode::SwapSides); return;
    case Step::Takes: takes(s); return;
    case Step::Wins: coder_.emit(Opcode::Wins, 0, coder_.number(s.a)); return;
    case Step::Draw: coder_.emit(Opcode::Drawn); return;
    case Step::Void: coder_.emit(Opcode::Voided); return;
  }
}

// As an operand: a pit in a register, a variable or the hand.
Reg MoveCoder::place_of(Step::Heap heap, rules::Who who, NodeId pit) {
  if (heap == Step::InPit) return coder_.number(pit);
  if (heap == Step::InHand) return static_cast<Reg>(kHandPlace | (between_seeds_ ? kRemaining : kHand));
  return static_cast<Reg>(kVariablePlace | ((heap == Step::InWon ? kWon : kReserve) + coder_.player(who)));
}

void MoveCoder::place(const Step& s) {
  hand_filled_ = hand_filled_ || s.to == Step::InHand;
  const Reg count = coder_.number(s.a);
  if (s.from == Step::InReserve && s.to == Step::InPit) {
    coder_.emit(Opcode::Place, coder_.player(s.who), count, coder_.number(s.b));
    return;
  }
  const Reg from = place_of(s.from, s.who, s.c);
  coder_.emit(Opcode::Shift, from, count, place_of(s.to, s.to_who, s.b));
}

// The pits that may be in a set, as far as can be told at once.
WideMask MoveCoder::candidates(NodeId set) const {
  const rules::Node& n = coder_.node(set);
  if (n.op == Op::Where || n.op == Op::Except) return candidates(n.a);
  if (n.op != Op::ConstPits) return ~WideMask{0};
  return coder_.mask_of(rules_.slot_sets[static_cast<std::size_t>(coder_.me() == kSouth ? n.value : n.value2)]);
}

// The pits that may be in the set of a step, as they are gone through for its player.
std::vector<rules::Slot> MoveCoder::in_order(const Step& s) const {
  const rules::Who player = coder_.player(s.to_who) == kSouth ? rules::Who::South : rules::Who::North;
  std::vector<rules::Slot> slots = rules_.board.in_order(player);
  std::erase_if(slots, [this, may_be = candidates(s.b)](rules::Slot slot) { return (may_be >> coder_.index_of(slot) & 1) == 0; });
  return slots;
}

// Pit by pit; the set is that of before.
void MoveCoder::each_pit(const Step& s) {
  const Reg set = coder_.set(s.b);
  const Reg pit = coder_.new_number();
  const Coder::Held held = coder_.hold();
  const Reg it = coder_.it();
  coder_.set_it(pit);
  for (const rules::Slot slot : in_order(s)) {
    Label next;
    coder_.emit(Opcode::Load, pit, 0, 0, coder_.index_of(slot));
    coder_.emit_jump(Opcode::TestIn, next, 0, pit, set);
    steps(s.steps);
    coder_.bind(next);
  }
  coder_.set_it(it);
  coder_.release(held);
}

// Pit by pit, or the other way round.
void MoveCoder::fill(const Step& s) {
  const Reg count = coder_.new_number();
  coder_.number_into(count, s.a);
  const Reg set = coder_.set(s.b);
  const Reg from = place_of(s.from, s.who, s.c);
  const Reg left = coder_.new_number();
  const Reg pit = coder_.new_number();
  std::vector<rules::Slot> slots = in_order(s);
  if (s.value != 0) std::reverse(slots.begin(), slots.end());
  Label done;
  for (const rules::Slot slot : slots) {
    Label next;
    coder_.emit(Opcode::Load, pit, 0, 0, coder_.index_of(slot));
    coder_.emit_jump(Opcode::TestIn, next, 0, pit, set);
    if (is_hand(from)) coder_.emit(Opcode::Copy, left, from & ~kHandPlace);
    else if ((from & kVariablePlace) != 0) coder_.emit(Opcode::Var, left, from & ~kVariablePlace);
    else coder_.emit(Opcode::Seeds, left, from);
    coder_.emit_jump(Opcode::TestLess, done, 1, left, count);
    coder_.emit(Opcode::Shift, from, count, pit);
    coder_.bind(next);
  }
  coder_.bind(done);
}

void MoveCoder::lift(const Step& s) {
  hand_filled_ = true;
  const Reg pit = s.b == rules::kNoNode ? Reg{kOrigin} : coder_.number(s.b);
  if (s.a == rules::kNoNode) {
    coder_.emit(Opcode::LiftAll, 0, pit);
    return;
  }
  coder_.emit(Opcode::LiftSome, s.value, coder_.number(s.a), pit);
}

void MoveCoder::capture(const Step& s) {
  if (s.d != rules::kNoNode) return capture_some(s);
  const Reg set = coder_.set(s.a);
  if (s.into == Step::IntoHand) {
    hand_filled_ = true;
    coder_.emit(Opcode::CaptureHand, 0, set);
    return;
  }
  if (s.into == Step::IntoPit) {
    coder_.emit(Opcode::CapturePit, coder_.number(s.b), set);
    return;
  }
  const bool store = s.into == Step::IntoStore;
  const bool fixed = s.c == rules::kNoNode || coder_.node(s.c).op == Op::ConstPlayer;
  if (!fixed) {
    coder_.emit(Opcode::CaptureFor, store, set, coder_.number(s.c));
    return;
  }
  const int player = s.c == rules::kNoNode ? coder_.me() : coder_.player(coder_.node(s.c).who);
  if (!store) {
    coder_.emit(Opcode::CaptureVar, kWon + player, set);
    return;
  }
  const Reg pit = coder_.new_number();
  coder_.emit(Opcode::Load, pit, 0, 0, program_.store[static_cast<std::size_t>(player)]);
  coder_.emit(Opcode::CapturePit, pit, set);
}

void MoveCoder::capture_some(const Step& s) {
  const Reg count = coder_.number(s.d);
  Reg pit = coder_.new_number();
  if (coder_.node(s.a).op == Op::OnePit) coder_.number_into(pit, coder_.node(s.a).a);
  else coder_.emit(Opcode::Only, pit, coder_.set(s.a));
  if (s.into == Step::IntoHand) {
    hand_filled_ = true;
    coder_.emit(Opcode::CaptureSome, 0, count, pit, 1);
    return;
  }
  if (s.into == Step::IntoPit) {
    const Reg to = coder_.number(s.b);
    coder_.emit(Opcode::CaptureSome, 0, count, pit, 0);
    program_.code.back().c = to;
    return;
  }
  Reg player = coder_.new_number();
  if (s.c == rules::kNoNode) coder_.emit(Opcode::Load, player, 0, 0, coder_.me());
  else coder_.number_into(player, s.c);
  coder_.emit(Opcode::CaptureSome, player, count, pit, s.into == Step::IntoStore ? 3 : 2);
}

void MoveCoder::set_state(const Step& s) {
  const rules::State& state = rules_.states[static_cast<std::size_t>(s.value)];
  const int variable = coder_.variable(s.value, s.who);
  Reg value = 0;
  if (s.a == rules::kNoNode) {
    value = coder_.new_number();
    coder_.emit(Opcode::Load, value, 0, 0, state.kind == rules::State::Pit ? -1 : state.initial);
  } else {
    value = coder_.number(s.a);
  }
  if (state.kind == rules::State::Pit) coder_.emit(Opcode::SetPitVar, variable, value);
  else coder_.emit(Opcode::SetVar, variable, value, 0, state.kind == rules::State::Flag ? 1 : state.max);
}

void MoveCoder::takes(const Step& s) {
  if (s.value != 0) return halves(s);
  const Reg player = coder_.number(s.a);
  coder_.emit(Opcode::Takes, rules_.board.stores, coder_.set(s.b), player);
}

// All to the player, half of it on to the other, and an odd seed back on the board: it is nobody's.
void MoveCoder::halves(const Step& s) {
  const bool stores = rules_.board.stores;
  const int player = coder_.player(coder_.node(s.a).who);
  const auto heap = [&](int who) {
    if (!stores) return static_cast<Reg>(kVariablePlace | (kWon + who));
    const Reg pit = coder_.new_number();
    coder_.emit(Opcode::Load, pit, 0, 0, program_.store[static_cast<std::size_t>(who)]);
    return pit;
  };
  const Reg set = coder_.set(s.b);
  const Reg rest = coder_.new_set();
  const Reg pit = coder_.new_number(), all = coder_.new_number(), half = coder_.new_number(), two = coder_.new_number(), who = coder_.new_number();
  Label none;
  coder_.emit(Opcode::MaskCopy, rest, set);
  coder_.emit_jump(Opcode::MaskNext, none, pit, rest);
  coder_.emit(Opcode::Sum, all, set);
  coder_.emit(Opcode::Load, two, 0, 0, 2);
  coder_.emit(Opcode::Divide, half, all, two);
  coder_.emit(Opcode::Modulo, all, all, two);
  coder_.emit(Opcode::Load, who, 0, 0, player);
  coder_.emit(Opcode::Takes, stores, set, who);
  const Reg mine = heap(player), theirs = heap(1 - player);
  coder_.emit(Opcode::Shift, mine, half, theirs);
  coder_.emit(Opcode::Shift, mine, all, pit);
  coder_.bind(none);
}

// The number of the question that a step puts; both players' moves and all kinds share it.
std::int32_t MoveCoder::question(const Step& s) {
  out_->asks = true;
  auto& questions = program_.questions;
  const auto same = [&s](const Program::Question& q) { return q.file == s.span.file && q.begin == s.span.begin; };
  const auto known = std::find_if(questions.begin(), questions.end(), same);
  const auto number = static_cast<std::int32_t>(known - questions.begin());
  if (known == questions.end()) questions.push_back({s.span.file, s.span.begin, s.op == Step::Pick && s.a != rules::kNoNode});
  return number;
}

void MoveCoder::pick(const Step& s) {
  Label none;
  if (s.a != rules::kNoNode) {
    const Reg set = coder_.set(s.a);
    coder_.emit_jump(Opcode::Pick, none, kPicked0 + s.value, set, 0, question(s));
  } else {
    const Reg low = coder_.number(s.b);
    const Reg high = coder_.number(s.c);
    coder_.emit_jump(Opcode::PickNumber, none, kPicked0 + s.value, low, high, question(s));
  }
  steps(s.steps);
  coder_.bind(none);
}

void MoveCoder::ask(const Step& s) {
  coder_.emit(Opcode::Ask, static_cast<int>(s.answers.size()), 0, 0, question(s));
  std::vector<Label> labels(s.answers.size());
  for (Label& label : labels) coder_.emit_jump(Opcode::Jump, label);
  Label done;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    coder_.bind(labels[i]);
    steps(s.answers[i].steps);
    coder_.emit_jump(Opcode::Jump, done);
  }
  coder_.bind(done);
}

// ---- sowing ------------------------------------------------------------------------------------------------

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
