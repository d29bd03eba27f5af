// Numbers, players and directions as English, and conditions about numbers and sets; see prose.h.
#include <fmt/format.h>

#include <algorithm>

#include "cli/prose.h"

namespace mnc::cli {

using grammar::Node;
using grammar::NodeId;
using grammar::Op;
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
      case Op::DirectionState: return state(n.value, n.who);
      case Op::Reversed: return "the other direction";
      default: return cases(n);
    }
  });
}

// ---- conditions --------------------------------------------------------------------------------------

std::string Prose::compared(const Node& n, bool holds) {
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
  const bool equal = n.op == Op::Equal || n.op == Op::NotEqual;
  if (equal && left.op == Op::Modulo && node(left.b).op == Op::Number && node(left.b).value == 2 && node(n.b).op == Op::Number) {
    const bool odd = (node(n.b).value == 1) == (n.op == Op::Equal);
    return fmt::format("{} is {}", number(left.a), odd == holds ? "odd" : "even");
  }
  if (n.op == Op::Equal && left.op == Op::Occurrences && holds)
    return fmt::format("this position has occurred {}", amount(number(n.b), "time"));
  return fmt::format("{} {} {}", number(n.a), words, number(n.b));
}

std::string Prose::number_in(const Node& n, bool holds) {
  grammar::CountSet set = rules_.count_sets[static_cast<std::size_t>(n.value)];
  if (!holds) set = ~set;
  const grammar::CountSet zero{1};
  const Node& of = node(n.a);
  if (of.op == Op::Occurrences) return fmt::format("this position has occurred {}", amount(counts(set), "time"));
  if (of.op != Op::SeedsIn) return fmt::format("{} is {}", number(n.a), counts(set));
  if (set == zero) return fmt::format("{} are empty", pits(of.a));
  if (set == ~zero) return fmt::format("{} have seeds", pits(of.a));
  return fmt::format("{} together hold {}", pits(of.a), counts(set));
}

std::string Prose::some(const Node& n, bool holds) {
  const Node& set = node(n.a);
  const bool by_name = entered(n.a).has_value();
  const std::string is = verb(Verb::Be, false, holds);
  if (!by_name && set.op == Op::OnePit && node(set.a).op == Op::PitState) return fmt::format("{} {} set", pit(set.a), is);
  if (by_name || set.op != Op::Where) return fmt::format("there {} in {}", holds ? "is a pit" : "is no pit", pits(n.a));
  const std::string of = pits(set.a);
  const bool every = !holds && node(set.b).op == Op::Not;
  const std::optional<Predicate> one = predicate(set.b, !every);
  if (one_pit(set.a)) {
    if (const std::optional<Predicate> sole = predicate(set.b, holds); sole && sole->it) return of + " " + sole->one;
    return fmt::format("{} {} such that {}", of, is, said(set.b, true));
  }
  if (of == "all pits" && one && one->it) return fmt::format("{} pit {}", every ? "every" : holds ? "some" : "no", one->one);
  if (one && one->it) return fmt::format("{} of {} {}", every ? "every one" : holds ? "one" : "none", of, one->one);
  if (every) return fmt::format("of every one of {} it is true that {}", of, said(set.b, false));
  return fmt::format("there is {} of {} such that {}", holds ? "one" : "none", of, said(set.b, true));
}

}  // namespace mnc::cli
