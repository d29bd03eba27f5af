// Instructions, labels, registers and tables of constants; what the names of a ruleset stand for.
#include "interpreter/lower_code.h"

#include <algorithm>

namespace mnc::engine {

using rules::Node;
using rules::NodeId;
using rules::Op;

// ---- writing code -------------------------------------------------------------------------------------------

void Coder::emit(Opcode op, int d, int a, int b, std::int32_t e) {
  if (program_.code.size() >= (program_.notes ? 2u : 1u) * kMaxInstructions) throw TooLarge{"the ruleset is too large: its program would be longer than 200000 instructions"};
  program_.code.push_back({op, static_cast<std::uint16_t>(d), static_cast<std::uint16_t>(a), static_cast<std::uint16_t>(b), 0, e});
}

void Coder::emit_jump(Opcode op, Label& target, int d, int a, int b, std::int32_t e) {
  emit(op, d, a, b, e);
  if (target.at != kNoCode) program_.code.back().c = target.at;
  else target.uses.push_back({program_.code.size() - 1, false});
}

void Coder::emit_jump2(Opcode op, Label& c, Label& e, int d, int a) {
  emit_jump(op, c, d, a);
  if (e.at != kNoCode) program_.code.back().e = e.at;
  else e.uses.push_back({program_.code.size() - 1, true});
}

void Coder::bind(Label& label) {
  label.at = here();
  for (const Label::Use& use : label.uses) (use.in_e ? program_.code[use.instruction].e : program_.code[use.instruction].c) = label.at;
  label.uses.clear();
}

Reg Coder::new_number() {
  if (numbers_used_ >= kMaxRegisters) throw TooLarge{"a rule is too large: break it up with `define`"};
  return static_cast<Reg>(numbers_used_++);
}

Reg Coder::new_set() {
  if (sets_used_ >= kMaskBase) throw TooLarge{"a rule speaks of too many sets of pits at once"};
  within_.erase(static_cast<Reg>(sets_used_));
  return static_cast<Reg>(sets_used_++);
}

Reg Coder::constant_set(WideMask mask) {
  auto& masks = program_.masks;
  const auto found = std::find(masks.begin(), masks.end(), mask);
  if (found != masks.end()) return static_cast<Reg>(kMaskBase + (found - masks.begin()));
  if (masks.size() >= kMaxMasks) throw TooLarge{"the ruleset names too many different sets of pits"};
  masks.push_back(mask);
  return static_cast<Reg>(kMaskBase + masks.size() - 1);
}

Reg Coder::combine(Opcode op, Reg a, Reg b) {
  if (a >= kMaskBase && b >= kMaskBase) {
    const WideMask x = program_.masks[static_cast<std::size_t>(a - kMaskBase)];
    const WideMask y = program_.masks[static_cast<std::size_t>(b - kMaskBase)];
    return constant_set(op == Opcode::MaskAnd ? x & y : op == Opcode::MaskOr ? x | y : x & ~y);
  }
  const Reg out = new_set();
  emit(op, out, a, b);
  const WideMask x = within(a), y = within(b);
  within_[out] = op == Opcode::MaskAnd ? x & y : op == Opcode::MaskOr ? x | y : x;
  return out;
}

// The pits that a set can hold at all.
WideMask Coder::within(Reg set) const {
  if (set >= kMaskBase) return program_.masks[static_cast<std::size_t>(set - kMaskBase)];
  const auto known = within_.find(set);
  return known == within_.end() ? ~WideMask{0} : known->second;
}

Reg Coder::every_slot() {
  WideMask all = 0;
  for (int i = 0; i < program_.size; ++i) all |= static_cast<WideMask>(1) << i;
  return constant_set(all);
}

// ---- what names stand for -----------------------------------------------------------------------------------

int Coder::player(rules::Who who) const {
  switch (who) {
    case rules::Who::Mover: return me_;
    case rules::Who::Opponent: return 1 - me_;
    case rules::Who::South: return kSouth;
    case rules::Who::North: return kNorth;
  }
  return me_;
}

int Coder::variable(int state, rules::Who who) const {
  const auto s = static_cast<std::size_t>(state);
  return program_.state_variable[s] + (rules_.states[s].per == rules::State::EachPlayer ? player(who) : 0);
}

int Coder::flag(int state, rules::Who who) const {
  const auto s = static_cast<std::size_t>(state);
  return program_.state_flag[s] + (rules_.states[s].per == rules::State::EachPlayerAndPit ? player(who) : 0);
}

WideMask Coder::mask_of(const rules::SlotSet& slots) const {
  WideMask mask = 0;
  for (int slot = 0; slot < program_.size; ++slot)
    if (slots[static_cast<std::size_t>(slot)]) mask |= static_cast<WideMask>(1) << index_of(slot);
  return mask;
}

std::optional<std::pair<int, int>> one_range(const rules::CountSet& counts) {
  int low = 0;
  while (low <= rules::kMaxSeeds && !counts[static_cast<std::size_t>(low)]) ++low;
  int high = low;
  while (high < rules::kMaxSeeds && counts[static_cast<std::size_t>(high + 1)]) ++high;
  if (low > rules::kMaxSeeds) return std::pair{1, 0};
  return counts.count() == static_cast<std::size_t>(high - low + 1) ? std::optional{std::pair{low, high}} : std::nullopt;
}

int Coder::count_set(const rules::CountSet& counts) {
  std::array<std::uint64_t, 16> words{};
  for (std::size_t n = 0; n <= rules::kMaxSeeds; ++n)
    if (counts[n]) words[n / 64] |= std::uint64_t{1} << (n % 64);
  auto& sets = program_.count_sets;
  const auto found = std::find(sets.begin(), sets.end(), words);
  if (found != sets.end()) return static_cast<int>(found - sets.begin());
  if (sets.size() >= 60'000) throw TooLarge{"the ruleset names too many different counts"};
  sets.push_back(words);
  return static_cast<int>(sets.size()) - 1;
}

std::optional<std::int32_t> Coder::constant(NodeId id) const {
  const Node& n = node(id);
  switch (n.op) {
    case Op::Number:
    case Op::Truth:
    case Op::ConstDirection: return n.value;
    case Op::ConstPlayer: return player(n.who);
    case Op::ConstPit: return index_of(me_ == kSouth ? n.value : n.value2);
    default: return std::nullopt;
  }
}

bool Coder::mentions(NodeId id, bool it, bool origin) const {
  if (id == rules::kNoNode) return false;
  const Node& n = node(id);
  if ((n.op == Op::It && it) || (n.op == Op::Origin && origin)) return true;
  const bool binds = n.op == Op::Where || n.op == Op::Run;  // their conditions have a pit of their own
  if (mentions(n.a, it, origin) || mentions(n.b, it && !binds, origin)) return true;
  return std::any_of(n.kids.begin(), n.kids.end(), [&](NodeId kid) { return mentions(kid, it, origin); });
}

bool Coder::depends_on_choices(NodeId id) const {
  if (id == rules::kNoNode) return false;
  const Node& n = node(id);
  if (rules::depends_on_choice(n.op)) return true;
  return depends_on_choices(n.a) || depends_on_choices(n.b) ||
         std::any_of(n.kids.begin(), n.kids.end(), [this](NodeId kid) { return depends_on_choices(kid); });
}

std::optional<bool> Coder::certain(NodeId id) const {
  if (id == rules::kNoNode) return true;
  const Node& n = node(id);
  const auto all_or_any = [&](bool stop) -> std::optional<bool> {
    bool open = false;
    for (const NodeId kid : n.kids) {
      const auto c = certain(kid);
      if (c == stop) return stop;
      open = open || !c;
    }
    return open ? std::nullopt : std::optional{!stop};
  };
  switch (n.op) {
    case Op::Truth: return n.value != 0;
    case Op::Not: {
      const auto c = certain(n.a);
      return c ? std::optional{!*c} : std::nullopt;
    }
    case Op::And: return all_or_any(false);
    case Op::Or: return all_or_any(true);
    case Op::KindIs: return kind_ >= 0 && (static_cast<std::uint32_t>(n.value) >> kind_ & 1) != 0;
    case Op::PhaseIs: return kind_ < 0 ? std::nullopt : std::optional{rules_.kinds[static_cast<std::size_t>(kind_)].phase == n.value};
    default: return std::nullopt;
  }
}

}  // namespace mnc::engine
