// Reads and plays records of games; see record.h.
#include "cli/record.h"

#include <fmt/format.h>

#include "interpreter/quote.h"

namespace mnc::cli {

namespace {
// Largest record that is read from standard input, in bytes: a million plies of a game have half of it.
constexpr std::size_t kMaxRecord = 8u << 20;
}  // namespace

std::vector<std::string> read_record(const std::vector<std::string>& arguments) {
  std::string text;
  if (arguments.size() == 1 && arguments[0] == "-") {
    text = read_file("-", kMaxRecord);
  } else {
    for (const std::string& argument : arguments) text += argument + " ";
  }
  std::vector<std::string> moves;
  std::string move;
  for (const char c : text + " ") {
    if (c != ' ' && c != '\t' && c != '\n' && c != '\r') {
      move += c;
    } else if (!move.empty()) {
      moves.push_back(std::move(move));
      move.clear();
    }
  }
  return moves;
}

std::variant<Played, std::string> play_next(engine::Session& session, std::size_t ply, const std::string& text) {
  if (session.over()) {
    return fmt::format("ply {}: illegal move {}: the game is over: {}", ply, engine::backquoted(text),
                       ending_text(session.game(), session.ending()));
  }
  if (text.find(',') != std::string::npos) {
    return fmt::format("ply {}: moves are separated by spaces, not commas: {}", ply, engine::backquoted(text));
  }
  const auto read = engine::read_move(session.game(), session.position(), text, session.moves());
  if (const auto* error = std::get_if<engine::TextError>(&read)) return fmt::format("ply {}: {}", ply, error->message);
  Played played{std::get<engine::Move>(read), "", {}};
  played.name = engine::move_text(session.game(), session.position(), played.move, session.moves());
  played.did = session.play(played.move);
  return played;
}

}  // namespace mnc::cli
