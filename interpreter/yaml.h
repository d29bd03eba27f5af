// A YAML text as a tree that is safe to walk: bounded in size and depth, without anchors, every key once.
// Comes in: the text of a file. Goes out: the tree with lines and columns, or what is wrong where.
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace mnc::engine {

// Limits on what yaml-cpp is given. The largest scenario file known has 115 kB and 50,000 nodes; nothing in a
// scenario is deeper than 7. yaml-cpp reads 4 MB in about a second, and recurses with the depth.
inline constexpr std::size_t kMaxYamlBytes = 4u << 20;
inline constexpr int kMaxYamlNodes = 1'000'000;
inline constexpr int kMaxYamlDepth = 32;

struct YamlNode {
  enum Kind { Null, Scalar, List, Map } kind = Null;
  int line = 1, column = 1;     // from 1; columns in bytes, as yaml-cpp counts
  std::string text;             // of a scalar
  std::vector<YamlNode> keys;   // of a map: scalars, all different, in order
  std::vector<YamlNode> items;  // of a list; of a map: the values, one for each key

  // The value of a key, or null if a map does not have it.
  [[nodiscard]] const YamlNode* find(std::string_view key) const;
};

struct YamlError {
  int line = 1, column = 1;  // as in YamlNode
  std::string message;
};

// One document. An empty text is an error.
[[nodiscard]] std::variant<YamlNode, YamlError> read_yaml(std::string_view text);

// A column in bytes as a column in characters, for messages.
[[nodiscard]] int character_column(std::string_view text, int line, int column);

}  // namespace mnc::engine
