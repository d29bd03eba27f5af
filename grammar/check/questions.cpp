// Stage 2, check: questions about other moves.
#include "grammar/check/questions.h"

#include <algorithm>
#include <bit>

#include "grammar/check/steps.h"

namespace mnc::grammar::check {
namespace {

// Question q: legal of kind q / 2 if even, targets of kind q / 2 if odd.
struct Edge {
  std::size_t to;
  Span span;
};

std::size_t legal(std::size_t kind) { return 2 * kind; }
std::size_t targets(std::size_t kind) { return 2 * kind + 1; }

class Questions {
 public:
  explicit Questions(Context& context) : context_(context), ruleset_(context.out) {}

  void run() {
    const std::size_t count = ruleset_.kinds.size();
    edges_.resize(2 * count);
    for (std::size_t i = 0; i < count; ++i) {
      gather_legal(i);
      gather_targets(i);
    }
    state_.assign(2 * count, New);
    for (std::size_t q = 0; q < edges_.size(); ++q) visit(q);
  }

 private:
  enum Progress { New, Open, Done };

  // ---- what answering a question reads ----

  void expression(NodeId id, std::vector<Edge>& out) {
    if (id == kNoNode || !seen_.insert(id).second) return;
    const Node& node = context_.nodes.at(id);
    if (node.op == Op::CanMove || node.op == Op::Targets) {
      auto bits = static_cast<std::uint32_t>(node.value);
      if (bits == 0) bits = ~0u;
      for (std::size_t kind = 0; kind < ruleset_.kinds.size(); ++kind) {
        if ((bits >> kind & 1u) != 0) out.push_back({node.op == Op::CanMove ? legal(kind) : targets(kind), node.span});
      }
    }
    expression(node.a, out);
    expression(node.b, out);
    for (const NodeId kid : node.kids) expression(kid, out);
  }

  void steps(const std::vector<Step>& list, std::vector<Edge>& out) {
    for (const Step& step : list) {
      for (const NodeId id : {step.a, step.b, step.c, step.d}) expression(id, out);
      each_inner(step, [&](const std::vector<Step>& inner) { steps(inner, out); });
    }
  }

  void table(const std::optional<std::size_t>& index, std::vector<Edge>& out) {
    if (!index) return;
    for (const Row& row : ruleset_.tables[*index]) {
      expression(row.condition, out);
      steps(row.steps, out);
    }
  }

  // The steps up to the last one that sows, or those after it.
  static std::vector<Step> part(const Kind& kind, bool sowing) {
    std::size_t end = kind.steps.size();
    while (end > 0 && !contains({kind.steps[end - 1]}, Step::Sow)) --end;
    const auto middle = kind.steps.begin() + static_cast<std::ptrdiff_t>(end);
    return sowing ? std::vector<Step>(kind.steps.begin(), middle) : std::vector<Step>(middle, kind.steps.end());
  }

  void start(const Kind& kind, std::vector<Edge>& out) {
    expression(kind.when, out);
    expression(kind.from, out);
    for (const Choice& choice : kind.choices) {
      expression(choice.when, out);
      expression(choice.pits, out);
      for (const NodeId direction : choice.directions) expression(direction, out);
    }
  }

  void sowing(const Kind& kind, std::vector<Edge>& out) {
    steps(part(kind, true), out);
    table(kind.laps, out);
    table(kind.each_seed, out);
    for (const Trigger& trigger : ruleset_.triggers) steps(trigger.steps, out);
  }

  void judged(const Kind& kind, std::vector<Edge>& out) {
    start(kind, out);
    bool sown = ruleset_.endless.outcome == Endless::Illegal && contains(kind.steps, Step::Sow);
    bool whole = false;
    for (const Requirement& requirement : kind.requirements) {
      expression(requirement.condition, out);
      expression(requirement.when, out);
      sown = sown || requirement.time != Requirement::Before;
      whole = whole || requirement.time == Requirement::Afterwards;
    }
    if (sown) sowing(kind, out);
    if (whole) steps(part(kind, false), out);
  }

  void gather_legal(std::size_t index) {
    seen_.clear();
    const Kind& kind = ruleset_.kinds[index];
    std::vector<Edge>& out = edges_[legal(index)];
    for (const Phase& phase : ruleset_.phases) expression(phase.guard, out);
    const std::vector<bool> compared = compared_with(index);
    for (std::size_t i = 0; i < ruleset_.kinds.size(); ++i) {
      const Kind& one = ruleset_.kinds[i];
      if (one.phase == kind.phase && (one.rank < kind.rank || compared[i])) judged(one, out);
    }
  }

  // The kind itself, and those of its rank whose moves a preference compares with its, one after the other.
  [[nodiscard]] std::vector<bool> compared_with(std::size_t index) const {
    const auto share = [](const Kind& a, const Kind& b) {
      return std::any_of(a.requirements.begin(), a.requirements.end(), [&b](const Requirement& mine) {
        return mine.prefer && std::any_of(b.requirements.begin(), b.requirements.end(), [&mine](const Requirement& other) {
                 return other.prefer && other.span.file == mine.span.file && other.span.begin == mine.span.begin;
               });
      });
    };
    const std::vector<Kind>& kinds = ruleset_.kinds;
    std::vector<bool> in(kinds.size());
    in[index] = true;
    for (std::vector<std::size_t> open{index}; !open.empty();) {
      const Kind& one = kinds[open.back()];
      open.pop_back();
      for (std::size_t i = 0; i < kinds.size(); ++i) {
        if (in[i] || kinds[i].phase != one.phase || kinds[i].rank != one.rank || !share(one, kinds[i])) continue;
        in[i] = true;
        open.push_back(i);
      }
    }
    return in;
  }

  void gather_targets(std::size_t index) {
    seen_.clear();
    start(ruleset_.kinds[index], edges_[targets(index)]);
    sowing(ruleset_.kinds[index], edges_[targets(index)]);
  }

  // ---- the way round ----

  [[nodiscard]] std::string text(std::size_t question) const {
    const std::string& name = ruleset_.kinds[question / 2].name;
    return question % 2 == 0 ? "whether " + quoted(name) + " is legal" : "the targets of " + quoted(name);
  }

  void visit(std::size_t question) {
    if (state_[question] != New) return;
    state_[question] = Open;
    path_.push_back(question);
    for (const Edge& edge : edges_[question]) {
      if (state_[edge.to] == Open) report(edge);
      visit(edge.to);
    }
    path_.pop_back();
    state_[question] = Done;
  }

  void report(const Edge& edge) {
    const auto first = std::find(path_.begin(), path_.end(), edge.to);
    std::string way;
    for (auto one = first; one != path_.end(); ++one) way += text(*one) + " → ";
    context_.report(Code::EndlessQuestion, edge.span, "this question asks itself: " + way + text(edge.to)).help =
        "ask it in the steps after `sow`, in `after each move` or in `end`, or judge the move without it";
  }

  Context& context_;
  const Ruleset& ruleset_;
  std::vector<std::vector<Edge>> edges_;
  std::vector<Progress> state_;
  std::vector<std::size_t> path_;
  std::set<NodeId> seen_;
};

}  // namespace

void check_questions(Context& context) { Questions(context).run(); }

}  // namespace mnc::grammar::check
