// Stage 2, check: conditions over variables with finitely many values, and whether some of them can hold together.
// Comes in: from meaning. Goes out: to semantics. Everything errs on one side: `can_hold` says no only if it is certain.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>
#include <vector>

#include "grammar/check/memo.h"
#include "grammar/ruleset.h"

namespace mnc::grammar::check {

// A variable's values are numbers 0…1023: seeds, or a pit's slot plus one (0: none), or anything numbered.
using Variable = std::int32_t;
using Formula = std::int32_t;  // index into a Logic; kTrue and kFalse in all of them
inline constexpr Formula kFalse = 0;
inline constexpr Formula kTrue = 1;

class Logic {
 public:
  Logic();

  // A new variable.
  [[nodiscard]] Variable variable(const CountSet& values);
  [[nodiscard]] const CountSet& values(Variable variable) const { return values_[static_cast<std::size_t>(variable)]; }

  [[nodiscard]] Formula among(Variable variable, const CountSet& values);
  [[nodiscard]] Formula all_of(const std::vector<Formula>& parts) { return junction(Part::All, parts.data(), parts.size()); }
  [[nodiscard]] Formula any_of(const std::vector<Formula>& parts) { return junction(Part::Any, parts.data(), parts.size()); }
  [[nodiscard]] Formula all_of(std::initializer_list<Formula> parts) { return junction(Part::All, parts.begin(), parts.size()); }
  [[nodiscard]] Formula any_of(std::initializer_list<Formula> parts) { return junction(Part::Any, parts.begin(), parts.size()); }
  [[nodiscard]] Formula negate(Formula formula);

  // Holds whatever is asked.
  void assume(Formula formula) { assumed_.push_back(formula); }
  // Whether the formulas may hold at the same time.
  [[nodiscard]] bool can_hold(const std::vector<Formula>& formulas) const;
  // What has been built and searched so far, in steps of like cost.
  [[nodiscard]] std::size_t work() const { return parts_.size() + searched_; }
  // Too much has been built: what is asked from now on is not worth asking.
  [[nodiscard]] bool full() const { return parts_.size() > kMaxParts; }

 private:
  // Formulas of one place in the rules; the largest known rulesets stay below a tenth of it.
  static constexpr std::size_t kMaxParts = 60'000;

  struct Part {
    enum Kind : std::uint8_t { Among, All, Any } kind;
    Variable variable = 0;     // Among
    std::uint32_t first = 0;   // Among: index into sets_; All, Any: of the first operand in operands_
    std::uint32_t count = 0;   // All, Any: of operands
  };
  [[nodiscard]] Formula junction(Part::Kind kind, const Formula* first, std::size_t count);
  [[nodiscard]] const Part& at(Formula formula) const { return parts_[static_cast<std::size_t>(formula)]; }
  [[nodiscard]] const CountSet& set_of(const Part& among) const { return sets_[among.first]; }
  // None of a part that is no junction.
  [[nodiscard]] std::span<const Formula> operands(const Part& part) const {
    if (part.count == 0) return {};
    return {operands_.data() + part.first, part.count};
  }
  // The formula for which `same` holds among those with this hash, or else a new one.
  template <class Same, class Make>
  [[nodiscard]] Formula interned(std::uint64_t hash, const Same& same, const Make& make);

  class Search;

  // INVARIANT: no two parts are the same.
  std::vector<Part> parts_;
  std::vector<Formula> operands_;
  std::vector<CountSet> sets_;
  Memo by_hash_;
  std::vector<Formula> kept_;       // while a junction is made
  std::vector<Formula> negating_;   // operands of the junctions that are being negated
  std::vector<Formula> assumed_;
  mutable std::size_t searched_ = 0;
  std::vector<Formula> negations_;  // of each formula; -1: not made yet
  std::vector<CountSet> values_;
};

}  // namespace mnc::grammar::check
