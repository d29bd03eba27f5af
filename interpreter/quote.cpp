// The user's text inside a message; see quote.h.
#include "interpreter/quote.h"

#include <fmt/format.h>

namespace mnc::engine {
namespace {

// Length of the UTF-8 character at the start of text, or 0 if there is none (overlong forms, surrogates and values
// above U+10FFFF are none).
std::size_t character_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned first = byte(0);
  if (first < 0x80) return 1;
  const std::size_t length = first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0;
  if (length == 0 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0u) != 0x80) return 0;
  }
  const unsigned second = byte(1);
  if (first == 0xE0 && second < 0xA0) return 0;
  if (first == 0xED && second > 0x9F) return 0;
  if (first == 0xF0 && second < 0x90) return 0;
  if (first == 0xF4 && second > 0x8F) return 0;
  return length;
}

bool is_control(std::string_view character) {
  const auto first = static_cast<unsigned char>(character[0]);
  if (character.size() == 1) return first < 0x20 || first == 0x7F;
  // U+0080 to U+009F: some terminals obey these, too.
  return character.size() == 2 && first == 0xC2 && static_cast<unsigned char>(character[1]) < 0xA0;
}

std::string safe(std::string_view text, std::size_t most) {
  std::string result;
  while (!text.empty()) {
    const std::size_t length = character_length(text);
    const std::string_view character = text.substr(0, length == 0 ? 1 : length);
    if (result.size() + character.size() > most) return result + "…";
    if (length == 0 || is_control(character)) {
      for (const char c : character) result += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    } else {
      result += character;
    }
    text.remove_prefix(character.size());
  }
  return result;
}

}  // namespace

std::string backquoted(std::string_view text) { return "`" + safe(text, kMaxQuoted) + "`"; }

std::string printable(std::string_view text) { return safe(text, std::string_view::npos); }

std::size_t find_not_utf8(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t length = character_length(text.substr(at));
    if (length == 0) return at;
    at += length;
  }
  return std::string_view::npos;
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kWhite = " \t\r\n\f\v";
  const std::size_t begin = text.find_first_not_of(kWhite);
  if (begin == std::string_view::npos) return text.substr(text.size());
  return text.substr(begin, text.find_last_not_of(kWhite) - begin + 1);
}

std::string joined(const std::vector<std::string>& items, std::size_t most) {
  std::string result;
  for (std::size_t i = 0; i < items.size() && i < most; ++i) {
    if (i != 0) result += ", ";
    result += items[i];
  }
  if (items.size() > most) result += fmt::format(" and {} more", items.size() - most);
  return result;
}

}  // namespace mnc::engine
