// Stage 2, check: the search for values that make formulas hold; see logic.h.
#include "grammar/check/logic.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace mnc::grammar::check {

namespace {

std::uint64_t mixed(std::uint64_t hash, std::uint64_t part) {
  return (hash ^ (hash >> 29) ^ part) * 0x9e3779b97f4a7c15u;
}

}  // namespace

Logic::Logic() {
  parts_ = {{.kind = Part::Any}, {.kind = Part::All}};  // kFalse: none of nothing; kTrue: all of nothing
  negations_ = {kTrue, kFalse};
}

template <class Same, class Make>
Formula Logic::interned(std::uint64_t hash, const Same& same, const Make& make) {
  std::uint64_t key = hash >> 1 | 1;  // neither 0 nor near the largest number
  Formula known = by_hash_.find(key);
  while (known != Memo::kNothing && !same(at(known))) known = by_hash_.find(++key);
  if (known != Memo::kNothing) return known;
  const auto made = static_cast<Formula>(parts_.size());
  parts_.push_back(make());
  negations_.push_back(-1);
  by_hash_.put(key, made);
  return made;
}

Variable Logic::variable(const CountSet& values) {
  values_.push_back(values);
  return static_cast<Variable>(values_.size() - 1);
}

Formula Logic::among(Variable variable, const CountSet& wanted) {
  const CountSet& all = values(variable);
  const CountSet kept = wanted & all;
  if (kept.none()) return kFalse;
  if (kept == all) return kTrue;
  const std::uint64_t hash = mixed(static_cast<std::uint64_t>(variable), std::hash<CountSet>()(kept));
  return interned(
      hash, [&](const Part& one) { return one.kind == Part::Among && one.variable == variable && set_of(one) == kept; },
      [&] {
        sets_.push_back(kept);
        return Part{Part::Among, variable, static_cast<std::uint32_t>(sets_.size() - 1), 0};
      });
}

Formula Logic::junction(Part::Kind kind, const Formula* first, std::size_t count) {
  const Formula deciding = kind == Part::All ? kFalse : kTrue;
  const Formula neutral = kind == Part::All ? kTrue : kFalse;
  kept_.clear();
  for (const Formula* one = first; one != first + count; ++one) {
    if (*one == deciding) return deciding;
    if (*one != neutral) kept_.push_back(*one);
  }
  std::sort(kept_.begin(), kept_.end());
  kept_.erase(std::unique(kept_.begin(), kept_.end()), kept_.end());
  if (kept_.empty()) return neutral;
  if (kept_.size() == 1) return kept_.front();
  auto hash = static_cast<std::uint64_t>(kind);
  for (const Formula one : kept_) hash = mixed(hash, static_cast<std::uint64_t>(one));
  return interned(
      hash, [&](const Part& one) { return one.kind == kind && std::ranges::equal(operands(one), kept_); },
      [&] {
        const auto begin = static_cast<std::uint32_t>(operands_.size());
        operands_.insert(operands_.end(), kept_.begin(), kept_.end());
        return Part{kind, 0, begin, static_cast<std::uint32_t>(kept_.size())};
      });
}

Formula Logic::negate(Formula formula) {
  const auto index = static_cast<std::size_t>(formula);
  if (negations_[index] >= 0) return negations_[index];
  Formula result = kFalse;
  const Part part = at(formula);  // a copy: parts are added below
  if (part.kind == Part::Among) {
    result = among(part.variable, ~set_of(part));
  } else {
    const std::size_t begin = negating_.size();
    for (std::uint32_t i = 0; i < part.count; ++i) {
      const Formula negation = negate(operands_[part.first + i]);
      negating_.push_back(negation);
    }
    result = junction(part.kind == Part::All ? Part::Any : Part::All, negating_.data() + begin, part.count);
    negating_.resize(begin);
  }
  negations_[index] = result;
  negations_[static_cast<std::size_t>(result)] = formula;
  return result;
}

// Takes formulas to hold, one way through the alternatives after the other.
class Logic::Search {
 public:
  explicit Search(const Logic& logic) : logic_(logic), narrowed_(logic.values_.size(), -1), holds_(logic.parts_.size(), 0) {}

  bool run(std::vector<Formula> formulas) { return solve(std::move(formulas)); }
  [[nodiscard]] std::size_t steps() const { return static_cast<std::size_t>(steps_); }

 private:
  // Steps of one search. A search that is not over by then would tell an author nothing they could follow.
  static constexpr int kMaxSteps = 20'000;

  // What a variable can still be.
  struct Narrowing {
    Variable variable;
    std::int32_t before;  // the narrowing that this one narrows further; -1: none
    CountSet values;
  };

  [[nodiscard]] const CountSet& now(Variable variable) const {
    const std::int32_t last = narrowed_[static_cast<std::size_t>(variable)];
    return last < 0 ? logic_.values(variable) : narrowings_[static_cast<std::size_t>(last)].values;
  }
  [[nodiscard]] bool holds(Formula formula) const { return holds_[static_cast<std::size_t>(formula)] != 0; }

  // What an alternative comes to, given what is known.
  enum class State : std::uint8_t { Open, Holds, Fails };
  [[nodiscard]] State look(Formula formula) const {
    const Part& part = logic_.at(formula);
    if (part.kind != Part::Among) {
      if (part.count == 0) return part.kind == Part::All ? State::Holds : State::Fails;
      const Formula negation = logic_.negations_[static_cast<std::size_t>(formula)];
      if (negation >= 0 && holds(negation)) return State::Fails;
      return holds(formula) ? State::Holds : State::Open;
    }
    const CountSet both = now(part.variable) & logic_.set_of(part);
    if (both.none()) return State::Fails;
    return both == now(part.variable) ? State::Holds : State::Open;
  }

  // False if the variable has no value left.
  bool narrow(const Part& part) {
    std::int32_t& last = narrowed_[static_cast<std::size_t>(part.variable)];
    if (last < level_) {
      narrowings_.push_back({part.variable, last, now(part.variable)});
      last = static_cast<std::int32_t>(narrowings_.size() - 1);
    }
    CountSet& values = narrowings_[static_cast<std::size_t>(last)].values;
    values &= logic_.set_of(part);
    return values.any();
  }

  void take(Formula formula) {
    if (holds(formula)) return;
    holds_[static_cast<std::size_t>(formula)] = 1;
    taken_.push_back(formula);
  }

  void take_back(std::size_t narrowings, std::size_t taken) {
    for (; narrowings_.size() > narrowings; narrowings_.pop_back())
      narrowed_[static_cast<std::size_t>(narrowings_.back().variable)] = narrowings_.back().before;
    for (; taken_.size() > taken; taken_.pop_back()) holds_[static_cast<std::size_t>(taken_.back())] = 0;
  }

  // Leaves the alternatives of a formula that can still hold in open_; false if one of them holds anyhow.
  bool open_parts(Formula formula) {
    open_.clear();
    for (const Formula one : logic_.operands(logic_.at(formula))) {
      const State state = look(one);
      if (state == State::Holds) return false;
      if (state == State::Open) open_.push_back(one);
    }
    return true;
  }

  // Takes in all that has to hold; false if it cannot. What is left are formulas of which one part has to hold.
  bool settle(std::vector<Formula>& pending, std::vector<Formula>& choices) {
    for (bool again = true; again;) {
      again = false;
      while (!pending.empty()) {
        const Formula formula = pending.back();
        const Part& part = logic_.at(formula);
        const std::span<const Formula> operands = logic_.operands(part);
        pending.pop_back();
        ++steps_;
        if (part.kind != Part::Among) take(formula);
        if (part.kind == Part::All) pending.insert(pending.end(), operands.begin(), operands.end());
        else if (part.kind == Part::Any) choices.push_back(formula);
        else if (!narrow(part)) return false;
      }
      std::size_t left = 0;
      for (const Formula formula : choices) {
        ++steps_;
        if (!open_parts(formula)) continue;
        if (open_.empty()) return false;
        if (open_.size() == 1) {
          pending.push_back(open_.front());
          again = true;
        } else {
          choices[left++] = formula;
        }
      }
      choices.resize(left);
    }
    return true;
  }

  bool solve(std::vector<Formula> pending) {
    std::vector<Formula> choices;
    if (!settle(pending, choices)) return false;
    if (choices.empty() || steps_ > kMaxSteps) return true;
    std::vector<Formula> best;
    std::size_t chosen = 0;
    for (std::size_t i = 0; i < choices.size(); ++i) {
      (void)open_parts(choices[i]);
      if (!best.empty() && open_.size() >= best.size()) continue;
      best = open_;
      chosen = i;
    }
    choices.erase(choices.begin() + static_cast<std::ptrdiff_t>(chosen));
    const std::int32_t level = level_;
    const std::size_t narrowings = narrowings_.size(), taken = taken_.size();
    level_ = static_cast<std::int32_t>(narrowings);
    bool solved = false;
    for (const Formula one : best) {
      std::vector<Formula> next = choices;
      next.push_back(one);
      solved = solve(std::move(next));
      if (solved) break;
      take_back(narrowings, taken);
    }
    level_ = level;
    return solved;
  }

  const Logic& logic_;
  std::vector<Narrowing> narrowings_;
  std::vector<std::int32_t> narrowed_;  // by variable: its last narrowing, -1: none
  std::vector<char> holds_;             // by formula: whether it has been taken to hold
  std::vector<Formula> taken_;          // those that have
  std::vector<Formula> open_;
  std::int32_t level_ = 0;              // narrowings before this one are those of outer choices
  int steps_ = 0;
};

bool Logic::can_hold(const std::vector<Formula>& formulas) const {
  if (full()) return true;
  Search search(*this);
  std::vector<Formula> all = assumed_;
  all.insert(all.end(), formulas.begin(), formulas.end());
  const bool can = search.run(std::move(all));
  searched_ += search.steps();
  return can;
}

}  // namespace mnc::grammar::check
