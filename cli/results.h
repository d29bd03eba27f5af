// Simulations as they are reported: a table for people, JSON, a CSV row. All of it is made of a head, which says what was
// played, and a tally, so that the parts of a simulation that were played elsewhere are reported the same way.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "cli/common.h"
#include "interpreter/simulate.h"

namespace mnc::cli {

// One simulation. The head has all that identifies it (ruleset, hash, options, position, players, seed, games,
// max_plies, details, match) and what is needed to read the tally (`rows` of the end table, `clauses`, `leads`).
struct Finished {
  JsonValue head;
  engine::Tally tally;
  bool partial = false;  // it was interrupted
};

[[nodiscard]] JsonValue head_json(const Loaded& loaded, const engine::SimulationPlan& plan);

[[nodiscard]] JsonValue result_json(const Finished& done);
[[nodiscard]] std::string result_text(const Finished& done);
[[nodiscard]] std::string csv_head();
[[nodiscard]] std::string csv_row(const Finished& done);

// `fourth_opening_captures=yes, grand_slam=allowed`
[[nodiscard]] std::string options_text(const JsonValue& options);
// Games that ended because a position had been there before: by a row of `end` that asks for `occurrences`.
[[nodiscard]] std::array<std::uint64_t, engine::kResults> ended_by_repetition(const Finished& done);
// The results as one document: of one simulation its object, of several a list.
[[nodiscard]] std::string document(const std::vector<Finished>& all, Format format);

}  // namespace mnc::cli
