// The parts of reading a text that are no grammar: bytes, and what to say about what is no word.
#include "grammar/lexer.h"

#include <algorithm>
#include <array>
#include <optional>

namespace mnc::grammar {
namespace {

// The length of the UTF-8 character at the start of `text`, or 0 if there is none.
[[nodiscard]] std::size_t character_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(0);
  if (first < 0x80) return 1;
  const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || text.size() < length) return 0;
  // The second byte is narrower where the encoding would be overlong, a surrogate, or beyond U+10FFFF.
  const unsigned char low = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
  const unsigned char high = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
  if (byte(1) < low || byte(1) > high) return 0;
  for (std::size_t i = 2; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return 0;
  }
  return length;
}

[[nodiscard]] bool is_control(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return (byte < 0x20 && c != '\t' && c != '\n' && c != '\r') || byte == 0x7F;
}

[[nodiscard]] std::string hexadecimal(unsigned char byte) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  return {kDigits[byte >> 4], kDigits[byte & 15]};
}

struct MixUp {
  std::string_view text;
  std::string_view help;
  std::string_view replacement;
};

constexpr auto kMixUps = std::to_array<MixUp>({
    {"“", "texts stand in straight quotes, `\"…\"`", ""},
    {"”", "texts stand in straight quotes, `\"…\"`", ""},
    {"„", "texts stand in straight quotes, `\"…\"`", ""},
    {"«", "texts stand in straight quotes, `\"…\"`", ""},
    {"»", "texts stand in straight quotes, `\"…\"`", ""},
    {"≥", "write `>=`", ">="},
    {"≤", "write `<=`", "<="},
    {"≠", "write `!=`", "!="},
    {"×", "write `*`", "*"},
    {"·", "write `*`", "*"},
    {"÷", "write `/`", "/"},
    {"−", "write `-`", "-"},
    {"–", "write `..` for a range, `-` for a difference", ""},
    {"…", "write `..`", ".."},
    {"&&", "write `and`", "and"},
    {"&", "write `and` between conditions, `+` between pits", ""},
    {"!", "write `not`, or `!=` for `is not equal`", ""},
    {"%", "write `mod` for what is left of a division; half is `/ 2`", ""},
    {";", "a clause needs no sign at its end", ""},
    {"'", "texts stand in `\"…\"`", ""},
    {"]", "a note begins with `[`", ""},
    {".", "write `..` for a range; numbers are whole, and a clause needs no sign at its end", ""},
    {"?", "`ask { … }` puts a question to the player", ""},
});

void report_invalid(std::string_view text, std::uint32_t begin, std::uint32_t end, std::uint16_t file,
                    Diagnostics& diagnostics) {
  std::string bytes;
  for (std::uint32_t i = begin; i < end && i < begin + 4; ++i) {
    bytes += (i > begin ? " " : "") + hexadecimal(static_cast<unsigned char>(text[i]));
  }
  if (end > begin + 4) bytes += " …";
  Diagnostic& diagnostic = diagnostics.report(Code::InvalidUtf8, {begin, end, file}, "not UTF-8: " + bytes);
  const bool utf16 = begin == 0 && text.size() > 1 && (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF"));
  diagnostic.help = utf16 ? "the file seems to be UTF-16; save it as UTF-8" : "save the file as UTF-8";
}

constexpr int kMaxTextErrors = 20;  // a file with more is no text

}  // namespace

void check_text(const Sources& sources, std::uint16_t file, Diagnostics& diagnostics) {
  const std::string_view text = sources[file].text();
  int errors = 0;
  for (std::size_t i = 0; i < text.size() && errors < kMaxTextErrors;) {
    const std::size_t length = character_length(text.substr(i, 4));
    if (length == 0) {
      const std::size_t begin = i;
      while (i < text.size() && character_length(text.substr(i, 4)) == 0) ++i;
      report_invalid(text, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(i), file, diagnostics);
      ++errors;
      continue;
    }
    if (is_control(text[i])) {
      const auto at = static_cast<std::uint32_t>(i);
      const std::size_t begin = i;
      while (i + 1 < text.size() && text[i + 1] == text[begin]) ++i;
      diagnostics
          .report(Code::ControlCharacter, {at, static_cast<std::uint32_t>(i + 1), file},
                  "control character " + hexadecimal(static_cast<unsigned char>(text[begin])) + " in the text")
          .help = "delete it";
      ++errors;
    }
    i += length;
  }
}

void report_empty(const Sources& sources, std::uint16_t file, Diagnostics& diagnostics) {
  const bool blank = sources[file].text().find_first_not_of(" \t\r\n") == std::string_view::npos;
  diagnostics.report(Code::EmptyFile, {0, 0, file}, blank ? "the file is empty" : "the file has only comments").help =
      "a ruleset begins with `game \"Name\"`";
}

std::optional<Tok> report_strange(std::string_view text, Span span, Diagnostics& diagnostics) {
  // Control characters and bytes that are not UTF-8 have been reported by check_text.
  while (!text.empty() && is_control(text.front())) text.remove_prefix(1), ++span.begin;
  while (!text.empty() && is_control(text.back())) text.remove_suffix(1), --span.end;
  if (text.empty()) return std::nullopt;
  const std::size_t length = std::max<std::size_t>(1, character_length(text));
  const std::string_view shown = text.size() > 12 ? text.substr(0, length) : text;
  if (text.size() > 12) span.end = span.begin + static_cast<std::uint32_t>(length);
  Diagnostic& diagnostic =
      diagnostics.report(Code::StrangeCharacter, span, "`" + std::string(shown) + "` means nothing here");
  for (const MixUp& mix_up : kMixUps) {
    if (!text.starts_with(mix_up.text)) continue;
    diagnostic.help = mix_up.help;
    if (mix_up.replacement.empty() || text != mix_up.text) return std::nullopt;
    diagnostic.fix = Diagnostic::Fix{span, std::string(mix_up.replacement)};
    const Tok meant = word_kind(mix_up.replacement);
    return meant == Tok::Identifier ? sign_kind(mix_up.replacement) : meant;
  }
  return std::nullopt;
}

void report_quotes(std::string_view text, Span span, Diagnostics& diagnostics) {
  const std::size_t open = std::max<std::size_t>(1, character_length(text));
  std::size_t close = text.size() - 1;
  while (close > open && (static_cast<unsigned char>(text[close]) & 0xC0) == 0x80) --close;
  Diagnostic& diagnostic = diagnostics.report(Code::StrangeCharacter, span, "these quotes mean nothing here");
  diagnostic.help = "texts stand in straight quotes, `\"…\"`";
  diagnostic.fix = Diagnostic::Fix{span, "\"" + std::string(text.substr(open, close - open)) + "\""};
}

void report_comment(Span span, Diagnostics& diagnostics) {
  span.end = span.begin + 1;
  Diagnostic& diagnostic = diagnostics.report(Code::StrangeCharacter, span, "`#` means nothing here");
  diagnostic.help = "a comment begins with `//`";
  diagnostic.fix = Diagnostic::Fix{span, "//"};
}

void check_escapes(std::string_view text, Span span, Diagnostics& diagnostics) {
  for (std::size_t i = 1; i + 1 < text.size(); ++i) {
    if (text[i] != '\\') continue;
    const std::size_t length = std::max<std::size_t>(1, character_length(text.substr(i + 1)));
    if (text[i + 1] != '"' && text[i + 1] != '\\') {
      const auto begin = span.begin + static_cast<std::uint32_t>(i);
      const Span at{begin, begin + 1 + static_cast<std::uint32_t>(length), span.file};
      diagnostics.report(Code::BadEscape, at, "`" + std::string(text.substr(i, length + 1)) + "` is no escape").help =
          "write `\\\\` for a backslash, `\\\"` for a quotation mark";
    }
    i += length;
  }
}

void report_unclosed(Code code, std::string_view text, Span span, Diagnostics& diagnostics) {
  while (text.size() > 1 && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1), --span.end;
  if (code == Code::UnclosedText) {
    diagnostics.report(code, span, "the text is not closed on its line").help = "put a `\"` where it ends";
  } else {
    diagnostics.report(code, span, "the note is not closed").help =
        "put a `]` where it ends; a note has no brackets or braces in it";
  }
}

void report_bad_word(std::string_view text, Span span, Diagnostics& diagnostics) {
  constexpr std::string_view kDigits = "0123456789";
  const std::size_t digits = std::min(text.find_first_not_of(kDigits), text.size());
  Diagnostic& diagnostic = diagnostics.report(
      Code::BadWord, span, "`" + std::string(text.substr(0, 40)) + "` is neither a number nor a name");
  std::string_view rest = text.substr(digits);
  if (rest.starts_with('_') || text.size() > 40) return;
  std::string meant = std::string(text.substr(0, digits)) + " " + std::string(rest);
  const bool size = rest.size() > 1 && rest.front() == 'x' && rest.find_first_not_of(kDigits, 1) == std::string_view::npos;
  if (size) meant = "rows " + std::string(text.substr(0, digits)) + "  columns " + std::string(rest.substr(1));
  diagnostic.help = "did you mean `" + meant + "`?";
  diagnostic.fix = Diagnostic::Fix{span, meant};
}

Tok sign_kind(std::string_view sign) {
  for (int kind = static_cast<int>(Tok::OpenBrace); kind <= static_cast<int>(Tok::Dots); ++kind) {
    if (spelling(static_cast<Tok>(kind)) == sign) return static_cast<Tok>(kind);
  }
  return Tok::EndOfFile;  // not reached: the grammar knows the same signs
}

Tok possessive_kind(std::string_view word, Span span, Diagnostics& diagnostics) {
  constexpr std::size_t kMostSign = 3;  // bytes of `’`
  const auto is = [&](std::string_view owner) {
    return word.starts_with(owner) && word.size() > owner.size() && word.size() <= owner.size() + kMostSign + 1 &&
           word.back() == 's' && word[owner.size()] != 's';
  };
  if (is("opponent")) return Tok::OpponentS;
  if (is("South")) return Tok::SouthS;
  if (is("North")) return Tok::NorthS;
  Diagnostic& diagnostic =
      diagnostics.report(Code::BadPossessive, span, "`" + std::string(word.substr(0, 40)) + "` is not in the language");
  const std::string meant = closest(word, {"own", "opponent's", "South's", "North's"});
  if (meant.empty()) {
    diagnostic.help = "there are `own`, `opponent's`, `South's` and `North's`; of a pit one says `seeds of A1`";
    return Tok::Own;
  }
  diagnostic.help = "write `" + meant + "`";
  diagnostic.fix = Diagnostic::Fix{span, meant};
  return meant == "opponent's" ? Tok::OpponentS : meant == "South's" ? Tok::SouthS : meant == "North's" ? Tok::NorthS : Tok::Own;
}

std::vector<Tok> contraction_kinds(std::string_view word, Span span, Diagnostics& diagnostics) {
  struct Contraction {
    std::string_view begins, meant;
    std::vector<Tok> kinds;
  };
  static const std::vector<Contraction> known{
      {"can", "cannot", {Tok::Cannot}},        {"is", "is not", {Tok::Is, Tok::Not}},
      {"are", "are not", {Tok::Are, Tok::Not}}, {"was", "was not", {Tok::Was, Tok::Not}},
      {"were", "were not", {Tok::Were, Tok::Not}}, {"does", "does not", {Tok::Does, Tok::Not}}};
  Diagnostic& diagnostic =
      diagnostics.report(Code::MisspeltWord, span, "`" + std::string(word.substr(0, 40)) + "` is not in the language");
  for (const Contraction& one : known) {
    if (!word.starts_with(one.begins)) continue;
    diagnostic.help = "write `" + std::string(one.meant) + "`";
    diagnostic.fix = Diagnostic::Fix{span, std::string(one.meant)};
    return one.kinds;
  }
  diagnostic.help = "write `not`";
  return {Tok::Not};
}

}  // namespace mnc::grammar
