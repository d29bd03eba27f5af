// After stage 2: phrases around words that are no names.
#include "grammar/reword.h"

#include <algorithm>
#include <map>

#include "grammar/lexer.h"
#include "grammar/phrases.h"

namespace mnc::grammar {
namespace {

class Rewording {
 public:
  explicit Rewording(const Sources& sources) : sources_(sources) {}

  void operator()(Diagnostic& one) {
    if (one.code != Code::UnknownName && one.code != Code::UnknownMove) return;
    const Tokens& tokens = tokens_of(one.span.file);
    const auto at = std::find_if(tokens.list.begin(), tokens.list.end(), [&](const Token& token) { return token.span.begin == one.span.begin; });
    if (at == tokens.list.end()) return;
    const auto index = static_cast<std::size_t>(at - tokens.list.begin());
    const auto phrase = phrase_at(tokens, sources_[one.span.file].text(), index, {.literal = true}, PhraseKind::Sure);
    // `mover cannot drop`: a name stands there, no step.
    const bool name = phrase && one.code == Code::UnknownMove && phrase->begin == index && phrase->end == index + 1;
    if (!phrase || name) return;
    one.help = phrase->help;
    one.fix.reset();
    if (phrase->replacement.empty()) return;
    const Span whole{tokens.at(phrase->begin).span.begin, tokens.at(phrase->end - 1).span.end, one.span.file};
    one.fix = Diagnostic::Fix{whole, phrase->replacement};
  }

 private:
  const Tokens& tokens_of(std::uint16_t file) {
    const auto known = tokens_.find(file);
    if (known != tokens_.end()) return known->second;
    Diagnostics unheard;  // has been reported when the text was read first
    return tokens_.emplace(file, tokenize(sources_, file, unheard)).first->second;
  }

  const Sources& sources_;
  std::map<std::uint16_t, Tokens> tokens_;
};

}  // namespace

void reword_unknown(Diagnostics& diagnostics, const Sources& sources) { diagnostics.reword(Rewording(sources)); }

}  // namespace mnc::grammar
