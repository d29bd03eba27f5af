// Stage 2, check: from expressions of the syntax tree to nodes: names resolved, types checked, definitions expanded,
// points of view pushed down, constants folded.
// Comes in: a syntax tree and its Scope. Goes out: a NodeId, kNoNode if something was reported.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "grammar/check/context.h"
#include "grammar/check/scope.h"

namespace mnc::grammar::check {

// `A3`, or `a3` for the opponent's.
[[nodiscard]] std::string text_of(const ast::PitName& name);

class Expressions {
 public:
  explicit Expressions(Context& context) : context_(context), nodes_(context.nodes) {}

  [[nodiscard]] NodeId truth(const ast::Expr& tree, const Scope& scope) { return coerced(tree, scope, Value::Truth); }
  [[nodiscard]] NodeId number(const ast::Expr& tree, const Scope& scope) { return coerced(tree, scope, Value::Number); }
  [[nodiscard]] NodeId pit(const ast::Expr& tree, const Scope& scope) { return coerced(tree, scope, Value::Pit); }
  [[nodiscard]] NodeId pits(const ast::Expr& tree, const Scope& scope) { return coerced(tree, scope, Value::Pits); }
  [[nodiscard]] NodeId player(const ast::Expr& tree, const Scope& scope) { return coerced(tree, scope, Value::Player); }
  [[nodiscard]] NodeId direction(const ast::Expr& tree, const Scope& scope) {
    return coerced(tree, scope, Value::Direction);
  }
  [[nodiscard]] Value value(const ast::Expr& tree, const Scope& scope);

  // A number that is fixed once the options are; nothing if it is not (reported) or was reported before.
  // Sets *soft if it depends on an option.
  [[nodiscard]] std::optional<int> constant(const ast::Expr& tree, std::string_view place, bool* soft = nullptr);
  // The pits of a zone by its index, from the mover's side; kNoNode if it was reported.
  [[nodiscard]] NodeId zone(std::size_t index);
  // A pit by name, for South and for North as the mover; reports it if it is on nobody's board.
  [[nodiscard]] std::optional<std::array<Slot, 2>> slots(const ast::PitName& name, Who pov, Span span);
  // Who is meant by `own`, `opponent's` …; reports what cannot be.
  [[nodiscard]] std::optional<Who> whose(ast::Player player, Who pov, Span span);
  // Looks into a definition nobody uses.
  void check_unused(const ast::Define& define);

  // Reports a word that nothing is called, with the nearest of those that exist.
  void unknown(Code code, Span span, const std::string& what, std::string_view word,
               const std::vector<std::string>& candidates);
  // Adds the word that was meant, if one of the candidates is near.
  static void suggest(Diagnostic& diagnostic, std::string_view word, const std::vector<std::string>& candidates);
  [[nodiscard]] std::uint32_t kinds(const ast::Name& name);
  // The pits that are out of play, by the clause that says so; kNoNode if there is none.
  [[nodiscard]] NodeId out_of_play(const Scope& scope);
  // Reports the name of a picked pit that means something else already.
  void check_picked(const ast::Name& name, const Scope& scope);

 private:
  [[nodiscard]] NodeId coerced(const ast::Expr& tree, const Scope& scope, Value::Kind kind);
  [[nodiscard]] NodeId coerce(const Value& value, Span span, const Scope& scope, Value::Kind kind);
  [[nodiscard]] NodeId truth_of(const Value& value, Span span, const Scope& scope);
  // The pit of a set of one; reports a set that may have several.
  [[nodiscard]] NodeId only_pit(NodeId set, Span span, const Scope& scope, std::string_view need, std::string_view help);
  [[nodiscard]] bool is_one(NodeId set, NodeId condition) const;
  void wrong_type(const Value& value, Span span, Value::Kind wanted);
  [[nodiscard]] bool is_store(const Value& value) const;

  // One for each kind of expression in the tree.
  Value lower(const ast::Number& tree, Span span, const Scope& scope);
  Value lower(const ast::PitName& tree, Span span, const Scope& scope);
  Value lower(const ast::Word& tree, Span span, const Scope& scope);
  Value lower(const ast::PitRange& tree, Span span, const Scope& scope);
  Value lower(const ast::SetList& tree, Span span, const Scope& scope);
  Value lower(const ast::Pits& tree, Span span, const Scope& scope);
  Value lower(const ast::RowOf& tree, Span span, const Scope& scope);
  Value lower(const ast::PlayerWord& tree, Span span, const Scope& scope);
  Value lower(const ast::OwnerOf& tree, Span span, const Scope& scope);
  Value lower(const ast::All& tree, Span span, const Scope& scope);
  Value lower(const ast::Chain& tree, Span span, const Scope& scope);
  Value lower(const ast::Not& tree, Span span, const Scope& scope);
  Value lower(const ast::Of& tree, Span span, const Scope& scope);
  Value lower(const ast::Ahead& tree, Span span, const Scope& scope);
  Value lower(const ast::Targets& tree, Span span, const Scope& scope);
  Value lower(const ast::Possessive& tree, Span span, const Scope& scope);
  Value lower(const ast::Where& tree, Span span, const Scope& scope);
  Value lower(const ast::Run& tree, Span span, const Scope& scope);
  Value lower(const ast::Is& tree, Span span, const Scope& scope);
  Value lower(const ast::Holds& tree, Span span, const Scope& scope);
  Value lower(const ast::In& tree, Span span, const Scope& scope);
  Value lower(const ast::Quantified& tree, Span span, const Scope& scope);
  Value lower(const ast::Can& tree, Span span, const Scope& scope);
  Value lower(const ast::MoveIs& tree, Span span, const Scope& scope);
  Value lower(const ast::PhaseIs& tree, Span span, const Scope& scope);
  Value lower(const ast::Cases& tree, Span span, const Scope& scope);

  // builtin.cpp
  Value builtin(std::string_view word, Span span, const Scope& scope);
  std::optional<Value> plain_word(std::string_view word, Span span, const Scope& scope);
  std::optional<Value> word_of_it(std::string_view word, Span span, const Scope& scope);
  Value rotation(std::string_view word, Span span, const Scope& scope);
  Value forwards(bool backwards, Span span, const Scope& scope);
  Value store(Span span, const Scope& scope);
  Value reserve(Span span, const Scope& scope);

  // words.cpp
  Value named(const Symbol& symbol, std::string_view word, Span span, const Scope& scope);
  Value option(std::size_t index, Span span);
  Value state(std::size_t index, Span span, const Scope& scope);
  Value expanded(const ast::Define& define, Span span, const Scope& scope);
  std::optional<std::size_t> choice(std::string_view word, const Scope& scope) const;
  void unknown_word(std::string_view word, Span span, const Scope& scope);
  void choice_not_here(std::string_view word, Span span, Span offered, const Scope& scope);
  bool need(unsigned known, std::string_view word, Span span, const Scope& scope);
  NodeId it(Span span, const Scope& scope);
  [[nodiscard]] std::string pits_there() const;
  [[nodiscard]] NodeId side_set(Who who, bool with_stores, Span span);
  [[nodiscard]] NodeId seen_by(Who who, const ConstSet& set, Span span, bool soft);

  // predicates.cpp
  NodeId is_value(const Value& subject, const ast::Is& tree, Span span, const Scope& scope);
  NodeId pit_is(const Value& subject, const ast::Is& tree, Span span, const Scope& scope);
  NodeId option_is(std::size_t option, const ast::Expr& value, Span span);
  NodeId choice_is(std::size_t index, const ast::Expr& value, Span span, const Scope& scope);
  void was_something(const ast::Is& tree, Span span, const Scope& scope);
  NodeId emptiness(const Value& subject, bool empty, Span span, const Scope& scope);
  NodeId parity(const Value& subject, bool odd, Span span, const Scope& scope);
  NodeId before(const Value& subject, Span span, const Scope& scope);
  NodeId counts(NodeId number, const ast::Counts& counts, Span span, const Scope& scope);
  NodeId count_item(NodeId number, const ast::CountItem& item, NodeId low, NodeId high);
  NodeId in_counts(const ast::In& tree, const Value& subject, Span span, const Scope& scope);

  // expressions.cpp
  bool alternative_value(const ast::Expr& condition, const ast::Expr& alternative);
  Value logic(const ast::Chain& tree, Span span, const Scope& scope);
  bool pits_compared(const ast::Chain::Part& part, const Value& left, const Value& right, Span span);
  Value comparison(const ast::Chain& tree, Span span, const Scope& scope);
  Value sets_or_numbers(const ast::Chain& tree, Span span, const Scope& scope);

  Context& context_;
  Nodes& nodes_;
};

// The word or number that stands for an answer or an option's value; empty if the expression is something else.
[[nodiscard]] std::string answer_text(const ast::Expr& tree);

}  // namespace mnc::grammar::check
