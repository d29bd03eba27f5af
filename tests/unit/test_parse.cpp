#include "grammar/parse.h"

#include <fstream>
#include <sstream>

#include "grammar/format.h"
#include "tests/support/catch.h"
#include "tests/support/parsing.h"

using namespace mnc::grammar;

namespace {

// The only item of `clauses`.
template <typename T>
const T& only(const Parsed& result) {
  INFO(result.report());
  REQUIRE(result.file);
  REQUIRE(result.file->items.size() == 1);
  REQUIRE(std::holds_alternative<T>(result.file->items[0].node));
  return std::get<T>(result.file->items[0].node);
}

// How an expression is understood: as it is printed, and so with parentheses only where they count.
std::string read_as(const std::string& expression) {
  const Parsed result = parsed_clauses("define x = " + expression);
  if (!result.file) return result.report();
  return to_text(*only<ast::Define>(result).value);
}

template <typename T>
bool is_a(const std::string& expression) {
  const Parsed result = parsed_clauses("define x = " + expression);
  return std::holds_alternative<T>(only<ast::Define>(result).value->node);
}

}  // namespace

// ---- documentation -----------------------------------------------------------------------------------------

TEST_CASE("the examples of docs/language.md parse", "[parse]") {
  std::ifstream file(MNC_SOURCE_DIR "/docs/language.md");
  REQUIRE(file);
  std::stringstream all;
  all << file.rdbuf();
  const std::string text = all.str();
  int count = 0;
  for (std::size_t begin = text.find("\n```"); begin != std::string::npos; begin = text.find("\n```", begin)) {
    begin = text.find('\n', begin + 1) + 1;
    const std::size_t end = text.find("\n```", begin) + 1;
    std::string example = text.substr(begin, end - begin);
    begin = end + 3;
    for (std::size_t dots = example.find("…"); dots != std::string::npos; dots = example.find("…"))
      example.erase(dots, 3);
    const Parsed result = example.starts_with("game") ? parsed(example) : parsed_clauses(example);
    INFO(example << result.report());
    CHECK(result.file);
    ++count;
  }
  CHECK(count >= 8);
}

// ---- text --------------------------------------------------------------------------------------------------

TEST_CASE("byte order marks, line ends and scripts do not matter", "[parse]") {
  const Parsed result = parsed(
      "\xEF\xBB\xBFgame \"Kp\u00e9\"\r\nzone \u00E9l\u00E9phant = A1\rzone \u68CB\u5B50 = \u00E9l\u00E9phant\u00A0+ "
      "A2\n");
  INFO(result.report());
  REQUIRE(result.file);
  CHECK(result.file->title.text == "Kpé");
  REQUIRE(result.file->items.size() == 2);
  CHECK(std::get<ast::Zone>(result.file->items[1].node).name.text == "棋子");
}

TEST_CASE("texts, notes and comments", "[parse]") {
  const Parsed result = parsed(
      "// first\ngame \"a \\\"b\\\" \\\\\"  // behind\nabout \"x // no comment [no note]\"  [http://x: a\n  b]\n");
  INFO(result.report());
  REQUIRE(result.file);
  CHECK(result.file->title.text == "a \"b\" \\");
  REQUIRE(result.file->items.size() == 1);
  CHECK(std::get<ast::Meta>(result.file->items[0].node).values[0] == "x // no comment [no note]");
  REQUIRE(result.file->items[0].note);
  CHECK(result.file->items[0].note->text == "http://x: a b");
  REQUIRE(result.file->comments.size() == 2);
  CHECK(result.file->comments[0].own_line);
  CHECK_FALSE(result.file->comments[1].own_line);
}

TEST_CASE("spans are those of the text", "[parse]") {
  const Parsed result = parsed_clauses("zone é = {A1, B2}  [n]\n");
  const ast::Zone& zone = only<ast::Zone>(result);
  const auto text = [&](Span span) {
    return std::string(result.sources[0].text().substr(span.begin, span.end - span.begin));
  };
  CHECK(text(zone.name.span) == "é");
  CHECK(text(zone.set->span) == "{A1, B2}");
  CHECK(text(result.file->items[0].span) == "zone é = {A1, B2}  [n]");
  CHECK(text(result.file->items[0].keyword) == "zone");
}

// ---- expressions -------------------------------------------------------------------------------------------

TEST_CASE("operators bind as the language says", "[parse]") {
  CHECK(read_as("a + b * c - d") == "a + b * c - d");
  CHECK(read_as("(a + b) * c") == "(a + b) * c");
  CHECK(read_as("(a * b) + c") == "a * b + c");
  CHECK(read_as("not a and b or c") == "not a and b or c");
  CHECK(read_as("not (a and (b or c))") == "not (a and (b or c))");
  CHECK(read_as("a else b + c") == "a else b + c");
  CHECK(read_as("(a else b) + c") == "(a else b) + c");
  CHECK(is_a<ast::Chain>("a and b and c"));
  const Parsed result = parsed_clauses("define x = a - b + c - d");
  CHECK(std::get<ast::Chain>(only<ast::Define>(result).value->node).rest.size() == 3);  // flat, left to right
}

TEST_CASE("where takes the longest condition, as far as else", "[parse]") {
  CHECK(is_a<ast::Where>("front where occupied and opposite is occupied or holds 2"));
  const Parsed result = parsed_clauses("define x = front where holds at least 2 else front where occupied");
  const auto& chain = std::get<ast::Chain>(only<ast::Define>(result).value->node);
  REQUIRE(chain.rest.size() == 1);
  CHECK(chain.rest[0].link == ast::Link::Else);
  CHECK(std::holds_alternative<ast::Where>(chain.first->node));
  CHECK(std::holds_alternative<ast::Where>(chain.rest[0].operand->node));
  CHECK(read_as("front where (x else y) is occupied") == "front where (x else y) is occupied");
}

TEST_CASE("behind of a where filters just what follows", "[parse]") {
  CHECK(is_a<ast::Of>("count of front where occupied"));
  CHECK(read_as("count of front where occupied") == "count of front where occupied");
  CHECK(read_as("count of (front where occupied) > 1") == "count of (front where occupied) > 1");
  CHECK(read_as("(seeds of front) where occupied") == "(seeds of front) where occupied");
}

TEST_CASE("where filters all that stands before it", "[parse]") {
  const Parsed result = parsed_clauses("define x = front except kuu where occupied");
  const auto& where = std::get<ast::Where>(only<ast::Define>(result).value->node);
  CHECK(to_text(*where.set) == "front except kuu");
}

TEST_CASE("predicates", "[parse]") {
  CHECK(is_a<ast::Is>("last is own"));
  CHECK(is_a<ast::Is>("last is own and x") == false);
  CHECK(read_as("last is opponent's and opposite is occupied") == "last is opponent's and opposite is occupied");
  CHECK(read_as("last is opponent\u2019s") == "last is opponent's");
  CHECK(read_as("last is opponent's front") == "last is opponent's front");
  CHECK(read_as("own pits are not empty") == "own pits are not empty");
  CHECK(read_as("was occupied") == "was occupied");
  CHECK(read_as("last is in front") == "last in front");
  CHECK(read_as("last is not in front") == "last not in front");
  CHECK(read_as("x in 2..15") == "x in 2..15");
  CHECK(read_as("some own pits hold 2 or 4") == "some own pits hold 2 or 4");
  CHECK(read_as("no opponent's pits where occupied") == "no opponent's pits where occupied");
  CHECK(read_as("every front is opened") == "every front is opened");
  CHECK(read_as("mover can move and opponent can not capture") == "mover can move and opponent cannot capture");
  CHECK(read_as("last mover is opponent and owner of last is South") ==
        "last mover is opponent and owner of last is South");
  CHECK(read_as("move is capture or move is not sow or phase is moving") ==
        "move is capture or move is not sow or phase is moving");
  CHECK(read_as("last does not hold 2") == "last does not hold 2");
  CHECK(read_as("run backwards from last while opponent's and holds 2 or 3") ==
        "run backwards from last while is opponent's and holds 2 or 3");
}

TEST_CASE("counts end where another condition begins", "[parse]") {
  CHECK(is_a<ast::Holds>("last holds 2 or 4 or at least 7 or even"));
  CHECK(is_a<ast::Chain>("last holds 2 or lap = 3"));
  CHECK(is_a<ast::Chain>("last holds 2 or 3 < lap"));
  CHECK(is_a<ast::Chain>("last holds 2 or last is own"));
  CHECK(is_a<ast::Chain>("last holds 2 or ready"));
}

TEST_CASE("hold, endless, columns and other free words may be names", "[parse]") {
  CHECK(is_a<ast::Word>("hold"));
  CHECK(is_a<ast::Is>("hold is yes"));
  CHECK(is_a<ast::Chain>("hold and endless is void"));
  CHECK(is_a<ast::Holds>("hold 2"));
  CHECK(read_as("columns * 2 + repetition") == "columns * 2 + repetition");
  CHECK(read_as("opponent's held") == "opponent's held");
  for (const char* name : {"hold", "endless", "columns", "repetition", "held", "won"}) {
    CHECK(parsed_clauses(std::string("option ") + name + ": yes | no = no\nstate " + name + ": flag").file);
  }
}

TEST_CASE("moves may be named with words that begin clauses", "[parse]") {
  const Parsed result = parsed_clauses(
      "move capture { when mover can sow and move is not lift and targets of capture are empty  do turn }\n"
      "otherwise move sow { }\naction turn { stop }\n");
  INFO(result.report());
  CHECK(result.file);
}

TEST_CASE("a brace after a condition opens a block", "[parse]") {
  CHECK(parsed_clauses("phase p while last is own { move m { } }").file);
  CHECK(parsed_clauses("phase p while hold { move m { } }").file);
  CHECK(parsed_clauses("phase p while x in {A1, A2} { move m { } }").file);
}

TEST_CASE("cases stand where a value is chosen", "[parse]") {
  CHECK(is_a<ast::Cases>("a when b, c when d, otherwise e"));
  CHECK(read_as("(a when b, otherwise c) + 1") == "(a when b, otherwise c) + 1");
  const Parsed result =
      parsed_clauses("move m { from kuu when kuu_stands, otherwise front  lift 2 when a, otherwise all but 1 }");
  const auto& move = only<ast::Move>(result);
  CHECK(std::holds_alternative<ast::Cases>(move.from->node));
  const auto& lift = std::get<ast::Lift>(move.steps[0].node);
  CHECK(std::holds_alternative<ast::All>(std::get<ast::Cases>(lift.amount->node).otherwise->node));
}

TEST_CASE("`otherwise` goes with the `if` before it, in a row of a table only inside braces", "[parse]") {
  const auto steps = [](const ast::Steps& list) { return to_text(list); };
  const Parsed braces = parsed_clauses("laps { if a: {if b: if c: stop  otherwise: relay}  otherwise: again }");
  REQUIRE(braces.file);
  const auto& rows = std::get<ast::Laps>(braces.file->items[0].node).rows;
  REQUIRE(rows.size() == 2);
  CHECK(steps(rows[0].steps) == "{ if b: { if c: stop  otherwise: relay } }");
  const Parsed bare = parsed_clauses("laps { if a: if b: stop  otherwise: relay }\nreplace rule x if a: if b: stop");
  REQUIRE(bare.file);
  CHECK(std::get<ast::Laps>(bare.file->items[0].node).rows.size() == 2);
  CHECK(!parsed_clauses("replace rule x if a: if b: stop  otherwise: relay").file);
  const Parsed whenever = parsed_clauses("whenever z is emptied: if a: stop [n]  otherwise: relay [o]");
  REQUIRE(whenever.file);
  const auto& branch = std::get<ast::If>(std::get<ast::Whenever>(whenever.file->items[0].node).steps[0].node);
  CHECK(branch.note->text == "n");
  CHECK(steps(*branch.otherwise) == "relay");
  CHECK(whenever.file->items[0].note->text == "o");
}

// ---- clauses -----------------------------------------------------------------------------------------------

TEST_CASE("a when behind a set is the clause, not a case", "[parse]") {
  const Parsed result = parsed_clauses("move m { from own pits\n when reserve > 0\n lift all }");
  const auto& move = only<ast::Move>(result);
  CHECK(std::holds_alternative<ast::Pits>(move.from->node));
  REQUIRE(move.when);
  CHECK(to_text(*move.when) == "reserve > 0");
}

TEST_CASE("a trailing when belongs to its clause", "[parse]") {
  const Parsed result = parsed_clauses(
      "move m { choose direction when a  choose side: left | right when b  choose n: w | 1..5\n"
      " require first lap captures own pits when c  prefer afterwards: x and y when d  sow skipping front when e }");
  const auto& move = only<ast::Move>(result);
  CHECK_FALSE(move.when);
  REQUIRE(move.choices.size() == 3);
  CHECK_FALSE(move.choices[0].name);
  CHECK(move.choices[0].values.empty());
  CHECK(to_text(move.choices[1]) == "choose side: left | right when b");
  CHECK(to_text(move.choices[2]) == "choose n: w | 1..5");
  CHECK(move.requirements[0].time == ast::Requirement::FirstLapCaptures);
  CHECK(to_text(move.requirements[1]) == "prefer afterwards: x and y when d");
  CHECK(to_text(move.steps[0]) == "sow skipping front when e");
}

TEST_CASE("every step", "[parse]") {
  for (const char* step : {"place 1 from reserve in origin",
                           "lift all",
                           "lift 2 from last",
                           "lift all but 1",
                           "capture last + opposite",
                           "capture last into won",
                           "capture last into store for opponent",
                           "capture last into hand",
                           "capture it into A5 for owner of it",
                           "sow",
                           "sow counterclockwise",
                           "sow starting in A1",
                           "sow clockwise starting after last along inner skipping origin when x",
                           "sow skipping at each seed front where holds 3 when remaining > 1", "swap sides",
                           "place 2 from reserve in hand",
                           "sow (a when b, otherwise c)",
                           "turn reversed",
                           "mark origin as opened",
                           "unmark own pits as opened",
                           "set n to n + 1",
                           "set opponent's held to last",
                           "clear opponent's held",
                           "do take",
                           "again",
                           "stop",
                           "relay",
                           "relay from opposite",
                           "ask { no: stop  yes: relay }",
                           "if last is own: capture last, relay",
                           "for each pit of own pits where holds odd: capture 9 from it, mark it as opened",
                           "each takes own pits",
                           "last mover takes all pits",
                           "South wins",
                           "opponent loses",
                           "draw",
                           "void"}) {
    const Parsed result = parsed_clauses(std::string("action a { ") + step + " }");
    INFO(step << "\n" << result.report());
    REQUIRE(result.file);
    const auto& action = std::get<ast::Action>(result.file->items[0].node);
    REQUIRE(action.steps.size() == 1);
    CHECK(to_text(action.steps[0]) == step);
  }
}

TEST_CASE("an answer ends the step before it", "[parse]") {
  const Parsed result = parsed_clauses("laps { if x: ask { yes: sow  no: stop } }");
  const auto& ask = std::get<ast::Ask>(only<ast::Laps>(result).rows[0].steps[0].node);
  REQUIRE(ask.answers.size() == 2);
  CHECK(ask.answers[1].name.text == "no");
}

TEST_CASE("`no` goes with the pits behind it, but not with the next answer", "[parse]") {
  const Parsed result = parsed_clauses(
      "laps { if no burnt: ask { no: set x to no  yes: set x to yes when no burnt, otherwise no  left: set x to no burnt"
      "  right: set x to no } }");
  INFO(result.report());
  REQUIRE(result.file);
  const ast::Row& row = only<ast::Laps>(result).rows[0];
  CHECK(to_text(*row.condition) == "no burnt");
  const auto& answers = std::get<ast::Ask>(row.steps[0].node).answers;
  REQUIRE(answers.size() == 4);
  CHECK(to_text(answers[0].steps) == "set x to no");
  CHECK(to_text(answers[1].steps) == "set x to yes when no burnt, otherwise no");
  CHECK(to_text(answers[2].steps) == "set x to no burnt");
  CHECK(to_text(answers[3].steps) == "set x to no");
}

TEST_CASE("notes belong to what they follow", "[parse]") {
  const Parsed result = parsed_clauses(
      "move m { from front [1]  choose direction [2]  require x [3]  lift all [4]\n"
      " laps { if a: stop [5], relay [6]  otherwise: { relay [7] } [8] } } [9]\nend { otherwise: draw } [10]");
  INFO(result.report());
  REQUIRE(result.file);
  const auto& move = std::get<ast::Move>(result.file->items[0].node);
  const auto& rows = *move.laps;
  CHECK(move.from_note->text == "1");
  CHECK(move.choices[0].note->text == "2");
  CHECK(move.requirements[0].note->text == "3");
  CHECK(move.steps[0].note->text == "4");
  CHECK(rows[0].steps[0].note->text == "5");
  CHECK_FALSE(rows[0].steps[1].note);
  CHECK(rows[0].note->text == "6");
  CHECK(rows[1].steps[0].note->text == "7");
  CHECK(rows[1].note->text == "8");
  CHECK(move.note->text == "9");
  CHECK(result.file->items[1].note->text == "10");
}

TEST_CASE("extension", "[parse]") {
  const Parsed result = parsed(
      "game \"x\" extends \"../kpe.mnc\"\nreplace option a: 1..3 = 2\nreplace otherwise move sow { }\nreplace laps { "
      "}\n"
      "replace rule r if a: stop\nreplace rule q require b\nrule s prefer c\nremove zone front\nremove rule r\nremove "
      "laps\ndefault a = 3\n");
  INFO(result.report());
  REQUIRE(result.file);
  CHECK(result.file->base->text == "../kpe.mnc");
  CHECK(result.file->base_is_path);
  const auto& items = result.file->items;
  CHECK(items[0].replace);
  CHECK(std::get<ast::Move>(items[1].node).otherwise);
  CHECK(std::get<ast::Row>(items[3].node).rule->text == "r");
  CHECK(std::get<ast::Requirement>(items[4].node).rule->text == "q");
  CHECK_FALSE(items[5].replace);
  CHECK(std::get<ast::Remove>(items[6].node).kind == "zone");
  CHECK(std::get<ast::Remove>(items[7].node).rule);
  CHECK(std::get<ast::Remove>(items[8].node).kind == "laps");
  CHECK(std::get<ast::Default>(items[9].node).value.text == "3");
}

TEST_CASE("every clause", "[parse]") {
  const Parsed result = parsed_clauses(
      "names \"a\", \"b\" people \"c\"\nboard { rows 2 columns columns seeds 2 * n stores reserve 3 shared start \"1 / "
      "2\" layout { \"a1\" \"A1\" } }\n"
      "circuit A1..A6, store, a1..a6\ncircuit inner = A1..A6, opponent's store\nstate f: flag for each pit = "
      "yes\nstate n: 0..9 for each player\n"
      "state p: pit\noption o: a | b = a \"text\"\ndefine d = 1\nwhenever front is emptied: clear n\nafter each move { "
      "again }\n"
      "endless after 100 laps: stop when endless is stop, draw when endless is draw, otherwise mover loses\nwinner fewest seeds\nmatch best of 3, "
      "starter loser\n"
      "each seed { if it holds 4: capture it for owner of it }\nend { if a: draw }\n");
  INFO(result.report());
  REQUIRE(result.file);
  CHECK(result.file->items.size() == 17);
}
