// A ruleset as a document for someone who has never seen the game: every clause, and every default spelled out.
// Comes in: a loaded ruleset. Goes out: sections of lines, for `mnc show` to print as text or JSON.
#pragma once

#include <string>
#include <vector>

#include "cli/common.h"
#include "cli/prose.h"

namespace mnc::cli {

struct DocumentLine {
  std::string text;
  std::string note;  // where the rule comes from; may be empty
  int indent = 0;
  bool is_default = false;  // not stated in the ruleset
  bool verbatim = false;    // part of a drawing
};

struct DocumentSection {
  std::string title;
  std::vector<DocumentLine> lines;

  void add(std::string text, std::string note = "", int indent = 0) {
    lines.push_back({std::move(text), std::move(note), indent, false, false});
  }
  void add_default(std::string text, int indent = 0) { lines.push_back({std::move(text), "", indent, true, false}); }
};

using Document = std::vector<DocumentSection>;

[[nodiscard]] Document describe(const Loaded& loaded);

// Who begins the next game of a match.
[[nodiscard]] const char* starter_text(const grammar::Ruleset& rules);

// The sections about moves as they are written; describe_moves.cpp.
void describe_moves(const Loaded& loaded, Document& document);
// The rules as sentences, with the options as they are; describe_words.cpp.
void describe_words(const Loaded& loaded, Prose& prose, Document& document);
// What sources often leave open, and what this ruleset makes of it; describe_open.cpp.
void describe_open(const Loaded& loaded, Prose& prose, Document& document);

}  // namespace mnc::cli
