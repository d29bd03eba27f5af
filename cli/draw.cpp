// Draws boards; see draw.h.
#include "cli/draw.h"

#include <fmt/format.h>

#include <algorithm>

#include "interpreter/fields.h"
#include "interpreter/notation.h"

namespace mnc::cli {
namespace {

constexpr int kLineWidth = 100;  // characters; a 2 × 24 board still goes into one block

// What stands in a pit's place: its name and its seeds; both empty for a gap.
struct Cell {
  std::string name, seeds;
};

struct Row {
  bool north = false;
  std::vector<Cell> cells;
};

std::vector<Row> rows_of(const engine::Game& game, const engine::Position& position) {
  const grammar::Board& board = game.ruleset().board;
  std::vector<Row> rows(static_cast<std::size_t>(board.screen_rows));
  for (Row& row : rows) row.cells.resize(static_cast<std::size_t>(board.screen_columns));
  for (int slot = 0; slot < board.pits(); ++slot) {
    const grammar::Pit& pit = board.slots[static_cast<std::size_t>(slot)];
    Row& row = rows[static_cast<std::size_t>(pit.screen_row)];
    row.north = pit.owner == grammar::Who::North;
    row.cells[static_cast<std::size_t>(pit.screen_column)] = {
        engine::slot_text(game, static_cast<engine::Slot>(slot)),
        std::to_string(position.seeds[static_cast<std::size_t>(slot)])};
  }
  return rows;
}

std::string line(const Row& row, std::string Cell::*what, std::size_t from, std::size_t to, std::size_t width) {
  std::string text;
  for (std::size_t i = from; i < to; ++i) text += fmt::format("{:>{}}", row.cells[i].*what, width);
  text.erase(text.find_last_not_of(' ') + 1);
  return text + "\n";
}

}  // namespace

std::string draw_board(const engine::Game& game, const engine::Position& position) {
  const std::vector<Row> rows = rows_of(game, position);
  std::size_t width = 0;
  for (const Row& row : rows) {
    for (const Cell& cell : row.cells) width = std::max({width, cell.name.size(), cell.seeds.size()});
  }
  width += 2;
  const std::size_t columns = rows.empty() ? 0 : rows[0].cells.size();
  const std::size_t block = std::max<std::size_t>(1, kLineWidth / width);
  std::string text;
  for (std::size_t from = 0; from < columns; from += block) {
    const std::size_t to = std::min(from + block, columns);
    if (from != 0) text += "\n";
    for (const Row& row : rows) {
      if (row.north) text += line(row, &Cell::name, from, to, width);
      text += line(row, &Cell::seeds, from, to, width);
      if (!row.north) text += line(row, &Cell::name, from, to, width);
    }
  }
  return text;
}

std::string draw_fields(const engine::Game& game, const engine::Position& position) {
  std::string text;
  for (const engine::FieldText& field : engine::field_texts(game, position)) {
    if (field.values.size() == 1) text += fmt::format("{}: {}\n", field.name, field.values[0]);
    else text += fmt::format("{}: South {}, North {}\n", field.name, field.values[0], field.values[1]);
  }
  return text;
}

}  // namespace mnc::cli
