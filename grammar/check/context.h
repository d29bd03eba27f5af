// Stage 2, check: what all passes share: the ruleset being made, the names declared, the diagnostics.
// Comes in: the merged syntax tree, which outlives it. Goes out: to every pass.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "grammar/ast.h"
#include "grammar/check/nodes.h"
#include "grammar/diagnostic.h"
#include "grammar/ruleset.h"

namespace mnc::grammar::check {

// A word that an expression may use: an option, a state, a zone or a definition.
struct Symbol {
  enum Kind { Option, State, Zone, Define } kind;
  std::size_t index;  // into Ruleset::options, Ruleset::states, Context::zones, Context::defines
  Span span;
  bool used = false;
};

// What is expanded where it is used.
struct ZoneDeclaration {
  const ast::Zone* tree;
  std::optional<NodeId> value;
};
struct DefineDeclaration {
  const ast::Define* tree;
};
struct ActionDeclaration {
  const ast::Action* tree;
  bool used = false;
};

struct KindDeclaration {
  const ast::Move* tree;
  int phase;
  int rank;
};
struct PhaseDeclaration {
  const ast::Phase* tree;
  Span span;
  bool used = false;
};

// A definition, zone or action that is being expanded, and where it was used.
struct Expansion {
  const void* tree;
  std::string name;
  std::optional<Span> use;
};

// The clause in which steps stand: which steps it may have follows from it.
enum class Part { Move, Lap, EachSeed, Whenever, AfterMove, End, Match };

// A first-match table as it was read for one kind of move (for none: `end`), with the rows that options rule out.
struct Reading {
  struct Line {
    const ast::Row* tree;
    NodeId condition;         // kNoNode: otherwise
    std::vector<Step> steps;
  };
  Part part;
  std::optional<std::size_t> kind;
  std::vector<Line> rows;
};

class Context {
 public:
  Context(const ast::File& file, Ruleset& ruleset, Diagnostics& diagnostics)
      : tree(file), out(ruleset), nodes(ruleset), diagnostics_(diagnostics) {}
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  const ast::File& tree;
  Ruleset& out;
  Nodes nodes;

  std::map<std::string, Symbol, std::less<>> symbols;
  std::vector<ZoneDeclaration> zones;
  std::vector<DefineDeclaration> defines;
  std::map<std::string, ActionDeclaration, std::less<>> actions;
  std::vector<KindDeclaration> kinds;    // as in Ruleset::kinds
  std::vector<PhaseDeclaration> phases;  // as in Ruleset::phases; tree is null for the only, unnamed one
  std::map<std::string, Span, std::less<>> choice_names;  // over all kinds
  std::set<std::string, std::less<>> used_choices;
  std::vector<Expansion> expansions;  // innermost last
  std::vector<Reading> readings;
  std::set<const void*> cyclic;       // definitions and actions that were reported to be defined by themselves

  std::map<std::string, std::int32_t, std::less<>> circuit_names;

  const ast::OutOfPlay* out_of_play = nullptr;  // the clause, if there is one
  bool board_known = false;         // false: what is said of pits cannot be judged
  bool board_soft = false;          // its size depends on an option
  bool counts_occurrences = false;  // `occurrences` is spoken of in `end`

  // One diagnostic for one place: a second of the same code there is dropped.
  Diagnostic& report(Code code, Span span, std::string message);
  // The same message is reported once; further places of it are noted there. Nothing if it has been reported.
  Diagnostic* report_once(Code code, Span span, const std::string& message);
  [[nodiscard]] bool has_errors() const { return diagnostics_.has_errors(); }

  // A clause that can stand once: `found` becomes the known one, or is reported. at: where the known one stands.
  template <class T>
  void once(const T*& known, const T* found, const ast::Item& item, Span& at) {
    if (!known) {
      known = found;
      at = item.keyword;
      return;
    }
    report(Code::ClauseTwice, item.keyword, "this clause can stand once in a ruleset")
        .notes.push_back({at, "the other stands here"});
  }

  // Counts the calls under way; false (and a diagnostic) when they are too many or the ruleset has grown too large.
  [[nodiscard]] bool enter(Span span);
  void leave() { --depth_; }

  // The kinds of moves of this name as bits; 0 if there is none.
  [[nodiscard]] std::uint32_t kinds_named(std::string_view name) const;

 private:
  Diagnostics& diagnostics_;
  std::set<std::tuple<Code, std::uint16_t, std::uint32_t, std::uint32_t>> reported_;
  Diagnostic dropped_{};
  std::map<std::string, std::size_t> said_once_;  // message → which of the diagnostics
  int depth_ = 0;
  bool too_large_ = false;  // has been reported
};

// `` `word` `` for messages.
[[nodiscard]] std::string quoted(std::string_view word);
// "`a`, `b` and `c`"; at most ten are listed.
[[nodiscard]] std::string listed(const std::vector<std::string>& words, std::string_view last = "and");
// "did you mean `x`?" or empty.
[[nodiscard]] std::string suggestion(std::string_view word, const std::vector<std::string>& candidates);
// The span of both and what is between them.
[[nodiscard]] Span joined(Span first, Span last);

}  // namespace mnc::grammar::check
