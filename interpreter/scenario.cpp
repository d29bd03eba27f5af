// Plays the cases of a scenario file and compares; see scenario.h.
#include "interpreter/scenario.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "interpreter/fields.h"
#include "interpreter/notation.h"
#include "interpreter/quote.h"
#include "interpreter/yaml.h"

namespace mnc::engine {
namespace {

class CaseRunner {
 public:
  CaseRunner(const Game& game, const ScenarioCase& one) : game_(game), case_(one) {}

  CaseReport run() {
    report_.name = case_.name;
    report_.line = case_.line;
    Position start = game_.start();
    if (case_.start && !read_start(start)) return std::move(report_);
    Session session(game_, start);
    if (play_all(session)) check_end(session);
    return std::move(report_);
  }

 private:
  void fail(int line, std::string what, std::string expected, std::string got) {
    report_.failures.push_back({line, std::move(what), std::move(expected), std::move(got)});
  }

  bool read_start(Position& start) {
    const auto read = read_position(game_, case_.start->values[0]);
    if (const auto* good = std::get_if<ReadPosition>(&read)) {
      start = good->position;
      return true;
    }
    const std::string& message = std::get<TextError>(read).message;
    if (!case_.error || !case_.plies.empty()) fail(case_.start->line, "start", "a position", message);
    else check_error(message);
    return false;
  }

  void check_error(const std::string& message) {
    const std::string& wanted = case_.error->values[0];
    if (message.find(wanted) == std::string::npos) fail(case_.error->line, "error", backquoted(wanted), message);
  }

  // False if the rest of the case cannot be checked.
  bool play_all(Session& session) {
    for (std::size_t i = 0; i < case_.plies.size(); ++i) {
      const ScenarioPly& ply = case_.plies[i];
      const bool must_fail = case_.error && i + 1 == case_.plies.size();
      const std::string place = fmt::format("ply {}: ", i + 1);
      if (ply.legal) check_legal(session, *ply.legal, place);
      const auto move = next_move(session, ply.play);
      if (const auto* error = std::get_if<TextError>(&move)) {
        if (must_fail) check_error(error->message);
        else fail(ply.line, place + "play", backquoted(ply.play), error->message);
        return false;
      }
      const MoveReport did = session.play(std::get<Move>(move));
      for (const Expectation& expected : ply.after) check_after(session, did, expected, place);
      if (must_fail)
        fail(case_.error->line, place + "error", backquoted(case_.error->values[0]),
             backquoted(ply.play) + " was played");
      if (!report_.failures.empty()) return false;
    }
    if (case_.error && case_.plies.empty()) {
      fail(case_.error->line, "error", backquoted(case_.error->values[0]), "nothing was played");
    }
    return true;
  }

  static std::variant<Move, TextError> next_move(const Session& session, const std::string& text) {
    if (session.over()) {
      return TextError{0, text.size(), fmt::format("illegal move {}: the game is over", backquoted(text))};
    }
    return read_move(session.game(), session.position(), text, session.moves());
  }

  void check_legal(const Session& session, const Expectation& expected, const std::string& place) {
    const std::vector<Move>& legal = session.moves();
    std::vector<bool> named(legal.size(), false);
    std::vector<std::string> missing, unexpected, names;
    for (const std::string& text : expected.values) {
      const auto move = read_move(game_, session.position(), text, legal);
      const Move* found = std::get_if<Move>(&move);
      if (found == nullptr) missing.push_back(text);
      else named[static_cast<std::size_t>(std::find(legal.begin(), legal.end(), *found) - legal.begin())] = true;
    }
    for (std::size_t i = 0; i < legal.size(); ++i) {
      names.push_back(move_text(game_, session.position(), legal[i], legal));
      if (!named[i]) unexpected.push_back(names.back());
    }
    if (missing.empty() && unexpected.empty()) return;
    std::string got = legal.empty() ? "none" : joined(names);
    if (!missing.empty()) got += fmt::format("; missing: {}", joined(missing));
    if (!unexpected.empty()) got += fmt::format("; not expected: {}", joined(unexpected));
    fail(expected.line, place + "legal", expected.values.empty() ? "none" : joined(expected.values), got);
  }

  void check_after(const Session& session, const MoveReport& did, const Expectation& expected,
                   const std::string& place) {
    const std::string what = place + expected.name;
    const std::string wanted = joined(expected.values);
    if (did.endless) return fail(expected.line, what, wanted, "no position: the move is endless");
    if (expected.name == "board") return check_board(session.position(), expected, what);
    for (const FieldText& field : field_texts(game_, session.position())) {
      if (field.name == expected.name && field.values != expected.values) {
        fail(expected.line, what, wanted, joined(field.values));
      }
    }
  }

  void check_board(const Position& position, const Expectation& expected, const std::string& what) {
    const std::string got = board_text(game_, position);
    const auto read = read_position(game_, expected.values[0]);
    const auto* wanted = std::get_if<ReadPosition>(&read);
    if (wanted == nullptr)
      return fail(expected.line, what, backquoted(expected.values[0]), std::get<TextError>(read).message);
    const std::string wanted_text = board_text(game_, wanted->position);
    if (wanted_text != got) fail(expected.line, what, wanted_text, got);
  }

  void check_end(const Session& session) {
    if (case_.legal) check_legal(session, *case_.legal, "");
    const std::string_view result = result_text(session.ending().result);
    if (case_.result && case_.result->values[0] != result) {
      fail(case_.result->line, "result", case_.result->values[0], std::string(result));
    }
    if (case_.final_won) {
      const std::array<int, 2>& seeds = session.ending().final_seeds;
      const std::vector<std::string> got{std::to_string(seeds[kSouth]), std::to_string(seeds[kNorth])};
      if (got != case_.final_won->values)
        fail(case_.final_won->line, "final_won", joined(case_.final_won->values), joined(got));
    }
    if (case_.next_round) check_next_round(session, *case_.next_round);
    for (const ScenarioCase::Count& count : case_.perft) {
      const std::uint64_t nodes = session.over() && count.depth > 0 ? 0 : game_.perft(session.position(), count.depth);
      if (nodes != count.nodes) {
        fail(count.line, fmt::format("perft {}", count.depth), std::to_string(count.nodes), std::to_string(nodes));
      }
    }
  }

  // How the next round begins, or who has won the match.
  void check_next_round(const Session& session, const Expectation& expected) {
    const std::string& wanted = expected.values[0];
    const auto got = [&]() -> std::string {
      if (!game_.ruleset().has_rounds) return "no rounds: the ruleset has no `match { … }`";
      if (!session.over() || session.ending().endless) return "the round is not over, or without a result";
      const NextRound next = session.next_round();
      if (next.result != Result::None) return std::string(result_text(next.result));
      const auto read = read_position(game_, wanted);
      const auto* position = std::get_if<ReadPosition>(&read);
      const std::string text = position_text(game_, next.start);
      return position != nullptr && position_text(game_, position->position) == text ? wanted : text;
    }();
    if (got != wanted) fail(expected.line, "next_round", wanted, got);
  }

  const Game& game_;
  const ScenarioCase& case_;
  CaseReport report_;
};

// Keys of plies that the game's positions do not have.
void check_fields(const Game& game, const ScenarioCase& one, std::vector<ScenarioProblem>& problems) {
  const std::vector<FieldText> fields = field_texts(game, game.start());
  std::vector<std::string> known{"`legal`", "`play`", "`board`"};
  for (const FieldText& field : fields) known.push_back("`" + field.name + "`");
  for (const ScenarioPly& ply : one.plies) {
    for (const Expectation& expected : ply.after) {
      if (expected.name == "board") continue;
      const auto field =
          std::find_if(fields.begin(), fields.end(), [&](const FieldText& f) { return f.name == expected.name; });
      if (field == fields.end()) {
        problems.push_back(
            {expected.line, expected.column,
             fmt::format("unknown key {} in a ply: it has {}", backquoted(expected.name), joined(known))});
      } else if (field->values.size() != expected.values.size()) {
        const char* const shape = field->values.size() == 1 ? "one value" : "two values, South's and North's";
        problems.push_back(
            {expected.line, expected.column, fmt::format("{} has {}", backquoted(expected.name), shape)});
      }
    }
  }
}

}  // namespace

std::string_view result_text(Result result) {
  switch (result) {
    case Result::None: return "none";
    case Result::South: return "south";
    case Result::North: return "north";
    case Result::Draw: return "draw";
    case Result::Void: return "void";
  }
  return {};
}

std::size_t ScenarioReport::failed() const {
  return static_cast<std::size_t>(
      std::count_if(cases.begin(), cases.end(), [](const CaseReport& one) { return !one.failures.empty(); }));
}

ScenarioReport run_scenarios(std::string_view text, const LoadGame& load) {
  ScenarioReport report;
  auto read = read_scenario(text);
  if (auto* problems = std::get_if<std::vector<ScenarioProblem>>(&read)) {
    report.problems = std::move(*problems);
    return report;
  }
  const auto& scenario = std::get<Scenario>(read);
  // One game for each set of options: the file's, and those of its cases.
  std::map<ScenarioOptions, std::shared_ptr<const Game>> games;
  const auto game_for = [&](const ScenarioCase* one) -> std::shared_ptr<const Game> {
    ScenarioOptions options = scenario.options;
    if (one != nullptr) options.insert(options.end(), one->options.begin(), one->options.end());
    const auto known = games.find(options);
    if (known != games.end()) return known->second;
    auto loaded = load(scenario.ruleset, options);
    if (const auto* message = std::get_if<std::string>(&loaded)) {
      const int line = one == nullptr ? scenario.ruleset_line : one->line;
      const int column = one == nullptr ? scenario.ruleset_column : 1;
      report.problems.push_back({line, column, *message});
      return games[options] = nullptr;
    }
    return games[options] = std::get<std::shared_ptr<const Game>>(loaded);
  };
  const bool loaded = game_for(nullptr) != nullptr;
  for (const ScenarioCase& one : scenario.cases) {
    if (!loaded) break;
    if (const auto game = game_for(&one)) check_fields(*game, one, report.problems);
  }
  for (ScenarioProblem& problem : report.problems)
    problem.column = character_column(text, problem.line, problem.column);
  if (!report.problems.empty()) return report;
  for (const ScenarioCase& one : scenario.cases) report.cases.push_back(CaseRunner(*game_for(&one), one).run());
  return report;
}

}  // namespace mnc::engine
