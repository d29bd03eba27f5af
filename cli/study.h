// Runs the settings of a study, keeps what is finished, and compares them.
#pragma once

#include <atomic>
#include <optional>
#include <string>
#include <vector>

#include "cli/parts.h"
#include "interpreter/study.h"

namespace mnc::cli {

// Bounds a product that got out of hand.
inline constexpr std::size_t kMostSettings = 1'000;

struct StudyPlan {
  std::string file;            // `-` for standard input
  std::string folder;          // where finished settings are kept, and found again; empty: nowhere
  std::optional<Shard> shard;  // only these settings (number, number + count, …)
  int jobs = 1;
};

// One setting: its value for everything that the study varies, by name, and what came of it.
struct StudySetting {
  std::string name;  // the values of what varies from setting to setting; of a single setting, all of them
  std::vector<std::pair<std::string, std::string>> values;
  Finished done;
};

// What changes when one thing is given another value and all else is the same: `to` less `from`, over all pairs of
// settings that differ in nothing else, pooled.
struct Comparison {
  struct Effect {
    std::string measure;  // `South's score`, `plies`, …
    double from = 0, to = 0;
    engine::Difference difference;
  };
  std::string name, from, to;
  std::size_t pairs = 0;
  std::vector<Effect> effects;
};

struct StudyResult {
  engine::Study study;
  std::vector<StudySetting> settings;
  std::vector<Comparison> comparisons;
  bool partial = false;  // it was interrupted
};

// Prints what is wrong with the study on standard error; nothing is returned then. Throws Failure.
[[nodiscard]] std::optional<StudyResult> run_study(const StudyPlan& plan, const std::atomic<bool>& stop);
[[nodiscard]] std::vector<Comparison> compare(const std::vector<StudySetting>& settings);
[[nodiscard]] std::string study_document(const StudyResult& result, Format format);
// Gives each setting its name.
void name_settings(std::vector<StudySetting>& settings);

}  // namespace mnc::cli
