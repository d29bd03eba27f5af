// Draws legal moves at random. Where only trying tells what is legal, one candidate is drawn and tried at a time, and put
// aside if it is not: that is uniform over the legal ones without knowing them all. Part of machine.h.
#pragma once

namespace mnc::engine {

// Leaves in moves_ all there may be of a rank, each answer to a question that comes up at most once on its own; certain:
// they are all legal. False if the legal ones have to be known together: preferences, first laps, other questions.
template <class S>
bool Machine<S>::propose(const State<S>& s, const PlayerCode& player, const std::vector<int>& rank, bool& certain) {
  moves_.clear();
  one_is_enough_ = false;
  for (const int number : rank) {
    const KindCode& kind = player.kinds[static_cast<std::size_t>(number)];
    if (!opens(s, kind)) continue;
    activate(s, kind);
    if (active_ != 0 || kind.need == Need::FirstLap || kind.first_needs != 0) return false;
    const bool asks = kind.asks && (kind.may_ask == kNoCode || holds(kind.may_ask, s));
    if (asks && kind.answers == 0) return false;
    certain = certain && !asks && kind.need == Need::Nothing;
    need_ = Need::Nothing;
    const std::size_t first = moves_.size();
    add_origins(s, kind, number);
    if (!asks) continue;
    const std::vector<Found> plain(moves_.begin() + static_cast<std::ptrdiff_t>(first), moves_.end());
    moves_.resize(first);
    for (const Found& found : plain)
      for (int code = 0; code < kind.answers; ++code) {
        moves_.push_back(found);
        moves_.back().move.add_answer(code);
      }
  }
  return true;
}

// Plays a move that may be illegal; false if it is.
template <class S>
bool Machine<S>::attempt(const State<S>& s, const Move& move, Drawn& out) {
  const KindCode& kind = p_.players[s.mover].kinds[move.kind];
  out.after = s;
  set_up(kind, move);
  exploring_ = first_lap_only_ = false;
  attempting_ = true;
  out.status = run_move(Purpose::Attempt, kind.trial, out.after, move.origin);
  attempting_ = false;
  if (out.status == Status::Fail || (out.status == Status::Endless && p_.endless == 1)) return false;
  out.move = move;
  if (asked_ == move.answer_count) return true;
  out.move.drop_answer();  // to a question that did not come up: then the first answer stands for none
  return move.answer(move.answer_count - 1) == 0;
}

// The order that moves are drawn in: kind by kind as they come, way by way to answer choices and questions, and of one way
// by starting pit.
template <class S>
template <class List, class MoveOf>
void Machine<S>::put_in_order(List& list, const MoveOf& move_of) {
  for (auto first = list.begin(); first != list.end();) {
    const auto last = std::find_if(first, list.end(), [&](const auto& one) { return move_of(one).kind != move_of(*first).kind; });
    std::stable_sort(first, last, [&](const auto& one, const auto& other) {
      const Move &a = move_of(one), &b = move_of(other);
      return std::lexicographical_compare(a.answers.begin(), a.answers.begin() + a.answer_count, b.answers.begin(), b.answers.begin() + b.answer_count);
    });
    first = last;
  }
}

template <class S>
bool Machine<S>::draw(const State<S>& s, Random& random, Drawn& out) {
  const PlayerCode& player = p_.players[s.mover];
  const auto below = [&random](std::size_t n) { return n == 1 ? 0 : random.below(static_cast<std::uint32_t>(n)); };
  const auto done = [&](int count) {
    out.count = count;
    out.laps = laps(), out.captured = captured();
    return true;
  };
  const int now = phase(s, s.mover);
  if (now < 0) return false;
  for (const auto& rank : player.phases[static_cast<std::size_t>(now)].ranks) {
    bool certain = true;
    if (!propose(s, player, rank, certain)) {
      certain = true;
      find_rank(s, player, rank, false);
      filter();
    } else if (certain) {
      filter();
    }
    if (certain) {
      if (legal_moves_.empty()) continue;
      put_in_order(legal_moves_, [](const Move& move) -> const Move& { return move; });
      out.move = legal_moves_[below(legal_moves_.size())];
      out.after = s;
      out.status = play(out.after, out.move);
      return done(static_cast<int>(legal_moves_.size()));
    }
    put_in_order(moves_, [](const Found& found) -> const Move& { return found.move; });
    while (!moves_.empty()) {
      const std::size_t n = below(moves_.size());
      const Move move = moves_[n].move;
      if (attempt(s, move, out)) {
        if (out.status != Status::Endless) pass_on(out.after);
        return done(0);
      }
      moves_.erase(moves_.begin() + static_cast<std::ptrdiff_t>(n));
    }
  }
  return false;
}

}  // namespace mnc::engine
