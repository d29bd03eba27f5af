// Bundled rulesets with a mistake in them: the message stands at the mistake and says what to do.
#include <algorithm>

#include "tests/support/bundled.h"
#include "tests/support/catch.h"

namespace {

using namespace mnc;
using namespace mnc::grammar;

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
    {"oware", "holds 2 or 3", "holds 2 or more", "E117", "2 or more", "has other words", "write `at least 2`"},
    {"oware", "if spares or", "if the spares or", "E106", "the", "cannot stand here", "no articles"},
    {"oware", "winner most seeds", "winner most won seeds", "E106", "seeds", "", ""},
    {"kalah", "if last is store: again", "if last = store: again", "E301", "=", "", "is"},
    {"kalah", "circuit own pits, store,", "circuit own pits,", "E508", "last is store", "this never holds", "no circuit"},
    {"kalah", "capture last + opposite", "capture last + oposite", "E201", "oposite", "there is no `oposite`", "did you mean `opposite`"},
    {"en-gehe", "otherwise: stop", "else: stop", "E117", "else:", "has other words", "write `otherwise:`"},
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
      const Compilation result = check_changed(broken(bundled_text(mistake.ruleset), mistake.good, mistake.bad));
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

namespace {

// What people write who have never written a program: word for word, in any ruleset that has the words.
struct Slip {
  const char *good, *bad;
};

const Slip kSlips[] = {
    // braces, signs, quotes
    {"\nend {", "\nend: {"}, {"\nend {", "\nend"}, {"\nlaps {", "\nlaps"}, {"board {", "board"}, {"board { rows", "board { { rows"},
    {"\nlaps {", "\nlaps { {"}, {"\n}\n\nend {", "\n\nend {"}, {"\n}\n\nlaps {", "\n\nlaps {"}, {"\nend {", "\n}\nend {"}, {"rows 2", "rows: 2"}, {"rows 2  ", "rows 2, "},
    {"otherwise:", "otherwise"}, {": relay", " relay"}, {": stop", " then stop"}, {"if occurrences =", "if occurrences =="}, {": flag", " = flag"},
    {"lift all\n", "lift all;\n"}, {" and ", " && "}, {" or ", " | "}, {"winner most", "winner: most"},
    // misspelt words of the language
    {"\nmove ", "\nmvoe "}, {"from own", "form own"}, {"from own", "from owm"}, {"lift all", "lift al"}, {"lift all", "lfit all"}, {"\n  sow", "\n  soww"},
    {"where occupied", "where ocupied"}, {"where occupied", "wehre occupied"}, {"where holds", "where hodls"}, {"if mover cannot move", "if mvoer cannot move"},
    {"cannot move", "cannot mvoe"}, {"\nend {", "\nemd {"}, {"winner most", "winner moost"}, {"\noption ", "\nopiton "}, {"\ndefine ", "\ndeifne "},
    {"\nzone ", "\nzoen "}, {"\nstate ", "\nsatte "}, {": capture ", ": captrue "}, {"opponent's", "oponent's"}, {"opponent's", "opponents"}, {"takes", "tkaes"},
    {" wins", " wnis"}, {"occurrences", "occurences"}, {"\nreplace ", "\nrelpace "}, {"\ndefault ", "\ndeafult "}, {"columns ", "colums "},
    // words left out, too many, or in another order
    {"own pits where", "own where"}, {"own pits where", "pits own where"}, {"where occupied", "occupied"}, {"where holds at least", "where at least"},
    {"lift all", "all lift"}, {"each takes own", "each own"}, {"mover cannot move", "cannot move"}, {"last is own", "last own"},
    {"own pits where", "own pits pits where"}, {"sow counterclockwise", "counterclockwise sow"}, {"if last ", "if the last "}, {"capture last + opposite", "capture last opposite"},
    {"winner most seeds", "winner seeds"}, {"lift all\n", "lift all and sow\n"},
    // other words
    {"sow counterclockwise", "sow counter-clockwise"}, {"sow clockwise", "sow to the left"}, {"sow forwards", "sow left"}, {"where occupied", "with seeds"},
    {"where occupied", "that are not empty"}, {"own pits", "my pits"}, {"opponent's pits", "opponent's row"}, {"from own pits", "from any own pits"},
    {"holds at least 2", "holds 2 or more"}, {"holds at least 2", "holds at least two"}, {"mover cannot move", "mover has no moves"},
    {"each takes own pits", "each takes the rest"}, {"opponent wins", "other player wins"}, {"occurrences = repetition: draw", "occurrences = repetition: the game is a draw"},
    {": relay", ": sow again"}, {": again", ": move again"}, {"capture last + opposite", "capture last and opposite"}, {"if last is", "if last pit is"},
    {"otherwise: ", "else: "}, {"\n  if ", "\n  when "}, {"winner most seeds", "most seeds wins"}, {"\nlaps {", "\nlap {"}, {"columns ", "cols "},
    {"yes | no", "true | false"}, {"skipping", "without"},
    // names, pits and numbers that are not there
    {"{A1", "{A99"}, {"A1..", "X1.."}, {"row A", "row E"}, {"row A", "row 1"}, {": 0..100 = 3", ": 0..100 = 300"}, {"rows 2", "rows 9"}, {"rows 4", "rows five"},
    // clauses in the wrong place
    {"\nend {", "\nend {\n  winner most seeds"}, {"\nlaps {", "\nlaps {\n  require ply > 2"}, {"\nend {", "\nseeds 4\nend {"},
    {"\nend {", "\nif ply > 100: draw\nend {"}, {"\nend {", "\nend {\n  draw"}, {"board {", "board { zone z = A1"},
    // of a ruleset that is extended
    {"\nabout", "\nreplace sow = 2\nabout"}, {"\nabout", "\noption repetition = 2\nabout"}, {"\nabout", "\nset repetition = 2\nabout"}};

// What is said, so that a failing case can be read.
std::string rendered(const Compilation& result) { return render_text(result.diagnostics, result.sources, false); }

// A help, another place, or what may stand there in so many words.
bool says_what_to_do(const Diagnostic& one) {
  const auto has = [&](const char* words) { return one.message.find(words) != std::string::npos; };
  return !one.help.empty() || !one.notes.empty() || has("expected `") || has("expected a number") || has("s nothing") || has(" is 1 to ");
}

}  // namespace

// For every ruleset there is, and every slip that can be made in it: one message, at the slip, that says what to do.
TEST_CASE("a slip in a bundled ruleset is one message at its place that says what to do", "[broken]") {
  for (const std::string& name : bundled_names()) {
    const std::string text = bundled_text(name);
    const std::string rules = rules_only(text);
    int tried = 0;
    for (const Slip& slip : kSlips) {
      const std::size_t at = rules.find(slip.good);
      if (at == std::string::npos) continue;
      ++tried;
      const std::string good(slip.good), bad(slip.bad);
      const std::string changed = text.substr(0, at) + bad + text.substr(at + good.size());
      const Compilation result = check_changed(changed);
      INFO(name << ": " << good << " > " << bad << "\n" << rendered(result));
      REQUIRE(result.diagnostics.has_errors());
      CHECK(result.diagnostics.errors() == 1);
      const Diagnostic& first = result.diagnostics.items().front();
      CHECK(says_what_to_do(first));
      // What is missing is missed at the next word, which may stand on the next line; a brace later, but the one that it
      // would have closed is shown.
      const auto line = [&](std::size_t place) { return result.sources[0].line_column(static_cast<std::uint32_t>(place)).line; };
      CHECK(line(first.span.begin) >= line(at));
      const bool shows_open = first.code == Code::NotClosed && !first.notes.empty() && line(first.notes[0].span.begin) < line(at);
      CHECK((shows_open || line(first.span.begin) <= line(at + bad.size()) + 1));
    }
    INFO(name);
    CHECK(tried >= 3);
  }
}
