// The table of what the language says in other words: every row can be met, and says what to write.
#include <array>
#include <sstream>

#include "grammar/lexer.h"
#include "grammar/phrases.h"
#include "tests/support/catch.h"

namespace {

using namespace mnc::grammar;

struct Row {
  const char *where, *said, *meant, *why;
  PhraseKind kind;
};

const Row kRows[] = {
#define MNC_PHRASE(where, said, meant, why) {#where, said, meant, why, PhraseKind::Sure},
#define MNC_LOOSE_PHRASE(where, said, meant, why) {#where, said, meant, why, PhraseKind::Loose},
#include "grammar/phrases.def"
#undef MNC_PHRASE
};

// One text that fits the pattern.
std::string example(const std::string& said) {
  std::istringstream parts(said);
  std::string text;
  for (std::string part; parts >> part;) {
    if (part.size() > 1 && (part[0] == '^' || part[0] == '!') && part != "!=") part.erase(0, 1);
    if (part != "|") part = part.substr(0, part.find('|'));
    if (part == "#") part = "3";
    if (part == "PIT") part = "A2";
    if (part == "TEXT") part = "\"x\"";
    if (part == "WORD" || part == "NAME" || part == "TERM" || part == "GIVEN" || part == "…") part = "foo";
    if (part == "_") part = "}";
    text += (text.empty() ? "" : " ") + part;
  }
  return text;
}

Block block_of(const std::string& where) {
  return where == "File" ? Block::File : where == "Board" ? Block::Board : where == "Rows" ? Block::Table : where == "Steps" ? Block::Steps : Block::Move;
}

struct Read {
  Sources sources;
  Tokens tokens;
};

Read read(const std::string& text) {
  Read result;
  result.sources.emplace_back("test.mnc", text);
  Diagnostics unheard;
  result.tokens = tokenize(result.sources, 0, unheard);
  return result;
}

std::optional<Phrase> find(const std::string& text, std::size_t token, Block block, PhraseKind kind) {
  const Read it = read(text);
  const auto is_foo = [&](std::size_t i) {
    const Span span = it.tokens.at(i).span;
    return it.sources[0].text().substr(span.begin, span.end - span.begin) == "foo";
  };
  return phrase_at(it.tokens, it.sources[0].text(), token, {block, true, false, is_foo}, kind);
}

}  // namespace

TEST_CASE("every phrase is met in an example of it and says what to write", "[phrases]") {
  for (const Row& row : kRows) {
    const std::string text = example(row.said);
    const Read it = read(text);
    INFO(row.said << " in " << text);
    bool met = false;
    for (std::size_t token = 0; token < it.tokens.list.size() && !met; ++token) {
      const auto phrase = find(text, token, block_of(row.where), row.kind);
      if (!phrase) continue;
      CHECK_FALSE(phrase->help.empty());
      CHECK(phrase->help.find('$') == std::string::npos);
      CHECK(phrase->end > phrase->begin);
      // It is this row that is met: what is to be written, or the reason, is its own.
      const std::string meant(row.meant), why(row.why);
      const std::string start = meant.substr(0, meant.find('$'));
      met = meant.empty() ? phrase->help.find(why.substr(0, why.find('$'))) == 0 : phrase->help.find("write `" + start) == 0;
    }
    CHECK(met);
  }
}

TEST_CASE("what stands for words of the phrase is put into what to write", "[phrases]") {
  const auto phrase = find("set opened of origin to yes", 2, Block::Move, PhraseKind::Sure);
  REQUIRE(phrase);
  CHECK(phrase->begin == 0);
  CHECK(phrase->end == 3);
  CHECK(phrase->help == "a mark on a pit is set with `mark PIT as opened` and taken away with `unmark PIT as opened`");
  CHECK(phrase->replacement.empty());
  const auto range = find("from A1 to A6", 2, Block::Move, PhraseKind::Sure);
  REQUIRE(range);
  CHECK(range->replacement == "A1..A6");
  CHECK(range->help == "write `A1..A6`");
}

TEST_CASE("a phrase has the word in question in it, and no line end", "[phrases]") {
  CHECK(find("lift all seeds", 2, Block::Move, PhraseKind::Sure));
  CHECK_FALSE(find("lift all seeds from A1", 4, Block::Move, PhraseKind::Sure));
  CHECK_FALSE(find("lift all\nseeds", 2, Block::Move, PhraseKind::Sure));
}

TEST_CASE("phrases of one block are no phrases of another", "[phrases]") {
  CHECK(find("unless", 0, Block::Table, PhraseKind::Sure));
  CHECK_FALSE(find("unless", 0, Block::Board, PhraseKind::Sure));
  CHECK(find("height 3", 0, Block::Board, PhraseKind::Sure));
  CHECK_FALSE(find("height 3", 0, Block::Move, PhraseKind::Sure));
}

TEST_CASE("a name that the ruleset declares is no word of a phrase", "[phrases]") {
  const Read it = read("last house");
  const Situation declared{Block::Move, true, false, [](std::size_t token) { return token == 1; }};
  CHECK_FALSE(phrase_at(it.tokens, it.sources[0].text(), 1, declared, PhraseKind::Sure));
  CHECK(find("last house", 1, Block::Move, PhraseKind::Sure));
}
