// Reads what a player is called; see player.h.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

#include "interpreter/players/player.h"
#include "interpreter/quote.h"

namespace mnc::engine {
namespace {

struct Setting {
  const char* name;
  int least, most;
  int PlayerSpec::*target;
};
constexpr std::array<Setting, 4> kSettings{{
    {"depth", 1, 40, &PlayerSpec::depth},  // far beyond any tree that can be searched
    {"ms", 1, 3'600'000, &PlayerSpec::milliseconds},
    {"quiet", 0, 20, &PlayerSpec::quiet},
    {"playouts", 1, 1'000'000, &PlayerSpec::playouts},
}};

struct Known {
  const char* name;
  PlayerSpec::Kind kind;
  std::vector<std::string> settings;  // epsilon, besides, for all but random
  const char* form;
};
const std::vector<Known>& players() {
  static const std::vector<Known> kPlayers{
      {"random", PlayerSpec::RandomMoves, {}, "random"},
      {"greedy", PlayerSpec::Greedy, {}, "greedy"},
      {"alphabeta", PlayerSpec::AlphaBeta, {"depth", "ms", "quiet"}, "alphabeta:depth=N or alphabeta:ms=N"},
      {"mcts", PlayerSpec::Mcts, {"playouts"}, "mcts:playouts=N"},
  };
  return kPlayers;
}

// The one of few words that a misspelt one is nearest to: it shares the beginning or most letters in order.
std::string nearest(std::string_view word, const std::vector<std::string>& known) {
  std::string best;
  std::size_t most = 1;
  for (const std::string& candidate : known) {
    std::size_t same = 0;
    for (const char c : candidate)
      if (same < word.size() && word[same] == c) ++same;
    if (same > most && 2 * same >= candidate.size()) most = same, best = candidate;
  }
  return best.empty() ? "" : fmt::format(", did you mean `{}`?", best);
}

std::optional<double> read_share(std::string_view text) {
  double value = 0;
  const auto [stop, problem] = std::from_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed);
  if (problem != std::errc{} || stop != text.data() + text.size() || !(value >= 0 && value <= 1)) return std::nullopt;
  return value;
}

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  std::variant<PlayerSpec, std::string> read() {
    std::string_view rest = text_;
    const std::string_view name = piece(rest);
    std::vector<std::string> names;
    for (const Known& known : players()) {
      names.emplace_back(known.name);
      if (name == known.name) known_ = &known;
    }
    if (known_ == nullptr)
      return fmt::format("there is no player {}; there is: {}{}", backquoted(name), joined(names),
                         nearest(name, names));
    spec_.kind = known_->kind;
    spec_.text = known_->name;
    while (!rest.empty() && error_.empty()) setting(piece(rest));
    if (error_.empty()) complete();
    if (!error_.empty()) return error_;
    return spec_;
  }

 private:
  static std::string_view piece(std::string_view& rest) {
    const std::size_t colon = rest.find(':');
    const std::string_view first = rest.substr(0, colon);
    rest = colon == std::string_view::npos ? std::string_view{} : rest.substr(colon + 1);
    if (colon != std::string_view::npos && rest.empty()) rest = " ";  // a colon with nothing behind it
    return trimmed(first);
  }

  void setting(std::string_view text) {
    std::vector<std::string> names = known_->settings;
    if (known_->kind != PlayerSpec::RandomMoves) names.emplace_back("epsilon");
    const std::size_t equals = text.find('=');
    const std::string_view name = text.substr(0, equals);
    if (std::find(names.begin(), names.end(), name) == names.end()) {
      error_ = names.empty() ? fmt::format("the player `{}` has no settings", known_->name)
                             : fmt::format("the player `{}` has no setting {}; it has: {}{}", known_->name,
                                           backquoted(name), joined(names), nearest(name, names));
      return;
    }
    const std::string_view value = equals == std::string_view::npos ? std::string_view{} : text.substr(equals + 1);
    if (std::find(given_.begin(), given_.end(), name) != given_.end()) {
      error_ = fmt::format("`{}` is given twice for the player `{}`", name, known_->name);
      return;
    }
    given_.emplace_back(name);
    if (name == "epsilon") return share(value);
    for (const Setting& known : kSettings)
      if (name == known.name) number(known, value);
  }

  void share(std::string_view value) {
    const std::optional<double> read = read_share(value);
    if (!read) error_ = fmt::format("{} is not a share from 0 to 1, as `epsilon` must be", backquoted(value));
    else spec_.epsilon = *read, spec_.text += fmt::format(":epsilon={}", *read);
  }

  void number(const Setting& known, std::string_view value) {
    int read = 0;
    const auto [stop, problem] = std::from_chars(value.data(), value.data() + value.size(), read);
    if (problem != std::errc{} || stop != value.data() + value.size() || read < known.least || read > known.most)
      error_ = fmt::format("{} is not a whole number from {} to {}, as `{}` must be", backquoted(value), known.least,
                           known.most, known.name);
    else spec_.*known.target = read, spec_.text += fmt::format(":{}={}", known.name, read);
  }

  void complete() {
    const bool search = known_->kind == PlayerSpec::AlphaBeta;
    if (search && spec_.depth != 0 && spec_.milliseconds != 0)
      error_ = "the player `alphabeta` has `depth` or `ms`, not both";
    else if ((search && spec_.depth == 0 && spec_.milliseconds == 0) ||
             (known_->kind == PlayerSpec::Mcts && spec_.playouts == 0))
      error_ = fmt::format("the player `{}` must be told how much it looks ahead: {}", known_->name, known_->form);
  }

  std::string_view text_;
  const Known* known_ = nullptr;
  PlayerSpec spec_;
  std::vector<std::string> given_;
  std::string error_;
};

}  // namespace

std::variant<PlayerSpec, std::string> read_player(std::string_view text) { return Reader(trimmed(text)).read(); }

std::variant<std::array<PlayerSpec, 2>, std::string> read_pair(std::string_view text) {
  const std::size_t comma = text.find(',');
  if (comma != text.rfind(',')) return fmt::format("{}: there are two players", backquoted(text));
  const auto south = read_player(text.substr(0, comma));
  const auto north = comma == std::string_view::npos ? south : read_player(text.substr(comma + 1));
  for (const auto* read : {&south, &north})
    if (const auto* message = std::get_if<std::string>(read)) return *message;
  return std::array{std::get<PlayerSpec>(south), std::get<PlayerSpec>(north)};
}

}  // namespace mnc::engine
