// How often each position of a game has been there. Positions before a step that cannot be undone (a capture, a seed
// from the reserve) can never come back and are forgotten at no cost.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include "interpreter/state.h"

namespace mnc::engine {

// Every word is multiplied by a number of its own: the products do not wait for each other.
inline constexpr std::uint64_t kHashStart = 0x2d358dccaa6c78a5u;
struct HashKeys {
  std::uint64_t flip = 0x8bb84b93962eacc9u, factor = 0x4b33a62ed433d4a3u;
  constexpr void next() {
    flip += 0x9e3779b97f4a7c15u;
    factor = factor * 0xd6e8feb86659fd93u | 1;
  }
};

// Variables as far as hash_state looks at them.
[[nodiscard]] inline std::size_t hashed_vars(const Program& program) { return (kFirstDeclared + program.variables.size() + 3) / 4 * 4; }

// 64 bits over everything a position consists of; but what has been won and what is in reserve only if that may come back
// (`returns`). Ply and last mover are left out (see State).
template <class S>
[[nodiscard]] std::uint64_t hash_state(const State<S>& s, std::size_t pit_bytes, std::size_t vars, std::size_t flags, bool returns) {
  const auto word = [](const void* at, std::size_t bytes) {
    std::uint64_t w = 0;
    std::memcpy(&w, at, bytes);
    return w;
  };
  std::uint64_t h = kHashStart + s.mover;
  HashKeys keys;
  const auto add = [&](std::uint64_t w) {
    const WideMask product = static_cast<WideMask>(w ^ keys.flip) * keys.factor;
    h += static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
    keys.next();
  };
  const auto* pits = reinterpret_cast<const unsigned char*>(s.pits);
  for (std::size_t i = 0; i < pit_bytes; i += 8) add(word(pits + i, 8));
  for (std::size_t i = returns ? 0 : kFirstDeclared; i < vars; i += 4) add(word(s.vars + i, 8));
  for (std::size_t i = 0; i < flags; ++i) {
    add(word(&s.flags[i], sizeof s.flags[i] < 8 ? sizeof s.flags[i] : 8));
    if constexpr (sizeof s.flags[0] > 8) add(static_cast<std::uint64_t>(s.flags[i] >> 64));
  }
  return h ^ h >> 32;
}

// The positions on the way to the one that is looked at; short.
class Path {
 public:
  // Adds a position and says how often it is on the path, now included. fixed: all that cannot be undone of it.
  int add(std::uint64_t hash, std::uint64_t fixed) {
    const auto seen = std::count(hashes_.begin(), hashes_.end(), std::pair(hash, fixed));
    hashes_.emplace_back(hash, fixed);
    return static_cast<int>(seen) + 1;
  }
  void remove_last() { hashes_.pop_back(); }
  void clear() { hashes_.clear(); }

 private:
  std::vector<std::pair<std::uint64_t, std::uint64_t>> hashes_;
};

// Compiled code adds positions by itself (JitPlayout); it knows this layout.
struct HistorySlot {
  std::uint64_t hash = 0;
  std::uint32_t generation = 0;  // slots of earlier generations are free
  std::uint32_t count = 0;
};
static_assert(sizeof(HistorySlot) == 16);

class History {
 public:
  History() : slots_(kFirstSize) { place(); }
  History(const History&) = delete;
  History& operator=(const History&) = delete;

  // INVARIANT: at most half of the slots are used.
  struct Core {
    HistorySlot* slots = nullptr;
    std::uint64_t last = 0;          // number of slots - 1: a power of two less one
    std::uint32_t generation = 1;
    std::uint32_t used = 0, most = 0;
  };
  [[nodiscard]] Core& core() { return core_; }

  // The history whose core this is.
  static History& of(void* core) { return *reinterpret_cast<History*>(static_cast<char*>(core) - offsetof(History, core_)); }

  void clear() {
    ++core_.generation;
    core_.used = 0;
  }
  // How often a position has been there.
  [[nodiscard]] int count(std::uint64_t hash) {
    const HistorySlot& slot = find(slots_, hash);
    return slot.generation == core_.generation ? static_cast<int>(slot.count) : 0;
  }
  // Adds a position and says how often it has been there, now included.
  int add(std::uint64_t hash) {
    if (core_.used >= core_.most) grow();
    HistorySlot& slot = find(slots_, hash);
    if (slot.generation != core_.generation) {
      slot = {hash, core_.generation, 0};
      ++core_.used;
    }
    return static_cast<int>(++slot.count);
  }
  void grow() {
    std::vector<HistorySlot> bigger(2 * slots_.size());
    for (const HistorySlot& slot : slots_)
      if (slot.generation == core_.generation) find(bigger, slot.hash) = slot;
    slots_ = std::move(bigger);
    place();
  }

 private:
  static constexpr std::size_t kFirstSize = 256;
  [[nodiscard]] HistorySlot& find(std::vector<HistorySlot>& in, std::uint64_t hash) const {
    std::size_t i = hash & (in.size() - 1);
    while (in[i].generation == core_.generation && in[i].hash != hash) i = (i + 1) & (in.size() - 1);
    return in[i];
  }
  void place() {
    core_.slots = slots_.data();
    core_.last = slots_.size() - 1;
    core_.most = static_cast<std::uint32_t>(slots_.size() / 2);
  }
  Core core_;
  std::vector<HistorySlot> slots_;
};


}  // namespace mnc::engine
