// Runs a study, setting by setting; see study.h. Comparing them is in study_compare.cpp.
#include "cli/study.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "cli/players.h"
#include "cli/progress.h"
#include "interpreter/quote.h"

namespace mnc::cli {
namespace {

using engine::backquoted;
using engine::Placed;
using Values = std::vector<std::pair<std::string, std::string>>;

// The options of a ruleset and the values they may have.
using Offered = std::map<std::string, std::vector<std::string>>;

struct Spec {
  std::string ruleset, players;
  Values options;
};

class Runner {
 public:
  Runner(const StudyPlan& plan, const std::atomic<bool>& stop) : plan_(plan), stop_(stop) {}

  std::optional<StudyResult> run() {
    if (!read()) return std::nullopt;
    for (const Placed& ruleset : result_.study.rulesets)
      if (!offer(ruleset)) return std::nullopt;
    expand();
    if (problems_ > 0) return std::nullopt;
    prepare_folder();
    ProgressBar bar(specs_.size() * result_.study.games);
    for (std::size_t i = 0; i < specs_.size() && !stop_; ++i) {
      if (plan_.shard && i % plan_.shard->count != plan_.shard->number - 1) continue;
      if (!setting(i, bar)) return std::nullopt;
    }
    result_.partial = stop_;
    name_settings(result_.settings);
    result_.comparisons = compare(result_.settings);
    return std::move(result_);
  }

 private:
  void complain(int line, int column, const std::string& message) {
    ++problems_;
    write_error(fmt::format("{}:{}:{}: error: {}\n", engine::printable(plan_.file), line, column, message));
  }
  void complain(const Placed& at, const std::string& message) { complain(at.line, at.column, message); }

  bool read() {
    constexpr std::size_t kMostBytes = 1u << 20;
    const auto read = engine::read_study(read_file(plan_.file, kMostBytes));
    if (const auto* problems = std::get_if<std::vector<engine::StudyProblem>>(&read)) {
      for (const engine::StudyProblem& problem : *problems) complain(problem.line, problem.column, problem.message);
      return false;
    }
    result_.study = std::get<engine::Study>(read);
    return true;
  }

  // Finds out which options a ruleset has; what is wrong with it is printed.
  bool offer(const Placed& name) {
    try {
      const grammar::Compilation compiled = compile_ruleset(find_ruleset(path_of(name.text)), {});
      write_error(grammar::render_text(compiled.diagnostics, compiled.sources, false));
      if (!compiled.ruleset) return false;
      for (const grammar::Option& option : compiled.ruleset->options) {
        std::vector<std::string> values = option.values;  // the default first: others are compared with it
        std::rotate(values.begin(), values.begin() + option.initial, values.begin() + option.initial + 1);
        offered_[name.text][option.name] = std::move(values);
      }
      offered_[name.text];
      return true;
    } catch (const Failure& failure) {
      complain(name, failure.what());
      return false;
    }
  }

  // A file is named from where the study is.
  [[nodiscard]] std::string path_of(const std::string& ruleset) const {
    const std::filesystem::path beside = std::filesystem::path(plan_.file).parent_path() / ruleset;
    std::error_code ignored;
    return ruleset.find('.') != std::string::npos && std::filesystem::exists(beside, ignored) ? beside.string()
                                                                                              : ruleset;
  }

  void expand() {
    for (const Placed& ruleset : result_.study.rulesets)
      for (const auto& set : result_.study.option_sets)
        for (const Placed& players : result_.study.players)
          combine(ruleset.text, set, 0, {ruleset.text, players.text, {}});
    for (const auto& set : result_.study.option_sets)
      for (const engine::StudyOption& option : set) check(option);
    if (specs_.size() > kMostSettings)
      complain(1, 1, fmt::format("the study has more than {} settings", kMostSettings));
  }

  void combine(const std::string& ruleset, const std::vector<engine::StudyOption>& set, std::size_t next, Spec spec) {
    if (specs_.size() > kMostSettings) return;
    if (next == set.size()) {
      specs_.push_back(std::move(spec));
      return;
    }
    const std::string& name = set[next].name.text;
    const auto known = offered_.at(ruleset).find(name);
    if (known == offered_.at(ruleset).end())
      return combine(ruleset, set, next + 1, std::move(spec));  // it lacks this option
    std::vector<std::string> values = known->second;
    if (!set[next].values.empty()) {
      values.clear();
      for (const Placed& value : set[next].values) values.push_back(value.text);
    }
    for (const std::string& value : values) {
      Spec with = spec;
      with.options.emplace_back(name, value);
      combine(ruleset, set, next + 1, std::move(with));
    }
  }

  // An option is one of some ruleset, and its values are some of that ruleset's.
  void check(const engine::StudyOption& option) {
    std::vector<std::string> names;
    bool known = false;
    for (const auto& [ruleset, options] : offered_) {
      for (const auto& [name, values] : options) names.push_back(name);
      const auto found = options.find(option.name.text);
      if (found == options.end()) continue;
      known = true;
      for (const Placed& value : option.values)
        if (std::find(found->second.begin(), found->second.end(), value.text) == found->second.end())
          complain(value, fmt::format("{} is no value of the option {} of {}", backquoted(value.text),
                                      backquoted(option.name.text), backquoted(ruleset)));
    }
    if (known) return;
    const std::string near = grammar::closest(option.name.text, names);
    complain(option.name, fmt::format("no ruleset of the study has an option {}{}", backquoted(option.name.text),
                                      near.empty() ? "" : fmt::format(", did you mean `{}`?", near)));
  }

  void prepare_folder() {
    const engine::Study& study = result_.study;
    std::string text = fmt::format("{} {} {} {}\n", study.games, study.seed, study.max_plies, study.details);
    for (const Spec& spec : specs_) {
      text += spec.ruleset + " " + spec.players;
      for (const auto& [name, value] : spec.options) text += " " + name + "=" + value;
      text += "\n";
    }
    id_ = hash_of({grammar::SourceFile("study", text)});
    if (plan_.folder.empty()) return;
    std::error_code problem;
    std::filesystem::create_directories(plan_.folder, problem);
    if (problem)
      throw Failure(fmt::format("cannot write {}: {}", backquoted(plan_.folder), system_message(problem.value())));
  }

  [[nodiscard]] std::string file_of(std::size_t index) const {
    return plan_.folder.empty() ? ""
                                : (std::filesystem::path(plan_.folder) / fmt::format("{:04}.json", index + 1)).string();
  }

  // Finds or plays a setting. False if its ruleset is wrong with these options, which is printed.
  bool setting(std::size_t index, ProgressBar& bar) {
    const Spec& spec = specs_[index];
    grammar::Compilation compiled = compile_ruleset(find_ruleset(path_of(spec.ruleset)), spec.options);
    if (!compiled.ruleset) write_error(grammar::render_text(compiled.diagnostics, compiled.sources, false));
    compiled.diagnostics = {};  // its warnings have been printed once
    Context context;
    if (!compiled.ruleset) return false;
    const std::optional<Loaded> loaded = make_game(context, spec.ruleset, std::move(compiled));
    if (!loaded) return false;
    engine::SimulationPlan plan;
    plan.from = loaded->game->start();
    plan.players = read_players(spec.players);
    plan.games = result_.study.games;
    plan.seed = result_.study.seed + index;  // so that the samples are independent
    plan.max_plies = result_.study.max_plies;
    plan.details = result_.study.details;
    plan.jobs = plan_.jobs;
    Part part{id_, index + 1, specs_.size(), {head_json(*loaded, plan), {}, false}};
    if (!find(part, file_of(index))) {
      const std::uint64_t before = index * plan.games;
      part.done.tally =
          engine::simulate(*loaded->game, plan, stop_, [&](std::uint64_t done) { bar.draw(before + done); });
      part.done.partial = stop_;
      if (!plan_.folder.empty() && !part.done.partial) write_file(file_of(index), part_text(part));
    }
    result_.settings.push_back({"", values_of(spec), std::move(part.done)});
    return true;
  }

  // A setting that was finished before; a file that is something else is refused.
  static bool find(Part& part, const std::string& file) {
    std::error_code ignored;
    if (file.empty() || !std::filesystem::exists(file, ignored)) return false;
    Part found = read_part(file);
    const std::string name = engine::printable(file);
    if (found.study != part.study || found.number != part.number || found.count != part.count)
      throw Failure(
          fmt::format("{}: this is of another study, or of this one before it was changed; choose another folder",
                      name),
          kInputWrong);
    const std::string difference = head_difference(part.done.head, found.done.head);
    if (!difference.empty())
      throw Failure(fmt::format("{}: the ruleset has changed since ({}); choose another folder", name, difference),
                    kInputWrong);
    part.done = std::move(found.done);
    return true;
  }

  static Values values_of(const Spec& spec) {
    Values values{{"ruleset", spec.ruleset}};
    values.insert(values.end(), spec.options.begin(), spec.options.end());
    values.emplace_back("players", spec.players);
    return values;
  }

  const StudyPlan& plan_;
  const std::atomic<bool>& stop_;
  StudyResult result_;
  std::map<std::string, Offered> offered_;
  std::vector<Spec> specs_;
  std::string id_;
  int problems_ = 0;
};

}  // namespace

std::optional<StudyResult> run_study(const StudyPlan& plan, const std::atomic<bool>& stop) {
  return Runner(plan, stop).run();
}

}  // namespace mnc::cli
