// Stage 2, check: the words that mean the same in every ruleset.
#include <algorithm>
#include <array>
#include <numeric>

#include "grammar/check/expressions.h"

namespace mnc::grammar::check {

Value Expressions::forwards(bool backwards, Span span, const Scope& scope) {
  const auto circuit = static_cast<std::size_t>(scope.circuit);
  if (circuit >= context_.out.board.circuits.size()) return {};
  const auto direction = [&](std::size_t mover) {
    const int listed = context_.out.board.circuits[circuit].forwards[side_of(scope.pov, mover)];
    return nodes_.leaf(Op::ConstDirection, Type::Direction, span, Who::Mover, backwards ? 1 - listed : listed);
  };
  const NodeId south = direction(0);
  const NodeId north = direction(1);
  if (nodes_.same(south, north)) return {Value::Direction, south};
  const NodeId is_south = nodes_.same_player(nodes_.leaf(Op::ConstPlayer, Type::Player, span, Who::Mover),
                                             nodes_.leaf(Op::ConstPlayer, Type::Player, span, Who::South), span);
  return {Value::Direction, nodes_.cases({south, is_south, north}, span)};
}

// Words that are a value by themselves, whoever says them.
std::optional<Value> Expressions::plain_word(std::string_view word, Span span, const Scope& scope) {
  struct Plain {
    std::string_view word;
    Value::Kind kind;
    Op op;
    Type type;
    unsigned known;
  };
  constexpr std::array<Plain, 11> kPlain{{
      {"origin", Value::Pit, Op::Origin, Type::Pit, kOrigin},
      {"last", Value::Pit, Op::Last, Type::Pit, kSown},
      {"lap_origin", Value::Pit, Op::LapOrigin, Type::Pit, kLap},
      {"lap", Value::Number, Op::Lap, Type::Number, kSown},
      {"sown", Value::Number, Op::Sown, Type::Number, kSown},
      {"remaining", Value::Number, Op::Remaining, Type::Number, kSown},
      {"captured", Value::Number, Op::Captured, Type::Number, kMove},
      {"ply", Value::Number, Op::Ply, Type::Number, kPosition},
      {"occurrences", Value::Number, Op::Occurrences, Type::Number, kTurn},
      {"direction", Value::Direction, Op::CurrentDirection, Type::Direction, kMove},
      {"reversed", Value::Direction, Op::Reversed, Type::Direction, kMove},
  }};
  const auto found = std::find_if(kPlain.begin(), kPlain.end(), [&](const Plain& one) { return one.word == word; });
  if (found == kPlain.end()) return std::nullopt;
  if (word == "occurrences" && scope.place == kInEnd) context_.counts_occurrences = true;
  if (!need(found->known, word, span, scope)) return Value{};
  return Value{found->kind, nodes_.leaf(found->op, found->type, span)};
}

// Words that are said of the pit spoken of.
std::optional<Value> Expressions::word_of_it(std::string_view word, Span span, const Scope& scope) {
  if (word == "it") return Value{Value::Pit, it(span, scope)};
  if (word == "seeds") return Value{Value::Number, nodes_.seeds(it(span, scope), span)};
  if (word == "opposite") return Value{Value::Pit, nodes_.unary(Op::Opposite, Type::Pit, it(span, scope), span)};
  if (word == "behind") return Value{Value::Pit, nodes_.unary(Op::Behind, Type::Pit, it(span, scope), span)};
  if (word != "next" && word != "previous") return std::nullopt;
  const NodeId pit = it(span, scope);
  if (pit == kNoNode) return Value{};
  const Op op = word == "next" ? Op::Next : Op::Previous;
  return Value{Value::Pit,
               nodes_.make({.op = op, .type = Type::Pit, .who = scope.pov, .a = pit, .b = out_of_play(scope), .kids = {}, .span = span})};
}

NodeId Expressions::out_of_play(const Scope& scope) {
  auto& expansions = context_.expansions;
  const ast::OutOfPlay* const tree = context_.out_of_play;
  const auto is_open = [tree](const Expansion& one) { return one.tree == tree; };
  if (tree == nullptr || std::any_of(expansions.begin(), expansions.end(), is_open)) return kNoNode;
  expansions.push_back({tree, "out of play", std::nullopt});
  Scope inner{.pov = scope.pov, .place = "in `out of play`"};
  const NodeId set = pits(*tree->set, inner);
  expansions.pop_back();
  return set;
}

Value Expressions::rotation(std::string_view word, Span span, const Scope& scope) {
  const auto circuit = static_cast<std::size_t>(scope.circuit);
  const auto& circuits = context_.out.board.circuits;
  if (context_.board_known && circuit < circuits.size() && !circuits[circuit].oriented) {
    context_.report(Code::NoClockwise, span, "on this circuit nothing is " + quoted(word)).help =
        "write `forwards` or `backwards`";
    return {};
  }
  const int direction = word == "clockwise" ? kClockwise : kCounterclockwise;
  return {Value::Direction, nodes_.leaf(Op::ConstDirection, Type::Direction, span, Who::Mover, direction)};
}

Value Expressions::store(Span span, const Scope& scope) {
  const Board& board = context_.out.board;
  if (!context_.board_known) return {};
  if (!board.stores) {
    context_.report(Code::NoStores, span, "the board has no stores").help = "write `stores` in `board`";
    return {};
  }
  const auto slot = [&](std::size_t mover) {
    return static_cast<Slot>(board.pits() + static_cast<int>(side_of(scope.pov, mover)));
  };
  return {Value::Pit, nodes_.pit(slot(0), slot(1), span)};
}

Value Expressions::reserve(Span span, const Scope& scope) {
  if (!context_.out.board.has_reserve && context_.board_known) {
    context_.report(Code::NoReserve, span, "the board has no reserve").help = "write `reserve N` in `board`";
    return {};
  }
  if (!need(kPosition, "reserve", span, scope)) return {};
  return {Value::Number, nodes_.leaf(Op::Reserve, Type::Number, span, scope.pov)};
}

Value Expressions::builtin(std::string_view word, Span span, const Scope& scope) {
  if (const auto value = plain_word(word, span, scope)) return *value;
  if (const auto value = word_of_it(word, span, scope)) return *value;
  if (word == "yes" || word == "no") return {Value::Truth, nodes_.truth(word == "yes", span)};
  if (word == "clockwise" || word == "counterclockwise") return rotation(word, span, scope);
  if (word == "forwards" || word == "backwards") return forwards(word == "backwards", span, scope);
  if (word == "store") return store(span, scope);
  if (word == "reserve") return reserve(span, scope);
  if (word == "total") {
    const int seeds = context_.out.board.seeds();
    return context_.board_known ? Value{Value::Number, nodes_.number(seeds, span, context_.board_soft)} : Value{};
  }
  if (word == "won" && need(kPosition, word, span, scope))
    return {Value::Number, nodes_.leaf(Op::Won, Type::Number, span, scope.pov)};
  if (word == "all") {
    context_.report(Code::WrongType, span, "`all` is said only of seeds that are lifted").help =
        "`all pits` are all pits of the board";
  }
  return {};
}

}  // namespace mnc::grammar::check
