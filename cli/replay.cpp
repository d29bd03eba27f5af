// mnc replay: plays a record and prints each position; stops at the first illegal move.
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/commands.h"
#include "cli/common.h"
#include "cli/objections.h"
#include "cli/record.h"
#include "cli/trace.h"

namespace mnc::cli {
namespace {

struct ReplayOptions : RulesetOptions {
  std::vector<std::string> record;
  bool trace = false;
};

// What is printed of one ply; the start is ply 0.
struct Row {
  std::size_t ply;
  std::string move, position;
  engine::MoveReport did;
  std::vector<std::string> trace = {};  // in words; empty if not asked for
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
      case Format::Text: context_.out << fmt::format("{:>4}  {:5} {}\n", row.ply, row.move, shown);
        for (const std::string& line : row.trace) context_.out << "        " << line << "\n";
        break;
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
          if (!row.trace.empty()) json_["plies"].back()["trace"] = row.trace;
        }
        break;
    }
  }

  // reasons: why the move in error is not legal; ended: what ended the game, if that is asked for.
  void finish(const engine::Session& session, const std::string& error, const std::vector<std::string>& reasons, const std::string& ended) {
    if (format_ == Format::Text && !ended.empty()) context_.out << ended << "\n";
    if (format_ == Format::Text && error.empty()) context_.out << ending_text(*loaded_.game, session.ending()) << "\n";
    if (format_ != Format::Json) return;
    json_.update(ending_json(session.ending()));
    if (!error.empty()) json_["error"] = error;
    if (!reasons.empty()) json_["reasons"] = reasons;
    if (!ended.empty()) json_["trace"] = ended;
    print_json(context_, json_);
  }

 private:
  Context& context_;
  const Loaded& loaded_;
  Format format_;
  JsonValue json_;
};

// The words about a move; they say so if they come to another position than the game.
std::vector<std::string> words(const Loaded& loaded, const engine::Position& before, const Played& played,
                               const engine::Position& after) {
  engine::Position told;
  std::vector<std::string> lines = trace_move(loaded, before, played.move, told);
  if (!played.did.endless && told != after)
    lines.push_back("this is not what the game did (a mistake of mnc): " + engine::position_text(*loaded.game, told));
  return lines;
}

int replay(Context& context, const ReplayOptions& options) {
  const std::optional<Loaded> loaded = load_ruleset(context, options);
  if (!loaded) return kInputWrong;
  const engine::Game& game = *loaded->game;
  const std::optional<engine::Position> from = load_position(context, game, options.position);
  if (!from) return kInputWrong;
  const std::vector<std::string> record = read_record(options.record);
  engine::Session session(game, *from);
  Printer printer(context, *loaded, options.output_format());
  printer.row({0, "", engine::position_text(game, session.position()), {}, {}});
  std::string error;
  std::vector<std::string> reasons;
  for (std::size_t i = 0; i < record.size() && error.empty(); ++i) {
    const engine::Position before = session.position();
    const auto played = play_next(session, i + 1, record[i]);
    if (const auto* message = std::get_if<std::string>(&played)) {
      error = *message;
      reasons = objections(*loaded, session, record[i]);
    } else {
      const Played& move = std::get<Played>(played);
      Row row{i + 1, move.name, engine::position_text(game, session.position()), move.did};
      if (options.trace) row.trace = words(*loaded, before, move, session.position());
      printer.row(row);
    }
  }
  printer.finish(session, error, reasons, options.trace ? trace_ending(*loaded, session.ending()) : "");
  if (error.empty()) return kFine;
  context.out.flush();  // so that the error comes last on a terminal
  write_error("error: " + error + "\n");
  for (const std::string& reason : reasons) write_error("  why: " + reason + "\n");
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
  arguments.flag("--trace", options->trace, "say of every move what was done, and which clause said so");
  add_format(arguments, *options, true);
  add_color(arguments, context);
}

}  // namespace mnc::cli
