// Stage 1: the grammar of the language, PEGTL rules only, bottom-up: the text (bytes, rules_text.h), then tokens: words, expressions,
// steps (rules_*.h), and here moves and the clauses of a ruleset.
// A rule may carry: `node` (it leaves a Node behind), `folds` (not when it has just one child), `expected` (what it is
// called in messages; "" for what is possible almost everywhere and not worth naming), `nests` (counts as a level).
// No rule runs user code on success, so alternatives may fail and be tried again at any point.
// INVARIANT: an alternative that contains `expr` or `step` is told from its siblings by the words before it. Otherwise
// nested input would be read again at each level and take exponential time.
#pragma once

#include <tao/pegtl.hpp>
#include <tao/pegtl/contrib/analyze_traits.hpp>

#include "grammar/rules_steps.h"
#include "grammar/rules_text.h"

namespace mnc::grammar::rules {

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
template <typename Name>
struct analyze_traits<Name, mnc::grammar::rules::otherwise_word> : analyze_any_traits<> {};

}  // namespace TAO_PEGTL_NAMESPACE
