// The texts of rulesets/*.mnc inside the program. The definitions are made by bundle.cmake when the program is built.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mnc::cli {

// The text of a bundled ruleset, by its bare name (`kpe`).
[[nodiscard]] std::optional<std::string_view> bundled(std::string_view name);
// Their names, sorted.
[[nodiscard]] std::vector<std::string> bundled_names();

}  // namespace mnc::cli
