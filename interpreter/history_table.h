// The table of a History, as compiled code reads and writes it.
#pragma once

#include <cstdint>

namespace mnc::engine {

struct HistorySlot {
  std::uint64_t hash = 0;
  std::uint32_t generation = 0;  // slots of earlier generations are free
  std::uint32_t count = 0;
};
static_assert(sizeof(HistorySlot) == 16);

// INVARIANT: about half of the slots are free.
struct HistoryTable {
  HistorySlot* slots = nullptr;
  std::uint64_t mask = 0;                            // of a hash: where its slot is looked for first, in bytes
  std::uint64_t stamp = std::uint64_t{1} << 32 | 1;  // generation, from 1, and count of a position that is new
  std::int32_t room = 0, most = 0;                   // slots that may still be used, by this generation
  [[nodiscard]] std::uint32_t generation() const { return static_cast<std::uint32_t>(stamp); }
};

}  // namespace mnc::engine
