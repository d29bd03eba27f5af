// The sections of a description about moves: kinds by phase and rank, laps, what happens on the way. See describe.h.
#include <fmt/format.h>

#include <algorithm>

#include "cli/describe.h"
#include "grammar/format.h"

namespace mnc::cli {
namespace {

namespace ast = grammar::ast;
using grammar::to_text;

std::string note_text(const std::optional<ast::Note>& note) { return note ? note->text : ""; }

template <class Node>
std::vector<const Node*> items_of(const ast::File& tree) {
  std::vector<const Node*> result;
  for (const ast::Item& item : tree.items) {
    if (const auto* node = std::get_if<Node>(&item.node)) result.push_back(node);
  }
  return result;
}

// Whether some step, or a step inside it, is accepted.
template <class Wanted>
bool any_step(const ast::Steps& steps, const Wanted& wanted) {
  return std::any_of(steps.begin(), steps.end(), [&](const ast::Step& step) {
    if (wanted(step)) return true;
    bool found = false;
    ast::each_inner(step, [&](const ast::Steps& inner) { found = found || any_step(inner, wanted); });
    return found;
  });
}

template <class Wanted>
bool any_row(const ast::Table& rows, const Wanted& wanted) {
  return std::any_of(rows.begin(), rows.end(), [&](const ast::Row& row) { return any_step(row.steps, wanted); });
}

bool is_relay(const ast::Step& step) { return std::holds_alternative<ast::Relay>(step.node); }
bool is_sow(const ast::Step& step) { return std::holds_alternative<ast::Sow>(step.node); }
bool is_capture(const ast::Step& step) {
  const auto* capture = std::get_if<ast::Capture>(&step.node);
  return capture != nullptr && capture->into == ast::Capture::Default;
}

void add_rows(DocumentSection& section, const ast::Table& rows, int indent) {
  for (const ast::Row& row : rows) section.add(to_text(row), note_text(row.note), indent);
}

class MovesDescriber {
 public:
  MovesDescriber(const Loaded& loaded, Document& document)
      : tree_(*loaded.compilation->tree), rules_(loaded.game->ruleset()), document_(document) {}

  void describe() {
    describe_phases();
    describe_laps();
    describe_incidents();
  }

 private:
  DocumentSection& section(std::string title) {
    document_.push_back({std::move(title), {}});
    return document_.back();
  }

  void describe_phases() {
    DocumentSection& moves = section("moves");
    for (const ast::Action* action : items_of<ast::Action>(tree_)) {
      moves.add(fmt::format("action {}: {}", action->name.text, to_text(action->steps)));
    }
    const std::vector<const ast::Requirement*> general = items_of<ast::Requirement>(tree_);
    if (!general.empty()) moves.add("for every kind of move:");
    for (const ast::Requirement* one : general) add_requirement(moves, *one, 1);
    const std::vector<const ast::Phase*> phases = items_of<ast::Phase>(tree_);
    for (const ast::Phase* phase : phases) {
      std::string text = "phase " + phase->name.text;
      if (phase->condition) text += ", while " + to_text(*phase->condition);
      else text += ", if no phase before it holds";
      moves.add(text, note_of(*phase));
      std::vector<const ast::Move*> kinds;
      for (const ast::Move& move : phase->moves) kinds.push_back(&move);
      describe_kinds(moves, kinds, 1);
    }
    if (phases.empty()) describe_kinds(moves, items_of<ast::Move>(tree_), 0);
    for (const ast::AfterMove* after : items_of<ast::AfterMove>(tree_)) {
      moves.add("after each move: " + to_text(after->steps));
    }
    add_move_defaults(moves, phases.empty());
  }

  // The note behind the whole item, if the node is an item's.
  template <class Node>
  std::string note_of(const Node& node) const {
    for (const ast::Item& item : tree_.items) {
      if (std::get_if<Node>(&item.node) == &node) return note_text(item.note);
    }
    return {};
  }

  void describe_kinds(DocumentSection& moves, const std::vector<const ast::Move*>& kinds, int indent) {
    int rank = 1;
    for (const ast::Move* move : kinds) {
      std::string text = "move " + move->name.text;
      if (move->otherwise) text += fmt::format(" (rank {}: only if no move of rank {} is legal)", rank + 1, rank);
      if (move->otherwise) ++rank;
      moves.add(text, move->note ? move->note->text : note_of(*move), indent);
      describe_kind(moves, *move, indent + 1);
    }
    if (kinds.size() > 1 && rank == 1) moves.add_default("these kinds of move are of equal rank", indent);
  }

  void describe_kind(DocumentSection& moves, const ast::Move& move, int indent) {
    if (move.when) moves.add("when " + to_text(*move.when), note_text(move.when_note), indent);
    if (move.from) moves.add("from " + to_text(*move.from), note_text(move.from_note), indent);
    else moves.add_default(move.steps.empty() ? "starts in no pit and does nothing: a pass" : "starts in no pit: it is written as its name", indent);
    for (const ast::Choice& choice : move.choices) moves.add(to_text(choice), note_text(choice.note), indent);
    for (const ast::Requirement& one : move.requirements) add_requirement(moves, one, indent);
    for (const ast::Step& step : move.steps) {
      moves.add(to_text(step), note_text(step.note), indent);
      add_sow_defaults(moves, step, indent + 1);
    }
    if (move.laps) {
      moves.add("at the end of each lap, the first that holds:", "", indent);
      add_rows(moves, *move.laps, indent + 1);
      add_laps_default(moves, *move.laps, indent + 1);
    }
    if (move.each_seed) {
      moves.add("after each seed, the first that holds:", "", indent);
      add_rows(moves, *move.each_seed, indent + 1);
    }
  }

  static void add_requirement(DocumentSection& moves, const ast::Requirement& one, int indent) {
    moves.add(to_text(one), note_text(one.note), indent);
  }

  static void add_sow_defaults(DocumentSection& moves, const ast::Step& step, int indent) {
    if (const auto* lift = std::get_if<ast::Lift>(&step.node); lift != nullptr && !lift->from) {
      moves.add_default("from the starting pit", indent);
    }
    const auto* sow = std::get_if<ast::Sow>(&step.node);
    if (sow == nullptr) return;
    if (sow->start == ast::Sow::Default)
      moves.add_default("the first seed goes into the pit after the one the seeds were lifted from", indent);
    if (!sow->direction) moves.add_default("in the direction that was chosen, or last turned to", indent);
    if (!sow->circuit) moves.add_default("along the board's own circuit", indent);
    if (!sow->skipping) moves.add_default("no pit is passed over, the starting pit on a long sowing neither", indent);
  }

  void add_move_defaults(DocumentSection& moves, bool no_phases) const {
    if (no_phases) moves.add_default("the same moves throughout the game: there are no phases");
    if (uses(is_capture)) {
      moves.add_default(rules_.board.stores
                            ? "captured seeds go into the mover's store unless said otherwise"
                            : "captured seeds are won by the mover, and leave the board, unless said otherwise");
    }
    const auto again = [](const ast::Step& step) { return std::holds_alternative<ast::Again>(step.node); };
    if (!uses(again)) moves.add_default("the players move in turn");
    if (items_of<ast::AfterMove>(tree_).empty()) moves.add_default("nothing else is done after a move");
  }

  // Whether some step anywhere in the moves and laps is accepted.
  template <class Wanted>
  [[nodiscard]] bool uses(const Wanted& wanted) const {
    const auto in_move = [&](const ast::Move& move) {
      return any_step(move.steps, wanted) || (move.laps && any_row(*move.laps, wanted)) ||
             (move.each_seed && any_row(*move.each_seed, wanted));
    };
    const auto in_item = [&](const ast::Item& item) {
      if (const auto* move = std::get_if<ast::Move>(&item.node)) return in_move(*move);
      if (const auto* phase = std::get_if<ast::Phase>(&item.node))
        return std::any_of(phase->moves.begin(), phase->moves.end(), in_move);
      if (const auto* action = std::get_if<ast::Action>(&item.node)) return any_step(action->steps, wanted);
      if (const auto* laps = std::get_if<ast::Laps>(&item.node)) return any_row(laps->rows, wanted);
      if (const auto* seed = std::get_if<ast::EachSeed>(&item.node)) return any_row(seed->rows, wanted);
      if (const auto* when = std::get_if<ast::Whenever>(&item.node)) return any_step(when->steps, wanted);
      if (const auto* after = std::get_if<ast::AfterMove>(&item.node)) return any_step(after->steps, wanted);
      return false;
    };
    return std::any_of(tree_.items.begin(), tree_.items.end(), in_item);
  }

  template <class Wanted>
  [[nodiscard]] bool uses_in_laps(const Wanted& wanted) const {
    const auto in_move = [&](const ast::Move& move) { return move.laps && any_row(*move.laps, wanted); };
    const auto in_item = [&](const ast::Item& item) {
      if (const auto* move = std::get_if<ast::Move>(&item.node)) return in_move(*move);
      if (const auto* phase = std::get_if<ast::Phase>(&item.node))
        return std::any_of(phase->moves.begin(), phase->moves.end(), in_move);
      if (const auto* laps = std::get_if<ast::Laps>(&item.node)) return any_row(laps->rows, wanted);
      if (const auto* action = std::get_if<ast::Action>(&item.node)) return any_step(action->steps, wanted);
      return false;
    };
    return std::any_of(tree_.items.begin(), tree_.items.end(), in_item);
  }

  static void add_laps_default(DocumentSection& laps, const ast::Table& rows, int indent) {
    if (rows.empty() || rows.back().condition) laps.add_default("otherwise: the sowing is over", indent);
  }

  void describe_laps() {
    DocumentSection& laps = section("at the end of a lap");
    const std::vector<const ast::Laps*> tables = items_of<ast::Laps>(tree_);
    for (const ast::Laps* table : tables) {
      laps.add("the first row that holds is done, and no other:", note_of(*table));
      add_rows(laps, table->rows, 1);
      add_laps_default(laps, table->rows, 1);
    }
    if (tables.empty()) laps.add_default("nothing: the sowing is over when its last seed has fallen");
    if (uses(is_relay))
      laps.add_default(
          "relay: all seeds of the last pit are lifted and sown on, from the pit after it, in the same direction");
    const bool goes_on = uses(is_relay) || uses_in_laps(is_sow);
    if (goes_on) laps.add_default("a row that neither relays nor sows ends the sowing");
    if (goes_on || !items_of<ast::Endless>(tree_).empty()) describe_endless(laps);
  }

  void describe_endless(DocumentSection& laps) const {
    const grammar::Endless& endless = rules_.endless;
    std::string what;
    switch (endless.outcome) {
      case grammar::Endless::Void: what = "the game is void: it has no result"; break;
      case grammar::Endless::Illegal: what = "the move is illegal"; break;
      case grammar::Endless::MoverLoses: what = "the mover has lost"; break;
      case grammar::Endless::MoverWins: what = "the mover has won"; break;
      case grammar::Endless::Draw: what = "the game is a draw"; break;
      case grammar::Endless::Stop: break;
    }
    const std::string text =
        endless.outcome == grammar::Endless::Stop
            ? fmt::format("the sowing is over after lap {}, whatever the rows say; the seeds stay as they lie", endless.laps)
            : fmt::format("a move whose lap {} does not end it is endless: {}", endless.laps, what);
    const std::vector<const ast::Endless*> stated = items_of<ast::Endless>(tree_);
    if (stated.empty()) laps.add_default(text);
    else laps.add(text, note_of(*stated[0]));
  }

  void describe_incidents() {
    DocumentSection& incidents = section("on the way");
    for (const ast::EachSeed* table : items_of<ast::EachSeed>(tree_)) {
      incidents.add("after each seed, the first row that holds:", note_of(*table));
      add_rows(incidents, table->rows, 1);
    }
    if (items_of<ast::EachSeed>(tree_).empty())
      incidents.add_default("nothing is done when a seed falls that is not the last of its lap");
    for (const ast::Whenever* trigger : items_of<ast::Whenever>(tree_)) {
      incidents.add(fmt::format("whenever {} is emptied: {}", to_text(*trigger->zone), to_text(trigger->steps)),
                    note_of(*trigger));
    }
  }

  const ast::File& tree_;
  const grammar::Ruleset& rules_;
  Document& document_;
};

}  // namespace

void describe_moves(const Loaded& loaded, Document& document) { MovesDescriber(loaded, document).describe(); }

}  // namespace mnc::cli
