// Numbers, pits, sets of pits, players and directions as English; see prose.h.
#include <fmt/format.h>

#include <algorithm>

#include "cli/prose.h"
#include "interpreter/notation.h"

namespace mnc::cli {

using grammar::kNoNode;
using grammar::Node;
using grammar::NodeId;
using grammar::Op;
using grammar::SlotSet;
using grammar::Who;

// ---- players -----------------------------------------------------------------------------------------------

Who Prose::seen(Who who) const {
  if (!flipped_ || who == Who::South || who == Who::North) return who;
  return who == Who::Mover ? Who::Opponent : Who::Mover;
}

std::string Prose::whose(Who who) const {
  switch (seen(who)) {
    case Who::Mover: return each_ ? "their own" : "the mover's";
    case Who::Opponent: return each_ ? "the other player's" : "the opponent's";
    case Who::South: return "South's";
    case Who::North: return "North's";
  }
  return "";
}

std::string Prose::player_name(Who who) const {
  switch (seen(who)) {
    case Who::Mover: return each_ ? "the player" : "the mover";
    case Who::Opponent: return each_ ? "the other player" : "the opponent";
    case Who::South: return "South";
    case Who::North: return "North";
  }
  return "";
}

std::string Prose::player(NodeId id) {
  const Node& n = node(id);
  switch (n.op) {
    case Op::ConstPlayer: return player_name(n.who);
    case Op::OwnerOf: return "the owner of " + pit(n.a);
    case Op::LastMover: return "the player who moved last";
    default: return cases(n);
  }
}

// A state as it is spoken of: one of the whole game has no owner.
std::string Prose::state(std::int32_t index, Who who) const {
  const grammar::State& of = rules_.states[static_cast<std::size_t>(index)];
  const bool owned = of.per == grammar::State::EachPlayer || of.per == grammar::State::EachPlayerAndPit;
  return fmt::format("{}`{}`", owned ? whose(who) + " " : "", of.name);
}

std::string Prose::kinds(std::int32_t bits) const {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < rules_.kinds.size(); ++i) {
    const bool in = (static_cast<std::uint32_t>(bits) >> i & 1u) != 0;
    if (in && std::find(names.begin(), names.end(), "`" + rules_.kinds[i].name + "`") == names.end())
      names.push_back("`" + rules_.kinds[i].name + "`");
  }
  return enumerated(names, "or");
}

// ---- numbers and values ------------------------------------------------------------------------------------

std::string Prose::number(NodeId id) {
  return by_name(id, [&] { return number_said(node(id)); });
}

std::string Prose::operand(NodeId id) {
  const Op op = node(id).op;
  const bool simple = op < Op::Add || op > Op::Modulo || entered(id);
  return simple ? number(id) : "(" + number(id) + ")";
}

std::string Prose::choice_name(const Node& n) const {
  if (kind_ == nullptr) return "`" + excerpt_of(n.span) + "`";
  return "`" + kind_->choices.at(static_cast<std::size_t>(n.value)).name + "`";
}

std::string Prose::number_said(const Node& n) {
  const auto both = [&](const char* word) { return fmt::format("{} {} {}", operand(n.a), word, operand(n.b)); };
  switch (n.op) {
    case Op::Number: return std::to_string(n.value);
    case Op::Seeds: return "the number of seeds in " + pit(n.a);
    case Op::SeedsIn: return "the number of seeds in " + pits(n.a);
    case Op::Count: return "the number of pits in " + pits(n.a);
    case Op::Reserve: return fmt::format("{} reserve", whose(n.who));
    case Op::Won: return fmt::format("the number of seeds {} has won", player_name(n.who));
    case Op::Counter: return state(n.value, n.who);
    case Op::Lap: return "the number of this lap";
    case Op::Sown: return "the number of seeds sown in this lap";
    case Op::Remaining: return "the number of seeds still to be sown";
    case Op::Captured: return "the number of seeds captured in this move";
    case Op::Ply: return "the number of the turn";
    case Op::Occurrences: return "the number of times this position has occurred";
    case Op::Before: return fmt::format("what {} held before", last_pit());
    case Op::Column: return "the column of " + pit(n.a);
    case Op::Picked: return "`" + excerpt_of(n.span) + "`";
    case Op::AnswerNumber: return choice_name(n);
    case Op::Add: return both("plus");
    case Op::Subtract: return both("minus");
    case Op::Multiply: return both("times");
    case Op::Divide: return both("divided by");
    case Op::Modulo: return fmt::format("the remainder of {} divided by {}", operand(n.a), operand(n.b));
    default: return cases(n);
  }
}

// "X if A, Y if B, otherwise Z"
std::string Prose::cases(const Node& n) {
  std::string text;
  for (std::size_t i = 0; i + 1 < n.kids.size(); i += 2)
    text += fmt::format("{} if {}, ", value(n.kids[i]), condition(n.kids[i + 1]));
  return text + "otherwise " + value(n.kids.back());
}

std::string Prose::value(NodeId id) {
  switch (node(id).type) {
    case grammar::Type::Number: return number(id);
    case grammar::Type::Pit: return pit(id);
    case grammar::Type::Pits: return pits(id);
    case grammar::Type::Player: return player(id);
    case grammar::Type::Direction: return direction(id);
    case grammar::Type::Truth:
      if (node(id).op == Op::Truth) return node(id).value != 0 ? "yes" : "no";
      return condition(id);
  }
  return "";
}

std::string Prose::direction(NodeId id) {
  return by_name(id, [&]() -> std::string {
    const Node& n = node(id);
    const grammar::Circuit& circuit = rules_.board.circuits[circuit_];
    switch (n.op) {
      case Op::ConstDirection:
        if (!circuit.oriented) return n.value == circuit.forwards[0] ? "forwards" : "backwards";
        return n.value == grammar::kClockwise ? "clockwise" : "counterclockwise";
      case Op::CurrentDirection: return "the current direction";
      case Op::Reversed: return "the other direction";
      default: return cases(n);
    }
  });
}

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
