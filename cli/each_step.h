// All steps of a list, those inside other steps and answers too, in the order they stand.
#pragma once

#include <vector>

#include "grammar/ruleset.h"

namespace mnc::cli {

template <class Visit>
void each_step(const std::vector<grammar::Step>& steps, const Visit& visit) {
  for (const grammar::Step& step : steps) {
    visit(step);
    grammar::each_inner(step, [&](const std::vector<grammar::Step>& inner) { each_step(inner, visit); });
  }
}

// All steps of a kind of move, with those of its tables.
template <class Visit>
void each_step(const grammar::Ruleset& rules, const grammar::Kind& kind, const Visit& visit) {
  each_step(kind.steps, visit);
  for (const std::optional<std::size_t>& table : {kind.laps, kind.each_seed}) {
    if (!table) continue;
    for (const grammar::Row& row : rules.tables[*table]) each_step(row.steps, visit);
  }
}

}  // namespace mnc::cli
