// Kinds of moves to code: their starting pits and choices, and the small pieces of code beside them.
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

// ---- small pieces of code -----------------------------------------------------------------------------------

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

// ---- a kind -------------------------------------------------------------------------------------------------

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

}  // namespace mnc::engine
