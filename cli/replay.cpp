// mnc replay: plays a record and prints each position; stops at the first illegal move.
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/commands.h"
#include "cli/common.h"
#include "cli/record.h"

namespace mnc::cli {
namespace {

struct ReplayOptions : RulesetOptions {
  std::vector<std::string> record;
};

// What is printed of one ply; the start is ply 0.
struct Row {
  std::size_t ply;
  std::string move, position;
  engine::MoveReport did;
};

class Printer {
 public:
  Printer(Context& context, const Loaded& loaded, Format format) : context_(context), loaded_(loaded), format_(format) {
    json_ = identity_json(loaded);
    json_["plies"] = JsonValue::array();
    if (format == Format::Text) context.out << identity_text(loaded);
    if (format == Format::Csv) context.out << "ply,move,position,captured,laps\n";
  }

  void row(const Row& row) {
    const std::string shown = row.did.endless ? "endless" : row.position;
    switch (format_) {
      case Format::Text: context_.out << fmt::format("{:>4}  {:5} {}\n", row.ply, row.move, shown); break;
      case Format::Csv:
        context_.out << fmt::format("{},{},{},{},{}\n", row.ply, csv(row.move), csv(shown), row.did.captured,
                                    row.did.laps);
        break;
      case Format::Json:
        if (row.ply == 0) {
          json_["position"] = row.position;
        } else {
          const JsonValue position = row.did.endless ? JsonValue() : JsonValue(row.position);
          json_["plies"].push_back(JsonValue{{"ply", row.ply},
                                             {"move", row.move},
                                             {"position", position},
                                             {"captured", row.did.captured},
                                             {"laps", row.did.laps}});
        }
        break;
    }
  }

  void finish(const engine::Session& session, const std::string& error) {
    if (format_ == Format::Text && error.empty()) context_.out << ending_text(*loaded_.game, session.ending()) << "\n";
    if (format_ != Format::Json) return;
    json_.update(ending_json(session.ending()));
    if (!error.empty()) json_["error"] = error;
    print_json(context_, json_);
  }

 private:
  Context& context_;
  const Loaded& loaded_;
  Format format_;
  JsonValue json_;
};

int replay(Context& context, const ReplayOptions& options) {
  const std::optional<Loaded> loaded = load_ruleset(context, options);
  if (!loaded) return kInputWrong;
  const engine::Game& game = *loaded->game;
  const std::optional<engine::Position> from = load_position(context, game, options.position);
  if (!from) return kInputWrong;
  const std::vector<std::string> record = read_record(options.record);
  engine::Session session(game, *from);
  Printer printer(context, *loaded, options.output_format());
  printer.row({0, "", engine::position_text(game, session.position()), {}});
  std::string error;
  for (std::size_t i = 0; i < record.size() && error.empty(); ++i) {
    const auto played = play_next(session, i + 1, record[i]);
    if (const auto* message = std::get_if<std::string>(&played)) {
      error = *message;
    } else {
      const Played& move = std::get<Played>(played);
      printer.row({i + 1, move.name, engine::position_text(game, session.position()), move.did});
    }
  }
  printer.finish(session, error);
  if (error.empty()) return kFine;
  context.out.flush();  // so that the error comes last on a terminal
  write_error("error: " + error + "\n");
  return kInputWrong;
}

}  // namespace

void add_replay(CommandLine& line, Context& context) {
  auto options = std::make_shared<ReplayOptions>();
  Arguments arguments = line.command("replay", "play a record of a game and print each position",
                                     [options](Context& c) { return replay(c, *options); });
  add_ruleset(arguments, *options);
  arguments.texts("RECORD", options->record, "the moves: \"A1 a3 A2\", or `-` for standard input", Arguments::Required);
  add_position(arguments, *options);
  add_format(arguments, *options, true);
  add_color(arguments, context);
}

}  // namespace mnc::cli
