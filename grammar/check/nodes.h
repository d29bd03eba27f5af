// Stage 2, check: builds the expression nodes of a ruleset and folds what is constant while it does.
// Comes in: operators with checked operands. Goes out: Ruleset::nodes, slot_sets and count_sets.
// INVARIANT: kNoNode stands for something that was reported; a node with such an operand is kNoNode too.
#pragma once

#include <array>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "grammar/ruleset.h"

namespace mnc::grammar::check {

// A set of pits that does not depend on the position: for South as the mover and for North.
using ConstSet = std::array<SlotSet, 2>;

// Operators nested deeper than this are refused: the passes that read nodes call themselves.
inline constexpr int kMaxDepth = 400;

[[nodiscard]] constexpr Who other(Who who) {
  switch (who) {
    case Who::Mover: return Who::Opponent;
    case Who::Opponent: return Who::Mover;
    case Who::South: return Who::North;
    case Who::North: return Who::South;
  }
  return Who::Mover;
}

// Index of `who` (0 South, 1 North) when the mover is `mover` (0 South, 1 North).
[[nodiscard]] constexpr std::size_t side_of(Who who, std::size_t mover) {
  switch (who) {
    case Who::Mover: return mover;
    case Who::Opponent: return 1 - mover;
    case Who::South: return 0;
    case Who::North: return 1;
  }
  return mover;
}

class Nodes {
 public:
  explicit Nodes(Ruleset& out) : out_(out) {}

  [[nodiscard]] const Node& at(NodeId id) const { return out_.nodes[static_cast<std::size_t>(id)]; }
  // Set once the nodes are too many or too deep; everything built from then on is kNoNode.
  [[nodiscard]] bool overflown() const { return overflown_; }
  // Counts one expansion of a definition against the same bound.
  void spend() { overflown_ |= ++spent_ > kMaxNodes; }
  void give_up() { overflown_ = true; }

  // Soft: what was folded depends on an option (or on the kind of move a shared table is read for), so that nothing
  // may be concluded about the text from its being constant.
  [[nodiscard]] bool soft(NodeId id) const { return id != kNoNode && facts_[static_cast<std::size_t>(id)].soft; }
  [[nodiscard]] NodeId soften(NodeId id);
  [[nodiscard]] bool is_truth(NodeId id, bool value) const;
  [[nodiscard]] bool is_number(NodeId id) const { return id != kNoNode && at(id).op == Op::Number; }
  [[nodiscard]] std::optional<ConstSet> const_set(NodeId id) const;

  // The most pits that the set can have; more than there may be in fact.
  [[nodiscard]] int most_pits(NodeId set) const { return facts_[static_cast<std::size_t>(set)].pits; }

  // Any node as it is. Precondition: the operands that its operator needs are in a, b and kids.
  [[nodiscard]] NodeId make(Node node);
  [[nodiscard]] NodeId leaf(Op op, Type type, Span span, Who who = Who::Mover, int value = 0, int value2 = 0);
  [[nodiscard]] NodeId unary(Op op, Type type, NodeId a, Span span);
  [[nodiscard]] NodeId binary(Op op, Type type, NodeId a, NodeId b, Span span);

  [[nodiscard]] NodeId truth(bool value, Span span, bool soft = false);
  [[nodiscard]] NodeId negate(NodeId a, Span span);
  [[nodiscard]] NodeId all_of(std::vector<NodeId> kids, Span span) { return junction(Op::And, std::move(kids), span); }
  [[nodiscard]] NodeId any_of(std::vector<NodeId> kids, Span span) { return junction(Op::Or, std::move(kids), span); }
  [[nodiscard]] NodeId compare(Op op, NodeId a, NodeId b, Span span);
  [[nodiscard]] NodeId number_in(NodeId a, const CountSet& counts, Span span);
  [[nodiscard]] NodeId some(NodeId set, Span span);
  [[nodiscard]] NodeId pit_in(NodeId pit, NodeId set, Span span);
  [[nodiscard]] NodeId same_pit(NodeId a, NodeId b, Span span);
  [[nodiscard]] NodeId same_player(NodeId a, NodeId b, Span span);
  [[nodiscard]] NodeId same_direction(NodeId a, NodeId b, Span span);

  [[nodiscard]] NodeId number(int value, Span span, bool soft = false);
  [[nodiscard]] NodeId arithmetic(Op op, NodeId a, NodeId b, Span span);
  [[nodiscard]] NodeId seeds(NodeId pit_or_set, Span span);
  [[nodiscard]] NodeId count(NodeId set, Span span);

  [[nodiscard]] NodeId pit(Slot south, Slot north, Span span);
  [[nodiscard]] NodeId only_pit(NodeId set, Span span);

  [[nodiscard]] NodeId pits(const ConstSet& set, Span span, bool soft = false);
  [[nodiscard]] NodeId one_pit(NodeId pit, Span span);
  [[nodiscard]] NodeId where(NodeId set, NodeId condition, Span span);
  [[nodiscard]] NodeId combine(Op op, NodeId a, NodeId b, Span span);  // Union, Except, Else
  [[nodiscard]] NodeId opposites(NodeId set, Span span);

  // Value, condition, …, otherwise; folds cases whose condition is constant.
  [[nodiscard]] NodeId cases(std::vector<NodeId> kids, Span span);

  [[nodiscard]] std::int32_t intern(const SlotSet& set);
  [[nodiscard]] std::int32_t intern(const CountSet& set);
  // Whether the number is one of seeds, pits or columns, which never exceed kMaxSeeds.
  [[nodiscard]] bool bounded(NodeId id) const;
  // No less than the number can ever be, in positions with the game's seeds.
  [[nodiscard]] long greatest(NodeId number) const;
  // The same if there are so many seeds in the game.
  [[nodiscard]] long greatest(NodeId number, long seeds) const;
  [[nodiscard]] bool same(NodeId a, NodeId b) const;

 private:
  [[nodiscard]] NodeId junction(Op op, std::vector<NodeId> kids, Span span);
  [[nodiscard]] NodeId const_where(const ConstSet& set, NodeId condition, Span span);

  Ruleset& out_;
  // What is known of a node besides itself. Nodes share operands, so that the size written out, as later passes walk
  // through it, is more than the number of nodes.
  struct Facts {
    bool soft = false;
    bool fixed = false;  // depends on nothing but the board, the mover and `it`
    int depth = 0;
    int size = 0;
    int pits = 0;        // of a set: the most it can have
  };
  [[nodiscard]] bool apart(NodeId a, NodeId b) const;
  [[nodiscard]] long greatest_when(NodeId number, NodeId condition, long seeds) const;
  [[nodiscard]] int pits_of(const Node& set) const;
  [[nodiscard]] bool names_it(NodeId condition) const;
  std::vector<Facts> facts_;
  std::unordered_map<SlotSet, std::int32_t> slot_index_;
  std::unordered_map<CountSet, std::int32_t> count_index_;
  int spent_ = 0;
  bool overflown_ = false;
};

// What a node comes to when only the mover and `it` matter (0: South moves); nothing if the position matters.
[[nodiscard]] std::optional<int> constant_number(const Nodes& nodes, const Ruleset& ruleset, NodeId id,
                                                 std::size_t mover, Slot it);
[[nodiscard]] std::optional<bool> constant_truth(const Nodes& nodes, const Ruleset& ruleset, NodeId id,
                                                 std::size_t mover, Slot it);

}  // namespace mnc::grammar::check
