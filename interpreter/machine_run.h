// The dispatch loop of the machine, and the end of a game. Part of machine.h.
#pragma once

namespace mnc::engine {

// From a pit on to the first that is not in the set; -1 if there is none.
template <class S>
Index Machine<S>::past(const TrackTable<S>& track, Index pit, Mask set, int direction) {
  for (int i = 0; pit >= 0 && (set >> pit & 1) != 0; ++i) pit = i < track.length ? track.after(pit, direction) : Index{-1};
  return pit;
}

// Code that only tests (it changes nothing): whether it ends in Done. The commonest test is done in place.
template <class S>
bool Machine<S>::holds(Entry test, const State<S>& s) {
  if (const Jit::Function code = compiled(Purpose::Test, test)) return code(&f_, const_cast<State<S>*>(&s), 0) == 0;
  const Instruction* const in = p_.code.data() + test;
  if (in[0].op == Opcode::TestHolds && in[0].c == test + 2 && in[1].op == Opcode::Done && in[2].op == Opcode::Fail) {
    const auto range = static_cast<std::uint32_t>(in->e);
    return ((pits_holding<Mask, S::kPits>(s.pits, static_cast<int>(range & 0xffff), static_cast<int>(range >> 16)) & sets_[in->a]) != 0) != in->d;
  }
  return run(test, const_cast<State<S>&>(s)) == Status::Done;
}

// Code that leaves a set of pits; likewise.
template <class S>
typename S::Mask Machine<S>::pits_of(Entry code, std::uint16_t set, const State<S>& s) {
  if (const Jit::Function function = compiled(Purpose::Set, code)) {
    function(&f_, const_cast<State<S>*>(&s), 0);
    return f_.result;
  }
  const Instruction* const in = p_.code.data() + code;
  if (in[0].op == Opcode::MaskHolds && in[1].op == Opcode::Done) {
    const auto range = static_cast<std::uint32_t>(in->e);
    return pits_holding<Mask, S::kPits>(s.pits, static_cast<int>(range & 0xffff), static_cast<int>(range >> 16)) & sets_[in->a];
  }
  run(code, const_cast<State<S>&>(s));
  return sets_[set];
}

template <class S>
Status Machine<S>::run(Entry pc, State<S>& s) {
  const Instruction* const code = p_.code.data();
  std::int32_t* const r = f_.numbers.data();
  Mask* const m = sets_.data();
  const auto in_counts = [this](std::uint16_t set, std::int32_t n) { return has_count(p_.count_sets[set], n); };
  const auto seeds = [&s](std::int32_t pit) { return pit < 0 ? 0 : static_cast<std::int32_t>(s.pits[pit]); };
  const auto in_set = [](Mask set, std::int32_t pit) { return pit >= 0 && (set >> pit & 1) != 0; };
  const auto holding = [&s](std::int32_t range) { return pits_holding<Mask, S::kPits>(s.pits, range & 0xffff, static_cast<int>(static_cast<std::uint32_t>(range) >> 16)); };

  for (;;) {
    const Instruction& in = code[pc++];
    switch (in.op) {
      case Opcode::Done: return Status::Done;
      case Opcode::Fail: return Status::Fail;
      case Opcode::Jump: pc = in.c; break;

      case Opcode::TestSome: if ((m[in.a] != 0) == in.d) pc = in.c; break;
      case Opcode::TestHolds: if (((holding(in.e) & m[in.a]) != 0) == in.d) pc = in.c; break;
      case Opcode::TestIn: if (in_set(m[in.b], r[in.a]) == in.d) pc = in.c; break;
      case Opcode::TestSeeds: if (in_counts(in.b, seeds(r[in.a])) == in.d) pc = in.c; break;
      case Opcode::TestCount: if (in_counts(in.b, r[in.a]) == in.d) pc = in.c; break;
      case Opcode::TestEqual: if ((r[in.a] == r[in.b]) == in.d) pc = in.c; break;
      case Opcode::TestLess: if ((r[in.a] < r[in.b]) == in.d) pc = in.c; break;
      case Opcode::TestEqualK: if ((r[in.a] == in.e) == in.d) pc = in.c; break;
      case Opcode::TestLessK: if ((r[in.a] < in.e) == in.d) pc = in.c; break;
      case Opcode::TestBit: if ((r[in.a] >> in.e & 1) == in.d) pc = in.c; break;
      case Opcode::TestVar: if ((s.vars[in.a] == in.e) == in.d) pc = in.c; break;
      case Opcode::TestFlag: if (in_set(s.flags[in.b], r[in.a]) == in.d) pc = in.c; break;
      case Opcode::TestCan: if (can(s, in.a, static_cast<std::uint32_t>(in.e)) == in.d) pc = in.c; break;

      case Opcode::Load: r[in.d] = in.e; break;
      case Opcode::Copy: r[in.d] = r[in.a]; break;
      case Opcode::Seeds: r[in.d] = seeds(r[in.a]); break;
      case Opcode::Sum: {
        std::int32_t sum = 0;
        for (Mask x = m[in.a]; x != 0; x &= x - 1) sum += s.pits[lowest_bit(x)];
        r[in.d] = sum;
        break;
      }
      case Opcode::CountPits: r[in.d] = count_bits(m[in.a]); break;
      case Opcode::Var: r[in.d] = s.vars[in.a]; break;
      case Opcode::Facing: r[in.d] = r[in.a] < 0 ? -1 : p_.facing[static_cast<std::size_t>(r[in.a])]; break;
      case Opcode::Behind: r[in.d] = r[in.a] < 0 ? -1 : p_.behind[static_cast<std::size_t>(r[in.a])]; break;
      case Opcode::Along: {
        const TrackTable<S>& track = t_.tracks[static_cast<std::size_t>(2 * r[kCircuit] + in.b)];
        r[in.d] = r[in.a] < 0 ? -1 : track.after(static_cast<Index>(r[in.a]), r[kDirection] ^ in.e);
        break;
      }
      case Opcode::Ahead: {
        const TrackTable<S>& track = t_.tracks[static_cast<std::size_t>(2 * r[kCircuit] + in.c)];
        const auto from = static_cast<Index>(r[in.a]);
        const bool on = from >= 0 && track.position[static_cast<std::size_t>(from)] >= 0;
        const std::int32_t steps = r[in.b] % track.length + (r[in.b] < 0 ? track.length : 0);
        r[in.d] = on ? track.nth(from, r[kDirection] ^ in.e, steps + 1) : -1;
        break;
      }
      case Opcode::FirstOf: {
        const TrackTable<S>& track = t_.tracks[static_cast<std::size_t>(2 * r[kCircuit] + in.c)];
        const Index after = r[in.a] < 0 ? Index{-1} : track.after(static_cast<Index>(r[in.a]), r[kDirection] ^ in.e);
        r[in.d] = past(track, after, ~m[in.b], r[kDirection] ^ in.e);
        break;
      }
      case Opcode::Past: {
        const TrackTable<S>& track = t_.tracks[static_cast<std::size_t>(2 * r[kCircuit] + in.c)];
        r[in.d] = past(track, static_cast<Index>(r[in.a]), m[in.b], r[kDirection] ^ in.e);
        break;
      }
      case Opcode::Outermost: {
        const auto& far = p_.from_side[static_cast<std::size_t>(in.e ^ in.b)];
        std::int32_t best = -1;
        for (Mask x = m[in.a]; x != 0; x &= x - 1) {
          const int pit = lowest_bit(x);
          if (best < 0 || far[static_cast<std::size_t>(pit)] < far[static_cast<std::size_t>(best)]) best = pit;
        }
        r[in.d] = best;
        break;
      }
      case Opcode::Column: r[in.d] = r[in.a] < 0 ? 0 : p_.column[static_cast<std::size_t>(r[in.a])]; break;
      case Opcode::Only: r[in.d] = count_bits(m[in.a]) == 1 ? lowest_bit(m[in.a]) : -1; break;
      case Opcode::Owner: {
        const int who = r[in.a] < 0 ? -1 : p_.owner[static_cast<std::size_t>(r[in.a])];
        r[in.d] = who < 0 ? in.b : who;
        break;
      }
      case Opcode::LastMover: r[in.d] = s.last_mover; break;
      case Opcode::Ply: r[in.d] = static_cast<std::int32_t>(std::min<std::uint32_t>(s.ply, 0x7fffffffu)); break;
      case Opcode::Occurrences: r[in.d] = f_.occurrences; break;
      case Opcode::Add: r[in.d] = static_cast<std::int32_t>(static_cast<std::int64_t>(r[in.a]) + r[in.b]); break;
      case Opcode::Subtract: r[in.d] = static_cast<std::int32_t>(static_cast<std::int64_t>(r[in.a]) - r[in.b]); break;
      case Opcode::Multiply: r[in.d] = static_cast<std::int32_t>(static_cast<std::int64_t>(r[in.a]) * r[in.b]); break;
      case Opcode::Divide: r[in.d] = r[in.b] == 0 ? 0 : static_cast<std::int32_t>(static_cast<std::int64_t>(r[in.a]) / r[in.b]); break;
      case Opcode::Modulo: r[in.d] = r[in.b] == 0 ? 0 : static_cast<std::int32_t>(static_cast<std::int64_t>(r[in.a]) % r[in.b]); break;

      case Opcode::MaskCopy: m[in.d] = m[in.a]; break;
      case Opcode::MaskHolds: m[in.d] = holding(in.e) & m[in.a]; break;
      case Opcode::MaskCounts: {
        Mask out = 0;
        for (Mask x = m[in.a]; x != 0; x &= x - 1) {
          const int pit = lowest_bit(x);
          if (in_counts(in.b, s.pits[pit])) out |= bit<Mask>(pit);
        }
        m[in.d] = out;
        break;
      }
      case Opcode::MaskAnd: m[in.d] = m[in.a] & m[in.b]; break;
      case Opcode::MaskOr: m[in.d] = m[in.a] | m[in.b]; break;
      case Opcode::MaskAndNot: m[in.d] = m[in.a] & ~m[in.b]; break;
      case Opcode::MaskFlag: m[in.d] = m[in.a] & s.flags[in.b]; break;
      case Opcode::MaskNoFlag: m[in.d] = m[in.a] & ~s.flags[in.b]; break;
      case Opcode::MaskFacing: m[in.d] = t_.facing(m[in.a]); break;
      case Opcode::MaskFaced: m[in.d] = t_.faced(m[in.a]); break;
      case Opcode::MaskRun: {
        // The track of the player whose code this is; runs end when they come round to a pit they have.
        const TrackTable<S>& track = t_.tracks[static_cast<std::size_t>(2 * r[kCircuit] + (in.e >> 1))];
        Mask out = 0;
        for (auto pit = static_cast<Index>(r[in.a]); in_set(m[in.b] & ~out, pit); pit = track.after(pit, r[kDirection] ^ (in.e & 1)))
          out |= bit<Mask>(pit);
        m[in.d] = out;
        break;
      }
      case Opcode::MaskRunHolds: {
        const TrackTable<S>& track = t_.tracks[static_cast<std::size_t>(2 * r[kCircuit] + (in.e >> 1))];
        Mask out = 0;
        for (auto pit = static_cast<Index>(r[in.a]); in_set(m[in.b] & ~out, pit) && in_counts(static_cast<std::uint16_t>(in.c), s.pits[pit]);
             pit = track.after(pit, r[kDirection] ^ (in.e & 1)))
          out |= bit<Mask>(pit);
        m[in.d] = out;
        break;
      }
      case Opcode::MaskRunBy: {
        const TrackTable<S>& track = t_.tracks[static_cast<std::size_t>(2 * r[kCircuit] + (in.e >> 1 & 1))];
        const Mask closed = in.e >> 2 == 0 ? Mask{0} : m[(in.e >> 2) - 1];
        Mask out = 0;
        for (auto pit = static_cast<Index>(r[in.a]); in_set(m[in.b] & ~out, pit);) {
          out |= bit<Mask>(pit);
          for (int i = 0; i < in.c && pit >= 0; ++i) pit = past(track, track.after(pit, r[kDirection] ^ (in.e & 1)), closed, r[kDirection] ^ (in.e & 1));
        }
        m[in.d] = out;
        break;
      }
      case Opcode::MaskOne: m[in.d] = r[in.a] < 0 ? 0 : bit<Mask>(r[in.a]); break;
      case Opcode::MaskAdd: m[in.d] |= r[in.a] < 0 ? 0 : bit<Mask>(r[in.a]); break;
      case Opcode::MaskNext:
        if (m[in.a] == 0) {
          pc = in.c;
        } else {
          r[in.d] = lowest_bit(m[in.a]);
          m[in.a] &= m[in.a] - 1;
        }
        break;
      case Opcode::Targets: {
        const Mask found = targets(s, in.a, static_cast<std::uint32_t>(in.e));
        m[in.d] = found;
        break;
      }

      case Opcode::Place: {
        const std::int32_t n = std::clamp<std::int32_t>(r[in.a], 0, s.vars[kReserve + in.d]);
        if (r[in.b] < 0) break;
        s.vars[kReserve + in.d] = static_cast<std::int16_t>(s.vars[kReserve + in.d] - n);
        s.pits[r[in.b]] = static_cast<Count>(s.pits[r[in.b]] + n);
        break;
      }
      case Opcode::Shift: shift(in, s); break;
      case Opcode::LiftAll: {
        const std::int32_t pit = r[in.a];
        if (pit < 0) break;
        const Count n = s.pits[pit];
        r[kHand] += n;
        s.pits[pit] = 0;
        r[kFrom] = pit;
        if (n != 0 && (t_.triggered >> pit & 1) != 0) [[unlikely]] fire(pit, s);
        break;
      }
      case Opcode::LiftSome: {
        const std::int32_t pit = r[in.b];
        if (pit < 0) break;
        const std::int32_t has = s.pits[pit];
        const std::int32_t n = std::clamp<std::int32_t>(in.d == 0 ? r[in.a] : has - r[in.a], 0, has);
        r[kHand] += n;
        s.pits[pit] = static_cast<Count>(has - n);
        r[kFrom] = pit;
        if (n != 0 && n == has && (t_.triggered >> pit & 1) != 0) [[unlikely]] fire(pit, s);
        break;
      }
      case Opcode::CaptureVar: {
        const int taken = take(m[in.a], s);  // first: it may set off a trigger
        s.vars[in.d] = static_cast<std::int16_t>(s.vars[in.d] + taken);
        break;
      }
      case Opcode::CapturePit: {
        const std::int32_t pit = r[in.d];
        if (pit < 0) break;
        const int taken = take(m[in.a] & ~bit<Mask>(pit), s);
        s.pits[pit] = static_cast<Count>(s.pits[pit] + taken);
        break;
      }
      case Opcode::CaptureHand: r[kHand] += take(m[in.a], s); break;
      case Opcode::CaptureFor: {
        const auto player = static_cast<std::size_t>(r[in.b]);  // before a trigger uses the register
        const int seeds_taken = take(m[in.a], s);
        if (in.d == 0) {
          auto& won = s.vars[kWon + player];
          won = static_cast<std::int16_t>(won + seeds_taken);
        } else {
          auto& store = s.pits[p_.store[player]];
          store = static_cast<Count>(store + seeds_taken);
        }
        break;
      }
      case Opcode::CaptureSome: {
        const std::int32_t pit = r[in.b];
        const std::int32_t has = seeds(pit);
        const std::int32_t n = std::clamp<std::int32_t>(r[in.a], 0, has);
        if (n == 0) break;
        const bool to_pit = in.e == 3 || (in.e == 0 && (in.c & kVariablePlace) == 0);
        const std::int32_t to = in.e == 3 ? p_.store[static_cast<std::size_t>(r[in.d])] : in.e == 2 ? kWon + r[in.d] : to_pit ? r[in.c] : in.c & ~kVariablePlace;
        if (to_pit && (to < 0 || to == pit)) break;
        s.pits[pit] = static_cast<Count>(has - n);
        if (in.e == 1) r[kHand] += n;
        else if (to_pit) s.pits[to] = static_cast<Count>(s.pits[to] + n);
        else s.vars[to] = static_cast<std::int16_t>(s.vars[to] + n);
        r[kCaptured] += n;
        if (r[kLap] <= 1) f_.first_captured |= bit<Mask>(pit);
        if (n == has && (t_.triggered >> pit & 1) != 0) [[unlikely]] fire(pit, s);
        break;
      }
      case Opcode::Sow:
      case Opcode::SowSkip:
      case Opcode::SowEach:
      case Opcode::SowAnew: {
        if (r[kHand] == 0) {
          pc = in.c;
          break;
        }
        if (r[kLap] >= p_.lap_limit) return Status::Endless;
        if (r[kLap] == 1 && first_lap_only_) return Status::FirstLap;
        const TrackTable<S>& track = t_.tracks[in.d];
        const int first = start_sowing(in);
        if (in.op == Opcode::SowEach || in.op == Opcode::SowAnew) {
          if (sow_each(in, s, first) == Status::Fail) return Status::Fail;
          if (in.op == Opcode::SowAnew) ++pc;  // past the jump to its code
          break;
        }
        Index last = 0;
        if (in.op == Opcode::SowSkip && (m[in.b] & track.pits) != 0) {
          const Mask skip = (m[in.b] & track.pits) == track.pits ? 0 : m[in.b];
          last = sow_plain<S>(track, s.pits, static_cast<Index>(first), r[kDirection], r[kSown], skip);
        } else {
          last = sow_seeds<S>(track, s.pits, static_cast<Index>(first), r[kDirection], r[kSown]);
        }
        r[kLast] = r[kFrom] = last;
        r[kBefore] = s.pits[last] - 1;
        break;
      }
      case Opcode::Relay: {
        if (r[kLap] >= p_.lap_limit) return Status::Endless;
        if (r[kLap] == 1 && first_lap_only_) return Status::FirstLap;
        const std::int32_t pit = r[in.a];
        const Count n = s.pits[pit];
        if (n == 0) [[unlikely]] {
          pc = in.e;
          break;
        }
        s.pits[pit] = 0;
        if ((t_.triggered >> pit & 1) != 0) [[unlikely]] fire(pit, s);
        const TrackTable<S>& track = t_.tracks[in.d];
        ++r[kLap];
        r[kSown] = n;
        r[kCircuit] = in.d >> 1;
        const Index first = track.after(static_cast<Index>(pit), r[kDirection]);
        const Index last = sow_seeds<S>(track, s.pits, first < 0 ? track.cycle[0] : first, r[kDirection], n);
        r[kLast] = r[kFrom] = last;
        r[kBefore] = s.pits[last] - 1;
        pc = in.c;
        break;
      }

      case Opcode::MarkPits: if (in.d != 0) s.flags[in.b] |= m[in.a]; else s.flags[in.b] &= ~m[in.a]; break;
      case Opcode::MarkPit:
        if (r[in.a] < 0) break;
        if (in.d != 0) s.flags[in.b] |= bit<Mask>(r[in.a]); else s.flags[in.b] &= ~bit<Mask>(r[in.a]);
        break;
      case Opcode::SetVar: s.vars[in.d] = static_cast<std::int16_t>(std::clamp<std::int32_t>(r[in.a], 0, in.e)); break;
      case Opcode::SetPitVar: s.vars[in.d] = static_cast<std::int16_t>(r[in.a]); break;
      case Opcode::SwapSides: swap_sides(s); break;
      case Opcode::Again: f_.again = true; break;
      case Opcode::Ask:
        if (r[kLap] == 1 && first_lap_only_) return Status::FirstLap;
        if (asked_for_ != nullptr) asked_for_->push_back(in.e);
        pc += answer(in.d);
        break;
      case Opcode::PickNumber:
        if (r[in.b] < std::max(r[in.a], 0)) {
          pc = in.c;
          break;
        }
        if (r[kLap] == 1 && first_lap_only_) return Status::FirstLap;
        if (asked_for_ != nullptr) asked_for_->push_back(in.e);
        r[in.d] = pick_number(std::max(r[in.a], 0), r[in.b]);
        break;
      case Opcode::Pick:
        if (m[in.a] == 0) {
          pc = in.c;
          break;
        }
        if (r[kLap] == 1 && first_lap_only_) return Status::FirstLap;
        if (asked_for_ != nullptr) asked_for_->push_back(in.e);
        r[in.d] = pick(m[in.a]);
        break;
      case Opcode::LapsOver: if (first_lap_only_) return Status::FirstLap; break;
      case Opcode::Decided: if (!attempting_) return Status::Done; break;
      case Opcode::FirstNeed: f_.first_need[in.d] = m[in.a]; f_.first_needed[in.d] = true; break;
      case Opcode::Note:
        if (fired_ != nullptr && (in.d == 0 || playing_)) fired_->push_back(static_cast<std::uint16_t>(in.e));
        break;
      case Opcode::Missed: f_.missed |= 1u << in.d; break;

      case Opcode::Row: row_ = in.d; resume_ = pc; return Status::Done;
      case Opcode::Takes: {
        const bool firing = std::exchange(firing_, true);  // the game is over: no trigger is set off
        const int seeds_taken = take(m[in.a], s);
        firing_ = firing;
        if (in.d == 0) s.vars[kWon + r[in.b]] = static_cast<std::int16_t>(s.vars[kWon + r[in.b]] + seeds_taken);
        else s.pits[p_.store[static_cast<std::size_t>(r[in.b])]] = static_cast<Count>(s.pits[p_.store[static_cast<std::size_t>(r[in.b])]] + seeds_taken);
        break;
      }
      case Opcode::Wins: result_ = r[in.a] == 0 ? Result::South : Result::North; break;
      case Opcode::Drawn: result_ = Result::Draw; break;
      case Opcode::Voided: result_ = Result::Void; break;
      case Opcode::Measure: measure_[in.d] = r[in.a]; break;
    }
  }
}

// The end table is read on the position itself; what a row does with the seeds happens on a copy.
template <class S>
Ending Machine<S>::ending(const State<S>& s, int occurrences, const Legal* known) {
  known_legal_ = known;
  f_.occurrences = occurrences;
  row_ = -1;
  playing_ = true;
  reset_registers();
  const PlayerCode& player = p_.players[s.mover];
  if (const Jit::Function code = compiled(Purpose::Test, player.end)) {
    const std::uint64_t status = code(&f_, const_cast<State<S>*>(&s), 0);
    if ((status & 255u) == Jit::kRow) {
      resume_ = static_cast<Entry>(status >> 8);
      row_ = p_.code[static_cast<std::size_t>(resume_ - 1)].d;
    }
  } else if (player.end != kNoCode) {
    run(player.end, const_cast<State<S>&>(s));  // tests change nothing
  }
  known_legal_ = nullptr;
  return conclude(s);
}

template <class S>
Ending Machine<S>::ending_found(const State<S>& s) {
  row_ = p_.code[static_cast<std::size_t>(resume_ - 1)].d;
  playing_ = true;
  reset_registers();
  return conclude(s);
}

// Carries out the row of `end` that holds, if there is one.
template <class S>
Ending Machine<S>::conclude(const State<S>& s) {
  Ending out;
  result_ = Result::None;
  if (row_ >= 0) {
    final_ = s;
    out.row = row_;
    run(resume_, final_);
    out.result = result_ != Result::None ? result_ : by_winner_clause();
  }
  for (std::size_t p = 0; p < 2; ++p) out.final_seeds[p] = seeds_of(row_ >= 0 ? final_ : s, p);
  return out;
}

// What a round leaves becomes what the next one begins with; see Game::next_round.
template <class S>
Result Machine<S>::next_round(State<S>& s, const State<S>& start, int occurrences) {
  Fired* const fired = std::exchange(fired_, nullptr);  // the end has been noted when the round ended
  ending(s, occurrences, nullptr);
  fired_ = fired;
  const int mover = s.mover;
  if (row_ >= 0) s = final_;
  for (std::size_t i = 0; i < p_.flags.size(); ++i)
    if (!p_.kept[p_.flags[i].state]) s.flags[i] = start.flags[i];
  for (std::size_t i = 0; i < p_.variables.size(); ++i)
    if (!p_.kept[p_.variables[i].state]) s.vars[kFirstDeclared + i] = start.vars[kFirstDeclared + i];
  reset_registers();
  result_ = Result::None;
  firing_ = true;  // no trigger is set off between rounds
  run(p_.players[static_cast<std::size_t>(mover)].rounds, s);
  firing_ = false;
  s.ply = start.ply;
  return result_;
}

template <class S>
int Machine<S>::seeds_of(const State<S>& s, std::size_t player) const {
  return s.vars[kWon + player] + (p_.stores ? static_cast<int>(s.pits[p_.store[player]]) : 0);
}

template <class S>
Result Machine<S>::by_winner_clause() {
  if (!p_.has_winner) return Result::Draw;
  const auto [south, north] = measure(final_);
  if (south == north) return Result::Draw;
  return (south > north) != p_.fewest ? Result::South : Result::North;
}

template <class S>
std::array<int, 2> Machine<S>::measure(const State<S>& s) {
  measure_ = {seeds_of(s, 0), seeds_of(s, 1)};
  for (std::size_t p = 0; p < 2 && p_.has_measure; ++p) run(p_.measure[p], const_cast<State<S>&>(s));  // it changes nothing
  return measure_;
}

}  // namespace mnc::engine
