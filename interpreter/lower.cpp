// A checked ruleset to a program: numbers the pits, lays out the state, writes the code for both players.
#include "interpreter/lower.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "interpreter/clauses.h"
#include "interpreter/lower_moves.h"

namespace mnc::engine {

namespace {

// Pits along the default circuit lie side by side; what is on no circuit comes last.
void number_pits(const rules::Ruleset& ruleset, Program& p) {
  const auto& slots = ruleset.board.slots;
  p.size = static_cast<int>(slots.size());
  p.index_of.fill(-1);
  p.slot_of.fill(kNoSlot);
  Index next = 0;
  const auto add = [&](int slot) {
    Index& index = p.index_of[static_cast<std::size_t>(slot)];
    if (index >= 0) return;
    index = next++;
    p.slot_of[static_cast<std::size_t>(index)] = static_cast<Slot>(slot);
  };
  for (const auto& cycle : ruleset.board.circuits[0].cycle)
    for (const int slot : cycle) add(slot);
  for (int slot = 0; slot < p.size; ++slot) add(slot);
}

void board(const rules::Ruleset& ruleset, Program& p) {
  number_pits(ruleset, p);
  const rules::Board& b = ruleset.board;
  p.stores = b.stores;
  p.shared = b.shared;
  p.has_reserve = b.has_reserve;
  p.has_won = b.has_won;
  p.facing.fill(-1);
  p.behind.fill(-1);
  p.owner.fill(-1);
  for (int slot = 0; slot < p.size; ++slot) {
    const rules::Pit& pit = b.slots[static_cast<std::size_t>(slot)];
    const auto i = static_cast<std::size_t>(p.index_of[static_cast<std::size_t>(slot)]);
    if (pit.opposite >= 0) p.facing[i] = p.index_of[static_cast<std::size_t>(pit.opposite)];
    if (pit.behind >= 0) p.behind[i] = p.index_of[static_cast<std::size_t>(pit.behind)];
    for (std::size_t side = 0; side < 2; ++side) {
      const int columns = side == 0 ? pit.screen_column : b.screen_columns - 1 - pit.screen_column;
      p.from_side[side][i] = static_cast<std::uint16_t>((columns + 1) * 256 + std::abs(2 * pit.screen_row + 1 - b.screen_rows));
    }
    p.column[i] = static_cast<std::uint8_t>(pit.column);
    if (pit.owner == rules::Who::South) p.owner[i] = kSouth;
    if (pit.owner == rules::Who::North) p.owner[i] = kNorth;
    if (pit.store) p.store[pit.owner == rules::Who::South ? 0 : 1] = static_cast<Index>(i);
    else p.pits |= static_cast<WideMask>(1) << i;
  }
  for (const rules::Circuit& circuit : b.circuits)
    for (const auto& cycle : circuit.cycle) {
      Track track;
      for (const int slot : cycle) track.cycle.push_back(p.index_of[static_cast<std::size_t>(slot)]);
      p.tracks.push_back(track);
    }
}

void state(const rules::Ruleset& ruleset, Program& p) {
  p.start.mover = kSouth;
  p.start.last_mover = kNorth;
  for (std::size_t slot = 0; slot < ruleset.board.start.size(); ++slot) p.start.seeds[slot] = static_cast<std::uint16_t>(ruleset.board.start[slot]);
  for (std::size_t player = 0; player < 2; ++player) p.start.reserve[player] = static_cast<std::uint16_t>(ruleset.board.reserve[player]);
  p.total_seeds = std::accumulate(ruleset.board.start.begin(), ruleset.board.start.end(), 0) + ruleset.board.reserve[0] + ruleset.board.reserve[1];
  for (std::size_t i = 0; i < ruleset.states.size(); ++i) {
    const rules::State& s = ruleset.states[i];
    p.state_flag.push_back(0);
    p.state_variable.push_back(0);
    if (s.on_pits()) {
      p.state_flag.back() = static_cast<std::uint8_t>(p.flags.size());
      for (std::uint8_t who = 0; who < (s.per == rules::State::EachPit ? 1 : 2); ++who) p.flags.push_back({static_cast<std::uint8_t>(i), who});
      for (int slot = 0; slot < p.size; ++slot)
        if (s.initial_pits[static_cast<std::size_t>(slot)]) p.start.pit_flags[i][0][static_cast<std::size_t>(slot)] = true;
      if (s.initial != 0)
        for (int slot = 0; slot < ruleset.board.pits(); ++slot) p.start.pit_flags[i][0][static_cast<std::size_t>(slot)] = true;
      continue;
    }
    const bool pit = s.kind == rules::State::Pit;
    p.state_variable.back() = kFirstDeclared + static_cast<int>(p.variables.size());
    for (std::uint8_t player = 0; player < (s.per == rules::State::EachPlayer ? 2 : 1); ++player) {
      p.variables.push_back({static_cast<std::uint8_t>(i), player, pit});
      p.start.values[i][player] = pit ? s.initial_pit[player] : static_cast<std::int16_t>(s.initial);
    }
  }
}

// Each player's pits, variables and flags, and those of the other.
void sides(const rules::Ruleset& ruleset, Program& p) {
  for (int slot = 0; slot < p.size; ++slot) {
    const rules::Slot other = ruleset.board.counterpart(static_cast<rules::Slot>(slot));
    p.across[static_cast<std::size_t>(p.index_of[static_cast<std::size_t>(slot)])] =
        p.index_of[static_cast<std::size_t>(other == rules::kNoSlot ? slot : other)];
  }
  p.other_variable = {kWon + 1, kWon, kReserve + 1, kReserve};
  const auto of_other = [](const auto& list, std::size_t i) {  // two of a player each stand side by side
    for (const std::size_t at : {i + 1, i - 1})
      if (at < list.size() && list[at].state == list[i].state) return at;
    return i;
  };
  for (std::size_t i = 0; i < p.variables.size(); ++i) {
    const bool stays = ruleset.kept[p.variables[i].state] && !p.variables[i].pit;  // the player's own, from round to round
    p.other_variable.push_back(kFirstDeclared + static_cast<int>(stays ? i : of_other(p.variables, i)));
  }
  for (std::size_t i = 0; i < p.flags.size(); ++i) p.other_flag.push_back(static_cast<int>(of_other(p.flags, i)));
}

// Whether a move may take seeds from what has been won, or put some into a reserve.
bool seeds_return(const rules::Ruleset& ruleset) {
  using rules::Step;
  const auto returns = [](const Step& s) {
    if (s.op == Step::Capture) return s.into == Step::IntoReserve;
    return s.op == Step::SwapSides || ((s.op == Step::Place || s.op == Step::Fill) && (s.from == Step::InWon || s.to == Step::InReserve));
  };
  const auto in_steps = [&](const auto& one) { return any_step(one.steps, returns); };
  const auto in_rows = [&](const rules::Table& rows) { return std::any_of(rows.begin(), rows.end(), in_steps); };
  return std::any_of(ruleset.kinds.begin(), ruleset.kinds.end(), in_steps) ||
         std::any_of(ruleset.tables.begin(), ruleset.tables.end(), in_rows) ||
         std::any_of(ruleset.triggers.begin(), ruleset.triggers.end(), in_steps);
}

void player(const rules::Ruleset& ruleset, Program& p, int me, const Facts& facts,
            std::map<std::pair<std::uint16_t, std::uint32_t>, int>& preferences) {
  PlayerCode& out = p.players[static_cast<std::size_t>(me)];
  MoveCoder coder(ruleset, p, me, facts, preferences);
  for (const rules::Phase& phase : ruleset.phases) {
    PhaseCode code;
    if (phase.guard != rules::kNoNode) code.guard = coder.condition(phase.guard, -1);
    code.ranks = phase.ranks;
    out.phases.push_back(code);
  }
  for (std::size_t i = 0; i < ruleset.kinds.size(); ++i) out.kinds.push_back(coder.kind(static_cast<int>(i)));
  Coder masks(ruleset, p, me);
  for (const rules::Trigger& trigger : ruleset.triggers) {
    out.triggers.push_back(coder.trigger(trigger));
    out.trigger_zones.push_back(masks.mask_of(ruleset.slot_sets[static_cast<std::size_t>(me == kSouth ? trigger.south : trigger.north)]));
  }
  out.end = coder.end(ruleset.end);
  if (ruleset.has_rounds) out.rounds = coder.rounds(ruleset.rounds);
  if (ruleset.measure != rules::kNoNode) p.measure[static_cast<std::size_t>(me)] = coder.measure(ruleset.measure);
}

}  // namespace

Lowered lower(const rules::Ruleset& ruleset, bool notes) {
  Lowered out;
  Program p;
  p.notes = notes;
  try {
    board(ruleset, p);
    state(ruleset, p);
    sides(ruleset, p);
    p.kept = ruleset.kept;
    p.seeds_return = seeds_return(ruleset);
    if (ruleset.match_starter == rules::Ruleset::LastMover) p.uses_last_mover = true;
    const bool stops = ruleset.endless.outcome == rules::Endless::Stop;  // the code of the laps sees to it
    p.lap_limit = stops ? std::numeric_limits<int>::max() : ruleset.endless.laps;
    p.endless = ruleset.endless.outcome;
    p.has_winner = ruleset.has_winner;
    p.fewest = ruleset.fewest;
    p.has_measure = ruleset.measure != rules::kNoNode;
    Facts facts;
    if (notes) {
      const std::vector<Clause> clauses = clauses_of(ruleset);
      for (std::size_t i = 0; i < clauses.size(); ++i)
        facts.clauses[{clauses[i].span.file, clauses[i].span.begin}] = static_cast<std::uint16_t>(i);
    }
    facts.rising = rising_flags(ruleset);
    for (const rules::Node& n : ruleset.nodes)
      if (n.op == rules::Op::LapOrigin) facts.lap_origin = true;
      else if (n.op == rules::Op::Targets) facts.targeted |= static_cast<std::uint32_t>(n.value);
    std::map<std::pair<std::uint16_t, std::uint32_t>, int> preferences;
    for (int me = 0; me < 2; ++me) player(ruleset, p, me, facts, preferences);
    p.preference_clause.resize(notes ? preferences.size() : 0);
    if (notes)
      for (const auto& [place, number] : preferences) p.preference_clause[static_cast<std::size_t>(number)] = facts.clauses.at(place);
  } catch (const TooLarge& limit) {
    out.error = limit.message;
    return out;
  }
  out.program = std::move(p);
  return out;
}

}  // namespace mnc::engine
