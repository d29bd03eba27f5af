// A game being played, and looked ahead from: positions on a stack, each with its legal moves, its end, and how often it
// has been there. What players and the simulation go through; fast for what much play has compiled. And whole random games.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "interpreter/position.h"
#include "interpreter/random.h"

namespace mnc::engine {

// The start of a turn.
struct Turn {
  Ending ending;            // result None: the game goes on
  std::vector<Move> moves;  // legal; the order depends on the program alone
};

// What a position has that may be worth something, by player.
struct Features {
  std::array<int, 2> measure{};   // what the winner clause compares; without one: won and in store
  std::array<int, 2> seeds{};     // in own pits and in reserve
  std::array<int, 2> occupied{};  // own pits
};

// For one thread at a time.
class Line {
 public:
  Line() = default;
  Line(const Line&) = delete;
  Line& operator=(const Line&) = delete;
  virtual ~Line() = default;

  // What a game is won by when nobody has won at once: the `winner` clause.
  enum class Aim : std::uint8_t { Most, Fewest, Measure, Moves };  // seeds, seeds, a number, (no clause) the last move
  [[nodiscard]] virtual Aim aim() const = 0;

  // Begins a game; all before is forgotten.
  virtual void start(const Position& from) = 0;
  // How the game stands at the position on top. With no move and no row of `end` that holds it is void.
  virtual void look(Turn& turn) = 0;
  // The number of a move of `turn`, which look() has just given and which has some, as RandomGames draws it.
  [[nodiscard]] virtual std::size_t draw(const Turn& turn, Random& random) = 0;
  // Plays one of the moves; the position it leads to is on top now. False if the move is endless: nothing has changed.
  [[nodiscard]] virtual bool play(const Move& move, MoveReport& report) = 0;
  // Takes the last move back. Precondition: it is not settled.
  virtual void back() = 0;
  // The position on top is the game's now: what was played since the last time cannot be taken back.
  virtual void settle() = 0;

  [[nodiscard]] virtual int mover() const = 0;
  [[nodiscard]] virtual Position position() const = 0;
  // How often the position on top has been there, now included, if the rules ask for it; else 1.
  [[nodiscard]] virtual int occurrences() const = 0;
  // Equal if everything that can matter from here on is equal, up to chance (64 bits).
  [[nodiscard]] virtual std::uint64_t key() const = 0;
  [[nodiscard]] virtual Features features() = 0;
  // What an endless move of the mover makes of the game.
  [[nodiscard]] virtual Result endless_result() const = 0;
  // Plays on at random from the position on top, without changing it; None: cut after max_plies.
  [[nodiscard]] virtual Result playout(Random& random, std::uint32_t max_plies) = 0;
};

// Games from one position, with uniformly random moves (choices included). For one thread at a time.
class RandomGames {
 public:
  virtual ~RandomGames() = default;
  // Plays game number `index` of a seed. The result depends on (program, position, seed, index) alone. record: if not null,
  // gets the moves. count_moves: false if legal moves need not be counted where that costs time, because moves must be tried
  // out; then none are.
  virtual GameRecord play(std::uint64_t seed, std::uint64_t index, std::uint32_t max_plies, std::vector<Move>* record, bool count_moves = true) = 0;
};

}  // namespace mnc::engine
