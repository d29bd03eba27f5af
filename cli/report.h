// A simulation or a study as one page of HTML: what was played, tables, charts. Everything is inside the page: it opens
// from disk without a network.
#pragma once

#include <string>
#include <string_view>

#include "cli/study.h"

namespace mnc::cli {

[[nodiscard]] std::string simulation_report(const Finished& done);
[[nodiscard]] std::string study_report(const StudyResult& result);

// ---- its pieces ----------------------------------------------------------------------------------------------------

// The texts of cli/report/vega, inside the program.
struct ReportAssets {
  std::string_view vega, vega_lite, vega_embed, licences;
};
[[nodiscard]] const ReportAssets& report_assets();

// Vega-Lite specifications.
struct Charted {
  std::string name;  // of the setting
  const engine::Tally* tally;
};
[[nodiscard]] JsonValue results_chart(const Charted& one);  // share of each result, with intervals
[[nodiscard]] JsonValue lengths_chart(const Charted& one);  // histogram of the plies
[[nodiscard]] JsonValue all_results_chart(const std::vector<Charted>& all);
[[nodiscard]] JsonValue scores_chart(const std::vector<Charted>& all);  // South's score, with intervals
[[nodiscard]] JsonValue all_lengths_chart(const std::vector<Charted>& all);
[[nodiscard]] JsonValue effects_chart(const std::vector<Comparison>& comparisons, const std::string& measure,
                                      bool as_percent);

}  // namespace mnc::cli
