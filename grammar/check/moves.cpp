// Stage 2, check: phases and kinds of moves.
#include "grammar/check/moves.h"

#include <algorithm>

#include "grammar/check/reachability.h"

namespace mnc::grammar::check {
namespace {

constexpr unsigned kBefore = kPosition | kTurn;
constexpr unsigned kUnderWay = kPosition | kMove;

class MoveMaker {
 public:
  MoveMaker(Context& context, Expressions& expressions, Steps& steps)
      : context_(context), expressions_(expressions), steps_(steps), nodes_(context.nodes), out_(context.out) {}

  void run() {
    collect();
    for (std::size_t i = 0; i < context_.phases.size(); ++i) phase(i);
    if (context_.kinds.empty() && !context_.phases.front().tree && !context_.has_errors()) {
      context_.report(Code::NoMove, context_.tree.title.span, "the ruleset has no `move`");
    }
    check_phases(context_);
    for (std::size_t i = 0; i < context_.kinds.size(); ++i) out_.kinds.push_back(kind(i));
    for (const auto* tree : whenevers_) trigger(*tree);
    endless();
  }

 private:
  void collect() {
    for (const ast::Item& item : context_.tree.items) {
      if (const auto* requirement = std::get_if<ast::Requirement>(&item.node)) requirements_.push_back(requirement);
      if (const auto* after = std::get_if<ast::AfterMove>(&item.node)) after_moves_.push_back(after);
      if (const auto* out = std::get_if<ast::OutOfPlay>(&item.node)) context_.once(context_.out_of_play, out, item, out_of_play_at_);
      if (const auto* whenever = std::get_if<ast::Whenever>(&item.node)) whenevers_.push_back(whenever);
      if (const auto* laps = std::get_if<ast::Laps>(&item.node)) context_.once(laps_, &laps->rows, item, laps_at_);
      if (const auto* seed = std::get_if<ast::EachSeed>(&item.node)) context_.once(each_seed_, &seed->rows, item, each_seed_at_);
      if (const auto* endless = std::get_if<ast::Endless>(&item.node)) context_.once(endless_, endless, item, endless_at_);
    }
  }

  void phase(std::size_t index) {
    const ast::Phase* tree = context_.phases[index].tree;
    if (!tree) return;
    if (tree->moves.empty())
      context_.report(Code::NoMove, tree->name.span, "the phase " + quoted(tree->name.text) + " has no `move`");
    if (!tree->condition) return;
    const NodeId guard =
        expressions_.truth(*tree->condition, Scope{.known = kBefore, .place = "in the `while` of a phase"});
    out_.phases[index].guard = guard;
  }

  // ---- one kind ----

  Kind kind(std::size_t index) {
    const KindDeclaration& declaration = context_.kinds[index];
    const ast::Move& tree = *declaration.tree;
    Kind kind;
    kind.name = tree.name.text;
    kind.phase = declaration.phase;
    kind.rank = declaration.rank;
    kind.span = tree.name.span;
    kind.from_note = tree.from_note ? tree.from_note->text : std::string();
    const KindScope self{index, &kind.choices};
    if (tree.when) kind.when = when(*tree.when);
    if (tree.from) {
      Scope scope{.known = kBefore, .kind = &self, .place = "in `from`"};
      scope.it = nodes_.leaf(Op::It, Type::Pit, tree.from->span);
      kind.from = expressions_.pits(*tree.from, scope);
    }
    Scope base{.known = kPosition | (tree.from ? kOrigin : 0u), .kind = &self, .circuit = sole_circuit(tree.steps)};
    if (tree.from) base.it = nodes_.leaf(Op::Origin, Type::Pit, tree.name.span);
    for (const ast::Choice& choice : tree.choices) add_choice(choice, base, kind);
    const std::int32_t circuit = add_steps(tree, base, kind);
    for (const ast::Requirement* requirement : requirements_) add_requirement(*requirement, base, kind, circuit);
    for (const ast::Requirement& requirement : tree.requirements) add_requirement(requirement, base, kind, circuit);
    add_tables(tree, base, kind, circuit);
    return kind;
  }

  // The circuit that all `sow` steps of a move name, so that `forwards` before them can mean it; else the default one.
  [[nodiscard]] std::int32_t sole_circuit(const ast::Steps& tree) const {
    std::set<std::int32_t> circuits;
    std::set<const ast::Action*> done;
    gather_circuits(tree, circuits, done);
    return circuits.size() == 1 ? *circuits.begin() : 0;
  }

  void gather_circuits(const ast::Steps& tree, std::set<std::int32_t>& circuits,
                       std::set<const ast::Action*>& done) const {
    for (const ast::Step& step : tree) {
      if (const auto* sow = std::get_if<ast::Sow>(&step.node)) {
        const auto named =
            sow->circuit ? context_.circuit_names.find(sow->circuit->text) : context_.circuit_names.end();
        circuits.insert(named == context_.circuit_names.end() ? 0 : named->second);
      } else if (const auto* call = std::get_if<ast::Do>(&step.node)) {
        const auto action = context_.actions.find(call->action.text);
        const bool fresh = action != context_.actions.end() && done.insert(action->second.tree).second;
        if (fresh) gather_circuits(action->second.tree->steps, circuits, done);
      }
      ast::each_inner(step, [&](const ast::Steps& inner) { gather_circuits(inner, circuits, done); });
    }
  }

  NodeId when(const ast::Expr& tree) {
    const NodeId condition = expressions_.truth(tree, Scope{.known = kBefore, .place = "in the `when` of a move"});
    if (nodes_.is_truth(condition, false) && !nodes_.soft(condition))
      context_.report(Code::NeverHolds, tree.span, "this never holds");
    return nodes_.is_truth(condition, true) ? kNoNode : condition;
  }

  std::int32_t add_steps(const ast::Move& tree, const Scope& base, Kind& kind) {
    Scope scope = base;
    scope.known |= kUnderWay;
    scope.place =
        tree.from ? "in the steps of this move before anything is sown" : "in the steps of a move without `from`";
    kind.steps = steps_.lower(tree.steps, scope, Part::Move);
    check_hand(context_, kind.steps, false);
    const std::int32_t circuit = scope.circuit;
    scope.known |= kSown;
    scope.known |= kOrigin;  // a shared clause may speak of the origin although some move has none
    scope.place = "in `after each move`";
    for (const auto* after : after_moves_) {
      std::vector<Step> added = steps_.lower(after->steps, scope, Part::AfterMove);
      check_hand(context_, added, false);
      std::move(added.begin(), added.end(), std::back_inserter(kind.steps));
    }
    return circuit;
  }

  void add_tables(const ast::Move& tree, const Scope& base, Kind& kind, std::int32_t circuit) {
    const bool sows = contains(kind.steps, Step::Sow);
    const ast::Table* laps = tree.laps ? &*tree.laps : laps_;
    const ast::Table* each_seed = tree.each_seed ? &*tree.each_seed : each_seed_;
    if (sows && laps) kind.laps = table(*laps, base, circuit, Part::Lap);
    if (sows && each_seed) kind.each_seed = table(*each_seed, base, circuit, Part::EachSeed);
  }

  // Its index in Ruleset::tables; nothing if no row can be done.
  std::optional<std::size_t> table(const ast::Table& tree, const Scope& base, std::int32_t circuit, Part part) {
    Scope scope = sowing(base, circuit);
    scope.place = part == Part::Lap ? "in `laps`" : "in `each seed`";
    Table lowered = steps_.table(tree, scope, part);
    if (lowered.empty()) return std::nullopt;
    for (std::size_t i = 0; i < out_.tables.size(); ++i) {
      if (same_table(nodes_, out_.tables[i], lowered)) return i;
    }
    out_.tables.push_back(std::move(lowered));
    return out_.tables.size() - 1;
  }

  // When seeds have been sown, about the last pit.
  Scope sowing(const Scope& base, std::int32_t circuit) {
    Scope scope = base;
    scope.known |= kUnderWay | kSown | kOrigin;
    scope.circuit = circuit;
    scope.it = nodes_.leaf(Op::Last, Type::Pit, context_.kinds[base.kind->index].tree->name.span);
    return scope;
  }

  // ---- requirements ----

  void add_requirement(const ast::Requirement& tree, const Scope& base, Kind& kind, std::int32_t circuit) {
    Scope before = base;
    before.known |= kBefore | kMove;
    before.place = "before the move";
    Requirement requirement;
    requirement.prefer = tree.strength == ast::Requirement::Prefer;
    requirement.rule = tree.rule ? tree.rule->text : std::string();
    requirement.note = tree.note ? tree.note->text : std::string();
    requirement.span = tree.span;
    requirement.time = time_of(tree.time);
    if (tree.when) requirement.when = expressions_.truth(*tree.when, before);
    Scope scope = requirement.time == Requirement::Before ? before : sowing(base, circuit);
    if (requirement.time != Requirement::Before) scope.place = "in a requirement";
    if (requirement.time == Requirement::Afterwards) scope.it = base.it;
    if (tree.time == ast::Requirement::FirstLapCaptures) {
      if (tree.condition) requirement.condition = expressions_.pits(*tree.condition, scope);
    } else {
      requirement.condition = expressions_.truth(*tree.condition, scope);
    }
    if (nodes_.is_truth(requirement.when, false)) {
      if (!nodes_.soft(requirement.when)) context_.report(Code::NeverHolds, tree.when->span, "this never holds");
      return;
    }
    if (nodes_.is_truth(requirement.when, true)) requirement.when = kNoNode;
    if (tree.time != ast::Requirement::FirstLapCaptures) {
      if (nodes_.is_truth(requirement.condition, true)) return;
      if (nodes_.is_truth(requirement.condition, false)) {
        if (!nodes_.soft(requirement.condition))
          context_.report(Code::NeverHolds, tree.condition->span, "this never holds");
        if (requirement.prefer) return;
      }
    }
    kind.requirements.push_back(std::move(requirement));
  }

  static Requirement::Time time_of(ast::Requirement::Time time) {
    switch (time) {
      case ast::Requirement::Before: return Requirement::Before;
      case ast::Requirement::FirstLap: return Requirement::FirstLap;
      case ast::Requirement::FirstLapCaptures: return Requirement::FirstLapCaptures;
      case ast::Requirement::EverySeed: return Requirement::EverySeed;
      case ast::Requirement::Afterwards: return Requirement::Afterwards;
    }
    return Requirement::Before;
  }

  // ---- choices ----

  void add_choice(const ast::Choice& tree, const Scope& base, Kind& kind) {
    Scope scope = base;
    scope.known |= kBefore;
    scope.place = "in a choice";
    Choice choice;
    choice.is_direction = !tree.name;
    choice.name = tree.name ? tree.name->text : std::string();
    choice.span = tree.span;
    if (tree.when) choice.when = expressions_.truth(*tree.when, scope);
    if (tree.when && nodes_.is_truth(choice.when, false) && !nodes_.soft(choice.when)) {
      context_.report(Code::NeverHolds, tree.when->span, "this never holds");
    }
    if (nodes_.is_truth(choice.when, true)) choice.when = kNoNode;
    if (tree.pits) choice.pits = expressions_.pits(*tree.pits, scope);
    else if (choice.is_direction) add_directions(tree, scope, choice);
    else add_answers(tree, scope, choice, kind);
    const std::size_t answers = choice.is_direction ? choice.directions.size() : choice.answers.size();
    if (answers == 1 && !tree.pits) context_.report(Code::BadChoice, tree.span, "a choice has at least two answers");
    if (answers > kMaxAnswers)
      context_.report(Code::TooMany, tree.span, "a choice has at most " + std::to_string(kMaxAnswers) + " answers");
    if (kind.choices.size() == kMaxChoices) {
      context_.report(Code::TooMany, tree.span,
                      "a move has at most " + std::to_string(kMaxChoices) + " choices before it");
      return;
    }
    kind.choices.push_back(std::move(choice));
  }

  void add_directions(const ast::Choice& tree, const Scope& scope, Choice& choice) {
    if (tree.values.empty()) {
      for (const int direction : {kClockwise, kCounterclockwise}) {
        choice.directions.push_back(nodes_.leaf(Op::ConstDirection, Type::Direction, tree.span, Who::Mover, direction));
      }
    }
    for (const auto& value : tree.values) {
      const std::string word = answer_text(*value);
      if (word == "left" || word == "right") {
        context_.report(Code::UnknownName, value->span, quoted(word) + " is no direction").help =
            "directions are `clockwise` and `counterclockwise`; for sides of the board write `choose side: left | right`";
        return;
      }
      const NodeId direction = expressions_.direction(*value, scope);
      if (direction == kNoNode) continue;
      if (nodes_.at(direction).op != Op::ConstDirection) {
        context_.report(Code::NotFixed, value->span, "the directions that are offered are the same throughout the game, for both players").help =
            "write `clockwise` or `counterclockwise`";
      }
      const bool twice = std::any_of(choice.directions.begin(), choice.directions.end(),
                                     [&](NodeId one) { return nodes_.same(one, direction); });
      if (twice) context_.report(Code::BadChoice, value->span, "this direction is offered twice");
      choice.directions.push_back(direction);
    }
  }

  void add_answers(const ast::Choice& tree, const Scope& scope, Choice& choice, Kind& kind) {
    const auto add = [&](const std::string& name, Span span) {
      const bool twice = std::any_of(choice.answers.begin(), choice.answers.end(),
                                     [&](const Answer& one) { return one.name == name; });
      if (twice) context_.report(Code::BadChoice, span, "the answer " + quoted(name) + " is offered twice");
      else if (choice.answers.size() <= kMaxAnswers) choice.answers.push_back(answer_named(name));
    };
    for (const auto& value : tree.values) {
      const auto* range = std::get_if<ast::PitRange>(&value->node);
      const auto* low = range ? std::get_if<ast::Number>(&range->from->node) : nullptr;
      const std::string name = answer_text(*value);
      if (low) {
        const int high = highest(*range->to, *low, scope, choice, kind);
        if (high < low->value) context_.report(Code::BadChoice, value->span, "this range has no numbers");
        for (int number = low->value; number <= high; ++number) add(std::to_string(number), value->span);
      } else if (!name.empty()) {
        add(name, value->span);
      } else {
        context_.report(Code::BadChoice, value->span, "this is no answer").help =
            "answers are words, numbers and ranges such as `1..5`";
      }
    }
  }

  // The highest answer of `LOW..HIGH`. One that depends on the position bounds the answers there: a requirement.
  int highest(const ast::Expr& tree, const ast::Number& low, const Scope& scope, Choice& choice, Kind& kind) {
    const NodeId high = expressions_.number(tree, scope);
    if (high == kNoNode) return low.value;
    if (nodes_.is_number(high)) return std::min(nodes_.at(high).value, low.value + kMaxAnswers);
    steps_.check_range_end(high, low.value + kMaxAnswers - 1, tree.span);
    choice.last = high;
    Requirement bound;
    bound.bound = true;
    bound.span = tree.span;
    const NodeId number = nodes_.leaf(Op::AnswerNumber, Type::Number, tree.span, Who::Mover, static_cast<int>(kind.choices.size()));
    bound.condition = nodes_.compare(Op::LessEqual, number, high, tree.span);
    kind.requirements.push_back(std::move(bound));
    const long most = low.value + kMaxAnswers - 1;
    if (!context_.board_known) return static_cast<int>(most);
    // A position that is read may have more seeds than the game. Two answers at least: it is a choice.
    return static_cast<int>(std::clamp(nodes_.greatest(high, kMaxSeeds), low.value + 1L, most));
  }

  // ---- what stands beside the moves ----

  void trigger(const ast::Whenever& tree) {
    Trigger trigger;
    trigger.span = tree.zone->span;
    const NodeId zone = expressions_.pits(*tree.zone, Scope{.known = 0, .place = "in `whenever`"});
    const auto set = nodes_.const_set(zone);
    if (set) {
      trigger.south = nodes_.intern((*set)[0]);
      trigger.north = nodes_.intern((*set)[1]);
    } else if (zone != kNoNode) {
      context_.report(Code::NotFixed, tree.zone->span, "`whenever` watches pits that are the same throughout the game");
    }
    Scope scope{.known = kUnderWay | kOrigin | kSown, .place = "in `whenever`"};
    scope.it = nodes_.leaf(Op::It, Type::Pit, tree.zone->span);
    trigger.steps = steps_.lower(tree.steps, scope, Part::Whenever);
    out_.triggers.push_back(std::move(trigger));
  }

  void endless() {
    if (!endless_) return;
    Endless& endless = out_.endless;
    endless.stated = true;
    const auto laps = expressions_.constant(*endless_->laps, "in `endless`");
    if (laps && *laps < 1) context_.report(Code::OutOfRange, endless_->laps->span, "a move has at least one lap");
    if (laps) endless.laps = *laps;
    bool decided = false;
    for (const auto& one : endless_->cases) {
      const NodeId condition =
          one.condition ? expressions_.truth(*one.condition, Scope{.known = 0, .place = "in `endless`"}) : kNoNode;
      if (condition != kNoNode && nodes_.at(condition).op != Op::Truth) {
        context_.report(Code::NotFixed, one.condition->span, "what becomes of endless moves depends on options only");
        continue;
      }
      if (decided || nodes_.is_truth(condition, false)) continue;
      decided = true;
      switch (one.outcome) {
        case ast::Endless::Void: endless.outcome = Endless::Void; break;
        case ast::Endless::Illegal: endless.outcome = Endless::Illegal; break;
        case ast::Endless::MoverLoses: endless.outcome = Endless::MoverLoses; break;
        case ast::Endless::MoverWins: endless.outcome = Endless::MoverWins; break;
        case ast::Endless::Draw: endless.outcome = Endless::Draw; break;
        case ast::Endless::Stop: endless.outcome = Endless::Stop; break;
      }
    }
  }

  Context& context_;
  Expressions& expressions_;
  Steps& steps_;
  Nodes& nodes_;
  Ruleset& out_;
  std::vector<const ast::Requirement*> requirements_;
  std::vector<const ast::AfterMove*> after_moves_;
  std::vector<const ast::Whenever*> whenevers_;
  const ast::Table* laps_ = nullptr;
  const ast::Table* each_seed_ = nullptr;
  const ast::Endless* endless_ = nullptr;
  Span laps_at_, each_seed_at_, endless_at_, out_of_play_at_;
};

}  // namespace

void check_moves(Context& context, Expressions& expressions, Steps& steps) {
  MoveMaker(context, expressions, steps).run();
}

}  // namespace mnc::grammar::check
