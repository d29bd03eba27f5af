// The section of a description that tells the rules in sentences, from the checked ruleset. See describe.h.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "cli/describe.h"
#include "cli/prose.h"

namespace mnc::cli {
namespace {

using grammar::Kind;
using grammar::kNoNode;
using grammar::Requirement;

class WordsDescriber {
 public:
  WordsDescriber(const Loaded& loaded, Document& document) : rules_(loaded.game->ruleset()), prose_(*loaded.game) {
    document.push_back({"in words, with the options as they are", {}});
    out_ = &document.back();
  }

  void describe() {
    for (std::size_t i = 0; i < rules_.phases.size(); ++i) phase(rules_.phases[i], i);
    for (const grammar::Trigger& trigger : rules_.triggers) whenever(trigger);
    end();
  }

 private:
  static std::string joined(const std::vector<std::string>& steps) {
    return steps.empty() ? "nothing is done" : enumerated(steps, "and then");
  }

  void phase(const grammar::Phase& phase, std::size_t index) {
    int indent = 0;
    if (!phase.name.empty()) {
      const char* const after = index == 0 ? "" : " and no phase before it applies";
      out_->add(phase.guard == kNoNode ? fmt::format("Phase {}: if no phase before it applies.", phase.name)
                                       : fmt::format("Phase {}: while {}{}.", phase.name, prose_.condition(phase.guard), after));
      indent = 1;
    }
    for (std::size_t rank = 0; rank < phase.ranks.size(); ++rank) {
      for (const int number : phase.ranks[rank]) kind(rules_.kinds[static_cast<std::size_t>(number)], rank, indent);
    }
  }

  void kind(const Kind& kind, std::size_t rank, int indent) {
    prose_.about(&kind);
    std::string text = fmt::format("Move {}", kind.name);
    if (rank > 0) text += ", only if no move named before it in this phase is legal";
    if (kind.when != kNoNode) text += fmt::format(", only if {}", prose_.condition(kind.when));
    out_->add(text + (kind.from == kNoNode ? ": a pass." : fmt::format(": from {}.", prose_.pits(kind.from))), "", indent);
    for (const grammar::Choice& choice : kind.choices) this->choice(choice, indent + 1);
    out_->add(fmt::format("The player {}.", joined(prose_.steps(kind.steps))), "", indent + 1);
    for (const Requirement& one : kind.requirements) requirement(one, indent + 1);
    if (kind.each_seed) table(*kind.each_seed, "After every seed", indent + 1);
    if (kind.laps) table(*kind.laps, "When the last seed of a lap has fallen", indent + 1);
    else out_->add("The sowing is over when the last seed has fallen.", "", indent + 1);
    prose_.about(nullptr);
  }

  void choice(const grammar::Choice& choice, int indent) {
    std::string what = choice.is_direction ? "the direction" : choice.name;
    if (choice.pits != kNoNode) what += " from " + prose_.pits(choice.pits);
    std::vector<std::string> answers;
    for (const grammar::Answer& answer : choice.answers) answers.push_back(answer.name);
    if (!answers.empty() && answers.size() < 12) what += ": " + enumerated(answers, "or");
    if (choice.when != kNoNode) what += fmt::format(", if {}", prose_.condition(choice.when));
    out_->add(fmt::format("The player chooses {}.", what), "", indent);
  }

  void requirement(const Requirement& one, int indent) {
    std::string what;
    switch (one.time) {
      case Requirement::Before: what = prose_.condition(one.condition); break;
      case Requirement::FirstLap: what = fmt::format("at the end of the first lap {}", prose_.condition(one.condition)); break;
      case Requirement::FirstLapCaptures:
        what = one.condition == kNoNode ? "the first lap captures"
                                        : fmt::format("the first lap captures {}", prose_.pits(one.condition));
        break;
      case Requirement::EverySeed: what = fmt::format("after every seed {}", prose_.condition(one.condition)); break;
      case Requirement::Afterwards: what = fmt::format("after the move {}", prose_.condition(one.condition)); break;
    }
    if (one.when != kNoNode) what += fmt::format(" (asked only if {})", prose_.condition(one.when));
    out_->add(one.prefer ? fmt::format("If some move is such that {}, only such moves are legal.", what)
                         : fmt::format("The move is legal only if {}.", what),
              one.note, indent);
  }

  void table(std::size_t index, const std::string& when, int indent) {
    if (!told_.insert(index).second) {
      out_->add(when + ", the same is done as in the move before.", "", indent);
      return;
    }
    out_->add(when + ", the first of these that applies is done:", "", indent);
    const grammar::Table& rows = rules_.tables[index];
    for (const grammar::Row& row : rows) this->row(row, "the player ", indent + 1);
    if (rows.empty() || rows.back().condition != kNoNode) out_->add("Otherwise nothing is done.", "", indent + 1);
  }

  void row(const grammar::Row& row, const std::string& who, int indent) {
    const std::string what = row.steps.empty() ? "nothing is done" : who + joined(prose_.steps(row.steps));
    out_->add(row.condition == kNoNode ? fmt::format("Otherwise {}.", what)
                                       : fmt::format("If {}: {}.", prose_.condition(row.condition), what),
              row.note, indent);
  }

  void whenever(const grammar::Trigger& trigger) {
    out_->add(fmt::format("Whenever one of the watched pits is emptied, its owner {}.", joined(prose_.steps(trigger.steps))));
  }

  void end() {
    out_->add("The game ends before a player's turn, by the first of these that applies:");
    for (const grammar::Row& one : rules_.end) row(one, "", 1);
    if (!rules_.has_winner) return;
    const std::string what = rules_.measure == kNoNode ? "seeds" : prose_.number(rules_.measure);
    out_->add(rules_.measure == kNoNode
                  ? fmt::format("Whoever then has the {} {} wins; equal is a draw.", rules_.fewest ? "fewest" : "most", what)
                  : fmt::format("Whoever has more by this measure wins: {}; equal is a draw.", what));
  }

  const grammar::Ruleset& rules_;
  Prose prose_;
  DocumentSection* out_ = nullptr;
  std::set<std::size_t> told_;
};

}  // namespace

void describe_words(const Loaded& loaded, Document& document) { WordsDescriber(loaded, document).describe(); }

}  // namespace mnc::cli
