// Bundled rulesets with a mistake in them: the message stands at the mistake and says what to do.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "grammar/check.h"
#include "tests/support/catch.h"

namespace {

using namespace mnc::grammar;
namespace fs = std::filesystem;

std::string text_of(const std::string& name) {
  std::ifstream file(fs::path(MNC_SOURCE_DIR) / "rulesets" / (name + ".mnc"), std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

std::optional<Fetched> fetch(const std::string& base, bool, const std::string&) { return Fetched{base, text_of(base)}; }

std::string broken(std::string text, const std::string& good, const std::string& bad) {
  const auto at = text.find(good);
  REQUIRE(at != std::string::npos);
  return text.replace(at, good.size(), bad);
}

struct Mistake {
  const char *ruleset, *good, *bad;
  const char *code, *underlined, *message, *advice;  // advice: in the help, or in a note
};

const Mistake kMistakes[] = {
    {"kpe", "where occupied  [rule 2", "where ocupied  [rule 2", "E201", "ocupied", "there is no `ocupied`", "did you mean `occupied`"},
    {"kpe", "move sow {", "move sow", "E106", "sow", "expected `{`", ""},
    {"kpe", "capture prey ", "capture pray ", "E201", "pray", "there is no `pray`", "did you mean `prey`"},
    {"kpe", "mover cannot move:", "mover can't move:", "E107", "can't", "is not in the language", "write `cannot`"},
    {"oware", "board { rows 2", "board { rows: 2", "E106", ":", "expected a number", "leave the `:` out"},
    {"oware", "holds 2 or 3", "holds 2 or more", "E106", "more", "expected", ""},
    {"oware", "if spares or", "if the spares or", "E106", "the", "cannot stand here", "no articles"},
    {"oware", "winner most seeds", "winner most won seeds", "E106", "seeds", "", ""},
    {"kalah", "if last is store: again", "if last = store: again", "E301", "=", "", "is"},
    {"kalah", "circuit own pits, store,", "circuit own pits,", "E508", "last is store", "this never holds", "no circuit"},
    {"kalah", "capture last + opposite", "capture last + oposite", "E201", "oposite", "there is no `oposite`", "did you mean `opposite`"},
    {"en-gehe", "otherwise: stop", "else: stop", "E106", "else", "", ""},
    {"en-gehe", "if last was occupied: relay", "if last was occupied relay", "E106", "relay", "expected `:`", ""},
    {"en-gehe", "last is own and opposite is occupied", "last is own and was occupied", "E509", "", "never reached", "row"},
    {"bao-la-kete", "zone kuu = A5", "zone kuu = A9", "E409", "A9", "the board has no pit `A9`", ""},
    {"bao-la-kete", "do take", "do taek", "E206", "taek", "there is no action `taek`", "did you mean `take`"},
    {"bao-la-kete", "if last was empty: stop", "if last was empty: stop, stop", "E507", "stop", "never done", "last in a row"},
};

bool advises(const Diagnostic& diagnostic, const std::string& advice) {
  const bool in_note = std::any_of(diagnostic.notes.begin(), diagnostic.notes.end(), [&](const auto& note) {
    return note.message.find(advice) != std::string::npos;
  });
  return in_note || diagnostic.help.find(advice) != std::string::npos;
}

}  // namespace

TEST_CASE("mistakes in bundled rulesets are found where they are", "[broken]") {
  for (const Mistake& mistake : kMistakes) {
    DYNAMIC_SECTION(mistake.ruleset << ": " << mistake.bad) {
      const Compilation result =
          compile({"test.mnc", broken(text_of(mistake.ruleset), mistake.good, mistake.bad)}, {}, fetch);
      INFO(render_text(result.diagnostics, result.sources, false));
      REQUIRE(result.diagnostics.has_errors());
      const Diagnostic& first = result.diagnostics.items().front();
      CHECK(std::string(info(first.code).id) == mistake.code);
      const std::string shown(result.sources[0].text().substr(first.span.begin, first.span.end - first.span.begin));
      if (*mistake.underlined != '\0') CHECK(shown == mistake.underlined);
      CHECK(first.message.find(mistake.message) != std::string::npos);
      CHECK(advises(first, mistake.advice));
    }
  }
}

// For every ruleset there is: what each line of it needs is missed on that line, or at the end of its block.
TEST_CASE("a bundled ruleset with a word missing or misspelt is not accepted", "[broken]") {
  for (const auto& entry : fs::directory_iterator(fs::path(MNC_SOURCE_DIR) / "rulesets")) {
    if (entry.path().extension() != ".mnc") continue;
    const std::string text = text_of(entry.path().stem().string());
    const std::pair<std::string, std::string> changes[] = {
        {"\nend {", "\nemd {"}, {"winner most", "winner moost"}, {"from own", "from owm"}, {"lift all", "lift al"},
        {"\nboard {", "\nboard "},  {"if mover cannot move", "if mover cannot mvoe"},  {"\nlaps {", "\nlaps "}};
    int tried = 0;
    for (const auto& [good, bad] : changes) {
      if (text.find(good) == std::string::npos) continue;
      ++tried;
      const std::string changed = broken(text, good, bad);
      const Compilation result = compile({"test.mnc", changed}, {}, fetch);
      INFO(entry.path().filename().string() << ": " << bad << "\n" << render_text(result.diagnostics, result.sources, false));
      REQUIRE(result.diagnostics.has_errors());
      const Diagnostic& first = result.diagnostics.items().front();
      const auto line = [&](std::size_t at) { return result.sources[0].line_column(static_cast<std::uint32_t>(at)).line; };
      const auto change = line(text.find(good) + (bad[0] == '\n' ? 1 : 0));
      CHECK(line(first.span.begin) >= change);
      CHECK(line(first.span.begin) <= change + 1);
    }
    CHECK(tried >= (text.find("extends") == std::string::npos ? 3 : 0));
  }
}
