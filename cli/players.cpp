// Players and matches as the command line names them; see players.h.
#include "cli/players.h"

#include <fmt/format.h>

#include "interpreter/quote.h"

namespace mnc::cli {
namespace {

// Commas part the players, and the settings of a player: `a:depth=8,width=2,b`. A setting has `=` but no `:`.
std::vector<std::string> split_players(const std::string& text) {
  std::vector<std::string> players;
  std::size_t begin = 0;
  while (begin <= text.size()) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const std::string piece = text.substr(begin, end - begin);
    const bool is_setting = piece.find('=') != std::string::npos && piece.find(':') == std::string::npos;
    if (is_setting && !players.empty()) players.back() += "," + piece;
    else players.push_back(piece);
    begin = end + 1;
  }
  return players;
}

}  // namespace

std::array<engine::PlayerSpec, 2> read_players(const std::string& text) {
  std::vector<std::string> names = split_players(text);
  if (names.size() == 1) names.push_back(names[0]);
  if (names.size() != 2) throw Failure(fmt::format("--players {}: there are two players", engine::backquoted(text)));
  std::array<engine::PlayerSpec, 2> players;
  for (std::size_t i = 0; i < 2; ++i) {
    const auto read = engine::read_player(names[i]);
    if (const auto* message = std::get_if<std::string>(&read)) throw Failure(*message);
    players[i] = std::get<engine::PlayerSpec>(read);
  }
  return players;
}

void check_match(const Loaded& loaded) {
  const grammar::Ruleset& rules = loaded.game->ruleset();
  if (rules.match_games == 0 && !rules.has_rounds) throw Failure(fmt::format("{} has no `match` clause", engine::backquoted(loaded.name)));
}

}  // namespace mnc::cli
