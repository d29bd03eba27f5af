// Game: picks the engine for a position; Session: a game being played.
#include "interpreter/game.h"

#include <numeric>

#include "interpreter/engine.h"
#include "interpreter/lower.h"

namespace mnc::engine {

namespace {

std::unique_ptr<AnyEngine> narrow_engine(const std::shared_ptr<const Program>& program) {
  const int seeds = program->total_seeds;
  if (fits<Shape16>(*program, seeds)) return make_engine_16(program);
  if (fits<Shape32>(*program, seeds)) return make_engine_32(program);
  if (fits<Shape64>(*program, seeds)) return make_engine_64(program);
  if (fits<Shape128>(*program, seeds)) return make_engine_128(program);
  return nullptr;
}

int seeds_in(const Position& p) {
  return std::accumulate(p.seeds.begin(), p.seeds.end(), 0) + p.reserve[0] + p.reserve[1] + p.won[0] + p.won[1];
}

}  // namespace

Game::Game() = default;
Game::~Game() = default;

std::unique_ptr<Game> Game::make(const grammar::Ruleset& ruleset, std::string& error) {
  Lowered lowered = lower(ruleset);
  if (!lowered.program) {
    error = lowered.error;
    return nullptr;
  }
  std::unique_ptr<Game> game(new Game);
  game->ruleset_ = std::make_shared<const grammar::Ruleset>(ruleset);
  game->program_ = std::make_shared<const Program>(std::move(*lowered.program));
  game->clauses_ = clauses_of(ruleset);
  game->plain_ = engines_of(game->program_);
  return game;
}

Game::Engines Game::engines_of(const std::shared_ptr<const Program>& program) {
  return {narrow_engine(program), make_engine_wide(program)};
}

const Game::Engines& Game::noting() const {
  std::call_once(noted_, [this] {
    Lowered lowered = lower(*ruleset_, true);
    // At the limit of size nothing is noted.
    noting_ = engines_of(lowered.program ? std::make_shared<const Program>(std::move(*lowered.program)) : program_);
  });
  return noting_;
}

const AnyEngine& Game::engine_for(const Position& position, bool noted) const {
  const Engines& engines = noted ? noting() : plain_;
  return engines.narrow && seeds_in(position) <= 255 ? *engines.narrow : *engines.wide;
}

Position Game::start() const { return program_->start; }

void Game::moves(const Position& position, std::vector<Move>& out, Fired* fired) const {
  engine_for(position, fired != nullptr).moves(position, out, fired);
}

Successor Game::play(const Position& position, const Move& move, Fired* fired) const {
  Successor out{position, {}};
  if (!engine_for(position, fired != nullptr).play(out.position, move, out.report, fired)) out.position = position;
  return out;
}

std::vector<int> Game::questions(const Position& position, const Move& move) const {
  return engine_for(position).questions(position, move);
}

Ending Game::ending(const Position& position, int occurrences, Fired* fired) const {
  Ending out = engine_for(position, fired != nullptr).ending(position, occurrences, fired);
  if (out.result != Result::None) return out;
  std::vector<Move> list;
  moves(position, list);
  if (list.empty()) out.result = Result::Void;
  return out;
}

Ending Game::endless_ending(const Position& position) const {
  Ending out = engine_for(position).ending(position, 1, nullptr);
  out.row = -1;
  out.endless = true;
  out.result = endless_result(*program_, position.mover);
  return out;
}

NextRound Game::next_round(const Position& over, int occurrences, int starter, Result result, Fired* fired) const {
  NextRound out;
  out.start = over;
  out.result = engine_for(over, fired != nullptr).next_round(out.start, occurrences, fired);
  const int next = next_starter(*ruleset_, starter, over.last_mover, result);
  out.start.mover = static_cast<std::uint8_t>(next);
  out.start.last_mover = static_cast<std::uint8_t>(1 - next);
  return out;
}

std::uint64_t Game::hash(const Position& p) const {
  std::uint64_t h = 0xcbf29ce484222325u;
  const auto add = [&h](std::uint64_t v) {
    h = (h ^ v) * 0x9e3779b97f4a7c15u;
    h ^= h >> 29;
  };
  for (int i = 0; i < program_->size; ++i) add(p.seeds[static_cast<std::size_t>(i)]);
  for (std::size_t i = 0; i < 2; ++i) {
    add(p.reserve[i]);
    add(p.won[i]);
    for (const auto& value : p.values) add(static_cast<std::uint16_t>(value[i]));
  }
  for (const Program::PitFlag& flag : program_->flags)
    for (int i = 0; i < program_->size; ++i) add(p.pit_flags[flag.state][flag.player][static_cast<std::size_t>(i)]);
  add(p.mover);
  return h;
}

std::uint64_t Game::perft(const Position& position, int depth) const { return engine_for(position).perft(position, depth); }

std::uint32_t Game::interpreted() const {
  const auto kinds = static_cast<int>(ruleset_->kinds.size());
  return engine_for(start()).interpreted() & static_cast<std::uint32_t>((std::uint64_t{1} << kinds) - 1);
}

std::unique_ptr<RandomGames> Game::random_games(const Position& from) const { return engine_for(from).random_games(from); }

std::unique_ptr<Line> Game::line(const Position& from, Fired* fired) const { return engine_for(from, fired != nullptr).line(fired); }

Session::Session(const Game& game, const Position& from) : game_(&game), position_(from), starter_(from.mover) { arrive(); }

NextRound Session::next_round() const {
  return game_->next_round(position_, seen_.at(game_->hash(position_)), starter_, ending_.result);
}

void Session::arrive() {
  const int occurrences = ++seen_[game_->hash(position_)];
  ending_ = game_->ending(position_, occurrences);
  moves_.clear();
  if (!over()) game_->moves(position_, moves_);
}

MoveReport Session::play(const Move& move) {
  const Successor next = game_->play(position_, move);
  if (next.report.endless) {
    ending_ = game_->endless_ending(position_);
    moves_.clear();
    return next.report;
  }
  position_ = next.position;
  arrive();
  return next.report;
}

int next_starter(const grammar::Ruleset& rules, int starter, int last_mover, Result result) {
  const bool won = result == Result::South || result == Result::North;
  const int winner = result == Result::South ? kSouth : kNorth;
  switch (rules.match_starter) {
    case grammar::Ruleset::Alternates: return 1 - starter;
    case grammar::Ruleset::Loser: return won ? 1 - winner : starter;
    case grammar::Ruleset::Winner: return won ? winner : starter;
    case grammar::Ruleset::LastMover: return last_mover;
  }
  return starter;
}

bool prints_ply(const Game& game) { return game.program().uses_ply; }
bool prints_last_mover(const Game& game) { return game.program().uses_last_mover && game.program().uses_again; }

}  // namespace mnc::engine
