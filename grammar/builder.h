// Stage 1c, shared by the parts of build: reads nodes and tokens. Recursion is as deep as the text is nested (kMaxDepth).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "grammar/ast.h"
#include "grammar/diagnostic.h"
#include "grammar/nodes.h"
#include "grammar/source.h"
#include "grammar/tokens.h"

namespace mnc::grammar {

// own, opponent's, South's, North's.
[[nodiscard]] ast::Player whose_of(Tok word);

class Builder {
 public:
  Builder(const Nodes& nodes, const Tokens& tokens, const Sources& sources, Diagnostics& diagnostics)
      : nodes_(nodes), tokens_(tokens), sources_(sources), diagnostics_(diagnostics) {}

  [[nodiscard]] ast::File file();

 private:
  using Index = std::uint32_t;  // of a node
  using Children = std::vector<Index>;

  // ---- nodes and tokens ----
  [[nodiscard]] const SyntaxNode& at(Index index) const { return nodes_[index]; }
  [[nodiscard]] NodeKind kind(Index index) const { return nodes_[index].kind; }
  [[nodiscard]] Children children(Index index) const;
  // The first child of this kind, if any.
  [[nodiscard]] std::optional<Index> child(Index index, NodeKind kind) const;
  [[nodiscard]] Tok token(Index index, std::size_t offset = 0) const {
    return tokens_.at(at(index).begin + offset).kind;
  }
  [[nodiscard]] Span span(Index index) const;
  [[nodiscard]] std::string_view text(Span span) const;
  [[nodiscard]] ast::Name name(Index index) const { return {std::string(text(span(index))), span(index)}; }
  [[nodiscard]] std::string unquoted(Index index) const;
  [[nodiscard]] ast::Note note(Index index) const;
  [[nodiscard]] int digits(std::string_view text, Span span);

  // ---- expressions (build_expr.cpp) ----
  [[nodiscard]] ast::ExprPtr expr(Index index);
  [[nodiscard]] ast::ExprPtr expr_in(Index parent,
                                     NodeKind wrapper);  // the expression in the child of this kind, or null
  template <typename T>
  [[nodiscard]] ast::ExprPtr make(Index index, T node) const {
    return std::make_unique<ast::Expr>(ast::Expr{span(index), std::move(node)});
  }
  [[nodiscard]] ast::ExprPtr leaf(Index index);
  [[nodiscard]] ast::ExprPtr pit_name(Index index);
  [[nodiscard]] ast::ExprPtr pits(Index index);
  [[nodiscard]] ast::ExprPtr chain(Index index);
  [[nodiscard]] ast::ExprPtr cases(Index index);
  [[nodiscard]] ast::ExprPtr run(Index index);
  [[nodiscard]] ast::ExprPtr predicate(Index index);
  [[nodiscard]] ast::ExprPtr tail(Index tail, ast::ExprPtr subject, Span whole);
  [[nodiscard]] ast::Is is_tail(Index tail, ast::ExprPtr subject);
  [[nodiscard]] ast::In in_tail(Index tail, ast::ExprPtr subject);
  [[nodiscard]] ast::Counts counts(Index index);
  [[nodiscard]] ast::ExprPtr quantified(Index index);
  [[nodiscard]] ast::ExprPtr named_fact(Index index);
  [[nodiscard]] ast::Player player(Index index) const;

  // ---- steps (build_steps.cpp) ----
  [[nodiscard]] ast::Step step(Index index);
  [[nodiscard]] ast::Steps steps(Index index);
  [[nodiscard]] bool backwards(Index fill);
  [[nodiscard]] ast::Capture capture(Index index);
  [[nodiscard]] ast::Sow sow(Index index);
  [[nodiscard]] ast::Ask ask(Index index);
  [[nodiscard]] ast::Takes takes(Index index);
  [[nodiscard]] ast::Row row(Index index);
  [[nodiscard]] ast::Table table(Index index);

  // ---- clauses (build.cpp) ----
  [[nodiscard]] ast::Item item(Index index);
  [[nodiscard]] ast::Choice choice(Index index);
  [[nodiscard]] ast::Requirement requirement(Index index);
  [[nodiscard]] ast::Move move(Index index);
  [[nodiscard]] bool goes_on_with_sow(std::size_t token) const;
  void move_clause(ast::Move& move, Index clause, std::optional<Index> note, std::optional<Span>& first_step);
  void report_repeated(std::string_view what, Span again, std::optional<Span> first);
  [[nodiscard]] ast::Meta meta(Index index);
  [[nodiscard]] ast::Board board(Index index);
  [[nodiscard]] ast::Circuit circuit(Index index);
  [[nodiscard]] ast::State state(Index index);
  [[nodiscard]] ast::Option option(Index index);
  [[nodiscard]] ast::Phase phase(Index index);
  [[nodiscard]] ast::ExtendPhase extend_phase(Index index);
  [[nodiscard]] ast::Endless endless(Index index);
  [[nodiscard]] ast::Match match(Index index);
  [[nodiscard]] std::vector<ast::Match::Case> starters(Index index);
  [[nodiscard]] ast::Remove remove(Index index);
  void header(ast::File& file, Index index);

  const Nodes& nodes_;
  const Tokens& tokens_;
  const Sources& sources_;
  Diagnostics& diagnostics_;
};

}  // namespace mnc::grammar
