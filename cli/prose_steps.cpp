// Steps as English; see prose.h.
#include <fmt/format.h>

#include "cli/prose.h"

namespace mnc::cli {

using grammar::kNoNode;
using grammar::Op;
using grammar::Step;

std::vector<std::string> Prose::steps(const std::vector<Step>& list) const {
  std::vector<std::string> out;
  for (const Step& one : list) {
    if (one.op != Step::Block) {
      out.push_back(step(one));
      continue;
    }
    for (std::string& inner : steps(one.steps)) out.push_back(std::move(inner));
  }
  return out;
}

std::string Prose::step(const Step& s) const {
  switch (s.op) {
    case Step::Place: return fmt::format("places {} from {} in {}", seeds(s.a), heap(s.from, s.who, s.c), heap(s.to, s.to_who, s.b));
    case Step::Fill:
      return fmt::format("fills {} with {} each from {}{}, as far as they go", pits(s.b), seeds(s.a),
                         heap(s.from, s.who, s.c), s.value != 0 ? ", the last pit first" : "");
    case Step::Lift: {
      const std::string from = s.b == kNoNode ? "the starting pit" : pit(s.b);
      if (s.a == kNoNode) return fmt::format("lifts all seeds of {}", from);
      if (node(s.a).op == Op::Cases) return fmt::format("lifts from {} {}", from, cases(node(s.a)));
      return fmt::format("lifts {}{} seeds of {}", s.value != 0 ? "all but " : "", number(s.a), from);
    }
    case Step::Capture: return capture(s);
    case Step::Sow: return sow(s);
    case Step::Turn: return fmt::format("turns {}", direction(s.a));
    case Step::Mark:
      return fmt::format("{} {} as {}", s.value2 != 0 ? "marks" : "unmarks", pits(s.a),
                         rules_.states[static_cast<std::size_t>(s.value)].name);
    case Step::SetState: {
      const std::string name = state(s.value, s.who);
      if (s.a == kNoNode) return fmt::format("clears {}", name);
      return fmt::format("sets {} to {}", name, value(s.a));
    }
    case Step::Again: return "moves again";
    case Step::Stop: return "stops: the sowing is over";
    case Step::Relay: return fmt::format("lifts all seeds of {} and sows on with them", pit(s.b));
    case Step::Ask: return ask(s);
    case Step::Pick:
      if (s.a == kNoNode) {
        return fmt::format("chooses a number from {} to {}: {}", number(s.b), number(s.c), enumerated(steps(s.steps), "and then"));
      }
      return fmt::format("picks one of {}: {}", pits(s.a), enumerated(steps(s.steps), "and then"));
    case Step::If: return fmt::format("(if {}) {}", condition(s.a), enumerated(steps(s.steps), "and then"));
    case Step::EachPit: return fmt::format("does this for each pit of {}, one after the other: {}", pits(s.b), enumerated(steps(s.steps), "and then"));
    case Step::Block: return enumerated(steps(s.steps), "and then");
    case Step::Takes:
      if (s.value != 0) return fmt::format("each player takes half of the seeds in {}", pits(s.b));
      return fmt::format("{} takes the seeds in {}", player(s.a), pits(s.b));
    case Step::Wins: return fmt::format("{} wins", player(s.a));
    case Step::Draw: return "the game is a draw";
    case Step::Void: return "the game is void";
  }
  return "";
}

std::string Prose::seeds(grammar::NodeId count) const {
  const bool one = node(count).op == Op::Number && node(count).value == 1;
  return number(count) + (one ? " seed" : " seeds");
}

std::string Prose::heap(Step::Heap kind, grammar::Who who, grammar::NodeId slot) const {
  if (kind == Step::InPit) return pit(slot);
  const bool own = who == grammar::Who::Mover;
  if (kind == Step::InWon) return own ? "the seeds won" : "the opponent's seeds won";
  return own ? "the reserve" : "the opponent's reserve";
}

std::string Prose::sow(const Step& s) const {
  std::string text = "sows one seed a pit";
  if (s.a != kNoNode && node(s.a).op != Op::CurrentDirection) text += ", " + direction(s.a);
  else text += " in the current direction";
  if (s.circuit != 0) text += fmt::format(", along {}", rules_.board.circuits[static_cast<std::size_t>(s.circuit)].name);
  switch (s.start) {
    case Step::StartDefault: text += ", beginning with the pit after the one they were lifted from"; break;
    case Step::StartIn: text += fmt::format(", beginning in {}", pit(s.b)); break;
    case Step::StartAfter: text += fmt::format(", beginning after {}", pit(s.b)); break;
  }
  if (s.c == kNoNode) return text;
  text += fmt::format(", passing over {}", pits(s.c));
  if (s.d != kNoNode) text += fmt::format(" if {}", condition(s.d));
  return text;
}

std::string Prose::capture(const Step& s) const {
  const std::string what = s.d == kNoNode ? fmt::format("captures all seeds in {}", pits(s.a))
                                          : fmt::format("captures {} of {}", seeds(s.d), pits(s.a));
  switch (s.into) {
    case Step::IntoHand: return what + ", into the hand";
    case Step::IntoPit: return fmt::format("{}, into {}", what, pit(s.b));
    case Step::IntoWon:
    case Step::IntoStore: break;
  }
  const bool for_mover = s.c == kNoNode || (node(s.c).op == Op::ConstPlayer && node(s.c).who == grammar::Who::Mover);
  if (for_mover) return what;
  return fmt::format("{}, for {}", what, player(s.c));
}

std::string Prose::ask(const Step& s) const {
  std::vector<std::string> answers;
  for (const grammar::Answer& answer : s.answers)
    answers.push_back(fmt::format("`{}`: {}", answer.name, answer.steps.empty() ? "nothing" : enumerated(steps(answer.steps), "and then")));
  return "chooses: " + enumerated(answers, "or");
}

}  // namespace mnc::cli
