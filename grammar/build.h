// Stage 1c: nodes → syntax tree. Comes in: the nodes of a text without syntax errors. Goes out: ast::File.
#pragma once

#include <optional>

#include "grammar/ast.h"
#include "grammar/diagnostic.h"
#include "grammar/nodes.h"
#include "grammar/tokens.h"

namespace mnc::grammar {

// Reports what the grammar leaves open: the order of the clauses of a move, clauses that stand twice, large numbers.
[[nodiscard]] ast::File build(const Nodes& nodes, const Tokens& tokens, const Sources& sources, Diagnostics& diagnostics);

}  // namespace mnc::grammar
