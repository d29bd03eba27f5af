// Any bytes as a ruleset's text: a tree or an error, every message within the text; what is formatted reads as the same
// tree, and formatting it again changes nothing.
#include "grammar/format.h"
#include "grammar/parse.h"
#include "tests/fuzz/fuzz.h"
#include "tests/support/same_tree.h"

using namespace mnc;

namespace {

void expect_formats(const grammar::ast::File& tree, const grammar::Sources& sources) {
  const std::string text = grammar::format(tree, sources);
  const grammar::Sources again{grammar::SourceFile("formatted.mnc", text)};
  grammar::Diagnostics none;
  const auto same = grammar::parse(again, 0, none);
  fuzz::expect(same.has_value(), "what is formatted is right");
  fuzz::expect(grammar::same_tree(tree, *same), "what is formatted reads as the same tree");
  fuzz::expect(same->comments.size() == tree.comments.size(), "every comment stays");
  fuzz::expect(grammar::format(*same, again) == text, "formatting twice changes nothing");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const grammar::Sources sources{grammar::SourceFile("input.mnc", fuzz::text_of(data, size))};
  grammar::Diagnostics diagnostics;
  const auto tree = grammar::parse(sources, 0, diagnostics);
  fuzz::expect(tree.has_value() != diagnostics.has_errors(), "a tree or an error, not both");
  for (const grammar::Diagnostic& diagnostic : diagnostics.items()) {
    fuzz::expect(diagnostic.span.begin <= diagnostic.span.end && diagnostic.span.end <= sources[0].text().size(),
                 "a span is inside its file");
  }
  if (tree) expect_formats(*tree, sources);
  return 0;
}
