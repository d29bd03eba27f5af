// Stage 2, check: options and their values, states and where they start.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "grammar/check/expressions.h"

namespace mnc::grammar::check {

// Lists the values of every option and chooses one: the last that `settings` gives, else the default. What `settings`
// asks for and is not there goes to `settings_errors`: it is not about the text.
void bind_options(Context& context, const std::vector<std::pair<std::string, std::string>>& settings,
                  std::vector<std::string>& settings_errors);

// "its values are `a` and `b`", for messages.
[[nodiscard]] std::string values_text(const Option& option);

// Ranges and starts of the states. After bind_options.
void check_states(Context& context, Expressions& expressions);

}  // namespace mnc::grammar::check
