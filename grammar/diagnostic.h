// What is wrong with a text, as data: code, severity, span, message, notes, help. Collected, never thrown.
// The codes stand in one table, diagnostics.def.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "grammar/source.h"

namespace mnc::grammar {

enum class Severity : std::uint8_t { Error, Warning };

enum class Code : std::uint16_t {
#define MNC_DIAGNOSTIC(name, code, severity, summary, explanation) name,
#include "grammar/diagnostics.def"
#undef MNC_DIAGNOSTIC
};

struct CodeInfo {
  std::string_view id;           // "E103"; never reused
  Severity severity;
  std::string_view summary;      // one line
  std::string_view explanation;  // a paragraph for `mnc explain` and docs/diagnostics.md
};
[[nodiscard]] const CodeInfo& info(Code code);
[[nodiscard]] const std::vector<Code>& all_codes();

struct Diagnostic {
  struct Note { Span span; std::string message; };
  struct Fix { Span span; std::string replacement; };  // put this text in place of the span
  Code code;
  Span span;
  std::string message;           // lower case, no full stop, the user's text in backquotes
  std::vector<Note> notes;       // other places involved
  std::string help;              // what to do, may be empty
  std::optional<Fix> fix;
};

// Collects the diagnostics of one compilation.
class Diagnostics {
 public:
  // Keeps at most kMax; the rest are only counted.
  static constexpr std::size_t kMax = 200;

  Diagnostic& report(Code code, Span span, std::string message);
  [[nodiscard]] bool has_errors() const { return errors_ != 0; }
  [[nodiscard]] std::size_t errors() const { return errors_; }
  [[nodiscard]] const std::vector<Diagnostic>& items() const { return items_; }
  // Drops the errors that begin in a stretch of text.
  void forget(Span region);
  // Lets `change` reword what has been found, all of it or the one with this index; it leaves the codes.
  template <class Change>
  void reword(Change change) {
    for (Diagnostic& one : items_) change(one);
  }
  template <class Change>
  void change(std::size_t index, const Change& change) {
    if (index < items_.size()) change(items_[index]);
  }
  // Orders by place in the text (stable), as they are printed.
  void sort();

 private:
  std::vector<Diagnostic> items_;
  Diagnostic overflow_;
  std::size_t errors_ = 0;
};

// ASCII letters without their case: `If` is `if` misspelt, however short.
[[nodiscard]] std::string lower_case(std::string_view word);

// Those of `candidates` a misspelt word may stand for, the likeliest first (edit distance 1 to 2, by length).
[[nodiscard]] std::vector<std::string> near_words(std::string_view word, const std::vector<std::string>& candidates);
// The likeliest of them, or empty if there is none.
[[nodiscard]] std::string closest(std::string_view word, const std::vector<std::string>& candidates);

// The text for a terminal: `file:line:column: error[E103]: message`, the line with the span underlined, notes, help.
[[nodiscard]] std::string render_text(const Diagnostics& diagnostics, const Sources& sources, bool color);
[[nodiscard]] std::string render_json(const Diagnostics& diagnostics, const Sources& sources);

}  // namespace mnc::grammar
