// The one source file that includes PEGTL: matches the rules of grammar.h and hands on tokens and nodes.
#include "grammar/parse.h"

#include <type_traits>

#include "grammar/build.h"
#include "grammar/grammar.h"
#include "grammar/lexer.h"
#include "grammar/parse_state.h"

namespace mnc::grammar {
namespace {

namespace pegtl = tao::pegtl;

// ---- text → tokens -----------------------------------------------------------------------------------------

struct LexState {
  const Sources& sources;
  Diagnostics& diagnostics;
  Tokens tokens;
  std::uint16_t file;
  std::string_view text;
  std::uint32_t line_checked = 0;  // up to here the text has been searched for line ends
  bool at_line_start = true;

  template <typename Input>
  [[nodiscard]] Span span(const Input& in) const {
    const auto begin = static_cast<std::uint32_t>(in.begin() - text.data());
    return {begin, begin + static_cast<std::uint32_t>(in.size()), file};
  }
  // Whether nothing but blank space and comments stands before `offset` on its line. Offsets only grow.
  [[nodiscard]] bool first_on_line(std::uint32_t offset) {
    for (; line_checked < offset; ++line_checked) {
      const char c = text[line_checked];
      if (c == '\n' || c == '\r') at_line_start = true;
    }
    return at_line_start;
  }
  void add(Tok kind, Span span) {
    tokens.list.push_back({kind, first_on_line(span.begin), span});
    tokens.kinds.push_back(static_cast<char>(kind));
    at_line_start = false;
    line_checked = span.end;  // a note may have line ends in it
  }
};

template <typename Rule>
struct lex : pegtl::nothing<Rule> {};

template <Tok K>
struct lex_as {
  template <typename Input>
  static void apply(const Input& in, LexState& state) {
    state.add(K, state.span(in));
  }
};

template <>
struct lex<lexis::comment> {
  template <typename Input>
  static void apply(const Input& in, LexState& state) {
    const Span span = state.span(in);
    state.tokens.comments.push_back({span, state.first_on_line(span.begin)});
  }
};
template <>
struct lex<lexis::pit> : lex_as<Tok::PitName> {};
template <>
struct lex<lexis::note> : lex_as<Tok::Note> {};
template <>
struct lex<lexis::number> : lex_as<Tok::Number> {};
template <>
struct lex<lexis::word> {
  template <typename Input>
  static void apply(const Input& in, LexState& state) {
    state.add(word_kind(in.string_view()), state.span(in));
  }
};
template <>
struct lex<lexis::sign> {
  template <typename Input>
  static void apply(const Input& in, LexState& state) {
    state.add(sign_kind(in.string_view()), state.span(in));
  }
};
template <>
struct lex<lexis::text> {
  template <typename Input>
  static void apply(const Input& in, LexState& state) {
    check_escapes(in.string_view(), state.span(in), state.diagnostics);
    state.add(Tok::Text, state.span(in));
  }
};
template <>
struct lex<lexis::possessive> {
  template <typename Input>
  static void apply(const Input& in, LexState& state) {
    state.add(possessive_kind(in.string_view(), state.span(in), state.diagnostics), state.span(in));
  }
};
template <>
struct lex<lexis::contraction> {
  template <typename Input>
  static void apply(const Input& in, LexState& state) {
    for (const Tok kind : contraction_kinds(in.string_view(), state.span(in), state.diagnostics))
      state.add(kind, state.span(in));
  }
};
template <>
struct lex<lexis::unclosed_text> {
  template <typename Input>
  static void apply(const Input& in, LexState& state) {
    report_unclosed(Code::UnclosedText, in.string_view(), state.span(in), state.diagnostics);
    state.add(Tok::Text, state.span(in));
  }
};
template <>
struct lex<lexis::other_quotes> {
  template <typename Input>
  static void apply(const Input& in, LexState& state) {
    report_quotes(in.string_view(), state.span(in), state.diagnostics);
    state.add(Tok::Text, state.span(in));
  }
};
template <>
struct lex<lexis::hash_comment> {
  template <typename Input>
  static void apply(const Input& in, LexState& state) {
    report_comment(state.span(in), state.diagnostics);
  }
};
template <>
struct lex<lexis::unclosed_note> {
  template <typename Input>
  static void apply(const Input& in, LexState& state) {
    report_unclosed(Code::UnclosedNote, in.string_view(), state.span(in), state.diagnostics);
    state.add(Tok::Note, state.span(in));
  }
};
template <>
struct lex<lexis::bad_word> {
  template <typename Input>
  static void apply(const Input& in, LexState& state) {
    report_bad_word(in.string_view(), state.span(in), state.diagnostics);
    state.add(Tok::Number, state.span(in));
  }
};
template <>
struct lex<lexis::strange> {
  template <typename Input>
  static void apply(const Input& in, LexState& state) {
    if (const auto meant = report_strange(in.string_view(), state.span(in), state.diagnostics)) state.add(*meant, state.span(in));
  }
};

// ---- tokens → nodes ----------------------------------------------------------------------------------------

using Traits = ParseState::RuleTraits;

template <typename Rule>
inline constexpr bool kLooksAhead = false;
template <typename... R>
inline constexpr bool kLooksAhead<pegtl::at<R...>> = true;
template <typename... R>
inline constexpr bool kLooksAhead<pegtl::not_at<R...>> = true;
template <typename Rule>
inline constexpr bool kUnexpected = false;
template <typename... R>
inline constexpr bool kUnexpected<pegtl::not_at<R...>> = true;
// A rule is a block if it is one or is derived from one.
template <Block B, typename Clause>
[[nodiscard]] constexpr int block_of(const rules::block<B, Clause>*) {
  return static_cast<int>(B);
}
template <Block B, typename Clause>
[[nodiscard]] constexpr int block_of(const rules::sure_block<B, Clause>*) {
  return static_cast<int>(B);
}
[[nodiscard]] constexpr int block_of(const void*) { return -1; }

template <typename Rule>
[[nodiscard]] constexpr Traits traits_of() {
  Traits traits;
  if constexpr (requires { Rule::node; }) traits.node = Rule::node;
  if constexpr (requires { Rule::folds; }) traits.folds = Rule::folds;
  if constexpr (requires { Rule::nests; }) traits.nests = Rule::nests;
  if constexpr (requires { Rule::expected; }) traits.expected = Rule::expected;
  if constexpr (requires { Rule::is_clause; }) traits.clause = Rule::is_clause;
  traits.looks_ahead = kLooksAhead<Rule>;
  traits.unexpected = kUnexpected<Rule>;
  traits.where_condition = std::is_same_v<Rule, rules::where_condition>;
  traits.bracketed = std::is_same_v<Rule, rules::parens> || std::is_same_v<Rule, rules::set_list>;
  traits.row = std::is_same_v<Rule, rules::table_row>;
  traits.block = block_of(static_cast<const Rule*>(nullptr));
  return traits;
}

// Keeps ParseState informed of every rule that is tried; what a rule is, is said by the rule itself.
template <typename Rule>
struct control : pegtl::normal<Rule> {
  static constexpr Traits kTraits = traits_of<Rule>();

  template <typename Input>
  static void start(const Input& in, ParseState& state) {
    state.enter(ParseState::position(in), kTraits);
  }
  template <typename Input>
  static void success(const Input& in, ParseState& state) {
    state.leave(ParseState::position(in), kTraits, true);
  }
  template <typename Input>
  static void failure(const Input& in, ParseState& state) {
    state.leave(ParseState::position(in), kTraits, false);
  }
};
template <Tok K>
struct control<rules::tok<K>> : pegtl::normal<rules::tok<K>> {
  template <typename Input>
  static void failure(const Input& in, ParseState& state) {
    state.missed(ParseState::position(in), K);
  }
};

template <typename Iterator>
using Input = pegtl::memory_input<pegtl::tracking_mode::lazy, pegtl::eol::lf_crlf, Iterator>;

}  // namespace

Tokens tokenize(const Sources& sources, std::uint16_t file, Diagnostics& diagnostics) {
  const std::string_view text = sources[file].text();
  LexState state{sources, diagnostics, {}, file, text};
  Input<const char*> in(text.data(), text.data() + text.size(), "");
  (void)pegtl::parse<lexis::file, lex>(in, state);
  const std::uint32_t end = state.tokens.list.empty() ? 0 : state.tokens.list.back().span.end;
  state.tokens.list.push_back({Tok::EndOfFile, true, {end, end, file}});
  return std::move(state.tokens);
}

std::optional<ast::File> parse(const Sources& sources, std::uint16_t file, Diagnostics& diagnostics) {
  const std::size_t errors_before = diagnostics.errors();
  check_text(sources, file, diagnostics);
  Tokens tokens = tokenize(sources, file, diagnostics);
  if (tokens.kinds.empty()) {
    if (diagnostics.errors() == errors_before) report_empty(sources, file, diagnostics);
    return std::nullopt;
  }
  ParseState state(tokens, sources, diagnostics);
  Input<const char*> in(tokens.kinds.data(), tokens.kinds.data() + tokens.kinds.size(), "");
  try {
    (void)pegtl::parse<rules::file, pegtl::nothing, control>(in, state);
  } catch (const NestedTooDeep& deep) { state.too_deep(deep.token); }
  if (diagnostics.errors() != errors_before) return std::nullopt;
  std::optional<ast::File> tree = build(state.nodes(), tokens, sources, diagnostics);
  if (diagnostics.errors() != errors_before) return std::nullopt;
  return tree;
}

}  // namespace mnc::grammar
