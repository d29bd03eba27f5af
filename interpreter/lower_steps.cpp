// Steps to code.
#include "interpreter/lower_moves.h"

#include <algorithm>

namespace mnc::engine {

using rules::NodeId;
using rules::Op;
using rules::Requirement;
using rules::Step;

namespace {

bool fills_hand(const Step& s) {
  return s.op == Step::Lift || (s.op == Step::Capture && s.into == Step::IntoHand) || (s.op == Step::Place && s.to == Step::InHand);
}

}  // namespace

void MoveCoder::steps(const std::vector<Step>& list) {
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (i + 1 < list.size() && lifts_and_sows(list, i)) {
      lift_and_sow(list[++i]);
      continue;
    }
    step(list[i]);
  }
}

// `lift all` from the starting pit into an empty hand and a plain `sow` behind it: like a relay from there.
bool MoveCoder::lifts_and_sows(const std::vector<Step>& list, std::size_t i) const {
  const Step& lift = list[i];
  const Step& sow = list[i + 1];
  if (kind_ == nullptr || &list != &kind_->steps || lift.op != Step::Lift || lift.a != rules::kNoNode || sow.op != Step::Sow) return false;
  if (lift.b != rules::kNoNode && coder_.node(lift.b).op != Op::Origin) return false;
  const std::vector<Step> before(list.begin(), list.begin() + static_cast<std::ptrdiff_t>(i));
  return sow.start == Step::StartDefault && plain_sowing(sow) && !triggers_fill_hand() &&
         !any_step(before, fills_hand);
}

// Nothing is skipped, done or judged from seed to seed.
bool MoveCoder::plain_sowing(const Step& sow) const {
  if ((sow.c != rules::kNoNode && coder_.certain(sow.d) != false) || each_seed_ != kNoCode) return false;
  NodeId set = rules::kNoNode;
  return !trial_ || std::none_of(kind_->requirements.begin(), kind_->requirements.end(), [&](const Requirement& r) {
    return r.time == Requirement::EverySeed && coder_.certain(r.when) != false && kept(r, set);
  });
}

// Whether a trigger may put seeds into the hand.
bool MoveCoder::triggers_fill_hand() const {
  return std::any_of(rules_.triggers.begin(), rules_.triggers.end(),
                     [](const rules::Trigger& t) { return any_step(t.steps, fills_hand); });
}

void MoveCoder::lift_and_sow(const Step& s) {
  coder_.new_statement();
  if (s.a != rules::kNoNode) coder_.number_into(kDirection, s.a);
  Label lap, over;
  sowing_ = &s;
  if (facts_.lap_origin) coder_.emit(Opcode::Copy, kLapOrigin, kOrigin);
  coder_.emit_jump2(Opcode::Relay, lap, over, 2 * s.circuit + coder_.me(), kOrigin);
  laps(lap, over);
}

void MoveCoder::step(const Step& s) {
  coder_.new_statement();
  switch (s.op) {
    case Step::Place: place(s); return;
    case Step::Fill: fill(s); return;
    case Step::Lift: lift(s); return;
    case Step::Capture: capture(s); return;
    case Step::Sow: sow(s); return;
    case Step::Turn: coder_.number_into(kDirection, s.a); return;
    case Step::Mark:
      if (coder_.node(s.a).op == Op::OnePit) coder_.emit(Opcode::MarkPit, s.value2, coder_.number(coder_.node(s.a).a), coder_.flag(s.value, s.who));
      else coder_.emit(Opcode::MarkPits, s.value2, coder_.set(s.a), coder_.flag(s.value, s.who));
      return;
    case Step::SetState: set_state(s); return;
    case Step::Again:
      program_.uses_again = true;
      coder_.emit(Opcode::Again);
      return;
    case Step::Stop:
      if (over_ != nullptr) coder_.emit_jump(Opcode::Jump, *over_);
      return;
    case Step::Relay: relay(s); return;
    case Step::Ask: ask(s); return;
    case Step::Pick: pick(s); return;
    case Step::If: {
      const auto sure = coder_.certain(s.a);
      if (sure == false) return steps(s.otherwise);
      Label otherwise, done;
      if (!sure) coder_.branch(s.a, false, otherwise);
      note(s.span);
      steps(s.steps);
      if (!sure && !s.otherwise.empty()) coder_.emit_jump(Opcode::Jump, done);
      coder_.bind(otherwise);
      if (!sure) steps(s.otherwise);
      coder_.bind(done);
      return;
    }
    case Step::EachPit: each_pit(s); return;
    case Step::Block: steps(s.steps); return;
    case Step::SwapSides: coder_.emit(Opcode::SwapSides); return;
    case Step::Takes: takes(s); return;
    case Step::Wins: coder_.emit(Opcode::Wins, 0, coder_.number(s.a)); return;
    case Step::Draw: coder_.emit(Opcode::Drawn); return;
    case Step::Void: coder_.emit(Opcode::Voided); return;
  }
}

// As an operand: a pit in a register, a variable or the hand.
Reg MoveCoder::place_of(Step::Heap heap, rules::Who who, NodeId pit) {
  if (heap == Step::InPit) return coder_.number(pit);
  if (heap == Step::InHand) return static_cast<Reg>(kHandPlace | (between_seeds_ ? kRemaining : kHand));
  return static_cast<Reg>(kVariablePlace | ((heap == Step::InWon ? kWon : kReserve) + coder_.player(who)));
}

void MoveCoder::place(const Step& s) {
  hand_filled_ = hand_filled_ || s.to == Step::InHand;
  const Reg count = coder_.number(s.a);
  if (s.from == Step::InReserve && s.to == Step::InPit) {
    coder_.emit(Opcode::Place, coder_.player(s.who), count, coder_.number(s.b));
    return;
  }
  const Reg from = place_of(s.from, s.who, s.c);
  coder_.emit(Opcode::Shift, from, count, place_of(s.to, s.to_who, s.b));
}

// The pits that may be in a set, as far as can be told at once.
WideMask MoveCoder::candidates(NodeId set) const {
  const rules::Node& n = coder_.node(set);
  if (n.op == Op::Where || n.op == Op::Except) return candidates(n.a);
  if (n.op != Op::ConstPits) return ~WideMask{0};
  return coder_.mask_of(rules_.slot_sets[static_cast<std::size_t>(coder_.me() == kSouth ? n.value : n.value2)]);
}

// The pits that may be in the set of a step, as they are gone through for its player.
std::vector<rules::Slot> MoveCoder::in_order(const Step& s) const {
  const rules::Who player = coder_.player(s.to_who) == kSouth ? rules::Who::South : rules::Who::North;
  std::vector<rules::Slot> slots = rules_.board.in_order(player);
  std::erase_if(slots, [this, may_be = candidates(s.b)](rules::Slot slot) { return (may_be >> coder_.index_of(slot) & 1) == 0; });
  return slots;
}

// Pit by pit; the set is that of before.
void MoveCoder::each_pit(const Step& s) {
  const Reg set = coder_.set(s.b);
  const Reg pit = coder_.new_number();
  const Coder::Held held = coder_.hold();
  const Reg it = coder_.it();
  coder_.set_it(pit);
  for (const rules::Slot slot : in_order(s)) {
    Label next;
    coder_.emit(Opcode::Load, pit, 0, 0, coder_.index_of(slot));
    coder_.emit_jump(Opcode::TestIn, next, 0, pit, set);
    steps(s.steps);
    coder_.bind(next);
  }
  coder_.set_it(it);
  coder_.release(held);
}

// Pit by pit, or the other way round.
void MoveCoder::fill(const Step& s) {
  const Reg count = coder_.new_number();
  coder_.number_into(count, s.a);
  const Reg set = coder_.set(s.b);
  const Reg from = place_of(s.from, s.who, s.c);
  const Reg left = coder_.new_number();
  const Reg pit = coder_.new_number();
  std::vector<rules::Slot> slots = in_order(s);
  if (s.value != 0) std::reverse(slots.begin(), slots.end());
  Label done;
  for (const rules::Slot slot : slots) {
    Label next;
    coder_.emit(Opcode::Load, pit, 0, 0, coder_.index_of(slot));
    coder_.emit_jump(Opcode::TestIn, next, 0, pit, set);
    if (is_hand(from)) coder_.emit(Opcode::Copy, left, from & ~kHandPlace);
    else if ((from & kVariablePlace) != 0) coder_.emit(Opcode::Var, left, from & ~kVariablePlace);
    else coder_.emit(Opcode::Seeds, left, from);
    coder_.emit_jump(Opcode::TestLess, done, 1, left, count);
    coder_.emit(Opcode::Shift, from, count, pit);
    coder_.bind(next);
  }
  coder_.bind(done);
}

void MoveCoder::lift(const Step& s) {
  hand_filled_ = true;
  const Reg pit = s.b == rules::kNoNode ? Reg{kOrigin} : coder_.number(s.b);
  if (s.a == rules::kNoNode) {
    coder_.emit(Opcode::LiftAll, 0, pit);
    return;
  }
  coder_.emit(Opcode::LiftSome, s.value, coder_.number(s.a), pit);
}

void MoveCoder::capture(const Step& s) {
  if (s.d != rules::kNoNode) return capture_some(s);
  const Reg set = coder_.set(s.a);
  if (s.into == Step::IntoHand) {
    hand_filled_ = true;
    coder_.emit(Opcode::CaptureHand, 0, set);
    return;
  }
  if (s.into == Step::IntoPit) {
    coder_.emit(Opcode::CapturePit, coder_.number(s.b), set);
    return;
  }
  if (s.into == Step::IntoReserve) {
    coder_.emit(Opcode::CaptureVar, kReserve + coder_.player(s.to_who), set);
    return;
  }
  const bool store = s.into == Step::IntoStore;
  const bool fixed = s.c == rules::kNoNode || coder_.node(s.c).op == Op::ConstPlayer;
  if (!fixed) {
    coder_.emit(Opcode::CaptureFor, store, set, coder_.number(s.c));
    return;
  }
  const int player = s.c == rules::kNoNode ? coder_.me() : coder_.player(coder_.node(s.c).who);
  if (!store) {
    coder_.emit(Opcode::CaptureVar, kWon + player, set);
    return;
  }
  const Reg pit = coder_.new_number();
  coder_.emit(Opcode::Load, pit, 0, 0, program_.store[static_cast<std::size_t>(player)]);
  coder_.emit(Opcode::CapturePit, pit, set);
}

void MoveCoder::capture_some(const Step& s) {
  const Reg count = coder_.number(s.d);
  Reg pit = coder_.new_number();
  if (coder_.node(s.a).op == Op::OnePit) coder_.number_into(pit, coder_.node(s.a).a);
  else coder_.emit(Opcode::Only, pit, coder_.set(s.a));
  if (s.into == Step::IntoHand) {
    hand_filled_ = true;
    coder_.emit(Opcode::CaptureSome, 0, count, pit, 1);
    return;
  }
  if (s.into == Step::IntoPit || s.into == Step::IntoReserve) {
    const Reg to = place_of(s.into == Step::IntoPit ? Step::InPit : Step::InReserve, s.to_who, s.b);
    coder_.emit(Opcode::CaptureSome, 0, count, pit, 0);
    program_.code.back().c = to;
    return;
  }
  Reg player = coder_.new_number();
  if (s.c == rules::kNoNode) coder_.emit(Opcode::Load, player, 0, 0, coder_.me());
  else coder_.number_into(player, s.c);
  coder_.emit(Opcode::CaptureSome, player, count, pit, s.into == Step::IntoStore ? 3 : 2);
}

void MoveCoder::set_state(const Step& s) {
  const rules::State& state = rules_.states[static_cast<std::size_t>(s.value)];
  const int variable = coder_.variable(s.value, s.who);
  Reg value = 0;
  if (s.a == rules::kNoNode) {
    value = coder_.new_number();
    coder_.emit(Opcode::Load, value, 0, 0, state.kind == rules::State::Pit ? -1 : state.initial);
  } else {
    value = coder_.number(s.a);
  }
  if (state.kind == rules::State::Pit) coder_.emit(Opcode::SetPitVar, variable, value);
  else coder_.emit(Opcode::SetVar, variable, value, 0, state.kind == rules::State::Flag ? 1 : state.max);
}

void MoveCoder::takes(const Step& s) {
  if (s.value != 0) return halves(s);
  const Reg player = coder_.number(s.a);
  coder_.emit(Opcode::Takes, rules_.board.stores, coder_.set(s.b), player);
}

// All to the player, half of it on to the other, and an odd seed back on the board: it is nobody's.
void MoveCoder::halves(const Step& s) {
  const bool stores = rules_.board.stores;
  const int player = coder_.player(coder_.node(s.a).who);
  const auto heap = [&](int who) {
    if (!stores) return static_cast<Reg>(kVariablePlace | (kWon + who));
    const Reg pit = coder_.new_number();
    coder_.emit(Opcode::Load, pit, 0, 0, program_.store[static_cast<std::size_t>(who)]);
    return pit;
  };
  const Reg set = coder_.set(s.b);
  const Reg rest = coder_.new_set();
  const Reg pit = coder_.new_number(), all = coder_.new_number(), half = coder_.new_number(), two = coder_.new_number(), who = coder_.new_number();
  Label none;
  coder_.emit(Opcode::MaskCopy, rest, set);
  coder_.emit_jump(Opcode::MaskNext, none, pit, rest);
  coder_.emit(Opcode::Sum, all, set);
  coder_.emit(Opcode::Load, two, 0, 0, 2);
  coder_.emit(Opcode::Divide, half, all, two);
  coder_.emit(Opcode::Modulo, all, all, two);
  coder_.emit(Opcode::Load, who, 0, 0, player);
  coder_.emit(Opcode::Takes, stores, set, who);
  const Reg mine = heap(player), theirs = heap(1 - player);
  coder_.emit(Opcode::Shift, mine, half, theirs);
  coder_.emit(Opcode::Shift, mine, all, pit);
  coder_.bind(none);
}

// The number of the question that a step puts; both players' moves and all kinds share it.
std::int32_t MoveCoder::question(const Step& s) {
  out_->asks = true;
  auto& questions = program_.questions;
  const auto same = [&s](const Program::Question& q) { return q.file == s.span.file && q.begin == s.span.begin; };
  const auto known = std::find_if(questions.begin(), questions.end(), same);
  const auto number = static_cast<std::int32_t>(known - questions.begin());
  if (known == questions.end()) questions.push_back({s.span.file, s.span.begin, s.op == Step::Pick && s.a != rules::kNoNode});
  return number;
}

void MoveCoder::pick(const Step& s) {
  Label none;
  if (s.a != rules::kNoNode) {
    const Reg set = coder_.set(s.a);
    coder_.emit_jump(Opcode::Pick, none, kPicked0 + s.value, set, 0, question(s));
  } else {
    const Reg low = coder_.number(s.b);
    const Reg high = coder_.number(s.c);
    coder_.emit_jump(Opcode::PickNumber, none, kPicked0 + s.value, low, high, question(s));
  }
  steps(s.steps);
  coder_.bind(none);
}

void MoveCoder::ask(const Step& s) {
  coder_.emit(Opcode::Ask, static_cast<int>(s.answers.size()), 0, 0, question(s));
  std::vector<Label> labels(s.answers.size());
  for (Label& label : labels) coder_.emit_jump(Opcode::Jump, label);
  Label done;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    coder_.bind(labels[i]);
    steps(s.answers[i].steps);
    coder_.emit_jump(Opcode::Jump, done);
  }
  coder_.bind(done);
}

}  // namespace mnc::engine
