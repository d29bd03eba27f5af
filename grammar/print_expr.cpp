// Expressions as text.
#include <algorithm>
#include <array>

#include "grammar/format.h"
#include "grammar/print.h"

namespace mnc::grammar {
namespace {

using namespace ast;

template <typename... F>
struct Overloaded : F... {
  using F::operator()...;
};
template <typename... F>
Overloaded(F...) -> Overloaded<F...>;

[[nodiscard]] std::string_view word(Link link) {
  switch (link) {
    case Link::Or: return "or";
    case Link::And: return "and";
    case Link::Add: return "+";
    case Link::Subtract: return "-";
    case Link::Multiply: return "*";
    case Link::Divide: return "/";
    case Link::Modulo: return "mod";
    case Link::Except: return "except";
    case Link::Else: return "else";
    case Link::Equal: return "=";
    case Link::NotEqual: return "!=";
    case Link::Less: return "<";
    case Link::LessEqual: return "<=";
    case Link::Greater: return ">";
    case Link::GreaterEqual: return ">=";
  }
  return {};
}

[[nodiscard]] Level level_of(Link link) {
  switch (link) {
    case Link::Or: return Level::Or;
    case Link::And: return Level::And;
    case Link::Else: return Level::Else;
    case Link::Add:
    case Link::Subtract:
    case Link::Except: return Level::Sum;
    case Link::Multiply:
    case Link::Divide:
    case Link::Modulo: return Level::Product;
    case Link::Equal:
    case Link::NotEqual:
    case Link::Less:
    case Link::LessEqual:
    case Link::Greater:
    case Link::GreaterEqual: return Level::Predicate;
  }
  return Level::Primary;
}

[[nodiscard]] Level above(Level level) { return static_cast<Level>(static_cast<int>(level) + 1); }

[[nodiscard]] Level level_of(const Expr& expr) {
  return std::visit(
      Overloaded{
          [](const Cases&) { return Level::Cases; },
          [](const Chain& chain) { return chain.rest.empty() ? Level::Primary : level_of(chain.rest.front().link); },
          [](const Not&) { return Level::Not; },
          [](const Is&) { return Level::Predicate; },
          [](const Holds&) { return Level::Predicate; },
          [](const In&) { return Level::Predicate; },
          [](const Quantified&) { return Level::Predicate; },
          [](const Can&) { return Level::Predicate; },
          [](const MoveIs&) { return Level::Predicate; },
          [](const PhaseIs&) { return Level::Predicate; },
          [](const Where&) { return Level::Where; },
          // What follows these is taken for part of them: a `where` for their operand's, an operator for the condition's.
          [](const Of&) { return Level::Postfix; },
          [](const OwnerOf&) { return Level::Postfix; },
          [](const Run&) { return Level::Postfix; },
          [](const Ahead&) { return Level::Postfix; },
          [](const auto&) { return Level::Primary; },
      },
      expr.node);
}

[[nodiscard]] std::string_view word(Player player) {
  switch (player) {
    case Player::Mover: return "mover";
    case Player::Opponent: return "opponent";
    case Player::South: return "South";
    case Player::North: return "North";
    case Player::LastMover: return "last mover";
  }
  return {};
}

[[nodiscard]] std::string_view word(OfWord what) {
  switch (what) {
    case OfWord::Seeds: return "seeds";
    case OfWord::Count: return "count";
    case OfWord::Opposite: return "opposite";
    case OfWord::Opposites: return "opposites";
    case OfWord::Behind: return "behind";
    case OfWord::Next: return "next";
    case OfWord::Previous: return "previous";
    case OfWord::Column: return "column";
    case OfWord::Leftmost: return "leftmost";
    case OfWord::Rightmost: return "rightmost";
  }
  return {};
}

// Whether a `where` behind the text of this would be taken for a part of it.
[[nodiscard]] bool takes_where(const Expr& expr) {
  if (const auto* chain = std::get_if<Chain>(&expr.node))
    return takes_where(chain->rest.empty() ? *chain->first : *chain->rest.back().operand);
  return level_of(expr) == Level::Postfix;
}

[[nodiscard]] bool is_plural(const Expr& predicate) {
  if (const auto* is = std::get_if<Is>(&predicate.node)) return is->plural;
  if (const auto* holds = std::get_if<Holds>(&predicate.node)) return holds->plural;
  return true;
}

class ExprPrinter {
 public:
  explicit ExprPrinter(std::string& out) : out_(out) {}

  // `followed`: the next words could be read as part of a condition that ends this expression.
  void print(const Expr& expr, Level least, bool followed) {
    const bool open = std::holds_alternative<Where>(expr.node) || std::holds_alternative<Run>(expr.node);
    const bool ends_where = in_where_ && level_of(expr) == Level::Else;  // its `else` would end the condition
    if (level_of(expr) >= least && !(open && followed) && !ends_where) return print_node(expr, followed);
    const bool outer = in_where_;
    in_where_ = false;
    out_ += '(';
    print_node(expr, false);
    out_ += ')';
    in_where_ = outer;
  }
  void counts(const Counts& counts, bool after_in);

 private:
  void print_node(const Expr& expr, bool followed) {
    std::visit(
        Overloaded{
            [&](const Number& n) { out_ += std::to_string(n.value); },
            [&](const PitName& n) {
              out_ += (n.opponent ? std::string(1, static_cast<char>(n.row - 'A' + 'a')) : std::string(1, n.row)) +
                      std::to_string(n.column);
            },
            [&](const Word& n) { out_ += n.text; },
            [&](const PitRange& n) { print_operands(*n.from, "..", *n.to); },
            [&](const SetList& n) { set_list(n); },
            [&](const Pits& n) {
              out_ += n.whose == Pits::Own ? "own pits" : n.whose == Pits::All ? "all pits" : "opponent's pits";
            },
            [&](const RowOf& n) { out_ += std::string("row ") + n.row; },
            [&](const PlayerWord& n) { out_ += word(n.player); },
            [&](const OwnerOf& n) { of("owner", *n.pit, followed); },
            [&](const All& n) { all(n, followed); },
            [&](const Chain& n) { chain(n, followed); },
            [&](const Not& n) { prefixed("not ", *n.operand, Level::Not, followed); },
            [&](const Of& n) { of(word(n.what), *n.operand, followed); },
            [&](const Ahead& n) {
              if (n.first) of("first", *n.what, false);
              else out_ += "pit ", print(*n.what, Level::Sum, false);
              out_ += n.before ? " before " : " after ";
              print(*n.from, Level::Postfix, false);
            },
            [&](const Targets& n) { out_ += "targets of " + n.kind.text; },
            [&](const Possessive& n) { owned(n); },
            [&](const Where& n) { where(n, takes_where(*n.set) ? Level::Primary : Level::Sum); },
            [&](const Run& n) { run(n); },
            [&](const Is& n) {
              subject(n.subject);
              is(n, followed);
            },
            [&](const Holds& n) {
              holder(n);
              holds(n, n.plural && n.subject);
            },
            [&](const In& n) {
              subject(n.subject);
              in(n, n.subject == nullptr && n.negated, followed);
            },
            [&](const Quantified& n) { quantified(n, followed); },
            [&](const Can& n) {
              out_ +=
                  std::string(word(n.player)) + (n.negated ? " cannot " : " can ") + (n.kind ? n.kind->text : "move");
            },
            [&](const MoveIs& n) { out_ += std::string("move is ") + (n.negated ? "not " : "") + n.kind.text; },
            [&](const PhaseIs& n) { out_ += std::string("phase is ") + (n.negated ? "not " : "") + n.phase.text; },
            [&](const Cases& n) { cases(n); },
        },
        expr.node);
  }

  void print_operands(const Expr& a, std::string_view between, const Expr& b) {
    print(a, Level::Sum, true);
    out_ += between;
    print(b, Level::Sum, true);
  }
  void prefixed(std::string_view prefix, const Expr& operand, Level least, bool followed) {
    out_ += prefix;
    print(operand, least, followed);
  }
  void all(const All& n, bool followed) {
    out_ += "all";
    if (n.but) prefixed(" but ", *n.but, Level::Sum, followed);
  }
  void set_list(const SetList& n) {
    const bool outer = in_where_;
    in_where_ = false;
    out_ += '{';
    for (std::size_t i = 0; i < n.items.size(); ++i) {
      if (i > 0) out_ += std::string(",") + kBreak;
      print(*n.items[i], Level::Else, false);
    }
    out_ += '}';
    in_where_ = outer;
  }
  void owned(const Possessive& n) {
    out_ += possessive(n.player);
    const auto* pits = std::get_if<Pits>(&n.what->node);
    const bool south_or_north = n.player == Player::South || n.player == Player::North;
    if (pits != nullptr && pits->whose == Pits::Own && south_or_north) {
      out_ += " pits";
    } else {
      prefixed(" ", *n.what, Level::Primary, false);
    }
  }
  void chain(const Chain& n, bool followed);
  void condition(const Expr& expr) {
    const bool outer = in_where_;
    in_where_ = true;
    print(expr, Level::Or, false);
    in_where_ = outer;
  }
  void where(const Where& n, Level least) {
    print(*n.set, least, false);
    out_ += std::string(1, kBreak) + "where ";
    condition(*n.condition);
  }
  // `count of front where occupied`: behind `of` a `where` filters just what follows the `of`.
  void of(std::string_view what, const Expr& operand, bool followed) {
    out_ += std::string(what) + " of ";
    const auto* filtered = std::get_if<Where>(&operand.node);
    if (filtered == nullptr || followed) return print(operand, Level::Postfix, followed);
    where(*filtered, Level::Primary);
  }
  void run(const Run& n) {
    out_ += n.backwards ? "run backwards" : "run forwards";
    if (n.by != 1) out_ += " by " + std::to_string(n.by);
    out_ += " from ";
    print(*n.from, Level::Else, false);
    out_ += " while ";
    condition(*n.condition);
  }
  void subject(const ExprPtr& expr) {
    if (!expr) return;
    print(*expr, Level::Else, true);
    out_ += ' ';
  }
  // `hold hold 3` and `no does not hold 3` would be read as something else: what begins with these words when another
  // word follows.
  void holder(const Holds& n) {
    const auto* word = n.subject ? std::get_if<Word>(&n.subject->node) : nullptr;
    const bool free_word = n.plural ? !n.negated : n.negated && !n.had;  // `hold`, `does`; `do` begins steps
    if (word && free_word && (word->text == "hold" || word->text == "no")) out_ += "(" + word->text + ") ";
    else subject(n.subject);
  }
  void is(const Is& n, bool followed);
  void holds(const Holds& n, bool plural) {
    const std::string_view verb = n.had       ? "had "
                                  : n.negated ? (plural ? "do not hold " : "does not hold ")
                                  : plural    ? "hold "
                                              : "holds ";
    out_ += verb;
    counts(n.counts, false);
  }
  void in(const In& n, bool with_is, bool followed) {
    out_ += with_is ? "is not in " : n.negated ? "not in " : "in ";
    if (!n.set) return counts(n.counts, true);
    const std::size_t begin = out_.size();
    print(*n.set, Level::Else, followed);
    if (out_[begin] < '0' || out_[begin] > '9') return;
    out_.insert(begin, 1, '(');  // or it would be counts
    out_ += ')';
  }
  void quantified(const Quantified& n, bool followed) {
    out_ += n.kind == Quantified::Some ? "some " : n.kind == Quantified::No ? "no " : "every ";
    print(*n.set, Level::Else, n.predicate != nullptr || followed);
    if (!n.predicate) return;
    // `every own pit is opened`: of each pit by itself.
    if (std::holds_alternative<Pits>(n.set->node) && !is_plural(*n.predicate)) out_.pop_back();
    out_ += ' ';
    // Never a bare adjective: `some pits empty`.
    if (const auto* predicate = std::get_if<Is>(&n.predicate->node)) return is(*predicate, followed, true);
    if (const auto* predicate = std::get_if<Holds>(&n.predicate->node)) return holds(*predicate, predicate->plural);
    if (const auto* predicate = std::get_if<In>(&n.predicate->node)) in(*predicate, false, followed);
  }
  void is(const Is& n, bool followed, bool full);
  void cases(const Cases& n) {
    for (const Cases::Case& one : n.cases) {
      print(*one.value, Level::Or, false);
      out_ += " when ";
      print(*one.condition, Level::Or, false);
      out_ += std::string(",") + kBreak;
    }
    out_ += "otherwise ";
    print(*n.otherwise, Level::Or, false);
  }

  std::string& out_;
  bool in_where_ = false;
};

// Whether the text of this ends with counts, which would take `or 3` for one more.
[[nodiscard]] bool ends_with_counts(const Expr& expr) {
  return std::visit(
      Overloaded{
          [](const Holds&) { return true; },
          [](const In& n) { return n.set == nullptr || ends_with_counts(*n.set); },
          [](const Not& n) { return ends_with_counts(*n.operand); },
          [](const Chain& n) { return ends_with_counts(n.rest.empty() ? *n.first : *n.rest.back().operand); },
          [](const Quantified& n) { return n.predicate && ends_with_counts(*n.predicate); },
          [](const Where& n) { return ends_with_counts(*n.condition); },
          [](const Run& n) { return ends_with_counts(*n.condition); },
          [](const Of& n) { return ends_with_counts(*n.operand); },
          [](const Is& n) { return n.value && ends_with_counts(*n.value); },
          [](const auto&) { return false; },
      },
      expr.node);
}

void ExprPrinter::chain(const Chain& n, bool followed) {
  if (n.rest.empty()) return print(*n.first, Level::Primary, followed);
  const Level level = level_of(n.rest.front().link);
  const Level least = level == Level::Predicate ? Level::Else : above(level);
  const bool ends_condition = level == Level::Else;  // an `else` ends the condition before it
  const char blank = level == Level::And || level == Level::Or || level == Level::Else ? kBreak : ' ';
  print(*n.first, least, !ends_condition);
  const Expr* before = n.first.get();
  for (std::size_t i = 0; i < n.rest.size(); ++i) {
    const Expr& operand = *n.rest[i].operand;
    const bool last = i + 1 == n.rest.size();
    out_ += blank;
    out_ += word(n.rest[i].link);
    out_ += ' ';
    const std::size_t begin = out_.size();
    print(operand, least, last ? followed : !ends_condition);
    const bool digit = out_.size() > begin && out_[begin] >= '0' && out_[begin] <= '9';
    if (level == Level::Or && digit && ends_with_counts(*before)) {
      out_.insert(begin, 1, '(');
      out_ += ')';
    }
    before = &operand;
  }
}

void ExprPrinter::is(const Is& n, bool followed) { is(n, followed, n.subject != nullptr); }

void ExprPrinter::is(const Is& n, bool followed, bool full) {
  const bool bare = !full && !n.was && !n.negated && (n.adjective == Is::Empty || n.adjective == Is::Occupied);
  if (!bare) {
    out_ += n.was ? (n.plural ? "were " : "was ") : n.plural ? "are " : "is ";
    if (n.negated) out_ += "not ";
  }
  switch (n.adjective) {
    case Is::Value: print(*n.value, Level::Sum, followed); break;
    case Is::Empty: out_ += "empty"; break;
    case Is::Occupied: out_ += "occupied"; break;
    case Is::Own: out_ += "own"; break;
    case Is::Opponents: out_ += "opponent's"; break;
    case Is::EvenNumber: out_ += "even"; break;
    case Is::OddNumber: out_ += "odd"; break;
  }
}

void ExprPrinter::counts(const Counts& counts, bool after_in) {
  bool first = true;
  for (const CountItem& item : counts) {
    if (!first) out_ += " or ";
    std::string number;
    if (item.low) {
      ExprPrinter low(number);
      low.in_where_ = in_where_;
      low.print(*item.low, Level::Sum, true);
    }
    const bool digit = !number.empty() && number[0] >= '0' && number[0] <= '9';
    switch (item.kind) {
      case CountItem::Exactly: out_ += digit || (first && !after_in) ? "" : "exactly "; break;
      case CountItem::Range: out_ += digit || first ? "" : "exactly "; break;
      case CountItem::AtLeast: out_ += "at least "; break;
      case CountItem::AtMost: out_ += "at most "; break;
      case CountItem::MoreThan: out_ += "more than "; break;
      case CountItem::FewerThan: out_ += "fewer than "; break;
      case CountItem::Even: out_ += "even"; break;
      case CountItem::Odd: out_ += "odd"; break;
    }
    out_ += number;
    if (item.high) {
      out_ += "..";
      print(*item.high, Level::Sum, true);
    }
    first = false;
  }
}

}  // namespace

std::string_view possessive(ast::Player player) {
  switch (player) {
    case ast::Player::Opponent: return "opponent's";
    case ast::Player::South: return "South's";
    case ast::Player::North: return "North's";
    case ast::Player::Mover:
    case ast::Player::LastMover: return "own";
  }
  return {};
}

std::string unbroken(std::string text) {
  std::replace(text.begin(), text.end(), kBreak, ' ');
  return text;
}

void print(std::string& out, const ast::Expr& expr, Level least) { ExprPrinter(out).print(expr, least, false); }
void print(std::string& out, const ast::Counts& counts) { ExprPrinter(out).counts(counts, false); }

std::string to_text(const ast::Expr& expr) {
  std::string out;
  print(out, expr);
  return unbroken(std::move(out));
}

std::string to_text(const ast::Counts& counts) {
  std::string out;
  print(out, counts);
  return unbroken(std::move(out));
}

}  // namespace mnc::grammar
