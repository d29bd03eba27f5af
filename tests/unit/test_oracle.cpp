// The interpreter against the hand-written programs of tests/bench/handwritten, which share no code with it: every
// position, every set of legal moves and every result of random games, and counts of move sequences.
#include <algorithm>

#include "interpreter/notation.h"
#include "tests/bench/handwritten/bao_la_kete.hpp"
#include "tests/bench/handwritten/en_gehe.hpp"
#include "tests/bench/handwritten/kpe.hpp"
#include "tests/support/catch.h"
#include "tests/support/game.h"

using namespace mnc;

namespace {

std::string_view result_name(engine::Result result) {
  switch (result) {
    case engine::Result::None: return "none";
    case engine::Result::South: return "south";
    case engine::Result::North: return "north";
    case engine::Result::Draw: return "draw";
    case engine::Result::Void: return "void";
  }
  return "";
}

template <class Rules>
void compare(const engine::Game& game, int games) {
  handwritten::Rng rng(7);
  for (int i = 0; i < games; ++i) {
    handwritten::Game<Rules> oracle;
    engine::Session session(game);
    while (true) {
      if (session.ending().endless) {  // found while sowing: neither has a position to show
        REQUIRE(oracle.end().result == handwritten::Result::kVoid);
        break;
      }
      INFO(engine::position_text(game, session.position()));
      REQUIRE(engine::position_text(game, session.position()) == Rules::position_text(oracle.state()));
      std::vector<std::string> expected, found;
      for (const auto& move : oracle.legal_moves()) expected.push_back(Rules::move_text(oracle.state(), move));
      for (const auto& move : session.moves()) found.push_back(engine::move_text(game, session.position(), move, session.moves()));
      std::sort(expected.begin(), expected.end());
      std::sort(found.begin(), found.end());
      REQUIRE(found == expected);
      REQUIRE(result_name(session.ending().result) == handwritten::result_name(oracle.end().result));
      if (session.over()) {
        if (game.ruleset().has_winner && session.ending().result != engine::Result::Void) REQUIRE(session.ending().final_seeds == oracle.end().won);
        break;
      }
      const auto moves = oracle.legal_moves();
      const auto move = moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
      const auto same = engine::read_move(game, session.position(), Rules::move_text(oracle.state(), move), session.moves());
      REQUIRE(std::holds_alternative<engine::Move>(same));
      oracle.play(move);
      session.play(std::get<engine::Move>(same));
    }
  }
}

template <class Rules>
std::uint64_t oracle_count(int depth) {
  return handwritten::Game<Rules>().perft(depth);
}

}  // namespace

TEST_CASE("Kpé is played as the hand-written program plays it", "[oracle]") {
  const auto game = bundled_game("kpe");
  compare<handwritten::Kpe>(*game, 60);
  for (int depth = 1; depth <= 8; ++depth) CHECK(game->perft(game->start(), depth) == oracle_count<handwritten::Kpe>(depth));
}

TEST_CASE("En Gehé is played as the hand-written program plays it", "[oracle]") {
  const auto game = bundled_game("en-gehe");
  compare<handwritten::EnGehe<50>>(*game, 4);
  for (int depth = 1; depth <= 2; ++depth) CHECK(game->perft(game->start(), depth) == oracle_count<handwritten::EnGehe<50>>(depth));
  const auto small = bundled_game("en-gehe", {{"columns", "40"}});
  compare<handwritten::EnGehe<40>>(*small, 4);
}

TEST_CASE("Bao la Kete is played as the hand-written program plays it", "[oracle]") {
  const auto game = bundled_game("bao-la-kete");
  compare<handwritten::BaoLaKete>(*game, 120);
  for (int depth = 1; depth <= 7; ++depth) CHECK(game->perft(game->start(), depth) == oracle_count<handwritten::BaoLaKete>(depth));
}
