// The lines of formatted text: indentation, line breaks, and the comments of the source in their places.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "grammar/ast.h"
#include "grammar/source.h"

namespace mnc::grammar {

// Clauses are put out in the order of the source; each call says where in the source the clause stands, so that the
// comments before it, inside it and behind it can be put with it.
class Layout {
 public:
  Layout(const ast::File& file, const SourceFile& source) : text_(source.text()), comments_(file.comments) {}

  // A clause on a line of its own. `text` may hold kBreak. [begin, end) is the clause in the source, with its note.
  void clause(std::uint32_t begin, std::uint32_t end, const std::string& text,
              const std::optional<ast::Note>& note = {});
  // `head {` … `}`. `brace` is the place of the brace in the source, `end` the end of the clause with its note.
  void open(std::uint32_t begin, std::uint32_t brace, const std::string& head);
  void close(std::uint32_t end, const std::optional<ast::Note>& note = {});
  [[nodiscard]] std::string finish();

  // ---- the source ----
  [[nodiscard]] bool has_comments(std::uint32_t begin, std::uint32_t end) const;
  // The next `{` or `}` or `:` … from `from` on, outside of comments, notes and texts; the end of the text if there is none.
  [[nodiscard]] std::uint32_t find(char sign, std::uint32_t from) const;
  // The first place from `from` on that is no blank space, comma or comment.
  [[nodiscard]] std::uint32_t next_word(std::uint32_t from) const;
  // Where the word before `offset` begins (the keyword of a clause that is known by its expression only).
  [[nodiscard]] std::uint32_t keyword_before(std::string_view keyword, std::uint32_t offset) const;
  [[nodiscard]] bool is_at(char sign, std::uint32_t offset) const {
    return offset < text_.size() && text_[offset] == sign;
  }

  // Whether the text fits on a line at the present depth.
  [[nodiscard]] bool fits(const std::string& text) const;

 private:
  void comments_before(std::uint32_t offset);
  void blank_line_before(std::uint32_t offset);
  void line(const std::string& text);
  void comment_behind(std::uint32_t end);
  [[nodiscard]] bool has_comment_behind(std::uint32_t end) const;
  [[nodiscard]] std::size_t skip_insignificant(std::size_t at) const;

  std::string_view text_;
  const std::vector<ast::Comment>& comments_;
  std::size_t next_comment_ = 0;
  std::size_t depth_ = 0;
  bool block_begins_ = true;  // no blank line here
  bool block_is_empty_ = false;
  std::string out_;
};

}  // namespace mnc::grammar
