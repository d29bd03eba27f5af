// Seeds taken, sown and moved: what is too long for the dispatch loop. Part of machine.h.
#pragma once

namespace mnc::engine {

// What a trigger does sets off no other: otherwise a ruleset could keep seeds going round for ever.
template <class S>
void Machine<S>::fire(int pit, State<S>& s) {
  if (std::exchange(firing_, true)) return;
  for (const PlayerCode& player : p_.players)
    for (std::size_t i = 0; i < player.triggers.size(); ++i)
      if ((static_cast<Mask>(player.trigger_zones[i]) >> pit & 1) != 0) {
        const std::int32_t it = f_.numbers[kIt];
        f_.numbers[kIt] = pit;
        run(player.triggers[i], s);
        f_.numbers[kIt] = it;
      }
  firing_ = false;
}

// Takes all seeds of the pits off the board and counts them as captured.
template <class S>
int Machine<S>::take(Mask pits, State<S>& s) {
  int seeds = 0;
  Mask emptied = 0;
  for (Mask m = pits; m != 0; m &= m - 1) {
    const int pit = lowest_bit(m);
    if (s.pits[pit] == 0) continue;
    emptied |= bit<Mask>(pit);
    seeds += s.pits[pit];
    s.pits[pit] = 0;
  }
  f_.numbers[kCaptured] += seeds;
  if (f_.numbers[kLap] <= 1) f_.first_captured |= emptied;
  if ((emptied & t_.triggered) != 0) [[unlikely]] fire_all(emptied, s);
  return seeds;
}

// Begins a lap with what is in the hand; returns the first pit to sow into.
template <class S>
int Machine<S>::start_sowing(const Instruction& in) {
  const TrackTable<S>& track = t_.tracks[in.d];
  const auto pit = static_cast<Index>(f_.numbers[in.a]);
  int first = (in.e & 1) != 0 && pit >= 0 ? track.after(pit, f_.numbers[kDirection]) : pit;
  if (first < 0 || track.position[static_cast<std::size_t>(first)] < 0) first = track.cycle[0];
  ++f_.numbers[kLap];
  f_.numbers[kSown] = f_.numbers[kHand];
  f_.numbers[kHand] = 0;
  f_.numbers[kCircuit] = in.d >> 1;
  return first;
}

// Seed by seed, with code between the seeds. The hand is sown whole even if that code takes seeds away from the board.
template <class S>
Status Machine<S>::sow_each(const Instruction& in, State<S>& s, int first) {
  const TrackTable<S>& track = t_.tracks[in.d];
  const Entry each = in.e >> 1;
  const Entry anew = in.op == Opcode::SowAnew ? (&in)[1].c : kNoCode;
  const auto skipped = [&track](Mask set) { return (set & track.pits) == track.pits ? Mask{0} : set; };
  std::int32_t& remaining = f_.numbers[kRemaining];
  remaining = f_.numbers[kSown];
  Mask skip = anew == kNoCode ? skipped(sets_[in.b]) : skipped(pits_of(anew, in.b, s));
  for (auto pit = static_cast<Index>(first); remaining > 0; pit = track.after(pit, f_.numbers[kDirection])) {
    if ((skip >> pit & 1) != 0) continue;
    f_.numbers[kBefore] = s.pits[pit]++;
    f_.numbers[kLast] = f_.numbers[kFrom] = pit;
    --remaining;
    if (each != kNoCode && run(each, s) == Status::Fail) return Status::Fail;
    if (anew != kNoCode && remaining > 0) skip = skipped(pits_of(anew, in.b, s));
  }
  return Status::Done;
}

// Seeds, or what there is of them, from one place to another.
template <class S>
void Machine<S>::shift(const Instruction& in, State<S>& s) {
  std::int32_t* const r = f_.numbers.data();
  const auto is_pit = [](std::uint16_t place) { return (place & kVariablePlace) == 0; };
  const auto has = [&](std::uint16_t place) -> std::int32_t {
    if (is_hand(place)) return r[place & ~kHandPlace];
    if (!is_pit(place)) return s.vars[place & ~kVariablePlace];
    return r[place] < 0 ? 0 : s.pits[r[place]];
  };
  const auto set = [&](std::uint16_t place, std::int32_t n) {
    if (is_hand(place)) r[place & ~kHandPlace] = n;
    else if (is_pit(place)) s.pits[r[place]] = static_cast<Count>(n);
    else s.vars[place & ~kVariablePlace] = static_cast<std::int16_t>(n);
  };
  const std::int32_t there = has(in.d);
  const std::int32_t n = std::clamp<std::int32_t>(r[in.a], 0, there);
  if (n == 0 || (is_pit(in.b) && r[in.b] < 0)) return;
  set(in.d, there - n);
  set(in.b, has(in.b) + n);
  if (!is_pit(in.d) || n != there) return;
  const std::int32_t from = r[in.d];
  const bool same = is_pit(in.b) && r[in.b] == from;
  if (!same && (t_.triggered >> from & 1) != 0) [[unlikely]] fire(from, s);
}

// The position as it is with the players' places changed.
template <class S>
void Machine<S>::swap_sides(State<S>& s) {
  const State<S> old = s;
  const std::size_t variables = std::min<std::size_t>(p_.other_variable.size(), S::kVars);
  const auto across = [this](int pit) { return p_.across[static_cast<std::size_t>(pit)]; };
  for (int pit = 0; pit < p_.size; ++pit) s.pits[across(pit)] = old.pits[pit];
  for (std::size_t v = 0; v < variables; ++v) {
    std::int16_t value = old.vars[v];
    if (v >= kFirstDeclared && p_.variables[v - kFirstDeclared].pit && value >= 0) value = across(value);
    s.vars[p_.other_variable[v]] = value;
  }
  for (std::size_t f = 0; f < p_.flags.size(); ++f) {
    Mask& marked = s.flags[p_.other_flag[f]];
    marked = 0;
    for (Mask m = old.flags[f]; m != 0; m &= m - 1) marked |= bit<Mask>(across(lowest_bit(m)));
  }
}

}  // namespace mnc::engine
