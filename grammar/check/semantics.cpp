// Stage 2, check: see semantics.h. Tables, moves and phases; how a game ends is in semantics_end.cpp.
#include "grammar/check/semantics.h"

#include <algorithm>
#include <functional>

#include "grammar/check/meaning.h"
#include "grammar/check/semantics_end.h"
#include "grammar/check/step_walk.h"
#include "grammar/check/steps.h"
#include "grammar/check/verdicts.h"

namespace mnc::grammar::check {
namespace {

class Nonsense {
 public:
  Nonsense(const Context& context, std::size_t& work)
      : context_(context), rules_(context.out), unchanging_(rules_), work_(work) {}

  std::vector<Diagnostic> run() {
    for (std::size_t i = 0; i < rules_.phases.size(); ++i) phase(i);
    for (const Kind& kind : rules_.kinds) this->kind(kind);
    for (const Reading& reading : context_.readings) table(reading);
    if (work_ > kMostWork) return {};  // not everything has been looked at
    verdicts_.each([&](Code code, Span span) { report(code, span); });
    judge_end(context_, unchanging_, found_);
    states();
    return std::move(found_);
  }

 private:
  using Visit = std::function<bool(Meaning&)>;  // false: seen enough

  // ---- places ----

  // Where the last seed of a lap of this kind can fall.
  [[nodiscard]] SlotSet last_pits(std::size_t kind, std::size_t mover) const {
    SlotSet set;
    const auto add = [&](const std::vector<Step>& steps) { add_circuits(steps, mover, set); };
    add(rules_.kinds[kind].steps);
    for (const Reading& reading : context_.readings) {
      if (reading.kind != kind) continue;
      for (const Reading::Line& row : reading.rows) add(row.steps);
    }
    return set;
  }

  void add_circuits(const std::vector<Step>& steps, std::size_t mover, SlotSet& set) const {
    for (const Step& step : steps) {
      if (step.op == Step::Sow) {
        for (const Slot slot : rules_.board.circuits[static_cast<std::size_t>(step.circuit)].cycle[mover])
          set.set(static_cast<std::size_t>(slot));
      }
      each_inner(step, [&](const std::vector<Step>& inner) { add_circuits(inner, mover, set); });
    }
  }

  // Whether to go on to the next place.
  bool go_on(Meaning& meaning, const Visit& visit) const {
    const bool more = visit(meaning);
    work_ += meaning.logic().work();
    return more && work_ <= kMostWork;
  }

  // Every place at which a table is read: for both players, and every pit in which the last seed can fall.
  void each_place(const Reading& reading, const Visit& visit) const {
    for (std::size_t mover = 0; mover < 2; ++mover) {
      if (!reading.kind) {
        Meaning meaning(rules_, unchanging_, Place{mover, {}, {}, false});
        if (!go_on(meaning, visit)) return;
        continue;
      }
      const SlotSet last = last_pits(*reading.kind, mover);
      const bool just_sown = reading.part == Part::EachSeed || !rules_.kinds[*reading.kind].each_seed;
      for (std::size_t slot = 0; slot < rules_.board.slots.size(); ++slot) {
        if (!last[slot]) continue;
        Meaning meaning(rules_, unchanging_, Place{mover, {}, static_cast<Slot>(slot), just_sown});
        if (!go_on(meaning, visit)) return;
      }
    }
  }

  // Every pit from which a kind of move may start; for a pass, both players.
  void each_origin(const Kind& kind, const Visit& visit) const {
    for (std::size_t mover = 0; mover < 2; ++mover) {
      if (kind.from == kNoNode) {
        Meaning meaning(rules_, unchanging_, Place{mover, {}, {}, false});
        if (!go_on(meaning, visit)) return;
        continue;
      }
      const SlotSet from = Meaning(rules_, unchanging_, Place{mover, {}, {}, false}).possible(kind.from);
      for (std::size_t slot = 0; slot < rules_.board.slots.size(); ++slot) {
        if (!from[slot]) continue;
        Meaning meaning(rules_, unchanging_, Place{mover, static_cast<Slot>(slot), {}, false});
        if (!go_on(meaning, visit)) return;
      }
    }
  }

  // ---- tables ----

  // Of longer tables, which nobody writes, every row would be compared with all before it.
  static constexpr std::size_t kMostRows = 200;

  void table(const Reading& reading) {
    if (reading.rows.size() > kMostRows) return;
    for (std::size_t i = 0; i < reading.rows.size(); ++i) row(reading, i);
  }

  void row(const Reading& reading, std::size_t index) {
    const Reading::Line& line = reading.rows[index];
    verdicts_.judge(Code::UnreachableRow, line.tree->span, false);
    if (line.condition != kNoNode) {
      verdicts_.judge(Code::NeverHolds, line.tree->condition->span, false);
      verdicts_.judge(Code::AlwaysHolds, line.tree->condition->span, false);
    }
    verdicts_.watch();
    each_place(reading, [&](Meaning& meaning) {
      Logic& logic = meaning.logic();
      const Formula holds = meaning.truth(line.condition);
      std::vector<Formula> facts;
      for (std::size_t i = 0; i < index; ++i) facts.push_back(logic.negate(meaning.truth(reading.rows[i].condition)));
      if (line.condition != kNoNode) {
        verdicts_.judge(Code::NeverHolds, line.tree->condition->span, logic.can_hold({holds}));
        verdicts_.judge(Code::AlwaysHolds, line.tree->condition->span, logic.can_hold({logic.negate(holds)}));
      }
      facts.push_back(holds);
      const bool reached = logic.can_hold(facts);
      verdicts_.judge(Code::UnreachableRow, line.tree->span, reached);
      if (reached) StepWalk(rules_, meaning, verdicts_, std::move(facts)).walk(line.steps);
      return verdicts_.anything_left();
    });
  }

  // ---- moves ----

  // The player is in this phase: the first of which the guard holds.
  [[nodiscard]] std::vector<Formula> phase_holds(int phase, Meaning& meaning) const {
    std::vector<Formula> facts;
    for (int i = 0; i <= phase; ++i) {
      const Formula guard = meaning.truth(rules_.phases[static_cast<std::size_t>(i)].guard);
      facts.push_back(i < phase ? meaning.logic().negate(guard) : guard);
    }
    return facts;
  }

  // What holds before a move of this kind, besides its requirements.
  [[nodiscard]] std::vector<Formula> before(const Kind& kind, Meaning& meaning) const {
    std::vector<Formula> facts = phase_holds(kind.phase, meaning);
    facts.push_back(meaning.truth(kind.when));
    if (kind.from != kNoNode) facts.push_back(meaning.member(*meaning.place().origin, kind.from));
    return facts;
  }

  static bool judged_before(const Requirement& one) { return one.time == Requirement::Before && !one.prefer; }

  static Formula requirement(const Requirement& one, Meaning& meaning) {
    const Formula holds = meaning.truth(one.condition);
    if (one.when == kNoNode) return holds;
    return meaning.logic().any_of({meaning.logic().negate(meaning.truth(one.when)), holds});
  }

  void kind(const Kind& kind) {
    const ast::Phase* phase = context_.phases[static_cast<std::size_t>(kind.phase)].tree;
    if (phase && phase->condition && verdicts_.reports(Code::PhaseNeverEntered, phase->condition->span)) return;
    if (kind.from != kNoNode) verdicts_.judge(Code::NeverLegal, kind.span, false);
    judge_captures(kind);
    judge_when(kind);
    verdicts_.watch();
    each_origin(kind, [&](Meaning& meaning) {
      std::vector<Formula> facts = before(kind, meaning);
      if (!meaning.logic().can_hold(facts)) return true;
      for (const Requirement& one : kind.requirements) judge(one, facts, meaning);
      for (const Choice& choice : kind.choices) judge_guard(choice.when, choice.span, facts, meaning);
      for (const Requirement& one : kind.requirements) {
        if (judged_before(one)) facts.push_back(requirement(one, meaning));
      }
      const bool legal = meaning.logic().can_hold(facts);
      verdicts_.judge(Code::NeverLegal, kind.span, legal);
      if (legal) StepWalk(rules_, meaning, verdicts_, std::move(facts)).walk(kind.steps);
      return verdicts_.anything_left();
    });
  }

  // A `when` that holds whenever a player is in the phase.
  void judge_when(const Kind& kind) {
    if (kind.when == kNoNode) return;
    for (std::size_t mover = 0; mover < 2; ++mover) {
      Meaning meaning(rules_, unchanging_, Place{mover, {}, {}, false});
      std::vector<Formula> facts = phase_holds(kind.phase, meaning);
      facts.push_back(meaning.logic().negate(meaning.truth(kind.when)));
      verdicts_.judge(Code::AlwaysHolds, rules_.nodes[static_cast<std::size_t>(kind.when)].span,
                      meaning.logic().can_hold(facts));
    }
  }

  void judge_guard(NodeId guard, Span span, const std::vector<Formula>& facts, Meaning& meaning) {
    if (guard == kNoNode) return;
    std::vector<Formula> all = facts;
    all.push_back(meaning.truth(guard));
    verdicts_.judge(Code::NeverHolds, span_within(rules_, guard, span), meaning.logic().can_hold(all));
  }

  // A requirement judged before the move that no move ever fails.
  void judge(const Requirement& one, const std::vector<Formula>& facts, Meaning& meaning) {
    judge_guard(one.when, one.span, facts, meaning);
    if (one.time != Requirement::Before) return;
    std::vector<Formula> all = facts;
    all.push_back(meaning.logic().negate(requirement(one, meaning)));
    verdicts_.judge(Code::AlwaysHolds, span_within(rules_, one.condition, one.span), meaning.logic().can_hold(all));
    if (one.prefer) judge_guard(one.condition, one.span, facts, meaning);
  }

  // A first lap that has to capture although nothing is captured at the end of a lap.
  void judge_captures(const Kind& kind) {
    for (const Requirement& one : kind.requirements) {
      if (one.time != Requirement::FirstLapCaptures || one.prefer || one.when != kNoNode) continue;
      bool some = contains(kind.steps, Step::Capture) || !rules_.triggers.empty();
      for (const auto& table : {kind.laps, kind.each_seed}) {
        if (!table) continue;
        for (const Row& row : rules_.tables[*table]) some = some || contains(row.steps, Step::Capture);
      }
      verdicts_.judge(Code::NeverLegal, one.span, some);
    }
  }

  // ---- phases ----

  void phase(std::size_t index) {
    const ast::Phase* tree = context_.phases[index].tree;
    if (!tree || !tree->condition) return;
    verdicts_.judge(Code::PhaseNeverEntered, tree->condition->span, false);
    for (std::size_t mover = 0; mover < 2; ++mover) {
      Meaning meaning(rules_, unchanging_, Place{mover, {}, {}, false});
      verdicts_.judge(Code::PhaseNeverEntered, tree->condition->span,
                      meaning.logic().can_hold(phase_holds(static_cast<int>(index), meaning)));
    }
  }

  // ---- states ----

  void states() {
    for (std::size_t i = 0; i < rules_.states.size(); ++i) {
      const State& state = rules_.states[i];
      const bool asked = std::any_of(rules_.nodes.begin(), rules_.nodes.end(), [&](const Node& node) {
        const bool of_state = node.op == Op::Flag || node.op == Op::PitFlag || node.op == Op::Counter || node.op == Op::PitState || node.op == Op::DirectionState;
        return of_state && node.value == static_cast<std::int32_t>(i);
      });
      if (!unchanging_.state[i] || !asked || state.initial_pits.any()) continue;  // fixed marks are as good as a zone
      found_.push_back({Code::NeverChanges, state.span, "nothing ever changes the state " + quoted(state.name), {},
                        "change it with `set`, `clear` or `mark`, or leave it out", {}});
    }
  }

  // ---- reports ----

  void report(Code code, Span span) {
    Diagnostic out{code, span, {}, {}, {}, {}};
    switch (code) {
      case Code::NeverHolds:
        out.message = "this never holds";
        explain_never(out);
        break;
      case Code::AlwaysHolds:
        if (verdicts_.reports(Code::NeverHolds, span)) return;
        out.message = "this always holds";
        out.help = "leave the condition out, or say what was meant";
        break;
      case Code::UnreachableRow:
        if (!explain_unreachable(out)) return;
        break;
      case Code::CapturesNothing:
        out.message = "this captures nothing: there are never seeds to take there";
        out.help = "a store has no opposite pit, the outermost row nothing behind it, and an empty pit no seeds";
        break;
      case Code::NoSuchPit: out.message = "there is never such a pit"; break;
      case Code::NeverLegal: explain_illegal(out); break;
      case Code::SkipsEverything:
        out.message = "every pit of the circuit is passed over";
        out.help = "say which pits get no seed, for example `skipping origin`";
        break;
      case Code::PhaseNeverEntered: out.message = "no player is ever in this phase"; break;
      default: return;
    }
    found_.push_back(std::move(out));
  }

  [[nodiscard]] const Reading* reading_of(Span span, std::size_t& index) const {
    for (const Reading& reading : context_.readings) {
      for (index = 0; index < reading.rows.size(); ++index) {
        const Span row = reading.rows[index].tree->span;
        if (row.file == span.file && row.begin <= span.begin && span.end <= row.end) return &reading;
      }
    }
    return nullptr;
  }

  [[nodiscard]] bool can_hold_somewhere(const Reading& reading, const std::vector<NodeId>& together) const {
    bool can = false;
    each_place(reading, [&](Meaning& meaning) {
      std::vector<Formula> formulas;
      for (const NodeId id : together) formulas.push_back(meaning.truth(id));
      can = meaning.logic().can_hold(formulas);
      return !can;
    });
    return can;
  }

  // Finds the part of a condition, or the two parts, that make it impossible.
  void explain_never(Diagnostic& out) const {
    std::size_t index = 0;
    const Reading* reading = reading_of(out.span, index);
    if (!reading) return;
    const Reading::Line& line = reading->rows[index];
    const Span whole = line.tree->condition ? line.tree->condition->span : line.tree->span;
    if (whole.begin != out.span.begin || line.condition == kNoNode) return;
    const Node& node = rules_.nodes[static_cast<std::size_t>(line.condition)];
    const std::vector<NodeId> parts = node.op == Op::And ? node.kids : std::vector<NodeId>{line.condition};
    for (const NodeId part : parts) {
      if (can_hold_somewhere(*reading, {part})) continue;
      out.span = span_within(rules_, part, whole);
      out.help = reason(part);
      return;
    }
    for (std::size_t i = 0; i < parts.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        if (can_hold_somewhere(*reading, {parts[i], parts[j]})) continue;
        out.span = span_within(rules_, parts[i], whole);
        out.message = "this never holds together with what is asked before it";
        out.notes.push_back({span_within(rules_, parts[j], whole), "this excludes it"});
        return;
      }
    }
  }

  [[nodiscard]] std::string reason(NodeId part) const {
    const auto mentions = [&](Op op) { return mentioned(part, op); };
    if (mentions(Op::Won) && unchanging_.won)
      return rules_.board.stores ? "captured seeds go into the stores, and nothing is ever `won`; ask for `store`"
                                 : "nothing is ever captured, and so nothing is `won`";
    if (mentions(Op::Before) || (mentions(Op::Seeds) && mentions(Op::Last)))
      return "the last seed has just fallen into this pit, so that it holds at least 1";
    if (mentions(Op::Last)) return "no circuit that is sown along here leads there";
    return {};
  }

  [[nodiscard]] bool mentioned(NodeId id, Op op) const {
    if (id == kNoNode) return false;
    const Node& node = rules_.nodes[static_cast<std::size_t>(id)];
    return node.op == op || mentioned(node.a, op) || mentioned(node.b, op) ||
           std::any_of(node.kids.begin(), node.kids.end(), [&](NodeId kid) { return mentioned(kid, op); });
  }

  // Which row before it holds whenever this one does. False if the row's own condition is to blame.
  bool explain_unreachable(Diagnostic& out) const {
    std::size_t index = 0;
    const Reading* reading = reading_of(out.span, index);
    if (!reading) return false;
    const Reading::Line& line = reading->rows[index];
    if (line.tree->condition && verdicts_.reports(Code::NeverHolds, line.tree->condition->span)) return false;
    out.message = "this row is never reached";
    for (std::size_t i = 0; i < index; ++i) {
      bool covered = true;
      each_place(*reading, [&](Meaning& meaning) {
        covered = !meaning.logic().can_hold(
            {meaning.truth(line.condition), meaning.logic().negate(meaning.truth(reading->rows[i].condition))});
        return covered;
      });
      if (!covered) continue;
      out.notes.push_back({reading->rows[i].tree->span, "whenever it would apply, this row has been done already"});
      out.help = "put the row that asks for more first";
      return true;
    }
    if (index > 0)
      out.notes.push_back({reading->rows[index - 1].tree->span, "the rows up to here leave no other case"});
    return true;
  }

  // The requirement that no starting pit fulfils.
  void explain_illegal(Diagnostic& out) const {
    const auto kind = std::find_if(rules_.kinds.begin(), rules_.kinds.end(), [&](const Kind& one) {
      return one.span.file == out.span.file && one.span.begin == out.span.begin;
    });
    if (kind == rules_.kinds.end()) {
      out.message = "no first lap ever captures: no row of `laps` does";
      return;
    }
    out.message = "the move " + quoted(kind->name) + " is never legal";
    const NodeId from = kind->from;
    for (const Requirement& one : kind->requirements) {
      if (!judged_before(one)) continue;
      bool can = false;
      each_origin(*kind, [&](Meaning& meaning) {
        std::vector<Formula> facts = before(*kind, meaning);
        facts.push_back(requirement(one, meaning));
        can = meaning.logic().can_hold(facts);
        return !can;
      });
      if (can) continue;
      out.span = span_within(rules_, one.condition, one.span);
      out.message += ": no pit it may start from fulfils this";
      out.notes.push_back({rules_.nodes[static_cast<std::size_t>(from)].span, "these are the pits it may start from"});
      return;
    }
    out.message += ": no pit it may start from fulfils all that is asked of it";
  }

  const Context& context_;
  const Ruleset& rules_;
  const Unchanging unchanging_;
  std::size_t& work_;
  Verdicts verdicts_;
  std::vector<Diagnostic> found_;
};

}  // namespace

std::vector<Diagnostic> find_nonsense(const Context& context, std::size_t& work) {
  return Nonsense(context, work).run();
}

}  // namespace mnc::grammar::check
