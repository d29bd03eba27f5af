// Stage 1: matching the table of phrases against tokens.
#include "grammar/phrases.h"

#include <algorithm>
#include <array>
#include <vector>

namespace mnc::grammar {
namespace {

enum class Where : std::uint8_t { Any, File, Board, Move, Steps, Rows };

struct Row {
  Where where;
  PhraseKind kind;
  std::string_view said, meant, why;
};

constexpr auto kRows = std::to_array<Row>({
#define MNC_PHRASE(where, said, meant, why) {Where::where, PhraseKind::Sure, said, meant, why},
#define MNC_LOOSE_PHRASE(where, said, meant, why) {Where::where, PhraseKind::Loose, said, meant, why},
#include "grammar/phrases.def"
#undef MNC_PHRASE
});

constexpr std::size_t kLongest = 20;  // tokens of a phrase, those in place of `…` included
constexpr std::size_t kMostBetween = 16;  // tokens in place of `…`: more are no phrase any more

[[nodiscard]] std::vector<std::string_view> split(std::string_view text, char at) {
  std::vector<std::string_view> parts;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(at), text.size());
    parts.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

[[nodiscard]] bool fits(Where where, std::optional<Block> block) {
  if (where == Where::Any) return true;
  if (!block) return false;
  switch (*block) {
    case Block::Header:
    case Block::File: return where == Where::File;
    case Block::Board: return where == Where::Board;
    case Block::Phase: return false;
    case Block::Move: return where == Where::Move;
    case Block::Steps: return where == Where::Move || where == Where::Steps;
    case Block::Table:
    case Block::Answers: return where == Where::Rows;
  }
  return false;
}

class Matcher {
 public:
  Matcher(const Tokens& tokens, std::string_view text, std::size_t at, const Situation& situation)
      : tokens_(tokens), text_(text), at_(at), situation_(situation) {}

  [[nodiscard]] std::optional<Phrase> match(const Row& row) {
    const auto parts = split(row.said, ' ');
    for (std::size_t begin = at_ < kLongest ? 0 : at_ - kLongest; begin <= at_; ++begin) {
      words_.clear();
      end_ = begin;
      if (!reads(parts, 0, begin, false)) continue;
      Phrase phrase{begin, end_, filled(row.why), filled(row.meant)};
      if (!phrase.replacement.empty())
        phrase.help = "write `" + phrase.replacement + "`" + (phrase.help.empty() ? "" : ": " + phrase.help);
      if (phrase.replacement.find("…") != std::string::npos) phrase.replacement.clear();
      return phrase;
    }
    return std::nullopt;
  }

 private:
  // The parts from `part` on at token `i`. passed: the token in question has been met, in a way that counts.
  bool reads(const std::vector<std::string_view>& parts, std::size_t part, std::size_t i, bool passed) {
    if (part == parts.size()) return passed && (end_ = i, true);
    if (parts[part] == "_") return (passed || i == at_) && (end_ = i, true);
    if (parts[part] == "…") return leaps(parts, part, i, passed);
    if (i >= tokens_.kinds.size() || !is(parts[part], i) || (part > 0 && tokens_.at(i).first_on_line)) return false;
    words_.push_back(word(i));
    const bool counts = i == at_ && (!situation_.literal || !is_class(parts[part]));
    if (reads(parts, part + 1, i + 1, passed || counts)) return true;
    words_.pop_back();
    return false;
  }

  bool leaps(const std::vector<std::string_view>& parts, std::size_t part, std::size_t i, bool passed) {
    words_.push_back("…");
    for (std::size_t between = 0; between < kMostBetween && i < at_ && goes_on(i); ++between, ++i) {
      if (reads(parts, part + 1, i + 1, passed)) return true;
    }
    words_.pop_back();
    return false;
  }

  // Whether a phrase may have this token in its middle.
  [[nodiscard]] bool goes_on(std::size_t i) const {
    const Tok kind = tokens_.at(i).kind;
    const bool predicate = kind == Tok::If || kind == Tok::When || between(kind, Tok::Is, Tok::Were) || between(kind, Tok::Holds, Tok::Cannot);
    return kind != Tok::OpenBrace && kind != Tok::CloseBrace && !is_clause_word(kind) && !predicate && !tokens_.at(i).first_on_line;
  }

  [[nodiscard]] static bool is_class(std::string_view part) {
    return part.find_first_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ#") != std::string_view::npos;
  }

  [[nodiscard]] bool is(std::string_view part, std::size_t i) const {
    if (part.starts_with('^')) {
      part.remove_prefix(1);
      if (!begins_clause_at(i)) return false;
    }
    if (part.starts_with('!') && part.size() > 1 && part[1] != '=') {
      part.remove_prefix(1);
      if (i == at_ && !situation_.complete) return false;
    }
    if (part == "|") return tokens_.at(i).kind == Tok::Bar;
    const auto choices = split(part, '|');
    return std::any_of(choices.begin(), choices.end(), [&](std::string_view one) { return is_one(one, i); });
  }

  [[nodiscard]] bool is_one(std::string_view one, std::size_t i) const {
    const Tok kind = tokens_.at(i).kind;
    if (one == "#") return kind == Tok::Number;
    if (one == "PIT") return kind == Tok::PitName;
    if (one == "TEXT") return kind == Tok::Text;
    if (one == "WORD") return is_free_word(kind);
    if (one == "GIVEN") return situation_.declared && situation_.declared(i);
    if (one == "NAME") return is_free_word(kind) || is_clause_word(kind);
    if (one == "TERM") {
      return is_free_word(kind) || kind == Tok::PitName || kind == Tok::OpenParen || kind == Tok::OpenBrace ||
             kind == Tok::Own || between(kind, Tok::OpponentS, Tok::NorthS);
    }
    if (kind == Tok::Identifier && situation_.declared && situation_.declared(i)) return false;
    const std::string said = spelling(kind).empty() ? word(i) : std::string(spelling(kind));
    return std::equal(said.begin(), said.end(), one.begin(), one.end(), [](char a, char b) { return lower(a) == lower(b); });
  }

  [[nodiscard]] bool begins_clause_at(std::size_t i) const {
    if (i == 0 || tokens_.at(i).first_on_line) return true;
    const Tok before = tokens_.at(i - 1).kind;
    return before == Tok::OpenBrace || before == Tok::CloseBrace || before == Tok::Comma || before == Tok::Colon;
  }

  [[nodiscard]] std::string word(std::size_t i) const {
    const Span span = tokens_.at(i).span;
    return std::string(text_.substr(span.begin, span.end - span.begin));
  }

  [[nodiscard]] static char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

  // The text with the words of the phrase put in place of $1 … $9.
  [[nodiscard]] std::string filled(std::string_view text) const {
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
      const bool blank = text[i] == '$' && i + 1 < text.size();
      result += blank ? words_[static_cast<std::size_t>(text[++i] - '1')] : std::string(1, text[i]);
    }
    return result;
  }

  const Tokens& tokens_;
  std::string_view text_;
  std::size_t at_;
  const Situation& situation_;
  std::size_t end_ = 0;
  std::vector<std::string> words_;  // the tokens met so far, by part
};

}  // namespace

std::optional<Phrase> phrase_at(const Tokens& tokens, std::string_view text, std::size_t at, const Situation& situation,
                                PhraseKind kind) {
  Matcher matcher(tokens, text, at, situation);
  for (const Row& row : kRows) {
    if (row.kind != kind || !fits(row.where, situation.block)) continue;
    if (auto phrase = matcher.match(row)) return phrase;
  }
  return std::nullopt;
}

}  // namespace mnc::grammar
