// Pits and sets of pits as English; see prose.h.
#include <fmt/format.h>

#include <algorithm>

#include "cli/prose.h"
#include "interpreter/notation.h"

namespace mnc::cli {

using grammar::Node;
using grammar::NodeId;
using grammar::Op;
using grammar::SlotSet;
using grammar::Who;

// ---- pits --------------------------------------------------------------------------------------------------

std::string Prose::pit(NodeId id) {
  if (const std::optional<std::string> passed = passed_in(id)) return *passed;
  return by_name(id, [&] { return pit_said(node(id)); });
}

std::string Prose::pit_said(const Node& n) {
  switch (n.op) {
    case Op::ConstPit: {
      const auto slot = static_cast<grammar::Slot>(n.value);
      if (slot == grammar::kNoSlot) return "no pit";
      const grammar::Pit& there = rules_.board.slots[static_cast<std::size_t>(slot)];
      if (there.owner == Who::Mover) return engine::slot_text(game_, slot);
      const bool relative = n.value != n.value2;
      const Who owner = relative ? (there.owner == Who::South ? Who::Mover : Who::Opponent) : there.owner;
      return there.store ? fmt::format("{} store", whose(owner)) : fmt::format("{} {}{}", whose(owner), there.row, there.column);
    }
    case Op::It: return "it";
    case Op::Origin: return "the starting pit";
    case Op::Last: return last_pit();
    case Op::LapOrigin: return "the pit this lap was sown from";
    case Op::Opposite: return "the pit opposite " + pit(n.a);
    case Op::Behind: return "the pit behind " + pit(n.a);
    case Op::Next: return "the pit after " + pit(n.a);
    case Op::Previous: return "the pit before " + pit(n.a);
    case Op::PitState: return state(n.value, n.who);
    case Op::AnswerPit: return choice_name(n);
    case Op::Picked: return "`" + excerpt_of(n.span) + "`";
    case Op::Ahead: return ahead(n);
    case Op::FirstOf: return fmt::format("the first of {} {} {}", pits(n.b), n.value != 0 ? "before" : "after", pit(n.a));
    case Op::Leftmost: return "the leftmost of " + pits(n.a);
    case Op::Rightmost: return "the rightmost of " + pits(n.a);
    case Op::OnlyPit: return "the only pit of " + pits(n.a);
    default: return cases(n);
  }
}

std::string Prose::ahead(const Node& n) {
  const char* const way = n.value != 0 ? "before" : "after";
  if (node(n.b).op == Op::Number) return fmt::format("the pit {} {} {}", amount(number(n.b), "pit"), way, pit(n.a));
  return fmt::format("the pit as many pits {} {} as {}", way, pit(n.a), number(n.b));
}

// `A1`, `A3 to A6`, `store`: those of the set that belong to the owner.
std::vector<std::string> Prose::pit_names(const SlotSet& set, Who owner) const {
  std::vector<const grammar::Pit*> pits;
  bool store = false;
  for (std::size_t slot = 0; slot < rules_.board.slots.size(); ++slot) {
    const grammar::Pit& pit = rules_.board.slots[slot];
    if (!set[slot] || pit.owner != owner) continue;
    if (pit.store) store = true;
    else pits.push_back(&pit);
  }
  std::sort(pits.begin(), pits.end(), [](const auto* a, const auto* b) { return std::pair(a->row, a->column) < std::pair(b->row, b->column); });
  std::vector<std::string> names;
  for (std::size_t at = 0, end = 0; at < pits.size(); at = end + 1) {
    const auto name = [&](std::size_t of) { return fmt::format("{}{}", pits[of]->row, pits[of]->column); };
    end = at;
    while (end + 1 < pits.size() && pits[end + 1]->row == pits[at]->row && pits[end + 1]->column == pits[end]->column + 1) ++end;
    if (end < at + 2) end = at;
    names.push_back(end == at ? name(at) : name(at) + " to " + name(end));
  }
  if (store) names.emplace_back("store");
  return names;
}

bool Prose::one_pit(NodeId set) const {
  const Node& n = node(set);
  if (n.op != Op::ConstPits) return n.op == Op::OnePit;
  return rules_.slot_sets[static_cast<std::size_t>(n.value)].count() == 1 && rules_.slot_sets[static_cast<std::size_t>(n.value2)].count() == 1;
}

std::string Prose::fixed_pits(std::int32_t south_set, std::int32_t north_set) const {
  for (const grammar::Zone& zone : rules_.zones) {
    if (south_set == zone.south && north_set == zone.north)
      return zone.south == zone.north ? "`" + zone.name + "`" : fmt::format("{} `{}`", whose(Who::Mover), zone.name);
    if (south_set == zone.north && north_set == zone.south) return fmt::format("{} `{}`", whose(Who::Opponent), zone.name);
  }
  const SlotSet here = rules_.slot_sets[static_cast<std::size_t>(south_set)];
  const bool relative = here != rules_.slot_sets[static_cast<std::size_t>(north_set)];
  if (here.none()) return "no pits";
  const std::vector<grammar::Pit>& slots = rules_.board.slots;
  std::vector<std::string> parts;
  SlotSet pits, rest = here;
  const auto part = [&](const auto& in, const std::string& words) {  // all pits that are `in`, if the set has them all
    SlotSet all;
    for (std::size_t slot = 0; slot < slots.size(); ++slot) all[slot] = !slots[slot].store && in(slots[slot]);
    if (all.none() || (rest & all) != all) return;
    parts.push_back(words);
    rest &= ~all;
  };
  part([](const grammar::Pit&) { return true; }, "all pits");
  for (const Who owner : {Who::South, Who::North, Who::Mover}) {
    const Who who = relative && owner != Who::Mover ? (owner == Who::South ? Who::Mover : Who::Opponent) : owner;
    const std::string prefix = owner == Who::Mover ? "" : whose(who) + " ";
    part([&](const grammar::Pit& pit) { return pit.owner == owner; }, prefix + "pits");
    for (char row = 'A'; row <= 'Z'; ++row)
      part([&](const grammar::Pit& pit) { return pit.owner == owner && pit.row == row; }, fmt::format("{}row {}", prefix, row));
    const std::vector<std::string> names = pit_names(rest, owner);
    if (!names.empty()) parts.push_back(prefix + enumerated(names));
  }
  return enumerated(parts);
}

std::string Prose::pits(NodeId id) {
  return by_name(id, [&] { return pits_said(node(id)); });
}

std::string Prose::where(const Node& n) {
  const Node& condition_node = node(n.b);
  if (condition_node.op == Op::NumberIn && node(condition_node.a).op == Op::Seeds && node(node(condition_node.a).a).op == Op::It) {
    const grammar::CountSet& set = rules_.count_sets[static_cast<std::size_t>(condition_node.value)];
    const grammar::CountSet zero{1};
    if (set == zero) return pits(n.a) + " without seeds";
    if (set == ~zero) return pits(n.a) + " with seeds";
    const std::string number = counts(set);
    if (number.find("number") == std::string::npos) return fmt::format("{} with {}", pits(n.a), amount(number, "seed"));
  }
  const std::string of = pits(n.a);
  if (one_pit(n.a)) return fmt::format("{} if {}", of, said(n.b, true));
  if (const std::optional<std::string> what = of_them(n.b, true, false)) return fmt::format("{} that {}", of, *what);
  const bool compound = is_junction(n.b) && !entered(n.b);
  return fmt::format("each of {} such that {}{}{}", of, compound ? "(" : "", said(n.b, true), compound ? ")" : "");
}

std::string Prose::pits_said(const Node& n) {
  switch (n.op) {
    case Op::ConstPits: return fixed_pits(n.value, n.value2);
    case Op::Where: return where(n);
    case Op::Union: return fmt::format("{} and {}", pits(n.a), pits(n.b));
    case Op::Except: return fmt::format("{} except {}", pits(n.a), pits(n.b));
    case Op::Else: {
      const std::string first = pits(n.a), second = pits(n.b);
      if (first == second || first == "no pits") return second;
      return fmt::format("{}, or if there are none {}", first, second);
    }
    case Op::Run: {
      const std::string which = n.value2 == 1 ? "the pits" : every(n.value2, "pit");
      return fmt::format("{} and {} {} it, one after the other, as long as {}", pit(n.a), which, n.value != 0 ? "before" : "after",
                         condition(n.b));
    }
    case Op::Opposites: return "the pits opposite " + pits(n.a);
    case Op::Targets: return fmt::format("the pits that {} could capture by {}", player_name(n.who), kinds(n.value));
    case Op::OnePit: return pit(n.a);
    default: return cases(n);
  }
}

}  // namespace mnc::cli
