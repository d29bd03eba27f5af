// A game from the text of a ruleset, from a file of the project, or from one in rulesets/, for tests.
#pragma once

#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>

#include "grammar/check.h"
#include "interpreter/game.h"

namespace mnc {

[[nodiscard]] inline std::optional<std::string> read_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

// What a ruleset extends: a path relative to it, or the name of one in rulesets/.
[[nodiscard]] inline std::optional<grammar::Fetched> fetch_file(const std::string& base, bool is_path,
                                                                const std::string& from) {
  namespace fs = std::filesystem;
  const fs::path path =
      is_path ? fs::path(from).parent_path() / base : fs::path(MNC_SOURCE_DIR) / "rulesets" / (base + ".mnc");
  auto text = read_file(path);
  if (!text) return std::nullopt;
  return grammar::Fetched{path.string(), std::move(*text)};
}

// Throws what the checker says if the text is not valid. name: where it comes from.
[[nodiscard]] inline std::shared_ptr<const engine::Game> game_of(const std::string& text,
                                                                 const grammar::Settings& settings = {},
                                                                 const std::string& name = "test.mnc") {
  const grammar::Compilation result = grammar::compile({name, text}, settings, fetch_file);
  if (!result.ruleset) throw std::runtime_error(grammar::render_text(result.diagnostics, result.sources, false));
  std::string error;
  std::shared_ptr<const engine::Game> game = engine::Game::make(*result.ruleset, error);
  if (!game) throw std::runtime_error(error);
  return game;
}

// path: from the folder of the project.
[[nodiscard]] inline std::shared_ptr<const engine::Game> game_in(const std::filesystem::path& path,
                                                                 const grammar::Settings& settings = {}) {
  const std::filesystem::path full = std::filesystem::path(MNC_SOURCE_DIR) / path;
  return game_of(read_file(full).value_or(""), settings, full.string());
}

[[nodiscard]] inline std::shared_ptr<const engine::Game> bundled_game(const std::string& name,
                                                                      const grammar::Settings& settings = {}) {
  return game_in(std::filesystem::path("rulesets") / (name + ".mnc"), settings);
}

}  // namespace mnc
