// Stage 2, check: settings of the options under which a ruleset is read, to tell what is so whatever they are.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "grammar/ruleset.h"

namespace mnc::grammar::check {

using Setting = std::vector<std::pair<std::string, std::string>>;  // a value for some options; the others at their default

// All settings, if they are few; else every value alone and every two together, up to a bound. Of a range the ends, the
// default and the values beside the ends stand for all. The first is that of all defaults.
[[nodiscard]] std::vector<Setting> variations(const std::vector<Option>& options);

// Those that are not what has been chosen, each once and with a value for every option. Those that differ in the most
// options come first: what hangs on one of them is soon found out.
[[nodiscard]] std::vector<Setting> unlike_chosen(const std::vector<Option>& options);

}  // namespace mnc::grammar::check
