// The checked ruleset: boards, folding, points of view, options, extension. What the checker reports is tested in
// tests/language.
#include <algorithm>

#include "grammar/check.h"
#include "tests/support/catch.h"

namespace {

using namespace mnc::grammar;

const std::string kMove = "move sow { from own pits where occupied  lift all  sow counterclockwise }\n";
const std::string kEnd = "end { if mover cannot move: draw  if occurrences = 3: draw }\n";

Compilation compiled(const std::string& text, const Settings& settings = {}) {
  return compile(SourceFile("test.mnc", text), settings, {});
}

// Of a text without mistakes.
Ruleset checked(const std::string& text, const Settings& settings = {}) {
  Compilation result = compiled(text, settings);
  INFO(render_text(result.diagnostics, result.sources, false));
  REQUIRE(result.ruleset);
  return std::move(*result.ruleset);
}

Ruleset with_board(const std::string& board, const std::string& more = "") {
  return checked("game \"T\"\n" + board + "\n" + more +
                 "\nmove sow { from own pits where occupied  lift all  sow forwards }\n" + kEnd);
}

std::string name(const Ruleset& ruleset, Slot slot) {
  if (slot == kNoSlot) return "-";
  const Pit& pit = ruleset.board.slots[static_cast<std::size_t>(slot)];
  if (pit.store) return pit.owner == Who::South ? "S" : "N";
  return static_cast<char>(pit.owner == Who::North ? pit.row - 'A' + 'a' : pit.row) + std::to_string(pit.column);
}

std::string names(const Ruleset& ruleset, const std::vector<Slot>& slots) {
  std::string text;
  for (const Slot slot : slots) text += (text.empty() ? "" : " ") + name(ruleset, slot);
  return text;
}

std::string names(const Ruleset& ruleset, std::int32_t set) {
  std::vector<Slot> slots;
  for (Slot slot = 0; slot < static_cast<Slot>(ruleset.board.slots.size()); ++slot) {
    if (ruleset.slot_sets[static_cast<std::size_t>(set)][static_cast<std::size_t>(slot)]) slots.push_back(slot);
  }
  return names(ruleset, slots);
}

const Pit& pit(const Ruleset& ruleset, const std::string& wanted) {
  for (Slot slot = 0; slot < static_cast<Slot>(ruleset.board.slots.size()); ++slot) {
    if (name(ruleset, slot) == wanted) return ruleset.board.slots[static_cast<std::size_t>(slot)];
  }
  FAIL("no pit " << wanted);
  return ruleset.board.slots.front();
}

const Node& node(const Ruleset& ruleset, NodeId id) {
  REQUIRE(id != kNoNode);
  return ruleset.nodes[static_cast<std::size_t>(id)];
}

// The condition of the first row of `laps`, after `if`.
const Node& first_guard(const Ruleset& ruleset) {
  REQUIRE(!ruleset.tables.empty());
  REQUIRE(!ruleset.tables.front().empty());
  return node(ruleset, ruleset.tables.front().front().condition);
}

Ruleset with_guard(const std::string& condition, const std::string& more = "") {
  return checked("game \"T\"\nboard { rows 2  columns 6  seeds 4  stores }\n" + more + kMove + "laps { if " +
                 condition + ": again }\n" + kEnd);
}

const CountSet& counts(const Ruleset& ruleset, const Node& in) {
  REQUIRE(in.op == Op::NumberIn);
  return ruleset.count_sets[static_cast<std::size_t>(in.value)];
}

}  // namespace

// Notation: docs/notation.md. North's pits are numbered from North's left, which is on South's right.
TEST_CASE("two rows: A1 faces aN and the whole board is one counterclockwise circuit", "[check][board]") {
  const Ruleset ruleset = with_board("board { rows 2  columns 4  seeds 6 }");
  CHECK(names(ruleset, std::vector<Slot>{0, 1, 2, 3, 4, 5, 6, 7}) == "A1 A2 A3 A4 a1 a2 a3 a4");
  CHECK(name(ruleset, pit(ruleset, "A1").opposite) == "a4");
  CHECK(name(ruleset, pit(ruleset, "a1").opposite) == "A4");
  CHECK(pit(ruleset, "a4").screen_row == 0);
  CHECK(pit(ruleset, "a4").screen_column == 0);
  const Circuit& circuit = ruleset.board.circuits.front();
  CHECK(circuit.oriented);
  CHECK(names(ruleset, circuit.cycle[0]) == "a4 a3 a2 a1 A4 A3 A2 A1");  // clockwise
  const Step& sow = ruleset.kinds.front().steps.back();
  CHECK(node(ruleset, sow.a).op == Op::ConstDirection);  // forwards
  CHECK(node(ruleset, sow.a).value == kCounterclockwise);
  CHECK(ruleset.board.start == std::vector<int>(8, 6));
}

TEST_CASE("four rows: A faces a, B faces b, and each player sows clockwise round their own rows", "[check][board]") {
  const Ruleset ruleset = with_board(
      "board { rows 4  columns 8  reserve 22\n"
      "start \"0 0 0 0 0 0 0 0 / 0 2 2 6 0 0 0 0 / 0 0 0 0 6 2 2 0 / 0 0 0 0 0 0 0 0\" }");
  CHECK(name(ruleset, pit(ruleset, "A1").opposite) == "a8");
  CHECK(name(ruleset, pit(ruleset, "B1").opposite) == "b8");
  const Circuit& circuit = ruleset.board.circuits.front();
  CHECK(names(ruleset, circuit.cycle[0]) == "A1 A2 A3 A4 A5 A6 A7 A8 B8 B7 B6 B5 B4 B3 B2 B1");
  CHECK(names(ruleset, circuit.cycle[1]) == "a1 a2 a3 a4 a5 a6 a7 a8 b8 b7 b6 b5 b4 b3 b2 b1");
  CHECK(node(ruleset, ruleset.kinds.front().steps.back().a).value == kClockwise);
  // Rules of Bao la Kete, rule 1: the kuu is A5 and holds six.
  for (const char* kuu : {"A5", "a5"}) {
    const auto slot = static_cast<std::size_t>(&pit(ruleset, kuu) - ruleset.board.slots.data());
    CHECK(ruleset.board.start[slot] == 6);
  }
  CHECK(ruleset.board.reserve == std::array<int, 2>{22, 22});
  CHECK(ruleset.board.has_reserve);
}

TEST_CASE("a circuit with one's own store leaves the other's out", "[check][board]") {
  const Ruleset ruleset = with_board("board { rows 2  columns 2  seeds 4  stores }\ncircuit A1..A2, store, a1..a2");
  const Circuit& circuit = ruleset.board.circuits.front();
  CHECK(names(ruleset, circuit.cycle[0]) == "a2 a1 S A2 A1");
  CHECK(names(ruleset, circuit.cycle[1]) == "A2 A1 N a2 a1");
  CHECK(circuit.oriented);
  CHECK(ruleset.board.pits() == 4);
}

TEST_CASE("a single row has no clockwise sense and is followed as it is listed", "[check][board]") {
  const Ruleset ruleset = with_board("board { shared  layout { \"A1 A2 - A3\" }  start \"1 2 - 3\" }");
  const Circuit& circuit = ruleset.board.circuits.front();
  CHECK(!circuit.oriented);
  CHECK(names(ruleset, circuit.cycle[0]) == "A1 A2 A3");
  CHECK(names(ruleset, circuit.cycle[1]) == "A1 A2 A3");
  CHECK(node(ruleset, ruleset.kinds.front().steps.back().a).value == 0);
  CHECK(ruleset.board.start == std::vector<int>{1, 2, 3});
  CHECK(pit(ruleset, "A1").owner == Who::Mover);
}

TEST_CASE("captures go to the store if there is one, else to the pile of won seeds", "[check][board]") {
  const std::string laps = "laps { if last is own: capture last }";
  const Ruleset won = with_board("board { rows 2  columns 6  seeds 4 }", laps);
  CHECK(won.board.has_won);
  CHECK(won.tables.front().front().steps.front().into == Step::IntoWon);
  const Ruleset stored = with_board("board { rows 2  columns 6  seeds 4  stores }", laps);
  CHECK(!stored.board.has_won);
  CHECK(stored.tables.front().front().steps.front().into == Step::IntoStore);
  CHECK(!with_board("board { rows 2  columns 6  seeds 4 }").board.has_won);
}

TEST_CASE("zones are seen from both sides", "[check][fold]") {
  const Ruleset ruleset =
      with_guard("last in ends or last in opponent's ends or last in right",
                 "zone ends = {A1, A6}\nzone right = row A where column of it > 3 and it not in ends\n");
  REQUIRE(ruleset.zones.size() == 2);
  CHECK(names(ruleset, ruleset.zones[0].south) == "A1 A6");
  CHECK(names(ruleset, ruleset.zones[0].north) == "a1 a6");
  CHECK(names(ruleset, ruleset.zones[1].south) == "A4 A5");
  const Node& guard = first_guard(ruleset);
  REQUIRE(guard.op == Op::Or);
  const Node& theirs = node(ruleset, node(ruleset, guard.kids[1]).b);
  CHECK(names(ruleset, theirs.value) == "a1 a6");
  CHECK(names(ruleset, theirs.value2) == "A1 A6");
}

TEST_CASE("points of view are pushed to the leaves", "[check][fold]") {
  const std::string state =
      "state held: pit for each player\nstate bold: flag for each player\ndefine theirs = opponent's bold\ndefine "
      "south_s = South's bold\nafter each move { set bold to not bold  set held to A1 }\n";
  CHECK(first_guard(with_guard("bold", state + "define x = theirs or south_s or some held\ndefine y = x\n")).who ==
        Who::Mover);
  CHECK(first_guard(with_guard("theirs", state)).who == Who::Opponent);
  CHECK(first_guard(with_guard("opponent's theirs", state)).who == Who::Mover);
  CHECK(first_guard(with_guard("North's theirs", state)).who == Who::South);
  CHECK(first_guard(with_guard("opponent's south_s", state)).who == Who::South);
}

TEST_CASE("counts become sets of counts", "[check][fold]") {
  const Ruleset two_or_four = with_guard("last holds 2 or 4");
  CHECK(counts(two_or_four, first_guard(two_or_four)).count() == 2);
  CHECK(counts(two_or_four, first_guard(two_or_four))[4]);
  const Ruleset negated = with_guard("last does not hold at least 3");
  CHECK(counts(negated, first_guard(negated)).count() == 3);
  const Ruleset compared = with_guard("3 > seeds of last");
  CHECK(counts(compared, first_guard(compared)) == counts(negated, first_guard(negated)));
  const Ruleset was_empty = with_guard("was empty");
  CHECK(counts(was_empty, first_guard(was_empty)) == CountSet{1});
  CHECK(node(was_empty, first_guard(was_empty).a).op == Op::Before);
  const Ruleset by_state = with_guard("last holds turns", "state turns: 0..5\n");
  CHECK(first_guard(by_state).op == Op::Equal);
}

TEST_CASE("a set is empty or occupied in one normal form", "[check][fold]") {
  for (const char* text :
       {"own pits are occupied", "some own pits is occupied", "not own pits are empty", "some own pits where occupied",
        "seeds of own pits > 0", "own pits hold at least 1", "count of (own pits where occupied) >= 1"}) {
    INFO(text);
    const Ruleset ruleset = with_guard(text);
    const Node& guard = first_guard(ruleset);
    REQUIRE(guard.op == Op::SomePit);
    const Node& where = node(ruleset, guard.a);
    REQUIRE(where.op == Op::Where);
    CHECK(node(ruleset, where.a).op == Op::ConstPits);
    CHECK(counts(ruleset, node(ruleset, where.b)) == ~CountSet{1});
  }
}

TEST_CASE("own and opponent's include the stores", "[check][fold]") {
  const Ruleset ruleset = with_guard("last is opponent's");
  const Node& guard = first_guard(ruleset);
  REQUIRE(guard.op == Op::PitIn);
  CHECK(names(ruleset, node(ruleset, guard.b).value) == "a1 a2 a3 a4 a5 a6 N");
}

TEST_CASE("what is said of a pit is about that pit", "[check][fold]") {
  const Ruleset ruleset = with_guard("opposite is weak", "define weak = holds 1 and opposite is own\n");
  const Node& guard = first_guard(ruleset);
  REQUIRE(guard.op == Op::And);
  const Node& holds = node(ruleset, guard.kids[0]);
  CHECK(node(ruleset, node(ruleset, holds.a).a).op == Op::Opposite);
  const Node& own = node(ruleset, guard.kids[1]);
  const Node& facing = node(ruleset, own.a);
  REQUIRE(facing.op == Op::Opposite);
  CHECK(node(ruleset, facing.a).op == Op::Opposite);
}

TEST_CASE("options are constants and what they rule out is gone", "[check][options]") {
  const std::string text =
      "game \"T\"\nboard { rows 2  columns columns  seeds 4 }\noption columns: 4..8 = 6\noption slam: yes | no = yes\n"
      "option style: slow | quick = slow\n" +
      kMove +
      "laps { if slam and last is own: again  if style is quick: stop  otherwise: {if not slam: again  capture last} "
      "}\n" +
      kEnd;
  const Ruleset usual = checked(text);
  CHECK(usual.board.pits() == 12);
  REQUIRE(usual.tables.front().size() == 2);
  CHECK(node(usual, usual.tables.front()[0].condition).op == Op::PitIn);
  CHECK(usual.tables.front()[1].condition == kNoNode);
  REQUIRE(usual.tables.front()[1].steps.size() == 1);
  CHECK(usual.tables.front()[1].steps.front().op == Step::Capture);
  const Ruleset other = checked(text, {{"columns", "4"}, {"slam", "no"}, {"style", "quick"}});
  CHECK(other.board.pits() == 8);
  REQUIRE(other.tables.front().size() == 1);
  CHECK(other.tables.front()[0].condition == kNoNode);
  CHECK(other.tables.front()[0].steps.front().op == Step::Stop);
  CHECK(other.options[0].values[static_cast<std::size_t>(other.options[0].chosen)] == "4");
  CHECK(other.options[0].values[static_cast<std::size_t>(other.options[0].initial)] == "6");
  CHECK(other.options[0].range);
}

TEST_CASE("unknown options and values are no fault of the text", "[check][options]") {
  const std::string text =
      "game \"T\"\nboard { rows 2  columns 6  seeds 4 }\noption slam: allowed | forbidden = allowed\n" + kMove +
      "laps { if slam is forbidden: again }\n" + kEnd;
  const Compilation name_wrong = compiled(text, {{"slan", "allowed"}});
  CHECK(name_wrong.diagnostics.items().empty());
  CHECK(!name_wrong.ruleset);
  REQUIRE(name_wrong.settings_errors.size() == 1);
  CHECK(name_wrong.settings_errors[0] == "there is no option `slan`; did you mean `slam`?; the options are `slam`");
  const Compilation value_wrong = compiled(text, {{"slam", "never"}});
  REQUIRE(value_wrong.settings_errors.size() == 1);
  CHECK(value_wrong.settings_errors[0] ==
        "the option `slam` has no value `never`; its values are `allowed` and `forbidden`");
}

TEST_CASE("a range up to a number that depends on the position offers no more than that can be", "[check][moves]") {
  const auto offered = [](const std::string& last) {
    const Ruleset ruleset = checked("game \"T\"\nboard { rows 2  columns 6  seeds 4  reserve 9 }\nmove sow { from own pits where occupied  choose number: 1.." +
                                    last + "  lift number  sow counterclockwise }\n" + kEnd);
    const Kind& kind = ruleset.kinds[0];
    REQUIRE(kind.requirements.size() == 1);
    CHECK(kind.requirements[0].bound);
    CHECK(kind.choices[0].last != kNoNode);
    return kind.choices[0].answers.size();
  };
  CHECK(offered("(seeds when seeds < 4, otherwise 4)") == 4);
  CHECK(offered("(seeds when seeds <= 6, otherwise 2)") == 6);
  CHECK(offered("count of own pits where occupied") == 6);
  CHECK(offered("(1 when reserve > 0, otherwise 0)") == 2);
  CHECK(offered("seeds") == 128);  // a position that is read may have more seeds than the game
}

TEST_CASE("tables are shared by the kinds for which they come to the same", "[check][moves]") {
  const std::string two =
      "move a { from own pits where occupied  lift all  sow clockwise }\nmove b { from own pits where holds 2  lift "
      "all  sow clockwise }\n";
  const std::string head = "game \"T\"\nboard { rows 2  columns 6  seeds 4 }\n";
  const Ruleset same = checked(head + two + "laps { if last is own: again }\n" + kEnd);
  CHECK(same.tables.size() == 1);
  CHECK(same.kinds[0].laps == same.kinds[1].laps);
  const Ruleset differ = checked(head + two + "laps { if last is own and move is b: again }\n" + kEnd);
  CHECK(!differ.kinds[0].laps);
  REQUIRE(differ.kinds[1].laps);
  CHECK(node(differ, differ.tables[*differ.kinds[1].laps].front().condition).op == Op::PitIn);
}

TEST_CASE("lifting knows all, a number, and all but a number", "[check][moves]") {
  const auto lift = [](const std::string& amount) {
    const Ruleset ruleset =
        checked("game \"T\"\nboard { rows 2  columns 6  seeds 4 }\nmove sow { from own pits where occupied  lift " +
                amount + "  sow clockwise }\n" + kEnd);
    const Step step = ruleset.kinds.front().steps.front();
    const Op op = step.a == kNoNode ? Op::Truth : ruleset.nodes[static_cast<std::size_t>(step.a)].op;
    return std::tuple(step.a != kNoNode, step.value, op);
  };
  CHECK(lift("all") == std::tuple(false, 0, Op::Truth));
  CHECK(lift("2") == std::tuple(true, 0, Op::Number));
  CHECK(lift("all but 1") == std::tuple(true, 1, Op::Number));
  CHECK(lift("all but 1 when 2 > 1, otherwise 3") == std::tuple(true, 1, Op::Number));
  CHECK(lift("all but 1 when holds 3, otherwise all") == std::tuple(true, 0, Op::Cases));
}

// Found by fuzzing: the list of nodes was moved while one of them was looked at. Each move begins at another node, so that
// some `lift` meets each size at which the list grows.
TEST_CASE("lifting while the list of nodes grows", "[check][moves]") {
  for (int padding = 0; padding < 4; ++padding) {
    std::string steps;
    for (int i = 0; i < padding; ++i) steps += "turn clockwise  ";
    for (int i = 0; i < 100; ++i) steps += "lift 1  sow  ";
    const Ruleset ruleset = checked("game \"T\"\nboard { rows 2  columns 6  seeds 4 }\nmove sow { from own pits where occupied  " +
                                    steps + "}\n" + kEnd);
    for (const Step& step : ruleset.kinds.front().steps) {
      if (step.op != Step::Lift) continue;
      CHECK(step.value == 0);
      CHECK(node(ruleset, step.a).op == Op::Number);
    }
  }
}

TEST_CASE("who loses is who does not win", "[check][ends]") {
  const Ruleset ruleset = checked("game \"T\"\nboard { rows 2  columns 6  seeds 4 }\n" + kMove +
                                  "end { if occurrences = 3: last mover loses  if mover cannot move: mover loses }\n");
  CHECK(node(ruleset, ruleset.end[1].steps.front().a).who == Who::Opponent);
  const Node& cases = node(ruleset, ruleset.end[0].steps.front().a);
  REQUIRE(cases.op == Op::Cases);
  CHECK(node(ruleset, cases.kids[0]).who == Who::Opponent);  // if the mover was also the last
}

TEST_CASE("each takes is said of both players from their own side", "[check][ends]") {
  const Ruleset ruleset = checked("game \"T\"\nboard { rows 2  columns 2  seeds 4 }\n" + kMove +
                                  "end { if occurrences = 3: each takes own pits  if mover cannot move: each takes own "
                                  "pits }\nwinner most seeds\n");
  const auto& steps = ruleset.end[0].steps;
  REQUIRE(steps.size() == 2);
  CHECK(node(ruleset, steps[1].a).who == Who::Opponent);
  CHECK(names(ruleset, node(ruleset, steps[1].b).value) == "a1 a2");
  CHECK(ruleset.board.has_won);
}

TEST_CASE("extending rulesets: spans name the file a clause is from", "[check][extend]") {
  const std::string base =
      "game \"Base\"\nabout \"the base\"\nsource \"a book\"\nboard { rows 2  columns 6  seeds 4 }\n" + kMove + kEnd;
  const auto fetch = [&](const std::string& wanted, bool is_path, const std::string& from) -> std::optional<Fetched> {
    CHECK(from == "test.mnc");
    if (wanted != "base" || is_path) return std::nullopt;
    return Fetched{"rulesets/base.mnc", base};
  };
  const Compilation result = compile(
      SourceFile("test.mnc",
                 "game \"Own\" extends base\nabout \"another\"\nboard { columns 3  start \"1 1 1 / 1 1 1\" }\n"),
      {}, fetch);
  INFO(render_text(result.diagnostics, result.sources, false));
  REQUIRE(result.ruleset);
  CHECK(result.sources.size() == 2);
  CHECK(result.ruleset->meta.title == "Own");
  CHECK(result.ruleset->meta.about == "another");
  CHECK(result.ruleset->meta.source == std::vector<std::string>{"a book"});
  CHECK(result.ruleset->board.start == std::vector<int>(6, 1));
  CHECK(result.ruleset->kinds.front().span.file == 1);
}

TEST_CASE("a mistake in a base is shown in the base", "[check][extend]") {
  const auto fetch = [&](const std::string&, bool, const std::string&) {
    return std::optional(Fetched{"base.mnc", "game \"Base\"\nboard { rows 2  columns }\n"});
  };
  const Compilation result = compile(SourceFile("test.mnc", "game \"Own\" extends base\n"), {}, fetch);
  REQUIRE(result.diagnostics.has_errors());
  CHECK(result.diagnostics.items().front().span.file == 1);
  CHECK(!result.ruleset);
}

// Bao la Kete, rules 16 and 17: `after each move` asks what can be captured, while a requirement is judged after every seed.
TEST_CASE("questions after the move are no questions about themselves", "[check][questions]") {
  const std::string text =
      "game \"T\"\nboard { rows 2  columns 6  seeds 4 }\nstate held: pit for each player\n"
      "move capture { from own pits where occupied and it is not held  require first lap captures  lift all  sow "
      "clockwise }\n"
      "otherwise move takata { from own pits where occupied  require after every seed: own pits are occupied  lift all "
      " sow clockwise }\n"
      "laps { if last is opponent's and holds 2: capture last }\n"
      "after each move { if opponent cannot capture and count of targets of capture = 1: set opponent's held to "
      "targets of capture }\n" +
      kEnd;
  CHECK(checked(text).kinds.size() == 2);
}

TEST_CASE("definitions that share operands cannot blow up", "[check][limits]") {
  std::string text = "game \"T\"\nboard { rows 2  columns 6  seeds 4 }\ndefine d_0 = occupied\n";
  for (int i = 1; i < 60; ++i) {
    text += "define d_" + std::to_string(i) + " = (it else opposite) is d_" + std::to_string(i - 1) + "\n";
  }
  const Compilation result = compiled(text + kMove + "laps { if last is d_59: again }\n" + kEnd);
  REQUIRE(result.diagnostics.errors() == 1);
  CHECK(result.diagnostics.items().front().code == Code::TooLarge);
}

TEST_CASE("sets in sets are not gone through pit by pit for ever", "[check][limits]") {
  std::string text = "game \"T\"\nboard { rows 2  columns 6  seeds 4 }\ndefine d_0 = occupied\n";
  for (int i = 1; i < 50; ++i) {
    text += "define d_" + std::to_string(i) + " = every (it + opposite) is d_" + std::to_string(i - 1) + "\n";
  }
  const Compilation result = compiled(text + kMove + "laps { if last is d_49: again }\n" + kEnd);
  CHECK(result.diagnostics.errors() == 0);
}

TEST_CASE("long chains of definitions end in a diagnostic", "[check][limits]") {
  std::string text = "game \"T\"\nboard { rows 2  columns 6  seeds 4 }\ndefine d_0 = last is own\n";
  for (int i = 1; i < 5000; ++i) text += "define d_" + std::to_string(i) + " = not d_" + std::to_string(i - 1) + "\n";
  const Compilation result = compiled(text + kMove + "laps { if d_4999: again }\n" + kEnd);
  REQUIRE(result.diagnostics.errors() == 1);
  CHECK(result.diagnostics.items().front().code == Code::TooLarge);
}

TEST_CASE("what depends on the board, or on the position, is no number of the board") {
  for (const std::string word : {"A1", "own pits", "reserve", "seeds of A1", "seeds in A1", "store", "row A", "3 + A1", "all pits", "origin", "last",
                                 "hand", "opposite", "mover", "clockwise", "won", "captured", "ply", "yes", "pits of own row"}) {
    for (const std::string entry : {"rows ", "columns ", "seeds ", "reserve "}) {
      std::string board = "board { rows 2  columns 3  seeds 4  reserve 2 }";
      const std::size_t at = board.find(entry) + entry.size();
      board.replace(at, 1, word);
      INFO(board);
      const Compilation result = compiled("game \"T\"\n" + board + "\n" + kMove + kEnd);
      REQUIRE_FALSE(result.ruleset);
      const auto& all = result.diagnostics.items();
      REQUIRE(std::any_of(all.begin(), all.end(), [&](const Diagnostic& one) {
        return info(one.code).severity == Severity::Error && one.span.begin >= 9 && one.span.begin < 9 + board.size();
      }));
    }
  }
}

TEST_CASE("on six rows a pit faces the one of its letter and column") {
  const Ruleset ruleset = with_board(R"(board { layout { "c2 c1" "b2 b1" "a2 a1" "A1 A2" "B1 B2" "C1 C2" }  seeds 1 })");
  for (const std::string letter : {"A", "B", "C"}) {
    const std::string north(1, static_cast<char>(letter[0] - 'A' + 'a'));
    REQUIRE(name(ruleset, pit(ruleset, letter + "1").opposite) == north + "2");
    REQUIRE(name(ruleset, pit(ruleset, north + "1").opposite) == letter + "2");
  }
}
