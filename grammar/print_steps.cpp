// Steps, rows, choices and requirements as text in one line.
#include <utility>

#include "grammar/format.h"
#include "grammar/print.h"

namespace mnc::grammar {
namespace {

using namespace ast;

[[nodiscard]] std::string word_or_expr(const Expr& expr, Level least) {
  std::string out;
  print(out, expr, least);
  return out;
}

// A direction after `sow` is one word, or in parentheses.
[[nodiscard]] std::string direction_text(const Expr& expr) {
  const bool bare = std::holds_alternative<Word>(expr.node) || std::holds_alternative<Possessive>(expr.node);
  return bare ? word_or_expr(expr, Level::Primary) : "(" + word_or_expr(expr, Level::Cases) + ")";
}

// What stands behind the steps may be an `otherwise` that is not theirs.
void print_steps(std::string& out, const Steps& steps, bool before_otherwise = false) {
  if (before_otherwise ? fits_before_otherwise(steps) : fits_inline(steps)) return print_inline(out, steps);
  out += "{ ";
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (i > 0) out += "  ";
    print(out, steps[i]);
  }
  out += steps.empty() ? "}" : " }";
}

class StepPrinter {
 public:
  explicit StepPrinter(std::string& out) : out_(out) {}

  void operator()(const Place& n) {
    words("place ", n.count);
    words(" from ", n.from);
    words(" in ", n.to);
  }
  void operator()(const Fill& n) {
    words("fill ", n.set);
    if (n.backwards) out_ += " backwards";
    out_ += std::string(1, kBreak) + "with " + word_or_expr(*n.count, Level::Sum);
    words(" from ", n.from);
  }
  void operator()(const Lift& n) {
    out_ += "lift ";
    print(out_, *n.amount, Level::Cases);
    words(" from ", n.from);
  }
  void operator()(const Capture& n) {
    words("capture ", n.count);
    words(n.count ? " from " : "capture ", n.set);
    switch (n.into) {
      case Capture::Default: break;
      case Capture::Won: out_ += " into won"; break;
      case Capture::Store: out_ += " into store"; break;
      case Capture::Hand: out_ += " into hand"; break;
      case Capture::Pit: words(" into ", n.pit); break;
    }
    if (n.by) out_ += " for " + word_or_expr(*n.by, Level::Postfix);
  }
  void operator()(const Sow& n) {
    out_ += "sow";
    if (n.direction) out_ += " " + direction_text(*n.direction);
    if (n.start != Sow::Default) {
      out_ += kBreak;
      words(n.start == Sow::In ? "starting in " : "starting after ", n.pit);
    }
    if (n.circuit) out_ += std::string(1, kBreak) + "along " + n.circuit->text;
    if (n.skipping) {
      out_ += kBreak;
      words(n.at_each_seed ? "skipping at each seed " : "skipping ", n.skipping);
    }
    if (n.skipping_when) out_ += " when " + word_or_expr(*n.skipping_when, Level::Or);
  }
  void operator()(const Turn& n) { out_ += "turn " + word_or_expr(*n.direction, Level::Cases); }
  void operator()(const Mark& n) {
    words(n.on ? "mark " : "unmark ", n.set);
    out_ += " as ";
    if (n.whose != Player::Mover) out_ += std::string(possessive(n.whose)) + " ";
    out_ += n.flag.text;
  }
  void operator()(const Set& n) {
    out_ += "set " + word_or_expr(*n.state, Level::Primary) + " to " + word_or_expr(*n.value, Level::Cases);
  }
  void operator()(const Clear& n) { out_ += "clear " + word_or_expr(*n.state, Level::Primary); }
  void operator()(const Do& n) { out_ += "do " + n.action.text; }
  void operator()(const Swap&) { out_ += "swap sides"; }
  void operator()(const Again&) { out_ += "again"; }
  void operator()(const Stop&) { out_ += "stop"; }
  void operator()(const Relay& n) {
    out_ += "relay";
    words(" from ", n.from);
  }
  void operator()(const Ask& n) {
    out_ += "ask {";
    for (std::size_t i = 0; i < n.answers.size(); ++i) {
      out_ += i > 0 ? std::string(1, kBreak) + " " : " ";
      out_ += n.answers[i].name.text + ": ";
      print_steps(out_, n.answers[i].steps);
      if (i + 1 < n.answers.size() && takes_word(out_)) out_ += ',';
    }
    out_ += " }";
  }
  void operator()(const Pick& n) {
    out_ += head_text(n) + ":" + kBreak;
    print_steps(out_, n.steps);
  }
  void operator()(const If& n) {
    out_ += "if " + word_or_expr(*n.condition, Level::Or) + ":" + kBreak;
    print_steps(out_, n.steps, n.otherwise.has_value());
    if (!n.otherwise) return;
    out_ += "  otherwise:" + std::string(1, kBreak);
    print_steps(out_, *n.otherwise);
  }
  void operator()(const EachPit& n) {
    out_ += head_text(n) + ":" + kBreak;
    print_steps(out_, n.steps);
  }
  void operator()(const EachPlayer& n) {
    out_ += "each {";
    for (std::size_t i = 0; i < n.steps.size(); ++i) {
      out_ += i > 0 ? ", " : " ";
      print(out_, n.steps[i]);
    }
    out_ += " }";
  }
  void operator()(const Takes& n) {
    out_ += n.each ? "each" : word_or_expr(*n.player, Level::Primary);
    words(n.half ? " takes half of " : " takes ", n.set);
  }
  void operator()(const Wins& n) { out_ += word_or_expr(*n.player, Level::Primary) + (n.loses ? " loses" : " wins"); }
  void operator()(const Draw&) { out_ += "draw"; }
  void operator()(const Void&) { out_ += "void"; }

 private:
  // The words and the pit or set after them, if it is given.
  void words(std::string_view before, const ExprPtr& expr) {
    if (!expr) return;
    out_ += before;
    print(out_, *expr, Level::Else);
  }

  std::string& out_;
};

[[nodiscard]] bool stays_inline(const Step& step, bool last) {
  if (step.note) return false;
  if (const auto* branch = std::get_if<If>(&step.node)) return last && !branch->otherwise && fits_inline(branch->steps);
  if (const auto* pick = std::get_if<Pick>(&step.node)) return last && fits_inline(pick->steps);
  if (const auto* each = std::get_if<EachPit>(&step.node)) return last && fits_inline(each->steps);
  if (std::holds_alternative<EachPlayer>(step.node)) return false;
  if (const auto* ask = std::get_if<Ask>(&step.node)) {
    for (const Answer& answer : ask->answers) {
      if (!fits_inline(answer.steps)) return false;
    }
  }
  return true;
}

}  // namespace

std::string head_text(const ast::Pick& pick) {
  std::string out = "ask " + pick.name.text;
  if (pick.set) return out + " from " + word_or_expr(*pick.set, Level::Else);
  return out + " in " + word_or_expr(*pick.low, Level::Sum) + ".." + word_or_expr(*pick.high, Level::Sum);
}

std::string head_text(const ast::EachPit& each) { return "for each pit of " + word_or_expr(*each.set, Level::Else); }

std::string_view last_word(std::string_view text) {
  const std::size_t before = text.find_last_of(std::string(" (.{") + kBreak);
  return text.substr(before == text.npos ? 0 : before + 1);
}

bool takes_word(std::string_view text) {
  const std::string_view last = last_word(text);
  return last == "own" || last == "opponent's" || last == "hold" || (last == "no" && !text.ends_with(" to no"));
}

bool fits_inline(const ast::Steps& steps) {
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (!stays_inline(steps[i], i + 1 == steps.size())) return false;
  }
  return !steps.empty();
}

bool fits_before_otherwise(const ast::Steps& steps) {
  if (!fits_inline(steps)) return false;
  const auto& last = steps.back().node;
  return !std::holds_alternative<If>(last) && !std::holds_alternative<Pick>(last) && !std::holds_alternative<EachPit>(last);
}

void print_inline(std::string& out, const ast::Steps& steps) {
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (i > 0) out += std::string(",") + kBreak;
    print(out, steps[i]);
  }
}

void print(std::string& out, const ast::Step& step) { std::visit(StepPrinter(out), step.node); }

void print(std::string& out, const ast::Choice& choice) {
  out += "choose " + (choice.name ? choice.name->text : std::string("direction"));
  for (std::size_t i = 0; i < choice.values.size(); ++i) {
    out += i > 0 ? " | " : ": ";
    print(out, *choice.values[i], Level::Primary);
  }
  if (choice.pits) out += " from " + word_or_expr(*choice.pits, Level::Else);
  if (choice.when) out += std::string(1, kBreak) + "when " + word_or_expr(*choice.when, Level::Or);
}

void print(std::string& out, const ast::Requirement& requirement) {
  if (requirement.rule) out += "rule " + requirement.rule->text + " ";
  out += requirement.strength == Requirement::Require ? "require" : "prefer";
  switch (requirement.time) {
    case Requirement::Before: break;
    case Requirement::FirstLap: out += " first lap:"; break;
    case Requirement::FirstLapCaptures: out += " first lap captures"; break;
    case Requirement::EverySeed: out += " after every seed:"; break;
    case Requirement::Afterwards: out += " afterwards:"; break;
  }
  const Level least = requirement.time == Requirement::FirstLapCaptures ? Level::Else : Level::Or;
  if (requirement.condition) out += " " + word_or_expr(*requirement.condition, least);
  if (requirement.when) out += std::string(1, kBreak) + "when " + word_or_expr(*requirement.when, Level::Or);
}

std::string quoted(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result + '"';
}

std::string to_text(const ast::Step& step) {
  std::string out;
  print(out, step);
  return unbroken(std::move(out));
}

std::string to_text(const ast::Steps& steps) {
  std::string out;
  print_steps(out, steps);
  return unbroken(std::move(out));
}

std::string to_text(const ast::Row& row) {
  std::string out = row.rule ? "rule " + row.rule->text + " " : std::string();
  out += row.condition ? "if " + to_text(*row.condition) + ": " : std::string("otherwise: ");
  return out + to_text(row.steps);
}

std::string to_text(const ast::Choice& choice) {
  std::string out;
  print(out, choice);
  return unbroken(std::move(out));
}

std::string to_text(const ast::Requirement& requirement) {
  std::string out;
  print(out, requirement);
  return unbroken(std::move(out));
}

}  // namespace mnc::grammar
