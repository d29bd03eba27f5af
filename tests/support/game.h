// A game from the text of a ruleset, or from one in rulesets/, for tests.
#pragma once

#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>

#include "grammar/check.h"
#include "interpreter/game.h"

namespace mnc {

// Throws what the checker says if the text is not valid.
[[nodiscard]] inline std::shared_ptr<const engine::Game> game_of(const std::string& text,
                                                                 const grammar::Settings& settings = {}) {
  const auto none = [](const std::string&, bool, const std::string&) { return std::optional<grammar::Fetched>{}; };
  const grammar::Compilation result = grammar::compile({"test.mnc", text}, settings, none);
  if (!result.ruleset) throw std::runtime_error(grammar::render_text(result.diagnostics, result.sources, false));
  std::string error;
  std::shared_ptr<const engine::Game> game = engine::Game::make(*result.ruleset, error);
  if (!game) throw std::runtime_error(error);
  return game;
}

[[nodiscard]] inline std::shared_ptr<const engine::Game> bundled_game(const std::string& name,
                                                                      const grammar::Settings& settings = {}) {
  std::ifstream file(std::filesystem::path(MNC_SOURCE_DIR) / "rulesets" / (name + ".mnc"), std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  return game_of(text.str(), settings);
}

}  // namespace mnc
