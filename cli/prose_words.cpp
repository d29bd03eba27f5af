// See prose_words.h.
#include "cli/prose_words.h"

#include <fmt/format.h>

namespace mnc::cli {
namespace {

using grammar::CountSet;

struct Forms {
  const char* forms[2][2];  // by number (one, many) and sense (denied, said)
};
constexpr Forms kVerbs[] = {
    {{{"is not", "is"}, {"are not", "are"}}},
    {{{"does not have", "has"}, {"do not have", "have"}}},
    {{{"does not hold", "holds"}, {"do not hold", "hold"}}},
};

constexpr std::size_t kMostRuns = 8;  // a longer list is not read: the set is said in another way, if there is one

// `2`, `3 to 5`, `at least 8`: what follows without a gap.
std::vector<std::string> runs(const CountSet& set) {
  const std::size_t most = set.size() - 1;
  std::vector<std::string> parts;
  for (std::size_t low = 0; low <= most; ++low) {
    if (!set[low]) continue;
    std::size_t high = low;
    while (high < most && set[high + 1]) ++high;
    if (high == most) parts.push_back(fmt::format("at least {}", low));
    else if (high <= low + 1) parts.push_back(std::to_string(low));
    else parts.push_back(low == 0 ? fmt::format("at most {}", high) : fmt::format("{} to {}", low, high));
    if (high == low + 1 && high != most) parts.push_back(std::to_string(high));
    low = high;
  }
  return parts;
}

// The same with all odd (1) or all even (0) numbers in one word; empty if they are not all there.
std::vector<std::string> runs_with(const CountSet& set, std::size_t parity) {
  CountSet all;
  for (std::size_t i = parity; i < all.size(); i += 2) all.set(i);
  if ((set & all) != all) return {};
  std::vector<std::string> parts = runs(set & ~all);
  parts.insert(parts.begin(), parity != 0 ? "an odd number" : "an even number");
  return parts;
}

// The shortest of these lists.
std::vector<std::string> shortest(const CountSet& set) {
  std::vector<std::string> best = runs(set);
  for (const std::size_t parity : {1u, 0u}) {
    std::vector<std::string> parts = runs_with(set, parity);
    if (!parts.empty() && parts.size() < best.size()) best = std::move(parts);
  }
  return best;
}

}  // namespace

std::string verb(Verb which, bool many, bool holds) { return kVerbs[static_cast<int>(which)].forms[many ? 1 : 0][holds ? 1 : 0]; }

std::string amount(std::string_view number, std::string_view thing) {
  const bool one = number == "1" || number.ends_with(" 1");
  return fmt::format("{} {}{}", number, thing, one ? "" : "s");
}

std::string every(int step, std::string_view thing) {
  if (step == 1) return fmt::format("every {}", thing);
  if (step == 2) return fmt::format("every other {}", thing);
  const bool teen = step / 10 % 10 == 1;
  const char* const ending = teen ? "th" : step % 10 == 1 ? "st" : step % 10 == 2 ? "nd" : step % 10 == 3 ? "rd" : "th";
  return fmt::format("every {}{} {}", step, ending, thing);
}

std::string enumerated(const std::vector<std::string>& parts, std::string_view word) {
  std::string text;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) text += i + 1 == parts.size() ? fmt::format(" {} ", word) : ", ";
    text += parts[i];
  }
  return text;
}

bool simpler(const CountSet& a, const CountSet& b) { return shortest(a).size() < shortest(b).size(); }

std::string counts(const CountSet& set) {
  std::vector<std::string> parts = shortest(set);
  if (parts.size() <= kMostRuns) return enumerated(parts, "or");
  const std::vector<std::string> others = shortest(~set);
  return others.size() < parts.size() ? "any number but " + enumerated(others) : enumerated(parts, "or");
}

}  // namespace mnc::cli
