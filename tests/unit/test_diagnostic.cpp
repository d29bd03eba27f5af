#include "grammar/diagnostic.h"

#include <set>

#include <nlohmann/json.hpp>

#include "tests/support/catch.h"

using namespace mnc::grammar;

namespace {

Sources one_source(std::string text) {
  Sources sources;
  sources.emplace_back("kpe.mnc", std::move(text));
  return sources;
}

}  // namespace

TEST_CASE("codes are unique and complete", "[diagnostic]") {
  std::set<std::string_view> ids;
  for (const Code code : all_codes()) {
    const CodeInfo& entry = info(code);
    INFO(entry.id);
    CHECK(ids.insert(entry.id).second);
    CHECK(entry.id.size() == 4);
    CHECK((entry.id[0] == 'W') == (entry.severity == Severity::Warning));
    CHECK_FALSE(entry.summary.empty());
    CHECK_FALSE(entry.explanation.empty());
    CHECK(entry.summary.back() != '.');
  }
}

TEST_CASE("text output underlines the span", "[diagnostic]") {
  const Sources sources = one_source("game \"Kpé\"\nzone é = form A\n");
  Diagnostics diagnostics;
  Diagnostic& diagnostic = diagnostics.report(Code::MisspeltWord, {22, 26, 0}, "`form` cannot stand here");
  diagnostic.notes.push_back({{12, 16, 0}, "in this zone"});
  diagnostic.help = "did you mean `from`?";
  CHECK(render_text(diagnostics, sources, false) ==
        "kpe.mnc:2:10: error[E107]: `form` cannot stand here\n"
        " 2 | zone é = form A\n"
        "   |          ^^^^\n"
        "kpe.mnc:2:1: note: in this zone\n"
        " 2 | zone é = form A\n"
        "   | ----\n"
        "  help: did you mean `from`?\n");
  CHECK(render_text(diagnostics, sources, true).find("\x1b[1;31m^^^^\x1b[0m") != std::string::npos);
}

TEST_CASE("a span at the end of the text is shown", "[diagnostic]") {
  const Sources sources = one_source("game");
  Diagnostics diagnostics;
  diagnostics.report(Code::Expected, {4, 4, 0}, "expected a text in quotes");
  CHECK(render_text(diagnostics, sources, false) ==
        "kpe.mnc:1:5: error[E106]: expected a text in quotes\n"
        " 1 | game\n"
        "   |     ^\n");
}

TEST_CASE("a span over several lines is underlined to the end of the first", "[diagnostic]") {
  const Sources sources = one_source("end {\n}\n");
  Diagnostics diagnostics;
  diagnostics.report(Code::Expected, {0, 7, 0}, "x");
  CHECK(render_text(diagnostics, sources, false) == "kpe.mnc:1:1: error[E106]: x\n 1 | end {\n   | ^^^^^\n");
}

TEST_CASE("of a long line the part around the span is shown", "[diagnostic]") {
  const Sources sources = one_source(std::string(5000, 'a') + " here " + std::string(5000, 'b'));
  Diagnostics diagnostics;
  diagnostics.report(Code::Expected, {5001, 5005, 0}, "x");
  const std::string text = render_text(diagnostics, sources, false);
  CHECK(text.size() < 500);
  const std::size_t line = text.find("…");
  REQUIRE(line != std::string::npos);
  const std::string shown = text.substr(text.find(" | ") + 3);
  const std::string marks = shown.substr(shown.find(" | ") + 3);
  // The … at the start of the line is one character and three bytes.
  CHECK(shown.find("here") - 2 == marks.find("^^^^"));
}

TEST_CASE("control characters and broken bytes do not reach the terminal", "[diagnostic]") {
  const Sources sources = one_source("a\x1b[2J\xFF b");
  Diagnostics diagnostics;
  diagnostics.report(Code::ControlCharacter, {1, 2, 0}, "x");
  const std::string text = render_text(diagnostics, sources, false);
  CHECK(text.find('\x1b') == std::string::npos);
  CHECK(text.find('\xFF') == std::string::npos);
  CHECK(text.find("a·[2J· b") != std::string::npos);
}

TEST_CASE("JSON output has places in bytes and in characters", "[diagnostic]") {
  const Sources sources = one_source("game \"Kpé\"\nzone é = form A\n");
  Diagnostics diagnostics;
  Diagnostic& diagnostic = diagnostics.report(Code::MisspeltWord, {22, 26, 0}, "`form` cannot stand here");
  diagnostic.notes.push_back({{12, 16, 0}, "in this zone"});
  diagnostic.help = "did you mean `from`?";
  diagnostic.fix = Diagnostic::Fix{{22, 26, 0}, "from"};
  diagnostics.report(Code::Expected, {0, 4, 0}, "bytes \xFF");
  const auto array = nlohmann::json::parse(render_json(diagnostics, sources));
  REQUIRE(array.size() == 2);
  const auto& first = array[0];
  CHECK(first["file"] == "kpe.mnc");
  CHECK(first["begin"] == 22);
  CHECK(first["end"] == 26);
  CHECK(first["line"] == 2);
  CHECK(first["column"] == 10);
  CHECK(first["end_line"] == 2);
  CHECK(first["end_column"] == 14);
  CHECK(first["severity"] == "error");
  CHECK(first["code"] == "E107");
  CHECK(first["message"] == "`form` cannot stand here");
  CHECK(first["help"] == "did you mean `from`?");
  CHECK(first["notes"][0]["message"] == "in this zone");
  CHECK(first["notes"][0]["line"] == 2);
  CHECK(first["replacement"]["text"] == "from");
  CHECK(first["replacement"]["begin"] == 22);
  CHECK(array[1]["help"].is_null());
  CHECK(array[1]["replacement"].is_null());
}

TEST_CASE("no diagnostics are an empty array and an empty text", "[diagnostic]") {
  const Sources sources = one_source("");
  CHECK(render_text({}, sources, false).empty());
  CHECK(nlohmann::json::parse(render_json({}, sources)).empty());
}

TEST_CASE("diagnostics are sorted by place, stably", "[diagnostic]") {
  Diagnostics diagnostics;
  diagnostics.report(Code::Expected, {5, 6, 0}, "c");
  diagnostics.report(Code::Expected, {1, 2, 0}, "a");
  diagnostics.report(Code::Expected, {1, 9, 0}, "b");
  diagnostics.sort();
  REQUIRE(diagnostics.items().size() == 3);
  CHECK(diagnostics.items()[0].message == "a");
  CHECK(diagnostics.items()[1].message == "b");
  CHECK(diagnostics.items()[2].message == "c");
}

TEST_CASE("only so many diagnostics are kept, all are counted", "[diagnostic]") {
  const Sources sources = one_source("x");
  Diagnostics diagnostics;
  for (int i = 0; i < 1000; ++i) diagnostics.report(Code::Expected, {0, 1, 0}, "x").help = "y";
  CHECK(diagnostics.items().size() == Diagnostics::kMax);
  CHECK(diagnostics.errors() == 1000);
  CHECK(render_text(diagnostics, sources, false).find("1000 errors in all") != std::string::npos);
}

TEST_CASE("the closest word is suggested", "[diagnostic]") {
  const std::vector<std::string> words{"from", "lift", "capture", "choose", "counterclockwise", "is"};
  CHECK(closest("form", words) == "from");  // two letters exchanged
  CHECK(closest("From", words) == "from");
  CHECK(closest("captur", words) == "capture");
  CHECK(closest("chose", words) == "choose");
  CHECK(closest("counterclokwise", words) == "counterclockwise");
  CHECK(closest("sow", words).empty());
  CHECK(closest("xy", words).empty());
  CHECK(closest("from", words).empty());  // not a misspelling of itself
  CHECK(closest("", words).empty());
  CHECK(closest(std::string(100000, 'x'), words).empty());
}
