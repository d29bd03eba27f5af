// Monte Carlo tree search by upper confidence bounds (L. Kocsis, C. Szepesvári 2006); see player.h.
#include <cmath>
#include <vector>

#include "interpreter/players/player.h"

namespace mnc::engine {
namespace {

constexpr double kExploration = 1.0;            // times sqrt(ln N / n); scores are 0 to 1
constexpr std::uint32_t kPlayoutPlies = 2'000;  // longer random games count as drawn
constexpr std::size_t kMaxNodes = 1'000'000;    // 64 MB; beyond, the tree grows no further
constexpr int kMaxPath = 200;

class Mcts final : public Player {
 public:
  explicit Mcts(const PlayerSpec& spec) : spec_(spec) {}

  std::size_t choose(Line& line, const Turn& turn, Random& random) override {
    if (turn.moves.size() == 1) return 0;
    nodes_.assign(1, Node{});
    expand(0, turn, line.mover());
    for (int i = 0; i < spec_.playouts; ++i) iterate(line, random);
    const Node& root = nodes_[0];
    std::size_t best = 0;
    for (std::size_t i = 1; i < root.children; ++i) {
      const Node &a = child(root, i), &b = child(root, best);
      if (a.visits > b.visits || (a.visits == b.visits && a.mean(root.mover) > b.mean(root.mover))) best = i;
    }
    return best;
  }

 private:
  struct Node {
    Move move;                // that leads here
    std::uint32_t first = 0;  // its children stand side by side
    std::uint16_t children = 0;
    std::uint8_t mover = 0;
    bool known = false;            // looked at: it has its children, or a result
    Result result = Result::None;  // of a finished game
    std::uint32_t visits = 0;
    double sum = 0;  // South's scores
    [[nodiscard]] double mean(int side) const {
      if (visits == 0) return 0;
      const double south = sum / visits;
      return side == kSouth ? south : 1 - south;
    }
  };

  [[nodiscard]] const Node& child(const Node& node, std::size_t i) const { return nodes_[node.first + i]; }

  static double south_score(Result result) {
    switch (result) {
      case Result::South: return 1;
      case Result::North: return 0;
      case Result::Draw:
      case Result::Void:
      case Result::None: return 0.5;
    }
    return 0.5;
  }

  void expand(std::size_t at, const Turn& turn, int mover) {
    nodes_[at].known = true;
    nodes_[at].mover = static_cast<std::uint8_t>(mover);
    nodes_[at].result = turn.ending.result;
    if (turn.ending.result != Result::None || nodes_.size() + turn.moves.size() > kMaxNodes) return;
    nodes_[at].first = static_cast<std::uint32_t>(nodes_.size());
    nodes_[at].children = static_cast<std::uint16_t>(turn.moves.size());
    for (const Move& move : turn.moves) nodes_.emplace_back().move = move;
  }

  // The child with the greatest upper bound; those never visited first, in an order that chance gives.
  std::size_t select(const Node& node, Random& random) const {
    std::uint32_t fresh = 0;
    std::size_t chosen = 0;
    double greatest = -1;
    const double log = std::log(static_cast<double>(node.visits) + 1);
    for (std::size_t i = 0; i < node.children; ++i) {
      const Node& next = child(node, i);
      if (next.visits == 0) {
        if (++fresh == 1 || random.below(fresh) == 0) chosen = i;
      } else if (fresh == 0) {
        const double bound = next.mean(node.mover) + kExploration * std::sqrt(log / next.visits);
        if (bound > greatest) greatest = bound, chosen = i;
      }
    }
    return node.first + chosen;
  }

  void iterate(Line& line, Random& random) {
    path_.assign(1, 0);
    int played = 0;
    bool endless = false;
    while (nodes_[path_.back()].children > 0 && played < kMaxPath) {
      const std::size_t next = select(nodes_[path_.back()], random);
      path_.push_back(next);
      MoveReport report;
      const Result if_endless = line.endless_result();
      if (!line.play(nodes_[next].move, report)) {
        nodes_[next].known = true;
        nodes_[next].result = if_endless;
        endless = true;
        break;
      }
      ++played;
      if (!nodes_[next].known && nodes_[next].visits > 0) {  // worth a closer look
        line.look(turn_);
        expand(next, turn_, line.mover());
      }
      if (nodes_[next].visits == 0) break;
    }
    const Node& leaf = nodes_[path_.back()];
    const bool over = endless || leaf.result != Result::None;
    const double score = south_score(over ? leaf.result : line.playout(random, kPlayoutPlies));
    for (; played > 0; --played) line.back();
    for (const std::size_t at : path_) {
      ++nodes_[at].visits;
      nodes_[at].sum += score;
    }
  }

  PlayerSpec spec_;
  std::vector<Node> nodes_;
  std::vector<std::size_t> path_;
  Turn turn_;
};

}  // namespace

std::unique_ptr<Player> make_mcts(const PlayerSpec& spec) { return std::make_unique<Mcts>(spec); }

}  // namespace mnc::engine
