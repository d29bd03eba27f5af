// Stage 2, check: who is called what.
#include "grammar/check/names.h"

#include <algorithm>

#include "grammar/tokens.h"

namespace mnc::grammar::check {
namespace {

class Declarer {
 public:
  explicit Declarer(Context& context) : context_(context) {}

  void run() {
    for (const ast::Item& item : context_.tree.items) declare(item);
    if (context_.phases.empty()) add_phase(nullptr, context_.tree.span);
    add_kinds();
    declare_choices();
    declare_rules();
  }

 private:
  void declare(const ast::Item& item) {
    if (const auto* option = std::get_if<ast::Option>(&item.node)) {
      if (!name_word(option->name, Symbol::Option, context_.out.options.size(), "option")) return;
      Option declared;
      declared.name = option->name.text;
      declared.text = option->text;
      declared.note = item.note ? item.note->text : std::string();
      declared.span = option->name.span;
      context_.out.options.push_back(std::move(declared));
    } else if (const auto* state = std::get_if<ast::State>(&item.node)) {
      declare_state(*state);
    } else if (const auto* zone = std::get_if<ast::Zone>(&item.node)) {
      if (name_word(zone->name, Symbol::Zone, context_.zones.size(), "zone")) context_.zones.push_back({zone, {}});
    } else if (const auto* define = std::get_if<ast::Define>(&item.node)) {
      if (name_word(define->name, Symbol::Define, context_.defines.size(), "definition"))
        context_.defines.push_back({define});
    } else if (const auto* action = std::get_if<ast::Action>(&item.node)) {
      const auto [at, added] = context_.actions.try_emplace(action->name.text, ActionDeclaration{action, false});
      if (!added) duplicate(action->name, "action", at->second.tree->name.span);
    } else if (const auto* phase = std::get_if<ast::Phase>(&item.node)) {
      declare_phase(*phase);
    }
  }

  void declare_state(const ast::State& state) {
    if (!name_word(state.name, Symbol::State, context_.out.states.size(), "state")) return;
    State declared{};
    declared.name = state.name.text;
    declared.span = state.name.span;
    switch (state.kind) {
      case ast::State::Flag: declared.kind = State::Flag; break;
      case ast::State::Counter: declared.kind = State::Counter; break;
      case ast::State::Pit: declared.kind = State::Pit; break;
      case ast::State::Direction: declared.kind = State::Direction; break;
    }
    switch (state.per) {
      case ast::State::Game: declared.per = State::Game; break;
      case ast::State::EachPlayer: declared.per = State::EachPlayer; break;
      case ast::State::EachPit: declared.per = State::EachPit; break;
      case ast::State::EachPlayerAndPit: declared.per = State::EachPlayerAndPit; break;
    }
    context_.out.states.push_back(std::move(declared));
    if (context_.out.states.size() == kMaxStates + 1) {
      context_.report(Code::TooMany, state.name.span,
                      "a ruleset has at most " + std::to_string(kMaxStates) + " states");
    }
  }

  void declare_phase(const ast::Phase& phase) {
    for (const PhaseDeclaration& earlier : context_.phases) {
      if (earlier.tree->name.text == phase.name.text) return duplicate(phase.name, "phase", earlier.tree->name.span);
    }
    add_phase(&phase, phase.name.span);
  }

  void add_phase(const ast::Phase* phase, Span span) {
    context_.phases.push_back({phase, span});
    Phase declared;
    declared.name = phase ? phase->name.text : std::string();
    declared.span = span;
    context_.out.phases.push_back(std::move(declared));
  }

  void add_kinds() {
    const bool phased = context_.phases.front().tree != nullptr;
    const ast::Move* previous = nullptr;
    for (const ast::Item& item : context_.tree.items) {
      const auto* move = std::get_if<ast::Move>(&item.node);
      if (!move) continue;
      if (phased) {
        auto& diagnostic = context_.report(Code::MoveOutsidePhase, move->name.span,
                                           "the move " + quoted(move->name.text) + " stands in no phase");
        diagnostic.notes.push_back({context_.phases.front().span, "this ruleset has phases"});
        diagnostic.help = "put the move into the phase in which it can be made";
        continue;
      }
      add_kind(*move, 0, previous);
      previous = move;
    }
    for (std::size_t i = 0; phased && i < context_.phases.size(); ++i) {
      previous = nullptr;
      for (const ast::Move& move : context_.phases[i].tree->moves) {
        add_kind(move, static_cast<int>(i), previous);
        previous = &move;
      }
    }
  }

  void add_kind(const ast::Move& move, int phase, const ast::Move* previous) {
    for (const KindDeclaration& earlier : context_.kinds) {
      if (earlier.phase == phase && earlier.tree->name.text == move.name.text) {
        return duplicate(move.name, "move", earlier.tree->name.span);
      }
    }
    if (context_.kinds.size() == kMaxKinds) {
      context_.report(Code::TooMany, move.name.span,
                      "a ruleset has at most " + std::to_string(kMaxKinds) + " kinds of moves");
      return;
    }
    if (move.otherwise && !previous) {
      context_.report(Code::OtherwiseFirst, move.name.span, "`otherwise` needs a move before it").help =
          "the first move of a ruleset or phase is of the highest rank: leave `otherwise` out";
    }
    auto& ranks = context_.out.phases[static_cast<std::size_t>(phase)].ranks;
    if (ranks.empty() || move.otherwise) ranks.emplace_back();
    ranks.back().push_back(static_cast<int>(context_.kinds.size()));
    context_.kinds.push_back({&move, phase, static_cast<int>(ranks.size()) - 1});
  }

  void declare_choices() {
    for (const KindDeclaration& kind : context_.kinds) {
      std::map<std::string, Span, std::less<>> own;
      for (const ast::Choice& choice : kind.tree->choices) {
        const ast::Name name = choice.name ? *choice.name : ast::Name{"direction", choice.span};
        const auto [at, added] = own.try_emplace(name.text, name.span);
        if (!added) duplicate(name, "choice", at->second);
        if (!choice.name || !added) continue;
        if (const auto symbol = context_.symbols.find(name.text); symbol != context_.symbols.end()) {
          duplicate(name, "choice", symbol->second.span);
        }
        reserved(name, "choice");
        context_.choice_names.try_emplace(name.text, name.span);
      }
    }
  }

  // Names of rows and requirements, which an extending ruleset speaks of.
  void declare_rules() {
    for (const ast::Item& item : context_.tree.items) {
      if (const auto* requirement = std::get_if<ast::Requirement>(&item.node)) rule(requirement->rule);
      if (const auto* laps = std::get_if<ast::Laps>(&item.node)) rules(laps->rows);
      if (const auto* seed = std::get_if<ast::EachSeed>(&item.node)) rules(seed->rows);
      if (const auto* end = std::get_if<ast::End>(&item.node)) rules(end->rows);
    }
    for (const KindDeclaration& kind : context_.kinds) {
      for (const ast::Requirement& requirement : kind.tree->requirements) rule(requirement.rule);
      if (kind.tree->laps) rules(*kind.tree->laps);
      if (kind.tree->each_seed) rules(*kind.tree->each_seed);
    }
  }

  void rules(const ast::Table& table) {
    for (const ast::Row& row : table) rule(row.rule);
  }

  void rule(const std::optional<ast::Name>& name) {
    if (!name) return;
    const auto [at, added] = rules_.try_emplace(name->text, name->span);
    if (!added) duplicate(*name, "rule", at->second);
  }

  bool reserved(const ast::Name& name, std::string_view what) {
    if (!is_builtin(name.text)) return false;
    context_.report(
        Code::ReservedName, name.span,
        quoted(name.text) + " is a word of the language and cannot name " + article(what) + std::string(what));
    return true;
  }

  bool name_word(const ast::Name& name, Symbol::Kind kind, std::size_t index, std::string_view what) {
    if (reserved(name, what)) return false;
    const auto [at, added] = context_.symbols.try_emplace(name.text, Symbol{kind, index, name.span});
    if (!added) duplicate(name, what, at->second.span);
    return added;
  }

  void duplicate(const ast::Name& name, std::string_view what, Span first) {
    context_
        .report(Code::DuplicateName, name.span,
                "the name " + quoted(name.text) + " of this " + std::string(what) + " is already taken")
        .notes.push_back({first, "it is given here"});
  }

  static std::string article(std::string_view what) {
    return std::string_view("aeiou").find(what.front()) == std::string_view::npos ? "a " : "an ";
  }

  Context& context_;
  std::map<std::string, Span> rules_;
};

std::string_view kind_text(Symbol::Kind kind) {
  switch (kind) {
    case Symbol::Option: return "option";
    case Symbol::State: return "state";
    case Symbol::Zone: return "zone";
    case Symbol::Define: return "definition";
  }
  return "name";
}

}  // namespace

void declare_names(Context& context) { Declarer(context).run(); }

// What an extending ruleset no longer needs of its base is nobody's mistake.
static bool written_here(Span span) { return span.file == 0; }

void report_unused(Context& context) {
  for (const auto& [name, symbol] : context.symbols) {
    if (symbol.used || !written_here(symbol.span)) continue;
    const bool option = symbol.kind == Symbol::Option;
    auto& diagnostic = context.report(option ? Code::OptionWithoutEffect : Code::Unused, symbol.span,
                                      "the " + std::string(kind_text(symbol.kind)) + " " + quoted(name) +
                                          (option                         ? " changes nothing"
                                           : symbol.kind == Symbol::State ? " is never asked about"
                                                                          : " is never used"));
    diagnostic.help = "use it or leave it out";
  }
  for (const auto& [name, action] : context.actions) {
    if (!action.used && written_here(action.tree->name.span)) {
      context.report(Code::Unused, action.tree->name.span, "the action " + quoted(name) + " is never done").help =
          "use it or leave it out";
    }
  }
  for (const auto& [name, span] : context.choice_names) {
    if (!context.used_choices.contains(name) && written_here(span)) {
      context.report(Code::Unused, span, "the choice " + quoted(name) + " is never asked about").help =
          "use it or leave it out";
    }
  }
}

}  // namespace mnc::grammar::check
