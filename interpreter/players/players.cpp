// The players that look no further than a move, and the mixture of any player with random moves; see player.h.
#include "interpreter/players/player.h"

namespace mnc::engine {
namespace {

class RandomPlayer final : public Player {
 public:
  std::size_t choose(Line& line, const Turn& turn, Random& random) override { return line.draw(turn, random); }
};

class GreedyPlayer final : public Player {
 public:
  std::size_t choose(Line& line, const Turn& turn, Random& random) override {
    std::size_t best = 0;
    std::int64_t most = -2;
    std::uint32_t equal = 0;
    for (std::size_t i = 0; i < turn.moves.size(); ++i) {
      MoveReport report;
      std::int64_t captured = -1;  // an endless move
      if (line.play(turn.moves[i], report)) {
        captured = report.captured;
        line.back();
      }
      if (captured > most) most = captured, equal = 0;
      // Each of the moves that are equal so far is kept with the same chance.
      if (captured == most && (++equal == 1 || random.below(equal) == 0)) best = i;
    }
    return best;
  }
};

class Mixture final : public Player {
 public:
  Mixture(std::unique_ptr<Player> player, double epsilon) : player_(std::move(player)), epsilon_(epsilon) {}
  void new_game() override { player_->new_game(); }
  std::size_t choose(Line& line, const Turn& turn, Random& random) override {
    constexpr double kUnit = 1.0 / 9007199254740992.0;  // 2^-53
    const bool at_random = static_cast<double>(random.next() >> 11) * kUnit < epsilon_;
    return at_random ? line.draw(turn, random) : player_->choose(line, turn, random);
  }

 private:
  std::unique_ptr<Player> player_;
  double epsilon_;
};

std::unique_ptr<Player> make_plain(const PlayerSpec& spec) {
  switch (spec.kind) {
    case PlayerSpec::RandomMoves: return std::make_unique<RandomPlayer>();
    case PlayerSpec::Greedy: return std::make_unique<GreedyPlayer>();
    case PlayerSpec::AlphaBeta: return make_alphabeta(spec);
    case PlayerSpec::Mcts: return make_mcts(spec);
  }
  return nullptr;
}

}  // namespace

std::unique_ptr<Player> make_player(const PlayerSpec& spec) {
  std::unique_ptr<Player> player = make_plain(spec);
  if (spec.epsilon <= 0) return player;
  return std::make_unique<Mixture>(std::move(player), spec.epsilon);
}

int evaluate(Line& line) {
  const Features f = line.features();
  const int lead = f.measure[0] - f.measure[1], seeds = f.seeds[0] - f.seeds[1], pits = f.occupied[0] - f.occupied[1];
  switch (line.aim()) {
    case Line::Aim::Most: return 16 * lead + 2 * seeds + pits;
    case Line::Aim::Fewest: return -16 * lead - 2 * seeds + pits;
    case Line::Aim::Measure: return 16 * lead + pits;
    case Line::Aim::Moves: return 16 * seeds + 4 * pits;
  }
  return 0;
}

int score_of(Result result, int ply) {
  switch (result) {
    case Result::South: return kWin - ply;
    case Result::North: return ply - kWin;
    case Result::Draw:
    case Result::Void:
    case Result::None: return 0;
  }
  return 0;
}

}  // namespace mnc::engine
