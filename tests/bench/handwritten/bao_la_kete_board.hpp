// Bao la Kete's board: its pits, its state, and positions as text. In: a
// position. Out: what can be read off it without playing.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <optional>
#include <string>
#include <string_view>

#include "game.hpp"
#include "text.hpp"

namespace handwritten::bao {

inline constexpr int kFront = 8;           // pits 0..7 are the front row
inline constexpr int kRing = 16;           // pits of one player
inline constexpr int kKuu = 4;             // A5
inline constexpr int kKuuNeeds = 6;        // fewer seeds than this and it does not stand
inline constexpr int kMostInCapture = 15;  // seeds in the first lap (rule 13)
inline constexpr std::int8_t kNoPit = -1;

// The game has 64 seeds, reserves included; composed positions may have more,
// as long as the top bit of a pit's byte stays free.
inline constexpr int kMostSeeds = 127;

// One player's pits, clockwise from the left end of the front row; +1 is
// clockwise. Front pit i faces the opponent's front pit 7 - i.
//
//   A1 A2 A3 A4 A5 A6 A7 A8      0  1  2  3  4  5  6  7
//   B1 B2 B3 B4 B5 B6 B7 B8     15 14 13 12 11 10  9  8
using Pits = std::array<std::uint8_t, kRing>;

// Five whole words, so that copies are cheap; hence the width of to_move.
struct alignas(8) State {
  std::array<Pits, 2> pits{Pits{0, 0, 0, 0, 6, 2, 2, 0}, Pits{0, 0, 0, 0, 6, 2, 2, 0}};
  std::array<std::uint8_t, 2> reserve{22, 22};
  std::array<std::uint8_t, 2> kuu_lost{0, 0};
  std::array<std::int8_t, 2> held{kNoPit, kNoPit};  // whose pit it is
  std::uint16_t to_move = kSouth;

  bool operator==(const State&) const = default;
};

static_assert(sizeof(State) == 40);

// A player's sixteen pits as two words. INVARIANT: bytes are at most 127, so
// whole words can be added without a carry from one pit to the next.
using Words = std::array<std::uint64_t, 2>;

[[nodiscard]] inline bool kuu_stands(const State& state, std::size_t side) {
  return state.kuu_lost[side] == 0 && state.pits[side][kKuu] >= kKuuNeeds;
}

// The front row's pits as one word, zero when it is empty; pit i is byte i.
[[nodiscard]] inline std::uint64_t front_row(const Pits& pits) {
  static_assert(std::endian::native == std::endian::little);
  std::uint64_t row = 0;
  std::memcpy(&row, pits.data(), sizeof row);
  return row;
}

// The top bit of each byte that is not zero. INVARIANT: bytes are at most 127,
// so the sum does not carry from one to the next.
[[nodiscard]] inline std::uint64_t occupied(std::uint64_t row) {
  return (row + 0x7f7f7f7f7f7f7f7f) & 0x8080808080808080;
}

// The top bit of each byte whose front pit of `own` is occupied and faces an
// occupied pit.
[[nodiscard]] inline std::uint64_t facing(const Pits& own, const Pits& other) {
  return occupied(front_row(own)) & occupied(__builtin_bswap64(front_row(other)));
}

[[nodiscard]] inline std::string own_pit_text(int side, int pit) {
  return pit < kFront ? pit_text(side, 'A', pit + 1) : pit_text(side, 'B', kRing - pit);
}

[[nodiscard]] inline std::string held_text(const State& state, int side) {
  const int pit = state.held[static_cast<std::size_t>(side)];
  return pit == kNoPit ? "-" : own_pit_text(side, pit);
}

[[nodiscard]] inline std::string position_text(const State& state) {
  std::string text;
  const auto row = [&](std::size_t side, int from, int step) {
    for (int i = 0; i < kFront; ++i) {
      if (i > 0) text += ' ';
      text += std::to_string(state.pits[side][static_cast<std::size_t>(from + i * step)]);
    }
  };
  row(kNorth, 8, 1);
  text += " / ";
  row(kNorth, 7, -1);
  text += " / ";
  row(kSouth, 0, 1);
  text += " / ";
  row(kSouth, 15, -1);
  text += state.to_move == kSouth ? "; S" : "; N";
  text += field_text("reserve", state.reserve) + field_text("kuu_lost", state.kuu_lost);
  text += "; held=";
  text += held_text(state, kSouth);
  text += ',';
  text += held_text(state, kNorth);
  return text;
}

// Nothing if `text` is not a position, or has more than kMostSeeds seeds.
[[nodiscard]] inline std::optional<State> parse_position(std::string_view text) {
  const auto position = parse_rows(text, 4, kFront, kMostSeeds);
  if (!position) return std::nullopt;
  State state;
  for (std::size_t i = 0; i < kFront; ++i) {
    state.pits[kNorth][8 + i] = static_cast<std::uint8_t>(position->rows[0][i]);
    state.pits[kNorth][7 - i] = static_cast<std::uint8_t>(position->rows[1][i]);
    state.pits[kSouth][i] = static_cast<std::uint8_t>(position->rows[2][i]);
    state.pits[kSouth][15 - i] = static_cast<std::uint8_t>(position->rows[3][i]);
  }
  state.to_move = static_cast<std::uint16_t>(position->to_move);
  for (const auto& field : position->fields) {
    for (std::size_t side = 0; side < 2; ++side) {
      const std::string_view value = field.values[side];
      if (field.name == "held") {
        if (value == "-") continue;
        std::int8_t pit = 0;
        while (pit < kRing && value != own_pit_text(static_cast<int>(side), pit)) ++pit;
        if (pit == kRing) return std::nullopt;
        state.held[side] = pit;
        continue;
      }
      const auto count = number(value, kMostSeeds);
      if (!count) return std::nullopt;
      if (field.name == "reserve") {
        state.reserve[side] = static_cast<std::uint8_t>(*count);
      } else if (field.name == "kuu_lost" && *count <= 1) {
        state.kuu_lost[side] = static_cast<std::uint8_t>(*count);
      } else {
        return std::nullopt;
      }
    }
  }
  int seeds = state.reserve[0] + state.reserve[1];
  for (const Pits& pits : state.pits) seeds = std::accumulate(pits.begin(), pits.end(), seeds);
  if (seeds > kMostSeeds) return std::nullopt;
  return state;
}

}  // namespace handwritten::bao
