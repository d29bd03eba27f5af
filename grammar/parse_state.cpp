#include "grammar/parse_state.h"

#include <algorithm>
#include <utility>

namespace mnc::grammar {
namespace {

constexpr std::size_t kMaxShown = 6;         // alternatives listed in a message
constexpr std::size_t kMaxQuotedBytes = 40;  // of a word quoted in a message

[[nodiscard]] std::string join(const std::vector<std::string>& parts) {
  std::string all;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) all += i + 1 == parts.size() ? " or " : ", ";
    all += parts[i];
  }
  return all;
}

// Where a clause stands that has been met elsewhere; empty if that says nothing.
[[nodiscard]] std::string home_of(Tok kind) {
  if (kind == Tok::From || kind == Tok::Choose) return "inside `move NAME { … }`";
  if (kind == Tok::Stores || kind == Tok::Rows || kind == Tok::Columns || kind == Tok::Layout || kind == Tok::Start) {
    return "inside `board { … }`";
  }
  if (between(kind, Tok::Place, Tok::Ask)) return "inside `move NAME { … }`, or after `if …:` in a table";
  if (between(kind, Tok::Names, Tok::Action) || kind == Tok::Phase || kind == Tok::Whenever || kind == Tok::End ||
      kind == Tok::Winner || kind == Tok::Match || kind == Tok::Move) {
    return "at the top level, outside of all braces";
  }
  return {};
}

}  // namespace

// ---- matching ----------------------------------------------------------------------------------------------

void ParseState::enter(std::size_t position, const RuleTraits& traits) {
  frames_.push_back({nodes_.size(), position, named_at_, named_, in_where_condition_});
  if (traits.expected != nullptr && (named_ == nullptr || named_at_ != position)) {
    named_ = traits.expected;
    named_at_ = position;
  }
  if (traits.nests && ++depth_ > kMaxDepth) throw NestedTooDeep{position};
  if (traits.unexpected) ++silent_;
  if (traits.where_condition) in_where_condition_ = true;
  if (traits.bracketed) in_where_condition_ = false;
  if (traits.block >= 0) blocks_.push_back({static_cast<Block>(traits.block), position});
}

void ParseState::leave(std::size_t position, const RuleTraits& traits, bool matched) {
  const Frame frame = frames_.back();
  frames_.pop_back();
  named_ = frame.named;
  named_at_ = frame.named_at;
  in_where_condition_ = frame.in_where_condition;
  if (traits.nests) --depth_;
  if (traits.unexpected) --silent_;
  if (traits.block >= 0) blocks_.pop_back();
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
    expected_names_.clear();
  }
  expected_.set(static_cast<std::size_t>(kind));
  if (named_ == nullptr || named_at_ != position) {
    shown_.set(static_cast<std::size_t>(kind));
  } else if (*named_ != '\0' &&
             std::find(expected_names_.begin(), expected_names_.end(), named_) == expected_names_.end()) {
    expected_names_.push_back(named_);
  }
}

// ---- recovery ----------------------------------------------------------------------------------------------

std::size_t ParseState::after_broken_clause(Block block, std::size_t position) {
  if (errors_ >= kMaxSyntaxErrors) return kStop;
  const std::size_t error = std::max(furthest_, position);
  if (block == Block::Header && tokens_.at(position).kind != Tok::Game) {
    report(Code::MissingGame, position, "a ruleset begins with `game \"Name\"`, not with " + found(position));
    return begins_clause(Block::File, tokens_, position) ? position
                                                         : next_clause(Block::File, tokens_, position, position);
  }
  if (last_reported_ == kStop || error > last_reported_) report_unexpected(block, position, error);
  return next_clause(block, tokens_, position, error);
}

std::size_t ParseState::after_broken_head(Tok wanted, std::size_t position) {
  const std::size_t error = std::max(furthest_, position);
  const std::size_t next = rest_of_head(wanted, tokens_, error);
  if (tokens_.at(next).kind != wanted || errors_ >= kMaxSyntaxErrors) return kStop;
  if (last_reported_ == kStop || error > last_reported_)
    report_unexpected(blocks_.empty() ? Block::File : blocks_.back().block, position, error);
  return next;
}

bool ParseState::close_is_missing(Block block, std::size_t position) {
  const bool at_end = tokens_.at(position).kind == Tok::EndOfFile;
  if (!at_end && !begins_outer_clause(block, tokens_, position)) return false;
  const bool reported = at_end ? unclosed_reported_ : last_reported_ == position;
  if (!reported && errors_ < kMaxSyntaxErrors) {
    const std::size_t brace = blocks_.back().brace;
    Diagnostic& diagnostic = report(Code::NotClosed, position, "`}` is missing before " + found(position));
    diagnostic.notes.push_back({tokens_.at(brace).span, "this `{` is not closed"});
  }
  unclosed_reported_ = true;
  return true;
}

void ParseState::too_deep(std::size_t position) {
  report(Code::TooDeep, position, "nested more than " + std::to_string(kMaxDepth) + " deep").help =
      "give parts of it a name with `define` or `action`";
}

// ---- messages ----------------------------------------------------------------------------------------------

Diagnostic& ParseState::report(Code code, std::size_t token, std::string message) {
  ++errors_;
  last_reported_ = token;
  return diagnostics_.report(code, tokens_.at(token).span, std::move(message));
}

std::string ParseState::text_of(std::size_t token) const {
  const Span span = tokens_.at(token).span;
  return std::string(sources_[span.file].text().substr(span.begin, span.end - span.begin));
}

std::string ParseState::found(std::size_t token) const {
  const Tok kind = tokens_.at(token).kind;
  if (kind == Tok::EndOfFile || kind == Tok::Text || kind == Tok::Note) return describe(kind);
  std::string text = text_of(token);
  if (text.size() > kMaxQuotedBytes) {
    std::size_t cut = kMaxQuotedBytes;
    while (cut > 0 && (static_cast<unsigned char>(text[cut]) & 0xC0u) == 0x80u) --cut;
    text = text.substr(0, cut) + "…";
  }
  return "`" + text + "`";
}

std::string ParseState::expectation() const {
  std::vector<std::string> parts(expected_names_.begin(), expected_names_.end());
  for (std::size_t kind = 0; kind < shown_.size() && parts.size() < kMaxShown; ++kind) {
    if (shown_[kind]) parts.push_back(describe(static_cast<Tok>(kind)));
  }
  return join(parts);
}

// Whether characters before or in this token have been reported already: what follows them seldom fits.
bool ParseState::follows_strange(std::size_t token) const {
  const std::uint32_t from = token > 0 ? tokens_.at(token - 1).span.end : 0;
  const std::uint32_t to = tokens_.at(token).span.end;
  return std::any_of(diagnostics_.items().begin(), diagnostics_.items().end(), [&](const Diagnostic& d) {
    const bool strange =
        d.code == Code::StrangeCharacter || d.code == Code::InvalidUtf8 || d.code == Code::ControlCharacter;
    return strange && d.span.file == tokens_.at(token).span.file && d.span.begin >= from && d.span.begin < to;
  });
}

void ParseState::report_unexpected(Block block, std::size_t begin, std::size_t error) {
  if (follows_strange(error)) {
    last_reported_ = error;
    return;
  }
  if (begin == error && report_misplaced(block, error)) return;
  if (report_article(error) || report_word_as_name(error) || report_misspelt(error)) return;
  const std::string wanted = error >= furthest_ ? expectation() : std::string();
  std::string message = wanted.empty() ? found(error) + " cannot stand here" : "expected " + wanted;
  // On a new line the found word mostly begins the next clause, and the one before it is incomplete.
  const bool incomplete = !wanted.empty() && error > begin && tokens_.at(error).first_on_line;
  if (!wanted.empty()) message += incomplete ? " after " + found(error - 1) : ", found " + found(error);
  Diagnostic& diagnostic = report(Code::Expected, error, std::move(message));
  if (incomplete) diagnostic.span = tokens_.at(error - 1).span;
  diagnostic.help = hint(error);
  add_open_bracket(diagnostic, begin, error);
}

// For some usual mistakes.
std::string ParseState::hint(std::size_t error) const {
  const Tok kind = tokens_.at(error).kind;
  const Tok before = error > 0 ? tokens_.at(error - 1).kind : Tok::EndOfFile;
  if (kind == Tok::Equal && before == Tok::Equal) return "write one `=`";
  if (kind == Tok::Colon && before == Tok::Else) return "the last row of a table begins with `otherwise:`";
  if (kind == Tok::Identifier && text_of(error) == "then") return "the steps of a row stand behind a `:`";
  if (kind == Tok::Colon || kind == Tok::Equal) return "leave the " + found(error) + " out";
  if (kind == Tok::PitName && expects(Tok::Identifier))
    return "a single letter followed by digits is always a pit: take another name";
  return {};
}

void ParseState::add_open_bracket(Diagnostic& diagnostic, std::size_t begin, std::size_t error) const {
  if (!expects(Tok::CloseParen) && !expects(Tok::CloseBrace)) return;
  std::size_t open = open_bracket(tokens_, begin, error);
  if (open == error && begin < error) return;
  if (open == error) {
    if (blocks_.empty() || tokens_.at(error).kind != Tok::EndOfFile) return;
    open = blocks_.back().brace;
  }
  diagnostic.notes.push_back({tokens_.at(open).span, found(open) + " opened here"});
}

bool ParseState::report_misplaced(Block block, std::size_t error) {
  const Tok kind = tokens_.at(error).kind;
  if (kind == Tok::CloseBrace || kind == Tok::CloseParen) {
    // After a missing one the rest seldom fits.
    if (!unclosed_reported_) report(Code::NotOpened, error, found(error) + " closes nothing");
    return true;
  }
  const std::string home = home_of(kind);
  if (home.empty() || begins_clause(block, tokens_, error) || block == Block::Answers) return false;
  report(Code::WrongPlace, error, found(error) + " cannot stand here").help = found(error) + " stands " + home;
  return true;
}

// `the last seed`: rules in books have articles, the language has none.
bool ParseState::report_article(std::size_t error) {
  for (const std::size_t token : {error, error == 0 ? error : error - 1}) {
    const std::string word = tokens_.at(token).kind == Tok::Identifier ? text_of(token) : std::string();
    if (word != "the" && word != "The" && word != "a" && word != "an") continue;
    report(Code::Expected, token, found(token) + " cannot stand here").help = "leave it out: the language has no articles";
    last_reported_ = error;
    return true;
  }
  return false;
}

bool ParseState::report_word_as_name(std::size_t error) {
  const Tok kind = tokens_.at(error).kind;
  const auto is_name = [](const char* text) { return std::string_view(text) == "a name"; };
  const bool wants_name = error == furthest_ && std::any_of(expected_names_.begin(), expected_names_.end(), is_name);
  if (!wants_name || !is_word(kind) || kind == Tok::Identifier) return false;
  report(Code::NameIsWord, error, found(error) + " is a word of the language and cannot be a name here");
  return true;
}

bool ParseState::report_misspelt(std::size_t error) {
  if (tokens_.at(error).kind != Tok::Identifier || error != furthest_) return false;
  std::vector<std::string> candidates;
  for (std::size_t kind = 0; kind < expected_.size(); ++kind) {
    const std::string_view word = expected_[kind] ? spelling(static_cast<Tok>(kind)) : std::string_view();
    if (word.size() > 1 && is_word(static_cast<Tok>(kind))) candidates.emplace_back(word);
  }
  const std::string suggestion = closest(text_of(error), candidates);
  if (suggestion.empty()) return false;
  Diagnostic& diagnostic = report(Code::MisspeltWord, error, found(error) + " cannot stand here");
  diagnostic.help = "did you mean `" + suggestion + "`?";
  diagnostic.fix = Diagnostic::Fix{tokens_.at(error).span, suggestion};
  return true;
}

}  // namespace mnc::grammar
