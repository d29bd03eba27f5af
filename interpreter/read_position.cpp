// Reads a position from a line of text. Every error says which bytes of the line are wrong.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <set>

#include "interpreter/fields.h"
#include "interpreter/notation.h"
#include "interpreter/quote.h"

namespace mnc::engine {
namespace {

using grammar::Board;
using grammar::State;

class PositionReader {
 public:
  PositionReader(const Game& game, std::string_view text) : game_(game), text_(text), position_(game.start()) {}

  std::variant<ReadPosition, TextError> read() {
    const std::vector<std::string_view> parts = split(text_, ';');
    bool good = read_board(parts[0]);
    std::size_t next = 1;
    if (good && parts.size() > 1 && trimmed(parts[1]).find('=') == std::string_view::npos) {
      good = read_mover(trimmed(parts[next++]));
    }
    position_.last_mover = position_.mover == kSouth ? kNorth : kSouth;
    for (; good && next < parts.size(); ++next) {
      const std::string_view field = trimmed(parts[next]);
      if (field.empty() && next + 1 == parts.size()) break;  // a `;` at the end
      good = read_field(field);
    }
    if (good) good = check_total();
    if (!good) return error_;
    return ReadPosition{position_, warning_};
  }

 private:
  bool fail(std::string_view where, std::string message) {
    error_.begin = static_cast<std::size_t>(where.data() - text_.data());
    error_.end = error_.begin + where.size();
    error_.message = std::move(message);
    return false;
  }

  static std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    while (true) {
      const std::size_t at = text.find(separator);
      parts.push_back(text.substr(0, at));
      if (at == std::string_view::npos) return parts;
      text.remove_prefix(at + 1);
    }
  }

  static std::vector<std::string_view> words(std::string_view text) {
    constexpr std::string_view kWhite = " \t\r\n";
    std::vector<std::string_view> result;
    while (true) {
      const std::size_t begin = text.find_first_not_of(kWhite);
      if (begin == std::string_view::npos) return result;
      const std::size_t end = std::min(text.find_first_of(kWhite, begin), text.size());
      result.push_back(text.substr(begin, end - begin));
      text.remove_prefix(end);
    }
  }

  // A decimal number 0…most; `what` says what it counts.
  std::optional<int> read_number(std::string_view word, int most, std::string_view what) {
    int value = 0;
    const char* const end = word.data() + word.size();
    const auto [stop, problem] = std::from_chars(word.data(), end, value);
    const bool is_number =
        !word.empty() && std::all_of(word.begin(), word.end(), [](char c) { return c >= '0' && c <= '9'; });
    if (!is_number) {
      fail(word, fmt::format("{} is not a number of {}", backquoted(word), what));
      return std::nullopt;
    }
    if (problem != std::errc{} || stop != end || value > most) {
      fail(word, fmt::format("{} is too many {}: at most {}", backquoted(word), what, most));
      return std::nullopt;
    }
    return value;
  }

  bool read_board(std::string_view text) {
    const Board& board = game_.ruleset().board;
    std::vector<std::vector<std::size_t>> pits(static_cast<std::size_t>(board.screen_rows));
    for (std::size_t slot = 0; slot < static_cast<std::size_t>(board.pits()); ++slot) {
      pits[static_cast<std::size_t>(board.slots[slot].screen_row)].push_back(slot);
    }
    const std::vector<std::string_view> rows = split(text, '/');
    if (trimmed(text).empty()) return fail(text, "the position does not begin with the rows of the board");
    if (rows.size() != pits.size()) {
      return fail(trimmed(text), fmt::format("the board has {}, not {}", count_of(pits.size(), "row"), rows.size()));
    }
    for (std::size_t i = 0; i < rows.size(); ++i) {
      std::sort(pits[i].begin(), pits[i].end(), [&](std::size_t a, std::size_t b) {
        return board.slots[a].screen_column < board.slots[b].screen_column;
      });
      if (!read_row(rows[i], i + 1, pits[i])) return false;
    }
    return true;
  }

  static std::string count_of(std::size_t count, std::string_view thing) {
    return fmt::format("{} {}{}", count, thing, count == 1 ? "" : "s");
  }

  bool read_row(std::string_view text, std::size_t number, const std::vector<std::size_t>& pits) {
    std::vector<std::string_view> numbers = words(text);
    if (text.find(',') != std::string_view::npos)
      return fail(trimmed(text), "the pits of a row are separated by spaces, not commas");
    // The gaps of a row may be left out.
    if (static_cast<int>(pits.size()) < game_.ruleset().board.screen_columns)
      std::erase(numbers, std::string_view("-"));
    if (numbers.size() != pits.size()) {
      const std::string_view where = trimmed(text).empty() ? text : trimmed(text);
      return fail(where, fmt::format("row {} of the board has {}, not {}", number, count_of(pits.size(), "pit"),
                                     numbers.size()));
    }
    for (std::size_t i = 0; i < pits.size(); ++i) {
      const std::optional<int> seeds = read_number(numbers[i], grammar::kMaxSeeds, "seeds");
      if (!seeds) return false;
      position_.seeds[pits[i]] = static_cast<std::uint16_t>(*seeds);
    }
    return true;
  }

  bool read_mover(std::string_view text) {
    if (text == "S" || text == "s") position_.mover = kSouth;
    else if (text == "N" || text == "n") position_.mover = kNorth;
    else return fail(text, fmt::format("{} is not a player: the player to move is `S` or `N`", backquoted(text)));
    return true;
  }

  bool read_field(std::string_view field) {
    const std::size_t equals = field.find('=');
    if (equals == std::string_view::npos) {
      return fail(field, fmt::format("{} is not a field: write `name=South,North`", backquoted(field)));
    }
    const std::string_view name = trimmed(field.substr(0, equals));
    if (!seen_.insert(std::string(name)).second) return fail(name, fmt::format("{} is given twice", backquoted(name)));
    std::vector<std::string_view> values = split(field.substr(equals + 1), ',');
    std::vector<std::string> known;
    for (const FieldText& expected : field_texts(game_, position_)) {
      if (expected.name != name) {
        known.push_back("`" + expected.name + "`");
        continue;
      }
      for (std::string_view& value : values) value = trimmed(value);
      if (values.size() == expected.values.size()) return read_values(name, values);
      if (expected.values.size() == 1) return fail(field, fmt::format("{} takes one value", backquoted(name)));
      return fail(field,
                  fmt::format("{} takes two values, South's and North's: `{}=South,North`", backquoted(name), name));
    }
    const std::string others = known.empty() ? "no fields" : joined(known);
    return fail(name, fmt::format("positions of this game have no {}; they have {}", backquoted(name), others));
  }

  bool read_values(std::string_view name, const std::vector<std::string_view>& values) {
    const grammar::Ruleset& rules = game_.ruleset();
    for (std::size_t i = 0; i < rules.states.size(); ++i) {
      if (rules.states[i].name == name) return read_state(i, values);
    }
    if (name == "ply") {
      // Counted from 1; far beyond any game, and safe to add to.
      const std::optional<int> ply = read_number(values[0], 1'000'000'000, "plies");
      if (ply) position_.ply = static_cast<std::uint32_t>(std::max(1, *ply));
      return ply.has_value();
    }
    if (name == "last mover") return read_last_mover(values[0]);
    for (std::size_t side = 0; side < 2; ++side) {
      const std::optional<int> seeds = read_number(values[side], grammar::kMaxSeeds, "seeds");
      if (!seeds) return false;
      const auto count = static_cast<std::uint16_t>(*seeds);
      if (name == "won") position_.won[side] = count;
      else if (name == "reserve") position_.reserve[side] = count;
      else position_.seeds[static_cast<std::size_t>(rules.board.pits()) + side] = count;  // store
    }
    return true;
  }

  bool read_last_mover(std::string_view text) {
    if (text != "S" && text != "N") return fail(text, fmt::format("{} is not a player: `S` or `N`", backquoted(text)));
    position_.last_mover = text == "S" ? kSouth : kNorth;
    return true;
  }

  bool read_state(std::size_t number, const std::vector<std::string_view>& values) {
    const State& state = game_.ruleset().states[number];
    for (std::size_t side = 0; side < values.size(); ++side) {
      if (state.per == State::EachPit) {
        if (!read_flags(position_.pit_flags[number][0], pits_of(game_, static_cast<int>(side)), values[side])) return false;
      } else if (state.per == State::EachPlayerAndPit) {
        if (!read_flags(position_.pit_flags[number][side], all_pits(game_), values[side])) return false;
      } else if (state.kind == State::Pit) {
        const Slot slot = find_slot(game_, values[side]);
        if (slot == kNoSlot && values[side] != "-") {
          return fail(values[side],
                      fmt::format("{} is not a pit of this board: write `A1`, `a1` or `-`", backquoted(values[side])));
        }
        position_.values[number][side] = slot;
      } else if (state.kind == State::Direction) {
        if (!read_direction(values[side], position_.values[number][side])) return false;
      } else {
        const int most = state.kind == State::Flag ? 1 : state.max;
        const std::string what = "`" + state.name + "`";
        const std::optional<int> value = read_number(values[side], most, what);
        if (!value) return false;
        position_.values[number][side] = static_cast<std::int16_t>(*value);
      }
    }
    return true;
  }

  bool read_direction(std::string_view text, std::int16_t& out) {
    for (const int direction : {grammar::kClockwise, grammar::kCounterclockwise}) {
      if (text != direction_word(game_, direction)) continue;
      out = static_cast<std::int16_t>(direction);
      return true;
    }
    return fail(text, fmt::format("{} is not a direction: `{}` or `{}`", backquoted(text), direction_word(game_, grammar::kClockwise),
                                  direction_word(game_, grammar::kCounterclockwise)));
  }

  bool read_flags(std::bitset<kMaxSlots>& flags, const std::vector<Slot>& pits, std::string_view text) {
    const bool digits = std::all_of(text.begin(), text.end(), [](char c) { return c == '0' || c == '1'; });
    if (!digits || text.size() != pits.size()) {
      return fail(text, fmt::format("{} is not a mark for each of {}: write as many digits `0` or `1`, pit by pit",
                                    backquoted(text), count_of(pits.size(), "pit")));
    }
    for (std::size_t i = 0; i < pits.size(); ++i) {
      flags[static_cast<std::size_t>(pits[i])] = text[i] == '1';
    }
    return true;
  }

  static int total(const Position& position) {
    int sum = position.reserve[0] + position.reserve[1] + position.won[0] + position.won[1];
    for (const std::uint16_t seeds : position.seeds) sum += seeds;
    return sum;
  }

  bool check_total() {
    const int sum = total(position_);
    const int start = total(game_.start());
    if (sum > grammar::kMaxSeeds) {
      return fail(text_, fmt::format("the seeds add up to {}: at most {}", sum, grammar::kMaxSeeds));
    }
    if (sum != start) warning_ = fmt::format("the seeds add up to {}, not to the game's {}", sum, start);
    return true;
  }

  const Game& game_;
  std::string_view text_;
  Position position_;
  std::string warning_;
  TextError error_;
  std::set<std::string> seen_;
};

}  // namespace

std::variant<ReadPosition, TextError> read_position(const Game& game, std::string_view text) {
  return PositionReader(game, text).read();
}

}  // namespace mnc::engine
