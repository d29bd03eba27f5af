// Players: how they are named, and that each does what it says. How strong they are: test_strength.cpp.
#include "interpreter/players/player.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "interpreter/simulate.h"
#include "tests/support/catch.h"
#include "tests/support/game.h"

namespace {

using namespace mnc::engine;

std::string text_of(const std::string& name) { return std::get<PlayerSpec>(read_player(name)).text; }
std::string error_of(const std::string& name) { return std::get<std::string>(read_player(name)); }
PlayerSpec spec_of(const std::string& name) { return std::get<PlayerSpec>(read_player(name)); }

// A position of a random game.
Position later(const Game& game, std::uint64_t index, std::uint32_t plies) {
  std::vector<Move> moves;
  game.random_games(game.start())->play(99, index, plies, &moves);
  Session session(game);
  for (const Move& move : moves) session.play(move);
  return session.position();
}

// What a position is worth by plain search, from the side of the player to move; no table, no cuts.
int plain(Line& line, int depth, int ply) {
  Turn turn;
  line.look(turn);
  const int mover = line.mover(), side = mover == kSouth ? 1 : -1;
  if (turn.ending.result != Result::None) return side * score_of(turn.ending.result, ply);
  if (depth == 0) return side * evaluate(line);
  int best = -kWin - 1;
  for (const Move& move : turn.moves) {
    MoveReport report;
    const Result endless = line.endless_result();
    int score = side * score_of(endless, ply + 1);
    if (line.play(move, report)) {
      const int sign = line.mover() == mover ? 1 : -1;
      score = sign * plain(line, depth - 1, ply + 1);
      line.back();
    }
    best = std::max(best, score);
  }
  return best;
}

// The quantile of the chi-square distribution that one in ten thousand passes (E. B. Wilson, M. M. Hilferty 1931).
double critical(double freedom) {
  constexpr double kZ = 3.719016485455709;
  return freedom * std::pow(1 - 2 / (9 * freedom) + kZ * std::sqrt(2 / (9 * freedom)), 3);
}

}  // namespace

TEST_CASE("players are read as they are named", "[players]") {
  CHECK(text_of("random") == "random");
  CHECK(text_of(" greedy ") == "greedy");
  CHECK(text_of("alphabeta:depth=4") == "alphabeta:depth=4");
  CHECK(text_of("alphabeta:depth=4:epsilon=0.10") == "alphabeta:depth=4:epsilon=0.1");
  CHECK(text_of("alphabeta:ms=50:quiet=2") == "alphabeta:ms=50:quiet=2");
  CHECK(text_of("mcts:playouts=100") == "mcts:playouts=100");
  CHECK(text_of("greedy:epsilon=1") == "greedy:epsilon=1");
  const PlayerSpec spec = spec_of("alphabeta:ms=50:epsilon=0.25");
  CHECK(spec.milliseconds == 50);
  CHECK(spec.epsilon == 0.25);
  CHECK(!spec.repeatable());
}

TEST_CASE("what no player is called is said", "[players]") {
  CHECK(error_of("clever") == "there is no player `clever`; there is: random, greedy, alphabeta, mcts");
  CHECK(error_of("gredy") ==
        "there is no player `gredy`; there is: random, greedy, alphabeta, mcts, did you mean `greedy`?");
  CHECK(error_of("") == "there is no player ``; there is: random, greedy, alphabeta, mcts");
  CHECK(error_of("random:x=1") == "the player `random` has no settings");
  CHECK(error_of("random:epsilon=0.1") == "the player `random` has no settings");
  CHECK(error_of("greedy:depth=2") == "the player `greedy` has no setting `depth`; it has: epsilon");
  CHECK(error_of("alphabeta:dept=2") ==
        "the player `alphabeta` has no setting `dept`; it has: depth, ms, quiet, epsilon, did you mean `depth`?");
  CHECK(error_of("alphabeta") ==
        "the player `alphabeta` must be told how much it looks ahead: alphabeta:depth=N or alphabeta:ms=N");
  CHECK(error_of("mcts:epsilon=0.5") == "the player `mcts` must be told how much it looks ahead: mcts:playouts=N");
  CHECK(error_of("alphabeta:depth=4:ms=5") == "the player `alphabeta` has `depth` or `ms`, not both");
  CHECK(error_of("alphabeta:depth=4:depth=5") == "`depth` is given twice for the player `alphabeta`");
  for (const char* value : {"0", "41", "-1", "1.5", "x", "", "99999999999999999999"})
    CHECK(error_of(std::string("alphabeta:depth=") + value)
              .find("is not a whole number from 1 to 40, as `depth` must be") != std::string::npos);
  for (const char* value : {"-0.1", "1.1", "nan", "inf", "1e-3", "", "0,5"})
    CHECK(error_of(std::string("greedy:epsilon=") + value).find("is not a share from 0 to 1, as `epsilon` must be") !=
          std::string::npos);
  CHECK(error_of("greedy:").find("has no setting ``") != std::string::npos);
  CHECK(std::get<std::string>(read_pair("random,random,random")) == "`random,random,random`: there are two players");
}

TEST_CASE("the random player is uniform over legal moves", "[players]") {
  // Bao la Kete has moves with questions in mid-move: each answer is a move of its own.
  constexpr int kDraws = 20'000;
  int compared = 0;
  for (const char* name : {"kpe", "en-gehe", "bao-la-kete"}) {
    const auto game = mnc::bundled_game(name);
    for (const std::uint32_t plies : {0u, 3u, 8u, 15u, 24u}) {
      const Position from = later(*game, plies, plies);
      std::vector<Move> legal;
      game->moves(from, legal);
      if (legal.size() < 2) continue;
      std::vector<int> drawn(legal.size());
      for (int i = 0; i < kDraws; ++i) {
        std::vector<Move> moves;
        game->random_games(from)->play(5, static_cast<std::uint64_t>(i), 1, &moves);
        REQUIRE(moves.size() == 1);
        ++drawn[static_cast<std::size_t>(std::find(legal.begin(), legal.end(), moves[0]) - legal.begin())];
      }
      const double expected = static_cast<double>(kDraws) / static_cast<double>(legal.size());
      double sum = 0;
      for (const int count : drawn) sum += (count - expected) * (count - expected) / expected;
      INFO(name << " after " << plies << " plies: chi-square " << sum << ", " << legal.size() << " moves");
      CHECK(sum < critical(static_cast<double>(legal.size()) - 1));
      CHECK(sum > 0);
      ++compared;
    }
  }
  CHECK(compared >= 12);
}

TEST_CASE("greedy captures most", "[players]") {
  for (const char* name : {"kpe", "en-gehe", "bao-la-kete", "kalah", "oware"}) {
    const auto game = mnc::bundled_game(name);
    const auto player = make_player(spec_of("greedy"));
    for (std::uint64_t i = 0; i < 20; ++i) {
      const Position from = later(*game, i, 12);
      const auto line = game->line(from);
      line->start(from);
      Turn turn;
      line->look(turn);
      if (turn.ending.result != Result::None) continue;
      Random random(1, i);
      const std::size_t chosen = player->choose(*line, turn, random);
      std::uint32_t most = 0;
      for (const Move& move : turn.moves) most = std::max(most, game->play(from, move).report.captured);
      CHECK(game->play(from, turn.moves[chosen]).report.captured == most);
      CHECK(line->position() == from);
    }
  }
}

TEST_CASE("alphabeta chooses what plain search would", "[players]") {
  for (const char* name : {"kpe", "bao-la-kete", "kalah", "oware"}) {
    const auto game = mnc::bundled_game(name);
    for (const int depth : {1, 2, 3}) {
      const auto player = make_player(spec_of("alphabeta:depth=" + std::to_string(depth)));
      for (std::uint64_t i = 0; i < 8; ++i) {
        INFO(name << " depth " << depth << " position " << i);
        const Position from = later(*game, i, 10 + static_cast<std::uint32_t>(i));
        const auto line = game->line(from);
        line->start(from);
        Turn turn;
        line->look(turn);
        if (turn.ending.result != Result::None) continue;
        player->new_game();
        Random random(1, i);
        const std::size_t chosen = player->choose(*line, turn, random);
        const int best = plain(*line, depth, 0);
        MoveReport report;
        const int mover = line->mover();
        REQUIRE(line->play(turn.moves[chosen], report));
        const int worth = (line->mover() == mover ? 1 : -1) * plain(*line, depth - 1, 1);
        line->back();
        // Deeper searches stop as soon as a win or a loss is certain: then the move wins, or nothing helps.
        if (std::abs(best) < kWin - 1000) CHECK(worth == best);
        else CHECK((worth > 0) == (best > 0));
        CHECK(line->position() == from);
      }
    }
  }
}

TEST_CASE("every player plays every game, the same each time, whatever the number of threads", "[players]") {
  for (const char* name : {"kpe", "en-gehe", "bao-la-kete", "kalah", "oware"}) {
    const auto game = mnc::bundled_game(name);
    for (const char* player :
         {"greedy", "alphabeta:depth=2", "alphabeta:depth=1:quiet=2:epsilon=0.2", "mcts:playouts=8"}) {
      INFO(name << " " << player);
      SimulationPlan plan;
      plan.from = game->start();
      plan.games = 6;
      plan.max_plies = 60;
      plan.players = {spec_of(player), spec_of("random")};
      const std::atomic<bool> stop{false};
      const Tally one = simulate(*game, plan, stop, {});
      plan.jobs = 2;
      CHECK(simulate(*game, plan, stop, {}) == one);
      plan.details = true;  // the players think on another line than the one that is watched
      CHECK(simulate(*game, plan, stop, {}).plies == one.plies);
      // Game i depends on (seed, i) alone: not on the games before it.
      plan.details = false, plan.jobs = 1, plan.first = 5, plan.games = 1;
      Tally sum = simulate(*game, plan, stop, {});
      plan.first = 0, plan.games = 5;
      sum.add(simulate(*game, plan, stop, {}));
      CHECK(sum == one);
    }
  }
}

TEST_CASE("epsilon mixes in random moves", "[players]") {
  // Of two moves greedy prefers the one that captures; with epsilon 0.5 a random move is the other one half of the time.
  const auto game = mnc::bundled_game("kalah");
  const Position from = later(*game, 3, 9);
  const auto line = game->line(from);
  line->start(from);
  Turn turn;
  line->look(turn);
  std::uint32_t most = 0;
  std::size_t best = 0;
  for (const Move& move : turn.moves) most = std::max(most, game->play(from, move).report.captured);
  for (const Move& move : turn.moves) best += game->play(from, move).report.captured == most;
  const auto player = make_player(spec_of("greedy:epsilon=0.5"));
  constexpr int kChoices = 10'000;
  int greedy = 0;
  Random random(3, 0);
  for (int i = 0; i < kChoices; ++i)
    greedy += game->play(from, turn.moves[player->choose(*line, turn, random)]).report.captured == most;
  const double expected = 0.5 + 0.5 * static_cast<double>(best) / static_cast<double>(turn.moves.size());
  CHECK(std::abs(greedy - expected * kChoices) < 4 * std::sqrt(kChoices * expected * (1 - expected)) + 1);
}

TEST_CASE("a search on the clock keeps to it", "[players]") {
  const auto game = mnc::bundled_game("en-gehe");
  const auto line = game->line(game->start());
  line->start(game->start());
  Turn turn;
  line->look(turn);
  const auto player = make_player(spec_of("alphabeta:ms=30"));
  player->new_game();
  Random random(1, 0);
  const auto before = std::chrono::steady_clock::now();
  CHECK(player->choose(*line, turn, random) < turn.moves.size());
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - before;
  CHECK(took.count() < 3);  // a busy machine may stop it for a while
  CHECK(line->position() == game->start());
}
