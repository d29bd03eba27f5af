// Parts of simulations in files: the shards of one simulation, and the settings of a study that are finished. A part says
// what it is part of and carries a checksum, so that a damaged or foreign one is refused by name.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/results.h"

namespace mnc::cli {

// Larger files than this are no parts: one of a game of 100,000 different lengths has 2 MB.
inline constexpr std::size_t kMaxPartBytes = 64u << 20;

struct Part {
  std::string study;         // the study it belongs to; empty: a shard of `mnc simulate`
  std::uint64_t number = 1;  // from 1
  std::uint64_t count = 1;   // parts in all
  Finished done;
};

// `i/n` with 1 <= i <= n <= kMostShards.
struct Shard {
  std::uint64_t number = 1, count = 1;
  // Its games: a stretch of all of them.
  [[nodiscard]] std::uint64_t first(std::uint64_t games) const;
  [[nodiscard]] std::uint64_t size(std::uint64_t games) const;
};
inline constexpr std::uint64_t kMostShards = 100'000;
[[nodiscard]] std::optional<Shard> read_shard(std::string_view text);

[[nodiscard]] std::string part_text(const Part& part);
// Throws Failure (status 1) that names the file: it is no part, or damaged.
[[nodiscard]] Part read_part(const std::string& path);
// What two heads differ in, as `seed: 2, not 1`; empty if nothing.
[[nodiscard]] std::string head_difference(const JsonValue& expected, const JsonValue& found);

}  // namespace mnc::cli
