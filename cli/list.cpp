// mnc list: the bundled rulesets with a line each.
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/bundled.h"
#include "cli/commands.h"
#include "cli/common.h"

namespace mnc::cli {
namespace {

struct Line {
  std::string name, title, region, people, about, source, hash;
  int rows = 0;
};

// What there is of a header clause, with commas.
std::string all_of(const std::vector<std::string>& values) { return fmt::format("{}", fmt::join(values, "; ")); }

std::vector<Line> lines_of(Context& context) {
  std::vector<Line> lines;
  for (const std::string& name : bundled_names()) {
    const grammar::Compilation compilation = compile_ruleset(find_ruleset(name), {});
    Line line{name, "", "", "", "", "", hash_of(compilation.sources)};
    if (compilation.ruleset) {
      const grammar::Meta& meta = compilation.ruleset->meta;
      line.title = meta.title;
      line.rows = compilation.ruleset->board.screen_rows;
      line.region = all_of(meta.region);
      line.people = all_of(meta.people);
      line.about = meta.about;
      line.source = all_of(meta.source);
    } else {
      write_error(grammar::render_text(compilation.diagnostics, compilation.sources, context.color_errors()));
    }
    lines.push_back(std::move(line));
  }
  return lines;
}

void print_text(Context& context, const std::vector<Line>& lines) {
  std::size_t width = 0;
  for (const Line& line : lines) width = std::max(width, line.name.size());
  for (const Line& line : lines) {
    context.out << fmt::format("{:{}}  {} {}  {}", line.name, width, line.rows, line.rows == 1 ? "row " : "rows", line.title);
    if (!line.region.empty()) context.out << ", " << line.region;
    if (!line.about.empty()) context.out << ": " << line.about;
    if (!line.source.empty()) context.out << " [" << line.source.substr(0, line.source.find("; ")) << "]";
    context.out << "\n";
  }
}

void print_csv(Context& context, const std::vector<Line>& lines) {
  context.out << "name,title,rows,region,people,about,source,hash\n";
  for (const Line& line : lines) {
    context.out << fmt::format("{},{},{},{},{},{},{},{}\n", line.name, csv(line.title), line.rows, csv(line.region),
                               csv(line.people), csv(line.about), csv(line.source), line.hash);
  }
}

void print_rows(Context& context, const std::vector<Line>& lines) {
  JsonValue rows = JsonValue::array();
  for (const Line& line : lines) {
    rows.push_back(JsonValue{{"name", line.name},
                             {"title", line.title},
                             {"rows", line.rows},
                             {"region", line.region},
                             {"people", line.people},
                             {"about", line.about},
                             {"source", line.source},
                             {"hash", line.hash}});
  }
  print_json(context, rows);
}

int list(Context& context, const RulesetOptions& options) {
  const std::vector<Line> lines = lines_of(context);
  switch (options.output_format()) {
    case Format::Text: print_text(context, lines); break;
    case Format::Csv: print_csv(context, lines); break;
    case Format::Json: print_rows(context, lines); break;
  }
  return kFine;
}

}  // namespace

void add_list(CommandLine& line, Context& context) {
  auto options = std::make_shared<RulesetOptions>();
  Arguments arguments =
      line.command("list", "list the bundled rulesets", [options](Context& c) { return list(c, *options); });
  add_format(arguments, *options, true);
  add_color(arguments, context);
}

}  // namespace mnc::cli
