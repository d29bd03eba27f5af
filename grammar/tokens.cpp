#include "grammar/tokens.h"

#include <algorithm>
#include <array>
#include <unordered_map>

namespace mnc::grammar {
namespace {

struct Spelt {
  Tok kind;
  std::string_view text;
};

constexpr auto kSigns = std::to_array<Spelt>({
    {Tok::OpponentS, "opponent's"},
    {Tok::SouthS, "South's"},
    {Tok::NorthS, "North's"},
    {Tok::OpenBrace, "{"},
    {Tok::CloseBrace, "}"},
    {Tok::OpenParen, "("},
    {Tok::CloseParen, ")"},
    {Tok::Comma, ","},
    {Tok::Colon, ":"},
    {Tok::Bar, "|"},
    {Tok::Equal, "="},
    {Tok::NotEqual, "!="},
    {Tok::Less, "<"},
    {Tok::LessEqual, "<="},
    {Tok::Greater, ">"},
    {Tok::GreaterEqual, ">="},
    {Tok::Plus, "+"},
    {Tok::Minus, "-"},
    {Tok::Star, "*"},
    {Tok::Slash, "/"},
    {Tok::Dots, ".."},
});

constexpr auto kWords = std::to_array<Spelt>({
#define MNC_WORD(name, text) {Tok::name, text},
#include "grammar/words.def"
#undef MNC_WORD
});

static_assert(kWords.size() == static_cast<std::size_t>(kLastFree) - static_cast<std::size_t>(kFirstFixed) + 1);
static_assert(static_cast<int>(kFirstClause) == static_cast<int>(kLastFixed) + 1);
static_assert(static_cast<int>(kFirstFree) == static_cast<int>(kLastClause) + 1);

}  // namespace

Tok word_kind(std::string_view word) {
  static const auto kByText = [] {
    std::unordered_map<std::string_view, Tok> map;
    for (const Spelt& entry : kWords) map.emplace(entry.text, entry.kind);
    return map;
  }();
  const auto found = kByText.find(word);
  return found == kByText.end() ? Tok::Identifier : found->second;
}

std::string_view spelling(Tok kind) {
  if (kind >= kFirstFixed) return kWords[static_cast<std::size_t>(kind) - static_cast<std::size_t>(kFirstFixed)].text;
  for (const Spelt& entry : kSigns) {
    if (entry.kind == kind) return entry.text;
  }
  return {};
}

const std::vector<std::string>& builtin_words() {
  static const std::vector<std::string> words{
      "all", "backwards", "behind", "captured", "clockwise", "counterclockwise", "direction",
      "forwards", "it", "lap", "lap_origin", "last", "next", "no",
      "occurrences", "opposite", "origin", "ply", "previous", "remaining", "reserve",
      "reversed", "seeds", "sown", "store", "total", "won", "yes"};
  return words;
}

bool is_builtin(std::string_view word) {
  return std::binary_search(builtin_words().begin(), builtin_words().end(), word);
}

namespace {

[[nodiscard]] std::vector<std::string> spellings(bool (*wanted)(Tok)) {
  std::vector<std::string> words;
  for (auto kind = static_cast<std::size_t>(Tok::OpponentS); kind <= static_cast<std::size_t>(kLastFree); ++kind)
    if (wanted(static_cast<Tok>(kind))) words.emplace_back(spelling(static_cast<Tok>(kind)));
  return words;
}

}  // namespace

const std::vector<std::string>& language_words() {
  static const auto words = spellings([](Tok kind) { return is_possessive(kind) || kind >= kFirstFixed; });
  return words;
}

const std::vector<std::string>& words_of_expressions() {
  static const auto words = spellings([](Tok kind) {
    return is_possessive(kind) || is_fixed_word(kind) || kind >= kFirstFree || kind == Tok::Move || kind == Tok::Phase;
  });
  return words;
}

Tok language_word_kind(std::string_view word) {
  for (const Tok kind : {Tok::OpponentS, Tok::SouthS, Tok::NorthS})
    if (word == spelling(kind)) return kind;
  return word_kind(word);
}

std::string describe(Tok kind) {
  const std::string_view text = spelling(kind);
  if (!text.empty()) return "`" + std::string(text) + "`";
  if (kind == Tok::Identifier) return "a name";
  if (kind == Tok::Number) return "a number";
  if (kind == Tok::PitName) return "a pit (`A1`)";
  if (kind == Tok::Text) return "a text in quotes";
  if (kind == Tok::Note) return "a note";
  return "the end of the file";
}

}  // namespace mnc::grammar
