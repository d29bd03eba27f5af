// What must hold in every game of every bundled ruleset, whatever its rules: seeds are neither made nor lost, positions
// read back as they were printed, a finished game has no moves, and the board can be turned round.
#include <algorithm>
#include <filesystem>
#include <numeric>

#include "interpreter/notation.h"
#include "interpreter/random.h"
#include "tests/support/catch.h"
#include "tests/support/game.h"

using namespace mnc;
using engine::Position;

namespace {

std::vector<std::string> bundled_names() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(std::filesystem::path(MNC_SOURCE_DIR) / "rulesets"))
    if (entry.path().extension() == ".mnc") names.push_back(entry.path().stem().string());
  std::sort(names.begin(), names.end());
  return names;
}

int seeds(const Position& p) {
  return std::accumulate(p.seeds.begin(), p.seeds.end(), 0) + p.reserve[0] + p.reserve[1] + p.won[0] + p.won[1];
}

// The slot that is to North what `slot` is to South.
engine::Slot counterpart(const engine::Game& game, engine::Slot slot) {
  const auto& board = game.ruleset().board;
  const int pits = board.pits();
  if (slot < 0 || (board.shared && slot < pits)) return slot;
  if (slot >= pits) return static_cast<engine::Slot>(pits + pits + 1 - slot);
  return static_cast<engine::Slot>((slot + pits / 2) % pits);
}

Position turned_round(const engine::Game& game, const Position& p) {
  Position out = p;
  const auto& rules = game.ruleset();
  const auto size = rules.board.slots.size();
  for (std::size_t slot = 0; slot < size; ++slot) {
    const auto other = static_cast<std::size_t>(counterpart(game, static_cast<engine::Slot>(slot)));
    out.seeds[other] = p.seeds[slot];
    for (std::size_t i = 0; i < rules.states.size(); ++i) {
      const bool owned = rules.states[i].per == grammar::State::EachPlayerAndPit;
      for (std::size_t player = 0; player < 2; ++player) out.pit_flags[i][owned ? 1 - player : player][other] = p.pit_flags[i][player][slot];
    }
  }
  std::swap(out.reserve[0], out.reserve[1]);
  std::swap(out.won[0], out.won[1]);
  for (std::size_t i = 0; i < rules.states.size(); ++i) {
    if (rules.states[i].per == grammar::State::EachPlayer) std::swap(out.values[i][0], out.values[i][1]);
    if (rules.states[i].kind == grammar::State::Pit)
      for (auto& value : out.values[i]) value = counterpart(game, value);
  }
  out.mover = 1 - p.mover;
  out.last_mover = 1 - p.last_mover;
  return out;
}

// Whether both players have the same pits and rules.
bool is_symmetric(const engine::Game& game) {
  const auto& nodes = game.ruleset().nodes;
  const bool names_one = std::any_of(nodes.begin(), nodes.end(), [](const auto& node) { return node.who == grammar::Who::South || node.who == grammar::Who::North; });
  if (names_one) return false;
  const auto& slots = game.ruleset().board.slots;
  return game.ruleset().board.shared || std::count_if(slots.begin(), slots.end(), [](const auto& pit) { return pit.owner == grammar::Who::South; }) ==
                                           std::count_if(slots.begin(), slots.end(), [](const auto& pit) { return pit.owner == grammar::Who::North; });
}

void check_position(const engine::Game& game, const engine::Session& session, int total) {
  const Position& p = session.position();
  REQUIRE(seeds(p) == total);
  for (const bool short_form : {false, true}) {
    const std::string text = engine::position_text(game, p, short_form);
    INFO(text);
    const auto read = engine::read_position(game, text);
    REQUIRE(std::holds_alternative<engine::ReadPosition>(read));
    CHECK(std::get<engine::ReadPosition>(read).warning.empty());
    REQUIRE(engine::position_text(game, std::get<engine::ReadPosition>(read).position) == engine::position_text(game, p));
    REQUIRE(game.hash(std::get<engine::ReadPosition>(read).position) == game.hash(p));
  }
  REQUIRE(session.moves().empty() == session.over());
  for (const auto& move : session.moves()) {
    const std::string text = engine::move_text(game, p, move, session.moves());
    INFO(text);
    const auto read = engine::read_move(game, p, text, session.moves());
    REQUIRE(std::holds_alternative<engine::Move>(read));
    REQUIRE(std::get<engine::Move>(read) == move);
  }
  REQUIRE(session.ending().final_seeds[0] + session.ending().final_seeds[1] <= total);
}

void play_games(const engine::Game& game, int games) {
  const int total = seeds(game.start());
  for (int i = 0; i < games; ++i) {
    engine::Random random(11, static_cast<std::uint64_t>(i));
    engine::Session session(game);
    const bool symmetric = is_symmetric(game);
    engine::Session turned(game, symmetric ? turned_round(game, game.start()) : game.start());
    for (int ply = 0;; ++ply) {
      check_position(game, session, total);
      if (symmetric) {
        REQUIRE(engine::position_text(game, turned.position()) == engine::position_text(game, turned_round(game, session.position())));
        REQUIRE(turned.moves().size() == session.moves().size());
      }
      if (session.over()) break;
      REQUIRE(ply < 100'000);
      const auto move = session.moves()[random.below(static_cast<std::uint32_t>(session.moves().size()))];
      const Position before = session.position();
      session.play(move);
      if (!symmetric) continue;
      auto mirrored = move;
      mirrored.origin = counterpart(game, move.origin);
      for (const std::size_t pit : engine::picked_pits(game, before, move))
        mirrored.answers[pit] = static_cast<std::uint8_t>(counterpart(game, static_cast<engine::Slot>(move.answers[pit])));
      REQUIRE(std::find(turned.moves().begin(), turned.moves().end(), mirrored) != turned.moves().end());
      turned.play(mirrored);
    }
    if (!symmetric) continue;
    const auto& one = session.ending();
    const auto& other = turned.ending();
    REQUIRE(one.final_seeds[0] == other.final_seeds[1]);
    REQUIRE(one.final_seeds[1] == other.final_seeds[0]);
    const auto flip = [](engine::Result r) {
      return r == engine::Result::South ? engine::Result::North : r == engine::Result::North ? engine::Result::South : r;
    };
    REQUIRE(other.result == flip(one.result));
  }
}

}  // namespace

TEST_CASE("every bundled ruleset plays soundly", "[play]") {
  for (const std::string& name : bundled_names()) {
    INFO(name);
    const auto game = bundled_game(name);
    play_games(*game, game->ruleset().board.slots.size() > 40 ? 3 : 25);
  }
}

TEST_CASE("the examples of the language's constructs play soundly", "[play]") {
  for (const auto& entry : std::filesystem::directory_iterator(std::filesystem::path(MNC_SOURCE_DIR) / "tests/language/ok")) {
    INFO(entry.path());
    play_games(*game_in(entry.path()), 10);
  }
}

TEST_CASE("every value of every option of the bundled rulesets plays soundly", "[play]") {
  for (const std::string& name : bundled_names()) {
    const auto game = bundled_game(name);
    for (const auto& option : game->ruleset().options) {
      if (option.range) continue;
      for (const std::string& value : option.values) {
        INFO(name << " " << option.name << "=" << value);
        play_games(*bundled_game(name, {{option.name, value}}), 6);
      }
    }
  }
}

TEST_CASE("one random game is the game that the moves of its record replay to", "[play]") {
  for (const std::string& name : bundled_names()) {
    INFO(name);
    const auto game = bundled_game(name);
    for (std::uint64_t i = 0; i < 10; ++i) {
      std::vector<engine::Move> record;
      const auto summary = game->random_games(game->start())->play(5, i, 100'000, &record);
      engine::Session session(*game);
      std::uint64_t branching = 0;
      for (const auto& move : record) {
        branching += session.moves().size();
        REQUIRE(std::find(session.moves().begin(), session.moves().end(), move) != session.moves().end());
        session.play(move);
      }
      CHECK(session.ending().result == summary.ending.result);
      CHECK(session.ending().row == summary.ending.row);
      CHECK(session.ending().final_seeds == summary.ending.final_seeds);
      CHECK(branching == summary.branching);
      CHECK(record.size() == summary.plies);
    }
  }
}
