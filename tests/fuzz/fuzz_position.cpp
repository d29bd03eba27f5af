// Any bytes as a position of a game that has every kind of field: a position that is read is printed so that it reads
// back the same, in both forms; an error points into the text.
#include "grammar/check.h"
#include "interpreter/notation.h"
#include "tests/fuzz/fuzz.h"
#include "tests/support/everything.h"

using namespace mnc;

namespace {

std::unique_ptr<engine::Game> make_game() {
  const auto none = [](const std::string&, bool, const std::string&) { return std::optional<grammar::Fetched>{}; };
  const grammar::Compilation result = grammar::compile({"everything.mnc", kEverything}, {}, none);
  if (!result.ruleset) std::fputs(grammar::render_text(result.diagnostics, result.sources, false).c_str(), stderr);
  fuzz::expect(result.ruleset.has_value(), "the target's own ruleset is valid");
  std::string error;
  return engine::Game::make(*result.ruleset, error);
}

void expect_reads_back(const engine::Game& game, const engine::Position& position, bool short_form) {
  const auto again = engine::read_position(game, engine::position_text(game, position, short_form));
  const auto* read = std::get_if<engine::ReadPosition>(&again);
  fuzz::expect(read && read->position == position, "what is printed reads back the same");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::unique_ptr<engine::Game> game = make_game();
  const std::string text = fuzz::text_of(data, size);
  const auto result = engine::read_position(*game, text);
  if (const auto* read = std::get_if<engine::ReadPosition>(&result)) {
    expect_reads_back(*game, read->position, false);
    expect_reads_back(*game, read->position, true);
  } else {
    const auto& error = std::get<engine::TextError>(result);
    fuzz::expect(error.begin <= error.end && error.end <= text.size(), "an error points into the text");
    fuzz::expect(!error.message.empty(), "an error says something");
  }
  return 0;
}
