// mnc moves: the legal moves of a position, with the position each leads to.
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/commands.h"
#include "cli/common.h"
#include "cli/record.h"

namespace mnc::cli {
namespace {

struct MovesOptions : RulesetOptions {
  std::string after;
};

struct Row {
  std::string move;
  engine::Successor successor;
};

std::vector<Row> rows_of(const engine::Session& session) {
  std::vector<Row> rows;
  const engine::Game& game = session.game();
  for (const engine::Move& move : session.moves()) {
    rows.push_back(
        {engine::move_text(game, session.position(), move, session.moves()), game.play(session.position(), move)});
  }
  return rows;
}

std::string result_of(const engine::Game& game, const Row& row) {
  return row.successor.report.endless ? "endless" : engine::position_text(game, row.successor.position);
}

void print_text(Context& context, const Loaded& loaded, const engine::Session& session, const std::vector<Row>& rows) {
  context.out << identity_text(loaded)
              << fmt::format("position: {}\n", engine::position_text(*loaded.game, session.position()));
  if (session.over()) context.out << fmt::format("the game is over: {}\n", ending_text(*loaded.game, session.ending()));
  std::size_t width = 0;
  for (const Row& row : rows) width = std::max(width, row.move.size());
  for (const Row& row : rows) context.out << fmt::format("{:{}}  {}\n", row.move, width, result_of(*loaded.game, row));
}

void print_csv(Context& context, const Loaded& loaded, const std::vector<Row>& rows) {
  context.out << "move,position,captured,laps,endless\n";
  for (const Row& row : rows) {
    const engine::MoveReport& did = row.successor.report;
    context.out << fmt::format("{},{},{},{},{}\n", csv(row.move), did.endless ? "" : csv(result_of(*loaded.game, row)),
                               did.captured, did.laps, did.endless ? 1 : 0);
  }
}

void print_as_json(Context& context, const Loaded& loaded, const engine::Session& session,
                   const std::vector<Row>& rows) {
  JsonValue json = identity_json(loaded);
  json["position"] = engine::position_text(*loaded.game, session.position());
  json.update(ending_json(session.ending()));
  json["moves"] = JsonValue::array();
  for (const Row& row : rows) {
    const engine::MoveReport& did = row.successor.report;
    const JsonValue position = did.endless ? JsonValue() : JsonValue(result_of(*loaded.game, row));
    json["moves"].push_back(JsonValue{{"move", row.move},
                                      {"position", position},
                                      {"captured", did.captured},
                                      {"laps", did.laps},
                                      {"endless", did.endless}});
  }
  print_json(context, json);
}

int moves(Context& context, const MovesOptions& options) {
  const std::optional<Loaded> loaded = load_ruleset(context, options);
  if (!loaded) return kInputWrong;
  const std::optional<engine::Position> from = load_position(context, *loaded->game, options.position);
  if (!from) return kInputWrong;
  engine::Session session(*loaded->game, *from);
  const std::vector<std::string> record = read_record({options.after});
  for (std::size_t i = 0; i < record.size(); ++i) {
    const auto played = play_next(session, i + 1, record[i]);
    if (const auto* error = std::get_if<std::string>(&played)) {
      write_error("error: " + *error + "\n");
      return kInputWrong;
    }
  }
  const std::vector<Row> rows = rows_of(session);
  switch (options.output_format()) {
    case Format::Text: print_text(context, *loaded, session, rows); break;
    case Format::Csv: print_csv(context, *loaded, rows); break;
    case Format::Json: print_as_json(context, *loaded, session, rows); break;
  }
  return kFine;
}

}  // namespace

void add_moves(CommandLine& line, Context& context) {
  auto options = std::make_shared<MovesOptions>();
  Arguments arguments = line.command("moves", "list the legal moves and what each leads to",
                                     [options](Context& c) { return moves(c, *options); });
  add_ruleset(arguments, *options);
  add_position(arguments, *options);
  arguments.text("--after", options->after, "play these moves first: --after \"A1 a3\"");
  add_format(arguments, *options, true);
  add_color(arguments, context);
}

}  // namespace mnc::cli
