// Stage 1: matching the table of phrases against tokens.
#include "grammar/phrases.h"

#include <algorithm>
#include <array>
#include <bitset>
#include <unordered_map>
#include <utility>
#include <vector>

#include "grammar/diagnostic.h"

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
constexpr std::uint32_t kLongestWord = 32;  // bytes: of the words of phrases
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

// ---- the table, read once ----------------------------------------------------------------------------------

// What a token may be: a word of the table, by its number, or one of these.
enum Class : int { kNumber = -9, kPit, kText, kWord, kGiven, kName, kTerm, kNoWord };

struct Part {
  enum Kind : std::uint8_t { Token, Gap, Lookahead };  // Gap: `…`, Lookahead: `_`
  Kind kind = Token;
  bool begins_clause = false, after_clause = false;
  bool any = false;            // of a class of tokens
  std::vector<int> choices;
};

using RowSet = std::bitset<kRows.size()>;

class Table {
 public:
  static const Table& get() {
    static const Table table;
    return table;
  }
  [[nodiscard]] const std::vector<Part>& parts(const Row& row) const { return rows_[static_cast<std::size_t>(&row - kRows.data())]; }
  [[nodiscard]] int word(const std::string& in_lower_case) const {
    const auto known = words_.find(in_lower_case);
    return known == words_.end() ? kNoWord : known->second;
  }

  // The rows that may begin with a token.
  [[nodiscard]] RowSet beginning(int word) const {
    const auto known = beginning_.find(word);
    return known == beginning_.end() ? RowSet() : known->second;
  }

 private:
  Table() {
    for (const Row& row : kRows) {
      auto& parts = rows_.emplace_back();
      for (const std::string_view text : split(row.said, ' ')) parts.push_back(part(text));
      for (const int first : parts[0].choices) beginning_[std::max(first, static_cast<int>(kNoWord))].set(rows_.size() - 1);
    }
  }

  [[nodiscard]] Part part(std::string_view text) {
    Part out;
    if (text == "_") out.kind = Part::Lookahead;
    if (text == "…") out.kind = Part::Gap;
    if (out.kind != Part::Token) return out;
    out.any = text.find_first_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ#") != std::string_view::npos;
    if (text.starts_with('^')) text.remove_prefix(1), out.begins_clause = true;
    if (text.starts_with('!') && text.size() > 1 && text[1] != '=') text.remove_prefix(1), out.after_clause = true;
    if (text == "|") out.choices.push_back(number(text));
    else for (const std::string_view one : split(text, '|')) out.choices.push_back(choice(one));
    return out;
  }

  [[nodiscard]] int choice(std::string_view text) {
    static constexpr std::array<std::pair<std::string_view, Class>, 7> kClasses{{
        {"#", kNumber}, {"PIT", kPit}, {"TEXT", kText}, {"WORD", kWord}, {"GIVEN", kGiven}, {"NAME", kName}, {"TERM", kTerm},
    }};
    const auto known = std::find_if(kClasses.begin(), kClasses.end(), [&](const auto& one) { return one.first == text; });
    return known == kClasses.end() ? number(text) : known->second;
  }
  [[nodiscard]] int number(std::string_view word) { return words_.emplace(lower_case(word), static_cast<int>(words_.size())).first->second; }

  std::vector<std::vector<Part>> rows_;
  std::unordered_map<int, RowSet> beginning_;  // kNoWord: with a class of tokens
  std::unordered_map<std::string, int> words_;
};

// ---- matching ----------------------------------------------------------------------------------------------

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
      : tokens_(tokens), text_(text), at_(at), first_(at < kLongest ? 0 : at - kLongest), situation_(situation) {
    const std::size_t end = std::min(tokens.kinds.size(), at + kLongest + 1);
    for (std::size_t i = first_; i < end; ++i) numbers_.push_back(number_of(i));
    possible_ = Table::get().beginning(kNoWord);
    for (std::size_t i = first_; i <= at && i < end; ++i) possible_ |= Table::get().beginning(numbers_[i - first_]);
  }

  [[nodiscard]] std::optional<Phrase> match(const Row& row) {
    if (!possible_[static_cast<std::size_t>(&row - kRows.data())]) return std::nullopt;
    const std::vector<Part>& parts = Table::get().parts(row);
    for (std::size_t begin = first_; begin <= at_; ++begin) {
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
  static constexpr std::size_t kBetween = std::string::npos;  // in words_: of `…`

  // The parts from `part` on at token `i`. passed: the token in question has been met, in a way that counts.
  bool reads(const std::vector<Part>& parts, std::size_t part, std::size_t i, bool passed) {
    if (part == parts.size()) return passed && (end_ = i, true);
    const Part& here = parts[part];
    if (here.kind == Part::Lookahead) return (passed || i == at_) && (end_ = i, true);
    if (here.kind == Part::Gap) return leaps(parts, part, i, passed);
    if (i - first_ >= numbers_.size() || !is(here, i) || (part > 0 && tokens_.at(i).first_on_line)) return false;
    words_.push_back(i);
    const bool counts = i == at_ && (!situation_.literal || !here.any);
    if (reads(parts, part + 1, i + 1, passed || counts)) return true;
    words_.pop_back();
    return false;
  }

  bool leaps(const std::vector<Part>& parts, std::size_t part, std::size_t i, bool passed) {
    words_.push_back(kBetween);
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

  [[nodiscard]] bool is(const Part& part, std::size_t i) const {
    return std::any_of(part.choices.begin(), part.choices.end(), [&](int one) { return is_one(one, i); }) &&
           (!part.begins_clause || begins_clause_at(i)) && (!part.after_clause || i != at_ || situation_.complete);
  }

  [[nodiscard]] bool is_one(int one, std::size_t i) const {
    if (one >= 0) return one == numbers_[i - first_];
    const Tok kind = tokens_.at(i).kind;
    switch (one) {
      case kNumber: return kind == Tok::Number;
      case kPit: return kind == Tok::PitName;
      case kText: return kind == Tok::Text;
      case kWord: return is_free_word(kind);
      case kGiven: return situation_.declared && situation_.declared(i);
      case kName: return is_free_word(kind) || is_clause_word(kind);
      case kTerm:
        return is_free_word(kind) || kind == Tok::PitName || kind == Tok::OpenParen || kind == Tok::OpenBrace ||
               kind == Tok::Own || between(kind, Tok::OpponentS, Tok::NorthS);
      default: return false;
    }
  }

  // The word of the table that a token is.
  [[nodiscard]] int number_of(std::size_t i) const {
    const Tok kind = tokens_.at(i).kind;
    const Span span = tokens_.at(i).span;
    if (span.end - span.begin > kLongestWord) return kNoWord;
    const int number = Table::get().word(lower_case(spelling(kind).empty() ? word(i) : std::string(spelling(kind))));
    const bool name = number >= 0 && kind == Tok::Identifier && situation_.declared && situation_.declared(i);
    return name ? kNoWord : number;
  }

  [[nodiscard]] bool begins_clause_at(std::size_t i) const {
    if (i == 0 || tokens_.at(i).first_on_line) return true;
    const Tok before = tokens_.at(i - 1).kind;
    return before == Tok::OpenBrace || before == Tok::CloseBrace || before == Tok::Comma || before == Tok::Colon;
  }

  [[nodiscard]] std::string word(std::size_t i) const {
    if (i == kBetween) return "…";
    const Span span = tokens_.at(i).span;
    return std::string(text_.substr(span.begin, span.end - span.begin));
  }

  // The text with the words of the phrase put in place of $1 … $9.
  [[nodiscard]] std::string filled(std::string_view text) const {
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
      const bool blank = text[i] == '$' && i + 1 < text.size();
      result += blank ? word(words_[static_cast<std::size_t>(text[++i] - '1')]) : std::string(1, text[i]);
    }
    return result;
  }

  const Tokens& tokens_;
  std::string_view text_;
  std::size_t at_, first_;
  const Situation& situation_;
  std::vector<int> numbers_;        // of the tokens from first_ on
  RowSet possible_;                 // by the words they begin with
  std::size_t end_ = 0;
  std::vector<std::size_t> words_;  // the tokens met so far, by part
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
