// A position as the engine keeps it: as small as the game needs, copied freely, hashed as bytes.
// Comes in: from Position (loaded once). Goes out: to Position when somebody outside wants to see it.
#pragma once

#include <cstdint>
#include <cstring>
#include <type_traits>

#include "interpreter/program.h"

namespace mnc::engine {

// The shapes a state comes in. The narrow ones need all seeds of the position together to fit a byte, at most kVars
// variables and kFlags flags on pits; the wide one holds whatever the language allows.
template <int Pits, class CountType, class MaskType, int Vars, int Flags>
struct Shape {
  static constexpr int kPits = Pits;
  static constexpr int kVars = Vars;
  static constexpr int kFlags = Flags;
  using Count = CountType;
  using Mask = MaskType;
};
using Shape16 = Shape<16, std::uint8_t, std::uint32_t, 12, 2>;
using Shape32 = Shape<32, std::uint8_t, std::uint32_t, 12, 2>;
using Shape64 = Shape<64, std::uint8_t, std::uint64_t, 12, 2>;
using Shape128 = Shape<128, std::uint8_t, WideMask, 12, 2>;
using ShapeWide = Shape<128, std::uint16_t, WideMask, kMaxVars, kMaxStates>;

//  pits[kPits] | flags[kFlags] | vars[kVars] | mover | last_mover | ply
//  └──────────────── compared and hashed ─────────────┘ └─ only if the rules ask ─┘
template <class S>
struct State {
  alignas(16) typename S::Count pits[S::kPits];
  typename S::Mask flags[S::kFlags];
  std::int16_t vars[S::kVars];
  std::uint16_t mover;
  std::uint16_t last_mover;
  std::uint32_t ply;
};
static_assert(sizeof(State<Shape16>) == 16 + 8 + 24 + 8 + 8);
static_assert(std::is_trivially_copyable_v<State<ShapeWide>>);

template <class S>
[[nodiscard]] bool fits(const Program& program, int seeds) {
  return program.size <= S::kPits && kFirstDeclared + static_cast<int>(program.variables.size()) <= S::kVars &&
         static_cast<int>(program.flags.size()) <= S::kFlags && (sizeof(typename S::Count) > 1 || seeds <= 255);
}

template <class S>
void load(const Program& program, const Position& from, State<S>& to) {
  std::memset(static_cast<void*>(&to), 0, sizeof to);
  for (int i = 0; i < program.size; ++i)
    to.pits[i] = static_cast<typename S::Count>(from.seeds[static_cast<std::size_t>(program.slot_of[static_cast<std::size_t>(i)])]);
  for (std::size_t p = 0; p < 2; ++p) {
    to.vars[kWon + p] = static_cast<std::int16_t>(from.won[p]);
    to.vars[kReserve + p] = static_cast<std::int16_t>(from.reserve[p]);
  }
  for (std::size_t v = 0; v < program.variables.size(); ++v) {
    const VariableInfo& info = program.variables[v];
    std::int16_t value = from.values[info.state][info.player];
    if (info.pit && value >= 0) value = program.index_of[static_cast<std::size_t>(value)];
    to.vars[kFirstDeclared + v] = value;
  }
  for (std::size_t f = 0; f < program.flags.size(); ++f)
    for (int i = 0; i < program.size; ++i)
      if (from.pit_flags[program.flags[f].state][program.flags[f].player][static_cast<std::size_t>(program.slot_of[static_cast<std::size_t>(i)])])
        to.flags[f] |= static_cast<typename S::Mask>(1) << i;
  to.mover = from.mover;
  to.last_mover = from.last_mover;
  to.ply = from.ply;
}

template <class S>
void store(const Program& program, const State<S>& from, Position& to) {
  to = Position{};
  for (int i = 0; i < program.size; ++i) to.seeds[static_cast<std::size_t>(program.slot_of[static_cast<std::size_t>(i)])] = from.pits[i];
  for (std::size_t p = 0; p < 2; ++p) {
    to.won[p] = static_cast<std::uint16_t>(from.vars[kWon + p]);
    to.reserve[p] = static_cast<std::uint16_t>(from.vars[kReserve + p]);
  }
  for (std::size_t v = 0; v < program.variables.size(); ++v) {
    const VariableInfo& info = program.variables[v];
    std::int16_t value = from.vars[kFirstDeclared + v];
    if (info.pit && value >= 0) value = program.slot_of[static_cast<std::size_t>(value)];
    to.values[info.state][info.player] = value;
  }
  for (std::size_t f = 0; f < program.flags.size(); ++f)
    for (int i = 0; i < program.size; ++i)
      to.pit_flags[program.flags[f].state][program.flags[f].player][static_cast<std::size_t>(program.slot_of[static_cast<std::size_t>(i)])] = (from.flags[f] >> i & 1) != 0;
  to.mover = static_cast<std::uint8_t>(from.mover);
  to.last_mover = static_cast<std::uint8_t>(from.last_mover);
  to.ply = from.ply;
}

}  // namespace mnc::engine
