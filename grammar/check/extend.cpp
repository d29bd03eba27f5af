// Stage 2, check: merging a ruleset into the one it extends.
#include "grammar/check/extend.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "grammar/check/context.h"

namespace mnc::grammar::check {
namespace {

using Items = std::vector<ast::Item>;

// What a clause is called: its kind and, if it has one, its name.
struct Called {
  std::string_view kind;
  const ast::Name* name = nullptr;
};

struct CalledOf {
  Called operator()(const ast::Meta&) const { return {"header", nullptr}; }
  Called operator()(const ast::Board&) const { return {"board", nullptr}; }
  Called operator()(const ast::Circuit& tree) const { return {"circuit", tree.name ? &*tree.name : nullptr}; }
  Called operator()(const ast::Zone& tree) const { return {"zone", &tree.name}; }
  Called operator()(const ast::State& tree) const { return {"state", &tree.name}; }
  Called operator()(const ast::Option& tree) const { return {"option", &tree.name}; }
  Called operator()(const ast::Define& tree) const { return {"define", &tree.name}; }
  Called operator()(const ast::Action& tree) const { return {"action", &tree.name}; }
  Called operator()(const ast::Phase& tree) const { return {"phase", &tree.name}; }
  Called operator()(const ast::ExtendPhase& tree) const { return {"extend phase", &tree.name}; }
  Called operator()(const ast::Move& tree) const { return {"move", &tree.name}; }
  Called operator()(const ast::Laps&) const { return {"laps", nullptr}; }
  Called operator()(const ast::EachSeed&) const { return {"each seed", nullptr}; }
  Called operator()(const ast::Whenever&) const { return {"whenever", nullptr}; }
  Called operator()(const ast::OutOfPlay&) const { return {"out of play", nullptr}; }
  Called operator()(const ast::AfterMove&) const { return {"after each move", nullptr}; }
  Called operator()(const ast::Endless&) const { return {"endless", nullptr}; }
  Called operator()(const ast::End&) const { return {"end", nullptr}; }
  Called operator()(const ast::Winner&) const { return {"winner", nullptr}; }
  Called operator()(const ast::Match&) const { return {"match", nullptr}; }
  Called operator()(const ast::Requirement& tree) const { return {"rule", tree.rule ? &*tree.rule : nullptr}; }
  Called operator()(const ast::Row& tree) const { return {"rule", tree.rule ? &*tree.rule : nullptr}; }
  Called operator()(const ast::Remove&) const { return {"remove", nullptr}; }
  Called operator()(const ast::Default&) const { return {"default", nullptr}; }
};

Called called(const ast::Item& item) { return std::visit(CalledOf{}, item.node); }

std::string named(const Called& what) {
  return quoted(what.name ? std::string(what.kind) + " " + what.name->text : std::string(what.kind));
}

// Where something stands: an item, or a move within the phase that is this item.
struct Place {
  std::size_t item;
  std::optional<std::size_t> move;
};

class Merger {
 public:
  Merger(ast::File base, Diagnostics& diagnostics)
      : result_(std::move(base)), items_(result_.items), diagnostics_(diagnostics) {}

  ast::File run(ast::File own) {
    drop_replaced_headers(own);
    inherited_ = items_.size();
    for (ast::Item& item : own.items) merge(std::move(item));
    result_.span = own.span;
    result_.title = std::move(own.title);
    result_.base = std::move(own.base);
    result_.base_is_path = own.base_is_path;
    result_.comments = std::move(own.comments);
    return std::move(result_);
  }

 private:
  void drop_replaced_headers(const ast::File& own) {
    // What the base is called, and what it is like, is said of the base alone.
    std::erase_if(items_, [](const ast::Item& other) {
      const auto* old = std::get_if<ast::Meta>(&other.node);
      return old && (old->kind == ast::Meta::Names || old->kind == ast::Meta::About);
    });
    for (const ast::Item& item : own.items) {
      const auto* meta = std::get_if<ast::Meta>(&item.node);
      if (!meta) continue;
      std::erase_if(items_, [&](const ast::Item& other) {
        const auto* old = std::get_if<ast::Meta>(&other.node);
        return old && old->kind == meta->kind;
      });
    }
  }

  void merge(ast::Item item) {
    if (std::holds_alternative<ast::Meta>(item.node)) {
      items_.push_back(std::move(item));
    } else if (auto* board = std::get_if<ast::Board>(&item.node); board && !item.replace) {
      merge_board(std::move(item));
    } else if (const auto* remove = std::get_if<ast::Remove>(&item.node)) {
      take_out(*remove);
    } else if (const auto* initial = std::get_if<ast::Default>(&item.node)) {
      set_default(*initial);
    } else if (auto* changes = std::get_if<ast::ExtendPhase>(&item.node)) {
      change_phase(*changes);
    } else if (called(item).kind == "rule") {
      merge_rule(std::move(item));
    } else if (item.extend) {
      extend(std::move(item));
    } else if (item.replace) {
      replace(std::move(item));
    } else {
      add(std::move(item));
    }
  }

  // ---- finding ----

  [[nodiscard]] std::vector<Place> find(std::string_view kind, const std::string* name) const {
    std::vector<Place> found;
    for (std::size_t i = 0; i < items_.size(); ++i) {
      const Called what = called(items_[i]);
      const bool same_name = name ? what.name && what.name->text == *name : what.name == nullptr;
      if (what.kind == kind && same_name) found.push_back({i, std::nullopt});
      const auto* phase = std::get_if<ast::Phase>(&items_[i].node);
      if (!phase || kind != "move" || !name) continue;
      for (std::size_t j = 0; j < phase->moves.size(); ++j) {
        if (phase->moves[j].name.text == *name) found.push_back({i, j});
      }
    }
    return found;
  }

  [[nodiscard]] Span span_of(const Place& place) const {
    const ast::Item& item = items_[place.item];
    if (place.move) return std::get<ast::Phase>(item.node).moves[*place.move].name.span;
    const Called what = called(item);
    return what.name ? what.name->span : item.keyword;
  }

  [[nodiscard]] std::vector<std::string> names_of(std::string_view kind) const {
    std::vector<std::string> names;
    for (const ast::Item& item : items_) {
      const Called what = called(item);
      if (what.name && (kind.empty() || what.kind == kind)) names.push_back(what.name->text);
      const auto* phase = std::get_if<ast::Phase>(&item.node);
      if (!phase || kind != "move") continue;
      for (const ast::Move& move : phase->moves) names.push_back(move.name.text);
    }
    return names;
  }

  void missing(Span span, std::string_view kind, const std::string& name) {
    const std::string what =
        kind.empty() ? quoted(name) : quoted(name.empty() ? std::string(kind) : std::string(kind) + " " + name);
    diagnostics_.report(Code::NothingToReplace, span, "the extended ruleset has no " + what).help =
        kind.empty() ? instead_of_removing(name) : there_are(name, names_of(kind));
  }

  // What is written for something that `remove` does not take out.
  [[nodiscard]] std::string instead_of_removing(const std::string& name) const {
    static const std::set<std::string_view> header{"names", "people", "region", "period", "source", "author", "licence", "about"};
    static const std::set<std::string_view> entries{"board", "rows", "columns", "seeds", "stores", "reserve", "start", "layout", "shared"};
    if (name == "names" || name == "about") return "it is never taken over: leave this out";
    if (header.contains(name)) return "it is replaced by saying it anew: " + quoted(name + " \"…\"");
    if (entries.contains(name)) return "what `board { … }` says here replaces what is there, and `replace board { … }` all of it";
    if (name == "end" || name == "game") return "write `replace end { … }` to say it anew, `extend end { … }` to put rows before its own";
    return there_are(name, names_of({}));
  }

  // The name that is meant, or those that there are.
  [[nodiscard]] static std::string there_are(const std::string& name, const std::vector<std::string>& names) {
    const std::string near = suggestion(name, names);
    if (!near.empty() || names.empty() || name.empty()) return near;
    return (names.size() == 1 ? "there is " : "there are ") + listed(names);
  }

  void several(Span span, const std::string& what, const std::vector<Place>& places) {
    Diagnostic& diagnostic = diagnostics_.report(Code::SeveralOfThisName, span, "there are several " + what);
    for (const Place& place : places) diagnostic.notes.push_back({span_of(place), "one of them"});
  }

  // ---- adding and replacing ----

  void add(ast::Item item) {
    const Called what = called(item);
    const bool repeatable = what.kind == "whenever" || what.kind == "after each move" || what.kind == "board";
    const auto found = find(what.kind, what.name ? &what.name->text : nullptr);
    // A move of this name in a phase is not in the way: each phase has its own names.
    const auto there = std::find_if(found.begin(), found.end(),
                                    [&](const Place& place) { return place.item < inherited_ && !place.move; });
    if (!repeatable && there != found.end()) {
      Diagnostic& diagnostic = diagnostics_.report(Code::AlreadyThere, what.name ? what.name->span : item.keyword,
                                                   "the extended ruleset has " + named(what) + " already");
      diagnostic.notes.push_back({span_of(*there), "it stands here"});
      const bool extends = what.kind == "laps" || what.kind == "each seed" || what.kind == "end" || what.kind == "move";
      diagnostic.help = extends ? "write `replace` before it to say it anew, `extend` to add to it" : "write `replace` before it to change it";
      return;
    }
    items_.insert(items_.begin() + static_cast<std::ptrdiff_t>(place_for(item)), std::move(item));
  }

  // Where an item that is added goes: at the end, but for a phase that precedes another.
  std::size_t place_for(const ast::Item& item) {
    const auto* phase = std::get_if<ast::Phase>(&item.node);
    if (!phase || !phase->before) return items_.size();
    const auto found = find("phase", &phase->before->text);
    if (found.empty()) {
      missing(phase->before->span, "phase", phase->before->text);
      return items_.size();
    }
    ++inherited_;
    return found.front().item;
  }

  // extend laps { … }: its rows come before the base's, so that they are read first.
  static void put_before(ast::Table& rows, ast::Table& base) {
    rows.insert(rows.end(), std::make_move_iterator(base.begin()), std::make_move_iterator(base.end()));
    base = std::move(rows);
  }

  // extend move NAME { … }: `from`, `when` and tables replace the base's, everything else comes behind it.
  static void extend_move(ast::Move& base, ast::Move& more) {
    if (more.when) std::tie(base.when, base.when_note) = std::tuple(std::move(more.when), more.when_note);
    if (more.from) std::tie(base.from, base.from_note) = std::tuple(std::move(more.from), more.from_note);
    std::move(more.choices.begin(), more.choices.end(), std::back_inserter(base.choices));
    std::move(more.requirements.begin(), more.requirements.end(), std::back_inserter(base.requirements));
    std::move(more.steps.begin(), more.steps.end(), std::back_inserter(base.steps));
    if (more.laps) base.laps = std::move(more.laps);
    if (more.each_seed) base.each_seed = std::move(more.each_seed);
  }

  void extend(ast::Item item) {
    const Called what = called(item);
    const Span span = what.name ? what.name->span : item.keyword;
    const auto found = find(what.kind, what.name ? &what.name->text : nullptr);
    if (found.empty()) return missing(span, what.kind, what.name ? what.name->text : std::string());
    if (found.size() > 1) return several(span, named(what), found);
    ast::Item& old = items_[found.front().item];
    if (auto* laps = std::get_if<ast::Laps>(&item.node)) return put_before(laps->rows, std::get<ast::Laps>(old.node).rows);
    if (auto* seed = std::get_if<ast::EachSeed>(&item.node)) return put_before(seed->rows, std::get<ast::EachSeed>(old.node).rows);
    if (auto* end = std::get_if<ast::End>(&item.node)) return put_before(end->rows, std::get<ast::End>(old.node).rows);
    ast::Move& base = found.front().move ? std::get<ast::Phase>(old.node).moves[*found.front().move] : std::get<ast::Move>(old.node);
    extend_move(base, std::get<ast::Move>(item.node));
  }

  // extend phase NAME { … }
  void change_phase(ast::ExtendPhase& changes) {
    const auto found = find("phase", &changes.name.text);
    if (found.empty()) return missing(changes.name.span, "phase", changes.name.text);
    auto& phase = std::get<ast::Phase>(items_[found.front().item].node);
    for (auto& change : changes.changes) change_move(phase, change);
  }

  void change_move(ast::Phase& phase, ast::ExtendPhase::Change& change) {
    using Change = ast::ExtendPhase::Change;
    const ast::Name name = change.move.name;
    const auto old = std::find_if(phase.moves.begin(), phase.moves.end(),
                                  [&](const ast::Move& one) { return one.name.text == name.text; });
    const bool there = old != phase.moves.end();
    if (!there && change.kind != Change::Add) {
      std::vector<std::string> names;
      for (const ast::Move& one : phase.moves) names.push_back(one.name.text);
      diagnostics_.report(Code::NothingToReplace, name.span,
                          "the phase " + quoted(phase.name.text) + " has no move " + quoted(name.text))
          .help = suggestion(name.text, names);
    } else if (there && change.kind == Change::Add) {
      Diagnostic& diagnostic = diagnostics_.report(Code::AlreadyThere, name.span,
                                                   "the phase " + quoted(phase.name.text) + " has " + quoted("move " + name.text) + " already");
      diagnostic.notes.push_back({old->name.span, "it stands here"});
      diagnostic.help = "write `replace` before it to change it";
    } else if (change.kind == Change::Add) {
      phase.moves.push_back(std::move(change.move));
    } else if (change.kind == Change::Extend) {
      extend_move(*old, change.move);
    } else if (change.kind == Change::Remove) {
      take_move(phase.moves, old);
    } else {
      change.move.otherwise = change.move.otherwise || old->otherwise;
      *old = std::move(change.move);
    }
  }

  // Without its first move a rank begins with the next one.
  static void take_move(std::vector<ast::Move>& moves, std::vector<ast::Move>::iterator move) {
    const bool ranked = move->otherwise;
    const auto next = moves.erase(move);
    if (next != moves.end() && ranked) next->otherwise = true;
    if (!moves.empty()) moves.front().otherwise = false;
  }

  void replace(ast::Item item) {
    const Called what = called(item);
    const Span span = what.name ? what.name->span : item.keyword;
    const auto found = find(what.kind, what.name ? &what.name->text : nullptr);
    if (found.empty()) return missing(span, what.kind, what.name ? what.name->text : std::string());
    if (found.size() > 1 && (what.kind == "after each move" || what.kind == "whenever")) {
      for (std::size_t i = found.size(); i-- > 1;)
        items_.erase(items_.begin() + static_cast<std::ptrdiff_t>(found[i].item));
    } else if (found.size() > 1) {
      return several(span, named(what), found);
    }
    ast::Item& old = items_[found.front().item];
    if (auto* move = std::get_if<ast::Move>(&item.node)) {
      ast::Move& place = found.front().move ? std::get<ast::Phase>(old.node).moves[*found.front().move]
                                            : std::get<ast::Move>(old.node);
      move->otherwise = move->otherwise || place.otherwise;
      place = std::move(*move);
      return;
    }
    item.replace = false;
    old = std::move(item);
  }

  void merge_board(ast::Item item) {
    if (const auto other = std::exchange(board_, item.keyword)) {
      diagnostics_.report(Code::ClauseTwice, item.keyword, "a ruleset has one `board`").notes.push_back({*other, "the other stands here"});
      return;
    }
    const auto found = find("board", nullptr);
    if (found.empty()) {
      items_.push_back(std::move(item));
      return;
    }
    using Entry = ast::Board::Entry;
    auto& entries = std::get<ast::Board>(items_[found.front().item].node).entries;
    auto& added = std::get<ast::Board>(item.node).entries;
    const std::size_t inherited = entries.size();
    const auto excludes = [](Entry::Kind a, Entry::Kind b) {
      const auto sized = [](Entry::Kind kind) { return kind == Entry::Rows || kind == Entry::Columns; };
      return a == b || (a == Entry::Seeds && b == Entry::Start) || (a == Entry::Start && b == Entry::Seeds) ||
             (a == Entry::Layout && sized(b)) || (sized(a) && b == Entry::Layout);
    };
    std::vector<Entry> kept;
    for (std::size_t i = 0; i < inherited; ++i) {
      const bool replaced = std::any_of(added.begin(), added.end(),
                                        [&](const Entry& one) { return excludes(one.kind, entries[i].kind); });
      if (!replaced) kept.push_back(std::move(entries[i]));
    }
    std::move(added.begin(), added.end(), std::back_inserter(kept));
    entries = std::move(kept);
  }

  void set_default(const ast::Default& initial) {
    const auto found = find("option", &initial.option.text);
    if (found.empty()) return missing(initial.option.span, "option", initial.option.text);
    std::get<ast::Option>(items_[found.front().item].node).initial = initial.value;
  }

  // ---- removing ----

  void take_out(const ast::Remove& remove) {
    if (remove.rule) return take_out_rule(remove.name);
    if (remove.name.text.empty()) return take_out_nameless(remove);
    std::vector<Place> found;
    for (const std::string_view kind : {"option", "zone", "state", "define", "action", "move", "phase", "circuit"}) {
      if (!remove.kind.empty() && remove.kind != kind) continue;
      const auto more = find(kind, &remove.name.text);
      found.insert(found.end(), more.begin(), more.end());
    }
    if (found.empty()) return missing(remove.name.span, remove.kind, remove.name.text);
    if (found.size() > 1) return several(remove.name.span, "things called " + quoted(remove.name.text), found);
    const Place place = found.front();
    const auto item = items_.begin() + static_cast<std::ptrdiff_t>(place.item);
    if (place.move) {
      auto& moves = std::get<ast::Phase>(item->node).moves;
      take_move(moves, moves.begin() + static_cast<std::ptrdiff_t>(*place.move));
    } else {
      erase(place.item);
    }
  }

  void erase(std::size_t item) {
    items_.erase(items_.begin() + static_cast<std::ptrdiff_t>(item));
    if (item < inherited_) --inherited_;
  }

  // All clauses of a kind that has no names: `remove laps`, `remove after each move`.
  void take_out_nameless(const ast::Remove& remove) {
    const auto found = find(remove.kind, nullptr);
    if (found.empty()) return missing(remove.name.span, remove.kind, {});
    for (std::size_t i = found.size(); i-- > 0;) erase(found[i].item);
  }

  // ---- rules with a name ----

  template <class Visit>
  static void in_table(ast::Table& table, const Visit& visit) {
    for (std::size_t i = 0; i < table.size(); ++i) {
      if (table[i].rule) visit(table, i);
    }
  }

  template <class Visit>
  static void in_move(ast::Move& move, const Visit& visit) {
    for (std::size_t i = 0; i < move.requirements.size(); ++i) {
      if (move.requirements[i].rule) visit(move.requirements, i);
    }
    if (move.laps) in_table(*move.laps, visit);
    if (move.each_seed) in_table(*move.each_seed, visit);
  }

  // Calls visit(list, index) for every rule with a name; list: a Table, a list of requirements, or the items.
  template <class Visit>
  void each_rule(const Visit& visit) {
    for (std::size_t i = 0; i < items_.size(); ++i) {
      ast::Item& item = items_[i];
      if (auto* move = std::get_if<ast::Move>(&item.node)) in_move(*move, visit);
      if (auto* phase = std::get_if<ast::Phase>(&item.node)) {
        for (ast::Move& move : phase->moves) in_move(move, visit);
      }
      if (auto* laps = std::get_if<ast::Laps>(&item.node)) in_table(laps->rows, visit);
      if (auto* seed = std::get_if<ast::EachSeed>(&item.node)) in_table(seed->rows, visit);
      if (auto* end = std::get_if<ast::End>(&item.node)) in_table(end->rows, visit);
      if (auto* requirement = std::get_if<ast::Requirement>(&item.node); requirement && requirement->rule)
        visit(items_, i);
    }
  }

  static const std::string& rule_at(const ast::Table& list, std::size_t i) { return list[i].rule->text; }
  static const std::string& rule_at(const std::vector<ast::Requirement>& list, std::size_t i) {
    return list[i].rule->text;
  }
  static const std::string& rule_at(const Items& list, std::size_t i) {
    return std::get<ast::Requirement>(list[i].node).rule->text;
  }

  void missing_rule(const ast::Name& name) {
    std::vector<std::string> names;
    each_rule([&](auto& list, std::size_t i) { names.push_back(rule_at(list, i)); });
    diagnostics_.report(Code::NothingToReplace, name.span, "the extended ruleset has no rule " + quoted(name.text))
        .help = names.empty() ? "none of its rules has a name" : there_are(name.text, names);
  }

  void take_out_rule(const ast::Name& name) {
    bool done = false;
    each_rule([&](auto& list, std::size_t i) {
      if (done || rule_at(list, i) != name.text) return;
      done = true;
      list.erase(list.begin() + static_cast<std::ptrdiff_t>(i));
    });
    if (!done) missing_rule(name);
  }

  static bool put(ast::Table& list, std::size_t i, ast::Item& item) {
    auto* row = std::get_if<ast::Row>(&item.node);
    if (row) list[i] = std::move(*row);
    return row != nullptr;
  }
  static bool put(std::vector<ast::Requirement>& list, std::size_t i, ast::Item& item) {
    auto* requirement = std::get_if<ast::Requirement>(&item.node);
    if (requirement) list[i] = std::move(*requirement);
    return requirement != nullptr;
  }
  static bool put(Items& list, std::size_t i, ast::Item& item) {
    if (!std::holds_alternative<ast::Requirement>(item.node)) return false;
    item.replace = false;
    list[i] = std::move(item);
    return true;
  }

  void merge_rule(ast::Item item) {
    const Called what = called(item);
    if (!item.replace) {  // a requirement that is added
      items_.push_back(std::move(item));
      return;
    }
    if (!what.name) {
      diagnostics_.report(Code::NothingToReplace, item.keyword, "only a rule with a name can be replaced").help =
          "`replace rule NAME …`";
      return;
    }
    const ast::Name name = *what.name;
    bool found = false;
    bool done = false;
    each_rule([&](auto& list, std::size_t i) {
      if (found || rule_at(list, i) != name.text) return;
      found = true;
      done = put(list, i, item);
    });
    if (!found) return missing_rule(name);
    if (!done) {
      diagnostics_.report(Code::NothingToReplace, name.span, "the rule " + quoted(name.text) + " is of another sort")
          .help = "a requirement replaces a requirement, and a row of a table a row";
    }
  }

  ast::File result_;
  Items& items_;
  Diagnostics& diagnostics_;
  std::size_t inherited_ = 0;
  std::optional<Span> board_;  // the clause of the extending ruleset
};

}  // namespace

ast::File extend(ast::File base, ast::File own, Diagnostics& diagnostics) {
  return Merger(std::move(base), diagnostics).run(std::move(own));
}

void check_extends_nothing(const ast::File& file, Diagnostics& diagnostics) {
  for (const ast::Item& item : file.items) {
    const auto* phase = std::get_if<ast::Phase>(&item.node);
    const bool extending = item.replace || item.extend || (phase && phase->before) || std::holds_alternative<ast::Remove>(item.node) ||
                           std::holds_alternative<ast::ExtendPhase>(item.node) ||
                           std::holds_alternative<ast::Default>(item.node);
    if (!extending) continue;
    diagnostics
        .report(Code::NothingToReplace, item.keyword,
                "this ruleset extends no other, so that there is nothing to change")
        .help = "write `extends NAME` after the name of the game";
  }
}

}  // namespace mnc::grammar::check
