// See judge.h.
#include "interpreter/judge.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "interpreter/retell.h"

namespace mnc::engine {
namespace {

using grammar::Kind;
using grammar::kNoNode;
using grammar::Requirement;
using grammar::SlotSet;

// Judges the requirements and preferences of one move while it is made.
class Trial : public Witness {
 public:
  explicit Trial(const Kind& kind) : kind_(kind), states_(kind.requirements.size()) {}

  // The first requirement that failed, in the order in which they are judged.
  const Requirement* failed = nullptr;
  bool is_endless = false;

  [[nodiscard]] bool applies(std::size_t i) const { return states_[i].applies; }
  [[nodiscard]] bool missed(std::size_t i) const { return states_[i].missed; }

  void begins(const Terms& terms) override {
    each([&](std::size_t i, const Requirement& one) {
      states_[i].applies = terms.truth(one.when);
      if (one.time == Requirement::Before) settle(i, terms.truth(one.condition));
    });
  }
  void fell(const Terms& terms) override { at(Requirement::EverySeed, terms); }
  void lap_over(const Terms& terms) override {
    if (terms.moment().lap != 1) return;
    at(Requirement::FirstLap, terms);
    each([&](std::size_t i, const Requirement& one) {
      if (one.time != Requirement::FirstLapCaptures) return;
      states_[i].wanted = one.condition == kNoNode ? ~SlotSet() : terms.pits(one.condition);
    });
  }
  void over(const Terms& terms, const SlotSet& captured_by_first_lap) override {
    each([&](std::size_t i, const Requirement& one) {
      if (one.time == Requirement::FirstLapCaptures)
        settle(i, states_[i].wanted && (*states_[i].wanted & captured_by_first_lap).any());
    });
    at(Requirement::Afterwards, terms);
  }
  void endless() override { is_endless = true; }

 private:
  struct State {
    bool applies = false, missed = false;
    std::optional<SlotSet> wanted;  // what the first lap is to capture from, once it is over
  };

  template <class Visit>
  void each(const Visit& visit) {
    for (std::size_t i = 0; i < states_.size(); ++i) visit(i, kind_.requirements[i]);
  }
  void at(Requirement::Time time, const Terms& terms) {
    each([&](std::size_t i, const Requirement& one) {
      if (one.time == time && states_[i].applies) settle(i, terms.truth(one.condition));
    });
  }
  void settle(std::size_t i, bool holds) {
    if (holds || !states_[i].applies) return;
    states_[i].missed = true;
    if (!kind_.requirements[i].prefer && failed == nullptr) failed = &kind_.requirements[i];
  }

  const Kind& kind_;
  std::vector<State> states_;
};

class Judge {
 public:
  Judge(const Game& game, const Position& position) : game_(game), rules_(game.ruleset()), position_(position) {
    // As the engine numbers them: by kind, a clause that several share once.
    for (const Kind& kind : rules_.kinds)
      for (const Requirement& one : kind.requirements)
        if (one.prefer) preferences_.try_emplace({one.span.file, one.span.begin}, preferences_.size());
  }

  std::vector<Judged> run() {
    const Moment moment = [&] {
      Moment now;
      now.me = position_.mover;
      return now;
    }();
    const int phase = Terms(game_, position_, moment).phase(position_.mover);
    if (phase < 0) return {};
    std::optional<std::size_t> first;  // a legal move of the highest rank that has one
    for (const auto& rank : rules_.phases[static_cast<std::size_t>(phase)].ranks) {
      const std::size_t begin = judged_.size();
      for (const int kind : rank) try_kind(kind);
      if (first) outrank(begin, *first);
      else first = prefer(begin);
    }
    return std::move(judged_);
  }

 private:
  void try_kind(int kind) {
    const Kind& of = rules_.kinds[static_cast<std::size_t>(kind)];
    for (const Move& move : candidates(game_, position_, kind)) {
      Position after = position_;
      Trial trial(of);
      (void)retell(game_, after, move, trial);
      Judged one{move, Ruling::Legal, trial.failed, 0};
      if (trial.failed != nullptr) one.ruling = Ruling::Required;
      else if (trial.is_endless && rules_.endless.outcome == grammar::Endless::Illegal) one.ruling = Ruling::Endless;
      auto& missed = missed_.emplace_back();
      for (std::size_t i = 0; i < of.requirements.size(); ++i) {
        const Requirement& preference = of.requirements[i];
        if (preference.prefer && trial.applies(i))
          missed.emplace(preferences_.at({preference.span.file, preference.span.begin}), std::pair(&preference, trial.missed(i)));
      }
      judged_.push_back(one);
    }
  }

  void outrank(std::size_t begin, std::size_t first) {
    for (std::size_t i = begin; i < judged_.size(); ++i)
      if (judged_[i].ruling == Ruling::Legal) judged_[i].ruling = Ruling::Outranked, judged_[i].instead = first;
  }

  // Preferences in order: each rules moves out only if some move meets it. The first move that is left.
  std::optional<std::size_t> prefer(std::size_t begin) {
    const auto left = [&](const auto& wanted) -> std::optional<std::size_t> {
      for (std::size_t i = begin; i < judged_.size(); ++i)
        if (judged_[i].ruling == Ruling::Legal && wanted(i)) return i;
      return std::nullopt;
    };
    for (std::size_t number = 0; number < preferences_.size(); ++number) {
      const auto meets = left([&](std::size_t i) {
        const auto found = missed_[i].find(number);
        return found != missed_[i].end() && !found->second.second;
      });
      for (std::size_t i = begin; meets && i < judged_.size(); ++i) {
        const auto found = missed_[i].find(number);
        if (judged_[i].ruling == Ruling::Legal && found != missed_[i].end() && found->second.second)
          judged_[i] = {judged_[i].move, Ruling::Preferred, found->second.first, *meets};
      }
    }
    return left([](std::size_t) { return true; });
  }

  const Game& game_;
  const grammar::Ruleset& rules_;
  const Position& position_;
  std::map<std::pair<std::uint16_t, std::uint32_t>, std::size_t> preferences_;  // place in the text → number
  std::vector<Judged> judged_;
  // Of each judged move: the preferences that apply to it, by number, and whether it misses them.
  std::vector<std::map<std::size_t, std::pair<const Requirement*, bool>>> missed_;
};

}  // namespace

std::vector<Judged> judge(const Game& game, const Position& position) { return Judge(game, position).run(); }

}  // namespace mnc::engine
