// Every diagnostic of text and syntax: code | underlined text | message. And what a broken text may not do.
#include <chrono>

#include "tests/support/catch.h"
#include "tests/support/parsing.h"

using namespace mnc::grammar;

namespace {

void check_report(const std::string& text, const std::string& report) {
  INFO(text);
  const Parsed result = parsed(text);
  CHECK_FALSE(result.file);
  CHECK(result.report() == report);
}

void check_clauses(const std::string& clauses, const std::string& report) {
  check_report("game \"x\"\n" + clauses, report);
}

std::string repeated(const std::string& text, std::size_t times) {
  std::string all;
  for (std::size_t i = 0; i < times; ++i) all += text;
  return all;
}

}  // namespace

TEST_CASE("text: bytes that are no text", "[parse][errors]") {
  check_report("game \"a\xFF\xFE\x62\"", "E001 | \xFF\xFE | not UTF-8: FF FE\n");
  check_clauses("zone a\xC3 = A1", "E001 | \xC3 | not UTF-8: C3\n");                         // no cascade
  check_clauses("zone a = A1 \xED\xA0\x80", "E001 | \xED\xA0\x80 | not UTF-8: ED A0 80\n");  // a surrogate
  check_clauses(std::string("zone a\0 = A1", 12), std::string("E002 | \0 | control character 00 in the text\n", 44));
  check_clauses("about \"a\x1B\"", "E002 | \x1B | control character 1B in the text\n");
  CHECK(parsed("\xFF\xFEg\0a\0m\0e\0").diagnostics.items()[0].help == "the file seems to be UTF-16; save it as UTF-8");
}

TEST_CASE("text: nothing to read", "[parse][errors]") {
  check_report("", "E003 |  | the file is empty\n");
  check_report(" \r\n\t", "E003 |  | the file is empty\n");
  check_report("// game\n", "E003 |  | the file has only comments\n");
}

TEST_CASE("text: strange characters", "[parse][errors]") {
  check_clauses("zone a = A1; zone b = A2", "E004 | ; | `;` means nothing here\n");
  check_clauses("about \u201Cx\u201D",
                "E004 | \u201Cx\u201D | these quotes mean nothing here\n");
  check_clauses("define a = b && c", "E004 | && | `&&` means nothing here\n");
  const Parsed result = parsed_clauses("define a = b \u2265 2");
  CHECK(result.diagnostics.items()[0].help == "write `>=`");
  CHECK(result.diagnostics.items()[0].fix->replacement == ">=");
}

TEST_CASE("words: texts, notes, numbers, possessives", "[parse][errors]") {
  check_clauses("about \"open  \nauthor \"x\"", "E101 | \"open | the text is not closed on its line\n");
  check_clauses("about \"a\\n\"", "E102 | \\n | `\\n` is no escape\n");
  check_clauses("zone a = A1 [open\nzone b = A2 [rule 2]", "E103 | [open | the note is not closed\n");
  check_clauses("define a = 65536", "E104 | 65536 | `65536` is too large\n");
  check_clauses("define a = 99999999999999999999",
                "E104 | 99999999999999999999 | `99999999999999999999` is too large\n");
  check_clauses("define a = 5seeds", "E105 | 5seeds | `5seeds` is neither a number nor a name\n");
  check_clauses("define a = mover's x", "E116 | mover's | `mover's` is not in the language\n");
}

TEST_CASE("E106: what was expected", "[parse][errors]") {
  check_clauses("zone z row A", "E106 | row | expected `=`, found `row`\n");
  check_clauses("laps { if last is own capture last }", "E106 | capture | expected `:`, found `capture`\n");
  check_clauses("laps { if last holds: stop }",
                "E106 | : | expected a number of seeds (`2 or 4`, `at least 2`, `even`), found `:`\n");
  check_clauses("laps { if x: }", "E106 | } | expected a step, found `}`\n");
  check_clauses("board { rows }", "E106 | } | expected a number, found `}`\n");
  check_clauses("move m { sow starting last }", "E106 | last | expected `in` or `after`, found `last`\n");
  check_clauses("define a = b == 2", "E106 | = | expected a pit, a number or a name, found `=`\n");
  check_clauses("laps { stop }", "E115 | stop | `stop` cannot stand here\n");
  check_clauses("state n: 1..4", "E106 | 1 | expected `0`, found `1`\n");
  check_clauses("zone a = row front", "E106 | front | expected the letter of a row, found `front`\n");
  check_report("game My", "E106 | My | expected a text in quotes, found `My`\n");
}

TEST_CASE("E106: at the end of a line the incomplete word is shown", "[parse][errors]") {
  check_clauses("define a = b and\nzone c = A1", "E106 | and | expected a condition after `and`\n");
  check_clauses("zone a =", "E106 | = | expected a pit or a set of pits after `=`\n");
  check_clauses("move m\n  lift all\n", "E106 | m | expected `{` after `m`\n");
}

TEST_CASE("E106: an open bracket is shown", "[parse][errors]") {
  for (const char* clauses :
       {"zone a = {A1, A2\nzone b = A3", "define a = (b + c\nzone b = A3", "laps { if (a and b: stop }"}) {
    const Parsed result = parsed_clauses(clauses);
    INFO(result.report());
    REQUIRE(result.diagnostics.items().size() == 1);
    const Diagnostic& diagnostic = result.diagnostics.items()[0];
    CHECK(diagnostic.code == Code::Expected);
    REQUIRE(diagnostic.notes.size() == 1);
    const char bracket = result.sources[0].text()[diagnostic.notes[0].span.begin];
    CHECK((bracket == '{' || bracket == '('));
  }
}

TEST_CASE("E107: misspelt words", "[parse][errors]") {
  const auto suggestion = [](const std::string& clauses) {
    const Parsed result = parsed_clauses(clauses);
    INFO(clauses << "\n" << result.report());
    REQUIRE(result.diagnostics.items().size() == 1);
    CHECK(result.diagnostics.items()[0].code == Code::MisspeltWord);
    REQUIRE(result.diagnostics.items()[0].fix);
    return result.underlined(result.diagnostics.items()[0]) + " > " + result.diagnostics.items()[0].fix->replacement;
  };
  CHECK(suggestion("move m { form own pits }") == "form > from");
  CHECK(suggestion("mvoe m { }") == "mvoe > move");
  CHECK(suggestion("board { rows 2 colums 3 }") == "colums > columns");
  CHECK(suggestion("move m { lift all captur last }") == "captur > capture");
  CHECK(suggestion("move m { sow clockwise strating in A1 }") == "strating > starting");
  CHECK(suggestion("winner moast seeds") == "moast > most");
  CHECK(suggestion("laps { if last holds at lest 2: stop }") == "lest > least");
  CHECK(suggestion("laps { If last holds 2: stop }") == "If > if");
  CHECK(parsed_clauses("mvoe m { }").diagnostics.items()[0].help == "did you mean `move`?");
}

TEST_CASE("a missing brace is the one of the innermost open block, tables too", "[parse][errors]") {
  for (const std::string open : {"laps {\n  if last is own: stop\n", "end {\n  if mover cannot move: draw\n", "laps { oth sow\nnd\n"}) {
    const std::string text = "game \"T\"\nmove m {\n  lift all\n}\n" + open;
    const auto result = parsed(text);
    bool told = false;
    for (const Diagnostic& diagnostic : result.diagnostics.items())
      for (const auto& note : diagnostic.notes) told = told || (diagnostic.code == Code::NotClosed && note.span.begin == text.rfind('{'));
    CHECK(told);
  }
}

TEST_CASE("E108, E109: braces missing and too many", "[parse][errors]") {
  check_clauses("move m {\n  lift all\nend {\n  if a: draw\n}\n", "E108 | end | `}` is missing before `end`\n");
  check_clauses("move m {\n  lift all\n", "E108 |  | `}` is missing before the end of the file\n");
  check_clauses("phase p {\n  move m {\n    lift all\n", "E108 |  | `}` is missing before the end of the file\n");
  check_clauses("end { }\n}\nwinner most seeds", "E109 | } | `}` closes nothing\n");
  const Parsed result = parsed_clauses("move m {\n  lift all\nend {\n}\n");
  REQUIRE(result.diagnostics.items()[0].notes.size() == 1);
  CHECK(result.diagnostics.items()[0].notes[0].message == "this `{` is not closed");
}

TEST_CASE("E111: the file begins with game", "[parse][errors]") {
  check_report(
      "zone a = A1\nzone b\n",
      "E111 | zone | a ruleset begins with `game \"Name\"`, not with `zone`\nE106 | b | expected `=` after `b`\n");
}

TEST_CASE("E112: words that cannot be names", "[parse][errors]") {
  check_clauses("zone capture = row A",
                "E112 | capture | `capture` is a word of the language and cannot be a name here\n");
  check_clauses("move where { }", "E112 | where | `where` is a word of the language and cannot be a name here\n");
}

TEST_CASE("E113, E114: the clauses of a move", "[parse][errors]") {
  check_clauses("move m { lift all  require x }", "E113 | require x | `require` stands before the steps of a move\n");
  check_clauses("move m { sow  from front }", "E113 | from front | `from` stands before the steps of a move\n");
  check_clauses("move m { from front  from back }", "E114 | from back | a second `from` in the same move\n");
  check_clauses("move m { laps { } laps { } }", "E114 | laps { } | a second `laps` in the same move\n");
}

TEST_CASE("E115: clauses in the wrong place", "[parse][errors]") {
  const Parsed result = parsed_clauses("from own pits\nmove m { winner most seeds }\n");
  CHECK(result.report() == "E115 | from | `from` cannot stand here\nE115 | winner | `winner` cannot stand here\n");
  CHECK(result.diagnostics.items()[0].help == "`from` stands inside `move NAME { … }`");
  CHECK(result.diagnostics.items()[1].help == "`winner` stands at the top level, outside of all braces");
}

TEST_CASE("all mistakes of a text are found in one run, each once", "[parse][errors]") {
  check_clauses(
      "board { rows 2 colums 6 }\n"
      "zone front = \n"
      "move 5 {\n"
      "  form own pits\n"
      "  lift al but\n"
      "  sow\n"
      "}\n"
      "laps {\n"
      "  if last iz own: relay, capture\n"
      "  if x: { stop stopp relay }\n"
      "  otherwise relay\n"
      "}\n"
      "whenever front emptied: clear x y\n"
      "winner most seeds\n",
      "E107 | colums | `colums` cannot stand here\n"
      "E106 | = | expected a pit or a set of pits after `=`\n"
      "E106 | 5 | expected a name, found `5`\n"
      "E107 | form | `form` cannot stand here\n"
      "E107 | al | `al` cannot stand here\n"
      "E106 | iz | expected `:`, found `iz`\n"
      "E106 | capture | expected a pit or a set of pits after `capture`\n"
      "E107 | stopp | `stopp` cannot stand here\n"
      "E106 | relay | expected `:`, found `relay`\n"
      "E106 | emptied | expected `is` or `are`, found `emptied`\n"
      "E106 | y | expected a clause of the ruleset (`move`, `laps`, `end` …), found `y`\n");
}

TEST_CASE("another case of steps stands behind an `if`", "[parse][errors]") {
  const auto help = [](const std::string& steps) {
    const Parsed result = parsed_clauses("move m { from own pits  lift all  " + steps + " }");
    REQUIRE(result.diagnostics.items().size() == 1);
    return result.diagnostics.items()[0].help;
  };
  CHECK(help("if a: again else: stop") == "write `otherwise:`");
  CHECK(help("if a: again else if b: stop") == "write `otherwise: if`");
  CHECK(help("if a: {again} else {stop}") == "what is done otherwise stands behind the steps of an `if`: `if …: …  otherwise: …`");
  CHECK(help("if a: again, otherwise: stop") == "`otherwise` stands right behind the steps of an `if`");
  CHECK(help("if a: again, otherwise stop") == "`otherwise: …` stands behind the steps of an `if` without a comma");
  CHECK(help("otherwise: stop") == "`otherwise` stands right behind the steps of an `if`");
  CHECK(help("if a: again  sow  otherwise: stop") == "`otherwise` stands right behind the steps of an `if`");
}

TEST_CASE("E110: nesting has a limit, not the stack", "[parse][errors]") {
  const auto deep = [](const std::string& text) {
    const Parsed result = parsed_clauses(text);
    REQUIRE(result.diagnostics.items().size() == 1);
    CHECK(result.diagnostics.items()[0].code == Code::TooDeep);
    CHECK(result.diagnostics.items()[0].message == "nested more than 200 deep");
  };
  deep("define a = " + repeated("(", 50000));
  deep("define a = " + repeated("not ", 50000) + "b");
  deep("define a = " + repeated("own ", 50000) + "b");
  deep("define a = " + repeated("seeds of ", 50000) + "b");
  deep("define a = " + repeated("b where ", 50000) + "b");
  deep("zone a = " + repeated("{", 50000));
  deep("move m { " + repeated("if a: ", 50000) + "stop }");
  deep("move m { " + repeated("if a: { ", 50000) + "stop }");
  deep("move m { " + repeated("ask { a: ", 50000) + "stop }");
  CHECK(parsed_clauses("define a = " + repeated("(", 190) + "b" + repeated(")", 190)).file);
}

TEST_CASE("large texts are read in linear time", "[parse][errors]") {
  const auto start = std::chrono::steady_clock::now();
  CHECK(parsed_clauses("define a = b" + repeated(" and b", 60000)).file);
  CHECK(parsed_clauses("define a = it holds 2" + repeated(" or 2", 60000)).file);
  CHECK(parsed_clauses("move m { " + repeated("capture last + opposite  ", 20000) + "}").file);
  CHECK(parsed_clauses("about \"" + std::string(5000000, 'x') + "\"").file);
  CHECK(parsed_clauses("define a = " + repeated("(a when b, otherwise ", 150) + "c" + repeated(")", 150)).file);
  CHECK_FALSE(parsed_clauses("define a = " + repeated("(a when ", 150)).file);
  CHECK_FALSE(parsed_clauses("move m { " + repeated("capture = ", 50000) + "}").file);
  CHECK_FALSE(parsed_clauses(repeated("}", 100000)).file);
  CHECK_FALSE(parsed(repeated("[", 100000)).file);
  CHECK_FALSE(parsed(std::string(1000000, '\xFF')).file);
  CHECK_FALSE(parsed(std::string(1000000, '\0')).file);
  // Takes about 1 s without optimisation (in sanitizers a hundred times as long); quadratic time would be hours.
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::minutes(10));
}
