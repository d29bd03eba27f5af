// Random numbers for play: game i of seed s has its own stream, whatever else is played.
#pragma once

#include <cstdint>

namespace mnc::engine {

// splitmix64 (S. Vigna, public domain): the state is a counter, each output a strong mix of it.
class Random {
 public:
  Random(std::uint64_t seed, std::uint64_t index) : state_(mix(seed + 0x9e3779b97f4a7c15u) ^ mix(index * 0xd1342543de82ef95u + 1)) {}

  // What it goes on from; next() adds kStep to it before anything else.
  [[nodiscard]] std::uint64_t state() const { return state_; }
  void set_state(std::uint64_t state) { state_ = state; }
  static constexpr std::uint64_t kStep = 0x9e3779b97f4a7c15u, kFirst = 0xbf58476d1ce4e5b9u, kSecond = 0x94d049bb133111ebu;

  std::uint64_t next() { return mix(state_ += kStep); }

  // Uniform in [0, n), exactly (Lemire's method with rejection). Precondition: n > 0.
  std::uint32_t below(std::uint32_t n) {
    std::uint64_t product = (next() >> 32) * n;
    if (static_cast<std::uint32_t>(product) < n) {
      const std::uint32_t threshold = (0u - n) % n;
      while (static_cast<std::uint32_t>(product) < threshold) product = (next() >> 32) * n;
    }
    return static_cast<std::uint32_t>(product >> 32);
  }

 private:
  static std::uint64_t mix(std::uint64_t z) {
    z = (z ^ (z >> 30)) * kFirst;
    z = (z ^ (z >> 27)) * kSecond;
    return z ^ (z >> 31);
  }
  std::uint64_t state_;
};

}  // namespace mnc::engine
