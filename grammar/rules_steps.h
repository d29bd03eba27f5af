// Stage 1: the grammar of the language: steps, and tables of rows.
#pragma once

#include "grammar/rules_expressions.h"

namespace mnc::grammar::rules {

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
struct capture_into : seq<tok<Tok::Into>, a_place> {
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
// `otherwise:` behind the steps of an `if`, unless it is the next row of the table that they stand in.
struct otherwise_word {
  using rule_t = otherwise_word;
  using subs_t = pegtl::empty_list;
  static constexpr Expected expected = kUnnamed;
  template <pegtl::apply_mode A, pegtl::rewind_mode M, template <typename...> class Action,
            template <typename...> class Control, typename Input, typename State>
  static bool match(Input& in, State& state) {
    return !state.in_row() && Control<tok<Tok::Otherwise>>::template match<A, M, Action, Control>(in, state);
  }
};
struct otherwise_steps : seq<opt<note>, otherwise_word, colon, body> {};
struct if_step : seq<tok<Tok::If>, up_to_colon<condition>, body, opt<otherwise_steps>> {
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

}  // namespace mnc::grammar::rules
