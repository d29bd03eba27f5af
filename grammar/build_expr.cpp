// Expressions from nodes.
#include <array>
#include <cassert>

#include "grammar/builder.h"

namespace mnc::grammar {
namespace {

using ast::Link;
using K = NodeKind;

[[nodiscard]] Link link_of(Tok kind) {
  constexpr auto kLinks = std::to_array<std::pair<Tok, Link>>({
      {Tok::Or, Link::Or},
      {Tok::And, Link::And},
      {Tok::Plus, Link::Add},
      {Tok::Minus, Link::Subtract},
      {Tok::Star, Link::Multiply},
      {Tok::Slash, Link::Divide},
      {Tok::Mod, Link::Modulo},
      {Tok::Except, Link::Except},
      {Tok::Else, Link::Else},
      {Tok::Equal, Link::Equal},
      {Tok::NotEqual, Link::NotEqual},
      {Tok::Less, Link::Less},
      {Tok::LessEqual, Link::LessEqual},
      {Tok::Greater, Link::Greater},
      {Tok::GreaterEqual, Link::GreaterEqual},
  });
  for (const auto& [tok, link] : kLinks) {
    if (tok == kind) return link;
  }
  assert(false && "the grammar knows no other link");
  return Link::Or;
}

[[nodiscard]] ast::OfWord of_word(Tok kind) {
  constexpr auto kWords = std::to_array<std::pair<Tok, ast::OfWord>>({
      {Tok::Seeds, ast::OfWord::Seeds},
      {Tok::Count, ast::OfWord::Count},
      {Tok::Opposite, ast::OfWord::Opposite},
      {Tok::Opposites, ast::OfWord::Opposites},
      {Tok::Behind, ast::OfWord::Behind}, {Tok::Next, ast::OfWord::Next},
      {Tok::Previous, ast::OfWord::Previous},
      {Tok::Column, ast::OfWord::Column},
      {Tok::Leftmost, ast::OfWord::Leftmost},
      {Tok::Rightmost, ast::OfWord::Rightmost},
  });
  for (const auto& [tok, word] : kWords) {
    if (tok == kind) return word;
  }
  assert(false && "the grammar knows no other word before `of`");
  return ast::OfWord::Seeds;
}

[[nodiscard]] ast::Is::Adjective adjective_of(Tok kind) {
  using Is = ast::Is;
  if (kind == Tok::Empty) return Is::Empty;
  if (kind == Tok::Occupied) return Is::Occupied;
  if (kind == Tok::Even) return Is::EvenNumber;
  if (kind == Tok::Odd) return Is::OddNumber;
  return kind == Tok::Own ? Is::Own : Is::Opponents;
}

[[nodiscard]] char letter_of(std::string_view text) {
  const char c = text.empty() ? '?' : text.front();
  return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
}

}  // namespace

ast::Player whose_of(Tok kind) {
  if (kind == Tok::OpponentS) return ast::Player::Opponent;
  if (kind == Tok::SouthS) return ast::Player::South;
  return kind == Tok::NorthS ? ast::Player::North : ast::Player::Mover;
}

ast::ExprPtr Builder::expr(Index index) {
  switch (kind(index)) {
    case K::Chain: return chain(index);
    case K::Cases: return cases(index);
    case K::Run: return run(index);
    case K::Predicate: return predicate(index);
    case K::Quantified: return quantified(index);
    case K::Can:
    case K::MoveIs:
    case K::PhaseIs: return named_fact(index);
    case K::Pits: return pits(index);
    default: break;
  }
  const Children parts = children(index);
  switch (kind(index)) {
    case K::PitSpan: return make(index, ast::PitRange{pit_name(parts[0]), pit_name(parts[1])});
    case K::SetList: {
      ast::SetList list;
      for (const Index part : parts) list.items.push_back(expr(part));
      return make(index, std::move(list));
    }
    case K::Own: return make(index, ast::Possessive{whose_of(token(index)), nullptr, expr(parts[1])});
    case K::OwnerOf: return make(index, ast::OwnerOf{expr(parts[0])});
    case K::Of: return make(index, ast::Of{of_word(token(index)), expr(parts[0])});
    case K::Ahead: {
      const bool first = token(index) == Tok::First;
      const bool before = token(parts[1]) == Tok::Before;
      return make(index, ast::Ahead{first, before, expr(parts[0]), expr(children(parts[1])[0])});
    }
    case K::Targets: return make(index, ast::Targets{name(parts[0])});
    case K::Where: return make(index, ast::Where{expr(parts[0]), expr(parts[1])});
    case K::Negation: return make(index, ast::Not{expr(parts[0])});
    case K::All: return make(index, ast::All{parts.empty() ? nullptr : expr(parts[0])});
    default: return leaf(index);
  }
}

ast::ExprPtr Builder::expr_in(Index parent, NodeKind wrapper) {
  const std::optional<Index> found = child(parent, wrapper);
  return found ? expr(children(*found)[0]) : nullptr;
}

ast::ExprPtr Builder::leaf(Index index) {
  switch (kind(index)) {
    case K::Number: return make(index, ast::Number{digits(text(span(index)), span(index))});
    case K::PitName: return pit_name(index);
    case K::Player: return make(index, ast::PlayerWord{player(index)});
    case K::Row: {
      const Span letter = tokens_.at(at(index).begin + 1).span;
      const bool capital = text(letter).size() == 1 && text(letter)[0] >= 'A' && text(letter)[0] <= 'Z';
      if (!capital) {
        diagnostics_
            .report(Code::Expected, letter, "expected the letter of a row, found `" + std::string(text(letter)) + "`")
            .help = "rows are lettered from the middle of the board outwards, `A` nearest the opponent";
      }
      return make(index, ast::RowOf{letter_of(text(letter))});
    }
    default: return make(index, ast::Word{std::string(text(span(index)))});
  }
}

ast::ExprPtr Builder::pit_name(Index index) {
  const std::string_view spelt = text(span(index));
  const bool opponent = spelt[0] >= 'a' && spelt[0] <= 'z';
  return make(index, ast::PitName{letter_of(spelt), digits(spelt.substr(1), span(index)), opponent});
}

ast::ExprPtr Builder::pits(Index index) {
  const Tok whose = token(index);
  if (whose == Tok::All) return make(index, ast::Pits{ast::Pits::All});
  if (whose == Tok::Own) return make(index, ast::Pits{ast::Pits::Own});
  if (whose == Tok::OpponentS) return make(index, ast::Pits{ast::Pits::Opponents});
  // South's pits: what South calls their own.
  return make(index, ast::Possessive{whose_of(whose), nullptr, make(index, ast::Pits{ast::Pits::Own})});
}

ast::ExprPtr Builder::chain(Index index) {
  const Children parts = children(index);
  ast::Chain chain;
  chain.first = expr(parts[0]);
  chain.rest.reserve(parts.size() / 2);
  for (std::size_t i = 1; i + 1 < parts.size(); i += 2) {
    chain.rest.push_back({link_of(token(parts[i])), span(parts[i]), expr(parts[i + 1])});
  }
  return make(index, std::move(chain));
}

ast::ExprPtr Builder::cases(Index index) {
  const Children parts = children(index);
  ast::Cases cases;
  for (std::size_t i = 0; i + 1 < parts.size(); i += 2) cases.cases.push_back({expr(parts[i]), expr(parts[i + 1])});
  cases.otherwise = expr(parts.back());
  return make(index, std::move(cases));
}

ast::ExprPtr Builder::run(Index index) {
  const Children parts = children(index);
  const bool backwards = token(index, 1) == Tok::Backwards;
  const bool skips = parts.size() > 2;
  const int by = skips ? digits(text(span(parts[0])), span(parts[0])) : 1;
  return make(index, ast::Run{backwards, by, expr(parts[skips ? 1 : 0]), expr(parts.back())});
}

ast::ExprPtr Builder::predicate(Index index) {
  const Children parts = children(index);
  if (parts.size() == 1) return tail(parts[0], nullptr, span(index));
  return tail(parts[1], expr(parts[0]), span(index));
}

ast::ExprPtr Builder::tail(Index tail, ast::ExprPtr subject, Span whole) {
  const auto wrap = [whole](auto node) { return std::make_unique<ast::Expr>(ast::Expr{whole, std::move(node)}); };
  switch (kind(tail)) {
    case K::Adjective: {
      ast::Is is;
      is.subject = std::move(subject);
      is.adjective = adjective_of(token(tail));
      return wrap(std::move(is));
    }
    case K::InTail: return wrap(in_tail(tail, std::move(subject)));
    case K::IsTail: {
      if (const std::optional<Index> in = child(tail, K::InTail)) {  // `is in S`
        ast::In result = in_tail(*in, std::move(subject));
        if (child(tail, K::Not)) result.negated = !result.negated;
        return wrap(std::move(result));
      }
      return wrap(is_tail(tail, std::move(subject)));
    }
    case K::HoldsTail: {
      ast::Holds holds;
      holds.subject = std::move(subject);
      holds.had = token(tail) == Tok::Had;
      holds.negated = child(tail, K::Not).has_value();
      holds.plural = token(tail) == Tok::Hold || token(tail) == Tok::Do;
      holds.counts = counts(*child(tail, K::Counts));
      return wrap(std::move(holds));
    }
    default: break;
  }
  const Children parts = children(tail);  // a comparison
  ast::Chain chain;
  chain.first = std::move(subject);
  chain.rest.push_back({link_of(token(parts[0])), span(parts[0]), expr(parts[1])});
  return wrap(std::move(chain));
}

ast::Is Builder::is_tail(Index tail, ast::ExprPtr subject) {
  ast::Is is;
  is.subject = std::move(subject);
  is.was = token(tail) == Tok::Was || token(tail) == Tok::Were;
  is.negated = child(tail, K::Not).has_value();
  is.plural = token(tail) == Tok::Are || token(tail) == Tok::Were;
  const Index value = children(tail).back();
  if (kind(value) == K::Adjective) {
    is.adjective = adjective_of(token(value));
  } else {
    is.value = expr(value);
  }
  return is;
}

ast::In Builder::in_tail(Index tail, ast::ExprPtr subject) {
  ast::In in;
  in.subject = std::move(subject);
  Children parts = children(tail);
  if (kind(parts.front()) == K::Not) {
    in.negated = true;
    parts.erase(parts.begin());
  }
  if (kind(parts.front()) == K::Counts) {
    in.counts = counts(parts.front());
  } else if (parts.size() == 2) {  // low .. high
    const Span range{span(parts[0]).begin, span(parts[1]).end, span(parts[0]).file};
    in.counts.push_back({ast::CountItem::Range, expr(parts[0]), expr(parts[1]), range});
  } else {
    in.set = expr(parts.front());
  }
  return in;
}

ast::Counts Builder::counts(Index index) {
  using Item = ast::CountItem;
  ast::Counts result;
  for (const Index part : children(index)) {
    const Children numbers = children(part);
    Item item{Item::Exactly, nullptr, nullptr, span(part)};
    const Tok first = token(part);
    if (first == Tok::Even) item.kind = Item::Even;
    if (first == Tok::Odd) item.kind = Item::Odd;
    if (first == Tok::More) item.kind = Item::MoreThan;
    if (first == Tok::Fewer) item.kind = Item::FewerThan;
    if (first == Tok::At) item.kind = token(part, 1) == Tok::Least ? Item::AtLeast : Item::AtMost;
    if (!numbers.empty()) item.low = expr(numbers[0]);
    if (numbers.size() > 1) {
      item.kind = Item::Range;
      item.high = expr(numbers[1]);
    }
    result.push_back(std::move(item));
  }
  return result;
}

ast::ExprPtr Builder::quantified(Index index) {
  const Children parts = children(index);
  ast::Quantified result;
  const Tok word = token(index);
  result.kind = word == Tok::Some ? ast::Quantified::Some
                : word == Tok::No ? ast::Quantified::No
                                  : ast::Quantified::Every;
  result.set = expr(parts[0]);
  if (parts.size() > 1) result.predicate = tail(parts[1], nullptr, span(parts[1]));
  return make(index, std::move(result));
}

// `mover can move`, `move is KIND`, `phase is PHASE`
ast::ExprPtr Builder::named_fact(Index index) {
  const Children parts = children(index);
  ast::Name what = name(parts.back());
  if (kind(index) == K::Can) {
    const std::uint32_t verb = at(parts[0]).end;  // can, cannot, can not
    const bool negated = tokens_.at(verb).kind == Tok::Cannot || tokens_.at(verb + 1).kind == Tok::Not;
    ast::Can can{player(parts[0]), negated, std::nullopt};
    if (what.text != "move") can.kind = std::move(what);
    return make(index, std::move(can));
  }
  const bool negated = kind(parts.front()) == K::Not;
  if (kind(index) == K::MoveIs) return make(index, ast::MoveIs{negated, std::move(what)});
  return make(index, ast::PhaseIs{negated, std::move(what)});
}

ast::Player Builder::player(Index index) const {
  switch (token(index)) {
    case Tok::Mover: return ast::Player::Mover;
    case Tok::Opponent: return ast::Player::Opponent;
    case Tok::South: return ast::Player::South;
    case Tok::North: return ast::Player::North;
    default: return ast::Player::LastMover;
  }
}

}  // namespace mnc::grammar
