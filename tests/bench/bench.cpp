// Benchmarks of every bundled ruleset: loading (parse, check, lower), perft, random games, compiled and interpreted.
// Run: mnc_bench [--benchmark_filter=…]; for the comparison with the hand-written games see ratios.sh.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <vector>

#include "tests/support/game.h"

namespace {

using mnc::bundled_game;

void load(benchmark::State& state, const std::string& name) {
  for (auto _ : state) benchmark::DoNotOptimize(bundled_game(name));
}

// A program is compiled when it is first played much: MNC_JIT decides then.
std::shared_ptr<const mnc::engine::Game> ready(const std::string& name, bool compiled) {
  setenv("MNC_JIT", compiled ? "on" : "off", 1);
  auto game = bundled_game(name);
  (void)game->perft(game->start(), 1);
  unsetenv("MNC_JIT");
  return game;
}

void perft(benchmark::State& state, const std::string& name, bool compiled) {
  const auto game = ready(name, compiled);
  std::uint64_t nodes = 0;
  for (auto _ : state) nodes += game->perft(game->start(), 4);
  state.counters["nodes"] = benchmark::Counter(static_cast<double>(nodes), benchmark::Counter::kIsRate);
}

void play(benchmark::State& state, const std::string& name, bool compiled) {
  const auto game = ready(name, compiled);
  std::uint64_t index = 0, plies = 0;
  const auto games = game->random_games(game->start());
  for (auto _ : state) plies += games->play(1, index++, 10'000, nullptr).plies;
  state.counters["moves"] = benchmark::Counter(static_cast<double>(plies), benchmark::Counter::kIsRate);
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(std::filesystem::path(MNC_SOURCE_DIR) / "rulesets"))
    if (entry.path().extension() == ".mnc") names.push_back(entry.path().stem().string());
  std::sort(names.begin(), names.end());
  for (const std::string& name : names) {
    benchmark::RegisterBenchmark((name + "/load").c_str(), load, name)->Unit(benchmark::kMillisecond);
    for (const bool compiled : {true, false}) {
      const std::string how = compiled ? "compiled" : "interpreted";
      benchmark::RegisterBenchmark((name + "/perft4/" + how).c_str(), perft, name, compiled)->Unit(benchmark::kMillisecond);
      benchmark::RegisterBenchmark((name + "/game/" + how).c_str(), play, name, compiled)->Unit(benchmark::kMicrosecond);
    }
  }
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
