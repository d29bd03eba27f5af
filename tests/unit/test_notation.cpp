// Positions and moves as text, both ways. What is expected comes from the notation (docs/notation.md) unless said.
#include <algorithm>
#include <set>

#include "interpreter/notation.h"
#include "interpreter/quote.h"
#include "tests/support/catch.h"
#include "tests/support/everything.h"
#include "tests/support/game.h"

namespace {

using namespace mnc::engine;
using mnc::bundled_game;
using mnc::game_of;
using mnc::kEverything;

std::string ruleset(const std::string& board, const std::string& move) {
  return "game \"Small\"\nboard { " + board + " }\n" + move + R"(
end { if mover cannot move: each takes own pits }
winner most seeds
)";
}

const std::string kDirections = "move sow { from own pits where occupied  choose direction  lift all  sow }";

Position read(const Game& game, const std::string& text) {
  const auto result = read_position(game, text);
  if (const auto* error = std::get_if<TextError>(&result)) FAIL(error->message);
  return std::get<ReadPosition>(result).position;
}

// The error, with the part of the text that it points to.
std::string error_of(const Game& game, const std::string& text) {
  const auto result = read_position(game, text);
  const auto* error = std::get_if<TextError>(&result);
  if (error == nullptr) return "none";
  return "<" + text.substr(error->begin, error->end - error->begin) + "> " + error->message;
}

std::vector<Move> legal_moves(const Game& game, const Position& position) {
  std::vector<Move> moves;
  game.moves(position, moves);
  return moves;
}

std::set<std::string> names(const Game& game, const Position& position) {
  const std::vector<Move> moves = legal_moves(game, position);
  std::set<std::string> result;
  for (const Move& move : moves) result.insert(move_text(game, position, move, moves));
  CHECK(result.size() == moves.size());  // no two moves are written alike
  return result;
}

std::string move_error(const Game& game, const Position& position, const std::string& text) {
  const auto result = read_move(game, position, text, legal_moves(game, position));
  const auto* error = std::get_if<TextError>(&result);
  return error == nullptr ? "none" : error->message;
}

// The position after a move from the start, as its board.
std::string board_after(const Game& game, const Position& from, const std::string& text) {
  const auto move = read_move(game, from, text, legal_moves(game, from));
  if (const auto* error = std::get_if<TextError>(&move)) FAIL(error->message);
  return board_text(game, game.play(from, std::get<Move>(move)).position);
}

}  // namespace

TEST_CASE("positions are written as the notation has them", "[notation]") {
  const auto kpe = bundled_game("kpe");
  const Position start = kpe->start();
  CHECK(board_text(*kpe, start) == "6 6 6 6 / 6 6 6 6");
  CHECK(position_text(*kpe, start) == "6 6 6 6 / 6 6 6 6; S; won=0,0; opened=0000,0000");
  CHECK(position_text(*kpe, start, true) == "6 6 6 6 / 6 6 6 6; S");
  CHECK(position_text(*kpe, read(*kpe, "6 7 7 7 / 0 7 7 7; N; opened=1000,0000")) ==
        "6 7 7 7 / 0 7 7 7; N; won=0,0; opened=1000,0000");
  const auto bao = bundled_game("bao-la-kete");
  CHECK(position_text(*bao, bao->start(), true) ==
        "0 0 0 0 0 0 0 0 / 0 2 2 6 0 0 0 0 / 0 0 0 0 6 2 2 0 / 0 0 0 0 0 0 0 0; S");
}

TEST_CASE("rows and pits are where South sees them", "[notation]") {
  const auto kpe = bundled_game("kpe");
  const Position position = read(*kpe, "1 2 3 4 / 5 6 7 8; S");
  CHECK(slot_text(*kpe, 0) == "A1");
  CHECK(position.seeds[0] == 5);  // A1: South's left
  CHECK(slot_text(*kpe, 4) == "a1");
  CHECK(position.seeds[4] == 4);  // a1: North's left, South's right
  CHECK(slot_text(*kpe, kNoSlot) == "-");
}

TEST_CASE("every field is read back as it was written", "[notation]") {
  const auto game = game_of(kEverything);
  const std::string text =
      "1 2 3 4 / 5 6 0 7; N; reserve=3,4; store=5,6; marked=1010,0001; opened=1,0; started=1; rounds=9,3; tempo=300; "
      "post=a4,-; focus=A1; way=clockwise; habit=counterclockwise,clockwise";
  const Position position = read(*game, text);
  CHECK(position_text(*game, position) == text);
  CHECK(read(*game, position_text(*game, position, true)) == position);
  CHECK(position_text(*game, game->start(), true) == "2 2 2 2 / 2 2 2 2; S");
  CHECK(error_of(*game, "2 2 2 2 / 2 2 2 2; S; way=left") == "<left> `left` is not a direction: `clockwise` or `counterclockwise`");
}

TEST_CASE("directions where nothing is clockwise are forwards and backwards", "[notation]") {
  const auto game = game_of(ruleset("layout { \"A1 A2 A3\" } shared seeds 2",
                                    "state way: direction\nmove sow { from own pits where occupied  lift all  sow way  set way to reversed }"));
  const std::string text = "2 2 2; S; way=backwards";
  CHECK(position_text(*game, read(*game, text)).find("way=backwards") != std::string::npos);
  CHECK(position_text(*game, game->start()).find("way=forwards") != std::string::npos);
}

TEST_CASE("gaps of a layout are written as `-`", "[notation]") {
  const auto game = game_of(ruleset("layout { \"a3 a2 a1\" \"- A1 -\" } seeds 2",
                                    "move sow { from own pits where occupied  lift all  sow forwards }"));
  CHECK(board_text(*game, game->start()) == "2 2 2 / - 2 -");
  CHECK(read(*game, "2 2 2 / - 2 -; S") == game->start());
  CHECK(read(*game, "2 2 2 / 2; S") == game->start());
}

TEST_CASE("white space and line ends around a position do not matter", "[notation]") {
  const auto kpe = bundled_game("kpe");
  const Position expected = read(*kpe, "6 7 7 7 / 0 7 7 7; N; opened=1000,0000");
  CHECK(read(*kpe, "  6 7  7 7/0 7 7 7 ;N;opened = 1000 , 0000;\r\n") == expected);
  CHECK(read(*kpe, "6 6 6 6 / 6 6 6 6") == kpe->start());
}

TEST_CASE("a position that cannot be read says which part is wrong", "[notation]") {
  const auto kpe = bundled_game("kpe");
  CHECK(error_of(*kpe, "") == "<> the position does not begin with the rows of the board");
  CHECK(error_of(*kpe, "6 6 6 6; S") == "<6 6 6 6> the board has 2 rows, not 1");
  CHECK(error_of(*kpe, "6 6 6 / 6 6 6 6; S") == "<6 6 6> row 1 of the board has 4 pits, not 3");
  CHECK(error_of(*kpe, "6 6 x 6 / 6 6 6 6; S") == "<x> `x` is not a number of seeds");
  CHECK(error_of(*kpe, "6 6 -1 6 / 6 6 6 6; S") == "<-1> `-1` is not a number of seeds");
  CHECK(error_of(*kpe, "6 6 1024 6 / 6 6 6 6; S") == "<1024> `1024` is too many seeds: at most 1023");
  CHECK(error_of(*kpe, "6 6 99999999999999999999 6 / 6 6 6 6; S").starts_with("<99999999999999999999>"));
  CHECK(error_of(*kpe, "6 6 6 6 / 6 6 6 6; W") == "<W> `W` is not a player: the player to move is `S` or `N`");
  CHECK(error_of(*kpe, "6 6 6 6 / 6 6 6 6; S; wun=1,2") ==
        "<wun> positions of this game have no `wun`; they have `won`, `opened`");
  CHECK(error_of(*kpe, "6 6 6 6 / 6 6 6 6; S; won=1") ==
        "<won=1> `won` takes two values, South's and North's: `won=South,North`");
  CHECK(error_of(*kpe, "6 6 6 6 / 6 6 6 6; S; won=1,2; won=1,2") == "<won> `won` is given twice");
  CHECK(error_of(*kpe, "6 6 6 6 / 6 6 6 6; S; opened=10,0000") ==
        "<10> `10` is not a mark for each of 4 pits: write as many digits `0` or `1`, pit by pit");
  CHECK(error_of(*kpe, "6 6 6 6 / 6 6 6 6; S; won=1000,1000").find("the seeds add up to 2048: at most 1023") !=
        std::string::npos);
  CHECK(error_of(*kpe, "6 6 \x1b[31m 6 / 6 6 6 6; S").find('\x1b', 12) == std::string::npos);
}

TEST_CASE("seeds that do not add up are only warned of", "[notation]") {
  const auto kpe = bundled_game("kpe");
  const auto result = read_position(*kpe, "0 0 0 1 / 0 0 0 1; S");
  REQUIRE(std::holds_alternative<ReadPosition>(result));
  CHECK(std::get<ReadPosition>(result).warning == "the seeds add up to 2, not to the game's 48");
  CHECK(std::get<ReadPosition>(read_position(*kpe, "0 0 0 1 / 0 0 0 1; S; won=46,0")).warning.empty());
}

TEST_CASE("directions are written as the mover sees them", "[notation]") {
  const auto two = game_of(ruleset("rows 2 columns 4 seeds 1", kDirections));
  // South's row of a two-row board runs to the right counterclockwise; so does North's as North sees it.
  CHECK(board_after(*two, two->start(), "A2>") == "1 1 1 1 / 1 0 2 1");
  CHECK(board_after(*two, two->start(), "A2<") == "1 1 1 1 / 2 0 1 1");
  CHECK(board_after(*two, read(*two, "1 1 1 1 / 1 1 1 1; N"), "a2>") == "1 2 0 1 / 1 1 1 1");
  CHECK(board_after(*two, read(*two, "1 1 1 1 / 1 1 1 1; N"), "a2<") == "1 1 0 2 / 1 1 1 1");
  // At the end of the row the hand leaves as it would have come: on to the right from A4 is round the corner.
  CHECK(board_after(*two, two->start(), "A4>") == "1 1 1 2 / 1 1 1 0");
  CHECK(board_after(*two, two->start(), "A1<") == "2 1 1 1 / 0 1 1 1");
}

TEST_CASE("where both ways leave to the same side, `>` is the way listed first", "[notation]") {
  // From A1 both neighbours on the circuit, A3 and A4, lie to the right and not beside it.
  const auto ring = game_of("game \"T\"\nboard { layout { \"A1 A2 A3 A4\" }  shared  seeds 2 }\ncircuit A1, A3, A2, A4\n"
                            "move sow { from own pits where occupied  choose direction: backwards | forwards  lift all  sow }\n"
                            "end { if mover cannot move: stop  if occurrences = 3: draw }\nwinner most seeds\n");
  CHECK(board_after(*ring, ring->start(), "A1>") == "0 3 2 3");
  CHECK(board_after(*ring, ring->start(), "A1<") == "0 3 3 2");
}

TEST_CASE("the hand goes on into a store as it came along the row, and kinds are named before choices", "[notation]") {
  const auto game = game_of("game \"T\"\nboard { rows 2  columns 3  seeds 2  stores }\ncircuit own pits, store, opponent's pits\n"
                            "move sow { from own pits where occupied  choose direction  lift all  sow }\n"
                            "move aside { from own pits where occupied  choose direction  place 1 from it in store  lift all  sow }\n"
                            "end { if mover cannot move: stop  if occurrences = 3: draw }\nwinner most seeds\n");
  CHECK(board_after(*game, game->start(), "A3>") == "2 2 3 / 2 2 0");  // the store, a1
  CHECK(board_after(*game, game->start(), "A3<") == "2 2 2 / 3 3 0");
  CHECK(board_after(*game, game->start(), "A1=aside<") == "3 2 2 / 0 2 2");
}

TEST_CASE("from a back row `<` runs clockwise", "[notation]") {
  const auto four = game_of(ruleset("rows 4 columns 3 seeds 1", kDirections));
  const Position start = four->start();
  CHECK(board_after(*four, start, "A2>") == "1 1 1 / 1 1 1 / 1 0 2 / 1 1 1");  // clockwise: A1…A3, B3…B1
  CHECK(board_after(*four, start, "A2<") == "1 1 1 / 1 1 1 / 2 0 1 / 1 1 1");
  CHECK(board_after(*four, start, "B2<") == "1 1 1 / 1 1 1 / 1 1 1 / 2 0 1");
  CHECK(board_after(*four, start, "B3<") == "1 1 1 / 1 1 1 / 1 1 1 / 1 2 0");
  CHECK(board_after(*four, start, "B3>") == "1 1 1 / 1 1 1 / 1 1 2 / 1 1 0");  // counterclockwise, round the corner
  CHECK(board_after(*four, start, "A3>") == "1 1 1 / 1 1 1 / 1 1 0 / 1 1 2");
  CHECK(board_after(*four, read(*four, "1 1 1 / 1 1 1 / 1 1 1 / 1 1 1; N"), "b3>") == "0 1 1 / 2 1 1 / 1 1 1 / 1 1 1");
}

TEST_CASE("moves of Bao la Kete are written as its players do", "[notation]") {
  const auto bao = bundled_game("bao-la-kete");
  // Positions and moves: shared/cases/bao-la-kete-positions.yaml (Nierse's diagrams 3, 9 and 14).
  const auto legal = [&](const std::string& rows) {
    return names(*bao, read(*bao, rows + "; S; reserve=10,10; kuu_lost=0,0"));
  };
  CHECK(legal("0 0 0 0 0 0 0 0 / 1 0 1 8 1 2 0 0 / 0 0 0 0 7 0 2 1 / 0 0 0 0 0 0 0 0") ==
        std::set<std::string>{"A5<", "A5>"});
  CHECK(legal("0 0 0 0 0 0 0 0 / 4 3 1 8 0 2 5 6 / 1 2 0 0 8 0 3 4 / 0 0 0 0 0 0 0 0") ==
        std::set<std::string>{"A1", "A2", "A7", "A8"});
  CHECK(legal("0 0 0 0 0 0 0 0 / 0 3 4 8 0 2 5 6 / 0 2 1 0 8 0 3 4 / 0 0 0 0 0 0 0 0") ==
        std::set<std::string>{"A2", "A3<", "A3>", "A3>+", "A7", "A8", "A8+"});
}

TEST_CASE("every legal move reads back, in either case and with a trailing dot", "[notation]") {
  for (const char* name : {"kpe", "en-gehe", "bao-la-kete"}) {
    const auto game = bundled_game(name);
    std::vector<Move> record;
    (void)game->random_games(game->start())->play(7, 0, 60, &record);
    Session session(*game);
    for (const Move& played : record) {
      for (const Move& move : session.moves()) {
        const std::string text = move_text(*game, session.position(), move, session.moves());
        std::string other = text;
        other[0] = static_cast<char>(other[0] ^ 0x20);
        for (const std::string& written : {text, other, text + ".", " " + text + "\n"}) {
          const auto result = read_move(*game, session.position(), written, session.moves());
          REQUIRE(std::holds_alternative<Move>(result));
          CHECK(std::get<Move>(result) == move);
        }
      }
      session.play(played);
    }
  }
}

TEST_CASE("moves of different kinds that would read the same are told apart", "[notation]") {
  const auto game = game_of(ruleset("rows 2 columns 3 seeds 2",
                                    "move one { from own pits where occupied  lift 1  sow counterclockwise }\n"
                                    "move both { from own pits where occupied  lift all  sow counterclockwise }"));
  CHECK(names(*game, game->start()) == std::set<std::string>{"A1", "A1=both", "A2", "A2=both", "A3", "A3=both"});
  CHECK(board_after(*game, game->start(), "A1=both") == "2 2 2 / 0 3 3");
  CHECK(board_after(*game, game->start(), "A1=one") == "2 2 2 / 1 3 2");  // not needed, but understood
}

TEST_CASE("a pass is written as the name of its kind", "[notation]") {
  const auto game =
      game_of(ruleset("rows 2 columns 3 seeds 2",
                      "move sow { from own pits where occupied  lift all  sow counterclockwise }\nmove rest { }"));
  CHECK(names(*game, game->start()).contains("rest"));
  CHECK(board_after(*game, game->start(), "REST") == "2 2 2 / 2 2 2");
}

TEST_CASE("an illegal move from the other side of the board is told of the pit that is named", "[notation]") {
  const auto push = game_of("game \"T\"\nboard { rows 2 columns 3 seeds 2 }\n"
                            "move push { from opponent's pits where holds at least 2 lift all sow counterclockwise }\n"
                            "end { if mover cannot move: stop  if occurrences = 3: draw }\nwinner most seeds\n");
  const Position position = read(*push, "1 0 2 / 3 3 3; S");
  CHECK(move_error(*push, position, "a3") == "illegal move `a3`: no legal move starts from `a3`; legal: a1");
  CHECK(move_error(*push, position, "a2") == "illegal move `a2`: `a2` is empty; legal: a1");
  CHECK(move_error(*push, position, "A2") == "illegal move `A2`: no legal move starts from `A2`; legal: a1");
}

TEST_CASE("an illegal move says why", "[notation]") {
  const auto kpe = bundled_game("kpe");
  const Position position = read(*kpe, "6 7 7 7 / 0 7 7 7; S");
  const std::string legal = "; legal: A2, A3, A4";
  CHECK(move_error(*kpe, position, "A1") == "illegal move `A1`: `A1` is empty" + legal);
  CHECK(move_error(*kpe, position, "A9") == "illegal move `A9`: there is no pit `A9`: South's are A1 to A4" + legal);
  CHECK(move_error(*kpe, position, "A2>") == "illegal move `A2>`: `A2` takes no sign: write `A2`" + legal);
  CHECK(move_error(*kpe, position, "") == "illegal move ``: no move is given" + legal);
  CHECK(move_error(*kpe, position, "house") ==
        "illegal move `house`: a move begins with its pit, such as `A2`" + legal);
  const auto bao = bundled_game("bao-la-kete");
  CHECK(move_error(*bao, bao->start(), "A6").find("`A6` needs a sign: `A6>` or `A6<`") != std::string::npos);
  CHECK(move_error(*bao, bao->start(), "A6+").find("the moves from `A6` are `A6>` or `A6<`") != std::string::npos);
  CHECK(move_error(*bao, bao->start(), "A5>").find("no legal move starts from `A5`") != std::string::npos);
}

TEST_CASE("text in messages is safe to print", "[notation]") {
  CHECK(backquoted("Kpé") == "`Kpé`");
  CHECK(backquoted("a\x1b[1m\n") == "`a\\x1b[1m\\x0a`");
  CHECK(backquoted("\xff\xc3") == "`\\xff\\xc3`");
  CHECK(backquoted("\xc2\x9b") == "`\\xc2\\x9b`");
  CHECK(backquoted(std::string(5'000'000, 'x')).size() < 100);
  CHECK(find_not_utf8("Kpé") == std::string_view::npos);
  CHECK(find_not_utf8("ab\xed\xa0\x80") == 2);  // a surrogate
}
