// Stage 2, check: questions about other moves (`can …`, `targets of …`) must not need their own answers.
#pragma once

#include "grammar/check/context.h"

namespace mnc::grammar::check {

// THE RULE. Two questions can be asked about a kind of move:
//   legal:   `PLAYER can KIND` (and `PLAYER can move`, which asks it of all kinds)
//   targets: `targets of KIND`
// To answer `legal` the engine reads: the `while` of the phases; of the kind, and of those of higher rank in its phase,
// `when`, `from`, the conditions of choices, `require` and `prefer` with their `when`; and if a requirement is judged
//   at the end of the first lap or after every seed, or endless moves are illegal: the steps up to the last `sow`,
//     `laps`, `each seed` and `whenever`;
//   afterwards: all of these, the steps after the `sow`, and `after each move`.
// To answer `targets` it reads `when`, `from`, the choices, the steps up to the last `sow`, `laps`, `each seed` and
// `whenever`, but no requirement, no rank and no phase.
// A question that can be met again while it is answered is an error. Questions in `end`, in the steps after the `sow`
// and in `after each move` are therefore free unless some requirement is judged `afterwards`.
void check_questions(Context& context);

}  // namespace mnc::grammar::check
