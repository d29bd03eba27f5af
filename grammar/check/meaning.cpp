// Stage 2, check: truth values, numbers and players as formulas; see meaning.h. Sets and pits: meaning_pits.cpp.
#include "grammar/check/meaning.h"

#include <algorithm>

#include "grammar/check/counts.h"
#include "grammar/check/ends.h"
#include "grammar/check/nodes.h"

namespace mnc::grammar::check {
namespace {

CountSet below(std::size_t count) { return counts_below(static_cast<long>(count)); }

CountSet only(std::size_t value) {
  CountSet set;
  set.set(std::min(value, set.size() - 1));
  return set;
}

void note_changes(const std::vector<Step>& steps, Unchanging& out) {
  for (const Step& step : steps) {
    if (step.op == Step::Mark || step.op == Step::SetState) out.state[static_cast<std::size_t>(step.value)] = false;
    if (step.op == Step::SwapSides) out.state.assign(out.state.size(), false);
    const bool reserves = (step.op == Step::Place && step.to == Step::InReserve) || (step.op == Step::Capture && step.into == Step::IntoReserve);
    if (step.op == Step::SwapSides || reserves) out.reserve = false;
    each_inner(step, [&](const std::vector<Step>& inner) { note_changes(inner, out); });
  }
}

void note_changes(const Table& table, Unchanging& out) {
  for (const Row& row : table) note_changes(row.steps, out);
}

}  // namespace

Unchanging::Unchanging(const Ruleset& rules)
    : state(rules.states.size(), true), won(!has_won(rules)), alike{Alike(rules, 0), Alike(rules, 1)} {
  for (const Kind& kind : rules.kinds) note_changes(kind.steps, *this);
  for (const Table& table : rules.tables) note_changes(table, *this);
  for (const Trigger& trigger : rules.triggers) note_changes(trigger.steps, *this);
  note_changes(rules.rounds, *this);
}

Meaning::Meaning(const Ruleset& rules, const Unchanging& unchanging, Place place)
    : rules_(rules), unchanging_(unchanging), place_(place) {
  const Board& board = rules.board;
  up_to_all_ = below(static_cast<std::size_t>(board.seeds()) + 1);
}

void Meaning::forget() {
  place_.just_sown = false;
  known_.clear();
  possible_.clear();
  sets_.clear();
  variables_.clear();
}

void Meaning::back_to(Moment moment) {
  place_.just_sown = moment.just_sown;
  known_ = std::move(moment.known);
  possible_ = std::move(moment.possible);
  variables_ = std::move(moment.variables);
  sets_ = std::move(moment.sets);
}

std::size_t Meaning::side(Who who) const { return side_of(who, place_.mover); }

// ---- names of variables ------------------------------------------------------------------------------------

// The upper 12 bits say what it is and which pit is spoken of, the next one whether the other player speaks.
// INVARIANT: `first` is below 2^28, `second` below 2^32.
constexpr int kNumberBits = 19;  // of a node
static_assert(kMaxNodes <= 1 << kNumberBits);

Meaning::Name Meaning::name(Of what, std::uint64_t first, std::uint64_t second) {
  return static_cast<Name>(what) << 60 | first << 32 | second;
}

std::uint64_t Meaning::key(NodeId id) const {
  const Alike& alike = unchanging_.alike[place_.mover];
  const Slot it = it_ && alike.mentions_it(id) ? *it_ : kNoSlot;
  return static_cast<std::uint64_t>(it + 1) << 20 | static_cast<std::uint64_t>(turned_) << kNumberBits | alike.number(id);
}

Meaning::Name Meaning::name_of(NodeId id, Of what, std::uint64_t second) const { return name(what, key(id), second); }

Meaning::Name Meaning::name_of(Of comparison, NodeId a, NodeId b) const {
  const Alike& alike = unchanging_.alike[place_.mover];
  return name(comparison, key(alike.mentions_it(b) ? b : a) >> kNumberBits << kNumberBits | alike.number(a), alike.number(b));
}

Formula Meaning::flag(Name name) {
  return logic_.among(named(name, [] { return below(2); }), only(1));
}

// Something of which nothing is known but that it is the same wherever it stands.
Formula Meaning::unknown(NodeId id) { return flag(name_of(id)); }

// ---- truth -------------------------------------------------------------------------------------------------

Formula Meaning::truth(NodeId id) {
  if (id == kNoNode) return kTrue;
  const Node& n = node(id);
  if (n.op == Op::Truth) return n.value != 0 ? kTrue : kFalse;
  return remembered(Truth, id, kNoSlot, [&] { return logic_.full() || ++asked_ > kMostAsked ? unknown(id) : truth_of(n, id); });
}

Formula Meaning::truth_of(const Node& n, NodeId id) {
  switch (n.op) {
    case Op::Not: return logic_.negate(truth(n.a));
    case Op::And:
    case Op::Or: {
      std::vector<Formula> parts;
      parts.reserve(n.kids.size());
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
      const auto choice = static_cast<std::uint64_t>(n.value) + 1;
      if (answers_.find(choice) == Memo::kNothing) answers_.put(choice, logic_.variable(below(kMaxAnswers + 1)));
      return logic_.among(answers_.find(choice), only(static_cast<std::size_t>(n.value2)));
    }
    case Op::CanMove: return can_move(side(n.who), static_cast<std::uint32_t>(n.value));
    case Op::PhaseIs: return phase_is(side(n.who), n.value);
    default: return unknown(id);
  }
}

Formula Meaning::can_move(std::size_t side, std::uint32_t kinds) {
  return flag(name(Of::CanMove, side, kinds));
}

Formula Meaning::phase_is(std::size_t side, int phase) {
  const Variable is = named(name(Of::Phase, side, 0), [&] { return below(rules_.phases.size() + 1); });
  return logic_.among(is, only(static_cast<std::size_t>(phase)));
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
  const Variable who = named(name_of(open), [] { return below(2); });  // 0 South, 1 North
  return logic_.among(who, only(a ? *a : *b));
}

// ---- numbers -----------------------------------------------------------------------------------------------

Variable Meaning::seeds_in(const PitValue& pit, NodeId id) {
  return named(pit.known ? name(Of::Seeds, 0, static_cast<std::uint64_t>(pit.slot)) : name_of(id), [&] {
    CountSet values = up_to_all_;
    if (place_.just_sown && pit.known && place_.last == pit.slot) values.reset(0);
    return values;
  });
}

namespace {
// Sets whose pits are told one by one.
bool is_filtered(Op op) { return op == Op::ConstPits || op == Op::Where || op == Op::Except || op == Op::Union; }
}  // namespace

// The variable that a number is; nothing if it is computed, or constant.
std::optional<Variable> Meaning::number_variable(NodeId id, bool& open) {
  const Node& n = node(id);
  const auto some = [&](const auto& values) { return named(name_of(id), values); };
  switch (n.op) {
    case Op::Seeds: {
      const PitValue of = pit(n.a);
      if (of.known && of.slot == kNoSlot) return std::nullopt;  // none has none
      return seeds_in(of, id);
    }
    case Op::Before:
      if (place_.just_sown && place_.last) return seeds_in({true, *place_.last, 0}, id);
      return some([&] { return up_to_all_; });
    case Op::SeedsIn: {
      const bool met = variables_.find(name_of(id)) != Memo::kNothing;
      const Variable sum = some([&] { return up_to_all_; });
      if (is_filtered(node(n.a).op) && !met) {  // none, if none has any
        const Formula any = some_seed(n.a);
        const Formula none = logic_.among(sum, only(0));
        logic_.assume(logic_.any_of({logic_.all_of({none, logic_.negate(any)}),
                                     logic_.all_of({logic_.negate(none), any})}));
      }
      return sum;
    }
    case Op::Count: return some([&] { return below(possible(n.a).count() + 1); });
    case Op::Reserve:
      return some([&] {
        return unchanging_.reserve ? below(static_cast<std::size_t>(rules_.board.reserve[side(n.who)]) + 1) : up_to_all_;
      });
    case Op::Won: return some([&] { return unchanging_.won ? only(0) : up_to_all_; });
    case Op::Counter: {
      const State& state = rules_.states[static_cast<std::size_t>(n.value)];
      if (unchanging_.state[static_cast<std::size_t>(n.value)])
        return some([&] { return only(static_cast<std::size_t>(state.initial)); });
      open = state.max > kMaxSeeds;
      return some([&] { return below(static_cast<std::size_t>(state.max) + 1); });
    }
    case Op::Lap:
    case Op::Ply:
    case Op::Occurrences: open = true; return some([] { return ~only(0); });
    case Op::Captured: open = true; return some([] { return ~CountSet(); });
    default: return some([] { return ~CountSet(); });
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
    return {named(name_of(id), [] { return ~CountSet(); }), false, false};
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

// The values of a variable that pass a test.
template <class Test>
CountSet Meaning::those(Variable variable, const Test& test) const {
  const CountSet& all = logic_.values(variable);
  CountSet out;
  for (std::size_t x = all._Find_first(); x < all.size(); x = all._Find_next(x)) out[x] = test(static_cast<long>(x));
  return out;
}

bool Meaning::never_negative(NodeId id) const {
  const Node& n = node(id);
  if (n.op == Op::Number) return n.value >= 0;
  if (n.op == Op::Subtract || n.op == Op::Cases) return false;
  return !is_arithmetic(n.op) || (never_negative(n.a) && never_negative(n.b));
}

// A number of several parts as one variable in which 0 stands for all numbers below it too, 1023 for all above:
// compared with what they do not lie astride.
std::optional<Formula> Meaning::compared_as_one(Op op, NodeId number, long with) {
  const bool next = op == Op::LessEqual || op == Op::Greater;  // with + 1 parts the numbers, not `with`
  const bool equality = op == Op::Equal || op == Op::NotEqual;
  const long least = next || (equality && never_negative(number)) ? 0 : 1;
  const long most = next || equality ? kMaxSeeds - 1 : kMaxSeeds;
  if (with < least || with > most) return std::nullopt;
  return logic_.among(named(name_of(number), [] { return ~CountSet(); }), counts_that(op, with));
}

Formula Meaning::at_least(NodeId number, long least) {
  const Base of = base(number);
  const auto test = [&](long x) { return value(number, x) >= least; };
  if (of.variable < 0 && !of.mixed) return test(0) ? kTrue : kFalse;
  if (!of.mixed && least <= kMaxSeeds) return logic_.among(of.variable, those(of.variable, test));
  return compared_as_one(Op::GreaterEqual, number, least).value_or(unknown(number));
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
    const bool as_it_stands = !is_arithmetic(node(n.a).op) && value(n.a, 0) == 0 && value(n.a, 1) == 1;
    if (as_it_stands && node(n.b).op == Op::Number) return logic_.among(all.variable, counts_that(n.op, node(n.b).value));
    return logic_.among(all.variable, those(all.variable, test));
  }
  if (all.mixed && node(n.b).op == Op::Number) {
    if (const auto found = compared_as_one(n.op, n.a, node(n.b).value)) return *found;
  }
  // The same two numbers compared another way are the same question.
  const bool turned = n.op == Op::Greater || n.op == Op::LessEqual;
  const bool equality = n.op == Op::Equal || n.op == Op::NotEqual;
  const Formula holds = flag(name_of(equality ? Of::Equality : Of::Order, turned ? n.b : n.a, turned ? n.a : n.b));
  const bool negated = n.op == Op::NotEqual || n.op == Op::GreaterEqual || n.op == Op::LessEqual;
  return negated ? logic_.negate(holds) : holds;
}

Formula Meaning::number_in(const Node& n, NodeId id) {
  const CountSet& counts = rules_.count_sets[static_cast<std::size_t>(n.value)];
  const Base of = base(n.a);
  const auto test = [&](long x) { return x >= 0 && x <= kMaxSeeds && counts[static_cast<std::size_t>(x)]; };
  if (of.mixed || (of.open && counts[kMaxSeeds] != counts[kMaxSeeds - 1])) return unknown(id);
  if (of.variable < 0) return test(value(n.a, 0)) ? kTrue : kFalse;
  if (is_arithmetic(node(n.a).op)) return logic_.among(of.variable, those(of.variable, [&](long x) { return test(value(n.a, x)); }));
  const long before = 1 - value(n.a, 1);  // `was` in terms of what is there now
  return logic_.among(of.variable, counts << static_cast<std::size_t>(before));
}

}  // namespace mnc::grammar::check
