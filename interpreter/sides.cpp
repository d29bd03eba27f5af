// See sides.h.
#include "interpreter/sides.h"

#include <utility>

namespace mnc::engine {

void swap_sides(const grammar::Ruleset& rules, Position& position) {
  const Position old = position;
  const auto across = [&](Slot slot) { return rules.board.counterpart(slot); };
  std::swap(position.won[0], position.won[1]);
  std::swap(position.reserve[0], position.reserve[1]);
  for (std::size_t slot = 0; slot < rules.board.slots.size(); ++slot) {
    const auto other = static_cast<std::size_t>(across(static_cast<Slot>(slot)));
    position.seeds[other] = old.seeds[slot];
    for (std::size_t i = 0; i < rules.states.size(); ++i) {
      const bool owned = rules.states[i].per == grammar::State::EachPlayerAndPit;
      for (std::size_t player = 0; player < 2; ++player)
        position.pit_flags[i][owned ? 1 - player : player][other] = old.pit_flags[i][player][slot];
    }
  }
  for (std::size_t i = 0; i < rules.states.size(); ++i) {
    auto& values = position.values[i];
    const bool names_pit = rules.states[i].kind == grammar::State::Pit;
    const bool stays = rules.kept[i] && !names_pit;  // the player's own, from round to round
    if (rules.states[i].per == grammar::State::EachPlayer && !stays) std::swap(values[0], values[1]);
    if (!names_pit) continue;
    for (auto& value : values) value = value == kNoSlot ? kNoSlot : across(value);
  }
}

}  // namespace mnc::engine
