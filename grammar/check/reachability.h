// Stage 2, check: what can never happen, as far as folding has shown it to be constant. What takes reasoning about
// what conditions mean is in semantics.
#pragma once

#include <optional>

#include "grammar/check/context.h"

namespace mnc::grammar::check {

// Follows the rows of a first-match table, in order.
class RowReach {
 public:
  explicit RowReach(Context& context) : context_(context) {}

  // Whether the row can be done as the options are. Reports a row that cannot be done however they are.
  // `condition`: the row's, kNoNode if it has none or it was reported.
  [[nodiscard]] bool enter(const ast::Row& row, NodeId condition);

 private:
  Context& context_;
  std::optional<Span> always_;  // the row that always holds
  bool behind_if_ = false;      // it is an `otherwise` behind a row that ends with an `if`
  bool ends_with_if_ = false;   // the row before
  bool cut_ = false;            // a row before always holds, as the options are
};

// Reports phases that no player can be in. `guards`: of all phases, kNoNode for none or one that was reported.
void check_phases(Context& context);

}  // namespace mnc::grammar::check
