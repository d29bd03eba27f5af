// Stage 1: the grammar of the language, of tokens: what all rules are made of, and what is read in place of a clause that
// cannot be read.
#pragma once

#include <optional>

#include <tao/pegtl.hpp>
#include <tao/pegtl/contrib/uint8.hpp>

#include "grammar/nodes.h"
#include "grammar/recovery.h"
#include "grammar/tokens.h"

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

}  // namespace mnc::grammar::rules
