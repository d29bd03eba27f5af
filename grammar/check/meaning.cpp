// Stage 2, check: truth values, numbers and players as formulas; see meaning.h. Sets and pits: meaning_pits.cpp.
#include "grammar/check/meaning.h"

#include <algorithm>
#include <numeric>

#include "grammar/check/ends.h"
#include "grammar/check/nodes.h"

namespace mnc::grammar::check {
namespace {

CountSet below(std::size_t count) {
  CountSet set;
  for (std::size_t i = 0; i < count && i < set.size(); ++i) set.set(i);
  return set;
}

CountSet only(std::size_t value) {
  CountSet set;
  set.set(std::min(value, set.size() - 1));
  return set;
}

void note_changes(const std::vector<Step>& steps, Unchanging& out) {
  for (const Step& step : steps) {
    if (step.op == Step::Mark || step.op == Step::SetState) out.state[static_cast<std::size_t>(step.value)] = false;
    if (step.op == Step::Place && step.to == Step::InReserve) out.reserve = false;
    note_changes(step.steps, out);
    for (const Answer& answer : step.answers) note_changes(answer.steps, out);
  }
}

void note_changes(const Table& table, Unchanging& out) {
  for (const Row& row : table) note_changes(row.steps, out);
}

}  // namespace

Unchanging::Unchanging(const Ruleset& rules) : state(rules.states.size(), true), won(!has_won(rules)) {
  for (const Kind& kind : rules.kinds) note_changes(kind.steps, *this);
  for (const Table& table : rules.tables) note_changes(table, *this);
  for (const Trigger& trigger : rules.triggers) note_changes(trigger.steps, *this);
  note_changes(rules.rounds, *this);
}

Meaning::Meaning(const Ruleset& rules, const Unchanging& unchanging, Place place)
    : rules_(rules), unchanging_(unchanging), place_(place) {
  const Board& board = rules.board;
  total_ = board.seeds();
}

std::size_t Meaning::side(Who who) const { return side_of(who, place_.mover); }

Formula Meaning::flag(const std::string& name) {
  return logic_.among(logic_.variable(name, below(2)), only(1));
}

// Something of which nothing is known but that it is the same wherever it stands.
Formula Meaning::unknown(NodeId id) { return flag(name_of(id)); }

// ---- names of variables ------------------------------------------------------------------------------------

std::string Meaning::name_of(NodeId id) {
  std::string out = std::to_string(moment_) + ":";
  write(id, false, out);
  return out;
}

// Inside of `where` and `run`, `it` is no longer the pit spoken of outside.
void Meaning::write(NodeId id, bool inside, std::string& out) {
  if (id == kNoNode) {
    out += '_';
    return;
  }
  const Node& n = node(id);
  if (n.op == Op::It && !inside && it_) {
    out += "#" + std::to_string(*it_);
    return;
  }
  out += "(" + std::to_string(static_cast<int>(n.op)) + "." + std::to_string(side(n.who)) + "." +
         std::to_string(n.value) + "." + std::to_string(n.value2);
  write(n.a, inside, out);
  write(n.b, inside || n.op == Op::Where || n.op == Op::Run, out);
  for (const NodeId kid : n.kids) write(kid, inside, out);
  out += ')';
}

// ---- truth -------------------------------------------------------------------------------------------------

Formula Meaning::truth(NodeId id) {
  if (id == kNoNode) return kTrue;
  if (logic_.full() || ++asked_ > kMostAsked) return unknown(id);
  const Node& n = node(id);
  switch (n.op) {
    case Op::Truth: return n.value != 0 ? kTrue : kFalse;
    case Op::Not: return logic_.negate(truth(n.a));
    case Op::And:
    case Op::Or: {
      std::vector<Formula> parts;
      for (const NodeId kid : n.kids) parts.push_back(truth(kid));
      return n.op == Op::And ? logic_.all_of(std::move(parts)) : logic_.any_of(std::move(parts));
    }
    case Op::Equal:
    case Op::NotEqual:
    case Op::Less:
    case Op::LessEqual:
    case Op::Greater:
    case Op::GreaterEqual: return compared(n);
    case Op::NumberIn: return number_in(n, id);
    case Op::SomePit: return some(n.a);
    case Op::PitIn: return pit_in(n);
    case Op::SamePit: return same_pit(n.a, n.b);
    case Op::SamePlayer: return same_player(n, id);
    case Op::PitFlag: return pit_flag(n, id);
    case Op::Flag: {
      const State& state = rules_.states[static_cast<std::size_t>(n.value)];
      if (unchanging_.state[static_cast<std::size_t>(n.value)]) return state.initial != 0 ? kTrue : kFalse;
      return unknown(id);
    }
    case Op::AnswerIs: {
      const Variable answer = logic_.variable("answer " + std::to_string(n.value), below(kMaxAnswers + 1));
      return logic_.among(answer, only(static_cast<std::size_t>(n.value2)));
    }
    case Op::CanMove: return can_move(side(n.who), static_cast<std::uint32_t>(n.value));
    case Op::PhaseIs: return phase_is(side(n.who), n.value);
    default: return unknown(id);
  }
}

Formula Meaning::can_move(std::size_t side, std::uint32_t kinds) {
  return flag(std::to_string(moment_) + ":can " + std::to_string(side) + " " + std::to_string(kinds));
}

Formula Meaning::phase_is(std::size_t side, int phase) {
  const std::string name = std::to_string(moment_) + ":phase " + std::to_string(side);
  return logic_.among(logic_.variable(name, below(rules_.phases.size() + 1)), only(static_cast<std::size_t>(phase)));
}

// ---- players -----------------------------------------------------------------------------------------------

std::optional<std::size_t> Meaning::player(NodeId id) {
  const Node& n = node(id);
  if (n.op == Op::ConstPlayer) return side(n.who);
  if (n.op != Op::OwnerOf) return std::nullopt;
  const PitValue of = pit(n.a);
  if (!of.known) return std::nullopt;
  if (of.slot == kNoSlot || at(of.slot).owner == Who::Mover) return place_.mover;
  return side(at(of.slot).owner);
}

Formula Meaning::same_player(const Node& n, NodeId id) {
  const auto a = player(n.a);
  const auto b = player(n.b);
  if (a && b) return *a == *b ? kTrue : kFalse;
  const NodeId open = a ? n.b : n.a;
  if (!a && !b) return unknown(id);
  const Variable who = logic_.variable(name_of(open), below(2));  // 0 South, 1 North
  return logic_.among(who, only(a ? *a : *b));
}

// ---- numbers -----------------------------------------------------------------------------------------------

Variable Meaning::seeds_in(const PitValue& pit, NodeId id) {
  const std::string name = pit.known ? std::to_string(moment_) + ":seeds " + std::to_string(pit.slot) : name_of(id);
  CountSet values = below(static_cast<std::size_t>(total_) + 1);
  if (place_.just_sown && pit.known && place_.last == pit.slot) values.reset(0);
  return logic_.variable(name, values);
}

// The variable that a number is; nothing if it is computed, or constant.
std::optional<Variable> Meaning::number_variable(NodeId id, bool& open) {
  const Node& n = node(id);
  const auto named = [&](const CountSet& values) { return logic_.variable(name_of(id), values); };
  const CountSet seeds = below(static_cast<std::size_t>(total_) + 1);
  switch (n.op) {
    case Op::Seeds: {
      const PitValue of = pit(n.a);
      if (of.known && of.slot == kNoSlot) return std::nullopt;  // none has none
      return seeds_in(of, id);
    }
    case Op::Before:
      if (place_.just_sown && place_.last) return seeds_in({true, *place_.last, 0}, id);
      return named(seeds);
    case Op::SeedsIn: {
      const Variable sum = named(seeds);
      if (node(n.a).op == Op::ConstPits && summed_.insert(sum).second) {  // none, if none has any
        const Formula some = some_seed(n.a);
        const Formula none = logic_.among(sum, only(0));
        logic_.assume(logic_.any_of({logic_.all_of({none, logic_.negate(some)}),
                                     logic_.all_of({logic_.negate(none), some})}));
      }
      return sum;
    }
    case Op::Count: return named(below(possible(n.a).count() + 1));
    case Op::Reserve:
      return named(unchanging_.reserve ? below(static_cast<std::size_t>(rules_.board.reserve[side(n.who)]) + 1) : seeds);
    case Op::Won: return named(unchanging_.won ? only(0) : seeds);
    case Op::Counter: {
      const State& state = rules_.states[static_cast<std::size_t>(n.value)];
      if (unchanging_.state[static_cast<std::size_t>(n.value)]) return named(only(static_cast<std::size_t>(state.initial)));
      open = state.max > kMaxSeeds;
      return named(below(static_cast<std::size_t>(state.max) + 1));
    }
    case Op::Lap:
    case Op::Ply:
    case Op::Occurrences: open = true; return named(~only(0));
    case Op::Captured: open = true; return named(~CountSet());
    default: return named(~CountSet());
  }
}

namespace {
bool is_arithmetic(Op op) {
  return op == Op::Add || op == Op::Subtract || op == Op::Multiply || op == Op::Divide || op == Op::Modulo;
}
}  // namespace

Meaning::Base Meaning::base(NodeId id) {
  const Node& n = node(id);
  if (n.op == Op::Number) return {};
  if (n.op == Op::Column) {
    const PitValue of = pit(n.a);
    if (of.known) return {};
    return {logic_.variable(name_of(id), ~CountSet()), false, false};
  }
  if (is_arithmetic(n.op)) {
    Base a = base(n.a);
    const Base b = base(n.b);
    a.mixed = a.mixed || b.mixed || a.open || b.open || (a.variable >= 0 && b.variable >= 0 && a.variable != b.variable);
    if (a.variable < 0) a.variable = b.variable;
    return a;
  }
  // Sown and remaining seeds have a bound, answers are numbers of four digits at most.
  Base result;
  if (n.op == Op::AnswerNumber || n.op == Op::Cases) result.mixed = true;
  if (const auto variable = number_variable(id, result.open)) result.variable = *variable;
  return result;
}

long Meaning::value(NodeId id, long of_variable) {
  const Node& n = node(id);
  switch (n.op) {
    case Op::Number: return n.value;
    case Op::Column: {
      const PitValue of = pit(n.a);
      if (of.known) return of.slot == kNoSlot ? 0 : at(of.slot).column;
      return of_variable;
    }
    case Op::Seeds: {
      const PitValue of = pit(n.a);
      return of.known && of.slot == kNoSlot ? 0 : of_variable;
    }
    case Op::Before: return place_.just_sown && place_.last ? of_variable - 1 : of_variable;
    case Op::Add: return value(n.a, of_variable) + value(n.b, of_variable);
    case Op::Subtract: return value(n.a, of_variable) - value(n.b, of_variable);
    case Op::Multiply: return value(n.a, of_variable) * value(n.b, of_variable);
    case Op::Divide:
    case Op::Modulo: {
      const long by = value(n.b, of_variable);
      if (by == 0) return 0;
      return n.op == Op::Divide ? value(n.a, of_variable) / by : value(n.a, of_variable) % by;
    }
    default: return of_variable;
  }
}

Formula Meaning::compared(const Node& n) {
  Base all = base(n.a);
  const Base right = base(n.b);
  all.mixed = all.mixed || right.mixed || (all.variable >= 0 && right.variable >= 0 && all.variable != right.variable);
  all.open = all.open || right.open;
  if (all.variable < 0) all.variable = right.variable;
  const auto test = [&](long x) { return compares(n.op, value(n.a, x), value(n.b, x)); };
  if (all.variable < 0 && !all.mixed) return test(0) ? kTrue : kFalse;
  const bool far = all.open && (value(n.a, 0) > 1000 || value(n.b, 0) > 1000);  // beyond what the variable tells apart
  if (!all.mixed && !far) {
    CountSet wanted;
    for (std::size_t x = 0; x < wanted.size(); ++x) wanted[x] = test(static_cast<long>(x));
    return logic_.among(all.variable, wanted);
  }
  // The same two numbers compared another way are the same question.
  const bool turned = n.op == Op::Greater || n.op == Op::LessEqual;
  const bool equality = n.op == Op::Equal || n.op == Op::NotEqual;
  std::string name = std::string(equality ? "=" : "<") + name_of(turned ? n.b : n.a) + name_of(turned ? n.a : n.b);
  const Formula holds = flag(name);
  const bool negated = n.op == Op::NotEqual || n.op == Op::GreaterEqual || n.op == Op::LessEqual;
  return negated ? logic_.negate(holds) : holds;
}

Formula Meaning::number_in(const Node& n, NodeId id) {
  const CountSet& counts = rules_.count_sets[static_cast<std::size_t>(n.value)];
  const Base of = base(n.a);
  const auto test = [&](long x) { return x >= 0 && x <= kMaxSeeds && counts[static_cast<std::size_t>(x)]; };
  if (of.mixed || (of.open && counts[kMaxSeeds] != counts[kMaxSeeds - 1])) return unknown(id);
  if (of.variable < 0) return test(value(n.a, 0)) ? kTrue : kFalse;
  CountSet wanted;
  const bool computed = is_arithmetic(node(n.a).op);
  const long shift = value(n.a, 1) - 1;  // of what is not computed: of `was` in terms of what is there now
  for (std::size_t x = 0; x < wanted.size(); ++x) {
    const long at = static_cast<long>(x);
    wanted[x] = test(computed ? value(n.a, at) : at + shift);
  }
  return logic_.among(of.variable, wanted);
}

}  // namespace mnc::grammar::check
