// Stage 2, check: what a word, a pit's name or a set of pits stands for.
#include <algorithm>
#include <map>

#include "grammar/check/expressions.h"
#include "grammar/tokens.h"

namespace mnc::grammar::check {

namespace {
constexpr std::size_t kMostListed = 8;  // names in a help
}

bool Expressions::need(unsigned known, std::string_view word, Span span, const Scope& scope) {
  if ((scope.known & known) == known || scope.checking) return true;
  auto& diagnostic =
      context_.report(Code::NotKnownHere, span, quoted(word) + " means nothing " + std::string(scope.place));
  if ((scope.known & kPosition) == 0) {
    diagnostic.help = "only what is the same throughout the game can stand here";
  } else if (word == "captured") {
    diagnostic.help = "it is what this move has captured so far; what a player has captured in the game is `won`, or lies in the `store`";
  } else if (known == kSown && scope.place == kInSkipping) {
    diagnostic.help = "`skipping at each seed …` is judged before every seed";
  } else if (known == kSown || known == kLap) {
    diagnostic.help = "it can be spoken of once seeds have been sown: in `laps`, in `each seed`, and after `sow`";
  } else if (known == kOrigin || known == kMove) {
    diagnostic.help = "it can be spoken of only while a move is made";
  }
  return false;
}

NodeId Expressions::it(Span span, const Scope& scope) {
  if (scope.it != kNoNode) return scope.it;
  if (scope.checking) return nodes_.leaf(Op::Last, Type::Pit, span);
  context_.report(Code::NoPitSpokenOf, span, "no pit is spoken of " + std::string(scope.place)).help =
      "say which pit is meant, or which pits: `some own pits …`, `every own pits …`";
  return kNoNode;
}

std::optional<Who> Expressions::whose(ast::Player player, Who pov, Span span) {
  switch (player) {
    case ast::Player::Mover: return pov;
    case ast::Player::Opponent: return other(pov);
    case ast::Player::South: return Who::South;
    case ast::Player::North: return Who::North;
    case ast::Player::LastMover: break;
  }
  context_.report(Code::WrongType, span, "`last mover` cannot be asked about this").help =
      "there are `own`, `opponent's`, `South's` and `North's`";
  return std::nullopt;
}

NodeId Expressions::seen_by(Who who, const ConstSet& set, Span span, bool soft) {
  return nodes_.pits({set[side_of(who, 0)], set[side_of(who, 1)]}, span, soft || context_.board_soft);
}

NodeId Expressions::side_set(Who who, bool with_stores, Span span) {
  const Board& board = context_.out.board;
  if (!context_.board_known) return kNoNode;
  ConstSet set;
  for (std::size_t slot = 0; slot < board.slots.size(); ++slot) {
    const Pit& pit = board.slots[slot];
    if (pit.store && !with_stores) continue;
    set[0][slot] = pit.owner == Who::South || pit.owner == Who::Mover;
    set[1][slot] = pit.owner == Who::North || pit.owner == Who::Mover;
  }
  return seen_by(who, set, span, false);
}

std::string text_of(const ast::PitName& name) {
  return (name.opponent ? static_cast<char>(name.row - 'A' + 'a') : name.row) + std::to_string(name.column);
}

std::optional<std::array<Slot, 2>> Expressions::slots(const ast::PitName& name, Who pov, Span span) {
  const Board& board = context_.out.board;
  if (!context_.board_known) return std::nullopt;
  const std::string written = text_of(name);
  if (board.shared && name.opponent) {
    context_.report(Code::PitOffBoard, span, "the board is shared and nobody owns a pit " + quoted(written)).help =
        "write the pits of a shared board in capitals";
    return std::nullopt;
  }
  const Who who = name.opponent ? other(pov) : pov;
  std::array<Slot, 2> found{kNoSlot, kNoSlot};
  for (std::size_t slot = 0; slot < board.slots.size(); ++slot) {
    const Pit& pit = board.slots[slot];
    if (pit.store || pit.row != name.row || pit.column != name.column) continue;
    for (std::size_t side = 0; side < 2; ++side) {
      const Who owner = side_of(who, side) == 0 ? Who::South : Who::North;
      if (pit.owner == owner || board.shared) found[side] = static_cast<Slot>(slot);
    }
  }
  if (found[0] != kNoSlot || found[1] != kNoSlot) return found;
  context_.report(Code::PitOffBoard, span, "the board has no pit " + quoted(written)).help = pits_there();
  return std::nullopt;
}

// "its pits are `A1` to `A8` and `B1` to `B8`", for messages.
std::string Expressions::pits_there() const {
  std::map<char, int> rows;  // and the highest number in each
  for (const Pit& pit : context_.out.board.slots)
    if (!pit.store) rows[pit.row] = std::max(rows[pit.row], pit.column);
  std::string text = "its pits are ";
  for (auto row = rows.begin(); row != rows.end(); ++row) {
    if (row != rows.begin()) text += std::next(row) == rows.end() ? " and " : ", ";
    text += quoted(row->first + std::string("1")) + " to " + quoted(row->first + std::to_string(row->second));
  }
  return text;
}

Value Expressions::lower(const ast::PitName& tree, Span span, const Scope& scope) {
  const auto found = slots(tree, scope.pov, span);
  if (!found) return {};
  return {Value::Pit, nodes_.pit((*found)[0], (*found)[1], span)};
}

Value Expressions::lower(const ast::PitRange& tree, Span span, const Scope& scope) {
  const auto* from = std::get_if<ast::PitName>(&tree.from->node);
  const auto* to = std::get_if<ast::PitName>(&tree.to->node);
  if (from && to && !(slots(*from, scope.pov, tree.from->span) && slots(*to, scope.pov, tree.to->span))) return {};
  if (!from || !to || from->row != to->row || from->opponent != to->opponent) {
    context_.report(Code::WrongType, span, "a range goes from one pit to another of the same row").help =
        "for example `A1..A6`";
    return {};
  }
  ConstSet set;
  const Board& board = context_.out.board;
  for (std::size_t side = 0; side < 2; ++side) {
    for (std::size_t slot = 0; slot < board.slots.size(); ++slot) {
      const Pit& pit = board.slots[slot];
      const Who who = from->opponent ? other(scope.pov) : scope.pov;
      const Who owner = side_of(who, side) == 0 ? Who::South : Who::North;
      const auto [low, high] = std::minmax(from->column, to->column);
      set[side][slot] = !pit.store && pit.row == from->row && (board.shared || pit.owner == owner) &&
                        pit.column >= low && pit.column <= high;
    }
  }
  return {Value::Pits, nodes_.pits(set, span, context_.board_soft)};
}

Value Expressions::lower(const ast::SetList& tree, Span span, const Scope& scope) {
  NodeId all = nodes_.pits({}, span);
  bool known = true;
  for (const auto& item : tree.items) {
    const NodeId pit = pits(*item, scope);
    known = known && pit != kNoNode;
    if (known) all = nodes_.combine(Op::Union, all, pit, span);
  }
  return known ? Value{Value::Pits, all} : Value{};
}

Value Expressions::lower(const ast::Pits& tree, Span span, const Scope& scope) {
  switch (tree.whose) {
    case ast::Pits::Own: return {Value::Pits, side_set(scope.pov, false, span)};
    case ast::Pits::Opponents: return {Value::Pits, side_set(other(scope.pov), false, span)};
    case ast::Pits::All: break;
  }
  const NodeId own = side_set(Who::South, false, span);
  return {Value::Pits, nodes_.combine(Op::Union, own, side_set(Who::North, false, span), span)};
}

Value Expressions::lower(const ast::RowOf& tree, Span span, const Scope& scope) {
  const Board& board = context_.out.board;
  if (!context_.board_known) return {};
  ConstSet set;
  for (std::size_t slot = 0; slot < board.slots.size(); ++slot) {
    const Pit& pit = board.slots[slot];
    if (pit.store || pit.row != tree.row) continue;
    set[0][slot] = pit.owner != Who::North;
    set[1][slot] = pit.owner != Who::South;
  }
  if (set[0].none() && set[1].none()) {
    context_.report(Code::PitOffBoard, span, "the board has no row " + quoted(std::string(1, tree.row))).help = pits_there();
    return {};
  }
  return {Value::Pits, seen_by(scope.pov, set, span, false)};
}

Value Expressions::lower(const ast::PlayerWord& tree, Span span, const Scope& scope) {
  if (tree.player == ast::Player::LastMover) {
    if (!need(kPosition, "last mover", span, scope)) return {};
    return {Value::Player, nodes_.leaf(Op::LastMover, Type::Player, span)};
  }
  return {Value::Player, nodes_.leaf(Op::ConstPlayer, Type::Player, span, *whose(tree.player, scope.pov, span))};
}

Value Expressions::lower(const ast::OwnerOf& tree, Span span, const Scope& scope) {
  return {Value::Player, nodes_.unary(Op::OwnerOf, Type::Player, pit(*tree.pit, scope), span)};
}

Value Expressions::lower(const ast::Word& tree, Span span, const Scope& scope) {
  if (is_builtin(tree.text)) return builtin(tree.text, span, scope);
  for (const PickScope* pick = scope.pick; pick; pick = pick->outer) {
    if (pick->name != tree.text) continue;
    const Type type = pick->pit ? Type::Pit : Type::Number;
    return {pick->pit ? Value::Pit : Value::Number, nodes_.leaf(Op::Picked, type, span, Who::Mover, pick->depth)};
  }
  if (const auto index = choice(tree.text, scope)) {
    context_.used_choices.insert(tree.text);
    if ((*scope.kind->choices)[*index].pits != kNoNode)
      return {Value::Pit, nodes_.leaf(Op::AnswerPit, Type::Pit, span, Who::Mover, static_cast<int>(*index))};
    return {Value::ChoiceWord, kNoNode, *index};
  }
  const auto symbol = context_.symbols.find(tree.text);
  if (symbol != context_.symbols.end()) {
    symbol->second.used = true;
    return named(symbol->second, tree.text, span, scope);
  }
  unknown_word(tree.text, span, scope);
  return {};
}

void Expressions::check_picked(const ast::Name& name, const Scope& scope) {
  if (is_builtin(name.text)) {
    context_.report(Code::ReservedName, name.span,
                    quoted(name.text) + " is a word of the language and cannot name what is picked");
    return;
  }
  std::optional<Span> first;
  if (const auto symbol = context_.symbols.find(name.text); symbol != context_.symbols.end()) first = symbol->second.span;
  if (const auto known = context_.choice_names.find(name.text); known != context_.choice_names.end()) first = known->second;
  bool twice = first.has_value();
  for (const PickScope* pick = scope.pick; pick; pick = pick->outer) twice = twice || pick->name == name.text;
  if (!twice) return;
  auto& diagnostic = context_.report(Code::DuplicateName, name.span, "the name " + quoted(name.text) + " is already taken");
  if (first) diagnostic.notes.push_back({*first, "it is given here"});
}

std::optional<std::size_t> Expressions::choice(std::string_view word, const Scope& scope) const {
  if (!scope.kind) return std::nullopt;
  const auto& choices = *scope.kind->choices;
  for (std::size_t i = 0; i < choices.size(); ++i) {
    if (!choices[i].is_direction && choices[i].name == word) return i;
  }
  return std::nullopt;
}

void Expressions::choice_not_here(std::string_view word, Span span, Span offered, const Scope& scope) {
  const ast::Move* move = scope.kind ? context_.kinds[scope.kind->index].tree : nullptr;
  const bool later = move && std::any_of(move->choices.begin(), move->choices.end(),
                                         [&](const ast::Choice& one) { return one.name && one.name->text == word; });
  std::string message = "no player has made the choice " + quoted(word) + " " + std::string(scope.place);
  if (move && !later) message = "the move " + quoted(move->name.text) + " does not offer the choice " + quoted(word);
  auto& diagnostic = context_.report(Code::ChoiceNotHere, span, std::move(message));
  diagnostic.notes.push_back({offered, "it is offered here"});
  diagnostic.help =
      "a choice can be asked about once it is made, in the moves that offer it, and in a table shared by several moves "
      "only if all of them do";
}

void Expressions::unknown_word(std::string_view word, Span span, const Scope& scope) {
  if (const auto known = context_.choice_names.find(word); known != context_.choice_names.end()) {
    context_.used_choices.insert(std::string(word));
    if (scope.checking) return;
    return choice_not_here(word, span, known->second, scope);
  }
  Diagnostic* diagnostic = context_.report_once(Code::UnknownName, span, "there is no " + quoted(word));
  if (!diagnostic) return;
  std::vector<std::string> candidates = builtin_words();
  for (const auto& [name, symbol] : context_.symbols) candidates.push_back(name);
  for (const auto& [name, at] : context_.choice_names) candidates.push_back(name);
  for (const PickScope* pick = scope.pick; pick; pick = pick->outer) candidates.emplace_back(pick->name);
  candidates.insert(candidates.end(), words_of_expressions().begin(), words_of_expressions().end());
  suggest(*diagnostic, word, candidates);
}

void Expressions::unknown(Code code, Span span, const std::string& what, std::string_view word,
                          const std::vector<std::string>& candidates) {
  if (Diagnostic* diagnostic = context_.report_once(code, span, what + quoted(word))) suggest(*diagnostic, word, candidates);
}

void Expressions::suggest(Diagnostic& diagnostic, std::string_view word, const std::vector<std::string>& candidates) {
  const std::string near = closest(word, candidates);
  if (near.empty()) return;
  diagnostic.help = "did you mean " + quoted(near) + "?";
  diagnostic.fix = Diagnostic::Fix{diagnostic.span, near};
}

std::uint32_t Expressions::kinds(const ast::Name& name) {
  const std::uint32_t bits = context_.kinds_named(name.text);
  if (bits != 0) return bits;
  std::vector<std::string> candidates{"move"};
  for (const auto& kind : context_.kinds) candidates.push_back(kind.tree->name.text);
  Diagnostic* diagnostic = context_.report_once(Code::UnknownMove, name.span, "there is no move " + quoted(name.text));
  if (!diagnostic) return 0;
  suggest(*diagnostic, name.text, candidates);
  if (diagnostic->help.empty() && candidates.size() <= kMostListed) diagnostic->help = "there are " + listed(candidates);
  return 0;
}

Value Expressions::named(const Symbol& symbol, std::string_view word, Span span, const Scope& scope) {
  switch (symbol.kind) {
    case Symbol::Option: return option(symbol.index, span);
    case Symbol::State: return need(kPosition, word, span, scope) ? state(symbol.index, span, scope) : Value{};
    case Symbol::Define: return expanded(*context_.defines[symbol.index].tree, span, scope);
    case Symbol::Zone: break;
  }
  const NodeId set = zone(symbol.index);
  if (set == kNoNode) return {};
  return {Value::Pits, seen_by(scope.pov, *nodes_.const_set(set), span, nodes_.soft(set))};
}

Value Expressions::option(std::size_t index, Span span) {
  const Option& option = context_.out.options[index];
  if (option.values.empty()) return {};
  const std::string& chosen = option.values[static_cast<std::size_t>(option.chosen)];
  const auto all = [&](auto test) { return std::all_of(option.values.begin(), option.values.end(), test); };
  if (all([](const std::string& value) { return value == "yes" || value == "no"; })) {
    return {Value::Truth, nodes_.truth(chosen == "yes", span, true)};
  }
  if (all([](const std::string& value) { return value.find_first_not_of("0123456789") == std::string::npos; })) {
    return {Value::Number, nodes_.number(std::stoi(chosen), span, true)};
  }
  return {Value::OptionWord, kNoNode, index};
}

Value Expressions::state(std::size_t index, Span span, const Scope& scope) {
  const State& state = context_.out.states[index];
  const bool shared = state.per == State::Game || state.per == State::EachPit;
  const Who who = shared ? Who::Mover : scope.pov;
  if (state.on_pits()) return {Value::FlagName, kNoNode, index, who};
  const auto value = static_cast<int>(index);
  switch (state.kind) {
    case State::Flag: return {Value::Truth, nodes_.leaf(Op::Flag, Type::Truth, span, who, value)};
    case State::Counter: return {Value::Number, nodes_.leaf(Op::Counter, Type::Number, span, who, value)};
    case State::Pit: return {Value::Pit, nodes_.leaf(Op::PitState, Type::Pit, span, who, value)};
    case State::Direction: return {Value::Direction, nodes_.leaf(Op::DirectionState, Type::Direction, span, who, value)};
  }
  return {};
}

Value Expressions::expanded(const ast::Define& define, Span span, const Scope& scope) {
  auto& expansions = context_.expansions;
  const auto open =
      std::find_if(expansions.begin(), expansions.end(), [&](const Expansion& one) { return one.tree == &define; });
  if (context_.cyclic.contains(&define)) return {};
  if (open != expansions.end()) {
    std::string path;
    for (auto one = open; one != expansions.end(); ++one) {
      path += quoted(one->name) + " → ";
      context_.cyclic.insert(one->tree);
    }
    context_.report(Code::DefinitionCycle, define.name.span,
                    quoted(define.name.text) + " is defined by itself: " + path + quoted(define.name.text));
    return {};
  }
  expansions.push_back({&define, define.name.text, span});
  nodes_.spend();
  const Value result = value(*define.value, scope);
  expansions.pop_back();
  return result;
}

void Expressions::check_unused(const ast::Define& define) {
  const std::size_t before = context_.expansions.size();
  context_.expansions.push_back({&define, define.name.text, std::nullopt});
  (void)value(*define.value, Scope{.known = kEverything, .checking = true});
  context_.expansions.resize(before);
}

NodeId Expressions::zone(std::size_t index) {
  ZoneDeclaration& declaration = context_.zones[index];
  if (declaration.value) return *declaration.value;
  const ast::Zone& tree = *declaration.tree;
  auto& expansions = context_.expansions;
  if (std::any_of(expansions.begin(), expansions.end(), [&](const Expansion& one) { return one.tree == &tree; })) {
    context_.report(Code::DefinitionCycle, tree.name.span,
                    "the zone " + quoted(tree.name.text) + " is defined by itself");
    return kNoNode;
  }
  expansions.push_back({&tree, tree.name.text, std::nullopt});
  NodeId set = pits(*tree.set, Scope{.known = 0, .place = "in a zone"});
  expansions.pop_back();
  const auto constant = nodes_.const_set(set);
  if (set != kNoNode && !constant) {
    context_.report(Code::NotFixed, tree.set->span, "a zone has the same pits throughout the game").help =
        "use `define` for pits that depend on the position";
    set = kNoNode;
  } else if (constant && (*constant)[0].none() && (*constant)[1].none() && !nodes_.soft(set)) {
    context_.report(Code::EmptyZone, tree.set->span, "the zone " + quoted(tree.name.text) + " has no pits");
    set = kNoNode;
  }
  declaration.value = set;
  return set;
}

}  // namespace mnc::grammar::check
