// Compiled code: how it is used, and what it needs to know of the machine. Part of machine.h.
#pragma once

namespace mnc::engine {

template <class S>
Status Machine<S>::run_move(Purpose purpose, Entry entry, State<S>& s, int origin) {
  if (const Jit::Function code = compiled(purpose, entry)) return static_cast<Status>(code(&f_, &s, origin));
  return run(entry, s);
}

template <class S>
bool Machine<S>::playout(State<S>& s, JitPlayout& game, Status& status, int& occurrences) {
  const Jit::Playout code = jit_ == nullptr ? nullptr : jit_->playout();
  if (code == nullptr) return false;
  const std::uint64_t left = code(&f_, &s, &game);
  status = static_cast<Status>(left & 255u);
  if (status == Status::Row) resume_ = static_cast<Entry>(left >> 8);
  occurrences = f_.occurrences;
  return true;
}

template <class S>
bool Machine<S>::perft(const State<S>& s, JitPerft& game, std::uint64_t& sum) {
  const Jit::Perft code = jit_ == nullptr ? nullptr : jit_->perft();
  if (code == nullptr) return false;
  sum = code(&f_, const_cast<State<S>*>(&s), &game);
  return true;
}

template <class S>
JitShape Machine<S>::shape(const Tables<S>& tables) {
  JitShape out;
  out.count_bytes = sizeof(Count);
  out.pits = S::kPits;
  out.mask_bytes = sizeof(Mask);
  out.flags = offsetof(State<S>, flags);
  out.vars = offsetof(State<S>, vars);
  out.mover = offsetof(State<S>, mover);
  out.state_bytes = sizeof(State<S>);
  out.last_mover = offsetof(State<S>, last_mover);
  out.ply = offsetof(State<S>, ply);
  out.numbers = offsetof(Frame<S>, numbers);
  out.result = offsetof(Frame<S>, result);
  out.first_captured = offsetof(Frame<S>, first_captured);
  out.first_need = offsetof(Frame<S>, first_need);
  out.first_needed = offsetof(Frame<S>, first_needed);
  out.missed = offsetof(Frame<S>, missed);
  out.occurrences = offsetof(Frame<S>, occurrences);
  out.again = offsetof(Frame<S>, again);
  out.hashed_pit_bytes = static_cast<int>(tables.hashed_pit_bytes);
  out.hashed_vars = static_cast<int>(hashed_vars(tables.program));
  return out;
}

template <class S>
JitCalls Machine<S>::calls(const Tables<S>& tables) {
  JitCalls out;
  out.tables = &tables;
  out.sow = [](const void* t, void* state, std::uint64_t how) -> std::int64_t {
    const TrackTable<S>& track = static_cast<const Tables<S>*>(t)->tracks[how & 255u];
    return sow_seeds<S>(track, static_cast<State<S>*>(state)->pits, static_cast<Index>(how >> 16 & 0xffffu), static_cast<int>(how >> 8 & 1u),
                        static_cast<int>(how >> 32));
  };
  out.sow_skip = [](const void* t, void* state, std::uint64_t how, std::uint64_t low, std::uint64_t high) -> std::int64_t {
    const TrackTable<S>& track = static_cast<const Tables<S>*>(t)->tracks[how & 255u];
    Mask skip = static_cast<Mask>(low);
    if constexpr (sizeof(Mask) > 8) skip |= static_cast<Mask>(high) << 64;
    else (void)high;
    if ((skip & track.pits) == track.pits) skip = 0;
    return sow_plain<S>(track, static_cast<State<S>*>(state)->pits, static_cast<Index>(how >> 16 & 0xffffu), static_cast<int>(how >> 8 & 1u),
                        static_cast<int>(how >> 32), skip);
  };
  out.can = [](void* frame, const void* state, std::uint64_t what) -> std::int64_t {
    auto* const m = static_cast<Machine*>(static_cast<Frame<S>*>(frame)->machine);
    return m->can(*static_cast<const State<S>*>(state), static_cast<int>(what >> 32), static_cast<std::uint32_t>(what));
  };
  out.targets = [](void* frame, const void* state, std::uint64_t what) -> std::int64_t {
    auto* const f = static_cast<Frame<S>*>(frame);
    f->result = static_cast<Machine*>(f->machine)->targets(*static_cast<const State<S>*>(state), static_cast<int>(what >> 32), static_cast<std::uint32_t>(what));
    return 0;
  };
  out.renew = [](void* playout) {
    auto& game = *static_cast<JitPlayout*>(playout);
    auto& history = *static_cast<History*>(game.history);
    history.table() = game.table;
    history.renew();
    game.table = history.table();
  };
  out.pick = [](void* frame, std::uint64_t low, std::uint64_t high) -> std::int64_t {
    Mask pits = static_cast<Mask>(low);
    if constexpr (sizeof(Mask) > 8) pits |= static_cast<Mask>(high) << 64;
    else (void)high;
    return static_cast<Machine*>(static_cast<Frame<S>*>(frame)->machine)->pick(pits);
  };
  out.ask = [](void* frame, std::uint64_t answers) -> std::int64_t {
    return static_cast<Machine*>(static_cast<Frame<S>*>(frame)->machine)->answer(static_cast<int>(answers));
  };
  return out;
}

}  // namespace mnc::engine
