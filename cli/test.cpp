// mnc test: runs scenario files.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "cli/commands.h"
#include "cli/common.h"
#include "interpreter/quote.h"
#include "interpreter/scenario.h"
#include "interpreter/yaml.h"

namespace mnc::cli {
namespace {

namespace fs = std::filesystem;

struct TestOptions : RulesetOptions {
  std::vector<std::string> paths;
};

struct FileReport {
  std::string path;
  std::optional<Loaded> ruleset;
  engine::ScenarioReport scenarios;
};

// The scenario files below a folder, in order.
std::vector<std::string> files_below(const std::string& folder) {
  std::vector<std::string> files;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
    const std::string extension = entry.path().extension().string();
    if (entry.is_regular_file() && (extension == ".yaml" || extension == ".yml"))
      files.push_back(entry.path().string());
  }
  std::sort(files.begin(), files.end());
  if (files.empty()) throw Failure(fmt::format("there are no `.yaml` files in {}", engine::backquoted(folder)));
  return files;
}

// A ruleset as a scenario file names it: bundled, or a path that starts from the file's folder.
std::string resolve(const std::string& ruleset, const std::string& scenario) {
  const bool bare = ruleset.find('/') == std::string::npos && ruleset.find('.') == std::string::npos;
  return bare || scenario == "-" ? ruleset : (fs::path(scenario).parent_path() / ruleset).string();
}

FileReport run_file(Context& context, const std::string& path, const grammar::Settings& settings) {
  FileReport report{path, std::nullopt, {}};
  const std::string text = read_file(path, engine::kMaxYamlBytes);
  const engine::LoadGame load =
      [&](const std::string& ruleset,
          const engine::ScenarioOptions& options) -> std::variant<std::shared_ptr<const engine::Game>, std::string> {
    grammar::Settings all = options;
    all.insert(all.end(), settings.begin(), settings.end());
    try {
      report.ruleset = load_ruleset(context, resolve(ruleset, path), all);
    } catch (const Failure& failure) { return failure.what(); }
    if (!report.ruleset) return fmt::format("the ruleset {} is not valid", engine::backquoted(ruleset));
    return report.ruleset->game;
  };
  report.scenarios = engine::run_scenarios(text, load);
  return report;
}

std::string failures_text(const FileReport& report) {
  const std::string path = engine::printable(report.path);
  std::string text;
  for (const engine::ScenarioProblem& problem : report.scenarios.problems) {
    text += fmt::format("{}:{}:{}: error: {}\n", path, problem.line, problem.column, problem.message);
  }
  for (const engine::CaseReport& one : report.scenarios.cases) {
    for (const engine::CaseFailure& failure : one.failures) {
      text +=
          fmt::format("{}:{}: {}: {}\n  expected {}\n  got      {}\n", path, failure.line, engine::printable(one.name),
                      failure.what, engine::printable(failure.expected), engine::printable(failure.got));
    }
  }
  return text;
}

std::string summary_text(const FileReport& report) {
  const engine::ScenarioReport& scenarios = report.scenarios;
  const std::string path = engine::printable(report.path);
  if (!scenarios.problems.empty()) return fmt::format("{}: not run\n", path);
  const std::string counts = fmt::format("{}: {} of {} cases passed", path, scenarios.cases.size() - scenarios.failed(),
                                         scenarios.cases.size());
  std::string of;
  if (report.ruleset) {
    of = fmt::format(" ({} {}", engine::printable(report.ruleset->name), report.ruleset->hash);
    for (const grammar::Option& option : report.ruleset->game->ruleset().options) {
      of += fmt::format(" {}={}", option.name, option.values[static_cast<std::size_t>(option.chosen)]);
    }
    of += ")";
  }
  return counts + of + "\n";
}

JsonValue file_json(const FileReport& report) {
  JsonValue json;
  json["file"] = engine::printable(report.path);
  if (report.ruleset) json.update(identity_json(*report.ruleset));
  json["problems"] = JsonValue::array();
  for (const engine::ScenarioProblem& problem : report.scenarios.problems) {
    json["problems"].push_back(
        JsonValue{{"line", problem.line}, {"column", problem.column}, {"message", problem.message}});
  }
  json["cases"] = JsonValue::array();
  for (const engine::CaseReport& one : report.scenarios.cases) {
    JsonValue failures = JsonValue::array();
    for (const engine::CaseFailure& failure : one.failures) {
      failures.push_back(JsonValue{{"line", failure.line},
                                   {"what", failure.what},
                                   {"expected", engine::printable(failure.expected)},
                                   {"got", engine::printable(failure.got)}});
    }
    json["cases"].push_back(JsonValue{{"name", engine::printable(one.name)},
                                      {"line", one.line},
                                      {"passed", one.failures.empty()},
                                      {"failures", failures}});
  }
  return json;
}

int test(Context& context, const TestOptions& options) {
  const grammar::Settings settings = read_settings(options.set);
  std::vector<std::string> files;
  for (const std::string& path : options.paths) {
    std::error_code ignored;
    if (!fs::is_directory(path, ignored)) {
      files.push_back(path);
      continue;
    }
    const std::vector<std::string> below = files_below(path);
    files.insert(files.end(), below.begin(), below.end());
  }
  const bool as_json = options.output_format() == Format::Json;
  std::size_t passed = 0, failed = 0;
  JsonValue reports = JsonValue::array();
  for (const std::string& path : files) {
    const FileReport report = run_file(context, path, settings);
    const std::size_t bad = report.scenarios.failed();
    failed += bad + (report.scenarios.problems.empty() ? 0 : 1);  // a file that cannot be used counts as one
    passed += report.scenarios.cases.size() - bad;
    if (as_json) {
      reports.push_back(file_json(report));
      continue;
    }
    context.out << failures_text(report) << summary_text(report);
    context.out.flush();
  }
  if (as_json) print_json(context, JsonValue{{"files", reports}, {"passed", passed}, {"failed", failed}});
  else context.out << fmt::format("{} passed, {} failed\n", passed, failed);
  return failed == 0 ? kFine : kInputWrong;
}

}  // namespace

void add_test(CommandLine& line, Context& context) {
  auto options = std::make_shared<TestOptions>();
  Arguments arguments = line.command("test", "run scenario files", [options](Context& c) { return test(c, *options); });
  arguments.texts("PATH", options->paths, "scenario files, folders of them, or `-`", Arguments::Required);
  add_set(arguments, *options);
  add_format(arguments, *options, false);
  add_color(arguments, context);
}

}  // namespace mnc::cli
