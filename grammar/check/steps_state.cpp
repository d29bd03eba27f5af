// Stage 2, check: the steps that change what a position remembers: mark, unmark, set, clear.
#include "grammar/check/steps.h"

namespace mnc::grammar::check {

void Steps::unknown_state(std::string_view name, Span span) {
  std::vector<std::string> names;
  for (const State& state : context_.out.states) names.push_back(state.name);
  if (context_.symbols.contains(name)) {
    context_.report(Code::UnknownState, span, quoted(name) + " is no state").help =
        "only what is declared with `state` can change";
  } else if (name == "won" || name == "store" || name == "reserve") {
    context_.report(Code::UnknownState, span, quoted(name) + " is no state").help = "seeds are moved: `place 3 from … in …`";
  } else if (name == "direction") {
    context_.report(Code::UnknownState, span, "the direction is no state").help = "write `turn clockwise` or `turn counterclockwise`";
  } else {
    expressions_.unknown(Code::UnknownState, span, "there is no state ", name, names);
  }
}

std::optional<std::size_t> Steps::flag_on_pits(const ast::Name& name) {
  const auto symbol = context_.symbols.find(name.text);
  if (symbol == context_.symbols.end() || symbol->second.kind != Symbol::State) {
    unknown_state(name.text, name.span);
    return std::nullopt;
  }
  if (!context_.out.states[symbol->second.index].on_pits()) {
    auto& diagnostic = context_.report(Code::UnknownState, name.span, quoted(name.text) + " is no mark on pits");
    diagnostic.help = "only what is declared as `flag for each pit` can be marked; other states are `set`";
    diagnostic.notes.push_back({symbol->second.span, "it is declared here"});
    return std::nullopt;
  }
  return symbol->second.index;
}

void Steps::add(const ast::Mark& tree, Span span, Scope& scope, Part, std::vector<Step>& out) {
  Step result = step_of(Step::Mark, span);
  result.a = expressions_.pits(*tree.set, scope);
  const auto flag = flag_on_pits(tree.flag);
  if (!flag) return;
  result.value = static_cast<std::int32_t>(*flag);
  if (context_.out.states[*flag].per == State::EachPlayerAndPit) {
    result.who = expressions_.whose(tree.whose, scope.pov, tree.flag.span).value_or(scope.pov);
  } else if (tree.whose != ast::Player::Mover) {
    context_.report(Code::BadState, tree.flag.span, "the mark " + quoted(tree.flag.text) + " belongs to nobody").help =
        "write `mark … as " + tree.flag.text + "`, or declare it `for each player and each pit`";
  }
  result.value2 = tree.on ? 1 : 0;
  out.push_back(std::move(result));
}

std::optional<Steps::Target> Steps::target(const ast::Expr& tree, const Scope& scope) {
  if (const auto* possessive = std::get_if<ast::Possessive>(&tree.node)) {
    const auto who = expressions_.whose(possessive->player, scope.pov, possessive->what->span);
    return who ? target(*possessive->what, scope.seen_by(*who)) : std::nullopt;
  }
  const auto* word = std::get_if<ast::Word>(&tree.node);
  if (!word) {
    context_.report(Code::UnknownState, tree.span, "the name of a state is needed here");
    return std::nullopt;
  }
  const auto symbol = context_.symbols.find(word->text);
  if (symbol == context_.symbols.end() || symbol->second.kind != Symbol::State) {
    unknown_state(word->text, tree.span);
    return std::nullopt;
  }
  const bool shared = context_.out.states[symbol->second.index].per == State::Game;
  return Target{symbol->second.index, shared ? Who::Mover : scope.pov};
}

void Steps::add(const ast::Set& tree, Span span, Scope& scope, Part, std::vector<Step>& out) {
  const auto found = target(*tree.state, scope);
  if (!found) {
    (void)expressions_.value(*tree.value, scope);
    return;
  }
  const State& state = context_.out.states[found->state];
  Step result = step_of(Step::SetState, span);
  result.value = static_cast<std::int32_t>(found->state);
  result.who = found->who;
  if (state.on_pits()) {
    context_.report(Code::BadState, tree.state->span, quoted(state.name) + " is a mark on pits").help =
        "write `mark … as " + state.name + "` or `unmark … as " + state.name + "`";
    return;
  }
  switch (state.kind) {
    case State::Flag: result.a = expressions_.truth(*tree.value, scope); break;
    case State::Counter: result.a = expressions_.number(*tree.value, scope); break;
    case State::Pit: result.a = expressions_.pit(*tree.value, scope); break;
    case State::Direction: result.a = expressions_.direction(*tree.value, scope); break;
  }
  const bool fixed = nodes_.is_number(result.a) && !nodes_.soft(result.a);
  if (fixed && (nodes_.at(result.a).value < 0 || nodes_.at(result.a).value > state.max)) {
    auto& diagnostic = context_.report(Code::OutOfRange, tree.value->span,
                                       quoted(state.name) + " is in 0.." + std::to_string(state.max));
    diagnostic.notes.push_back({state.span, "it is declared here"});
  }
  out.push_back(std::move(result));
}

void Steps::add(const ast::Clear& tree, Span span, Scope& scope, Part, std::vector<Step>& out) {
  const auto found = target(*tree.state, scope);
  if (!found) return;
  const State& state = context_.out.states[found->state];
  if (state.on_pits()) {
    Step result = step_of(Step::Mark, span);
    const ast::Expr own{span, ast::Pits{state.per == State::EachPit ? ast::Pits::Own : ast::Pits::All}};
    result.who = found->who;
    result.a = expressions_.pits(own, scope.seen_by(found->who));
    result.value = static_cast<std::int32_t>(found->state);
    out.push_back(std::move(result));
    return;
  }
  Step result = step_of(Step::SetState, span);
  result.value = static_cast<std::int32_t>(found->state);
  result.who = found->who;
  switch (state.kind) {
    case State::Flag: result.a = nodes_.truth(state.initial != 0, span); break;
    case State::Counter: result.a = nodes_.number(state.initial, span); break;
    case State::Direction: result.a = nodes_.leaf(Op::ConstDirection, Type::Direction, span, Who::Mover, state.initial); break;
    case State::Pit: {
      const Slot south = state.initial_pit[0];
      const Slot north = state.initial_pit[1];
      const bool shared = state.per == State::Game;
      const Who who = found->who;
      const auto seen = [&](std::size_t mover) { return shared || side_of(who, mover) == 0 ? south : north; };
      if (south != kNoSlot || north != kNoSlot) result.a = nodes_.pit(seen(0), seen(1), span);
      break;
    }
  }
  out.push_back(std::move(result));
}

}  // namespace mnc::grammar::check
