// A study: many settings (rulesets × option values × players) that are simulated alike and compared.
// Comes in: a YAML text. Goes out: what it asks for, or what is wrong in it, with line and column.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace mnc::engine {

// A text with its place in the file; line and column from 1, in characters.
struct Placed {
  std::string text;
  int line = 1, column = 1;
};

struct StudyProblem {
  int line = 1, column = 1;
  std::string message;
};

// An option with the values it is to have; none: all of them.
struct StudyOption {
  Placed name;
  std::vector<Placed> values;
};

struct Study {
  std::string title, about;
  std::vector<Placed> rulesets;                       // at least one
  std::vector<std::vector<StudyOption>> option_sets;  // at least one; in each, every combination of the values
  std::vector<Placed> players;                        // as for --players; at least one
  std::uint64_t games = 1000, seed = 1;
  std::uint32_t max_plies = 100'000;
  bool details = false;
};

// title, about, rulesets, options, players, games, seed, max_plies, details. Only `rulesets` must be there.
[[nodiscard]] std::variant<Study, std::vector<StudyProblem>> read_study(std::string_view text);

}  // namespace mnc::engine
