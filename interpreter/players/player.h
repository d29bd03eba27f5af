// Players: who chooses a move. All of them know only the program, so they play every game.
// Comes in: the line of play, its legal moves, random numbers. Goes out: one of the moves.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "interpreter/line.h"

namespace mnc::engine {

// A player as it is named everywhere: `NAME` or `NAME:setting=value:setting=value`.
//   random               every legal move, with its answers, is as likely as every other
//   greedy               a move that captures most; ties at random
//   alphabeta:depth=N    looks N plies ahead (1 to 40); ties at random. `quiet=N`: goes up to N plies further as long as
//                        seeds are captured (0 to 20)
//   alphabeta:ms=N       deeper and deeper for N milliseconds (1 to 3600000); its games cannot be repeated exactly
//   mcts:playouts=N      upper confidence bounds on trees, N random games a move (1 to 1000000)
// `epsilon=X` (0 to 1), for all but random: with this chance a move is random.
struct PlayerSpec {
  enum Kind : std::uint8_t { RandomMoves, Greedy, AlphaBeta, Mcts } kind = RandomMoves;
  int depth = 0;         // AlphaBeta: plies; 0: by time
  int milliseconds = 0;  // AlphaBeta: 0: by depth
  int quiet = 0;         // AlphaBeta
  int playouts = 0;      // Mcts
  double epsilon = 0;
  std::string text = "random";  // in its canonical form

  [[nodiscard]] bool is_random() const { return kind == RandomMoves; }
  // Whether the same seed gives the same moves.
  [[nodiscard]] bool repeatable() const { return milliseconds == 0; }
};
// The error says what there is, and what was probably meant.
[[nodiscard]] std::variant<PlayerSpec, std::string> read_player(std::string_view text);

// South's and North's, parted by a comma; one alone plays both.
[[nodiscard]] std::variant<std::array<PlayerSpec, 2>, std::string> read_pair(std::string_view text);

class Player {
 public:
  Player() = default;
  Player(const Player&) = delete;
  Player& operator=(const Player&) = delete;
  virtual ~Player() = default;
  // A new game begins: nothing of the ones before may matter.
  virtual void new_game() {}
  // The number of a move of turn.moves, which is what line.look() gives and not empty. The line is left as it was.
  // A move may depend on the game so far and on `random` alone (if the player is repeatable).
  [[nodiscard]] virtual std::size_t choose(Line& line, const Turn& turn, Random& random) = 0;
};
[[nodiscard]] std::unique_ptr<Player> make_player(const PlayerSpec& spec);

// ---- for the players themselves ------------------------------------------------------------------------------------

// Scores are from South's side; a win is worth kWin less the plies to it, a draw and a void game nothing.
inline constexpr int kWin = 1'000'000;
[[nodiscard]] int score_of(Result result, int ply);
// Of a game that goes on: the lead by the winner clause, else the seeds on the board; a little for what is movable.
[[nodiscard]] int evaluate(Line& line);

std::unique_ptr<Player> make_alphabeta(const PlayerSpec& spec);
std::unique_ptr<Player> make_mcts(const PlayerSpec& spec);

}  // namespace mnc::engine
