// Stage 2, check: reporting, and the small things all passes need.
#include "grammar/check/context.h"

#include <algorithm>
#include <utility>

namespace mnc::grammar::check {
namespace {

constexpr int kMaxCalls = 1000;  // nested expressions and expansions under way: keeps the stack within 8 MB

}  // namespace

Diagnostic& Context::report(Code code, Span span, std::string message) {
  // Once the ruleset is too large everything is left out, and what is missing is nobody's mistake.
  const bool silent = nodes.overflown() && (code != Code::TooLarge || std::exchange(too_large_, true));
  if (silent || !reported_.insert({code, span.file, span.begin, span.end}).second) {
    dropped_ = Diagnostic{code, span, {}, {}, {}, {}};
    return dropped_;
  }
  Diagnostic& diagnostic = diagnostics_.report(code, span, std::move(message));
  const bool used_elsewhere =
      !expansions.empty() && expansions.front().use && expansions.front().use->begin != span.begin;
  if (used_elsewhere) {
    diagnostic.notes.push_back({*expansions.front().use, quoted(expansions.front().name) + " is used here"});
  }
  return diagnostic;
}

Diagnostic* Context::report_once(Code code, Span span, const std::string& message) {
  constexpr std::size_t kMostPlaces = 3;  // further ones are found when these are put right
  const bool seen = reported_.contains({code, span.file, span.begin, span.end});
  const auto known = said_once_.find(message);
  if (known == said_once_.end()) {
    const std::size_t index = diagnostics_.items().size();
    Diagnostic& diagnostic = report(code, span, message);
    if (index == diagnostics_.items().size()) return nullptr;  // it is not kept
    said_once_.emplace(message, index);
    return &diagnostic;
  }
  if (seen || !reported_.insert({code, span.file, span.begin, span.end}).second) return nullptr;
  diagnostics_.change(known->second, [&](Diagnostic& first) {
    if (first.notes.size() < kMostPlaces) first.notes.push_back({span, "and here"});
  });
  return nullptr;
}

bool Context::enter(Span span) {
  ++depth_;
  if (depth_ <= kMaxCalls && !nodes.overflown()) return true;
  nodes.give_up();
  const Span place = expansions.empty() ? span : expansions.front().use.value_or(span);
  report(Code::TooLarge, place, "the definitions used here make the ruleset too large");
  return false;
}

std::uint32_t Context::kinds_named(std::string_view name) const {
  std::uint32_t bits = 0;
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    if (kinds[i].tree->name.text == name) bits |= 1u << i;
  }
  return bits;
}

std::string quoted(std::string_view word) { return "`" + std::string(word) + "`"; }

std::string listed(const std::vector<std::string>& words, std::string_view last) {
  constexpr std::size_t kMost = 10;  // a longer list is not read
  std::string text;
  const std::size_t shown = std::min(words.size(), kMost);
  for (std::size_t i = 0; i < shown; ++i) {
    if (i > 0) text += i + 1 == words.size() ? " " + std::string(last) + " " : ", ";
    text += quoted(words[i]);
  }
  return shown < words.size() ? text + ", …" : text;
}

std::string suggestion(std::string_view word, const std::vector<std::string>& candidates) {
  const std::string near = closest(word, candidates);
  return near.empty() ? near : "did you mean " + quoted(near) + "?";
}

Span joined(Span first, Span last) {
  if (first.file != last.file) return first;
  return {std::min(first.begin, last.begin), std::max(first.end, last.end), first.file};
}

}  // namespace mnc::grammar::check
