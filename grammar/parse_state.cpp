// Stage 1: the nodes of what is matched, and where reading goes on after what cannot be. Messages: syntax_errors.cpp.
#include "grammar/parse_state.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace mnc::grammar {

// ---- matching ----------------------------------------------------------------------------------------------

void ParseState::enter(std::size_t position, const RuleTraits& traits) {
  frames_.push_back({nodes_.size(), position, named_at_, named_, in_where_condition_, in_row_});
  if (traits.expected != nullptr && (named_ == nullptr || named_at_ != position)) {
    named_ = traits.expected;
    named_at_ = position;
  }
  if (traits.nests && ++depth_ > kMaxDepth) throw NestedTooDeep{position};
  if (traits.unexpected) ++silent_;
  if (traits.where_condition) in_where_condition_ = true;
  if (traits.bracketed) in_where_condition_ = false;
  if (traits.row) in_row_ = true;
  if (traits.block >= 0) {
    blocks_.push_back({static_cast<Block>(traits.block), position});
    in_row_ = false;
  }
}

void ParseState::leave(std::size_t position, const RuleTraits& traits, bool matched) {
  const Frame frame = frames_.back();
  frames_.pop_back();
  named_ = frame.named;
  named_at_ = frame.named_at;
  in_where_condition_ = frame.in_where_condition;
  in_row_ = frame.in_row;
  if (traits.nests) --depth_;
  if (traits.unexpected) --silent_;
  if (traits.block >= 0) blocks_.pop_back();
  if (traits.clause && matched) last_clause() = frame.begin;
  if (!matched || traits.looks_ahead) {
    nodes_.resize(frame.nodes);
    return;
  }
  if (traits.node == NodeKind::None) return;
  const std::size_t size = nodes_.size() - frame.nodes;
  if (traits.folds && size > 0 && nodes_.back().size == size) return;
  nodes_.push_back({traits.node, static_cast<std::uint32_t>(frame.begin), static_cast<std::uint32_t>(position),
                    static_cast<std::uint32_t>(size + 1)});
}

void ParseState::missed(std::size_t position, Tok kind) {
  if (silent_ > 0 || position < furthest_) return;
  if (position > furthest_) {
    furthest_ = position;
    expected_.reset();
    shown_.reset();
    continuing_.reset();
    expected_names_.clear();
  }
  expected_.set(static_cast<std::size_t>(kind));
  if (named_ == nullptr || named_at_ != position || *named_ == '\0') continuing_.set(static_cast<std::size_t>(kind));
  if (named_ == nullptr || named_at_ != position) {
    shown_.set(static_cast<std::size_t>(kind));
  } else if (*named_ != '\0' &&
             std::find(expected_names_.begin(), expected_names_.end(), named_) == expected_names_.end()) {
    expected_names_.push_back(named_);
  }
}

// ---- recovery ----------------------------------------------------------------------------------------------

std::size_t ParseState::after_broken_clause(Block block, std::size_t position, const ReadClause& read) {
  if (trying_ || errors_ >= kMaxSyntaxErrors) return kStop;
  const std::size_t error = std::max(furthest_, position);
  if (block == Block::Header && tokens_.at(position).kind != Tok::Game) {
    Diagnostic& diagnostic = report(Code::MissingGame, position, "a ruleset begins with `game \"Name\"`, not with " + found(position));
    if (!closest(text_of(position), {"game"}).empty()) diagnostic.fix = Diagnostic::Fix{tokens_.at(position).span, "game"};
    return begins_clause(Block::File, tokens_, position) ? position
                                                         : next_clause(Block::File, tokens_, position, position);
  }
  resume_ = error;
  if (last_reported_ == kStop || error > last_reported_) report_unexpected({block, position, error, &read});
  if (std::exchange(read_again_, false)) return position;
  if (std::exchange(exactly_, false)) return resume_;
  const std::size_t next = next_clause(block, tokens_, position, resume_);
  forget_between(error, next);
  return next;
}

// What is wrong with the signs and words that are passed over goes with the mistake, as in a sentence without quotes.
void ParseState::forget_between(std::size_t error, std::size_t next) {
  if (next <= error) return;
  const Span from = tokens_.at(error).span;
  const bool to_the_end = tokens_.at(next).kind == Tok::EndOfFile;
  const std::uint32_t end = to_the_end ? std::numeric_limits<std::uint32_t>::max() : tokens_.at(next).span.begin;
  diagnostics_.forget({from.end, end, from.file});
}

std::size_t ParseState::after_broken_head(Tok wanted, std::size_t position, const ReadClause& read) {
  if (trying_) return kStop;
  const std::size_t error = std::max(furthest_, position);
  // A block whose brace is missing says so itself.
  if (wanted == Tok::OpenBrace && expects(wanted) && tokens_.at(error).first_on_line) return error;
  const std::size_t next = rest_of_head(wanted, tokens_, error);
  if (tokens_.at(next).kind != wanted || errors_ >= kMaxSyntaxErrors) return kStop;
  if (last_reported_ == kStop || error > last_reported_)
    report_unexpected({blocks_.empty() ? Block::File : blocks_.back().block, position, error, &read, true});
  read_again_ = exactly_ = false;
  return next;
}

// How many more braces are closed than opened from a token on, counted on from where they were counted last.
std::ptrdiff_t ParseState::braces_to_come(std::size_t position) {
  const auto step = [&](std::size_t token) {
    const Tok kind = tokens_.at(token).kind;
    return kind == Tok::CloseBrace ? 1 : kind == Tok::OpenBrace ? -1 : 0;
  };
  while (counted_from_ < position) braces_to_come_ -= step(counted_from_++);
  while (counted_from_ > position) braces_to_come_ += step(--counted_from_);
  return braces_to_come_;
}

bool ParseState::open_is_missing(Block block, std::size_t position) {
  if (trying_ || silent_ > 0 || position < furthest_ || !begins_clause(block, tokens_, position)) return false;
  // As many braces are closed as are open without this one: it is more than a brace that is wrong.
  if (errors_ >= kMaxSyntaxErrors || braces_to_come(position) < static_cast<std::ptrdiff_t>(blocks_.size())) return false;
  if (last_reported_ == kStop || position > last_reported_) report_expected({block, position - 1, position, nullptr});
  return true;
}

bool ParseState::close_is_missing(Block block, std::size_t position) {
  if (trying_) return false;
  const bool at_end = tokens_.at(position).kind == Tok::EndOfFile;
  if (!at_end && !begins_outer_clause(block, tokens_, position)) return false;
  // With a brace for every block still to come the clause is only in the wrong place.
  if (!at_end && braces_to_come(position) >= static_cast<std::ptrdiff_t>(blocks_.size())) return false;
  const bool reported = at_end ? unclosed_reported_ : last_reported_ == position;
  if (!reported && errors_ < kMaxSyntaxErrors) {
    const std::size_t brace = blocks_.back().brace;
    Diagnostic& diagnostic = report(Code::NotClosed, position, "`}` is missing before " + found(position));
    if (tokens_.at(brace).kind == Tok::OpenBrace)
      diagnostic.notes.push_back({tokens_.at(brace).span, "this `{` is not closed"});
  }
  unclosed_reported_ = true;
  return true;
}

void ParseState::too_deep(std::size_t position) {
  report(Code::TooDeep, position, "nested more than " + std::to_string(kMaxDepth) + " deep").help =
      "give parts of it a name with `define` or `action`";
}

}  // namespace mnc::grammar
