// Stage 1: the grammar of the language, PEGTL rules only, bottom-up: first the text (bytes), then the words (tokens).
// A rule may carry: `node` (it leaves a Node behind), `folds` (not when it has just one child), `expected` (what it is
// called in messages; "" for what is possible almost everywhere and not worth naming), `nests` (counts as a level).
// No rule runs user code on success, so alternatives may fail and be tried again at any point.
// INVARIANT: an alternative that contains `expr` or `step` is told from its siblings by the words before it. Otherwise
// nested input would be read again at each level and take exponential time.
#pragma once

#include <cstddef>
#include <optional>

#include <tao/pegtl.hpp>
#include <tao/pegtl/contrib/analyze_traits.hpp>
#include <tao/pegtl/contrib/uint8.hpp>

#include "grammar/nodes.h"
#include "grammar/recovery.h"
#include "grammar/tokens.h"

// ---- text ----------------------------------------------------------------------------------------------------

namespace mnc::grammar::lexis {

namespace pegtl = tao::pegtl;
using pegtl::one, pegtl::opt, pegtl::plus, pegtl::seq, pegtl::sor, pegtl::star, pegtl::until;

struct line_end : one<'\n', '\r'> {};
// White space of all scripts separates words.
struct wide_blank : pegtl::utf8::ranges<0x2000, 0x200B, 0x2028, 0x2029, 0xA0, 0xA0, 0x202F, 0x202F, 0x205F, 0x205F,
                                        0x3000, 0x3000, 0xFEFF, 0xFEFF> {};
struct blank : plus<sor<one<' ', '\t', '\n', '\r'>, wide_blank>> {};
struct rest_of_line : star<pegtl::not_one<'\n', '\r'>> {};
struct comment : seq<pegtl::two<'/'>, rest_of_line> {};
struct hash_comment : seq<one<'#'>, rest_of_line> {};

// All of Unicode above ASCII but white space, punctuation and signs.
struct foreign_letter
    : seq<pegtl::not_at<wide_blank>,
          pegtl::utf8::ranges<0xAA, 0xAA, 0xB5, 0xB5, 0xBA, 0xBA, 0xC0, 0xD6, 0xD8, 0xF6, 0xF8, 0x1FFF, 0x200C, 0x200D,
                              0x2070, 0x218F, 0x2C00, 0x2DFF, 0x3005, 0x3007, 0x3021, 0xD7FF, 0xF900, 0xFDFF, 0xFE20,
                              0xFE2F, 0xFE70, 0xFEFE, 0xFF10, 0xFFDC, 0x10000, 0x10FFFF>> {};
// A byte that is not UTF-8 is reported elsewhere; here it does not break the word it stands in.
struct broken_byte : seq<pegtl::not_at<pegtl::utf8::any>, pegtl::uint8::range<0x80, 0xFF>> {};
struct letter : sor<pegtl::alpha, one<'_'>, foreign_letter, broken_byte> {};
struct word_part : sor<letter, pegtl::digit> {};
struct letters : seq<letter, star<word_part>> {};
struct word : seq<letters> {};
struct pit : seq<pegtl::alpha, plus<pegtl::digit>, pegtl::not_at<word_part>> {};
struct apostrophe : sor<one<'\''>, pegtl::utf8::one<0x2019>> {};
// opponent's; opponents' too, so that it is reported as one word
struct possessive : seq<letters, apostrophe, sor<seq<one<'s'>, pegtl::not_at<word_part>>, pegtl::at<blank>>> {};
struct contraction : seq<letters, apostrophe, one<'t'>, pegtl::not_at<word_part>> {};  // can't
struct number : seq<plus<pegtl::digit>, pegtl::not_at<word_part>> {};
struct bad_word : plus<word_part> {};  // begins with a digit

struct in_text : sor<seq<one<'\\'>, pegtl::not_one<'\n', '\r'>>, pegtl::not_one<'"', '\\', '\n', '\r'>> {};
struct text : seq<one<'"'>, star<in_text>, one<'"'>> {};
struct unclosed_text : seq<one<'"'>, rest_of_line> {};
// “…”, „…“, «…», '…'
struct curly_quote : pegtl::utf8::one<0x201C, 0x201D, 0x201E, 0xAB, 0xBB> {};
struct in_other_quotes : seq<pegtl::not_at<sor<curly_quote, one<'"', '\'', '\n', '\r'>>>, sor<pegtl::utf8::any, pegtl::any>> {};
struct other_quotes : sor<seq<curly_quote, star<sor<one<'\''>, in_other_quotes>>, sor<curly_quote, one<'"'>>>,
                          seq<one<'\''>, plus<in_other_quotes>, one<'\''>>> {};
struct note : seq<one<'['>, star<pegtl::not_one<'[', ']', '{', '}'>>, one<']'>> {};
struct unclosed_note : seq<one<'['>, rest_of_line> {};

struct sign : sor<pegtl::string<'.', '.'>, pegtl::string<'!', '='>, pegtl::string<'<', '='>, pegtl::string<'>', '='>,
                  one<'{', '}', '(', ')', ',', ':', '|', '=', '<', '>', '+', '-', '*', '/'>> {};
// A run of characters with no meaning, so that it is reported once.
struct known : sor<blank, word_part, one<'"', '[', '#'>, sign> {};
struct strange : plus<seq<pegtl::not_at<known>, sor<pegtl::utf8::any, pegtl::any>>> {};

struct token : sor<comment, hash_comment, blank, text, unclosed_text, other_quotes, note, unclosed_note, pit, possessive,
                   contraction, word, number, bad_word, sign, strange> {};
struct file : until<pegtl::eof, token> {};

}  // namespace mnc::grammar::lexis

// ---- words ---------------------------------------------------------------------------------------------------

namespace mnc::grammar::rules {

namespace pegtl = tao::pegtl;
using pegtl::at, pegtl::not_at, pegtl::opt, pegtl::plus, pegtl::seq, pegtl::sor, pegtl::star, pegtl::until;
using Kind = NodeKind;
using Expected = const char*;
inline constexpr Expected kUnnamed = "";

template <Tok K>
struct tok : pegtl::uint8::one<static_cast<std::uint8_t>(K)> {};
template <Tok First, Tok Last>
struct toks : pegtl::uint8::range<static_cast<std::uint8_t>(First), static_cast<std::uint8_t>(Last)> {};
template <Tok... K>
struct any_of : sor<tok<K>...> {};
template <Tok... K>
struct words : seq<tok<K>...> {};
template <typename... R>
struct maybe : opt<seq<R...>> {};
template <typename... R>
struct many : star<seq<R...>> {};

// Possible here, but not what a message should name.
template <typename R>
struct unnamed : seq<R> {
  static constexpr Expected expected = kUnnamed;
};

using open_brace = tok<Tok::OpenBrace>;
using close_brace = tok<Tok::CloseBrace>;
using colon = tok<Tok::Colon>;
using comma = tok<Tok::Comma>;

// ---- recovery: what is read in place of a clause that cannot be read (see recovery.h) ----

// The end of what can be read as this rule from a token on; nothing if it cannot.
template <typename Rule, pegtl::apply_mode A, template <typename...> class Action, template <typename...> class Control,
          typename Input, typename State>
[[nodiscard]] std::optional<std::size_t> read_from(const Input& in, std::size_t begin, State& trial) {
  Input again(in.begin(), in.end(), "");
  again.bump(begin);
  const bool whole = Control<Rule>::template match<A, pegtl::rewind_mode::dontcare, Action, Control>(again, trial);
  return whole ? std::optional(State::position(again)) : std::nullopt;
}

// Reports what is wrong and skips to where the next clause of this block, or its end, is likely to be. The state may
// ask how far a clause can be read from somewhere else, or with another word in it.
template <Block B, typename Clause>
struct broken_clause {
  using rule_t = broken_clause;
  using subs_t = pegtl::empty_list;
  template <pegtl::apply_mode A, pegtl::rewind_mode, template <typename...> class Action,
            template <typename...> class Control, typename Input, typename State>
  static bool match(Input& in, State& state) {
    return state.skip(in, state.after_broken_clause(B, state.position(in), [&](std::size_t begin, State& trial) {
      return read_from<Clause, A, Action, Control>(in, begin, trial);
    }));
  }
};
// Reports what is wrong in the head of a clause and skips to its `{` or `:`, so that the rest is still read.
template <Tok K, typename Head>
struct broken_head {
  using rule_t = broken_head;
  using subs_t = pegtl::empty_list;
  template <pegtl::apply_mode A, pegtl::rewind_mode, template <typename...> class Action,
            template <typename...> class Control, typename Input, typename State>
  static bool match(Input& in, State& state) {
    return state.skip(in, state.after_broken_head(K, state.position(in), [&](std::size_t begin, State& trial) {
      return read_from<Head, A, Action, Control>(in, begin, trial);
    }));
  }
};
// The place where the `{` of a block is missing: its first clause stands there.
template <Block B>
struct missing_open {
  using rule_t = missing_open;
  using subs_t = pegtl::empty_list;
  template <pegtl::apply_mode, pegtl::rewind_mode, template <typename...> class, template <typename...> class,
            typename Input, typename State>
  static bool match(Input& in, State& state) {
    return state.open_is_missing(B, state.position(in));
  }
};
// The place where a `}` is missing: the end of the file, or a clause that belongs to an outer block.
template <Block B>
struct missing_close {
  using rule_t = missing_close;
  using subs_t = pegtl::empty_list;
  template <pegtl::apply_mode, pegtl::rewind_mode, template <typename...> class, template <typename...> class,
            typename Input, typename State>
  static bool match(Input& in, State& state) {
    return state.close_is_missing(B, state.position(in));
  }
};
template <Tok K, typename... R>
struct whole_head : seq<R..., at<tok<K>>> {};
template <Tok K, typename... R>
struct head_up_to : sor<whole_head<K, R...>, broken_head<K, whole_head<K, R...>>> {};
template <typename... R>
struct head : head_up_to<Tok::OpenBrace, R...> {};
template <typename... R>
struct up_to_colon : seq<head_up_to<Tok::Colon, R...>, colon> {};
template <Block B, typename Clause>
struct clause_of : seq<Clause> {
  static constexpr bool is_clause = true;
};
template <Block B, typename Clause>
struct clauses_up_to_close
    : until<sor<close_brace, missing_close<B>>, sor<clause_of<B, Clause>, broken_clause<B, clause_of<B, Clause>>>> {};
template <Block B, typename Clause>
struct block : seq<open_brace, clauses_up_to_close<B, Clause>> {};
// A block after words that nothing else can follow.
template <Block B, typename Clause>
struct sure_block : seq<sor<open_brace, missing_open<B>>, clauses_up_to_close<B, Clause>> {};

// ---- names, numbers, texts ----

struct free_word : sor<tok<Tok::Identifier>, toks<kFirstFree, kLastFree>> {};
// of options, states, zones, definitions, circuits
struct plain_name : seq<free_word> {
  static constexpr Kind node = Kind::Name;
  static constexpr Expected expected = "a name";
};
// of moves, phases, actions, choices, answers, rules
struct wide_name : sor<free_word, toks<kFirstClause, kLastClause>> {
  static constexpr Kind node = Kind::Name;
  static constexpr Expected expected = "a name";
};
struct number : seq<tok<Tok::Number>> {
  static constexpr Kind node = Kind::Number;
};
struct text : seq<tok<Tok::Text>> {
  static constexpr Kind node = Kind::Text;
};
struct note : seq<tok<Tok::Note>> {
  static constexpr Kind node = Kind::Note;
  static constexpr Expected expected = kUnnamed;
};

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

// ---- steps ----

struct step;
struct steps_in_braces : seq<block<Block::Steps, seq<step, opt<note>, opt<unnamed<comma>>>>> {
  static constexpr Kind node = Kind::Steps;
};
// A note after the last step belongs to the clause that the steps are part of.
struct steps_in_line : seq<step, many<maybe<note, at<comma>>, unnamed<comma>, step>> {
  static constexpr Kind node = Kind::Steps;
};
struct body : sor<steps_in_braces, steps_in_line> {
  static constexpr Expected expected = "a step";
};

struct a_place : seq<else_expr> {
  static constexpr Expected expected = "a pit, `store`, `reserve`, `won` or `hand`";
};
struct place : seq<tok<Tok::Place>, a_number, tok<Tok::From>, a_place, tok<Tok::In>, a_place> {
  static constexpr Kind node = Kind::Place;
};
struct fill : seq<tok<Tok::Fill>, a_set, opt<unnamed<any_of<Tok::Forwards, Tok::Backwards>>>, tok<Tok::With>, a_number,
                  tok<Tok::From>, a_place> {
  static constexpr Kind node = Kind::Fill;
};
struct all_but : seq<tok<Tok::All>, maybe<tok<Tok::But>, a_number>> {
  static constexpr Kind node = Kind::All;
};
struct lift_amount : sor<all_but, sum> {
  static constexpr Expected expected = "how many seeds (`all`, a number, `all but` a number)";
};
struct from_part : seq<tok<Tok::From>, a_pit> {
  static constexpr Kind node = Kind::LiftFrom;
  static constexpr Expected expected = kUnnamed;
};
struct lift : seq<tok<Tok::Lift>, cases_of<lift_amount>, opt<from_part>> {
  static constexpr Kind node = Kind::Lift;
};
struct capture_into : seq<tok<Tok::Into>, a_pit> {
  static constexpr Kind node = Kind::CaptureInto;
};
struct capture_for : seq<tok<Tok::For>, sor<player, owner>> {
  static constexpr Kind node = Kind::CaptureFor;
};
struct capture_parts : opt<sor<seq<capture_into, opt<capture_for>>, seq<capture_for, opt<capture_into>>>> {
  static constexpr Expected expected = kUnnamed;
};
struct capture : seq<tok<Tok::Capture>, a_set, opt<from_part>, capture_parts> {
  static constexpr Kind node = Kind::Capture;
};
struct sow_start : seq<tok<Tok::Starting>, sor<tok<Tok::In>, tok<Tok::After>>, a_pit> {
  static constexpr Kind node = Kind::SowIn;
  static constexpr Expected expected = kUnnamed;
};
struct sow_along : seq<tok<Tok::Along>, plain_name> {
  static constexpr Kind node = Kind::SowAlong;
  static constexpr Expected expected = kUnnamed;
};
struct at_each_seed : words<Tok::At, Tok::Each, Tok::Seed> {
  static constexpr Kind node = Kind::AtEachSeed;
  static constexpr Expected expected = kUnnamed;
};
struct sow_skipping : seq<tok<Tok::Skipping>, opt<at_each_seed>, a_set, maybe<tok<Tok::When>, condition>> {
  static constexpr Kind node = Kind::SowSkipping;
  static constexpr Expected expected = kUnnamed;
};
struct sow_direction : seq<not_at<wide_name, colon>, sor<parens, own, word>> {
  static constexpr Expected expected = kUnnamed;
};
struct sow : seq<tok<Tok::Sow>, opt<sow_direction>, opt<sow_start>, opt<sow_along>, opt<sow_skipping>> {
  static constexpr Kind node = Kind::Sow;
};
struct a_direction : seq<cases> {
  static constexpr Expected expected = "a direction";
};
struct turn : seq<tok<Tok::Turn>, a_direction> {
  static constexpr Kind node = Kind::Turn;
};
struct mark : seq<any_of<Tok::Mark, Tok::Unmark>, a_set, tok<Tok::As>, opt<unnamed<whose>>, plain_name> {
  static constexpr Kind node = Kind::Mark;
};
struct a_state : seq<primary> {
  static constexpr Expected expected = "a state";
};
struct answer_name : sor<number, wide_name> {};
// `no` before the next answer: in `set x to no  yes: …` it goes with nothing behind it.
struct bare_no : seq<tok<Tok::No>, at<answer_name, colon>> {
  static constexpr Kind node = Kind::Word;
  static constexpr Expected expected = kUnnamed;
};
struct new_value : sor<bare_no, or_expr> {};
struct new_values : seq<cases_of<new_value>> {
  static constexpr Expected expected = "a value";
};
struct set : seq<tok<Tok::Set>, a_state, tok<Tok::To>, new_values> {
  static constexpr Kind node = Kind::Set;
};
struct clear : seq<tok<Tok::Clear>, a_state> {
  static constexpr Kind node = Kind::Clear;
};
struct do_action : seq<tok<Tok::Do>, wide_name> {
  static constexpr Kind node = Kind::Do;
};
struct again : seq<tok<Tok::Again>> {
  static constexpr Kind node = Kind::Again;
};
struct stop : seq<tok<Tok::Stop>> {
  static constexpr Kind node = Kind::Stop;
};
struct relay : seq<tok<Tok::Relay>, opt<from_part>> {
  static constexpr Kind node = Kind::Relay;
};
struct answer : seq<answer_name, colon, body> {
  static constexpr Kind node = Kind::Answer;
  static constexpr Expected expected = "an answer (`yes: …`)";
};
struct ask : seq<tok<Tok::Ask>, block<Block::Answers, seq<answer, opt<unnamed<comma>>>>> {
  static constexpr Kind node = Kind::Ask;
};
struct pick_range : seq<tok<Tok::In>, a_number, tok<Tok::Dots>, a_number> {
  static constexpr Kind node = Kind::PickRange;
};
struct pick_of : sor<seq<tok<Tok::From>, a_set>, pick_range> {
  static constexpr Expected expected = "`from` and the pits, or `in` and a range of numbers";
};
struct pick : seq<tok<Tok::Ask>, wide_name, up_to_colon<pick_of>, body> {
  static constexpr Kind node = Kind::Pick;
};
struct if_step : seq<tok<Tok::If>, up_to_colon<condition>, body> {
  static constexpr Kind node = Kind::If;
};
struct each_player : seq<tok<Tok::Each>, steps_in_braces> {
  static constexpr Kind node = Kind::EachPlayer;
};
struct each_pit : seq<words<Tok::For, Tok::Each, Tok::Pit>, up_to_colon<tok<Tok::Of>, a_set>, body> {
  static constexpr Kind node = Kind::EachPit;
};
struct swap_sides : words<Tok::Swap, Tok::Sides> {
  static constexpr Kind node = Kind::Swap;
};
struct half_of : words<Tok::Half, Tok::Of> {
  static constexpr Kind node = Kind::Half;
  static constexpr Expected expected = kUnnamed;
};
struct takes : seq<sor<tok<Tok::Each>, player>, any_of<Tok::Takes, Tok::Take>, opt<half_of>, a_set> {
  static constexpr Kind node = Kind::Takes;
};
struct wins : seq<player, any_of<Tok::Wins, Tok::Win, Tok::Loses>> {
  static constexpr Kind node = Kind::Wins;
};
struct draw : seq<tok<Tok::Draw>> {
  static constexpr Kind node = Kind::Draw;
};
struct void_step : seq<tok<Tok::Void>> {
  static constexpr Kind node = Kind::Void;
};
struct step : sor<place, fill, lift, capture, sow, turn, mark, set, clear, do_action, again, stop, relay, ask, pick, if_step, each_player, each_pit, swap_sides, takes,
                  wins, draw, void_step> {
  static constexpr bool nests = true;
  static constexpr Expected expected = "a step";
};

// ---- tables ----

struct rule_name : seq<tok<Tok::Rule>, wide_name> {
  static constexpr Kind node = Kind::RuleName;
};
struct otherwise : seq<tok<Tok::Otherwise>> {
  static constexpr Kind node = Kind::Otherwise;
};
struct table_row
    : seq<opt<rule_name>, sor<seq<tok<Tok::If>, up_to_colon<condition>>, seq<otherwise, colon>>, body, opt<note>> {
  static constexpr Kind node = Kind::TableRow;
  static constexpr Expected expected = "a row (`if …:` or `otherwise:`)";
};
struct table : sure_block<Block::Table, table_row> {};
struct laps : seq<tok<Tok::Laps>, table> {
  static constexpr Kind node = Kind::Laps;
};
struct each_seed : seq<words<Tok::Each, Tok::Seed>, table> {
  static constexpr Kind node = Kind::EachSeed;
};

// ---- moves ----

struct when : seq<tok<Tok::When>, condition> {
  static constexpr Kind node = Kind::When;
};
struct trailing_when : opt<when> {
  static constexpr Expected expected = kUnnamed;
};
struct from : seq<tok<Tok::From>, a_value> {
  static constexpr Kind node = Kind::From;
};
struct choice_value : sor<seq<number, maybe<unnamed<tok<Tok::Dots>>, a_number>>, wide_name> {
  static constexpr Kind node = Kind::ChoiceValue;
  static constexpr Expected expected = "an answer";
};
struct more_choice_values : seq<tok<Tok::Bar>, choice_value> {
  static constexpr Expected expected = kUnnamed;
};
struct choice_values : seq<choice_value, star<more_choice_values>> {};
struct choice_list : maybe<colon, choice_values> {
  static constexpr Expected expected = kUnnamed;
};
struct choice_of : sor<seq<colon, choice_values>, from_part> {
  static constexpr Expected expected = "`:` and the answers, or `from` and the pits";
};
struct choice
    : seq<tok<Tok::Choose>, sor<seq<tok<Tok::Direction>, choice_list>, seq<wide_name, choice_of>>, trailing_when> {
  static constexpr Kind node = Kind::Choice;
};
struct time_captures : words<Tok::First, Tok::Lap, Tok::Captures> {
  static constexpr Kind node = Kind::Time;
};
struct time_before_colon
    : sor<words<Tok::First, Tok::Lap, Tok::Colon>, words<Tok::After, Tok::Every, Tok::Seed, Tok::Colon>,
          words<Tok::Afterwards, Tok::Colon>> {
  static constexpr Kind node = Kind::Time;
};
struct requirement_body : sor<seq<time_captures, opt<a_set>>, seq<opt<time_before_colon>, condition>> {
  static constexpr Expected expected = "a condition";
};
struct requirement : seq<opt<rule_name>, any_of<Tok::Require, Tok::Prefer>, requirement_body, trailing_when> {
  static constexpr Kind node = Kind::Requirement;
};
struct move_clause : seq<sor<from, when, choice, requirement, laps, each_seed, step>, opt<note>, opt<unnamed<comma>>> {
  static constexpr Expected expected = "a clause of a move or a step";
};
struct move : seq<opt<otherwise>, tok<Tok::Move>, head<wide_name>, sure_block<Block::Move, move_clause>> {
  static constexpr Kind node = Kind::Move;
};

// ---- the clauses of a ruleset ----

struct meta
    : seq<any_of<Tok::Names, Tok::People, Tok::Region, Tok::Period, Tok::Source, Tok::Author, Tok::Licence, Tok::About>,
          text, many<unnamed<comma>, text>> {
  static constexpr Kind node = Kind::Meta;
};
struct seeded : seq<tok<Tok::In>, a_set> {
  static constexpr Kind node = Kind::Seeded;
  static constexpr Expected expected = kUnnamed;
};
struct entry_clause
    : sor<seq<any_of<Tok::Rows, Tok::Columns, Tok::Reserve>, a_number>, seq<tok<Tok::Seeds>, a_number, opt<seeded>>, any_of<Tok::Stores, Tok::Shared>,
          seq<tok<Tok::Start>, text>, seq<tok<Tok::Layout>, open_brace, plus<text>, close_brace>> {
  static constexpr Kind node = Kind::Entry;
};
struct entry : seq<entry_clause, opt<note>> {
  static constexpr Expected expected = "an entry of the board (`rows`, `columns`, `seeds` …)";
};
struct board : seq<tok<Tok::Board>, sure_block<Block::Board, entry>> {
  static constexpr Kind node = Kind::Board;
};
struct circuit_pit : seq<primary> {
  static constexpr Expected expected = "a pit";
};
struct circuit
    : seq<tok<Tok::Circuit>, maybe<plain_name, tok<Tok::Equal>>, circuit_pit, many<unnamed<comma>, circuit_pit>> {
  static constexpr Kind node = Kind::Circuit;
};
struct zone : seq<tok<Tok::Zone>, plain_name, tok<Tok::Equal>, a_set> {
  static constexpr Kind node = Kind::Zone;
};
struct per : seq<words<Tok::For, Tok::Each>,
                 sor<tok<Tok::Pit>, seq<tok<Tok::Player>, maybe<unnamed<tok<Tok::And>>, words<Tok::Each, Tok::Pit>>>>> {
  static constexpr Kind node = Kind::Per;
  static constexpr Expected expected = kUnnamed;
};
struct initial : seq<tok<Tok::Equal>, sum> {
  static constexpr Kind node = Kind::Initial;
  static constexpr Expected expected = kUnnamed;
};
struct state_kind : sor<any_of<Tok::Flag, Tok::Pit, Tok::Direction>, seq<number, tok<Tok::Dots>, a_number>> {
  static constexpr Expected expected = "`flag`, `pit`, `direction` or a range (`0..3`)";
};
struct state : seq<tok<Tok::State>, plain_name, colon, state_kind, opt<per>, opt<initial>> {
  static constexpr Kind node = Kind::State;
};
struct option_initial : seq<tok<Tok::Equal>, sor<number, wide_name>> {
  static constexpr Kind node = Kind::Initial;
};
struct number_value : seq<tok<Tok::Number>> {
  static constexpr Kind node = Kind::Name;
};
struct option_values : sor<seq<at<tok<Tok::Number>, tok<Tok::Dots>>, number, tok<Tok::Dots>, number>,
                           seq<number_value, many<tok<Tok::Bar>, number_value>>, seq<wide_name, many<tok<Tok::Bar>, wide_name>>> {
  static constexpr Expected expected = "the values (`yes | no`, `1..6`)";
};
struct description : opt<text> {
  static constexpr Expected expected = kUnnamed;
};
struct option : seq<tok<Tok::Option>, plain_name, colon, option_values, option_initial, description> {
  static constexpr Kind node = Kind::Option;
};
struct define : seq<tok<Tok::Define>, plain_name, tok<Tok::Equal>, a_value> {
  static constexpr Kind node = Kind::Define;
};
struct action : seq<tok<Tok::Action>, head<wide_name>, steps_in_braces> {
  static constexpr Kind node = Kind::Action;
};
struct phase_clause : seq<move, opt<note>> {
  static constexpr Expected expected = "`move`";
};
struct before : seq<tok<Tok::Before>, wide_name> {
  static constexpr Kind node = Kind::Before;
  static constexpr Expected expected = kUnnamed;
};
struct phase : seq<tok<Tok::Phase>, head<wide_name, opt<before>, maybe<tok<Tok::While>, condition>>,
                   sure_block<Block::Phase, phase_clause>> {
  static constexpr Kind node = Kind::Phase;
};
struct replace_word : seq<tok<Tok::Replace>> {
  static constexpr Kind node = Kind::Replace;
};
struct removed_move : seq<tok<Tok::Remove>, opt<tok<Tok::Move>>, wide_name> {
  static constexpr Kind node = Kind::RemovedMove;
};
struct extend_word : seq<tok<Tok::Extend>> {
  static constexpr Kind node = Kind::Extend;
};
struct extended_phase_clause
    : sor<seq<opt<sor<replace_word, extend_word>>, move, opt<note>>, removed_move> {
  static constexpr Expected expected = "`move`, `replace move`, `extend move` or `remove`";
};
struct extend_phase
    : seq<words<Tok::Extend, Tok::Phase>, head<wide_name>, sure_block<Block::Phase, extended_phase_clause>> {
  static constexpr Kind node = Kind::ExtendPhase;
};
struct whenever : seq<tok<Tok::Whenever>, up_to_colon<a_set, any_of<Tok::Is, Tok::Are>, tok<Tok::Emptied>>, body> {
  static constexpr Kind node = Kind::Whenever;
};
struct out_of_play : seq<words<Tok::Out, Tok::Of, Tok::Play>, colon, a_set> {
  static constexpr Kind node = Kind::OutOfPlay;
};
struct after_move : seq<words<Tok::After, Tok::Each, Tok::Move>, steps_in_braces> {
  static constexpr Kind node = Kind::AfterMove;
};
struct outcome : sor<any_of<Tok::Void, Tok::Illegal, Tok::Draw, Tok::Stop>, seq<tok<Tok::Mover>, any_of<Tok::Loses, Tok::Wins>>> {
  static constexpr Kind node = Kind::Outcome;
  static constexpr Expected expected = "`void`, `illegal`, `draw`, `stop`, `mover loses` or `mover wins`";
};
struct outcome_case : sor<seq<tok<Tok::Otherwise>, outcome>, seq<outcome, trailing_when>> {
  static constexpr Kind node = Kind::OutcomeCase;
};
struct more_outcomes : seq<comma, outcome_case> {
  static constexpr Expected expected = kUnnamed;
};
struct endless
    : seq<words<Tok::Endless, Tok::After>, up_to_colon<a_number, tok<Tok::Laps>>, outcome_case, star<more_outcomes>> {
  static constexpr Kind node = Kind::Endless;
};
struct end : seq<tok<Tok::End>, table> {
  static constexpr Kind node = Kind::End;
};
struct winner : seq<tok<Tok::Winner>, any_of<Tok::Most, Tok::Fewest>, a_number> {
  static constexpr Kind node = Kind::Winner;
};
struct who_starts : sor<any_of<Tok::Alternates, Tok::Loser, Tok::Winner>, words<Tok::Last, Tok::Mover>> {
  static constexpr Kind node = Kind::Outcome;
  static constexpr Expected expected = "`alternates`, `loser`, `winner` or `last mover`";
};
struct starter_case : sor<seq<tok<Tok::Otherwise>, who_starts>, seq<who_starts, trailing_when>> {
  static constexpr Kind node = Kind::OutcomeCase;
};
struct more_starters : seq<comma, starter_case> {
  static constexpr Expected expected = kUnnamed;
};
struct starter : seq<tok<Tok::Starter>, starter_case, star<more_starters>> {
  static constexpr Kind node = Kind::Starter;
};
struct match_starter : seq<comma, starter> {
  static constexpr Expected expected = kUnnamed;
};
struct keep : seq<tok<Tok::Keep>, plain_name, many<unnamed<comma>, plain_name>> {
  static constexpr Kind node = Kind::Keep;
};
struct match_clause : sor<seq<sor<starter, keep>, opt<note>>, table_row> {};
struct match_play : seq<tok<Tok::Match>, sor<seq<words<Tok::Best, Tok::Of>, a_number, opt<match_starter>>,
                                         block<Block::Table, match_clause>>> {
  static constexpr Kind node = Kind::Match;
};
struct kind_word
    : any_of<Tok::Option, Tok::Zone, Tok::State, Tok::Define, Tok::Action, Tok::Move, Tok::Phase, Tok::Circuit> {
  static constexpr Kind node = Kind::KindWord;
};
// Clauses that have no name.
struct nameless : sor<words<Tok::After, Tok::Each, Tok::Move>, words<Tok::Each, Tok::Seed>,
                      words<Tok::Out, Tok::Of, Tok::Play>,
                      any_of<Tok::Laps, Tok::Whenever, Tok::Endless, Tok::Winner, Tok::Match>> {
  static constexpr Kind node = Kind::Nameless;
};
struct remove : seq<tok<Tok::Remove>, sor<rule_name, nameless, seq<kind_word, wide_name>, wide_name>> {
  static constexpr Kind node = Kind::Remove;
};
struct set_default : seq<tok<Tok::Default>, plain_name, option_initial> {
  static constexpr Kind node = Kind::Default;
};
struct clause : sor<meta, board, circuit, zone, state, option, define, action, phase, move, laps, each_seed,
                    whenever, out_of_play, after_move, endless, end, winner, match_play, requirement, remove, set_default> {};
struct replaced : sor<option, zone, state, define, action, move, phase, circuit, board, laps, each_seed, whenever,
                      out_of_play, after_move, endless, end, winner, match_play, meta, requirement, table_row> {
  static constexpr Expected expected = "what is replaced (`move NAME`, `laps`, `rule NAME` …)";
};
struct extended : sor<move, laps, each_seed, end> {
  static constexpr Expected expected = "what is extended (`phase NAME`, `move NAME`, `laps`, `each seed`, `end`)";
};
struct item : seq<sor<seq<replace_word, replaced>, extend_phase, seq<extend_word, extended>, clause>, opt<note>> {
  static constexpr Kind node = Kind::Item;
  static constexpr Expected expected = "a clause of the ruleset (`move`, `laps`, `end` …)";
};

// The name of a bundled ruleset may have hyphens.
struct base_name : seq<sor<free_word, toks<kFirstClause, kLastClause>>,
                       many<tok<Tok::Minus>, sor<free_word, toks<kFirstClause, kLastClause>, tok<Tok::Number>, toks<kFirstFixed, kLastFixed>>>> {
  static constexpr Kind node = Kind::Name;
  static constexpr Expected expected = "a name";
};
struct base : seq<tok<Tok::Extends>, sor<text, base_name>> {
  static constexpr Expected expected = kUnnamed;
};
struct game : seq<tok<Tok::Game>, text, opt<base>> {
  static constexpr Kind node = Kind::Game;
};
struct end_of_file : seq<pegtl::eof> {};
struct header : clause_of<Block::Header, game> {};
struct file_clause : clause_of<Block::File, item> {};
struct file : seq<sor<header, broken_clause<Block::Header, header>>,
                  until<end_of_file, sor<file_clause, broken_clause<Block::File, file_clause>>>> {};

}  // namespace mnc::grammar::rules

// ---- what analyze<> has to know of the rules with a match() of their own ----

namespace TAO_PEGTL_NAMESPACE {

template <typename Name, mnc::grammar::Block B, typename Clause>
struct analyze_traits<Name, mnc::grammar::rules::broken_clause<B, Clause>> : analyze_any_traits<> {};
template <typename Name, mnc::grammar::Tok K, typename Head>
struct analyze_traits<Name, mnc::grammar::rules::broken_head<K, Head>> : analyze_opt_traits<> {};
template <typename Name, mnc::grammar::Block B>
struct analyze_traits<Name, mnc::grammar::rules::missing_open<B>> : analyze_opt_traits<> {};
template <typename Name, mnc::grammar::Block B>
struct analyze_traits<Name, mnc::grammar::rules::missing_close<B>> : analyze_opt_traits<> {};
template <typename Name>
struct analyze_traits<Name, mnc::grammar::rules::else_link> : analyze_any_traits<> {};

}  // namespace TAO_PEGTL_NAMESPACE
