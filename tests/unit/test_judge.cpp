// Which moves are legal, read from the rules themselves, and what the engine says: two readings of every requirement.
#include "interpreter/judge.h"

#include <algorithm>

#include "interpreter/notation.h"
#include "interpreter/random.h"
#include "tests/support/catch.h"
#include "tests/support/game.h"

namespace {

using namespace mnc;
using namespace mnc::engine;

// A move without the answers it gives on its way.
Move before_questions(const Game& game, Move move) {
  while (move.answer_count > game.ruleset().kinds[move.kind].choices.size()) move.drop_answer();
  return move;
}

// Plays games at random and judges every position; counts the moves that were ruled out.
int compare(const Game& game, std::uint64_t games, int plies) {
  int ruled_out = 0;
  for (std::uint64_t i = 0; i < games; ++i) {
    Random random(9, i);
    Session session(game);
    for (int ply = 0; ply < plies && !session.over(); ++ply) {
      const std::vector<Move>& legal = session.moves();
      const auto is_legal = [&](const Move& move) {
        return std::any_of(legal.begin(), legal.end(), [&](const Move& one) { return before_questions(game, one) == move; });
      };
      INFO(position_text(game, session.position()));
      const std::vector<Judged> judged = judge(game, session.position());
      for (const Judged& one : judged) {
        INFO(move_text(game, session.position(), one.move, legal));
        REQUIRE(is_legal(one.move) == (one.ruling == Ruling::Legal));
        const bool by_clause = one.ruling == Ruling::Required || one.ruling == Ruling::Preferred;
        REQUIRE((one.clause != nullptr) == by_clause);
        if (one.ruling == Ruling::Preferred || one.ruling == Ruling::Outranked) REQUIRE(one.instead < judged.size());
        ruled_out += one.ruling == Ruling::Legal ? 0 : 1;
      }
      for (const Move& move : legal) {
        const auto found = std::find_if(judged.begin(), judged.end(), [&](const Judged& one) { return one.move == before_questions(game, move); });
        REQUIRE(found != judged.end());
      }
      session.play(legal[random.below(static_cast<std::uint32_t>(legal.size()))]);
    }
  }
  return ruled_out;
}

}  // namespace

TEST_CASE("the rules are judged as the engine judges them", "[judge]") {
  CHECK(compare(*bundled_game("kpe", {{"grand_slam", "forbidden"}}), 12, 120) > 0);
  CHECK(compare(*bundled_game("oware", {{"grand_slam", "forbidden"}}), 12, 120) > 0);
  CHECK(compare(*bundled_game("bao-la-kete"), 8, 120) > 100);
  CHECK(compare(*bundled_game("bao-la-kete", {{"front_row_kept", "lone_kichwa"}}), 4, 120) > 50);
}

TEST_CASE("every bundled ruleset is judged as it is played", "[judge]") {
  for (const auto& entry : std::filesystem::directory_iterator(std::filesystem::path(MNC_SOURCE_DIR) / "rulesets")) {
    if (entry.path().extension() != ".mnc") continue;
    INFO(entry.path().filename().string());
    (void)compare(*bundled_game(entry.path().stem().string()), 1, 30);
  }
}
