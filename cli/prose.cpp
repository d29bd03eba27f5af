// Conditions as English; see prose.h.
#include "cli/prose.h"

#include <fmt/format.h>

namespace mnc::cli {

using grammar::kNoNode;
using grammar::Node;
using grammar::NodeId;
using grammar::Op;
using grammar::Who;

std::string Prose::condition(NodeId id) { return id == kNoNode ? "always" : said(id, true); }

std::string Prose::said(NodeId id, bool holds) {
  const std::optional<std::size_t> definition = entered(id);
  if (!definition) return plainly(id, holds);
  const std::optional<Named> name = named(*definition, id, [&] { return plainly(id, true); });
  if (!name) return inlined(*definition, [&] { return plainly(id, holds); });
  if (name->about == kNoNode) return fmt::format("{} {}", name->name, verb(Verb::Hold, false, holds));
  return fmt::format("{} {} {}", pit(name->about), verb(Verb::Be, false, holds), name->name);
}

std::string Prose::plainly(NodeId id, bool holds) {
  if (const std::optional<Predicate> one = predicate_of(id, holds)) return one->of + " " + one->one;
  const Node& n = node(id);
  const std::string is = verb(Verb::Be, false, holds);
  switch (n.op) {
    case Op::Truth: return (n.value != 0) == holds ? "always" : "never";
    case Op::Not: return said(n.a, !holds);
    case Op::And: return listed(n.kids, holds, holds);
    case Op::Or: return listed(n.kids, holds, !holds);
    case Op::Equal:
    case Op::NotEqual:
    case Op::Less:
    case Op::LessEqual:
    case Op::Greater:
    case Op::GreaterEqual: return compared(n, holds);
    case Op::NumberIn: return number_in(n, holds);
    case Op::SomePit: return some(n, holds);
    case Op::SamePlayer: return fmt::format("{} {} {}", player(n.a), is, player(n.b));
    case Op::SameDirection: return fmt::format("{} {} {}", direction(n.a), is, direction(n.b));
    case Op::AnswerIs: {
      const auto* const choice = kind_ == nullptr ? nullptr : &kind_->choices.at(static_cast<std::size_t>(n.value));
      if (choice == nullptr) return fmt::format("`{}`{}", excerpt_of(n.span), holds ? "" : " does not hold");
      return fmt::format("{} {} `{}`", choice_name(n), is, choice->answers.at(static_cast<std::size_t>(n.value2)).name);
    }
    case Op::Flag: return fmt::format("{} {} set", state(n.value, n.who), is);
    case Op::CanMove:
      return fmt::format("{} {} {}", player_name(n.who), verb(Verb::Have, false, holds),
                         n.value == 0 ? "a legal move" : "a legal move of the kind " + kinds(n.value));
    case Op::KindIs: return fmt::format("the move {} {}", is, kinds(n.value));
    case Op::PhaseIs:
      return fmt::format("{} {} in the phase `{}`", player_name(n.who), is, rules_.phases[static_cast<std::size_t>(n.value)].name);
    default: return (holds ? "" : "it is not so that ") + cases(n);
  }
}

// Whether it is said with `and` or `or`, if not by its name.
bool Prose::is_junction(NodeId id) const {
  while (node(id).op == Op::Not) id = node(id).a;
  return node(id).op == Op::And || node(id).op == Op::Or;
}

// Kids that together are a definition (a junction in a junction is one) are said by its name.
Prose::Part Prose::part(const std::vector<NodeId>& kids, std::size_t at, bool holds, bool all) {
  Part result{std::nullopt, "", at + 1};
  const std::optional<std::size_t> definition = entered(kids[at]);
  while (definition && result.end < kids.size() && entered(kids[result.end]) == definition) ++result.end;
  if (result.end > at + 1) {
    const std::vector<NodeId> group(kids.begin() + static_cast<std::ptrdiff_t>(at), kids.begin() + static_cast<std::ptrdiff_t>(result.end));
    const auto name = named(*definition, kids[at], [&] { return listed(group, true, all == holds); });
    if (name && name->about != kNoNode) result.of_pit = about_pit(name->about, Verb::Be, holds, " " + name->name);
    else if (name) result.text = name->name + " " + verb(Verb::Hold, false, holds);
    else result.end = at + 1;
    if (name) return result;
  }
  result.of_pit = predicate(kids[at], holds);
  if (result.of_pit) return result;
  result.text = said(kids[at], holds);
  const bool by_name = definition && named(*definition, kids[at], [&] { return plainly(kids[at], true); });
  if (is_junction(kids[at]) && !by_name) result.text = "(" + result.text + ")";
  return result;
}

// Joined by `and` (all) or `or`. What is said of the same pit is said of it once.
std::string Prose::listed(const std::vector<NodeId>& kids, bool holds, bool all) {
  std::string text, of;
  for (std::size_t at = 0; at < kids.size();) {
    const Part next = part(kids, at, holds, all);
    const std::string subject = next.of_pit ? next.of_pit->of : "";
    text += text.empty() ? "" : all ? " and " : " or ";
    text += !next.of_pit ? next.text : subject == of ? next.of_pit->one : subject + " " + next.of_pit->one;
    of = subject;
    at = next.end;
  }
  return text;
}

// ---- what is said of one pit -------------------------------------------------------------------------------

std::optional<Prose::Predicate> Prose::predicate(NodeId id, bool holds) {
  const std::optional<std::size_t> definition = entered(id);
  if (!definition) return predicate_of(id, holds);
  if (const std::optional<Named> name = named(*definition, id, [&] { return plainly(id, true); })) {
    if (name->about == kNoNode) return std::nullopt;
    return about_pit(name->about, Verb::Be, holds, " " + name->name);
  }
  std::optional<Predicate> result;
  (void)inlined(*definition, [&] {
    result = predicate_of(id, holds);
    return std::string();
  });
  return result;
}

Prose::Predicate Prose::about_pit(NodeId of, Verb which, bool holds, const std::string& rest) {
  return {pit(of), node(of).op == Op::It, verb(which, false, holds) + rest, verb(which, true, holds) + rest};
}

std::optional<Prose::Predicate> Prose::predicate_of(NodeId id, bool holds) {
  const Node& n = node(id);
  switch (n.op) {
    case Op::Not: return predicate(n.a, !holds);
    case Op::NumberIn: return seeds_predicate(n, holds);
    case Op::PitIn: return membership(n, holds);
    case Op::SamePit: return about_pit(n.a, Verb::Be, holds, " " + pit(n.b));
    case Op::PitFlag: return about_pit(n.a, Verb::Be, holds, " " + state(n.value, n.who));
    default: return std::nullopt;
  }
}

std::optional<Prose::Predicate> Prose::seeds_predicate(const Node& n, bool holds) {
  const Node& of = node(n.a);
  grammar::CountSet set = rules_.count_sets[static_cast<std::size_t>(n.value)];
  if (!holds) set = ~set;
  const grammar::CountSet zero{1};
  if (of.op == Op::Before) {
    const std::string what = set == zero ? "was empty" : set == ~zero ? "had seeds" : "held " + counts(set);
    const std::string when = place_ == Place::EachSeed ? " before" : " before the last seed fell";
    return Predicate{last_pit(), false, what + when, what + when};
  }
  if (of.op != Op::Seeds) return std::nullopt;
  if (set == zero) return about_pit(of.a, Verb::Be, true, " empty");
  if (set == ~zero) return about_pit(of.a, Verb::Have, true, " seeds");
  const bool denied = simpler(~set, set);
  return about_pit(of.a, Verb::Hold, !denied, " " + counts(denied ? ~set : set));
}

Prose::Predicate Prose::membership(const Node& n, bool holds) {
  const Node& set = node(n.b);
  const auto one_of = [&](const std::string& words) {
    Predicate result = about_pit(n.a, Verb::Be, holds, " one of " + words);
    result.many = verb(Verb::Be, true, holds) + " among " + words;
    return result;
  };
  if (set.op != Op::ConstPits) return one_of(pits(n.b));
  const grammar::SlotSet& here = rules_.slot_sets[static_cast<std::size_t>(set.value)];
  const grammar::SlotSet& there = rules_.slot_sets[static_cast<std::size_t>(set.value2)];
  for (const Who who : {Who::South, Who::North}) {
    grammar::SlotSet side;
    for (std::size_t slot = 0; slot < rules_.board.slots.size(); ++slot) side[slot] = rules_.board.slots[slot].owner == who;
    if (there != here && here == side) return about_pit(n.a, Verb::Be, holds, " " + whose(who == Who::South ? Who::Mover : Who::Opponent));
  }
  return here.count() == 1 && there.count() == 1 ? about_pit(n.a, Verb::Be, holds, " " + pits(n.b)) : one_of(pits(n.b));
}

std::optional<std::string> Prose::of_them(NodeId id, bool holds, bool inner) {
  const Node& n = node(id);
  if (!entered(id) && n.op == Op::Not) return of_them(n.a, !holds, inner);
  if (entered(id) || (n.op != Op::And && n.op != Op::Or)) {
    const std::optional<Predicate> one = predicate(id, holds);
    return one && one->it && node(id).op != Op::SamePit ? std::optional(one->many) : std::nullopt;
  }
  const bool all = (n.op == Op::And) == holds;
  std::string text;
  for (std::size_t at = 0; at < n.kids.size();) {
    const NodeId kid = n.kids[at];
    const bool junction = !entered(kid) && is_junction(kid);
    std::string words;
    if (const std::optional<std::string> inside = junction ? of_them(kid, holds, true) : std::nullopt; inside) {
      words = *inside;
      ++at;
    } else {
      const Part next = part(n.kids, at, holds, all);
      if (!next.of_pit || !next.of_pit->it || node(kid).op == Op::SamePit) return std::nullopt;
      words = next.of_pit->many;
      at = next.end;
    }
    text += (text.empty() ? "" : all ? " and " : " or ") + words;
  }
  return inner ? "(" + text + ")" : text;
}

}  // namespace mnc::cli
