// Parses a text in a test and keeps everything that belongs to the result.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "grammar/parse.h"

namespace mnc::grammar {

struct Parsed {
  Sources sources;
  Diagnostics diagnostics;
  std::optional<ast::File> file;

  [[nodiscard]] std::string underlined(const Diagnostic& diagnostic) const {
    return std::string(sources[diagnostic.span.file].text().substr(diagnostic.span.begin,
                                                                   diagnostic.span.end - diagnostic.span.begin));
  }
  // Each diagnostic on a line: code | underlined text | message.
  [[nodiscard]] std::string report() const {
    std::string all;
    for (const Diagnostic& d : diagnostics.items()) {
      all += std::string(info(d.code).id) + " | " + underlined(d) + " | " + d.message + "\n";
    }
    return all;
  }
};

[[nodiscard]] inline Parsed parsed(std::string text) {
  Parsed result;
  result.sources.emplace_back("test.mnc", std::move(text));
  result.file = parse(result.sources, 0, result.diagnostics);
  result.diagnostics.sort();
  return result;
}

// Clauses without the header.
[[nodiscard]] inline Parsed parsed_clauses(const std::string& clauses) { return parsed("game \"x\"\n" + clauses); }

}  // namespace mnc::grammar
