// Stage 1: what people say and the language says in other words; one table, phrases.def.
// Comes in: the tokens of a text and the one that cannot stand there or is no name. Goes out: what to write instead.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "grammar/recovery.h"
#include "grammar/tokens.h"

namespace mnc::grammar {

struct Phrase {
  std::size_t begin, end;   // tokens [begin, end) are said in other words
  std::string help;         // lower case, no full stop
  std::string replacement;  // to be put in their place; empty if it is not as simple as that
};

// Loose: a phrase that is looked for only when no word seems to be misspelt.
enum class PhraseKind : std::uint8_t { Sure, Loose };

// Where something is said that cannot be read.
struct Situation {
  std::optional<Block> block = std::nullopt;  // none if that is not known
  bool complete = false;                      // the clause before could end there
  bool literal = false;                       // the token in question is to be a word of the phrase itself, not any word
  std::function<bool(std::size_t)> declared = nullptr;  // whether a token is a name that the ruleset declares
};

// The first phrase of the table that has the token `at` in it.
[[nodiscard]] std::optional<Phrase> phrase_at(const Tokens& tokens, std::string_view text, std::size_t at,
                                              const Situation& situation, PhraseKind kind);

}  // namespace mnc::grammar
