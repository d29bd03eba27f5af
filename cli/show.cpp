// mnc show: the effective ruleset, for someone who has never seen the game.
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/commands.h"
#include "cli/common.h"
#include "cli/describe.h"
#include "interpreter/notation.h"
#include "interpreter/quote.h"

namespace mnc::cli {
namespace {

struct Fact {
  std::string name;
  std::vector<std::string> values;
};

std::vector<Fact> facts_of(const grammar::Meta& meta) {
  const std::vector<std::string> about =
      meta.about.empty() ? std::vector<std::string>{} : std::vector<std::string>{meta.about};
  return {{"about", about},        {"names", meta.names},   {"people", meta.people}, {"region", meta.region},
          {"period", meta.period}, {"source", meta.source}, {"author", meta.author}, {"licence", meta.licence}};
}

void print_text(Context& context, const Loaded& loaded) {
  const grammar::Meta& meta = loaded.game->ruleset().meta;
  context.out << identity_text(loaded);
  for (const Fact& fact : facts_of(meta)) {
    for (const std::string& value : fact.values) context.out << fmt::format("{:8} {}\n", fact.name + ":", value);
  }
  for (const DocumentSection& section : describe(loaded)) {
    context.out << "\n" << section.title << "\n";
    for (const DocumentLine& line : section.lines) {
      const std::string indent(line.text.empty() ? 0 : static_cast<std::size_t>(2 + 2 * line.indent), ' ');
      context.out << indent << line.text << (line.note.empty() ? "" : "  [" + line.note + "]")
                  << (line.is_default ? "  (default)" : "") << "\n";
    }
  }
}

JsonValue options_json(const grammar::Ruleset& rules) {
  JsonValue list = JsonValue::array();
  for (const grammar::Option& option : rules.options) {
    list.push_back(JsonValue{{"name", option.name},
                             {"value", option.values[static_cast<std::size_t>(option.chosen)]},
                             {"default", option.values[static_cast<std::size_t>(option.initial)]},
                             {"values", option.values},
                             {"text", option.text},
                             {"note", option.note}});
  }
  return list;
}

void print_as_json(Context& context, const Loaded& loaded) {
  JsonValue json = identity_json(loaded);
  for (const Fact& fact : facts_of(loaded.game->ruleset().meta)) json[fact.name] = fact.values;
  json["start"] = engine::position_text(*loaded.game, loaded.game->start());
  json["option_list"] = options_json(loaded.game->ruleset());
  json["sections"] = JsonValue::array();
  for (const DocumentSection& section : describe(loaded)) {
    JsonValue lines = JsonValue::array();
    for (const DocumentLine& line : section.lines) {
      JsonValue entry{{"text", line.text}, {"indent", line.indent}, {"default", line.is_default}};
      if (!line.note.empty()) entry["note"] = line.note;
      if (line.verbatim) entry["drawing"] = true;
      lines.push_back(std::move(entry));
    }
    json["sections"].push_back(JsonValue{{"title", section.title}, {"lines", lines}});
  }
  print_json(context, json);
}

int show(Context& context, const RulesetOptions& options) {
  const std::optional<Loaded> loaded = load_ruleset(context, options);
  if (!loaded) return kInputWrong;
  print_diagnostics(context, *loaded->compilation);
  if (options.output_format() == Format::Json) print_as_json(context, *loaded);
  else print_text(context, *loaded);
  return kFine;
}

}  // namespace

void add_show(CommandLine& line, Context& context) {
  auto options = std::make_shared<RulesetOptions>();
  Arguments arguments = line.command("show", "explain a ruleset: everything it says, and every default",
                                     [options](Context& c) { return show(c, *options); });
  add_ruleset(arguments, *options);
  add_format(arguments, *options, false);
  add_color(arguments, context);
}

}  // namespace mnc::cli
