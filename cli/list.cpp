// mnc list: the bundled rulesets with a line each.
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/bundled.h"
#include "cli/commands.h"
#include "cli/common.h"

namespace mnc::cli {
namespace {

struct Line {
  std::string name, title, about, hash;
};

std::vector<Line> lines_of(Context& context) {
  std::vector<Line> lines;
  for (const std::string& name : bundled_names()) {
    const grammar::Compilation compilation = compile_ruleset(find_ruleset(name), {});
    Line line{name, "", "", hash_of(compilation.sources)};
    if (compilation.ruleset) {
      line.title = compilation.ruleset->meta.title;
      line.about = compilation.ruleset->meta.about;
    } else {
      write_error(grammar::render_text(compilation.diagnostics, compilation.sources, context.color_errors()));
    }
    lines.push_back(std::move(line));
  }
  return lines;
}

int list(Context& context, const RulesetOptions& options) {
  const std::vector<Line> lines = lines_of(context);
  std::size_t width = 0;
  for (const Line& line : lines) width = std::max(width, line.name.size());
  JsonValue rows = JsonValue::array();
  if (options.output_format() == Format::Csv) context.out << "name,title,about,hash\n";
  for (const Line& line : lines) {
    switch (options.output_format()) {
      case Format::Text: context.out << fmt::format("{:{}}  {}: {}\n", line.name, width, line.title, line.about); break;
      case Format::Csv:
        context.out << fmt::format("{},{},{},{}\n", line.name, csv(line.title), csv(line.about), line.hash);
        break;
      case Format::Json:
        rows.push_back(
            JsonValue{{"name", line.name}, {"title", line.title}, {"about", line.about}, {"hash", line.hash}});
        break;
    }
  }
  if (options.output_format() == Format::Json) print_json(context, rows);
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
