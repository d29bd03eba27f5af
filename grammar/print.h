// What format.cpp puts on a line: expressions, steps and heads of clauses as text. kBreak stands for a blank at which
// a long line may be broken.
#pragma once

#include <string>
#include <string_view>

#include "grammar/ast.h"

namespace mnc::grammar {

inline constexpr char kBreak = '\x1F';  // no text has it: parse() reports control characters

// How strongly an expression holds together: an operand that is weaker than its place needs parentheses.
enum class Level { Cases, Or, And, Not, Predicate, Else, Where, Sum, Product, Postfix, Primary };

void print(std::string& out, const ast::Expr& expr, Level least = Level::Cases);
void print(std::string& out, const ast::Counts& counts);
// Steps with commas between them; with braces where the last `if` or a note would otherwise swallow what follows.
void print_inline(std::string& out, const ast::Steps& steps);
void print(std::string& out, const ast::Step& step);
// A question for a pit or a number, up to its colon.
[[nodiscard]] std::string head_text(const ast::Pick& pick);
[[nodiscard]] std::string head_text(const ast::EachPit& each);
void print(std::string& out, const ast::Choice& choice);
void print(std::string& out, const ast::Requirement& requirement);

// Behind the last blank or sign.
[[nodiscard]] std::string_view last_word(std::string_view text);
// Whether a word behind the text would be taken for a part of it: `is own x`, `when no x`, `hold x`.
[[nodiscard]] bool takes_word(std::string_view text);
// Whether the steps read the same when they stand in one line, without braces.
[[nodiscard]] bool fits_inline(const ast::Steps& steps);
// Whether they do so in front of an `otherwise`, which would belong to an `if` that they end with.
[[nodiscard]] bool fits_before_otherwise(const ast::Steps& steps);
// `own`, `opponent's` …
[[nodiscard]] std::string_view possessive(ast::Player player);
[[nodiscard]] std::string quoted(std::string_view text);
// The text with blanks for kBreak.
[[nodiscard]] std::string unbroken(std::string text);

}  // namespace mnc::grammar
