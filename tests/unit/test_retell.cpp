// Moves retold from the rules themselves come to what the engine does: two readings of every clause.
#include "interpreter/retell.h"

#include "interpreter/notation.h"
#include "interpreter/random.h"
#include "tests/support/catch.h"
#include "tests/support/game.h"

namespace {

using namespace mnc;
using namespace mnc::engine;

// Plays games at random and retells every move; the number of moves that were compared.
int compare(const Game& game, std::uint64_t games, int plies) {
  int compared = 0;
  for (std::uint64_t i = 0; i < games; ++i) {
    Random random(5, i);
    Session session(game);
    for (int ply = 0; ply < plies && !session.over(); ++ply) {
      const Position before = session.position();
      const Move move = session.moves()[random.below(static_cast<std::uint32_t>(session.moves().size()))];
      const std::string name = move_text(game, before, move, session.moves());
      const bool endless = session.play(move).endless;
      Position told = before;
      Witness nobody;
      INFO(position_text(game, before) << "  move " << name);
      REQUIRE(retell(game, told, move, nobody) == !endless);
      if (endless) break;
      REQUIRE(position_text(game, told) == position_text(game, session.position()));
      REQUIRE(told == session.position());
      ++compared;
    }
  }
  return compared;
}

}  // namespace

TEST_CASE("moves of the bundled rulesets are retold as they are played", "[retell]") {
  for (const auto* name : {"kpe", "oware", "kalah", "bao-la-kete"}) {
    INFO(name);
    CHECK(compare(*bundled_game(name), 12, 150) > 200);
  }
  CHECK(compare(*bundled_game("en-gehe"), 1, 40) > 10);
}

TEST_CASE("options change what is retold", "[retell]") {
  CHECK(compare(*bundled_game("kpe", {{"skip_origin", "yes"}, {"grand_slam", "forbidden"}}), 6, 150) > 100);
  CHECK(compare(*bundled_game("bao-la-kete", {{"hold", "no"}, {"front_row_kept", "lone_kichwa"}}), 6, 150) > 100);
}

TEST_CASE("the other cases of steps and captures into a reserve are retold", "[retell]") {
  CHECK(compare(*game_in("tests/language/ok/otherwise_steps.mnc"), 20, 60) > 100);
  CHECK(compare(*game_in("tests/language/ok/capture_into_reserve.mnc"), 20, 60) > 100);
}

TEST_CASE("what each seed, whenever, questions and picked pits do is retold", "[retell]") {
  const auto game = game_of(R"(game "All sorts"
board { rows 2  columns 5  seeds 3  stores }
circuit own pits, store, opponent's pits
zone ends = {A1, A5}
state busy: flag for each pit
state moves: 0..9 for each player
state goal: pit for each player
whenever ends is emptied: set moves to moves + 1, set goal to it
move sow {
  from own pits where occupied
  choose direction
  set moves to moves + 1
  unmark own pits as busy
  lift all but 1 when it holds more than 3, otherwise all
  sow skipping lap_origin
  if captured > 3: mark last as busy
}
otherwise move pass { when some opponent's pits where occupied }
each seed { if it is opponent's and holds 4 and remaining > 0: capture it for owner of it }
laps {
  if last is store: again
  if last is own and was empty and opposite is occupied: ask { no: stop  yes: capture last + opposite }
  if last is opponent's and was occupied and lap < 4: {turn reversed  relay}
  if last is opponent's and goal in own pits: capture run backwards from last while holds 2 or 3 and it is not busy
}
end {
  if mover cannot move: each takes own pits
  if ply > 120: draw
  if occurrences = 3: draw
}
winner most seeds
)");
  CHECK(compare(*game, 30, 200) > 500);
}

TEST_CASE("sowing judged at each seed, the hand, swapped sides and directions are retold", "[retell]") {
  const auto game = game_of(R"(game "Seed by seed"
board { rows 2  columns 5  seeds 3  stores  reserve 4 }
circuit own pits, store, opponent's pits
state busy: flag for each pit
state mine: flag for each player and each pit
state goal: pit for each player
state moves: 0..9 for each player
state way: direction
state habit: direction for each player = clockwise
zone ends = {A1, A5}
whenever ends is emptied: set moves to moves + 1
move sow {
  from own pits where occupied
  choose way_out: left | right
  if way_out is left: turn habit
  lift all
  place 1 from reserve in hand
  sow skipping at each seed (all pits where holds 3 + lap) + opponent's store when remaining > 1
  set goal to last
  mark origin as busy
  mark last as mine
  set way to reversed
  set habit to way when captured > 0, otherwise direction
}
move swap { when ply mod 7 = 4 or some opponent's pits where it is busy and it is mine and it is goal  swap sides  if moves > 3: again }
otherwise move pass { when some opponent's pits where occupied }
each seed { if it holds 5 and way is clockwise: place 1 from hand in opponent's store }
laps {
  if last is own and was empty and opposite is occupied: capture last + opposite
  if last is opponent's and was occupied and lap < 4: relay
  if last is own and was occupied and lap < 4: {place 2 from store in hand  relay}
}
end {
  if mover cannot move: each takes own pits
  if ply > 120: draw
}
winner most seeds
)");
  CHECK(compare(*game, 40, 200) > 500);
}
