// Stage 1: what is said about a clause that cannot be read.
#include <algorithm>
#include <utility>

#include "grammar/parse_state.h"

namespace mnc::grammar {
namespace {

constexpr std::size_t kMaxShown = 6;         // alternatives listed in a message
constexpr std::size_t kMaxQuotedBytes = 40;  // of a word quoted in a message
constexpr std::size_t kNoteLines = 3;        // of a note whose `[` is missing
constexpr std::size_t kNoteBytes = 400;

[[nodiscard]] std::string join(const std::vector<std::string>& parts) {
  std::string all;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) all += i + 1 == parts.size() ? " or " : ", ";
    all += parts[i];
  }
  return all;
}

// Where a clause stands that has been met elsewhere; empty if that says nothing.
[[nodiscard]] std::string home_of(Tok kind, Tok next, Block block) {
  if (kind == Tok::From || kind == Tok::Choose) return "inside `move NAME { … }`";
  if (kind == Tok::Stores || kind == Tok::Rows || kind == Tok::Columns || kind == Tok::Layout || kind == Tok::Start ||
      (kind == Tok::Seeds && next == Tok::Number) || (kind == Tok::Reserve && next == Tok::Number)) {
    return "inside `board { … }`";
  }
  const bool last_mover = kind == Tok::Last && next == Tok::Mover;
  const bool result = last_mover || kind == Tok::Draw || kind == Tok::Void || next == Tok::Wins || next == Tok::Loses || next == Tok::Takes;
  if (block == Block::Table && (between(kind, Tok::Place, Tok::Ask) || result))
    return "after `if …:` or `otherwise:`, which say when it is done";
  if (result) return "after `if …:` in `end { … }`";
  if (between(kind, Tok::Place, Tok::Ask)) return "inside `move NAME { … }`, or after `if …:` in a table";
  const bool otherwise = kind == Tok::Otherwise && next == Tok::Colon;
  if (otherwise && (block == Block::Move || block == Block::Steps)) return "right behind the steps of an `if`";
  if (kind == Tok::If || otherwise) return "inside `laps { … }`, `each seed { … }` or `end { … }`";
  if (kind == Tok::Require || kind == Tok::Prefer) return "inside `move NAME { … }`, or at the top level for all moves";
  if (between(kind, Tok::Names, Tok::Action) || kind == Tok::Phase || kind == Tok::Whenever || kind == Tok::End ||
      kind == Tok::Winner || kind == Tok::Match || (kind == Tok::Move && next != Tok::Is)) {
    return "at the top level, outside of all braces";
  }
  return {};
}

}  // namespace

// ---- reporting -----------------------------------------------------------------------------------------------

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

// ---- what is wrong -------------------------------------------------------------------------------------------

void ParseState::report_unexpected(const Broken& broken) {
  const std::size_t error = broken.error;
  if (follows_strange(error)) {
    last_reported_ = error;
    return;
  }
  if (is_plain(error)) return report_expected(broken);
  if (report_bare_note(broken) || report_phrase(broken, PhraseKind::Sure)) return;
  if (broken.begin == error && !broken.head && report_misplaced(broken)) return;
  if (report_superfluous(broken) || report_article(error) || report_word_as_name(error) || report_misspelt(broken)) return;
  if (report_misspelt_before(broken) || report_phrase(broken, PhraseKind::Loose)) return;
  report_expected(broken);
}

// Nothing but a text will do, or a `:` in place of `then`, or parentheses around cases: `sow in A1 when …, otherwise A2`.
bool ParseState::is_plain(std::size_t error) {
  const std::size_t before = last_clause();
  const bool cases = tokens_.at(error).kind == Tok::Otherwise && before != kStop && tokens_.at(before).kind == Tok::When &&
                     !tokens_.at(before).first_on_line;
  return cases || (expected_.count() == 1 && expects(Tok::Text)) || (expects(Tok::Colon) && text_of(error) == "then");
}

// Whether characters before or in this token have been reported already: what follows them seldom fits.
bool ParseState::follows_strange(std::size_t token) const {
  const std::uint32_t from = token > 0 ? tokens_.at(token - 1).span.end : 0;
  const Span at = tokens_.at(token).span;
  return std::any_of(diagnostics_.items().begin(), diagnostics_.items().end(), [&](const Diagnostic& d) {
    if (d.span.file != at.file) return false;
    if (d.code == Code::BadWord || d.code == Code::BadPossessive) return d.span.begin == at.begin;
    const bool strange =
        d.code == Code::StrangeCharacter || d.code == Code::InvalidUtf8 || d.code == Code::ControlCharacter;
    return strange && d.span.begin >= from && d.span.begin < at.end;
  });
}

// `lift all rule 2: source]`: a note without its `[`.
bool ParseState::report_bare_note(const Broken& broken) {
  // Its first word may begin a clause: `rule 2`.
  const std::size_t error = tokens_.at(broken.begin).first_on_line ? broken.error : broken.begin;
  const SourceFile& source = sources_[tokens_.at(error).span.file];
  const Span from = tokens_.at(error).span;
  const std::string_view note = source.text().substr(from.begin, kNoteBytes);
  const std::size_t close = note.find_first_of("[]{}");
  if (close == std::string_view::npos || note[close] != ']') return false;
  const auto end = static_cast<std::uint32_t>(from.begin + close + 1);
  if (source.line_column(end).line >= source.line_column(from.begin).line + kNoteLines) return false;
  diagnostics_.forget({from.begin, end, from.file});
  Diagnostic& diagnostic = report(Code::NotOpened, error, "`]` closes nothing");
  diagnostic.span.end = end;
  diagnostic.help = "put a `[` before " + found(error) + ", where the note begins";
  while (tokens_.at(resume_).kind != Tok::EndOfFile && tokens_.at(resume_).span.begin < end) ++resume_;
  return true;
}

bool ParseState::report_phrase(const Broken& broken, PhraseKind kind) {
  const SourceFile& source = sources_[tokens_.at(broken.error).span.file];
  const Situation situation{broken.block, broken.begin == broken.error, false, [this](std::size_t token) { return is_declared(token); }};
  const auto phrase = phrase_at(tokens_, source.text(), broken.error, situation, kind);
  // `seeds 4` is an entry of its own, whatever is wrong before it.
  const bool entry = phrase && broken.block == Block::Board && phrase->begin == broken.error;
  if (!phrase || (entry && begins_clause(Block::Board, tokens_, broken.error))) return false;
  Span span = tokens_.at(phrase->begin).span;
  span.end = tokens_.at(phrase->end - 1).span.end;
  std::string said;
  for (std::size_t i = phrase->begin; i < phrase->end; ++i) {
    const bool apart = i > phrase->begin && tokens_.at(i - 1).span.end < tokens_.at(i).span.begin;
    said += (apart ? " " : "") + text_of(i);
  }
  Diagnostic& diagnostic = report(Code::OtherWords, broken.error, "the language has other words for `" + said + "`");
  diagnostic.span = span;
  diagnostic.help = phrase->help;
  if (!phrase->replacement.empty()) diagnostic.fix = Diagnostic::Fix{span, phrase->replacement};
  const bool braces = std::any_of(tokens_.kinds.begin() + static_cast<std::ptrdiff_t>(broken.error),
                                  tokens_.kinds.begin() + static_cast<std::ptrdiff_t>(std::max(phrase->end, broken.error)),
                                  [](char one) { return one == static_cast<char>(Tok::OpenBrace); });
  if (braces) return true;
  resume_ = std::max(resume_, phrase->end);
  exactly_ = broken.block == Block::Board;  // its entries stand in a row
  return true;
}

bool ParseState::report_misplaced(const Broken& broken) {
  const auto [block, begin, error, read, head] = broken;
  const Tok kind = tokens_.at(error).kind;
  if (kind == Tok::CloseBrace || kind == Tok::CloseParen) {
    // After a missing one the rest seldom fits, and one too many has been opened before.
    const bool known = unclosed_reported_ || (kind == Tok::CloseBrace && opened_for_nothing_ > 0);
    if (kind == Tok::CloseBrace && opened_for_nothing_ > 0) --opened_for_nothing_;
    if (!known) report(Code::NotOpened, error, found(error) + " closes nothing");
    return true;
  }
  if (kind == Tok::OpenBrace) {
    report(Code::NotOpened, error, "`{` opens nothing");
    ++opened_for_nothing_;
    resume_ = error + 1;
    exactly_ = true;
    return true;
  }
  if (block == Block::Table && last_clause() != kStop && begins_clause(Block::Steps, tokens_, error) && kind != Tok::If &&
      !tokens_.at(error).first_on_line) {
    report(Code::Expected, error, found(error) + " cannot stand here").help = "steps that follow each other have a `,` between them";
    return true;
  }
  const std::string home = home_of(kind, tokens_.at(error + 1).kind, block);
  if (home.empty() || begins_clause(block, tokens_, error) || block == Block::Answers) return false;
  report(Code::WrongPlace, error, found(error) + " cannot stand here").help = found(error) + " stands " + home;
  return true;
}

// `)` without `(`, `pits pits`.
bool ParseState::report_superfluous(const Broken& broken) {
  const std::size_t error = broken.error;
  if (tokens_.at(error).kind == Tok::CloseParen && open_bracket(tokens_, broken.begin, error) == error) {
    report(Code::NotOpened, error, "`)` closes nothing");
    return true;
  }
  const Tok kind = tokens_.at(error).kind;
  const bool term = is_word(kind) || kind == Tok::PitName;
  const bool twice = error > 0 && !tokens_.at(error).first_on_line && term && !names(Tok::Colon) && !names(Tok::Equal) &&
                     !names(Tok::To) && text_of(error) == text_of(error - 1);
  if (!twice) return false;
  report(Code::Expected, error, found(error) + " stands here twice").help = "leave one of them out";
  return true;
}

// `the last seed`: rules in books have articles, the language has none.
bool ParseState::report_article(std::size_t error) {
  const Tok kind = tokens_.at(error).kind;
  const bool noun = is_free_word(kind) || kind == Tok::Own || is_possessive(kind) || kind == Tok::PitName || kind == Tok::Number;  // after an article
  for (const std::size_t token : {error, error == 0 || !noun ? error : error - 1}) {
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

// ---- what was expected ---------------------------------------------------------------------------------------

void ParseState::report_expected(const Broken& broken) {
  const auto [block, begin, error, read, head] = broken;
  const std::string wanted = error >= furthest_ ? expectation() : std::string();
  // Within a line a word that does not fit mostly goes with the clause before it, which could end there.
  const bool goes_on = begin == error && error > 0 && !tokens_.at(error).first_on_line && last_clause() != kStop && is_word(tokens_.at(error).kind);
  const std::string further = goes_on ? continuations() : std::string();
  // On a new line the found word mostly begins the next clause, and the one before it is incomplete.
  const bool incomplete = !wanted.empty() && error > begin && tokens_.at(error).first_on_line;
  std::string message = wanted.empty() ? found(error) + " cannot stand here" : "expected " + wanted;
  if (!wanted.empty()) message += incomplete ? " after " + found(error - 1) : ", found " + found(error);
  if (!further.empty()) message = found(error) + " cannot follow " + found(error - 1);
  Diagnostic& diagnostic = report(Code::Expected, error, std::move(message));
  if (incomplete) diagnostic.span = tokens_.at(error - 1).span;
  diagnostic.help = hint(error);
  if (diagnostic.help.empty() && block == Block::Table && begin == error && further.empty() && !head)
    diagnostic.help = "a row begins with `if`, the last one may begin with `otherwise:`";
  if (diagnostic.help.empty()) diagnostic.help = further;
  add_open_bracket(diagnostic, begin, error);
}

// The words that could go on with the clause.
std::string ParseState::continuations() const {
  constexpr std::size_t kMost = 10;  // a longer list is not read
  std::vector<std::string> words;
  for (std::size_t kind = 0; kind < continuing_.size(); ++kind) {
    if (continuing_[kind] && is_word(static_cast<Tok>(kind)) && static_cast<Tok>(kind) != Tok::Identifier)
      words.push_back(describe(static_cast<Tok>(kind)));
  }
  if (words.empty() || words.size() > kMost) return {};
  return "it goes on with " + join(words) + ", or the next clause begins";
}

// Whether this word stands before a token, on the line of the one before it.
bool ParseState::on_line_before(std::size_t token, Tok word) const {
  bool found = false;
  for (std::size_t i = token; i-- > 0 && !found;) {
    found = tokens_.at(i).kind == word;
    if (tokens_.at(i).first_on_line) break;
  }
  return found;
}

// For some usual mistakes.
std::string ParseState::hint(std::size_t error) const {
  const Tok kind = tokens_.at(error).kind;
  const Tok before = error > 0 ? tokens_.at(error - 1).kind : Tok::EndOfFile;
  if (kind == Tok::Identifier && text_of(error) == "then") return "the steps of a row stand behind a `:`";
  const auto is_primary = [](const char* name) { return std::string_view(name) == "a pit, a number or a name"; };
  const bool lacks = std::any_of(expected_names_.begin(), expected_names_.end(), is_primary);
  if (lacks && (before == Tok::Own || is_possessive(before))) return "say what of theirs: " + describe(before).substr(0, describe(before).size() - 1) + " pits`, …";
  if (before == Tok::Capture) return "say which pits: `capture last`, `capture it`";
  if (expected_.count() == 1 && expects(Tok::Text) && kind == Tok::Identifier) return "put `\"` before and after it";
  if (kind == Tok::PitName && expects(Tok::Identifier))
    return "a single letter followed by digits is always a pit: take another name";
  if ((kind == Tok::When || kind == Tok::Otherwise) && error > 0 && !tokens_.at(error).first_on_line && !expects(kind))
    return "cases stand in parentheses here: `(… when …, otherwise …)`";
  const auto is_values = [](const char* name) { return std::string_view(name).starts_with("the values"); };
  if (is_word(kind) && !expects(Tok::Bar) && std::any_of(expected_names_.begin(), expected_names_.end(), is_values))
    return found(error) + " is a word of the language and cannot be a value";
  const bool alone = tokens_.at(error).first_on_line || kind == Tok::EndOfFile;
  const bool pass = alone && error > 1 && expects(Tok::OpenBrace) && tokens_.at(error - 2).kind == Tok::Move &&
                    (begins_clause(Block::File, tokens_, error) || !begins_clause(Block::Move, tokens_, error));
  if (pass) return "a move has braces, even if nothing stands in them: `move " + text_of(error - 1) + " { }`";
  if (expects(Tok::In) && !expects(Tok::Of) && on_line_before(error, Tok::Place) && on_line_before(error, Tok::Where))
    return "the condition goes on as far as it can, and seeds are taken from one pit: `for each pit of … where …: place 4 from it in won`";
  const bool quality = kind == Tok::Empty || kind == Tok::Occupied || kind == Tok::Holds || kind == Tok::Even || kind == Tok::Odd;
  if (quality && expects(Tok::Where)) return "write `where` before what the pits are to be like";
  return sign_hint(error);
}

std::string ParseState::sign_hint(std::size_t error) const {
  const Tok kind = tokens_.at(error).kind;
  const Tok before = error > 0 ? tokens_.at(error - 1).kind : Tok::EndOfFile;
  const Tok next = tokens_.at(error + 1).kind;
  if (kind == Tok::Equal && before == Tok::Equal) return "write one `=`";
  if (kind == Tok::Bar && expects(Tok::Or)) return "write `or`";
  if ((kind == Tok::Or || kind == Tok::Comma) && expects(Tok::Bar)) return "write `|`";
  if (kind == Tok::Comma && expects(Tok::Colon) && begins_clause(Block::Steps, tokens_, error + 1)) return "write `:`";
  if (kind == Tok::Comma && expects(Tok::And)) return "between conditions stands `and` or `or`";
  for (const Tok sign : {Tok::Colon, Tok::Equal, Tok::Comma}) {
    if (kind != sign) continue;
    if (expects(next)) return "leave the " + found(error) + " out";
    for (const Tok other : {Tok::Equal, Tok::Colon}) {
      if (names(other)) return "write " + describe(other);
    }
  }
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

}  // namespace mnc::grammar
