// Stage 2, check: a ruleset and the one it extends, made into one syntax tree.
#pragma once

#include "grammar/ast.h"
#include "grammar/diagnostic.h"

namespace mnc::grammar::check {

// What `own` says differently is put in the place of what `base` says; what it adds comes behind. Spans go on naming
// the file that each clause is from. Reports what cannot be replaced, removed or added.
[[nodiscard]] ast::File extend(ast::File base, ast::File own, Diagnostics& diagnostics);

// Reports `replace`, `remove` and `default` in a ruleset that extends none.
void check_extends_nothing(const ast::File& file, Diagnostics& diagnostics);

}  // namespace mnc::grammar::check
