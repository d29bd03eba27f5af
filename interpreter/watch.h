// Plays one game of a plan move by move: for any players, and for what only watching shows.
#pragma once

#include <array>
#include <atomic>
#include <memory>
#include <string>

#include "interpreter/game.h"
#include "interpreter/line.h"
#include "interpreter/players/player.h"
#include "interpreter/tally.h"

namespace mnc::engine {

struct SimulationPlan;
struct PlayedGame;

// A thread's own: lines of play and players. The plan must outlive it.
class GameTable {
 public:
  GameTable(const Game& game, const SimulationPlan& plan, const std::atomic<bool>& stop)
      : game_(game), plan_(plan), stop_(stop) {}

  // Plays game number out.number; its moves are written if the plan wants records. Two random players play what
  // RandomGames plays. False if it was stopped.
  bool play(const Position& from, PlayedGame& out, GameDetails* details);
  // What follows the game just played. Precondition: it has a result, not by an endless move; the ruleset has rounds.
  [[nodiscard]] NextRound next_round(const PlayedGame& played, Fired* fired) const;

 private:
  void prepare(const Position& from);
  bool step(PlayedGame& out, GameDetails* details, Random& random);
  void settle(const Move& move);

  const Game& game_;
  const SimulationPlan& plan_;
  const std::atomic<bool>& stop_;
  std::array<std::unique_ptr<Player>, 2> players_;
  Fired fired_;
  std::unique_ptr<Line> line_;      // the game, with notes of the clauses if details are wanted
  std::unique_ptr<Line> thinking_;  // the same without notes, for the players; only beside a noting line
  Turn turn_;
  int leader_ = 0;                 // 1 South, -1 North, 0: nobody yet
  int ahead_ = 0;                  // the same now; 0: even
  std::uint32_t ahead_since_ = 0;  // plies played when it became so
};

}  // namespace mnc::engine
