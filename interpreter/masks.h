// Sets of pits as bit masks, and the vector loops that make them from seed counts.
#pragma once

#include <bit>
#include <cstdint>

#if defined(__SSE4_1__)
#include <smmintrin.h>
#endif

#include "interpreter/program.h"

namespace mnc::engine {

[[nodiscard]] inline int count_bits(std::uint32_t m) { return std::popcount(m); }
[[nodiscard]] inline int count_bits(std::uint64_t m) { return std::popcount(m); }
[[nodiscard]] inline int count_bits(WideMask m) {
  return std::popcount(static_cast<std::uint64_t>(m)) + std::popcount(static_cast<std::uint64_t>(m >> 64));
}
// Precondition: m is not 0.
[[nodiscard]] inline int lowest_bit(std::uint32_t m) { return std::countr_zero(m); }
[[nodiscard]] inline int lowest_bit(std::uint64_t m) { return std::countr_zero(m); }
[[nodiscard]] inline int lowest_bit(WideMask m) {
  const auto low = static_cast<std::uint64_t>(m);
  return low != 0 ? std::countr_zero(low) : 64 + std::countr_zero(static_cast<std::uint64_t>(m >> 64));
}
template <class Mask>
[[nodiscard]] Mask bit(int i) {
  return static_cast<Mask>(1) << i;
}
// The n-th set bit, from 0. Precondition: m has more than n bits.
template <class Mask>
[[nodiscard]] int nth_bit(Mask m, int n) {
  for (; n > 0; --n) m &= m - 1;
  return lowest_bit(m);
}

// Pits whose seeds are in low..high (inclusive), of N pits.
template <class Mask, int N>
[[nodiscard]] Mask pits_holding(const std::uint8_t* pits, int low, int high) {
  Mask out = 0;
#if defined(__SSE4_1__)
  const __m128i base = _mm_set1_epi8(static_cast<char>(low));
  const __m128i span = _mm_set1_epi8(static_cast<char>((high > 255 ? 255 : high) - low));
  if (low > 255 || high < low) return 0;
  for (int i = 0; i < N; i += 16) {
    const __m128i x = _mm_sub_epi8(_mm_load_si128(reinterpret_cast<const __m128i*>(pits + i)), base);
    const auto hit = static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_cmpeq_epi8(_mm_min_epu8(x, span), x)));
    out |= static_cast<Mask>(hit) << i;
  }
#else
  for (int i = 0; i < N; ++i) out |= static_cast<Mask>(pits[i] >= low && pits[i] <= high) << i;
#endif
  return out;
}
template <class Mask, int N>
[[nodiscard]] Mask pits_holding(const std::uint16_t* pits, int low, int high) {
  Mask out = 0;
#if defined(__SSE4_1__)
  const __m128i base = _mm_set1_epi16(static_cast<short>(low));
  const __m128i span = _mm_set1_epi16(static_cast<short>(high - low));
  if (high < low) return 0;
  for (int i = 0; i < N; i += 16) {
    const __m128i x = _mm_sub_epi16(_mm_load_si128(reinterpret_cast<const __m128i*>(pits + i)), base);
    const __m128i y = _mm_sub_epi16(_mm_load_si128(reinterpret_cast<const __m128i*>(pits + i + 8)), base);
    const __m128i both = _mm_packs_epi16(_mm_cmpeq_epi16(_mm_min_epu16(x, span), x), _mm_cmpeq_epi16(_mm_min_epu16(y, span), y));
    out |= static_cast<Mask>(static_cast<std::uint32_t>(_mm_movemask_epi8(both))) << i;
  }
#else
  for (int i = 0; i < N; ++i) out |= static_cast<Mask>(pits[i] >= low && pits[i] <= high) << i;
#endif
  return out;
}

}  // namespace mnc::engine
