// Alpha-beta search: iterative deepening, a transposition table, moves ordered by the table, captures and the history
// of cut-offs; see player.h. A player who moves again stays the one that maximizes.
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <vector>

#include "interpreter/players/player.h"

namespace mnc::engine {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kMaxDepth = 40;  // as in player.h
constexpr int kMaxPly = 64;    // with the plies of quiescence: 40 + 20 and the root
constexpr int kInfinity = kWin + 1;
constexpr int kDecided = kWin - 1'000;  // beyond: somebody wins for certain

// Scores are from the side of the player to move.
struct Entry {
  enum Bound : std::uint8_t { Exact, AtLeast, AtMost };
  std::uint64_t key = 0;
  std::int32_t score = 0;
  std::uint16_t generation = 0;  // of the game; entries of others count as empty
  std::uint8_t depth = 0;
  Bound bound = Exact;
  std::uint16_t move = 0;
};

class AlphaBeta final : public Player {
 public:
  explicit AlphaBeta(const PlayerSpec& spec)
      : spec_(spec), table_(kEntries), turns_(kMaxPly + 1), lists_(kMaxPly + 1) {}

  void new_game() override {
    if (++generation_ == 0) {
      std::fill(table_.begin(), table_.end(), Entry{});
      generation_ = 1;
    }
  }

  std::size_t choose(Line& line, const Turn& turn, Random& random) override {
    const std::size_t count = turn.moves.size();
    if (count == 1) return 0;
    begin();
    std::vector<std::size_t> order(count);
    for (std::size_t i = 0; i < count; ++i) order[i] = i;
    for (std::size_t i = count - 1; i > 0; --i)
      std::swap(order[i], order[random.below(static_cast<std::uint32_t>(i + 1))]);
    const int deepest = spec_.depth > 0 ? spec_.depth : kMaxDepth;
    for (int depth = 1; depth <= deepest && !stopped_; ++depth)
      if (std::abs(best_at_root(line, turn, depth, order)) >= kDecided) break;
    return order[0];
  }

 private:
  static constexpr std::size_t kEntries = std::size_t{1} << 18;  // 6 MB
  static constexpr std::size_t kOrigins = kMaxSlots + 1;

  struct Ordered {
    std::int64_t weight;
    std::size_t move;
  };

  void begin() {
    stopped_ = false;
    nodes_ = 0;
    history_.assign(2 * kKinds * kOrigins, 0);
    deadline_ = Clock::now() + std::chrono::milliseconds(spec_.milliseconds);
  }

  // Moves the best move to the front of `order`, and says what it is worth.
  int best_at_root(Line& line, const Turn& turn, int depth, std::vector<std::size_t>& order) {
    int best = -kInfinity;
    for (std::size_t i = 0; i < order.size(); ++i) {
      const int score = after(line, turn.moves[order[i]], depth - 1, best, kInfinity, 1);
      if (stopped_) break;
      if (score <= best) continue;
      best = score;
      std::rotate(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(i),
                  order.begin() + static_cast<std::ptrdiff_t>(i) + 1);
    }
    return best;
  }

  // What a move is worth to the player who makes it.
  int after(Line& line, const Move& move, int depth, int alpha, int beta, int ply) {
    const int mover = line.mover();
    MoveReport report;
    if (!line.play(move, report)) return side(mover) * score_of(line.endless_result(), ply);
    const int score =
        line.mover() == mover ? search(line, depth, alpha, beta, ply) : -search(line, depth, -beta, -alpha, ply);
    line.back();
    return score;
  }

  static int side(int mover) { return mover == kSouth ? 1 : -1; }

  bool out_of_time() {
    if (spec_.milliseconds > 0 && (++nodes_ & 63u) == 0 && Clock::now() >= deadline_) stopped_ = true;
    return stopped_;
  }

  int search(Line& line, int depth, int alpha, int beta, int ply) {
    if (out_of_time()) return 0;
    Entry* entry = nullptr;
    std::size_t first = SIZE_MAX;
    const std::uint64_t key = depth > 0 ? line.key() : 0;
    if (depth > 0) {
      entry = &table_[key & (kEntries - 1)];
      if (entry->generation == generation_ && entry->key == key) {
        first = entry->move;
        const int score = from_table(entry->score, ply);
        if (entry->depth == depth && cuts(*entry, score, alpha, beta)) return score;
      }
    }
    Turn& turn = turns_[static_cast<std::size_t>(ply)];
    line.look(turn);
    const int me = side(line.mover());
    if (turn.ending.result != Result::None) return me * score_of(turn.ending.result, ply);
    if (depth <= 0) return quiet(line, turn, depth, alpha, beta, ply);
    return best_of(line, turn, depth, alpha, beta, ply, {entry, key, first});
  }

  // At the end of the depth: the player may stop here, or go on capturing.
  int quiet(Line& line, const Turn& turn, int depth, int alpha, int beta, int ply) {
    int best = side(line.mover()) * evaluate(line);
    if (-depth >= spec_.quiet || best >= beta || ply >= kMaxPly) return best;
    const int mover = line.mover();
    for (const Move& move : turn.moves) {
      MoveReport report;
      if (!line.play(move, report)) continue;
      if (report.captured > 0) {
        const int from = std::max(alpha, best);
        const int score = line.mover() == mover ? search(line, depth - 1, from, beta, ply + 1)
                                                : -search(line, depth - 1, -beta, -from, ply + 1);
        best = std::max(best, score);
      }
      line.back();
      if (best >= beta) break;
    }
    return best;
  }

  struct Slot {
    Entry* entry;
    std::uint64_t key;
    std::size_t first;  // the move that was best when the position was searched before, or none
  };

  int best_of(Line& line, const Turn& turn, int depth, int alpha, int beta, int ply, const Slot& slot) {
    const int mover = line.mover();
    int best = -kInfinity;
    std::size_t best_move = 0;
    for (const Ordered& next : ordered(line, turn, depth, ply, slot.first)) {
      const Move& move = turn.moves[next.move];
      const int score = after(line, move, depth - 1, std::max(alpha, best), beta, ply + 1);
      if (stopped_) return 0;
      if (score > best) best = score, best_move = next.move;
      if (best >= beta) {
        history_[place(mover, move)] += depth * depth;
        break;
      }
    }
    const Entry::Bound bound = best >= beta ? Entry::AtLeast : best <= alpha ? Entry::AtMost : Entry::Exact;
    *slot.entry = {slot.key,    to_table(best, ply),
                   generation_, static_cast<std::uint8_t>(depth),
                   bound,       static_cast<std::uint16_t>(best_move)};
    return best;
  }

  // Where a subtree is worth it, captures are found by trying; else the history of cut-offs must do.
  const std::vector<Ordered>& ordered(Line& line, const Turn& turn, int depth, int ply, std::size_t first) {
    std::vector<Ordered>& list = lists_[static_cast<std::size_t>(ply)];
    list.clear();
    const int mover = line.mover();
    for (std::size_t i = 0; i < turn.moves.size(); ++i) {
      std::int64_t weight = history_[place(mover, turn.moves[i])];
      MoveReport report;
      if (depth > 1 && line.play(turn.moves[i], report)) {
        weight += static_cast<std::int64_t>(report.captured) << 32;
        line.back();
      }
      list.push_back({i == first ? INT64_MAX : weight, i});
    }
    std::stable_sort(list.begin(), list.end(), [](const Ordered& a, const Ordered& b) { return a.weight > b.weight; });
    return list;
  }

  static constexpr std::size_t kKinds = 32;  // kinds of moves, as in grammar/ruleset.h
  static std::size_t place(int mover, const Move& move) {
    return (static_cast<std::size_t>(mover) * kKinds + move.kind % kKinds) * kOrigins +
           static_cast<std::size_t>(move.origin + 1);
  }

  static bool cuts(const Entry& entry, int score, int alpha, int beta) {
    return entry.bound == Entry::Exact || (entry.bound == Entry::AtLeast && score >= beta) ||
           (entry.bound == Entry::AtMost && score <= alpha);
  }
  // Wins are kept in the table by the plies from its position, not from the root.
  static int to_table(int score, int ply) {
    return score >= kDecided ? score + ply : score <= -kDecided ? score - ply : score;
  }
  static int from_table(int score, int ply) {
    return score >= kDecided ? score - ply : score <= -kDecided ? score + ply : score;
  }

  PlayerSpec spec_;
  std::vector<Entry> table_;
  std::vector<Turn> turns_;                  // by ply
  std::vector<std::vector<Ordered>> lists_;  // by ply
  std::vector<std::int64_t> history_;        // by mover, kind and starting pit
  std::uint16_t generation_ = 0;
  std::uint64_t nodes_ = 0;
  Clock::time_point deadline_;
  bool stopped_ = false;
};

}  // namespace

std::unique_ptr<Player> make_alphabeta(const PlayerSpec& spec) { return std::make_unique<AlphaBeta>(spec); }

}  // namespace mnc::engine
