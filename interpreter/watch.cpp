// Plays one game move by move; see watch.h.
#include "interpreter/watch.h"

#include <algorithm>

#include "interpreter/notation.h"
#include "interpreter/program.h"
#include "interpreter/simulate.h"

namespace mnc::engine {
namespace {

int sign(int n) { return (n > 0) - (n < 0); }

// Who leads by the winner clause: 1 South, -1 North, 0 nobody.
int ahead(Line& line) {
  const Features f = line.features();
  switch (line.aim()) {
    case Line::Aim::Most:
    case Line::Aim::Measure: return sign(f.measure[0] - f.measure[1]);
    case Line::Aim::Fewest: return sign(f.measure[1] - f.measure[0]);
    case Line::Aim::Moves: return 0;
  }
  return 0;
}

}  // namespace

void GameTable::prepare(const Position& from) {
  if (!line_) {
    line_ = game_.line(from, plan_.details ? &fired_ : nullptr);
    if (plan_.details) thinking_ = game_.line(from, nullptr);
    for (std::size_t i = 0; i < 2; ++i) players_[i] = make_player(plan_.players[i]);
  }
  line_->start(from);
  if (thinking_) thinking_->start(from);
  for (const auto& player : players_) player->new_game();
  fired_.clear();
  leader_ = ahead_ = ahead(*line_);
  ahead_since_ = 0;
}

void GameTable::settle(const Move& move) {
  line_->settle();
  if (!thinking_) return;
  MoveReport ignored;
  (void)thinking_->play(move, ignored);  // it is not endless: the other line has played it
  thinking_->settle();
}

// One turn; false if the game is over.
bool GameTable::step(PlayedGame& out, GameDetails* details, Random& random) {
  GameRecord& record = out.record;
  line_->look(turn_);
  record.ending = turn_.ending;
  if (turn_.ending.result != Result::None) return false;
  if (record.plies >= plan_.max_plies) {
    record.unfinished = true;
    return false;
  }
  const int mover = line_->mover();
  Line& thinking = thinking_ ? *thinking_ : *line_;
  const Move move = turn_.moves[players_[static_cast<std::size_t>(mover)]->choose(thinking, turn_, random)];
  if (plan_.record)
    out.moves += (out.moves.empty() ? "" : " ") + move_text(game_, line_->position(), move, turn_.moves);
  ++record.plies;
  record.counted = record.plies;
  record.branching += turn_.moves.size();
  record.forced += turn_.moves.size() == 1;
  MoveReport did;
  if (!line_->play(move, did)) {
    ++record.endless;
    record.ending.endless = true;
    record.ending.row = -1;
    record.ending.result = line_->endless_result();
    return false;
  }
  settle(move);
  record.last_mover = mover;
  record.laps += did.laps;
  record.longest = std::max(record.longest, did.laps);
  record.captured += did.captured;
  if (details == nullptr) return true;
  details->capturing += did.captured > 0;
  const int now = ahead(*line_);
  if (now != ahead_) ahead_since_ = record.plies;
  ahead_ = now;
  if (now != 0 && now == -leader_) ++details->lead_changes;
  if (now != 0) leader_ = now;
  return true;
}

NextRound GameTable::next_round(const PlayedGame& played, Fired* fired) const {
  return game_.next_round(line_->position(), line_->occurrences(), played.record.starter, played.record.ending.result,
                          fired);
}

bool GameTable::play(const Position& from, PlayedGame& out, GameDetails* details) {
  prepare(from);
  out.record.starter = from.mover;
  out.record.last_mover = from.last_mover;
  Random random(plan_.seed, out.number);
  if (details != nullptr) details->clauses.assign(game_.clauses().size(), 0);
  for (bool goes_on = true; goes_on;) {
    goes_on = step(out, details, random);
    for (const std::uint16_t clause : fired_) ++details->clauses[clause];  // they are noted for details only
    fired_.clear();
    if (goes_on && stop_.load(std::memory_order_relaxed)) return false;
  }
  if (details == nullptr) return true;
  const Result result = out.record.ending.result;
  const int winner = result == Result::South ? 1 : result == Result::North ? -1 : 0;
  details->led_from = winner != 0 && winner == ahead_ ? ahead_since_ : out.record.plies;
  return true;
}

}  // namespace mnc::engine
