#include "grammar/diagnostic.h"

#include <algorithm>
#include <array>
#include <string>
#include <tuple>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace mnc::grammar {
namespace {

constexpr auto kInfos = std::to_array<CodeInfo>({
#define MNC_DIAGNOSTIC(name, code, severity, summary, explanation) {code, Severity::severity, summary, explanation},
#include "grammar/diagnostics.def"
#undef MNC_DIAGNOSTIC
});

// ---- text for a terminal -----------------------------------------------------------------------------------

struct Paint {
  std::string_view error, warning, note, help, gutter, bold, off;
};
constexpr Paint kPlain{};
constexpr Paint kColored{"\x1b[1;31m", "\x1b[1;33m", "\x1b[1;36m", "\x1b[1;32m", "\x1b[1;34m", "\x1b[1m", "\x1b[0m"};

// Longest stretch of a line that is shown, in characters: fits a terminal, and keeps a line of 5 MB off the screen.
constexpr std::size_t kMaxShown = 120;

[[nodiscard]] bool continues_character(char byte) { return (static_cast<unsigned char>(byte) & 0xC0u) == 0x80u; }

[[nodiscard]] std::size_t characters(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return !continues_character(c); }));
}

// The first byte of the character that is `count` characters before (negative) or after byte `from`.
[[nodiscard]] std::size_t step_characters(std::string_view text, std::size_t from, std::ptrdiff_t count) {
  for (; count < 0 && from > 0; ++count) {
    --from;
    while (from > 0 && continues_character(text[from])) --from;
  }
  for (; count > 0 && from < text.size(); --count) {
    ++from;
    while (from < text.size() && continues_character(text[from])) ++from;
  }
  return from;
}

// Control characters and bytes that are not UTF-8 would garble the terminal: each is shown as one sign.
[[nodiscard]] std::string printable(std::string_view text) {
  std::string shown;
  for (std::size_t i = 0; i < text.size();) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if (byte < 0x80) {
      shown += text[i] == '\t'               ? std::string(" ")
               : byte < 0x20 || byte == 0x7F ? std::string("\u00B7")
                                             : std::string(1, text[i]);
      ++i;
      continue;
    }
    std::size_t length = 1;
    while (i + length < text.size() && length < 4 && continues_character(text[i + length])) ++length;
    const std::size_t wanted = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2;
    const bool valid = byte >= 0xC2 && byte <= 0xF4 && length >= wanted;
    shown += valid                          ? std::string(text.substr(i, wanted))
             : continues_character(text[i]) ? std::string()
                                            : std::string("\u00B7");
    i += valid ? wanted : 1;
  }
  return shown;
}

struct Excerpt {
  std::string text;        // the line, or the part of it around the span
  std::size_t indent = 0;  // characters before the underline
  std::size_t width = 1;   // characters underlined
};

[[nodiscard]] Excerpt excerpt(const SourceFile& source, Span span) {
  const LineColumn at = source.line_column(span.begin);
  const std::string_view line = source.line(at.line);
  const std::size_t line_begin =
      line.empty() ? span.begin : static_cast<std::size_t>(line.data() - source.text().data());
  const std::size_t begin = std::min<std::size_t>(span.begin >= line_begin ? span.begin - line_begin : 0, line.size());
  const std::size_t end =
      std::clamp<std::size_t>(span.end >= line_begin ? span.end - line_begin : 0, begin, line.size());
  std::size_t from = 0;
  std::size_t to = line.size();
  if (line.size() > kMaxShown && characters(line.substr(0, 4 * kMaxShown)) > kMaxShown) {
    from = begin > kMaxShown / 2 ? step_characters(line, begin, -static_cast<std::ptrdiff_t>(kMaxShown / 3)) : 0;
    to = step_characters(line, from, kMaxShown);
  }
  Excerpt result;
  result.text = (from > 0 ? "…" : "") + printable(line.substr(from, to - from)) + (to < line.size() ? "…" : "");
  result.indent = characters(line.substr(from, begin - from)) + (from > 0 ? 1 : 0);
  result.width = std::max<std::size_t>(1, characters(line.substr(begin, std::min(end, std::max(begin, to)) - begin)));
  return result;
}

void append_place(std::string& out, const Sources& sources, Span span, std::string_view mark_color, char mark,
                  const Paint& paint) {
  const SourceFile& source = sources[span.file];
  const Excerpt shown = excerpt(source, span);
  const std::string number = std::to_string(source.line_column(span.begin).line);
  const std::string margin(number.size(), ' ');
  out += fmt::format("{} {} |{} {}\n", paint.gutter, number, paint.off, shown.text);
  out += fmt::format("{} {} |{} {}{}{}{}\n", paint.gutter, margin, paint.off, std::string(shown.indent, ' '),
                     mark_color, std::string(shown.width, mark), paint.off);
}

[[nodiscard]] std::string place_name(const Sources& sources, Span span) {
  const LineColumn at = sources[span.file].line_column(span.begin);
  return fmt::format("{}:{}:{}", sources[span.file].name(), at.line, at.column);
}

void append_diagnostic(std::string& out, const Diagnostic& diagnostic, const Sources& sources, const Paint& paint) {
  const CodeInfo& code = info(diagnostic.code);
  const bool error = code.severity == Severity::Error;
  const std::string_view color = error ? paint.error : paint.warning;
  out += fmt::format("{}{}:{} {}{}[{}]:{} {}{}{}\n", paint.bold, place_name(sources, diagnostic.span), paint.off, color,
                     error ? "error" : "warning", code.id, paint.off, paint.bold, printable(diagnostic.message),
                     paint.off);
  append_place(out, sources, diagnostic.span, color, '^', paint);
  for (const Diagnostic::Note& note : diagnostic.notes) {
    out += fmt::format("{}: {}note:{} {}\n", place_name(sources, note.span), paint.note, paint.off,
                       printable(note.message));
    append_place(out, sources, note.span, paint.note, '-', paint);
  }
  if (!diagnostic.help.empty())
    out += fmt::format("  {}help:{} {}\n", paint.help, paint.off, printable(diagnostic.help));
}

// ---- JSON --------------------------------------------------------------------------------------------------

using Json = nlohmann::ordered_json;

[[nodiscard]] Json place_json(const Sources& sources, Span span) {
  const SourceFile& source = sources[span.file];
  const LineColumn begin = source.line_column(span.begin);
  const LineColumn end = source.line_column(span.end);
  return {{"file", source.name()},  {"begin", span.begin},  {"end", span.end},         {"line", begin.line},
          {"column", begin.column}, {"end_line", end.line}, {"end_column", end.column}};
}

[[nodiscard]] Json diagnostic_json(const Diagnostic& diagnostic, const Sources& sources) {
  const CodeInfo& code = info(diagnostic.code);
  Json object = place_json(sources, diagnostic.span);
  object["severity"] = code.severity == Severity::Error ? "error" : "warning";
  object["code"] = code.id;
  object["message"] = diagnostic.message;
  object["notes"] = Json::array();
  for (const Diagnostic::Note& note : diagnostic.notes) {
    Json place = place_json(sources, note.span);
    place["message"] = note.message;
    object["notes"].push_back(std::move(place));
  }
  object["help"] = diagnostic.help.empty() ? Json() : Json(diagnostic.help);
  object["replacement"] = Json();
  if (diagnostic.fix) {
    object["replacement"] = {{"begin", diagnostic.fix->span.begin},
                             {"end", diagnostic.fix->span.end},
                             {"text", diagnostic.fix->replacement}};
  }
  return object;
}

// ---- spelling ----------------------------------------------------------------------------------------------

constexpr std::size_t kLongestCompared = 64;  // bytes; no name is misspelt at such a length
constexpr std::size_t kMostEdits = 2;

// Edits (insert, delete, replace, swap neighbours) between two words, up to `limit`; more counts as limit + 1.
[[nodiscard]] std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t limit) {
  const std::size_t difference = a.size() > b.size() ? a.size() - b.size() : b.size() - a.size();
  if (difference > limit) return limit + 1;
  using Distances = std::array<std::size_t, kLongestCompared + kMostEdits + 1>;
  Distances before_last{}, last{}, row{};
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], before_last[j - 2] + 1);
    }
    if (*std::min_element(row.begin(), row.begin() + static_cast<std::ptrdiff_t>(b.size()) + 1) > limit) return limit + 1;
    before_last = std::exchange(last, row);
  }
  return std::min(last[b.size()], limit + 1);
}

}  // namespace

std::string lower_case(std::string_view word) {
  std::string lower(word);
  for (char& c : lower) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return lower;
}

const CodeInfo& info(Code code) { return kInfos[static_cast<std::size_t>(code)]; }

const std::vector<Code>& all_codes() {
  static const std::vector<Code> kAll = [] {
    std::vector<Code> codes;
    for (std::size_t i = 0; i < kInfos.size(); ++i) codes.push_back(static_cast<Code>(i));
    return codes;
  }();
  return kAll;
}

Diagnostic& Diagnostics::report(Code code, Span span, std::string message) {
  if (info(code).severity == Severity::Error) ++errors_;
  Diagnostic diagnostic{code, span, std::move(message), {}, {}, {}};
  if (items_.size() >= kMax) return overflow_ = std::move(diagnostic);
  items_.push_back(std::move(diagnostic));
  return items_.back();
}

void Diagnostics::forget(Span region) {
  const auto dropped = std::erase_if(items_, [&](const Diagnostic& one) {
    const bool inside = one.span.file == region.file && one.span.begin >= region.begin && one.span.begin < region.end;
    return inside && info(one.code).severity == Severity::Error;
  });
  errors_ -= dropped;
}

void Diagnostics::sort() {
  const auto key = [](const Diagnostic& d) { return std::tuple(d.span.file, d.span.begin); };
  std::stable_sort(items_.begin(), items_.end(),
                   [&](const Diagnostic& a, const Diagnostic& b) { return key(a) < key(b); });
}

// Words people use for words of the language.
constexpr std::array<std::pair<std::string_view, std::string_view>, 25> kSynonyms{{
    {"has", "holds"}, {"have", "hold"}, {"contains", "holds"}, {"contain", "hold"}, {"anticlockwise", "counterclockwise"},
    {"my", "own"}, {"their", "opponent's"}, {"opponents", "opponent's"}, {"enemy", "opponent's"}, {"take", "capture"},
    {"else", "otherwise"}, {"stones", "seeds"}, {"stone", "seeds"}, {"holes", "pits"}, {"hole", "pit"}, {"south", "South"},
    {"north", "North"}, {"won", "wins"}, {"continue", "relay"}, {"points", "seeds"}, {"mover's", "own"}, {"player's", "own"},
    {"one's", "own"}, {"enemy's", "opponent's"}, {"other's", "opponent's"},
}};

// Letters swapped are likelier than one left out.
struct Near {
  std::size_t distance;
  bool other_length;
  const std::string* word;
};

std::vector<std::string> near_words(std::string_view word, const std::vector<std::string>& candidates) {
  std::vector<std::string> found;
  if (word.size() > kLongestCompared) return found;
  const std::string lower = lower_case(word);
  for (const auto& [said, meant] : kSynonyms)
    if (lower == said && std::find(candidates.begin(), candidates.end(), meant) != candidates.end()) found.emplace_back(meant);
  const std::size_t limit = word.size() >= 6 ? kMostEdits : word.size() >= 2 ? 1 : 0;
  std::vector<Near> near;
  for (const std::string& candidate : candidates) {
    if (candidate == word) continue;
    const std::size_t distance = edit_distance(lower, lower_case(candidate), limit);
    const bool too_short = word.size() == 2 && distance == 1 && candidate.size() != 3;  // `al` is `all`, `of` is no `if`
    if (distance <= limit && !too_short) near.push_back({distance, candidate.size() != word.size(), &candidate});
  }
  const auto key = [](const Near& one) { return std::pair(one.distance, one.other_length); };
  std::stable_sort(near.begin(), near.end(), [&](const Near& a, const Near& b) { return key(a) < key(b); });
  for (const Near& one : near) found.push_back(*one.word);
  return found;
}

std::string closest(std::string_view word, const std::vector<std::string>& candidates) {
  const auto near = near_words(word, candidates);
  return near.empty() ? std::string() : near.front();
}

std::string render_text(const Diagnostics& diagnostics, const Sources& sources, bool color) {
  const Paint& paint = color ? kColored : kPlain;
  std::string out;
  for (const Diagnostic& diagnostic : diagnostics.items()) append_diagnostic(out, diagnostic, sources, paint);
  if (diagnostics.items().size() == Diagnostics::kMax && diagnostics.errors() > Diagnostics::kMax) {
    out += fmt::format("… {} errors in all\n", diagnostics.errors());
  }
  return out;
}

std::string render_json(const Diagnostics& diagnostics, const Sources& sources) {
  Json array = Json::array();
  for (const Diagnostic& diagnostic : diagnostics.items()) array.push_back(diagnostic_json(diagnostic, sources));
  // Bytes that are not UTF-8 are replaced: JSON is UTF-8 whatever the ruleset was.
  return array.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

}  // namespace mnc::grammar
