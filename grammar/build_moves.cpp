// Moves, their choices and requirements from nodes.
#include "grammar/builder.h"

namespace mnc::grammar {

using K = NodeKind;

ast::Choice Builder::choice(Index index) {
  ast::Choice result;
  result.span = span(index);
  for (const Index part : children(index)) {
    if (kind(part) == K::Name) {
      result.name = name(part);
    } else if (kind(part) == K::When) {
      result.when = expr(children(part)[0]);
    } else if (kind(part) == K::LiftFrom) {
      result.pits = expr(children(part)[0]);
    } else {
      const Children inner = children(part);
      ast::ExprPtr value = kind(inner[0]) == K::Name ? make(inner[0], ast::Word{name(inner[0]).text}) : expr(inner[0]);
      if (inner.size() > 1) value = make(part, ast::PitRange{std::move(value), expr(inner[1])});
      result.values.push_back(std::move(value));
    }
  }
  return result;
}

ast::Requirement Builder::requirement(Index index) {
  using Requirement = ast::Requirement;
  Requirement result;
  result.span = span(index);
  std::size_t keyword = at(index).begin;
  for (const Index part : children(index)) {
    switch (kind(part)) {
      case K::RuleName:
        result.rule = name(children(part)[0]);
        keyword = at(part).end;
        break;
      case K::Time:
        result.time = token(part) == Tok::After         ? Requirement::EverySeed
                      : token(part) == Tok::Afterwards  ? Requirement::Afterwards
                      : token(part, 2) == Tok::Captures ? Requirement::FirstLapCaptures
                                                        : Requirement::FirstLap;
        break;
      case K::When: result.when = expr(children(part)[0]); break;
      default: result.condition = expr(part); break;
    }
  }
  result.strength = tokens_.at(keyword).kind == Tok::Require ? Requirement::Require : Requirement::Prefer;
  return result;
}

void Builder::report_repeated(std::string_view what, Span again, std::optional<Span> first) {
  Diagnostic& diagnostic =
      diagnostics_.report(Code::RepeatedClause, again, "a second `" + std::string(what) + "` in the same move");
  if (first) diagnostic.notes.push_back({*first, "the first one"});
}

// `sow clockwise from A1`
bool Builder::goes_on_with_sow(std::size_t token) const {
  while (token > 0 && !tokens_.at(token).first_on_line) {
    if (tokens_.at(--token).kind == Tok::Sow) return true;
  }
  return false;
}

void Builder::move_clause(ast::Move& move, Index clause, std::optional<Index> note_index,
                          std::optional<Span>& first_step) {
  const std::optional<ast::Note> noted = note_index ? std::optional(note(*note_index)) : std::nullopt;
  const auto before_steps = [&](std::string_view what) -> Diagnostic* {
    if (!first_step) return nullptr;
    Diagnostic& diagnostic = diagnostics_.report(Code::ClauseOrder, span(clause),
                                                 "`" + std::string(what) + "` stands before the steps of a move");
    diagnostic.notes.push_back({*first_step, "the steps begin here"});
    return &diagnostic;
  };
  switch (kind(clause)) {
    case K::From:
      if (Diagnostic* late = before_steps("from"); late && goes_on_with_sow(at(clause).begin)) {
        late->help = "where a sowing begins is said with `starting in`: `sow clockwise starting in A1`";
        return;
      }
      if (move.from) report_repeated("from", span(clause), move.from->span);
      move.from = expr(children(clause)[0]);
      move.from_note = noted;
      return;
    case K::When:
      before_steps("when");
      if (move.when) report_repeated("when", span(clause), move.when->span);
      move.when = expr(children(clause)[0]);
      move.when_note = noted;
      return;
    case K::Choice:
      before_steps("choose");
      move.choices.push_back(choice(clause));
      move.choices.back().note = noted;
      return;
    case K::Requirement:
      before_steps(text(tokens_.at(at(clause).begin).span));
      move.requirements.push_back(requirement(clause));
      move.requirements.back().note = noted;
      return;
    case K::Laps:
    case K::EachSeed: {
      const bool laps = kind(clause) == K::Laps;
      std::optional<ast::Table>& rows = laps ? move.laps : move.each_seed;
      if (rows) report_repeated(laps ? "laps" : "each seed", span(clause), std::nullopt);
      rows = table(clause);
      return;
    }
    default:
      if (!first_step) first_step = span(clause);
      move.steps.push_back(step(clause));
      move.steps.back().note = noted;
      return;
  }
}

ast::Move Builder::move(Index index) {
  ast::Move result;
  result.span = span(index);
  std::optional<Span> first_step;
  const Children parts = children(index);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (kind(parts[i]) == K::Otherwise) {
      result.otherwise = true;
    } else if (kind(parts[i]) == K::Name) {
      result.name = name(parts[i]);
    } else {
      const bool noted = i + 1 < parts.size() && kind(parts[i + 1]) == K::Note;
      move_clause(result, parts[i], noted ? std::optional(parts[i + 1]) : std::nullopt, first_step);
      if (noted) ++i;
    }
  }
  return result;
}

}  // namespace mnc::grammar
