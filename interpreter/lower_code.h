// Writes instructions: labels, registers, and the translation of expressions and steps for one player as mover.
// Internal to lower.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "grammar/ruleset.h"
#include "interpreter/program.h"

namespace mnc::engine {

namespace rules = grammar;

using Reg = std::uint16_t;

struct Label {
  Entry at = kNoCode;
  struct Use { std::size_t instruction; bool in_e; };
  std::vector<Use> uses;
};

// Thrown inside lower only, when a limit of size is passed; lower() turns it into its error.
struct TooLarge { std::string message; };

class Coder {
 public:
  Coder(const rules::Ruleset& ruleset, Program& program, int me) : rules_(ruleset), program_(program), me_(me) {}

  // The kind whose code is written (questions about kind and phase are then decided at once), or -1.
  void for_kind(int kind) { kind_ = kind; }

  // code
  [[nodiscard]] Entry here() const { return static_cast<Entry>(program_.code.size()); }
  void emit(Opcode op, int d = 0, int a = 0, int b = 0, std::int32_t e = 0);
  void emit_jump(Opcode op, Label& target, int d = 0, int a = 0, int b = 0, std::int32_t e = 0);
  void emit_jump2(Opcode op, Label& c, Label& e, int d, int a);
  void bind(Label& label);
  // Temporaries do not live longer than the statement they are made for.
  void new_statement() { numbers_used_ = first_number_, sets_used_ = first_set_; }
  // What a trigger does comes between the instructions of a statement: it has temporaries of its own.
  void for_trigger(bool trigger) {
    first_number_ = trigger ? kMaxRegisters / 2 : kFirstTemporary;
    first_set_ = trigger ? kMaskBase / 2 : 0;
    new_statement();
  }
  // Temporaries in use now live on until they are released.
  struct Held { int number, set; };
  [[nodiscard]] Held hold() {
    const Held before{first_number_, first_set_};
    first_number_ = numbers_used_, first_set_ = sets_used_;
    return before;
  }
  void release(Held before) { first_number_ = before.number, first_set_ = before.set; }
  [[nodiscard]] Reg new_number();
  [[nodiscard]] Reg new_set();
  // Combines two sets; at once if both are constant.
  [[nodiscard]] Reg combine(Opcode op, Reg a, Reg b);
  [[nodiscard]] Reg constant_set(WideMask mask);
  [[nodiscard]] WideMask within(Reg set) const;
  [[nodiscard]] Reg every_slot();

  // expressions; `it` is the register of the pit spoken of
  [[nodiscard]] Reg number(rules::NodeId id);       // also pits, players, directions
  void number_into(Reg out, rules::NodeId id);
  [[nodiscard]] Reg set(rules::NodeId id);
  void branch(rules::NodeId id, bool sense, Label& target);
  // The pits of base for which the condition holds; the pit spoken of may be written It or (as_origin) Origin.
  [[nodiscard]] Reg where(rules::NodeId condition, Reg base, bool as_origin);
  // What is certain before anything is played: the truth of a condition, for the kind whose code is written.
  [[nodiscard]] std::optional<bool> certain(rules::NodeId id) const;
  [[nodiscard]] bool depends_on_choices(rules::NodeId id) const;
  [[nodiscard]] bool depends_on_origin(rules::NodeId id) const { return mentions(id, true, true); }
  void set_it(Reg reg) { it_ = reg; }
  [[nodiscard]] Reg it() const { return it_; }

  [[nodiscard]] const rules::Node& node(rules::NodeId id) const { return rules_.nodes[static_cast<std::size_t>(id)]; }
  [[nodiscard]] int player(rules::Who who) const;
  [[nodiscard]] int variable(int state, rules::Who who) const;
  [[nodiscard]] int flag(int state, rules::Who who) const;
  [[nodiscard]] WideMask mask_of(const rules::SlotSet& slots) const;
  [[nodiscard]] Index index_of(int slot) const { return slot < 0 ? Index{-1} : program_.index_of[static_cast<std::size_t>(slot)]; }
  [[nodiscard]] int me() const { return me_; }
  // The count set of a comparison of `Seeds(x)` with a constant; x is left in `pit`.
  [[nodiscard]] std::optional<rules::CountSet> seeds_condition(rules::NodeId id, rules::NodeId& pit) const;

 private:
  [[nodiscard]] bool is_subject(rules::NodeId id, bool as_origin) const;
  [[nodiscard]] bool mentions(rules::NodeId id, bool it, bool origin) const;
  [[nodiscard]] std::optional<Reg> where_direct(rules::NodeId condition, Reg base, bool as_origin);
  [[nodiscard]] std::optional<Reg> where_leaf(rules::NodeId condition, Reg base, bool as_origin);
  [[nodiscard]] Reg where_loop(rules::NodeId condition, Reg base, bool as_origin);
  [[nodiscard]] Reg where_same(rules::NodeId condition, Reg base);
  [[nodiscard]] Reg holding(const rules::CountSet& counts, Reg base);
  [[nodiscard]] int count_set(const rules::CountSet& counts);
  [[nodiscard]] Reg arithmetic(Opcode op, const rules::Node& n);
  void cases_into(Reg out, const rules::Node& n, bool of_sets);
  [[nodiscard]] Reg run(const rules::Node& n);
  [[nodiscard]] Reg answer_number(const rules::Node& n);
  void compare(rules::Op op, const rules::Node& n, bool sense, Label& target);
  void branch_list(const rules::Node& n, bool sense, Label& target);
  void branch_some(const rules::Node& n, bool sense, Label& target);
  void branch_counts(const rules::Node& n, bool sense, Label& target);
  void branch_phase(int phase, bool sense, Label& target);
  [[nodiscard]] std::optional<std::int32_t> constant(rules::NodeId id) const;

  const rules::Ruleset& rules_;
  Program& program_;
  int me_;
  int kind_ = -1;
  Reg it_ = kIt;
  Reg origin_ = kOrigin;
  int first_number_ = kFirstTemporary, numbers_used_ = kFirstTemporary;
  int first_set_ = 0, sets_used_ = 0;
  std::map<Reg, WideMask> within_;  // what is known of sets
};

// Whether the counts are one range; if so its ends.
[[nodiscard]] std::optional<std::pair<int, int>> one_range(const rules::CountSet& counts);

}  // namespace mnc::engine
