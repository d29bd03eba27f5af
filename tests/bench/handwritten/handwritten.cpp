// The hand-written games as a program: the speed and the results the
// interpreter is compared with. In: a game and what to do. Out: counts,
// statistics or positions on stdout; times and rates on stderr.

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "bao_la_kete.hpp"
#include "en_gehe.hpp"
#include "game.hpp"
#include "kpe.hpp"
#include "rng.hpp"

namespace {

using namespace handwritten;

constexpr const char* kUsage =
    "usage: handwritten GAME perft DEPTH\n"
    "       handwritten GAME play GAMES SEED\n"
    "       handwritten GAME record SEED\n"
    "       handwritten GAME replay \"MOVE ...\" [POSITION]\n"
    "       handwritten GAME trace \"MOVE ...\" [POSITION]\n"
    "GAME: kpe, en-gehe (50 columns), en-gehe-45, en-gehe-40, bao-la-kete\n"
    "trace is replay with each position's legal moves\n";

int fail(const std::string& message) {
  std::fprintf(stderr, "handwritten: %s\n", message.c_str());
  return 1;
}

std::optional<std::uint64_t> natural(std::string_view text) {
  std::uint64_t value = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc{} || stop != end) return std::nullopt;
  return value;
}

class Stopwatch {
 public:
  // Prints the time since the start, and how many `things` that is a second.
  void report(std::uint64_t count, const char* things) const {
    const std::chrono::duration<double> elapsed = Clock::now() - start_;
    std::fprintf(stderr, "%.3f s, %.0f %s/s\n", elapsed.count(),
                 static_cast<double>(count) / std::max(elapsed.count(), 1e-9), things);
  }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point start_ = Clock::now();
};

template <class Rules>
int perft(std::uint64_t depth) {
  const Stopwatch stopwatch;
  std::uint64_t sum = 0;
  for (std::uint64_t d = 0; d <= depth; ++d) {  // all depths, as `mnc perft` does
    const std::uint64_t count = Game<Rules>().perft(static_cast<int>(d));
    std::printf("%llu\n", static_cast<unsigned long long>(count));
    sum += count;
  }
  stopwatch.report(sum, "leaves");
  return 0;
}

template <class Rules>
int play(std::uint64_t games, std::uint64_t seed) {
  const Stopwatch stopwatch;
  Rng rng(seed);
  Game<Rules> game;
  std::array<std::uint64_t, 5> results{};  // indexed by Result
  std::uint64_t plies = 0;
  int longest = 0;
  for (std::uint64_t i = 0; i < games; ++i) {
    game.restart();
    ++results[static_cast<std::size_t>(game.playout(rng))];
    plies += static_cast<std::uint64_t>(game.plies());
    longest = std::max(longest, game.plies());
  }
  for (const Result result : {Result::kSouthWins, Result::kNorthWins, Result::kDraw, Result::kVoid}) {
    const std::uint64_t count = results[static_cast<std::size_t>(result)];
    std::printf("%s %llu %.5f\n", result_name(result).data(), static_cast<unsigned long long>(count),
                static_cast<double>(count) / static_cast<double>(games));
  }
  std::printf("mean plies %.2f\nlongest %d\n", static_cast<double>(plies) / static_cast<double>(games), longest);
  stopwatch.report(games, "games");
  stopwatch.report(plies, "moves");
  return 0;
}

template <class Rules>
int record(std::uint64_t seed) {
  Rng rng(seed);
  Game<Rules> game;
  std::string moves;
  while (game.end().result == Result::kNone) {
    game.play_random(rng, [&](const auto& before, const auto move) {
      if (!moves.empty()) moves += ' ';
      moves += Rules::move_text(before, move);
    });
  }
  std::printf("%s\n", moves.c_str());
  return 0;
}

// Moves are read in either case and with the trailing `.` of unasked questions.
std::string plain_move(std::string_view text) {
  while (!text.empty() && text.back() == '.') text.remove_suffix(1);
  std::string plain;
  for (const char c : text) plain += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return plain;
}

template <class Rules>
std::optional<typename Rules::Move> find_move(const Game<Rules>& game, std::string_view text) {
  const std::string wanted = plain_move(text);
  for (const auto move : game.legal_moves()) {
    if (plain_move(Rules::move_text(game.state(), move)) == wanted) return move;
  }
  return std::nullopt;
}

template <class Rules>
void print_legal_moves(const Game<Rules>& game) {
  std::string line = "legal";
  for (const auto move : game.legal_moves()) {
    line += ' ';
    line += Rules::move_text(game.state(), move);
  }
  std::printf("%s\n", line.c_str());
}

// Prints each position, from the first, and how the game stands at the end.
template <class Rules>
int replay(const std::string& moves, const std::optional<std::string>& start, bool with_moves) {
  const auto state = start ? Rules::parse_position(*start) : std::optional(Rules::initial());
  if (!state) return fail("cannot read the position `" + *start + "`");
  Game<Rules> game(*state);
  std::istringstream words(moves);
  std::string word;
  while (true) {
    std::printf("%s\n", Rules::position_text(game.state()).c_str());
    if (with_moves) print_legal_moves(game);
    if (!(words >> word)) break;
    const auto move = find_move(game, word);
    if (!move) return fail("illegal move `" + word + "` at ply " + std::to_string(game.plies() + 1));
    game.play(*move);
    if (game.end().result == Result::kVoid) break;  // an endless move has no position
  }
  if (words >> word) return fail("the game is over before `" + word + "`");
  const End end = game.end();
  std::printf("result %s", result_name(end.result).data());
  if (end.won[0] + end.won[1] > 0) std::printf(" %d %d", end.won[0], end.won[1]);
  std::printf("\n");
  return 0;
}

template <class Rules>
int run(const std::vector<std::string>& arguments) {
  const std::string& command = arguments[0];
  const std::size_t count = arguments.size();
  if ((command == "replay" || command == "trace") && (count == 2 || count == 3)) {
    const auto start = count == 3 ? std::optional(arguments[2]) : std::nullopt;
    return replay<Rules>(arguments[1], start, command == "trace");
  }
  std::array<std::uint64_t, 2> numbers{};
  for (std::size_t i = 1; i < std::min<std::size_t>(count, 3); ++i) {
    const auto value = natural(arguments[i]);
    if (!value) return fail("`" + arguments[i] + "` is not a number");
    numbers[i - 1] = *value;
  }
  if (command == "perft" && count == 2) return perft<Rules>(numbers[0]);
  if (command == "play" && count == 3) return play<Rules>(numbers[0], numbers[1]);
  if (command == "record" && count == 2) return record<Rules>(numbers[0]);
  std::fputs(kUsage, stderr);
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fputs(kUsage, stderr);
    return 2;
  }
  const std::string game = argv[1];
  const std::vector<std::string> arguments(argv + 2, argv + argc);
  if (game == "kpe") return run<Kpe>(arguments);
  if (game == "bao-la-kete") return run<BaoLaKete>(arguments);
  if (game == "en-gehe" || game == "en-gehe-50") return run<EnGehe<50>>(arguments);
  if (game == "en-gehe-45") return run<EnGehe<45>>(arguments);
  if (game == "en-gehe-40") return run<EnGehe<40>>(arguments);
  return fail("unknown game `" + game + "`");
}
