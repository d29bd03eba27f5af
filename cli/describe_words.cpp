// The section of a description that tells the rules in sentences, from the checked ruleset. See describe.h.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "cli/describe.h"
#include "cli/each_step.h"
#include "cli/prose.h"

namespace mnc::cli {
namespace {

using grammar::Kind;
using grammar::kNoNode;
using grammar::Requirement;

class WordsDescriber {
 public:
  WordsDescriber(const Loaded& loaded, Prose& prose, Document& document) : rules_(loaded.game->ruleset()), prose_(prose) {
    document.push_back({"in words, with the options as they are", {}});
    out_ = &document.back();
  }

  void describe() {
    for (std::size_t i = 0; i < rules_.phases.size(); ++i) phase(rules_.phases[i], i);
    for (const grammar::Trigger& trigger : rules_.triggers) whenever(trigger);
    end();
    match();
    const std::vector<std::string> definitions = prose_.definitions();
    if (!definitions.empty()) out_->add("In these sentences:");
    for (const std::string& one : definitions) out_->add(one + ".", "", 1);
  }

 private:
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
    if (is_never(kind.when))
      return out_->add(text + ": never, with the options as they are.", "", indent);
    if (rank > 0) text += ", only if no move named before it in this phase is legal";
    if (kind.when != kNoNode) text += fmt::format("{} if {}", rank > 0 ? " and" : ", only", prose_.condition(kind.when));
    out_->add(text + (kind.from != kNoNode ? fmt::format(": from {}.", prose_.pits(kind.from))
                      : kind.steps.empty() ? ": a pass, nothing is done."
                                           : "."),
              "", indent);
    for (const grammar::Choice& choice : kind.choices) this->choice(choice, indent + 1);
    if (kind.from != kNoNode || !kind.steps.empty()) done("", kind.steps, "the player", "", indent + 1);
    for (const Requirement& one : kind.requirements) {
      if (!one.bound) requirement(one, indent + 1);  // it is told with its choice
    }
    tables(kind, indent + 1);
    prose_.about(nullptr);
  }

  void tables(const Kind& kind, int indent) {
    bool sows = false;
    each_step(kind.steps, [&](const grammar::Step& step) { sows = sows || step.op == grammar::Step::Sow; });
    if (!sows) return;
    if (kind.each_seed) {
      prose_.read_in(Prose::Place::EachSeed);
      table(*kind.each_seed, "After every seed", indent);
      prose_.read_in(Prose::Place::Move);
    }
    if (kind.laps) table(*kind.laps, "When the last seed of a lap has fallen", indent);
    else out_->add("The sowing is over when the last seed has fallen.", "", indent);
  }

  // The steps as one sentence, or, if some of them depend on something, a line each. `before`: "if …:".
  void done(const std::string& before, const std::vector<grammar::Step>& steps, const std::string& who, const std::string& note,
            int indent) {
    const std::vector<Phrase> list = prose_.phrases(steps);
    const auto simple = [](const Phrase& one) { return one.parts.empty(); };
    const bool one = list.size() == 1;
    if (std::all_of(list.begin(), list.end(), simple) ||
        (one && list[0].whole && std::all_of(list[0].parts.begin(), list[0].parts.end(), simple)))
      return out_->add(started(before + Prose::sentence(list, who)) + ".", note, indent);
    const std::string subject = list[0].whole ? "" : who + (one ? " " : ", ");
    out_->add(started(before + subject) + (one ? list[0].text + ":" : "in this order:"), note, indent);
    lines(one ? list[0].parts : list, indent + 1);
  }

  void lines(const std::vector<Phrase>& list, int indent) {
    for (const Phrase& one : list) {
      const bool deep = std::any_of(one.parts.begin(), one.parts.end(), [](const Phrase& part) { return !part.parts.empty(); });
      if (one.parts.empty()) {
        out_->add(one.text, "", indent);
      } else if (!deep) {
        out_->add(one.text + ": " + Prose::sentence(one.parts, ""), "", indent);
      } else {
        out_->add(one.text + ":", "", indent);
        lines(one.parts, indent + 1);
      }
    }
  }

  static std::string started(std::string sentence) {
    if (!sentence.empty() && sentence[0] >= 'a' && sentence[0] <= 'z') sentence[0] = static_cast<char>(sentence[0] - 'a' + 'A');
    return sentence;
  }
  static std::string rule_name(const std::string& name) { return name.empty() ? "" : fmt::format("Rule `{}`. ", name); }

  [[nodiscard]] bool is_never(grammar::NodeId id) const {
    if (id == kNoNode) return false;
    const grammar::Node& n = rules_.nodes[static_cast<std::size_t>(id)];
    return n.op == grammar::Op::Truth && n.value == 0;
  }

  // Whether the answers are numbers that follow one another.
  static bool is_range(const std::vector<grammar::Answer>& answers) {
    for (std::size_t i = 1; i < answers.size(); ++i)
      if (answers[i].name != std::to_string(std::atol(answers[i - 1].name.c_str()) + 1)) return false;
    return true;
  }

  void choice(const grammar::Choice& choice, int indent) {
    if (is_never(choice.when)) return;
    std::string what = choice.is_direction ? "the direction" : "`" + choice.name + "`";
    if (choice.pits != kNoNode) what += " from " + prose_.pits(choice.pits);
    std::vector<std::string> answers;
    for (const grammar::Answer& answer : choice.answers) answers.push_back(answer.name);
    for (const grammar::NodeId way : choice.directions) answers.push_back(prose_.direction(way));
    const bool bounded = choice.last != kNoNode;
    if (bounded && is_range(choice.answers)) what += fmt::format(", from {} to {}", answers.front(), prose_.number(choice.last));
    else if (answers.size() >= kMostAnswers) what += fmt::format(": {} to {}", answers.front(), answers.back());
    else if (!answers.empty()) what += ": " + enumerated(answers, "or");
    if (bounded && !is_range(choice.answers)) what += ", no number above " + prose_.number(choice.last);
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
                                        : fmt::format("the first lap captures from {}", prose_.pits(one.condition));
        break;
      case Requirement::EverySeed:
        prose_.read_in(Prose::Place::EachSeed);
        what = fmt::format("after every seed {}", prose_.condition(one.condition));
        prose_.read_in(Prose::Place::Move);
        break;
      case Requirement::Afterwards: what = fmt::format("after the move {}", prose_.condition(one.condition)); break;
    }
    const std::string when = one.when == kNoNode ? "" : fmt::format("if before the move {}, ", prose_.condition(one.when));
    const std::string text = one.prefer ? fmt::format("{}if some move is such that {}, only such moves are legal.", when.empty() ? "" : when + "and ", what)
                                        : fmt::format("{}the move is legal only if {}.", when, what);
    out_->add(rule_name(one.rule) + started(text), one.note, indent);
  }

  void table(std::size_t index, const std::string& when, int indent) {
    if (!told_.insert(index).second) return out_->add(when + ", the same is done as in the move before.", "", indent);
    const grammar::Table& rows = rules_.tables[index];
    if (rows.size() == 1 && rows[0].condition == kNoNode)
      return done(rule_name(rows[0].rule) + when + ", ", rows[0].steps, "the player", rows[0].note, indent);
    out_->add(when + ", the first of these that applies is done:", "", indent);
    this->rows(rows, "the player", indent + 1);
    if (rows.empty() || rows.back().condition != kNoNode) out_->add("Otherwise nothing is done.", "", indent + 1);
  }

  // A row that asks for the same as one before it is never done with these options.
  void rows(const grammar::Table& rows, const std::string& who, int indent) {
    std::set<std::string> asked{"never"};
    for (const grammar::Row& row : rows) {
      const std::string condition = prose_.condition(row.condition);
      if (!asked.insert(condition).second) continue;
      done(rule_name(row.rule) + (condition == "always" ? "Otherwise " : "If " + condition + ": "), row.steps, who, row.note, indent);
    }
  }

  void whenever(const grammar::Trigger& trigger) {
    const bool one = rules_.slot_sets[static_cast<std::size_t>(trigger.south)].count() == 1;
    done(fmt::format("Whenever {}{} is emptied, ", one ? "" : "one of ", prose_.fixed_pits(trigger.south, trigger.north)), trigger.steps,
         "its owner, here the mover,", "", 0);
  }

  void end() {
    prose_.read_in(Prose::Place::End);
    out_->add("The game ends before a player's turn, by the first of these that applies:");
    rows(rules_.end, "the mover", 1);
    if (!rules_.has_winner) return;
    const std::string what = rules_.measure == kNoNode ? "seeds" : prose_.number(rules_.measure);
    out_->add(rules_.measure == kNoNode
                  ? fmt::format("Whoever then has the {} {} wins; equal is a draw.", rules_.fewest ? "fewest" : "most", what)
                  : fmt::format("Whoever has more by this measure wins: {}; equal is a draw.", what));
  }

  void match() {
    if (rules_.match_games != 0)
      out_->add(fmt::format("A match is won by the first to win more than half of {}; {}.",
                            amount(std::to_string(rules_.match_games), "game"), starter_text(rules_)));
    if (!rules_.has_rounds) return;
    out_->add(fmt::format("A match goes in rounds; {}. After each round, the first of these that applies is done, and without a "
                          "result the next round begins:",
                          starter_text(rules_)));
    rows(rules_.rounds, "the mover", 1);
  }

  static constexpr std::size_t kMostAnswers = 12;  // more are not listed

  const grammar::Ruleset& rules_;
  Prose& prose_;
  DocumentSection* out_ = nullptr;
  std::set<std::size_t> told_;
};

}  // namespace

const char* starter_text(const grammar::Ruleset& rules) {
  static constexpr const char* kStarters[] = {"the players begin in turn", "the loser of the game before begins",
                                              "the winner of the game before begins",
                                              "who made the last move of the game before begins"};
  return kStarters[rules.match_starter];
}

void describe_words(const Loaded& loaded, Prose& prose, Document& document) { WordsDescriber(loaded, prose, document).describe(); }

}  // namespace mnc::cli
