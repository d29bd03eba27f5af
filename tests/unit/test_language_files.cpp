// Runs tests/language/{ok,error}/*.mnc: each says in comments what the checker reports about it.
//
//   //! E201 | occupid | there is no `occupid` | did you mean `occupied`?
//                       code | the underlined text | part of the message [| part of the help, or of a note]
//   //! set NAME=VALUE                             as if given with --set
//
// Underlined text: line ends and runs of blanks count as one blank; `…` at the end stands for any rest. ` | ` parts the columns. The list is
// complete and in the order in which the diagnostics are printed; a file in ok/ may list warnings. Files whose names begin
// with `_` are only there to be extended.
#include <algorithm>
#include <filesystem>
#include <sstream>

#include "grammar/check.h"
#include "tests/support/catch.h"
#include "tests/support/game.h"

namespace {

using namespace mnc::grammar;
namespace fs = std::filesystem;

struct Expected {
  std::string code, underlined, message, advice;
};
struct Case {
  std::vector<Expected> expected;
  Settings settings;
};

std::string trimmed(const std::string& text) {
  const auto begin = text.find_first_not_of(" \t\r");
  if (begin == std::string::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1);
}

std::vector<std::string> columns(const std::string& clause) {
  std::vector<std::string> parts;
  std::string rest = clause + " ";
  for (std::size_t end = 0; end != std::string::npos;) {
    end = rest.find(" | ");
    parts.push_back(trimmed(rest.substr(0, end)));
    if (end != std::string::npos) rest.erase(0, end + 2);
  }
  return parts;
}

Case read_case(const std::string& text) {
  Case result;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const auto mark = line.find("//! ");
    if (mark == std::string::npos) continue;
    const std::string clause = trimmed(line.substr(mark + 4));
    if (clause.starts_with("set ")) {
      const auto equal = clause.find('=');
      result.settings.emplace_back(trimmed(clause.substr(4, equal - 4)), trimmed(clause.substr(equal + 1)));
      continue;
    }
    const std::vector<std::string> parts = columns(clause);
    REQUIRE(parts.size() >= 3);
    result.expected.push_back({parts[0], parts[1], parts[2], parts.size() > 3 ? parts[3] : ""});
  }
  return result;
}

bool advises(const Diagnostic& diagnostic, const std::string& advice) {
  const bool in_note = std::any_of(diagnostic.notes.begin(), diagnostic.notes.end(), [&](const auto& note) {
    return note.message.find(advice) != std::string::npos;
  });
  return in_note || diagnostic.help.find(advice) != std::string::npos;
}

std::string underlined(const Compilation& compiled, const Diagnostic& diagnostic) {
  const auto text = compiled.sources[diagnostic.span.file].text().substr(diagnostic.span.begin,
                                                                         diagnostic.span.end - diagnostic.span.begin);
  std::istringstream words{std::string(text)};
  std::string result;
  for (std::string word; words >> word;) result += (result.empty() ? "" : " ") + word;
  return result;
}

bool matches(const std::string& text, const std::string& pattern) {
  constexpr std::string_view kRest = "…";
  if (!pattern.ends_with(kRest)) return text == pattern;
  return text.starts_with(pattern.substr(0, pattern.size() - kRest.size()));
}

std::vector<fs::path> files_in(const std::string& folder) {
  std::vector<fs::path> paths;
  for (const auto& entry : fs::directory_iterator(fs::path(MNC_SOURCE_DIR) / "tests/language" / folder)) {
    if (entry.path().extension() == ".mnc" && !entry.path().filename().string().starts_with('_'))
      paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

void check_file(const fs::path& path) {
  const auto text = mnc::read_file(path);
  REQUIRE(text);
  const Case wanted = read_case(*text);
  Compilation compiled = compile(SourceFile(path.string(), *text), wanted.settings, mnc::fetch_file);
  check_other_values(compiled);
  INFO(render_text(compiled.diagnostics, compiled.sources, false));
  CHECK(compiled.settings_errors.empty());
  const auto& found = compiled.diagnostics.items();
  CHECK(found.size() == wanted.expected.size());
  for (std::size_t i = 0; i < std::min(found.size(), wanted.expected.size()); ++i) {
    CHECK(info(found[i].code).id == wanted.expected[i].code);
    const std::string shown = underlined(compiled, found[i]);
    INFO("underlined: " << shown << "\nexpected:   " << wanted.expected[i].underlined);
    CHECK(matches(shown, wanted.expected[i].underlined));
    INFO("message:  " << found[i].message << "\nexpected: " << wanted.expected[i].message);
    CHECK(found[i].message.find(wanted.expected[i].message) != std::string::npos);
    INFO("help:     " << found[i].help << "\nexpected: " << wanted.expected[i].advice);
    CHECK(advises(found[i], wanted.expected[i].advice));
  }
  CHECK(compiled.ruleset.has_value() == !compiled.diagnostics.has_errors());
}

}  // namespace

TEST_CASE("language files that are fine", "[language]") {
  for (const auto& path : files_in("ok")) {
    DYNAMIC_SECTION(path.filename().string()) {
      check_file(path);
      const auto text = mnc::read_file(path);
      CHECK(text->find("//! E") == std::string::npos);
    }
  }
}

TEST_CASE("language files with mistakes", "[language]") {
  for (const auto& path : files_in("error")) {
    DYNAMIC_SECTION(path.filename().string()) {
      check_file(path);
      const auto text = mnc::read_file(path);
      CHECK(text->find("//! ") != std::string::npos);
    }
  }
}

TEST_CASE("every code of the checker has a language file", "[language]") {
  std::string all;
  for (const auto* folder : {"ok", "error"}) {
    for (const auto& path : files_in(folder)) all += *mnc::read_file(path);
  }
  for (const Code code : all_codes()) {
    const std::string id(info(code).id);
    const bool mine = id[0] == 'W' || (id >= "E201" && id < "E700");
    if (!mine) continue;
    INFO(id);
    CHECK(all.find("//! " + id + " |") != std::string::npos);
  }
}
