// Conditions and steps of a checked ruleset as English, with options decided. A definition that is long is said by its
// name; what it means is told once.
// Comes in: nodes and steps of a Ruleset. Goes out: phrases for the sentences of `mnc show`.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "cli/common.h"
#include "cli/prose_words.h"
#include "grammar/ruleset.h"
#include "interpreter/game.h"

namespace mnc::cli {

// A step: `lifts all seeds of the starting pit`, or, with parts, what they depend on: `if the last pit is empty`.
struct Phrase {
  std::string text;
  std::vector<Phrase> parts = {};
  bool whole = false;  // has its own subject: `the mover wins`
};

class Prose {
 public:
  explicit Prose(const Loaded& loaded);

  // The kind of move whose choices and circuit are spoken of; null: none.
  void about(const grammar::Kind* kind);
  // Where the rules that follow are read: what `last` and `stop` mean there.
  enum class Place : std::uint8_t { Move, EachSeed, End };
  void read_in(Place place) { place_ = place; }

  // "the last pit is the mover's and was empty before the last seed fell". kNoNode: "always".
  [[nodiscard]] std::string condition(grammar::NodeId id);
  [[nodiscard]] std::string number(grammar::NodeId id);
  [[nodiscard]] std::string pit(grammar::NodeId id);
  [[nodiscard]] std::string pits(grammar::NodeId id);
  // The pits of a set that does not depend on the position: indices into Ruleset::slot_sets, for either mover.
  [[nodiscard]] std::string fixed_pits(std::int32_t south, std::int32_t north) const;
  [[nodiscard]] std::string direction(grammar::NodeId id);
  [[nodiscard]] std::vector<Phrase> phrases(const std::vector<grammar::Step>& list);
  // The steps in one sentence: "the player lifts …, sows … and then moves again"; none: "nothing is done".
  [[nodiscard]] static std::string sentence(const std::vector<Phrase>& list, const std::string& who);
  // "`prey`: the last pit and …", for the definitions that were said by their names, in the order of the ruleset.
  [[nodiscard]] std::vector<std::string> definitions() const;

 private:
  struct Definition {
    std::string name;
    grammar::Span span;
    std::string meaning;  // as it was told first; empty: not yet
    bool whole;           // a junction that uses no other definition: what is left of it, flattened, is all of it
  };
  // A definition that is being read. The pit it is about was spoken of before: its node stands outside.
  struct Frame {
    std::size_t definition;
    bool told;  // by itself: that pit is `it`
    grammar::NodeId about = grammar::kNoNode;
  };
  // What is said of a pit: "the last pit" "is empty" ("are empty").
  struct Predicate {
    std::string of;
    bool it;  // the pit is the one spoken of in a `where`
    std::string one, many;
  };
  using Render = std::function<std::string()>;

  [[nodiscard]] const grammar::Node& node(grammar::NodeId id) const { return rules_.nodes[static_cast<std::size_t>(id)]; }
  [[nodiscard]] std::string excerpt_of(grammar::Span span) const;

  // ---- definitions: prose_definitions.cpp
  [[nodiscard]] std::optional<std::size_t> definition_of(grammar::Span span) const;
  // The definition that the node is the value of, when it is not being read already.
  [[nodiscard]] std::optional<std::size_t> entered(grammar::NodeId id) const;
  // Whether the node is the whole value of the definition, not a part that was left of it.
  [[nodiscard]] bool begins(grammar::NodeId id, std::size_t definition) const;
  struct Named {
    std::string name;             // "`prey`", "the opponent's `prey`"
    grammar::NodeId about;        // the pit it is about, or kNoNode
  };
  // The name to say; nothing if the meaning is short, or another than the one that was told.
  [[nodiscard]] std::optional<Named> named(std::size_t definition, grammar::NodeId key, const Render& render);
  // The meaning by itself, told once for each node (`key`; of several, the first) and side it is seen from.
  struct Told {
    std::string text;
    grammar::NodeId about = grammar::kNoNode;
  };
  [[nodiscard]] const Told& told(std::size_t definition, grammar::NodeId key, bool flipped, const Render& render);
  [[nodiscard]] std::string inlined(std::size_t definition, const Render& render);
  // What render says, or the name of the definition that the node is the value of.
  [[nodiscard]] std::string by_name(grammar::NodeId id, const Render& render);
  // The pit a definition is about, as it is spoken of there; nothing if the node is another.
  [[nodiscard]] std::optional<std::string> passed_in(grammar::NodeId id);

  // ---- conditions: prose.cpp, of numbers and sets prose_numbers.cpp
  [[nodiscard]] std::string said(grammar::NodeId id, bool holds);
  [[nodiscard]] std::string plainly(grammar::NodeId id, bool holds);
  [[nodiscard]] std::optional<Predicate> predicate(grammar::NodeId id, bool holds);
  [[nodiscard]] std::optional<Predicate> predicate_of(grammar::NodeId id, bool holds);
  [[nodiscard]] std::optional<Predicate> seeds_predicate(const grammar::Node& n, bool holds);
  [[nodiscard]] Predicate membership(const grammar::Node& n, bool holds);
  [[nodiscard]] Predicate about_pit(grammar::NodeId pit, Verb which, bool holds, const std::string& rest);
  // What is said of each pit of a `where`: "have seeds and are not `reserved`"; nothing if it speaks of other pits.
  [[nodiscard]] std::optional<std::string> of_them(grammar::NodeId id, bool holds, bool inner);
  // A condition in a list: what it says of a pit, or its text. `or` within `and` and the like stands in parentheses.
  struct Part {
    std::optional<Predicate> of_pit = std::nullopt;
    std::string text = {};
    std::size_t end;  // behind the kids that it says
  };
  [[nodiscard]] bool is_junction(grammar::NodeId id) const;
  [[nodiscard]] Part part(const std::vector<grammar::NodeId>& kids, std::size_t at, bool holds, bool all);
  [[nodiscard]] std::string listed(const std::vector<grammar::NodeId>& kids, bool holds, bool all);
  [[nodiscard]] std::string compared(const grammar::Node& n, bool holds);
  [[nodiscard]] std::string number_in(const grammar::Node& n, bool holds);
  [[nodiscard]] std::string some(const grammar::Node& n, bool holds);

  // ---- numbers, players: prose_numbers.cpp; pits: prose_places.cpp
  [[nodiscard]] std::string whose(grammar::Who who) const;
  [[nodiscard]] std::string player_name(grammar::Who who) const;
  [[nodiscard]] grammar::Who seen(grammar::Who who) const;
  [[nodiscard]] std::string state(std::int32_t index, grammar::Who who) const;
  [[nodiscard]] std::string last_pit() const { return place_ == Place::EachSeed ? "the pit it fell in" : "the last pit"; }
  [[nodiscard]] std::vector<std::string> pit_names(const grammar::SlotSet& set, grammar::Who owner) const;
  [[nodiscard]] std::string number_said(const grammar::Node& n);
  [[nodiscard]] std::string pit_said(const grammar::Node& n);
  [[nodiscard]] std::string pits_said(const grammar::Node& n);
  [[nodiscard]] std::string operand(grammar::NodeId id);
  [[nodiscard]] std::string ahead(const grammar::Node& n);
  [[nodiscard]] std::string where(const grammar::Node& n);
  // Whether the set has one pit, or none, by what it is.
  [[nodiscard]] bool one_pit(grammar::NodeId set) const;
  [[nodiscard]] std::string choice_name(const grammar::Node& n) const;
  [[nodiscard]] std::string cases(const grammar::Node& n);
  [[nodiscard]] std::string value(grammar::NodeId id);
  [[nodiscard]] std::string player(grammar::NodeId id);
  [[nodiscard]] std::string kinds(std::int32_t bits) const;

  // ---- steps: prose_steps.cpp
  [[nodiscard]] Phrase phrase(const grammar::Step& step);
  [[nodiscard]] std::string seeds(grammar::NodeId count);
  [[nodiscard]] std::string heap(grammar::Step::Heap kind, grammar::Who who, grammar::NodeId slot);
  [[nodiscard]] std::string lift(const grammar::Step& step);
  [[nodiscard]] std::string relay(const grammar::Step& step);
  [[nodiscard]] std::string unturned() const;
  [[nodiscard]] std::string sow(const grammar::Step& step);
  [[nodiscard]] std::string capture(const grammar::Step& step);
  [[nodiscard]] Phrase ask(const grammar::Step& step);
  [[nodiscard]] Phrase pick(const grammar::Step& step);
  [[nodiscard]] std::string picked_name(const grammar::Step& step) const;

  const Loaded& loaded_;
  const engine::Game& game_;
  const grammar::Ruleset& rules_;
  const grammar::Kind* kind_ = nullptr;
  std::size_t circuit_ = 0;  // that directions are spoken of on
  std::size_t first_circuit_ = 0;  // of the first sowing of a move
  bool skips_ = false;       // the kind's sowing passes over pits
  bool turns_ = false;       // its direction is chosen or turned to
  Place place_ = Place::Move;
  bool flipped_ = false;     // seen from the opponent's side
  bool each_ = false;        // said of either player
  std::vector<Definition> definitions_;
  std::vector<Frame> open_;
  std::map<std::tuple<grammar::NodeId, bool, Place, const grammar::Kind*, std::size_t>, Told> tellings_;
};

}  // namespace mnc::cli
