// The engine's front door: a game made from a checked ruleset, ready to be played.
// A Game is immutable and may be used from several threads at once. Nothing here throws but for lack of memory.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "grammar/ruleset.h"
#include "interpreter/clauses.h"
#include "interpreter/line.h"
#include "interpreter/position.h"

namespace mnc::engine {

struct Program;
class AnyEngine;

// What a legal move leads to.
struct Successor {
  Position position;   // with the turn passed on; as before the move if report.endless
  MoveReport report;
};

// What follows a round.
struct NextRound {
  Result result = Result::None;  // of the match; None: it goes on
  Position start;                // of the next round
};

class Game {
 public:
  // Null, with a message in a rule author's words, if a documented limit of size is passed.
  [[nodiscard]] static std::unique_ptr<Game> make(const grammar::Ruleset& ruleset, std::string& error);
  ~Game();
  Game(const Game&) = delete;
  Game& operator=(const Game&) = delete;

  [[nodiscard]] const Program& program() const { return *program_; }
  // Names, options and the drawing of the board; the rules in force.
  [[nodiscard]] const grammar::Ruleset& ruleset() const { return *ruleset_; }

  // The clauses that can fire, by number.
  [[nodiscard]] const std::vector<Clause>& clauses() const { return clauses_; }

  [[nodiscard]] Position start() const;
  // The legal moves in a fixed order (kinds as written, pits A1…, answers as listed). Does not ask whether the game is
  // over: see ending().
  // fired, here and below: if not null, the clauses that fire are added to it, of the moves those that rule some out.
  void moves(const Position& position, std::vector<Move>& out, Fired* fired = nullptr) const;
  // Precondition: move is one of moves(position).
  [[nodiscard]] Successor play(const Position& position, const Move& move, Fired* fired = nullptr) const;
  // The questions that a move answers, in order: indices into Program::questions.
  [[nodiscard]] std::vector<int> questions(const Position& position, const Move& move) const;
  // How the game stands before a turn; occurrences: how often this position has been there, now included (from 1).
  // A game whose player to move has no move, and no row of `end` says what that means, is void.
  [[nodiscard]] Ending ending(const Position& position, int occurrences, Fired* fired = nullptr) const;
  // How the game ends if the mover of `position` plays an endless move.
  [[nodiscard]] Ending endless_ending(const Position& position) const;
  // From a position in which a round is over to the start of the next one. Precondition: the ruleset has rounds.
  // starter: who began the round; result: of it.
  [[nodiscard]] NextRound next_round(const Position& over, int occurrences, int starter, Result result, Fired* fired = nullptr) const;
  // Positions that count as the same have equal hashes: ply and last_mover do not count.
  [[nodiscard]] std::uint64_t hash(const Position& p) const;

  // Number of move sequences of exactly depth plies; a finished game has no successors.
  [[nodiscard]] std::uint64_t perft(const Position& position, int depth) const;
  // Kinds of moves that are not compiled to machine code when much is played (a bit set); all of them without a compiler.
  [[nodiscard]] std::uint32_t interpreted() const;
  // Random games from a position; they must not outlive this.
  [[nodiscard]] std::unique_ptr<RandomGames> random_games(const Position& from) const;
  // A line of play for a thread of its own; it must not outlive the game. from: what it will start from, or a position
  // with as many seeds. fired: if not null, gets the clauses that fire; playing is slower then.
  [[nodiscard]] std::unique_ptr<Line> line(const Position& from, Fired* fired = nullptr) const;

 private:
  Game();
  // The engines for one program.
  struct Engines {
    std::unique_ptr<AnyEngine> narrow;  // null if only the wide one will do
    std::unique_ptr<AnyEngine> wide;
  };
  static Engines engines_of(const std::shared_ptr<const Program>& program);
  [[nodiscard]] const AnyEngine& engine_for(const Position& position, bool noting = false) const;
  [[nodiscard]] const Engines& noting() const;
  std::shared_ptr<const grammar::Ruleset> ruleset_;
  std::shared_ptr<const Program> program_;
  std::vector<Clause> clauses_;
  Engines plain_;
  mutable std::once_flag noted_;
  mutable Engines noting_;  // of a program that notes which clauses fire; made when it is first asked for
};

// A game being played: the position, how often each position has been there, and whether it is over.
class Session {
 public:
  explicit Session(const Game& game) : Session(game, game.start()) {}
  Session(const Game& game, const Position& from);

  [[nodiscard]] const Game& game() const { return *game_; }
  [[nodiscard]] const Position& position() const { return position_; }
  [[nodiscard]] const Ending& ending() const { return ending_; }
  [[nodiscard]] bool over() const { return ending_.result != Result::None; }
  // Empty if the game is over.
  [[nodiscard]] const std::vector<Move>& moves() const { return moves_; }
  // Precondition: move is one of moves().
  MoveReport play(const Move& move);
  // Precondition: over(), not by an endless move, and the ruleset has rounds.
  [[nodiscard]] NextRound next_round() const;

 private:
  void arrive();
  const Game* game_;
  Position position_;
  Ending ending_;
  int starter_ = kSouth;
  std::vector<Move> moves_;
  std::unordered_map<std::uint64_t, int> seen_;
};

// Who begins the game after one that `starter` began and `last_mover` ended. A draw changes no `loser` or `winner`.
[[nodiscard]] int next_starter(const grammar::Ruleset& rules, int starter, int last_mover, Result result);

// Whether positions of this game have to print these to be complete.
[[nodiscard]] bool prints_ply(const Game& game);
[[nodiscard]] bool prints_last_mover(const Game& game);

}  // namespace mnc::engine
