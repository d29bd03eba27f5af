// Memory at low addresses.
#include "interpreter/low_memory.h"

#if defined(MNC_HAS_JIT)

#include <sys/mman.h>

#include <new>

namespace mnc::engine {

void* LowMemory::do_allocate(std::size_t bytes, std::size_t) {
  constexpr int kHow = MAP_PRIVATE | MAP_ANONYMOUS;
  void* at = MAP_FAILED;
#if defined(MAP_32BIT)
  at = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, kHow | MAP_32BIT, -1, 0);
#endif
  if (at == MAP_FAILED) at = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, kHow, -1, 0);
  if (at == MAP_FAILED) throw std::bad_alloc();
  return at;
}

void LowMemory::do_deallocate(void* at, std::size_t bytes, std::size_t) { munmap(at, bytes); }

}  // namespace mnc::engine

#endif
