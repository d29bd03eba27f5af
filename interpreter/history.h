// How often each position of a game has been there. Positions before a step that cannot be undone (a capture, a seed
// from the reserve) can never come back and are forgotten at no cost.
#pragma once

#include <cstdint>
#include <cstring>
#include <vector>

#include "interpreter/state.h"

namespace mnc::engine {

// 64 bits over everything a position consists of; ply and last mover are left out (see State).
template <class S>
[[nodiscard]] std::uint64_t hash_state(const State<S>& s, std::size_t pit_bytes, std::size_t vars, std::size_t flags) {
  const auto mix = [](std::uint64_t a, std::uint64_t b) {
    const WideMask product = static_cast<WideMask>(a) * b;
    return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
  };
  const auto word = [](const void* at, std::size_t bytes) {
    std::uint64_t w = 0;
    std::memcpy(&w, at, bytes);
    return w;
  };
  std::uint64_t h = 0x2d358dccaa6c78a5u + s.mover;
  const auto* pits = reinterpret_cast<const unsigned char*>(s.pits);
  for (std::size_t i = 0; i < pit_bytes; i += 8) h = mix(h ^ word(pits + i, 8), 0x8bb84b93962eacc9u);
  for (std::size_t i = 0; i < vars; i += 4) h = mix(h ^ word(s.vars + i, 8), 0x4b33a62ed433d4a3u);
  for (std::size_t i = 0; i < flags; ++i) {
    h = mix(h ^ word(&s.flags[i], sizeof s.flags[i] < 8 ? sizeof s.flags[i] : 8), 0x4d5a2da51de1aa47u);
    if constexpr (sizeof s.flags[0] > 8) h = mix(h ^ static_cast<std::uint64_t>(s.flags[i] >> 64), 0x9e3779b97f4a7c15u);
  }
  return h;
}

class History {
 public:
  History() : slots_(kFirstSize) {}

  void clear() {
    ++generation_;
    used_ = 0;
  }
  // Adds a position and says how often it has been there, now included.
  int add(std::uint64_t hash) {
    if (2 * used_ >= slots_.size()) grow();
    Slot& slot = find(slots_, hash);
    if (slot.generation != generation_) {
      slot = {hash, generation_, 0};
      ++used_;
    }
    return static_cast<int>(++slot.count);
  }
  // Takes back the last add of this position.
  void remove(std::uint64_t hash) { --find(slots_, hash).count; }

 private:
  static constexpr std::size_t kFirstSize = 256;
  struct Slot { std::uint64_t hash = 0; std::uint32_t generation = 0; std::uint32_t count = 0; };
  [[nodiscard]] Slot& find(std::vector<Slot>& in, std::uint64_t hash) const {
    std::size_t i = hash & (in.size() - 1);
    while (in[i].generation == generation_ && in[i].hash != hash) i = (i + 1) & (in.size() - 1);
    return in[i];
  }
  void grow() {
    std::vector<Slot> bigger(2 * slots_.size());
    for (const Slot& slot : slots_)
      if (slot.generation == generation_) find(bigger, slot.hash) = slot;
    slots_ = std::move(bigger);
  }
  std::vector<Slot> slots_;
  std::uint32_t generation_ = 1;
  std::size_t used_ = 0;
};

}  // namespace mnc::engine
