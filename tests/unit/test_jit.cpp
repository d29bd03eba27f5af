// Compiled code against the interpreter: the same counts and the same random games, for every bundled ruleset and the
// options that change what is compiled.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <vector>

#include "tests/support/catch.h"
#include "tests/support/game.h"

using namespace mnc;
using namespace mnc::engine;

namespace {

// A program is compiled when it is first played much, so what is set then decides for good.
std::shared_ptr<const Game> game_with(const char* jit, const std::filesystem::path& path, const grammar::Settings& settings) {
  setenv("MNC_JIT", jit, 1);
  auto game = game_in(path, settings);
  (void)game->perft(game->start(), 1);
  unsetenv("MNC_JIT");
  return game;
}

bool same(const GameRecord& a, const GameRecord& b) {
  return a.ending.result == b.ending.result && a.ending.row == b.ending.row && a.ending.endless == b.ending.endless &&
         a.ending.final_seeds == b.ending.final_seeds && a.unfinished == b.unfinished && a.plies == b.plies && a.counted == b.counted && a.branching == b.branching &&
         a.forced == b.forced && a.laps == b.laps && a.longest == b.longest && a.endless == b.endless && a.captured == b.captured;
}

void compare(const std::filesystem::path& path, const grammar::Settings& settings, int depth, std::uint64_t games) {
  INFO(path.string() << (settings.empty() ? std::string() : " " + settings[0].first + "=" + settings[0].second));
  const auto interpreted = game_with("off", path, settings);
  const auto compiled = game_with("on", path, settings);
  for (int d = 1; d <= depth; ++d) REQUIRE(compiled->perft(compiled->start(), d) == interpreted->perft(interpreted->start(), d));
  const auto reference = interpreted->random_games(interpreted->start()), tested = compiled->random_games(compiled->start());
  for (std::uint64_t i = 0; i < games; ++i) {
    INFO("game " << i);
    // Recorded games go another way than those that are only counted; some are cut off.
    const std::uint32_t plies = i % 8 == 7 ? 40 : 3000;
    std::vector<Move> moves, expected;
    const GameRecord right = reference->play(5, i, plies, &expected);
    REQUIRE(same(tested->play(5, i, plies, &moves), right));
    REQUIRE(moves == expected);
    REQUIRE(same(tested->play(5, i, plies, nullptr), right));
    // Where legal moves need not be counted less is tried out; the game is the same.
    GameRecord uncounted = reference->play(5, i, plies, nullptr, false);
    REQUIRE(same(tested->play(5, i, plies, nullptr, false), uncounted));
    REQUIRE((uncounted.counted == 0 || uncounted.counted == right.counted));
    uncounted.counted = right.counted, uncounted.branching = right.branching, uncounted.forced = right.forced;
    REQUIRE(same(uncounted, right));
  }
}

// The files of a folder that are games of their own.
std::vector<std::filesystem::path> games_in(const std::string& folder) {
  std::vector<std::filesystem::path> found;
  for (const auto& entry : std::filesystem::directory_iterator(std::filesystem::path(MNC_SOURCE_DIR) / folder))
    if (entry.path().extension() == ".mnc" && !entry.path().stem().string().starts_with("_")) found.push_back(entry.path());
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace

TEST_CASE("compiled and interpreted games of every bundled ruleset are the same", "[jit]") {
  for (const auto& path : games_in("rulesets")) compare(path, {}, 2, 16);
}

TEST_CASE("compiled and interpreted games are the same whatever the rules are made of", "[jit]") {
  for (const auto& path : games_in("tests/language/ok")) compare(path, {}, 3, 24);
}

TEST_CASE("compiled and interpreted games are the same with other options", "[jit]") {
  const auto with = [](const char* name, const char* option, const char* value, int depth, std::uint64_t games) {
    compare("rulesets/" + std::string(name) + ".mnc", {{option, value}}, depth, games);
  };
  for (const auto& [option, value] : {std::pair{"skip_origin", "yes"}, std::pair{"fourth_opening_captures", "no"}, std::pair{"grand_slam", "forbidden"},
                                      std::pair{"grand_slam", "no_capture"}, std::pair{"repetition", "2"}})
    with("kpe", option, value, 5, 60);
  for (const auto& [option, value] : {std::pair{"columns", "40"}, std::pair{"repetition", "2"}}) with("en-gehe", option, value, 2, 15);
  for (const auto& [option, value] : {std::pair{"endless", "illegal"}, std::pair{"endless", "loses"}, std::pair{"front_row_kept", "lone_kichwa"}, std::pair{"hold", "no"}})
    with("bao-la-kete", option, value, 4, 40);
}
