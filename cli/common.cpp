// What all commands share; see common.h.
#include "cli/common.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "cli/bundled.h"
#include "interpreter/notation.h"
#include "interpreter/quote.h"
#include "interpreter/scenario.h"

namespace mnc::cli {

using engine::backquoted;

namespace {

// A path is anything that a bundled ruleset cannot be called.
bool looks_like_path(const std::string& argument) {
  return argument.find('/') != std::string::npos || argument.find('.') != std::string::npos;
}

std::optional<grammar::Fetched> fetch(const std::string& base, bool is_path, const std::string& from) {
  if (!is_path) {
    const std::optional<std::string_view> text = bundled(base);
    if (!text) return std::nullopt;
    return grammar::Fetched{base, std::string(*text)};
  }
  const std::filesystem::path path = std::filesystem::path(from).parent_path() / base;
  try {
    return grammar::Fetched{path.string(), read_file(path.string(), grammar::kMaxSourceBytes)};
  } catch (const Failure&) {  // a bundled name that is no plain word stands in quotes too: "bao-la-kete"
    if (const std::optional<std::string_view> text = bundled(base)) return grammar::Fetched{base, std::string(*text)};
    return std::nullopt;  // the checker says where it is named
  }
}

// The part of a long line around a place, and the place marked below it.
std::string marked(std::string_view line, std::size_t begin, std::size_t end) {
  constexpr std::size_t kBefore = 60, kLength = 100;
  const std::size_t from = begin > kBefore ? begin - kBefore : 0;
  std::string shown = engine::printable(line.substr(from, kLength));
  const std::string before = engine::printable(line.substr(from, begin - from));
  const std::size_t marks = std::clamp<std::size_t>(end - begin, 1, std::max<std::size_t>(1, kLength - (begin - from)));
  return fmt::format("  {}\n  {}{}\n", shown, std::string(before.size(), ' '), std::string(marks, '^'));
}

}  // namespace

bool Context::color_errors() const {
  if (color != "auto") return color == "always";
  const char* const no_color = std::getenv("NO_COLOR");
  const char* const terminal = std::getenv("TERM");
  if (no_color != nullptr && *no_color != '\0') return false;
  return ::isatty(STDERR_FILENO) != 0 && terminal != nullptr && std::string_view(terminal) != "dumb";
}

// ---- options -----------------------------------------------------------------------------------------------

Format RulesetOptions::output_format() const {
  return format == "json" ? Format::Json : format == "csv" ? Format::Csv : Format::Text;
}

void add_set(Arguments& arguments, RulesetOptions& options) {
  arguments.texts("--set", options.set, "choose the value of an option of the ruleset: --set name=value");
}

void add_ruleset(Arguments& arguments, RulesetOptions& options) {
  arguments.text("RULESET", options.ruleset, "a file, `-` for standard input, or the name of a bundled ruleset",
                 Arguments::Required);
  add_set(arguments, options);
}

void add_position(Arguments& arguments, RulesetOptions& options) {
  arguments.text("--position", options.position, "begin with this position instead of the start");
}

void add_format(Arguments& arguments, RulesetOptions& options, bool with_csv) {
  std::vector<std::string> formats{"text", "json"};
  if (with_csv) formats.emplace_back("csv");
  arguments.choice("--format", options.format, formats, "how results are written");
}

void add_color(Arguments& arguments, Context& context) {
  arguments.choice("--color", context.color, {"auto", "always", "never"},
                   "colours in diagnostics; NO_COLOR is honoured");
}

// ---- rulesets ----------------------------------------------------------------------------------------------

grammar::SourceFile find_ruleset(const std::string& argument) {
  if (argument == "-") return {"standard input", read_file(argument, grammar::kMaxSourceBytes)};
  if (const std::optional<std::string_view> text = bundled(argument)) return {argument, std::string(*text)};
  std::error_code ignored;
  if (!looks_like_path(argument) && !std::filesystem::exists(argument, ignored)) {
    const std::string near = grammar::closest(argument, bundled_names());
    std::string message = fmt::format("there is no ruleset {}: neither a file nor bundled", backquoted(argument));
    message += near.empty() ? "; see `mnc list`" : fmt::format("; did you mean `{}`?", near);
    throw Failure(message);
  }
  return {argument, read_file(argument, grammar::kMaxSourceBytes)};
}

grammar::Settings read_settings(const std::vector<std::string>& set) {
  grammar::Settings settings;
  for (const std::string& item : set) {
    const std::size_t equals = item.find('=');
    if (equals == std::string::npos || equals == 0) {
      throw Failure(fmt::format("--set {} is not of the form `name=value`", backquoted(item)));
    }
    settings.emplace_back(item.substr(0, equals), item.substr(equals + 1));
  }
  return settings;
}

grammar::Compilation compile_ruleset(grammar::SourceFile file, const grammar::Settings& settings) {
  grammar::Compilation result = grammar::compile(std::move(file), settings, fetch);
  if (!result.settings_errors.empty()) throw Failure(engine::joined(result.settings_errors));
  return result;
}

void print_diagnostics(const Context& context, const grammar::Compilation& compilation) {
  // Which ruleset was read, where the places that follow are in one that it extends.
  const std::vector<grammar::Diagnostic>& items = compilation.diagnostics.items();
  const auto elsewhere = std::find_if(items.begin(), items.end(), [](const grammar::Diagnostic& one) { return one.span.file != 0; });
  if (elsewhere != items.end())
    write_error(fmt::format("in {}, which extends {}:\n", engine::printable(compilation.sources[0].name()),
                            engine::printable(compilation.sources[elsewhere->span.file].name())));
  write_error(grammar::render_text(compilation.diagnostics, compilation.sources, context.color_errors()));
}

std::optional<Loaded> make_game(Context& context, std::string name, grammar::Compilation compilation) {
  if (!compilation.ruleset) {
    print_diagnostics(context, compilation);
    return std::nullopt;
  }
  std::string error;
  std::shared_ptr<const engine::Game> game = engine::Game::make(*compilation.ruleset, error);
  if (!game) {
    write_error(fmt::format("{}: error: {}\n", name, error));
    return std::nullopt;
  }
  std::string hash = hash_of(compilation.sources);
  return Loaded{std::move(name), std::move(hash), std::make_shared<const grammar::Compilation>(std::move(compilation)),
                std::move(game)};
}

std::optional<Loaded> load_ruleset(Context& context, const std::string& argument, const grammar::Settings& settings) {
  return make_game(context, argument, compile_ruleset(find_ruleset(argument), settings));
}

std::optional<Loaded> load_ruleset(Context& context, const RulesetOptions& options) {
  return load_ruleset(context, options.ruleset, read_settings(options.set));
}

std::optional<engine::Position> load_position(Context&, const engine::Game& game, const std::string& text) {
  if (text.empty()) return game.start();
  const auto read = engine::read_position(game, text);
  if (const auto* error = std::get_if<engine::TextError>(&read)) {
    write_error(fmt::format("error: in the position: {}\n{}", error->message, marked(text, error->begin, error->end)));
    return std::nullopt;
  }
  const auto& good = std::get<engine::ReadPosition>(read);
  if (!good.warning.empty()) write_error(fmt::format("warning: in the position: {}\n", good.warning));
  return good.position;
}

// ---- results -----------------------------------------------------------------------------------------------

std::string hash_of(const grammar::Sources& sources) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (const grammar::SourceFile& source : sources) {
    for (const char c : source.text()) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
    if (&source != &sources.back()) hash = (hash ^ 0xFFu) * 0x100000001b3u;  // no byte of UTF-8: keeps the texts apart
  }
  return fmt::format("{:016x}", hash);
}

std::string identity_text(const Loaded& loaded) {
  const grammar::Ruleset& rules = loaded.game->ruleset();
  std::string text =
      fmt::format("ruleset: {} ({})\nhash:    {}\n", engine::printable(loaded.name), rules.meta.title, loaded.hash);
  std::vector<std::string> options;
  for (const grammar::Option& option : rules.options) {
    options.push_back(fmt::format("{}={}", option.name, option.values[static_cast<std::size_t>(option.chosen)]));
  }
  return text + fmt::format("options: {}\n", options.empty() ? "none" : engine::joined(options));
}

JsonValue identity_json(const Loaded& loaded) {
  const grammar::Ruleset& rules = loaded.game->ruleset();
  JsonValue options = JsonValue::object();
  for (const grammar::Option& option : rules.options) {
    options[option.name] = option.values[static_cast<std::size_t>(option.chosen)];
  }
  return JsonValue{{"ruleset", engine::printable(loaded.name)},
                   {"title", rules.meta.title},
                   {"hash", loaded.hash},
                   {"options", options}};
}

void print_json(Context& context, const JsonValue& json) { context.out << json.dump(2) << "\n"; }

void deliver(Context& context, const std::string& file, std::string_view text) {
  if (!file.empty()) return write_file(file, text);
  context.out << text;
  context.out.flush();
}

std::string csv(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
  std::string result = "\"";
  for (const char c : text) result += c == '"' ? std::string("\"\"") : std::string(1, c);
  return result + "\"";
}

std::string ending_text(const engine::Game& game, const engine::Ending& ending) {
  std::string text;
  switch (ending.result) {
    case engine::Result::None: return "the game goes on";
    case engine::Result::South: text = "South wins"; break;
    case engine::Result::North: text = "North wins"; break;
    case engine::Result::Draw: text = "draw"; break;
    case engine::Result::Void: text = "void: the game has no result"; break;
  }
  if (ending.endless) text += " (endless move)";
  const grammar::Board& board = game.ruleset().board;
  if (board.has_won || board.stores) {
    text += fmt::format(", seeds: South {}, North {}", ending.final_seeds[engine::kSouth],
                        ending.final_seeds[engine::kNorth]);
  }
  return text;
}

JsonValue ending_json(const engine::Ending& ending) {
  return JsonValue{
      {"result", engine::result_text(ending.result)}, {"endless", ending.endless}, {"final_won", ending.final_seeds}};
}

}  // namespace mnc::cli
