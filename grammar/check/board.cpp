// Stage 2, check: pits, where they lie and what is in them at the start.
#include "grammar/check/board.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <sstream>
#include <tuple>

namespace mnc::grammar::check {
namespace {

using Entry = ast::Board::Entry;

constexpr std::array<std::string_view, 8> kEntryWords{"rows",   "columns", "seeds", "reserve",
                                                      "stores", "shared",  "start", "layout"};
constexpr int kMaxRows = 4;  // of `rows N`; a layout may have more

std::vector<std::string> words_of(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

std::optional<int> number_of(std::string_view text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || value < 0 || value > 65535) return std::nullopt;
  return value;
}

class BoardMaker {
 public:
  BoardMaker(Context& context, Expressions& expressions)
      : context_(context), expressions_(expressions), board_(context.out.board) {}

  void run() {
    if (!collect()) return;
    board_.shared = has(Entry::Shared);
    board_.stores = has(Entry::Stores);
    if (!(has(Entry::Layout) ? place_layout() : place_grid())) return;
    finish_slots();
    if (static_cast<int>(board_.slots.size()) > kMaxSlots) {
      const Entry::Kind size = has(Entry::Layout) ? Entry::Layout : Entry::Columns;
      context_.report(Code::BoardTooLarge, entries_[size]->span,
                      "the board has " + std::to_string(board_.slots.size()) + " pits and stores; at most " +
                          std::to_string(kMaxSlots) + " are possible");
      return;
    }
    find_opposites();
    context_.board_known = true;
    fill();
    context_.board_known = !twice_;  // it is not certain which of two boards is meant
  }

 private:
  [[nodiscard]] bool has(Entry::Kind kind) const { return entries_[kind] != nullptr; }

  bool collect() {
    const ast::Board* board = nullptr;
    for (const ast::Item& item : context_.tree.items) {
      const auto* found = std::get_if<ast::Board>(&item.node);
      if (!found) continue;
      if (board) {
        context_.report(Code::ClauseTwice, item.keyword, "a ruleset has one `board`")
            .notes.push_back({whole_, "the other stands here"});
        twice_ = true;
        continue;
      }
      board = found;
      whole_ = item.keyword;
    }
    if (!board) {
      context_.report(Code::NoBoard, context_.tree.title.span, "the ruleset has no `board`").help =
          "for example `board { rows 2  columns 6  seeds 4 }`";
      return false;
    }
    for (const Entry& entry : board->entries) {
      const Entry*& known = entries_[entry.kind];
      if (entry.set) {
        seeded_.push_back(&entry);
      } else if (known) {
        context_.report(Code::ClauseTwice, entry.span, quoted(kEntryWords[entry.kind]) + " is given twice")
            .notes.push_back({known->span, "it is given here"});
      } else {
        known = &entry;
      }
    }
    conflict(Entry::Layout, Entry::Rows);
    conflict(Entry::Layout, Entry::Columns);
    conflict(Entry::Seeds, Entry::Start);
    for (const Entry* entry : seeded_) {
      if (!has(Entry::Start)) break;
      context_.report(Code::BoardConflict, entry->span, "`seeds` and `start` exclude each other")
          .notes.push_back({entries_[Entry::Start]->span, "the other stands here"});
    }
    return true;
  }

  void conflict(Entry::Kind a, Entry::Kind b) {
    if (!has(a) || !has(b)) return;
    context_
        .report(Code::BoardConflict, entries_[b]->span,
                quoted(kEntryWords[b]) + " and " + quoted(kEntryWords[a]) + " exclude each other")
        .notes.push_back({entries_[a]->span, "the other stands here"});
  }

  std::optional<int> number(Entry::Kind kind, int low, int high) {
    const Entry& entry = *entries_[kind];
    bool soft = false;
    const auto value = expressions_.constant(*entry.number, "in `board`", &soft);
    if (kind == Entry::Rows || kind == Entry::Columns) context_.board_soft |= soft;
    if (value && (*value < low || *value > high)) {
      Diagnostic& diagnostic = context_.report(Code::OutOfRange, entry.number->span,
                                               quoted(kEntryWords[kind]) + " is " + std::to_string(low) + " to " +
                                                   std::to_string(high) + ", not " + std::to_string(*value));
      if (kind == Entry::Rows && *value > high) diagnostic.help = "more rows are drawn in a `layout { … }`, one text a row";
      return std::nullopt;
    }
    return value;
  }

  bool place_grid() {
    for (const auto kind : {Entry::Rows, Entry::Columns}) {
      if (has(kind)) continue;
      context_.report(Code::BoardSizeMissing, whole_, "the board says nothing of its " + std::string(kEntryWords[kind]))
          .help = "write `rows N` and `columns N`, or a `layout`";
      return false;
    }
    const auto rows = number(Entry::Rows, 1, kMaxRows);
    const auto columns = number(Entry::Columns, 1, kMaxSlots);
    if (!rows || !columns) return false;
    if (*rows % 2 == 1 && !board_.shared) {
      context_
          .report(Code::BoardSizeMissing, entries_[Entry::Rows]->span,
                  "who owns the pits of " + std::to_string(*rows) + (*rows == 1 ? " row" : " rows") + " has to be said")
          .help = "write `shared`, or a `layout`: upper-case pits are South's, lower-case ones North's";
      return false;
    }
    board_.screen_rows = *rows;
    board_.screen_columns = *columns;
    for (int row = 0; row < *rows; ++row) {
      for (int column = 0; column < *columns; ++column) place_in_grid(row, column);
    }
    return true;
  }

  // North's rows are above, lettered from the middle outwards and numbered from North's left; a shared board is
  // lettered from the bottom up.
  void place_in_grid(int row, int column) {
    const int rows = board_.screen_rows;
    const int half = rows / 2;
    const bool north = row < half && !board_.shared;
    const int letter = board_.shared ? rows - 1 - row : north ? half - 1 - row : row - half;
    const int number = north ? board_.screen_columns - column : column + 1;
    add(board_.shared ? Who::Mover
        : north       ? Who::North
                      : Who::South,
        static_cast<char>('A' + letter), number, row, column);
  }

  void add(Who owner, char row, int column, int screen_row, int screen_column) {
    Pit pit{};
    pit.owner = owner;
    pit.row = row;
    pit.column = column;
    pit.screen_row = screen_row;
    pit.screen_column = screen_column;
    board_.slots.push_back(pit);
  }

  bool place_layout() {
    const Entry& layout = *entries_[Entry::Layout];
    bool good = true;
    for (std::size_t row = 0; row < layout.text.size(); ++row) {
      const auto cells = words_of(layout.text[row]);
      board_.screen_columns = std::max(board_.screen_columns, static_cast<int>(cells.size()));
      for (std::size_t column = 0; column < cells.size(); ++column) {
        good =
            place_cell(cells[column], static_cast<int>(row), static_cast<int>(column), layout.text_spans[row]) && good;
      }
      if (static_cast<int>(cells.size()) != board_.screen_columns) {
        context_.report(Code::BadLayout, layout.text_spans[row], "the rows of a layout are of the same length").help =
            "fill gaps with `-`";
        good = false;
      }
    }
    board_.screen_rows = static_cast<int>(layout.text.size());
    good = good && lettered_well(layout);
    if (good && board_.slots.empty()) {
      context_.report(Code::BadLayout, layout.span, "the layout has no pits");
      good = false;
    }
    for (int row = 0; good && row < board_.screen_rows; ++row)
      good = numbered_well(row, layout.text_spans[static_cast<std::size_t>(row)]);
    return good;
  }

  // Rows are lettered from the middle outwards, without leaving a letter out.
  bool lettered_well(const Entry& layout) {
    for (const Pit& pit : board_.slots) {
      const bool first = pit.row == 'A' || std::any_of(board_.slots.begin(), board_.slots.end(), [&](const Pit& other) {
        return other.owner == pit.owner && other.row == pit.row - 1;
      });
      if (first) continue;
      context_.report(Code::BadLayout, layout.text_spans[static_cast<std::size_t>(pit.screen_row)],
                      "there is a row " + quoted(std::string(1, pit.row)) + " but no row " +
                          quoted(std::string(1, static_cast<char>(pit.row - 1))))
          .help = "rows are lettered from the middle of the board outwards: A, B, …";
      return false;
    }
    return true;
  }

  // Pits are numbered from their owner's left, without leaving a number out. (Rows that two players share may be
  // numbered as their rules have it.)
  bool numbered_well(int row, Span span) {
    std::vector<const Pit*> pits;
    for (const Pit& pit : board_.slots) {
      if (pit.screen_row == row) pits.push_back(&pit);
    }
    for (std::size_t i = 1; i < pits.size(); ++i) {
      if (pits[i]->owner != pits[0]->owner || pits[i]->row != pits[0]->row) return true;
    }
    for (std::size_t i = 1; i < pits.size(); ++i) {
      const bool north = pits[0]->owner == Who::North;
      const bool rises = pits[i]->column > pits[i - 1]->column;
      if (rises != north) continue;
      context_.report(Code::BadLayout, span, "the pits of this row are numbered the wrong way round").help =
          north ? "pits are numbered from their owner's left: South sees North's row as `a3 a2 a1`"
                : "pits are numbered from their owner's left: `A1 A2 A3`";
      return false;
    }
    return nothing_left_out(pits, span);
  }

  bool nothing_left_out(const std::vector<const Pit*>& pits, Span span) {
    for (const Pit* pit : pits) {
      const bool first = pit->column == 1 || std::any_of(board_.slots.begin(), board_.slots.end(), [&](const Pit& other) {
        return other.owner == pit->owner && other.row == pit->row && other.column == pit->column - 1;
      });
      if (first) continue;
      const char letter = pit->owner == Who::North ? static_cast<char>(pit->row - 'A' + 'a') : pit->row;
      const std::string missing = letter + std::to_string(pit->column - 1);
      context_.report(Code::BadLayout, span, "there is " + quoted(letter + std::to_string(pit->column)) + " but no " + quoted(missing))
          .help = "the pits of a row are numbered 1, 2, 3, …; gaps are written `-` and have no number";
      return false;
    }
    return true;
  }

  bool place_cell(const std::string& cell, int row, int column, Span span) {
    if (cell == "-") return true;
    const bool north = cell[0] >= 'a' && cell[0] <= 'z';
    const auto number = number_of(std::string_view(cell).substr(1));
    if (!(north || (cell[0] >= 'A' && cell[0] <= 'Z')) || !number || *number < 1 || *number > kMaxSlots) {
      context_.report(Code::BadLayout, span, quoted(cell) + " is no pit").help =
          "pits are written `A1` or `a1`, gaps `-`";
      return false;
    }
    if (north && board_.shared) {
      context_.report(Code::BadLayout, span, "on a shared board nobody owns " + quoted(cell)).help =
          "write the pits of a shared board in capitals";
      return false;
    }
    const Who owner = board_.shared ? Who::Mover : north ? Who::North : Who::South;
    const char letter = static_cast<char>(north ? cell[0] - 'a' + 'A' : cell[0]);
    const bool twice = std::any_of(board_.slots.begin(), board_.slots.end(), [&](const Pit& pit) {
      return pit.owner == owner && pit.row == letter && pit.column == *number;
    });
    if (twice) {
      context_.report(Code::BadLayout, span, "the pit " + quoted(cell) + " stands in the layout twice");
      return false;
    }
    add(owner, letter, *number, row, column);
    return true;
  }

  void finish_slots() {
    std::sort(board_.slots.begin(), board_.slots.end(), [](const Pit& a, const Pit& b) {
      return std::tuple(a.owner, a.row, a.column) < std::tuple(b.owner, b.row, b.column);
    });
    if (!board_.stores) return;
    for (const Who owner : {Who::South, Who::North}) {
      add(owner, 'A', 0, -1, -1);
      board_.slots.back().store = true;
    }
  }

  // A pit faces the opponent's pit of the same row and column of the board; on a shared board the pit of the mirrored row.
  // Behind it is the pit of that column in its owner's next row outwards.
  void find_opposites() {
    for (Pit& pit : board_.slots) {
      for (std::size_t i = 0; i < board_.slots.size(); ++i) {
        const Pit& facing = board_.slots[i];
        if (pit.store || facing.store || facing.screen_column != pit.screen_column) continue;
        const bool faces = board_.shared ? facing.screen_row == board_.screen_rows - 1 - pit.screen_row &&
                                               facing.screen_row != pit.screen_row
                                         : facing.owner != pit.owner && facing.row == pit.row;
        if (faces) pit.opposite = static_cast<Slot>(i);
        if (facing.owner == pit.owner && facing.row == pit.row + 1) pit.behind = static_cast<Slot>(i);
      }
    }
  }

  void fill() {
    board_.start.assign(board_.slots.size(), 0);
    int reserve = 0;
    if (has(Entry::Reserve)) {
      reserve = number(Entry::Reserve, 0, kMaxSeeds).value_or(0);
      board_.has_reserve = true;
      board_.reserve = {reserve, reserve};
    }
    bool known = true;
    if (has(Entry::Start)) {
      known = fill_from(*entries_[Entry::Start]);
    } else if (has(Entry::Seeds)) {
      const auto seeds = number(Entry::Seeds, 0, kMaxSeeds);
      known = seeds.has_value();
      std::fill_n(board_.start.begin(), board_.pits(), seeds.value_or(0));
    }
    for (const Entry* entry : seeded_) known = fill_set(*entry) && known;
    if (!known) return;
    long total = 2L * reserve;
    for (const int seeds : board_.start) total += seeds;
    if (total > kMaxSeeds) {
      context_.report(
          Code::TooManySeeds, whole_,
          "the game has " + std::to_string(total) + " seeds; at most " + std::to_string(kMaxSeeds) + " are possible");
    } else if (total == 0) {
      context_.report(Code::NoSeeds, whole_, "the game has no seeds").help =
          "write `seeds N` in `board`, `start \"…\"` or `reserve N`";
    }
  }

  // seeds N in SET: of both players.
  bool fill_set(const Entry& entry) {
    const auto seeds = expressions_.constant(*entry.number, "in `board`");
    if (seeds && (*seeds < 0 || *seeds > kMaxSeeds)) {
      context_.report(Code::OutOfRange, entry.number->span, "a pit holds 0 to " + std::to_string(kMaxSeeds) + " seeds");
      return false;
    }
    const NodeId pits = expressions_.pits(*entry.set, Scope{.known = 0, .place = "in `board`"});
    const auto set = context_.nodes.const_set(pits);
    if (pits != kNoNode && !set)
      context_.report(Code::NotFixed, entry.set->span, "the seeds of the start lie in fixed pits");
    if (!seeds || !set) return false;
    for (std::size_t slot = 0; slot < board_.slots.size(); ++slot)
      if ((*set)[0][slot] || (*set)[1][slot]) board_.start[slot] = *seeds;
    return true;
  }

  bool fill_from(const Entry& entry) {
    const Span span = entry.text_spans.front();
    std::vector<std::vector<std::string>> rows(1);
    for (const std::string& word : words_of(entry.text.front())) {
      if (word == "/") rows.emplace_back();
      else if (word != "-") rows.back().push_back(word);
    }
    if (static_cast<int>(rows.size()) != board_.screen_rows) {
      context_
          .report(Code::BadStart, span,
                  "the start has " + std::to_string(rows.size()) + " rows and the board " +
                      std::to_string(board_.screen_rows))
          .help = "the rows are separated by ` / `, North's outermost first";
      return false;
    }
    for (int row = 0; row < board_.screen_rows; ++row) {
      if (!fill_row(row, rows[static_cast<std::size_t>(row)], span)) return false;
    }
    return true;
  }

  bool fill_row(int row, const std::vector<std::string>& counts, Span span) {
    std::vector<std::size_t> slots;
    for (std::size_t i = 0; i < board_.slots.size(); ++i) {
      if (!board_.slots[i].store && board_.slots[i].screen_row == row) slots.push_back(i);
    }
    std::sort(slots.begin(), slots.end(), [&](std::size_t a, std::size_t b) {
      return board_.slots[a].screen_column < board_.slots[b].screen_column;
    });
    if (counts.size() != slots.size()) {
      context_.report(Code::BadStart, span,
                      "row " + std::to_string(row + 1) + " of the start has " + std::to_string(counts.size()) +
                          " numbers and the board " + std::to_string(slots.size()) + " pits there");
      return false;
    }
    for (std::size_t i = 0; i < slots.size(); ++i) {
      const auto seeds = number_of(counts[i]);
      if (!seeds || *seeds > kMaxSeeds) {
        context_.report(Code::BadStart, span, quoted(counts[i]) + " is no number of seeds");
        return false;
      }
      board_.start[slots[i]] = *seeds;
    }
    return true;
  }

  Context& context_;
  Expressions& expressions_;
  Board& board_;
  std::array<const Entry*, 8> entries_{};
  std::vector<const Entry*> seeded_;  // seeds N in SET
  Span whole_;
  bool twice_ = false;  // two boards are described
};

}  // namespace

void check_board(Context& context, Expressions& expressions) { BoardMaker(context, expressions).run(); }

void check_zones(Context& context, Expressions& expressions) {
  for (std::size_t i = 0; i < context.zones.size(); ++i) {
    const ast::Zone& tree = *context.zones[i].tree;
    const auto set = context.nodes.const_set(expressions.zone(i));
    if (!set) continue;
    context.out.zones.push_back(
        {tree.name.text, context.nodes.intern((*set)[0]), context.nodes.intern((*set)[1]), tree.name.span});
  }
}

}  // namespace mnc::grammar::check
