// The user's text inside a message: in backquotes, short, and safe to print on a terminal.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mnc::engine {

// Text that is quoted in messages is cut at this many bytes: a line should stay readable on a terminal.
inline constexpr std::size_t kMaxQuoted = 60;

// `text` in backquotes: control characters and bytes that are not UTF-8 become `\xNN`, a long text is cut with `…`.
[[nodiscard]] std::string backquoted(std::string_view text);
// The same without backquotes and without cutting.
[[nodiscard]] std::string printable(std::string_view text);
// Where `text` first is not UTF-8, or npos.
[[nodiscard]] std::size_t find_not_utf8(std::string_view text);

// Without white space (line ends included) on either side.
[[nodiscard]] std::string_view trimmed(std::string_view text);
// `a, b, c`; of more than `most` items only the first ones and how many more there are.
[[nodiscard]] std::string joined(const std::vector<std::string>& items, std::size_t most = 100);

}  // namespace mnc::engine
