// The sections of a description about the game as a whole: board, options, memory, names, end. See describe.h.
#include "cli/describe.h"

#include <fmt/format.h>

#include "cli/draw.h"
#include "grammar/format.h"
#include "interpreter/notation.h"
#include "interpreter/program.h"
#include "interpreter/quote.h"

namespace mnc::cli {
namespace {

namespace ast = grammar::ast;
using grammar::to_text;

std::string note_text(const std::optional<ast::Note>& note) { return note ? note->text : ""; }

class Describer {
 public:
  explicit Describer(const Loaded& loaded)
      : loaded_(loaded), tree_(*loaded.compilation->tree), rules_(loaded.game->ruleset()), game_(*loaded.game) {}

  Document describe() {
    describe_board();
    describe_options();
    describe_states();
    Prose prose(loaded_);
    describe_words(loaded_, prose, document_);
    describe_open(loaded_, prose, document_);
    describe_names();
    describe_moves(loaded_, document_);
    describe_end();
    return std::move(document_);
  }

 private:
  DocumentSection& section(std::string title) {
    document_.push_back({std::move(title), {}});
    return document_.back();
  }

  // ---- board -------------------------------------------------------------------------------------------------

  std::string board_note() const {
    std::vector<std::string> notes;
    for (const ast::Item& item : tree_.items) {
      const auto* board = std::get_if<ast::Board>(&item.node);
      if (board == nullptr) continue;
      if (item.note) notes.push_back(item.note->text);
      for (const ast::Board::Entry& entry : board->entries) {
        if (entry.note && (notes.empty() || notes.back() != entry.note->text)) notes.push_back(entry.note->text);
      }
    }
    return engine::joined(notes);
  }

  void describe_board() {
    const grammar::Board& board = rules_.board;
    DocumentSection& lines = section("board");
    int seeds = board.reserve[0] + board.reserve[1];
    for (const int count : board.start) seeds += count;
    lines.add(fmt::format("{} in {}; {} in all", amount(std::to_string(board.pits()), "pit"),
                          amount(std::to_string(board.screen_rows), "row"), amount(std::to_string(seeds), "seed")),
              board_note());
    add_drawing(lines, draw_board(game_, game_.start()));
    if (!board.shared)
      lines.add_default(
          "upper-case pits are South's, lower-case North's; row A is the owner's row nearest the opponent");
    if (board.shared) lines.add("the pits belong to nobody: both players move from all of them");
    if (board.stores) lines.add("each player has a store" + stored_at_start());
    else lines.add_default("there are no stores");
    if (board.has_reserve) lines.add(fmt::format("in reserve: South {}, North {}", board.reserve[0], board.reserve[1]));
    else lines.add_default("there is no reserve");
    add_opposites(lines);
    for (const grammar::Circuit& circuit : board.circuits) add_circuit(lines, circuit);
    lines.add_default("South moves first");
  }

  [[nodiscard]] std::string stored_at_start() const {
    const grammar::Board& board = rules_.board;
    const int south = board.start[static_cast<std::size_t>(board.pits())], north = board.start[static_cast<std::size_t>(board.pits()) + 1];
    return south + north == 0 ? "" : fmt::format("; in them: South {}, North {}", south, north);
  }

  static void add_drawing(DocumentSection& lines, const std::string& drawing) {
    std::size_t begin = 0;
    while (begin < drawing.size()) {
      const std::size_t end = drawing.find('\n', begin);
      lines.lines.push_back({drawing.substr(begin, end - begin), "", 0, false, true});
      begin = end + 1;
    }
  }

  void add_opposites(DocumentSection& lines) const {
    std::vector<std::string> pairs;
    const std::vector<grammar::Pit>& slots = rules_.board.slots;
    for (std::size_t slot = 0; slot < slots.size(); ++slot) {
      const grammar::Slot facing = slots[slot].opposite;
      if (facing == grammar::kNoSlot || static_cast<std::size_t>(facing) < slot) continue;
      pairs.push_back(engine::slot_text(game_, static_cast<engine::Slot>(slot)) + "-" +
                      engine::slot_text(game_, facing));
    }
    if (!pairs.empty()) lines.add_default("pits that face each other: " + engine::joined(pairs, 16));
  }

  void add_circuit(DocumentSection& lines, const grammar::Circuit& circuit) const {
    bool stated = !circuit.name.empty();
    for (const ast::Item& item : tree_.items) {
      const auto* node = std::get_if<ast::Circuit>(&item.node);
      if (node != nullptr && !node->name && circuit.name.empty()) stated = true;
    }
    const auto listed = [&](int side) {
      std::string text;
      for (const grammar::Slot slot : circuit.cycle[static_cast<std::size_t>(side)]) {
        text += (text.empty() ? "" : " ") + engine::slot_text(game_, slot);
      }
      return text;
    };
    const std::string name = circuit.name.empty() ? "the circuit of sowing" : "circuit " + circuit.name;
    const auto way = [&](int side) {
      if (!circuit.oriented) return "forwards";
      const bool clockwise = circuit.forwards[static_cast<std::size_t>(side)] == grammar::kClockwise;
      return clockwise ? "clockwise as seen from above, which is forwards," : "clockwise as seen from above, which is backwards,";
    };
    const std::string south = listed(engine::kSouth), north = listed(engine::kNorth);
    const auto add = [&](std::string text) {
      if (stated) lines.add(std::move(text));
      else lines.add_default(std::move(text));
    };
    if (same_cycle(circuit) && circuit.forwards[0] == circuit.forwards[1])
      return add(fmt::format("{}, {} and round again: {}", name, way(engine::kSouth), south));
    add(fmt::format("{} for South, {} and round again: {}", name, way(engine::kSouth), south));
    add(fmt::format("{} for North, {} and round again: {}", name, way(engine::kNorth), north));
  }

  // Whether both players follow the same pits in the same order, wherever the list begins.
  static bool same_cycle(const grammar::Circuit& circuit) {
    const std::vector<grammar::Slot>& south = circuit.cycle[0];
    const std::vector<grammar::Slot>& north = circuit.cycle[1];
    if (south.size() != north.size() || south.empty()) return false;
    for (std::size_t shift = 0; shift < south.size(); ++shift) {
      std::size_t same = 0;
      while (same < south.size() && south[same] == north[(same + shift) % south.size()]) ++same;
      if (same == south.size()) return true;
    }
    return false;
  }

  // ---- options, states, names --------------------------------------------------------------------------------

  void describe_options() {
    DocumentSection& lines = section("options");
    for (const grammar::Option& option : rules_.options) {
      const std::string& chosen = option.values[static_cast<std::size_t>(option.chosen)];
      const std::string& initial = option.values[static_cast<std::size_t>(option.initial)];
      std::vector<std::string> others;
      for (const std::string& value : option.values) {
        if (value != chosen) others.push_back(value);
      }
      const std::string rest =
          option.range ? fmt::format("{}..{}", option.values.front(), option.values.back()) : engine::joined(others);
      const std::string standard = chosen == initial ? "the default" : "default: " + initial;
      lines.add(
          fmt::format("{} = {} ({}; {}: {})", option.name, chosen, standard, option.range ? "one of" : "or", rest),
          option.note);
      if (!option.text.empty()) lines.add(option.text, "", 1);
    }
    if (rules_.options.empty()) lines.add_default("none");
    else lines.add("choose with --set NAME=VALUE");
  }

  void describe_states() {
    DocumentSection& lines = section("what is remembered besides the seeds");
    for (const grammar::State& state : rules_.states) {
      std::string what;
      switch (state.kind) {
        case grammar::State::Flag:
          what = fmt::format("yes or no, at first {}", state.initial != 0 ? "yes" : "no");
          break;
        case grammar::State::Counter:
          what = fmt::format("a number 0..{}, at first {}", state.max, state.initial);
          break;
        case grammar::State::Direction: what = "a direction, at first " + engine::direction_word(game_, state.initial); break;
        case grammar::State::Pit: what = "a pit or none, at first none"; break;
      }
      static constexpr const char* kPer[] = {"", " for each player", " for each pit", " for each player and each pit"};
      const char* const per = kPer[state.per];
      lines.add(fmt::format("{}{}: {}", state.name, per, what), note_named<ast::State>(state.name));
    }
    if (rules_.states.empty()) lines.add_default("nothing");
    if (game_.program().uses_occurrences) lines.add_default("how often each position has occurred");
  }

  // The note behind the item of this kind and name.
  template <class Node>
  std::string note_named(const std::string& name) const {
    for (const ast::Item& item : tree_.items) {
      const auto* node = std::get_if<Node>(&item.node);
      if (node != nullptr && node->name.text == name) return note_text(item.note);
    }
    return {};
  }

  void describe_names() {
    DocumentSection& lines = section("names");
    for (const ast::Item& item : tree_.items) {
      if (const auto* zone = std::get_if<ast::Zone>(&item.node)) {
        lines.add(fmt::format("zone {} = {}", zone->name.text, to_text(*zone->set)), note_text(item.note));
      } else if (const auto* define = std::get_if<ast::Define>(&item.node)) {
        lines.add(fmt::format("{} = {}", define->name.text, to_text(*define->value)), note_text(item.note));
      }
    }
    if (lines.lines.empty()) document_.pop_back();
  }

  // ---- end ---------------------------------------------------------------------------------------------------

  void describe_end() {
    DocumentSection& lines = section("end");
    lines.add_default(
        "read before every turn, from the side of the player to move; the first row that holds ends the game:");
    for (const ast::Item& item : tree_.items) {
      const auto* end = std::get_if<ast::End>(&item.node);
      if (end == nullptr) continue;
      for (const ast::Row& row : end->rows) lines.add(to_text(row), note_text(row.note), 1);
    }
    lines.add_default("a game whose player to move cannot move, without a row that holds, is void");
    if (!game_.program().uses_occurrences)
      lines.add_default("repetition: a position that occurs again does not end the game");
    describe_winner(lines);
    describe_match(lines);
  }

  void describe_winner(DocumentSection& lines) const {
    const ast::Winner* winner = nullptr;
    std::string note;
    for (const ast::Item& item : tree_.items) {
      if (const auto* node = std::get_if<ast::Winner>(&item.node)) {
        winner = node;
        note = note_text(item.note);
      }
    }
    if (winner == nullptr) return lines.add_default("no winner clause: every row of `end` says the result itself");
    const std::string most = winner->fewest ? "fewest" : "most";
    lines.add(fmt::format("winner: {} {}", most, winner->measure ? to_text(*winner->measure) : "seeds"), note);
    if (!winner->measure)
      lines.add_default(rules_.board.stores ? "seeds in the store and won are counted" : "seeds won are counted");
    lines.add_default("equal is a draw");
    lines.add_default("seeds left on the board count for nobody unless a row gives them to a player");
  }

  void describe_match(DocumentSection& lines) const {
    const char* const starter = starter_text(rules_);
    for (const ast::Item& item : tree_.items) {
      const auto* match = std::get_if<ast::Match>(&item.node);
      if (match == nullptr) continue;
      if (match->games) {
        lines.add(fmt::format("match: best of {}; {}", rules_.match_games, starter), note_text(item.note));
        return lines.add_default("drawn and void games of a match are played again");
      }
      lines.add(fmt::format("match in rounds; {}; after each round the first row that holds:", starter),
                note_text(item.note));
      for (const ast::Row& row : match->rows) lines.add(to_text(row), note_text(row.note), 1);
      return lines.add_default("a row that gives no result, or none, begins another round");
    }
    lines.add_default("there are no matches: every game stands alone");
  }

  const Loaded& loaded_;
  const ast::File& tree_;
  const grammar::Ruleset& rules_;
  const engine::Game& game_;
  Document document_;
};

}  // namespace

Document describe(const Loaded& loaded) { return Describer(loaded).describe(); }

}  // namespace mnc::cli
