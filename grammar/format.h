// The canonical printer. Comes in: a syntax tree and its text (for the comments and the blank lines). Goes out: text that
// reads as the same tree, with every comment.
#pragma once

#include <string>

#include "grammar/ast.h"
#include "grammar/source.h"

namespace mnc::grammar {

// Two blanks a level, one clause a line, notes at its end, at most one blank line in a row; lines longer than
// kLineWidth are broken between words. Formatting the result again changes nothing.
// Precondition: the tree is the one that parse() made of sources[file.span.file].
[[nodiscard]] std::string format(const ast::File& file, const Sources& sources);

inline constexpr std::size_t kLineWidth = 110;  // characters

// In one line, as `mnc show` prints them, without notes.
[[nodiscard]] std::string to_text(const ast::Expr& expr);
[[nodiscard]] std::string to_text(const ast::Counts& counts);
[[nodiscard]] std::string to_text(const ast::Step& step);
[[nodiscard]] std::string to_text(const ast::Steps& steps);
[[nodiscard]] std::string to_text(const ast::Row& row);
[[nodiscard]] std::string to_text(const ast::Choice& choice);
[[nodiscard]] std::string to_text(const ast::Requirement& requirement);

}  // namespace mnc::grammar
