#include "grammar/format.h"

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

#include "grammar/layout.h"
#include "grammar/print.h"

namespace mnc::grammar {
namespace {

using namespace ast;

[[nodiscard]] std::string text_of(const Expr& expr, Level least) {
  std::string out;
  print(out, expr, least);
  return out;
}

template <typename T>
[[nodiscard]] std::string printed(const T& clause) {
  std::string out;
  print(out, clause);
  return out;
}

[[nodiscard]] std::uint32_t end_of(Span span, const std::optional<Note>& note) {
  return note ? note->span.end : span.end;
}
[[nodiscard]] std::uint32_t end_of(const Step& step) { return end_of(step.span, step.note); }

[[nodiscard]] std::string_view keyword(Meta::Kind kind) {
  switch (kind) {
    case Meta::Names: return "names";
    case Meta::People: return "people";
    case Meta::Region: return "region";
    case Meta::Period: return "period";
    case Meta::Source: return "source";
    case Meta::Author: return "author";
    case Meta::Licence: return "licence";
    case Meta::About: return "about";
  }
  return {};
}

[[nodiscard]] std::string_view keyword(Board::Entry::Kind kind) {
  using Entry = Board::Entry;
  switch (kind) {
    case Entry::Rows: return "rows";
    case Entry::Columns: return "columns";
    case Entry::Seeds: return "seeds";
    case Entry::Reserve: return "reserve";
    case Entry::Stores: return "stores";
    case Entry::Shared: return "shared";
    case Entry::Start: return "start";
    case Entry::Layout: return "layout";
  }
  return {};
}

[[nodiscard]] std::string_view words(Endless::Outcome outcome) {
  switch (outcome) {
    case Endless::Void: return "void";
    case Endless::Illegal: return "illegal";
    case Endless::MoverLoses: return "mover loses";
    case Endless::MoverWins: return "mover wins";
    case Endless::Draw: return "draw";
    case Endless::Stop: return "stop";
  }
  return {};
}

[[nodiscard]] std::string_view words(State::Per per) {
  switch (per) {
    case State::Game: return "";
    case State::EachPlayer: return " for each player";
    case State::EachPit: return " for each pit";
    case State::EachPlayerAndPit: return " for each player and each pit";
  }
  return {};
}

[[nodiscard]] std::string_view words(Match::Starter starter) {
  switch (starter) {
    case Match::Alternates: return "alternates";
    case Match::Loser: return "loser";
    case Match::Winner: return "winner";
    case Match::LastMover: return "last mover";
  }
  return {};
}

// Whether a step would be taken for a part of the text before it, unless a comma stands between them: `last` `mover wins`.
[[nodiscard]] bool runs_on(std::string_view text, const Step& next) {
  const auto* takes = std::get_if<Takes>(&next.node);
  const bool free_word = std::holds_alternative<Draw>(next.node) || std::holds_alternative<Void>(next.node);
  if (!free_word && !std::holds_alternative<Wins>(next.node) && (takes == nullptr || takes->each)) return false;
  const std::string_view last = last_word(text);
  return takes_word(text) || last == "last" || last == "no" || last == "sow";
}

class Formatter {
 public:
  Formatter(const File& file, const SourceFile& source) : file_(file), layout_(file, source) {}

  [[nodiscard]] std::string run() {
    std::string header = "game " + quoted(file_.title.text);
    if (file_.base) header += " extends " + (file_.base_is_path ? quoted(file_.base->text) : file_.base->text);
    const std::uint32_t begin = layout_.keyword_before("game", file_.title.span.begin);
    layout_.clause(begin, file_.base ? file_.base->span.end : file_.title.span.end, header);
    for (const Item& item : file_.items) this->item(item);
    return layout_.finish();
  }

 private:
  // ---- top level ----
  void item(const Item& item) {
    current_ = &item;
    prefix_ = item.replace ? "replace " : item.extend ? "extend " : "";
    std::visit([this](const auto& node) { (*this)(node); }, item.node);
  }

 public:
  void operator()(const Meta& n) {
    std::string text(keyword(n.kind));
    for (std::size_t i = 0; i < n.values.size(); ++i)
      text += (i > 0 ? std::string(",") + kBreak : " ") + quoted(n.values[i]);
    line(text);
  }
  void operator()(const Board& n);
  void operator()(const Circuit& n) {
    std::string text = "circuit " + (n.name ? n.name->text + " = " : std::string());
    for (std::size_t i = 0; i < n.pits.size(); ++i)
      text += (i > 0 ? std::string(",") + kBreak : "") + text_of(*n.pits[i], Level::Primary);
    line(text);
  }
  void operator()(const Zone& n) { line("zone " + n.name.text + " = " + text_of(*n.set, Level::Else)); }
  void operator()(const State& n) {
    std::string text = "state " + n.name.text + ": ";
    switch (n.kind) {
      case State::Flag: text += "flag"; break;
      case State::Pit: text += "pit"; break;
      case State::Direction: text += "direction"; break;
      case State::Counter: text += "0.." + text_of(*n.max, Level::Sum); break;
    }
    text += words(n.per);
    if (n.initial) text += " = " + text_of(*n.initial, Level::Sum);
    line(text);
  }
  void operator()(const Option& n) {
    std::string text = "option " + n.name.text + ": ";
    if (n.low) text += to_text(*n.low) + ".." + to_text(*n.high);
    for (std::size_t i = 0; i < n.values.size(); ++i) text += (i > 0 ? " | " : "") + n.values[i].text;
    text += " = " + n.initial.text;
    if (!n.text.empty()) text += kBreak + std::string(" ") + quoted(n.text);
    line(text);
  }
  void operator()(const Define& n) { line("define " + n.name.text + " = " + text_of(*n.value, Level::Cases)); }
  void operator()(const Action& n) { block("action " + n.name.text, layout_.find('{', n.name.span.end), n.steps); }
  void operator()(const Phase& n);
  void operator()(const ExtendPhase& n);
  void operator()(const Move& n) { move(n, item_begin(), prefix_); }
  void operator()(const Laps& n) { table("laps", n.rows); }
  void operator()(const EachSeed& n) { table("each seed", n.rows); }
  void operator()(const End& n) { table("end", n.rows); }
  void operator()(const Whenever& n) {
    const std::string head = prefix_ + "whenever " + text_of(*n.zone, Level::Else) + " is emptied:";
    body(item_begin(), item_end(), layout_.find(':', n.zone->span.end), head, n.steps, current_->note);
  }
  void operator()(const OutOfPlay& n) { line("out of play: " + text_of(*n.set, Level::Else)); }
  void operator()(const AfterMove& n) { block("after each move", layout_.find('{', item_begin()), n.steps); }
  void operator()(const Endless& n) {
    std::string text = "endless after " + text_of(*n.laps, Level::Sum) + " laps:";
    for (std::size_t i = 0; i < n.cases.size(); ++i) {
      const Endless::Case& one = n.cases[i];
      if (i > 0) text += std::string(",") + kBreak + (one.condition ? "" : "otherwise ");
      if (i == 0) text += ' ';
      text += words(one.outcome);
      if (one.condition) text += " when " + text_of(*one.condition, Level::Or);
    }
    line(text);
  }
  void operator()(const Winner& n) {
    line(std::string("winner ") + (n.fewest ? "fewest " : "most ") +
         (n.measure ? text_of(*n.measure, Level::Sum) : "seeds"));
  }
  void operator()(const Match& n) {
    if (n.games) return line("match best of " + text_of(*n.games, Level::Sum) + ", " + starter(n));
    rounds(n);
  }
  void operator()(const Requirement& n) {
    layout_.clause(item_begin(), end_of(n.span, n.note), prefix_ + printed(n), n.note);
  }
  void operator()(const Row& n) { row(n, item_begin(), prefix_); }
  void operator()(const Remove& n) {
    line("remove " + n.kind + (n.kind.empty() || n.name.text.empty() ? "" : " ") + n.name.text);
  }
  void operator()(const Default& n) { line("default " + n.option.text + " = " + n.value.text); }

 private:
  [[nodiscard]] std::uint32_t item_begin() const { return current_->span.begin; }
  [[nodiscard]] std::uint32_t item_end() const { return current_->span.end; }
  void line(const std::string& text) { layout_.clause(item_begin(), item_end(), prefix_ + text, current_->note); }

  void table(const std::string& head, const Table& rows) {
    layout_.open(item_begin(), layout_.find('{', item_begin()), prefix_ + head);
    for (const Row& one : rows) row(one, one.span.begin, "");
    layout_.close(item_end(), current_->note);
  }
  void block(const std::string& head, std::uint32_t brace, const Steps& steps) {
    layout_.open(item_begin(), brace, prefix_ + head);
    this->steps(steps);
    layout_.close(item_end(), current_->note);
  }

  void rounds(const Match& n);
  [[nodiscard]] static std::string starter(const Match& n);

  // ---- moves, rows, steps ----
  void move(const Move& n, std::uint32_t begin, const std::string& prefix);
  void inner_table(const std::string& head, const Table& rows);
  void row(const Row& n, std::uint32_t begin, const std::string& prefix);
  void steps(const Steps& steps);
  // next: the step behind it, null if there is none.
  void step(const Step& step, const Step* next);
  // begin: of its line; before_if: what stands there before the `if`.
  void branches(std::uint32_t begin, const std::string& before_if, const Step& step, const If& branch, const Step* next);
  void ask(const Step& step, const Ask& ask);
  [[nodiscard]] std::uint32_t end_of_body(std::uint32_t colon, const Steps& steps) const;
  // Whether a text would take what stands behind it for a part of itself.
  using Swallows = std::function<bool(std::string_view text)>;
  [[nodiscard]] static Swallows before(const Step* next) {
    return next == nullptr ? Swallows() : [next](std::string_view text) { return runs_on(text, *next); };
  }
  // `head` and steps behind it, in its line or in braces. `colon` is the place of the head's last sign in the source;
  // before_otherwise: an `otherwise` stands behind them.
  void body(std::uint32_t begin, std::uint32_t end, std::uint32_t colon, const std::string& head, const Steps& steps,
            const std::optional<Note>& note, const Swallows& swallows = {}, bool before_otherwise = false);

  const File& file_;
  Layout layout_;
  const Item* current_ = nullptr;
  std::string prefix_;
};

void Formatter::operator()(const Board& n) {
  std::string text = "board {";
  bool plain = !layout_.has_comments(item_begin(), item_end());
  for (std::size_t i = 0; i < n.entries.size(); ++i) {
    const Board::Entry& entry = n.entries[i];
    plain = plain && !entry.note && entry.kind != Board::Entry::Layout;
    text += (i > 0 ? "  " : " ") + std::string(keyword(entry.kind));
    if (entry.number) text += " " + unbroken(text_of(*entry.number, Level::Sum));
    if (entry.set) text += " in " + unbroken(text_of(*entry.set, Level::Else));
    if (entry.kind == Board::Entry::Start) text += " " + quoted(entry.text.front());
  }
  text += " }";
  if (plain && layout_.fits(text)) return line(text);
  layout_.open(item_begin(), layout_.find('{', item_begin()), prefix_ + "board");
  for (const Board::Entry& entry : n.entries) {
    const std::uint32_t end = end_of(entry.span, entry.note);
    std::string one(keyword(entry.kind));
    if (entry.kind == Board::Entry::Layout) {
      layout_.open(entry.span.begin, layout_.find('{', entry.span.begin), one);
      for (std::size_t i = 0; i < entry.text.size(); ++i) {
        layout_.clause(entry.text_spans[i].begin, entry.text_spans[i].end, quoted(entry.text[i]));
      }
      layout_.close(end, entry.note);
      continue;
    }
    if (entry.number) one += " " + text_of(*entry.number, Level::Sum);
    if (entry.set) one += " in " + text_of(*entry.set, Level::Else);
    if (entry.kind == Board::Entry::Start) one += " " + quoted(entry.text.front());
    layout_.clause(entry.span.begin, end, one, entry.note);
  }
  layout_.close(item_end(), current_->note);
}

// The default is spelt out: how a match goes on is a rule.
std::string Formatter::starter(const Match& n) {
  std::string text = "starter ";
  for (std::size_t i = 0; i < n.starter.size(); ++i) {
    const Match::Case& one = n.starter[i];
    if (i > 0) text += std::string(",") + kBreak + (one.condition ? "" : "otherwise ");
    text += words(one.starter);
    if (one.condition) text += " when " + text_of(*one.condition, Level::Or);
  }
  return text;
}

void Formatter::rounds(const Match& n) {
  layout_.open(item_begin(), layout_.find('{', item_begin()), prefix_ + "match");
  std::vector<std::pair<std::uint32_t, std::function<void()>>> clauses;
  const bool stated = n.starter_span.begin != n.starter_span.end;
  const Span at = stated ? n.starter_span : Span{item_begin(), item_begin(), 0};
  clauses.emplace_back(at.begin, [=, this, &n] { layout_.clause(at.begin, end_of(at, n.starter_note), starter(n), n.starter_note); });
  for (const Match::Keep& keep : n.keep) {
    std::string text = "keep";
    for (const Name& state : keep.states) text += (&state == &keep.states.front() ? " " : ", ") + state.text;
    clauses.emplace_back(keep.span.begin, [=, this, &keep] { layout_.clause(keep.span.begin, end_of(keep.span, keep.note), text, keep.note); });
  }
  for (const Row& one : n.rows) clauses.emplace_back(one.span.begin, [this, &one] { row(one, one.span.begin, ""); });
  std::stable_sort(clauses.begin(), clauses.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  for (const auto& [begin, put] : clauses) put();
  layout_.close(item_end(), current_->note);
}

void Formatter::operator()(const Phase& n) {
  std::string head = prefix_ + "phase " + n.name.text;
  if (n.before) head += " before " + n.before->text;
  if (n.condition) head += std::string(1, kBreak) + "while " + text_of(*n.condition, Level::Or);
  layout_.open(item_begin(), layout_.find('{', n.condition ? n.condition->span.end : n.name.span.end), head);
  for (const Move& one : n.moves) move(one, one.span.begin, "");
  layout_.close(item_end(), current_->note);
}

void Formatter::operator()(const ExtendPhase& n) {
  layout_.open(item_begin(), layout_.find('{', n.name.span.end), "extend phase " + n.name.text);
  static constexpr const char* kPrefixes[] = {"", "replace ", "extend "};
  for (const ExtendPhase::Change& one : n.changes) {
    const Span span = one.move.span;
    if (one.kind == ExtendPhase::Change::Remove) layout_.clause(span.begin, span.end, "remove move " + one.move.name.text);
    else move(one.move, span.begin, kPrefixes[one.kind]);
  }
  layout_.close(item_end(), current_->note);
}

// The clauses come in the order of the source, so that a `when` stays apart from the clauses that may end with one.
void Formatter::move(const Move& n, std::uint32_t begin, const std::string& prefix) {
  layout_.open(begin, layout_.find('{', n.name.span.end),
               prefix + (n.otherwise ? "otherwise move " : "move ") + n.name.text);
  std::vector<std::pair<std::uint32_t, std::function<void()>>> clauses;
  const auto word_clause = [&](const std::string& word, const Expr& value, const std::optional<Note>& note,
                               Level least) {
    const std::uint32_t at = layout_.keyword_before(word, value.span.begin);
    clauses.emplace_back(at, [=, this, &value, &note] {
      layout_.clause(at, end_of(value.span, note), word + " " + text_of(value, least), note);
    });
  };
  if (n.when) word_clause("when", *n.when, n.when_note, Level::Or);
  if (n.from) word_clause("from", *n.from, n.from_note, Level::Cases);
  const auto span_clause = [&](const auto& clause) {
    clauses.emplace_back(clause.span.begin, [this, &clause] {
      layout_.clause(clause.span.begin, end_of(clause.span, clause.note), printed(clause), clause.note);
    });
  };
  for (const Choice& one : n.choices) span_clause(one);
  for (const Requirement& one : n.requirements) span_clause(one);
  for (std::size_t i = 0; i < n.steps.size(); ++i)
    clauses.emplace_back(n.steps[i].span.begin, [=, this, &n] { step(n.steps[i], i + 1 < n.steps.size() ? &n.steps[i + 1] : nullptr); });
  const auto table_clause = [&](const std::string& head, const std::optional<Table>& rows) {
    if (!rows) return;
    const std::uint32_t at = rows->empty() ? n.span.end : rows->front().span.begin;
    clauses.emplace_back(at, [this, head, &rows] { inner_table(head, *rows); });
  };
  table_clause("each seed", n.each_seed);
  table_clause("laps", n.laps);
  std::stable_sort(clauses.begin(), clauses.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  for (const auto& [at, put] : clauses) put();
  layout_.close(end_of(n.span, n.note), n.note);
}

void Formatter::inner_table(const std::string& head, const Table& rows) {
  if (rows.empty()) return layout_.clause(0, 0, head + " {}");
  const std::uint32_t begin = layout_.keyword_before(head == "laps" ? "laps" : "each", rows.front().span.begin);
  layout_.open(begin, layout_.find('{', begin), head);
  for (const Row& one : rows) row(one, one.span.begin, "");
  layout_.close(layout_.next_word(rows.back().span.end) + 1);
}

void Formatter::row(const Row& n, std::uint32_t begin, const std::string& prefix) {
  std::string head = prefix + (n.rule ? "rule " + n.rule->text + " " : std::string());
  head += n.condition ? "if " + text_of(*n.condition, Level::Or) + ":" : std::string("otherwise:");
  const std::uint32_t colon = layout_.find(':', n.condition ? n.condition->span.end : n.span.begin);
  body(begin, n.span.end, colon, head, n.steps, n.note);
}

void Formatter::body(std::uint32_t begin, std::uint32_t end, std::uint32_t colon, const std::string& head,
                     const Steps& steps, const std::optional<Note>& note, const Swallows& swallows, bool before_otherwise) {
  const std::uint32_t first = layout_.next_word(colon + 1);
  const bool in_braces = layout_.is_at('{', first);
  const std::uint32_t brace = in_braces ? first : colon;
  const std::uint32_t first_step = steps.empty() ? end : steps.front().span.begin;
  std::string text = head + kBreak;
  print_inline(text, steps);
  const bool comments_inside = layout_.has_comments(in_braces ? brace : first_step, end);
  const bool too_long = steps.size() > 1 && !layout_.fits(note ? text + "  [" + note->text + "]" : text);
  const bool apart = !swallows || note || !swallows(text);
  const bool flat = before_otherwise ? fits_before_otherwise(steps) : fits_inline(steps);
  if (flat && !comments_inside && !too_long && apart) return layout_.clause(begin, end, text, note);
  const auto* each = !in_braces && steps.size() == 1 ? std::get_if<EachPlayer>(&steps.front().node) : nullptr;
  layout_.open(begin, each ? layout_.find('{', first_step) : brace, each ? head + " each" : head);
  this->steps(each ? each->steps : steps);
  layout_.close(end, note);
}

void Formatter::steps(const Steps& steps) {
  for (std::size_t i = 0; i < steps.size(); ++i) step(steps[i], i + 1 < steps.size() ? &steps[i + 1] : nullptr);
}

void Formatter::step(const Step& one, const Step* next) {
  if (const auto* branch = std::get_if<If>(&one.node)) return branches(one.span.begin, "", one, *branch, next);
  if (const auto* pick = std::get_if<Pick>(&one.node)) {
    const std::uint32_t end = pick->set ? pick->set->span.end : pick->high->span.end;
    return body(one.span.begin, end_of(one), layout_.find(':', end), head_text(*pick) + ":", pick->steps, one.note, before(next));
  }
  if (const auto* pits = std::get_if<EachPit>(&one.node)) {
    const std::uint32_t colon = layout_.find(':', pits->set->span.end);
    return body(one.span.begin, end_of(one), colon, head_text(*pits) + ":", pits->steps, one.note, before(next));
  }
  if (const auto* question = std::get_if<Ask>(&one.node)) return ask(one, *question);
  if (const auto* each = std::get_if<EachPlayer>(&one.node)) {
    layout_.open(one.span.begin, layout_.find('{', one.span.begin), "each");
    steps(each->steps);
    return layout_.close(end_of(one), one.note);
  }
  const std::string text = printed(one);
  layout_.clause(one.span.begin, end_of(one), next && !one.note && runs_on(text, *next) ? text + "," : text, one.note);
}

// One case after the other; `step` is the whole of them.
void Formatter::branches(std::uint32_t begin, const std::string& before_if, const Step& step, const If& branch, const Step* next) {
  const std::string head = before_if + "if " + text_of(*branch.condition, Level::Or) + ":";
  const std::uint32_t colon = layout_.find(':', branch.condition->span.end);
  if (!branch.otherwise) return body(begin, end_of(step), colon, head, branch.steps, step.note, before(next));
  const std::uint32_t end = branch.note ? branch.note->span.end : end_of_body(colon, branch.steps);
  body(begin, end, colon, head, branch.steps, branch.note, {}, true);
  const std::uint32_t otherwise = layout_.next_word(end);
  const std::uint32_t other_colon = layout_.find(':', otherwise);
  const bool in_braces = layout_.is_at('{', layout_.next_word(other_colon + 1));
  const auto* one_more = in_braces || branch.otherwise->size() != 1 ? nullptr : std::get_if<If>(&branch.otherwise->front().node);
  if (one_more) return branches(otherwise, "otherwise: ", step, *one_more, next);
  body(otherwise, end_of(step), other_colon, "otherwise:", *branch.otherwise, step.note, before(next));
}

// Behind the brace or the last step.
std::uint32_t Formatter::end_of_body(std::uint32_t colon, const Steps& steps) const {
  const std::uint32_t first = layout_.next_word(colon + 1);
  const bool in_braces = layout_.is_at('{', first);
  const std::uint32_t end = steps.empty() ? first + 1 : end_of(steps.back());
  return in_braces ? layout_.next_word(end) + 1 : end;
}

void Formatter::ask(const Step& step, const Ask& ask) {
  const std::string text = printed(step);
  const bool inner =
      std::all_of(ask.answers.begin(), ask.answers.end(), [](const Answer& a) { return fits_inline(a.steps); });
  if (inner && layout_.fits(text) && !layout_.has_comments(step.span.begin, end_of(step))) {
    return layout_.clause(step.span.begin, end_of(step), text, step.note);
  }
  layout_.open(step.span.begin, layout_.find('{', step.span.begin), "ask");
  for (const Answer& answer : ask.answers) {
    const std::uint32_t colon = layout_.find(':', answer.name.span.end);
    body(answer.name.span.begin, end_of_body(colon, answer.steps), colon, answer.name.text + ":",
         answer.steps, {}, &answer == &ask.answers.back() ? Swallows() : takes_word);
  }
  layout_.close(end_of(step), step.note);
}

}  // namespace

std::string format(const ast::File& file, const Sources& sources) {
  return Formatter(file, sources[file.span.file]).run();
}

}  // namespace mnc::grammar
