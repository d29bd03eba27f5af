// What the three hand-written games share: results, the repetition rule, and a
// game in progress over a Rules class. In: a Rules class (kpe.hpp, en_gehe.hpp,
// bao_la_kete.hpp). Out: play, random playouts, perft.
//
// A Rules class has static members
//   State, Move, Moves        plain values; Moves is a MoveList
//   kCandidatesAreLegal       false if apply() can still refuse a candidate
//   initial()                 the position at the start of a game
//   candidates(state, moves)  every legal move, each once, and perhaps others
//   apply(state, move)        plays it and says what happened
//   decided(state)            the result the board alone decides, or kNone
//   blocked(state)            the end when the player to move has no legal move
//   repeated(state)           the end when a position occurs the third time
//   key(state)                equal for two positions between which no
//                             irreversible ply lies just if they are the same
//   move_text, position_text, parse_position
#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "rng.hpp"

namespace handwritten {

inline constexpr int kSouth = 0;
inline constexpr int kNorth = 1;

// A move that is still sowing after this many laps is endless (docs: the lap
// limit); random games' longest finite moves stay under 1,024.
inline constexpr int kLapLimit = 10'000;

// The occurrence of a position that ends the game.
inline constexpr int kRepetition = 3;

enum class Result : std::uint8_t { kNone, kSouthWins, kNorthWins, kDraw, kVoid };

[[nodiscard]] constexpr Result winner(int side) { return side == kSouth ? Result::kSouthWins : Result::kNorthWins; }

[[nodiscard]] constexpr std::string_view result_name(Result result) {
  switch (result) {
    case Result::kNone: return "none";
    case Result::kSouthWins: return "south";
    case Result::kNorthWins: return "north";
    case Result::kDraw: return "draw";
    case Result::kVoid: return "void";
  }
  return "";
}

// How a game ended: the result, and the seeds won after the last distribution
// (zeros in games that do not count seeds).
struct End {
  Result result = Result::kNone;
  std::array<int, 2> won{};
};

[[nodiscard]] constexpr End most_seeds(int south, int north) {
  const Result result = south > north ? Result::kSouthWins : south < north ? Result::kNorthWins : Result::kDraw;
  return {result, {south, north}};
}

enum class Ply : std::uint8_t {
  kIllegal,       // not a legal move after all; the state is spoilt
  kReversible,    // an earlier position may come back
  kIrreversible,  // no earlier position can come back
  kEndless,       // the lap limit was reached; the state is of no use
};

template <class Move, int Capacity>
class MoveList {
 public:
  void clear() { size_ = 0; }
  void add(Move move) { add_if(true, move); }
  // Branch-free, as whether a pit is empty is hard to predict. INVARIANT: one
  // slot past the last is writable, hence Capacity + 1.
  void add_if(bool condition, Move move) {
    moves_[static_cast<std::size_t>(size_)] = move;
    size_ += condition ? 1 : 0;
  }
  // Removes the move at `index`; the order of the others is not kept.
  void remove(int index) { moves_[static_cast<std::size_t>(index)] = moves_[static_cast<std::size_t>(--size_)]; }
  [[nodiscard]] int size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] Move operator[](int index) const { return moves_[static_cast<std::size_t>(index)]; }
  [[nodiscard]] const Move* begin() const { return moves_.data(); }
  [[nodiscard]] const Move* end() const { return moves_.data() + size_; }

 private:
  std::array<Move, static_cast<std::size_t>(Capacity) + 1> moves_;
  int size_ = 0;
};

// The positions of one game that can still come back. It allocates only when a
// game grows longer than every one before it.
template <class Key>
class History {
 public:
  struct Mark {
    std::size_t size;
    std::size_t first;
  };

  void restart(const Key& key) {
    keys_.clear();
    keys_.push_back(key);
    first_ = 0;
  }

  // Adds the position just reached; true if this is its kRepetition-th
  // occurrence. The players alternate, so only every other key can be equal.
  bool add(const Key& key, bool irreversible) {
    const std::size_t now = keys_.size();
    keys_.push_back(key);
    if (irreversible) {
      first_ = now;
      return false;
    }
    int seen = 1;
    for (std::size_t i = first_ + ((now - first_) & 1); i < now; i += 2) { seen += keys_[i] == key ? 1 : 0; }
    return seen >= kRepetition;
  }

  [[nodiscard]] Mark mark() const { return {keys_.size(), first_}; }
  void rewind(Mark mark) {
    keys_.resize(mark.size);
    first_ = mark.first;
  }

 private:
  std::vector<Key> keys_;
  std::size_t first_ = 0;  // the oldest key that can still come back
};

template <class Rules>
class Game {
 public:
  using State = typename Rules::State;
  using Move = typename Rules::Move;
  using Moves = typename Rules::Moves;

  explicit Game(const State& start = Rules::initial()) { restart(start); }

  void restart(const State& start = Rules::initial()) {
    state_ = start;
    plies_ = 0;
    history_.restart(Rules::key(state_));
    end_ = Rules::decided(state_);
  }

  [[nodiscard]] const State& state() const { return state_; }
  [[nodiscard]] int plies() const { return plies_; }

  // How the game ended, kNone if it goes on. Looks whether there is a move.
  [[nodiscard]] End end() const {
    if (end_.result != Result::kNone || has_move()) return end_;
    return Rules::blocked(state_);
  }

  [[nodiscard]] Moves legal_moves() const {
    Moves moves;
    if (end_.result == Result::kNone) Rules::candidates(state_, moves);
    if constexpr (!Rules::kCandidatesAreLegal) {
      for (int i = moves.size(); i-- > 0;) {
        State next = state_;
        if (Rules::apply(next, moves[i]) == Ply::kIllegal) moves.remove(i);
      }
    }
    return moves;
  }

  // Precondition: a legal move of the position; the game is not over.
  void play(Move move) {
    const Ply ply = Rules::apply(state_, move);
    assert(ply != Ply::kIllegal);
    settle(ply);
  }

  // Plays a move drawn uniformly from the legal ones; without one, ends the
  // game and returns false. Refused candidates are drawn again, which leaves
  // the draw uniform over the rest. Precondition: the game is not over.
  bool play_random(Rng& rng) {
    return play_random(rng, [](const State&, Move) {});
  }

  // The same; `seen(State, Move)` is called with the position and the move drawn.
  template <class Seen>
  bool play_random(Rng& rng, Seen seen) {
    Moves moves;
    Rules::candidates(state_, moves);
    while (!moves.empty()) {
      const int drawn = static_cast<int>(rng.below(static_cast<std::uint32_t>(moves.size())));
      const Move move = moves[drawn];
      if constexpr (Rules::kCandidatesAreLegal) {
        seen(state_, move);
        settle(Rules::apply(state_, move));
        return true;
      } else {
        State next = state_;
        if (const Ply ply = Rules::apply(next, move); ply != Ply::kIllegal) {
          seen(state_, move);
          state_ = next;
          settle(ply);
          return true;
        }
        moves.remove(drawn);
      }
    }
    end_ = Rules::blocked(state_);
    return false;
  }

  // Plays at random to the end of the game. Kept out of line: GCC takes what it
  // inlines into main for code that runs once, and optimises it for size.
  [[gnu::noinline]] Result playout(Rng& rng) {
    while (end_.result == Result::kNone && play_random(rng)) {}
    return end_.result;
  }

  // The number of move sequences of exactly `depth` plies from here.
  [[nodiscard]] std::uint64_t perft(int depth) {
    if (depth == 0) return 1;
    if (end_.result != Result::kNone) return 0;
    return perft(state_, depth);
  }

 private:
  [[nodiscard]] bool has_move() const { return !legal_moves().empty(); }

  // After a ply: decides whether the game is over, save for a missing move.
  void settle(Ply ply) {
    ++plies_;
    if (ply == Ply::kEndless) {
      end_ = {Result::kVoid, {}};
      return;
    }
    end_ = Rules::decided(state_);
    if (history_.add(Rules::key(state_), ply == Ply::kIrreversible) && end_.result == Result::kNone) {
      end_ = Rules::repeated(state_);
    }
  }

  std::uint64_t perft(const State& state, int depth) {
    Moves moves;
    Rules::candidates(state, moves);
    if (Rules::kCandidatesAreLegal && depth == 1) { return static_cast<std::uint64_t>(moves.size()); }
    std::uint64_t total = 0;
    for (const Move move : moves) {
      State next = state;
      const Ply ply = Rules::apply(next, move);
      if (ply == Ply::kIllegal) continue;
      if (depth == 1) {
        ++total;
        continue;
      }
      if (ply == Ply::kEndless || Rules::decided(next).result != Result::kNone) continue;
      const auto mark = history_.mark();
      if (!history_.add(Rules::key(next), ply == Ply::kIrreversible)) { total += perft(next, depth - 1); }
      history_.rewind(mark);
    }
    return total;
  }

  State state_;
  End end_;
  int plies_ = 0;
  History<typename Rules::Key> history_;
};

}  // namespace handwritten
