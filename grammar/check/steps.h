// Stage 2, check: steps of moves, laps, ends; tables of which the first row that holds is done.
// Comes in: steps of the syntax tree and their Scope. Goes out: Step and Row, with what options rule out left away.
#pragma once

#include <string_view>
#include <vector>

#include "grammar/check/expressions.h"

namespace mnc::grammar::check {

class Steps {
 public:
  Steps(Context& context, Expressions& expressions)
      : context_(context), expressions_(expressions), nodes_(context.nodes) {}

  // `scope` changes as the steps make things known: after a `sow` there is a last pit and a current circuit.
  [[nodiscard]] std::vector<Step> lower(const ast::Steps& tree, Scope& scope, Part part);
  [[nodiscard]] Table table(const ast::Table& tree, const Scope& scope, Part part);
  // Reports the end of a range of numbers to choose from if it may be more than `most`, so that answers would be lost.
  void check_range_end(NodeId high, int most, Span span);
  // Looks into an action nobody does.
  void check_unused(const ast::Action& action);

 private:
  void add(const ast::Step& tree, Scope& scope, Part part, std::vector<Step>& out);
  bool allowed(const ast::Step& tree, Part part);

  void add(const ast::Place& tree, Span span, Scope& scope, Part part, std::vector<Step>& out);
  void add(const ast::Fill& tree, Span span, Scope& scope, Part part, std::vector<Step>& out);
  void add(const ast::EachPlayer& tree, Span span, Scope& scope, Part part, std::vector<Step>& out);
  void add(const ast::Lift& tree, Span span, Scope& scope, Part part, std::vector<Step>& out);
  void add(const ast::Capture& tree, Span span, Scope& scope, Part part, std::vector<Step>& out);
  void add(const ast::Sow& tree, Span span, Scope& scope, Part part, std::vector<Step>& out);
  void add(const ast::Turn& tree, Span span, Scope& scope, Part part, std::vector<Step>& out);
  void add(const ast::Mark& tree, Span span, Scope& scope, Part part, std::vector<Step>& out);
  void add(const ast::Set& tree, Span span, Scope& scope, Part part, std::vector<Step>& out);
  void add(const ast::Clear& tree, Span span, Scope& scope, Part part, std::vector<Step>& out);
  void add(const ast::Do& tree, Span span, Scope& scope, Part part, std::vector<Step>& out);
  void add(const ast::Again& tree, Span span, Scope& scope, Part part, std::vector<Step>& out);
  void add(const ast::Stop& tree, Span span, Scope& scope, Part part, std::vector<Step>& out);
  void add(const ast::Relay& tree, Span span, Scope& scope, Part part, std::vector<Step>& out);
  void add(const ast::Ask& tree, Span span, Scope& scope, Part part, std::vector<Step>& out);
  void add(const ast::Pick& tree, Span span, Scope& scope, Part part, std::vector<Step>& out);
  void add(const ast::If& tree, Span span, Scope& scope, Part part, std::vector<Step>& out);
  void add(const ast::EachPit& tree, Span span, Scope& scope, Part part, std::vector<Step>& out);
  void add(const ast::Swap& tree, Span span, Scope& scope, Part part, std::vector<Step>& out);
  void add(const ast::Takes& tree, Span span, Scope& scope, Part part, std::vector<Step>& out);
  void add(const ast::Wins& tree, Span span, Scope& scope, Part part, std::vector<Step>& out);
  void add(const ast::Draw& tree, Span span, Scope& scope, Part part, std::vector<Step>& out);
  void add(const ast::Void& tree, Span span, Scope& scope, Part part, std::vector<Step>& out);

  struct Heap {
    Step::Heap kind = Step::InPit;
    Who who = Who::Mover;
    NodeId pit = kNoNode;
  };
  Heap heap(const ast::Expr& tree, const Scope& scope);
  bool hand_is_here(const Heap& heap, Span span, Part part, bool into);
  struct Amount {
    NodeId number = kNoNode;
    bool stays = false;
  };  // number: kNoNode for all
  Amount amount(const ast::Expr& tree, NodeId pit, const Scope& scope);
  NodeId lifted_from(const ast::Expr& tree, Span span, const Scope& scope);
  NodeId amount_number(const ast::Expr& tree, NodeId pit, const Scope& scope);
  // What is done only if the condition holds.
  std::vector<Step> lower_given(NodeId condition, const ast::Steps& tree, Scope& scope, Part part);
  NodeId opponent_of(NodeId player, Span span);
  NodeId mover(Who who, Span span) { return nodes_.leaf(Op::ConstPlayer, Type::Player, span, who); }

  struct Target {
    std::size_t state;
    Who who;
  };
  std::optional<Target> target(const ast::Expr& tree, const Scope& scope);
  std::optional<std::size_t> flag_on_pits(const ast::Name& name);
  void unknown_state(std::string_view name, Span span);

  Context& context_;
  Expressions& expressions_;
  Nodes& nodes_;
  int loops_ = 0;        // `for each` around the steps
  bool unused_ = false;  // looking into an unused action: it could be done anywhere
};

// A step that does nothing yet.
[[nodiscard]] Step step_of(Step::Op op, Span span);

// How an answer with this name is written.
[[nodiscard]] Answer answer_named(std::string_view name);

// Whether the steps contain one of this operator, however deep.
[[nodiscard]] bool contains(const std::vector<Step>& steps, Step::Op op);

// Reports seeds that stay in the hand, sowing with an empty hand, and steps after the end of a row.
void check_hand(Context& context, const std::vector<Step>& steps, bool in_lap);

// Two tables that do the same, so that moves can share one.
[[nodiscard]] bool same_table(const Nodes& nodes, const Table& a, const Table& b);

}  // namespace mnc::grammar::check
