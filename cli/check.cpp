// mnc check: parses and checks rulesets; silent when they are fine.
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/commands.h"
#include "cli/common.h"
#include "cli/deep.h"
#include "interpreter/quote.h"

namespace mnc::cli {
namespace {

struct CheckOptions : RulesetOptions {
  std::vector<std::string> files;
  bool deep = false;
};

// A file as JSON: what is wrong with it, as a list.
JsonValue file_json(const std::string& name, const grammar::Compilation& compilation, const std::string& error) {
  JsonValue json{{"file", engine::printable(name)}, {"hash", hash_of(compilation.sources)}};
  json["ok"] = compilation.ruleset.has_value() && error.empty();
  json["diagnostics"] = JsonValue::parse(grammar::render_json(compilation.diagnostics, compilation.sources));
  if (!error.empty()) json["error"] = error;
  return json;
}

int check_file(Context& context, const std::string& name, const CheckOptions& options, JsonValue& reports) {
  const grammar::Settings settings = read_settings(options.set);
  grammar::Compilation compilation = compile_ruleset(find_ruleset(name), settings);
  grammar::check_other_values(compilation);
  if (options.output_format() == Format::Text) {
    if (compilation.ruleset) print_diagnostics(context, compilation);  // warnings
    const std::optional<Loaded> loaded = make_game(context, name, std::move(compilation));
    if (loaded && options.deep) context.out << deep_text(*loaded, settings);
    return loaded ? kFine : kInputWrong;
  }
  std::string error;
  const bool fine = compilation.ruleset && engine::Game::make(*compilation.ruleset, error) != nullptr;
  reports.push_back(file_json(name, compilation, error));
  if (!fine) return kInputWrong;
  if (options.deep) reports.back()["deep"] = deep_json(*make_game(context, name, std::move(compilation)), settings);
  return kFine;
}

int check(Context& context, const CheckOptions& options) {
  JsonValue reports = JsonValue::array();
  int status = kFine;
  for (const std::string& name : options.files) {
    try {
      status = std::max(status, check_file(context, name, options, reports));
    } catch (const Failure& failure) {  // the other files are checked all the same
      write_error(fmt::format("mnc: {}\n", failure.what()));
      status = std::max<int>(status, failure.status);
    }
  }
  if (options.output_format() == Format::Json) print_json(context, reports);
  return status;
}

}  // namespace

void add_check(CommandLine& line, Context& context) {
  auto options = std::make_shared<CheckOptions>();
  Arguments arguments = line.command("check", "parse and check rulesets; silent when they are fine",
                                     [options](Context& c) { return check(c, *options); });
  arguments.texts("FILE", options->files, "files, `-` for standard input, or bundled rulesets", Arguments::Required);
  add_set(arguments, *options);
  arguments.flag("--deep", options->deep, "play the rules out: what never happens, and what goes wrong");
  add_format(arguments, *options, false);
  add_color(arguments, context);
}

}  // namespace mnc::cli
