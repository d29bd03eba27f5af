// Stage 2, check: see step_walk.h.
#include "grammar/check/step_walk.h"

namespace mnc::grammar::check {

Span span_within(const Ruleset& rules, NodeId id, Span whole) {
  if (id == kNoNode) return whole;
  const Span inner = rules.nodes[static_cast<std::size_t>(id)].span;
  const bool within = inner.file == whole.file && inner.begin >= whole.begin && inner.end <= whole.end;
  return within ? inner : whole;
}

bool StepWalk::can(Formula formula) {
  std::vector<Formula> all = facts_;
  all.push_back(formula);
  return meaning_.logic().can_hold(all);
}

void StepWalk::changed() {
  facts_.clear();
  meaning_.forget();
}

void StepWalk::walk(const std::vector<Step>& steps) {
  for (const Step& step : steps) visit(step);
}

void StepWalk::condition(const Step& step) {
  const Formula holds = meaning_.truth(step.a);
  const Span span = span_within(rules_, step.a, step.span);
  verdicts_.judge(Code::NeverHolds, span, can(holds));
  verdicts_.judge(Code::AlwaysHolds, span, can(meaning_.logic().negate(holds)));
  const std::vector<Formula> before = facts_;
  const bool two = !step.otherwise.empty();
  std::optional<Meaning::Moment> moment;
  if (two) moment = meaning_.moment();
  bool same = branch(holds, step.steps);
  if (two) {
    facts_ = before;
    meaning_.back_to(std::move(*moment));
    same = branch(meaning_.logic().negate(holds), step.otherwise) && same;
    if (!same) meaning_.forget();
  }
  facts_ = same ? before : std::vector<Formula>();
}

bool StepWalk::branch(Formula given, const std::vector<Step>& steps) {
  if (!can(given)) return true;
  facts_.push_back(given);
  const std::size_t known = facts_.size();
  walk(steps);
  return facts_.size() == known;
}

void StepWalk::captures(const Step& step) {
  verdicts_.judge(Code::CapturesNothing, step.span, can(meaning_.some_seed(step.a)));
}

void StepWalk::needs(NodeId pit, const Step& step) {
  if (pit == kNoNode) return;
  verdicts_.judge(Code::NoSuchPit, span_within(rules_, pit, step.span), can(meaning_.exists(pit)));
}

void StepWalk::skips(const Step& step) {
  if (step.c == kNoNode || step.d != kNoNode || step.value != 0) return;
  bool some_left = false;
  for (const Slot slot : rules_.board.circuits[static_cast<std::size_t>(step.circuit)].cycle[meaning_.place().mover]) {
    some_left = some_left || can(meaning_.logic().negate(meaning_.member(slot, step.c)));
  }
  verdicts_.judge(Code::SkipsEverything, span_within(rules_, step.c, step.span), some_left);
}

void StepWalk::visit(const Step& step) {
  switch (step.op) {
    case Step::If: return condition(step);
    case Step::Block: return walk(step.steps);
    case Step::Ask: {
      const std::vector<Formula> before = facts_;
      for (const Answer& answer : step.answers) {
        facts_ = before;
        walk(answer.steps);
      }
      return changed();
    }
    case Step::Pick:
      walk(step.steps);
      return changed();
    case Step::EachPit:
      changed();  // what the steps have done for the pit before
      walk(step.steps);
      return changed();
    case Step::Capture:
      captures(step);
      needs(step.into == Step::IntoPit ? step.b : kNoNode, step);
      return changed();
    case Step::Sow:
      if (step.start != Step::StartDefault) needs(step.b, step);
      skips(step);
      return changed();
    case Step::Place:
      needs(step.to == Step::InPit ? step.b : kNoNode, step);
      needs(step.from == Step::InPit ? step.c : kNoNode, step);
      return changed();
    case Step::Fill: return changed();
    case Step::Lift:
    case Step::Relay: needs(step.b, step); return changed();
    case Step::Turn:
    case Step::SwapSides:
    case Step::Mark:
    case Step::SetState: return changed();
    case Step::Again:
    case Step::Stop:
    case Step::Takes:
    case Step::Wins:
    case Step::Draw:
    case Step::Void: return;
  }
}

}  // namespace mnc::grammar::check
