// See deep.h.
#include "interpreter/deep.h"

#include <fmt/format.h>

#include <numeric>
#include <unordered_map>
#include <unordered_set>

#include "interpreter/notation.h"
#include "interpreter/program.h"
#include "interpreter/random.h"

namespace mnc::engine {
namespace {

int all_seeds(const Position& position) {
  return std::accumulate(position.seeds.begin(), position.seeds.end(), 0) + position.reserve[0] + position.reserve[1] +
         position.won[0] + position.won[1];
}

class PlayOut {
 public:
  PlayOut(const Game& game, const DeepLimits& limits) : game_(game), limits_(limits), from_(game.start()) {
    report_.fired.resize(game.clauses().size());
    seeds_ = all_seeds(game.start());
  }

  DeepReport run() {
    search();
    for (std::uint64_t i = 0; i < limits_.games && (i == 0 || work_ < limits_.work); ++i) random_game(i);
    return std::move(report_);
  }

 private:
  // A position that was reached, and how.
  struct Reached {
    Position position;
    std::size_t parent = 0;
    Move move;
    std::uint32_t depth = 0;
  };

  // ---- what both parts look at -------------------------------------------------------------------------------

  // Whether the game goes on from here; the moves are left in moves_.
  template <class Record>
  bool look(const Position& position, int occurrences, const Record& record) {
    fired_.clear();
    const Ending ending = game_.ending(position, occurrences, &fired_);
    if (ending.result == Result::None) game_.moves(position, moves_, &fired_);
    count();
    if (ending.result == Result::None) return true;
    if (ending.row < 0 && ending.result == Result::Void) odd(Oddity::NoMove, record(), "", from_);
    return false;
  }

  // What a move leads to. `endless`: nowhere.
  template <class Record>
  Successor play(const Position& position, const Move& move, const Record& record) {
    fired_.clear();
    Successor next = game_.play(position, move, &fired_);
    count();
    work_ += 1 + next.report.laps / 16;
    if (next.report.endless) {
      if (!game_.ruleset().endless.stated) odd(Oddity::EndlessMove, record(), "", from_);
      return next;
    }
    if (const int now = all_seeds(next.position); now != seeds_)
      odd(Oddity::SeedsChanged, record(), fmt::format("{} seeds, there were {}", now, seeds_), from_);
    const std::string text = position_text(game_, next.position);
    const auto read = read_position(game_, text);
    const auto* again = std::get_if<ReadPosition>(&read);
    if (again == nullptr || position_text(game_, again->position) != text) odd(Oddity::TextChanged, record(), text, from_);
    return next;
  }

  void count() {
    for (const std::uint16_t clause : fired_) ++report_.fired[clause];
  }

  // from: where the moves begin. last: how many of them show it, should they be too many.
  void odd(Oddity oddity, const std::vector<Move>& moves, std::string what, const Position& from, std::size_t last = 20) {
    OddCase& found = report_.odd[static_cast<std::size_t>(oddity)];
    if (found.times++ != 0 && found.plies <= moves.size()) return;
    found = {found.times, from == game_.start() ? "" : position_text(game_, from), {}, std::move(what), moves.size()};
    const std::size_t cut = moves.size() > kLongRecord ? moves.size() - last : 0;
    Position position = from;
    std::vector<Move> legal;
    for (std::size_t i = 0; i < moves.size(); ++i) {
      if (i == cut && cut != 0) found.start = position_text(game_, position);
      game_.moves(position, legal);
      if (i >= cut) found.record.push_back(move_text(game_, position, moves[i], legal));
      position = game_.play(position, moves[i]).position;
    }
  }

  // ---- all positions near the start --------------------------------------------------------------------------

  [[nodiscard]] std::vector<Move> way_to(std::size_t index) const {
    std::vector<Move> moves(reached_[index].depth);
    for (std::size_t at = index; reached_[at].depth != 0; at = reached_[at].parent)
      moves[reached_[at].depth - 1] = reached_[at].move;
    return moves;
  }

  [[nodiscard]] std::uint64_t key(const Position& position) const {
    std::uint64_t key = game_.hash(position);
    for (const std::uint64_t part : {position.won[0], position.won[1], position.reserve[0], position.reserve[1]})
      key = (key ^ part) * 0x9e3779b97f4a7c15u;
    return key;
  }

  void search() {
    reached_.push_back({game_.start(), 0, {}, 0});
    std::unordered_set<std::uint64_t> seen{key(game_.start())};
    std::size_t next = 0;
    for (; next < reached_.size() && next < limits_.positions && work_ < limits_.work; ++next) expand(next, seen);
    report_.positions = next;
    report_.complete = next == reached_.size();
    report_.full_depth = report_.complete ? reached_.back().depth : reached_[next].depth;
    work_ = 0;
    reached_.clear();
  }

  void expand(std::size_t index, std::unordered_set<std::uint64_t>& seen) {
    const Position position = reached_[index].position;
    if (!look(position, 1, [&] { return way_to(index); })) return;
    const std::vector<Move> moves = moves_;
    for (const Move& move : moves) {
      const auto way = [&] {
        std::vector<Move> all = way_to(index);
        all.push_back(move);
        return all;
      };
      Successor next = play(position, move, way);
      if (next.report.endless || reached_.size() >= 2 * limits_.positions || !seen.insert(key(next.position)).second) continue;
      reached_.push_back({next.position, index, move, reached_[index].depth + 1});
    }
  }

  // ---- games at random ---------------------------------------------------------------------------------------

  void random_game(std::uint64_t index) {
    Random random(1, index);
    Position position = from_;
    std::vector<Move> record;
    std::unordered_map<std::uint64_t, std::pair<int, std::size_t>> seen;  // how often, and after how many plies first
    std::size_t again = 0, before = 0;                                   // plies until a position was there again, and first
    const auto so_far = [&] { return record; };
    ++report_.games;
    while (record.size() < limits_.plies) {
      auto& [times, first] = seen.try_emplace(key(position), 0, record.size()).first->second;
      if (++times == 2 && again == 0) {
        again = record.size();
        before = first;
      }
      if (!look(position, times, so_far)) {
        empty_rounds_ = record.empty() ? empty_rounds_ + 1 : 0;
        if (empty_rounds_ < 2) return next_round(position, times);
        odd(Oddity::EmptyRounds, record, "the board of the second one is shown", from_, 0);
        empty_rounds_ = 0;
        return begin_at(game_.start());
      }
      const Move move = moves_[random.below(static_cast<std::uint32_t>(moves_.size()))];
      record.push_back(move);
      ++report_.plies;
      const Successor next = play(position, move, so_far);
      if (next.report.endless) return begin_at(game_.start());
      position = next.position;
    }
    long_game(record, again, again - before);
    begin_at(game_.start());
  }

  // again: plies after which a position was there that had been there so many (round) plies before; 0: none.
  void long_game(std::vector<Move>& record, std::size_t again, std::size_t round) {
    const bool counted = game_.program().uses_occurrences || game_.program().uses_ply;  // a row might end it yet
    const bool shown = again != 0 && !counted && round <= kLongRecord;
    if (shown) record.resize(again);
    odd(Oddity::LongGame, record,
        fmt::format("after {} plies{}", limits_.plies,
                    shown ? fmt::format("; the last position was there {} plies before, and nothing ends the game", round) : ""),
        from_, shown ? round : 20);
  }

  // The game that follows one that is over.
  void next_round(const Position& over, int occurrences) {
    const Ending ending = game_.ending(over, occurrences);
    if (!game_.ruleset().has_rounds || ending.result == Result::Void) return begin_at(game_.start());
    fired_.clear();
    const NextRound next = game_.next_round(over, occurrences, from_.mover, ending.result, &fired_);
    count();
    begin_at(next.result == Result::None ? next.start : game_.start());
  }

  void begin_at(const Position& position) {
    from_ = position;
    seeds_ = all_seeds(position);
  }

  const Game& game_;
  const DeepLimits limits_;
  DeepReport report_;
  Position from_;  // where the game that is played began
  int seeds_ = 0;
  std::uint64_t work_ = 0;
  int empty_rounds_ = 0;  // in a row
  std::vector<Reached> reached_;
  std::vector<Move> moves_;
  Fired fired_;
};

}  // namespace

const char* oddity_text(Oddity oddity) {
  switch (oddity) {
    case Oddity::NoMove: return "the player to move has no legal move, and no row of `end` says what happens then";
    case Oddity::EndlessMove: return "a move never ends: it reaches the limit of laps";
    case Oddity::LongGame: return "a game is not over";
    case Oddity::EmptyRounds: return "two rounds of a match, one after the other, are over before the first move";
    case Oddity::SeedsChanged: return "seeds have appeared or been lost (a mistake of mnc)";
    case Oddity::TextChanged: return "a position is not the same when written and read again (a mistake of mnc)";
  }
  return "";
}

DeepReport play_out(const Game& game, const DeepLimits& limits) { return PlayOut(game, limits).run(); }

}  // namespace mnc::engine
