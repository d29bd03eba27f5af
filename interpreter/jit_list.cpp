// Compiled code: the candidates of a turn as a list, for kinds of moves that have choices or must be tried out. The order
// is that of Machine::propose.
#if defined(MNC_HAS_JIT)

#include <algorithm>
#include <bit>

#include "interpreter/jit_code.h"

namespace mnc::engine {

namespace {

constexpr int kAnswersAt = 1, kKindAt = 4, kCodeAt = 5;
constexpr int kMostWays = 16;  // to answer the choices of one kind: each is code of its own

int ways(const KindCode& kind) {
  int product = 1;
  for (const ChoiceCode& choice : kind.choices) product *= choice.answers + (choice.when == kNoCode ? 0 : 1);
  return product;
}

bool always_known(const Preference& preference) { return preference.same_for_all || preference.when == kNoCode; }

}  // namespace

// Whether the candidates of a rank can be listed, leaving out what holds in some positions only.
bool JitCoder::listable(const PlayerCode& player, const std::vector<int>& kinds) {
  int most = 0;
  for (const int number : kinds) {
    const KindCode& kind = player.kinds[static_cast<std::size_t>(number)];
    if ((usable_[&player == p_.players.data() ? 0 : 1] >> number & 1) == 0 || kind.from == kNoCode || ways(kind) > kMostWays) return false;
    if (!std::all_of(kind.preferences.begin(), kind.preferences.end(), always_known)) return false;
    const bool scanned = kind.need == Need::FirstLap && kinds.size() == 1 && can_scan(kind);
    if (kind.need == Need::FirstLap ? !scanned : kind.first_needs != 0) return false;
    if (std::any_of(kind.choices.begin(), kind.choices.end(), [](const ChoiceCode& c) { return c.pits != kNoCode; })) return false;
    const auto unknown = [scanned](const Preference& p) { return scanned ? p.need != Need::FirstLap : p.when == kNoCode; };
    if (std::any_of(kind.preferences.begin(), kind.preferences.end(), unknown)) return false;
    most += p_.size * ways(kind) * std::max(1, kind.answers);
  }
  return most <= kMostListed;
}

void JitCoder::list_rank(const PlayerCode& player, const std::vector<int>& kinds, const asmjit::Label& have, const asmjit::Label& slow) {
  if (!listable(player, kinds)) {
    cc.jmp(slow);
    return;
  }
  cc.xor_(found_count_.r32(), found_count_.r32());
  cc.xor_(uncertain_.r32(), uncertain_.r32());
  for (const int number : kinds) list_kind(player.kinds[static_cast<std::size_t>(number)], slow);
  cc.test(found_count_.r32(), found_count_.r32());
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
  const Gp codes = temp();
  cc.mov(codes.r32(), 1);
  if (kind.asks) {
    const asmjit::Label never = cc.newLabel(), asks = cc.newLabel();
    if (kind.may_ask != kNoCode) inlined(kind.may_ask, start, asks, never);
    cc.bind(asks);
    if (kind.answers == 0) cc.jmp(slow);
    cc.mov(codes.r32(), kind.answers);
    cc.mov(uncertain_.r32(), 1);
    cc.bind(never);
  }
  if (kind.need == Need::Whole) cc.mov(uncertain_.r32(), 1);
  inlined(kind.from, start, made, slow);
  cc.bind(made);
  const Gp rest = temp(), at = temp();
  cc.mov(rest, set_word(kind.from_set, 0));
  if (scanned) {
    list_scanned(kind, rest, slow);
  } else {
    const asmjit::Label loop = cc.newLabel();
    cc.test(rest, rest);
    cc.jz(closed);
    cc.bind(loop);
    cc.tzcnt(at, rest);
    list_choices(kind, 0, {kNotAsked, kNotAsked, kNotAsked}, at, codes);
    cc.blsr(rest, rest);
    cc.jnz(loop);
  }
  cc.bind(closed);
}

// The registers of a test about a candidate.
void JitCoder::give(const KindCode& kind, const std::array<int, 3>& answers, const Gp& at) {
  origin_ = at;
  cc.mov(given_direction_.r32(), kind.direction);
  for (std::size_t i = 0; i < answers.size(); ++i) {
    cc.mov(answers_[i].r32(), answers[i]);
    if (i < kind.choices.size() && kind.choices[i].is_direction && answers[i] != kNotAsked)
      cc.mov(given_direction_.r32(), kind.choices[i].direction[static_cast<std::size_t>(answers[i])]);
  }
}

// The ways to answer the choices from number `choice` on.
void JitCoder::list_choices(const KindCode& kind, std::size_t choice, std::array<int, 3> answers, const Gp& at, const Gp& codes) {
  JitStart start;
  start.candidate = start.given = start.placed = true;
  start.circuit = kind.circuit;
  if (choice == kind.choices.size()) {
    const asmjit::Label legal = cc.newLabel(), illegal = cc.newLabel();
    if (kind.check != kNoCode) {
      give(kind, answers, at);
      inlined(kind.check, start, legal, illegal);
    }
    cc.bind(legal);
    list_entry(kind, answers, at, codes);
    cc.bind(illegal);
    return;
  }
  const ChoiceCode& code = kind.choices[choice];
  const asmjit::Label open = cc.newLabel(), not_open = cc.newLabel(), done = cc.newLabel();
  if (code.when != kNoCode) {
    give(kind, answers, at);
    inlined(code.when, start, open, not_open);
    cc.bind(not_open);
    list_choices(kind, choice + 1, answers, at, codes);
    cc.jmp(done);
  }
  cc.bind(open);
  for (int i = 0; i < code.answers; ++i) {
    answers[choice] = i;
    list_choices(kind, choice + 1, answers, at, codes);
  }
  cc.bind(done);
}

// One candidate, with each answer to the question that may come up.
void JitCoder::list_entry(const KindCode& kind, const std::array<int, 3>& answers, const Gp& at, const Gp& codes) {
  std::uint64_t fixed = static_cast<std::uint64_t>(kind.kind) << (8 * kKindAt);
  for (std::size_t i = 0; i < answers.size(); ++i) fixed |= static_cast<std::uint64_t>(answers[i] & 255) << (8 * (kAnswersAt + static_cast<int>(i)));
  const asmjit::Label done = cc.newLabel();
  const Gp entry = temp();
  cc.mov(entry, fixed);
  cc.or_(entry, at);
  const int most = kind.asks ? std::max(1, kind.answers) : 1;
  for (int code = 0; code < most; ++code) {
    if (code > 0) {
      cc.cmp(codes.r32(), code);
      cc.jbe(done);
      const Gp step = temp();
      cc.mov(step, std::uint64_t{1} << (8 * kCodeAt));
      cc.add(entry, step);
    }
    cc.mov(x86::ptr(list_, found_count_, 3, 0, 8), entry);
    cc.inc(found_count_.r32());
  }
  cc.bind(done);
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
  const Gp rest = temp(), at = temp();
  const asmjit::Label loop = cc.newLabel(), done = cc.newLabel();
  cc.mov(rest, found[0].legal);
  cc.or_(rest, found[1].legal);
  cc.jz(done);
  cc.bind(loop);
  cc.tzcnt(at, rest);
  for (int answer = 0; answer < choice.answers; ++answer) {
    const asmjit::Label other = cc.newLabel();
    cc.bt(found[static_cast<std::size_t>(choice.direction[static_cast<std::size_t>(answer)])].legal, at);
    cc.jnc(other);
    list_entry(kind, {answer, kNotAsked, kNotAsked}, at, at);
    cc.bind(other);
  }
  cc.blsr(rest, rest);
  cc.jnz(loop);
  cc.bind(done);
}

// ---- preferences -------------------------------------------------------------------------------------------

// Whether the moves of a simple kind can be tried out here when one of its preferences applies.
bool JitCoder::judges(const PlayerCode& player, const KindCode& kind) const {
  const auto whole = [](const Preference& p) { return p.same_for_all && p.need != Need::FirstLap; };
  return words_ == 1 && !kind.preferences.empty() && simple(kind) && kind.first_needs == 0 &&
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
  clone_state(parent, backup_);
  cc.mov(state_, backup_);
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

// Unpacks an entry: what the move's code begins with.
void JitCoder::take_entry(int me, const Gp& entry) {
  const PlayerCode& player = p_.players[static_cast<std::size_t>(me)];
  const Gp place = temp();
  cc.lea(place, x86::ptr(list_, entry, 3));
  const auto byte = [&](const Gp& out, int at) { cc.movzx(out.r32(), x86::ptr(place, at, 1)); };
  origin_ = temp();
  byte(origin_, 0);
  std::size_t choices = 0;
  bool asks = false;
  for (const KindCode& kind : player.kinds) choices = std::max(choices, kind.choices.size()), asks = asks || kind.asks;
  for (std::size_t i = 0; i < choices; ++i) byte(answers_[i], kAnswersAt + static_cast<int>(i));
  if (asks) byte(code_, kCodeAt);
  if (player.kinds.size() > 1) byte(kind_, kKindAt);
}

}  // namespace mnc::engine

#endif
