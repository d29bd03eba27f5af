// Stage 2, check: first-match tables, and what becomes of the seeds in the hand.
#include <algorithm>

#include "grammar/check/reachability.h"
#include "grammar/check/steps.h"

namespace mnc::grammar::check {

Table Steps::table(const ast::Table& tree, const Scope& scope, Part part) {
  Table out;
  RowReach reach(context_);
  Reading reading{part, scope.kind ? std::optional(scope.kind->index) : std::nullopt, {}};
  for (const ast::Row& row : tree) {
    const NodeId condition = row.condition ? expressions_.truth(*row.condition, scope) : kNoNode;
    const GivenScope given{condition, scope.given};
    Scope inner = scope;
    if (row.condition) inner.given = &given;
    Row lowered;
    lowered.steps = lower(row.steps, inner, part);
    reading.rows.push_back({&row, condition, lowered.steps});
    if (!reach.enter(row, condition)) continue;
    lowered.condition = nodes_.is_truth(condition, true) ? kNoNode : condition;
    lowered.rule = row.rule ? row.rule->text : std::string();
    lowered.note = row.note ? row.note->text : std::string();
    lowered.span = row.span;
    if (part == Part::Lap) check_hand(context_, lowered.steps, true);
    out.push_back(std::move(lowered));
  }
  context_.readings.push_back(std::move(reading));
  return out;
}

bool contains(const std::vector<Step>& steps, Step::Op op) {
  return std::any_of(steps.begin(), steps.end(), [&](const Step& step) {
    return step.op == op || any_inner(step, [op](const std::vector<Step>& inner) { return contains(inner, op); });
  });
}

namespace {

// What may be in the hand at a place, over all ways that lead there; a set of bits.
using Hand = unsigned;
constexpr Hand kEmpty = 1;
constexpr Hand kFilled = 2;
constexpr Hand kOver = 4;  // the row has ended before

class HandWalk {
 public:
  HandWalk(Context& context, bool in_lap) : context_(context), in_lap_(in_lap) {}

  void run(const std::vector<Step>& steps) {
    const Hand hand = walk(steps, kEmpty);
    if ((hand & kFilled) != 0 && !sown_before_) left();
  }

 private:
  Hand walk(const std::vector<Step>& steps, Hand hand) {
    for (const Step& step : steps) {
      if (hand == kOver) {
        context_.report(Code::UnreachableStep, step.span, "this is never done: the row has ended before").help =
            "`relay`, `stop` and `sow` come last in a row";
        return hand;
      }
      hand = (hand & kOver) | after(step, hand & ~kOver);
    }
    return hand;
  }

  Hand after(const Step& step, Hand hand) {
    switch (step.op) {
      case Step::Lift: return filled(step);
      case Step::Capture: return step.into == Step::IntoHand ? filled(step) : hand;
      case Step::Sow:
        if ((hand & kFilled) == 0) nothing(step);
        return in_lap_ ? kOver : kEmpty;
      case Step::Relay: return kOver;
      case Step::Stop:
        if ((hand & kFilled) != 0) left();
        return kOver;
      case Step::Pick:
      case Step::EachPit: return hand | walk(step.steps, hand);
      case Step::If: return walk(step.steps, hand) | walk(step.otherwise, hand);
      case Step::Block: return walk(step.steps, hand);
      case Step::Ask: {
        Hand all = 0;
        for (const Answer& answer : step.answers) all |= walk(answer.steps, hand);
        return all == 0 ? hand : all;
      }
      case Step::Place:
        if (step.to == Step::InHand) return filled(step);
        [[fallthrough]];
      case Step::Fill:
        if (step.from == Step::InHand && (hand & kFilled) == 0) nothing(step);
        break;
      case Step::Turn:
      case Step::SwapSides:
      case Step::Mark:
      case Step::SetState:
      case Step::Again:
      case Step::Takes:
      case Step::Wins:
      case Step::Draw:
      case Step::Void: break;
    }
    return hand;
  }

  Hand filled(const Step& step) {
    filled_by_ = step.span;
    return kFilled;
  }

  void nothing(const Step& step) {
    const bool sow = step.op == Step::Sow;
    sown_before_ = sown_before_ || sow;
    context_.report(Code::NothingInHand, step.span, std::string("there is nothing in the hand") + (sow ? " to sow" : "")).help =
        sow && in_lap_ ? "write `relay` to go on with the last pit, or lift or capture into the hand first"
                       : "`lift` seeds or `capture … into hand` first";
  }

  void left() {
    context_.report(Code::SeedsLeftInHand, filled_by_, "these seeds may stay in the hand").help =
        "`sow` them before the steps are over";
  }

  Context& context_;
  bool in_lap_;
  Span filled_by_;
  bool sown_before_ = false;  // what stays in the hand is what this sowing was meant for
};

bool same_steps(const Nodes& nodes, const std::vector<Step>& a, const std::vector<Step>& b);

bool same_answer(const Nodes& nodes, const Answer& a, const Answer& b) {
  return a.name == b.name && same_steps(nodes, a.steps, b.steps);
}

bool same_step(const Nodes& nodes, const Step& a, const Step& b) {
  return a.op == b.op && a.who == b.who && a.to_who == b.to_who && a.from == b.from && a.to == b.to && a.into == b.into && a.start == b.start && a.value == b.value &&
         a.value2 == b.value2 && a.circuit == b.circuit && nodes.same(a.a, b.a) && nodes.same(a.b, b.b) &&
         nodes.same(a.c, b.c) && nodes.same(a.d, b.d) && same_steps(nodes, a.steps, b.steps) && same_steps(nodes, a.otherwise, b.otherwise) &&
         std::equal(a.answers.begin(), a.answers.end(), b.answers.begin(), b.answers.end(),
                    [&](const Answer& x, const Answer& y) { return same_answer(nodes, x, y); });
}

bool same_steps(const Nodes& nodes, const std::vector<Step>& a, const std::vector<Step>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [&](const Step& x, const Step& y) { return same_step(nodes, x, y); });
}

}  // namespace

void check_hand(Context& context, const std::vector<Step>& steps, bool in_lap) { HandWalk(context, in_lap).run(steps); }

bool same_table(const Nodes& nodes, const Table& a, const Table& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [&](const Row& x, const Row& y) {
    return x.rule == y.rule && x.span.file == y.span.file && x.span.begin == y.span.begin &&
           nodes.same(x.condition, y.condition) && same_steps(nodes, x.steps, y.steps);
  });
}

}  // namespace mnc::grammar::check
