// The numbered clauses of a ruleset; see clauses.h.
#include "interpreter/clauses.h"

#include <set>
#include <utility>

namespace mnc::engine {
namespace {

class Collector {
 public:
  void requirements(const grammar::Kind& kind) {
    for (const grammar::Requirement& r : kind.requirements)
      if (!r.bound) add({r.prefer ? ClauseKind::Prefer : ClauseKind::Require, r.rule, r.note, 0, r.span});
  }
  void table(const grammar::Table& rows, ClauseKind kind) {
    int number = 0;
    for (const grammar::Row& row : rows) add({kind, row.rule, row.note, ++number, row.span});
    for (const grammar::Row& row : rows) steps(row.steps);
  }
  void steps(const std::vector<grammar::Step>& list) {
    for (const grammar::Step& step : list) {
      if (step.op == grammar::Step::If) add({ClauseKind::If, "", "", 0, step.span});
      each_inner(step, [this](const std::vector<grammar::Step>& inner) { steps(inner); });
    }
  }
  void add(Clause clause) {
    if (found.size() < kMaxClauses && places_.insert({clause.span.file, clause.span.begin}).second)
      found.push_back(std::move(clause));
  }
  std::vector<Clause> found;

 private:
  std::set<std::pair<std::uint32_t, std::uint32_t>> places_;
};

}  // namespace

const char* clause_kind_text(ClauseKind kind) {
  switch (kind) {
    case ClauseKind::Move: return "move";
    case ClauseKind::Require: return "require";
    case ClauseKind::Prefer: return "prefer";
    case ClauseKind::Lap: return "laps";
    case ClauseKind::EachSeed: return "each seed";
    case ClauseKind::Whenever: return "whenever";
    case ClauseKind::If: return "if";
    case ClauseKind::End: return "end";
    case ClauseKind::Round: return "match";
  }
  return "";
}

std::vector<Clause> clauses_of(const grammar::Ruleset& ruleset) {
  Collector all;
  for (const grammar::Kind& kind : ruleset.kinds) all.add({ClauseKind::Move, kind.name, kind.from_note, 0, kind.span});
  for (const grammar::Kind& kind : ruleset.kinds) all.requirements(kind);
  for (const grammar::Kind& kind : ruleset.kinds) {
    all.steps(kind.steps);
    if (kind.laps) all.table(ruleset.tables[*kind.laps], ClauseKind::Lap);
    if (kind.each_seed) all.table(ruleset.tables[*kind.each_seed], ClauseKind::EachSeed);
  }
  for (const grammar::Trigger& trigger : ruleset.triggers) {
    all.add({ClauseKind::Whenever, "", "", 0, trigger.span});
    all.steps(trigger.steps);
  }
  all.table(ruleset.end, ClauseKind::End);
  all.table(ruleset.rounds, ClauseKind::Round);
  return std::move(all.found);
}

}  // namespace mnc::engine
