// Stage 2, check: a table of answers that have been worked out. A map of whole numbers in one piece of memory: it is
// filled and thrown away thousands of times.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace mnc::grammar::check {

class Memo {
 public:
  static constexpr std::int32_t kNothing = -1;

  // The answer for a key, or kNothing. A key is not 0.
  [[nodiscard]] std::int32_t find(std::uint64_t key) const {
    if (count_ == 0) return kNothing;
    for (std::size_t at = place(key);; at = (at + 1) & (entries_.size() - 1)) {
      if (entries_[at].key == key) return entries_[at].answer;
      if (entries_[at].key == 0) return kNothing;
    }
  }

  // Precondition: the key has no answer yet.
  void put(std::uint64_t key, std::int32_t answer) {
    if (2 * ++count_ > entries_.size()) grow();
    insert({key, answer});
  }

  void clear() {
    if (count_ != 0) entries_.assign(entries_.size(), {});
    count_ = 0;
  }

 private:
  struct Entry {
    std::uint64_t key = 0;
    std::int32_t answer = kNothing;
  };
  static constexpr std::size_t kFewest = 32;  // entries; a power of two

  [[nodiscard]] std::size_t place(std::uint64_t key) const {
    return static_cast<std::size_t>(key * 0x9e3779b97f4a7c15u >> 32) & (entries_.size() - 1);
  }

  void insert(const Entry& entry) {
    std::size_t at = place(entry.key);
    while (entries_[at].key != 0) at = (at + 1) & (entries_.size() - 1);
    entries_[at] = entry;
  }

  void grow() {
    const std::vector<Entry> before = std::move(entries_);
    entries_.assign(before.empty() ? kFewest : 2 * before.size(), {});
    for (const Entry& entry : before) {
      if (entry.key != 0) insert(entry);
    }
  }

  std::vector<Entry> entries_;  // empty where the key is 0
  std::size_t count_ = 0;
};

}  // namespace mnc::grammar::check
