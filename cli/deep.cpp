// mnc check --deep; see deep.h.
#include "cli/deep.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/excerpt.h"
#include "grammar/check/variations.h"
#include "interpreter/clauses.h"
#include "interpreter/deep.h"
#include "interpreter/program.h"
#include "interpreter/quote.h"

namespace mnc::cli {
namespace {

// The clause as it is written.
std::string clause_text(const Loaded& loaded, const engine::Clause& clause) {
  return (clause.kind == engine::ClauseKind::Move ? "move " : "") + excerpt(loaded, clause.span);
}

std::string quoted_for_shell(const std::string& word) {
  const bool plain = !word.empty() && std::all_of(word.begin(), word.end(), [](unsigned char c) {
    return std::isalnum(c) != 0 || std::string_view("_-./=+").find(static_cast<char>(c)) != std::string_view::npos;
  });
  if (plain) return word;
  std::string out = "'";
  for (const char c : word) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

// The command that shows a record.
std::string replay_command(const Loaded& loaded, const grammar::Settings& settings, const engine::OddCase& found) {
  std::string moves;
  for (const std::string& move : found.record) moves += (moves.empty() ? "" : " ") + move;
  std::string command = "mnc replay " + quoted_for_shell(loaded.name);
  for (const auto& [name, value] : settings) command += " --set " + quoted_for_shell(name + "=" + value);
  if (!found.start.empty()) command += " --position " + quoted_for_shell(found.start);
  return command + (found.record.empty() ? " ''" : " '" + moves + "'");
}

// ---- options that make no difference ---------------------------------------------------------------------------

// The program that a setting comes to; empty if the ruleset is invalid with it.
std::string program_text(const Loaded& loaded, const grammar::Settings& settings) {
  try {
    const grammar::Compilation compiled = compile_ruleset(find_ruleset(loaded.name), settings);
    std::string error;
    const auto game = compiled.ruleset ? engine::Game::make(*compiled.ruleset, error) : nullptr;
    return game ? engine::disassemble(game->program()) : "";
  } catch (const Failure&) {
    return "";
  }
}

bool changes_something(const Loaded& loaded, const grammar::Option& option, const std::vector<grammar::Option>& others) {
  constexpr std::size_t kMost = 48;  // settings of the others that are tried
  std::size_t tried = 0;
  for (grammar::Settings settings : grammar::check::variations(others)) {
    if (++tried > kMost) return true;  // not known
    std::string first;
    for (const auto& own : grammar::check::variations({option})) {
      grammar::Settings both = settings;
      both.insert(both.end(), own.begin(), own.end());
      const std::string program = program_text(loaded, both);
      if (program.empty()) continue;
      if (first.empty()) first = program;
      if (program != first) return true;
    }
  }
  return false;
}

std::vector<std::string> idle_options(const Loaded& loaded) {
  std::vector<std::string> idle;
  if (loaded.name == "-") return idle;  // cannot be read again
  const std::vector<grammar::Option>& options = loaded.game->ruleset().options;
  for (const grammar::Option& option : options) {
    std::vector<grammar::Option> others;
    for (const grammar::Option& other : options) {
      if (other.name != option.name) others.push_back(other);
    }
    if (!changes_something(loaded, option, others)) idle.push_back(option.name);
  }
  return idle;
}

}  // namespace

std::string deep_text(const Loaded& loaded, const grammar::Settings& settings) {
  const engine::DeepReport report = engine::play_out(*loaded.game);
  const std::vector<engine::Clause>& clauses = loaded.game->clauses();
  std::string out = identity_text(loaded);
  out += fmt::format("played out: {} positions from the start ({}), {} random games of {} plies in all\n", report.positions,
                     report.complete ? "all there are" : fmt::format("all within {} plies", report.full_depth),
                     report.games, report.plies);
  out += "how often each clause fired (of `require` and `prefer`: ruled a move out):\n";
  for (std::size_t i = 0; i < clauses.size(); ++i)
    out += fmt::format("{:>10}  {}  {}\n", report.fired[i] == 0 ? "never" : std::to_string(report.fired[i]),
                       place_of(loaded, clauses[i].span), clause_text(loaded, clauses[i]));
  for (const std::string& name : idle_options(loaded)) out += fmt::format("the option `{}` changes nothing\n", name);
  bool odd = false;
  for (std::size_t i = 0; i < engine::kOddities; ++i) {
    const engine::OddCase& found = report.odd[i];
    if (found.times == 0) continue;
    odd = true;
    out += fmt::format("{}: {} times{}\n  {}\n", engine::oddity_text(static_cast<engine::Oddity>(i)), found.times,
                       found.what.empty() ? "" : " (" + found.what + ")",
                       replay_command(loaded, settings, found));
  }
  if (!odd) out += "nothing odd happened\n";
  return out;
}

JsonValue deep_json(const Loaded& loaded, const grammar::Settings& settings) {
  const engine::DeepReport report = engine::play_out(*loaded.game);
  const std::vector<engine::Clause>& clauses = loaded.game->clauses();
  JsonValue json{{"positions", report.positions},
                 {"complete", report.complete},
                 {"depth", report.full_depth},
                 {"games", report.games},
                 {"plies", report.plies}};
  json["clauses"] = JsonValue::array();
  for (std::size_t i = 0; i < clauses.size(); ++i) {
    const grammar::SourceFile& source = loaded.compilation->sources[clauses[i].span.file];
    const grammar::LineColumn at = source.line_column(clauses[i].span.begin);
    json["clauses"].push_back(JsonValue{{"kind", engine::clause_kind_text(clauses[i].kind)},
                                        {"name", clauses[i].name},
                                        {"file", engine::printable(source.name())},
                                        {"line", at.line},
                                        {"column", at.column},
                                        {"text", clause_text(loaded, clauses[i])},
                                        {"fired", report.fired[i]}});
  }
  json["idle_options"] = idle_options(loaded);
  json["findings"] = JsonValue::array();
  for (std::size_t i = 0; i < engine::kOddities; ++i) {
    const engine::OddCase& found = report.odd[i];
    if (found.times == 0) continue;
    json["findings"].push_back(JsonValue{{"message", engine::oddity_text(static_cast<engine::Oddity>(i))},
                                         {"times", found.times},
                                         {"more", found.what},
                                         {"position", found.start},
                                         {"record", found.record},
                                         {"command", replay_command(loaded, settings, found)}});
  }
  return json;
}

}  // namespace mnc::cli
