// The report page; see report.h. Its charts are made in report_charts.cpp.
#include "cli/report.h"

#include <fmt/format.h>

#include <algorithm>

namespace mnc::cli {
namespace {

using engine::Result;
using engine::Statistics;
using engine::Tally;

std::string html(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '&': out += "&amp;"; break;
      case '"': out += "&quot;"; break;
      default: out += c;
    }
  }
  return out;
}

constexpr const char* kStyle =
    "body{font:16px/1.5 system-ui,sans-serif;color:#1a1a1a;margin:0;background:#fff}main{max-width:70rem;margin:0 "
    "auto;padding:1.5rem}"
    "h1{font-size:1.8rem;line-height:1.2;margin:.2em 0}h2{font-size:1.25rem;margin:2em 0 .4em;border-bottom:1px solid "
    "#ccc;padding-bottom:.2em}"
    "p{max-width:48rem}table{border-collapse:collapse;margin:.8em 0;font-size:.92rem}th,td{padding:.25em "
    ".7em;text-align:left;border-bottom:1px solid #e4e4e4;vertical-align:top}"
    "th{font-weight:600;background:#f6f6f6}td.n,th.n{text-align:right;font-variant-numeric:tabular-nums;white-space:"
    "nowrap}"
    "figure{margin:1em "
    "0;overflow-x:auto}figcaption{font-weight:600;margin-bottom:.3em}code{font-size:.92em}.note{color:#555;font-size:."
    "9rem}.yes{font-weight:600}";

// Collects the body, then makes the page.
class Page {
 public:
  explicit Page(std::string title) : title_(std::move(title)) { body_ = fmt::format("<h1>{}</h1>\n", html(title_)); }

  void heading(std::string_view text) { body_ += fmt::format("<h2>{}</h2>\n", html(text)); }
  void paragraph(std::string_view text, const char* of = "") {
    body_ += fmt::format("<p class=\"{}\">{}</p>\n", of, html(text));
  }

  // Columns whose heading begins with `#` hold numbers.
  void table(const std::vector<std::string>& head, const std::vector<std::vector<std::string>>& rows) {
    const auto cell = [&head](const char* tag, std::size_t column, const std::string& text) {
      const bool number = !head[column].empty() && head[column][0] == '#';
      return fmt::format("<{0}{1}>{2}</{0}>", tag, number ? " class=\"n\"" : "", html(text));
    };
    body_ += "<table>\n";
    if (std::any_of(head.begin(), head.end(), [](const std::string& text) { return !text.empty(); })) {
      body_ += "<tr>";
      for (std::size_t i = 0; i < head.size(); ++i)
        body_ += cell("th", i, head[i].starts_with('#') ? head[i].substr(1) : head[i]);
      body_ += "</tr>\n";
    }
    for (const auto& row : rows) {
      body_ += "<tr>";
      for (std::size_t i = 0; i < row.size(); ++i) body_ += cell("td", i, row[i]);
      body_ += "</tr>\n";
    }
    body_ += "</table>\n";
  }

  void chart(std::string_view caption, const JsonValue& spec) {
    ++charts_;
    body_ +=
        fmt::format("<figure><figcaption>{}</figcaption><div id=\"chart{}\"></div></figure>\n", html(caption), charts_);
    scripts_ += fmt::format("show({},{});\n", charts_, in_script(spec));
  }

  [[nodiscard]] std::string text(const JsonValue& data) const {
    const ReportAssets& assets = report_assets();
    std::string out = fmt::format(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" "
        "content=\"width=device-width\">\n"
        "<title>{}</title>\n<style>{}</style>\n</head>\n<body>\n<main>\n{}</main>\n",
        html(title_), kStyle, body_);
    out += fmt::format("<script type=\"application/json\" id=\"data\">{}</script>\n", in_script(data));
    out += fmt::format("<script type=\"text/plain\" id=\"licences\">{}</script>\n", html(assets.licences));
    for (const std::string_view script : {assets.vega, assets.vega_lite, assets.vega_embed})
      out.append("<script>").append(script).append("</script>\n");
    // data-charts says to whoever looks that all are drawn, or what went wrong.
    out +=
        "<script>\nlet drawn=0;\nconst "
        "show=(n,spec)=>vegaEmbed('#chart'+n,spec,{renderer:'svg',actions:{export:true,source:false,compiled:false,"
        "editor:false}})"
        ".then(()=>{document.body.dataset.charts=++drawn;}).catch(e=>{document.body.dataset.failed=e.message;});\n" +
        scripts_ + "</script>\n</body>\n</html>\n";
    return out;
  }

 private:
  // JSON that cannot end a script element.
  static std::string in_script(const JsonValue& json) {
    std::string out;
    for (const char c : json.dump()) out += c == '<' ? std::string("\\u003c") : std::string(1, c);
    return out;
  }

  std::string title_, body_, scripts_;
  int charts_ = 0;
};

std::string percent(double share) { return fmt::format("{:.2f} %", 100 * share); }
std::string percent(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? "–" : percent(static_cast<double>(part) / static_cast<double>(whole));
}
std::string range(const engine::Interval& ci, int decimals = 3) {
  return fmt::format("{:.{}f} to {:.{}f}", ci[0], decimals, ci[1], decimals);
}
std::string value(const JsonValue& head, const char* key) { return head.at(key).get<std::string>(); }

constexpr const char* kHowCounted =
    "Intervals are 95 % intervals: Wilson's for shares and scores, a normal approximation for differences. Void games, "
    "games cut by the limit on plies and "
    "games ended by repetition are counted on their own; South's score is over the games that were won or drawn.";

void played(Page& page, const Finished& done) {
  const JsonValue& head = done.head;
  page.table({"", ""},
             {{"ruleset", value(head, "ruleset") + " – " + value(head, "title")},
              {"hash of its text", value(head, "hash")},
              {"options", options_text(head.at("options"))},
              {"starting position", value(head, "position")},
              {"players", "South " + head.at("players")[0].get<std::string>() + ", North " +
                              head.at("players")[1].get<std::string>()},
              {"games", std::to_string(done.tally.games) + (done.partial ? " (partial: it was interrupted)" : "")},
              {"seed, most plies", fmt::format("{}, {}", head.at("seed").get<std::uint64_t>(),
                                               head.at("max_plies").get<std::uint64_t>())}});
}

void figures(Page& page, const Finished& done, const Statistics& s) {
  const Tally& t = done.tally;
  const engine::FirstMove& first = s.first;
  std::uint64_t repeated = 0;
  for (const std::uint64_t count : ended_by_repetition(done)) repeated += count;
  std::vector<std::vector<std::string>> rows{
      {"South's score", s.decided == 0 ? "–" : fmt::format("{:.4f}", s.south_score),
       s.decided == 0 ? "" : range(s.ci95, 4)},
      {"games won by the player who began", first.won + first.lost == 0 ? "–" : percent(first.share),
       first.won + first.lost == 0 ? ""
                                   : fmt::format("{}; p = {:.3g} ({} test against one half)", range(first.ci95),
                                                 first.p_value, first.exact ? "exact binomial" : "normal")},
      {"won by somebody, of the decided games", percent(s.decisive), ""},
      {"plies", fmt::format("{:.2f}", s.plies_mean),
       fmt::format("sd {:.2f}; median {:g}; {} to {}", s.plies_sd, s.plies_median, s.plies_min, s.plies_max)},
      {"legal moves a ply", fmt::format("{:.2f}", s.branching_mean),
       "forced on " + percent(s.forced_share) + " of the plies"},
      {"laps a ply", fmt::format("{:.3f}", s.laps_mean),
       fmt::format("longest {}; endless moves {}", t.longest, t.endless)},
      {"seeds captured a game", fmt::format("{:.2f}", s.captured_mean), ""},
      {"games ended by repetition", std::to_string(repeated), percent(repeated, t.games)}};
  if (done.head.at("leads").get<bool>())
    rows.push_back({"margin, seeds", fmt::format("{:.2f}", s.margin_mean), fmt::format("sd {:.2f}", s.margin_sd)});
  if (done.head.at("details").get<bool>()) {
    if (done.head.at("leads").get<bool>()) {
      rows.push_back({"changes of lead a game", fmt::format("{:.2f}", s.lead_changes_mean), ""});
      rows.push_back({"the winner leads for good after", percent(s.led_from_share), "of the plies"});
    }
    rows.push_back({"plies that capture", percent(s.capturing_share), ""});
  }
  page.table({"", "#value", ""}, rows);
}

void endings(Page& page, const JsonValue& result) {
  std::vector<std::vector<std::string>> rows;
  const auto count = [](const JsonValue& entry, const char* key) {
    return std::to_string(entry.at(key).get<std::uint64_t>());
  };
  for (const JsonValue& e : result.at("endings"))
    rows.push_back({fmt::format("{}{}", e.at("row").get<int>(), e.contains("note") ? " – " + value(e, "note") : ""),
                    count(e, "games"), count(e, "south"), count(e, "north"), count(e, "draw"), count(e, "void")});
  page.heading("What ended the games");
  page.table({"row of end", "#games", "#South wins", "#North wins", "#draws", "#void"}, rows);
  if (!result.contains("details")) return;
  rows.clear();
  for (const JsonValue& c : result.at("details").at("clauses"))
    rows.push_back({value(c, "clause"), value(c, "text"), count(c, "fired")});
  page.heading("How often each clause fired");
  page.paragraph(
      "A requirement or preference fires when it rules out a move; every other clause when it is carried out.", "note");
  page.table({"clause", "text", "#fired"}, rows);
}

void setting_table(Page& page, const StudyResult& result) {
  std::vector<std::vector<std::string>> rows;
  for (const StudySetting& setting : result.settings) {
    const Tally& t = setting.done.tally;
    const Statistics s = engine::statistics(t);
    rows.push_back({setting.name, std::to_string(t.games), s.decided == 0 ? "–" : fmt::format("{:.3f}", s.south_score),
                    s.decided == 0 ? "" : range(s.ci95), percent(t.of(Result::Draw), t.games),
                    percent(t.of(Result::Void), t.games), percent(t.of(Result::None), t.games),
                    fmt::format("{:.1f}", s.plies_mean), fmt::format("{:.2f}", s.branching_mean),
                    fmt::format("{:.1f}", s.captured_mean)});
  }
  page.table({"setting", "#games", "#South's score", "#95 %", "#draws", "#void", "#unfinished", "#plies",
              "#moves a ply", "#captured"},
             rows);
}

void differences(Page& page, const StudyResult& result) {
  if (result.comparisons.empty()) return;
  page.heading("Does it matter?");
  page.paragraph(
      "Each row compares the games of all settings that have one value with those that have the other, everything else "
      "being the same. Where the interval leaves out 0 the difference is marked: it is more than chance explains at "
      "the 5 % level (no correction for the number of comparisons).");
  std::vector<std::vector<std::string>> rows;
  for (const Comparison& c : result.comparisons)
    for (const Comparison::Effect& e : c.effects) {
      const bool small = e.measure != "plies";
      const int decimals = small ? 4 : 1;
      const auto& ci = e.difference.ci95;
      rows.push_back({c.name + ": " + c.to + " instead of " + c.from, e.measure,
                      fmt::format("{:.{}f}", e.from, decimals), fmt::format("{:.{}f}", e.to, decimals),
                      fmt::format("{:+.{}f}", e.difference.value, decimals),
                      fmt::format("{:+.{}f} to {:+.{}f}", ci[0], decimals, ci[1], decimals),
                      ci[0] > 0 || ci[1] < 0 ? "differs" : ""});
    }
  page.chart("Effect on South's score", effects_chart(result.comparisons, "South's score", false));
  page.chart("Effect on the length of the games", effects_chart(result.comparisons, "plies", false));
  page.table({"change", "of", "#before", "#after", "#difference", "#95 %", ""}, rows);
}

}  // namespace

std::string simulation_report(const Finished& done) {
  const Statistics s = engine::statistics(done.tally);
  const JsonValue result = result_json(done);
  Page page(value(done.head, "title") + ": " + std::to_string(done.tally.games) + " simulated games");
  played(page, done);
  if (done.tally.games > 0) {
    page.heading("Results");
    page.chart("How the games ended", results_chart({"", &done.tally}));
    figures(page, done, s);
    page.heading("Length of the games");
    page.chart("Games by their number of plies", lengths_chart({"", &done.tally}));
    endings(page, result);
  }
  page.paragraph(kHowCounted, "note");
  return page.text(result);
}

std::string study_report(const StudyResult& result) {
  const engine::Study& study = result.study;
  Page page(study.title.empty() ? "A study of " + std::to_string(result.settings.size()) + " settings" : study.title);
  if (!study.about.empty()) page.paragraph(study.about);
  page.paragraph(fmt::format("{} settings of {} games each, seed {}, at most {} plies a game{}.",
                             result.settings.size(), study.games, study.seed, study.max_plies,
                             result.partial ? "; partial: the study was interrupted" : ""));
  std::vector<Charted> all;
  for (const StudySetting& setting : result.settings)
    if (setting.done.tally.games > 0) all.push_back({setting.name, &setting.done.tally});
  differences(page, result);
  page.heading("Results of each setting");
  page.chart("South's score", scores_chart(all));
  page.chart("How the games ended", all_results_chart(all));
  page.chart("Length of the games", all_lengths_chart(all));
  setting_table(page, result);
  page.paragraph(kHowCounted, "note");
  return page.text(JsonValue::parse(study_document(result, Format::Json)));
}

}  // namespace mnc::cli
