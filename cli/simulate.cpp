// mnc simulate: many games, statistics.
#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <nlohmann/json.hpp>
#include <thread>

#include "cli/commands.h"
#include "cli/common.h"
#include "cli/players.h"
#include "interpreter/notation.h"
#include "interpreter/simulate.h"

namespace mnc::cli {
namespace {

struct SimulateOptions : RulesetOptions {
  std::uint64_t games = 1000, seed = 1, jobs = 0, max_plies = 100'000;
  std::string players = "random,random";
  bool match = false;
};

// Set by Ctrl-C: the games in progress are finished, and the statistics of those played are printed.
std::atomic<bool> interrupted{false};
static_assert(std::atomic<bool>::is_always_lock_free);  // so that a signal handler may set it

void on_interrupt(int) {
  interrupted = true;
  std::signal(SIGINT, SIG_DFL);  // a second one ends the program
}

// A line on standard error that is drawn again and again, if that is a terminal.
class ProgressBar {
 public:
  explicit ProgressBar(std::uint64_t total) : total_(total), shown_(::isatty(STDERR_FILENO) != 0) {}
  ~ProgressBar() {
    if (drawn_) write_error("\r\x1b[K");
  }
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  void draw(std::uint64_t done) {
    if (!shown_) return;
    constexpr std::size_t kWidth = 30;
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start_;
    const double share = static_cast<double>(done) / static_cast<double>(total_);
    const auto filled = static_cast<std::size_t>(share * kWidth);
    const std::string bar = std::string(filled, '#') + std::string(kWidth - filled, '.');
    write_error(fmt::format("\r[{}] {:3.0f} %  {} of {}  {:.0f}/s\x1b[K", bar, 100 * share, done, total_,
                            static_cast<double>(done) / elapsed.count()));
    drawn_ = true;
  }

 private:
  std::uint64_t total_;
  bool shown_, drawn_ = false;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

std::uint64_t of(const engine::Tally& tally, engine::Result result) {
  return tally.results[static_cast<std::size_t>(result)];
}

// Games by the rule that ended them, in the order of the rules.
JsonValue endings_json(const engine::Game& game, const engine::Tally& tally) {
  JsonValue endings = JsonValue::array();
  const grammar::Table& rows = game.ruleset().end;
  for (const auto& [row, games] : tally.endings) {
    if (row < 0 || static_cast<std::size_t>(row) >= rows.size()) continue;
    const grammar::Row& rule = rows[static_cast<std::size_t>(row)];
    JsonValue entry{{"row", row + 1}, {"games", games}};
    if (!rule.rule.empty()) entry["rule"] = rule.rule;
    if (!rule.note.empty()) entry["note"] = rule.note;
    endings.push_back(std::move(entry));
  }
  return endings;
}

JsonValue report_json(const Loaded& loaded, const engine::SimulationPlan& plan, const engine::Tally& tally) {
  using engine::Result;
  const engine::Statistics s = engine::statistics(tally);
  JsonValue json = identity_json(loaded);
  json["position"] = engine::position_text(*loaded.game, plan.from);
  json["players"] = {plan.players[0].text(), plan.players[1].text()};
  json["seed"] = plan.seed;
  json["games"] = tally.games;
  json["max_plies"] = plan.max_plies;
  json["results"] = JsonValue{{"south", of(tally, Result::South)},
                              {"north", of(tally, Result::North)},
                              {"draw", of(tally, Result::Draw)},
                              {"void", of(tally, Result::Void)},
                              {"unfinished", of(tally, Result::None)}};
  json["south_score"] = s.decided == 0 ? JsonValue() : JsonValue(s.south_score);
  json["ci95"] = s.decided == 0 ? JsonValue() : JsonValue(s.ci95);
  json["plies"] = JsonValue{{"mean", s.plies_mean},
                            {"sd", s.plies_sd},
                            {"min", s.plies_min},
                            {"median", s.plies_median},
                            {"max", s.plies_max}};
  json["branching"] = JsonValue{{"mean", s.branching_mean}, {"forced", s.forced_share}};
  json["laps"] = JsonValue{{"mean", s.laps_mean}, {"longest", tally.longest}};
  json["endless"] = tally.endless;
  json["captured"]["mean"] = s.captured_mean;
  json["endings"] = endings_json(*loaded.game, tally);
  if (plan.match) {
    json["matches"] = JsonValue{{"played", tally.matches},
                                {"best_of", loaded.game->ruleset().match_games},
                                {"south", tally.matches_south},
                                {"north", tally.matches_north},
                                {"unfinished", tally.matches - tally.matches_south - tally.matches_north}};
  }
  if (interrupted) json["interrupted"] = true;
  return json;
}

std::string share(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? "" : fmt::format("{:6.2f} %", 100 * static_cast<double>(part) / static_cast<double>(whole));
}

std::string report_text(const Loaded& loaded, const engine::SimulationPlan& plan, const engine::Tally& tally) {
  using engine::Result;
  const engine::Statistics s = engine::statistics(tally);
  std::string text = identity_text(loaded);
  text += fmt::format("players: {}, {}\nseed:    {}\ngames:   {}{}\n\n", plan.players[0].text(), plan.players[1].text(),
                      plan.seed, tally.games, interrupted ? " (interrupted)" : "");
  const auto result = [&](const char* name, Result which) {
    text += fmt::format("{:12}{:12} {}\n", name, of(tally, which), share(of(tally, which), tally.games));
  };
  result("South wins", Result::South);
  result("North wins", Result::North);
  result("draws", Result::Draw);
  result("void", Result::Void);
  result("unfinished", Result::None);
  if (s.decided > 0)
    text += fmt::format("South's score {:.4f} (95 %: {:.4f} to {:.4f})\n", s.south_score, s.ci95[0], s.ci95[1]);
  text += fmt::format("\nplies       mean {:.2f}, sd {:.2f}, least {}, median {:g}, most {}\n", s.plies_mean,
                      s.plies_sd, s.plies_min, s.plies_median, s.plies_max);
  text += fmt::format("moves       {:.2f} legal a ply, {:.2f} % of the plies forced\n", s.branching_mean,
                      100 * s.forced_share);
  text += fmt::format("laps        mean {:.3f} a ply, longest {}; endless moves: {}\n", s.laps_mean, tally.longest,
                      tally.endless);
  text += fmt::format("captured    mean {:.2f} seeds a game\n", s.captured_mean);
  for (const JsonValue& entry : endings_json(*loaded.game, tally)) {
    text += fmt::format("ended by    row {}{}: {}\n", entry["row"].get<int>(),
                        entry.contains("note") ? " (" + entry["note"].get<std::string>() + ")" : "",
                        entry["games"].get<std::uint64_t>());
  }
  if (plan.match) {
    const int match_games = loaded.game->ruleset().match_games;
    const std::string how = match_games > 0 ? fmt::format("best of {}", match_games) : "in rounds";
    text += fmt::format("matches     {}: {}; South won {}, North won {}\n", how, tally.matches, tally.matches_south,
                        tally.matches_north);
  }
  return text;
}

int simulate(Context& context, const SimulateOptions& options) {
  engine::SimulationPlan plan;
  plan.players = read_players(options.players);
  const std::optional<Loaded> loaded = load_ruleset(context, options);
  if (!loaded) return kInputWrong;
  const std::optional<engine::Position> from = load_position(context, *loaded->game, options.position);
  if (!from) return kInputWrong;
  plan.from = *from;
  plan.games = options.games;
  plan.seed = options.seed;
  plan.max_plies = static_cast<std::uint32_t>(options.max_plies);
  plan.jobs = options.jobs > 0 ? static_cast<int>(options.jobs)
                               : static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  if (options.match) check_match(*loaded);
  plan.match = options.match;
  std::signal(SIGINT, on_interrupt);
  engine::Tally tally;
  {
    ProgressBar bar(plan.games);
    tally = engine::simulate(*loaded->game, plan, interrupted, [&bar](std::uint64_t done) { bar.draw(done); });
  }
  if (options.output_format() == Format::Json) print_json(context, report_json(*loaded, plan, tally));
  else context.out << report_text(*loaded, plan, tally);
  context.out.flush();
  if (interrupted) {
    std::signal(SIGINT, SIG_DFL);
    std::raise(SIGINT);  // whoever started us sees that it was interrupted
  }
  return kFine;
}

}  // namespace

void add_simulate(CommandLine& line, Context& context) {
  auto options = std::make_shared<SimulateOptions>();
  Arguments arguments = line.command("simulate", "play many games and print statistics",
                                     [options](Context& c) { return simulate(c, *options); });
  add_ruleset(arguments, *options);
  // A tally counts games in 64 bits and takes 20 years for as many as this.
  arguments.number("--games", options->games, 1, 1'000'000'000'000, "games to play (with --match: matches)");
  arguments.text("--players", options->players, "South's and North's player");
  arguments.number("--seed", options->seed, 0, UINT64_MAX, "of the random numbers: the same seed gives the same games");
  arguments.number("--jobs", options->jobs, 0, 1024, "games at a time, 0: as many as there are processors");
  arguments.number("--max-plies", options->max_plies, 1, 1'000'000'000, "a game is cut after so many plies");
  arguments.flag("--match", options->match, "play matches by the ruleset's match clause");
  add_position(arguments, *options);
  add_format(arguments, *options, false);
  add_color(arguments, context);
}

}  // namespace mnc::cli
