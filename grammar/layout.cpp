#include "grammar/layout.h"

#include <algorithm>

#include "grammar/format.h"
#include "grammar/print.h"

namespace mnc::grammar {
namespace {

constexpr std::size_t kIndent = 2;
constexpr std::size_t kContinued = 4;  // further, for the rest of a broken line

[[nodiscard]] bool continues_character(char byte) { return (static_cast<unsigned char>(byte) & 0xC0u) == 0x80u; }

[[nodiscard]] std::size_t characters(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return !continues_character(c); }));
}

// Where to break text so that at most `width` characters come before: the last place, but rather outside of parentheses
// if one is in the second half of the line. npos if there is none.
[[nodiscard]] std::size_t break_at(std::string_view text, std::size_t width) {
  std::size_t best = std::string_view::npos;
  std::size_t best_column = 0;
  int best_depth = 0;
  int depth = 0;
  std::size_t column = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '(' || text[i] == '{') ++depth;
    if (text[i] == ')' || text[i] == '}') --depth;
    if (text[i] == kBreak) {
      const bool fits = column <= width;
      if (!fits && best != std::string_view::npos) return best;
      if (best == std::string_view::npos || best_column < width / 2 || depth <= best_depth) {
        best = i;
        best_column = column;
        best_depth = depth;
      }
      if (!fits) return best;
    }
    if (!continues_character(text[i])) ++column;
  }
  return column <= width ? std::string_view::npos : best;
}

[[nodiscard]] std::string note_text(const ast::Note& note, std::size_t width) {
  std::string text = "[" + note.text + "]";
  // A note that is longer than a line is broken between its words, others stay in one piece.
  if (characters(text) > width) std::replace(text.begin(), text.end(), ' ', kBreak);
  return text;
}

[[nodiscard]] std::string_view trimmed_end(std::string_view text) {
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t' || text.back() == '\r')) text.remove_suffix(1);
  return text;
}

}  // namespace

// ---- the source --------------------------------------------------------------------------------------------

// Past a comment, a note or a text that begins here; otherwise `at` itself.
std::size_t Layout::skip_insignificant(std::size_t at) const {
  const auto comment =
      std::lower_bound(comments_.begin(), comments_.end(), at,
                       [](const ast::Comment& c, std::size_t offset) { return c.span.begin < offset; });
  if (comment != comments_.end() && comment->span.begin == at) return comment->span.end;
  if (text_[at] == '[') return std::min(text_.find(']', at), text_.size() - 1) + 1;
  if (text_[at] != '"') return at;
  for (++at; at < text_.size() && text_[at] != '"'; ++at) {
    if (text_[at] == '\\') ++at;
  }
  return std::min(at + 1, text_.size());
}

std::uint32_t Layout::find(char sign, std::uint32_t from) const {
  std::size_t at = from;
  while (at < text_.size() && text_[at] != sign) {
    const std::size_t skipped = skip_insignificant(at);
    at = skipped == at ? at + 1 : skipped;
  }
  return static_cast<std::uint32_t>(std::min(at, text_.size()));
}

std::uint32_t Layout::next_word(std::uint32_t from) const {
  std::size_t at = from;
  while (at < text_.size()) {
    const char c = text_[at];
    if (c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == ',') {
      ++at;
    } else if (c == '/') {
      const std::size_t skipped = skip_insignificant(at);
      if (skipped == at) break;
      at = skipped;
    } else {
      break;
    }
  }
  return static_cast<std::uint32_t>(at);
}

std::uint32_t Layout::keyword_before(std::string_view keyword, std::uint32_t offset) const {
  const std::size_t found = text_.rfind(keyword, offset);
  return found == std::string_view::npos ? offset : static_cast<std::uint32_t>(found);
}

bool Layout::has_comments(std::uint32_t begin, std::uint32_t end) const {
  return std::any_of(comments_.begin() + static_cast<std::ptrdiff_t>(next_comment_), comments_.end(),
                     [&](const ast::Comment& c) { return c.span.begin >= begin && c.span.begin < end; });
}

// ---- lines -------------------------------------------------------------------------------------------------

bool Layout::fits(const std::string& text) const { return depth_ * kIndent + characters(text) <= kLineWidth; }

void Layout::line(const std::string& text) {
  std::string_view rest = text;
  std::size_t indent = depth_ * kIndent;
  while (true) {
    const std::size_t at = break_at(rest, kLineWidth > indent + 20 ? kLineWidth - indent : 20);
    out_ += std::string(indent, ' ') + unbroken(std::string(trimmed_end(rest.substr(0, at))));
    if (at == std::string_view::npos) return;
    out_ += '\n';
    rest.remove_prefix(at + 1);
    while (rest.starts_with(' ')) rest.remove_prefix(1);
    indent = depth_ * kIndent + kContinued;
  }
}

void Layout::blank_line_before(std::uint32_t offset) {
  int line_ends = 0;
  for (std::size_t i = offset; i > 0; --i) {
    const char c = text_[i - 1];
    if (c == '\n' || (c == '\r' && text_[i] != '\n')) ++line_ends;
    if (c != ' ' && c != '\t' && c != '\n' && c != '\r') break;
  }
  if (line_ends >= 2 && !block_begins_) out_ += '\n';
  block_begins_ = false;
  block_is_empty_ = false;
}

void Layout::comments_before(std::uint32_t offset) {
  for (; next_comment_ < comments_.size() && comments_[next_comment_].span.begin < offset; ++next_comment_) {
    const Span span = comments_[next_comment_].span;
    if (block_is_empty_) out_ += '\n';
    blank_line_before(span.begin);
    out_ += std::string(depth_ * kIndent, ' ') +
            std::string(trimmed_end(text_.substr(span.begin, span.end - span.begin))) + '\n';
  }
}

bool Layout::has_comment_behind(std::uint32_t end) const {
  if (next_comment_ == comments_.size()) return false;
  const ast::Comment& comment = comments_[next_comment_];
  return !comment.own_line && comment.span.begin >= end && text_.find_first_not_of(" \t,)", end) == comment.span.begin;
}

// Ends the line, with the comment that stands behind `end` on the same line of the source.
void Layout::comment_behind(std::uint32_t end) {
  if (has_comment_behind(end)) {
    const Span span = comments_[next_comment_++].span;
    out_ += "  " + std::string(trimmed_end(text_.substr(span.begin, span.end - span.begin)));
  }
  out_ += '\n';
}

void Layout::clause(std::uint32_t begin, std::uint32_t end, const std::string& text,
                    const std::optional<ast::Note>& note) {
  comments_before(end);
  if (block_is_empty_) out_ += '\n';
  blank_line_before(begin);
  const std::size_t width = kLineWidth - std::min(kLineWidth / 2, depth_ * kIndent + kContinued);
  line(note ? text + kBreak + " " + note_text(*note, width) : text);
  comment_behind(end);
}

void Layout::open(std::uint32_t begin, std::uint32_t brace, const std::string& head) {
  comments_before(brace);
  if (block_is_empty_) out_ += '\n';
  blank_line_before(begin);
  line(head + " {");
  ++depth_;
  block_begins_ = true;
  block_is_empty_ = true;  // the line ends when something comes
  if (has_comment_behind(brace + 1)) {
    block_is_empty_ = false;
    comment_behind(brace + 1);
  }
}

void Layout::close(std::uint32_t end, const std::optional<ast::Note>& note) {
  comments_before(end);
  --depth_;
  std::string text = "}";
  if (note)
    text += std::string(1, kBreak) + " " + note_text(*note, kLineWidth - std::min(kLineWidth / 2, depth_ * kIndent));
  if (block_is_empty_) {
    out_ += " " + unbroken(text);
  } else {
    line(text);
  }
  block_begins_ = false;
  block_is_empty_ = false;
  comment_behind(end);
}

std::string Layout::finish() {
  comments_before(static_cast<std::uint32_t>(text_.size()) + 1);
  return std::move(out_);
}

}  // namespace mnc::grammar
