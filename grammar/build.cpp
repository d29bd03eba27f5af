// Clauses from nodes.
#include "grammar/build.h"

#include <algorithm>
#include <cassert>

#include "grammar/builder.h"

namespace mnc::grammar {
namespace {

using K = NodeKind;
constexpr int kMaxNumber = 65535;

[[nodiscard]] ast::Meta::Kind meta_kind(Tok word) {
  switch (word) {
    case Tok::Names: return ast::Meta::Names;
    case Tok::People: return ast::Meta::People;
    case Tok::Region: return ast::Meta::Region;
    case Tok::Period: return ast::Meta::Period;
    case Tok::Source: return ast::Meta::Source;
    case Tok::Author: return ast::Meta::Author;
    case Tok::Licence: return ast::Meta::Licence;
    default: return ast::Meta::About;
  }
}

[[nodiscard]] ast::Board::Entry::Kind entry_kind(Tok word) {
  using Entry = ast::Board::Entry;
  switch (word) {
    case Tok::Rows: return Entry::Rows;
    case Tok::Columns: return Entry::Columns;
    case Tok::Seeds: return Entry::Seeds;
    case Tok::Reserve: return Entry::Reserve;
    case Tok::Stores: return Entry::Stores;
    case Tok::Shared: return Entry::Shared;
    case Tok::Start: return Entry::Start;
    default: return Entry::Layout;
  }
}

// A note's text: line ends and runs of blanks count as one blank.
[[nodiscard]] std::string one_line(std::string_view text) {
  std::string result;
  for (const char c : text) {
    const bool blank = c == ' ' || c == '\t' || c == '\n' || c == '\r';
    if (!blank) result += c;
    if (blank && !result.empty() && result.back() != ' ') result += ' ';
  }
  while (!result.empty() && result.back() == ' ') result.pop_back();
  return result;
}

}  // namespace

// ---- nodes and tokens --------------------------------------------------------------------------------------

Builder::Children Builder::children(Index index) const {
  Children found;
  const Index first = index + 1 - at(index).size;
  for (Index next = index; next > first; next -= at(next - 1).size) found.push_back(next - 1);
  std::reverse(found.begin(), found.end());
  return found;
}

std::optional<Builder::Index> Builder::child(Index index, NodeKind wanted) const {
  std::optional<Index> found;
  const Index first = index + 1 - at(index).size;
  for (Index next = index; next > first; next -= at(next - 1).size) {
    if (kind(next - 1) == wanted) found = next - 1;
  }
  return found;
}

Span Builder::span(Index index) const {
  const SyntaxNode& node = at(index);
  const Span first = tokens_.at(node.begin).span;
  const Span last = node.end > node.begin ? tokens_.at(node.end - 1).span : first;
  return {first.begin, last.end, first.file};
}

std::string_view Builder::text(Span span) const {
  return sources_[span.file].text().substr(span.begin, span.end - span.begin);
}

std::string Builder::unquoted(Index index) const {
  const std::string_view quoted = text(span(index));
  std::string result;
  for (std::size_t i = 1; i + 1 < quoted.size(); ++i) {
    if (quoted[i] == '\\') ++i;
    result += quoted[i];
  }
  return result;
}

ast::Note Builder::note(Index index) const {
  const std::string_view bracketed = text(span(index));
  return {one_line(bracketed.substr(1, bracketed.size() - 2)), span(index)};
}

int Builder::digits(std::string_view text, Span span) {
  int value = 0;
  for (const char c : text) {
    value = value * 10 + (c - '0');
    if (value <= kMaxNumber) continue;
    diagnostics_.report(Code::NumberTooLarge, span, "`" + std::string(text.substr(0, 40)) + "` is too large").help =
        "numbers are 0 to 65535";
    return kMaxNumber;
  }
  return value;
}

// ---- the clauses of a ruleset ------------------------------------------------------------------------------

ast::Meta Builder::meta(Index index) {
  ast::Meta result{meta_kind(token(index)), {}};
  for (const Index part : children(index)) result.values.push_back(unquoted(part));
  return result;
}

ast::Board Builder::board(Index index) {
  ast::Board result;
  for (const Index part : children(index)) {
    if (kind(part) == K::Note) {
      result.entries.back().note = note(part);
      continue;
    }
    ast::Board::Entry entry{entry_kind(token(part)), span(part), nullptr, nullptr, {}, {}, std::nullopt};
    for (const Index inner : children(part)) {
      if (kind(inner) == K::Text) {
        entry.text.push_back(unquoted(inner));
        entry.text_spans.push_back(span(inner));
      } else if (kind(inner) == K::Seeded) {
        entry.set = expr(children(inner)[0]);
      } else {
        entry.number = expr(inner);
      }
    }
    result.entries.push_back(std::move(entry));
  }
  return result;
}

ast::Circuit Builder::circuit(Index index) {
  ast::Circuit result;
  for (const Index part : children(index)) {
    if (kind(part) == K::Name) {
      result.name = name(part);
    } else {
      result.pits.push_back(expr(part));
    }
  }
  return result;
}

ast::State Builder::state(Index index) {
  ast::State result{ast::State::Counter, ast::State::Game, {}, nullptr, nullptr};
  const Tok type = token(index, 3);  // state NAME : TYPE
  if (type == Tok::Flag) result.kind = ast::State::Flag;
  if (type == Tok::Pit) result.kind = ast::State::Pit;
  if (type == Tok::Direction) result.kind = ast::State::Direction;
  const Children parts = children(index);
  result.name = name(parts[0]);
  if (result.kind == ast::State::Counter) {
    if (text(span(parts[1])) != "0") {
      diagnostics_
          .report(Code::Expected, span(parts[1]), "expected `0`, found `" + std::string(text(span(parts[1]))) + "`")
          .help = "a counter is kept from 0 up: `0..N`";
    }
    result.max = expr(parts[2]);
  }
  if (const std::optional<Index> per = child(index, K::Per)) {
    const bool both = at(*per).end - at(*per).begin > 3;
    result.per = both                           ? ast::State::EachPlayerAndPit
                 : token(*per, 2) == Tok::Pit ? ast::State::EachPit
                                              : ast::State::EachPlayer;
  }
  result.initial = expr_in(index, K::Initial);
  return result;
}

ast::Option Builder::option(Index index) {
  ast::Option result;
  Children parts = children(index);
  result.name = name(parts[0]);
  for (std::size_t i = 1; i < parts.size(); ++i) {
    switch (kind(parts[i])) {
      case K::Number: (result.low ? result.high : result.low) = expr(parts[i]); break;
      case K::Name: result.values.push_back(name(parts[i])); break;
      case K::Initial: result.initial = name(children(parts[i])[0]); break;
      default: result.text = unquoted(parts[i]); break;
    }
  }
  return result;
}

ast::Phase Builder::phase(Index index) {
  ast::Phase result;
  for (const Index part : children(index)) {
    switch (kind(part)) {
      case K::Name: result.name = name(part); break;
      case K::Before: result.before = name(children(part)[0]); break;
      case K::Move: result.moves.push_back(move(part)); break;
      case K::Note: result.moves.back().note = note(part); break;
      default: result.condition = expr(part); break;
    }
  }
  return result;
}

ast::ExtendPhase Builder::extend_phase(Index index) {
  using Change = ast::ExtendPhase::Change;
  ast::ExtendPhase result;
  auto kind_of_next = Change::Add;
  for (const Index part : children(index)) {
    switch (kind(part)) {
      case K::Name: result.name = name(part); break;
      case K::Replace: kind_of_next = Change::Replace; break;
      case K::Extend: kind_of_next = Change::Extend; break;
      case K::RemovedMove: {
        Change& change = result.changes.emplace_back(Change{Change::Remove, {}});
        change.move.name = name(children(part)[0]);
        change.move.span = span(part);
        break;
      }
      case K::Note: result.changes.back().move.note = note(part); break;
      default:
        result.changes.push_back({kind_of_next, move(part)});
        kind_of_next = Change::Add;
        break;
    }
  }
  return result;
}

ast::Endless Builder::endless(Index index) {
  using Endless = ast::Endless;
  Endless result;
  for (const Index part : children(index)) {
    if (kind(part) != K::OutcomeCase) {
      result.laps = expr(part);
      continue;
    }
    const Index outcome = *child(part, K::Outcome);
    const Tok word = token(outcome);
    const Endless::Outcome what = word == Tok::Void                 ? Endless::Void
                                  : word == Tok::Illegal            ? Endless::Illegal
                                  : word == Tok::Draw               ? Endless::Draw
                                  : word == Tok::Stop               ? Endless::Stop
                                  : token(outcome, 1) == Tok::Loses ? Endless::MoverLoses
                                                                    : Endless::MoverWins;
    result.cases.push_back({what, expr_in(part, K::When), span(part)});
  }
  return result;
}

ast::Match Builder::match(Index index) {
  ast::Match result;
  NodeKind last = K::None;
  for (const Index part : children(index)) {
    switch (kind(part)) {
      case K::Starter:
        if (!result.starter.empty())
          diagnostics_.report(Code::RepeatedClause, span(part), "a second `starter` in the same `match`")
              .notes.push_back({result.starter_span, "the first one"});
        result.starter = starters(part);
        result.starter_span = span(part);
        break;
      case K::Keep:
        result.keep.push_back({{}, span(part), std::nullopt});
        for (const Index one : children(part)) result.keep.back().states.push_back(name(one));
        break;
      case K::Note: (last == K::Keep ? result.keep.back().note : result.starter_note) = note(part); break;
      case K::TableRow: result.rows.push_back(row(part)); break;
      default: result.games = expr(part); break;
    }
    last = kind(part);
  }
  if (result.starter.empty()) result.starter.push_back({ast::Match::Alternates, nullptr});
  return result;
}

std::vector<ast::Match::Case> Builder::starters(Index index) {
  std::vector<ast::Match::Case> cases;
  for (const Index part : children(index)) {
    const Tok word = token(*child(part, K::Outcome));
    const auto who = word == Tok::Loser    ? ast::Match::Loser
                     : word == Tok::Winner ? ast::Match::Winner
                     : word == Tok::Last   ? ast::Match::LastMover
                                           : ast::Match::Alternates;
    cases.push_back({who, expr_in(part, K::When)});
  }
  return cases;
}

ast::Remove Builder::remove(Index index) {
  const Children parts = children(index);
  if (kind(parts[0]) == K::RuleName) return {true, "rule", name(children(parts[0])[0])};
  if (kind(parts[0]) == K::Nameless) {
    std::string words;
    for (std::size_t i = at(parts[0]).begin; i < at(parts[0]).end; ++i)
      words += (words.empty() ? "" : " ") + std::string(text(tokens_.at(i).span));
    return {false, words, {{}, span(parts[0])}};
  }
  if (kind(parts[0]) == K::KindWord) return {false, name(parts[0]).text, name(parts[1])};
  return {false, {}, name(parts[0])};
}

ast::Item Builder::item(Index index) {
  ast::Item result;
  result.span = span(index);
  Children parts = children(index);
  result.keyword = tokens_.at(at(index).begin).span;
  result.replace = kind(parts[0]) == K::Replace;
  result.extend = kind(parts[0]) == K::Extend;
  if (result.replace || result.extend) parts.erase(parts.begin());
  const Index clause = parts[0];
  const std::optional<ast::Note> noted = parts.size() > 1 ? std::optional(note(parts[1])) : std::nullopt;
  const Children inner = children(clause);
  switch (kind(clause)) {
    case K::Meta: result.node = meta(clause); break;
    case K::Board: result.node = board(clause); break;
    case K::Circuit: result.node = circuit(clause); break;
    case K::Zone: result.node = ast::Zone{name(inner[0]), expr(inner[1])}; break;
    case K::State: result.node = state(clause); break;
    case K::Option: result.node = option(clause); break;
    case K::Define: result.node = ast::Define{name(inner[0]), expr(inner[1])}; break;
    case K::Action: result.node = ast::Action{name(inner[0]), steps(inner[1])}; break;
    case K::Phase: result.node = phase(clause); break;
    case K::ExtendPhase: result.node = extend_phase(clause); break;
    case K::Laps: result.node = ast::Laps{table(clause)}; break;
    case K::EachSeed: result.node = ast::EachSeed{table(clause)}; break;
    case K::Whenever: result.node = ast::Whenever{expr(inner[0]), steps(inner[1])}; break;
    case K::OutOfPlay: result.node = ast::OutOfPlay{expr(inner[0])}; break;
    case K::AfterMove: result.node = ast::AfterMove{steps(inner[0])}; break;
    case K::Endless: result.node = endless(clause); break;
    case K::End: result.node = ast::End{table(clause)}; break;
    case K::Match: result.node = match(clause); break;
    case K::Remove: result.node = remove(clause); break;
    case K::Default: result.node = ast::Default{name(inner[0]), name(children(inner[1])[0])}; break;
    case K::Winner: {
      ast::ExprPtr measure = expr(inner[0]);
      const auto* word = std::get_if<ast::Word>(&measure->node);
      if (word != nullptr && word->text == "seeds") measure = nullptr;
      result.node = ast::Winner{token(clause, 1) == Tok::Fewest, std::move(measure)};
      break;
    }
    // These have a note of their own.
    case K::Move: {
      ast::Move made = move(clause);
      made.note = noted;
      result.node = std::move(made);
      return result;
    }
    case K::Requirement: {
      ast::Requirement made = requirement(clause);
      made.note = noted;
      result.node = std::move(made);
      return result;
    }
    case K::TableRow: result.node = row(clause); return result;
    default: assert(false && "the grammar knows no other clause"); break;
  }
  result.note = noted;
  return result;
}

void Builder::header(ast::File& file, Index index) {
  const Children parts = children(index);
  file.title = {unquoted(parts[0]), span(parts[0])};
  if (parts.size() == 1) return;
  file.base_is_path = kind(parts[1]) == K::Text;
  file.base = ast::Name{file.base_is_path ? unquoted(parts[1]) : name(parts[1]).text, span(parts[1])};
}

ast::File Builder::file() {
  ast::File result;
  const Span end = tokens_.list.back().span;
  result.span = {0, end.end, end.file};
  result.comments = tokens_.comments;
  Children items;  // the top-level nodes have no parent
  for (auto next = static_cast<Index>(nodes_.size()); next > 0; next -= at(next - 1).size) items.push_back(next - 1);
  for (auto next = items.rbegin(); next != items.rend(); ++next) {
    if (kind(*next) == K::Game) {
      header(result, *next);
    } else {
      result.items.push_back(item(*next));
    }
  }
  return result;
}

ast::File build(const Nodes& nodes, const Tokens& tokens, const Sources& sources, Diagnostics& diagnostics) {
  return Builder(nodes, tokens, sources, diagnostics).file();
}

}  // namespace mnc::grammar
