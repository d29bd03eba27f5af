// From a checked ruleset to a program: the only bridge from grammar/ into the engine.
#pragma once

#include <optional>
#include <string>

#include "grammar/ruleset.h"
#include "interpreter/program.h"

namespace mnc::engine {

// Fails (with a message in a rule author's words) only where a documented limit of size is passed.
struct Lowered {
  std::optional<Program> program;
  std::string error;
};
// notes: its code notes which clauses fire (numbers as in clauses_of); otherwise it plays the same, more slowly.
[[nodiscard]] Lowered lower(const grammar::Ruleset& ruleset, bool notes = false);

}  // namespace mnc::engine
