// Any bytes as a scenario file: problems have a place in the text; a file without problems is run, and every case is
// reported once.
#include <algorithm>

#include "grammar/check.h"
#include "interpreter/scenario.h"
#include "tests/fuzz/fuzz.h"

using namespace mnc;

namespace {

constexpr const char* kGame = R"(game "Small"
board { rows 2 columns 4 seeds 2 }
option pace: slow | fast = slow
state rounds: 0..9 for each player
move sow { from own pits where occupied  choose direction when pace is fast  lift all  sow counterclockwise
  set rounds to rounds + 1 }
laps { if last is opponent's and holds 2 or 3: capture last }
end { if mover cannot move: each takes own pits }
winner most seeds
)";

// Deeper counts are right but take longer than a fuzz run has.
constexpr int kDeepest = 3;

std::variant<std::shared_ptr<const engine::Game>, std::string> load(const std::string& name,
                                                                    const engine::ScenarioOptions& options) {
  if (name == "none") return "there is no such ruleset";
  const auto none = [](const std::string&, bool, const std::string&) { return std::optional<grammar::Fetched>{}; };
  const grammar::Compilation result = grammar::compile({"small.mnc", kGame}, options, none);
  fuzz::expect(!result.diagnostics.has_errors(), "the target's own ruleset is valid");
  if (!result.ruleset) return result.settings_errors.empty() ? "no ruleset" : result.settings_errors.front();
  std::string error;
  return std::shared_ptr<const engine::Game>(engine::Game::make(*result.ruleset, error));
}

bool is_quick(const engine::Scenario& scenario) {
  return std::ranges::all_of(scenario.cases, [](const auto& one) {
    return std::ranges::all_of(one.perft, [](const auto& count) { return count.depth <= kDeepest; });
  });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text = fuzz::text_of(data, size);
  const auto read = engine::read_scenario(text);
  if (const auto* problems = std::get_if<std::vector<engine::ScenarioProblem>>(&read)) {
    fuzz::expect(!problems->empty(), "a file that cannot be used has a problem");
    for (const auto& problem : *problems) {
      fuzz::expect(problem.line >= 1 && problem.column >= 1 && !problem.message.empty(), "a problem has a place and a message");
    }
    return 0;
  }
  const auto& scenario = std::get<engine::Scenario>(read);
  if (!is_quick(scenario)) return 0;
  const engine::ScenarioReport report = engine::run_scenarios(text, load);
  fuzz::expect(!report.problems.empty() || report.cases.size() == scenario.cases.size(), "every case is reported");
  return 0;
}
