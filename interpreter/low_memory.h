// Memory at addresses below 2^31, where the system gives such: compiled code then holds the address of a table in the
// instruction that looks it up. Elsewhere in memory otherwise.
#pragma once

#include <memory_resource>

namespace mnc::engine {

// Whole pages from the system: for a few large pieces. Throws std::bad_alloc.
class LowMemory final : public std::pmr::memory_resource {
  void* do_allocate(std::size_t bytes, std::size_t alignment) override;
  void do_deallocate(void* at, std::size_t bytes, std::size_t alignment) override;
  [[nodiscard]] bool do_is_equal(const std::pmr::memory_resource& other) const noexcept override { return this == &other; }
};

}  // namespace mnc::engine
