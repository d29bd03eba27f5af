// Stage 1: text → syntax tree.
#pragma once

#include <cstdint>
#include <optional>

#include "grammar/ast.h"
#include "grammar/diagnostic.h"
#include "grammar/source.h"

namespace mnc::grammar {

// Reads sources[file]. Reports every mistake of text and syntax; the tree is there only if there was none.
// Precondition: file < sources.size(). Linear in the size of the text.
[[nodiscard]] std::optional<ast::File> parse(const Sources& sources, std::uint16_t file, Diagnostics& diagnostics);

}  // namespace mnc::grammar
