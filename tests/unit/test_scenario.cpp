// Scenario files: what is accepted, what is rejected and where, and what a failing case says.
#include "interpreter/scenario.h"

#include "interpreter/yaml.h"
#include "tests/support/catch.h"
#include "tests/support/game.h"

namespace {

using namespace mnc::engine;

// Counts in these tests are checked against shared/cases/kpe-games.yaml, or by hand where nothing is captured yet.
std::variant<std::shared_ptr<const Game>, std::string> load(const std::string& ruleset,
                                                            const ScenarioOptions& options) {
  if (ruleset != "kpe") return "there is no ruleset `" + ruleset + "`";
  return mnc::bundled_game(ruleset, options);
}

ScenarioReport run(const std::string& text) { return run_scenarios(text, load); }
ScenarioReport run_case(const std::string& body) { return run("ruleset: kpe\ncases:\n  - name: x\n" + body); }

std::string problems(const std::string& text) {
  std::string all;
  for (const ScenarioProblem& problem : run(text).problems) {
    all += std::to_string(problem.line) + ":" + std::to_string(problem.column) + ": " + problem.message + "\n";
  }
  return all;
}

std::string failures(const std::string& body) {
  const ScenarioReport report = run_case(body);
  std::string all;
  for (const ScenarioProblem& problem : report.problems) all += "problem: " + problem.message + "\n";
  for (const CaseReport& one : report.cases) {
    for (const CaseFailure& failure : one.failures) {
      all += std::to_string(failure.line) + ": " + failure.what + ": " + failure.expected + " | " + failure.got + "\n";
    }
  }
  return all;
}

}  // namespace

TEST_CASE("a scenario of everything passes", "[scenario]") {
  const ScenarioReport report = run(R"(ruleset: kpe
options: {grand_slam: allowed}
cases:
  - name: first moves
    start: "6 6 6 6 / 6 6 6 6; S"
    plies:
      - legal: [A1, A2, A3, A4]
        play: A1
        board: "6 7 7 7 / 0 7 7 7"
        won: [0, 0]
        opened: ["1000", "0000"]
      - play: a3
    legal: [A2, A3, A4, A1]
    result: none
    final_won: [0, 0]
  - name: counts
    perft: {0: 1, 1: 4, 2: 16}
)");
  CHECK(report.problems.empty());
  REQUIRE(report.cases.size() == 2);
  CHECK(report.failed() == 0);
}

TEST_CASE("a failing case says where, what was expected and what came", "[scenario]") {
  CHECK(failures("    plies:\n      - {legal: [A1, A2, A3], play: A1}\n") ==
        "5: ply 1: legal: A1, A2, A3 | A1, A2, A3, A4; not expected: A4\n");
  CHECK(failures("    plies:\n      - {legal: [A1, A2, A3, A4, A5], play: A1}\n") ==
        "5: ply 1: legal: A1, A2, A3, A4, A5 | A1, A2, A3, A4; missing: A5\n");
  CHECK(failures("    plies:\n      - play: A1\n        board: \"6 7 7 7 / 0 7 7 8\"\n") ==
        "6: ply 1: board: 6 7 7 7 / 0 7 7 8 | 6 7 7 7 / 0 7 7 7\n");
  CHECK(failures("    plies:\n      - play: A1\n        won: [1, 0]\n") == "6: ply 1: won: 1, 0 | 0, 0\n");
  CHECK(failures("    plies:\n      - play: A9\n")
            .starts_with("5: ply 1: play: `A9` | illegal move `A9`: there is no pit `A9`"));
  CHECK(failures("    result: south\n") == "4: result: south | none\n");
  CHECK(failures("    final_won: [1, 2]\n") == "4: final_won: 1, 2 | 0, 0\n");
  CHECK(failures("    perft: {1: 5}\n") == "4: perft 1: 5 | 4\n");
  CHECK(failures("    start: 1 2 3\n").starts_with("4: start: a position | the board has 2 rows"));
}

TEST_CASE("a case may demand an error at its last ply", "[scenario]") {
  CHECK(failures("    plies: [{play: A1}, {play: a9}]\n    error: illegal move\n").empty());
  CHECK(failures("    plies: [{play: A1}, {play: a9}]\n    error: no such thing\n")
            .starts_with("5: error: `no such thing` | illegal move"));
  CHECK(failures("    plies: [{play: A1}]\n    error: illegal move\n") ==
        "5: ply 1: error: `illegal move` | `A1` was played\n");
  CHECK(failures("    plies: [{play: A9}, {play: a1}]\n    error: illegal move\n").starts_with("4: ply 1: play: `A9`"));
}

TEST_CASE("unknown and repeated keys are found with line and column", "[scenario]") {
  CHECK(problems("ruleset: kpe\ncase: []\n") ==
        "2:1: unknown key `case` in a scenario file: it has `ruleset`, `options`, `cases`\n1:1: the key `cases` is "
        "missing\n");
  CHECK(problems("ruleset: kpe\ncases:\n  - nome: x\n").starts_with("3:5: unknown key `nome` in a case"));
  CHECK(problems("ruleset: kpe\ncases:\n  - plies:\n      - {play: A1, bord: x}\n")
            .starts_with("4:20: unknown key `bord` in a ply"));
  CHECK(problems("ruleset: kpe\ncases:\n  - plies:\n      - {play: A1, reserve: [1, 2]}\n")
            .starts_with("4:20: unknown key `reserve` in a ply"));
  CHECK(problems("ruleset: kpe\nruleset: kpe\ncases: []\n") ==
        "2:1: the key `ruleset` is given twice, first in line 1\n");
  CHECK(problems("ruleset: kpe\ncases:\n  - {name: é, nome: x}\n")
            .starts_with("3:15: unknown key `nome`"));  // in characters
}

TEST_CASE("values of the wrong shape are found", "[scenario]") {
  CHECK(problems("[1, 2]\n").starts_with("1:1: a scenario file has the keys"));
  CHECK(problems("ruleset: [kpe]\ncases: []\n") == "1:10: `ruleset` must be one value\n");
  CHECK(problems("ruleset: kpe\ncases: x\n") == "2:8: `cases` must be a list\n");
  CHECK(problems("ruleset: kpe\ncases:\n  - plies: [{legal: A1, play: A1}]\n") == "3:21: `legal` must be a list\n");
  CHECK(problems("ruleset: kpe\ncases:\n  - plies: [{legal: [A1]}]\n") == "3:13: the key `play` is missing\n");
  CHECK(problems("ruleset: kpe\ncases:\n  - result: red\n").starts_with("3:13: `red` is not a result"));
  CHECK(problems("ruleset: kpe\ncases:\n  - perft: {a: 1}\n") == "3:13: `a` is not a number\n");
  CHECK(problems("ruleset: kpe\ncases:\n  - plies: [{play: A1, won: 3}]\n") ==
        "3:24: `won` has two values, South's and North's\n");
  CHECK(problems("ruleset: oche\ncases: []\n") == "1:10: there is no ruleset `oche`\n");
}

TEST_CASE("texts that are no scenario file end with a message", "[scenario]") {
  CHECK(problems("") == "1:1: the file is empty\n");
  CHECK(problems("# nothing\n") == "1:1: the file is empty\n");
  CHECK(problems("ruleset: k\xff") == "1:11: this is not UTF-8 text\n");
  CHECK(problems(std::string("ruleset: \0", 10)) == "1:10: the byte 00 does not belong in a text\n");
  CHECK(problems("\xff\xfe"
                 "r\0") == "1:1: this is not UTF-8 text\n");
  CHECK(problems("a: &x 1\nb: *x\n").find("anchors are not used") != std::string::npos);
  CHECK(problems("a: !!str 1\n").find("tags are not used") != std::string::npos);
  CHECK(problems("ruleset: kpe\n---\ncases: []\n").find("a second document begins here") != std::string::npos);
  CHECK(problems("a: [\n").find("this is not YAML: ") != std::string::npos);
}

TEST_CASE("a byte order mark and carriage returns are fine", "[scenario]") {
  const ScenarioReport report = run("\xEF\xBB\xBFruleset: kpe\r\ncases:\r\n  - name: x\r\n    perft: {1: 4}\r\n");
  CHECK(report.problems.empty());
  CHECK(report.failed() == 0);
}

TEST_CASE("hostile YAML neither hangs nor overflows", "[scenario]") {
  // The first two made yaml-cpp 0.7 loop through its Node API; the others exhaust stacks and memories.
  for (const std::string& text : {std::string("{:"), std::string("{# ke\ny{:"), std::string("{: \n"),
                                  std::string("? ? ? -"), std::string("&a [*a]")}) {
    INFO(text);
    CHECK_FALSE(problems(text).empty());
  }
  CHECK(problems(std::string(200'000, '[')) == "1:1001: lists and maps are nested deeper than 32\n");
  CHECK(problems(std::string(200'000, '{')).find("nested deeper than 32") != std::string::npos);
  CHECK(problems(std::string(40, '[') + std::string(40, ']')).find("nested deeper than 32") != std::string::npos);
  std::string dashes;
  for (int i = 0; i < 200'000; ++i) dashes += "- ";
  CHECK(problems(dashes).find("nested deeper than 32") != std::string::npos);
  CHECK(problems(std::string(5'000'000, 'x')).find("the file is too large: at most 4 MB") != std::string::npos);
  CHECK(problems(std::string(4'000'000, 'x')).find("a scenario file has the keys") != std::string::npos);
}
