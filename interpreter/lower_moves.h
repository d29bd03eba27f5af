// Writes the code of moves and of everything made of steps. Internal to lower.
#pragma once

#include <algorithm>
#include <array>
#include <map>
#include <vector>

#include "interpreter/lower_code.h"

namespace mnc::engine {

// Facts about a whole ruleset that the code of its moves depends on.
struct Facts {
  std::uint32_t targeted = 0;   // kinds that `targets of` asks about
  bool lap_origin = false;      // the rules ask where a lap began
  std::map<std::pair<std::uint16_t, std::uint32_t>, std::uint16_t> clauses;  // of a noting program: numbers by place
  std::uint32_t rising = 0;     // states that are flags, begin as no, and are only ever set to yes
};

[[nodiscard]] std::uint32_t rising_flags(const rules::Ruleset& ruleset);
// How much of a move has to be played before a requirement can be judged.
[[nodiscard]] Need need_of(rules::Requirement::Time time);

// Whether some step, at any depth, passes the test.
bool any_step(const std::vector<rules::Step>& steps, const auto& test) {
  return std::any_of(steps.begin(), steps.end(), [&](const rules::Step& s) {
    return test(s) || rules::any_inner(s, [&](const std::vector<rules::Step>& inner) { return any_step(inner, test); });
  });
}

class MoveCoder {
 public:
  // preference_numbers: by place in the text, so that a preference all kinds share has one number.
  MoveCoder(const rules::Ruleset& ruleset, Program& program, int me, const Facts& facts,
            std::map<std::pair<std::uint16_t, std::uint32_t>, int>& preference_numbers)
      : rules_(ruleset), program_(program), facts_(facts), coder_(ruleset, program, me), preference_numbers_(preference_numbers) {}

  [[nodiscard]] KindCode kind(int number);
  [[nodiscard]] Entry condition(rules::NodeId id, int kind);     // code that ends in Done if it holds, in Fail if not
  [[nodiscard]] Entry trigger(const rules::Trigger& trigger);
  [[nodiscard]] Entry end(const rules::Table& table);
  [[nodiscard]] Entry rounds(const rules::Table& table);
  [[nodiscard]] Entry measure(rules::NodeId id);

 private:
  // What a requirement is written with: Fail, or Missed and its number.
  struct Failing { const rules::Requirement* requirement; int preference; };  // preference -1: Fail

  void number_preferences(KindCode& out);
  void sow_facts(KindCode& out, const std::vector<rules::Step>& steps);
  void from(KindCode& out);
  void choices(KindCode& out);
  [[nodiscard]] Entry check();
  [[nodiscard]] Entry may_ask();
  [[nodiscard]] int answers_once() const;
  [[nodiscard]] const rules::Row* only_question() const;
  [[nodiscard]] WideMask last_pits(rules::NodeId condition) const;
  [[nodiscard]] bool raised_by_emptying(WideMask pits, const rules::Node& flag) const;
  void rising_conditions(rules::NodeId id, std::vector<rules::NodeId>& out) const;
  [[nodiscard]] bool sowing_decides() const;
  [[nodiscard]] Entry body(KindCode& out, bool trial);
  [[nodiscard]] Entry each_seed(bool trial);
  [[nodiscard]] bool needs_every_seed_code() const;
  [[nodiscard]] bool kept(const rules::Requirement& requirement, rules::NodeId& set) const;

  void steps(const std::vector<rules::Step>& list);
  void step(const rules::Step& s);
  [[nodiscard]] bool lifts_and_sows(const std::vector<rules::Step>& list, std::size_t i) const;
  [[nodiscard]] bool plain_sowing(const rules::Step& sow) const;
  void lift_and_sow(const rules::Step& s);
  [[nodiscard]] bool triggers_fill_hand() const;
  void place(const rules::Step& s);
  void fill(const rules::Step& s);
  void each_pit(const rules::Step& s);
  [[nodiscard]] WideMask candidates(rules::NodeId set) const;
  [[nodiscard]] std::vector<rules::Slot> in_order(const rules::Step& s) const;
  [[nodiscard]] Reg place_of(rules::Step::Heap heap, rules::Who who, rules::NodeId pit);
  void lift(const rules::Step& s);
  void capture(const rules::Step& s);
  void sow(const rules::Step& s);
  void launch(const rules::Step& s, Reg start, bool after, Label& over);
  void sow_anew(const rules::Step& s, int track, Reg start, bool after, Label& over);
  void skipped_into(Reg skip, const rules::Step& s);
  void relay(const rules::Step& s);
  void laps(Label& lap, Label& over);
  void first_lap_checks();
  void kept_checks(const rules::Step& s, Reg start, bool after);
  [[nodiscard]] std::int32_t question(const rules::Step& s);
  void ask(const rules::Step& s);
  void pick(const rules::Step& s);
  void set_state(const rules::Step& s);
  void capture_some(const rules::Step& s);
  void takes(const rules::Step& s);
  void halves(const rules::Step& s);
  void row(const rules::Row& r);
  [[nodiscard]] bool guarded(const rules::Requirement& requirement) const;
  void judge_guards();
  void unless_applies(const rules::Requirement& requirement, Label& skip);
  void judge(const rules::Requirement& requirement);
  void fail(const rules::Requirement& requirement);
  void note(const rules::Span& clause, bool only_played = true);
  [[nodiscard]] int preference_of(const rules::Requirement& requirement) const;

  const rules::Ruleset& rules_;
  Program& program_;
  const Facts& facts_;
  Coder coder_;
  std::map<std::pair<std::uint16_t, std::uint32_t>, int>& preference_numbers_;

  const rules::Kind* kind_ = nullptr;
  KindCode* out_ = nullptr;
  bool trial_ = false;
  const rules::Step* sowing_ = nullptr;  // the sow step whose laps are written
  Label* lap_ = nullptr;                 // of the laps being written; null outside
  Label* over_ = nullptr;
  Entry each_seed_ = kNoCode;
  bool between_seeds_ = false;           // the code between two seeds is written
  bool hand_filled_ = false;             // in this row seeds may lie in the hand that a relay sows along
};

}  // namespace mnc::engine
