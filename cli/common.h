// What all commands share: the exit status, reading rulesets and positions, options, and naming what a result is of.
#pragma once

#include <cstdint>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "cli/command_line.h"
#include "cli/output.h"
#include "grammar/check.h"
#include "interpreter/game.h"

namespace mnc::cli {

// Keeps the order in which keys are added. (Its definition: nlohmann/json.hpp.)
using JsonValue = nlohmann::ordered_json;

// docs/cli.md
enum Status : int {
  kFine = 0,
  kInputWrong = 1,  // ruleset invalid, scenario failed, illegal move
  kUnusable = 2,    // usage, or a file cannot be read or written
};

// Something outside the texts: a file cannot be read, an option has an unusable value. Caught in main, which prints it.
struct Failure : std::runtime_error {
  explicit Failure(const std::string& message, Status why = kUnusable) : std::runtime_error(message), status(why) {}
  Status status;
};

// `no such file or directory`: the system's words for an error number, whatever the locale.
[[nodiscard]] std::string system_message(int error_number);

struct Context {
  Output out;
  std::string color = "auto";
  // Whether diagnostics on standard error are coloured.
  [[nodiscard]] bool color_errors() const;
};

// ---- options -----------------------------------------------------------------------------------------------

enum class Format : std::uint8_t { Text, Json, Csv };

// Arguments that several commands have.
struct RulesetOptions {
  std::string ruleset;
  std::vector<std::string> set;
  std::string position;
  std::string format = "text";
  [[nodiscard]] Format output_format() const;
};
// RULESET and --set.
void add_ruleset(Arguments& arguments, RulesetOptions& options);
void add_set(Arguments& arguments, RulesetOptions& options);
void add_position(Arguments& arguments, RulesetOptions& options);
void add_format(Arguments& arguments, RulesetOptions& options, bool with_csv);
void add_color(Arguments& arguments, Context& context);

// ---- files -------------------------------------------------------------------------------------------------

// The bytes of a file, `-` for standard input. Throws Failure: there is no such file, it is a folder, too large, …
[[nodiscard]] std::string read_file(const std::string& path, std::size_t most);
// A file that is written piece by piece and is there, whole, only when committed; before that the old one, if any, is.
class AtomicFile {
 public:
  explicit AtomicFile(const std::string& path);  // throws Failure, as all here
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;
  void write(std::string_view text);
  void commit();

 private:
  [[noreturn]] void give_up(int problem);
  std::string path_, target_, temporary_;
  int file_ = -1;
};
// The whole text at once. Throws Failure.
void write_file(const std::string& path, std::string_view text);

// ---- rulesets ----------------------------------------------------------------------------------------------

struct Loaded {
  std::string name;  // as given
  std::string hash;  // of its text and those it extends
  std::shared_ptr<const grammar::Compilation> compilation;
  std::shared_ptr<const engine::Game> game;
};

// The text a ruleset argument names: a bundled name, a path or `-`. Throws Failure.
[[nodiscard]] grammar::SourceFile find_ruleset(const std::string& argument);
// Parses and checks, does not print. Throws Failure for settings that the ruleset does not have.
[[nodiscard]] grammar::Compilation compile_ruleset(grammar::SourceFile file, const grammar::Settings& settings);
// `a=b` as a setting. Throws Failure.
[[nodiscard]] grammar::Settings read_settings(const std::vector<std::string>& set);
// Everything up to a game. Prints what is wrong on standard error; nothing is returned then.
[[nodiscard]] std::optional<Loaded> load_ruleset(Context& context, const std::string& argument,
                                                 const grammar::Settings& settings);
[[nodiscard]] std::optional<Loaded> load_ruleset(Context& context, const RulesetOptions& options);
// A game from a checked text; prints what is wrong as above, but no warnings: those are for `check` and `show`.
void print_diagnostics(const Context& context, const grammar::Compilation& compilation);
[[nodiscard]] std::optional<Loaded> make_game(Context& context, std::string name, grammar::Compilation compilation);

// The position that --position asks for, or the start. Prints what is wrong (or odd) with it.
[[nodiscard]] std::optional<engine::Position> load_position(Context& context, const engine::Game& game,
                                                            const std::string& text);

// ---- results -----------------------------------------------------------------------------------------------

// 64-bit FNV-1a (G. Fowler, L. C. Noll, P. Vo) of the texts, as 16 hexadecimal digits.
[[nodiscard]] std::string hash_of(const grammar::Sources& sources);
// What a result is of: the lines at its head, and the first keys of its JSON object.
[[nodiscard]] std::string identity_text(const Loaded& loaded);
[[nodiscard]] JsonValue identity_json(const Loaded& loaded);
void print_json(Context& context, const JsonValue& json);
// Results to a file, all at once, or (empty) to standard output. Throws Failure.
void deliver(Context& context, const std::string& file, std::string_view text);
// A field of a CSV row (RFC 4180).
[[nodiscard]] std::string csv(std::string_view text);
// `South wins (30, 18)`.
[[nodiscard]] std::string ending_text(const engine::Game& game, const engine::Ending& ending);
[[nodiscard]] JsonValue ending_json(const engine::Ending& ending);

}  // namespace mnc::cli
