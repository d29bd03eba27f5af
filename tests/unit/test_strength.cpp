// How strong the players are: who beats whom, over games enough for the 95 % interval to leave out one half. Slow:
// `mnc_tests "[slow]"`. The figures are in docs/simulation.md.
#include <fmt/format.h>

#include <iostream>

#include "interpreter/simulate.h"
#include "tests/support/catch.h"
#include "tests/support/game.h"

namespace {

using namespace mnc::engine;

// The first player's score against the second over so many games, half of them with each side.
void beats(const char* name, const char* better, const char* worse, std::uint64_t games) {
  const auto game = mnc::bundled_game(name);
  const std::array<PlayerSpec, 2> players{std::get<PlayerSpec>(read_player(better)),
                                          std::get<PlayerSpec>(read_player(worse))};
  double points = 0;
  std::uint64_t decided = 0;
  for (const std::size_t south : {0u, 1u}) {
    SimulationPlan plan;
    plan.from = game->start();
    plan.games = games / 2;
    plan.jobs = 2;
    plan.players = {players[south], players[1 - south]};
    const std::atomic<bool> stop{false};
    const Statistics s = statistics(simulate(*game, plan, stop, {}));
    decided += s.decided;
    points += static_cast<double>(s.decided) * (south == 0 ? s.south_score : 1 - s.south_score);
  }
  const double score = points / static_cast<double>(decided);
  const Interval ci = wilson95(score, decided);
  std::cout << fmt::format("{:12} {:38} {:31} {:5} games  {:.3f} ({:.3f} to {:.3f})\n", name, better, worse, decided,
                           score, ci[0], ci[1]);
  INFO(name << ": " << better << " against " << worse << ": " << score << " of " << decided);
  CHECK(ci[0] > 0.5);
}

constexpr std::array<const char*, 3> kGames{"kpe", "en-gehe", "bao-la-kete"};

}  // namespace

TEST_CASE("greedy beats random", "[.][slow]") {
  for (const char* name : kGames) beats(name, "greedy", "random", 400);
}

TEST_CASE("two plies ahead beat greedy", "[.][slow]") {
  for (const char* name : kGames) beats(name, "alphabeta:depth=2", "greedy", 200);
}

TEST_CASE("four plies ahead beat two", "[.][slow]") {
  beats("kpe", "alphabeta:depth=4:epsilon=0.05", "alphabeta:depth=2:epsilon=0.05", 300);
  beats("bao-la-kete", "alphabeta:depth=4:epsilon=0.05", "alphabeta:depth=2:epsilon=0.05", 100);
  beats("kalah", "alphabeta:depth=4:epsilon=0.05", "alphabeta:depth=2:epsilon=0.05", 200);
}

TEST_CASE("going on with captures beats stopping", "[.][slow]") {
  beats("kpe", "alphabeta:depth=2:quiet=4:epsilon=0.05", "alphabeta:depth=2:epsilon=0.05", 400);
  beats("bao-la-kete", "alphabeta:depth=2:quiet=4:epsilon=0.05", "alphabeta:depth=2:epsilon=0.05", 200);
  beats("kalah", "alphabeta:depth=2:quiet=4:epsilon=0.05", "alphabeta:depth=2:epsilon=0.05", 200);
}

TEST_CASE("tree search beats random, and more of it less of it", "[.][slow]") {
  beats("kpe", "mcts:playouts=100", "random", 100);
  beats("bao-la-kete", "mcts:playouts=50", "random", 40);
  beats("kalah", "mcts:playouts=200", "mcts:playouts=20", 100);
}
