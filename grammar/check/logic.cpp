// Stage 2, check: the search for values that make formulas hold; see logic.h.
#include "grammar/check/logic.h"

#include <algorithm>
#include <functional>
#include <unordered_set>
#include <utility>

namespace mnc::grammar::check {

Logic::Logic() {
  (void)add({.kind = Part::Any, .variable = 0, .values = {}, .parts = {}});  // kFalse: none of nothing
  (void)add({.kind = Part::All, .variable = 0, .values = {}, .parts = {}});  // kTrue: all of nothing
  negations_[kFalse] = kTrue;
  negations_[kTrue] = kFalse;
}

Formula Logic::add(Part part) {
  std::size_t hash = static_cast<std::size_t>(part.kind) * 31 + static_cast<std::size_t>(part.variable);
  if (part.kind == Part::Among) hash ^= std::hash<CountSet>()(part.values);
  for (const Formula one : part.parts) hash = hash * 1'000'003 + static_cast<std::size_t>(one);
  const auto [first, last] = by_hash_.equal_range(hash);
  for (auto known = first; known != last; ++known) {
    const Part& same = at(known->second);
    if (same.kind == part.kind && same.variable == part.variable && same.parts == part.parts && same.values == part.values)
      return known->second;
  }
  parts_.push_back(std::move(part));
  negations_.push_back(-1);
  const auto made = static_cast<Formula>(parts_.size() - 1);
  by_hash_.emplace(hash, made);
  return made;
}

Variable Logic::variable(const std::string& name, const CountSet& values) {
  const auto [at, added] = names_.try_emplace(name, static_cast<Variable>(values_.size()));
  if (added) values_.push_back(values);
  return at->second;
}

Formula Logic::among(Variable variable, const CountSet& wanted) {
  const CountSet& all = values(variable);
  const CountSet kept = wanted & all;
  if (kept.none()) return kFalse;
  if (kept == all) return kTrue;
  return add({.kind = Part::Among, .variable = variable, .values = kept, .parts = {}});
}

Formula Logic::junction(Part::Kind kind, std::vector<Formula> parts) {
  const Formula deciding = kind == Part::All ? kFalse : kTrue;
  const Formula neutral = kind == Part::All ? kTrue : kFalse;
  if (std::find(parts.begin(), parts.end(), deciding) != parts.end()) return deciding;
  std::erase(parts, neutral);
  std::sort(parts.begin(), parts.end());
  parts.erase(std::unique(parts.begin(), parts.end()), parts.end());
  if (parts.empty()) return neutral;
  if (parts.size() == 1) return parts.front();
  return add({.kind = kind, .variable = 0, .values = {}, .parts = std::move(parts)});
}

Formula Logic::negate(Formula formula) {
  const auto index = static_cast<std::size_t>(formula);
  if (negations_[index] >= 0) return negations_[index];
  Formula result = kFalse;
  const Part part = at(formula);  // a copy: parts are added below
  if (part.kind == Part::Among) {
    result = among(part.variable, ~part.values);
  } else {
    std::vector<Formula> parts;
    for (const Formula one : part.parts) parts.push_back(negate(one));
    result = junction(part.kind == Part::All ? Part::Any : Part::All, std::move(parts));
  }
  negations_[index] = result;
  negations_[static_cast<std::size_t>(result)] = formula;
  return result;
}

class Logic::Search {
 public:
  explicit Search(const Logic& logic) : logic_(logic) {}

  bool run(const std::vector<Formula>& formulas) { return solve({}, formulas); }
  [[nodiscard]] std::size_t steps() const { return static_cast<std::size_t>(steps_); }

 private:
  // Steps of one search. A search that is not over by then would tell an author nothing they could follow.
  static constexpr int kMaxSteps = 20'000;

  // What is known on one way through the alternatives: what variables can still be, and what has been taken to hold.
  struct Known {
    std::unordered_map<Variable, CountSet> values;
    std::unordered_set<Formula> holds;
  };

  // What an alternative comes to, given what is known.
  enum class State : std::uint8_t { Open, Holds, Fails };
  State look(const Known& known, Formula formula) const {
    const Part& part = logic_.at(formula);
    if (part.kind != Part::Among) {
      if (part.parts.empty()) return part.kind == Part::All ? State::Holds : State::Fails;
      const Formula negation = logic_.negations_[static_cast<std::size_t>(formula)];
      if (negation >= 0 && known.holds.contains(negation)) return State::Fails;
      return known.holds.contains(formula) ? State::Holds : State::Open;
    }
    const auto found = known.values.find(part.variable);
    const CountSet& now = found == known.values.end() ? logic_.values(part.variable) : found->second;
    if ((now & part.values).none()) return State::Fails;
    return (now & ~part.values).none() ? State::Holds : State::Open;
  }

  bool narrow(Known& known, const Part& part) const {
    CountSet& now = known.values.try_emplace(part.variable, logic_.values(part.variable)).first->second;
    now &= part.values;
    return now.any();
  }

  // The alternatives of a formula that can still hold; nothing if one of them holds anyhow.
  bool open_parts(const Known& known, Formula formula, std::vector<Formula>& open) const {
    open.clear();
    for (const Formula one : logic_.at(formula).parts) {
      const State state = look(known, one);
      if (state == State::Holds) return false;
      if (state == State::Open) open.push_back(one);
    }
    return true;
  }

  // Takes in all that has to hold; false if it cannot. What is left are formulas of which one part has to hold.
  bool settle(Known& known, std::vector<Formula>& pending, std::vector<Formula>& choices) {
    std::vector<Formula> open;
    for (bool again = true; again;) {
      again = false;
      while (!pending.empty()) {
        const Part& part = logic_.at(pending.back());
        const Formula formula = pending.back();
        pending.pop_back();
        ++steps_;
        if (part.kind != Part::Among) known.holds.insert(formula);
        if (part.kind == Part::All) pending.insert(pending.end(), part.parts.begin(), part.parts.end());
        else if (part.kind == Part::Any) choices.push_back(formula);
        else if (!narrow(known, part)) return false;
      }
      std::vector<Formula> left;
      for (const Formula formula : choices) {
        ++steps_;
        if (!open_parts(known, formula, open)) continue;
        if (open.empty()) return false;
        if (open.size() == 1) {
          pending.push_back(open.front());
          again = true;
        } else {
          left.push_back(formula);
        }
      }
      choices = std::move(left);
    }
    return true;
  }

  bool solve(Known known, std::vector<Formula> pending) {
    std::vector<Formula> choices;
    if (!settle(known, pending, choices)) return false;
    if (choices.empty() || steps_ > kMaxSteps) return true;
    std::vector<Formula> best, open;
    std::size_t chosen = 0;
    for (std::size_t i = 0; i < choices.size(); ++i) {
      (void)open_parts(known, choices[i], open);
      if (!best.empty() && open.size() >= best.size()) continue;
      best = open;
      chosen = i;
    }
    choices.erase(choices.begin() + static_cast<std::ptrdiff_t>(chosen));
    for (const Formula one : best) {
      std::vector<Formula> next = choices;
      next.push_back(one);
      if (solve(known, std::move(next))) return true;
    }
    return false;
  }

  const Logic& logic_;
  int steps_ = 0;
};

bool Logic::can_hold(const std::vector<Formula>& formulas) const {
  if (full()) return true;
  Search search(*this);
  std::vector<Formula> all = assumed_;
  all.insert(all.end(), formulas.begin(), formulas.end());
  const bool can = search.run(all);
  searched_ += search.steps();
  return can;
}

}  // namespace mnc::grammar::check
