// Whether conditions can hold together: certain when it says no.
#include "grammar/check/logic.h"

#include "tests/support/catch.h"

namespace {

using namespace mnc::grammar;
using namespace mnc::grammar::check;

CountSet numbers(std::initializer_list<int> list) {
  CountSet set;
  for (const int n : list) set.set(static_cast<std::size_t>(n));
  return set;
}

}  // namespace

TEST_CASE("values of one variable exclude each other", "[logic]") {
  Logic logic;
  const Variable a = logic.variable(numbers({0, 1, 2, 3}));
  const Formula low = logic.among(a, numbers({0, 1}));
  const Formula high = logic.among(a, numbers({2, 3}));
  CHECK(logic.can_hold({low}));
  CHECK_FALSE(logic.can_hold({low, high}));
  CHECK_FALSE(logic.can_hold({logic.negate(low), logic.negate(high)}));
  CHECK(logic.among(a, numbers({0, 1, 2, 3, 9})) == kTrue);
  CHECK(logic.among(a, numbers({9})) == kFalse);
  CHECK(logic.variable(numbers({0, 1})) != a);
}

TEST_CASE("alternatives are tried until one fits all the rest", "[logic]") {
  Logic logic;
  std::vector<Formula> one_of_each;
  std::vector<Variable> pits;
  for (int i = 0; i < 6; ++i) pits.push_back(logic.variable(numbers({0, 1})));
  for (int i = 0; i + 1 < 6; ++i) {  // of two neighbours exactly one
    const Formula a = logic.among(pits[static_cast<std::size_t>(i)], numbers({1}));
    const Formula b = logic.among(pits[static_cast<std::size_t>(i) + 1], numbers({1}));
    one_of_each.push_back(logic.any_of({logic.all_of({a, logic.negate(b)}), logic.all_of({logic.negate(a), b})}));
  }
  CHECK(logic.can_hold(one_of_each));
  one_of_each.push_back(logic.among(pits[0], numbers({1})));
  one_of_each.push_back(logic.among(pits[4], numbers({1})));
  CHECK(logic.can_hold(one_of_each));
  one_of_each.push_back(logic.among(pits[5], numbers({1})));
  CHECK_FALSE(logic.can_hold(one_of_each));
}

TEST_CASE("nothing and everything", "[logic]") {
  Logic logic;
  CHECK(logic.can_hold({}));
  CHECK(logic.can_hold({kTrue}));
  CHECK_FALSE(logic.can_hold({kFalse}));
  CHECK(logic.all_of({}) == kTrue);
  CHECK(logic.any_of({}) == kFalse);
  CHECK(logic.negate(kTrue) == kFalse);
}

TEST_CASE("a search that gets too long says that all may be", "[logic]") {
  Logic logic;  // more pigeons than holes: no search of this length finds out
  std::vector<Formula> all;
  std::vector<Variable> pigeons;
  CountSet holes;
  for (std::size_t i = 0; i < 11; ++i) holes.set(i);
  for (int i = 0; i < 12; ++i) pigeons.push_back(logic.variable(holes));
  for (std::size_t i = 0; i < 12; ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      for (int hole = 0; hole < 11; ++hole) {
        all.push_back(logic.any_of({logic.negate(logic.among(pigeons[i], numbers({hole}))),
                                    logic.negate(logic.among(pigeons[j], numbers({hole})))}));
      }
    }
  }
  CHECK(logic.can_hold(all));
  CHECK(logic.work() < 3'000'000);
}
