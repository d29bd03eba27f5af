// Kpé, written by hand for its default options: 2 x 4 pits, six seeds each.
// In: a position. Out: its legal moves, the positions after them, the end.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "game.hpp"
#include "text.hpp"

namespace handwritten {

class Kpe {
 public:
  // The game has 48 seeds; composed positions may have more, as long as they
  // fit a pit's byte.
  static constexpr int kMostSeeds = 255;

  // The whole board in one word, a byte per pit, in sowing order:
  //
  //   bits  0..7  8..15 16..23 24..31 32..39 40..47 48..55 56..63
  //   pit    A1    A2     A3     A4     a1     a2     a3     a4
  //
  // INVARIANT: a byte never overflows, as there are at most kMostSeeds seeds.
  struct State {
    std::uint64_t pits = 0x0606060606060606;
    std::array<std::uint8_t, 2> won{};
    std::uint8_t opened = 0;  // bit = pit, in sowing order
    std::uint8_t to_move = kSouth;
  };

  // The starting pit, 0..7 in sowing order. (A byte could alias the list it is in.)
  using Move = std::uint16_t;
  using Moves = MoveList<Move, 4>;
  using Key = std::uint64_t;

  static constexpr bool kCandidatesAreLegal = true;

  [[nodiscard]] static State initial() { return {}; }

  static void candidates(const State& state, Moves& moves) {
    moves.clear();
    const int first = state.to_move * 4;
    for (int pit = first; pit < first + 4; ++pit) { moves.add_if(seeds(state.pits, pit) != 0, static_cast<Move>(pit)); }
    if (row(state.pits, 1 - state.to_move) == 0) [[unlikely]]
      prefer_feeding(state, moves);
  }

  static Ply apply(State& state, Move pit) {
    const int mover = state.to_move;
    const int count = seeds(state.pits, pit);
    state.pits &= ~(std::uint64_t{0xff} << (8 * pit));
    state.pits += kOnes * static_cast<std::uint64_t>(count >> 3);
    state.pits += std::rotl(kOnes & ((std::uint64_t{1} << (8 * (count & 7))) - 1), 8 * (pit + 1));

    const std::uint8_t opened = state.opened | static_cast<std::uint8_t>(1u << pit);
    bool irreversible = opened != state.opened;
    state.opened = opened;
    state.to_move = static_cast<std::uint8_t>(1 - mover);
    if (((opened >> (4 * mover)) & 0xf) != 0xf) return ply(irreversible);

    for (int last = (pit + count) & 7; last >> 2 != mover; last = (last - 1) & 7) {
      const int captured = seeds(state.pits, last);
      if (captured != 2 && captured != 4) break;
      state.pits &= ~(std::uint64_t{0xff} << (8 * last));
      state.won[static_cast<std::size_t>(mover)] += static_cast<std::uint8_t>(captured);
      irreversible = true;
    }
    return ply(irreversible);
  }

  [[nodiscard]] static End decided(const State&) { return {}; }
  [[nodiscard]] static End blocked(const State& state) { return keep_own_side(state); }
  [[nodiscard]] static End repeated(const State& state) { return keep_own_side(state); }

  // Captured seeds and opening marks change only by irreversible plies.
  [[nodiscard]] static Key key(const State& state) { return state.pits; }

  [[nodiscard]] static std::string move_text(const State&, Move move) {
    return pit_text(move >> 2, 'A', (move & 3) + 1);
  }

  [[nodiscard]] static std::string position_text(const State& state) {
    std::string text;
    for (int pit = 7; pit >= 4; --pit) text += std::to_string(seeds(state.pits, pit)) + " ";
    text += "/";
    for (int pit = 0; pit < 4; ++pit) {
      text += ' ';
      text += std::to_string(seeds(state.pits, pit));
    }
    text += state.to_move == kSouth ? "; S" : "; N";
    text += field_text("won", state.won) + "; opened=";
    for (int pit = 0; pit < 8; ++pit) {
      if (pit == 4) text += ",";
      text += (state.opened >> pit & 1) != 0 ? "1" : "0";
    }
    return text;
  }

  // Nothing if `text` is not a position, or has more than kMostSeeds seeds.
  [[nodiscard]] static std::optional<State> parse_position(std::string_view text) {
    const auto position = parse_rows(text, 2, 4, kMostSeeds);
    if (!position) return std::nullopt;
    State state{0, {}, 0, static_cast<std::uint8_t>(position->to_move)};
    for (std::size_t i = 0; i < 4; ++i) {
      state.pits |= static_cast<std::uint64_t>(position->rows[1][i]) << (8 * i);
      state.pits |= static_cast<std::uint64_t>(position->rows[0][i]) << (8 * (7 - i));
    }
    for (const auto& field : position->fields) {
      for (std::size_t side = 0; side < 2; ++side) {
        const std::string_view value = field.values[side];
        if (field.name == "won") {
          const auto won = number(value, kMostSeeds);
          if (!won) return std::nullopt;
          state.won[side] = static_cast<std::uint8_t>(*won);
        } else if (field.name == "opened" && value.size() == 4) {
          for (std::size_t i = 0; i < 4; ++i) {
            state.opened |= static_cast<std::uint8_t>((value[i] == '1' ? 1u : 0u) << (4 * side + i));
          }
        } else {
          return std::nullopt;
        }
      }
    }
    int total = state.won[0] + state.won[1];
    for (int pit = 0; pit < 8; ++pit) total += seeds(state.pits, pit);
    if (total > kMostSeeds) return std::nullopt;
    return state;
  }

 private:
  static constexpr std::uint64_t kOnes = 0x0101010101010101;

  [[nodiscard]] static Ply ply(bool irreversible) { return irreversible ? Ply::kIrreversible : Ply::kReversible; }

  [[nodiscard]] static int seeds(std::uint64_t pits, int pit) { return static_cast<int>(pits >> (8 * pit) & 0xff); }

  [[nodiscard]] static std::uint32_t row(std::uint64_t pits, int side) {
    return static_cast<std::uint32_t>(pits >> (32 * side));
  }

  // The opponent has nothing: only moves that feed them, if there are any.
  static void prefer_feeding(const State& state, Moves& moves) {
    Moves feeding;
    for (const Move move : moves) {
      State next = state;
      apply(next, move);
      feeding.add_if(row(next.pits, 1 - state.to_move) != 0, move);
    }
    if (!feeding.empty()) moves = feeding;
  }

  [[nodiscard]] static End keep_own_side(const State& state) {
    std::array<int, 2> won{state.won[0], state.won[1]};
    for (int pit = 0; pit < 8; ++pit) won[static_cast<std::size_t>(pit >> 2)] += seeds(state.pits, pit);
    return most_seeds(won[0], won[1]);
  }
};

}  // namespace handwritten
