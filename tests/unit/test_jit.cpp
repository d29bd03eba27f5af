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
std::shared_ptr<const Game> game_with(const char* jit, const std::string& name, const grammar::Settings& settings) {
  setenv("MNC_JIT", jit, 1);
  auto game = bundled_game(name, settings);
  (void)game->perft(game->start(), 1);
  unsetenv("MNC_JIT");
  return game;
}

bool same(const GameRecord& a, const GameRecord& b) {
  return a.ending.result == b.ending.result && a.ending.row == b.ending.row && a.ending.endless == b.ending.endless &&
         a.ending.final_seeds == b.ending.final_seeds && a.unfinished == b.unfinished && a.plies == b.plies && a.branching == b.branching &&
         a.forced == b.forced && a.laps == b.laps && a.longest == b.longest && a.endless == b.endless && a.captured == b.captured;
}

void compare(const std::string& name, const grammar::Settings& settings, int depth, std::uint64_t games) {
  INFO(name << (settings.empty() ? std::string() : " " + settings[0].first + "=" + settings[0].second));
  const auto interpreted = game_with("off", name, settings);
  const auto compiled = game_with("on", name, settings);
  for (int d = 1; d <= depth; ++d) REQUIRE(compiled->perft(compiled->start(), d) == interpreted->perft(interpreted->start(), d));
  for (std::uint64_t i = 0; i < games; ++i) {
    INFO("game " << i);
    // Recorded games go another way than those that are only counted; some are cut off.
    const std::uint32_t plies = i % 8 == 7 ? 40 : 3000;
    std::vector<Move> moves, expected;
    const GameRecord right = interpreted->play_random(interpreted->start(), 5, i, plies, &expected);
    REQUIRE(same(compiled->play_random(compiled->start(), 5, i, plies, &moves), right));
    REQUIRE(moves == expected);
    REQUIRE(same(compiled->play_random(compiled->start(), 5, i, plies, nullptr), right));
  }
}

}  // namespace

TEST_CASE("compiled and interpreted games of every bundled ruleset are the same", "[jit]") {
  for (const auto& entry : std::filesystem::directory_iterator(std::filesystem::path(MNC_SOURCE_DIR) / "rulesets"))
    if (entry.path().extension() == ".mnc") compare(entry.path().stem().string(), {}, 3, 60);
}

TEST_CASE("compiled and interpreted games are the same with other options", "[jit]") {
  for (const auto& option : {std::pair{"skip_origin", "yes"}, std::pair{"fourth_opening_captures", "no"}, std::pair{"grand_slam", "forbidden"},
                             std::pair{"grand_slam", "no_capture"}, std::pair{"repetition", "2"}})
    compare("kpe", {{option.first, option.second}}, 5, 60);
  for (const auto& option : {std::pair{"columns", "40"}, std::pair{"repetition", "2"}}) compare("en-gehe", {{option.first, option.second}}, 2, 15);
  for (const auto& option : {std::pair{"endless", "illegal"}, std::pair{"endless", "loses"}, std::pair{"front_row_kept", "lone_kichwa"}, std::pair{"hold", "no"}})
    compare("bao-la-kete", {{option.first, option.second}}, 4, 40);
}
