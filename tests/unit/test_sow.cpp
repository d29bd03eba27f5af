// The sowing kernels against the plain reference kernel, on many random states of every shape.
#include <algorithm>
#include <array>
#include <random>
#include <type_traits>

#include "interpreter/sow.h"
#include "tests/support/catch.h"

using namespace mnc::engine;

namespace {

// A track through `length` of `pits` pits: in a row from `base` (up or down), or shuffled.
enum class Form { Up, Down, Shuffled };
Track track_of(int pits, int length, int base, Form form, std::mt19937& random) {
  Track track;
  if (form == Form::Shuffled) {
    for (int i = 0; i < pits; ++i) track.cycle.push_back(static_cast<Index>(i));
    std::shuffle(track.cycle.begin(), track.cycle.end(), random);
    track.cycle.resize(static_cast<std::size_t>(length));
    return track;
  }
  for (int i = 0; i < length; ++i) track.cycle.push_back(static_cast<Index>(base + (form == Form::Up ? i : length - 1 - i)));
  return track;
}

template <class S>
void compare(int rounds, unsigned seed) {
  std::mt19937 random(seed);
  const auto below = [&random](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  for (int tracks = 0; tracks < 60; ++tracks) {
    const int length = 2 + below(S::kPits - 1);
    const int base = below(S::kPits - length + 1);
    const auto table = make_track<S>(track_of(S::kPits, length, base, static_cast<Form>(tracks % 3), random));
    for (int i = 0; i < rounds; ++i) {
      alignas(16) std::array<typename S::Count, S::kPits> plain{};
      for (auto& seeds : plain) seeds = static_cast<typename S::Count>(below(40));
      auto fast = plain;
      const auto run = plain;
      auto side_by_side = run;
      const Index first = table.cycle[static_cast<std::size_t>(below(length))];
      const int direction = below(2);
      const int most = std::is_same_v<typename S::Count, std::uint8_t> ? 200 : 900;
      const int n = 1 + below(i % 4 == 0 ? std::min(most, 5 * length) : std::min(most, length + 2));
      const Index last = sow_plain<S>(table, plain.data(), first, direction, n, 0);
      REQUIRE(sow_seeds<S>(table, fast.data(), first, direction, n) == last);
      REQUIRE(fast == plain);
      if (table.base >= 0) {
        REQUIRE(sow_run<S>(table, side_by_side.data(), first, direction, n) == last);
        REQUIRE(side_by_side == plain);
      }
    }
  }
}

}  // namespace

TEST_CASE("kernels sow what the plain kernel sows", "[sow]") {
  compare<Shape16>(4000, 1);
  compare<Shape32>(4000, 2);
  compare<Shape64>(4000, 3);
  compare<Shape128>(4000, 4);
  compare<ShapeWide>(4000, 5);
}

TEST_CASE("skipped pits get nothing and sowing starts behind them", "[sow]") {
  std::mt19937 random(6);
  const auto table = make_track<Shape16>(track_of(16, 12, 2, Form::Up, random));
  std::array<std::uint8_t, 16> pits{};
  // 5 seeds from pit 4, passing over pits 4 and 6: 5 7 8 9 10.
  const Index last = sow_plain<Shape16>(table, pits.data(), 4, 0, 5, (1u << 4) | (1u << 6));
  REQUIRE(last == 10);
  REQUIRE(pits == std::array<std::uint8_t, 16>{0, 0, 0, 0, 0, 1, 0, 1, 1, 1, 1, 0, 0, 0, 0, 0});
}

TEST_CASE("pits holding a range of counts are found", "[masks]") {
  std::mt19937 random(7);
  for (int i = 0; i < 20000; ++i) {
    alignas(16) std::array<std::uint8_t, 32> narrow{};
    alignas(16) std::array<std::uint16_t, 128> wide{};
    for (auto& n : narrow) n = static_cast<std::uint8_t>(random() % (i % 2 == 0 ? 6 : 256));
    for (auto& n : wide) n = static_cast<std::uint16_t>(random() % (i % 2 == 0 ? 6 : 1024));
    const int low = static_cast<int>(random() % (i % 2 == 0 ? 6 : 300));
    const int high = low + static_cast<int>(random() % 1000);
    std::uint32_t expected = 0;
    WideMask expected_wide = 0;
    for (std::size_t p = 0; p < 32; ++p) expected |= static_cast<std::uint32_t>(narrow[p] >= low && narrow[p] <= high) << p;
    for (std::size_t p = 0; p < 128; ++p) expected_wide |= static_cast<WideMask>(wide[p] >= low && wide[p] <= high) << p;
    REQUIRE(pits_holding<std::uint32_t, 32>(narrow.data(), low, high) == expected);
    REQUIRE((pits_holding<WideMask, 128>(wide.data(), low, high) == expected_wide));
  }
}
