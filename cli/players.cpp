// Players and matches as the command line names them; see players.h.
#include "cli/players.h"

#include <fmt/format.h>

#include "interpreter/quote.h"

namespace mnc::cli {

engine::PlayerSpec player_of(const std::string& text, const std::string& besides) {
  const auto read = engine::read_player(text);
  if (const auto* message = std::get_if<std::string>(&read)) throw Failure(*message + besides);
  return std::get<engine::PlayerSpec>(read);
}

std::array<engine::PlayerSpec, 2> read_players(const std::string& text) {
  const auto read = engine::read_pair(text);
  if (const auto* message = std::get_if<std::string>(&read)) throw Failure(*message);
  return std::get<std::array<engine::PlayerSpec, 2>>(read);
}

void check_match(const Loaded& loaded) {
  const grammar::Ruleset& rules = loaded.game->ruleset();
  if (rules.match_games == 0 && !rules.has_rounds)
    throw Failure(fmt::format("{} has no `match` clause", engine::backquoted(loaded.name)));
}

}  // namespace mnc::cli
