#include "grammar/format.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

#include "tests/support/catch.h"
#include "tests/support/parsing.h"
#include "tests/support/same_tree.h"

using namespace mnc::grammar;

namespace {

std::string formatted(const std::string& text) {
  const Parsed result = parsed(text);
  INFO(text << "\n" << result.report());
  REQUIRE(result.file);
  return format(*result.file, result.sources);
}

// Formats clauses; what comes out has to say the same and to stay as it is when formatted again.
std::string formatted_clauses(const std::string& clauses) {
  const std::string header = "game \"x\"\n";
  const std::string once = formatted(header + clauses);
  REQUIRE(once.starts_with(header));
  CHECK(formatted(once) == once);
  return once.substr(header.size());
}

void check_round_trip(const std::string& text) {
  const Parsed before = parsed(text);
  if (!before.file) return;
  const std::string once = format(*before.file, before.sources);
  const Parsed after = parsed(once);
  INFO("text:\n" << text << "\nformatted:\n" << once << "\n" << after.report());
  REQUIRE(after.file);
  CHECK(same_tree(*before.file, *after.file));
  CHECK(before.file->comments.size() == after.file->comments.size());
  CHECK(format(*after.file, after.sources) == once);
}

std::string read(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

}  // namespace

TEST_CASE("one clause a line, two blanks a level", "[format]") {
  CHECK(
      formatted("game   \"My first\"   extends kpe names \"a\",\"b\" people \"c\"\nboard{rows 2\n columns 6 seeds 4}\n"
                "move sow{from own pit where occupied lift all,sow counterclockwise}\n"
                "laps{if last is opponent’s and holds 2 or 3:capture last otherwise:{stop}}\n"
                "end{if mover can not move:each take own pits}winner most seeds") ==
      "game \"My first\" extends kpe\n"
      "names \"a\", \"b\"\n"
      "people \"c\"\n"
      "board { rows 2  columns 6  seeds 4 }\n"
      "move sow {\n"
      "  from own pits where occupied\n"
      "  lift all\n"
      "  sow counterclockwise\n"
      "}\n"
      "laps {\n"
      "  if last is opponent's and holds 2 or 3: capture last\n"
      "  otherwise: stop\n"
      "}\n"
      "end {\n"
      "  if mover cannot move: each takes own pits\n"
      "}\n"
      "winner most seeds\n");
}

TEST_CASE("notes stand at the end, two blanks away", "[format]") {
  CHECK(formatted_clauses("zone a=A1[rule 1:\n  source]\nboard{rows 2[n]columns 3}") ==
        "zone a = A1  [rule 1: source]\n"
        "board {\n"
        "  rows 2  [n]\n"
        "  columns 3\n"
        "}\n");
}

TEST_CASE("blank lines are kept, one at a time", "[format]") {
  CHECK(formatted_clauses(
            "\n\n\nzone a = A1\n\n\n\nzone b = A2\nzone c = A3\n\nmove m {\n\n  lift all\n\n\n  sow\n\n}\n\n") ==
        "\n"
        "zone a = A1\n"
        "\n"
        "zone b = A2\n"
        "zone c = A3\n"
        "\n"
        "move m {\n"
        "  lift all\n"
        "\n"
        "  sow\n"
        "}\n");
}

TEST_CASE("comments stay with their clauses", "[format]") {
  CHECK(formatted_clauses("// above\nzone a = A1   // behind\n\n  // far above\n\nmove m {  // at the brace\n// "
                          "inside\nlift all // step\n"
                          "if x: // of the row\n stop\nif y: { stop // first\n again }  // last\n// at the end\n} // "
                          "closed\n// end of file") ==
        "// above\n"
        "zone a = A1  // behind\n"
        "\n"
        "// far above\n"
        "\n"
        "move m {  // at the brace\n"
        "  // inside\n"
        "  lift all  // step\n"
        "  // of the row\n"
        "  if x: stop\n"
        "  if y: {\n"
        "    stop  // first\n"
        "    again\n"
        "  }  // last\n"
        "  // at the end\n"
        "}  // closed\n"
        "// end of file\n");
}

TEST_CASE("a comment inside a clause goes before it", "[format]") {
  CHECK(formatted_clauses("define a = b or // why\n c // and this\n") ==
        "// why\n"
        "define a = b or c  // and this\n");
  CHECK(formatted_clauses("board { rows 2 // two\n columns 3 }") ==
        "board {\n"
        "  rows 2  // two\n"
        "  columns 3\n"
        "}\n");
  CHECK(formatted_clauses("end { // nothing\n}\nlaps {\n// nothing\n}\nend { }") ==
        "end {  // nothing\n"
        "}\n"
        "laps {\n"
        "  // nothing\n"
        "}\n"
        "end { }\n");
}

TEST_CASE("long lines are broken between words", "[format]") {
  const std::string text = formatted_clauses(
      "require not (count of (front where occupied) = 1 and it is A1 and direction is counterclockwise) when move is "
      "takata and "
      "front_row_kept is lone_kichwa [rule 16: source]\n");
  CHECK(text ==
        "require not (count of (front where occupied) = 1 and it is A1 and direction is counterclockwise)\n"
        "    when move is takata and front_row_kept is lone_kichwa  [rule 16: source]\n");
  std::string words = "a";
  for (int i = 0; i < 300; ++i) words += " and b" + std::to_string(i);
  std::istringstream lines(formatted_clauses("define x = " + words));
  for (std::string line; std::getline(lines, line);) CHECK(line.size() <= kLineWidth);
}

TEST_CASE("rows that are too long get braces", "[format]") {
  const std::string text = formatted_clauses(
      "laps { if last is own and opposite is occupied: capture last + opposite into store for owner of last, mark last "
      "as harvested, relay }\n");
  CHECK(text ==
        "laps {\n"
        "  if last is own and opposite is occupied: {\n"
        "    capture last + opposite into store for owner of last\n"
        "    mark last as harvested\n"
        "    relay\n"
        "  }\n"
        "}\n");
}

TEST_CASE("steps stay apart from those of an inner if", "[format]") {
  CHECK(formatted_clauses("laps { if a: { if b: stop  relay } if c: if d: stop, relay }") ==
        "laps {\n"
        "  if a: {\n"
        "    if b: stop\n"
        "    relay\n"
        "  }\n"
        "  if c: if d: stop, relay\n"
        "}\n");
}

TEST_CASE("names that are words of the language stay what they are", "[format]") {
  CHECK(formatted_clauses("define a = b when (hold) hold 3 or (no) does not hold 2, otherwise hold\n") ==
        "define a = b when (hold) hold 3 or (no) does not hold 2, otherwise hold\n");
  CHECK(formatted_clauses("define a = (no)\nextend laps { if b: stop }\nrequire (hold)\nout of play: a\n") ==
        "define a = no\n"
        "extend laps {\n"
        "  if b: stop\n"
        "}\n"
        "require hold\n"
        "out of play: a\n");
  CHECK(formatted_clauses("end { if a: { if b: {set c to it is own} mover wins } if d: {place 1 from won in last, mover wins, if b: stop} }") ==
        "end {\n"
        "  if a: {\n"
        "    if b: {\n"
        "      set c to it is own\n"
        "    }\n"
        "    mover wins\n"
        "  }\n"
        "  if d: place 1 from won in last, mover wins, if b: stop\n"
        "}\n");
  CHECK(formatted_clauses("define a = endless\nafter each move { if no in 2..no: draw if a: {set b to c in 1..last} mover wins }") ==
        "define a = endless\n"
        "after each move {\n"
        "  if no in 2..no: draw\n"
        "  if a: {\n"
        "    set b to c in 1..last\n"
        "  }\n"
        "  mover wins\n"
        "}\n");
  CHECK(formatted_clauses("end { if a: {place 1 from won in last, mover wins [n] if b: {set c to (no)} [n] draw} }") ==
        "end {\n"
        "  if a: {\n"
        "    place 1 from won in last,\n"
        "    mover wins  [n]\n"
        "    if b: set c to no  [n]\n"
        "    draw\n"
        "  }\n"
        "}\n");
}

TEST_CASE("answers stay apart from the next one", "[format]") {
  CHECK(formatted_clauses("laps { if a: ask { no: {set b to it is own} yes: {set b to no} maybe: stop } }") ==
        "laps {\n"
        "  if a: ask { no: set b to it is own,  yes: set b to no  maybe: stop }\n"
        "}\n");
  CHECK(formatted_clauses("laps { if a: ask { no: {set b to (hold)} // c\n yes: stop } }") ==
        "laps {\n"
        "  if a: {\n"
        "    ask {\n"
        "      no: {\n"
        "        set b to hold\n"
        "      }  // c\n"
        "      yes: stop\n"
        "    }\n"
        "  }\n"
        "}\n");
}

TEST_CASE("for each pit is laid out as an if is", "[format]") {
  CHECK(formatted_clauses("laps { if a: { for each pit of b: stop  relay } if c: for each pit of d: {stop relay} }") ==
        "laps {\n"
        "  if a: {\n"
        "    for each pit of b: stop\n"
        "    relay\n"
        "  }\n"
        "  if c: for each pit of d: stop, relay\n"
        "}\n");
}

TEST_CASE("the clauses of a move keep their order", "[format]") {
  // A `when` behind `choose` would become part of it.
  check_round_trip("game \"x\"\nmove m { choose direction when a when b require c when d from e when f when g }");
  CHECK(formatted_clauses(
            "move m { when a from front choose direction laps { otherwise: stop } each seed { otherwise: again } }") ==
        "move m {\n"
        "  when a\n"
        "  from front\n"
        "  choose direction\n"
        "  laps {\n"
        "    otherwise: stop\n"
        "  }\n"
        "  each seed {\n"
        "    otherwise: again\n"
        "  }\n"
        "}\n");
}

TEST_CASE("the bundled rulesets and the language tests survive formatting", "[format]") {
  int count = 0;
  for (const char* folder :
       {MNC_SOURCE_DIR "/rulesets", MNC_SOURCE_DIR "/tests/language/ok", MNC_SOURCE_DIR "/tests/language/error"}) {
    if (!std::filesystem::exists(folder)) continue;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
      if (entry.path().extension() != ".mnc") continue;
      check_round_trip(read(entry.path()));
      ++count;
    }
  }
  CHECK(count > 0);
}

// ---- random texts ------------------------------------------------------------------------------------------

namespace {

class RandomText {
 public:
  explicit RandomText(std::uint32_t seed) : random_(seed) {}

  std::string clause() {
    switch (pick(6)) {
      case 0: return "define x = " + cases(3) + gap();
      case 1: return "zone x = " + set(3) + note() + gap();
      case 2: return "require " + condition(2) + " when " + condition(1) + gap();
      case 3: return "laps {" + gap() + row() + row() + "}" + note() + gap();
      case 4:
        return "move m {" + gap() + "from " + cases(1) + gap() + "choose direction" + note() + gap() + step(2) +
               note() + gap() + step(2) + gap() + "}" + gap();
      default: return "after each move {" + gap() + step(2) + note() + gap() + step(2) + gap() + "}" + gap();
    }
  }

 private:
  int pick(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }
  std::string any(std::initializer_list<const char*> of) { return *(of.begin() + pick(static_cast<int>(of.size()))); }
  std::string maybe(const std::string& text) { return pick(3) == 0 ? text : ""; }
  std::string gap() { return any({"\n", " ", "\n\n", "  // behind\n", "\n// own\n", "\n\n\n// far\n\n", "\r\n"}); }
  std::string note() { return maybe(any({" [rule 1]", "  [a\n b]", " []"})); }
  std::string primary(int depth) {
    switch (pick(depth > 0 ? 12 : 4)) {
      case 0: return any({"0", "3", "12"});
      case 1: return any({"A1", "b3", "A1..A4", "own pits", "all pits", "South's pits", "row B"});
      case 4: return "{" + set(depth - 1) + ", " + set(depth - 1) + "}";
      case 5: return "(" + cases(depth - 1) + ")";
      case 6: return any({"own ", "opponent's ", "North's "}) + primary(depth - 1);
      case 7:
        return any({"seeds of ", "count of ", "opposite of ", "owner of "}) + primary(depth - 1) +
               (pick(4) == 0 ? " where " + condition(depth - 1) : "");
      case 8: return "run backwards from " + set(depth - 1) + " while " + condition(depth - 1);
      case 9: return any({"mover", "last mover", "targets of capture"});
      default: return any({"last", "origin", "hold", "endless", "seeds", "no", "won", "x"});
    }
  }
  std::string sum(int depth) {
    return primary(depth) +
           (depth > 0 && pick(4) == 0 ? any({" + ", " - ", " * ", " except ", " mod "}) + primary(depth - 1) : "");
  }
  std::string set(int depth) {
    std::string text = sum(depth);
    if (depth > 0 && pick(4) == 0) text += " where " + condition(depth - 1);
    if (depth > 0 && pick(5) == 0) text += " else " + set(depth - 1);
    return text;
  }
  std::string counts(int depth) {
    const std::string first = any({"2", "2..15", "at least ", "even", "exactly ", ""});
    std::string text = first.empty() || first.back() == ' ' ? first + sum(depth) : first;
    if (pick(3) == 0) text += " or " + any({"4", "odd", "at most 3"});
    return text;
  }
  std::string tail(int depth) {
    switch (pick(4)) {
      case 0:
        return any({"is ", "are ", "was "}) + maybe("not ") + any({"empty", "occupied", "own", "opponent's", "even"});
      case 1: return any({"is ", "is not "}) + sum(depth);
      case 2: return any({"holds ", "hold ", "had ", "does not hold "}) + counts(depth);
      default: return maybe("not ") + "in " + (pick(2) == 0 ? set(depth) : "2.." + sum(depth));
    }
  }
  std::string predicate(int depth) {
    switch (pick(7)) {
      case 0: return any({"some ", "every ", "no "}) + set(depth) + maybe(" " + tail(depth));
      case 1: return any({"mover can move", "opponent cannot capture", "move is not sow", "phase is p"});
      case 2: return any({"occupied", "empty", "was occupied", "holds 2"});
      case 3: return sum(depth) + any({" = ", " != ", " <= "}) + sum(depth);
      default: return sum(depth) + " " + tail(depth);
    }
  }
  std::string condition(int depth) {
    std::string text = maybe("not ") + predicate(depth);
    if (depth > 0 && pick(3) == 0) text += any({" and ", " or "}) + condition(depth - 1);
    return text;
  }
  std::string cases(int depth) {
    if (pick(4) != 0) return pick(2) == 0 ? set(depth) : condition(depth);
    return set(depth) + " when " + condition(depth) + ", otherwise " + set(depth);
  }
  std::string step(int depth) {
    switch (pick(depth > 0 ? 10 : 7)) {
      case 0: return "capture " + set(1) + maybe(" into hand") + maybe(" for owner of it");
      case 1:
        return "sow" + maybe(" clockwise") + maybe(" starting in " + set(1)) +
               maybe(any({" skipping ", " skipping at each seed "}) + set(1) + maybe(" when " + condition(1)));
      case 2: return "lift " + any({"all", "all but 2", "2 when x, otherwise all"}) + maybe(" from " + set(1));
      case 3: return "set x to " + cases(1);
      case 4: return any({"again", "stop", "relay", "do take", "swap sides", "place 1 from hand in last"});
      case 5: return "mark " + set(1) + " as x";
      case 6: return any({"draw", "void", "mover wins", "last mover loses", "opponent takes own pits"});
      case 7: return "ask {" + gap() + "yes:" + steps(depth - 1) + gap() + "no:" + steps(depth - 1) + gap() + "}";
      default: return "if " + condition(1) + ":" + steps(depth - 1) + maybe(note() + " otherwise:" + steps(depth - 1));
    }
  }
  std::string steps(int depth) {
    if (pick(3) == 0) return " {" + gap() + step(depth) + note() + gap() + maybe(step(depth) + gap()) + "}";
    return " " + step(depth) + maybe(note() + ", " + step(depth));
  }
  std::string row() { return maybe("rule r ") + any({"otherwise", "if x"}) + ":" + steps(2) + note() + gap(); }

  std::mt19937 random_;
};

}  // namespace

TEST_CASE("`otherwise` stands under its `if`", "[format]") {
  CHECK(formatted_clauses("move m { if a: stop [n] otherwise: {if b: { relay } otherwise: {}} again }\n"
                          "laps { if a: {if b: {if c: stop} otherwise: {relay, again [o]}} otherwise: stop }") ==
        "move m {\n"
        "  if a: stop  [n]\n"
        "  otherwise: {\n"
        "    if b: relay\n"
        "    otherwise: { }\n"
        "  }\n"
        "  again\n"
        "}\n"
        "laps {\n"
        "  if a: {\n"
        "    if b: {\n"
        "      if c: stop\n"
        "    }\n"
        "    otherwise: {\n"
        "      relay\n"
        "      again  [o]\n"
        "    }\n"
        "  }\n"
        "  otherwise: stop\n"
        "}\n");
  CHECK(formatted_clauses("move m { if a: stop otherwise: if b: {if c: stop} otherwise: if d: relay otherwise: again [n] sow }") ==
        "move m {\n"
        "  if a: stop\n"
        "  otherwise: if b: {\n"
        "    if c: stop\n"
        "  }\n"
        "  otherwise: if d: relay\n"
        "  otherwise: again  [n]\n"
        "  sow\n"
        "}\n");
}

TEST_CASE("random texts say the same after formatting", "[format]") {
  int parsed_count = 0;
  for (std::uint32_t seed = 0; seed < 3000; ++seed) {
    RandomText random(seed);
    const std::string text = "game \"x\"\n" + random.clause() + random.clause();
    INFO("seed " << seed);
    if (parsed(text).file) ++parsed_count;
    check_round_trip(text);
  }
  CHECK(parsed_count > 2000);  // most of them are right
}
