// mnc explain: what a diagnostic code means.
#include <fmt/format.h>

#include <algorithm>

#include "cli/commands.h"
#include "cli/common.h"
#include "interpreter/quote.h"

namespace mnc::cli {
namespace {

// Whoever types a code types it in lower case.
bool same_code(std::string_view code, std::string_view wanted) {
  return std::equal(code.begin(), code.end(), wanted.begin(), wanted.end(), [](char a, char b) {
    return a == b || (b >= 'a' && b <= 'z' && a == b - 'a' + 'A');
  });
}

int explain(Context& context, const std::vector<std::string>& codes) {
  for (const grammar::Code code : grammar::all_codes()) {
    const grammar::CodeInfo& info = grammar::info(code);
    if (codes.empty()) context.out << fmt::format("{}  {}\n", info.id, info.summary);
  }
  for (const std::string& wanted : codes) {
    bool found = false;
    for (const grammar::Code code : grammar::all_codes()) {
      const grammar::CodeInfo& info = grammar::info(code);
      if (!same_code(info.id, wanted)) continue;
      found = true;
      const char* const kind = info.severity == grammar::Severity::Error ? "error" : "warning";
      context.out << fmt::format("{} ({}): {}\n\n{}\n", info.id, kind, info.summary, info.explanation);
    }
    if (!found)
      throw Failure(fmt::format("there is no diagnostic {}; `mnc explain` lists them", engine::backquoted(wanted)));
  }
  return kFine;
}

}  // namespace

void add_explain(CommandLine& line) {
  auto codes = std::make_shared<std::vector<std::string>>();
  Arguments arguments = line.command("explain", "explain a diagnostic, such as E101; without one, list them",
                                     [codes](Context& c) { return explain(c, *codes); });
  arguments.texts("CODE", *codes, "codes as diagnostics show them");
}

}  // namespace mnc::cli
