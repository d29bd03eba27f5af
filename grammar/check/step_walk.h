// Stage 2, check: follows steps and judges whether what they speak of can be there: captures with seeds to take, pits
// that exist, conditions that hold now and then.
#pragma once

#include <optional>
#include <vector>

#include "grammar/check/meaning.h"
#include "grammar/check/verdicts.h"

namespace mnc::grammar::check {

class StepWalk {
 public:
  // `facts`: what holds when the steps begin.
  StepWalk(const Ruleset& rules, Meaning& meaning, Verdicts& verdicts, std::vector<Formula> facts)
      : rules_(rules), meaning_(meaning), verdicts_(verdicts), facts_(std::move(facts)) {}

  void walk(const std::vector<Step>& steps);

 private:
  void visit(const Step& step);
  void condition(const Step& step);
  // Steps that are done only if something holds; whether they change nothing.
  [[nodiscard]] bool branch(Formula given, const std::vector<Step>& steps);
  void captures(const Step& step);
  void skips(const Step& step);
  void needs(NodeId pit, const Step& step);
  // Seeds have moved or a state has changed.
  void changed();
  [[nodiscard]] bool can(Formula formula);

  const Ruleset& rules_;
  Meaning& meaning_;
  Verdicts& verdicts_;
  std::vector<Formula> facts_;
};

// The span of an expression if it stands within `whole`, else `whole`: what a definition means stands elsewhere.
[[nodiscard]] Span span_within(const Ruleset& rules, NodeId id, Span whole);

}  // namespace mnc::grammar::check
