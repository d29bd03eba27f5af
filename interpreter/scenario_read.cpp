// From the YAML tree of a scenario file to its cases: every key is known, every value of the right shape.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "interpreter/quote.h"
#include "interpreter/scenario.h"
#include "interpreter/yaml.h"

namespace mnc::engine {
namespace {

// Deeper counts than this take for ever on any board.
constexpr int kMaxPerftDepth = 100;

class ScenarioReader {
 public:
  explicit ScenarioReader(std::string_view text) : text_(text) {}

  std::variant<Scenario, std::vector<ScenarioProblem>> read() {
    const std::variant<YamlNode, YamlError> tree = read_yaml(text_);
    if (const auto* error = std::get_if<YamlError>(&tree)) {
      complain(error->line, error->column, error->message);
    } else {
      read_file(std::get<YamlNode>(tree));
    }
    if (!problems_.empty()) return problems_;
    return std::move(scenario_);
  }

 private:
  // More of them would not be read.
  static constexpr std::size_t kMaxProblems = 50;

  void complain(int line, int column, std::string message) {
    if (problems_.size() < kMaxProblems)
      problems_.push_back({line, character_column(text_, line, column), std::move(message)});
  }
  void complain(const YamlNode& node, std::string message) { complain(node.line, node.column, std::move(message)); }

  bool is(const YamlNode& node, YamlNode::Kind kind, std::string_view key) {
    if (node.kind == kind) return true;
    const char* const what = kind == YamlNode::Map    ? "keys with values"
                             : kind == YamlNode::List ? "a list"
                                                      : "one value";
    complain(node, fmt::format("`{}` must be {}", key, what));
    return false;
  }

  std::string scalar(const YamlNode& node, std::string_view key) {
    return is(node, YamlNode::Scalar, key) ? node.text : std::string();
  }

  // One value or a list of them.
  Expectation expectation(const std::string& key, const YamlNode& node) {
    Expectation result{key, {}, node.line, node.column};
    if (node.kind == YamlNode::List) {
      for (const YamlNode& item : node.items) result.values.push_back(scalar(item, key));
    } else {
      result.values.push_back(scalar(node, key));
    }
    return result;
  }

  Expectation list(const std::string& key, const YamlNode& node) {
    Expectation result{key, {}, node.line, node.column};
    if (!is(node, YamlNode::List, key)) return result;
    return expectation(key, node);
  }

  Expectation single(const std::string& key, const YamlNode& node) {
    return {key, {scalar(node, key)}, node.line, node.column};
  }

  void unknown(const YamlNode& key, std::string_view where, std::string_view known) {
    complain(key, fmt::format("unknown key {} in {}: it has {}", backquoted(key.text), where, known));
  }

  void read_file(const YamlNode& root) {
    if (root.kind != YamlNode::Map)
      return complain(root, "a scenario file has the keys `ruleset`, `options` and `cases`");
    for (std::size_t i = 0; i < root.keys.size(); ++i) {
      const std::string& key = root.keys[i].text;
      const YamlNode& value = root.items[i];
      if (key == "ruleset") {
        scenario_.ruleset = scalar(value, key);
        scenario_.ruleset_line = value.line;
        scenario_.ruleset_column = value.column;
      } else if (key == "options") {
        read_options(scenario_.options, value);
      } else if (key == "cases") {
        if (!is(value, YamlNode::List, key)) continue;
        for (const YamlNode& item : value.items) read_case(item);
      } else {
        unknown(root.keys[i], "a scenario file", "`ruleset`, `options`, `cases`");
      }
    }
    if (root.find("ruleset") == nullptr) complain(root, "the key `ruleset` is missing");
    if (root.find("cases") == nullptr) complain(root, "the key `cases` is missing");
  }

  void read_options(ScenarioOptions& options, const YamlNode& node) {
    if (!is(node, YamlNode::Map, "options")) return;
    for (std::size_t k = 0; k < node.keys.size(); ++k) {
      options.emplace_back(node.keys[k].text, scalar(node.items[k], node.keys[k].text));
    }
  }

  void read_case(const YamlNode& node) {
    ScenarioCase& one = scenario_.cases.emplace_back();
    one.line = node.line;
    one.name = fmt::format("case {}", scenario_.cases.size());
    if (!is(node, YamlNode::Map, "cases")) return;
    for (std::size_t i = 0; i < node.keys.size(); ++i) {
      const std::string& key = node.keys[i].text;
      const YamlNode& value = node.items[i];
      if (key == "name") one.name = scalar(value, key);
      else if (key == "start") one.start = single(key, value);
      else if (key == "options") read_options(one.options, value);
      else if (key == "plies") read_plies(one, value);
      else if (key == "legal") one.legal = list(key, value);
      else if (key == "result") read_result(one, value);
      else if (key == "final_won") read_final(one, value);
      else if (key == "next_round") one.next_round = single(key, value);
      else if (key == "error") one.error = single(key, value);
      else if (key == "perft") read_perft(one, value);
      else
        unknown(node.keys[i], "a case", "`name`, `options`, `start`, `plies`, `legal`, `result`, `final_won`, `next_round`, `error`, `perft`");
    }
  }

  void read_result(ScenarioCase& one, const YamlNode& node) {
    one.result = single("result", node);
    static constexpr std::string_view kResults[] = {"south", "north", "draw", "void", "none"};
    if (node.kind == YamlNode::Scalar &&
        std::find(std::begin(kResults), std::end(kResults), node.text) == std::end(kResults)) {
      complain(node,
               fmt::format("{} is not a result: `south`, `north`, `draw`, `void` or `none`", backquoted(node.text)));
    }
  }

  void read_final(ScenarioCase& one, const YamlNode& node) {
    one.final_won = list("final_won", node);
    if (node.kind == YamlNode::List && node.items.size() != 2)
      complain(node, "`final_won` must be South's and North's seeds");
  }

  void read_plies(ScenarioCase& one, const YamlNode& node) {
    if (!is(node, YamlNode::List, "plies")) return;
    for (const YamlNode& item : node.items) {
      ScenarioPly& ply = one.plies.emplace_back();
      ply.line = item.line;
      if (item.kind != YamlNode::Map) {
        complain(item, "a ply has keys: write `play: A1`");
        continue;
      }
      for (std::size_t i = 0; i < item.keys.size(); ++i) {
        const std::string& key = item.keys[i].text;
        const YamlNode& value = item.items[i];
        if (key == "legal") ply.legal = list(key, value);
        else if (key == "play") ply.play = scalar(value, key);
        else if (key == "board") ply.after.push_back(single(key, value));
        else ply.after.push_back(at_key(item.keys[i], expectation(key, value)));  // a field of the position, or unknown
      }
      if (item.find("play") == nullptr) complain(item, "the key `play` is missing");
    }
  }

  static Expectation at_key(const YamlNode& key, Expectation expected) {
    expected.line = key.line;
    expected.column = key.column;
    return expected;
  }

  template <class Number>
  bool read_number(const YamlNode& node, Number& number) {
    const char* const end = node.text.data() + node.text.size();
    const auto [stop, problem] = std::from_chars(node.text.data(), end, number);
    if (node.kind == YamlNode::Scalar && problem == std::errc{} && stop == end) return true;
    complain(node, fmt::format("{} is not a number", backquoted(node.text)));
    return false;
  }

  void read_perft(ScenarioCase& one, const YamlNode& node) {
    if (!is(node, YamlNode::Map, "perft")) return;
    for (std::size_t i = 0; i < node.keys.size(); ++i) {
      ScenarioCase::Count count{node.keys[i].line, 0, 0};
      if (!read_number(node.keys[i], count.depth) || !read_number(node.items[i], count.nodes)) continue;
      if (count.depth < 0 || count.depth > kMaxPerftDepth) {
        complain(node.keys[i], fmt::format("the depth must be 0 to {}", kMaxPerftDepth));
      }
      one.perft.push_back(count);
    }
  }

  std::string_view text_;
  Scenario scenario_;
  std::vector<ScenarioProblem> problems_;
};

}  // namespace

std::variant<Scenario, std::vector<ScenarioProblem>> read_scenario(std::string_view text) {
  return ScenarioReader(text).read();
}

}  // namespace mnc::engine
