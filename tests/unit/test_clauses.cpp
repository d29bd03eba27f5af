// Which clauses fire: the same games, and every firing noted once.
#include "interpreter/clauses.h"

#include <algorithm>
#include <map>

#include "interpreter/random.h"
#include "tests/support/catch.h"
#include "tests/support/game.h"

namespace {

using namespace mnc::engine;

// What fired, as `laps 2: 1`, `move sow: 1`, `require: 3`, in the order of the words.
std::string counts(const Game& game, const Fired& fired) {
  std::map<std::string, int> out;
  for (const std::uint16_t number : fired) {
    const Clause& clause = game.clauses().at(number);
    std::string name = clause_kind_text(clause.kind);
    if (!clause.name.empty()) name += " " + clause.name;
    if (clause.row > 0) name += " " + std::to_string(clause.row);
    ++out[name];
  }
  std::string text;
  for (const auto& [name, times] : out) text += (text.empty() ? "" : ", ") + name + ": " + std::to_string(times);
  return text;
}

std::string of_moves(const Game& game) {
  Fired fired;
  std::vector<Move> moves;
  game.moves(game.start(), moves, &fired);
  return counts(game, fired);
}

std::string of_move(const Game& game, std::size_t number) {
  std::vector<Move> moves;
  game.moves(game.start(), moves);
  Fired fired;
  (void)game.play(game.start(), moves.at(number), &fired);
  return counts(game, fired);
}

const std::string kHead = "game \"t\"\nboard { rows 2 columns 3 seeds 2 }\nend { if mover cannot move: draw }\n";

}  // namespace

TEST_CASE("noting changes nothing", "[clauses]") {
  for (const char* name : {"kpe", "en-gehe", "bao-la-kete", "kalah", "oware"}) {
    INFO(name);
    const auto game = mnc::bundled_game(name);
    Random random(1, 0);
    for (int i = 0; i < 5; ++i) {
      Session session(*game);
      for (int ply = 0; !session.over() && ply < 300; ++ply) {
        Fired fired, played, ended;
        std::vector<Move> moves;
        const Position before = session.position();
        game->moves(before, moves, &fired);
        REQUIRE(moves == session.moves());
        const Move move = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
        const Successor next = game->play(before, move, &played);
        const MoveReport did = session.play(move);
        REQUIRE(next.position == session.position());
        REQUIRE(next.report.laps == did.laps);
        const auto kinds = std::count_if(played.begin(), played.end(), [&](std::uint16_t n) { return game->clauses()[n].kind == ClauseKind::Move; });
        REQUIRE(kinds == 1);
        const auto rows = std::count_if(played.begin(), played.end(), [&](std::uint16_t n) { return game->clauses()[n].kind == ClauseKind::Lap; });
        REQUIRE(rows <= did.laps);
        if (did.endless) break;
        const Ending ending = game->ending(session.position(), 1, &ended);
        REQUIRE(ended.size() == (ending.row >= 0 ? 1u : 0u));
        if (ending.row >= 0) REQUIRE(game->clauses()[ended[0]].row == ending.row + 1);
      }
    }
  }
}

TEST_CASE("rows of laps fire once for each lap", "[clauses]") {
  const auto game = mnc::game_of(kHead + "move sow { from own pits where occupied\n lift all\n sow counterclockwise }\nlaps { if last holds 3: relay\n otherwise: stop }\n");
  // A1: the 2 seeds fall into A2, A3 (3 seeds): relay; they fall into a1, a2, a3 (3): relay into A1 (1), A2 (4), A3 (1).
  CHECK(of_move(*game, 0) == "laps 1: 2, laps 2: 1, move sow: 1");
}

TEST_CASE("a requirement fires for every candidate it rules out", "[clauses]") {
  const std::string move = "  lift all\n sow counterclockwise }\n";
  // Known before the move (A2, A3 are not A1), after the first lap, and after all: of three candidates.
  CHECK(of_moves(*mnc::game_of(kHead + "move sow { from own pits where occupied\n require it is A1\n" + move)) == "require: 2");
  CHECK(of_moves(*mnc::game_of(kHead + "move sow { from own pits where occupied\n require first lap: last is own\n" + move)) == "require: 2");
  CHECK(of_moves(*mnc::game_of(kHead + "move sow { from own pits where occupied\n require afterwards: A2 is occupied\n" + move)) == "require: 1");
  CHECK(of_moves(*mnc::game_of(kHead + "move sow { from own pits where occupied\n require first lap captures\n" + move +
                               "laps { if last is a2: capture last }\n")) == "require: 2");
}

TEST_CASE("a preference fires for every move it rules out, if any meets it", "[clauses]") {
  const std::string move = "  lift all\n sow counterclockwise }\n";
  CHECK(of_moves(*mnc::game_of(kHead + "move sow { from own pits where occupied\n prefer it is A1\n" + move)) == "prefer: 2");
  CHECK(of_moves(*mnc::game_of(kHead + "move sow { from own pits where occupied\n prefer A1 is empty\n" + move)).empty());
}

TEST_CASE("conditions among the steps, triggers and seeds are noted when played only", "[clauses]") {
  const auto game = mnc::game_of(
      "game \"t\"\nboard { rows 2 columns 3 seeds 2 }\nzone front = row A\nstate gone: flag for each player\n"
      "move sow { from own pits where occupied\n require afterwards: front is occupied\n lift all\n sow counterclockwise\n if it is A1: set gone to yes }\n"
      "each seed { if it is A2: turn direction }\n"
      "whenever front is emptied: set gone to yes\nend { if mover cannot move: draw }\n");
  CHECK(of_moves(*game).empty());  // all three are tried out, and legal
  CHECK(of_move(*game, 0) == "each seed 1: 1, if: 1, move sow: 1, whenever: 1");
  CHECK(of_move(*game, 1) == "move sow: 1, whenever: 1");
}
