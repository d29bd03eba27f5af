// Stage 1: what is remembered while the grammar is matched: the nodes so far, how far the text could be read and what
// was expected there. Comes in: from the hooks in parse.cpp. Goes out: Nodes for build, diagnostics.
#pragma once

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "grammar/diagnostic.h"
#include "grammar/nodes.h"
#include "grammar/phrases.h"
#include "grammar/recovery.h"
#include "grammar/tokens.h"

namespace mnc::grammar {

// Levels of parentheses, conditions and blocks. No rules need more than ten; at this depth the stack holds about 1 MB.
inline constexpr int kMaxDepth = 200;
// Syntax errors after which a file is not read further.
inline constexpr int kMaxSyntaxErrors = 100;

// Thrown when kMaxDepth is exceeded; does not leave parse().
struct NestedTooDeep {
  std::size_t token;
};

class ParseState {
 public:
  // tokens: a misspelt word becomes the one it was meant to be, so that the rest can be read.
  ParseState(Tokens& tokens, const Sources& sources, Diagnostics& diagnostics)
      : tokens_(tokens), sources_(sources), diagnostics_(diagnostics), counted_from_(tokens.kinds.size()) {}

  // ---- called for every rule that is tried ----
  struct RuleTraits {
    NodeKind node = NodeKind::None;
    bool folds = false;
    bool nests = false;
    bool looks_ahead = false;      // at, not_at: leaves no nodes
    bool unexpected = false;       // not_at: what it looks for is not expected
    bool where_condition = false;  // `else` ends it
    bool bracketed = false;        // inside it `else` is an operator again
    bool clause = false;           // of a block
    bool row = false;              // of a table: `otherwise` is the next one
    int block = -1;                // a Block: remembers its opening brace
    const char* expected = nullptr;
  };
  void enter(std::size_t position, const RuleTraits& traits);
  void leave(std::size_t position, const RuleTraits& traits, bool matched);
  void missed(std::size_t position, Tok kind);
  [[nodiscard]] bool in_where_condition() const { return in_where_condition_; }
  // Whether no braces stand between the row of a table at hand and what is read.
  [[nodiscard]] bool in_row() const { return in_row_; }

  // ---- called by the recovery rules of the grammar; they answer with the token where reading goes on ----
  static constexpr std::size_t kStop = static_cast<std::size_t>(-1);
  // Reads a clause of the block at hand from a token on, telling the other state; its end, if it can be read.
  using ReadClause = std::function<std::optional<std::size_t>(std::size_t begin, ParseState& trial)>;
  [[nodiscard]] std::size_t after_broken_clause(Block block, std::size_t position, const ReadClause& read);
  [[nodiscard]] std::size_t after_broken_head(Tok wanted, std::size_t position, const ReadClause& read);
  [[nodiscard]] bool open_is_missing(Block block, std::size_t position);
  [[nodiscard]] bool close_is_missing(Block block, std::size_t position);

  template <typename Input>
  [[nodiscard]] static std::size_t position(const Input& in) {
    return static_cast<std::size_t>(in.current() - in.begin());
  }
  template <typename Input>
  [[nodiscard]] static bool skip(Input& in, std::size_t to) {
    if (to == kStop) return false;
    in.bump(to - position(in));
    return true;
  }

  void too_deep(std::size_t position);
  [[nodiscard]] const Nodes& nodes() const { return nodes_; }

 private:
  struct Frame {
    std::size_t nodes;
    std::size_t begin;
    std::size_t named_at;
    const char* named;
    bool in_where_condition, in_row;
  };
  struct OpenBlock {
    Block block;
    std::size_t brace;
    std::size_t last_clause = kStop;  // where the last clause of it that was read begins
  };
  // A clause that cannot be read.
  struct Broken {
    Block block;
    std::size_t begin, error;
    const ReadClause* read;
    bool head = false;  // what stands before its `{` or `:`
  };

  // ---- what is wrong: each reports it and answers true, or answers false ----
  void report_unexpected(const Broken& broken);
  [[nodiscard]] bool report_bare_note(const Broken& broken);
  [[nodiscard]] bool report_phrase(const Broken& broken, PhraseKind kind);
  [[nodiscard]] bool report_misplaced(const Broken& broken);
  [[nodiscard]] bool report_superfluous(const Broken& broken);
  [[nodiscard]] bool report_article(std::size_t error);
  [[nodiscard]] bool report_word_as_name(std::size_t error);
  [[nodiscard]] bool report_misspelt(const Broken& broken);
  [[nodiscard]] bool report_misspelt_before(const Broken& broken);
  void report_expected(const Broken& broken);

  [[nodiscard]] bool follows_strange(std::size_t token) const;
  [[nodiscard]] bool is_plain(std::size_t error);
  [[nodiscard]] bool is_declared(std::size_t token);
  [[nodiscard]] bool is_known(std::size_t token) { return is_declared(token) || is_builtin(text_of(token)); }
  [[nodiscard]] bool on_line_before(std::size_t token, Tok word) const;
  [[nodiscard]] std::string hint(std::size_t error) const;
  [[nodiscard]] std::string sign_hint(std::size_t error) const;
  [[nodiscard]] std::string continuations() const;
  [[nodiscard]] std::string expectation() const;
  void add_open_bracket(Diagnostic& diagnostic, std::size_t begin, std::size_t error) const;
  Diagnostic& report(Code code, std::size_t token, std::string message);
  void report_spelling(std::size_t token, const std::string& meant);
  [[nodiscard]] std::string found(std::size_t token) const;
  [[nodiscard]] std::string text_of(std::size_t token) const;
  [[nodiscard]] bool expects(Tok kind) const { return expected_[static_cast<std::size_t>(kind)]; }
  // Whether the message names it among what is expected.
  [[nodiscard]] bool names(Tok kind) const { return shown_[static_cast<std::size_t>(kind)]; }

  // How far a clause can be read with another word in place of one: its end if all of it can be.
  struct Trial {
    std::optional<std::size_t> end;
    std::size_t furthest;
  };
  [[nodiscard]] Trial with_word(std::size_t token, Tok word, std::size_t begin, const ReadClause& read);
  [[nodiscard]] std::vector<std::size_t> beginnings(const Broken& broken);
  void put_word(std::size_t token, Tok word);
  void forget_between(std::size_t error, std::size_t next);
  [[nodiscard]] std::ptrdiff_t braces_to_come(std::size_t position);
  [[nodiscard]] std::size_t& last_clause() { return blocks_.empty() ? last_clause_ : blocks_.back().last_clause; }

  Tokens& tokens_;
  const Sources& sources_;
  Diagnostics& diagnostics_;
  Nodes nodes_;
  std::vector<Frame> frames_;
  std::vector<OpenBlock> blocks_;
  int depth_ = 0;
  int errors_ = 0;
  int silent_ = 0;
  bool in_where_condition_ = false;
  bool in_row_ = false;
  bool unclosed_reported_ = false;
  bool trying_ = false;  // nothing is reported, and what cannot be read is not passed over
  int opened_for_nothing_ = 0;
  std::size_t last_reported_ = kStop;
  std::size_t last_clause_ = kStop;  // of the file; see OpenBlock
  std::size_t resume_ = 0;           // where reading goes on after what was just reported, if that is later
  bool exactly_ = false;             // and nowhere else
  std::size_t counted_from_;         // see braces_to_come
  std::ptrdiff_t braces_to_come_ = 0;
  bool read_again_ = false;          // the clause is read again, with the right word in it
  std::optional<std::set<std::string>> declared_;  // names given anywhere in the text

  // What was expected at the furthest token that could not be read: all, those to be shown, and names for several.
  std::size_t furthest_ = 0;
  std::bitset<256> expected_;
  std::bitset<256> shown_;
  std::bitset<256> continuing_;  // those that would go on with what stands before
  std::vector<const char*> expected_names_;
  const char* named_ = nullptr;  // the outermost named rule that begins at named_at_
  std::size_t named_at_ = 0;
};

}  // namespace mnc::grammar
