// Stage 2, check: sets of counts of seeds.
#pragma once

#include <cstddef>

#include "grammar/ruleset.h"

namespace mnc::grammar::check {

// 0 to count - 1.
[[nodiscard]] inline CountSet counts_below(long count) {
  constexpr long kAll = kMaxSeeds + 1;
  if (count <= 0) return {};
  return ~CountSet() >> static_cast<std::size_t>(count < kAll ? kAll - count : 0);
}

// Those of which `op`, Equal … GreaterEqual, holds when they are compared with b.
[[nodiscard]] inline CountSet counts_that(Op op, long b) {
  switch (op) {
    case Op::Equal: return counts_below(b + 1) & ~counts_below(b);
    case Op::NotEqual: return ~counts_that(Op::Equal, b);
    case Op::Less: return counts_below(b);
    case Op::LessEqual: return counts_below(b + 1);
    case Op::Greater: return ~counts_below(b + 1);
    default: return ~counts_below(b);
  }
}

}  // namespace mnc::grammar::check
