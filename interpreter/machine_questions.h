// What the rules ask about other moves: whether a player has one, what these would capture. Part of machine.h.
#pragma once

namespace mnc::engine {

template <class S>
Machine<S>& Machine<S>::nested() {
  if (!nested_) {  // once in the life of a machine
    nested_ = std::make_unique<Machine>(t_);
    nested_->use(jit_);
  }
  return *nested_;
}

// kinds: a bit set, 0 for any.
template <class S>
bool Machine<S>::can(const State<S>& s, int who, std::uint32_t kinds) {
  if (known_legal_ != nullptr && kinds == 0 && who == s.mover) return known_legal_->count != 0;
  if (const Jit::Function code = jit_ == nullptr ? nullptr : jit_->question(false, who, kinds)) {
    const std::uint64_t answer = code(&f_, const_cast<State<S>*>(&s), 0);
    if (answer != Jit::kSlow) return answer != 0;
  }
  return nested().has_move(s, who, kinds);
}

// Of a rank, the kinds that are asked about and those that a preference compares them with. The others have no say in it, and
// may ask the same.
inline std::vector<int> in_question(const PlayerCode& player, const std::vector<int>& rank, std::uint32_t kinds) {
  const auto of = [&player](int kind) -> const std::vector<Preference>& { return player.kinds[static_cast<std::size_t>(kind)].preferences; };
  const auto compared = [&](int kind) {
    return std::any_of(of(kind).begin(), of(kind).end(), [&](const Preference& mine) {
      return std::any_of(rank.begin(), rank.end(), [&](int other) {
        return (kinds >> other & 1) != 0 && std::any_of(of(other).begin(), of(other).end(), [&](const Preference& p) { return p.number == mine.number; });
      });
    });
  };
  for (bool more = true; more;) {
    more = false;
    for (const int kind : rank) {
      if ((kinds >> kind & 1) != 0 || !compared(kind)) continue;
      kinds |= std::uint32_t{1} << kind;
      more = true;
    }
  }
  std::vector<int> out;
  std::copy_if(rank.begin(), rank.end(), std::back_inserter(out), [kinds](int kind) { return (kinds >> kind & 1) != 0; });
  return out;
}

template <class S>
bool Machine<S>::has_move(const State<S>& s, int who, std::uint32_t kinds) {
  const PlayerCode& player = p_.players[static_cast<std::size_t>(who)];
  const int now = phase(s, who);
  if (now < 0) return false;
  const PhaseCode& here = player.phases[static_cast<std::size_t>(now)];
  if (kinds != 0 && (kinds &= here.kinds()) == 0) return false;
  for (const auto& rank : here.ranks) {
    const std::uint32_t members = set_of(rank);
    const bool all_count = kinds == 0 || (members & ~kinds) == 0;
    const bool none_counts = kinds != 0 && (members & kinds) == 0;
    find_rank(s, player, all_count || none_counts ? rank : in_question(player, rank, kinds), all_count || none_counts);
    const bool found = !moves_.empty();
    if (all_count && found) return true;
    if (none_counts && found) return false;
    if (!all_count && !none_counts && filter() != 0)
      return std::any_of(legal_moves_.begin(), legal_moves_.end(), [kinds](const Move& m) { return (kinds >> m.kind & 1) != 0; });
    // What is ranked below the last kind asked about has no say in it.
    if (kinds != 0 && (kinds &= ~members) == 0) return false;
  }
  return false;
}

template <class S>
typename S::Mask Machine<S>::targets(const State<S>& s, int who, std::uint32_t kinds) {
  if (known_targets_.kinds == kinds && known_targets_.who == who && std::memcmp(&known_targets_.state, &s, sizeof s) == 0) return known_targets_.found;
  const Jit::Function code = jit_ == nullptr ? nullptr : jit_->question(true, who, kinds);
  if (code != nullptr && code(&f_, const_cast<State<S>*>(&s), 0) != Jit::kSlow) known_targets_ = {s, who, kinds, f_.result};
  else known_targets_ = {s, who, kinds, nested().find_targets(s, who, kinds)};
  return known_targets_.found;
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
  run_move(Purpose::PlayLap, kind.play, trial_, move.origin);
  first_lap_only_ = false;
  *targets_ |= f_.first_captured;
}

}  // namespace mnc::engine
