// Finds the legal move that a text names, or says why there is none.
#include <fmt/format.h>

#include <algorithm>

#include "interpreter/fields.h"
#include "interpreter/notation.h"
#include "interpreter/quote.h"

namespace mnc::engine {
namespace {

bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
char lowered(char c) { return is_upper(c) ? static_cast<char>(c - 'A' + 'a') : c; }

std::string lowered(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = lowered(c);
  return result;
}

std::string_view without_marks(std::string_view text) {
  text = trimmed(text);
  while (text.ends_with('.')) text.remove_suffix(1);
  return text;
}

// The text of a move cut in two: the pit (a letter and digits, or all of it) and what follows.
struct Parts {
  std::string_view pit, signs;
  bool is_pit = false;
};

Parts parts_of(std::string_view text) {
  std::size_t end = 1;
  while (end < text.size() && is_digit(text[end])) ++end;
  const bool is_pit = (is_lower(text[0]) || is_upper(text[0])) && end > 1;
  if (!is_pit) return {text, text.substr(text.size()), false};
  return {text.substr(0, end), text.substr(end), true};
}

bool is_opponents(const Game& game, const Position& position, Slot slot) {
  const grammar::Who owner = game.ruleset().board.slots[static_cast<std::size_t>(slot)].owner;
  return owner == (position.mover == kSouth ? grammar::Who::North : grammar::Who::South);
}

// Whether the player to move may start on the other side of the board.
bool may_start_across(const Game& game, const Position& position, const std::vector<Move>& legal) {
  return std::any_of(legal.begin(), legal.end(), [&](const Move& move) {
    return move.origin != kNoSlot && is_opponents(game, position, move.origin);
  });
}

// The pit as the player to move writes it. Which of two pits is meant if only the case differs: their own, unless
// moves start from the other's.
std::string as_mover_writes(const Game& game, const Position& position, std::string_view pit, const std::vector<Move>& legal) {
  std::string other(pit);
  other[0] = is_lower(pit[0]) ? static_cast<char>(pit[0] - 'a' + 'A') : lowered(pit[0]);
  const std::string given(pit);
  if (may_start_across(game, position, legal) && find_slot(game, given) != kNoSlot) return given;
  const bool given_is_own = is_lower(pit[0]) == (position.mover == kNorth);
  const std::string& own = given_is_own ? given : other;
  const std::string& theirs = given_is_own ? other : given;
  return find_slot(game, own) == kNoSlot && find_slot(game, theirs) != kNoSlot ? theirs : own;
}

}  // namespace

bool is_out_of_reach(const Game& game, const Position& position, Slot slot, const std::vector<Move>& legal) {
  return is_opponents(game, position, slot) && !may_start_across(game, position, legal);
}

namespace {

class MoveReader {
 public:
  MoveReader(const Game& game, const Position& position, std::string_view text, const std::vector<Move>& legal)
      : game_(game), position_(position), text_(text), legal_(legal) {
    for (const Move& move : legal) names_.push_back(move_text(game, position, move, legal));
  }

  std::variant<Move, TextError> read() {
    const std::string_view name = without_marks(text_);
    for (std::size_t i = 0; i < legal_.size(); ++i) {
      if (names_[i] == name) return legal_[i];
    }
    std::vector<std::size_t> same;
    const std::string folded = lowered(name);
    for (std::size_t i = 0; i < legal_.size(); ++i) {
      if (lowered(names_[i]) == folded || lowered(full_name(i)) == folded) same.push_back(i);
    }
    if (same.size() == 1) return legal_[same[0]];
    return error(name, same.empty() ? reason(name) : "it may be " + list(same));
  }

 private:
  // The name with its kind, which is accepted also where it is not needed.
  std::string full_name(std::size_t i) const {
    const Parts parts = parts_of(names_[i]);
    const std::string kind = "=" + game_.ruleset().kinds[legal_[i].kind].name;
    if (parts.signs.starts_with(kind)) return names_[i];
    return std::string(parts.pit) + kind + std::string(parts.signs);
  }

  std::string list(const std::vector<std::size_t>& numbers) const {
    std::vector<std::string> names;
    for (const std::size_t i : numbers) names.push_back("`" + names_[i] + "`");
    return fmt::format("{}", fmt::join(names, names.size() == 2 ? " or " : ", "));
  }

  TextError error(std::string_view name, const std::string& why) const {
    const std::string_view shown = trimmed(text_);
    TextError result;
    result.begin = static_cast<std::size_t>(shown.data() - text_.data());
    result.end = result.begin + shown.size();
    result.message = fmt::format("illegal move {}: {}", backquoted(name.empty() ? shown : name), why);
    if (!legal_.empty()) result.message += "; legal: " + joined(names_);
    return result;
  }

  std::string pits_text() const {
    // The last pit of each of the mover's rows: `A1 to A4, B1 to B4`.
    std::vector<Slot> pits = pits_of(game_, position_.mover);
    if (pits.empty()) pits = pits_of(game_, kSouth);
    std::string text;
    for (std::size_t i = 0; i < pits.size(); ++i) {
      const std::string name = slot_text(game_, pits[i]);
      const bool first = i == 0 || slot_text(game_, pits[i - 1])[0] != name[0];
      const bool last = i + 1 == pits.size() || slot_text(game_, pits[i + 1])[0] != name[0];
      if (first) text += (text.empty() ? "" : ", ") + name;
      if (last && !first) text += " to " + name;
    }
    return text;
  }

  std::string reason(std::string_view name) const {
    if (name.empty()) return "no move is given";
    if (legal_.empty()) return "there is no legal move";
    const Parts parts = parts_of(name);
    if (!parts.is_pit && !reason_of_answers(name).empty()) return reason_of_answers(name);
    if (!parts.is_pit) return "a move begins with its pit, such as " + backquoted(slot_text(game_, example_pit()));
    const std::string pit = as_mover_writes(game_, position_, parts.pit, legal_);
    const Slot slot = find_slot(game_, pit);
    const std::string mover = position_.mover == kSouth ? "South" : "North";
    const std::string other = position_.mover == kSouth ? "North" : "South";
    if (slot == kNoSlot) return fmt::format("there is no pit {}: {}'s are {}", backquoted(pit), mover, pits_text());
    const std::string why = reason_of_signs(pit, parts.signs);
    if (!why.empty()) return why;
    if (is_out_of_reach(game_, position_, slot, legal_)) return fmt::format("{} is {}'s and {} is to move", backquoted(pit), other, mover);
    if (position_.seeds[static_cast<std::size_t>(slot)] == 0) return backquoted(pit) + " is empty";
    return "no legal move starts from " + backquoted(pit);
  }

  // What a kind that starts from no pit takes; empty if none of this name is legal.
  std::string reason_of_answers(std::string_view name) const {
    const std::string kind = lowered(name.substr(0, name.find('=')));
    std::vector<std::string> taken;
    bool numbers = true;  // that follow one another
    for (const std::string& legal : names_) {
      const std::size_t sign = legal.find('=');
      if (lowered(legal.substr(0, sign)) != kind) continue;
      if (sign == std::string::npos) return fmt::format("{} takes no sign", backquoted(legal));
      const std::string answer = legal.substr(sign);
      numbers = numbers && (taken.empty() || answer == "=" + std::to_string(std::atol(taken.back().c_str() + 1) + 1));
      taken.push_back(answer);
    }
    if (taken.empty()) return {};
    if (numbers && taken.size() > 2) return fmt::format("{} takes {} to {}", backquoted(kind), backquoted(taken.front()), backquoted(taken.back()));
    for (std::string& one : taken) one = backquoted(one);
    return fmt::format("{} takes {}", backquoted(kind), fmt::join(taken, taken.size() == 2 ? " or " : ", "));
  }

  Slot example_pit() const {
    for (const Move& move : legal_) {
      if (move.origin != kNoSlot) return move.origin;
    }
    return 0;
  }

  // Empty if no legal move starts at the pit: then it is not the signs that are wrong.
  std::string reason_of_signs(const std::string& pit, std::string_view signs) const {
    std::vector<std::size_t> from_pit;
    for (std::size_t i = 0; i < legal_.size(); ++i) {
      if (lowered(parts_of(names_[i]).pit) == lowered(pit)) from_pit.push_back(i);
    }
    if (from_pit.empty()) return {};
    const bool all_signed = std::all_of(from_pit.begin(), from_pit.end(),
                                        [&](std::size_t i) { return !parts_of(names_[i]).signs.empty(); });
    if (signs.empty() && all_signed) return fmt::format("{} needs a sign: {}", backquoted(pit), list(from_pit));
    if (from_pit.size() == 1 && !all_signed) {
      const auto& kinds = game_.ruleset().kinds;
      const bool signs_exist = std::any_of(kinds.begin(), kinds.end(), [](const grammar::Kind& kind) { return !kind.choices.empty(); });
      if (signs_exist) return fmt::format("the only legal move from {} is {}", backquoted(pit), list(from_pit));
      return fmt::format("{} takes no sign: write {}", backquoted(pit), list(from_pit));
    }
    return fmt::format("the moves from {} are {}", backquoted(pit), list(from_pit));
  }

  const Game& game_;
  const Position& position_;
  std::string_view text_;
  const std::vector<Move>& legal_;
  std::vector<std::string> names_;
};

}  // namespace

std::variant<Move, TextError> read_move(const Game& game, const Position& position, std::string_view text,
                                        const std::vector<Move>& legal) {
  return MoveReader(game, position, text, legal).read();
}

std::optional<Slot> origin_named(const Game& game, const Position& position, std::string_view text,
                                 const std::vector<Move>& legal) {
  const std::string_view name = without_marks(text);
  if (name.empty() || !parts_of(name).is_pit) return std::nullopt;
  return find_slot(game, as_mover_writes(game, position, parts_of(name).pit, legal));
}

bool same_move_text(std::string_view a, std::string_view b) { return lowered(without_marks(a)) == lowered(without_marks(b)); }

}  // namespace mnc::engine
