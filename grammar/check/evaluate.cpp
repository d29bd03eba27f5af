// Stage 2, check: works out nodes that depend on nothing but the board, the mover and `it`.
#include "grammar/check/nodes.h"

namespace mnc::grammar::check {
namespace {

struct Constants {
  const Nodes& nodes;
  const Ruleset& ruleset;
  std::size_t mover;
  Slot it;

  std::optional<Slot> pit(NodeId id) const {
    const Node& node = nodes.at(id);
    switch (node.op) {
      case Op::It: return it;
      case Op::ConstPit: return static_cast<Slot>(mover == 0 ? node.value : node.value2);
      case Op::Opposite:
      case Op::Behind: {
        const auto of = pit(node.a);
        if (!of || *of == kNoSlot) return of;
        const Pit& at = ruleset.board.slots[static_cast<std::size_t>(*of)];
        return node.op == Op::Behind ? at.behind : at.opposite;
      }
      default: return std::nullopt;
    }
  }

  std::optional<int> number(NodeId id) const {
    const Node& node = nodes.at(id);
    if (node.op == Op::Number) return node.value;
    if (node.op == Op::Column) {
      const auto of = pit(node.a);
      if (!of) return std::nullopt;
      return *of == kNoSlot ? 0 : ruleset.board.slots[static_cast<std::size_t>(*of)].column;
    }
    return std::nullopt;
  }

  std::optional<bool> compared(const Node& node) const {
    const auto a = number(node.a);
    const auto b = number(node.b);
    if (!a || !b) return std::nullopt;
    return compares(node.op, *a, *b);
  }

  // And: false as soon as one is known to be false, even if others are not known. Or likewise.
  std::optional<bool> junction(const Node& node) const {
    const bool absorbing = node.op == Op::Or;
    bool known = true;
    for (const NodeId kid : node.kids) {
      const auto value = truth(kid);
      if (value && *value == absorbing) return absorbing;
      known = known && value.has_value();
    }
    if (!known) return std::nullopt;
    return !absorbing;
  }

  std::optional<bool> truth(NodeId id) const {
    const Node& node = nodes.at(id);
    switch (node.op) {
      case Op::Truth: return node.value != 0;
      case Op::Not: {
        const auto a = truth(node.a);
        if (!a) return std::nullopt;
        return !*a;
      }
      case Op::And:
      case Op::Or: return junction(node);
      case Op::Equal:
      case Op::NotEqual:
      case Op::Less:
      case Op::LessEqual:
      case Op::Greater:
      case Op::GreaterEqual: return compared(node);
      case Op::NumberIn: {
        const auto a = number(node.a);
        if (!a) return std::nullopt;
        return *a >= 0 && *a <= kMaxSeeds &&
               ruleset.count_sets[static_cast<std::size_t>(node.value)][static_cast<std::size_t>(*a)];
      }
      case Op::PitIn: {
        const auto a = pit(node.a);
        const auto set = nodes.const_set(node.b);
        if (!a || !set) return std::nullopt;
        return *a != kNoSlot && (*set)[mover][static_cast<std::size_t>(*a)];
      }
      case Op::SamePit: {
        const auto a = pit(node.a);
        const auto b = pit(node.b);
        if (!a || !b) return std::nullopt;
        return *a == *b;
      }
      default: return std::nullopt;
    }
  }
};

}  // namespace

std::optional<int> constant_number(const Nodes& nodes, const Ruleset& ruleset, NodeId id, std::size_t mover, Slot it) {
  return Constants{nodes, ruleset, mover, it}.number(id);
}

std::optional<bool> constant_truth(const Nodes& nodes, const Ruleset& ruleset, NodeId id, std::size_t mover, Slot it) {
  return Constants{nodes, ruleset, mover, it}.truth(id);
}

}  // namespace mnc::grammar::check
