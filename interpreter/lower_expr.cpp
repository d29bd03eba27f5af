// Expressions to instructions. Conditions on sets of pits become mask arithmetic wherever they can.
#include <algorithm>

#include "interpreter/lower_code.h"

namespace mnc::engine {

using rules::Node;
using rules::NodeId;
using rules::Op;

// ---- writing code ------------------------------------------------------------------------------------------

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

// ---- what names stand for ----------------------------------------------------------------------------------

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
  switch (n.op) {
    case Op::AnswerIs:
    case Op::AnswerNumber:
    case Op::AnswerPit:
    case Op::CurrentDirection:
    case Op::Reversed:
    case Op::Next:
    case Op::Previous:
    case Op::Ahead:
    case Op::FirstOf:
    case Op::Run: return true;
    default: break;
  }
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

// ---- numbers, pits, players, directions --------------------------------------------------------------------

Reg Coder::arithmetic(Opcode op, const Node& n) {
  const Reg a = number(n.a);
  const Reg b = number(n.b);
  const Reg out = new_number();
  emit(op, out, a, b);
  return out;
}

void Coder::cases_into(Reg out, const Node& n, bool of_sets) {
  const auto value = [&](NodeId id) {
    if (of_sets) emit(Opcode::MaskCopy, out, set(id));
    else number_into(out, id);
  };
  Label done;
  for (std::size_t i = 0; i + 1 < n.kids.size(); i += 2) {
    const auto sure = certain(n.kids[i + 1]);
    if (sure == false) continue;
    Label next;
    if (!sure) branch(n.kids[i + 1], false, next);
    value(n.kids[i]);
    if (sure == true) {
      bind(done);
      return;
    }
    emit_jump(Opcode::Jump, done);
    bind(next);
  }
  value(n.kids.back());
  bind(done);
}

Reg Coder::answer_number(const Node& n) {
  const Reg out = new_number();
  emit(Opcode::Load, out, 0, 0, 0);
  if (kind_ < 0) return out;
  const auto& answers = rules_.kinds[static_cast<std::size_t>(kind_)].choices[static_cast<std::size_t>(n.value)].answers;
  const int first = answers.front().number;
  const bool counting = std::all_of(answers.begin(), answers.end(), [&](const rules::Answer& a) { return a.number == first + (&a - answers.data()); });
  if (counting) {
    Label unmade;
    emit_jump(Opcode::TestEqualK, unmade, 1, kAnswer0 + n.value, 0, kNotAsked);
    emit(Opcode::Load, out, 0, 0, first);
    emit(Opcode::Add, out, out, kAnswer0 + n.value);
    bind(unmade);
    return out;
  }
  for (std::size_t i = 0; i < answers.size(); ++i) {
    Label next;
    emit_jump(Opcode::TestEqualK, next, 0, kAnswer0 + n.value, 0, static_cast<std::int32_t>(i));
    emit(Opcode::Load, out, 0, 0, answers[i].number);
    bind(next);
  }
  return out;
}

void Coder::number_into(Reg out, NodeId id) {
  const Node& n = node(id);
  if (const auto c = constant(id)) emit(Opcode::Load, out, 0, 0, *c);
  else if (n.op == Op::Cases) cases_into(out, n, false);
  else if (const Reg in = number(id); in != out) emit(Opcode::Copy, out, in);
}

Reg Coder::number(NodeId id) {
  const Node& n = node(id);
  if (const auto c = constant(id)) {
    const Reg out = new_number();
    emit(Opcode::Load, out, 0, 0, *c);
    return out;
  }
  const auto unary = [&](Opcode op) {
    const Reg a = number(n.a);
    const Reg out = new_number();
    emit(op, out, a);
    return out;
  };
  const auto of_set = [&](Opcode op) {
    const Reg a = set(n.a);
    const Reg out = new_number();
    emit(op, out, a);
    return out;
  };
  const auto plain = [&](Opcode op, int a = 0) {
    const Reg out = new_number();
    emit(op, out, a);
    return out;
  };
  switch (n.op) {
    case Op::It: return it_;
    case Op::Origin: return origin_;
    case Op::Last: return kLast;
    case Op::Before: return kBefore;
    case Op::Lap: return kLap;
    case Op::Sown: return kSown;
    case Op::Remaining: return kRemaining;
    case Op::LapOrigin: return kLapOrigin;
    case Op::Captured: return kCaptured;
    case Op::CurrentDirection: return kDirection;
    case Op::DirectionState: return plain(Opcode::Var, variable(n.value, n.who));
    case Op::Reversed: {
      const Reg one = new_number();
      emit(Opcode::Load, one, 0, 0, 1);
      const Reg out = new_number();
      emit(Opcode::Subtract, out, one, kDirection);
      return out;
    }
    case Op::Seeds: return unary(Opcode::Seeds);
    case Op::SeedsIn: return of_set(Opcode::Sum);
    case Op::Count: return of_set(Opcode::CountPits);
    case Op::Reserve: return plain(Opcode::Var, kReserve + player(n.who));
    case Op::Won: return plain(Opcode::Var, kWon + player(n.who));
    case Op::Counter:
    case Op::Flag:
    case Op::PitState: return plain(Opcode::Var, variable(n.value, n.who));
    case Op::Ply: program_.uses_ply = true; return plain(Opcode::Ply);
    case Op::Occurrences: program_.uses_occurrences = true; return plain(Opcode::Occurrences);
    case Op::LastMover: program_.uses_last_mover = true; return plain(Opcode::LastMover);
    case Op::Column: return unary(Opcode::Column);
    case Op::AnswerNumber: return answer_number(n);
    case Op::AnswerPit: return static_cast<Reg>(kAnswer0 + n.value);
    case Op::Picked: return static_cast<Reg>(kPicked0 + n.value);
    case Op::Add: return arithmetic(Opcode::Add, n);
    case Op::Subtract: return arithmetic(Opcode::Subtract, n);
    case Op::Multiply: return arithmetic(Opcode::Multiply, n);
    case Op::Divide: return arithmetic(Opcode::Divide, n);
    case Op::Modulo: return arithmetic(Opcode::Modulo, n);
    case Op::Opposite: return unary(Opcode::Facing);
    case Op::Behind: return unary(Opcode::Behind);
    case Op::Next:
    case Op::Previous: {
      const Reg a = number(n.a);
      const Reg out = new_number();
      const int way = n.op == Op::Previous ? 1 : 0;
      emit(Opcode::Along, out, a, player(n.who), way);
      if (n.b == rules::kNoNode) return out;
      emit(Opcode::Past, out, out, set(n.b), way);
      program_.code.back().c = player(n.who);
      return out;
    }
    case Op::Leftmost:
    case Op::Rightmost: {
      const Reg a = set(n.a);
      const Reg out = new_number();
      emit(Opcode::Outermost, out, a, player(n.who), n.op == Op::Rightmost ? 1 : 0);
      return out;
    }
    case Op::Ahead:
    case Op::FirstOf: {
      const Reg a = number(n.a);
      const Reg b = n.op == Op::Ahead ? number(n.b) : set(n.b);
      const Reg out = new_number();
      emit(n.op == Op::Ahead ? Opcode::Ahead : Opcode::FirstOf, out, a, b, n.value);
      program_.code.back().c = player(n.who);
      return out;
    }
    case Op::OnlyPit: return of_set(Opcode::Only);
    case Op::OwnerOf: {
      const Reg a = number(n.a);
      const Reg out = new_number();
      emit(Opcode::Owner, out, a, me_);
      return out;
    }
    case Op::Cases: {
      const Reg out = new_number();
      cases_into(out, n, false);
      return out;
    }
    default: {  // a truth value, as a number
      const Reg out = new_number();
      Label no;
      emit(Opcode::Load, out, 0, 0, 0);
      branch(id, false, no);
      emit(Opcode::Load, out, 0, 0, 1);
      bind(no);
      return out;
    }
  }
}

// ---- sets of pits ------------------------------------------------------------------------------------------

Reg Coder::set(NodeId id) {
  const Node& n = node(id);
  const auto both = [&](Opcode op) {
    const Reg a = set(n.a);
    return combine(op, a, set(n.b));
  };
  switch (n.op) {
    case Op::ConstPits: return constant_set(mask_of(rules_.slot_sets[static_cast<std::size_t>(me_ == kSouth ? n.value : n.value2)]));
    case Op::Where: return where(n.b, set(n.a), false);
    case Op::Union: return both(Opcode::MaskOr);
    case Op::Except: return both(Opcode::MaskAndNot);
    case Op::Else: {
      const Reg out = new_set();
      emit(Opcode::MaskCopy, out, set(n.a));
      Label done;
      emit_jump(Opcode::TestSome, done, 1, out);
      emit(Opcode::MaskCopy, out, set(n.b));
      bind(done);
      return out;
    }
    case Op::Run: return run(n);
    case Op::Opposites: {
      const Reg a = set(n.a);
      const Reg out = new_set();
      emit(Opcode::MaskFacing, out, a);
      return out;
    }
    case Op::Targets: {
      const Reg out = new_set();
      emit(Opcode::Targets, out, player(n.who), 0, n.value);
      return out;
    }
    case Op::OnePit: {
      if (const auto pit = constant(n.a)) return constant_set(*pit < 0 ? 0 : static_cast<WideMask>(1) << *pit);
      const Reg a = number(n.a);
      const Reg out = new_set();
      emit(Opcode::MaskOne, out, a);
      return out;
    }
    case Op::Cases: {
      const Reg out = new_set();
      cases_into(out, n, true);
      return out;
    }
    default: {
      const Reg a = number(id);
      const Reg out = new_set();
      emit(Opcode::MaskOne, out, a);
      return out;
    }
  }
}

// Pit by pit where the condition is a fixed set and counts: such runs are short.
Reg Coder::run(const Node& n) {
  const Reg from = number(n.a);
  const int way = (player(n.who) << 1) | n.value;
  const Node& condition = node(n.b);
  NodeId pit = rules::kNoNode;
  Reg base = every_slot();
  std::optional<rules::CountSet> counts;
  for (const NodeId part : condition.op == Op::And ? condition.kids : std::vector<NodeId>{n.b}) {
    const auto here = seeds_condition(part, pit);
    const bool about_it = here && node(pit).op == Op::It;
    if (about_it && !counts) counts = here;
    else if (about_it) *counts &= *here;
    else base = where(part, base, false);
  }
  if (n.value2 != 1 || !n.kids.empty()) {
    const int closed = n.kids.empty() ? 0 : set(n.kids[0]) + 1;
    if (counts) base = holding(*counts, base);
    const Reg out = new_set();
    emit(Opcode::MaskRunBy, out, from, base, way | closed << 2);
    program_.code.back().c = n.value2;
    return out;
  }
  const Reg out = new_set();
  if (counts) {
    emit(Opcode::MaskRunHolds, out, from, base, way);
    program_.code.back().c = count_set(*counts);
  } else {
    emit(Opcode::MaskRun, out, from, base, way);
  }
  return out;
}

bool Coder::is_subject(NodeId id, bool as_origin) const {
  const Op op = node(id).op;
  return as_origin ? op == Op::It || op == Op::Origin : op == Op::It;
}

std::optional<rules::CountSet> Coder::seeds_condition(NodeId id, NodeId& pit) const {
  const Node& n = node(id);
  if (n.op == Op::NumberIn && node(n.a).op == Op::Seeds) {
    pit = node(n.a).a;
    return rules_.count_sets[static_cast<std::size_t>(n.value)];
  }
  if (n.op < Op::Equal || n.op > Op::GreaterEqual) return std::nullopt;
  const bool swapped = node(n.b).op == Op::Seeds;
  const NodeId seeds = swapped ? n.b : n.a;
  const NodeId limit = swapped ? n.a : n.b;
  if (node(seeds).op != Op::Seeds || node(limit).op != Op::Number) return std::nullopt;
  pit = node(seeds).a;
  rules::CountSet out;
  for (int x = 0; x <= rules::kMaxSeeds; ++x) {
    const int a = swapped ? node(limit).value : x;
    const int b = swapped ? x : node(limit).value;
    bool hit = false;
    switch (n.op) {
      case Op::Equal: hit = a == b; break;
      case Op::NotEqual: hit = a != b; break;
      case Op::Less: hit = a < b; break;
      case Op::LessEqual: hit = a <= b; break;
      case Op::Greater: hit = a > b; break;
      default: hit = a >= b; break;
    }
    out[static_cast<std::size_t>(x)] = hit;
  }
  return out;
}

Reg Coder::holding(const rules::CountSet& counts, Reg base) {
  const Reg out = new_set();
  within_[out] = within(base);
  if (const auto range = one_range(counts)) {
    if (range->first > range->second) return constant_set(0);
    emit(Opcode::MaskHolds, out, base, 0, range->first | range->second << 16);
    return out;
  }
  rules::CountSet rest = counts;  // two ranges are two vector tests; more are looked up pit by pit
  int low = 0;
  while (!rest[static_cast<std::size_t>(low)]) ++low;
  int high = low;
  while (rest[static_cast<std::size_t>(high)]) rest[static_cast<std::size_t>(high++)] = false;
  if (const auto second = one_range(rest)) {
    const Reg other = new_set();
    emit(Opcode::MaskHolds, out, base, 0, low | (high - 1) << 16);
    emit(Opcode::MaskHolds, other, base, 0, second->first | second->second << 16);
    emit(Opcode::MaskOr, out, out, other);
    return out;
  }
  emit(Opcode::MaskCounts, out, base, count_set(counts));
  return out;
}

Reg Coder::where(NodeId condition, Reg base, bool as_origin) {
  const auto sure = certain(condition);
  if (sure) return *sure ? base : constant_set(0);
  if (!mentions(condition, true, as_origin)) return where_same(condition, base);
  if (const auto direct = where_direct(condition, base, as_origin)) return *direct;
  return where_loop(condition, base, as_origin);
}

// A condition that does not speak of the pit: all or none.
Reg Coder::where_same(NodeId condition, Reg base) {
  const Reg out = new_set();
  Label no;
  emit(Opcode::MaskCopy, out, constant_set(0));
  branch(condition, false, no);
  emit(Opcode::MaskCopy, out, base);
  bind(no);
  return out;
}

std::optional<Reg> Coder::where_direct(NodeId condition, Reg base, bool as_origin) {
  const Node& n = node(condition);
  switch (n.op) {
    case Op::Not: {
      if (node(n.a).op == Op::PitFlag && is_subject(node(n.a).a, as_origin)) {
        const Reg out = new_set();
        emit(Opcode::MaskNoFlag, out, base, flag(node(n.a).value, node(n.a).who));
        return out;
      }
      return combine(Opcode::MaskAndNot, base, where(n.a, base, as_origin));
    }
    case Op::And: {
      Reg out = base;
      for (const NodeId kid : n.kids) out = where(kid, out, as_origin);
      return out;
    }
    case Op::Or: {
      const Reg out = new_set();
      emit(Opcode::MaskCopy, out, where(n.kids[0], base, as_origin));
      for (std::size_t i = 1; i < n.kids.size(); ++i) emit(Opcode::MaskOr, out, out, where(n.kids[i], base, as_origin));
      return out;
    }
    default: return where_leaf(condition, base, as_origin);
  }
}

std::optional<Reg> Coder::where_leaf(NodeId condition, Reg base, bool as_origin) {
  const Node& n = node(condition);
  // Answers about the pit itself, or about its opposite: then `all` is asked and seen from the other side.
  const auto place = [&](NodeId pit) { return is_subject(pit, as_origin) ? 1 : node(pit).op == Op::Opposite && is_subject(node(pit).a, as_origin) ? 2 : 0; };
  const auto opposites = [&] {  // of the pits in question
    WideMask out = 0;
    for (int pit = 0; pit < program_.size; ++pit)
      if ((within(base) >> pit & 1) != 0 && program_.facing[static_cast<std::size_t>(pit)] >= 0)
        out |= WideMask{1} << program_.facing[static_cast<std::size_t>(pit)];
    return constant_set(out);
  };
  const auto faced = [&](Reg all) {
    const Reg seen = new_set();
    emit(Opcode::MaskFaced, seen, all);
    return combine(Opcode::MaskAnd, base, seen);
  };
  NodeId pit = rules::kNoNode;
  if (const auto counts = seeds_condition(condition, pit)) {
    const int where_is = place(pit);
    if (where_is == 1) return holding(*counts, base);
    if (where_is == 2 && !(*counts)[0]) return faced(holding(*counts, opposites()));
    return std::nullopt;
  }
  if (n.op == Op::PitIn && !mentions(n.b, true, as_origin)) {
    const int where_is = place(n.a);
    if (where_is == 2) return faced(set(n.b));
    if (where_is == 0) return std::nullopt;
    return combine(Opcode::MaskAnd, base, set(n.b));
  }
  if (n.op == Op::SamePit && (is_subject(n.a, as_origin) || is_subject(n.b, as_origin))) {
    const NodeId other = is_subject(n.a, as_origin) ? n.b : n.a;
    if (mentions(other, true, as_origin)) return std::nullopt;
    if (const auto fixed = constant(other)) return combine(Opcode::MaskAnd, base, constant_set(*fixed < 0 ? 0 : static_cast<WideMask>(1) << *fixed));
    const Reg one = new_set();
    emit(Opcode::MaskOne, one, number(other));
    return combine(Opcode::MaskAnd, base, one);
  }
  if (n.op == Op::PitFlag && place(n.a) != 0) {
    const Reg out = new_set();
    emit(Opcode::MaskFlag, out, place(n.a) == 1 ? base : opposites(), flag(n.value, n.who));
    return place(n.a) == 1 ? out : faced(out);
  }
  return std::nullopt;
}

Reg Coder::where_loop(NodeId condition, Reg base, bool as_origin) {
  const Reg out = new_set();
  const Reg rest = new_set();
  const Reg pit = new_number();
  const Reg it = it_;
  const Reg origin = origin_;
  emit(Opcode::MaskCopy, out, constant_set(0));
  emit(Opcode::MaskCopy, rest, base);
  Label next, done;
  bind(next);
  emit_jump(Opcode::MaskNext, done, pit, rest);
  it_ = pit;
  if (as_origin) origin_ = pit;
  branch(condition, false, next);
  it_ = it;
  origin_ = origin;
  emit(Opcode::MaskAdd, out, pit);
  emit_jump(Opcode::Jump, next);
  bind(done);
  return out;
}

// ---- truth -------------------------------------------------------------------------------------------------

void Coder::branch_list(const Node& n, bool sense, Label& target) {
  // `a and b` is false as soon as one is; true only if the last is.
  const bool stop = n.op == Op::Or;
  Label through;
  for (std::size_t i = 0; i < n.kids.size(); ++i) {
    const bool last = i + 1 == n.kids.size();
    if (sense == stop) branch(n.kids[i], stop, target);
    else if (last) branch(n.kids[i], !stop, target);
    else branch(n.kids[i], stop, through);
  }
  bind(through);
}

void Coder::compare(Op op, const Node& n, bool sense, Label& target) {
  switch (op) {
    case Op::NotEqual: compare(Op::Equal, n, !sense, target); return;
    case Op::GreaterEqual: compare(Op::Less, n, !sense, target); return;
    case Op::Equal: {
      if (const auto k = constant(n.b)) emit_jump(Opcode::TestEqualK, target, sense, number(n.a), 0, *k);
      else if (const auto ka = constant(n.a)) emit_jump(Opcode::TestEqualK, target, sense, number(n.b), 0, *ka);
      else {
        const Reg a = number(n.a);
        emit_jump(Opcode::TestEqual, target, sense, a, number(n.b));
      }
      return;
    }
    case Op::Less:
    case Op::LessEqual:
    case Op::Greater: {
      const auto k = constant(n.b);
      const Reg a = number(n.a);
      if (k && op == Op::Less) emit_jump(Opcode::TestLessK, target, sense, a, 0, *k);
      else if (k && op == Op::LessEqual) emit_jump(Opcode::TestLessK, target, sense, a, 0, *k + 1);
      else if (k) emit_jump(Opcode::TestLessK, target, !sense, a, 0, *k + 1);
      else {
        const Reg b = number(n.b);
        if (op == Op::Less) emit_jump(Opcode::TestLess, target, sense, a, b);
        else if (op == Op::Greater) emit_jump(Opcode::TestLess, target, sense, b, a);
        else emit_jump(Opcode::TestLess, target, !sense, b, a);
      }
      return;
    }
    default: return;
  }
}

void Coder::branch_some(const Node& n, bool sense, Label& target) {
  const Node& s = node(n.a);
  if (s.op == Op::Where) {  // some pit of a set holds one of a range of counts: one instruction
    NodeId pit = rules::kNoNode;
    const auto counts = seeds_condition(s.b, pit);
    const auto range = counts ? one_range(*counts) : std::nullopt;
    if (range && range->first <= range->second && node(pit).op == Op::It) {
      emit_jump(Opcode::TestHolds, target, sense, set(s.a), 0, range->first | range->second << 16);
      return;
    }
  }
  emit_jump(Opcode::TestSome, target, sense, set(n.a));
}

void Coder::branch_counts(const Node& n, bool sense, Label& target) {
  const auto& counts = rules_.count_sets[static_cast<std::size_t>(n.value)];
  if (node(n.a).op == Op::Seeds) {
    emit_jump(Opcode::TestSeeds, target, sense, number(node(n.a).a), count_set(counts));
    return;
  }
  emit_jump(Opcode::TestCount, target, sense, number(n.a), count_set(counts));
}

// The mover's phase is the first whose guard holds.
void Coder::branch_phase(int phase, bool sense, Label& target) {
  Label no;
  for (int i = 0; i <= phase; ++i) {
    const NodeId guard = rules_.phases[static_cast<std::size_t>(i)].guard;
    if (i < phase && guard == rules::kNoNode) emit_jump(Opcode::Jump, no);
    else if (guard != rules::kNoNode) branch(guard, i < phase, no);
  }
  if (sense) {
    emit_jump(Opcode::Jump, target);
    bind(no);
  } else {
    Label yes;
    emit_jump(Opcode::Jump, yes);
    bind(no);
    emit_jump(Opcode::Jump, target);
    bind(yes);
  }
}

void Coder::branch(NodeId id, bool sense, Label& target) {
  if (const auto sure = certain(id)) {
    if (*sure == sense) emit_jump(Opcode::Jump, target);
    return;
  }
  const Node& n = node(id);
  NodeId pit = rules::kNoNode;
  switch (n.op) {
    case Op::Not: branch(n.a, !sense, target); return;
    case Op::And:
    case Op::Or: branch_list(n, sense, target); return;
    case Op::Equal:
    case Op::NotEqual:
    case Op::Less:
    case Op::LessEqual:
    case Op::Greater:
    case Op::GreaterEqual:
      if (const auto counts = seeds_condition(id, pit)) emit_jump(Opcode::TestSeeds, target, sense, number(pit), count_set(*counts));
      else compare(n.op, n, sense, target);
      return;
    case Op::SamePit:
    case Op::SamePlayer:
    case Op::SameDirection: compare(Op::Equal, n, sense, target); return;
    case Op::NumberIn: branch_counts(n, sense, target); return;
    case Op::SomePit: branch_some(n, sense, target); return;
    case Op::PitIn: {
      const Reg a = number(n.a);
      emit_jump(Opcode::TestIn, target, sense, a, set(n.b));
      return;
    }
    case Op::AnswerIs: emit_jump(Opcode::TestEqualK, target, sense, kAnswer0 + n.value, 0, n.value2); return;
    case Op::Flag: emit_jump(Opcode::TestVar, target, sense, variable(n.value, n.who), 0, 1); return;
    case Op::PitFlag: emit_jump(Opcode::TestFlag, target, sense, number(n.a), flag(n.value, n.who)); return;
    case Op::CanMove: emit_jump(Opcode::TestCan, target, sense, player(n.who), 0, n.value); return;
    case Op::PhaseIs: branch_phase(n.value, sense, target); return;
    default: emit_jump(Opcode::TestEqualK, target, sense, number(id), 0, 1); return;
  }
}

}  // namespace mnc::engine
