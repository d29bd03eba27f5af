// Stage 1a: the words and signs of a file, in order. Blank space and comments are not among them.
// Comes in: from the lexical rules in grammar.h. Goes out: to the rules proper, which read one Tok (a byte) per token.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "grammar/ast.h"
#include "grammar/source.h"

namespace mnc::grammar {

// One byte each, so that the grammar can be matched on a string of them.
enum class Tok : std::uint8_t {
  EndOfFile,
  Identifier,  // a word that is not in words.def
  Number,
  PitName,    // A5, b12
  Text,       // "…"
  Note,       // […]
  OpponentS,  // opponent's
  SouthS,
  NorthS,
  OpenBrace,
  CloseBrace,
  OpenParen,
  CloseParen,
  Comma,
  Colon,
  Bar,
  Equal,
  NotEqual,
  Less,
  LessEqual,
  Greater,
  GreaterEqual,
  Plus,
  Minus,
  Star,
  Slash,
  Dots,
#define MNC_WORD(name, text) name,
#include "grammar/words.def"
#undef MNC_WORD
};

// INVARIANT: words.def lists fixed, clause and free words in this order, so that each group is a range.
inline constexpr Tok kFirstFixed = Tok::And, kLastFixed = Tok::North;
inline constexpr Tok kFirstClause = Tok::Game, kLastClause = Tok::Ask;
inline constexpr Tok kFirstFree = Tok::Extends, kLastFree = Tok::By;

struct Token {
  Tok kind;
  bool first_on_line;
  Span span;
};

struct Tokens {
  std::string kinds;        // one byte a token, without EndOfFile: what the grammar is matched on
  std::vector<Token> list;  // the same tokens, and EndOfFile at the end of the text
  std::vector<ast::Comment> comments;

  [[nodiscard]] const Token& at(std::size_t index) const { return list[index < list.size() ? index : list.size() - 1]; }
};

// A word as a token: one of words.def, or Identifier.
[[nodiscard]] Tok word_kind(std::string_view word);
// The spelling of a token that is always spelt alike; empty for names, numbers, texts …
[[nodiscard]] std::string_view spelling(Tok kind);
// For messages: "`{`", "a number", "the end of the file".
[[nodiscard]] std::string describe(Tok kind);

// Words that always mean a place, number, player or direction, and so cannot be names.
[[nodiscard]] const std::vector<std::string>& builtin_words();
[[nodiscard]] bool is_builtin(std::string_view word);
// Words of the language, for those that are misspelt: all of them, and those that stand in expressions.
[[nodiscard]] const std::vector<std::string>& language_words();
[[nodiscard]] const std::vector<std::string>& words_of_expressions();
// A word of the language as a token, possessives too.
[[nodiscard]] Tok language_word_kind(std::string_view word);

[[nodiscard]] constexpr bool between(Tok kind, Tok first, Tok last) { return first <= kind && kind <= last; }
[[nodiscard]] constexpr bool is_possessive(Tok kind) { return between(kind, Tok::OpponentS, Tok::NorthS); }
[[nodiscard]] constexpr bool is_fixed_word(Tok kind) { return between(kind, kFirstFixed, kLastFixed); }
[[nodiscard]] constexpr bool is_clause_word(Tok kind) { return between(kind, kFirstClause, kLastClause); }
[[nodiscard]] constexpr bool is_free_word(Tok kind) {
  return kind == Tok::Identifier || between(kind, kFirstFree, kLastFree);
}
[[nodiscard]] constexpr bool is_word(Tok kind) { return kind == Tok::Identifier || kind >= kFirstFixed; }

}  // namespace mnc::grammar
