// Questions in mid-move that come up at most once in a move.
#include "interpreter/lower_moves.h"

namespace mnc::engine {

using rules::NodeId;
using rules::Op;
using rules::Step;

namespace {

bool is_question(const Step& s) { return s.op == Step::Ask || s.op == Step::Pick; }

}  // namespace

// The row of the laps that asks, if there is one, that does nothing else, and nothing else asks.
const rules::Row* MoveCoder::only_question() const {
  if (!kind_->laps || kind_->each_seed || any_step(kind_->steps, is_question)) return nullptr;
  const rules::Row* found = nullptr;
  for (const rules::Row& row : rules_.tables[*kind_->laps]) {
    if (!any_step(row.steps, is_question) || coder_.certain(row.condition) == false) continue;
    if (found != nullptr || row.steps.size() != 1 || row.steps[0].op != Step::Ask) return nullptr;
    found = &row;
  }
  return found;
}

// The pits that the last one must be among for a condition to hold; none: it does not say.
WideMask MoveCoder::last_pits(NodeId condition) const {
  if (condition == rules::kNoNode) return 0;
  const rules::Node& n = coder_.node(condition);
  if (n.op == Op::And) {
    for (const NodeId kid : n.kids)
      if (const WideMask pits = last_pits(kid)) return pits;
    return 0;
  }
  if ((n.op != Op::SamePit && n.op != Op::PitIn) || coder_.node(n.a).op != Op::Last) return 0;
  const rules::Node& where = coder_.node(n.b);
  if (n.op == Op::SamePit && where.op == Op::ConstPit) return static_cast<WideMask>(1) << coder_.index_of(coder_.me() == kSouth ? where.value : where.value2);
  if (n.op == Op::PitIn && where.op == Op::ConstPits)
    return coder_.mask_of(rules_.slot_sets[static_cast<std::size_t>(coder_.me() == kSouth ? where.value : where.value2)]);
  return 0;
}

// Whether emptying any of the mover's pits raises the flag.
bool MoveCoder::raised_by_emptying(WideMask pits, const rules::Node& flag) const {
  return std::any_of(rules_.triggers.begin(), rules_.triggers.end(), [&](const rules::Trigger& t) {
    const WideMask zone = coder_.mask_of(rules_.slot_sets[static_cast<std::size_t>(coder_.me() == kSouth ? t.south : t.north)]);
    return (pits & ~zone) == 0 && std::any_of(t.steps.begin(), t.steps.end(), [&](const Step& s) {
      return s.op == Step::SetState && s.value == flag.value && s.who == flag.who;
    });
  });
}

// The number of answers to a question that can come up only once in a move: every answer ends the sowing or empties the
// last pit, and that raises a flag which keeps the question from coming up. 0: it may come up again, for all one knows.
int MoveCoder::answers_once() const {
  const rules::Row* const row = only_question();
  const WideMask pits = row == nullptr ? 0 : last_pits(row->condition);
  if (pits == 0) return 0;
  std::vector<NodeId> down;
  rising_conditions(row->condition, down);
  const auto& answers = row->steps[0].answers;
  const auto lifts_last = [&](const Step& s) { return s.op == Step::Relay && (s.b == rules::kNoNode || coder_.node(s.b).op == Op::Last); };
  const bool over = std::all_of(answers.begin(), answers.end(), [&](const rules::Answer& a) {
    return !any_step(a.steps, is_question) && (a.steps.empty() || a.steps[0].op == Step::Stop || lifts_last(a.steps[0]));
  });
  const bool raised = std::any_of(down.begin(), down.end(), [&](NodeId id) { return raised_by_emptying(pits, coder_.node(coder_.node(id).a)); });
  return over && raised ? static_cast<int>(answers.size()) : 0;
}

}  // namespace mnc::engine
