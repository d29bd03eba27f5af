// Statistics of many games: exact, the same whatever the number of threads, and right.
#include "interpreter/simulate.h"

#include <cmath>
#include <map>
#include <sstream>

#include "interpreter/notation.h"
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
  for (std::uint64_t i = 30; i < 40; ++i) sum.add(game->random_games(game->start())->play(1, i, 100'000, nullptr));
  CHECK(sum == run(*game, plan_of(40, 2)));
}

TEST_CASE("games that are cut are counted apart", "[simulate]") {
  const auto game = mnc::bundled_game("kpe");
  SimulationPlan plan = plan_of(20, 2);
  plan.max_plies = 3;
  const Tally tally = run(*game, plan);
  CHECK(tally.results[static_cast<std::size_t>(Result::None)] == 20);
  CHECK(tally.plies.sorted() == std::map<std::uint32_t, std::uint64_t>{{3, 20}});
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
  CHECK(tally.all_matches() == 50);
  CHECK(tally.matches_of(Result::South) + tally.matches_of(Result::North) == 50);
  const std::uint64_t won = tally.results[1] + tally.results[2];
  CHECK(won >= 100);  // two games win a match of three
  CHECK(won <= 150);
  plan.jobs = 1;
  CHECK(run(*game, plan) == tally);
}

TEST_CASE("watching the games changes none of them", "[simulate]") {
  for (const char* name : {"kpe", "en-gehe", "bao-la-kete", "kalah", "oware"}) {
    INFO(name);
    const auto game = mnc::bundled_game(name);
    SimulationPlan plan = plan_of(40, 1, 7);
    const Tally plain = run(*game, plan);
    plan.details = true;
    plan.jobs = 2;
    Tally watched = run(*game, plan);
    CHECK(watched.watched == 40);
    // Of each ply one kind of move fires.
    std::uint64_t moves = 0;
    for (std::size_t i = 0; i < watched.clauses.size(); ++i)
      if (game->clauses()[i].kind == ClauseKind::Move) moves += watched.clauses[i];
    CHECK(moves == watched.watched_plies);
    watched.watched = watched.watched_won = watched.watched_plies = watched.lead_changes = watched.led_from = watched.capturing = 0;
    watched.clauses.clear();
    CHECK(watched == plain);
  }
}

TEST_CASE("games are cut alike, watched or not", "[simulate]") {
  const auto game = mnc::bundled_game("kpe");
  SimulationPlan plan = plan_of(30, 1);
  plan.max_plies = 100;
  const Tally plain = run(*game, plan);
  CHECK(plain.of(Result::None) > 0);
  CHECK(plain.of(Result::None) < 30);
  plan.record = [](const std::vector<PlayedGame>&) {};
  CHECK(run(*game, plan) == plain);
}

TEST_CASE("records come in order, and play again to the same end", "[simulate]") {
  const auto game = mnc::bundled_game("bao-la-kete");
  SimulationPlan plan = plan_of(100, 3);
  std::vector<PlayedGame> games;
  plan.record = [&games](const std::vector<PlayedGame>& more) { games.insert(games.end(), more.begin(), more.end()); };
  const Tally tally = run(*game, plan);
  REQUIRE(games.size() == 100);
  Tally again;
  for (std::size_t i = 0; i < games.size(); ++i) {
    REQUIRE(games[i].number == i);
    again.add(games[i].record);
    Session session(*game);
    std::istringstream moves(games[i].moves);
    std::uint32_t plies = 0;
    for (std::string text; moves >> text; ++plies) {
      const auto move = read_move(*game, session.position(), text, session.moves());
      REQUIRE(std::holds_alternative<Move>(move));
      session.play(std::get<Move>(move));
    }
    REQUIRE(plies == games[i].record.plies);
    REQUIRE(session.ending().result == games[i].record.ending.result);
  }
  CHECK(again == tally);
}

TEST_CASE("the shards of a simulation add up to it", "[simulate]") {
  const auto game = mnc::bundled_game("kpe");
  const Tally whole = run(*game, plan_of(100, 2));
  Tally sum;
  for (const auto& [first, games] : {std::pair<std::uint64_t, std::uint64_t>{0, 33}, {33, 17}, {50, 50}}) {
    SimulationPlan plan = plan_of(games, 2);
    plan.first = first;
    sum.add(run(*game, plan));
  }
  CHECK(sum == whole);
}

TEST_CASE("lead changes and captures, by hand", "[simulate]") {
  // A move takes what lies opposite. South leads by 1 with A1, after which North takes 2; or by 2 with A2, and North 1.
  const auto game = mnc::game_of(
      "game \"t\"\nboard { rows 2 columns 2 start \"1 2 / 1 2\" }\n"
      "move take { from own pits where occupied\n  capture opposite }\n"
      "end { if ply = 3: draw\n if mover cannot move: draw }\nwinner most seeds\n");
  SimulationPlan plan = plan_of(200, 1);
  plan.details = true;
  std::map<std::string, std::uint64_t> games;
  plan.record = [&games](const std::vector<PlayedGame>& more) {
    for (const PlayedGame& one : more) ++games[one.moves];
  };
  const Tally tally = run(*game, plan);
  CHECK(games.size() == 2);
  CHECK(games["A1 a1"] + games["A2 a2"] == 200);
  CHECK(tally.lead_changes == games["A1 a1"]);
  CHECK(tally.capturing == 2 * 200);
}

TEST_CASE("a fair coin is tested exactly", "[simulate]") {
  bool exact = false;
  CHECK(near(coin_test(3, 10, exact), 2 * (1 + 10 + 45 + 120) / 1024.0, 1e-12));  // Pascal's triangle
  CHECK(exact);
  CHECK(near(coin_test(0, 10, exact), 2 / 1024.0, 1e-15));
  CHECK(near(coin_test(10, 10, exact), 2 / 1024.0, 1e-15));
  CHECK(coin_test(5, 10, exact) == 1);
  CHECK(coin_test(0, 0, exact) == 1);
  // Where both can be had they agree.
  const double normal = coin_test(500'800, 1'000'001, exact);
  CHECK(!exact);
  CHECK(near(normal, coin_test(500'799, 1'000'000, exact), 2e-3));
  CHECK(exact);
}

TEST_CASE("differences of means have an interval", "[simulate]") {
  // sqrt(4/100 + 9/225) = 0.28284…, times 1.95996
  const Difference d = difference({10, 2, 100}, {11, 3, 225});
  CHECK(d.value == 1);
  CHECK(near(d.ci95[0], 1 - 1.959963984540054 * std::sqrt(0.08)));
  CHECK(near(d.ci95[1], 1 + 1.959963984540054 * std::sqrt(0.08)));
}

TEST_CASE("results are counted apart and by who began", "[simulate]") {
  Tally tally;
  GameRecord north_begins = record(Result::North, 10);
  north_begins.starter = kNorth;
  north_begins.ending.final_seeds = {10, 14};
  tally.add(north_begins);
  tally.add(record(Result::North, 10));
  GameRecord cut = record(Result::None, 10);
  cut.unfinished = true;
  tally.add(cut);
  tally.add(record(Result::Void, 10));
  CHECK(tally.starter_won == 1);
  CHECK(tally.starter_lost == 1);
  const Statistics s = statistics(tally);
  CHECK(s.decided == 2);
  CHECK(s.south_score == 0);
  CHECK(s.decisive == 1);
  CHECK(s.margin_mean == 2);  // 4 and 0
  CHECK(s.first.share == 0.5);
  CHECK(s.shares[static_cast<std::size_t>(Result::Void)] == wilson95(0.25, 4));
}

TEST_CASE("the histogram has every game once, in bins of equal width", "[simulate]") {
  Tally tally;
  for (std::uint32_t plies = 3; plies < 500; plies += 7) tally.add(record(Result::Draw, plies));
  const Statistics s = statistics(tally);
  REQUIRE(s.histogram.size() <= kMostBins);
  std::uint64_t games = 0;
  for (const Bin& bin : s.histogram) {
    CHECK(bin.to - bin.from == s.histogram[0].to - s.histogram[0].from);
    games += bin.games;
  }
  CHECK(games == tally.games);
  CHECK(s.histogram.front().from <= 3);
  CHECK(s.histogram.back().to >= 493);
  CHECK(s.plies_quantiles[0] == 24);  // 71 games: the 4th (ceil(3.55)) has 3 + 3 * 7
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
  CHECK(tally.all_matches() == 40);
  CHECK(tally.matches_of(Result::South) + tally.matches_of(Result::North) > 30);
  CHECK(tally.games >= 40);
  plan.jobs = 1;
  CHECK(run(*game, plan) == tally);
}

TEST_CASE("matches are counted by how they end", "[simulate]") {
  const auto ended = [](const std::string& game_over, const std::string& rows) {
    const auto game = mnc::game_of(R"(game "Rounds"
      board { rows 2  columns 2  seeds 1 }
      move sow { from own pits where occupied  lift all  sow }
      laps { if last holds 4: capture last }
      end { if ply = 3: )" + game_over + R"( if mover cannot move: stop }
      winner most seeds
      match { )" + rows + " }");
    SimulationPlan plan = plan_of(5, 1);
    plan.match = true;
    return run(*game, plan).matches;
  };
  using Matches = decltype(Tally::matches);  // unfinished, South, North, drawn, void
  CHECK(ended("draw", "otherwise: draw") == Matches{0, 0, 0, 5, 0});
  CHECK(ended("draw", "otherwise: void") == Matches{0, 0, 0, 0, 5});
  CHECK(ended("void", "otherwise: draw") == Matches{0, 0, 0, 0, 5});  // a void round makes the match void
  CHECK(ended("draw", "otherwise: South wins") == Matches{0, 5, 0, 0, 0});
  // Seeds are not lost, so that it is broken off after 1000 rounds.
  CHECK(ended("draw", "if own pits are empty and opponent's pits are empty and won + opponent's won = 1: draw") == Matches{5, 0, 0, 0, 0});
}
