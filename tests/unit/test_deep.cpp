// Playing a game out: what is odd is found, with a record that shows it, and the report is the same each time.
#include "interpreter/deep.h"

#include "interpreter/notation.h"
#include "tests/support/catch.h"
#include "tests/support/game.h"

namespace {

using namespace mnc;
using namespace mnc::engine;

DeepLimits small() {
  DeepLimits limits;
  limits.positions = 3'000;
  limits.work = 12'000;
  limits.games = 60;
  limits.plies = 400;
  return limits;
}

const OddCase& odd(const DeepReport& report, Oddity oddity) { return report.odd[static_cast<std::size_t>(oddity)]; }

// Plays a record of moves as they are written.
Session after(const Game& game, const std::vector<std::string>& record) {
  Session session(game);
  for (const std::string& text : record) {
    const auto move = read_move(game, session.position(), text, session.moves());
    REQUIRE(std::holds_alternative<Move>(move));
    session.play(std::get<Move>(move));
  }
  return session;
}

std::string ruleset(const std::string& move, const std::string& laps, const std::string& end) {
  return "game \"Test\"\nboard { rows 2  columns 2  seeds 2 }\nmove sow {\n" + move +
         "  lift all\n  sow counterclockwise\n}\nlaps {\n" + laps + "}\nend {\n" + end + "}\nwinner most seeds\n";
}

}  // namespace

TEST_CASE("positions without a move and without an end are found", "[deep]") {
  const auto game = game_of(ruleset("  from own pits where holds 2\n", "  if last is opponent's and holds 3: capture last\n",
                                    "  if own pits are empty: each takes own pits\n  if occurrences = 3: draw\n"));
  const DeepReport report = play_out(*game, small());
  const OddCase& found = odd(report, Oddity::NoMove);
  REQUIRE(found.times > 0);
  const Session session = after(*game, found.record);
  CHECK(session.moves().empty());
  CHECK(session.ending().result == Result::Void);
  CHECK(session.ending().row == -1);
}

TEST_CASE("moves that never end are found", "[deep]") {
  // Both players relay for ever if no lap ends in an empty pit: 2 2 / 2 2 has such moves within a few plies.
  const auto game = game_of(ruleset("  from own pits where occupied\n", "  otherwise: relay\n",
                                    "  if mover cannot move: each takes own pits\n  if occurrences = 3: draw\n"));
  const DeepReport report = play_out(*game, small());
  const OddCase& found = odd(report, Oddity::EndlessMove);
  REQUIRE(found.times > 0);
  CHECK(after(*game, found.record).ending().endless);
}

TEST_CASE("games that do not end are found, up to a position that was there before", "[deep]") {
  // Nothing is ever captured, and who has no move passes.
  const auto game = game_of("game \"Test\"\nboard { rows 2  columns 2  seeds 2 }\n"
                            "move sow { from own pits where occupied  lift all  sow counterclockwise }\n"
                            "otherwise move pass { }\nend { if seeds of all pits < 4: draw }\nwinner most seeds\n");
  const DeepReport report = play_out(*game, small());
  const OddCase& found = odd(report, Oddity::LongGame);
  REQUIRE(found.times > 0);
  const Position last = after(*game, found.record).position();
  bool before = false;
  for (std::size_t plies = 0; plies < found.record.size(); ++plies) {
    const Session earlier = after(*game, {found.record.begin(), found.record.begin() + static_cast<std::ptrdiff_t>(plies)});
    before = before || game->hash(earlier.position()) == game->hash(last);
  }
  CHECK(before);
}

TEST_CASE("a game that a row might end yet is only said to be long", "[deep]") {
  // Nothing is captured; 300 times the same position within 400 plies would need a game of one or two positions.
  const auto game = game_of("game \"Test\"\nboard { rows 2  columns 2  seeds 2 }\n"
                            "move sow { from own pits where occupied  lift all  sow counterclockwise }\n"
                            "otherwise move pass { }\nend { if occurrences = 300: draw }\nwinner most seeds\n");
  const DeepReport report = play_out(*game, small());
  const OddCase& found = odd(report, Oddity::LongGame);
  REQUIRE(found.times > 0);
  CHECK(found.what == "after 400 plies");
  CHECK(found.plies == 400);
  CHECK(found.record.size() == 20);  // its end, from a position
  CHECK_FALSE(found.start.empty());
}

TEST_CASE("rounds of a match are played out, each as the one before has left it", "[deep]") {
  const auto game = bundled_game("ohvalhu");
  const DeepReport report = play_out(*game, small());
  std::uint64_t rounds = 0;
  for (std::size_t i = 0; i < report.fired.size(); ++i) {
    if (game->clauses()[i].kind == ClauseKind::Round) rounds += report.fired[i];
  }
  CHECK(rounds > 0);
}

TEST_CASE("rounds that are over before their first move, one after the other, are found", "[deep]") {
  // Nothing is put back on the board.
  const auto game = game_of(ruleset("  from own pits where occupied\n", "  if last is own and holds 2: capture last\n",
                                    "  if mover cannot move: each takes own pits\n  if occurrences = 3: each takes own pits\n") +
                            "match { if ply = 99: mover wins  otherwise: each { place 0 from won in A1 } }\n");
  const DeepReport report = play_out(*game, small());
  const OddCase& found = odd(report, Oddity::EmptyRounds);
  REQUIRE(found.times > 0);
  CHECK(found.record.empty());
  CHECK(found.start.rfind("0 0 / 0 0", 0) == 0);
}

TEST_CASE("clauses that never fire have a count of nothing", "[deep]") {
  const auto game = game_of(ruleset("  from own pits where occupied\n",
                                    "  if last is own and ply > 5000: capture last\n  if last is own: stop\n",
                                    "  if mover cannot move: each takes own pits\n  if occurrences = 2: draw\n"));
  const DeepReport report = play_out(*game, small());
  REQUIRE(report.fired.size() == game->clauses().size());
  int never = 0;
  for (std::size_t i = 0; i < report.fired.size(); ++i) {
    if (report.fired[i] == 0) ++never;
    if (game->clauses()[i].kind == ClauseKind::Move) CHECK(report.fired[i] > 0);
  }
  CHECK(never >= 1);
}

TEST_CASE("nothing odd happens in the bundled rulesets but for endless moves", "[deep]") {
  for (const auto* name : {"kpe", "oware", "kalah", "bao-la-kete"}) {
    INFO(name);
    const DeepReport report = play_out(*bundled_game(name), small());
    CHECK(odd(report, Oddity::NoMove).times == 0);
    CHECK(odd(report, Oddity::LongGame).times == 0);
    CHECK(odd(report, Oddity::SeedsChanged).times == 0);
    CHECK(odd(report, Oddity::TextChanged).times == 0);
    CHECK(report.plies > 100);
    CHECK(report.positions > 100);
  }
}

TEST_CASE("the same game is played out the same way", "[deep]") {
  const auto game = bundled_game("kpe");
  const DeepReport one = play_out(*game, small());
  const DeepReport two = play_out(*game, small());
  CHECK(one.fired == two.fired);
  CHECK(one.plies == two.plies);
  CHECK(one.positions == two.positions);
}
