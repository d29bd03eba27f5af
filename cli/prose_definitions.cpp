// Which definition a node comes from, and whether to say it by its name; see prose.h.
// The checked ruleset has definitions expanded. Their nodes keep the places where they were written: a node that was
// written in a definition that is not being read begins a use of it.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <utility>

#include "cli/excerpt.h"
#include "cli/prose.h"

namespace mnc::cli {

using grammar::kNoNode;
using grammar::NodeId;
using grammar::Span;

namespace {

constexpr std::size_t kShort = 40;  // bytes; what takes no more is said where it is used

bool within(Span inner, Span outer) {
  return inner.file == outer.file && inner.begin >= outer.begin && inner.end <= outer.end;
}

bool has_word(const std::string& text, const std::string& word) {
  const auto of_a_word = [&](std::size_t at) {
    return at < text.size() && (std::isalnum(static_cast<unsigned char>(text[at])) != 0 || text[at] == '_' || text[at] < 0);
  };
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) {
    if ((at == 0 || !of_a_word(at - 1)) && !of_a_word(at + word.size())) return true;
  }
  return false;
}

}  // namespace

Prose::Prose(const Loaded& loaded) : loaded_(loaded), game_(*loaded.game), rules_(game_.ruleset()) {
  for (const grammar::ast::Item& item : loaded.compilation->tree->items) {
    if (const auto* define = std::get_if<grammar::ast::Define>(&item.node))
      definitions_.push_back({define->name.text, define->value->span, "", std::holds_alternative<grammar::ast::Chain>(define->value->node)});
  }
  for (Definition& one : definitions_) {
    const std::string text = excerpt(loaded, one.span, std::string::npos);
    one.whole = one.whole && std::none_of(definitions_.begin(), definitions_.end(),
                             [&](const Definition& other) { return other.name != one.name && has_word(text, other.name); });
  }
}

std::string Prose::excerpt_of(Span span) const { return excerpt(loaded_, span); }

std::optional<std::size_t> Prose::definition_of(Span span) const {
  const auto found = std::find_if(definitions_.begin(), definitions_.end(),
                                  [&](const Definition& one) { return within(span, one.span); });
  if (found == definitions_.end()) return std::nullopt;
  return static_cast<std::size_t>(found - definitions_.begin());
}

std::optional<std::size_t> Prose::entered(NodeId id) const {
  const std::optional<std::size_t> definition = definition_of(node(id).span);
  const bool open = definition && std::any_of(open_.begin(), open_.end(),
                                              [&](const Frame& frame) { return frame.definition == *definition; });
  return open ? std::nullopt : definition;
}

bool Prose::begins(NodeId id, std::size_t definition) const {
  return within(definitions_[definition].span, node(id).span);
}

const Prose::Told& Prose::told(std::size_t definition, NodeId key, bool flipped, const Render& render) {
  const auto [at, fresh] = tellings_.try_emplace({key, flipped, place_, kind_, circuit_});
  if (!fresh) return at->second;
  const bool was_flipped = std::exchange(flipped_, flipped);
  const bool was_each = std::exchange(each_, false);
  open_.push_back({definition, true});
  Told result{render(), kNoNode};
  result.about = open_.back().about;
  open_.pop_back();
  flipped_ = was_flipped;
  each_ = was_each;
  return tellings_[{key, flipped, place_, kind_, circuit_}] = std::move(result);
}

std::optional<Prose::Named> Prose::named(std::size_t definition, NodeId key, const Render& render) {
  if (!begins(key, definition) && !(definitions_[definition].whole && node(key).type == grammar::Type::Truth)) return std::nullopt;
  const Told first = told(definition, key, false, render);
  if (first.text.size() <= kShort) return std::nullopt;
  std::string& meaning = definitions_[definition].meaning;
  const std::string name = "`" + definitions_[definition].name + "`";
  // What is used first may be the opponent's: then the other side speaks as the definition is written.
  const auto speaks_of_opponent = [](const std::string& text) { return text.find("opponent") != std::string::npos; };
  const bool as_written = speaks_of_opponent(first.text) == speaks_of_opponent(excerpt(loaded_, definitions_[definition].span, std::string::npos));
  if (meaning.empty()) meaning = as_written ? first.text : told(definition, key, true, render).text;
  if (meaning == first.text) return Named{name, first.about};
  if (meaning == told(definition, key, true, render).text) return Named{fmt::format("{} {}", whose(grammar::Who::Opponent), name), first.about};
  return std::nullopt;
}

std::string Prose::inlined(std::size_t definition, const Render& render) {
  open_.push_back({definition, false});
  std::string text = render();
  open_.pop_back();
  return text;
}

std::string Prose::by_name(NodeId id, const Render& render) {
  const std::optional<std::size_t> definition = entered(id);
  if (!definition) return render();
  const std::optional<Named> name = named(*definition, id, render);
  if (!name) return inlined(*definition, render);
  return name->about == kNoNode ? name->name : name->name + " of " + pit(name->about);
}

std::optional<std::string> Prose::passed_in(NodeId id) {
  const std::optional<std::size_t> definition = definition_of(node(id).span);
  auto home = open_.end();  // behind the frame where the node was written
  while (home != open_.begin() && (!definition || (home - 1)->definition != *definition)) --home;
  if (home == open_.end() || (definition && home == open_.begin())) return std::nullopt;
  bool told = false;
  for (auto frame = home; frame != open_.end(); ++frame) {
    told = told || frame->told;
    if (frame->told) frame->about = id;
  }
  if (told) return "it";
  const std::vector<Frame> inner(home, open_.end());
  open_.erase(home, open_.end());
  std::string text = pit(id);
  open_.insert(open_.end(), inner.begin(), inner.end());
  return text;
}

std::vector<std::string> Prose::definitions() const {
  std::vector<std::string> lines;
  for (const Definition& one : definitions_) {
    if (!one.meaning.empty()) lines.push_back("`" + one.name + "`: " + one.meaning);
  }
  return lines;
}

}  // namespace mnc::cli
