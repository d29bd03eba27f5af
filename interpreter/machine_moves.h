// Finds legal moves: candidates from the starting pits and choices, tried out only as far as the rules make it
// necessary, then preferences. Part of machine.h.
#pragma once

namespace mnc::engine {

template <class S>
void Machine<S>::reset_registers() {
  std::fill_n(f_.numbers.begin(), kFirstTemporary, 0);
  f_.numbers[kOrigin] = f_.numbers[kLast] = f_.numbers[kFrom] = f_.numbers[kIt] = -1;
  f_.numbers[kAnswer0] = f_.numbers[kAnswer1] = f_.numbers[kAnswer2] = kNotAsked;
}

template <class S>
void Machine<S>::set_up(const KindCode& kind, const Move& move) {
  std::fill_n(f_.numbers.begin(), kFirstTemporary, 0);
  f_.numbers[kOrigin] = f_.numbers[kLast] = f_.numbers[kFrom] = f_.numbers[kIt] = move.origin;
  f_.numbers[kDirection] = kind.direction;
  f_.numbers[kCircuit] = kind.circuit;
  for (std::size_t i = 0; i < kind.choices.size(); ++i) {
    const int answer = move.answer(i);
    if (kind.choices[i].pits != kNoCode) {
      f_.numbers[kAnswer0 + i] = answer == kNotAsked ? -1 : p_.index_of[static_cast<std::size_t>(answer)];
      continue;
    }
    f_.numbers[kAnswer0 + i] = answer;
    if (kind.choices[i].is_direction && answer != kNotAsked) f_.numbers[kDirection] = kind.choices[i].direction[static_cast<std::size_t>(answer)];
  }
  f_.again = false;
  f_.first_captured = 0;
  f_.first_needed.fill(false);
  f_.missed = 0;
  current_ = move;
  asked_ = kind.choices.size();
}

template <class S>
Status Machine<S>::play(State<S>& s, const Move& move) {
  const KindCode& kind = p_.players[s.mover].kinds[move.kind];
  const Jit::Function code = compiled(Purpose::Play, kind.play);
  if (code != nullptr && kind.choices.empty() && !kind.asks) f_.again = false;  // it needs no more than the starting pit
  else set_up(kind, move);
  exploring_ = first_lap_only_ = false;
  playing_ = true;
  const Status status = code != nullptr ? static_cast<Status>(code(&f_, &s, move.origin)) : run(kind.play, s);
  if (status != Status::Endless) pass_on(s);
  return status;
}

template <class S>
void Machine<S>::pass_on(State<S>& s) {
  s.last_mover = s.mover;
  if (!f_.again) s.mover ^= 1;
  ++s.ply;
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
  f_.numbers[kCircuit] = kind.circuit;
  f_.numbers[kDirection] = kind.direction;
  return kind.when == kNoCode || holds(kind.when, s);
}

template <class S>
bool Machine<S>::simple_kind(const State<S>& s, const KindCode& kind, Legal& out) {
  if (!kind.is_plain()) return false;
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
  playing_ = false;
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
typename Machine<S>::Turn Machine<S>::turn(const State<S>& s, int occurrences, Legal& out) {
  const Jit::Function code = jit_ == nullptr ? nullptr : jit_->turn(s.mover);
  if (code == nullptr) return Turn::Unknown;
  f_.occurrences = occurrences;
  const std::uint64_t found = code(&f_, const_cast<State<S>*>(&s), 0);
  if ((found & 255u) != 0) return (found & 255u) == Jit::kRow ? Turn::Over : Turn::Unknown;
  out.simple = true;
  out.count = static_cast<int>(found >> 32);
  out.kind = static_cast<int>(found >> 8 & 255u);
  out.origins = f_.result;
  return Turn::Open;
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
  if (kind.asks && (kind.may_ask == kNoCode || holds(kind.may_ask, s))) need_ = Need::Whole;
  add_origins(s, kind, number);
}

template <class S>
void Machine<S>::add_origins(const State<S>& s, const KindCode& kind, int number) {
  Move move;
  move.kind = static_cast<std::uint8_t>(number);
  if (kind.from == kNoCode) {
    choose(s, kind, move);
    return;
  }
  if (add_scanned(s, kind, move)) return;
  const bool all = targets_ != nullptr;
  for (Mask from = pits_of(all ? kind.all_from : kind.from, all ? kind.all_from_set : kind.from_set, s); from != 0 && !enough(); from &= from - 1) {
    move.origin = static_cast<Slot>(lowest_bit(from));
    choose(s, kind, move);
  }
}

// The same for all starting pits and directions at once, where compiled code can do it.
template <class S>
bool Machine<S>::add_scanned(const State<S>& s, const KindCode& kind, Move move) {
  const bool targets = targets_ != nullptr;
  if (jit_ == nullptr || (!targets && need_ != Need::FirstLap)) return false;
  for (const Preference& preference : kind.preferences)
    if (!targets && !preference.same_for_all && preference.when != kNoCode) return false;
  const Jit::Scan scan = jit_->scan(targets, kind.play);
  if (scan == nullptr) return false;
  JitScan found;
  if (scan(&f_, &s, &found) != 0) return false;
  if (targets) {
    *targets_ |= static_cast<Mask>(found.captured[0]);
    return true;
  }
  std::array<std::uint64_t, 2> legal{found.legal[0][0], found.legal[1][0]};
  for (std::size_t i = 0; i < static_cast<std::size_t>(kind.first_needs); ++i)
    if (kind.first_preference[i] < 0)
      for (std::size_t d = 0; d < 2; ++d) legal[d] &= found.met[i][d][0];
  const ChoiceCode& choice = kind.choices[0];
  move.answer_count = 1;
  for (std::uint64_t rest = legal[0] | legal[1]; rest != 0 && !enough(); rest &= rest - 1) {
    move.origin = static_cast<Slot>(lowest_bit(rest));
    for (int answer = 0; answer < choice.answers; ++answer) {
      const auto d = static_cast<std::size_t>(choice.direction[static_cast<std::size_t>(answer)]);
      if ((legal[d] >> move.origin & 1) == 0) continue;
      move.answers[0] = static_cast<std::uint8_t>(answer);
      std::uint32_t missed = 0;
      for (std::size_t i = 0; i < static_cast<std::size_t>(kind.first_needs); ++i)
        if (kind.first_preference[i] >= 0 && (found.met[i][d][0] >> move.origin & 1) == 0) missed |= 1u << kind.first_preference[i];
      moves_.push_back({move, active_, missed});
    }
  }
  return true;
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
  const auto with = [&](int answer) {
    move.answers[choice] = static_cast<std::uint8_t>(answer);
    choose(s, kind, move);
  };
  if (code.pits != kNoCode) {
    Mask pits = 0;
    if (open) {
      set_up(kind, move);
      pits = pits_of(code.pits, code.pits_set, s);
    }
    if (pits == 0) return with(kNotAsked);
    for (; pits != 0 && !enough(); pits &= pits - 1) with(p_.slot_of[static_cast<std::size_t>(lowest_bit(pits))]);
    return;
  }
  if (!open) return with(kNotAsked);
  for (int i = 0; i < code.answers && !enough(); ++i) with(i);
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
    moves_.push_back({move, applies_, f_.missed});
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
  const Purpose purpose = first_lap_only_ ? Purpose::TrialLap : Purpose::Trial;
  finish_trial(kind, run_move(purpose, kind.trial, trial_, current_.origin));
  while (!forks_.empty()) {
    const Move move = forks_.back();
    forks_.pop_back();
    set_up(kind, move);
    trial_ = s;
    finish_trial(kind, run_move(purpose, kind.trial, trial_, move.origin));
  }
  exploring_ = first_lap_only_ = false;
}

template <class S>
void Machine<S>::finish_trial(const KindCode& kind, Status status) {
  if (status == Status::Fail || (status == Status::Endless && p_.endless == 1)) return;
  for (int i = 0; i < kind.first_needs; ++i) {
    const auto n = static_cast<std::size_t>(i);
    if (f_.first_needed[n] ? (f_.first_captured & f_.first_need[n]) != 0 : f_.numbers[kLap] != 0) continue;  // not needed: does not apply
    if (kind.first_preference[n] < 0) {
      if (fired_ != nullptr) fired_->push_back(kind.first_clause[n]);
      return;
    }
    f_.missed |= 1u << kind.first_preference[n];
  }
  moves_.push_back({current_, applies_, f_.missed});
}

// Applies the preferences in order: each rules moves out only if some move meets it.
template <class S>
int Machine<S>::filter() {
  std::uint32_t applying = 0;
  for (const Found& found : moves_) applying |= found.applies;
  for (; applying != 0; applying &= applying - 1) {
    const std::uint32_t one = applying & (0u - applying);
    const auto meets = [one](const Found& f) { return (f.applies & one) != 0 && (f.missed & one) == 0; };
    if (!std::any_of(moves_.begin(), moves_.end(), meets)) continue;
    const auto ruled_out = std::erase_if(moves_, [one](const Found& f) { return (f.applies & one) != 0 && (f.missed & one) != 0; });
    if (fired_ != nullptr) fired_->insert(fired_->end(), ruled_out, p_.preference_clause[static_cast<std::size_t>(lowest_bit(one))]);
  }
  legal_moves_.clear();
  for (const Found& found : moves_) legal_moves_.push_back(found.move);
  return static_cast<int>(legal_moves_.size());
}

template <class S>
int Machine<S>::answer(int answers) {
  static constexpr auto kInOrder = [] {
    std::array<std::uint8_t, kMaxAnswers> codes{};
    for (std::size_t i = 0; i < codes.size(); ++i) codes[i] = static_cast<std::uint8_t>(i);
    return codes;
  }();
  return next_answer(kInOrder.data(), answers);
}

template <class S>
int Machine<S>::pick(Mask pits) {
  std::array<std::uint8_t, kMaxSlots> slots{};
  int count = 0;
  for (; pits != 0; pits &= pits - 1) slots[static_cast<std::size_t>(count++)] = static_cast<std::uint8_t>(p_.slot_of[static_cast<std::size_t>(lowest_bit(pits))]);
  return p_.index_of[static_cast<std::size_t>(next_answer(slots.data(), count))];
}

template <class S>
int Machine<S>::pick_number(int low, int high) {
  std::array<std::uint8_t, kMaxAnswers> numbers{};
  int count = 0;
  for (int n = low; n <= std::min(high, kNotAsked - 1) && count < kMaxAnswers; ++n) numbers[static_cast<std::size_t>(count++)] = static_cast<std::uint8_t>(n);
  return count == 0 ? low : next_answer(numbers.data(), count);
}

// The next answer of the move, one of `codes`. A trial takes the first and puts the others aside.
template <class S>
int Machine<S>::next_answer(const std::uint8_t* codes, int count) {
  if (asked_ < current_.answer_count) return current_.answer(asked_++);
  if (!exploring_ || current_.answer_count >= kMaxAnswersInMove) return codes[0];
  const std::size_t place = asked_++;
  ++current_.answer_count;
  for (int i = count - 1; i > 0 && alternatives_ < kMaxAlternatives; --i) {
    ++alternatives_;
    current_.answers[place] = codes[i];
    forks_.push_back(current_);
  }
  current_.answers[place] = codes[0];
  return codes[0];
}

}  // namespace mnc::engine
