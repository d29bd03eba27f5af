// Sowing kernels: n seeds, one a pit, along a track. The plain loop is the reference; the others must agree with it
// (tests/unit/test_sow.cpp). Kernels are chosen once, when the tables of a program are made.
#pragma once

#include <array>
#include <cstring>
#include <memory>
#include <vector>

#include "interpreter/masks.h"
#include "interpreter/state.h"

namespace mnc::engine {

// A track in the form the kernels want. Position k of the track is cycle[k], clockwise; the list stands twice, so that
// k + n needs no wrapping for n up to the length.
template <class S>
struct TrackTable {
  int length = 0;
  std::array<Index, 2 * kMaxSlots> cycle{};
  std::array<Index, kMaxSlots> position{};   // by index; -1: not on the track
  int base = -1;                             // if pits lie side by side: the lowest index; else -1
  bool ascending = false;                    // of such a track: clockwise is upwards
  typename S::Mask pits = 0;
  // distance[direction][first][i]: how many seeds fall before pit i gets its first when sowing starts in `first`;
  // kFar for pits off the track. Only for shapes of byte counts.
  static constexpr int kFar = 255;
  struct alignas(16) Row { std::uint8_t at[S::kPits]; };
  std::array<std::vector<Row>, 2> distance;

  [[nodiscard]] Index after(Index pit, int direction) const {
    const int k = position[static_cast<std::size_t>(pit)];
    return k < 0 ? Index{-1} : cycle[static_cast<std::size_t>(direction == 0 ? k + 1 : k + length - 1)];
  }
  // The pit that seed number n (from 1) falls in.
  [[nodiscard]] Index nth(Index first, int direction, int n) const {
    int steps = n - 1;
    if (steps >= length) steps %= length;
    const int k = position[static_cast<std::size_t>(first)];
    return cycle[static_cast<std::size_t>(direction == 0 ? k + steps : k + length - steps)];
  }
};

template <class S>
[[nodiscard]] TrackTable<S> make_track(const Track& track) {
  TrackTable<S> t;
  t.length = static_cast<int>(track.cycle.size());
  t.position.fill(-1);
  for (int k = 0; k < t.length; ++k) {
    const Index pit = track.cycle[static_cast<std::size_t>(k)];
    t.cycle[static_cast<std::size_t>(k)] = t.cycle[static_cast<std::size_t>(k + t.length)] = pit;
    t.position[static_cast<std::size_t>(pit)] = static_cast<Index>(k);
    t.pits |= bit<typename S::Mask>(pit);
  }
  const int low = lowest_bit(t.pits);
  bool up = true, down = true;
  for (int k = 1; k < t.length; ++k) {
    const int step = t.cycle[static_cast<std::size_t>(k)] - t.cycle[static_cast<std::size_t>(k - 1)];
    up = up && (step == 1 || step == 1 - t.length);
    down = down && (step == -1 || step == t.length - 1);
  }
  if (t.length > 2 && (up || down)) {
    t.base = low;
    t.ascending = up;
  }
  if constexpr (sizeof(typename S::Count) == 1) {
    for (int direction = 0; direction < 2; ++direction) {
      auto& rows = t.distance[static_cast<std::size_t>(direction)];
      rows.resize(S::kPits);
      for (int k = 0; k < t.length; ++k) {
        auto& row = rows[static_cast<std::size_t>(t.cycle[static_cast<std::size_t>(k)])];
        std::memset(row.at, TrackTable<S>::kFar, sizeof row.at);
        for (int n = 1; n <= t.length; ++n)
          row.at[t.nth(t.cycle[static_cast<std::size_t>(k)], direction, n)] = static_cast<std::uint8_t>(n - 1);
      }
    }
  }
  return t;
}

// Reference. Precondition: first is on the track; not all of the track is in skip. Returns the last pit.
// When `first` itself is skipped sowing starts in the first pit behind it that is not.
template <class S>
Index sow_plain(const TrackTable<S>& t, typename S::Count* pits, Index first, int direction, int n, typename S::Mask skip) {
  Index pit = first;
  Index last = first;
  while (n > 0) {
    if ((skip >> pit & 1) == 0) {
      ++pits[pit];
      last = pit;
      --n;
    }
    pit = t.after(pit, direction);
  }
  return last;
}

// One vector addition: full rounds on every pit of the track, and one more on those nearer than the remainder.
template <class S>
  requires(sizeof(typename S::Count) == 1)
Index sow_rows(const TrackTable<S>& t, std::uint8_t* pits, Index first, int direction, int n) {
  typedef std::uint8_t Vector __attribute__((vector_size(16)));
  const auto& row = t.distance[static_cast<std::size_t>(direction)][static_cast<std::size_t>(first)];
  int rounds = 0;
  int rest = n;
  if (n >= t.length) [[unlikely]] {
    rounds = n / t.length;
    rest = n % t.length;
  }
  const auto limit = static_cast<std::uint8_t>(rest);
  for (int i = 0; i < S::kPits; i += 16) {
    Vector distance, seeds;
    std::memcpy(&distance, row.at + i, 16);
    std::memcpy(&seeds, pits + i, 16);
    seeds -= reinterpret_cast<Vector>(distance < limit);
    if (rounds != 0) [[unlikely]]
      seeds -= reinterpret_cast<Vector>(distance < static_cast<std::uint8_t>(t.length)) * static_cast<std::uint8_t>(rounds);
    std::memcpy(pits + i, &seeds, 16);
  }
  return t.nth(first, direction, n);
}

// Pits that lie side by side: a run of increments, at most two for one round.
template <class Count>
inline void add_one(Count* from, int n) {
  for (int i = 0; i < n; ++i) {
    ++from[i];
    asm volatile("" ::: );  // short runs: keeps the compiler from a vector loop with a long entry
  }
}
template <class S>
Index sow_run(const TrackTable<S>& t, typename S::Count* pits, Index first, int direction, int n) {
  typename S::Count* const base = pits + t.base;
  const Index last = t.nth(first, direction, n);
  while (n >= t.length) {
    for (int i = 0; i < t.length; ++i) ++base[i];
    n -= t.length;
  }
  const bool up = (direction == 0) == t.ascending;
  const int begin = first - t.base;
  if (up) {
    const int head = n < t.length - begin ? n : t.length - begin;
    add_one(base + begin, head);
    add_one(base, n - head);
  } else {
    const int head = n <= begin ? n : begin + 1;
    add_one(base + begin - head + 1, head);
    add_one(base + t.length - (n - head), n - head);
  }
  return last;
}

template <class S>
Index sow_seeds(const TrackTable<S>& t, typename S::Count* pits, Index first, int direction, int n) {
  if constexpr (sizeof(typename S::Count) == 1 && S::kPits <= 64) return sow_rows<S>(t, pits, first, direction, n);
  if (t.base >= 0) return sow_run<S>(t, pits, first, direction, n);
  return sow_plain<S>(t, pits, first, direction, n, 0);
}

}  // namespace mnc::engine
