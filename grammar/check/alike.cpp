// Stage 2, check: see alike.h.
#include "grammar/check/alike.h"

#include <algorithm>

#include "grammar/check/memo.h"
#include "grammar/check/nodes.h"

namespace mnc::grammar::check {

// INVARIANT: operands stand before the nodes that use them.
Alike::Alike(const Ruleset& rules, std::size_t mover) : mover_(mover) {
  facts_.reserve(rules.nodes.size());
  std::vector<NodeId> first;  // of each number
  Memo by_hash;
  const auto mentions = [&](NodeId id) { return id != kNoNode && mentions_it(id); };
  for (const Node& node : rules.nodes) {
    // What stands behind `where` and `while` is said of pits of its own.
    const bool bound = node.op == Op::Where || node.op == Op::Run;
    const bool it = node.op == Op::It || mentions(node.a) || (!bound && mentions(node.b)) ||
                    std::any_of(node.kids.begin(), node.kids.end(), mentions);
    std::uint64_t key = hash(node);
    std::int32_t known = by_hash.find(key);
    while (known != Memo::kNothing && !same(rules.nodes[static_cast<std::size_t>(first[static_cast<std::size_t>(known)])], node))
      known = by_hash.find(++key);
    if (known == Memo::kNothing) {
      known = static_cast<std::int32_t>(first.size());
      by_hash.put(key, known);
      first.push_back(static_cast<NodeId>(facts_.size()));
    }
    facts_.push_back({static_cast<std::uint32_t>(known), it});
  }
}

std::uint64_t Alike::hash(const Node& node) const {
  std::uint64_t out = static_cast<std::uint64_t>(node.op) * 2 + side_of(node.who, mover_) + 1;
  const auto add = [&](std::uint64_t part) { out = (out ^ (out >> 29) ^ part) * 0x9e3779b97f4a7c15u; };
  const auto operand = [&](NodeId id) { add(id == kNoNode ? 0 : std::uint64_t{number(id)} + 1); };
  add(static_cast<std::uint32_t>(node.value) | std::uint64_t{static_cast<std::uint32_t>(node.value2)} << 32);
  operand(node.a);
  operand(node.b);
  for (const NodeId kid : node.kids) operand(kid);
  return out >> 1 | 1;  // neither 0 nor near the largest number
}

bool Alike::same(NodeId a, NodeId b) const {
  return a == kNoNode || b == kNoNode ? a == b : number(a) == number(b);
}

bool Alike::same(const Node& a, const Node& b) const {
  return a.op == b.op && side_of(a.who, mover_) == side_of(b.who, mover_) && a.value == b.value && a.value2 == b.value2 &&
         same(a.a, b.a) && same(a.b, b.b) &&
         std::equal(a.kids.begin(), a.kids.end(), b.kids.begin(), b.kids.end(), [&](NodeId x, NodeId y) { return same(x, y); });
}

}  // namespace mnc::grammar::check
