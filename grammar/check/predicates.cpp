// Stage 2, check: `is`, `holds`, `in`, `some …`, `can`: what can be true or not.
#include <algorithm>

#include "grammar/check/counts.h"
#include "grammar/check/expressions.h"
#include "grammar/check/options.h"

namespace mnc::grammar::check {

std::string answer_text(const ast::Expr& tree) {
  if (const auto* word = std::get_if<ast::Word>(&tree.node)) return word->text;
  if (const auto* number = std::get_if<ast::Number>(&tree.node)) return std::to_string(number->value);
  if (std::holds_alternative<ast::All>(tree.node)) return "all";
  return {};
}

Value Expressions::lower(const ast::Is& tree, Span span, const Scope& scope) {
  const Value subject = tree.subject ? value(*tree.subject, scope) : Value{Value::Pit, it(span, scope)};
  if (subject.kind == Value::Unknown || (subject.kind == Value::Pit && subject.node == kNoNode)) return {};
  const bool about_seeds = tree.adjective == ast::Is::Empty || tree.adjective == ast::Is::Occupied;
  NodeId result = kNoNode;
  if (tree.was && !about_seeds) {
    was_something(tree, span, scope);
    return {};
  }
  switch (tree.adjective) {
    case ast::Is::Empty:
    case ast::Is::Occupied:
      if (tree.was) {
        const CountSet zero{1};
        result = nodes_.number_in(before(subject, span, scope), tree.adjective == ast::Is::Empty ? zero : ~zero, span);
      } else {
        result = emptiness(subject, tree.adjective == ast::Is::Empty, span, scope);
      }
      break;
    case ast::Is::Own:
    case ast::Is::Opponents: {
      const Who who = tree.adjective == ast::Is::Own ? scope.pov : other(scope.pov);
      result = nodes_.pit_in(coerce(subject, span, scope, Value::Pit), side_set(who, true, span), span);
      break;
    }
    case ast::Is::EvenNumber:
    case ast::Is::OddNumber:
      result = parity(subject, tree.adjective == ast::Is::OddNumber, tree.subject ? tree.subject->span : span, scope);
      break;
    case ast::Is::Value: result = is_value(subject, tree, span, scope); break;
  }
  return {Value::Truth, tree.negated ? nodes_.negate(result, span) : result};
}

// `last was A3`, `last was ocupied`.
void Expressions::was_something(const ast::Is& tree, Span span, const Scope& scope) {
  const auto* word = tree.adjective == ast::Is::Value ? std::get_if<ast::Word>(&tree.value->node) : nullptr;
  const bool known = word && context_.symbols.contains(word->text);
  if (tree.adjective == ast::Is::Value && !word && value(*tree.value, scope).kind == Value::Unknown) return;
  Diagnostic& diagnostic = context_.report(Code::WasOnlySeeds, span, "of what was before, only the seeds are known");
  diagnostic.help = "`was empty`, `was occupied` and `had …` can be asked";
  if (known) diagnostic.help += "; what it is now, with `is " + word->text + "`";
  if (!word || known) return;
  const std::string near = closest(word->text, {"empty", "occupied"});
  if (near.empty()) return;
  diagnostic.help = "did you mean " + quoted(near) + "?";
  diagnostic.fix = Diagnostic::Fix{tree.value->span, near};
}

NodeId Expressions::emptiness(const Value& subject, bool empty, Span span, const Scope& scope) {
  const CountSet zero{1};
  const bool seeded = subject.kind == Value::Pit || subject.kind == Value::Pits;
  const NodeId number = seeded ? nodes_.seeds(subject.node, span) : coerce(subject, span, scope, Value::Number);
  return nodes_.number_in(number, empty ? zero : ~zero, span);
}

NodeId Expressions::parity(const Value& subject, bool odd, Span span, const Scope& scope) {
  if ((subject.kind == Value::Pit || subject.kind == Value::Pits) && !is_store(subject)) {
    context_.report(Code::WrongType, span, "a pit is no number").help = std::string("write `… holds ") + (odd ? "odd`" : "even`");
    return kNoNode;
  }
  const NodeId number = coerce(subject, span, scope, Value::Number);
  return nodes_.compare(Op::Equal, nodes_.arithmetic(Op::Modulo, number, nodes_.number(2, span), span),
                        nodes_.number(odd ? 1 : 0, span), span);
}

NodeId Expressions::before(const Value& subject, Span span, const Scope& scope) {
  if (!need(kSown, "was", span, scope)) return kNoNode;
  if (subject.kind != Value::Pit || nodes_.at(subject.node).op != Op::Last) {
    context_.report(Code::WasNotLast, span, "only of the last pit is it known what it was before").help =
        "`was` and `had` speak of `last`, before the last seed fell into it";
    return kNoNode;
  }
  return nodes_.leaf(Op::Before, Type::Number, span);
}

NodeId Expressions::is_value(const Value& subject, const ast::Is& tree, Span span, const Scope& scope) {
  if (subject.kind == Value::OptionWord) return option_is(subject.index, *tree.value, span);
  if (subject.kind == Value::ChoiceWord) return choice_is(subject.index, *tree.value, span, scope);
  if (subject.kind == Value::Pit || subject.kind == Value::Pits || subject.kind == Value::FlagName)
    return pit_is(subject, tree, span, scope);
  const Value wanted = value(*tree.value, scope);
  if (wanted.kind == Value::Unknown) return kNoNode;
  const auto same_kind = [&] { return coerce(wanted, tree.value->span, scope, subject.kind); };
  switch (subject.kind) {
    case Value::Number: return nodes_.compare(Op::Equal, subject.node, same_kind(), span);
    case Value::Player: return nodes_.same_player(subject.node, same_kind(), span);
    case Value::Direction: return nodes_.same_direction(subject.node, same_kind(), span);
    case Value::Truth: {
      const NodeId truth = same_kind();
      if (nodes_.is_truth(truth, true)) return subject.node;
      if (nodes_.is_truth(truth, false)) return nodes_.negate(subject.node, span);
      if (truth != kNoNode)
        context_.report(Code::WrongType, tree.value->span,
                        "a condition is `yes` or `no`, and this is another condition");
      return kNoNode;
    }
    default: break;
  }
  wrong_type(subject, span, Value::Pit);
  return kNoNode;
}

NodeId Expressions::pit_is(const Value& subject, const ast::Is& tree, Span span, const Scope& scope) {
  if (subject.kind == Value::FlagName) {
    return is_value({Value::Truth, truth_of(subject, tree.subject->span, scope)}, tree, span, scope);
  }
  const NodeId pit = subject.kind == Value::Pits
                         ? only_pit(subject.node, span, scope, "this can be said of one pit",
                                    "say `every … is …`, `some … is …` or `no … is …`")
                         : coerce(subject, span, scope, Value::Pit);
  if (pit == kNoNode) return kNoNode;
  const Value what = value(*tree.value, scope.about(pit));
  switch (what.kind) {
    case Value::Unknown: return kNoNode;
    case Value::FlagName: return truth_of(what, span, scope.about(pit));
    case Value::Pit: return nodes_.same_pit(pit, what.node, span);
    case Value::Pits: return nodes_.pit_in(pit, what.node, span);
    case Value::Truth:
      if (const auto* word = std::get_if<ast::Word>(&tree.value->node)) {
        const auto symbol = context_.symbols.find(word->text);
        if (symbol != context_.symbols.end() && symbol->second.kind == Symbol::Define) return what.node;
      } else if (std::holds_alternative<ast::Possessive>(tree.value->node)) {
        return what.node;
      }
      context_.report(Code::WrongType, tree.value->span, "this is nothing that can be said of a pit").help =
          "marks on pits, definitions, zones and other pits can stand after `is`";
      return kNoNode;
    case Value::Number:
      context_.report(Code::WrongType, tree.value->span, "a pit is no number").help =
          "say `holds …` of the seeds in it";
      return kNoNode;
    default: break;
  }
  wrong_type(what, tree.value->span, Value::Pit);
  return kNoNode;
}

NodeId Expressions::option_is(std::size_t index, const ast::Expr& value, Span span) {
  const Option& option = context_.out.options[index];
  const std::string text = answer_text(value);
  const auto found = std::find(option.values.begin(), option.values.end(), text);
  if (found == option.values.end()) {
    auto& diagnostic = context_.report(
        Code::UnknownValue, value.span,
        "the option " + quoted(option.name) + " has no value " + (text.empty() ? "like this" : quoted(text)));
    const std::string near = suggestion(text, option.values);
    diagnostic.help = near.empty() || option.range ? values_text(option) : near;
    diagnostic.notes.push_back({option.span, "the option is declared here"});
    return kNoNode;
  }
  return nodes_.truth(found - option.values.begin() == option.chosen, span, true);
}

NodeId Expressions::choice_is(std::size_t index, const ast::Expr& value, Span span, const Scope& scope) {
  const Choice& choice = (*scope.kind->choices)[index];
  const std::string text = answer_text(value);
  for (std::size_t i = 0; i < choice.answers.size(); ++i) {
    if (choice.answers[i].name == text) {
      return nodes_.leaf(Op::AnswerIs, Type::Truth, span, Who::Mover, static_cast<int>(index), static_cast<int>(i));
    }
  }
  std::vector<std::string> names;
  for (const auto& answer : choice.answers) names.push_back(answer.name);
  auto& diagnostic = context_.report(
      Code::UnknownValue, value.span,
      "the choice " + quoted(choice.name) + " has no answer " + (text.empty() ? "like this" : quoted(text)));
  const std::string near = suggestion(text, names);
  diagnostic.help = near.empty() ? "its answers are " + listed(names) : near;
  return kNoNode;
}

Value Expressions::lower(const ast::Holds& tree, Span span, const Scope& scope) {
  const Value subject = tree.subject ? value(*tree.subject, scope) : Value{Value::Pit, it(span, scope)};
  if (subject.kind == Value::Unknown || (subject.kind == Value::Pit && subject.node == kNoNode)) return {};
  NodeId seeds = kNoNode;
  if (tree.had) {
    seeds = before(subject, span, scope);
  } else if (subject.kind == Value::Pit || subject.kind == Value::Pits) {
    seeds = nodes_.seeds(subject.node, span);
  } else {
    context_.report(Code::WrongType, tree.subject ? tree.subject->span : span, "only pits hold seeds").help =
        "of a number say `… in 2 or 4`, `… >= 2`";
  }
  const NodeId result = counts(seeds, tree.counts, span, scope);
  return {Value::Truth, tree.negated ? nodes_.negate(result, span) : result};
}

Value Expressions::lower(const ast::In& tree, Span span, const Scope& scope) {
  const Value subject = tree.subject ? value(*tree.subject, scope) : Value{Value::Pit, it(span, scope)};
  if (subject.kind == Value::Unknown || (subject.kind == Value::Pit && subject.node == kNoNode)) return {};
  NodeId result = kNoNode;
  if (!tree.set) {
    result = in_counts(tree, subject, span, scope);
  } else {
    const Value set = value(*tree.set, scope);
    if (set.kind == Value::Unknown) return {};
    if (subject.kind == Value::Number) {
      result = nodes_.compare(Op::Equal, subject.node, coerce(set, tree.set->span, scope, Value::Number), span);
    } else {
      const NodeId pit = coerce(subject, tree.subject ? tree.subject->span : span, scope, Value::Pit);
      result = nodes_.pit_in(pit, coerce(set, tree.set->span, scope, Value::Pits), span);
    }
  }
  return {Value::Truth, tree.negated ? nodes_.negate(result, span) : result};
}

NodeId Expressions::in_counts(const ast::In& tree, const Value& subject, Span span, const Scope& scope) {
  if (subject.kind == Value::Pit || subject.kind == Value::Pits) {
    const auto& only = tree.counts.front();
    if (tree.counts.size() == 1 && only.kind == ast::CountItem::Exactly) {
      return nodes_.pit_in(coerce(subject, span, scope, Value::Pit), pits(*only.low, scope), span);
    }
    context_.report(Code::WrongType, tree.subject ? tree.subject->span : span, "a pit is in no range of numbers").help =
        "say `holds …`";
    return kNoNode;
  }
  return counts(coerce(subject, tree.subject ? tree.subject->span : span, scope, Value::Number), tree.counts, span,
                scope);
}

NodeId Expressions::count_item(NodeId number, const ast::CountItem& item, NodeId low, NodeId high) {
  const Span span = item.span;
  switch (item.kind) {
    case ast::CountItem::Exactly: return nodes_.compare(Op::Equal, number, low, span);
    case ast::CountItem::Range:
      return nodes_.all_of(
          {nodes_.compare(Op::GreaterEqual, number, low, span), nodes_.compare(Op::LessEqual, number, high, span)},
          span);
    case ast::CountItem::AtLeast: return nodes_.compare(Op::GreaterEqual, number, low, span);
    case ast::CountItem::AtMost: return nodes_.compare(Op::LessEqual, number, low, span);
    case ast::CountItem::MoreThan: return nodes_.compare(Op::Greater, number, low, span);
    case ast::CountItem::FewerThan: return nodes_.compare(Op::Less, number, low, span);
    case ast::CountItem::Even: return parity({Value::Number, number}, false, span, {});
    case ast::CountItem::Odd: return parity({Value::Number, number}, true, span, {});
  }
  return kNoNode;
}

namespace {

// The counts an item allows, once its numbers are known.
CountSet even_counts() {
  CountSet set{1};
  for (std::size_t known = 2; known < set.size(); known *= 2) set |= set << known;
  return set;
}

CountSet allowed(const ast::CountItem& item, int low, int high) {
  switch (item.kind) {
    case ast::CountItem::Exactly: return counts_that(Op::Equal, low);
    case ast::CountItem::Range: return counts_that(Op::GreaterEqual, low) & counts_that(Op::LessEqual, high);
    case ast::CountItem::AtLeast: return counts_that(Op::GreaterEqual, low);
    case ast::CountItem::AtMost: return counts_that(Op::LessEqual, low);
    case ast::CountItem::MoreThan: return counts_that(Op::Greater, low);
    case ast::CountItem::FewerThan: return counts_that(Op::Less, low);
    case ast::CountItem::Even: return even_counts();
    case ast::CountItem::Odd: return ~even_counts();
  }
  return {};
}

}  // namespace

NodeId Expressions::counts(NodeId number, const ast::Counts& counts, Span span, const Scope& scope) {
  std::vector<NodeId> items;
  CountSet set;
  bool fixed = true;
  bool soft = false;
  bool failed = number == kNoNode;
  for (const auto& item : counts) {
    const NodeId low = item.low ? this->number(*item.low, scope) : kNoNode;
    const NodeId high = item.high ? this->number(*item.high, scope) : kNoNode;
    if ((item.low && low == kNoNode) || (item.high && high == kNoNode)) {
      failed = true;
      continue;
    }
    const bool constant = (!item.low || nodes_.is_number(low)) && (!item.high || nodes_.is_number(high));
    fixed = fixed && constant;
    soft = soft || nodes_.soft(low) || nodes_.soft(high);
    const int least = item.low && constant ? nodes_.at(low).value : 0;
    const int most = item.high && constant ? nodes_.at(high).value : 0;
    if (item.kind == ast::CountItem::Exactly && nodes_.same(low, number)) {
      context_.report(Code::WrongType, item.span, "these are the seeds it holds anyway").help =
          "write `is occupied` of a pit that holds seeds, or how many: `holds 2`";
      failed = true;
    }
    if (item.kind == ast::CountItem::Range && constant && least > most && !nodes_.soft(low) && !nodes_.soft(high)) {
      context_.report(Code::OutOfRange, item.span, "no number is in this range").help =
          "the smaller number comes first";
      failed = true;
    }
    if (failed) continue;
    if (constant) set |= allowed(item, least, most);
    items.push_back(count_item(number, item, low, high));
  }
  if (failed) return kNoNode;
  if (!fixed || (!nodes_.bounded(number) && !nodes_.is_number(number))) return nodes_.any_of(std::move(items), span);
  if (set.none() && !soft) {
    const bool minus = counts.front().low && std::holds_alternative<ast::Chain>(counts.front().low->node);
    const char* const amount = minus ? "this is a subtraction, and no pit ever holds so few seeds" : "no pit ever holds so many seeds";
    context_.report(Code::OutOfRange, span, amount).help = minus ? "a range is written `2..15`" : "a game has at most " + std::to_string(kMaxSeeds) + " seeds";
    return kNoNode;
  }
  const NodeId result = nodes_.number_in(number, set, span);
  return soft ? nodes_.soften(result) : result;
}

Value Expressions::lower(const ast::Quantified& tree, Span span, const Scope& scope) {
  NodeId set = pits(*tree.set, scope);
  const bool every = tree.kind == ast::Quantified::Every;
  if (tree.predicate) {
    NodeId each = truth(*tree.predicate, scope.about(nodes_.leaf(Op::It, Type::Pit, span)));
    if (every) each = nodes_.negate(each, span);
    set = nodes_.where(set, each, span);
  }
  const NodeId some = nodes_.some(set, span);
  return {Value::Truth, tree.kind == ast::Quantified::Some ? some : nodes_.negate(some, span)};
}

Value Expressions::lower(const ast::Can& tree, Span span, const Scope& scope) {
  const auto who = whose(tree.player, scope.pov, span);
  const std::uint32_t bits = tree.kind ? kinds(*tree.kind) : 0;
  if (!who || (tree.kind && bits == 0) || !need(kPosition, "can", span, scope)) return {};
  const NodeId can = nodes_.leaf(Op::CanMove, Type::Truth, span, *who, static_cast<std::int32_t>(bits));
  return {Value::Truth, tree.negated ? nodes_.negate(can, span) : can};
}

Value Expressions::lower(const ast::MoveIs& tree, Span span, const Scope& scope) {
  const std::uint32_t bits = kinds(tree.kind);
  if (bits == 0 || !need(kMove, "move is", span, scope)) return {};
  NodeId is = scope.kind ? nodes_.truth((bits >> scope.kind->index & 1u) != 0, span, true)
                         : nodes_.leaf(Op::KindIs, Type::Truth, span, Who::Mover, static_cast<std::int32_t>(bits));
  return {Value::Truth, tree.negated ? nodes_.negate(is, span) : is};
}

Value Expressions::lower(const ast::PhaseIs& tree, Span span, const Scope& scope) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < context_.phases.size(); ++i) {
    const ast::Phase* phase = context_.phases[i].tree;
    if (!phase) break;
    names.push_back(phase->name.text);
    if (phase->name.text != tree.phase.text) continue;
    if (!need(kPosition, "phase is", span, scope)) return {};
    // While a move is made its phase is that in which it began, whatever has been placed since.
    const bool own = scope.kind && scope.pov == Who::Mover;
    const NodeId is = own ? nodes_.truth(context_.kinds[scope.kind->index].phase == static_cast<int>(i), span, true)
                          : nodes_.leaf(Op::PhaseIs, Type::Truth, span, scope.pov, static_cast<int>(i));
    return {Value::Truth, tree.negated ? nodes_.negate(is, span) : is};
  }
  unknown(Code::UnknownPhase, tree.phase.span, "there is no phase ", tree.phase.text, names);
  return {};
}

}  // namespace mnc::grammar::check
