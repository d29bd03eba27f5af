// Stage 1: the grammar of the language: numbers, pits, sets of pits, directions, conditions.
#pragma once

#include "grammar/rules_words.h"

namespace mnc::grammar::rules {

// ---- expressions: primaries ----

struct primary;
struct sum;
struct else_expr;
struct or_expr;
struct cases;

// What an expression stands for where it is needed, for messages.
struct condition : seq<or_expr> {
  static constexpr Expected expected = "a condition";
};
struct a_set : seq<else_expr> {
  static constexpr Expected expected = "a pit or a set of pits";
};
struct a_pit : seq<else_expr> {
  static constexpr Expected expected = "a pit";
};
struct a_number : seq<sum> {
  static constexpr Expected expected = "a number";
};
struct a_value : seq<cases> {
  static constexpr Expected expected = "a value";
};

// The clauses that begin with words that may be names.
struct clause_begins : sor<seq<words<Tok::Endless, Tok::After>, not_at<tok<Tok::Each>>>, words<Tok::Out, Tok::Of>,
                           seq<tok<Tok::Extend>, any_of<Tok::Phase, Tok::Move, Tok::Laps, Tok::Each, Tok::End>>> {};
struct word : seq<not_at<clause_begins>, free_word> {
  static constexpr Kind node = Kind::Word;
};
struct pit_name : seq<tok<Tok::PitName>> {
  static constexpr Kind node = Kind::PitName;
};
struct pit_span : seq<pit_name, maybe<unnamed<tok<Tok::Dots>>, pit_name>> {
  static constexpr Kind node = Kind::PitSpan;
  static constexpr bool folds = true;
};
struct set_list : seq<open_brace, a_set, many<comma, a_set>, close_brace> {
  static constexpr Kind node = Kind::SetList;
};
struct parens : seq<tok<Tok::OpenParen>, a_value, tok<Tok::CloseParen>> {};
struct whose : any_of<Tok::Own, Tok::OpponentS, Tok::SouthS, Tok::NorthS> {
  static constexpr Kind node = Kind::Whose;
};
struct pits
    : seq<any_of<Tok::Own, Tok::OpponentS, Tok::SouthS, Tok::NorthS, Tok::All>, unnamed<any_of<Tok::Pit, Tok::Pits>>> {
  static constexpr Kind node = Kind::Pits;
};
struct own : seq<whose, primary> {
  static constexpr Kind node = Kind::Own;
};
struct row : seq<tok<Tok::Row>, unnamed<tok<Tok::Identifier>>> {
  static constexpr Kind node = Kind::Row;
};
struct player
    : sor<any_of<Tok::Mover, Tok::Opponent, Tok::South, Tok::North>, seq<tok<Tok::Last>, unnamed<tok<Tok::Mover>>>> {
  static constexpr Kind node = Kind::Player;
  static constexpr Expected expected = "a player";
};
struct operand;
struct owner : seq<tok<Tok::Owner>, unnamed<tok<Tok::Of>>, operand> {
  static constexpr Kind node = Kind::OwnerOf;
};
struct of : seq<any_of<Tok::Seeds, Tok::Count, Tok::Opposite, Tok::Opposites, Tok::Behind, Tok::Next, Tok::Previous, Tok::Column,
                       Tok::Leftmost, Tok::Rightmost>,
                unnamed<tok<Tok::Of>>, operand> {
  static constexpr Kind node = Kind::Of;
};
// pit N after P, first of S before P
struct ahead_place : seq<any_of<Tok::After, Tok::Before>, operand> {
  static constexpr Kind node = Kind::AheadPlace;
};
struct ahead : sor<seq<tok<Tok::Pit>, sum, ahead_place>, seq<words<Tok::First, Tok::Of>, operand, ahead_place>> {
  static constexpr Kind node = Kind::Ahead;
};
struct targets : seq<any_of<Tok::Targets, Tok::Target>, unnamed<tok<Tok::Of>>, wide_name> {
  static constexpr Kind node = Kind::Targets;
};
// The longest condition, as far as an `else`.
struct where_condition : seq<condition> {
  static constexpr bool nests = true;
};
struct run_by : seq<tok<Tok::By>, number> {
  static constexpr Expected expected = kUnnamed;
};
struct run : seq<tok<Tok::Run>, any_of<Tok::Backwards, Tok::Forwards>, opt<run_by>, tok<Tok::From>, a_pit,
                 tok<Tok::While>, where_condition> {
  static constexpr Kind node = Kind::Run;
};
struct primary : sor<number, pit_span, set_list, parens, pits, own, row, player, owner, of, ahead, targets, run, word> {
  static constexpr bool nests = true;
  static constexpr Expected expected = "a pit, a number or a name";
};
struct possessed_begins : sor<any_of<Tok::Number, Tok::PitName, Tok::OpenParen, Tok::Own, Tok::OpponentS, Tok::SouthS,
                                     Tok::NorthS, Tok::Run, Tok::Mover, Tok::Opponent, Tok::South, Tok::North>,
                              word> {};
struct primary_begins : sor<open_brace, possessed_begins> {
  static constexpr Expected expected = kUnnamed;
};

// ---- expressions: operators, strongest first ----

template <Tok... K>
struct link : any_of<K...> {
  static constexpr Kind node = Kind::Link;
  static constexpr Expected expected = kUnnamed;
};
// `else`, unless it ends the condition of a `where`.
struct else_link {
  using rule_t = else_link;
  using subs_t = pegtl::empty_list;
  static constexpr Kind node = Kind::Link;
  static constexpr Expected expected = kUnnamed;
  template <pegtl::apply_mode A, pegtl::rewind_mode M, template <typename...> class Action,
            template <typename...> class Control, typename Input, typename State>
  static bool match(Input& in, State& state) {
    return !state.in_where_condition() && Control<tok<Tok::Else>>::template match<A, M, Action, Control>(in, state);
  }
};
template <typename Operand, typename Link>
struct chain : seq<Operand, many<Link, Operand>> {
  static constexpr Kind node = Kind::Chain;
  static constexpr bool folds = true;
};
struct where : seq<tok<Tok::Where>, where_condition> {
  static constexpr Expected expected = kUnnamed;
};
struct postfix : seq<primary, opt<where>> {
  static constexpr Kind node = Kind::Where;
  static constexpr bool folds = true;
};
struct operand : seq<postfix> {
  static constexpr Expected expected = "a pit or a set of pits";
};
struct product : chain<primary, link<Tok::Star, Tok::Slash, Tok::Mod>> {};
struct sum : chain<product, link<Tok::Plus, Tok::Minus, Tok::Except>> {};
// `where` filters all that stands before it, `front except kuu where occupied`; behind `of` only what follows that.
struct filtered : seq<sum, opt<where>> {
  static constexpr Kind node = Kind::Where;
  static constexpr bool folds = true;
};
struct else_expr : chain<filtered, else_link> {};

// ---- expressions: predicates ----

struct negation_word : seq<tok<Tok::Not>> {
  static constexpr Kind node = Kind::Not;
};
struct compare : link<Tok::Equal, Tok::NotEqual, Tok::Less, Tok::LessEqual, Tok::Greater, Tok::GreaterEqual> {};
struct count_item : sor<seq<tok<Tok::At>, any_of<Tok::Least, Tok::Most>, a_number>,
                        seq<any_of<Tok::More, Tok::Fewer>, tok<Tok::Than>, a_number>, any_of<Tok::Even, Tok::Odd>,
                        seq<opt<tok<Tok::Exactly>>, a_number, maybe<unnamed<tok<Tok::Dots>>, a_number>>> {
  static constexpr Kind node = Kind::CountItem;
  static constexpr Expected expected = "a number of seeds (`2 or 4`, `at least 2`, `even`)";
};
struct count_word : any_of<Tok::At, Tok::More, Tok::Fewer, Tok::Even, Tok::Odd, Tok::Exactly> {};
struct count_begins : sor<count_word, tok<Tok::Number>> {
  static constexpr Expected expected = kUnnamed;
};
// After `or` counts go on with a number or one of these words; anything else is another condition.
struct another_count
    : sor<count_word, seq<tok<Tok::Number>, not_at<sor<compare, any_of<Tok::Is, Tok::Are, Tok::In, Tok::Not>>>>> {
  static constexpr Expected expected = kUnnamed;
};
struct more_counts : seq<tok<Tok::Or>, at<another_count>, count_item> {
  static constexpr Expected expected = kUnnamed;
};
struct counts : seq<count_item, star<more_counts>> {
  static constexpr Kind node = Kind::Counts;
};
// `own` and `opponent's` alone; a brace after `is own` opens a block: `phase placing while last is own {`.
template <typename Possessed>
struct adjective_unless : sor<any_of<Tok::Empty, Tok::Occupied, Tok::Even, Tok::Odd>,
                              seq<any_of<Tok::Own, Tok::OpponentS>, not_at<Possessed>>> {
  static constexpr Kind node = Kind::Adjective;
};
struct adjective : adjective_unless<possessed_begins> {};
struct bare_adjective : adjective_unless<primary_begins> {};
struct in_tail : seq<opt<negation_word>, tok<Tok::In>,
                     sor<seq<at<count_begins>, counts>, seq<a_set, maybe<unnamed<tok<Tok::Dots>>, a_number>>>> {
  static constexpr Kind node = Kind::InTail;
};
// The value of an option, or an answer, may be a word that begins a clause elsewhere: `restart is turn`.
struct clause_word : seq<toks<kFirstClause, kLastClause>> {
  static constexpr Kind node = Kind::Word;
  static constexpr Expected expected = kUnnamed;
};
struct is_value : sor<adjective, in_tail, sum, clause_word> {
  static constexpr Expected expected = "what it is (`empty`, `occupied`, `own`, a pit, a value …)";
};
struct is_tail : seq<any_of<Tok::Is, Tok::Are, Tok::Was, Tok::Were>, opt<negation_word>, is_value> {
  static constexpr Kind node = Kind::IsTail;
};
struct holds_not : seq<any_of<Tok::Does, Tok::Do>, negation_word, tok<Tok::Hold>> {};
struct holds_tail : seq<sor<any_of<Tok::Holds, Tok::Hold, Tok::Had>, holds_not>, counts> {
  static constexpr Kind node = Kind::HoldsTail;
};
struct compare_tail : seq<compare, else_expr> {
  static constexpr Kind node = Kind::CompareTail;
};
struct tail : sor<is_tail, in_tail, holds_tail> {
  static constexpr Expected expected = kUnnamed;
};
struct any_tail : sor<tail, compare_tail> {
  static constexpr Expected expected = kUnnamed;
};
// `hold` is a predicate only when counts follow.
struct hold_begins
    : sor<any_of<Tok::Holds, Tok::Had>, seq<tok<Tok::Hold>, unnamed<sor<count_begins, tok<Tok::OpenParen>, word>>>,
          seq<tok<Tok::Does>, unnamed<tok<Tok::Not>>>> {};
struct bare_predicate : sor<bare_adjective, is_tail, in_tail, seq<at<hold_begins>, holds_tail>> {
  static constexpr Kind node = Kind::Predicate;
};
struct full_predicate : seq<else_expr, opt<any_tail>> {
  static constexpr Kind node = Kind::Predicate;
  static constexpr bool folds = true;
};
struct quantified : seq<sor<any_of<Tok::Some, Tok::Every>, seq<tok<Tok::No>, at<primary_begins>>>, a_set, opt<tail>> {
  static constexpr Kind node = Kind::Quantified;
};
struct ability : seq<wide_name> {
  static constexpr Expected expected = "`move` or the name of a move";
};
struct can : seq<player, sor<words<Tok::Can, Tok::Not>, any_of<Tok::Can, Tok::Cannot>>, ability> {
  static constexpr Kind node = Kind::Can;
};
struct move_is : seq<tok<Tok::Move>, tok<Tok::Is>, opt<negation_word>, wide_name> {
  static constexpr Kind node = Kind::MoveIs;
};
struct phase_is : seq<tok<Tok::Phase>, tok<Tok::Is>, opt<negation_word>, wide_name> {
  static constexpr Kind node = Kind::PhaseIs;
};
struct predicate : sor<quantified, can, move_is, phase_is, bare_predicate, full_predicate> {};
struct not_expr;
struct negation : seq<tok<Tok::Not>, not_expr> {
  static constexpr Kind node = Kind::Negation;
  static constexpr bool nests = true;
};
struct not_expr : sor<negation, predicate> {
  static constexpr Expected expected = "a condition";
};
struct and_expr : chain<not_expr, link<Tok::And>> {};
struct or_expr : chain<and_expr, link<Tok::Or>> {};

// VALUE when CONDITION, VALUE when CONDITION, otherwise VALUE. One without `otherwise` leaves its `when` to the clause.
template <typename Value>
struct more_cases
    : maybe<tok<Tok::When>, condition, comma,
            many<not_at<tok<Tok::Otherwise>>, Value, tok<Tok::When>, condition, comma>, tok<Tok::Otherwise>, Value> {
  static constexpr Expected expected = kUnnamed;
};
template <typename Value>
struct cases_of : seq<Value, more_cases<Value>> {
  static constexpr Kind node = Kind::Cases;
  static constexpr bool folds = true;
};
struct cases : cases_of<or_expr> {};

}  // namespace mnc::grammar::rules
