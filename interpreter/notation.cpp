// Writes slots, positions and moves as text; reading them back is in read_position.cpp and read_move.cpp.
#include "interpreter/notation.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <optional>

#include "interpreter/fields.h"
#include "interpreter/program.h"

namespace mnc::engine {

std::string direction_word(const Game& game, int direction) {
  const grammar::Circuit& circuit = game.ruleset().board.circuits.front();
  if (!circuit.oriented) return direction == circuit.forwards[0] ? "forwards" : "backwards";
  return direction == grammar::kClockwise ? "clockwise" : "counterclockwise";
}

namespace {

using grammar::Board;
using grammar::Pit;

char letter(const Game& game, Slot slot) {
  const Board& board = game.ruleset().board;
  const Pit& pit = board.slots[static_cast<std::size_t>(slot)];
  const bool north = pit.owner == grammar::Who::North;
  return north ? static_cast<char>(pit.row - 'A' + 'a') : pit.row;
}

std::string digits(const Position& position, std::size_t state, std::size_t player, const std::vector<Slot>& pits) {
  std::string text;
  for (const Slot slot : pits) text += position.pit_flags[state][player][static_cast<std::size_t>(slot)] ? '1' : '0';
  return text;
}

std::vector<std::string> state_values(const Game& game, const Position& position, std::size_t number) {
  const grammar::State& state = game.ruleset().states[number];
  if (state.per == grammar::State::EachPit) {
    if (game.ruleset().board.shared) return {digits(position, number, 0, pits_of(game, kSouth))};
    return {digits(position, number, 0, pits_of(game, kSouth)), digits(position, number, 0, pits_of(game, kNorth))};
  }
  if (state.per == grammar::State::EachPlayerAndPit) {
    return {digits(position, number, kSouth, all_pits(game)), digits(position, number, kNorth, all_pits(game))};
  }
  const auto text = [&](std::size_t side) {
    const std::int16_t value = position.values[number][side];
    if (state.kind == grammar::State::Direction) return direction_word(game, value);
    return state.kind == grammar::State::Pit ? slot_text(game, value) : std::to_string(value);
  };
  if (state.per == grammar::State::Game) return {text(kSouth)};
  return {text(kSouth), text(kNorth)};
}

// ---- signs of moves ----------------------------------------------------------------------------------------

// Looks through steps and the steps inside them for the first that `wanted` accepts.
template <class Wanted>
const grammar::Step* find_step(const std::vector<grammar::Step>& steps, const Wanted& wanted) {
  for (const grammar::Step& step : steps) {
    if (wanted(step)) return &step;
    const grammar::Step* inside = nullptr;
    const auto look = [&](const std::vector<grammar::Step>& inner) { return (inside = find_step(inner, wanted)) != nullptr; };
    if (grammar::any_inner(step, look)) return inside;
  }
  return nullptr;
}

// The answers to a question, by its number.
const std::vector<grammar::Answer>& answers_of(const Game& game, int number) {
  static const std::vector<grammar::Answer> kNone;
  const Program::Question& place = game.program().questions[static_cast<std::size_t>(number)];
  const auto is_it = [&place](const grammar::Step& step) {
    return step.op == grammar::Step::Ask && step.span.file == place.file && step.span.begin == place.begin;
  };
  const grammar::Ruleset& rules = game.ruleset();
  for (const grammar::Table& table : rules.tables)
    for (const grammar::Row& row : table)
      if (const grammar::Step* step = find_step(row.steps, is_it)) return step->answers;
  for (const grammar::Kind& kind : rules.kinds)
    if (const grammar::Step* step = find_step(kind.steps, is_it)) return step->answers;
  return kNone;
}

// The code of a kind for a player as mover; null if it never comes up.
const KindCode* code_of(const Game& game, int mover, int kind) {
  for (const KindCode& code : game.program().players[static_cast<std::size_t>(mover)].kinds) {
    if (code.kind == kind) return &code;
  }
  return nullptr;
}

// Columns between two pits of one row, positive to the mover's right; nothing if they are not in one row.
std::optional<int> columns_right(const Board& board, int mover, Slot from, Slot to) {
  const Pit& a = board.slots[static_cast<std::size_t>(from)];
  const Pit& b = board.slots[static_cast<std::size_t>(to)];
  if (a.store || b.store || a.screen_row != b.screen_row || from == to) return std::nullopt;
  const int right = b.screen_column - a.screen_column;
  return mover == kSouth ? right : -right;
}

// The way the hand leaves the pit as the mover sees it: to the next pit if that is in the same row, else as it would
// have come from the previous one. Neighbours in the row come before pits further off (the ends of a ring of one row).
std::optional<char> leaving_sign(const Board& board, const grammar::Circuit& circuit, int mover, Slot origin,
                                 int rotation) {
  const std::vector<Slot>& cycle = circuit.cycle[static_cast<std::size_t>(mover)];
  const auto at = std::find(cycle.begin(), cycle.end(), origin);
  if (at == cycle.end()) return std::nullopt;
  const std::size_t size = cycle.size();
  const auto index = static_cast<std::size_t>(at - cycle.begin());
  const Slot after = cycle[(index + 1) % size];
  const Slot before = cycle[(index + size - 1) % size];
  const bool clockwise = rotation == grammar::kClockwise;
  const std::optional<int> onwards = columns_right(board, mover, origin, clockwise ? after : before);
  const std::optional<int> hither = columns_right(board, mover, clockwise ? before : after, origin);
  for (const bool neighbours_only : {true, false}) {
    for (const std::optional<int>& columns : {onwards, hither}) {
      if (columns && (!neighbours_only || std::abs(*columns) == 1)) return *columns > 0 ? '>' : '<';
    }
  }
  return std::nullopt;
}

// INVARIANT: different answers to one choice get different signs, also where the board does not tell them apart.
std::string direction_text(const Game& game, int mover, const Move& move, std::size_t choice, int answer) {
  const std::vector<grammar::Circuit>& circuits = game.ruleset().board.circuits;
  const KindCode* code = code_of(game, mover, move.kind);
  const int count = code == nullptr ? 0 : code->choices[choice].answers;
  std::string signs;
  for (int i = 0; i < count && move.origin != kNoSlot; ++i) {
    const int rotation = code->choices[choice].direction[static_cast<std::size_t>(i)];
    const grammar::Circuit& circuit = circuits[static_cast<std::size_t>(code->circuit)];
    const std::optional<char> sign = leaving_sign(game.ruleset().board, circuit, mover, move.origin, rotation);
    if (!sign || signs.find(*sign) != std::string::npos) break;
    signs += *sign;
  }
  if (static_cast<int>(signs.size()) != count) signs = "><";
  const auto index = static_cast<std::size_t>(answer);
  return index < signs.size() ? std::string(1, signs[index]) : fmt::format("={}", answer);
}

std::string answer_text(const std::vector<grammar::Answer>& answers, int number) {
  if (number >= static_cast<int>(answers.size())) return fmt::format("={}", number);
  const grammar::Answer& answer = answers[static_cast<std::size_t>(number)];
  switch (answer.sign) {
    case grammar::Answer::Left: return "<";
    case grammar::Answer::Right: return ">";
    case grammar::Answer::Yes: return "+";
    case grammar::Answer::No: return ".";
    case grammar::Answer::Named: return "=" + answer.name;
  }
  return {};
}

// On a shared board a pit has one name; the mover writes it in their case.
std::string pit_text(const Game& game, int mover, Slot slot) {
  std::string text = slot_text(game, slot);
  const bool nobodys = game.ruleset().board.slots[static_cast<std::size_t>(slot)].owner == grammar::Who::Mover;
  if (nobodys && mover == kNorth) text[0] = static_cast<char>(text[0] - 'A' + 'a');
  return text;
}

// The questions behind the answers that follow those to the choices of the move's kind.
std::vector<int> questions_of(const Game& game, const Position& position, const Move& move) {
  const std::size_t choices = game.ruleset().kinds[move.kind].choices.size();
  std::vector<int> questions;
  if (move.answer_count > choices && game.program().questions.size() > 1) questions = game.questions(position, move);
  questions.resize(std::max<std::size_t>(choices, move.answer_count) - choices);
  return questions;
}

// Whether answer number i is a pit.
bool is_pit(const Game& game, const Move& move, const std::vector<int>& questions, std::size_t i) {
  const std::vector<grammar::Choice>& choices = game.ruleset().kinds[move.kind].choices;
  if (i < choices.size()) return choices[i].pits != grammar::kNoNode;
  return game.program().questions[static_cast<std::size_t>(questions[i - choices.size()])].pit;
}

std::string signs_text(const Game& game, const Position& position, const Move& move) {
  const std::vector<grammar::Choice>& choices = game.ruleset().kinds[move.kind].choices;
  const std::vector<int> questions = questions_of(game, position, move);
  std::string text;
  for (std::size_t i = 0; i < move.answer_count; ++i) {
    const int answer = move.answer(i);
    if (answer == kNotAsked) continue;
    if (is_pit(game, move, questions, i)) text += "=" + pit_text(game, position.mover, static_cast<Slot>(answer));
    else if (i >= choices.size()) text += answer_text(answers_of(game, questions[i - choices.size()]), answer);
    else if (choices[i].is_direction) text += direction_text(game, position.mover, move, i, answer);
    else text += answer_text(choices[i].answers, answer);
  }
  while (text.ends_with('.')) text.pop_back();
  return text;
}

std::string origin_text(const Game& game, const Position& position, const Move& move) {
  if (move.origin == kNoSlot) return game.ruleset().kinds[move.kind].name;
  return pit_text(game, position.mover, move.origin);
}

}  // namespace

std::vector<std::size_t> picked_pits(const Game& game, const Position& position, const Move& move) {
  const std::vector<int> questions = questions_of(game, position, move);
  std::vector<std::size_t> picked;
  for (std::size_t i = 0; i < move.answer_count; ++i) {
    if (move.answer(i) != kNotAsked && is_pit(game, move, questions, i)) picked.push_back(i);
  }
  return picked;
}

std::vector<Slot> pits_of(const Game& game, int side) {
  const Board& board = game.ruleset().board;
  std::vector<Slot> pits;
  for (int slot = 0; slot < board.pits(); ++slot) {
    const bool north = board.slots[static_cast<std::size_t>(slot)].owner == grammar::Who::North;
    if (north == (side == kNorth)) pits.push_back(static_cast<Slot>(slot));
  }
  return pits;
}

std::vector<Slot> all_pits(const Game& game) {
  std::vector<Slot> pits(static_cast<std::size_t>(game.ruleset().board.pits()));
  std::iota(pits.begin(), pits.end(), Slot{0});
  return pits;
}

Slot find_slot(const Game& game, std::string_view text) {
  const std::size_t slots = game.ruleset().board.slots.size();
  for (std::size_t slot = 0; slot < slots; ++slot) {
    if (slot_text(game, static_cast<Slot>(slot)) == text) return static_cast<Slot>(slot);
  }
  return kNoSlot;
}

std::string slot_text(const Game& game, Slot slot) {
  if (slot == kNoSlot) return "-";
  const Pit& pit = game.ruleset().board.slots[static_cast<std::size_t>(slot)];
  if (pit.store) return pit.owner == grammar::Who::North ? "store" : "Store";  // the case tells whose
  return letter(game, slot) + std::to_string(pit.column);
}

std::string board_text(const Game& game, const Position& position) {
  const Board& board = game.ruleset().board;
  const std::vector<std::string> gaps(static_cast<std::size_t>(board.screen_columns), "-");
  std::vector<std::vector<std::string>> rows(static_cast<std::size_t>(board.screen_rows), gaps);
  for (std::size_t slot = 0; slot < static_cast<std::size_t>(board.pits()); ++slot) {
    const Pit& pit = board.slots[slot];
    rows[static_cast<std::size_t>(pit.screen_row)][static_cast<std::size_t>(pit.screen_column)] =
        std::to_string(position.seeds[slot]);
  }
  std::string text;
  for (const std::vector<std::string>& row : rows) {
    if (&row != &rows.front()) text += " / ";
    text += fmt::format("{}", fmt::join(row, " "));
  }
  return text;
}

std::vector<FieldText> field_texts(const Game& game, const Position& position) {
  const grammar::Ruleset& rules = game.ruleset();
  const Board& board = rules.board;
  std::vector<FieldText> fields;
  const auto pair = [&](const char* name, int south, int north) {
    fields.push_back({name, {std::to_string(south), std::to_string(north)}});
  };
  if (board.has_won) pair("won", position.won[kSouth], position.won[kNorth]);
  if (board.has_reserve) pair("reserve", position.reserve[kSouth], position.reserve[kNorth]);
  if (board.stores) {
    const auto south = static_cast<std::size_t>(board.pits());
    pair("store", position.seeds[south], position.seeds[south + 1]);
  }
  for (std::size_t i = 0; i < rules.states.size(); ++i) {
    fields.push_back({rules.states[i].name, state_values(game, position, i)});
  }
  if (prints_ply(game)) fields.push_back({"ply", {std::to_string(position.ply)}});
  if (prints_last_mover(game)) fields.push_back({"last mover", {position.last_mover == kSouth ? "S" : "N"}});
  return fields;
}

std::string position_text(const Game& game, const Position& position, bool short_form) {
  std::string text = board_text(game, position) + (position.mover == kSouth ? "; S" : "; N");
  Position initial = game.start();
  initial.last_mover = position.mover == kSouth ? kNorth : kSouth;  // what a reader takes it for when left out
  const std::vector<FieldText> fields = field_texts(game, position);
  const std::vector<FieldText> initial_fields = field_texts(game, initial);
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (short_form && fields[i] == initial_fields[i]) continue;
    text += "; " + fields[i].name + "=" + fmt::format("{}", fmt::join(fields[i].values, ","));
  }
  return text;
}

std::string move_text(const Game& game, const Position& position, const Move& move, const std::vector<Move>& legal) {
  const std::string origin = origin_text(game, position, move);
  const std::string signs = signs_text(game, position, move);
  for (const Move& other : legal) {
    if (other == move) break;
    if (other.kind != move.kind && other.origin == move.origin && origin_text(game, position, other) == origin &&
        signs_text(game, position, other) == signs) {
      return origin + "=" + game.ruleset().kinds[move.kind].name + signs;
    }
  }
  return origin + signs;
}

}  // namespace mnc::engine
