// mnc simulate: many games, statistics; of one ruleset, or of all settings of a study.
#include <fmt/format.h>

#include <thread>

#include "cli/commands.h"
#include "cli/parts.h"
#include "cli/players.h"
#include "cli/progress.h"
#include "cli/records.h"
#include "cli/report.h"
#include "cli/study.h"
#include "interpreter/quote.h"

namespace mnc::cli {
namespace {

struct SimulateOptions : RulesetOptions {
  std::uint64_t games = 1000, seed = 1, jobs = 0, max_plies = 100'000;
  bool games_given = false, seed_given = false, max_plies_given = false;
  std::string players, shard, study, output, records, report;
  bool match = false, details = false;
};

int jobs_of(const SimulateOptions& options) {
  return options.jobs > 0 ? static_cast<int>(options.jobs)
                          : static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
}

std::optional<Shard> shard_of(const SimulateOptions& options) {
  if (options.shard.empty()) return std::nullopt;
  const std::optional<Shard> shard = read_shard(options.shard);
  if (!shard)
    throw Failure(fmt::format("--shard {} is not of the form `i/n`, with i from 1 to n and n up to {}",
                              engine::backquoted(options.shard), kMostShards));
  return shard;
}

// A shard is written whole; its charts and records would be of a part.
void check_combination(const SimulateOptions& options) {
  const auto given = [](const char* name, bool is) { return is ? name : nullptr; };
  if (!options.study.empty()) {
    for (const char* name :
         {given("RULESET", !options.ruleset.empty()), given("--set", !options.set.empty()),
          given("--position", !options.position.empty()), given("--players", !options.players.empty()),
          given("--games", options.games_given), given("--seed", options.seed_given),
          given("--max-plies", options.max_plies_given), given("--match", options.match),
          given("--details", options.details), given("--records", !options.records.empty())})
      if (name != nullptr)
        throw Failure(fmt::format("{} cannot be given with --study: the study's file says what is played", name));
    if (!options.shard.empty() && options.output.empty())
      throw Failure("--shard with --study needs --output FOLDER, where the shards meet");
    return;
  }
  if (options.ruleset.empty()) throw Failure("RULESET or --study is required");
  if (!options.shard.empty() && !options.report.empty())
    throw Failure("--report cannot be given with --shard: `mnc merge --report` makes it of all shards");
}

int simulate_study(Context& context, const SimulateOptions& options) {
  StudyPlan plan;
  plan.file = options.study;
  plan.folder = options.output;
  plan.shard = shard_of(options);
  plan.jobs = jobs_of(options);
  const Interruption interruption;
  const std::optional<StudyResult> result = run_study(plan, interruption.flag());
  if (!result) return kInputWrong;
  if (!options.report.empty() && !plan.shard) write_file(options.report, study_report(*result));
  if (!plan.shard) context.out << study_document(*result, options.output_format());
  context.out.flush();
  interruption.pass_on();
  return kFine;
}

engine::SimulationPlan plan_of(const SimulateOptions& options, const Loaded& loaded, const engine::Position& from) {
  engine::SimulationPlan plan;
  plan.from = from;
  plan.players = read_players(options.players.empty() ? "random" : options.players);
  plan.games = options.games;
  plan.seed = options.seed;
  plan.max_plies = static_cast<std::uint32_t>(options.max_plies);
  plan.jobs = jobs_of(options);
  plan.details = options.details;
  if (options.match) check_match(loaded);
  plan.match = options.match;
  return plan;
}

int simulate(Context& context, const SimulateOptions& options) {
  check_combination(options);
  if (!options.study.empty()) return simulate_study(context, options);
  const std::optional<Shard> shard = shard_of(options);
  (void)read_players(options.players.empty() ? "random" : options.players);  // a mistake in it is said first
  const std::optional<Loaded> loaded = load_ruleset(context, options);
  if (!loaded) return kInputWrong;
  const std::optional<engine::Position> from = load_position(context, *loaded->game, options.position);
  if (!from) return kInputWrong;
  engine::SimulationPlan plan = plan_of(options, *loaded, *from);
  Part part{"", 1, 1, {head_json(*loaded, plan), {}, false}};
  if (shard) {
    part.number = shard->number, part.count = shard->count;
    plan.first = shard->first(options.games), plan.games = shard->size(options.games);
  }
  RecordFile records(options.records);
  if (!options.records.empty())
    plan.record = [&records](const std::vector<engine::PlayedGame>& games) { records.add(games); };
  const Interruption interruption;
  {
    ProgressBar bar(plan.games);
    part.done.tally =
        engine::simulate(*loaded->game, plan, interruption.flag(), [&bar](std::uint64_t done) { bar.draw(done); });
  }
  part.done.partial = interruption.flag();
  records.finish();
  if (!options.report.empty()) write_file(options.report, simulation_report(part.done));
  deliver(context, options.output, shard ? part_text(part) : document({part.done}, options.output_format()));
  context.out.flush();
  interruption.pass_on();
  return kFine;
}

}  // namespace

void add_simulate(CommandLine& line, Context& context) {
  auto options = std::make_shared<SimulateOptions>();
  Arguments arguments = line.command("simulate", "play many games and print statistics",
                                     [options](Context& c) { return simulate(c, *options); });
  arguments.text("RULESET", options->ruleset, "a file, `-` for standard input, or the name of a bundled ruleset");
  add_set(arguments, *options);
  // A tally counts games in 64 bits and takes 20 years for as many as this.
  arguments.number("--games", options->games, 1, 1'000'000'000'000,
                   "games to play (with --match: matches); 1000 if left out", Arguments::Optional,
                   &options->games_given);
  arguments.text("--players", options->players, "South's and North's player; random if left out");
  arguments.number("--seed", options->seed, 0, UINT64_MAX,
                   "of the random numbers: the same seed gives the same games; 1 if left out", Arguments::Optional,
                   &options->seed_given);
  arguments.number("--jobs", options->jobs, 0, 1024, "games at a time, 0: as many as there are processors");
  arguments.number("--max-plies", options->max_plies, 1, 1'000'000'000,
                   "a game is cut after so many plies; 100000 if left out", Arguments::Optional,
                   &options->max_plies_given);
  arguments.flag("--match", options->match, "play matches by the ruleset's match clause");
  arguments.flag("--details", options->details,
                 "watch every game: how often each clause fires, changes of lead; slower, the same games");
  arguments.text("--study", options->study, "play all settings of this study (YAML)");
  arguments.text("--shard", options->shard, "play only part i of n (`i/n`); `mnc merge` puts the parts together");
  arguments.text("--output", options->output,
                 "write the result to this file; with --study: keep finished settings in this folder");
  arguments.text("--records", options->records, "write every game to this file, as rows of CSV with the moves last");
  arguments.text("--report", options->report, "write a page with charts to this file (HTML)");
  add_position(arguments, *options);
  add_format(arguments, *options, true);
  add_color(arguments, context);
}

}  // namespace mnc::cli
