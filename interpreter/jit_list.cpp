// Compiled code: the candidates of a turn, for kinds of moves that have choices or must be tried out. Each way to answer
// the choices and the question of a kind takes the starting pits that there are. The order is that of Machine::draw: way by way.
#if defined(MNC_HAS_JIT)

#include <algorithm>

#include "interpreter/jit_code.h"

namespace mnc::engine {

namespace {

int ways(const KindCode& kind) {
  int product = 1;
  for (const ChoiceCode& choice : kind.choices) product *= choice.answers + (choice.when == kNoCode ? 0 : 1);
  return product * (kind.asks ? std::max(1, kind.answers) : 1);
}

bool always_known(const Preference& preference) { return preference.same_for_all || preference.when == kNoCode; }

}  // namespace

// The words that the candidates of a rank take; 0: they cannot be listed, leaving out what holds in some positions only.
std::size_t JitCoder::list_words(const PlayerCode& player, const std::vector<int>& kinds) {
  std::size_t end = 0;
  for (const int number : kinds) {
    const KindCode& kind = player.kinds[static_cast<std::size_t>(number)];
    if ((usable_[&player == p_.players.data() ? 0 : 1] >> number & 1) == 0 || kind.from == kNoCode) return 0;
    if (!std::all_of(kind.preferences.begin(), kind.preferences.end(), always_known)) return 0;
    const bool scanned = kind.need == Need::FirstLap && kinds.size() == 1 && can_scan(kind);
    if (kind.need == Need::FirstLap ? !scanned : kind.first_needs != 0) return 0;
    if (std::any_of(kind.choices.begin(), kind.choices.end(), [](const ChoiceCode& c) { return c.pits != kNoCode; })) return 0;
    const auto unknown = [scanned](const Preference& p) { return scanned ? p.need != Need::FirstLap : p.when == kNoCode; };
    if (std::any_of(kind.preferences.begin(), kind.preferences.end(), unknown)) return 0;
    const Stretch pits(possible(kind));
    for (int i = 0; i < ways(kind); ++i) end = pits.place(end) + pits.width;
  }
  const std::size_t words = (end + 63) / 64;
  return words <= kMostWords ? words : 0;
}

// The most that a rank of a player takes.
std::size_t JitCoder::most_words(const PlayerCode& player) {
  std::size_t most = 1;
  for (const PhaseCode& phase : player.phases)
    for (const auto& kinds : phase.ranks) most = std::max(most, list_words(player, kinds));
  return most;
}

void JitCoder::list_rank(const PlayerCode& player, const std::vector<int>& kinds, const asmjit::Label& have, const asmjit::Label& slow) {
  if (list_words(player, kinds) == 0) {
    cc.jmp(slow);
    return;
  }
  for (const Gp& word : origins_) cc.xor_(word.r32(), word.r32());
  cc.xor_(uncertain_.r32(), uncertain_.r32());
  first_candidate_ = candidates_.size();
  for (const int number : kinds) list_kind(player.kinds[static_cast<std::size_t>(number)], slow);
  cc.lea(found_at_, x86::ptr(candidate_table_, static_cast<std::int32_t>(8 * first_candidate_)));
  test_found();
  cc.jnz(have);
}

void JitCoder::list_kind(const KindCode& kind, const asmjit::Label& slow) {
  const asmjit::Label closed = cc.newLabel(), made = cc.newLabel();
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
  const std::uint64_t all = possible(kind);
  inlined(kind.from, start, made, slow);
  cc.bind(made);
  const Gp pits = set_word(kind.from_set, 0);
  ways_.clear();
  if (scanned) {
    cc.test(pits, pits);
    cc.jz(closed);
    list_scanned(kind, pits, slow);
  } else list_choices(kind, 0, {kNotAsked, kNotAsked, kNotAsked}, {pits, all});
  pack(kind, Stretch(all), asked);
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
JitCoder::Some JitCoder::pits_where(const KindCode& kind, Entry entry, const Answers& answers, const Some& pits) {
  std::uint64_t always = 0;
  bool known = true;
  for (int pit = 0; pit < p_.size; ++pit) {
    if ((pits.of >> pit & 1) == 0) continue;
    const std::optional<bool> holds = foregone(entry, answers, pit);
    known = known && holds;
    if (holds.value_or(false)) always |= std::uint64_t{1} << pit;
  }
  if (known) return {pits.word, always};
  const asmjit::Label loop = cc.newLabel(), yes = cc.newLabel(), no = cc.newLabel(), done = cc.newLabel();
  const Gp out = temp(), rest = temp(), at = temp();
  JitStart start;
  start.candidate = start.given = start.placed = true;
  start.pits = pits.of;
  start.circuit = kind.circuit;
  cc.xor_(out.r32(), out.r32());
  cc.mov(rest, pits.of);
  cc.and_(rest, pits.word);
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
  return {out, pits.of};
}

// The ways to answer the choices from number `choice` on, for some starting pits.
void JitCoder::list_choices(const KindCode& kind, std::size_t choice, Answers answers, const Some& pits) {
  if (choice == kind.choices.size()) {
    list_way(kind, answers, kind.check == kNoCode ? pits : pits_where(kind, kind.check, answers, pits));
    return;
  }
  const ChoiceCode& code = kind.choices[choice];
  const Some open = code.when == kNoCode ? pits : pits_where(kind, code.when, answers, pits);
  for (int i = 0; i < code.answers; ++i) {
    answers[choice] = i;
    list_choices(kind, choice + 1, answers, open);
  }
  if (code.when == kNoCode) return;
  Some others = pits;
  if (open.word.id() == pits.word.id()) {
    others.of &= ~open.of;
  } else {
    others.word = temp();
    cc.andn(others.word, open.word, pits.word);
  }
  answers[choice] = kNotAsked;
  list_choices(kind, choice + 1, answers, others);
}

// One way to answer the choices, with each answer to the question that may come up.
void JitCoder::list_way(const KindCode& kind, const Answers& answers, const Some& pits) {
  const int codes = kind.asks ? std::max(1, kind.answers) : 1;
  for (int code = 0; code < codes; ++code) ways_.push_back({answers, code, pits});
}

// The moves that the scan of first laps leaves, after requirements and preferences about what these capture.
void JitCoder::list_scanned(const KindCode& kind, const Gp& from, const asmjit::Label& slow) {
  const ChoiceCode& choice = kind.choices[0];
  const Scanned found = scan_moves(kind, false, from, slow);
  const Gp legal = found.legal.r32(), left = temp().r32();
  purpose_ = Purpose::Test;
  // Of the moves, those that meet what a clause of the kind asks of their captures; -1: a requirement.
  const auto keep = [&](const Gp& moves, int clause) {
    for (std::size_t i = 0; i < static_cast<std::size_t>(kind.first_needs); ++i)
      if (kind.first_preference[i] == clause) cc.and_(moves, found.met[i].r32());
  };
  keep(legal, -1);
  std::vector<Preference> preferences = kind.preferences;
  std::sort(preferences.begin(), preferences.end(), [](const Preference& a, const Preference& b) { return a.number < b.number; });
  for (const Preference& preference : preferences) {
    const asmjit::Label past = cc.newLabel(), applies = cc.newLabel();
    if (preference.when != kNoCode) {
      JitStart start;
      start.reset = true;
      start.direction = kind.direction, start.circuit = kind.circuit;
      inlined(preference.when, start, applies, past);
    }
    cc.bind(applies);
    cc.mov(left, legal);
    keep(left, preference.number);
    cc.test(left, left);
    cc.cmovnz(legal, left);
    cc.bind(past);
  }
  for (int answer = 0; answer < choice.answers; ++answer) {
    const int direction = choice.direction[static_cast<std::size_t>(answer)];
    list_way(kind, {answer, kNotAsked, kNotAsked}, {found.legal, ~std::uint64_t{0}, 16 * (direction - found.block)});
  }
}

}  // namespace mnc::engine

#endif
