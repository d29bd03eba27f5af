// Stage 2, check: what can never happen.
#include "grammar/check/reachability.h"

#include <utility>

namespace mnc::grammar::check {

bool RowReach::enter(const ast::Row& row, NodeId condition) {
  const Nodes& nodes = context_.nodes;
  const bool behind_if = std::exchange(ends_with_if_, !row.steps.empty() && std::holds_alternative<ast::If>(row.steps.back().node));
  if (always_) {
    auto& diagnostic = context_.report(Code::UnreachableRow, row.span, "this row is never reached");
    diagnostic.notes.push_back({*always_, "this row always holds"});
    if (behind_if_)
      diagnostic.help = "braces make `otherwise` go with the `if` in the steps before it: `if …: {if …: …  otherwise: …}`";
    return false;
  }
  if (nodes.is_truth(condition, false)) {
    if (!nodes.soft(condition)) context_.report(Code::NeverHolds, row.condition->span, "this never holds");
    return false;
  }
  const bool holds = !row.condition || nodes.is_truth(condition, true);
  if (holds && !nodes.soft(condition)) {
    always_ = row.span;
    behind_if_ = !row.condition && behind_if;
  }
  const bool reached = !cut_;
  cut_ = cut_ || holds;
  return reached;
}

void check_phases(Context& context) {
  for (std::size_t i = 0; i < context.phases.size(); ++i) {
    const ast::Phase* phase = context.phases[i].tree;
    if (!phase) return;
    const NodeId guard = context.out.phases[i].guard;
    if (phase->condition && context.nodes.is_truth(guard, false) && !context.nodes.soft(guard)) {
      context.report(Code::PhaseNeverEntered, phase->condition->span,
                     "this never holds, so that the phase " + quoted(phase->name.text) + " is never entered");
    }
    if (phase->condition || i + 1 == context.phases.size()) continue;
    const ast::Phase* next = context.phases[i + 1].tree;
    auto& diagnostic = context.report(Code::PhaseNeverEntered, next->name.span,
                                      "the phase " + quoted(next->name.text) + " is never entered");
    diagnostic.notes.push_back({phase->name.span, "this phase has no `while` and so always holds"});
    diagnostic.help = "say with `while` when a player is in the phase " + quoted(phase->name.text);
    return;
  }
}

}  // namespace mnc::grammar::check
