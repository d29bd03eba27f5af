// Stage 2, check: nodes of truth values and numbers, and what all nodes share.
#include "grammar/check/nodes.h"

#include <algorithm>
#include <cassert>

#include "grammar/check/counts.h"

namespace mnc::grammar::check {

namespace {

// Operators whose value follows from the board, the mover and `it` if their operands' values do.
bool fixed_operator(Op op) {
  switch (op) {
    case Op::Truth:
    case Op::Not:
    case Op::And:
    case Op::Or:
    case Op::Equal:
    case Op::NotEqual:
    case Op::Less:
    case Op::LessEqual:
    case Op::Greater:
    case Op::GreaterEqual:
    case Op::NumberIn:
    case Op::PitIn:
    case Op::SamePit:
    case Op::Number:
    case Op::Column:
    case Op::ConstPit:
    case Op::ConstPits:
    case Op::It:
    case Op::Behind:
    case Op::Opposite: return true;
    default: return false;
  }
}

}  // namespace

NodeId Nodes::make(Node node) {
  Facts facts{.soft = false, .fixed = fixed_operator(node.op), .depth = 1, .size = 1};
  const auto operand = [&](NodeId id) {
    if (id == kNoNode) return;
    const Facts& of = facts_[static_cast<std::size_t>(id)];
    facts.soft = facts.soft || of.soft;
    facts.fixed = facts.fixed && of.fixed;
    facts.depth = std::max(facts.depth, of.depth + 1);
    facts.size = std::min(facts.size + of.size, kMaxNodes + 1);
  };
  operand(node.a);
  operand(node.b);
  for (const NodeId kid : node.kids) {
    if (kid == kNoNode) return kNoNode;
    operand(kid);
  }
  overflown_ |= facts.depth > kMaxDepth || facts.size > kMaxNodes || ++spent_ > kMaxNodes;
  if (overflown_) return kNoNode;
  if (node.type == Type::Pits) facts.pits = pits_of(node);
  out_.nodes.push_back(std::move(node));
  facts_.push_back(facts);
  return static_cast<NodeId>(out_.nodes.size() - 1);
}

NodeId Nodes::leaf(Op op, Type type, Span span, Who who, int value, int value2) {
  return make({.op = op, .type = type, .who = who, .value = value, .value2 = value2, .kids = {}, .span = span});
}

NodeId Nodes::unary(Op op, Type type, NodeId a, Span span) {
  if (a == kNoNode) return kNoNode;
  return make({.op = op, .type = type, .a = a, .kids = {}, .span = span});
}

NodeId Nodes::binary(Op op, Type type, NodeId a, NodeId b, Span span) {
  if (a == kNoNode || b == kNoNode) return kNoNode;
  return make({.op = op, .type = type, .a = a, .b = b, .kids = {}, .span = span});
}

NodeId Nodes::soften(NodeId id) {
  if (id == kNoNode || soft(id)) return id;
  const NodeId copy = make(Node(at(id)));
  if (copy != kNoNode) facts_[static_cast<std::size_t>(copy)].soft = true;
  return copy;
}

bool Nodes::is_truth(NodeId id, bool value) const {
  return id != kNoNode && at(id).op == Op::Truth && (at(id).value != 0) == value;
}

NodeId Nodes::truth(bool value, Span span, bool soft) {
  const NodeId id = leaf(Op::Truth, Type::Truth, span, Who::Mover, value ? 1 : 0);
  return soft ? soften(id) : id;
}

NodeId Nodes::negate(NodeId a, Span span) {
  if (a == kNoNode) return kNoNode;
  const Node& node = at(a);
  switch (node.op) {
    case Op::Truth: return truth(node.value == 0, span, soft(a));
    case Op::Not: return node.a;
    case Op::NumberIn:
      if (!bounded(node.a)) break;
      return number_in(node.a, ~out_.count_sets[static_cast<std::size_t>(node.value)], span);
    case Op::Equal: return binary(Op::NotEqual, Type::Truth, node.a, node.b, span);
    case Op::NotEqual: return binary(Op::Equal, Type::Truth, node.a, node.b, span);
    case Op::Less: return binary(Op::GreaterEqual, Type::Truth, node.a, node.b, span);
    case Op::LessEqual: return binary(Op::Greater, Type::Truth, node.a, node.b, span);
    case Op::Greater: return binary(Op::LessEqual, Type::Truth, node.a, node.b, span);
    case Op::GreaterEqual: return binary(Op::Less, Type::Truth, node.a, node.b, span);
    default: break;  // everything else is negated as it stands
  }
  return unary(Op::Not, Type::Truth, a, span);
}

NodeId Nodes::junction(Op op, std::vector<NodeId> kids, Span span) {
  const bool absorbing = op == Op::Or;  // the value that decides the whole
  std::vector<NodeId> kept;
  bool soft_decision = false;
  bool decided = false;
  bool soft_neutral = false;
  for (const NodeId kid : kids) {
    if (kid == kNoNode) return kNoNode;
    if (is_truth(kid, absorbing)) {
      soft_decision = decided ? soft_decision && soft(kid) : soft(kid);
      decided = true;
    } else if (is_truth(kid, !absorbing)) {
      soft_neutral = soft_neutral || soft(kid);
    } else if (at(kid).op == op) {
      const std::vector<NodeId> inner = at(kid).kids;
      kept.insert(kept.end(), inner.begin(), inner.end());
    } else {
      kept.push_back(kid);
    }
  }
  if (decided) return truth(absorbing, span, soft_decision);
  if (kept.empty()) return truth(!absorbing, span, soft_neutral);
  if (kept.size() == 1) return kept.front();
  return make({.op = op, .type = Type::Truth, .kids = std::move(kept), .span = span});
}

namespace {

Op mirrored(Op op) {
  switch (op) {
    case Op::Less: return Op::Greater;
    case Op::LessEqual: return Op::GreaterEqual;
    case Op::Greater: return Op::Less;
    case Op::GreaterEqual: return Op::LessEqual;
    default: return op;
  }
}

}  // namespace

NodeId Nodes::compare(Op op, NodeId a, NodeId b, Span span) {
  if (a == kNoNode || b == kNoNode) return kNoNode;
  if (is_number(a) && is_number(b)) return truth(compares(op, at(a).value, at(b).value), span, soft(a) || soft(b));
  if (is_number(a)) return compare(mirrored(op), b, a, span);
  if (is_number(b) && bounded(a)) {
    const NodeId result = number_in(a, counts_that(op, at(b).value), span);
    return soft(b) ? soften(result) : result;
  }
  return binary(op, Type::Truth, a, b, span);
}

bool Nodes::bounded(NodeId id) const {
  switch (at(id).op) {
    case Op::Seeds:
    case Op::SeedsIn:
    case Op::Count:
    case Op::Reserve:
    case Op::Won:
    case Op::Sown:
    case Op::Remaining:
    case Op::Before:
    case Op::Column: return true;
    default: return false;
  }
}

namespace {

constexpr long kNoBound = 1'000'000'000;

// The largest of the counts; -1 if there is none.
long largest(const CountSet& counts) {
  for (int n = kMaxSeeds; n >= 0; --n)
    if (counts[static_cast<std::size_t>(n)]) return n;
  return -1;
}

}  // namespace

long Nodes::greatest(NodeId id) const { return greatest(id, out_.board.seeds()); }

long Nodes::greatest(NodeId id, long seeds) const {
  const Node& node = at(id);
  const auto is_not_negative = [this](NodeId of) { return is_number(of) ? at(of).value >= 0 : bounded(of) || at(of).op == Op::Counter; };
  switch (node.op) {
    case Op::Number: return node.value;
    case Op::Seeds:
    case Op::SeedsIn:
    case Op::Reserve:
    case Op::Won:
    case Op::Sown:
    case Op::Remaining:
    case Op::Before: return seeds;
    case Op::Count: return most_pits(node.a);
    case Op::Column: return kMaxSlots;
    case Op::Counter: return out_.states[static_cast<std::size_t>(node.value)].max;
    case Op::Add: return apart(node.a, node.b) ? seeds : std::min(greatest(node.a, seeds) + greatest(node.b, seeds), kNoBound);
    case Op::Subtract:
      if (is_number(node.b)) return std::min(greatest(node.a, seeds) - at(node.b).value, kNoBound);
      return is_not_negative(node.b) ? greatest(node.a, seeds) : kNoBound;
    case Op::Divide:
    case Op::Modulo: {
      if (!is_number(node.b) || at(node.b).value <= 0) return kNoBound;
      const long most = std::max(greatest(node.a, seeds), 0L);
      return node.op == Op::Divide ? most / at(node.b).value : std::min(most, at(node.b).value - 1L);
    }
    case Op::Cases: {
      long most = -kNoBound;
      for (std::size_t i = 0; i < node.kids.size(); i += 2) {
        const bool last = i + 1 == node.kids.size();
        most = std::max(most, last ? greatest(node.kids[i], seeds) : greatest_when(node.kids[i], node.kids[i + 1], seeds));
      }
      return most;
    }
    default: return kNoBound;
  }
}

// Seeds that lie in two places, `reserve + opponent's reserve`: together no more than there are.
bool Nodes::apart(NodeId a, NodeId b) const {
  const auto heap = [this](NodeId id) { return at(id).op == Op::Reserve || at(id).op == Op::Won; };
  return heap(a) && heap(b) && !same(a, b);
}

// `seeds when seeds <= 20`: the condition may say it.
long Nodes::greatest_when(NodeId number, NodeId condition, long seeds) const {
  const Node& node = at(condition);
  const bool said = node.op == Op::NumberIn && same(node.a, number);
  return std::min(greatest(number, seeds), said ? largest(out_.count_sets[static_cast<std::size_t>(node.value)]) : kNoBound);
}

NodeId Nodes::number_in(NodeId a, const CountSet& counts, Span span) {
  if (a == kNoNode) return kNoNode;
  if (is_number(a)) {
    const int value = at(a).value;
    return truth(value >= 0 && value <= kMaxSeeds && counts[static_cast<std::size_t>(value)], span, soft(a));
  }
  if (counts.none()) return truth(false, span);
  if (counts.all() && bounded(a)) return truth(true, span);
  const Node node = at(a);
  const CountSet zero = CountSet{1};
  if (node.op == Op::SeedsIn && (counts == zero || counts == ~zero)) {
    const NodeId occupied = number_in(seeds(leaf(Op::It, Type::Pit, span), span), ~zero, span);
    const NodeId any = some(where(node.a, occupied, span), span);
    return counts == zero ? negate(any, span) : any;
  }
  if (node.op == Op::Count && (counts == zero || counts == ~zero)) {
    const NodeId any = some(node.a, span);
    return counts == zero ? negate(any, span) : any;
  }
  return make({.op = Op::NumberIn, .type = Type::Truth, .a = a, .value = intern(counts), .kids = {}, .span = span});
}

NodeId Nodes::number(int value, Span span, bool soft) {
  const NodeId id = leaf(Op::Number, Type::Number, span, Who::Mover, value);
  return soft ? soften(id) : id;
}

NodeId Nodes::arithmetic(Op op, NodeId a, NodeId b, Span span) {
  if (a == kNoNode || b == kNoNode) return kNoNode;
  if (!is_number(a) || !is_number(b)) return binary(op, Type::Number, a, b, span);
  const long x = at(a).value;
  const long y = at(b).value;
  long result = 0;
  switch (op) {
    case Op::Add: result = x + y; break;
    case Op::Subtract: result = x - y; break;
    case Op::Multiply: result = x * y; break;
    case Op::Divide: result = y == 0 ? 0 : x / y; break;
    default:
      assert(op == Op::Modulo);
      result = y == 0 ? 0 : x % y;
      break;
  }
  constexpr long kLargest = 1'000'000'000;  // far beyond every number a game has; keeps sums within 32 bits
  return number(static_cast<int>(std::clamp(result, -kLargest, kLargest)), span, soft(a) || soft(b));
}

NodeId Nodes::cases(std::vector<NodeId> kids, Span span) {
  std::vector<NodeId> kept;
  bool soft_choice = false;
  for (const NodeId kid : kids) {
    if (kid == kNoNode) return kNoNode;
  }
  for (std::size_t i = 0; i + 1 < kids.size(); i += 2) {
    const NodeId condition = kids[i + 1];
    soft_choice = soft_choice || (at(condition).op == Op::Truth && soft(condition));
    if (is_truth(condition, false)) continue;
    kept.push_back(kids[i]);
    if (is_truth(condition, true)) break;
    kept.push_back(condition);
  }
  if (kept.size() % 2 == 0) kept.push_back(kids.back());
  if (kept.size() == 1) return soft_choice ? soften(kept.front()) : kept.front();
  const Type type = at(kept.back()).type;
  if (type == Type::Truth && kept.size() == 3) {  // X when C, otherwise Y
    return any_of({all_of({kept[1], kept[0]}, span), all_of({negate(kept[1], span), kept[2]}, span)}, span);
  }
  return make({.op = Op::Cases, .type = type, .kids = std::move(kept), .span = span});
}

std::int32_t Nodes::intern(const SlotSet& set) {
  const auto [at, added] = slot_index_.try_emplace(set, static_cast<std::int32_t>(out_.slot_sets.size()));
  if (added) out_.slot_sets.push_back(set);
  return at->second;
}

std::int32_t Nodes::intern(const CountSet& set) {
  const auto [at, added] = count_index_.try_emplace(set, static_cast<std::int32_t>(out_.count_sets.size()));
  if (added) out_.count_sets.push_back(set);
  return at->second;
}

bool Nodes::same(NodeId a, NodeId b) const {
  if (a == b) return true;
  if (a == kNoNode || b == kNoNode) return false;
  const Node& x = at(a);
  const Node& y = at(b);
  return x.op == y.op && x.type == y.type && x.who == y.who && x.value == y.value && x.value2 == y.value2 &&
         same(x.a, y.a) && same(x.b, y.b) &&
         std::equal(x.kids.begin(), x.kids.end(), y.kids.begin(), y.kids.end(),
                    [&](NodeId i, NodeId j) { return same(i, j); });
}

}  // namespace mnc::grammar::check
