// Steps as English; see prose.h.
#include <fmt/format.h>

#include <algorithm>

#include "cli/each_step.h"
#include "cli/prose.h"

namespace mnc::cli {

using grammar::kNoNode;
using grammar::Node;
using grammar::NodeId;
using grammar::Op;
using grammar::Step;

namespace {

bool same(grammar::Span a, grammar::Span b) { return a.file == b.file && a.begin == b.begin && a.end == b.end; }

// Whether the step and the one after it are what `each` says, for the mover and then for the opponent.
bool for_each_player(const std::vector<Step>& list, std::size_t at) {
  const Step& step = list[at];
  if (at + 1 >= list.size() || (step.op != Step::Block && step.op != Step::Takes)) return false;
  return list[at + 1].op == step.op && same(step.span, list[at + 1].span);
}

constexpr std::string_view kOtherwise = "otherwise";

// What is done otherwise goes with what it stands in place of.
void add(std::vector<std::string>& parts, const Phrase& phrase, const std::string& text) {
  if (phrase.text == kOtherwise && !parts.empty()) parts.back() += "; " + text;
  else parts.push_back(text);
}

std::string on_one_line(const Phrase& phrase) {
  if (phrase.parts.empty()) return phrase.text;
  std::vector<std::string> parts;
  for (const Phrase& part : phrase.parts) add(parts, part, on_one_line(part));
  return phrase.text + ": " + enumerated(parts, phrase.text.ends_with("chooses") ? "or" : "and then");
}

}  // namespace

std::string Prose::sentence(const std::vector<Phrase>& list, const std::string& who) {
  if (list.empty()) return "nothing is done";
  std::vector<std::string> parts;
  bool spoken = false;  // the subject is the one of the phrase before
  for (const Phrase& one : list) {
    add(parts, one, (one.whole || spoken || who.empty() ? "" : who + " ") + on_one_line(one));
    spoken = !one.whole;
  }
  return enumerated(parts, "and then");
}

void Prose::about(const grammar::Kind* kind) {
  kind_ = kind;
  circuit_ = first_circuit_ = 0;
  skips_ = turns_ = false;
  if (kind == nullptr) return;
  turns_ = std::any_of(kind->choices.begin(), kind->choices.end(), [](const grammar::Choice& one) { return one.is_direction; });
  bool sows = false;
  each_step(rules_, *kind, [&](const Step& step) {
    turns_ = turns_ || step.op == Step::Turn;
    if (step.op != Step::Sow) return;
    turns_ = turns_ || node(step.a).op != Op::CurrentDirection;
    skips_ = skips_ || step.c != kNoNode;
    if (!std::exchange(sows, true)) circuit_ = first_circuit_ = static_cast<std::size_t>(step.circuit);
  });
}

// The direction that nobody has turned, on the circuit of a sowing: forwards on that of the first one.
std::string Prose::unturned() const {
  const auto& now = rules_.board.circuits[circuit_].forwards;
  const auto& first = rules_.board.circuits[first_circuit_].forwards;
  if (now == first) return "forwards";
  return now[0] != first[0] && now[1] != first[1] ? "backwards" : "in the current direction";
}

std::vector<Phrase> Prose::phrases(const std::vector<Step>& list) {
  std::vector<Phrase> out;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const Step& one = list[i];
    if (for_each_player(list, i)) {
      const bool was = std::exchange(each_, true);
      if (one.op == Step::Takes) out.push_back({fmt::format("each player takes the seeds in {}", pits(one.b)), {}, true});
      else out.push_back({"each player in turn", phrases(one.steps), true});
      each_ = was;
      ++i;
    } else if (one.op == Step::Block) {
      for (Phrase& inner : phrases(one.steps)) out.push_back(std::move(inner));
    } else {
      out.push_back(phrase(one));
      if (!one.otherwise.empty()) out.push_back({std::string(kOtherwise), phrases(one.otherwise), true});
    }
  }
  return out;
}

Phrase Prose::phrase(const Step& s) {
  switch (s.op) {
    case Step::Place: {
      const Node& n = node(s.a);
      const bool all = n.who == s.who && ((n.op == Op::Won && s.from == Step::InWon) || (n.op == Op::Reserve && s.from == Step::InReserve));
      return {fmt::format("places {} from {} in {}", all ? "all seeds" : seeds(s.a), heap(s.from, s.who, s.c), heap(s.to, s.to_who, s.b))};
    }
    case Step::Fill:
      return {fmt::format("fills {} with {} each from {}{}, as far as they go", pits(s.b), seeds(s.a),
                          heap(s.from, s.who, s.c), s.value != 0 ? ", the last pit first" : "")};
    case Step::Lift: return {lift(s)};
    case Step::Capture: return {capture(s)};
    case Step::Sow: return {sow(s)};
    case Step::Turn: {
      const std::string way = direction(s.a);
      return {fmt::format("turns {}{}", way.starts_with('`') || way.starts_with("the ") ? "to " : "", way)};
    }
    case Step::Mark: return {fmt::format("{} {} as {}", s.value2 != 0 ? "marks" : "unmarks", pits(s.a), state(s.value, s.who))};
    case Step::SetState:
      if (s.a == kNoNode) return {fmt::format("clears {}", state(s.value, s.who))};
      return {fmt::format("sets {} to {}", state(s.value, s.who), value(s.a))};
    case Step::Again: return {"moves again"};
    case Step::Stop: return {place_ == Place::End ? "what is left on the board is nobody's" : "the sowing is over", {}, true};
    case Step::Relay: return {relay(s)};
    case Step::Ask: return ask(s);
    case Step::Pick: return pick(s);
    case Step::If: return {fmt::format("if {}", condition(s.a)), phrases(s.steps)};
    case Step::EachPit: {
      const std::string of = pits(s.b), in_order = ", one after the other";
      const bool said = of.find(in_order) != std::string::npos;  // of a run
      return {said ? "for each of " + of : "for each pit of " + of + in_order, phrases(s.steps)};
    }
    case Step::Block: return {"does", phrases(s.steps)};
    case Step::SwapSides: return {"the players swap sides, with all that lies there or is remembered of it", {}, true};
    case Step::Takes:
      if (s.value != 0) return {fmt::format("each player takes half of the seeds in {}", pits(s.b)), {}, true};
      return {fmt::format("{} takes the seeds in {}", player(s.a), pits(s.b)), {}, true};
    case Step::Wins: return {fmt::format("{} wins", player(s.a)), {}, true};
    case Step::Draw: return {"it is a draw", {}, true};
    case Step::Void: return {"the result is void", {}, true};
  }
  return {};
}

std::string Prose::seeds(NodeId count) {
  const std::string text = number(count);
  const bool short_one = node(count).op == Op::Number || text.starts_with('`');
  return short_one ? amount(text, "seed") : "as many seeds as " + text;
}

std::string Prose::heap(Step::Heap kind, grammar::Who who, NodeId slot) {
  if (kind == Step::InPit) return pit(slot);
  if (kind == Step::InHand) return "the hand";
  return fmt::format("{} {}", whose(who), kind == Step::InWon ? "won seeds" : "reserve");
}

std::string Prose::lift(const Step& s) {
  const std::string from = s.b == kNoNode ? "the starting pit" : pit(s.b);
  if (s.a == kNoNode) return fmt::format("lifts all seeds of {}", from);
  const Node& n = node(s.a);
  if (n.op != Op::Cases) return fmt::format("lifts {}{} of {}", s.value != 0 ? "all but " : "", seeds(s.a), from);
  const auto part = [&](NodeId id) {  // `all` and `all but N` stand there as numbers
    const Node& one = node(id);
    if (one.op == Op::Seeds && pit(one.a) == from) return std::string("all seeds");
    if (one.op == Op::Subtract && node(one.a).op == Op::Seeds && pit(node(one.a).a) == from) return "all but " + seeds(one.b);
    return seeds(id);
  };
  std::string text = fmt::format("lifts from {} ", from);
  for (std::size_t i = 0; i + 1 < n.kids.size(); i += 2)
    text += fmt::format("{} if {}, ", part(n.kids[i]), condition(n.kids[i + 1]));
  return text + "otherwise " + part(n.kids.back());
}

std::string Prose::relay(const Step& s) {
  return fmt::format("lifts all seeds of {} and sows on with them{}", pit(s.b), skips_ ? ", passing over pits as before" : "");
}

std::string Prose::sow(const Step& s) {
  circuit_ = static_cast<std::size_t>(s.circuit);
  std::string text = "sows them, one a pit, ";
  if (s.a != kNoNode && node(s.a).op == Op::DirectionState) text += "in the direction of " + direction(s.a);
  else if (s.a != kNoNode && node(s.a).op != Op::CurrentDirection) text += direction(s.a);
  else text += turns_ ? "in the current direction" : unturned();
  if (s.circuit != 0) text += fmt::format(" along `{}`", rules_.board.circuits[circuit_].name);
  switch (s.start) {
    case Step::StartDefault: text += ", from the next pit on"; break;
    case Step::StartIn: text += fmt::format(", beginning in {}", pit(s.b)); break;
    case Step::StartAfter: text += fmt::format(", beginning after {}", pit(s.b)); break;
  }
  if (s.c == kNoNode) return text;
  text += fmt::format(", passing over{} {}", s.value != 0 ? ", as things stand before each seed," : "", pits(s.c));
  if (s.d != kNoNode) text += fmt::format(" if {}", condition(s.d));
  return text;
}

std::string Prose::capture(const Step& s) {
  const std::string what = s.d == kNoNode ? fmt::format("captures all seeds in {}", pits(s.a))
                                          : fmt::format("captures {} of {}", seeds(s.d), pits(s.a));
  switch (s.into) {
    case Step::IntoHand: return what + " into the hand";
    case Step::IntoPit: return fmt::format("{} into {}", what, pit(s.b));
    case Step::IntoReserve: return fmt::format("{} into {}", what, heap(Step::InReserve, s.to_who, kNoNode));
    case Step::IntoWon:
    case Step::IntoStore: break;
  }
  const bool for_mover = s.c == kNoNode || (node(s.c).op == Op::ConstPlayer && node(s.c).who == grammar::Who::Mover);
  if (for_mover) return what;
  return fmt::format("{} for {}", what, player(s.c));
}

// ---- questions ---------------------------------------------------------------------------------------------

Phrase Prose::ask(const Step& s) {
  Phrase result{"chooses"};
  for (const grammar::Answer& answer : s.answers) {
    Phrase one{fmt::format("`{}`", answer.name), phrases(answer.steps)};
    if (one.parts.empty()) one.parts.push_back({"nothing is done", {}, true});
    result.parts.push_back(std::move(one));
  }
  return result;
}

Phrase Prose::pick(const Step& s) {
  const std::string name = picked_name(s);
  if (s.a != kNoNode) return {fmt::format("picks one of {}{}", pits(s.a), name.empty() ? "" : ", " + name), phrases(s.steps)};
  return {fmt::format("chooses a number from {} to {}{}", number(s.b), number(s.c), name.empty() ? "" : ", " + name), phrases(s.steps)};
}

// The name that the steps give to what is picked: the word that stands there for it. Empty: they do not speak of it.
std::string Prose::picked_name(const Step& s) const {
  for (const Node& n : rules_.nodes) {
    const bool inside = n.span.file == s.span.file && n.span.begin >= s.span.begin && n.span.end <= s.span.end;
    if (n.op == Op::Picked && n.value == s.value && inside) return "`" + excerpt_of(n.span) + "`";
  }
  return "";
}

}  // namespace mnc::cli
