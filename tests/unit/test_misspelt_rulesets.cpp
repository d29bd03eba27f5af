// Every bundled ruleset with one thing wrong in it, word by word and sign by sign: the mistake is found where it is.
#include <algorithm>
#include <map>

#include "grammar/tokens.h"
#include "tests/support/bundled.h"
#include "tests/support/catch.h"

namespace {

using namespace mnc;
using namespace mnc::grammar;

struct Place {
  std::size_t begin, end;
};

bool in_word(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '\''; }

// Where each word of the rules stands, in order.
std::map<std::string, std::vector<Place>> words_of(const std::string& rules) {
  std::map<std::string, std::vector<Place>> found;
  for (std::size_t i = 0; i < rules.size();) {
    const std::size_t begin = i;
    while (i < rules.size() && in_word(rules[i])) ++i;
    if (i > begin) found[rules.substr(begin, i - begin)].push_back({begin, i});
    else ++i;
  }
  return found;
}

// Two letters in the middle of a word changed over; the word itself if that makes no other.
std::string misspelt(std::string word) {
  for (std::size_t i = 1; i + 1 < word.size(); ++i) {
    if (word[i] == word[i + 1]) continue;
    std::swap(word[i], word[i + 1]);
    return word;
  }
  return word;
}

std::string replaced(const std::string& text, Place place, const std::string& by) {
  return text.substr(0, place.begin) + by + text.substr(place.end);
}

std::size_t line_at(const std::string& text, std::size_t place) {
  return static_cast<std::size_t>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(place), '\n'));
}

// Whether the first message, or a note of it, stands on the line.
bool points_at(const Compilation& result, const std::string& text, std::size_t line) {
  const Diagnostic& first = result.diagnostics.items().front();
  const auto on_line = [&](Span span) { return span.file == 0 && line_at(text, span.begin) == line; };
  return on_line(first.span) || std::any_of(first.notes.begin(), first.notes.end(), [&](const auto& note) { return on_line(note.span); });
}

bool suggests(const Diagnostic& one, const std::string& word) {
  return one.help.find("`" + word + "`") != std::string::npos || (one.fix && one.fix->replacement == word);
}

}  // namespace

TEST_CASE("a misspelt word in a bundled ruleset is found, and mostly what it was to be is said", "[broken]") {
  int all = 0, unsaid = 0;
  for (const std::string& name : bundled_names()) {
    const std::string text = bundled_text(name);
    int tried = 0;
    for (const auto& [word, places] : words_of(rules_only(text))) {
      const Place place = places.back();
      const std::string bad = misspelt(word);
      const bool is_name = word_kind(word) == Tok::Identifier;
      const bool is_answer = place.end < text.size() && text[place.end] == ':';  // of `ask`: any word will do
      if (word.size() < 4 || bad == word || is_answer || (is_name && places.size() < 2)) continue;
      ++tried;
      const std::string changed = replaced(text, place, bad);
      const Compilation result = check_changed(changed);
      INFO(name << ": " << word << " > " << bad << "\n" << render_text(result.diagnostics, result.sources, false));
      CHECK(result.diagnostics.has_errors());
      if (!result.diagnostics.has_errors()) continue;
      CHECK(points_at(result, changed, line_at(changed, place.begin)));
      if (!suggests(result.diagnostics.items().front(), word)) ++unsaid;
    }
    INFO(name);
    CHECK(tried >= 3);
    all += tried;
  }
  // Where the word before the one that does not fit is misspelt, what was meant cannot always be told.
  INFO(unsaid << " of " << all);
  CHECK(unsaid * 100 < all);
}

TEST_CASE("a bracket, a brace or a colon left out of a bundled ruleset is found", "[broken]") {
  for (const std::string& name : bundled_names()) {
    const std::string text = bundled_text(name);
    const std::string rules = rules_only(text);
    for (std::size_t i = 0; i < rules.size(); ++i) {
      if (std::string_view("{}():").find(rules[i]) == std::string_view::npos) continue;
      const std::string changed = replaced(text, {i, i + 1}, " ");
      const Compilation result = check_changed(changed);
      INFO(name << ", line " << line_at(text, i) + 1 << " without " << rules[i] << "\n" << render_text(result.diagnostics, result.sources, false));
      CHECK(result.diagnostics.has_errors());
    }
  }
}

TEST_CASE("a pit or row that the board of a bundled ruleset has not is found where it is named", "[broken]") {
  for (const std::string& name : bundled_names()) {
    const std::string text = bundled_text(name);
    for (const auto& [word, places] : words_of(rules_only(text))) {
      const bool is_pit = word.size() == 2 && word[0] >= 'A' && word[0] <= 'D' && word[1] >= '1' && word[1] <= '9';
      const bool is_row = word == "row";
      if (!is_pit && !is_row) continue;
      const Place place = is_pit ? places.back() : Place{places.back().end + 1, places.back().end + 2};
      const std::string changed = replaced(text, place, is_pit ? word + "77" : "Q");
      const Compilation result = check_changed(changed);
      INFO(name << ": " << word << "\n" << render_text(result.diagnostics, result.sources, false));
      CHECK(result.diagnostics.has_errors());
      if (result.diagnostics.has_errors()) CHECK(points_at(result, changed, line_at(changed, place.begin)));
    }
  }
}
