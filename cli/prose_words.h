// Words that depend on number: verbs, amounts, lists. Pure functions; the sentences are made in prose*.cpp.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "grammar/ruleset.h"

namespace mnc::cli {

enum class Verb : std::uint8_t { Be, Have, Hold };

// `is`, `are`, `does not hold`, …
[[nodiscard]] std::string verb(Verb which, bool many, bool holds = true);

// `1 seed`, `2 seeds`, `at least 1 seed`; the amount is a phrase.
[[nodiscard]] std::string amount(std::string_view number, std::string_view thing);
// `every pit`, `every other pit`, `every 3rd pit`. step >= 1.
[[nodiscard]] std::string every(int step, std::string_view thing);
// `2, 3 or at least 5`, `an odd number`
[[nodiscard]] std::string counts(const grammar::CountSet& set);
// Whether `a` takes fewer words than `b`.
[[nodiscard]] bool simpler(const grammar::CountSet& a, const grammar::CountSet& b);
// `a, b and c`
[[nodiscard]] std::string enumerated(const std::vector<std::string>& parts, std::string_view word = "and");

}  // namespace mnc::cli
