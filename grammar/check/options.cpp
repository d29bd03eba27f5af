// Stage 2, check: options and states.
#include "grammar/check/options.h"

#include <algorithm>

namespace mnc::grammar::check {
namespace {

constexpr int kMaxValues = 1024;  // of one option: they are listed out, and nobody chooses from more

std::size_t index_of(const std::vector<std::string>& values, const std::string& value) {
  return static_cast<std::size_t>(std::find(values.begin(), values.end(), value) - values.begin());
}

// `true | false`: the truth values are `yes` and `no`.
bool is_other_truth(Context& context, const ast::Name& value) {
  if (value.text != "true" && value.text != "false") return false;
  context.report(Code::OtherWords, value.span, "the language has another word for " + quoted(value.text)).help =
      std::string("write ") + (value.text == "true" ? "`yes`" : "`no`");
  return true;
}

void list_words(Context& context, const ast::Option& tree, Option& option) {
  for (const ast::Name& value : tree.values) {
    if (index_of(option.values, value.text) < option.values.size()) {
      context.report(Code::DuplicateName, value.span,
                     "the option " + quoted(option.name) + " lists " + quoted(value.text) + " twice");
      continue;
    }
    option.values.push_back(value.text);
  }
}

void list_range(Context& context, const ast::Option& tree, Option& option) {
  option.range = true;
  const auto* low = std::get_if<ast::Number>(&tree.low->node);
  const auto* high = std::get_if<ast::Number>(&tree.high->node);
  const Span span = joined(tree.low->span, tree.high->span);
  if (!low || !high) {
    context.report(Code::NotFixed, span, "the range of an option is given in numbers");
    return;
  }
  if (low->value > high->value) {
    context.report(Code::OutOfRange, span, "no number is in this range").help = "the smaller number comes first";
    return;
  }
  if (high->value - low->value >= kMaxValues) {
    context.report(Code::TooMany, span, "an option has at most " + std::to_string(kMaxValues) + " values");
    return;
  }
  for (int value = low->value; value <= high->value; ++value) option.values.push_back(std::to_string(value));
}

void bind(Context& context, const ast::Option& tree, Option& option) {
  const bool truth = std::any_of(tree.values.begin(), tree.values.end(),
                                 [&](const ast::Name& value) { return is_other_truth(context, value); });
  if (truth) {
    option.values = {"yes", "no"};
    return;
  }
  if (tree.low && tree.high) {
    list_range(context, tree, option);
  } else {
    list_words(context, tree, option);
  }
  if (option.values.empty() || is_other_truth(context, tree.initial)) return;
  const std::size_t initial = index_of(option.values, tree.initial.text);
  if (initial == option.values.size()) {
    auto& diagnostic = context.report(
        Code::UnknownValue, tree.initial.span,
        "the default " + quoted(tree.initial.text) + " is no value of the option " + quoted(option.name));
    const std::string near = option.range ? std::string() : suggestion(tree.initial.text, option.values);
    diagnostic.help = near.empty() ? values_text(option) : near;
    // Of words: what is said about this one elsewhere is no further mistake.
    const bool words = std::any_of(option.values.begin(), option.values.end(), [](const std::string& value) {
      return value != "yes" && value != "no" && value.find_first_not_of("0123456789") != std::string::npos;
    });
    if (words) option.values.push_back(tree.initial.text);
    return;
  }
  option.chosen = option.initial = static_cast<int>(initial);
}

void choose(Context& context, const std::string& name, const std::string& value, std::vector<std::string>& errors) {
  std::vector<std::string> names;
  for (Option& option : context.out.options) {
    names.push_back(option.name);
    if (option.name != name) continue;
    const std::size_t index = index_of(option.values, value);
    if (index == option.values.size()) {
      const std::string near = option.range ? std::string() : suggestion(value, option.values);
      errors.push_back("the option " + quoted(name) + " has no value " + quoted(value) + "; " +
                       (near.empty() ? "" : near + "; ") + values_text(option));
      return;
    }
    option.chosen = static_cast<int>(index);
    return;
  }
  const std::string near = suggestion(name, names);
  errors.push_back("there is no option " + quoted(name) + (near.empty() ? "" : "; " + near) +
                   (names.empty() ? "; the ruleset has no options" : "; the options are " + listed(names)));
}

void check_counter(Context& context, Expressions& expressions, const ast::State& tree, State& state) {
  const auto max = tree.max ? expressions.constant(*tree.max, "in the range of a state") : std::nullopt;
  if (!max) return;
  if (*max < 1 || *max > 65535) {
    context.report(Code::OutOfRange, tree.max->span, "a counter goes up to a number from 1 to 65535");
    return;
  }
  state.max = *max;
  if (!tree.initial) return;
  const auto initial = expressions.constant(*tree.initial, "as the start of a state");
  if (!initial) return;
  if (*initial < 0 || *initial > *max) {
    context.report(Code::OutOfRange, tree.initial->span,
                   "the start " + std::to_string(*initial) + " is not in 0.." + std::to_string(*max));
    return;
  }
  state.initial = *initial;
}

void check_flag(Context& context, Expressions& expressions, const ast::State& tree, State& state) {
  if (!tree.initial) return;
  if (state.per == State::EachPlayerAndPit) {
    context.report(Code::BadState, tree.initial->span, "marks of each player start on no pit").help =
        "leave the start out";
    return;
  }
  const auto* word = std::get_if<ast::Word>(&tree.initial->node);
  if (state.per == State::EachPit && !(word && (word->text == "yes" || word->text == "no"))) {
    const NodeId pits = expressions.pits(*tree.initial, Scope{.known = 0, .place = "as the start of a state"});
    if (pits == kNoNode) return;
    const Node& set = context.nodes.at(pits);
    if (set.op == Op::ConstPits)
      state.initial_pits = context.out.slot_sets[static_cast<std::size_t>(set.value)] | context.out.slot_sets[static_cast<std::size_t>(set.value2)];
    else
      context.report(Code::NotFixed, tree.initial->span, "a mark starts on fixed pits");
    return;
  }
  const NodeId initial = expressions.truth(*tree.initial, Scope{.known = 0, .place = "as the start of a state"});
  if (initial == kNoNode) return;
  const Node& node = context.nodes.at(initial);
  if (node.op != Op::Truth) {
    context.report(Code::NotFixed, tree.initial->span, "a flag starts as `yes` or `no`");
  } else if (state.per == State::EachPit && node.value != 0) {
    context.report(Code::BadState, tree.initial->span, "a mark on pits starts as `no`").help =
        "say which pits carry it at the start: `= {A1, A4}`";
  } else {
    state.initial = node.value;
  }
}

// Forwards, where nothing else is said.
void check_direction(Context& context, Expressions& expressions, const ast::State& tree, State& state) {
  if (!context.out.board.circuits.empty()) state.initial = context.out.board.circuits.front().forwards[0];
  if (!tree.initial) return;
  const NodeId direction = expressions.direction(*tree.initial, Scope{.known = 0, .place = "as the start of a state"});
  if (direction == kNoNode) return;
  const Node& node = context.nodes.at(direction);
  if (node.op == Op::ConstDirection) state.initial = node.value;
  else context.report(Code::NotFixed, tree.initial->span, "a direction starts the same for both players");
}

void check_pit(Context& context, Expressions& expressions, const ast::State& tree, State& state) {
  if (!tree.initial) return;
  const NodeId pit = expressions.pit(*tree.initial, Scope{.known = 0, .place = "as the start of a state"});
  if (pit == kNoNode) return;
  const Node& node = context.nodes.at(pit);
  if (node.op != Op::ConstPit) {
    context.report(Code::NotFixed, tree.initial->span, "a state that names a pit starts as none or as a fixed pit");
    return;
  }
  const auto south = static_cast<Slot>(node.value);
  state.initial_pit = {south, state.per == State::EachPlayer ? static_cast<Slot>(node.value2) : kNoSlot};
}

}  // namespace

std::string values_text(const Option& option) {
  if (option.range) return "it is a number from " + option.values.front() + " to " + option.values.back();
  return "its values are " + listed(option.values);
}

void bind_options(Context& context, const std::vector<std::pair<std::string, std::string>>& settings,
                  std::vector<std::string>& settings_errors) {
  for (const ast::Item& item : context.tree.items) {
    const auto* tree = std::get_if<ast::Option>(&item.node);
    if (!tree) continue;
    const auto symbol = context.symbols.find(tree->name.text);
    if (symbol == context.symbols.end() || symbol->second.kind != Symbol::Option) continue;
    Option& option = context.out.options[symbol->second.index];
    if (option.values.empty()) bind(context, *tree, option);
  }
  for (const auto& [name, value] : settings) choose(context, name, value, settings_errors);
}

void check_states(Context& context, Expressions& expressions) {
  for (const ast::Item& item : context.tree.items) {
    const auto* tree = std::get_if<ast::State>(&item.node);
    if (!tree) continue;
    const auto state = std::find_if(context.out.states.begin(), context.out.states.end(),
                                    [&](const State& one) { return one.name == tree->name.text; });
    if (state == context.out.states.end()) continue;
    if (state->on_pits() && tree->kind != ast::State::Flag) {
      context.report(Code::BadState, tree->name.span, "for each pit there are only flags").help =
          "counters, pits and directions are remembered for each player or for the game";
      continue;
    }
    switch (tree->kind) {
      case ast::State::Flag: check_flag(context, expressions, *tree, *state); break;
      case ast::State::Counter: check_counter(context, expressions, *tree, *state); break;
      case ast::State::Pit: check_pit(context, expressions, *tree, *state); break;
      case ast::State::Direction: check_direction(context, expressions, *tree, *state); break;
    }
  }
}

}  // namespace mnc::grammar::check
