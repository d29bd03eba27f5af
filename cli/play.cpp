// mnc play: a game in the terminal, line by line.
#include <fmt/format.h>
#include <unistd.h>

#include <iostream>
#include <random>

#include "cli/commands.h"
#include "cli/common.h"
#include "cli/draw.h"
#include "cli/objections.h"
#include "cli/players.h"
#include "cli/record.h"
#include "interpreter/quote.h"
#include "interpreter/random.h"

namespace mnc::cli {
namespace {

struct PlayOptions : RulesetOptions {
  std::string south = "human", north = "random";
  std::uint64_t seed = 0;
  bool seed_given = false, match = false;
};

// Some rulesets have games that never end; with two players who do not tire the program would not, either.
constexpr std::uint32_t kMaxPlies = 100'000;

constexpr const char* kHelp = "type a move, `?` for the legal moves, `board` for the board, `quit` to stop\n";

bool is_human(const std::string& player) { return player == "human"; }

// Null for a human.
std::unique_ptr<engine::Player> seat(const std::string& player) {
  return is_human(player) ? nullptr : engine::make_player(player_of(player, "; or: human"));
}

const char* side_name(int side) { return side == engine::kSouth ? "South" : "North"; }

class Table {
 public:
  Table(Context& context, const Loaded& loaded, const PlayOptions& options)
      : context_(context), loaded_(loaded), game_(*loaded.game), players_{seat(options.south), seat(options.north)}, random_(options.seed, 0) {}

  // One game; nothing if the player stopped.
  std::optional<engine::Session> play(const engine::Position& from) {
    engine::Session session(game_, from);
    std::string record;
    line_ = game_.line(from);
    line_->start(from);
    for (const auto& player : players_)
      if (player) player->new_game();
    for (std::uint32_t ply = 0; !session.over(); ++ply) {
      if (ply == kMaxPlies) {
        context_.out << fmt::format("the game is broken off after {} plies\n", ply);
        finish_record(record);
        return std::nullopt;
      }
      const int side = session.position().mover;
      engine::Player* const player = players_[static_cast<std::size_t>(side)].get();
      draw(session);
      const std::optional<engine::Move> move = player == nullptr ? ask(session) : pick(*player);
      if (!move) {
        finish_record(record);
        return std::nullopt;
      }
      const std::string name = engine::move_text(game_, session.position(), *move, session.moves());
      record += (record.empty() ? "" : " ") + name;
      const engine::MoveReport did = session.play(*move);
      follow(*move);
      context_.out << fmt::format("{} plays {}{}\n", side_name(side), name, told(did));
    }
    draw(session);
    context_.out << ending_text(game_, session.ending()) << "\n";
    finish_record(record);
    return session;
  }

 private:
  static std::string told(const engine::MoveReport& did) {
    std::string text;
    if (did.captured > 0) text += fmt::format(", captures {}", did.captured);
    if (did.laps > 1) text += fmt::format(", {} laps", did.laps);
    if (did.again) text += ", moves again";
    if (did.endless) text += ": the sowing never ends";
    return text;
  }

  void finish_record(const std::string& record) {
    if (!record.empty()) context_.out << "moves: " << record << "\n";
  }

  void draw(const engine::Session& session) {
    context_.out << "\n" << draw_board(game_, session.position()) << draw_fields(game_, session.position());
  }

  engine::Move pick(engine::Player& player) {
    line_->look(turn_);
    return turn_.moves[player.choose(*line_, turn_, random_)];
  }

  // The players' line of play goes along with the game.
  void follow(const engine::Move& move) {
    engine::MoveReport ignored;
    if (line_->play(move, ignored)) line_->settle();  // an endless move ends the game
  }

  std::optional<engine::Move> ask(const engine::Session& session) {
    while (true) {
      context_.out << side_name(session.position().mover) << "> ";
      context_.out.flush();
      std::string line;
      const bool got = static_cast<bool>(std::getline(std::cin, line));
      if (!got || ::isatty(STDIN_FILENO) == 0) context_.out << "\n";  // nobody pressed Enter
      if (!got) return std::nullopt;
      const std::string text(engine::trimmed(line));
      if (text == "quit" || text == "exit") return std::nullopt;
      if (text == "?") {
        list(session);
      } else if (text == "board") {
        draw(session);
      } else if (text == "help" || text.empty()) {
        context_.out << kHelp;
      } else {
        const auto read = engine::read_move(game_, session.position(), text, session.moves());
        if (const auto* move = std::get_if<engine::Move>(&read)) return *move;
        context_.out << std::get<engine::TextError>(read).message << "\n";
        for (const std::string& reason : objections(loaded_, session, text)) context_.out << "  why: " << reason << "\n";
      }
    }
  }

  void list(const engine::Session& session) {
    for (const engine::Move& move : session.moves()) {
      context_.out << " " << engine::move_text(game_, session.position(), move, session.moves());
    }
    context_.out << "\n";
  }

  Context& context_;
  const Loaded& loaded_;
  const engine::Game& game_;
  std::array<std::unique_ptr<engine::Player>, 2> players_;  // null: human
  std::unique_ptr<engine::Line> line_;
  engine::Turn turn_;
  engine::Random random_;
};

std::string match_text(engine::Result result) {
  switch (result) {
    case engine::Result::South:
    case engine::Result::North:
      return fmt::format("{} wins the match\n", side_name(result == engine::Result::South ? 0 : 1));
    case engine::Result::Draw: return "the match is drawn\n";
    case engine::Result::Void: return "the match is void\n";
    case engine::Result::None: break;
  }
  return "the match is broken off\n";
}

void play_rounds(Context& context, Table& table, engine::Position from) {
  for (std::uint64_t i = 1; i <= engine::kMaxGamesInMatch; ++i) {
    context.out << fmt::format("\nround {}\n", i);
    const std::optional<engine::Session> session = table.play(from);
    if (!session) return;
    engine::Result result = session->ending().result;
    if (result != engine::Result::Void) {
      if (session->ending().endless) break;
      const engine::NextRound next = session->next_round();
      result = next.result;
      from = next.start;
    }
    if (result != engine::Result::None) {
      context.out << match_text(result);
      return;
    }
  }
  context.out << match_text(engine::Result::None);
}

void play_match(Context& context, Table& table, const grammar::Ruleset& rules, const engine::Position& from) {
  if (rules.has_rounds) return play_rounds(context, table, from);
  std::array<int, 2> wins{};
  engine::Position start = from;
  for (std::uint64_t i = 0; 2 * std::max(wins[0], wins[1]) <= rules.match_games; ++i) {
    if (i == engine::kMaxGamesInMatch) {
      context.out << fmt::format("the match is broken off after {} games\n", i);
      return;
    }
    context.out << fmt::format("\nmatch, best of {}: South {}, North {}\n", rules.match_games, wins[0], wins[1]);
    const std::optional<engine::Session> session = table.play(start);
    if (!session) return;
    const engine::Result result = session->ending().result;
    if (result != engine::Result::South && result != engine::Result::North) continue;  // played again
    ++wins[result == engine::Result::South ? engine::kSouth : engine::kNorth];
    start = engine::started_by(start, engine::next_starter(rules, start.mover, session->position().last_mover, result));
  }
  context.out << fmt::format("{} wins the match {} to {}\n", side_name(wins[0] > wins[1] ? 0 : 1),
                             std::max(wins[0], wins[1]), std::min(wins[0], wins[1]));
}

int play(Context& context, PlayOptions options) {
  (void)seat(options.south);  // a mistake in it is said first
  (void)seat(options.north);
  const std::optional<Loaded> loaded = load_ruleset(context, options);
  if (!loaded) return kInputWrong;
  const std::optional<engine::Position> from = load_position(context, *loaded->game, options.position);
  if (!from) return kInputWrong;
  if (!options.seed_given) options.seed = std::random_device{}();
  context.out << identity_text(*loaded)
              << fmt::format("players: South {}, North {}; seed {}\n", options.south, options.north, options.seed);
  if (is_human(options.south) || is_human(options.north)) context.out << kHelp;
  Table table(context, *loaded, options);
  if (options.match) {
    check_match(*loaded);
    play_match(context, table, loaded->game->ruleset(), *from);
  } else {
    table.play(*from);
  }
  return kFine;
}

}  // namespace

void add_play(CommandLine& line, Context& context) {
  auto options = std::make_shared<PlayOptions>();
  Arguments arguments =
      line.command("play", "play a game in the terminal", [options](Context& c) { return play(c, *options); });
  add_ruleset(arguments, *options);
  arguments.text("--south", options->south, "who plays South: human, or a player as in simulate");
  arguments.text("--north", options->north, "who plays North");
  arguments.number("--seed", options->seed, 0, UINT64_MAX, "of the random moves; another one each time if left out",
                   Arguments::Optional, &options->seed_given);
  arguments.flag("--match", options->match, "play a match by the ruleset's match clause");
  add_position(arguments, *options);
  add_color(arguments, context);
}

}  // namespace mnc::cli
