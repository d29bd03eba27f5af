// See retell.h.
#include "interpreter/retell.h"

#include <algorithm>

#include "interpreter/program.h"
#include "interpreter/sides.h"

namespace mnc::engine {

using grammar::Kind;
using grammar::kNoNode;
using grammar::NodeId;
using grammar::SlotSet;
using grammar::Step;

namespace {

// How a sequence of steps was left.
enum class Way : std::uint8_t { On, RowOver, NextLap, Endless, FirstLapOver };

class Retelling {
 public:
  Retelling(const Game& game, Position& position, const Move& move, Witness& witness, bool first_lap_only)
      : game_(game), rules_(game.ruleset()), position_(position), move_(move), witness_(witness),
        first_lap_only_(first_lap_only), kind_(rules_.kinds[move.kind]), terms_(game, position_, moment_) {
    const auto& code = game.program().players[position.mover].kinds[move.kind];
    moment_.me = position.mover;
    moment_.origin = moment_.last = moment_.from = moment_.it = move.origin;
    moment_.direction = code.direction;
    moment_.circuit = code.circuit;
    moment_.kind = move.kind;
    moment_.answers.fill(kNotAsked);
    for (std::size_t i = 0; i < kind_.choices.size(); ++i) {
      moment_.answers[i] = move.answer(i);
      if (kind_.choices[i].is_direction && move.answer(i) != kNotAsked)
        moment_.direction = terms_.node(kind_.choices[i].directions[static_cast<std::size_t>(move.answer(i))]).value;
    }
    asked_ = kind_.choices.size();
  }

  Way run() {
    witness_.begins(terms_);
    const Way way = steps(kind_.steps);
    witness_.over(terms_, first_captured_);
    return way;
  }
  [[nodiscard]] const Moment& moment() const { return moment_; }
  [[nodiscard]] const SlotSet& first_captured() const { return first_captured_; }

 private:
  std::uint16_t& seeds(Slot slot) { return position_.seeds[static_cast<std::size_t>(slot)]; }

  Way steps(const std::vector<Step>& list) {
    for (const Step& one : list) {
      if (const Way way = step(one); way != Way::On) return way;
    }
    return Way::On;
  }

  Way step(const Step& s) {
    switch (s.op) {
      case Step::Place: place(s); break;
      case Step::Fill: fill(s); break;
      case Step::Lift: lift(s.b == kNoNode ? moment_.origin : terms_.pit(s.b), s); break;
      case Step::Capture: capture(s); break;
      case Step::Sow: return sow(s);
      case Step::Turn:
        moment_.direction = terms_.direction(s.a);
        witness_.turned(moment_.direction);
        break;
      case Step::Mark: mark(s); break;
      case Step::SetState: set_state(s); break;
      case Step::Again:
        moment_.again = true;
        witness_.again();
        break;
      case Step::Stop: return Way::RowOver;
      case Step::Relay: return relay(s);
      case Step::Ask: return ask(s);
      case Step::Pick: return pick(s);
      case Step::If: {
        const bool holds = terms_.truth(s.a);
        witness_.asked_if(s, holds, terms_);
        return steps(holds ? s.steps : s.otherwise);
      }
      case Step::EachPit: return each_pit(s);
      case Step::Block: return steps(s.steps);
      case Step::SwapSides:
        swap_sides(rules_, position_);
        witness_.swapped();
        break;
      case Step::Takes:
      case Step::Wins:
      case Step::Draw:
      case Step::Void: break;  // only in `end`
    }
    return Way::On;
  }

  // What lies in a place. From seed to seed the hand is what is still to be sown.
  [[nodiscard]] int held(Step::Heap kind, grammar::Who who, Slot slot) {
    const auto player = static_cast<std::size_t>(terms_.side(who));
    switch (kind) {
      case Step::InPit: return slot == kNoSlot ? 0 : seeds(slot);
      case Step::InWon: return position_.won[player];
      case Step::InReserve: return position_.reserve[player];
      case Step::InHand: break;
    }
    return between_seeds_ ? moment_.remaining : moment_.hand;
  }
  void add(Step::Heap kind, grammar::Who who, Slot slot, int n) {
    const auto player = static_cast<std::size_t>(terms_.side(who));
    const auto to = [n](std::uint16_t& place) { place = static_cast<std::uint16_t>(place + n); };
    switch (kind) {
      case Step::InPit: return to(seeds(slot));
      case Step::InWon: return to(position_.won[player]);
      case Step::InReserve: return to(position_.reserve[player]);
      case Step::InHand: (between_seeds_ ? moment_.remaining : moment_.hand) += n; break;
    }
  }

  void place(const Step& s) {
    shift(s, terms_.number(s.a), s.from == Step::InPit ? terms_.pit(s.c) : kNoSlot, s.to, s.to == Step::InPit ? terms_.pit(s.b) : kNoSlot);
  }

  void shift(const Step& s, long wanted, Slot from_slot, Step::Heap into, Slot to_slot) {
    const bool from_pit = s.from == Step::InPit, to_pit = into == Step::InPit;
    if ((from_pit && from_slot == kNoSlot) || (to_pit && to_slot == kNoSlot)) return;
    const int has = held(s.from, s.who, from_slot);
    const int n = static_cast<int>(std::clamp<long>(wanted, 0, has));
    add(s.from, s.who, from_slot, -n);
    add(into, s.to_who, to_slot, n);
    witness_.placed(n, s, from_slot, to_slot);
    if (from_pit && n != 0 && n == has && !(to_pit && to_slot == from_slot)) fire(from_slot);
  }

  Way each_pit(const Step& s) {
    const SlotSet set = terms_.pits(s.b);
    const Slot it = moment_.it;
    Way way = Way::On;
    for (const Slot slot : in_order(s.to_who)) {
      if (!set[static_cast<std::size_t>(slot)] || way != Way::On) continue;
      moment_.it = slot;
      way = steps(s.steps);
    }
    moment_.it = it;
    return way;
  }

  [[nodiscard]] std::vector<Slot> in_order(grammar::Who player) const {
    return rules_.board.in_order(terms_.side(player) == kSouth ? grammar::Who::South : grammar::Who::North);
  }

  // Pit by pit, or the other way round.
  void fill(const Step& s) {
    const long n = terms_.number(s.a);
    const SlotSet set = terms_.pits(s.b);
    const Slot from_slot = s.from == Step::InPit ? terms_.pit(s.c) : kNoSlot;
    std::vector<Slot> order = in_order(s.to_who);
    if (s.value != 0) std::reverse(order.begin(), order.end());
    for (const Slot slot : order) {
      if (!set[static_cast<std::size_t>(slot)]) continue;
      if ((s.from == Step::InPit && from_slot == kNoSlot) || held(s.from, s.who, from_slot) < n) return;
      shift(s, n, from_slot, Step::InPit, slot);
    }
  }

  void lift(Slot slot, const Step& s) {
    if (slot == kNoSlot) return;
    const int has = seeds(slot);
    long n = has;
    if (s.op == Step::Lift && s.a != kNoNode) n = s.value == 0 ? terms_.number(s.a) : has - terms_.number(s.a);
    const int taken = static_cast<int>(std::clamp<long>(n, 0, has));
    moment_.hand += taken;
    seeds(slot) = static_cast<std::uint16_t>(has - taken);
    moment_.from = slot;
    witness_.lifted(taken, slot);
    if (taken != 0 && taken == has) fire(slot);
  }

  void capture(const Step& s) {
    if (s.d != kNoNode) return capture_some(s);
    SlotSet set = terms_.pits(s.a);
    const Slot into = s.into == Step::IntoPit ? terms_.pit(s.b) : kNoSlot;
    if (s.into == Step::IntoPit && into == kNoSlot) return;
    if (into != kNoSlot) set.reset(static_cast<std::size_t>(into));
    const int player = s.c == kNoNode ? moment_.me : terms_.player(s.c);
    const Slot store = static_cast<Slot>(rules_.board.pits() + player);
    if (s.into == Step::IntoStore) set.reset(static_cast<std::size_t>(store));
    std::vector<std::pair<Slot, int>> from;
    int taken = 0;
    for (std::size_t slot = 0; slot < rules_.board.slots.size(); ++slot) {
      if (!set[slot] || position_.seeds[slot] == 0) continue;
      from.emplace_back(static_cast<Slot>(slot), position_.seeds[slot]);
      taken += position_.seeds[slot];
      position_.seeds[slot] = 0;
      if (moment_.lap <= 1) first_captured_.set(slot);
    }
    moment_.captured += taken;
    witness_.captured(from, s, terms_);
    for (const auto& [slot, count] : from) fire(slot);
    switch (s.into) {
      case Step::IntoWon: position_.won[static_cast<std::size_t>(player)] = static_cast<std::uint16_t>(position_.won[static_cast<std::size_t>(player)] + taken); break;
      case Step::IntoStore: seeds(store) = static_cast<std::uint16_t>(seeds(store) + taken); break;
      case Step::IntoHand: moment_.hand += taken; break;
      case Step::IntoPit: seeds(into) = static_cast<std::uint16_t>(seeds(into) + taken); break;
      case Step::IntoReserve: add(Step::InReserve, s.to_who, kNoSlot, taken); break;
    }
  }

  // So many seeds of one pit.
  void capture_some(const Step& s) {
    const NodeId one = terms_.node(s.a).op == grammar::Op::OnePit ? terms_.node(s.a).a : s.a;
    const SlotSet set = terms_.pits(s.a);
    const Slot slot = terms_.node(s.a).op == grammar::Op::OnePit ? terms_.pit(one) : set.any() ? static_cast<Slot>(set._Find_first()) : kNoSlot;
    const int has = slot == kNoSlot ? 0 : seeds(slot);
    const int n = static_cast<int>(std::clamp<long>(terms_.number(s.d), 0, has));
    const int player = s.c == kNoNode ? moment_.me : terms_.player(s.c);
    const Slot to = s.into == Step::IntoPit ? terms_.pit(s.b) : s.into == Step::IntoStore ? static_cast<Slot>(rules_.board.pits() + player) : kNoSlot;
    const bool into_pit = s.into == Step::IntoPit || s.into == Step::IntoStore;
    if (n == 0 || (into_pit && (to == kNoSlot || to == slot))) return;
    seeds(slot) = static_cast<std::uint16_t>(has - n);
    if (s.into == Step::IntoHand) moment_.hand += n;
    else if (s.into == Step::IntoReserve) add(Step::InReserve, s.to_who, kNoSlot, n);
    else if (into_pit) seeds(to) = static_cast<std::uint16_t>(seeds(to) + n);
    else position_.won[static_cast<std::size_t>(player)] = static_cast<std::uint16_t>(position_.won[static_cast<std::size_t>(player)] + n);
    moment_.captured += n;
    if (moment_.lap <= 1) first_captured_.set(static_cast<std::size_t>(slot));
    witness_.captured({{slot, n}}, s, terms_);
    if (n == has) fire(slot);
  }

  void mark(const Step& s) {
    const SlotSet set = terms_.pits(s.a);
    const bool of_players = rules_.states[static_cast<std::size_t>(s.value)].per == grammar::State::EachPlayerAndPit;
    auto& flags = position_.pit_flags[static_cast<std::size_t>(s.value)][of_players ? static_cast<std::size_t>(terms_.side(s.who)) : 0];
    flags = s.value2 != 0 ? flags | set : flags & ~set;
    witness_.marked(s, set);
  }

  void set_state(const Step& s) {
    const grammar::State& state = rules_.states[static_cast<std::size_t>(s.value)];
    const int player = terms_.side(s.who);
    long value = state.kind == grammar::State::Pit ? kNoSlot : state.initial;
    if (s.a != kNoNode && state.kind == grammar::State::Pit) value = terms_.pit(s.a);
    else if (s.a != kNoNode && state.kind == grammar::State::Flag) value = terms_.truth(s.a) ? 1 : 0;
    else if (s.a != kNoNode && state.kind == grammar::State::Direction) value = terms_.direction(s.a);
    else if (s.a != kNoNode) value = std::clamp<long>(terms_.number(s.a), 0, state.max);
    const std::size_t place = state.per == grammar::State::Game ? 0 : static_cast<std::size_t>(player);
    position_.values[static_cast<std::size_t>(s.value)][place] = static_cast<std::int16_t>(value);
    witness_.set(s, player, static_cast<int>(value));
  }

  // What a trigger does sets off no other.
  void fire(Slot slot) {
    if (firing_) return;
    firing_ = true;
    const int me = moment_.me;
    const Slot it = moment_.it;
    for (int player = 0; player < 2; ++player) {
      for (const grammar::Trigger& trigger : rules_.triggers) {
        const auto zone = static_cast<std::size_t>(player == kSouth ? trigger.south : trigger.north);
        if (!rules_.slot_sets[zone][static_cast<std::size_t>(slot)]) continue;
        witness_.emptied(trigger, slot);
        moment_.me = player;
        moment_.it = slot;
        (void)steps(trigger.steps);
        moment_.me = me;
        moment_.it = it;
      }
    }
    firing_ = false;
  }

  // ---- questions ----

  int next_answer(int first) {
    return asked_ < move_.answer_count ? move_.answer(asked_++) : first;
  }

  Way ask(const Step& s) {
    if (moment_.lap <= 1 && first_lap_only_) return Way::FirstLapOver;
    const int answer = next_answer(0);
    witness_.answered(s, answer);
    return steps(s.answers[static_cast<std::size_t>(answer)].steps);
  }

  Way pick(const Step& s) {
    if (s.a == kNoNode) return pick_number(s);
    const SlotSet set = terms_.pits(s.a);
    if (set.none()) return Way::On;
    if (moment_.lap <= 1 && first_lap_only_) return Way::FirstLapOver;
    const int answer = next_answer(static_cast<int>(set._Find_first()));
    moment_.picked[static_cast<std::size_t>(s.value)] = static_cast<Slot>(answer);
    witness_.answered(s, answer);
    return steps(s.steps);
  }

  Way pick_number(const Step& s) {
    const long low = std::max<long>(terms_.number(s.b), 0);
    if (terms_.number(s.c) < low) return Way::On;
    if (moment_.lap == 1 && first_lap_only_) return Way::FirstLapOver;
    const int answer = next_answer(static_cast<int>(low));
    moment_.picked[static_cast<std::size_t>(s.value)] = static_cast<Slot>(answer);
    witness_.answered(s, answer);
    return steps(s.steps);
  }

  // ---- sowing ----

  Way sow(const Step& s) {
    if (s.a != kNoNode) moment_.direction = terms_.direction(s.a);
    const Slot start = s.start == Step::StartDefault ? moment_.from : terms_.pit(s.b);
    const bool after = s.start != Step::StartIn;
    if (in_laps_) return launch(s, start, after);
    sowing_ = &s;
    Way way = launch(s, start, after);
    in_laps_ = true;
    while (way == Way::NextLap) way = lap_over();
    in_laps_ = false;
    if (way == Way::RowOver || way == Way::On) {
      return first_lap_only_ ? Way::FirstLapOver : Way::On;
    }
    return way;
  }

  Way relay(const Step& s) {
    const Slot slot = s.b == kNoNode ? moment_.last : terms_.pit(s.b);
    if (first_lap_only_ && moment_.lap == 1) return Way::FirstLapOver;
    if (!stops_ && moment_.lap >= rules_.endless.laps && moment_.hand + (slot == kNoSlot ? 0 : seeds(slot)) != 0) {
      witness_.endless();
      return Way::Endless;
    }
    lift(slot, s);
    return launch(*sowing_, moment_.from, true);
  }

  Way launch(const Step& s, Slot start, bool after) {
    if (moment_.hand == 0) return Way::RowOver;
    if (!stops_ && moment_.lap >= rules_.endless.laps) {
      witness_.endless();
      return Way::Endless;
    }
    if (moment_.lap == 1 && first_lap_only_) return Way::FirstLapOver;
    moment_.lap_origin = start;
    const auto& cycle = rules_.board.circuits[static_cast<std::size_t>(s.circuit)].cycle[static_cast<std::size_t>(moment_.me)];
    const SlotSet skip = s.value != 0 ? SlotSet() : skipped(s, cycle);
    moment_.circuit = s.circuit;
    Slot slot = after && start != kNoSlot ? terms_.along(start, moment_.me, moment_.direction) : start;
    if (slot == kNoSlot || std::find(cycle.begin(), cycle.end(), slot) == cycle.end()) slot = first_index(s.circuit);
    ++moment_.lap;
    moment_.sown = moment_.hand;
    moment_.hand = 0;
    return drop(s, slot, skip);
  }

  // Where a lap starts that would start off its circuit.
  [[nodiscard]] Slot first_index(int circuit) const {
    const Program& program = game_.program();
    return program.slot_of[static_cast<std::size_t>(program.tracks[static_cast<std::size_t>(2 * circuit + moment_.me)].cycle[0])];
  }

  [[nodiscard]] SlotSet skipped(const Step& s, const std::vector<Slot>& cycle) const {
    if (s.c == kNoNode || !terms_.truth(s.d)) return {};
    const SlotSet set = terms_.pits(s.c);
    const bool all = std::all_of(cycle.begin(), cycle.end(), [&](Slot slot) { return set[static_cast<std::size_t>(slot)]; });
    return all ? SlotSet() : set;
  }

  // `skip`: unless it is found before each seed.
  Way drop(const Step& s, Slot slot, SlotSet skip) {
    const auto& cycle = rules_.board.circuits[static_cast<std::size_t>(s.circuit)].cycle[static_cast<std::size_t>(moment_.me)];
    std::vector<Slot> path;
    moment_.remaining = moment_.sown;
    for (bool fallen = true; moment_.remaining > 0; slot = terms_.along(slot, moment_.me, moment_.direction)) {
      if (fallen && s.value != 0) skip = skipped(s, cycle);
      fallen = !skip[static_cast<std::size_t>(slot)];
      if (!fallen) continue;
      moment_.before = seeds(slot)++;
      moment_.last = moment_.from = slot;
      --moment_.remaining;
      path.push_back(slot);
      if (kind_.each_seed) {
        between_seeds_ = true;
        const Way way = table(rules_.tables[*kind_.each_seed], true);
        between_seeds_ = false;
        if (way == Way::Endless || way == Way::FirstLapOver) return way;
      }
      witness_.fell(terms_);
    }
    witness_.sown(path, terms_);
    return Way::NextLap;
  }

  Way lap_over() {
    witness_.lap_over(terms_);
    if (!kind_.laps) return Way::RowOver;
    if (stops_ && moment_.lap >= rules_.endless.laps) {
      witness_.stopped();
      return Way::RowOver;
    }
    const Way way = table(rules_.tables[*kind_.laps], false);
    return way == Way::On ? Way::RowOver : way;
  }

  Way table(const grammar::Table& rows, bool each_seed) {
    std::size_t row = 0;
    while (row < rows.size() && !terms_.truth(rows[row].condition)) ++row;
    witness_.read(rows, row, each_seed, terms_);
    return row == rows.size() ? Way::On : steps(rows[row].steps);
  }

  const Game& game_;
  const grammar::Ruleset& rules_;
  Position& position_;
  const Move& move_;
  Witness& witness_;
  const bool first_lap_only_;
  const bool stops_ = rules_.endless.outcome == grammar::Endless::Stop;
  const Kind& kind_;
  Moment moment_;
  Terms terms_;
  std::size_t asked_ = 0;
  const Step* sowing_ = nullptr;
  bool in_laps_ = false, between_seeds_ = false, firing_ = false;
  SlotSet first_captured_;
};

// All answers to the choices before a move, one after the other.
void each_choice(const Game& game, const Position& position, Move move, const auto& visit) {
  const Kind& kind = game.ruleset().kinds[move.kind];
  const std::size_t choice = move.answer_count;
  if (choice == kind.choices.size()) return visit(move);
  Moment moment;
  moment.me = position.mover;
  moment.origin = moment.last = moment.from = moment.it = move.origin;
  moment.kind = move.kind;
  moment.answers.fill(kNotAsked);
  for (std::size_t i = 0; i < choice; ++i) moment.answers[i] = move.answer(i);
  const Terms terms(game, position, moment);
  const grammar::Choice& one = kind.choices[choice];
  ++move.answer_count;
  const auto with = [&](int answer) {
    move.answers[choice] = static_cast<std::uint8_t>(answer);
    each_choice(game, position, move, visit);
  };
  if (!terms.truth(one.when)) return with(kNotAsked);
  if (one.pits != kNoNode) {
    const SlotSet set = terms.pits(one.pits);
    if (set.none()) return with(kNotAsked);
    for (std::size_t slot = 0; slot < set.size(); ++slot) {
      if (set[slot]) with(static_cast<int>(slot));
    }
    return;
  }
  const std::size_t answers = one.is_direction ? one.directions.size() : one.answers.size();
  for (std::size_t i = 0; i < answers; ++i) with(static_cast<int>(i));
}

}  // namespace

bool retell(const Game& game, Position& position, const Move& move, Witness& witness) {
  Retelling retelling(game, position, move, witness, false);
  if (retelling.run() == Way::Endless) return false;
  position.last_mover = position.mover;
  if (!retelling.moment().again) position.mover ^= 1;
  ++position.ply;
  return true;
}

std::vector<Move> candidates(const Game& game, const Position& position, int kind) {
  const Kind& of = game.ruleset().kinds[static_cast<std::size_t>(kind)];
  Moment moment;
  moment.me = position.mover;
  moment.kind = kind;
  const auto& code = game.program().players[position.mover].kinds[static_cast<std::size_t>(kind)];
  moment.direction = code.direction;
  moment.circuit = code.circuit;
  const Terms terms(game, position, moment);
  std::vector<Move> found;
  if (!terms.truth(of.when)) return found;
  const auto add = [&](const Move& move) { found.push_back(move); };
  Move move;
  move.kind = static_cast<std::uint8_t>(kind);
  if (of.from == kNoNode) each_choice(game, position, move, add);
  const SlotSet from = of.from == kNoNode ? SlotSet() : terms.pits(of.from);
  for (std::size_t slot = 0; slot < from.size(); ++slot) {
    move.origin = static_cast<Slot>(slot);
    if (from[slot]) each_choice(game, position, move, add);
  }
  return found;
}

SlotSet targets(const Game& game, const Position& position, int player, std::uint32_t kinds) {
  Position theirs = position;
  theirs.mover = static_cast<std::uint8_t>(player);
  SlotSet found;
  Moment moment;
  moment.me = player;
  const int phase = Terms(game, theirs, moment).phase(player);
  for (std::size_t number = 0; number < game.ruleset().kinds.size(); ++number) {
    if ((kinds >> number & 1u) == 0 || game.ruleset().kinds[number].phase != phase) continue;
    for (const Move& move : candidates(game, theirs, static_cast<int>(number))) {
      Position trial = theirs;
      Witness nobody;
      Retelling retelling(game, trial, move, nobody, true);
      (void)retelling.run();
      found |= retelling.first_captured();
    }
  }
  return found;
}

}  // namespace mnc::engine
