// How often each position of a game has been there. Positions before a step that cannot be undone (a capture, a seed
// from the reserve) can never come back and are forgotten at no cost.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include "interpreter/history_table.h"
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

class History {
 public:
  History() : slots_(kFirstSize) { place(); }
  History(const History&) = delete;
  History& operator=(const History&) = delete;

  [[nodiscard]] HistoryTable& table() { return table_; }

  void clear() {
    ++table_.stamp;
    table_.room = table_.most;
    if (table_.generation() == 0) renew();
  }
  // How often a position has been there.
  [[nodiscard]] int count(std::uint64_t hash) {
    const HistorySlot& slot = find(hash);
    return slot.generation == table_.generation() ? static_cast<int>(slot.count) : 0;
  }
  // Adds a position and says how often it has been there, now included.
  int add(std::uint64_t hash) {
    HistorySlot& slot = find(hash);
    if (slot.generation == table_.generation()) return static_cast<int>(++slot.count);
    slot = {hash, table_.generation(), 1};
    if (--table_.room < 0) renew();
    return 1;
  }
  // When all generations have been used, or the room of this one.
  void renew() {
    std::vector<HistorySlot> old(table_.room < 0 ? 2 * slots_.size() : slots_.size());
    std::swap(old, slots_);
    const std::uint32_t kept = table_.generation();
    place();
    if (kept == 0) return;
    for (const HistorySlot& slot : old) {
      if (slot.generation != kept) continue;
      find(slot.hash) = {slot.hash, table_.generation(), slot.count};
      --table_.room;
    }
  }

 private:
  static constexpr std::size_t kFirstSize = 256;
  [[nodiscard]] HistorySlot& find(std::uint64_t hash) {
    std::size_t i = (hash & table_.mask) / sizeof(HistorySlot);
    while (slots_[i].generation == table_.generation() && slots_[i].hash != hash) i = (i + 1) & (slots_.size() - 1);
    return slots_[i];
  }
  void place() {
    table_ = {};
    table_.slots = slots_.data();
    table_.mask = (slots_.size() - 1) * sizeof(HistorySlot);
    table_.most = table_.room = static_cast<std::int32_t>(slots_.size() / 2);
  }
  HistoryTable table_;
  std::vector<HistorySlot> slots_;
};

}  // namespace mnc::engine
