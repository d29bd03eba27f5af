// The table of a simulation for people; see results.h.
#include <fmt/format.h>

#include "cli/results.h"

namespace mnc::cli {
namespace {

using engine::Interval;
using engine::Result;

double percent(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : 100 * static_cast<double>(part) / static_cast<double>(whole);
}

std::string identity(const Finished& done) {
  const JsonValue& head = done.head;
  const engine::Tally& tally = done.tally;
  const auto text = [&head](const char* key) { return head.at(key).get<std::string>(); };
  return fmt::format(
      "ruleset: {} ({})\nhash:    {}\noptions: {}\nplayers: {}, {}\nseed:    {}\ngames:   {}{}\n", text("ruleset"),
      text("title"), text("hash"), options_text(head.at("options")), head.at("players")[0].get<std::string>(),
      head.at("players")[1].get<std::string>(), head.at("seed").get<std::uint64_t>(), tally.games,
      done.partial ? fmt::format(" (partial: interrupted, {} were to be played)", head.at("games").get<std::uint64_t>())
                   : "");
}

std::string results(const Finished& done, const engine::Statistics& s) {
  const engine::Tally& tally = done.tally;
  std::string text = fmt::format("\n{:38}95 % interval\n", "");
  const auto result = [&](const char* name, Result which) {
    const Interval& ci = s.shares[static_cast<std::size_t>(which)];
    text += fmt::format("{:12}{:12}  {:6.2f} %   {:6.2f} to {:.2f} %\n", name, tally.of(which),
                        percent(tally.of(which), tally.games), 100 * ci[0], 100 * ci[1]);
  };
  if (tally.games == 0) return "";
  result("South wins", Result::South);
  result("North wins", Result::North);
  result("draws", Result::Draw);
  result("void", Result::Void);
  result("unfinished", Result::None);
  const auto repetition = ended_by_repetition(done);
  std::uint64_t repeated = 0;
  for (const std::uint64_t count : repetition) repeated += count;
  text += fmt::format("ended by repetition: {} (won {}, drawn {}, void {})\n", repeated, repetition[1] + repetition[2],
                      repetition[3], repetition[4]);
  if (s.decided > 0)
    text += fmt::format("South's score {:.4f} (95 %: {:.4f} to {:.4f})\n", s.south_score, s.ci95[0], s.ci95[1]);
  const engine::FirstMove& first = s.first;
  if (first.won + first.lost > 0)
    text += fmt::format(
        "first mover won {:.2f} % of the games won (95 %: {:.2f} to {:.2f} %), p = {:.3g} ({} test against 50 %)\n",
        100 * first.share, 100 * first.ci95[0], 100 * first.ci95[1], first.p_value,
        first.exact ? "exact binomial" : "normal");
  return text;
}

std::string play(const Finished& done, const engine::Statistics& s) {
  const engine::Tally& tally = done.tally;
  std::string text = fmt::format(
      "\nplies       mean {:.2f}, sd {:.2f}, least {}, median {:g}, most {}; 5 to 95 %: {:g} to {:g}\n", s.plies_mean,
      s.plies_sd, s.plies_min, s.plies_median, s.plies_max, s.plies_quantiles[0], s.plies_quantiles[3]);
  text += fmt::format("moves       {:.2f} legal a ply, {:.2f} % of the plies forced\n", s.branching_mean,
                      100 * s.forced_share);
  text += fmt::format("laps        mean {:.3f} a ply, longest {}; endless moves: {}\n", s.laps_mean, tally.longest,
                      tally.endless);
  text += fmt::format("captured    mean {:.2f} seeds a game\n", s.captured_mean);
  if (s.decided > 0)
    text += fmt::format("decisive    {:.2f} % of the decided games won; margin {:.2f} seeds, sd {:.2f}\n",
                        100 * s.decisive, s.margin_mean, s.margin_sd);
  const JsonValue json = result_json(done);
  for (const JsonValue& entry : json.at("endings")) {
    text += fmt::format("ended by    row {}{}: {}\n", entry.at("row").get<int>(),
                        entry.contains("note") ? " (" + entry.at("note").get<std::string>() + ")" : "",
                        entry.at("games").get<std::uint64_t>());
  }
  if (!json.contains("details")) return text;
  const JsonValue& details = json.at("details");
  if (!details.at("lead_changes").is_null())
    text +=
        fmt::format("lead        changes {:.2f} times a game; the winner leads for good after {:.1f} % of the plies\n",
                    s.lead_changes_mean, 100 * s.led_from_share);
  text +=
      fmt::format("captures    on {:.2f} % of the plies\nclauses     how often each fired:\n", 100 * s.capturing_share);
  for (const JsonValue& clause : details.at("clauses"))
    text += fmt::format("{:12}  {:9} {}\n", clause.at("fired").get<std::uint64_t>(),
                        clause.at("clause").get<std::string>(), clause.at("text").get<std::string>());
  return text;
}

}  // namespace

std::string result_text(const Finished& done) {
  const engine::Statistics s = engine::statistics(done.tally);
  const engine::Tally& tally = done.tally;
  std::string text = identity(done) + results(done, s) + play(done, s);
  if (done.head.contains("best_of")) {
    const int games = done.head.at("best_of").get<int>();
    text += fmt::format("matches     {}: {}; South won {}, North won {}, drawn {}, void {}, unfinished {}\n",
                        games > 0 ? fmt::format("best of {}", games) : "in rounds", tally.all_matches(),
                        tally.matches_of(Result::South), tally.matches_of(Result::North),
                        tally.matches_of(Result::Draw), tally.matches_of(Result::Void),
                        tally.matches_of(Result::None));
  }
  return text;
}

}  // namespace mnc::cli
