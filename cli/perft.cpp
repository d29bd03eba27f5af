// mnc perft: how many sequences of moves there are.
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/commands.h"
#include "cli/common.h"
#include "interpreter/notation.h"

namespace mnc::cli {
namespace {

struct PerftOptions : RulesetOptions {
  std::uint64_t depth = 0;
  bool divide = false;
};

struct Part {
  std::string move;
  std::uint64_t nodes;
};

// The count behind each move. Precondition: depth > 0.
std::vector<Part> divide(const engine::Session& session, int depth) {
  std::vector<Part> parts;
  const engine::Game& game = session.game();
  for (const engine::Move& move : session.moves()) {
    const engine::Successor next = game.play(session.position(), move);
    const std::uint64_t ended = depth == 1 ? 1 : 0;  // an endless move ends the game
    parts.push_back({engine::move_text(game, session.position(), move, session.moves()),
                     next.report.endless ? ended : game.perft(next.position, depth - 1)});
  }
  return parts;
}

void print_parts(Context& context, Format format, const std::vector<Part>& parts, JsonValue& json) {
  if (format == Format::Csv) context.out << "move,nodes\n";
  if (format == Format::Json) json["divide"] = JsonValue::array();
  for (const Part& part : parts) {
    switch (format) {
      case Format::Text: context.out << fmt::format("{:6} {}\n", part.move, part.nodes); break;
      case Format::Csv: context.out << fmt::format("{},{}\n", csv(part.move), part.nodes); break;
      case Format::Json: json["divide"].push_back(JsonValue{{"move", part.move}, {"nodes", part.nodes}}); break;
    }
  }
}

// The counts of all depths up to the one asked for, as they come.
std::uint64_t print_counts(Context& context, Format format, const engine::Session& session, int depth,
                           JsonValue& json) {
  std::uint64_t nodes = 0;
  if (format == Format::Csv) context.out << "depth,nodes\n";
  for (int d = 0; d <= depth; ++d) {
    nodes = session.over() && d > 0 ? 0 : session.game().perft(session.position(), d);
    switch (format) {
      case Format::Text:
        context.out << fmt::format("perft({}) = {}\n", d, nodes);
        context.out.flush();
        break;
      case Format::Csv: context.out << fmt::format("{},{}\n", d, nodes); break;
      case Format::Json: json["counts"].push_back(nodes); break;
    }
  }
  return nodes;
}

int perft(Context& context, const PerftOptions& options) {
  const std::optional<Loaded> loaded = load_ruleset(context, options);
  if (!loaded) return kInputWrong;
  const std::optional<engine::Position> from = load_position(context, *loaded->game, options.position);
  if (!from) return kInputWrong;
  const engine::Session session(*loaded->game, *from);
  const int depth = static_cast<int>(options.depth);
  const Format format = options.output_format();
  JsonValue json = identity_json(*loaded);
  json["position"] = engine::position_text(*loaded->game, *from);
  json["depth"] = depth;
  if (format == Format::Text) {
    context.out << identity_text(*loaded) << fmt::format("position: {}\n", engine::position_text(*loaded->game, *from));
  }
  if (options.divide && depth > 0) {
    const std::vector<Part> parts = divide(session, depth);
    std::uint64_t sum = 0;
    for (const Part& part : parts) sum += part.nodes;
    json["nodes"] = sum;
    print_parts(context, format, parts, json);
    if (format == Format::Text) context.out << fmt::format("perft({}) = {}\n", depth, sum);
  } else {
    json["nodes"] = 0;
    json["counts"] = JsonValue::array();
    json["nodes"] = print_counts(context, format, session, depth, json);
  }
  if (format == Format::Json) print_json(context, json);
  return kFine;
}

}  // namespace

void add_perft(CommandLine& line, Context& context) {
  auto options = std::make_shared<PerftOptions>();
  Arguments arguments = line.command("perft", "count the sequences of moves of a length",
                                     [options](Context& c) { return perft(c, *options); });
  add_ruleset(arguments, *options);
  arguments.number("DEPTH", options->depth, 0, 100, "plies", Arguments::Required);
  arguments.flag("--divide", options->divide, "the count behind each move");
  add_position(arguments, *options);
  add_format(arguments, *options, true);
  add_color(arguments, context);
}

}  // namespace mnc::cli
