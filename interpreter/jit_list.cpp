// Compiled code: the candidates of a turn, for kinds of moves that have choices or must be tried out. Each way to answer
// the choices and the question of a kind is a mask of starting pits. The order is that of Machine::draw: way by way.
#if defined(MNC_HAS_JIT)

#include <algorithm>
#include <bit>

#include "interpreter/jit_code.h"

namespace mnc::engine {

namespace {

constexpr int kKindAt = 3, kCodeAt = 4, kDirectionAt = 5;  // bytes of a way, behind its answers

int ways(const KindCode& kind) {
  int product = 1;
  for (const ChoiceCode& choice : kind.choices) product *= choice.answers + (choice.when == kNoCode ? 0 : 1);
  return product * (kind.asks ? std::max(1, kind.answers) : 1);
}

bool always_known(const Preference& preference) { return preference.same_for_all || preference.when == kNoCode; }

}  // namespace

// The most ways that a turn of a player has.
int JitCoder::most_ways(const PlayerCode& player) {
  int most = 0;
  for (const PhaseCode& phase : player.phases)
    for (const auto& kinds : phase.ranks) {
      int of_rank = 0;
      for (const int number : kinds) of_rank += ways(player.kinds[static_cast<std::size_t>(number)]);
      most = std::max(most, of_rank);
    }
  return most;
}

// Whether the candidates of a rank can be listed, leaving out what holds in some positions only.
bool JitCoder::listable(const PlayerCode& player, const std::vector<int>& kinds) {
  int most = 0;
  for (const int number : kinds) {
    const KindCode& kind = player.kinds[static_cast<std::size_t>(number)];
    if ((usable_[&player == p_.players.data() ? 0 : 1] >> number & 1) == 0 || kind.from == kNoCode) return false;
    if (!std::all_of(kind.preferences.begin(), kind.preferences.end(), always_known)) return false;
    const bool scanned = kind.need == Need::FirstLap && kinds.size() == 1 && can_scan(kind);
    if (kind.need == Need::FirstLap ? !scanned : kind.first_needs != 0) return false;
    if (std::any_of(kind.choices.begin(), kind.choices.end(), [](const ChoiceCode& c) { return c.pits != kNoCode; })) return false;
    const auto unknown = [scanned](const Preference& p) { return scanned ? p.need != Need::FirstLap : p.when == kNoCode; };
    if (std::any_of(kind.preferences.begin(), kind.preferences.end(), unknown)) return false;
    most += ways(kind);
  }
  return most <= kMostWays;
}

void JitCoder::list_rank(const PlayerCode& player, const std::vector<int>& kinds, const asmjit::Label& have, const asmjit::Label& slow) {
  if (!listable(player, kinds)) {
    cc.jmp(slow);
    return;
  }
  cc.xor_(found_count_.r32(), found_count_.r32());
  cc.xor_(uncertain_.r32(), uncertain_.r32());
  first_way_ = ways_.size();
  for (const int number : kinds) list_kind(player.kinds[static_cast<std::size_t>(number)], kinds.size() == 1, slow);
  if (few_ways(player))
    for (int way = static_cast<int>(ways_.size() - first_way_); way < most_ways(player) - 1; ++way) cc.mov(part(sums_, 4 * (way + 1), 4), INT32_MAX);
  cc.mov(found_way_.r32(), first_way_);
  cc.test(found_count_.r32(), found_count_.r32());
  cc.jnz(have);
}

// alone: the only kind of its rank.
void JitCoder::list_kind(const KindCode& kind, bool alone, const asmjit::Label& slow) {
  const asmjit::Label closed = cc.newLabel(), made = cc.newLabel(), listed = cc.newLabel();
  const std::size_t first = ways_.size();
  JitStart start;
  start.reset = true;
  start.direction = kind.direction, start.circuit = kind.circuit;
  purpose_ = Purpose::Test;
  if (kind.when != kNoCode) {
    const asmjit::Label open = cc.newLabel();
    inlined(kind.when, start, open, closed);
    cc.bind(open);
  }
  const bool scanned = kind.need == Need::FirstLap;
  for (const Preference& preference : kind.preferences) {
    if (scanned) break;
    const asmjit::Label idle = cc.newLabel();
    inlined(preference.when, start, slow, idle);
    cc.bind(idle);
  }
  const Gp asked = temp();
  if (kind.asks) {
    const asmjit::Label never = cc.newLabel(), asks = cc.newLabel();
    cc.xor_(asked.r32(), asked.r32());
    if (kind.may_ask != kNoCode) inlined(kind.may_ask, start, asks, never);
    cc.bind(asks);
    if (kind.answers == 0) cc.jmp(slow);
    cc.mov(asked, -1);
    cc.mov(uncertain_.r32(), 1);
    cc.bind(never);
  }
  if (kind.need == Need::Whole) cc.mov(uncertain_.r32(), 1);
  inlined(kind.from, start, made, slow);
  cc.bind(made);
  const Gp pits = temp();
  cc.mov(pits, set_word(kind.from_set, 0));
  cc.test(pits, pits);
  cc.jz(closed);
  if (scanned) list_scanned(kind, pits, slow);
  else list_choices(kind, 0, {kNotAsked, kNotAsked, kNotAsked}, pits, asked);
  if (!alone) {
    cc.jmp(listed);
    cc.bind(closed);
    for (std::size_t way = first; way < ways_.size(); ++way) {
      cc.mov(way_mask(way), 0);
      cc.mov(way_sum(way), found_count_.r32());
    }
    cc.bind(listed);
    return;
  }
  cc.bind(closed);
}

// The registers of a test about a candidate.
void JitCoder::give(const KindCode& kind, const Answers& answers, const Gp& at) {
  origin_ = at;
  cc.mov(given_direction_.r32(), direction_of(kind, answers));
  for (std::size_t i = 0; i < answers.size(); ++i) cc.mov(answers_[i].r32(), answers[i]);
}

int JitCoder::direction_of(const KindCode& kind, const Answers& answers) {
  int direction = kind.direction;
  for (std::size_t i = 0; i < kind.choices.size(); ++i)
    if (kind.choices[i].is_direction && answers[i] != kNotAsked) direction = kind.choices[i].direction[static_cast<std::size_t>(answers[i])];
  return direction;
}

// What a test about a candidate says if it looks at nothing but the starting pit and the answers.
std::optional<bool> JitCoder::foregone(Entry pc, const Answers& answers, int pit) const {
  constexpr int kMostSteps = 64;
  for (int step = 0; step < kMostSteps; ++step) {
    const Instruction& in = p_.code[static_cast<std::size_t>(pc)];
    bool holds = false;
    switch (in.op) {
      case Opcode::Done: return true;
      case Opcode::Fail: return false;
      case Opcode::Jump: pc = in.c; continue;
      case Opcode::TestIn:
        if (!constant(in.b) || (in.a != kOrigin && in.a != kLast && in.a != kFrom && in.a != kIt)) return std::nullopt;
        holds = (value(in.b) >> pit & 1) != 0;
        break;
      case Opcode::TestEqualK:
        if (in.a < kAnswer0 || in.a > kAnswer2) return std::nullopt;
        holds = answers[static_cast<std::size_t>(in.a - kAnswer0)] == in.e;
        break;
      default: return std::nullopt;
    }
    pc = holds == (in.d != 0) ? in.c : pc + 1;
  }
  return std::nullopt;
}

// Those of the pits of which a test about a candidate holds.
Gp JitCoder::pits_where(const KindCode& kind, Entry entry, const Answers& answers, const Gp& pits) {
  const Gp out = temp();
  std::uint64_t always = 0;
  bool known = true;
  for (int pit = 0; pit < p_.size; ++pit) {
    const std::optional<bool> holds = foregone(entry, answers, pit);
    known = known && holds;
    if (holds.value_or(false)) always |= std::uint64_t{1} << pit;
  }
  if (known) {
    cc.mov(out, always);
    cc.and_(out, pits);
    return out;
  }
  const asmjit::Label loop = cc.newLabel(), yes = cc.newLabel(), no = cc.newLabel(), done = cc.newLabel();
  const Gp rest = temp(), at = temp();
  JitStart start;
  start.candidate = start.given = start.placed = true;
  start.circuit = kind.circuit;
  cc.xor_(out.r32(), out.r32());
  cc.mov(rest, pits);
  cc.test(rest, rest);
  cc.jz(done);
  cc.bind(loop);
  cc.tzcnt(at, rest);
  give(kind, answers, at);
  inlined(entry, start, yes, no);
  cc.bind(yes);
  cc.bts(out, at);
  cc.bind(no);
  cc.blsr(rest, rest);
  cc.jnz(loop);
  cc.bind(done);
  return out;
}

// The ways to answer the choices from number `choice` on, for some starting pits.
void JitCoder::list_choices(const KindCode& kind, std::size_t choice, Answers answers, const Gp& pits, const Gp& asked) {
  if (choice == kind.choices.size()) {
    list_way(kind, answers, kind.check == kNoCode ? pits : pits_where(kind, kind.check, answers, pits), asked);
    return;
  }
  const ChoiceCode& code = kind.choices[choice];
  const Gp open = code.when == kNoCode ? pits : pits_where(kind, code.when, answers, pits);
  for (int i = 0; i < code.answers; ++i) {
    answers[choice] = i;
    list_choices(kind, choice + 1, answers, open, asked);
  }
  if (code.when == kNoCode) return;
  const Gp others = temp();
  cc.andn(others, open, pits);
  answers[choice] = kNotAsked;
  list_choices(kind, choice + 1, answers, others, asked);
}

// One way to answer the choices, with each answer to the question that may come up (if all of `asked` is set).
void JitCoder::list_way(const KindCode& kind, const Answers& answers, const Gp& pits, const Gp& asked) {
  const int codes = kind.asks ? std::max(1, kind.answers) : 1;
  const Gp count = temp(), mask = temp();
  for (int code = 0; code < codes; ++code) {
    cc.mov(mask, pits);
    if (code > 0) cc.and_(mask, asked);
    ways_.push_back({kind.kind, answers, code, direction_of(kind, answers)});
    cc.mov(way_mask(ways_.size() - 1), mask);
    cc.popcnt(count, mask);
    cc.add(found_count_.r32(), count.r32());
    cc.mov(way_sum(ways_.size() - 1), found_count_.r32());
  }
}

// The moves that the scan of first laps leaves, after requirements and preferences about what these capture.
void JitCoder::list_scanned(const KindCode& kind, const Gp& from, const asmjit::Label& slow) {
  const ChoiceCode& choice = kind.choices[0];
  const std::array<Scanned, 2> found{scan_direction(kind, false, 0, from, slow), scan_direction(kind, false, 1, from, slow)};
  purpose_ = Purpose::Test;
  std::vector<Preference> preferences = kind.preferences;
  std::sort(preferences.begin(), preferences.end(), [](const Preference& a, const Preference& b) { return a.number < b.number; });
  for (int i = 0; i < kind.first_needs; ++i)
    if (kind.first_preference[static_cast<std::size_t>(i)] < 0)
      for (const Scanned& s : found) cc.and_(s.legal, s.met[static_cast<std::size_t>(i)]);
  for (const Preference& preference : preferences) {
    const asmjit::Label past = cc.newLabel(), applies = cc.newLabel();
    if (preference.when != kNoCode) {
      JitStart start;
      start.reset = true;
      start.direction = kind.direction, start.circuit = kind.circuit;
      inlined(preference.when, start, applies, past);
    }
    cc.bind(applies);
    const Gp any = temp();
    std::array<Gp, 2> left{temp(), temp()};
    for (std::size_t d = 0; d < 2; ++d) {
      cc.mov(left[d], found[d].legal);
      for (int i = 0; i < kind.first_needs; ++i)
        if (kind.first_preference[static_cast<std::size_t>(i)] == preference.number) cc.and_(left[d], found[d].met[static_cast<std::size_t>(i)]);
    }
    cc.mov(any, left[0]);
    cc.or_(any, left[1]);
    cc.jz(past);
    for (std::size_t d = 0; d < 2; ++d) cc.mov(found[d].legal, left[d]);
    cc.bind(past);
  }
  for (int answer = 0; answer < choice.answers; ++answer)
    list_way(kind, {answer, kNotAsked, kNotAsked}, found[static_cast<std::size_t>(choice.direction[static_cast<std::size_t>(answer)])].legal, from);
}

// ---- preferences -------------------------------------------------------------------------------------------

// Whether the moves of a plain kind can be tried out here when one of its preferences applies.
bool JitCoder::judges(const PlayerCode& player, const KindCode& kind) const {
  const auto whole = [](const Preference& p) { return p.same_for_all && p.need != Need::FirstLap; };
  return words_ == 1 && !kind.preferences.empty() && kind.is_plain() && kind.first_needs == 0 &&
         (usable_[&player == p_.players.data() ? 0 : 1] >> kind.kind & 1) != 0 &&
         std::all_of(kind.preferences.begin(), kind.preferences.end(), whole);
}

// Leaves in origins_ what the preferences that apply leave of it (Machine::filter).
void JitCoder::judge(const KindCode& kind, const Gp& active) {
  const asmjit::Label loop = cc.newLabel(), legal = cc.newLabel(), next = cc.newLabel(), over = cc.newLabel();
  const Gp rest = temp(), at = temp(), all = temp(), parent = cc.newUIntPtr();
  std::vector<Preference> preferences = kind.preferences;
  std::sort(preferences.begin(), preferences.end(), [](const Preference& a, const Preference& b) { return a.number < b.number; });
  std::vector<Gp> met;
  for (std::size_t i = 0; i < preferences.size(); ++i) {
    met.push_back(temp());
    cc.xor_(met[i].r32(), met[i].r32());
  }
  cc.test(active.r32(), active.r32());
  cc.jz(over);
  cc.mov(rest, origins_[0]);
  cc.xor_(all.r32(), all.r32());
  cc.mov(parent, state_);
  cc.test(rest, rest);
  cc.jz(over);
  cc.bind(loop);
  cc.tzcnt(at, rest);
  clone_state(x86::ptr(parent), backup_);
  cc.lea(state_, backup_);
  cc.mov(in_frame(sh_.missed, 4), 0);
  origin_ = at;
  purpose_ = Purpose::Attempt;
  playing_ = true;
  endless_ = p_.endless == 1 ? next : legal;
  inlined(kind.trial, move_start(kind), legal, next);
  playing_ = false;
  purpose_ = Purpose::Test;
  cc.bind(legal);
  cc.bts(all, at);
  for (std::size_t i = 0; i < preferences.size(); ++i) {
    const asmjit::Label missed = cc.newLabel();
    cc.test(in_frame(sh_.missed, 4), 1u << preferences[i].number);
    cc.jnz(missed);
    cc.bts(met[i], at);
    cc.bind(missed);
  }
  cc.bind(next);
  cc.mov(state_, parent);
  cc.blsr(rest, rest);
  cc.jnz(loop);
  for (std::size_t i = 0; i < preferences.size(); ++i) {
    const asmjit::Label past = cc.newLabel();
    const Gp left = temp();
    cc.test(active.r32(), 1u << preferences[i].number);
    cc.jz(past);
    cc.mov(left, all);
    cc.and_(left, met[i]);
    cc.jz(past);
    cc.mov(all, left);
    cc.bind(past);
  }
  cc.mov(origins_[0], all);
  cc.bind(over);
}

// ---- the ways ----------------------------------------------------------------------------------------------

x86::Mem JitCoder::way_mask(const Gp& way) const {
  x86::Mem mask = part(masks_, 0, 8);
  mask.setIndex(way, 3);
  return mask;
}

// The candidate of a number, less than found_count_: its way and its starting pit. Spoils the number.
void JitCoder::nth_candidate(const PlayerCode& player, const Gp& number, const Gp& way, const Gp& pit) {
  const Gp mask = temp(), count = temp(), at = temp();
  cc.xor_(at.r32(), at.r32());
  if (few_ways(player)) {  // the ways that end before it are counted
    x86::Mem before = part(sums_, 0, 4);
    before.setIndex(at, 2);
    for (int i = 1; i < most_ways(player); ++i) {
      cc.cmp(number.r32(), part(sums_, 4 * i, 4));
      cc.sbb(at.r32(), -1);
    }
    cc.sub(number.r32(), before);
    cc.mov(mask, way_mask(at));
  } else {
    const asmjit::Label loop = cc.newLabel(), here = cc.newLabel();
    cc.bind(loop);
    cc.mov(mask, way_mask(at));
    cc.popcnt(count, mask);
    cc.cmp(number, count);
    cc.jb(here);
    cc.sub(number, count);
    cc.inc(at.r32());
    cc.jmp(loop);
    cc.bind(here);
  }
  cc.mov(way, at);
  cc.mov(count.r32(), 1);
  cc.shlx(count, count, number);
  cc.pdep(count, count, mask);
  cc.tzcnt(pit, count);
}

// Puts a candidate aside.
void JitCoder::drop_candidate(const PlayerCode& player, const Gp& way, const Gp& pit) {
  const Gp mask = temp();
  cc.mov(mask, way_mask(way));
  cc.btr(mask, pit);
  cc.mov(way_mask(way), mask);
  if (!few_ways(player)) return;
  for (int i = 1; i < most_ways(player); ++i) {
    cc.cmp(way.r32(), i);
    cc.sbb(part(sums_, 4 * i, 4), 0);
  }
}

// Takes the next candidate from `way` on; its pit is origin_.
void JitCoder::next_candidate(const Gp& way) {
  const Gp mask = temp();
  const asmjit::Label loop = cc.newLabel(), here = cc.newLabel();
  origin_ = temp();
  cc.bind(loop);
  cc.mov(mask, way_mask(way));
  cc.test(mask, mask);
  cc.jnz(here);
  cc.inc(way.r32());
  cc.jmp(loop);
  cc.bind(here);
  cc.tzcnt(origin_, mask);
  cc.blsr(mask, mask);
  cc.mov(way_mask(way), mask);
}

// What the code of a move that is made in a certain way begins with.
void JitCoder::take_way(int me, const Gp& way) {
  const PlayerCode& player = p_.players[static_cast<std::size_t>(me)];
  const Gp at = temp(), table = cc.newUIntPtr();
  cc.lea(table, x86::ptr(way_table_));
  cc.lea(at.r32(), x86::ptr(found_way_, way));
  const auto byte = [&](const Gp& out, int place) { cc.movzx(out.r32(), x86::ptr(table, at, 3, place, 1)); };
  std::size_t choices = 0;
  bool asks = false, turns = false;
  for (const KindCode& kind : player.kinds) {
    choices = std::max(choices, kind.choices.size());
    asks = asks || kind.asks;
    turns = turns || !move_start(kind).direction;
  }
  for (std::size_t i = 0; i < choices; ++i) byte(answers_[i], static_cast<int>(i));
  if (turns) byte(given_direction_, kDirectionAt);
  if (asks) byte(code_, kCodeAt);
  if (player.kinds.size() > 1) byte(kind_, kKindAt);
}

// The table of all ways, behind the function.
void JitCoder::data() {
  if (!listing_) return;
  cc.align(asmjit::AlignMode::kData, 8);
  cc.bind(way_table_);
  for (const Way& way : ways_) {
    std::uint64_t bytes = static_cast<std::uint64_t>(way.kind) << (8 * kKindAt) | static_cast<std::uint64_t>(way.code) << (8 * kCodeAt) |
                          static_cast<std::uint64_t>(way.direction) << (8 * kDirectionAt);
    for (std::size_t i = 0; i < way.answers.size(); ++i) bytes |= static_cast<std::uint64_t>(way.answers[i]) << (8 * i);
    cc.embed(&bytes, sizeof bytes);
  }
}

}  // namespace mnc::engine

#endif
