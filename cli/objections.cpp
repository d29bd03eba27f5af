// See objections.h.
#include "cli/objections.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/excerpt.h"
#include "interpreter/judge.h"
#include "interpreter/notation.h"
#include "interpreter/quote.h"
#include "interpreter/terms.h"

namespace mnc::cli {
namespace {

using engine::Judged;
using engine::Move;
using engine::Ruling;
using engine::Slot;
using grammar::Kind;

class Objections {
 public:
  Objections(const Loaded& loaded, const engine::Session& session, std::string_view text)
      : loaded_(loaded), game_(*loaded.game), rules_(game_.ruleset()), session_(session), position_(session.position()),
        text_(text), judged_(engine::judge(game_, position_)) {}

  std::vector<std::string> run() {
    const auto named = engine::origin_named(game_, position_, text_, session_.moves());
    if (!named) return about_a_pass();
    pit_ = *named;
    if (pit_ == engine::kNoSlot || position_.seeds[static_cast<std::size_t>(pit_)] == 0) return {};
    if (engine::is_out_of_reach(game_, position_, pit_, session_.moves())) return {};
    const auto meant = this->meant();
    for (const Judged* one : meant) add(*one);
    const bool starts_here = std::any_of(session_.moves().begin(), session_.moves().end(), [&](const Move& move) { return move.origin == pit_; });
    if (meant.empty() && !starts_here) about_every_kind();
    return std::move(lines_);
  }

 private:
  static constexpr std::size_t kLongest = 120;  // of a clause that is quoted

  // Those of the illegal moves that read as the text does.
  [[nodiscard]] std::vector<const Judged*> meant() const {
    std::vector<const Judged*> found;
    for (const Judged& one : judged_) {
      if (one.ruling != Ruling::Legal && one.move.origin == pit_ && reads_as_text(one)) found.push_back(&one);
    }
    return found;
  }

  [[nodiscard]] bool reads_as_text(const Judged& one) const {
    std::vector<Move> with = session_.moves();
    with.push_back(one.move);
    return engine::same_move_text(engine::move_text(game_, position_, one.move, with), text_);
  }

  void about_every_kind() {
    engine::Moment now;
    now.me = position_.mover;
    const engine::Terms terms(game_, position_, now);
    const int phase = terms.phase(position_.mover);
    for (std::size_t number = 0; number < rules_.kinds.size(); ++number) {
      const Kind& kind = rules_.kinds[number];
      if (kind.phase != phase || kind.from == grammar::kNoNode) continue;
      const auto is_here = [&](const Judged& one) { return one.move.kind == number && one.move.origin == pit_; };
      if (std::any_of(judged_.begin(), judged_.end(), is_here)) {
        for (const Judged& one : judged_)
          if (is_here(one)) add(one);
      } else if (!terms.truth(kind.when)) {
        closed(kind);
      } else {
        say("`{}` does not start there: {}", kind.name, clause("from ", node(kind.from).span, kind.from_note));
      }
    }
  }

  // The name of a kind that starts from no pit, with answers or without.
  std::vector<std::string> about_a_pass() {
    for (std::size_t number = 0; number < rules_.kinds.size(); ++number) {
      const Kind& kind = rules_.kinds[number];
      if (kind.from != grammar::kNoNode || !engine::same_move_text(kind.name, text_.substr(0, text_.find('=')))) continue;
      const auto is_it = [&](const Judged& one) { return one.move.kind == number; };
      for (const Judged& one : judged_)
        if (is_it(one) && reads_as_text(one)) add(one);
      if (std::none_of(judged_.begin(), judged_.end(), is_it) && kind.when != grammar::kNoNode) closed(kind);
    }
    return std::move(lines_);
  }

  void closed(const Kind& kind) { say("there is no `{}` now: {} does not hold", kind.name, clause("when ", node(kind.when).span, "")); }

  void add(const Judged& one) {
    const Kind& kind = rules_.kinds[one.move.kind];
    switch (one.ruling) {
      case Ruling::Legal: return;
      case Ruling::Required:
        if (one.clause->bound) return say("more is chosen than {} allows", clause(*one.clause));
        return say("{} rules it out", clause(*one.clause));
      case Ruling::Preferred: return say("{} rules it out: `{}` fulfils it", clause(*one.clause), name(one.instead));
      case Ruling::Endless:
        return say("the move does not end within {} laps, and endless moves are illegal", rules_.endless.laps);
      case Ruling::Outranked:
        return say("`{}` ({}) is open only if no move of a higher rank can be played, and `{}` ({}) can", kind.name,
                   place_of(loaded_, kind.span), name(one.instead), rules_.kinds[judged_[one.instead].move.kind].name);
    }
  }

  [[nodiscard]] std::string clause(const grammar::Requirement& of) const {
    return clause("", of.span, of.note);
  }
  [[nodiscard]] std::string clause(std::string_view word, grammar::Span span, const std::string& note) const {
    const std::string shown = note.empty() ? "" : " [" + engine::printable(note) + "]";
    return fmt::format("`{}{}`{} ({})", word, excerpt(loaded_, span, kLongest), shown, place_of(loaded_, span));
  }
  [[nodiscard]] std::string name(std::size_t judged) const {
    return engine::move_text(game_, position_, judged_[judged].move, session_.moves());
  }
  [[nodiscard]] const grammar::Node& node(grammar::NodeId id) const { return rules_.nodes[static_cast<std::size_t>(id)]; }

  template <class... Arguments>
  void say(fmt::format_string<Arguments...> text, Arguments&&... arguments) {
    std::string line = fmt::format(text, std::forward<Arguments>(arguments)...);
    if (std::find(lines_.begin(), lines_.end(), line) == lines_.end()) lines_.push_back(std::move(line));
  }

  const Loaded& loaded_;
  const engine::Game& game_;
  const grammar::Ruleset& rules_;
  const engine::Session& session_;
  const engine::Position& position_;
  const std::string_view text_;
  const std::vector<Judged> judged_;
  Slot pit_ = engine::kNoSlot;
  std::vector<std::string> lines_;
};

}  // namespace

std::vector<std::string> objections(const Loaded& loaded, const engine::Session& session, std::string_view text) {
  if (session.over()) return {};
  return Objections(loaded, session, text).run();
}

}  // namespace mnc::cli
