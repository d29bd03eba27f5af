// Conditions and steps of a checked ruleset as English, with options decided and definitions put in.
// Comes in: nodes and steps of a Ruleset. Goes out: phrases for the sentences of `mnc show`.
#pragma once

#include <string>
#include <vector>

#include "grammar/ruleset.h"
#include "interpreter/game.h"

namespace mnc::cli {

class Prose {
 public:
  explicit Prose(const engine::Game& game) : game_(game), rules_(game.ruleset()) {}

  // The kind of move whose choices are spoken of; null: none.
  void about(const grammar::Kind* kind) { kind_ = kind; }

  // "the last pit is the mover's and it held no seeds before". kNoNode: "always".
  [[nodiscard]] std::string condition(grammar::NodeId id) const;
  [[nodiscard]] std::string number(grammar::NodeId id) const;
  [[nodiscard]] std::string pit(grammar::NodeId id) const;
  [[nodiscard]] std::string pits(grammar::NodeId id) const;
  // "lifts all seeds of the starting pit", one phrase for each step.
  [[nodiscard]] std::vector<std::string> steps(const std::vector<grammar::Step>& list) const;
  // "2, 3 or at least 5"
  [[nodiscard]] static std::string counts(const grammar::CountSet& set);

 private:
  [[nodiscard]] const grammar::Node& node(grammar::NodeId id) const { return rules_.nodes[static_cast<std::size_t>(id)]; }
  [[nodiscard]] std::string negated(grammar::NodeId id) const;
  [[nodiscard]] std::string said(grammar::NodeId id, bool holds) const;
  [[nodiscard]] std::string listed(const std::vector<grammar::NodeId>& kids, bool holds, const char* word) const;
  [[nodiscard]] std::string compared(const grammar::Node& n, bool holds) const;
  [[nodiscard]] std::string state(std::int32_t index, grammar::Who who) const;
  [[nodiscard]] std::string answer(const grammar::Node& n, const char* is) const;
  [[nodiscard]] std::string pit_in(const grammar::Node& n, bool holds) const;
  [[nodiscard]] std::string number_in(const grammar::Node& n, bool holds) const;
  [[nodiscard]] std::string some(const grammar::Node& n, bool holds) const;
  [[nodiscard]] std::string fixed_pits(const grammar::Node& n) const;
  [[nodiscard]] std::string where(const grammar::Node& n) const;
  [[nodiscard]] std::string cases(const grammar::Node& n) const;
  [[nodiscard]] std::string value(grammar::NodeId id) const;
  [[nodiscard]] std::string player(grammar::NodeId id) const;
  [[nodiscard]] std::string direction(grammar::NodeId id) const;
  [[nodiscard]] std::string kinds(std::int32_t bits) const;
  [[nodiscard]] std::string step(const grammar::Step& step) const;
  [[nodiscard]] std::string seeds(grammar::NodeId count) const;
  [[nodiscard]] std::string heap(grammar::Step::Heap kind, grammar::Who who, grammar::NodeId slot) const;
  [[nodiscard]] std::string sow(const grammar::Step& step) const;
  [[nodiscard]] std::string capture(const grammar::Step& step) const;
  [[nodiscard]] std::string ask(const grammar::Step& step) const;

  const engine::Game& game_;
  const grammar::Ruleset& rules_;
  const grammar::Kind* kind_ = nullptr;
};

// "a, b and c"
[[nodiscard]] std::string enumerated(const std::vector<std::string>& parts, const char* word = "and");

}  // namespace mnc::cli
