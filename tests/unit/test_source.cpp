#include "grammar/source.h"
#include "tests/support/catch.h"

using mnc::grammar::LineColumn;
using mnc::grammar::SourceFile;

namespace {

void check_place(const SourceFile& source, std::uint32_t offset, std::uint32_t line, std::uint32_t column) {
  const LineColumn at = source.line_column(offset);
  INFO("offset " << offset);
  CHECK(at.line == line);
  CHECK(at.column == column);
}

}  // namespace

TEST_CASE("lines and columns count from 1", "[source]") {
  const SourceFile source("a.mnc", "ab\ncd\n");
  CHECK(source.name() == "a.mnc");
  check_place(source, 0, 1, 1);
  check_place(source, 1, 1, 2);
  check_place(source, 2, 1, 3);
  check_place(source, 3, 2, 1);
  check_place(source, 6, 3, 1);
  check_place(source, 99, 3, 1);  // beyond the end: the end
}

TEST_CASE("columns are code points", "[source]") {
  const SourceFile source("", "Kpé x\n非洲棋 y");
  check_place(source, 4, 1, 4);  // the blank behind é, which takes two bytes
  check_place(source, 3, 1, 3);  // in the middle of é
  check_place(source, 7, 2, 1);
  check_place(source, 10, 2, 2);  // 洲
  check_place(source, 17, 2, 5);  // y
}

TEST_CASE("lines end with LF, CR LF or CR", "[source]") {
  const SourceFile source("", "a\r\nb\rc\nd");
  CHECK(source.line(1) == "a");
  CHECK(source.line(2) == "b");
  CHECK(source.line(3) == "c");
  CHECK(source.line(4) == "d");
  CHECK(source.line(5).empty());
  CHECK(source.line(0).empty());
  check_place(source, 3, 2, 1);
  check_place(source, 5, 3, 1);
}

TEST_CASE("a byte order mark is dropped", "[source]") {
  const SourceFile source("", "\xEF\xBB\xBFgame");
  CHECK(source.text() == "game");
  check_place(source, 0, 1, 1);
}

TEST_CASE("an empty text has one empty line", "[source]") {
  const SourceFile source("", "");
  CHECK(source.line(1).empty());
  check_place(source, 0, 1, 1);
}
