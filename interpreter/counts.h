// Sets of numbers of seeds as programs keep them: a bit for each of 0 to 1023, the last one for all from there on.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace mnc::engine {

using Counts = std::array<std::uint64_t, 16>;
inline constexpr int kCounts = 1024;

[[nodiscard]] inline bool has_count(const Counts& counts, int n) {
  return n >= 0 && n < kCounts && (counts[static_cast<std::size_t>(n >> 6)] >> (n & 63) & 1) != 0;
}

// From the first number to the last one of each range.
[[nodiscard]] inline std::vector<std::pair<int, int>> ranges_of(const Counts& counts) {
  std::vector<std::pair<int, int>> out;
  for (int n = 0; n < kCounts; ++n) {
    if (!has_count(counts, n)) continue;
    const int low = n;
    while (has_count(counts, n + 1)) ++n;
    out.emplace_back(low, n);
  }
  return out;
}

}  // namespace mnc::engine
