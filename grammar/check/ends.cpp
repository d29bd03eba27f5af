// Stage 2, check: the end and the result.
#include "grammar/check/ends.h"

#include <algorithm>

#include "grammar/check/step_walk.h"

namespace mnc::grammar::check {
namespace {

class EndMaker {
 public:
  EndMaker(Context& context, Expressions& expressions, Steps& steps)
      : context_(context), expressions_(expressions), steps_(steps) {}

  void run() {
    for (const ast::Item& item : context_.tree.items) {
      if (const auto* end = std::get_if<ast::End>(&item.node)) context_.once(end_, end, item, end_at_);
      if (const auto* winner = std::get_if<ast::Winner>(&item.node)) context_.once(winner_, winner, item, winner_at_);
      if (const auto* match = std::get_if<ast::Match>(&item.node)) context_.once(match_, match, item, match_at_);
    }
    end();
    winner();
    match();
  }

 private:
  void end() {
    if (!end_) {
      context_.report(Code::NoEnd, context_.tree.title.span, "the ruleset does not say in `end` when the game is over")
          .help = "for example `end { if mover cannot move: each takes own pits }`";
      return;
    }
    const Scope scope{.known = kPosition | kTurn, .place = kInEnd};
    context_.out.end = steps_.table(end_->rows, scope, Part::End);
    if (winner_) return;
    for (const Row& row : context_.out.end) {
      if (decides(row.steps) || (row.steps.empty() && context_.has_errors())) continue;
      context_.report(Code::NoWinner, row.span, "this end does not say who wins, and neither does a clause `winner`")
          .help = "for example `winner most seeds`";
      return;
    }
  }

  // Whether the result is said on every way through the steps.
  static bool decides(const std::vector<Step>& steps) {
    return std::any_of(steps.begin(), steps.end(), [](const Step& step) {
      return step.op == Step::Wins || step.op == Step::Draw || step.op == Step::Void ||
             (step.op == Step::Block && decides(step.steps)) || (step.op == Step::If && decides(step.steps) && decides(step.otherwise));
    });
  }

  void winner() {
    if (!winner_) return;
    context_.out.has_winner = true;
    context_.out.fewest = winner_->fewest;
    if (winner_->measure) {
      context_.out.measure = expressions_.number(*winner_->measure, Scope{.known = kPosition, .place = "in `winner`"});
    }
  }

  void match() {
    if (!match_) return;
    starter();
    if (!match_->games) return rounds();
    const auto games = expressions_.constant(*match_->games, "in `match`");
    if (games && *games < 1) context_.report(Code::OutOfRange, match_->games->span, "a match has at least one game");
    context_.out.match_games = games.value_or(0);
  }

  void rounds() {
    context_.out.has_rounds = true;
    for (const auto& keep : match_->keep)
      for (const ast::Name& name : keep.states) last(name);
    const Scope scope{.known = kPosition, .place = "in `match`"};
    context_.out.rounds = steps_.table(match_->rows, scope, Part::Match);
    ask_what_lasts();
    const bool ends = std::any_of(context_.out.rounds.begin(), context_.out.rounds.end(), [](const Row& row) {
      return contains(row.steps, Step::Wins) || contains(row.steps, Step::Draw) || contains(row.steps, Step::Void);
    });
    if (!ends && !context_.has_errors())
      context_.report(Code::EndlessMatch, match_at_, "no row of this `match` says when it is over").help =
          "for example `if won < 7: opponent wins`";
  }

  // States that are not kept have started afresh when the rows are read: only steps that set them again give them a
  // meaning, and for steps alone.
  void ask_what_lasts() {
    std::bitset<kMaxStates> known = context_.out.kept;
    for (const Row& row : context_.out.rounds) lasts(row.condition, known, row.span);
    for (const Row& row : context_.out.rounds) gather_set(row.steps, known);
    for (const Row& row : context_.out.rounds) last_in_steps(row.steps, known);
  }

  static void gather_set(const std::vector<Step>& steps, std::bitset<kMaxStates>& known) {
    for (const Step& step : steps) {
      if (step.op == Step::Mark || step.op == Step::SetState) known.set(static_cast<std::size_t>(step.value));
      each_inner(step, [&](const std::vector<Step>& inner) { gather_set(inner, known); });
    }
  }

  void last_in_steps(const std::vector<Step>& steps, const std::bitset<kMaxStates>& known) {
    for (const Step& step : steps) {
      for (const NodeId id : {step.a, step.b, step.c, step.d}) lasts(id, known, step.span);
      each_inner(step, [&](const std::vector<Step>& inner) { last_in_steps(inner, known); });
    }
  }

  // Reports the first state in the expression that is none of these.
  bool lasts(NodeId id, const std::bitset<kMaxStates>& known, Span whole) {
    if (id == kNoNode) return true;
    const Node& node = context_.nodes.at(id);
    const bool state = node.op == Op::Flag || node.op == Op::PitFlag || node.op == Op::Counter || node.op == Op::PitState || node.op == Op::DirectionState;
    if (state && !known[static_cast<std::size_t>(node.value)]) {
      const std::string& name = context_.out.states[static_cast<std::size_t>(node.value)].name;
      context_.report(Code::NotKept, span_within(context_.out, id, whole), quoted(name) + " has started afresh here")
          .help = "write `keep " + name + "` in `match`, so that it lasts from round to round";
      return false;
    }
    const auto inside = [&](NodeId kid) { return lasts(kid, known, whole); };
    return inside(node.a) && inside(node.b) && std::all_of(node.kids.begin(), node.kids.end(), inside);
  }

  void last(const ast::Name& name) {
    const auto& states = context_.out.states;
    const auto state = std::find_if(states.begin(), states.end(), [&](const State& one) { return one.name == name.text; });
    if (state != states.end()) {
      context_.out.kept.set(static_cast<std::size_t>(state - states.begin()));
      return;
    }
    std::vector<std::string> names;
    for (const State& one : states) names.push_back(one.name);
    expressions_.unknown(Code::UnknownState, name.span, "there is no state ", name.text, names);
  }

  // The first case whose condition holds; conditions depend on options only.
  void starter() {
    bool decided = false;
    for (const auto& one : match_->starter) {
      const Scope scope{.known = 0, .place = "in `starter`"};
      const NodeId condition = one.condition ? expressions_.truth(*one.condition, scope) : kNoNode;
      if (condition != kNoNode && context_.nodes.at(condition).op != Op::Truth)
        context_.report(Code::NotFixed, one.condition->span, "who begins the next game depends on options only");
      if (decided || context_.nodes.is_truth(condition, false)) continue;
      decided = true;
      switch (one.starter) {
        case ast::Match::Alternates: context_.out.match_starter = Ruleset::Alternates; break;
        case ast::Match::Loser: context_.out.match_starter = Ruleset::Loser; break;
        case ast::Match::Winner: context_.out.match_starter = Ruleset::Winner; break;
        case ast::Match::LastMover: context_.out.match_starter = Ruleset::LastMover; break;
      }
    }
  }

  Context& context_;
  Expressions& expressions_;
  Steps& steps_;
  const ast::End* end_ = nullptr;
  const ast::Winner* winner_ = nullptr;
  const ast::Match* match_ = nullptr;
  Span end_at_, winner_at_, match_at_;
};

bool captures_into_won(const std::vector<Step>& steps) {
  return std::any_of(steps.begin(), steps.end(), [](const Step& step) {
    return (step.op == Step::Capture && step.into == Step::IntoWon) ||
           (step.op == Step::Place && step.to == Step::InWon) || any_inner(step, captures_into_won);
  });
}

bool in_rows(const Table& table, bool (*test)(const std::vector<Step>&)) {
  return std::any_of(table.begin(), table.end(), [&](const Row& row) { return test(row.steps); });
}

}  // namespace

void check_ends(Context& context, Expressions& expressions, Steps& steps) {
  EndMaker(context, expressions, steps).run();
}

bool has_won(const Ruleset& ruleset) {
  const auto takes = [](const std::vector<Step>& steps) { return contains(steps, Step::Takes); };
  if (!ruleset.board.stores && (in_rows(ruleset.end, takes) || in_rows(ruleset.rounds, takes))) return true;
  if (in_rows(ruleset.rounds, captures_into_won)) return true;
  return std::any_of(ruleset.kinds.begin(), ruleset.kinds.end(),
                     [](const Kind& kind) { return captures_into_won(kind.steps); }) ||
         std::any_of(ruleset.triggers.begin(), ruleset.triggers.end(),
                     [](const Trigger& trigger) { return captures_into_won(trigger.steps); }) ||
         std::any_of(ruleset.tables.begin(), ruleset.tables.end(),
                     [](const Table& table) { return in_rows(table, captures_into_won); });
}

void collect_meta(Context& context) {
  Meta& meta = context.out.meta;
  meta.title = context.tree.title.text;
  for (const ast::Item& item : context.tree.items) {
    const auto* tree = std::get_if<ast::Meta>(&item.node);
    if (!tree) continue;
    const auto append = [&](std::vector<std::string>& list) {
      list.insert(list.end(), tree->values.begin(), tree->values.end());
    };
    switch (tree->kind) {
      case ast::Meta::Names: append(meta.names); break;
      case ast::Meta::People: append(meta.people); break;
      case ast::Meta::Region: append(meta.region); break;
      case ast::Meta::Period: append(meta.period); break;
      case ast::Meta::Source: append(meta.source); break;
      case ast::Meta::Author: append(meta.author); break;
      case ast::Meta::Licence: append(meta.licence); break;
      case ast::Meta::About:
        if (!tree->values.empty()) meta.about = tree->values.front();
        break;
    }
  }
}

}  // namespace mnc::grammar::check
