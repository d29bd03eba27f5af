// Conditions, numbers and pits as English; see prose.h. Steps: prose_steps.cpp.
#include "cli/prose.h"

#include <fmt/format.h>

#include <algorithm>

#include "interpreter/notation.h"

namespace mnc::cli {

using grammar::kNoNode;
using grammar::Node;
using grammar::NodeId;
using grammar::Op;
using grammar::Who;

namespace {

const char* whose(Who who) {
  switch (who) {
    case Who::Mover: return "the mover's";
    case Who::Opponent: return "the opponent's";
    case Who::South: return "South's";
    case Who::North: return "North's";
  }
  return "";
}

const char* player_name(Who who) {
  switch (who) {
    case Who::Mover: return "the mover";
    case Who::Opponent: return "the opponent";
    case Who::South: return "South";
    case Who::North: return "North";
  }
  return "";
}

}  // namespace

std::string enumerated(const std::vector<std::string>& parts, const char* word) {
  std::string text;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) text += i + 1 == parts.size() ? std::string(" ") + word + " " : ", ";
    text += parts[i];
  }
  return text;
}

std::string Prose::counts(const grammar::CountSet& set) {
  const std::size_t most = set.size() - 1;
  std::vector<std::string> parts;
  for (std::size_t low = 0; low <= most; ++low) {
    if (!set[low]) continue;
    std::size_t high = low;
    while (high < most && set[high + 1]) ++high;
    if (high == most) parts.push_back(fmt::format("at least {}", low));
    else if (high <= low + 1) parts.push_back(std::to_string(low));
    else parts.push_back(low == 0 ? fmt::format("at most {}", high) : fmt::format("{} to {}", low, high));
    if (high == low + 1 && high != most) parts.push_back(std::to_string(high));
    low = high;
    if (parts.size() > 8) return "certain numbers";
  }
  return enumerated(parts, "or");
}

// ---- conditions --------------------------------------------------------------------------------------------

std::string Prose::condition(NodeId id) const { return id == kNoNode ? "always" : said(id, true); }
std::string Prose::negated(NodeId id) const { return said(id, false); }

std::string Prose::listed(const std::vector<NodeId>& kids, bool holds, const char* word) const {
  std::vector<std::string> parts;
  for (const NodeId kid : kids) {
    const Op op = node(kid).op;
    std::string part = said(kid, holds);
    if (op == Op::And || op == Op::Or) part = "(" + part + ")";
    parts.push_back(std::move(part));
  }
  std::string text;
  for (std::size_t i = 0; i < parts.size(); ++i) text += (i == 0 ? "" : std::string(" ") + word + " ") + parts[i];
  return text;
}

std::string Prose::said(NodeId id, bool holds) const {
  const Node& n = node(id);
  const char* const is = holds ? "is" : "is not";
  switch (n.op) {
    case Op::Truth: return (n.value != 0) == holds ? "always" : "never";
    case Op::Not: return said(n.a, !holds);
    case Op::And: return listed(n.kids, holds, holds ? "and" : "or");
    case Op::Or: return listed(n.kids, holds, holds ? "or" : "and");
    case Op::Equal:
    case Op::NotEqual:
    case Op::Less:
    case Op::LessEqual:
    case Op::Greater:
    case Op::GreaterEqual: return compared(n, holds);
    case Op::NumberIn: return number_in(n, holds);
    case Op::SomePit: return some(n, holds);
    case Op::PitIn: return pit_in(n, holds);
    case Op::SamePit: return fmt::format("{} {} {}", pit(n.a), is, pit(n.b));
    case Op::SamePlayer: return fmt::format("{} {} {}", player(n.a), is, player(n.b));
    case Op::SameDirection: return fmt::format("{} {} {}", direction(n.a), is, direction(n.b));
    case Op::AnswerIs: return answer(n, is);
    case Op::Flag: return fmt::format("{} {} {}", state(n.value, n.who), holds ? "is" : "is not", "set");
    case Op::PitFlag: return fmt::format("{} {} {}", pit(n.a), is, state(n.value, n.who));
    case Op::CanMove:
      return fmt::format("{} {} {}", player_name(n.who), holds ? "has" : "does not have",
                         n.value == 0 ? "a legal move" : "a legal move of the kind " + kinds(n.value));
    case Op::KindIs: return fmt::format("the move {} {}", is, kinds(n.value));
    case Op::PhaseIs:
      return fmt::format("{} {} in the phase {}", player_name(n.who), is, rules_.phases[static_cast<std::size_t>(n.value)].name);
    case Op::Cases: return (holds ? "" : "it is not so that ") + cases(n);
    default: return holds ? "this holds" : "this does not hold";
  }
}

// A state as it is spoken of: one of the whole game has no owner.
std::string Prose::state(std::int32_t index, Who who) const {
  const grammar::State& of = rules_.states[static_cast<std::size_t>(index)];
  return of.per == grammar::State::EachPlayer || of.per == grammar::State::EachPlayerAndPit ? std::string(whose(who)) + " " + of.name : of.name;
}

std::string Prose::answer(const Node& n, const char* is) const {
  const auto index = static_cast<std::size_t>(n.value);
  if (kind_ == nullptr || index >= kind_->choices.size()) return fmt::format("the choice {} made so", is);
  const grammar::Choice& choice = kind_->choices[index];
  return fmt::format("{} {} {}", choice.name, is, choice.answers[static_cast<std::size_t>(n.value2)].name);
}

std::string Prose::pit_in(const Node& n, bool holds) const {
  const char* const is = holds ? "is" : "is not";
  const Node& set = node(n.b);
  if (set.op != Op::ConstPits) return fmt::format("{} {} one of {}", pit(n.a), is, pits(n.b));
  const grammar::SlotSet& here = rules_.slot_sets[static_cast<std::size_t>(set.value)];
  for (const Who who : {Who::South, Who::North}) {
    grammar::SlotSet side;
    for (std::size_t slot = 0; slot < rules_.board.slots.size(); ++slot) side[slot] = rules_.board.slots[slot].owner == who;
    const bool seen = rules_.slot_sets[static_cast<std::size_t>(set.value2)] != here;  // from the mover's side
    if (seen && here == side) return fmt::format("{} {} {}", pit(n.a), is, whose(who == Who::South ? Who::Mover : Who::Opponent));
  }
  return fmt::format("{} {} {}{}", pit(n.a), is, here.count() == 1 ? "" : "one of ", pits(n.b));
}

std::string Prose::compared(const Node& n, bool holds) const {
  const char* words = "";
  switch (n.op) {
    case Op::Equal: words = holds ? "is" : "is not"; break;
    case Op::NotEqual: words = holds ? "is not" : "is"; break;
    case Op::Less: words = holds ? "is less than" : "is at least"; break;
    case Op::LessEqual: words = holds ? "is at most" : "is more than"; break;
    case Op::Greater: words = holds ? "is more than" : "is at most"; break;
    default: words = holds ? "is at least" : "is less than"; break;
  }
  const Node& left = node(n.a);
  if (left.op == Op::Modulo && node(left.b).op == Op::Number && node(left.b).value == 2 && node(n.b).op == Op::Number) {
    const bool odd = (node(n.b).value == 1) == (n.op == Op::Equal);
    return fmt::format("{} is {}", number(left.a), odd == holds ? "odd" : "even");
  }
  return fmt::format("{} {} {}", number(n.a), words, number(n.b));
}

std::string Prose::number_in(const Node& n, bool holds) const {
  grammar::CountSet set = rules_.count_sets[static_cast<std::size_t>(n.value)];
  if (!holds) set = ~set;
  const grammar::CountSet zero{1};
  const Node& of = node(n.a);
  const bool pit_or_set = of.op == Op::Seeds || of.op == Op::SeedsIn;
  const std::string subject = of.op == Op::Seeds ? pit(of.a) : of.op == Op::SeedsIn ? pits(of.a) + " together" : "";
  if (of.op == Op::Before) {
    if (set == zero) return "the last pit was empty before the last seed fell";
    if (set == ~zero) return "the last pit had seeds before the last seed fell";
    return fmt::format("the last pit held {} before the last seed fell", counts(set));
  }
  if (!pit_or_set) return fmt::format("{} is {}", number(n.a), counts(set));
  if (set == zero) return of.op == Op::Seeds ? subject + " is empty" : subject + " are empty";
  if (set == ~zero) return of.op == Op::Seeds ? subject + " has seeds" : subject + " have seeds";
  return fmt::format("{} {} {}", subject, of.op == Op::Seeds ? "holds" : "hold", counts(set));
}

std::string Prose::some(const Node& n, bool holds) const {
  const Node& set = node(n.a);
  const bool every = !holds && set.op == Op::Where && node(set.b).op == Op::Not;
  if (every) return fmt::format("every one of {} is such that {}", pits(set.a), negated(set.b));
  return fmt::format("there {} of {}", holds ? "is one" : "is none", pits(n.a));
}

// ---- numbers and values ------------------------------------------------------------------------------------

std::string Prose::number(NodeId id) const {
  const Node& n = node(id);
  const auto both = [&](const char* sign) { return fmt::format("({} {} {})", number(n.a), sign, number(n.b)); };
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
    case Op::Before: return "what the last pit held before";
    case Op::Column: return "the number of " + pit(n.a);
    case Op::Picked:
    case Op::AnswerNumber: return "the number chosen";
    case Op::Add: return both("+");
    case Op::Subtract: return both("-");
    case Op::Multiply: return both("times");
    case Op::Divide: return both("divided by");
    case Op::Modulo: return fmt::format("the rest of {} divided by {}", number(n.a), number(n.b));
    case Op::Cases: return cases(n);
    default: return "a number";
  }
}

// "X if A, Y if B, otherwise Z"
std::string Prose::cases(const Node& n) const {
  if (n.op != Op::Cases) return "this";
  std::string text;
  for (std::size_t i = 0; i + 1 < n.kids.size(); i += 2)
    text += fmt::format("{} if {}, ", value(n.kids[i]), condition(n.kids[i + 1]));
  return text + "otherwise " + value(n.kids.back());
}

std::string Prose::value(NodeId id) const {
  switch (node(id).type) {
    case grammar::Type::Number: return number(id);
    case grammar::Type::Pit: return pit(id);
    case grammar::Type::Pits: return pits(id);
    case grammar::Type::Player: return player(id);
    case grammar::Type::Direction: return direction(id);
    case grammar::Type::Truth:
      if (node(id).op == Op::Truth) return node(id).value != 0 ? "yes" : "no";
      return node(id).op == Op::Cases ? cases(node(id)) : condition(id);
  }
  return "";
}

std::string Prose::player(NodeId id) const {
  const Node& n = node(id);
  switch (n.op) {
    case Op::ConstPlayer: return player_name(n.who);
    case Op::OwnerOf: return "the owner of " + pit(n.a);
    case Op::LastMover: return "the player who moved last";
    default: return cases(n);
  }
}

std::string Prose::direction(NodeId id) const {
  const Node& n = node(id);
  switch (n.op) {
    case Op::ConstDirection: return n.value == grammar::kClockwise ? "clockwise" : "counterclockwise";
    case Op::CurrentDirection: return "the current direction";
    case Op::Reversed: return "the other direction";
    default: return cases(n);
  }
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

// ---- pits --------------------------------------------------------------------------------------------------

std::string Prose::pit(NodeId id) const {
  const Node& n = node(id);
  switch (n.op) {
    case Op::ConstPit: {
      const auto slot = static_cast<grammar::Slot>(n.value);
      if (slot == grammar::kNoSlot) return "no pit";
      const grammar::Pit& there = rules_.board.slots[static_cast<std::size_t>(slot)];
      const Who owner = there.owner == Who::South ? Who::Mover : there.owner == Who::North ? Who::Opponent : Who::South;
      if (there.store) return fmt::format("{} store", whose(owner));
      const std::string name = engine::slot_text(game_, slot);
      return there.owner == Who::Mover ? name : fmt::format("{} {}{}", whose(owner), there.row, there.column);
    }
    case Op::It: return "it";
    case Op::Origin: return "the starting pit";
    case Op::Last: return "the last pit";
    case Op::LapOrigin: return "the pit this lap was sown from";
    case Op::Opposite: return "the pit opposite " + pit(n.a);
    case Op::Behind: return "the pit behind " + pit(n.a);
    case Op::Next: return "the pit after " + pit(n.a);
    case Op::Previous: return "the pit before " + pit(n.a);
    case Op::PitState: return state(n.value, n.who);
    case Op::AnswerPit: return "the pit chosen";
    case Op::Picked: return "the pit picked";
    case Op::Ahead: return fmt::format("the pit {} {} {}", number(n.b), n.value != 0 ? "before" : "after", pit(n.a));
    case Op::FirstOf: return fmt::format("the first of {} {} {}", pits(n.b), n.value != 0 ? "before" : "after", pit(n.a));
    case Op::Leftmost: return "the leftmost of " + pits(n.a);
    case Op::Rightmost: return "the rightmost of " + pits(n.a);
    case Op::OnlyPit: return "the only pit of " + pits(n.a);
    default: return cases(n);
  }
}

std::string Prose::fixed_pits(const Node& n) const {
  const auto set = [&](std::int32_t index) { return rules_.slot_sets[static_cast<std::size_t>(index)]; };
  grammar::SlotSet south, north, stores;
  for (std::size_t slot = 0; slot < rules_.board.slots.size(); ++slot) {
    const grammar::Pit& there = rules_.board.slots[slot];
    if (there.store) stores.set(slot);
    south[slot] = there.owner != Who::North;
    north[slot] = there.owner != Who::South;
  }
  for (const grammar::Zone& zone : rules_.zones) {
    if (n.value == zone.south && n.value2 == zone.north) return "the mover's " + zone.name;
    if (n.value == zone.north && n.value2 == zone.south) return "the opponent's " + zone.name;
  }
  const grammar::SlotSet here = set(n.value);
  const grammar::SlotSet there = set(n.value2);
  if (here.none()) return "no pits";
  if ((here | stores) == (south | north | stores)) return "all pits";
  if ((here & ~stores) == (south & ~stores) && (there & ~stores) == (north & ~stores)) return "the mover's pits";
  if ((here & ~stores) == (north & ~stores) && (there & ~stores) == (south & ~stores)) return "the opponent's pits";
  std::vector<std::string> names;
  for (std::size_t slot = 0; slot < here.size(); ++slot) {
    if (here[slot]) names.push_back(engine::slot_text(game_, static_cast<engine::Slot>(slot)));
  }
  return enumerated(names);
}

std::string Prose::where(const Node& n) const {
  const Node& condition_node = node(n.b);
  const bool seeds = condition_node.op == Op::NumberIn && node(condition_node.a).op == Op::Seeds &&
                     node(node(condition_node.a).a).op == Op::It;
  if (!seeds) return fmt::format("{} such that {}", pits(n.a), condition(n.b));
  const grammar::CountSet& set = rules_.count_sets[static_cast<std::size_t>(condition_node.value)];
  const grammar::CountSet zero{1};
  if (set == zero) return pits(n.a) + " without seeds";
  if (set == ~zero) return pits(n.a) + " with seeds";
  return fmt::format("{} with {} seeds", pits(n.a), counts(set));
}

std::string Prose::pits(NodeId id) const {
  const Node& n = node(id);
  switch (n.op) {
    case Op::ConstPits: return fixed_pits(n);
    case Op::Where: return where(n);
    case Op::Union: return fmt::format("{} and {}", pits(n.a), pits(n.b));
    case Op::Except: return fmt::format("{} except {}", pits(n.a), pits(n.b));
    case Op::Else: return fmt::format("{}, or if there are none {}", pits(n.a), pits(n.b));
    case Op::Run:
      return fmt::format("{} and {} {} it one after the other, as long as {}", pit(n.a),
                         n.value2 == 1 ? "the pits" : fmt::format("every {}th pit", n.value2),
                         n.value != 0 ? "before" : "after", condition(n.b));
    case Op::Opposites: return "the pits opposite " + pits(n.a);
    case Op::Targets: return fmt::format("the pits that {} could capture by {}", player_name(n.who), kinds(n.value));
    case Op::OnePit: return pit(n.a);
    default: return cases(n);
  }
}

}  // namespace mnc::cli
