// Stage 2, check: keeps what was found out about places in the text that are read several times (for several kinds of
// moves, both players, every pit): something is reported only if it is so each time.
#pragma once

#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "grammar/diagnostic.h"

namespace mnc::grammar::check {

class Verdicts {
 public:
  // Notes that the place was looked at; `fine`: there is nothing to report, this time and for good.
  void judge(Code code, Span span, bool fine) {
    Verdict& verdict = all_[{span.file, span.begin, span.end, code}];
    verdict.fine = verdict.fine || fine;
    if (watching_) watched_.insert(&verdict);
  }
  [[nodiscard]] bool settled(Code code, Span span) const {
    const auto found = all_.find({span.file, span.begin, span.end, code});
    return found != all_.end() && found->second.fine;
  }
  [[nodiscard]] bool reports(Code code, Span span) const {
    const auto found = all_.find({span.file, span.begin, span.end, code});
    return found != all_.end() && !found->second.fine;
  }

  // Between begin and end: whether anything judged since could still be reported.
  void watch() {
    watching_ = true;
    watched_.clear();
  }
  [[nodiscard]] bool anything_left() const {
    for (const Verdict* one : watched_) {
      if (!one->fine) return true;
    }
    return watched_.empty();
  }

  template <class Visit>
  void each(const Visit& visit) const {
    for (const auto& [key, verdict] : all_) {
      if (!verdict.fine) visit(std::get<3>(key), Span{std::get<1>(key), std::get<2>(key), std::get<0>(key)});
    }
  }

 private:
  struct Verdict {
    bool fine = false;
  };
  std::map<std::tuple<std::uint16_t, std::uint32_t, std::uint32_t, Code>, Verdict> all_;
  std::set<const Verdict*> watched_;
  bool watching_ = false;
};

}  // namespace mnc::grammar::check
