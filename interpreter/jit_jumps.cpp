// Compiled code: the jumps between its pieces, straightened. Every piece is written on its own and ends with a jump to
// wherever it goes on; most of those places follow at once, or hold nothing but another jump.
#if defined(MNC_HAS_JIT)

#include <unordered_map>

#include "interpreter/jit_code.h"

namespace mnc::engine {

namespace {

using asmjit::BaseNode;
using asmjit::InstNode;
using InstId = asmjit::InstId;

// Chains of jumps longer than this are left as they are (a loop of jumps never ends).
constexpr int kMostHops = 16;

class Straightener {
 public:
  explicit Straightener(x86::Compiler& compiler) : cc(compiler) {
    for (unsigned code = 0; code < 16; ++code) {
      const auto condition = static_cast<x86::CondCode>(code);
      opposite_.emplace(x86::Inst::jccFromCond(condition), x86::Inst::jccFromCond(x86::negateCond(condition)));
    }
    for (BaseNode* node = cc.firstNode(); node != nullptr; node = node->next())
      if (node->isLabel()) labels_[node->as<asmjit::LabelNode>()->labelId()] = node;
  }

  void run() {
    for (BaseNode *node = cc.firstNode(), *next = nullptr; node != nullptr; node = next) {
      next = node->next();
      if (!jumps(node)) continue;
      retarget(node);
      skip_dead(node);
      next = node->next();
      if (follows(node, target(node))) cc.removeNode(node);
      else if (turn(node)) next = node->next();
    }
  }

 private:
  [[nodiscard]] static bool is(const BaseNode* node, InstId id) { return node->isInst() && node->as<InstNode>()->id() == id; }
  [[nodiscard]] bool jumps(const BaseNode* node) const {
    if (!node->isInst() || node->isInvoke()) return false;
    const auto* inst = node->as<InstNode>();
    return (inst->id() == x86::Inst::kIdJmp || opposite_.contains(inst->id())) && inst->opCount() == 1 && inst->op(0).isLabel();
  }
  [[nodiscard]] static std::uint32_t target(const BaseNode* node) { return node->as<InstNode>()->op(0).id(); }
  // The first instruction from a node on.
  [[nodiscard]] static BaseNode* settled(BaseNode* node) {
    while (node != nullptr && (node->isLabel() || node->isComment())) node = node->next();
    return node;
  }

  // To where a chain of jumps ends.
  void retarget(BaseNode* node) {
    for (int hop = 0; hop < kMostHops; ++hop) {
      const auto place = labels_.find(target(node));
      if (place == labels_.end()) return;
      const BaseNode* first = settled(place->second);
      if (first == nullptr || first == node || !is(first, x86::Inst::kIdJmp) || !jumps(first) || target(first) == target(node)) return;
      node->as<InstNode>()->setOp(0, first->as<InstNode>()->op(0));
    }
  }
  // What stands between a jump and the next label is never reached.
  void skip_dead(BaseNode* node) {
    if (!is(node, x86::Inst::kIdJmp)) return;
    while (node->next() != nullptr && jumps(node->next())) cc.removeNode(node->next());
  }
  // Whether a place comes next after a node.
  [[nodiscard]] static bool follows(const BaseNode* node, std::uint32_t place) {
    for (const BaseNode* at = node->next(); at != nullptr && (at->isLabel() || at->isComment()); at = at->next())
      if (at->isLabel() && at->as<asmjit::LabelNode>()->labelId() == place) return true;
    return false;
  }
  // A condition that only jumps over a jump: one jump with the opposite condition.
  bool turn(BaseNode* node) {
    const auto other = opposite_.find(node->as<InstNode>()->id());
    BaseNode* jump = node->next();
    if (other == opposite_.end() || jump == nullptr || !is(jump, x86::Inst::kIdJmp) || !jumps(jump) || !follows(jump, target(node))) return false;
    node->as<InstNode>()->setId(other->second);
    node->as<InstNode>()->setOp(0, jump->as<InstNode>()->op(0));
    cc.removeNode(jump);
    retarget(node);
    return true;
  }

  x86::Compiler& cc;
  std::unordered_map<InstId, InstId> opposite_;
  std::unordered_map<std::uint32_t, BaseNode*> labels_;
};

}  // namespace

void straighten(x86::Compiler& cc) { Straightener(cc).run(); }

}  // namespace mnc::engine

#endif
