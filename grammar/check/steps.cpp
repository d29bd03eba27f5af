// Stage 2, check: steps.
#include "grammar/check/steps.h"

#include <algorithm>

namespace mnc::grammar::check {
namespace {

// `seeds of last`, `seeds of last + opposite`
bool begins_with_seeds(const ast::Expr& tree) {
  if (const auto* chain = std::get_if<ast::Chain>(&tree.node)) return begins_with_seeds(*chain->first);
  const auto* of = std::get_if<ast::Of>(&tree.node);
  return of && of->what == ast::OfWord::Seeds;
}

}  // namespace

Step step_of(Step::Op op, Span span) {
  Step result{};
  result.op = op;
  result.span = span;
  return result;
}

std::vector<Step> Steps::lower(const ast::Steps& tree, Scope& scope, Part part) {
  std::vector<Step> out;
  for (const ast::Step& one : tree) add(one, scope, part, out);
  return out;
}

void Steps::add(const ast::Step& tree, Scope& scope, Part part, std::vector<Step>& out) {
  if (context_.enter(tree.span) && allowed(tree, part)) {
    std::visit([&](const auto& node) { add(node, tree.span, scope, part, out); }, tree.node);
  }
  context_.leave();
}

void Steps::check_unused(const ast::Action& action) {
  const std::size_t before = context_.expansions.size();
  context_.expansions.push_back({&action, action.name.text, std::nullopt});
  Scope scope{.known = kEverything, .checking = true};
  unused_ = true;
  (void)lower(action.steps, scope, Part::Lap);
  unused_ = false;
  context_.expansions.resize(before);
}

void Steps::add(const ast::Place& tree, Span span, Scope& scope, Part part, std::vector<Step>& out) {
  Step result = step_of(Step::Place, span);
  result.a = expressions_.number(*tree.count, scope);
  const Heap from = heap(*tree.from, scope);
  const Heap to = heap(*tree.to, scope);
  const bool held = hand_is_here(from, tree.from->span, part, false) && hand_is_here(to, tree.to->span, part, true);
  if (!held) return;
  result.from = from.kind;
  result.who = from.who;
  result.c = from.pit;
  result.to = to.kind;
  result.to_who = to.who;
  result.b = to.pit;
  out.push_back(std::move(result));
}

void Steps::add(const ast::Fill& tree, Span span, Scope& scope, Part part, std::vector<Step>& out) {
  Step result = step_of(Step::Fill, span);
  result.a = expressions_.number(*tree.count, scope);
  result.b = expressions_.pits(*tree.set, scope);
  const Heap from = heap(*tree.from, scope);
  if (!hand_is_here(from, tree.from->span, part, false)) return;
  result.from = from.kind;
  result.who = from.who;
  result.c = from.pit;
  result.to_who = scope.pov;
  result.value = tree.backwards ? 1 : 0;
  out.push_back(std::move(result));
}

// `reserve`, `won` and `hand` are no pits; anything else must be one.
Steps::Heap Steps::heap(const ast::Expr& tree, const Scope& scope) {
  if (const auto* possessive = std::get_if<ast::Possessive>(&tree.node)) {
    const auto who = expressions_.whose(possessive->player, scope.pov, possessive->what->span);
    const Heap of = who ? heap(*possessive->what, scope.seen_by(*who)) : Heap{};
    if (of.kind == Step::InHand)
      context_.report(Code::WrongType, tree.span, "there is one hand, and nobody else's").help = "write `hand`";
    return of;
  }
  const auto* word = std::get_if<ast::Word>(&tree.node);
  if (word && word->text == "hand") return {Step::InHand, scope.pov, kNoNode};
  if (word && word->text == "won") return {Step::InWon, scope.pov, kNoNode};
  if (!word || word->text != "reserve") return {Step::InPit, scope.pov, expressions_.pit(tree, scope)};
  if (context_.board_known && !context_.out.board.has_reserve) {
    context_.report(Code::NoReserve, tree.span, "the board has no reserve").help = "write `reserve N` in `board`";
  }
  return {Step::InReserve, scope.pov, kNoNode};
}

void Steps::add(const ast::EachPlayer& tree, Span span, Scope& scope, Part part, std::vector<Step>& out) {
  for (const Who who : {scope.pov, other(scope.pov)}) {
    Step result = step_of(Step::Block, span);
    Scope seen = scope.seen_by(who);
    result.steps = lower(tree.steps, seen, part);
    out.push_back(std::move(result));
  }
}

NodeId Steps::amount_number(const ast::Expr& tree, NodeId pit, const Scope& scope) {
  if (const auto* all = std::get_if<ast::All>(&tree.node)) {
    const NodeId seeds = nodes_.seeds(pit, tree.span);
    return all->but ? nodes_.binary(Op::Subtract, Type::Number, seeds, expressions_.number(*all->but, scope), tree.span)
                    : seeds;
  }
  const auto* cases = std::get_if<ast::Cases>(&tree.node);
  if (!cases) return expressions_.number(tree, scope);
  std::vector<NodeId> kids;
  for (const auto& one : cases->cases) {
    kids.push_back(amount_number(*one.value, pit, scope));
    kids.push_back(expressions_.truth(*one.condition, scope));
  }
  kids.push_back(amount_number(*cases->otherwise, pit, scope));
  return nodes_.cases(std::move(kids), tree.span);
}

Steps::Amount Steps::amount(const ast::Expr& tree, NodeId pit, const Scope& scope) {
  const NodeId number = amount_number(tree, pit, scope);
  if (number == kNoNode) return {};
  const Node node = nodes_.at(number);  // a copy: nodes are added below
  const NodeId all = nodes_.seeds(pit, tree.span);
  if (nodes_.same(number, all)) return {};
  if (node.op == Op::Subtract && nodes_.same(node.a, all)) return {.number = node.b, .stays = true};
  return {.number = number};
}

// `lift all  from own pits …` in a move without `from`: the clauses have changed places.
NodeId Steps::lifted_from(const ast::Expr& tree, Span span, const Scope& scope) {
  const ast::Move* move = scope.kind ? context_.kinds[scope.kind->index].tree : nullptr;
  const Value from = expressions_.value(tree, scope);
  if (from.kind != Value::Pits || !move || move->from) return expressions_.pit(tree, scope);
  auto& diagnostic = context_.report(Code::WrongType, tree.span, "one pit is needed here, and these may be several");
  diagnostic.notes.push_back({span, "the `from` belongs to this `lift`"});
  diagnostic.help = "the `from` that says which pits the move starts from stands before its steps";
  return kNoNode;
}

void Steps::add(const ast::Lift& tree, Span span, Scope& scope, Part, std::vector<Step>& out) {
  Step result = step_of(Step::Lift, span);
  if (tree.from) {
    result.b = lifted_from(*tree.from, span, scope);
  } else {
    const ast::Expr word{span, ast::Word{"it"}};
    result.b = expressions_.pit(word, scope);
  }
  const Amount lifted = result.b == kNoNode ? Amount{} : amount(*tree.amount, result.b, scope);
  result.a = lifted.number;
  result.value = lifted.stays ? 1 : 0;
  out.push_back(std::move(result));
}

void Steps::add(const ast::Capture& tree, Span span, Scope& scope, Part, std::vector<Step>& out) {
  Step result = step_of(Step::Capture, span);
  if (!tree.count && begins_with_seeds(*tree.set)) {
    context_.report(Code::WrongType, tree.set->span, "a set of pits is needed here, and this is a number").help =
        "`capture last` takes all seeds of it, `capture 2 from last` so many";
  } else if (tree.count) {
    result.d = expressions_.number(*tree.count, scope);
    result.a = nodes_.one_pit(expressions_.pit(*tree.set, scope), tree.set->span);
  } else {
    result.a = expressions_.pits(*tree.set, scope);
  }
  const bool stores = context_.out.board.stores;
  switch (tree.into) {
    case ast::Capture::Default: result.into = stores ? Step::IntoStore : Step::IntoWon; break;
    case ast::Capture::Won: result.into = Step::IntoWon; break;
    case ast::Capture::Store:
      result.into = Step::IntoStore;
      if (context_.board_known && !stores)
        context_.report(Code::NoStores, span, "the board has no stores").help = "write `stores` in `board`";
      break;
    case ast::Capture::Hand: result.into = Step::IntoHand; break;
    case ast::Capture::Pit: {
      const Heap to = heap(*tree.pit, scope);
      result.into = to.kind == Step::InReserve ? Step::IntoReserve : Step::IntoPit;
      result.to_who = to.who;
      result.b = to.pit;
      if (to.kind == Step::InWon)
        context_.report(Code::WrongType, tree.pit->span, "what a player wins is captured for that player").help =
            "`capture … for PLAYER` says who that is";
      break;
    }
  }
  const bool for_player = result.into == Step::IntoWon || result.into == Step::IntoStore;
  if (tree.by) result.c = expressions_.player(*tree.by, scope);
  else if (for_player) result.c = mover(scope.pov, span);
  if (tree.by && !for_player) {
    context_.report(Code::WrongType, tree.by->span, "what is captured into the hand, a pit or a reserve is captured for nobody")
        .help = "leave `for` out";
  }
  out.push_back(std::move(result));
}

void Steps::add(const ast::Sow& tree, Span span, Scope& scope, Part part, std::vector<Step>& out) {
  Step result = step_of(Step::Sow, span);
  if (part == Part::Lap) result.circuit = scope.circuit;  // that of the move's own sowing
  if (tree.circuit) {
    const auto found = context_.circuit_names.find(tree.circuit->text);
    if (found == context_.circuit_names.end()) {
      std::vector<std::string> names;
      for (const auto& [name, index] : context_.circuit_names) names.push_back(name);
      if (context_.board_known)
        expressions_.unknown(Code::UnknownCircuit, tree.circuit->span, "there is no circuit ", tree.circuit->text,
                             names);
    } else {
      result.circuit = found->second;
    }
  }
  scope.circuit = result.circuit;
  result.a = tree.direction ? expressions_.direction(*tree.direction, scope)
                            : nodes_.leaf(Op::CurrentDirection, Type::Direction, span);
  switch (tree.start) {
    case ast::Sow::Default: result.start = Step::StartDefault; break;
    case ast::Sow::In: result.start = Step::StartIn; break;
    case ast::Sow::After: result.start = Step::StartAfter; break;
  }
  if (tree.pit) result.b = expressions_.pit(*tree.pit, scope);
  Scope at_lap = scope;
  at_lap.known |= tree.at_each_seed ? kSown : kLap;
  result.value = tree.at_each_seed ? 1 : 0;
  at_lap.place = tree.at_each_seed ? "in what is skipped" : kInSkipping;
  const NodeId closed = expressions_.out_of_play(at_lap);
  result.c = closed;
  if (tree.skipping) {
    const NodeId condition = tree.skipping_when ? expressions_.truth(*tree.skipping_when, at_lap) : kNoNode;
    const NodeId skipped = expressions_.pits(*tree.skipping, at_lap);
    if (closed != kNoNode) {
      const NodeId both = nodes_.combine(Op::Union, closed, skipped, tree.skipping->span);
      result.c = condition == kNoNode ? both : nodes_.cases({both, condition, closed}, tree.skipping->span);
    } else if (!nodes_.is_truth(condition, false)) {
      result.c = skipped;
      result.d = nodes_.is_truth(condition, true) ? kNoNode : condition;
    }
  }
  scope.known |= kSown;
  out.push_back(std::move(result));
}

void Steps::add(const ast::Turn& tree, Span span, Scope& scope, Part, std::vector<Step>& out) {
  Step result = step_of(Step::Turn, span);
  result.a = expressions_.direction(*tree.direction, scope);
  out.push_back(std::move(result));
}

void Steps::add(const ast::Do& tree, Span span, Scope& scope, Part part, std::vector<Step>& out) {
  const auto action = context_.actions.find(tree.action.text);
  if (action == context_.actions.end()) {
    std::vector<std::string> names;
    for (const auto& [name, declaration] : context_.actions) names.push_back(name);
    return expressions_.unknown(Code::UnknownAction, tree.action.span, "there is no action ", tree.action.text, names);
  }
  action->second.used = true;
  const ast::Action* body = action->second.tree;
  auto& expansions = context_.expansions;
  if (context_.cyclic.contains(body)) return;
  const auto open =
      std::find_if(expansions.begin(), expansions.end(), [&](const Expansion& one) { return one.tree == body; });
  if (open != expansions.end()) {
    std::string path;
    for (auto one = open; one != expansions.end(); ++one) {
      path += quoted(one->name) + " → ";
      context_.cyclic.insert(one->tree);
    }
    context_.report(Code::ActionCycle, body->name.span,
                    quoted(body->name.text) + " does itself: " + path + quoted(body->name.text));
    return;
  }
  expansions.push_back({body, body->name.text, tree.action.span});
  nodes_.spend();
  Step result = step_of(Step::Block, span);
  result.steps = lower(body->steps, scope, part);
  expansions.pop_back();
  out.push_back(std::move(result));
}

void Steps::add(const ast::Again&, Span span, Scope&, Part, std::vector<Step>& out) {
  out.push_back(step_of(Step::Again, span));
}
void Steps::add(const ast::Stop&, Span span, Scope&, Part, std::vector<Step>& out) {
  out.push_back(step_of(Step::Stop, span));
}

void Steps::add(const ast::Relay& tree, Span span, Scope& scope, Part, std::vector<Step>& out) {
  Step result = step_of(Step::Relay, span);
  result.b = tree.from ? expressions_.pit(*tree.from, scope) : nodes_.leaf(Op::Last, Type::Pit, span);
  out.push_back(std::move(result));
}

Answer answer_named(std::string_view name) {
  Answer answer;
  answer.name = name;
  if (name == "left") answer.sign = Answer::Left;
  if (name == "right") answer.sign = Answer::Right;
  if (name == "yes") answer.sign = Answer::Yes;
  if (name == "no") answer.sign = Answer::No;
  if (!name.empty() && name.size() < 6 && name.find_first_not_of("0123456789") == std::string_view::npos)
    answer.number = std::stoi(answer.name);
  return answer;
}

void Steps::add(const ast::Ask& tree, Span span, Scope& scope, Part part, std::vector<Step>& out) {
  Step result = step_of(Step::Ask, span);
  for (const ast::Answer& answer : tree.answers) {
    const bool twice = std::any_of(result.answers.begin(), result.answers.end(),
                                   [&](const Answer& one) { return one.name == answer.name.text; });
    if (twice)
      context_.report(Code::BadChoice, answer.name.span, "the answer " + quoted(answer.name.text) + " is given twice");
    Answer lowered = answer_named(answer.name.text);
    Scope inner = scope;
    lowered.steps = lower(answer.steps, inner, part);
    result.answers.push_back(std::move(lowered));
  }
  if (tree.answers.size() < 2) context_.report(Code::BadChoice, span, "a question has at least two answers");
  if (tree.answers.size() > kMaxAnswers)
    context_.report(Code::TooMany, span, "a question has at most " + std::to_string(kMaxAnswers) + " answers");
  out.push_back(std::move(result));
}

void Steps::check_range_end(NodeId high, int most, Span span) {
  if (high == kNoNode || !context_.board_known || nodes_.greatest(high) <= most) return;
  const std::string bound = std::to_string(most);
  context_
      .report(Code::TooMany, span,
              "this may be more than " + bound + ", and at most " + std::to_string(kMaxAnswers) + " numbers can be offered")
      .help = "say what is offered then: `(N when N <= " + bound + ", otherwise " + bound + ")`";
}

void Steps::add(const ast::Pick& tree, Span span, Scope& scope, Part part, std::vector<Step>& out) {
  const int depth = scope.pick ? scope.pick->depth + 1 : 0;
  expressions_.check_picked(tree.name, scope);
  if (depth == kMaxPicks) {
    context_.report(Code::TooMany, tree.name.span,
                    "at most " + std::to_string(kMaxPicks) + " such questions stand inside each other");
    return;
  }
  const PickScope pick{tree.name.text, depth, tree.set != nullptr, scope.pick};
  Step result = step_of(Step::Pick, span);
  if (tree.set) {
    result.a = expressions_.pits(*tree.set, scope);
  } else {
    result.b = expressions_.number(*tree.low, scope);
    result.c = expressions_.number(*tree.high, scope);
    const int least = nodes_.is_number(result.b) ? std::max(nodes_.at(result.b).value, 0) : 0;
    check_range_end(result.c, std::min(least + kMaxAnswers - 1, kMaxPickedNumber), tree.high->span);
  }
  result.value = depth;
  Scope inner = scope;
  inner.pick = &pick;
  result.steps = lower(tree.steps, inner, part);
  scope.known = inner.known;
  scope.circuit = inner.circuit;
  out.push_back(std::move(result));
}

std::vector<Step> Steps::lower_given(NodeId condition, const ast::Steps& tree, Scope& scope, Part part) {
  const GivenScope given{condition, scope.given};
  scope.given = &given;
  std::vector<Step> out = lower(tree, scope, part);
  scope.given = given.outer;
  return out;
}

void Steps::add(const ast::If& tree, Span span, Scope& scope, Part part, std::vector<Step>& out) {
  const NodeId condition = expressions_.truth(*tree.condition, scope);
  Scope other = scope;
  std::vector<Step> inner = lower_given(condition, tree.steps, scope, part);
  std::vector<Step> otherwise;
  if (tree.otherwise) {
    otherwise = lower_given(nodes_.negate(condition, tree.condition->span), *tree.otherwise, other, part);
    scope.known |= other.known;
  }
  if (nodes_.is_truth(condition, false)) {
    if (!nodes_.soft(condition)) context_.report(Code::NeverHolds, tree.condition->span, "this never holds");
    std::move(otherwise.begin(), otherwise.end(), std::back_inserter(out));
    return;
  }
  if (nodes_.is_truth(condition, true)) {
    std::move(inner.begin(), inner.end(), std::back_inserter(out));
    return;
  }
  Step result = step_of(Step::If, span);
  result.a = condition;
  result.steps = std::move(inner);
  result.otherwise = std::move(otherwise);
  out.push_back(std::move(result));
}

void Steps::add(const ast::EachPit& tree, Span span, Scope& scope, Part part, std::vector<Step>& out) {
  Step result = step_of(Step::EachPit, span);
  result.b = expressions_.pits(*tree.set, scope);
  result.to_who = scope.pov;
  Scope inner = scope.about(nodes_.leaf(Op::It, Type::Pit, span));
  ++loops_;
  result.steps = lower(tree.steps, inner, part);
  --loops_;
  out.push_back(std::move(result));
}

// Each pit needs one of the same name on the other side.
void Steps::add(const ast::Swap&, Span span, Scope&, Part, std::vector<Step>& out) {
  const Board& board = context_.out.board;
  for (std::size_t slot = 0; slot < board.slots.size(); ++slot) {
    if (board.counterpart(static_cast<Slot>(slot)) != kNoSlot) continue;
    const Pit& pit = board.slots[slot];
    const char row = pit.owner == Who::North ? static_cast<char>(pit.row - 'A' + 'a') : pit.row;
    context_.report(Code::PitOffBoard, span,
                    "the sides cannot be swapped: " + quoted(row + std::to_string(pit.column)) + " has no counterpart on the other side");
    return;
  }
  out.push_back(step_of(Step::SwapSides, span));
}

void Steps::add(const ast::Takes& tree, Span span, Scope& scope, Part, std::vector<Step>& out) {
  const auto take = [&](NodeId player, const Scope& seen) {
    Step result = step_of(Step::Takes, span);
    result.a = player;
    result.b = expressions_.pits(*tree.set, seen);
    result.value = tree.half ? 1 : 0;
    out.push_back(std::move(result));
  };
  if (tree.half && !tree.each)
    context_.report(Code::WrongType, span, "half of the seeds is for each").help = "write `each takes half of …`";
  if (tree.half) return take(mover(scope.pov, span), scope);
  if (!tree.each) return take(expressions_.player(*tree.player, scope), scope);
  for (const Who who : {scope.pov, other(scope.pov)}) take(mover(who, span), scope.seen_by(who));
}

NodeId Steps::opponent_of(NodeId player, Span span) {
  if (player == kNoNode) return kNoNode;
  if (nodes_.at(player).op == Op::ConstPlayer) return mover(other(nodes_.at(player).who), span);
  return nodes_.cases(
      {mover(Who::Opponent, span), nodes_.same_player(player, mover(Who::Mover, span), span), mover(Who::Mover, span)},
      span);
}

void Steps::add(const ast::Wins& tree, Span span, Scope& scope, Part, std::vector<Step>& out) {
  Step result = step_of(Step::Wins, span);
  result.a = expressions_.player(*tree.player, scope);
  if (tree.loses) result.a = opponent_of(result.a, span);
  out.push_back(std::move(result));
}

void Steps::add(const ast::Draw&, Span span, Scope&, Part, std::vector<Step>& out) {
  out.push_back(step_of(Step::Draw, span));
}
void Steps::add(const ast::Void&, Span span, Scope&, Part, std::vector<Step>& out) {
  out.push_back(step_of(Step::Void, span));
}

}  // namespace mnc::grammar::check
