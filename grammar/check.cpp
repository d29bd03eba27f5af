// Stage 2: one compilation, from the text of a ruleset to its checked form.
// Comes in: a source file and the means to fetch those it extends. Goes out: a Compilation.
#include "grammar/check.h"

#include <algorithm>
#include <memory>

#include "grammar/check/board.h"
#include "grammar/check/ends.h"
#include "grammar/check/extend.h"
#include "grammar/check/moves.h"
#include "grammar/check/names.h"
#include "grammar/check/options.h"
#include "grammar/check/questions.h"
#include "grammar/check/semantics.h"
#include "grammar/check/variations.h"
#include "grammar/parse.h"
#include "grammar/reword.h"

namespace mnc::grammar {
namespace {

// Rulesets that extend each other: more than anybody will keep apart, and a bound should a cycle hide behind paths.
constexpr std::size_t kMaxBases = 16;

class Loader {
 public:
  Loader(Compilation& result, const Fetch& fetch) : result_(result), fetch_(fetch) {}

  // The file with its bases merged in; nothing if one of them cannot be read.
  std::optional<ast::File> load(std::uint16_t index) {
    auto tree = parse(result_.sources, index, result_.diagnostics);
    if (!tree) return std::nullopt;
    if (!tree->base) {
      check::check_extends_nothing(*tree, result_.diagnostics);
      return tree;
    }
    const auto base = fetched(*tree, index);
    if (!base) return std::nullopt;
    auto base_tree = load(*base);
    if (!base_tree) return std::nullopt;
    return check::extend(std::move(*base_tree), std::move(*tree), result_.diagnostics);
  }

 private:
  std::optional<std::uint16_t> fetched(const ast::File& tree, std::uint16_t index) {
    const ast::Name& name = *tree.base;
    auto text = fetch_ ? fetch_(name.text, tree.base_is_path, result_.sources[index].name()) : std::nullopt;
    if (!text) {
      result_.diagnostics.report(Code::NoBase, name.span, "there is no ruleset " + check::quoted(name.text)).help =
          tree.base_is_path ? "a path is read from the folder of this file"
                            : "`mnc list` lists the rulesets that come with mnc; a path stands in quotes";
      return std::nullopt;
    }
    SourceFile file(std::move(text->name), std::move(text->text));
    const bool met = std::any_of(result_.sources.begin(), result_.sources.end(), [&](const SourceFile& other) {
      return other.name() == file.name() || other.text() == file.text();
    });
    if (met || result_.sources.size() >= kMaxBases) {
      std::string way;
      for (const SourceFile& other : result_.sources) way += check::quoted(other.name()) + " → ";
      result_.diagnostics.report(Code::ExtensionCycle, name.span,
                                 met ? "the rulesets extend each other: " + way + check::quoted(file.name())
                                     : "more than " + std::to_string(kMaxBases) + " rulesets extend each other");
      return std::nullopt;
    }
    result_.sources.push_back(std::move(file));
    return static_cast<std::uint16_t>(result_.sources.size() - 1);
  }

  Compilation& result_;
  const Fetch& fetch_;
};

// All passes over the merged tree. Each reports what it finds; later ones are silent about what was reported.
// doubts: what is nonsense with these settings, if it is asked for; work: done to find it out.
void check_tree(const ast::File& tree, const Settings& settings, Diagnostics& diagnostics,
                std::vector<std::string>& settings_errors, Ruleset& out, std::vector<Diagnostic>* doubts, std::size_t& work) {
  auto context = std::make_unique<check::Context>(tree, out, diagnostics);
  check::Expressions expressions(*context);
  check::Steps steps(*context, expressions);
  check::collect_meta(*context);
  check::declare_names(*context);
  check::bind_options(*context, settings, settings_errors);
  check::check_board(*context, expressions);
  if (context->board_known) check::check_circuits(*context, expressions);
  check::check_zones(*context, expressions);
  check::check_states(*context, expressions);
  check::check_moves(*context, expressions, steps);
  check::check_ends(*context, expressions, steps);
  for (const auto& define : context->defines) {
    if (!context->symbols.find(define.tree->name.text)->second.used) expressions.check_unused(*define.tree);
  }
  for (const auto& [name, action] : context->actions) {
    if (!action.used) steps.check_unused(*action.tree);
  }
  if (context->has_errors()) return;
  check::check_questions(*context);
  check::report_unused(*context);
  out.board.has_won = check::has_won(out);
  constexpr std::size_t kLongest = 64u << 10;  // of a text that is reasoned over, three times that of any known ruleset
  if (doubts != nullptr && !context->has_errors() && tree.span.end <= kLongest) *doubts = check::find_nonsense(*context, work);
}

// What only the rules of a base do not need any more is nobody's mistake; that a game does not end is.
bool of_this_file(const Diagnostic& one) {
  return one.span.file == 0 || one.code == Code::MayNotEnd || one.code == Code::NoMoveLeft || one.code == Code::NothingMeasured;
}

// Reports what is nonsense whatever the options are.
void report_nonsense(Compilation& result, const Ruleset& ruleset, std::vector<Diagnostic> doubts, std::size_t work) {
  for (const check::Setting& settings : check::unlike_chosen(ruleset.options)) {
    if (doubts.empty() || work > 10 * check::kMostWork) return;
    Diagnostics diagnostics;
    std::vector<std::string> settings_errors;
    Ruleset other;
    std::vector<Diagnostic> again;
    std::size_t reading = 0;
    check_tree(*result.tree, settings, diagnostics, settings_errors, other, &again, reading);
    work += reading;
    if (diagnostics.has_errors()) continue;  // such a board cannot be, or lacks what the rules speak of
    std::erase_if(doubts, [&](const Diagnostic& one) {
      return std::none_of(again.begin(), again.end(), [&](const Diagnostic& same) {
        return same.code == one.code && same.span.begin == one.span.begin && same.span.file == one.span.file;
      });
    });
  }
  for (Diagnostic& one : doubts) {
    if (!of_this_file(one)) continue;
    Diagnostic& reported = result.diagnostics.report(one.code, one.span, std::move(one.message));
    reported.notes = std::move(one.notes);
    reported.help = std::move(one.help);
  }
}

// The first error with these settings; nothing if there is none.
std::optional<Diagnostic> first_error(const ast::File& tree, const Settings& settings) {
  Diagnostics diagnostics;
  std::vector<std::string> settings_errors;
  Ruleset ruleset;
  std::size_t work = 0;
  check_tree(tree, settings, diagnostics, settings_errors, ruleset, nullptr, work);
  diagnostics.sort();
  const auto& all = diagnostics.items();
  const auto first = std::find_if(all.begin(), all.end(), [](const Diagnostic& one) { return info(one.code).severity == Severity::Error; });
  return first == all.end() ? std::nullopt : std::optional(*first);
}

}  // namespace

void check_other_values(Compilation& compilation) {
  if (!compilation.ruleset) return;
  constexpr int kMostReadings = 128;
  const std::vector<Option>& options = compilation.ruleset->options;
  int readings = 0;
  for (const Option& option : options) {
    for (const check::Setting& one : check::variations({option})) {
      if (one.empty() || one[0].second == option.values[static_cast<std::size_t>(option.chosen)]) continue;
      if (++readings > kMostReadings) return;
      Settings settings;
      for (const Option& other : options) settings.emplace_back(other.name, other.values[static_cast<std::size_t>(other.chosen)]);
      settings.push_back(one[0]);
      const auto error = first_error(*compilation.tree, settings);
      if (!error) continue;
      Diagnostic& warning = compilation.diagnostics.report(
          Code::ValueBreaks, option.span, "with " + check::quoted(option.name + " = " + one[0].second) + " the ruleset has mistakes");
      warning.notes.push_back({error->span, error->message});
      warning.help = "`mnc check --set " + option.name + "=" + one[0].second + "` lists them";
      break;
    }
  }
  compilation.diagnostics.sort();
}

Compilation compile(SourceFile file, const Settings& settings, const Fetch& fetch) {
  Compilation result;
  result.sources.push_back(std::move(file));
  result.tree = Loader(result, fetch).load(0);
  if (result.tree && !result.diagnostics.has_errors()) {
    Ruleset ruleset;
    std::vector<Diagnostic> doubts;
    std::size_t work = 0;
    check_tree(*result.tree, settings, result.diagnostics, result.settings_errors, ruleset, &doubts, work);
    if (!doubts.empty()) report_nonsense(result, ruleset, std::move(doubts), work);
    if (!result.diagnostics.has_errors() && result.settings_errors.empty()) result.ruleset = std::move(ruleset);
  }
  reword_unknown(result.diagnostics, result.sources);
  result.diagnostics.sort();
  return result;
}

}  // namespace mnc::grammar
