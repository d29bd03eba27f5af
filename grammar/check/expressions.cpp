// Stage 2, check: types of expressions, and those that are put together from others.
#include "grammar/check/expressions.h"

#include <algorithm>
#include <array>

namespace mnc::grammar::check {
namespace {

std::string_view text(Value::Kind kind) {
  switch (kind) {
    case Value::Unknown: return "something unknown";
    case Value::Truth: return "a condition";
    case Value::Number: return "a number";
    case Value::Pit: return "a pit";
    case Value::Pits: return "a set of pits";
    case Value::Player: return "a player";
    case Value::Direction: return "a direction";
    case Value::FlagName: return "a mark on pits";
    case Value::OptionWord: return "an option with words as values";
    case Value::ChoiceWord: return "a choice of the player";
    case Value::Amount: return "an amount to lift";
  }
  return "";
}

std::string_view help_for(Value::Kind found, Value::Kind wanted) {
  if (wanted == Value::Truth) {
    switch (found) {
      case Value::Pit: return "say what is asked about it: `… is occupied`, `… holds 2`, `… in {A1, a1}`, `some …`";
      case Value::Pits: return "say what is asked about it: `some …`, `… are empty`, `every … is …`";
      case Value::Number: return "compare it: `… = 2`, `… >= 2`";
      case Value::OptionWord:
      case Value::ChoiceWord: return "say which value is asked for: `… is …`";
      default: return "";
    }
  }
  if (wanted == Value::Number && (found == Value::Pit || found == Value::Pits))
    return "`seeds of …` is its number of seeds, `count of …` the number of pits";
  if ((wanted == Value::Pit || wanted == Value::Pits) && found == Value::FlagName)
    return "`own pits where …` are the pits with this mark";
  if ((wanted == Value::Pit || wanted == Value::Pits) && found == Value::Player)
    return "of a pit one says `is own` and `is opponent's`";
  if ((wanted == Value::Pit || wanted == Value::Pits) && found == Value::Truth)
    return "write `where` before what the pits are to be like: `own pits where …`";
  return "";
}

}  // namespace

Value Expressions::value(const ast::Expr& tree, const Scope& scope) {
  Value result;
  if (context_.enter(tree.span)) {
    result = std::visit([&](const auto& node) { return lower(node, tree.span, scope); }, tree.node);
  }
  context_.leave();
  return result;
}

NodeId Expressions::coerced(const ast::Expr& tree, const Scope& scope, Value::Kind kind) {
  return coerce(value(tree, scope), tree.span, scope, kind);
}

NodeId Expressions::truth_of(const Value& value, Span span, const Scope& scope) {
  if (value.kind == Value::FlagName) {
    const NodeId pit = it(span, scope);
    return pit == kNoNode ? kNoNode
                          : nodes_.make({.op = Op::PitFlag,
                                         .type = Type::Truth,
                                         .who = value.who,
                                         .a = pit,
                                         .value = static_cast<std::int32_t>(value.index),
                                         .kids = {},
                                         .span = span});
  }
  if (value.kind == Value::ChoiceWord) {
    const auto& answers = (*scope.kind->choices)[value.index].answers;
    for (std::size_t i = 0; i < answers.size(); ++i) {
      if (answers[i].sign != Answer::Yes) continue;
      return nodes_.leaf(Op::AnswerIs, Type::Truth, span, Who::Mover, static_cast<int>(value.index),
                         static_cast<int>(i));
    }
  }
  wrong_type(value, span, Value::Truth);
  return kNoNode;
}

NodeId Expressions::coerce(const Value& value, Span span, const Scope& scope, Value::Kind kind) {
  if (value.kind == kind || value.kind == Value::Unknown) return value.node;
  if (kind == Value::Truth) return truth_of(value, span, scope);
  if (kind == Value::Pits && value.kind == Value::Pit) return nodes_.one_pit(value.node, span);
  if (kind == Value::Pit && value.kind == Value::Pits) {
    return only_pit(value.node, span, scope, "one pit is needed here",
                    "name one of them, or choose one: `leftmost of …`, `rightmost of …`, `ask NAME from …`");
  }
  if (kind == Value::Number && is_store(value)) return nodes_.seeds(value.node, span);
  if (kind == Value::Number && value.kind == Value::ChoiceWord) {
    const auto& answers = (*scope.kind->choices)[value.index].answers;
    const bool numbers = std::all_of(answers.begin(), answers.end(), [](const Answer& answer) {
      return answer.name.find_first_not_of("0123456789") == std::string::npos;
    });
    if (numbers) return nodes_.leaf(Op::AnswerNumber, Type::Number, span, Who::Mover, static_cast<int>(value.index));
  }
  wrong_type(value, span, kind);
  return kNoNode;
}

bool Expressions::is_store(const Value& value) const {
  if (value.kind != Value::Pit || value.node == kNoNode) return false;
  const Node& node = nodes_.at(value.node);
  return node.op == Op::ConstPit && node.value != kNoSlot && node.value >= context_.out.board.pits();
}

// Whether the condition says that the set has one pit at most: `count of S = 1`, alone or with others. Behind a
// condition that never holds, or has a mistake in it, all is said.
bool Expressions::is_one(NodeId set, NodeId condition) const {
  if (condition == kNoNode || nodes_.is_truth(condition, false)) return true;
  const Node& node = nodes_.at(condition);
  if (node.op == Op::And)
    return std::any_of(node.kids.begin(), node.kids.end(), [&](NodeId kid) { return is_one(set, kid); });
  if (node.op != Op::NumberIn || nodes_.at(node.a).op != Op::Count || !nodes_.same(nodes_.at(node.a).a, set)) return false;
  return (context_.out.count_sets[static_cast<std::size_t>(node.value)] >> 2).none();
}

NodeId Expressions::only_pit(NodeId set, Span span, const Scope& scope, std::string_view need, std::string_view help) {
  if (set == kNoNode) return kNoNode;
  const bool constant = nodes_.const_set(set).has_value();
  bool one = nodes_.most_pits(set) <= 1 || (constant && nodes_.soft(set));
  for (const GivenScope* given = scope.given; given && !one; given = given->outer) one = is_one(set, given->condition);
  if (one) return nodes_.only_pit(set, span);
  context_
      .report(Code::WrongType, span, std::string(need) + ", and these " + (constant ? "are" : "may be") + " several")
      .help = help;
  return kNoNode;
}

void Expressions::wrong_type(const Value& value, Span span, Value::Kind wanted) {
  if (value.kind == Value::Unknown) return;
  context_
      .report(Code::WrongType, span,
              std::string(text(wanted)) + " is needed here, and this is " + std::string(text(value.kind)))
      .help = help_for(value.kind, wanted);
}

std::optional<int> Expressions::constant(const ast::Expr& tree, std::string_view place, bool* soft) {
  const NodeId id = number(tree, Scope{.known = 0, .place = place});
  if (id == kNoNode && context_.has_errors()) return std::nullopt;
  // Of pits nothing is said while the board is being made.
  if (id != kNoNode && soft) *soft = *soft || nodes_.soft(id);
  if (id != kNoNode && nodes_.is_number(id)) return nodes_.at(id).value;
  context_.report(Code::NotFixed, tree.span, "this number has to be the same throughout the game").help =
      "numbers, options with numbers and sums of them can stand here";
  return std::nullopt;
}

Value Expressions::lower(const ast::Number& tree, Span span, const Scope&) {
  return {Value::Number, nodes_.number(tree.value, span)};
}

Value Expressions::lower(const ast::Chain& tree, Span span, const Scope& scope) {
  switch (tree.rest.front().link) {
    case ast::Link::Or:
    case ast::Link::And: return logic(tree, span, scope);
    case ast::Link::Equal:
    case ast::Link::NotEqual:
    case ast::Link::Less:
    case ast::Link::LessEqual:
    case ast::Link::Greater:
    case ast::Link::GreaterEqual: return comparison(tree, span, scope);
    case ast::Link::Add:
    case ast::Link::Subtract:
    case ast::Link::Multiply:
    case ast::Link::Divide:
    case ast::Link::Modulo:
    case ast::Link::Except:
    case ast::Link::Else: return sets_or_numbers(tree, span, scope);
  }
  return {};
}

// `last is A1 or A2`, `lap = 2 or 3`: what stands behind the `or` is no condition, but goes with what is before it.
bool Expressions::alternative_value(const ast::Expr& condition, const ast::Expr& alternative) {
  const auto* is = std::get_if<ast::Is>(&condition.node);
  const auto* compared = std::get_if<ast::Chain>(&condition.node);
  const ast::Expr* value = nullptr;
  if (is && !is->negated && !is->was && is->adjective == ast::Is::Value) value = is->value.get();
  if (compared && compared->rest.front().link == ast::Link::Equal) value = compared->rest.front().operand.get();
  if (!value) return false;
  const auto* number = std::get_if<ast::Number>(&value->node);
  const auto* other_number = std::get_if<ast::Number>(&alternative.node);
  const auto* pit = std::get_if<ast::PitName>(&value->node);
  const auto* other_pit = std::get_if<ast::PitName>(&alternative.node);
  std::string meant;
  if (number && other_number) meant = "in " + std::to_string(number->value) + " or " + std::to_string(other_number->value);
  if (pit && other_pit) meant = "in {" + text_of(*pit) + ", " + text_of(*other_pit) + "}";
  if (meant.empty()) return false;
  context_.report(Code::WrongType, alternative.span, number ? "a condition is needed here, and this is a number" : "a condition is needed here, and this is a pit").help =
      "write `… " + meant + "`";
  return true;
}

Value Expressions::logic(const ast::Chain& tree, Span span, const Scope& scope) {
  std::vector<NodeId> kids{truth(*tree.first, scope)};
  const ast::Expr* before = tree.first.get();
  for (const auto& part : tree.rest) {
    // `last is 2 or 3`: the mistake is in the `is`.
    if (kids.back() == kNoNode && std::holds_alternative<ast::Number>(part.operand->node)) continue;
    if (part.link == ast::Link::Or && alternative_value(*before, *part.operand)) continue;
    before = part.operand.get();
    kids.push_back(truth(*part.operand, scope));
  }
  const bool conjunction = tree.rest.front().link == ast::Link::And;
  return {Value::Truth, conjunction ? nodes_.all_of(std::move(kids), span) : nodes_.any_of(std::move(kids), span)};
}

namespace {
bool is_set(const Value& value) { return value.kind == Value::Pit || value.kind == Value::Pits; }
}  // namespace

// `last = A3`, `last = 3`: of pits one says `is` and `holds`. False if it is something else, reported elsewhere.
bool Expressions::pits_compared(const ast::Chain::Part& part, const Value& left, const Value& right, Span span) {
  if (left.kind == Value::Unknown || right.kind == Value::Unknown || (is_store(left) && is_store(right))) return false;
  const bool equality = part.link == ast::Link::Equal || part.link == ast::Link::NotEqual;
  if (is_set(left) && is_set(right) && equality) {
    const std::string word = part.link == ast::Link::Equal ? "is" : "is not";
    auto& diagnostic = context_.report(Code::WrongType, part.link_span, "numbers are compared like this, and these are pits");
    diagnostic.help = "write " + quoted("… " + word + " …");
    return true;
  }
  if (left.kind == Value::Pit && !is_store(left) && right.kind == Value::Number) {
    context_.report(Code::WrongType, span, "a pit is no number").help =
        equality ? "say `… holds …` of the seeds in it" : "say `… holds at least …`, `… holds at most …`";
    return true;
  }
  return false;
}

Value Expressions::comparison(const ast::Chain& tree, Span span, const Scope& scope) {
  const auto& part = tree.rest.front();  // the grammar lets no second one follow
  const Value left = value(*tree.first, scope);
  const Value right = value(*part.operand, scope);
  Op op = Op::Equal;
  switch (part.link) {
    case ast::Link::NotEqual: op = Op::NotEqual; break;
    case ast::Link::Less: op = Op::Less; break;
    case ast::Link::LessEqual: op = Op::LessEqual; break;
    case ast::Link::Greater: op = Op::Greater; break;
    case ast::Link::GreaterEqual: op = Op::GreaterEqual; break;
    default: break;
  }
  if (is_set(left) || is_set(right)) {
    if (pits_compared(part, left, right, span)) return {};
  }
  const NodeId a = coerce(left, tree.first->span, scope, Value::Number);
  const NodeId b = coerce(right, part.operand->span, scope, Value::Number);
  return {Value::Truth, nodes_.compare(op, a, b, span)};
}

namespace {

std::optional<Op> arithmetic_of(ast::Link link) {
  switch (link) {
    case ast::Link::Add: return Op::Add;
    case ast::Link::Subtract: return Op::Subtract;
    case ast::Link::Multiply: return Op::Multiply;
    case ast::Link::Divide: return Op::Divide;
    case ast::Link::Modulo: return Op::Modulo;
    default: return std::nullopt;
  }
}

std::optional<Op> set_operator_of(ast::Link link) {
  switch (link) {
    case ast::Link::Add: return Op::Union;
    case ast::Link::Except: return Op::Except;
    case ast::Link::Else: return Op::Else;
    default: return std::nullopt;
  }
}

}  // namespace

Value Expressions::sets_or_numbers(const ast::Chain& tree, Span span, const Scope& scope) {
  Value left = value(*tree.first, scope);
  Span left_span = tree.first->span;
  for (const auto& part : tree.rest) {
    const Value right = value(*part.operand, scope);
    const Span right_span = part.operand->span;
    const auto numeric = arithmetic_of(part.link);
    const auto set = set_operator_of(part.link);
    if (left.kind == Value::Unknown || right.kind == Value::Unknown) {
      left = {};
    } else if (set && (!numeric || (is_set(left) && is_set(right)))) {
      left = {Value::Pits, nodes_.combine(*set, coerce(left, left_span, scope, Value::Pits),
                                          coerce(right, right_span, scope, Value::Pits), span)};
    } else if (part.link == ast::Link::Subtract && is_set(left)) {
      const bool range = std::holds_alternative<ast::PitName>(tree.first->node) &&
                         std::holds_alternative<ast::PitName>(part.operand->node);
      context_.report(Code::WrongType, part.link_span, "sets of pits are not subtracted").help =
          range ? "a range of pits is written `A1..A4`; what is left of a set without others is `… except …`" : "write `except`";
      left = {};
    } else {
      left = {Value::Number, nodes_.arithmetic(*numeric, coerce(left, left_span, scope, Value::Number),
                                               coerce(right, right_span, scope, Value::Number), span)};
    }
    left_span = joined(left_span, right_span);
  }
  return left;
}

Value Expressions::lower(const ast::Not& tree, Span span, const Scope& scope) {
  return {Value::Truth, nodes_.negate(truth(*tree.operand, scope), span)};
}

Value Expressions::lower(const ast::Of& tree, Span span, const Scope& scope) {
  using ast::OfWord;
  const Value of = value(*tree.operand, scope);
  if (of.kind == Value::Unknown) return {};
  const auto pit = [&] { return coerce(of, tree.operand->span, scope, Value::Pit); };
  const auto set = [&] { return coerce(of, tree.operand->span, scope, Value::Pits); };
  const auto step = [&](Op op) {
    const NodeId from = pit();
    if (from == kNoNode || !need(kPosition, op == Op::Next ? "next" : "previous", span, scope)) return kNoNode;
    return nodes_.make({.op = op, .type = Type::Pit, .who = scope.pov, .a = from, .b = out_of_play(scope), .kids = {}, .span = span});
  };
  switch (tree.what) {
    case OfWord::Seeds: return {Value::Number, nodes_.seeds(of.kind == Value::Pit ? of.node : set(), span)};
    case OfWord::Count: return {Value::Number, nodes_.count(set(), span)};
    case OfWord::Opposite: return {Value::Pit, nodes_.unary(Op::Opposite, Type::Pit, pit(), span)};
    case OfWord::Opposites: return {Value::Pits, nodes_.opposites(set(), span)};
    case OfWord::Behind: return {Value::Pit, nodes_.unary(Op::Behind, Type::Pit, pit(), span)};
    case OfWord::Next: return {Value::Pit, step(Op::Next)};
    case OfWord::Previous: return {Value::Pit, step(Op::Previous)};
    case OfWord::Leftmost:
    case OfWord::Rightmost: {
      const NodeId all = set();
      if (all == kNoNode) return {};
      const Op op = tree.what == OfWord::Leftmost ? Op::Leftmost : Op::Rightmost;
      return {Value::Pit, nodes_.make({.op = op, .type = Type::Pit, .who = scope.pov, .a = all, .kids = {}, .span = span})};
    }
    case OfWord::Column: return {Value::Number, nodes_.unary(Op::Column, Type::Number, pit(), span)};
  }
  return {};
}

Value Expressions::lower(const ast::Possessive& tree, Span span, const Scope& scope) {
  const auto who = whose(tree.player, scope.pov, tree.what->span);
  if (!who) return {};
  const auto* word = std::get_if<ast::Word>(&tree.what->node);
  if (word && word->text == "seeds") {
    constexpr std::array kWhose{"own", "opponent's", "South's", "North's"};
    const std::string meant = std::string("seeds of ") + kWhose[static_cast<std::size_t>(tree.player)] + " pits";
    auto& diagnostic = context_.report(Code::WrongType, span, "seeds lie in pits, and it is not said in which");
    diagnostic.help = "write " + quoted(meant);
    diagnostic.fix = Diagnostic::Fix{span, meant};
    return {};
  }
  return value(*tree.what, scope.seen_by(*who));
}

Value Expressions::lower(const ast::Where& tree, Span span, const Scope& scope) {
  const NodeId set = pits(*tree.set, scope);
  const NodeId condition = truth(*tree.condition, scope.about(nodes_.leaf(Op::It, Type::Pit, span)));
  return {Value::Pits, nodes_.where(set, condition, span)};
}

Value Expressions::lower(const ast::Run& tree, Span span, const Scope& scope) {
  const NodeId from = pit(*tree.from, scope);
  const NodeId condition = truth(*tree.condition, scope.about(nodes_.leaf(Op::It, Type::Pit, span)));
  if (tree.by < 1 || tree.by >= kMaxSlots)
    context_.report(Code::OutOfRange, span, "a run goes on by 1 to " + std::to_string(kMaxSlots - 1) + " pits");
  if (from == kNoNode || condition == kNoNode) return {};
  const NodeId passed = out_of_play(scope);
  return {Value::Pits, nodes_.make({.op = Op::Run,
                                    .type = Type::Pits,
                                    .who = scope.pov,
                                    .a = from,
                                    .b = condition,
                                    .value = tree.backwards ? 1 : 0,
                                    .value2 = tree.by,
                                    .kids = passed == kNoNode ? std::vector<NodeId>{} : std::vector<NodeId>{passed},
                                    .span = span})};
}

Value Expressions::lower(const ast::Ahead& tree, Span span, const Scope& scope) {
  const NodeId from = pit(*tree.from, scope);
  const NodeId what = tree.first ? pits(*tree.what, scope) : number(*tree.what, scope);
  if (from == kNoNode || what == kNoNode || !need(kPosition, tree.before ? "before" : "after", span, scope)) return {};
  return {Value::Pit, nodes_.make({.op = tree.first ? Op::FirstOf : Op::Ahead,
                                   .type = Type::Pit,
                                   .who = scope.pov,
                                   .a = from,
                                   .b = what,
                                   .value = tree.before ? 1 : 0,
                                   .kids = {},
                                   .span = span})};
}

Value Expressions::lower(const ast::Targets& tree, Span span, const Scope& scope) {
  const std::uint32_t bits = kinds(tree.kind);
  if (bits == 0 || !need(kPosition, "targets", span, scope)) return {};
  return {Value::Pits, nodes_.leaf(Op::Targets, Type::Pits, span, scope.pov, static_cast<std::int32_t>(bits))};
}

Value Expressions::lower(const ast::All& tree, Span span, const Scope& scope) {
  if (tree.but) (void)number(*tree.but, scope);
  context_.report(Code::WrongType, span, "`all` is said only of seeds that are lifted").help =
      "`all pits` are all pits of the board";
  return {};
}

Value Expressions::lower(const ast::Cases& tree, Span span, const Scope& scope) {
  std::vector<Value> values;
  std::vector<NodeId> conditions;
  Value::Kind kind = Value::Unknown;
  const auto add = [&](const ast::Expr& branch) {
    const Value& added = values.emplace_back(value(branch, scope));
    if (kind == Value::Unknown || (kind == Value::Pit && added.kind == Value::Pits)) kind = added.kind;
    if (kind == Value::FlagName || kind == Value::ChoiceWord || kind == Value::OptionWord) kind = Value::Truth;
  };
  for (const auto& one : tree.cases) {
    add(*one.value);
    conditions.push_back(truth(*one.condition, scope));
  }
  add(*tree.otherwise);
  if (kind == Value::Unknown) return {};
  std::vector<NodeId> kids;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const Span at = i < tree.cases.size() ? tree.cases[i].value->span : tree.otherwise->span;
    kids.push_back(coerce(values[i], at, scope, kind));
    if (i < conditions.size()) kids.push_back(conditions[i]);
  }
  const NodeId node = nodes_.cases(std::move(kids), span);
  return node == kNoNode ? Value{} : Value{kind, node};
}

}  // namespace mnc::grammar::check
