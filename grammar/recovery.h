// Stage 1: where to read on after a clause that cannot be read, and the blocks there are for that.
#pragma once

#include <cstddef>
#include <cstdint>

#include "grammar/tokens.h"

namespace mnc::grammar {

enum class Block : std::uint8_t { Header, File, Board, Phase, Move, Table, Steps, Answers };

// Whether a clause of this block may begin with this token.
[[nodiscard]] bool begins_clause(Block block, const Tokens& tokens, std::size_t index);

// Whether this token can only be a clause outside of this block, so that a `}` is missing before it.
[[nodiscard]] bool begins_outer_clause(Block block, const Tokens& tokens, std::size_t index);

// The innermost of the brackets opened in tokens [from, to) that is still open at `to`; or `to` if none is.
[[nodiscard]] std::size_t open_bracket(const Tokens& tokens, std::size_t from, std::size_t to);

// The token where reading goes on in `block` after a clause that began at `begin` and broke at `error`: the next clause,
// the block's end, or the end of the file. Always after `begin`, unless that is the block's end. In blocks whose clauses
// have lines of their own, a word within a line begins no clause: it goes with the mistake.
[[nodiscard]] std::size_t next_clause(Block block, const Tokens& tokens, std::size_t begin, std::size_t error);

// The next `wanted` token from `error` on that still belongs to the head of the same clause; or `error` if there is none.
[[nodiscard]] std::size_t rest_of_head(Tok wanted, const Tokens& tokens, std::size_t error);

}  // namespace mnc::grammar
