// Bao la Kete, written by hand for its default options: 4 x 8 pits, 64 seeds.
// In: a position. Out: its legal moves, the positions after them, the end.
// "Rule n" is rule n of the ruleset's numbered description.
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "bao_la_kete_board.hpp"
#include "game.hpp"

namespace handwritten {

namespace bao {

class Rules {
 public:
  using State = bao::State;

  enum class Kind : std::uint8_t { kNemoCapture, kNemoTakata, kCapture, kTakata };

  struct alignas(4) Move {
    Kind kind;
    std::uint8_t pit;
    // Of the first sowing; a nemo capture's +1 enters at A1, -1 at A8.
    std::int8_t direction;
    bool safari;  // the answer when a lap ends in the standing kuu (rule 8d)
  };

  using Moves = MoveList<Move, 32>;  // 16 pits x 2 directions, or 8 x 2 x safari
  using Key = State;

  // A `+` without a question, and a takata that empties the front row.
  static constexpr bool kCandidatesAreLegal = false;

  [[nodiscard]] static State initial() { return {}; }

  static void candidates(const State& state, Moves& moves) {
    moves.clear();
    if (state.reserve[state.to_move] > 0) {
      nemo_captures(state, moves);
      if (moves.empty()) nemo_takatas(state, moves);
    } else {
      captures(state, moves);
      if (moves.empty()) takatas(state, moves);
    }
  }

  static Ply apply(State& state, Move move) {
    switch (move.kind) {
      case Kind::kNemoCapture: return play<Kind::kNemoCapture>(state, move);
      case Kind::kNemoTakata: return play<Kind::kNemoTakata>(state, move);
      case Kind::kCapture: return play<Kind::kCapture>(state, move);
      case Kind::kTakata: return play<Kind::kTakata>(state, move);
    }
    return Ply::kIllegal;
  }

  // Rule 21, for the position after the move of the player not to move.
  [[nodiscard]] static End decided(const State& state) {
    if (front_row(state.pits[state.to_move]) == 0) return won_by_last_mover(state);
    if (front_row(state.pits[1u - state.to_move]) == 0) return {winner(state.to_move), {}};
    return {};
  }

  [[nodiscard]] static End blocked(const State& state) { return won_by_last_mover(state); }
  [[nodiscard]] static End repeated(const State&) { return {Result::kDraw, {}}; }
  [[nodiscard]] static const Key& key(const State& state) { return state; }

  [[nodiscard]] static std::string move_text(const State& state, Move move) {
    std::string text = own_pit_text(state.to_move, move.pit);
    const bool clockwise = move.direction > 0;
    if (move.kind == Kind::kNemoCapture) {
      if (forced_end(move.pit) == 0) text += clockwise ? '<' : '>';
    } else {
      text += clockwise == (move.pit < kFront) ? '>' : '<';
    }
    if (move.safari) text += '+';
    return text;
  }

  [[nodiscard]] static std::string position_text(const State& state) { return bao::position_text(state); }
  [[nodiscard]] static std::optional<State> parse_position(std::string_view text) { return bao::parse_position(text); }

 private:
  static constexpr bool in_nemo(Kind kind) { return kind == Kind::kNemoCapture || kind == Kind::kNemoTakata; }
  static constexpr bool is_capture(Kind kind) { return kind == Kind::kNemoCapture || kind == Kind::kCapture; }

  // From a kichwa or kimbi captured seeds enter at the near end (rule 7):
  // +1 at A1, -1 at A8, 0 if the pit leaves it open.
  [[nodiscard]] static constexpr std::int8_t forced_end(int pit) { return pit <= 1 ? 1 : pit >= 6 ? -1 : 0; }

  [[nodiscard]] static End won_by_last_mover(const State& state) { return {winner(1 - state.to_move), {}}; }

  // Rule 10. Whether a lap ends in the standing kuu is known only once played,
  // so as long as it may, each move is a candidate with both answers.
  static void nemo_captures(const State& state, Moves& moves) {
    const bool may_ask = state.kuu_lost[state.to_move] == 0;
    std::uint64_t pits = facing(state.pits[state.to_move], state.pits[1u - state.to_move]);
    for (; pits != 0; pits &= pits - 1) {
      const auto pit = static_cast<std::uint8_t>(std::countr_zero(pits) / 8);
      const bool left = forced_end(pit) >= 0;
      const bool right = forced_end(pit) <= 0;
      moves.add_if(left, {Kind::kNemoCapture, pit, 1, false});
      moves.add_if(left && may_ask, {Kind::kNemoCapture, pit, 1, true});
      moves.add_if(right, {Kind::kNemoCapture, pit, -1, false});
      moves.add_if(right && may_ask, {Kind::kNemoCapture, pit, -1, true});
    }
  }

  static void add_both_directions(Moves& moves, Kind kind, int pit) {
    moves.add({kind, static_cast<std::uint8_t>(pit), 1, false});
    moves.add({kind, static_cast<std::uint8_t>(pit), -1, false});
  }

  // Rule 11.
  static void nemo_takatas(const State& state, Moves& moves) {
    const Pits& own = state.pits[state.to_move];
    const auto add_holding = [&](int least, int except) {
      for (int pit = 0; pit < kFront; ++pit) {
        if (pit != except && own[static_cast<std::size_t>(pit)] >= least) {
          add_both_directions(moves, Kind::kNemoTakata, pit);
        }
      }
    };
    if (kuu_stands(state, state.to_move)) {
      add_holding(1, kKuu);
      if (moves.empty()) add_both_directions(moves, Kind::kNemoTakata, kKuu);
    } else {
      add_holding(2, kNoPit);
      if (moves.empty()) add_holding(1, kNoPit);
    }
  }

  // The pits from which a first lap captures in mtaji, a bit each, for either
  // direction (rule 13).
  struct Starts {
    std::uint32_t clockwise = 0;
    std::uint32_t counter = 0;
  };

  [[nodiscard]] static Starts capture_starts(const State& state, std::size_t side) {
    const Pits& own = state.pits[side];
    const std::uint64_t facing_pits = facing(own, state.pits[1 - side]);
    Starts starts;
    if (facing_pits == 0) return starts;
    // The top bits of the eight bytes, gathered in one byte.
    const auto targets = static_cast<std::uint32_t>((facing_pits >> 7) * 0x0102040810204080 >> 56);
    for (unsigned pit = 0; pit < kRing; ++pit) {
      const unsigned count = own[pit];
      const std::uint32_t fits = count - 2u <= kMostInCapture - 2u ? 1 : 0;
      starts.clockwise |= (targets >> step(pit, 1, count) & fits) << pit;
      starts.counter |= (targets >> step(pit, -1, count) & fits) << pit;
    }
    return starts;
  }

  // The pit captured by the first lap from `pit`.
  [[nodiscard]] static unsigned captured_by(const Pits& own, unsigned pit, int direction) {
    return 7 - step(pit, direction, own[pit]);
  }

  // Rules 13, 19 and 20: not from a held pit of one's own; of the held pit of
  // the opponent's if any capture takes it.
  static void captures(const State& state, Moves& moves) {
    const Pits& own = state.pits[state.to_move];
    const int own_held = state.held[state.to_move];
    const int other_held = state.held[1u - state.to_move];
    Moves of_held;
    const auto add = [&](std::uint32_t starts, std::int8_t direction) {
      for (; starts != 0; starts &= starts - 1) {
        const int pit = std::countr_zero(starts);
        if (pit == own_held) continue;
        const Move move{Kind::kCapture, static_cast<std::uint8_t>(pit), direction, false};
        const unsigned captured = captured_by(own, move.pit, direction);
        moves.add(move);
        of_held.add_if(static_cast<int>(captured) == other_held, move);
      }
    };
    const Starts starts = capture_starts(state, state.to_move);
    add(starts.clockwise, 1);
    add(starts.counter, -1);
    if (!of_held.empty()) moves = of_held;
  }

  // Rules 14, 15 and 19.
  static void takatas(const State& state, Moves& moves) {
    const Pits& own = state.pits[state.to_move];
    const int held = state.held[state.to_move];
    if (kuu_stands(state, state.to_move)) {
      if (held != kKuu) add_both_directions(moves, Kind::kTakata, kKuu);
      return;
    }
    const auto add_row = [&](int from, int to) {
      bool any = false;
      for (int pit = from; pit < to; ++pit) {
        if (own[static_cast<std::size_t>(pit)] < 2) continue;
        any = true;
        if (pit != held) add_both_directions(moves, Kind::kTakata, pit);
      }
      return any;
    };
    if (!add_row(0, kFront)) add_row(kFront, kRing);
  }

  // kSowings[direction < 0][first pit][seeds & 15]: what a handful adds to each
  // pit. Adding it at once spares a hardly predictable loop per lap.
  using Sowings = std::array<std::array<std::array<Words, kRing>, kRing>, 2>;
  static constexpr Sowings kSowings = [] {
    Sowings sowings{};
    for (unsigned first = 0; first < kRing; ++first) {
      Pits clockwise{};
      Pits counter{};
      for (unsigned count = 0; count < kRing; ++count) {
        sowings[0][first][count] = std::bit_cast<Words>(clockwise);
        sowings[1][first][count] = std::bit_cast<Words>(counter);
        clockwise[(first + count) & 15] = 1;
        counter[(first - count) & 15] = 1;
      }
    }
    return sowings;
  }();

  // Sows `count` seeds, the first into `first`; returns the last pit.
  static unsigned sow(Pits& pits, unsigned first, int direction, unsigned count) {
    const std::uint64_t rounds = 0x0101010101010101 * (count / kRing);
    const Words& added = kSowings[direction < 0][first][count & 15];
    Words words = std::bit_cast<Words>(pits);
    words[0] += added[0] + rounds;
    words[1] += added[1] + rounds;
    pits = std::bit_cast<Pits>(words);
    return step(first, direction, count - 1);
  }

  [[nodiscard]] static unsigned step(unsigned pit, int direction, unsigned count = 1) {
    return (direction < 0 ? pit - count : pit + count) & 15;
  }

  // Takes all seeds of one of the pits of `side`; the kuu is lost by it (rule 3).
  static unsigned take(State& state, std::size_t side, unsigned pit) {
    const unsigned count = state.pits[side][pit];
    state.pits[side][pit] = 0;
    state.kuu_lost[side] |= static_cast<std::uint8_t>(pit == kKuu);
    return count;
  }

  // Seeds in hand, and where and which way they will be sown.
  struct Hand {
    unsigned count;
    unsigned first;
    int direction;
  };

  // The move up to its first sowing. (The kuu of a lone levy stays: rule 12.)
  template <Kind kKind>
  static Hand begin(State& state, Move move) {
    const std::size_t mover = state.to_move;
    Pits& own = state.pits[mover];
    if constexpr (in_nemo(kKind)) {
      const bool levy =
          kKind == Kind::kNemoTakata && move.pit == kKuu && kuu_stands(state, mover) && own[kKuu] > kKuuNeeds;
      --state.reserve[mover];
      ++own[move.pit];
      if constexpr (kKind == Kind::kNemoCapture) {
        return {take(state, 1 - mover, 7u - move.pit), move.direction > 0 ? 0u : 7u, move.direction};
      }
      if (levy) {
        own[kKuu] = static_cast<std::uint8_t>(own[kKuu] - 2);
        return {2, step(kKuu, move.direction), move.direction};
      }
    }
    return {take(state, mover, move.pit), step(move.pit, move.direction), move.direction};
  }

  template <Kind kKind>
  static Ply play(State& state, Move move) {
    const std::size_t mover = state.to_move;
    Pits& own = state.pits[mover];
    Pits& other = state.pits[1 - mover];
    // Rule 19: the first lap of a move from the kuu is not stopped by the hold.
    unsigned held = static_cast<unsigned>(move.pit == kKuu ? kNoPit : state.held[mover]);
    bool asked = false;
    Hand hand = begin<kKind>(state, move);
    for (int lap = 1;; ++lap) {
      if constexpr (!is_capture(kKind)) {
        // Rule 16. The row loses seeds only by lifting, so it is enough to ask
        // whether it is empty after the first seed.
        if (front_row(own) == 0 && hand.first >= kFront) return Ply::kIllegal;
      }
      const unsigned last = sow(own, hand.first, hand.direction, hand.count);

      // Rule 8, in its order.
      if (is_capture(kKind) && front_row(other) == 0) break;
      if (own[last] == 1) break;
      if (is_capture(kKind) && last < kFront && other[7 - last] != 0) {
        hand.count = take(state, 1 - mover, 7 - last);
        if (const int end = forced_end(static_cast<int>(last)); end != 0) hand.direction = end;
        hand.first = hand.direction > 0 ? 0 : 7;
      } else {
        if (in_nemo(kKind) && last == kKuu && kuu_stands(state, mover)) {
          if (!move.safari) break;
          asked = true;
        }
        if (last == held) break;
        hand.count = take(state, mover, last);
        hand.first = step(last, hand.direction);
      }
      held = static_cast<unsigned>(state.held[mover]);
      if (lap == kLapLimit) return move.safari && !asked ? Ply::kIllegal : Ply::kEndless;
    }
    if (move.safari && !asked) return Ply::kIllegal;

    // Rules 19 and 20: the hold on the opponent's pit, made by this player's
    // move before, is over; the one on the player's own still binds the opponent.
    state.to_move = static_cast<std::uint16_t>(1 - mover);
    state.held[1 - mover] = kNoPit;
    if constexpr (!is_capture(kKind)) state.held[1 - mover] = pit_to_hold(state, mover);
    return in_nemo(kKind) ? Ply::kIrreversible : Ply::kReversible;
  }

  // Rules 17 and 18, after a takata of `mover`: the opponent's pit that is now
  // held, or kNoPit.
  [[nodiscard]] static std::int8_t pit_to_hold(const State& state, std::size_t mover) {
    if (state.reserve[0] + state.reserve[1] > 0) return kNoPit;
    const Starts opponent = capture_starts(state, 1 - mover);
    if ((opponent.clockwise | opponent.counter) != 0) return kNoPit;

    const Starts starts = capture_starts(state, mover);
    std::uint32_t threatened = 0;
    for (unsigned pit = 0; pit < kRing; ++pit) {
      const Pits& own = state.pits[mover];
      if ((starts.clockwise >> pit & 1) != 0) threatened |= 1u << captured_by(own, pit, 1);
      if ((starts.counter >> pit & 1) != 0) threatened |= 1u << captured_by(own, pit, -1);
    }
    if (!std::has_single_bit(threatened)) return kNoPit;

    const int pit = std::countr_zero(threatened);
    if (pit == kKuu && kuu_stands(state, 1 - mover)) return kNoPit;
    const Pits& other = state.pits[1 - mover];
    int occupied = 0;
    int plural = 0;
    for (std::size_t i = 0; i < kFront; ++i) {
      occupied += other[i] > 0 ? 1 : 0;
      plural += other[i] > 1 ? 1 : 0;
    }
    const bool only_plural = plural == 1 && other[static_cast<std::size_t>(pit)] > 1;
    return occupied == 1 || only_plural ? kNoPit : static_cast<std::int8_t>(pit);
  }
};

}  // namespace bao

using BaoLaKete = bao::Rules;

}  // namespace handwritten
