// See excerpt.h.
#include "cli/excerpt.h"

#include <fmt/format.h>

#include <algorithm>

#include "interpreter/quote.h"

namespace mnc::cli {

std::string place_of(const Loaded& loaded, grammar::Span span) {
  const grammar::SourceFile& source = loaded.compilation->sources[span.file];
  const grammar::LineColumn at = source.line_column(span.begin);
  return fmt::format("{}:{}:{}", engine::printable(source.name()), at.line, at.column);
}

std::string excerpt(const Loaded& loaded, grammar::Span span, std::size_t most) {
  const std::string_view whole = loaded.compilation->sources[span.file].text();
  std::string text;
  for (const char c : whole.substr(span.begin, span.end - span.begin)) {
    const bool blank = c == ' ' || c == '\n' || c == '\r' || c == '\t';
    if (!blank) text += c;
    else if (!text.empty() && text.back() != ' ') text += ' ';
  }
  std::string shown = engine::printable(text);
  if (shown.size() <= most) return shown;
  shown.resize(std::min(most, shown.find_last_of(' ', most)));
  return shown + " …";
}

}  // namespace mnc::cli
