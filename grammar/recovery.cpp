#include "grammar/recovery.h"

#include <vector>

namespace mnc::grammar {
namespace {

// Clauses of the top level (`laps`, `each seed` … also stand in moves; `rule`, `require`, `prefer` are not among them).
[[nodiscard]] bool begins_top_level(const Tokens& tokens, std::size_t index) {
  const Tok kind = tokens.at(index).kind;
  const Tok next = tokens.at(index + 1).kind;
  if (kind == Tok::Move || kind == Tok::Phase) return next != Tok::Is;
  if (kind == Tok::Otherwise) return next == Tok::Move;
  if (kind == Tok::Extend)
    return next == Tok::Phase || next == Tok::Move || next == Tok::Laps || next == Tok::Each || next == Tok::End;
  if (kind == Tok::Out) return next == Tok::Of;
  if (kind == Tok::Endless) return next == Tok::After;
  if (kind == Tok::Laps) return next == Tok::OpenBrace;
  if (kind == Tok::Each) return next == Tok::Seed;
  if (kind == Tok::After) return next == Tok::Each;
  return between(kind, Tok::Game, Tok::Phase) || kind == Tok::Whenever || kind == Tok::End || kind == Tok::Winner ||
         kind == Tok::Match || kind == Tok::Replace || kind == Tok::Extend || kind == Tok::Remove || kind == Tok::Default;
}

[[nodiscard]] bool begins_step(const Tokens& tokens, std::size_t index) {
  const Tok kind = tokens.at(index).kind;
  const Tok next = tokens.at(index + 1).kind;
  if (kind == Tok::For) return next == Tok::Each;
  if (between(kind, Tok::Place, Tok::Ask) || kind == Tok::If || kind == Tok::Draw || kind == Tok::Void) return true;
  return next == Tok::Takes || next == Tok::Wins || next == Tok::Loses;
}

[[nodiscard]] bool begins_file_clause(const Tokens& tokens, std::size_t index) {
  const Tok kind = tokens.at(index).kind;
  return kind == Tok::Rule || kind == Tok::Require || kind == Tok::Prefer || begins_top_level(tokens, index);
}

[[nodiscard]] bool begins_move_clause(const Tokens& tokens, std::size_t index) {
  const Tok kind = tokens.at(index).kind;
  const Tok next = tokens.at(index + 1).kind;
  switch (kind) {
    case Tok::From:
    case Tok::Choose:
    case Tok::Require:
    case Tok::Prefer:
    case Tok::Rule: return true;
    case Tok::When: return tokens.at(index).first_on_line;  // elsewhere it is the end of a clause
    case Tok::Laps: return next == Tok::OpenBrace;
    case Tok::Each: return next == Tok::Seed;
    default: return begins_step(tokens, index);
  }
}

[[nodiscard]] bool begins_entry(Tok kind) {
  return kind == Tok::Rows || kind == Tok::Columns || kind == Tok::Seeds || kind == Tok::Reserve ||
         kind == Tok::Stores || kind == Tok::Shared || kind == Tok::Start || kind == Tok::Layout;
}

// After these a word is a name, even `capture` or `move`.
[[nodiscard]] bool names_something(Tok kind) {
  return kind == Tok::Can || kind == Tok::Cannot || kind == Tok::Of || kind == Tok::Is || kind == Tok::Not ||
         kind == Tok::Move || kind == Tok::Do || kind == Tok::Rule || kind == Tok::Replace || kind == Tok::Remove ||
         kind == Tok::Action || kind == Tok::Phase;
}

// Whether clauses of this block have lines of their own; those of the others are short and stand in rows.
[[nodiscard]] bool by_lines(Block block) {
  return block != Block::Board && block != Block::Steps && block != Block::Answers;
}

[[nodiscard]] bool opens(Tok kind) { return kind == Tok::OpenBrace || kind == Tok::OpenParen; }
[[nodiscard]] bool closes(Tok kind) { return kind == Tok::CloseBrace || kind == Tok::CloseParen; }

}  // namespace

bool begins_clause(Block block, const Tokens& tokens, std::size_t index) {
  const Tok kind = tokens.at(index).kind;
  switch (block) {
    case Block::Header:
    case Block::File: return begins_file_clause(tokens, index);
    case Block::Board: return begins_entry(kind);
    case Block::Phase: return kind == Tok::Move || kind == Tok::Replace || kind == Tok::Remove || (kind == Tok::Otherwise && tokens.at(index + 1).kind == Tok::Move);
    case Block::Move: return begins_move_clause(tokens, index);
    case Block::Table:
      return kind == Tok::If || kind == Tok::Rule || kind == Tok::Starter || kind == Tok::Keep ||
             (kind == Tok::Otherwise && tokens.at(index + 1).kind == Tok::Colon);
    case Block::Steps: return begins_step(tokens, index);
    case Block::Answers: return tokens.at(index + 1).kind == Tok::Colon;
  }
  return false;
}

bool begins_outer_clause(Block block, const Tokens& tokens, std::size_t index) {
  return tokens.at(index).first_on_line && begins_top_level(tokens, index) && !begins_clause(block, tokens, index);
}

std::size_t open_bracket(const Tokens& tokens, std::size_t from, std::size_t to) {
  std::vector<std::size_t> open;
  for (std::size_t i = from; i < to; ++i) {
    const Tok kind = tokens.at(i).kind;
    if (opens(kind)) open.push_back(i);
    if (closes(kind) && !open.empty()) open.pop_back();
  }
  return open.empty() ? to : open.back();
}

std::size_t next_clause(Block block, const Tokens& tokens, std::size_t begin, std::size_t error) {
  // Braces opened before the error are those of sets: the blocks inside the clause have read themselves.
  std::ptrdiff_t depth = 0;
  for (std::size_t i = begin; i < error; ++i) {
    if (tokens.at(i).kind == Tok::OpenBrace) ++depth;
    if (tokens.at(i).kind == Tok::CloseBrace) --depth;
  }
  const std::ptrdiff_t sets = depth;
  for (std::size_t i = error;; ++i) {
    const Token& token = tokens.at(i);
    if (token.kind == Tok::EndOfFile) return i;
    const bool named = i > 0 && names_something(tokens.at(i - 1).kind) && !token.first_on_line;
    const bool apart = !by_lines(block) || token.first_on_line || (i > 0 && tokens.at(i - 1).kind == Tok::CloseBrace);
    const bool stops = begins_clause(block, tokens, i) && apart && !named && i > begin;
    if (stops && (depth <= 0 || (token.first_on_line && depth <= sets))) return i;
    if (i > begin && depth <= sets && begins_outer_clause(block, tokens, i)) return i;
    if (token.kind == Tok::OpenBrace) ++depth;
    if (token.kind == Tok::CloseBrace) {
      const bool ends_block = depth <= 0 && block != Block::File && block != Block::Header;
      if (ends_block) return i;
      depth = depth > 0 ? depth - 1 : 0;
    }
  }
}

std::size_t rest_of_head(Tok wanted, const Tokens& tokens, std::size_t error) {
  for (std::size_t i = error;; ++i) {
    const Token& token = tokens.at(i);
    if (token.kind == wanted) return i;
    const bool next = token.first_on_line && i > error &&
                      (is_clause_word(token.kind) || token.kind == Tok::If || token.kind == Tok::Otherwise);
    if (next || token.kind == Tok::EndOfFile || token.kind == Tok::CloseBrace || token.kind == Tok::OpenBrace)
      return error;
  }
}

}  // namespace mnc::grammar
