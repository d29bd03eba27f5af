// A program's tables in the form one shape of state wants: made once per program, read-only, shared by all threads.
#pragma once

#include <memory>
#include <vector>

#include "interpreter/sow.h"

namespace mnc::engine {

template <class S>
struct Tables {
  using Mask = typename S::Mask;

  explicit Tables(std::shared_ptr<const Program> from) : owner(std::move(from)), program(*owner) {
    for (const WideMask m : program.masks) masks.push_back(static_cast<Mask>(m));
    for (const Track& track : program.tracks) tracks.push_back(make_track<S>(track));
    for (int p = 0; p < 2; ++p)
      for (const WideMask zone : program.players[static_cast<std::size_t>(p)].trigger_zones) triggered |= static_cast<Mask>(zone);
    facing_bytes.resize(S::kPits / 8);
    faced_bytes.resize(S::kPits / 8);
    for (int i = 0; i < program.size; ++i) {
      const Index j = program.facing[static_cast<std::size_t>(i)];
      if (j < 0) continue;
      add(facing_bytes, i, j);
      add(faced_bytes, j, i);
    }
    const std::size_t bytes = (static_cast<std::size_t>(program.size) * sizeof(typename S::Count) + 7) / 8 * 8;
    hashed_pit_bytes = bytes;
  }

  // The opposites of a set, and the pits whose opposite is in it.
  [[nodiscard]] Mask facing(Mask m) const { return map(facing_bytes, m); }
  [[nodiscard]] Mask faced(Mask m) const { return map(faced_bytes, m); }

  std::shared_ptr<const Program> owner;
  const Program& program;
  std::vector<Mask> masks;
  std::vector<TrackTable<S>> tracks;
  Mask triggered = 0;                  // pits whose emptying does something
  std::size_t hashed_pit_bytes = 0;

 private:
  using ByteMap = std::vector<std::array<Mask, 256>>;  // image of the 8 pits of each byte of a mask
  static void add(ByteMap& map, int from, int to) {
    for (std::size_t v = 0; v < 256; ++v)
      if ((v >> (from % 8) & 1) != 0) map[static_cast<std::size_t>(from / 8)][v] |= bit<Mask>(to);
  }
  static Mask map(const ByteMap& map, Mask m) {
    Mask out = 0;
    for (std::size_t i = 0; m != 0; ++i, m >>= 8) out |= map[i][static_cast<std::size_t>(m & 255u)];
    return out;
  }
  ByteMap facing_bytes, faced_bytes;
};

}  // namespace mnc::engine
