// Statistics of many games: exact, the same whatever the number of threads, and right.
#include "interpreter/simulate.h"

#include <cmath>

#include "tests/support/catch.h"
#include "tests/support/game.h"

namespace {

using namespace mnc::engine;

Tally run(const Game& game, SimulationPlan plan) {
  plan.from = game.start();
  const std::atomic<bool> stop{false};
  return simulate(game, plan, stop, {});
}

SimulationPlan plan_of(std::uint64_t games, int jobs, std::uint64_t seed = 1) {
  SimulationPlan plan;
  plan.games = games;
  plan.jobs = jobs;
  plan.seed = seed;
  return plan;
}

bool near(double a, double b, double margin = 1e-9) { return std::abs(a - b) <= margin; }

GameRecord record(Result result, std::uint32_t plies) {
  GameRecord one;
  one.ending.result = result;
  one.plies = plies;
  one.counted = plies, one.branching = 2 * plies;
  one.laps = 3 * plies;
  one.captured = 5;
  return one;
}

}  // namespace

TEST_CASE("the tally does not depend on the number of threads", "[simulate]") {
  const auto game = mnc::bundled_game("kpe");
  const Tally one = run(*game, plan_of(500, 1));
  for (const int jobs : {2, 3, 8, 100}) CHECK(run(*game, plan_of(500, jobs)) == one);
  CHECK(run(*game, plan_of(500, 2, 2)) != one);
}

TEST_CASE("a tally counts every game once", "[simulate]") {
  const auto game = mnc::bundled_game("kpe");
  for (const std::uint64_t games : {1u, 15u, 16u, 17u, 100u}) {
    const Tally tally = run(*game, plan_of(games, 4));
    std::uint64_t results = 0;
    for (const std::uint64_t count : tally.results) results += count;
    CHECK(tally.games == games);
    CHECK(results == games);
  }
}

TEST_CASE("game i of a seed is the same in a longer simulation", "[simulate]") {
  const auto game = mnc::bundled_game("kpe");
  Tally sum = run(*game, plan_of(30, 2));
  for (std::uint64_t i = 30; i < 40; ++i) sum.add(game->play_random(game->start(), 1, i, 100'000, nullptr));
  CHECK(sum == run(*game, plan_of(40, 2)));
}

TEST_CASE("games that are cut are counted apart", "[simulate]") {
  const auto game = mnc::bundled_game("kpe");
  SimulationPlan plan = plan_of(20, 2);
  plan.max_plies = 3;
  const Tally tally = run(*game, plan);
  CHECK(tally.results[static_cast<std::size_t>(Result::None)] == 20);
  CHECK(tally.plies == std::map<std::uint32_t, std::uint64_t>{{3, 20}});
}

TEST_CASE("a simulation that is stopped ends early", "[simulate]") {
  const auto game = mnc::bundled_game("kpe");
  SimulationPlan plan = plan_of(1'000'000'000, 2);
  plan.from = game->start();
  const std::atomic<bool> stop{true};
  CHECK(simulate(*game, plan, stop, {}).games == 0);
}

TEST_CASE("statistics of a few games, by hand", "[simulate]") {
  Tally tally;
  tally.add(record(Result::South, 10));
  tally.add(record(Result::South, 20));
  tally.add(record(Result::North, 20));
  tally.add(record(Result::Draw, 40));
  tally.add(record(Result::Void, 110));
  const Statistics s = statistics(tally);
  CHECK(s.decided == 4);
  CHECK(s.south_score == 0.625);  // (2 + ½) / 4
  CHECK(s.plies_mean == 40);      // 200 / 5
  CHECK(near(s.plies_sd, std::sqrt((900 + 400 + 400 + 0 + 4900) / 4.0)));
  CHECK(s.plies_min == 10);
  CHECK(s.plies_median == 20);
  CHECK(s.plies_max == 110);
  CHECK(s.branching_mean == 2);
  CHECK(s.laps_mean == 3);
  CHECK(s.captured_mean == 5);
  tally.add(record(Result::Void, 30));
  CHECK(statistics(tally).plies_median == 25);  // between 20 and 30
}

TEST_CASE("Wilson's interval agrees with published values", "[simulate]") {
  // R. G. Newcombe, "Two-sided confidence intervals for the single proportion" (1998), table I, method 3.
  const auto interval = wilson95(81.0 / 263, 263);
  CHECK(near(interval[0], 0.2553, 5e-5));
  CHECK(near(interval[1], 0.3662, 5e-5));
  const auto none = wilson95(0.0 / 20, 20);
  CHECK(near(none[0], 0.0, 1e-12));
  CHECK(near(none[1], 0.1611, 5e-5));
}

TEST_CASE("statistics of nothing are zero", "[simulate]") {
  const Statistics s = statistics(Tally{});
  CHECK(s.decided == 0);
  CHECK(s.plies_mean == 0);
  CHECK(s.plies_median == 0);
}

TEST_CASE("matches are played until one side has won more than half", "[simulate]") {
  const auto game = mnc::bundled_game("bao-la-kete");
  SimulationPlan plan = plan_of(50, 2);
  plan.match = true;
  const Tally tally = run(*game, plan);
  CHECK(tally.matches == 50);
  CHECK(tally.matches_south + tally.matches_north == 50);
  const std::uint64_t won = tally.results[1] + tally.results[2];
  CHECK(won >= 100);  // two games win a match of three
  CHECK(won <= 150);
  plan.jobs = 1;
  CHECK(run(*game, plan) == tally);
}

TEST_CASE("who begins the next game of a match", "[simulate]") {
  mnc::grammar::Ruleset rules;
  using Rules = mnc::grammar::Ruleset;
  const auto next = [&](Rules::Starter starter, Result result) {
    rules.match_starter = starter;
    return next_starter(rules, kSouth, kNorth, result);
  };
  CHECK(next(Rules::Alternates, Result::South) == kNorth);
  CHECK(next(Rules::Loser, Result::South) == kNorth);
  CHECK(next(Rules::Loser, Result::North) == kSouth);
  CHECK(next(Rules::Loser, Result::Draw) == kSouth);
  CHECK(next(Rules::Winner, Result::North) == kNorth);
  CHECK(next(Rules::LastMover, Result::South) == kNorth);
}

TEST_CASE("a match in rounds ends when a row says so", "[simulate]") {
  const auto game = mnc::game_in("tests/language/ok/rounds.mnc");
  SimulationPlan plan = plan_of(40, 2);
  plan.match = true;
  const Tally tally = run(*game, plan);
  CHECK(tally.matches == 40);
  CHECK(tally.matches_south + tally.matches_north <= 40);
  CHECK(tally.matches_south + tally.matches_north > 30);
  CHECK(tally.games >= 40);
  plan.jobs = 1;
  CHECK(run(*game, plan) == tally);
}

TEST_CASE("players are read as the command line names them", "[simulate]") {
  CHECK(std::get<PlayerSpec>(read_player("random")).text() == "random");
  CHECK(std::get<std::string>(read_player("clever")) == "there is no player `clever`; there is: random");
  CHECK(std::get<std::string>(read_player("random:x=1")) == "the player `random` has no settings");
}
