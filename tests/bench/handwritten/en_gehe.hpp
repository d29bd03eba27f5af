// En Gehé, written by hand for its default options: 2 x Columns pits, four
// seeds each. In: a position. Out: its legal moves, the positions after them,
// the end.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <string>
#include <string_view>

#include "game.hpp"
#include "text.hpp"

namespace handwritten {

template <int Columns>
class EnGehe {
  static_assert(Columns >= 40 && Columns <= 50, "the source gives 40 to 50 columns");

 public:
  static constexpr std::size_t kRow = Columns;
  static constexpr std::size_t kPits = 2 * kRow;
  static constexpr int kSeeds = 8 * Columns;

  // Pits in sowing order: A1 .. An, a1 .. an. A pit can hold up to 400 seeds,
  // so a byte would not do.
  using Pits = std::array<std::uint16_t, kPits>;

  struct State {
    Pits pits;
    std::array<std::uint16_t, 2> won{};
    std::uint8_t to_move = kSouth;
  };

  // The starting pit, in sowing order. (A byte could alias the list it is in.)
  using Move = std::uint16_t;
  using Moves = MoveList<Move, Columns>;

  // The seeds won change only by captures, which are irreversible.
  struct Key {
    std::uint32_t hash;
    Pits pits;
    bool operator==(const Key& other) const { return hash == other.hash && pits == other.pits; }
  };

  static constexpr bool kCandidatesAreLegal = true;

  [[nodiscard]] static State initial() {
    State state;
    state.pits.fill(4);
    return state;
  }

  static void candidates(const State& state, Moves& moves) {
    moves.clear();
    const std::size_t first = state.to_move == kSouth ? 0 : kRow;
    for (std::size_t pit = first; pit < first + kRow; ++pit) {
      moves.add_if(state.pits[pit] != 0, static_cast<Move>(pit));
    }
  }

  static Ply apply(State& state, Move start) {
    Pits& pits = state.pits;
    const std::size_t mover = state.to_move;
    std::size_t last = start;
    for (int lap = 0; lap < kLapLimit; ++lap) {
      last = sow(pits, last);
      if (pits[last] > 1) continue;

      state.to_move = static_cast<std::uint8_t>(1 - mover);
      const std::size_t opposite = kPits - 1 - last;
      if ((last >= kRow) != (mover == kNorth) || pits[opposite] == 0) return Ply::kReversible;
      state.won[mover] += static_cast<std::uint16_t>(pits[opposite] + 1);
      pits[opposite] = 0;
      pits[last] = 0;
      return Ply::kIrreversible;
    }
    return Ply::kEndless;
  }

  [[nodiscard]] static End decided(const State&) { return {}; }

  // What is left goes to the player who made the last move, the one not to move.
  [[nodiscard]] static End blocked(const State& state) {
    std::array<int, 2> won{state.won[0], state.won[1]};
    won[1u - state.to_move] += std::accumulate(state.pits.begin(), state.pits.end(), 0);
    return most_seeds(won[0], won[1]);
  }

  [[nodiscard]] static End repeated(const State& state) {
    const auto middle = state.pits.begin() + Columns;
    return most_seeds(std::accumulate(state.pits.begin(), middle, int{state.won[0]}),
                      std::accumulate(middle, state.pits.end(), int{state.won[1]}));
  }

  [[nodiscard]] static Key key(const State& state) {
    std::uint32_t hash = 0;
    for (std::size_t i = 0; i < kPits; ++i) hash += state.pits[i] * kWeights[i];
    return {hash, state.pits};
  }

  [[nodiscard]] static std::string move_text(const State&, Move move) {
    return pit_text(move / Columns, 'A', move % Columns + 1);
  }

  [[nodiscard]] static std::string position_text(const State& state) {
    std::string text;
    for (std::size_t pit = kPits; pit-- > kRow;) text += std::to_string(state.pits[pit]) + " ";
    text += "/";
    for (std::size_t pit = 0; pit < kRow; ++pit) {
      text += ' ';
      text += std::to_string(state.pits[pit]);
    }
    text += state.to_move == kSouth ? "; S" : "; N";
    return text + field_text("won", state.won);
  }

  [[nodiscard]] static std::optional<State> parse_position(std::string_view text) {
    const auto position = parse_rows(text, 2, kRow, kSeeds);
    if (!position) return std::nullopt;
    State state;
    for (std::size_t i = 0; i < kRow; ++i) {
      state.pits[i] = static_cast<std::uint16_t>(position->rows[1][i]);
      state.pits[kPits - 1 - i] = static_cast<std::uint16_t>(position->rows[0][i]);
    }
    state.to_move = static_cast<std::uint8_t>(position->to_move);
    for (const auto& field : position->fields) {
      for (std::size_t side = 0; side < 2; ++side) {
        const auto won = number(field.values[side], kSeeds);
        if (field.name != "won" || !won) return std::nullopt;
        state.won[side] = static_cast<std::uint16_t>(*won);
      }
    }
    return state;
  }

 private:
  // Odd random weights; equal hashes are followed by a full comparison.
  static constexpr std::array<std::uint32_t, kPits> kWeights = [] {
    std::array<std::uint32_t, kPits> weights{};
    Rng rng(1904);
    for (std::uint32_t& weight : weights) weight = static_cast<std::uint32_t>(rng.next() >> 32) | 1u;
    return weights;
  }();

  // Lifts all seeds of `pit` and sows them on; returns the last pit.
  static std::size_t sow(Pits& pits, std::size_t pit) {
    std::size_t count = pits[pit];
    pits[pit] = 0;
    ++pit;
    while (pit + count > kPits) {
      for (count -= kPits - pit; pit < kPits; ++pit) ++pits[pit];
      pit = 0;
    }
    const std::size_t end = pit + count;
    while (pit < end) ++pits[pit++];
    return end - 1;
  }
};

}  // namespace handwritten
