// Simulations as JSON and CSV, and their heads; see results.h. The table for people is in results_text.cpp.
#include "cli/results.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "interpreter/notation.h"
#include "interpreter/quote.h"

namespace mnc::cli {

using engine::Result;

namespace {

constexpr std::array<Result, 5> kInOrder{Result::South, Result::North, Result::Draw, Result::Void, Result::None};
constexpr std::array<const char*, 5> kNames{"south", "north", "draw", "void", "unfinished"};

std::size_t index(Result result) { return static_cast<std::size_t>(result); }

// Whether a condition asks how often the position has been there.
bool asks_occurrences(const grammar::Ruleset& rules, grammar::NodeId id) {
  if (id == grammar::kNoNode) return false;
  const grammar::Node& node = rules.nodes[static_cast<std::size_t>(id)];
  if (node.op == grammar::Op::Occurrences) return true;
  const auto inside = [&rules](grammar::NodeId kid) { return asks_occurrences(rules, kid); };
  return inside(node.a) || inside(node.b) || std::any_of(node.kids.begin(), node.kids.end(), inside);
}

JsonValue rows_json(const grammar::Ruleset& rules) {
  JsonValue rows = JsonValue::array();
  for (const grammar::Row& row : rules.end) {
    JsonValue entry{{"row", rows.size() + 1}};
    if (!row.rule.empty()) entry["rule"] = row.rule;
    if (!row.note.empty()) entry["note"] = row.note;
    if (asks_occurrences(rules, row.condition)) entry["repetition"] = true;
    rows.push_back(std::move(entry));
  }
  return rows;
}

// The first line of a clause, as it stands in the text.
std::string first_line(const Loaded& loaded, const grammar::Span& span) {
  constexpr std::size_t kMost = 100;
  const std::string_view text = loaded.compilation->sources[span.file].text();
  const std::string_view line =
      text.substr(span.begin, std::min<std::size_t>(span.end - span.begin, text.find('\n', span.begin) - span.begin));
  std::string shown = engine::printable(line.substr(0, kMost));
  return line.size() > kMost ? shown + " …" : shown;
}

JsonValue clauses_json(const Loaded& loaded) {
  JsonValue clauses = JsonValue::array();
  for (const engine::Clause& clause : loaded.game->clauses()) {
    JsonValue entry{{"clause", engine::clause_kind_text(clause.kind)}};
    if (!clause.name.empty()) entry["name"] = clause.name;
    if (clause.row > 0) entry["row"] = clause.row;
    entry["text"] = first_line(loaded, clause.span);
    if (!clause.note.empty()) entry["note"] = clause.note;
    clauses.push_back(std::move(entry));
  }
  return clauses;
}

JsonValue results_json(const std::array<std::uint64_t, engine::kResults>& counts) {
  JsonValue out;
  for (std::size_t i = 0; i < kInOrder.size(); ++i) out[kNames[i]] = counts[index(kInOrder[i])];
  return out;
}

// Games by the row that ended them, in the order of the rows.
JsonValue endings_json(const Finished& done) {
  JsonValue endings = JsonValue::array();
  for (const auto& [row, counts] : done.tally.endings) {
    const JsonValue& rows = done.head.at("rows");
    if (row < 0 || static_cast<std::size_t>(row) >= rows.size()) continue;
    JsonValue entry = rows[static_cast<std::size_t>(row)];
    std::uint64_t games = 0;
    for (const std::uint64_t count : counts) games += count;
    entry["games"] = games;
    for (std::size_t i = 0; i + 1 < kInOrder.size(); ++i) entry[kNames[i]] = counts[index(kInOrder[i])];
    endings.push_back(std::move(entry));
  }
  return endings;
}

JsonValue first_move_json(const engine::FirstMove& first) {
  if (first.won + first.lost == 0) return nullptr;
  return JsonValue{{"won", first.won},         {"lost", first.lost},
                   {"share", first.share},     {"ci95", first.ci95},
                   {"p_value", first.p_value}, {"test", first.exact ? "exact binomial" : "normal approximation"}};
}

JsonValue plies_json(const engine::Statistics& s) {
  JsonValue plies{{"mean", s.plies_mean},
                  {"sd", s.plies_sd},
                  {"min", s.plies_min},
                  {"median", s.plies_median},
                  {"max", s.plies_max}};
  constexpr std::array<const char*, 4> kQuantiles{"q05", "q25", "q75", "q95"};
  for (std::size_t i = 0; i < kQuantiles.size(); ++i) plies[kQuantiles[i]] = s.plies_quantiles[i];
  plies["histogram"] = JsonValue::array();
  for (const engine::Bin& bin : s.histogram)
    plies["histogram"].push_back(JsonValue{{"from", bin.from}, {"to", bin.to}, {"games", bin.games}});
  return plies;
}

JsonValue details_json(const Finished& done, const engine::Statistics& s) {
  const bool leads = done.head.at("leads").get<bool>();
  JsonValue out{{"lead_changes", leads ? JsonValue(s.lead_changes_mean) : JsonValue()},
                {"led_from", leads ? JsonValue(s.led_from_share) : JsonValue()},
                {"capturing", s.capturing_share},
                {"clauses", done.head.at("clauses")}};
  for (std::size_t i = 0; i < out["clauses"].size(); ++i)
    out["clauses"][i]["fired"] = i < done.tally.clauses.size() ? done.tally.clauses[i] : 0;
  return out;
}

}  // namespace

JsonValue head_json(const Loaded& loaded, const engine::SimulationPlan& plan) {
  JsonValue head = identity_json(loaded);
  head["position"] = engine::position_text(*loaded.game, plan.from);
  head["players"] = {plan.players[0].text, plan.players[1].text};
  head["seed"] = plan.seed;
  head["games"] = plan.games;
  head["max_plies"] = plan.max_plies;
  if (plan.match) head["best_of"] = loaded.game->ruleset().match_games;
  head["details"] = plan.details;
  head["leads"] = loaded.game->ruleset().has_winner;
  head["rows"] = rows_json(loaded.game->ruleset());
  head["clauses"] = plan.details ? clauses_json(loaded) : JsonValue::array();
  return head;
}

std::array<std::uint64_t, engine::kResults> ended_by_repetition(const Finished& done) {
  std::array<std::uint64_t, engine::kResults> sums{};
  const JsonValue& rows = done.head.at("rows");
  for (const auto& [row, counts] : done.tally.endings)
    if (row >= 0 && static_cast<std::size_t>(row) < rows.size() &&
        rows[static_cast<std::size_t>(row)].contains("repetition"))
      for (std::size_t i = 0; i < counts.size(); ++i) sums[i] += counts[i];
  return sums;
}

JsonValue result_json(const Finished& done) {
  const engine::Statistics s = engine::statistics(done.tally);
  const engine::Tally& tally = done.tally;
  JsonValue json;
  for (const char* key : {"ruleset", "title", "hash", "options", "position", "players", "seed"})
    json[key] = done.head.at(key);
  json["games"] = tally.games;
  json["max_plies"] = done.head.at("max_plies");
  json["results"] = results_json(tally.results);
  json["south_score"] = s.decided == 0 ? JsonValue() : JsonValue(s.south_score);
  json["ci95"] = s.decided == 0 ? JsonValue() : JsonValue(s.ci95);
  json["plies"] = plies_json(s);
  json["branching"] = JsonValue{{"mean", s.branching_mean}, {"forced", s.forced_share}};
  json["laps"] = JsonValue{{"mean", s.laps_mean}, {"longest", tally.longest}};
  json["endless"] = tally.endless;
  json["captured"]["mean"] = s.captured_mean;
  json["endings"] = endings_json(done);
  json["repetition"] = results_json(ended_by_repetition(done));
  for (std::size_t i = 0; i < kInOrder.size(); ++i)
    json["shares_ci95"][kNames[i]] = tally.games == 0 ? JsonValue() : JsonValue(s.shares[index(kInOrder[i])]);
  json["first_move"] = first_move_json(s.first);
  json["decisive"] = s.decided == 0 ? JsonValue() : JsonValue(s.decisive);
  json["margin"] = s.decided == 0 ? JsonValue() : JsonValue{{"mean", s.margin_mean}, {"sd", s.margin_sd}};
  if (done.head.at("details").get<bool>()) json["details"] = details_json(done, s);
  if (done.head.contains("best_of")) {
    json["matches"] = results_json(tally.matches);
    json["matches"]["played"] = tally.all_matches();
    json["matches"]["best_of"] = done.head.at("best_of");
  }
  if (done.partial) json["interrupted"] = json["partial"] = true;
  return json;
}

std::string options_text(const JsonValue& options) {
  std::string text;
  for (const auto& [name, value] : options.items())
    text += (text.empty() ? "" : ", ") + name + "=" + value.get<std::string>();
  return text.empty() ? "none" : text;
}

std::string csv_head() {
  return "ruleset,hash,options,south_player,north_player,seed,games,south,north,draw,void,unfinished,south_score,ci95_"
         "low,ci95_high,"
         "first_move_share,first_move_p,plies_mean,plies_sd,plies_median,plies_max,branching,forced,laps,longest,"
         "endless,captured,"
         "repetition,decisive,partial\n";
}

std::string csv_row(const Finished& done) {
  const engine::Statistics s = engine::statistics(done.tally);
  const engine::Tally& t = done.tally;
  const JsonValue& head = done.head;
  std::uint64_t repetition = 0;
  for (const std::uint64_t count : ended_by_repetition(done)) repetition += count;
  const auto text = [&head](const char* key) { return csv(head.at(key).get<std::string>()); };
  std::string row =
      fmt::format("{},{},{},{},{},{},{}", text("ruleset"), text("hash"), csv(options_text(head.at("options"))),
                  csv(head.at("players")[0].get<std::string>()), csv(head.at("players")[1].get<std::string>()),
                  head.at("seed").get<std::uint64_t>(), t.games);
  for (const Result result : kInOrder) row += fmt::format(",{}", t.of(result));
  // Of no decided game there is no score: an empty field.
  row += s.decided == 0 ? ",,," : fmt::format(",{},{},{}", s.south_score, s.ci95[0], s.ci95[1]);
  row += s.first.won + s.first.lost == 0 ? ",," : fmt::format(",{},{}", s.first.share, s.first.p_value);
  row += fmt::format(",{},{},{},{},{},{},{},{},{},{},{}", s.plies_mean, s.plies_sd, s.plies_median, s.plies_max,
                     s.branching_mean, s.forced_share, s.laps_mean, t.longest, t.endless, s.captured_mean, repetition);
  return row +
         fmt::format(",{},{}\n", s.decided == 0 ? "" : fmt::format("{}", s.decisive), done.partial ? "yes" : "no");
}

std::string document(const std::vector<Finished>& all, Format format) {
  std::string out = format == Format::Csv ? csv_head() : "";
  JsonValue list = JsonValue::array();
  for (const Finished& done : all) {
    switch (format) {
      case Format::Text: out += (out.empty() ? "" : "\n") + result_text(done); break;
      case Format::Csv: out += csv_row(done); break;
      case Format::Json: list.push_back(result_json(done)); break;
    }
  }
  if (format != Format::Json) return out;
  return (all.size() == 1 ? list[0] : list).dump(2) + "\n";
}

}  // namespace mnc::cli
