// Stage 1a: text → tokens. Defined in parse.cpp (the one file that includes PEGTL).
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "grammar/diagnostic.h"
#include "grammar/source.h"
#include "grammar/tokens.h"

namespace mnc::grammar {

// Everything that is no word or sign is reported and left out.
[[nodiscard]] Tokens tokenize(const Sources& sources, std::uint16_t file, Diagnostics& diagnostics);

[[nodiscard]] Tok sign_kind(std::string_view sign);
// `opponent's`, `South's`, `North's`; anything else is reported and taken for the likeliest of these, or for `own`.
[[nodiscard]] Tok possessive_kind(std::string_view word, Span span, Diagnostics& diagnostics);
// `can't`, `isn't`: what is meant, so that the rest can be read.
[[nodiscard]] std::vector<Tok> contraction_kinds(std::string_view word, Span span, Diagnostics& diagnostics);

// Reports bytes that are not UTF-8 and control characters, at their places.
void check_text(const Sources& sources, std::uint16_t file, Diagnostics& diagnostics);
void report_empty(const Sources& sources, std::uint16_t file, Diagnostics& diagnostics);
// Reports a run of characters that mean nothing here, with a suggestion for the usual mix-ups (“ ≥ × && ;).
// What is meant, if that is a word or sign of the language, so that the rest can be read.
std::optional<Tok> report_strange(std::string_view text, Span span, Diagnostics& diagnostics);
// Reports a text in other quotes than straight ones (span and text with the quotes).
void report_quotes(std::string_view text, Span span, Diagnostics& diagnostics);
// Reports a comment that begins with `#`.
void report_comment(Span span, Diagnostics& diagnostics);
// Reports escapes other than \" and \\ in a text in quotes (span and text with the quotes).
void check_escapes(std::string_view text, Span span, Diagnostics& diagnostics);
// Reports a text or a note that does not end; it is read to the end of its line.
void report_unclosed(Code code, std::string_view text, Span span, Diagnostics& diagnostics);
// Reports digits that run into a word (`4seeds`).
void report_bad_word(std::string_view text, Span span, Diagnostics& diagnostics);

}  // namespace mnc::grammar
