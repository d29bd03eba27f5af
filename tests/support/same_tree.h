// Whether two syntax trees say the same: everything but the places in the text, the blank lines and the comments.
#pragma once

#include <memory>
#include <optional>
#include <tuple>
#include <variant>
#include <vector>

#include "grammar/ast.h"

namespace mnc::grammar {

namespace ast::same_tree_detail {


// What counts of each kind of node.
inline auto parts(const Name& n) { return std::tie(n.text); }
inline auto parts(const Number& n) { return std::tie(n.value); }
inline auto parts(const PitName& n) { return std::tie(n.row, n.column, n.opponent); }
inline auto parts(const Word& n) { return std::tie(n.text); }
inline auto parts(const PitRange& n) { return std::tie(n.from, n.to); }
inline auto parts(const SetList& n) { return std::tie(n.items); }
inline auto parts(const Pits& n) { return std::tie(n.whose); }
inline auto parts(const RowOf& n) { return std::tie(n.row); }
inline auto parts(const PlayerWord& n) { return std::tie(n.player); }
inline auto parts(const OwnerOf& n) { return std::tie(n.pit); }
inline auto parts(const All& n) { return std::tie(n.but); }
inline auto parts(const Chain::Part& n) { return std::tie(n.link, n.operand); }
inline auto parts(const Chain& n) { return std::tie(n.first, n.rest); }
inline auto parts(const Not& n) { return std::tie(n.operand); }
inline auto parts(const Of& n) { return std::tie(n.what, n.operand); }
inline auto parts(const Targets& n) { return std::tie(n.kind); }
inline auto parts(const Possessive& n) { return std::tie(n.player, n.what); }
inline auto parts(const Where& n) { return std::tie(n.set, n.condition); }
inline auto parts(const Run& n) { return std::tie(n.backwards, n.by, n.from, n.condition); }
inline auto parts(const CountItem& n) { return std::tie(n.kind, n.low, n.high); }
inline auto parts(const Is& n) { return std::tie(n.subject, n.was, n.negated, n.adjective, n.value); }
inline auto parts(const Holds& n) { return std::tie(n.subject, n.had, n.negated, n.counts); }
inline auto parts(const In& n) { return std::tie(n.subject, n.negated, n.set, n.counts); }
inline auto parts(const Quantified& n) { return std::tie(n.kind, n.set, n.predicate); }
inline auto parts(const Can& n) { return std::tie(n.player, n.negated, n.kind); }
inline auto parts(const MoveIs& n) { return std::tie(n.negated, n.kind); }
inline auto parts(const PhaseIs& n) { return std::tie(n.negated, n.phase); }
inline auto parts(const Cases::Case& n) { return std::tie(n.value, n.condition); }
inline auto parts(const Cases& n) { return std::tie(n.cases, n.otherwise); }
inline auto parts(const Expr& n) { return std::tie(n.node); }
inline auto parts(const Place& n) { return std::tie(n.count, n.from, n.to); }
inline auto parts(const Lift& n) { return std::tie(n.amount, n.from); }
inline auto parts(const Capture& n) { return std::tie(n.into, n.count, n.set, n.pit, n.by); }
inline auto parts(const Sow& n) { return std::tie(n.start, n.direction, n.pit, n.circuit, n.at_each_seed, n.skipping, n.skipping_when); }
inline auto parts(const Turn& n) { return std::tie(n.direction); }
inline auto parts(const Mark& n) { return std::tie(n.on, n.set, n.whose, n.flag); }
inline auto parts(const Set& n) { return std::tie(n.state, n.value); }
inline auto parts(const Clear& n) { return std::tie(n.state); }
inline auto parts(const Do& n) { return std::tie(n.action); }
inline auto parts(const Again&) { return std::tuple(); }
inline auto parts(const Swap&) { return std::tuple(); }
inline auto parts(const Stop&) { return std::tuple(); }
inline auto parts(const Draw&) { return std::tuple(); }
inline auto parts(const Void&) { return std::tuple(); }
inline auto parts(const Relay& n) { return std::tie(n.from); }
inline auto parts(const Answer& n) { return std::tie(n.name, n.steps); }
inline auto parts(const Ask& n) { return std::tie(n.answers); }
inline auto parts(const Fill& n) { return std::tie(n.set, n.count, n.from, n.backwards); }
inline auto parts(const EachPlayer& n) { return std::tie(n.steps); }
inline auto parts(const EachPit& n) { return std::tie(n.set, n.steps); }
inline auto parts(const Pick& n) { return std::tie(n.name, n.set, n.low, n.high, n.steps); }
inline auto parts(const Ahead& n) { return std::tie(n.first, n.before, n.what, n.from); }
inline auto parts(const If& n) { return std::tie(n.condition, n.steps, n.note, n.otherwise); }
inline auto parts(const Takes& n) { return std::tie(n.each, n.half, n.player, n.set); }
inline auto parts(const Wins& n) { return std::tie(n.player, n.loses); }
inline auto parts(const Note& n) { return std::tie(n.text); }
inline auto parts(const Step& n) { return std::tie(n.node, n.note); }
inline auto parts(const Row& n) { return std::tie(n.rule, n.condition, n.steps, n.note); }
inline auto parts(const Choice& n) { return std::tie(n.name, n.values, n.pits, n.when, n.note); }
inline auto parts(const Requirement& n) { return std::tie(n.strength, n.time, n.rule, n.condition, n.when, n.note); }
inline auto parts(const Move& n) {
  return std::tie(n.name, n.otherwise, n.when, n.from, n.from_note, n.when_note, n.note, n.choices, n.requirements, n.steps, n.laps,
                  n.each_seed);
}
inline auto parts(const Meta& n) { return std::tie(n.kind, n.values); }
inline auto parts(const Board::Entry& n) { return std::tie(n.kind, n.number, n.set, n.text, n.note); }
inline auto parts(const Board& n) { return std::tie(n.entries); }
inline auto parts(const Circuit& n) { return std::tie(n.name, n.pits); }
inline auto parts(const Zone& n) { return std::tie(n.name, n.set); }
inline auto parts(const State& n) { return std::tie(n.kind, n.per, n.name, n.max, n.initial); }
inline auto parts(const Option& n) { return std::tie(n.name, n.values, n.low, n.high, n.initial, n.text); }
inline auto parts(const Define& n) { return std::tie(n.name, n.value); }
inline auto parts(const Action& n) { return std::tie(n.name, n.steps); }
inline auto parts(const Phase& n) { return std::tie(n.name, n.before, n.condition, n.moves); }
inline auto parts(const ExtendPhase::Change& n) { return std::tie(n.kind, n.move); }
inline auto parts(const ExtendPhase& n) { return std::tie(n.name, n.changes); }
inline auto parts(const Laps& n) { return std::tie(n.rows); }
inline auto parts(const EachSeed& n) { return std::tie(n.rows); }
inline auto parts(const End& n) { return std::tie(n.rows); }
inline auto parts(const Whenever& n) { return std::tie(n.zone, n.steps); }
inline auto parts(const OutOfPlay& n) { return std::tie(n.set); }
inline auto parts(const AfterMove& n) { return std::tie(n.steps); }
inline auto parts(const Endless::Case& n) { return std::tie(n.outcome, n.condition); }
inline auto parts(const Endless& n) { return std::tie(n.laps, n.cases); }
inline auto parts(const Winner& n) { return std::tie(n.fewest, n.measure); }
inline auto parts(const Match::Case& n) { return std::tie(n.starter, n.condition); }
inline auto parts(const Match::Keep& n) { return std::tie(n.states, n.note); }
inline auto parts(const Match& n) { return std::tie(n.games, n.starter, n.starter_note, n.keep, n.rows); }
inline auto parts(const Remove& n) { return std::tie(n.rule, n.kind, n.name); }
inline auto parts(const Default& n) { return std::tie(n.option, n.value); }
inline auto parts(const Item& n) { return std::tie(n.replace, n.extend, n.node, n.note); }
inline auto parts(const File& n) { return std::tie(n.title, n.base, n.base_is_path, n.items); }

template <typename T>
bool same(const T& a, const T& b);
template <typename T>
bool same(const std::optional<T>& a, const std::optional<T>& b);
template <typename T>
bool same(const std::vector<T>& a, const std::vector<T>& b);
template <typename... T>
bool same(const std::variant<T...>& a, const std::variant<T...>& b);
template <typename... T>
bool same(const std::tuple<T...>& a, const std::tuple<T...>& b);
template <typename T>
bool same(const std::unique_ptr<T>& a, const std::unique_ptr<T>& b) {
  return a && b ? same(*a, *b) : !a && !b;
}
template <typename T>
bool same(const std::optional<T>& a, const std::optional<T>& b) {
  return a && b ? same(*a, *b) : !a && !b;
}
template <typename T>
bool same(const std::vector<T>& a, const std::vector<T>& b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (!same(a[i], b[i])) return false;
  }
  return true;
}
template <typename... T>
bool same(const std::variant<T...>& a, const std::variant<T...>& b) {
  if (a.index() != b.index()) return false;
  return std::visit([&](const auto& x) { return same(x, std::get<std::decay_t<decltype(x)>>(b)); }, a);
}
template <typename... T>
bool same(const std::tuple<T...>& a, const std::tuple<T...>& b) {
  return std::apply([&](const auto&... x) { return std::apply([&](const auto&... y) { return (same(x, y) && ...); }, b); }, a);
}
template <typename T>
bool same(const T& a, const T& b) {
  if constexpr (requires { parts(a); }) {
    return same(parts(a), parts(b));
  } else {
    return a == b;
  }
}

}  // namespace ast::same_tree_detail

[[nodiscard]] inline bool same_tree(const ast::File& a, const ast::File& b) { return ast::same_tree_detail::same(a, b); }
[[nodiscard]] inline bool same_tree(const ast::Expr& a, const ast::Expr& b) { return ast::same_tree_detail::same(a, b); }

}  // namespace mnc::grammar
