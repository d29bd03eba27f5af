// Stage 2: from syntax trees to a checked ruleset. One call does everything: reads the file and its bases, parses,
// merges extensions, binds options, checks.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "grammar/ast.h"
#include "grammar/diagnostic.h"
#include "grammar/ruleset.h"

namespace mnc::grammar {

// Text of a ruleset that is named in `extends`: a bare name is a bundled ruleset, a path is relative to the file that
// names it. Returns the display name and the text, or nothing if there is none.
struct Fetched { std::string name, text; };
using Fetch = std::function<std::optional<Fetched>(const std::string& base, bool is_path, const std::string& from)>;

using Settings = std::vector<std::pair<std::string, std::string>>;  // --set NAME=VALUE, in order

struct Compilation {
  Sources sources;                  // [0] is the file itself
  Diagnostics diagnostics;
  std::optional<ast::File> tree;    // with extensions merged in
  std::optional<Ruleset> ruleset;   // only if there are no errors
  std::vector<std::string> settings_errors;  // unknown option or value: not about the text, so not diagnostics
};

[[nodiscard]] Compilation compile(SourceFile file, const Settings& settings, const Fetch& fetch);

// Warns of options that have a value with which the ruleset has errors, the others being as they are. It is read again for
// each value (of a range: the ends and those beside them), 128 times at most. Nothing is done if it has errors anyway.
void check_other_values(Compilation& compilation);

}  // namespace mnc::grammar
