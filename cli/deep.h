// mnc check --deep: a ruleset played out. See interpreter/deep.h.
#pragma once

#include "cli/common.h"

namespace mnc::cli {

// What playing the ruleset out has shown, as text or JSON. settings: as given with --set, for the commands that show it.
[[nodiscard]] std::string deep_text(const Loaded& loaded, const grammar::Settings& settings);
[[nodiscard]] JsonValue deep_json(const Loaded& loaded, const grammar::Settings& settings);

}  // namespace mnc::cli
