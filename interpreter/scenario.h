// Scenario files: cases of a ruleset with what must come of them, as docs/notation.md has them.
// Comes in: the text of a YAML file and a way to get its ruleset. Goes out: for every case what was wrong.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "interpreter/game.h"

namespace mnc::engine {

// A place in the file and a message: the file cannot be used.
struct ScenarioProblem {
  int line = 1, column = 1;
  std::string message;
};

struct CaseFailure {
  int line = 1;
  std::string what;  // `ply 3: board`
  std::string expected, got;
};

struct CaseReport {
  std::string name;
  int line = 1;
  std::vector<CaseFailure> failures;  // empty: passed
};

struct ScenarioReport {
  std::vector<ScenarioProblem> problems;  // if there are any, no case was run
  std::vector<CaseReport> cases;
  [[nodiscard]] std::size_t failed() const;
};

using ScenarioOptions = std::vector<std::pair<std::string, std::string>>;
// Finds and makes a ruleset as a scenario file names it; a message if that cannot be done.
using LoadGame = std::function<std::variant<std::shared_ptr<const Game>, std::string>(const std::string& ruleset,
                                                                                      const ScenarioOptions& options)>;

[[nodiscard]] ScenarioReport run_scenarios(std::string_view text, const LoadGame& load);

// ---- the parts, as scenario_read.cpp makes them ------------------------------------------------------------

// Something that must be so: `board`, `won`, a state, … with its values as text.
struct Expectation {
  std::string name;
  std::vector<std::string> values;
  int line = 1, column = 1;
};

struct ScenarioPly {
  int line = 1;
  std::optional<Expectation> legal;
  std::string play;
  std::vector<Expectation> after;
};

struct ScenarioCase {
  std::string name;
  int line = 1;
  std::optional<Expectation> start, legal, result, final_won, next_round, error;
  ScenarioOptions options;  // besides those of the file, or instead
  std::vector<ScenarioPly> plies;
  struct Count {
    int line;
    int depth;
    std::uint64_t nodes;
  };
  std::vector<Count> perft;
};

struct Scenario {
  std::string ruleset;
  int ruleset_line = 1, ruleset_column = 1;
  ScenarioOptions options;
  std::vector<ScenarioCase> cases;
};

[[nodiscard]] std::variant<Scenario, std::vector<ScenarioProblem>> read_scenario(std::string_view text);

// `south`, `north`, `draw`, `void`, `none`.
[[nodiscard]] std::string_view result_text(Result result);

}  // namespace mnc::engine
