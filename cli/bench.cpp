// mnc bench: how fast rulesets run on this machine.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>

#include "cli/bundled.h"
#include "cli/commands.h"
#include "cli/common.h"
#include "interpreter/simulate.h"

namespace mnc::cli {
namespace {

struct BenchOptions : RulesetOptions {
  std::vector<std::string> rulesets;
  std::uint64_t runs = 5, milliseconds = 300;
};

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// Medians over the runs.
struct Speed {
  int depth = 0;                // of perft
  double nodes = 0;             // a second
  double moves = 0, games = 0;  // a second, of random games
};

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

// The depth whose count takes about as long as one run should.
int fitting_depth(const engine::Game& game, double seconds) {
  for (int depth = 1; depth < 60; ++depth) {
    const auto start = std::chrono::steady_clock::now();
    const std::uint64_t nodes = game.perft(game.start(), depth);
    const double elapsed = seconds_since(start);
    if (elapsed * 2 > seconds || nodes == 0) return depth;
  }
  return 60;
}

Speed measure(const engine::Game& game, const BenchOptions& options) {
  const double seconds = static_cast<double>(options.milliseconds) / 1000;
  std::vector<double> nodes, moves, games;
  Speed speed;
  speed.depth = fitting_depth(game, seconds);
  for (std::uint64_t run = 0; run < options.runs; ++run) {
    auto start = std::chrono::steady_clock::now();
    const std::uint64_t counted = game.perft(game.start(), speed.depth);
    nodes.push_back(static_cast<double>(counted) / std::max(seconds_since(start), 1e-9));

    start = std::chrono::steady_clock::now();
    const auto random = game.random_games(game.start());
    std::uint64_t played = 0, plies = 0;
    double elapsed = 0;
    while (elapsed < seconds) {
      // 10,000 plies: some rulesets never end by themselves.
      plies += random->play(1, played, 10'000, nullptr, played % engine::SimulationPlan::kSample == 0).plies;
      ++played;
      elapsed = seconds_since(start);
    }
    moves.push_back(static_cast<double>(plies) / elapsed);
    games.push_back(static_cast<double>(played) / elapsed);
  }
  speed.nodes = median(std::move(nodes));
  speed.moves = median(std::move(moves));
  speed.games = median(std::move(games));
  return speed;
}

// Names of the kinds of moves that are not compiled.
std::vector<std::string> interpreted(const engine::Game& game) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < game.ruleset().kinds.size(); ++i)
    if ((game.interpreted() >> i & 1) != 0) names.push_back(game.ruleset().kinds[i].name);
  return names;
}

int bench(Context& context, const BenchOptions& options) {
  const std::vector<std::string> names = options.rulesets.empty() ? bundled_names() : options.rulesets;
  const grammar::Settings settings = read_settings(options.set);
  JsonValue rows = JsonValue::array();
  const Format format = options.output_format();
  if (format == Format::Text) context.out << "one thread, medians\n";
  if (format == Format::Csv)
    context.out << "ruleset,hash,perft_depth,nodes_per_second,moves_per_second,games_per_second\n";
  for (const std::string& name : names) {
    const std::optional<Loaded> loaded = load_ruleset(context, name, settings);
    if (!loaded) return kInputWrong;
    const Speed speed = measure(*loaded->game, options);
    switch (format) {
      case Format::Text:
        context.out << "\n"
                    << identity_text(*loaded)
                    << fmt::format("perft({}): {:.0f} nodes/s; random games: {:.0f} moves/s, {:.0f} games/s\n",
                                   speed.depth, speed.nodes, speed.moves, speed.games);
        if (const auto slow = interpreted(*loaded->game); !slow.empty())
          context.out << fmt::format("not compiled: {}\n", fmt::join(slow, ", "));
        break;
      case Format::Csv:
        context.out << fmt::format("{},{},{},{:.0f},{:.0f},{:.0f}\n", csv(name), loaded->hash, speed.depth, speed.nodes,
                                   speed.moves, speed.games);
        break;
      case Format::Json: {
        JsonValue row = identity_json(*loaded);
        row["perft_depth"] = speed.depth;
        row["nodes_per_second"] = speed.nodes;
        row["moves_per_second"] = speed.moves;
        row["games_per_second"] = speed.games;
        row["interpreted"] = interpreted(*loaded->game);
        rows.push_back(std::move(row));
        break;
      }
    }
    context.out.flush();
  }
  if (format == Format::Json) print_json(context, rows);
  return kFine;
}

}  // namespace

void add_bench(CommandLine& line, Context& context) {
  auto options = std::make_shared<BenchOptions>();
  Arguments arguments =
      line.command("bench", "measure the speed", [options](Context& c) { return bench(c, *options); });
  arguments.texts("RULESET", options->rulesets, "files or bundled rulesets; all bundled ones if none is given");
  add_set(arguments, *options);
  arguments.number("--runs", options->runs, 1, 1000, "runs to take the median of");
  arguments.number("--time", options->milliseconds, 1, 60'000, "milliseconds a run");
  add_format(arguments, *options, true);
  add_color(arguments, context);
}

}  // namespace mnc::cli
