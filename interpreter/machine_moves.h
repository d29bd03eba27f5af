// Finds legal moves: candidates from the starting pits and choices, tried out only as far as the rules make it
// necessary, then preferences. Part of machine.h.
#pragma once

namespace mnc::engine {

template <class S>
void Machine<S>::reset_registers() {
  std::fill_n(numbers_.begin(), kFirstTemporary, 0);
  numbers_[kOrigin] = numbers_[kLast] = numbers_[kFrom] = numbers_[kIt] = -1;
  numbers_[kAnswer0] = numbers_[kAnswer1] = numbers_[kAnswer2] = kNotAsked;
}

template <class S>
void Machine<S>::set_up(const KindCode& kind, const Move& move) {
  numbers_[kOrigin] = numbers_[kLast] = numbers_[kFrom] = numbers_[kIt] = move.origin;
  numbers_[kBefore] = numbers_[kLap] = numbers_[kSown] = numbers_[kCaptured] = numbers_[kHand] = 0;
  numbers_[kDirection] = kind.direction;
  numbers_[kCircuit] = kind.circuit;
  for (std::size_t i = 0; i < kind.choices.size(); ++i) {
    const int answer = move.answer(static_cast<int>(i));
    numbers_[kAnswer0 + i] = answer;
    if (kind.choices[i].is_direction && answer != kNotAsked) numbers_[kDirection] = kind.choices[i].direction[static_cast<std::size_t>(answer)];
  }
  again_ = false;
  first_captured_ = 0;
  first_needed_.fill(false);
  missed_ = 0;
  current_ = move;
  asked_ = static_cast<int>(kind.choices.size());
}

template <class S>
Status Machine<S>::play(State<S>& s, const Move& move) {
  const KindCode& kind = p_.players[s.mover].kinds[move.kind];
  set_up(kind, move);
  exploring_ = first_lap_only_ = false;
  const Status status = run(kind.play, s);
  if (status == Status::Endless) return status;
  s.last_mover = s.mover;
  if (!again_) s.mover ^= 1;
  ++s.ply;
  return status;
}

template <class S>
int Machine<S>::phase(const State<S>& s, int who) {
  const auto& phases = p_.players[static_cast<std::size_t>(who)].phases;
  if (phases[0].guard == kNoCode) return 0;
  reset_registers();
  for (std::size_t i = 0; i < phases.size(); ++i)
    if (phases[i].guard == kNoCode || holds(phases[i].guard, s)) return static_cast<int>(i);
  return -1;
}

// Which preferences hold for all moves of the kind alike, and how far its moves must be tried out.
template <class S>
Need Machine<S>::activate(const State<S>& s, const KindCode& kind) {
  Need need = kind.need;
  active_ = 0;
  for (const Preference& preference : kind.preferences) {
    if (preference.same_for_all && preference.when != kNoCode && !holds(preference.when, s)) continue;
    active_ |= 1u << preference.number;
    need = std::max(need, preference.need);
  }
  return need;
}

template <class S>
bool Machine<S>::opens(const State<S>& s, const KindCode& kind) {
  reset_registers();
  numbers_[kCircuit] = kind.circuit;
  numbers_[kDirection] = kind.direction;
  return kind.when == kNoCode || holds(kind.when, s);
}

// Kinds of which the position alone tells the legal moves, and of which a move is its starting pit.
template <class S>
bool Machine<S>::simple_kind(const State<S>& s, const KindCode& kind, Legal& out) {
  if (kind.need != Need::Nothing || kind.asks || !kind.choices.empty() || kind.check != kNoCode || kind.from == kNoCode) return false;
  out.origins = 0;
  if (opens(s, kind)) {
    activate(s, kind);
    if (active_ != 0) return false;
    out.origins = pits_of(kind.from, kind.from_set, s);
  }
  out.simple = true;
  out.count = count_bits(out.origins);
  return true;
}

template <class S>
typename Machine<S>::Legal Machine<S>::legal(const State<S>& s, int who) {
  const PlayerCode& player = p_.players[static_cast<std::size_t>(who)];
  Legal out;
  const int now = phase(s, who);
  if (now < 0) return out;
  for (const auto& rank : player.phases[static_cast<std::size_t>(now)].ranks) {
    if (rank.size() == 1 && simple_kind(s, player.kinds[static_cast<std::size_t>(rank[0])], out)) {
      out.kind = rank[0];
      if (out.count != 0) return out;
      continue;
    }
    out.simple = false;
    find_rank(s, player, rank, false);
    out.count = filter();
    if (out.count != 0) return out;
  }
  return out;
}

template <class S>
void Machine<S>::find_rank(const State<S>& s, const PlayerCode& player, const std::vector<int>& rank, bool one_is_enough) {
  moves_.clear();
  one_is_enough_ = one_is_enough;
  for (const int kind : rank) {
    if (enough()) return;
    add_kind(s, player.kinds[static_cast<std::size_t>(kind)], kind);
  }
}

template <class S>
void Machine<S>::add_kind(const State<S>& s, const KindCode& kind, int number) {
  if (!opens(s, kind)) return;
  need_ = activate(s, kind);
  if (kind.asks) need_ = Need::Whole;
  Move move;
  move.kind = static_cast<std::uint8_t>(number);
  if (kind.from == kNoCode) {
    choose(s, kind, move);
    return;
  }
  const bool all = targets_ != nullptr;
  for (Mask from = pits_of(all ? kind.all_from : kind.from, all ? kind.all_from_set : kind.from_set, s); from != 0 && !enough(); from &= from - 1) {
    move.origin = static_cast<Slot>(lowest_bit(from));
    choose(s, kind, move);
  }
}

// Goes through the answers to the choices that are still open, then adds the candidate.
template <class S>
void Machine<S>::choose(const State<S>& s, const KindCode& kind, Move move) {
  const auto choice = static_cast<std::size_t>(move.answer_count);
  if (choice == kind.choices.size()) {
    if (targets_ != nullptr) add_target(s, kind, move);
    else add_candidate(s, kind, move);
    return;
  }
  const ChoiceCode& code = kind.choices[choice];
  ++move.answer_count;
  bool open = true;
  if (code.when != kNoCode) {
    set_up(kind, move);
    open = holds(code.when, s);
  }
  const std::uint64_t answers = move.answers;
  for (int i = open ? 0 : kNotAsked; i < (open ? code.answers : kNotAsked + 1) && !enough(); ++i) {
    move.answers = answers | static_cast<std::uint64_t>(i) << (4 * choice);
    choose(s, kind, move);
  }
}

template <class S>
void Machine<S>::add_candidate(const State<S>& s, const KindCode& kind, const Move& move) {
  set_up(kind, move);
  std::uint32_t applies = active_;
  for (const Preference& preference : kind.preferences)
    if (!preference.same_for_all && preference.when != kNoCode && !holds(preference.when, s))
      applies &= ~(1u << preference.number);
  applies_ = applies;
  if (kind.check != kNoCode && !holds(kind.check, s)) return;
  if (need_ == Need::Nothing) {
    moves_.push_back({move, applies_, missed_});
    return;
  }
  try_out(s, kind);
}

template <class S>
void Machine<S>::try_out(const State<S>& s, const KindCode& kind) {
  exploring_ = true;
  first_lap_only_ = need_ == Need::FirstLap;
  alternatives_ = 0;
  trial_ = s;
  finish_trial(kind, run(kind.trial, trial_));
  while (!forks_.empty()) {
    const Fork& fork = forks_.back();
    trial_ = fork.state;
    std::copy_n(fork.numbers.begin(), kFirstTemporary, numbers_.begin());
    first_captured_ = fork.first_captured;
    current_ = fork.move;
    asked_ = current_.answer_count;
    missed_ = fork.missed;
    again_ = fork.again;
    const Entry pc = fork.pc;
    forks_.pop_back();
    finish_trial(kind, run(pc, trial_));
  }
  exploring_ = first_lap_only_ = false;
}

template <class S>
void Machine<S>::finish_trial(const KindCode& kind, Status status) {
  if (status == Status::Fail || (status == Status::Endless && p_.endless == 1)) return;
  for (int i = 0; i < kind.first_needs; ++i) {
    const auto n = static_cast<std::size_t>(i);
    if (first_needed_[n] ? (first_captured_ & first_need_[n]) != 0 : numbers_[kLap] != 0) continue;  // not needed: does not apply
    if (kind.first_preference[n] < 0) return;
    missed_ |= 1u << kind.first_preference[n];
  }
  moves_.push_back({current_, applies_, missed_});
}

// Applies the preferences in order: each rules moves out only if some move meets it.
template <class S>
int Machine<S>::filter() {
  std::uint32_t applying = 0;
  for (const Found& found : moves_) applying |= found.applies;
  for (; applying != 0; applying &= applying - 1) {
    const std::uint32_t one = applying & (0u - applying);
    const auto meets = [one](const Found& f) { return (f.applies & one) != 0 && (f.missed & one) == 0; };
    if (std::any_of(moves_.begin(), moves_.end(), meets))
      std::erase_if(moves_, [one](const Found& f) { return (f.applies & one) != 0 && (f.missed & one) != 0; });
  }
  legal_moves_.clear();
  for (const Found& found : moves_) legal_moves_.push_back(found.move);
  return static_cast<int>(legal_moves_.size());
}

// ---- questions about other moves ---------------------------------------------------------------------------

template <class S>
Machine<S>& Machine<S>::nested() {
  if (!nested_) nested_ = std::make_unique<Machine>(t_);  // once in the life of a machine
  return *nested_;
}

// kinds: a bit set, 0 for any.
template <class S>
bool Machine<S>::can(const State<S>& s, int who, std::uint32_t kinds) {
  if (known_legal_ != nullptr && kinds == 0 && who == s.mover) return known_legal_->count != 0;
  return nested().has_move(s, who, kinds);
}

template <class S>
bool Machine<S>::has_move(const State<S>& s, int who, std::uint32_t kinds) {
  const PlayerCode& player = p_.players[static_cast<std::size_t>(who)];
  const int now = phase(s, who);
  if (now < 0) return false;
  for (const auto& rank : player.phases[static_cast<std::size_t>(now)].ranks) {
    std::uint32_t members = 0;
    for (const int kind : rank) members |= 1u << kind;
    const bool all_count = kinds == 0 || (members & ~kinds) == 0;
    const bool none_counts = kinds != 0 && (members & kinds) == 0;
    find_rank(s, player, rank, all_count || none_counts);
    const bool found = !moves_.empty();
    if (all_count && found) return true;
    if (none_counts && found) return false;
    if (!all_count && !none_counts && filter() != 0)
      return std::any_of(legal_moves_.begin(), legal_moves_.end(), [kinds](const Move& m) { return (kinds >> m.kind & 1) != 0; });
  }
  return false;
}

template <class S>
typename S::Mask Machine<S>::targets(const State<S>& s, int who, std::uint32_t kinds) {
  return nested().find_targets(s, who, kinds);
}

template <class S>
typename S::Mask Machine<S>::find_targets(const State<S>& s, int who, std::uint32_t kinds) {
  const PlayerCode& player = p_.players[static_cast<std::size_t>(who)];
  const int now = phase(s, who);
  Mask found = 0;
  targets_ = &found;
  if (now >= 0)
    for (const auto& rank : player.phases[static_cast<std::size_t>(now)].ranks)
      for (const int kind : rank)
        if ((kinds >> kind & 1) != 0) {
          moves_.clear();
          one_is_enough_ = false;
          add_kind(s, player.kinds[static_cast<std::size_t>(kind)], kind);
        }
  targets_ = nullptr;
  return found;
}

template <class S>
void Machine<S>::add_target(const State<S>& s, const KindCode& kind, const Move& move) {
  set_up(kind, move);
  exploring_ = false;
  first_lap_only_ = true;
  trial_ = s;
  run(kind.play, trial_);
  first_lap_only_ = false;
  *targets_ |= first_captured_;
}

}  // namespace mnc::engine
