// How often positions have been there: against a plain count, through growth, forgetting and all generations.
#include <cstdint>
#include <map>

#include "interpreter/history.h"
#include "interpreter/random.h"
#include "tests/support/catch.h"

using namespace mnc::engine;

TEST_CASE("a history counts like a map") {
  History history;
  std::map<std::uint64_t, int> counts;
  Random random(1, 0);
  for (int step = 0; step < 20'000; ++step) {
    // Few values, and many that are looked for in the same place.
    const std::uint64_t hash = random.below(2) == 0 ? random.below(500) * 0x9e3779b97f4a7c15u : std::uint64_t{random.below(40)} << 40;
    REQUIRE(history.count(hash) == counts[hash]);
    REQUIRE(history.add(hash) == ++counts[hash]);
    if (random.below(4000) == 0) history.clear(), counts.clear();
  }
}

TEST_CASE("a history forgets even when its generations come round") {
  History history;
  history.table().stamp = std::uint64_t{1} << 32 | 0xfffffffeu;
  for (std::uint64_t hash = 0; hash < 300; ++hash) REQUIRE(history.add(hash << 20) == 1);  // it grows meanwhile
  history.table().stamp = std::uint64_t{1} << 32 | 0xfffffffeu;
  for (int round = 0; round < 4; ++round) {
    history.clear();
    for (std::uint64_t hash = 0; hash < 300; ++hash) {
      REQUIRE(history.count(hash << 20) == 0);
      REQUIRE(history.add(hash << 20) == 1);
      REQUIRE(history.add(hash << 20) == 2);
    }
  }
}
