// Stage 1: words of the language that are misspelt. What is meant is tried: only a word with which more can be read is it.
#include <algorithm>
#include <utility>

#include "grammar/parse_state.h"

namespace mnc::grammar {
namespace {

constexpr std::size_t kMaxTried = 4;  // words tried in place of one that may be misspelt

}  // namespace

void ParseState::report_spelling(std::size_t token, const std::string& meant) {
  Diagnostic& diagnostic = report(Code::MisspeltWord, token, found(token) + " cannot stand here");
  diagnostic.help = "did you mean `" + meant + "`?";
  diagnostic.fix = Diagnostic::Fix{tokens_.at(token).span, meant};
}

void ParseState::put_word(std::size_t token, Tok word) {
  tokens_.kinds[token] = static_cast<char>(word);
  tokens_.list[token].kind = word;
}

ParseState::Trial ParseState::with_word(std::size_t token, Tok word, std::size_t begin, const ReadClause& read) {
  const Tok before = tokens_.at(token).kind;
  Diagnostics unheard;
  ParseState trial(tokens_, sources_, unheard);
  trial.trying_ = true;
  put_word(token, word);
  Trial result{std::nullopt, begin};
  try {
    result.end = read(begin, trial);
  } catch (const NestedTooDeep&) { result.end = std::nullopt; }
  result.furthest = std::max(trial.furthest_, result.end.value_or(begin));
  put_word(token, before);
  return result;
}

bool ParseState::is_declared(std::size_t token) {
  if (!declared_) {
    declared_.emplace();
    for (std::size_t i = 1; i < tokens_.kinds.size(); ++i) {
      const Tok before = tokens_.at(i - 1).kind;
      const bool circuit = before == Tok::Circuit && tokens_.at(i + 1).kind == Tok::Equal;  // it need not have a name
      const bool names = circuit || between(before, Tok::Zone, Tok::Move) || before == Tok::Choose || before == Tok::Ask;
      if (names && is_word(tokens_.at(i).kind) && !is_builtin(text_of(i))) declared_->insert(text_of(i));
    }
  }
  return declared_->contains(text_of(token));
}

bool ParseState::report_misspelt(const Broken& broken) {
  const std::size_t error = broken.error;
  if (tokens_.at(error).kind != Tok::Identifier || error != furthest_ || is_known(error)) return false;
  std::vector<std::string> candidates;
  for (std::size_t kind = 0; kind < expected_.size(); ++kind) {
    const Tok word = static_cast<Tok>(kind);
    if (expected_[kind] && (is_possessive(word) || word >= kFirstFixed)) candidates.emplace_back(spelling(word));
  }
  const std::string meant = closest(text_of(error), candidates);
  if (meant.empty()) return false;
  const Tok word = language_word_kind(meant);
  report_spelling(error, meant);
  for (const std::size_t begin : beginnings(broken)) {
    const Trial trial = with_word(error, word, begin, *broken.read);
    if (trial.furthest <= error) continue;
    read_again_ = begin == broken.begin;
    if (read_again_) put_word(error, word);
    else resume_ = trial.end.value_or(trial.furthest);
    break;
  }
  return true;
}

// Where the clause with the mistake may begin: within a line a word that does not fit may belong to the clause before it.
std::vector<std::size_t> ParseState::beginnings(const Broken& broken) {
  std::vector<std::size_t> found;
  const std::size_t before = last_clause();
  if (!broken.head && before != kStop && before < broken.begin && !tokens_.at(broken.begin).first_on_line) found.push_back(before);
  if (broken.read) found.push_back(broken.begin);
  return found;
}

// `if hlods 2`, `own ptis where`: the word before was taken for a name, and only the next one does not fit.
bool ParseState::report_misspelt_before(const Broken& broken) {
  const std::size_t error = broken.error;
  if (!broken.read || error == 0 || tokens_.at(error - 1).kind != Tok::Identifier || is_known(error - 1)) return false;
  std::vector<std::string> near = near_words(text_of(error - 1), language_words());
  if (near.size() > kMaxTried) near.resize(kMaxTried);
  for (const std::string& meant : near) {
    for (const std::size_t begin : beginnings(broken)) {
      const Trial trial = begin < error ? with_word(error - 1, language_word_kind(meant), begin, *broken.read) : Trial{{}, begin};
      if (trial.furthest <= error) continue;
      report_spelling(error - 1, meant);
      last_reported_ = error;
      resume_ = trial.end.value_or(trial.furthest);
      return true;
    }
  }
  return false;
}

}  // namespace mnc::grammar
