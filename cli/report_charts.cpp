// The charts of the report, as Vega-Lite specifications; see report.h.
#include "cli/report.h"

namespace mnc::cli {
namespace {

using engine::Result;
using engine::Statistics;

constexpr std::array<std::pair<const char*, Result>, 5> kResultNames{{{"South wins", Result::South},
                                                                      {"North wins", Result::North},
                                                                      {"draw", Result::Draw},
                                                                      {"void", Result::Void},
                                                                      {"unfinished", Result::None}}};

JsonValue result_names() {
  JsonValue names = JsonValue::array();
  for (const auto& [name, result] : kResultNames) names.push_back(name);
  return names;
}

// Colours that most colour-blind people can tell apart (M. Okabe, K. Ito 2008).
const JsonValue& colours() {
  static const JsonValue kColours{"#0072b2", "#e69f00", "#8c8c8c", "#cc79a7", "#d55e00"};
  return kColours;
}

JsonValue quantitative(const char* field, const char* title, const char* format = nullptr) {
  JsonValue encoding{{"field", field}, {"type", "quantitative"}, {"title", title}};
  if (format != nullptr) encoding["axis"] = JsonValue{{"format", format}};
  return encoding;
}

JsonValue ordinal(const char* field) {
  return JsonValue{
      {"field", field}, {"type", "nominal"}, {"title", nullptr}, {"sort", nullptr}, {"axis", {{"labelLimit", 520}}}};
}

JsonValue chart(JsonValue rows) {
  return JsonValue{{"$schema", "https://vega.github.io/schema/vega-lite/v6.json"},
                   {"width", 620},
                   {"data", {{"values", std::move(rows)}}},
                   {"config",
                    {{"font", "system-ui, sans-serif"},
                     {"axis", {{"labelFontSize", 12}, {"titleFontSize", 12}}},
                     {"view", {{"stroke", nullptr}}}}}};
}

// A mark for each row between two fields, and a vertical line at a value.
JsonValue span_layer(const char* mark, const char* from, const char* to, const char* title, const char* format,
                     JsonValue style) {
  style["type"] = mark;
  JsonValue x = quantitative(from, title, format);
  x["scale"] = JsonValue{{"zero", false}};
  return JsonValue{{"mark", style}, {"encoding", {{"x", x}, {"x2", {{"field", to}}}}}};
}

JsonValue line_at(double value) {
  return JsonValue{{"mark", {{"type", "rule"}, {"strokeDash", {4, 4}}, {"color", "#555"}}},
                   {"encoding", {{"x", {{"datum", value}}}, {"y", nullptr}}}};
}

JsonValue points(const char* field, const char* title, const char* format) {
  JsonValue x = quantitative(field, title, format);
  x["scale"] = JsonValue{{"zero", false}};
  return JsonValue{{"mark", {{"type", "point"}, {"filled", true}, {"size", 60}, {"color", "#0072b2"}}},
                   {"encoding", {{"x", x}}}};
}

}  // namespace

JsonValue results_chart(const Charted& one) {
  const Statistics s = engine::statistics(*one.tally);
  JsonValue rows = JsonValue::array();
  for (const auto& [name, result] : kResultNames) {
    const engine::Interval& ci = s.shares[static_cast<std::size_t>(result)];
    rows.push_back(
        JsonValue{{"result", name},
                  {"games", one.tally->of(result)},
                  {"share", static_cast<double>(one.tally->of(result)) / static_cast<double>(one.tally->games)},
                  {"low", ci[0]},
                  {"high", ci[1]}});
  }
  JsonValue spec = chart(std::move(rows));
  spec["encoding"]["y"] = ordinal("result");
  const JsonValue tooltip{{{"field", "result"}},
                          {{"field", "games"}},
                          {{"field", "share"}, {"format", ".2%"}},
                          {{"field", "low"}, {"format", ".2%"}},
                          {{"field", "high"}, {"format", ".2%"}}};
  JsonValue bar{{"mark", "bar"},
                {"encoding",
                 {{"x", quantitative("share", "share of the games, with 95 % interval", "%")}, {"tooltip", tooltip}}}};
  bar["encoding"]["color"] = JsonValue{{"field", "result"},
                                       {"type", "nominal"},
                                       {"legend", nullptr},
                                       {"scale", {{"domain", result_names()}, {"range", colours()}}}};
  spec["layer"] = {
      bar, span_layer("rule", "low", "high", "share of the games, with 95 % interval", "%", {{"strokeWidth", 2}})};
  return spec;
}

JsonValue lengths_chart(const Charted& one) {
  JsonValue rows = JsonValue::array();
  const Statistics s = engine::statistics(*one.tally);
  for (const engine::Bin& bin : s.histogram)
    rows.push_back(JsonValue{{"from", bin.from}, {"to", bin.to + 1}, {"games", bin.games}});
  JsonValue spec = chart(std::move(rows));
  spec["height"] = 240;
  JsonValue x = quantitative("from", "plies");
  x["bin"] =
      JsonValue{{"binned", true}, {"step", s.histogram.empty() ? 1 : s.histogram[0].to - s.histogram[0].from + 1}};
  spec["mark"] = JsonValue{{"type", "bar"}, {"color", "#0072b2"}};
  spec["encoding"] = JsonValue{{"x", x},
                               {"x2", {{"field", "to"}}},
                               {"y", quantitative("games", "games")},
                               {"tooltip", {{{"field", "from"}}, {{"field", "games"}}}}};
  return spec;
}

JsonValue all_results_chart(const std::vector<Charted>& all) {
  JsonValue rows = JsonValue::array();
  for (const Charted& one : all) {
    std::size_t order = 0;
    for (const auto& [name, result] : kResultNames)
      rows.push_back(
          JsonValue{{"setting", one.name}, {"result", name}, {"order", order++}, {"games", one.tally->of(result)}});
  }
  JsonValue spec = chart(std::move(rows));
  spec["mark"] = "bar";
  JsonValue x = quantitative("games", "share of the games", "%");
  x["stack"] = "normalize";
  spec["encoding"] = JsonValue{{"y", ordinal("setting")},
                               {"x", x},
                               {"order", {{"field", "order"}}},
                               {"tooltip", {{{"field", "setting"}}, {{"field", "result"}}, {{"field", "games"}}}}};
  spec["encoding"]["color"] = JsonValue{{"field", "result"},
                                        {"type", "nominal"},
                                        {"title", nullptr},
                                        {"legend", {{"orient", "top"}}},
                                        {"scale", {{"domain", result_names()}, {"range", colours()}}}};
  return spec;
}

JsonValue scores_chart(const std::vector<Charted>& all) {
  JsonValue rows = JsonValue::array();
  for (const Charted& one : all) {
    const Statistics s = engine::statistics(*one.tally);
    if (s.decided > 0)
      rows.push_back(
          JsonValue{{"setting", one.name}, {"score", s.south_score}, {"low", s.ci95[0]}, {"high", s.ci95[1]}});
  }
  JsonValue spec = chart(std::move(rows));
  spec["encoding"]["y"] = ordinal("setting");
  constexpr const char* kTitle = "South's score (a win 1, a draw ½), with 95 % interval";
  spec["layer"] = {span_layer("rule", "low", "high", kTitle, nullptr, {{"strokeWidth", 2}, {"color", "#0072b2"}}),
                   points("score", kTitle, nullptr), line_at(0.5)};
  return spec;
}

JsonValue all_lengths_chart(const std::vector<Charted>& all) {
  JsonValue rows = JsonValue::array();
  for (const Charted& one : all) {
    const Statistics s = engine::statistics(*one.tally);
    rows.push_back(JsonValue{{"setting", one.name},
                             {"q05", s.plies_quantiles[0]},
                             {"q25", s.plies_quantiles[1]},
                             {"median", s.plies_median},
                             {"q75", s.plies_quantiles[2]},
                             {"q95", s.plies_quantiles[3]}});
  }
  JsonValue spec = chart(std::move(rows));
  spec["encoding"]["y"] = ordinal("setting");
  constexpr const char* kTitle = "plies: median, half of the games (bar), 5 to 95 % (line)";
  JsonValue median = points("median", kTitle, nullptr);
  median["mark"] = JsonValue{{"type", "tick"}, {"thickness", 2}, {"color", "black"}};
  spec["layer"] = {
      span_layer("rule", "q05", "q95", kTitle, nullptr, {{"color", "#0072b2"}}),
      span_layer("bar", "q25", "q75", kTitle, nullptr, {{"color", "#9ecae1"}, {"height", {{"band", 0.6}}}}), median};
  return spec;
}

JsonValue effects_chart(const std::vector<Comparison>& comparisons, const std::string& measure, bool as_percent) {
  JsonValue rows = JsonValue::array();
  for (const Comparison& c : comparisons)
    for (const Comparison::Effect& e : c.effects)
      if (e.measure == measure)
        rows.push_back(JsonValue{{"change", c.name + ": " + c.to + " instead of " + c.from},
                                 {"difference", e.difference.value},
                                 {"low", e.difference.ci95[0]},
                                 {"high", e.difference.ci95[1]}});
  JsonValue spec = chart(std::move(rows));
  spec["encoding"]["y"] = ordinal("change");
  const std::string title = "difference in " + measure + ", with 95 % interval";
  const char* const format = as_percent ? "+.1%" : "+~f";
  spec["layer"] = {line_at(0),
                   span_layer("rule", "low", "high", title.c_str(), format, {{"strokeWidth", 2}, {"color", "#0072b2"}}),
                   points("difference", title.c_str(), format)};
  return spec;
}

}  // namespace mnc::cli
