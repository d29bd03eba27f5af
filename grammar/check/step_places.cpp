// Stage 2, check: in which parts of a ruleset each step may stand.
#include "grammar/check/steps.h"

#include <algorithm>

namespace mnc::grammar::check {
namespace {

struct StepRule {
  std::string_view name;
  std::vector<Part> parts;
  std::string_view help;
};

const std::vector<Part>& anywhere() {
  static const std::vector<Part> parts{Part::Move,     Part::Lap,       Part::EachSeed,
                                       Part::Whenever, Part::AfterMove, Part::Match};
  return parts;
}

// Where seeds are still being played.
const std::vector<Part>& in_play() {
  static const std::vector<Part> parts{Part::Move, Part::Lap, Part::EachSeed, Part::Whenever, Part::AfterMove};
  return parts;
}

const std::vector<Part>& truly_anywhere() {
  static const std::vector<Part> parts{Part::Move,      Part::Lap, Part::EachSeed, Part::Whenever,
                                       Part::AfterMove, Part::End, Part::Match};
  return parts;
}

const std::vector<Part>& results() {
  static const std::vector<Part> parts{Part::End, Part::Match};
  return parts;
}

const std::vector<Part>& sowing() {
  static const std::vector<Part> parts{Part::Move, Part::Lap, Part::AfterMove};
  return parts;
}

constexpr std::string_view kInMoves = "it can be done in the steps of a move, in `laps` and in `after each move`";
constexpr std::string_view kInLaps = "it belongs into a row of `laps`";
constexpr std::string_view kInRowsOfEnd = "it belongs into a row of `end` or `match`";
constexpr std::string_view kNotInEnd = "in `end` it can only be said who takes the rest, who wins, `draw` and `void`, and seeds can be moved with `place … from … in …`";

struct RuleOf {
  StepRule operator()(const ast::Place&) const { return {"place", truly_anywhere(), ""}; }
  StepRule operator()(const ast::Fill&) const { return {"fill", anywhere(), kNotInEnd}; }
  StepRule operator()(const ast::EachPlayer&) const { return {"each", truly_anywhere(), ""}; }
  StepRule operator()(const ast::Lift&) const { return {"lift", sowing(), kInMoves}; }
  StepRule operator()(const ast::Capture& tree) const {
    if (tree.into == ast::Capture::Hand) return {"capture … into hand", sowing(), kInMoves};
    return {"capture", in_play(), kNotInEnd};
  }
  StepRule operator()(const ast::Sow&) const { return {"sow", sowing(), kInMoves}; }
  StepRule operator()(const ast::Turn&) const { return {"turn", in_play(), kNotInEnd}; }
  StepRule operator()(const ast::Mark& tree) const { return {tree.on ? "mark" : "unmark", anywhere(), kNotInEnd}; }
  StepRule operator()(const ast::Set&) const { return {"set", anywhere(), kNotInEnd}; }
  StepRule operator()(const ast::Clear&) const { return {"clear", anywhere(), kNotInEnd}; }
  StepRule operator()(const ast::Do&) const {
    return {"do", truly_anywhere(), ""};
  }
  StepRule operator()(const ast::Again&) const {
    return {"again", {Part::Move, Part::Lap, Part::EachSeed, Part::AfterMove}, kInMoves};
  }
  StepRule operator()(const ast::Stop&) const { return {"stop", {Part::Lap, Part::End}, kInLaps}; }
  StepRule operator()(const ast::Relay&) const { return {"relay", {Part::Lap}, kInLaps}; }
  StepRule operator()(const ast::Ask&) const { return {"ask", sowing(), kInMoves}; }
  StepRule operator()(const ast::Pick&) const { return {"ask", sowing(), kInMoves}; }
  StepRule operator()(const ast::Swap&) const {
    return {"swap sides", {Part::Move, Part::AfterMove, Part::Match}, "it can be done in the steps of a move, in `after each move` and in `match`"};
  }
  StepRule operator()(const ast::EachPit&) const { return {"for each", truly_anywhere(), ""}; }
  StepRule operator()(const ast::If&) const {
    return {"if", truly_anywhere(), ""};
  }
  StepRule operator()(const ast::Takes&) const { return {"takes", results(), kInRowsOfEnd}; }
  StepRule operator()(const ast::Wins& tree) const {
    return {tree.loses ? "loses" : "wins", results(), kInRowsOfEnd};
  }
  StepRule operator()(const ast::Draw&) const { return {"draw", results(), kInRowsOfEnd}; }
  StepRule operator()(const ast::Void&) const { return {"void", results(), kInRowsOfEnd}; }
};

std::string_view place_of(Part part) {
  switch (part) {
    case Part::Move: return "in the steps of a move";
    case Part::Lap: return "in `laps`";
    case Part::EachSeed: return "in `each seed`";
    case Part::Whenever: return "in `whenever`";
    case Part::AfterMove: return "in `after each move`";
    case Part::End: return "in `end`";
    case Part::Match: return "in `match`";
  }
  return "";
}

}  // namespace

bool Steps::allowed(const ast::Step& tree, Part part) {
  const StepRule rule = std::visit(RuleOf{}, tree.node);
  const bool goes_on = std::holds_alternative<ast::Sow>(tree.node) || std::holds_alternative<ast::Relay>(tree.node) ||
                       std::holds_alternative<ast::Stop>(tree.node);
  if (loops_ > 0 && goes_on) {
    context_.report(Code::StepNotHere, tree.span, quoted(rule.name) + " cannot stand in `for each`").help =
        "it can be done behind it, for all pits together";
    return false;
  }
  if (unused_ || std::find(rule.parts.begin(), rule.parts.end(), part) != rule.parts.end()) return true;
  context_.report(Code::StepNotHere, tree.span, quoted(rule.name) + " cannot stand " + std::string(place_of(part)))
      .help = rule.help;
  return false;
}

// Seeds may be put into the hand where they may be lifted; what is put into it from seed to seed would be sown for ever.
bool Steps::hand_is_here(const Heap& heap, Span span, Part part, bool into) {
  const auto parts = into ? sowing() : std::vector<Part>{Part::Move, Part::Lap, Part::EachSeed, Part::AfterMove};
  if (heap.kind != Step::InHand || unused_ || std::find(parts.begin(), parts.end(), part) != parts.end()) return true;
  context_.report(Code::StepNotHere, span, std::string(into ? "nothing is put into the hand " : "there is no hand ") + std::string(place_of(part)))
      .help = kInMoves;
  return false;
}

}  // namespace mnc::grammar::check
