// Any bytes as a ruleset, through the whole front end: no crash, every message within the text, and a ruleset exactly
// when there is no error.
#include "grammar/check.h"
#include "tests/fuzz/fuzz.h"

using namespace mnc;

namespace {

constexpr const char* kBase = R"(game "Base"
board { rows 2 columns 4 seeds 2 stores }
option pace: slow | fast = slow
zone ends = {A1, A4}
move sow { from own pits where occupied  lift all  sow counterclockwise }
laps { rule take if last is own and opposite is occupied: capture last + opposite }
end { if mover cannot move: each takes own pits }
winner most seeds
)";

std::optional<grammar::Fetched> fetch(const std::string& base, bool, const std::string&) {
  if (base == "base") return grammar::Fetched{"base", kBase};
  return std::nullopt;
}

void expect_inside(const grammar::Span& span, const grammar::Sources& sources) {
  fuzz::expect(span.file < sources.size(), "a span is in a file that was read");
  fuzz::expect(span.begin <= span.end && span.end <= sources[span.file].text().size(), "a span is inside its file");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const grammar::Compilation result = grammar::compile({"input.mnc", fuzz::text_of(data, size)}, {}, fetch);
  fuzz::expect(result.ruleset.has_value() != result.diagnostics.has_errors(), "a ruleset or an error, not both");
  for (const grammar::Diagnostic& diagnostic : result.diagnostics.items()) {
    expect_inside(diagnostic.span, result.sources);
    for (const auto& note : diagnostic.notes) expect_inside(note.span, result.sources);
    if (diagnostic.fix) expect_inside(diagnostic.fix->span, result.sources);
    fuzz::expect(!diagnostic.message.empty(), "a diagnostic says something");
  }
  (void)grammar::render_text(result.diagnostics, result.sources, true);
  (void)grammar::render_json(result.diagnostics, result.sources);
  return 0;
}
