// After stage 2: a word that is no name may be part of what the language says in other words.
// Comes in: what has been found, and the texts. Goes out: the same, with better help.
#pragma once

#include "grammar/diagnostic.h"
#include "grammar/source.h"

namespace mnc::grammar {

// `own row`, `at least two`, `sow left`: the help of an unknown word is that of the phrase it stands in.
void reword_unknown(Diagnostics& diagnostics, const Sources& sources);

}  // namespace mnc::grammar
