// Stage 2, check: which nodes of a ruleset say the same, however often it is written.
#pragma once

#include <cstdint>
#include <vector>

#include "grammar/ruleset.h"

namespace mnc::grammar::check {

// As seen by one player (0: South moves).
class Alike {
 public:
  Alike(const Ruleset& rules, std::size_t mover);

  // Below kMaxNodes; the same for two nodes if, and only if, they say the same.
  [[nodiscard]] std::uint32_t number(NodeId id) const { return of(id).number; }
  // Whether the node speaks of the pit that is spoken of where it stands.
  [[nodiscard]] bool mentions_it(NodeId id) const { return of(id).mentions_it; }

 private:
  struct Fact {
    std::uint32_t number = 0;
    bool mentions_it = false;
  };
  [[nodiscard]] const Fact& of(NodeId id) const { return facts_[static_cast<std::size_t>(id)]; }
  [[nodiscard]] std::uint64_t hash(const Node& node) const;
  [[nodiscard]] bool same(const Node& a, const Node& b) const;
  [[nodiscard]] bool same(NodeId a, NodeId b) const;

  std::size_t mover_;
  std::vector<Fact> facts_;  // by node
};

}  // namespace mnc::grammar::check
