// Stage 0: text. A source file as bytes with a line map; positions in it are Spans.
// Comes in: a path, or text with a name. Goes out: SourceFile, read-only from then on.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mnc::grammar {

// A stretch of one source file, in bytes: [begin, end). `file` is an index into Sources.
struct Span {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  std::uint16_t file = 0;
};

// Line and column as people count them: from 1, columns in Unicode code points.
struct LineColumn {
  std::uint32_t line = 1;
  std::uint32_t column = 1;
};

class SourceFile {
 public:
  // Takes text as it was read. A leading UTF-8 byte order mark is dropped, everything else is kept.
  SourceFile(std::string name, std::string text);

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] std::string_view text() const { return text_; }
  [[nodiscard]] LineColumn line_column(std::uint32_t offset) const;
  // The line (from 1) without its end; empty when there is no such line.
  [[nodiscard]] std::string_view line(std::uint32_t number) const;

 private:
  std::string name_;
  std::string text_;
  std::vector<std::uint32_t> line_starts_;
};

// All files of one compilation (a ruleset and the ones it extends); Span::file indexes it.
using Sources = std::vector<SourceFile>;

// Largest ruleset text that is read, in bytes. The largest ruleset known is under 20 kB; the limit only
// keeps a mistaken file (a disk image, a log) from filling the memory.
inline constexpr std::size_t kMaxSourceBytes = 16u << 20;

}  // namespace mnc::grammar
