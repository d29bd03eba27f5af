// A Line over one shape of state. Part of engine.h.
#pragma once

namespace mnc::engine {

template <class S>
class EngineLine final : public Line {
 public:
  // fired: if not null, gets the clauses that fire, if the engine's program notes them.
  EngineLine(const Engine<S>& engine, Fired* fired) : engine_(engine), worker_(engine, true), fired_(fired), p_(engine.p_) {}

  [[nodiscard]] Aim aim() const override {
    return !p_.has_winner ? Aim::Moves : p_.fewest ? Aim::Fewest : p_.has_measure ? Aim::Measure : Aim::Most;
  }

  void start(const Position& from) override {
    levels_.resize(1);
    load(p_, from, levels_[0].state);
    worker_->history.clear();
    fixed_ = engine_.fixed_part(levels_[0].state);
    enter_history();
  }

  void look(Turn& turn) override {
    Machine<S>& machine = worker_->machine;
    machine.note_clauses(fired_);
    const Level& top = levels_.back();
    typename Machine<S>::Legal found;
    turn.ending = {};
    if (machine.turn(top.state, top.occurrences, found) == Machine<S>::Turn::Open) {
      for (std::size_t p = 0; p < 2; ++p) turn.ending.final_seeds[p] = machine.seeds_of(top.state, p);
    } else {
      found = machine.legal(top.state, top.state.mover);
      turn.ending = machine.ending(top.state, top.occurrences, &found);
      if (turn.ending.result == Result::None && found.count == 0) turn.ending.result = Result::Void;
    }
    turn.moves.clear();
    for (int i = 0; i < found.count; ++i) turn.moves.push_back(engine_.outward(machine.move(found, i)));
  }

  [[nodiscard]] std::size_t draw(const Turn& turn, Random& random) override {
    const Level& top = levels_.back();
    Machine<S>& machine = worker_->machine;
    typename Machine<S>::Legal found;
    if (!engine_.draws_ || machine.turn(top.state, top.occurrences, found) == Machine<S>::Turn::Open)
      return turn.moves.size() == 1 ? 0 : random.below(static_cast<std::uint32_t>(turn.moves.size()));
    machine.note_clauses(nullptr);
    (void)machine.draw(top.state, random, drawn_);
    const auto at = std::find(turn.moves.begin(), turn.moves.end(), engine_.outward(drawn_.move));
    return static_cast<std::size_t>(at - turn.moves.begin());
  }

  bool play(const Move& move, MoveReport& report) override {
    Machine<S>& machine = worker_->machine;
    machine.note_clauses(fired_);
    levels_.push_back(levels_.back());
    Level& next = levels_.back();
    report.endless = machine.play(next.state, engine_.inward(move)) == Status::Endless;
    report.laps = machine.laps();
    report.captured = machine.captured();
    report.again = machine.again();
    if (report.endless) {
      levels_.pop_back();
      return false;
    }
    if (!p_.uses_occurrences) return true;
    const std::uint64_t fixed = engine_.fixed_part(next.state), hash = engine_.hash(next.state);
    next.occurrences = worker_->path.add(hash, fixed) + (fixed == fixed_ ? worker_->history.count(hash) : 0);
    return true;
  }

  void back() override {
    if (p_.uses_occurrences) worker_->path.remove_last();
    levels_.pop_back();
  }

  void settle() override {
    levels_[0] = levels_.back();
    levels_.resize(1);
    const std::uint64_t fixed = engine_.fixed_part(levels_[0].state);
    if (std::exchange(fixed_, fixed) != fixed) worker_->history.clear();
    enter_history();
  }

  [[nodiscard]] int mover() const override { return levels_.back().state.mover; }

  [[nodiscard]] int occurrences() const override { return levels_.back().occurrences; }

  [[nodiscard]] Position position() const override {
    Position out;
    store(p_, levels_.back().state, out);
    return out;
  }

  [[nodiscard]] std::uint64_t key() const override {
    const Level& top = levels_.back();
    const State<S>& s = top.state;
    HashKeys keys;
    const auto mixed = [&keys](std::uint64_t w) {
      keys.next();
      const WideMask product = static_cast<WideMask>(w ^ keys.flip) * keys.factor;
      return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
    };
    const std::uint64_t last_mover = p_.uses_last_mover && p_.uses_again ? s.last_mover : 0;
    const std::uint64_t ply = p_.uses_ply ? s.ply : 0;
    return engine_.hash(s) ^ mixed(engine_.fixed_part(s)) ^ mixed(ply << 32 | last_mover << 31 | static_cast<std::uint32_t>(top.occurrences));
  }

  [[nodiscard]] Features features() override {
    const State<S>& s = levels_.back().state;
    Features out;
    out.measure = worker_->machine.measure(s);
    for (int i = 0; i < p_.size; ++i) {
      const int owner = p_.owner[static_cast<std::size_t>(i)];
      if (owner < 0 || (p_.pits >> i & 1) == 0) continue;
      out.seeds[static_cast<std::size_t>(owner)] += s.pits[i];
      out.occupied[static_cast<std::size_t>(owner)] += s.pits[i] != 0;
    }
    for (std::size_t p = 0; p < 2; ++p) out.seeds[p] += s.vars[kReserve + p];
    return out;
  }

  [[nodiscard]] Result endless_result() const override { return engine::endless_result(p_, levels_.back().state.mover); }

  [[nodiscard]] Result playout(Random& random, std::uint32_t max_plies) override {
    worker_->machine.note_clauses(nullptr);
    State<S> s = levels_.back().state;
    return engine_.play_on(worker_->machine, playout_history_, s, random, max_plies, nullptr, false).ending.result;
  }

 private:
  struct Level {
    State<S> state;
    int occurrences = 1;
  };
  void enter_history() {
    worker_->path.clear();
    if (p_.uses_occurrences) levels_[0].occurrences = worker_->history.add(engine_.hash(levels_[0].state));
  }

  const Engine<S>& engine_;
  typename Engine<S>::Lease worker_;
  Fired* fired_;
  const Program& p_;
  std::vector<Level> levels_;
  std::uint64_t fixed_ = 0;  // of the settled position
  History playout_history_;
  typename Machine<S>::Drawn drawn_;
};

template <class S>
std::unique_ptr<Line> Engine<S>::line(Fired* fired) const {
  return std::make_unique<EngineLine<S>>(*this, fired);
}

}  // namespace mnc::engine
