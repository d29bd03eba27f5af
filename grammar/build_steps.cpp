// Steps and tables from nodes.
#include <tuple>

#include "grammar/builder.h"

namespace mnc::grammar {
namespace {

using K = NodeKind;

[[nodiscard]] const ast::Word* as_word(const ast::ExprPtr& expr) { return std::get_if<ast::Word>(&expr->node); }

}  // namespace

ast::Steps Builder::steps(Index index) {
  ast::Steps result;
  for (const Index part : children(index)) {
    if (kind(part) == K::Note) {
      result.back().note = note(part);
    } else {
      result.push_back(step(part));
    }
  }
  return result;
}

ast::Step Builder::step(Index index) {
  const auto made = [&](auto node) { return ast::Step{span(index), std::move(node), std::nullopt}; };
  switch (kind(index)) {
    case K::Capture: return made(capture(index));
    case K::Sow: return made(sow(index));
    case K::Ask: return made(ask(index));
    case K::Takes: return made(takes(index));
    case K::Again: return made(ast::Again{});
    case K::Swap: return made(ast::Swap{});
    case K::Stop: return made(ast::Stop{});
    case K::Draw: return made(ast::Draw{});
    case K::Void: return made(ast::Void{});
    case K::Relay: return made(ast::Relay{expr_in(index, K::LiftFrom)});
    default: break;
  }
  const Children parts = children(index);
  switch (kind(index)) {
    case K::Place: return made(ast::Place{expr(parts[0]), expr(parts[1]), expr(parts[2])});
    case K::Fill: return made(ast::Fill{expr(parts[0]), expr(parts[1]), expr(parts[2]), backwards(index)});
    case K::EachPlayer: return made(ast::EachPlayer{steps(parts[0])});
    case K::EachPit: return made(ast::EachPit{expr(parts[0]), steps(parts[1])});
    case K::Lift: return made(ast::Lift{expr(parts[0]), expr_in(index, K::LiftFrom)});
    case K::Turn: return made(ast::Turn{expr(parts[0])});
    case K::Mark: {
      const ast::Player player = parts.size() > 2 ? whose_of(token(parts[1])) : ast::Player::Mover;
      return made(ast::Mark{token(index) == Tok::Mark, expr(parts[0]), player, name(parts.back())});
    }
    case K::Set: return made(ast::Set{expr(parts[0]), expr(parts[1])});
    case K::Clear: return made(ast::Clear{expr(parts[0])});
    case K::Do: return made(ast::Do{name(parts[0])});
    case K::Pick: {
      ast::Pick pick{name(parts[0]), nullptr, nullptr, nullptr, steps(parts[2])};
      const Children inner = children(parts[1]);
      if (kind(parts[1]) == K::PickRange) std::tie(pick.low, pick.high) = std::tuple(expr(inner[0]), expr(inner[1]));
      else pick.set = expr(parts[1]);
      return made(std::move(pick));
    }
    case K::If: {
      ast::If result{expr(parts[0]), steps(parts[1]), std::nullopt, std::nullopt};
      if (parts.size() > 2) result.otherwise = steps(parts.back());
      if (parts.size() > 3) result.note = note(parts[2]);
      return made(std::move(result));
    }
    default: break;
  }
  const Tok verb = tokens_.at(at(parts[0]).end).kind;
  return made(ast::Wins{expr(parts[0]), verb == Tok::Loses});
}

// Whether the word behind the set of a `fill` says so.
bool Builder::backwards(Index fill) {
  const Children parts = children(fill);
  for (std::size_t i = at(parts[0]).end; i < at(parts[1]).begin; ++i)
    if (tokens_.at(i).kind == Tok::Backwards) return true;
  return false;
}

ast::Capture Builder::capture(Index index) {
  ast::Capture result;
  result.set = expr(children(index)[0]);
  if (ast::ExprPtr from = expr_in(index, K::LiftFrom)) {
    result.count = std::move(result.set);
    result.set = std::move(from);
  }
  if (ast::ExprPtr into = expr_in(index, K::CaptureInto)) {
    const ast::Word* word = as_word(into);
    const std::string_view place = word == nullptr ? std::string_view() : word->text;
    result.into = place == "won"     ? ast::Capture::Won
                  : place == "store" ? ast::Capture::Store
                  : place == "hand"  ? ast::Capture::Hand
                                     : ast::Capture::Pit;
    if (result.into == ast::Capture::Pit) result.pit = std::move(into);
  }
  result.by = expr_in(index, K::CaptureFor);
  return result;
}

ast::Sow Builder::sow(Index index) {
  ast::Sow result;
  for (const Index part : children(index)) {
    const Children inner = children(part);
    switch (kind(part)) {
      case K::SowIn:
        result.start = token(part, 1) == Tok::In ? ast::Sow::In : ast::Sow::After;
        result.pit = expr(inner[0]);
        break;
      case K::SowAlong: result.circuit = name(inner[0]); break;
      case K::SowSkipping:
        result.at_each_seed = kind(inner[0]) == K::AtEachSeed;
        result.skipping = expr(inner[result.at_each_seed ? 1 : 0]);
        if (inner.size() > (result.at_each_seed ? 2u : 1u)) result.skipping_when = expr(inner.back());
        break;
      default: result.direction = expr(part); break;
    }
  }
  return result;
}

ast::Ask Builder::ask(Index index) {
  ast::Ask result;
  for (const Index part : children(index)) {
    const Children inner = children(part);
    result.answers.push_back({name(inner[0]), steps(inner[1])});
  }
  return result;
}

ast::Takes Builder::takes(Index index) {
  const Children parts = children(index);
  const bool half = child(index, K::Half).has_value();
  if (token(index) == Tok::Each) return {true, half, nullptr, expr(parts.back())};
  return {false, half, expr(parts[0]), expr(parts.back())};
}

ast::Table Builder::table(Index index) {
  ast::Table rows;
  for (const Index part : children(index)) rows.push_back(row(part));
  return rows;
}

ast::Row Builder::row(Index index) {
  ast::Row result;
  result.span = span(index);
  for (const Index part : children(index)) {
    switch (kind(part)) {
      case K::RuleName: result.rule = name(children(part)[0]); break;
      case K::Otherwise: break;
      case K::Steps: result.steps = steps(part); break;
      case K::Note: result.note = note(part); break;
      default: result.condition = expr(part); break;
    }
  }
  return result;
}

}  // namespace mnc::grammar
