// Compares the settings of a study, and writes what came of it; see study.h.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "cli/study.h"

namespace mnc::cli {
namespace {

using engine::Mean;
using engine::Result;
using engine::Tally;
using Values = std::vector<std::pair<std::string, std::string>>;

Mean share(std::uint64_t part, std::uint64_t whole) {
  if (whole == 0) return {};
  const double p = static_cast<double>(part) / static_cast<double>(whole);
  return {p, std::sqrt(p * (1 - p)), whole};
}

struct Measure {
  const char* name;
  Mean (*of)(const Tally& tally, const engine::Statistics& s);
};
constexpr std::array<Measure, 4> kMeasures{{
    {"South's score",
     [](const Tally&, const engine::Statistics& s) {
       return Mean{s.south_score, s.score_sd, s.decided};
     }},
    {"draws", [](const Tally& t, const engine::Statistics&) { return share(t.of(Result::Draw), t.games); }},
    {"void", [](const Tally& t, const engine::Statistics&) { return share(t.of(Result::Void), t.games); }},
    {"plies",
     [](const Tally& t, const engine::Statistics& s) {
       return Mean{s.plies_mean, s.plies_sd, t.games};
     }},
}};

// What a setting is called, without one of its values.
std::string rest(const StudySetting& setting, const std::string& without) {
  std::string text;
  for (const auto& [name, value] : setting.values)
    if (name != without) text += name + "=" + value + "\n";
  return text;
}

const std::string* value_of(const StudySetting& setting, const std::string& name) {
  for (const auto& [key, value] : setting.values)
    if (key == name) return &value;
  return nullptr;
}

// The names of what is varied, each with its values in the order they come.
std::vector<std::pair<std::string, std::vector<std::string>>> varied(const std::vector<StudySetting>& settings) {
  std::vector<std::pair<std::string, std::vector<std::string>>> out;
  for (const StudySetting& setting : settings)
    for (const auto& [name, value] : setting.values) {
      auto at = std::find_if(out.begin(), out.end(), [&name = name](const auto& entry) { return entry.first == name; });
      if (at == out.end()) at = out.insert(out.end(), {name, {}});
      if (std::find(at->second.begin(), at->second.end(), value) == at->second.end()) at->second.push_back(value);
    }
  std::erase_if(out, [](const auto& entry) { return entry.second.size() < 2; });
  return out;
}

Comparison compare_two(const std::vector<StudySetting>& settings, const std::string& name, const std::string& from,
                       const std::string& to) {
  Comparison out{name, from, to, 0, {}};
  std::map<std::string, const StudySetting*> others;
  for (const StudySetting& setting : settings)
    if (const std::string* value = value_of(setting, name); value != nullptr && *value == from)
      others[rest(setting, name)] = &setting;
  std::array<Tally, 2> pooled;
  for (const StudySetting& setting : settings) {
    const std::string* value = value_of(setting, name);
    const auto pair = others.find(rest(setting, name));
    if (value == nullptr || *value != to || pair == others.end() || setting.done.partial || pair->second->done.partial)
      continue;
    ++out.pairs;
    pooled[0].add(pair->second->done.tally);
    pooled[1].add(setting.done.tally);
  }
  if (out.pairs == 0) return out;
  const std::array<engine::Statistics, 2> s{engine::statistics(pooled[0]), engine::statistics(pooled[1])};
  for (const Measure& measure : kMeasures) {
    const Mean a = measure.of(pooled[0], s[0]), b = measure.of(pooled[1], s[1]);
    if (a.n > 0 && b.n > 0 && (a.mean != 0 || b.mean != 0))
      out.effects.push_back({measure.name, a.mean, b.mean, engine::difference(a, b)});
  }
  return out;
}

JsonValue comparison_json(const Comparison& c) {
  JsonValue json{{"name", c.name}, {"from", c.from}, {"to", c.to}, {"pairs", c.pairs}, {"effects", JsonValue::array()}};
  for (const Comparison::Effect& e : c.effects)
    json["effects"].push_back(JsonValue{{"measure", e.measure},
                                        {"from", e.from},
                                        {"to", e.to},
                                        {"difference", e.difference.value},
                                        {"ci95", e.difference.ci95}});
  return json;
}

std::string text_of(const StudyResult& result) {
  std::string text = result.study.title.empty() ? "" : result.study.title + "\n";
  text += fmt::format("{} settings of {} games, seed {}{}\n\n", result.settings.size(), result.study.games,
                      result.study.seed, result.partial ? " (partial: interrupted)" : "");
  text += fmt::format("{:>8} {:>22} {:>7} {:>7} {:>7} {:>9}  setting\n", "games", "South's score (95 %)", "draws",
                      "void", "unfin.", "plies");
  for (const StudySetting& setting : result.settings) {
    const Tally& t = setting.done.tally;
    const engine::Statistics s = engine::statistics(t);
    const auto percent = [&t](Result r) {
      return fmt::format("{:.2f} %",
                         t.games == 0 ? 0 : 100 * static_cast<double>(t.of(r)) / static_cast<double>(t.games));
    };
    text +=
        fmt::format("{:>8} {:>22} {:>7} {:>7} {:>7} {:>9.2f}  {}\n", t.games,
                    s.decided == 0 ? "-" : fmt::format("{:.3f} ({:.3f}-{:.3f})", s.south_score, s.ci95[0], s.ci95[1]),
                    percent(Result::Draw), percent(Result::Void), percent(Result::None), s.plies_mean, setting.name);
  }
  if (!result.comparisons.empty()) text += "\ndifferences, all else being the same (95 %; * where 0 lies outside):\n";
  for (const Comparison& c : result.comparisons) {
    text += fmt::format("{}: {} instead of {} ({} pairs of settings)\n", c.name, c.to, c.from, c.pairs);
    for (const Comparison::Effect& e : c.effects) {
      const auto& ci = e.difference.ci95;
      text += fmt::format("  {:14} {:10.4f} -> {:10.4f}   {:+.4f} ({:+.4f} to {:+.4f}){}\n", e.measure, e.from, e.to,
                          e.difference.value, ci[0], ci[1], ci[0] > 0 || ci[1] < 0 ? " *" : "");
    }
  }
  return text;
}

}  // namespace

std::vector<Comparison> compare(const std::vector<StudySetting>& settings) {
  std::vector<Comparison> out;
  for (const auto& [name, values] : varied(settings))
    for (std::size_t i = 1; i < values.size(); ++i) {
      Comparison one = compare_two(settings, name, values[0], values[i]);
      if (one.pairs > 0) out.push_back(std::move(one));
    }
  return out;
}

void name_settings(std::vector<StudySetting>& settings) {
  const auto varying = varied(settings);
  const auto varies = [&varying](const std::string& name) {
    return varying.empty() ||
           std::any_of(varying.begin(), varying.end(), [&name](const auto& entry) { return entry.first == name; });
  };
  for (StudySetting& setting : settings)
    for (const auto& [name, value] : setting.values)
      if (varies(name))
        setting.name +=
            (setting.name.empty() ? "" : "; ") + (name == "ruleset" || name == "players" ? value : name + "=" + value);
}

std::string study_document(const StudyResult& result, Format format) {
  if (format == Format::Text) return text_of(result);
  std::vector<Finished> all;
  for (const StudySetting& setting : result.settings) all.push_back(setting.done);
  if (format == Format::Csv) return document(all, format);
  JsonValue json{{"title", result.study.title},
                 {"about", result.study.about},
                 {"settings", JsonValue::array()},
                 {"comparisons", JsonValue::array()}};
  for (const Finished& done : all) json["settings"].push_back(result_json(done));
  for (const Comparison& comparison : result.comparisons) json["comparisons"].push_back(comparison_json(comparison));
  if (result.partial) json["partial"] = true;
  return json.dump(2) + "\n";
}

}  // namespace mnc::cli
