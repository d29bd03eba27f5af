// Reading and writing the notation's positions: rows of numbers separated by
// ` / `, then fields separated by `; `. In: one line. Out: numbers and fields.
#pragma once

#include <array>
#include <cctype>
#include <charconv>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace handwritten {

[[nodiscard]] inline std::string_view trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

// The parts of `text` between separators, trimmed.
[[nodiscard]] inline std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t at = text.find(separator);
    parts.push_back(trimmed(text.substr(0, at)));
    if (at == std::string_view::npos) return parts;
    text.remove_prefix(at + 1);
  }
}

// A decimal number 0 .. `most`, nothing else.
[[nodiscard]] inline std::optional<int> number(std::string_view text, int most) {
  int value = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc{} || stop != end || value < 0 || value > most) return std::nullopt;
  return value;
}

// A position as text, its numbers not yet given a meaning.
struct PositionText {
  struct Field {
    std::string_view name;
    std::array<std::string_view, 2> values;  // South, North
  };

  std::vector<std::vector<int>> rows;  // as South sees them, North's outermost first
  int to_move = 0;
  std::vector<Field> fields;
};

// Nothing if `text` is not `rows` rows of `columns` numbers of at most `most`,
// a player and fields of two values each. The result points into `text`.
[[nodiscard]] inline std::optional<PositionText> parse_rows(std::string_view text, std::size_t rows,
                                                            std::size_t columns, int most) {
  const auto parts = split(text, ';');
  PositionText position;
  for (const std::string_view row : split(parts[0], '/')) {
    std::vector<int>& numbers = position.rows.emplace_back();
    for (const std::string_view word : split(row, ' ')) {
      if (word.empty()) continue;
      const auto seeds = number(word, most);
      if (!seeds) return std::nullopt;
      numbers.push_back(*seeds);
    }
    if (numbers.size() != columns) return std::nullopt;
  }
  if (position.rows.size() != rows) return std::nullopt;
  if (parts.size() < 2 || (parts[1] != "S" && parts[1] != "N")) return std::nullopt;
  position.to_move = parts[1] == "S" ? 0 : 1;
  for (std::size_t i = 2; i < parts.size(); ++i) {
    const auto sides = split(parts[i], '=');
    if (sides.size() != 2) return std::nullopt;
    const auto values = split(sides[1], ',');
    if (values.size() != 2) return std::nullopt;
    position.fields.push_back({sides[0], {values[0], values[1]}});
  }
  return position;
}

// `A3` for South, `a3` for North; pits are numbered from 1.
[[nodiscard]] inline std::string pit_text(int side, char row, int pit) {
  const char letter = side == 0 ? row : static_cast<char>(std::tolower(row));
  return letter + std::to_string(pit);
}

// `; name=South,North`
template <class Pair>
[[nodiscard]] std::string field_text(std::string_view name, const Pair& values) {
  std::string text = "; ";
  text += name;
  text += '=';
  text += std::to_string(values[0]);
  text += ',';
  text += std::to_string(values[1]);
  return text;
}

}  // namespace handwritten
