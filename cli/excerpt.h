// Places in a ruleset's text, for results that speak of its clauses.
#pragma once

#include <string>

#include "cli/common.h"

namespace mnc::cli {

// `kpe.mnc:21:3`
[[nodiscard]] std::string place_of(const Loaded& loaded, grammar::Span span);
// What is written there, on one line and cut where it gets long.
[[nodiscard]] std::string excerpt(const Loaded& loaded, grammar::Span span, std::size_t most = 60);

}  // namespace mnc::cli
