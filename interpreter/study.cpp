// From the YAML tree of a study to what it asks for: every key is known, every value of the right shape.
#include "interpreter/study.h"

#include <fmt/format.h>

#include <charconv>

#include "interpreter/players/player.h"
#include "interpreter/quote.h"
#include "interpreter/yaml.h"

namespace mnc::engine {
namespace {

class StudyReader {
 public:
  explicit StudyReader(std::string_view text) : text_(text) {}

  std::variant<Study, std::vector<StudyProblem>> read() {
    const std::variant<YamlNode, YamlError> tree = read_yaml(text_);
    if (const auto* error = std::get_if<YamlError>(&tree)) complain(error->line, error->column, error->message);
    else file(std::get<YamlNode>(tree));
    if (!problems_.empty()) return problems_;
    if (study_.option_sets.empty()) study_.option_sets.emplace_back();
    if (study_.players.empty()) study_.players.push_back({"random", 1, 1});
    return std::move(study_);
  }

 private:
  void complain(int line, int column, std::string message) {
    constexpr std::size_t kMost = 50;  // more of them would not be read
    if (problems_.size() < kMost)
      problems_.push_back({line, character_column(text_, line, column), std::move(message)});
  }
  void complain(const YamlNode& node, std::string message) { complain(node.line, node.column, std::move(message)); }

  Placed placed(const YamlNode& node) {
    return {node.text, node.line, character_column(text_, node.line, node.column)};
  }

  // One value or a list of them, at least one.
  std::vector<Placed> values(const YamlNode& node, std::string_view key) {
    std::vector<Placed> out;
    if (node.kind == YamlNode::Scalar) return {placed(node)};
    if (node.kind != YamlNode::List || node.items.empty()) {
      complain(node, fmt::format("`{}` must be a value or a list of values", key));
      return out;
    }
    for (const YamlNode& item : node.items) {
      if (item.kind == YamlNode::Scalar) out.push_back(placed(item));
      else complain(item, fmt::format("`{}` must be a value or a list of values", key));
    }
    return out;
  }

  std::string one(const YamlNode& node, std::string_view key) {
    if (node.kind != YamlNode::Scalar) complain(node, fmt::format("`{}` must be one value", key));
    return node.text;
  }

  std::uint64_t number(const YamlNode& node, std::string_view key, std::uint64_t least, std::uint64_t most) {
    std::uint64_t value = least;
    const std::string& text = node.text;
    const auto [stop, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (node.kind != YamlNode::Scalar || problem != std::errc{} || stop != text.data() + text.size() || value < least ||
        value > most)
      complain(node, fmt::format("`{}` must be a whole number from {} to {}", key, least, most));
    return value;
  }

  bool truth(const YamlNode& node, std::string_view key) {
    if (node.kind != YamlNode::Scalar || (node.text != "yes" && node.text != "no"))
      complain(node, fmt::format("`{}` must be `yes` or `no`", key));
    return node.text == "yes";
  }

  void file(const YamlNode& root) {
    static constexpr const char* kKeys =
        "`title`, `about`, `rulesets`, `options`, `players`, `games`, `seed`, `max_plies`, `details`";
    if (root.kind != YamlNode::Map) return complain(root, fmt::format("a study has the keys {}", kKeys));
    for (std::size_t i = 0; i < root.keys.size(); ++i) {
      const std::string& key = root.keys[i].text;
      const YamlNode& value = root.items[i];
      if (key == "title") study_.title = one(value, key);
      else if (key == "about") study_.about = one(value, key);
      else if (key == "rulesets") study_.rulesets = values(value, key);
      else if (key == "options") options(value);
      else if (key == "players") players(value);
      else if (key == "games") study_.games = number(value, key, 1, 1'000'000'000'000);
      else if (key == "seed") study_.seed = number(value, key, 0, UINT64_MAX);
      else if (key == "max_plies") study_.max_plies = static_cast<std::uint32_t>(number(value, key, 1, 1'000'000'000));
      else if (key == "details") study_.details = truth(value, key);
      else complain(root.keys[i], fmt::format("unknown key {} in a study: it has {}", backquoted(key), kKeys));
    }
    if (root.find("rulesets") == nullptr) complain(root, "the key `rulesets` is missing");
  }

  // `NAME: values` for each option; of several such maps in a list, one after the other.
  void options(const YamlNode& node) {
    if (node.kind == YamlNode::Map) return option_set(node);
    if (node.kind != YamlNode::List || node.items.empty())
      return complain(node, "`options` must be options with their values, or a list of such");
    for (const YamlNode& item : node.items) {
      if (item.kind == YamlNode::Map) option_set(item);
      else complain(item, "`options` must be options with their values, or a list of such");
    }
  }

  void option_set(const YamlNode& node) {
    std::vector<StudyOption>& set = study_.option_sets.emplace_back();
    for (std::size_t i = 0; i < node.keys.size(); ++i) {
      StudyOption option{placed(node.keys[i]), {}};
      const YamlNode& value = node.items[i];
      if (value.kind != YamlNode::Scalar || value.text != "all") option.values = values(value, option.name.text);
      set.push_back(std::move(option));
    }
  }

  void players(const YamlNode& node) {
    study_.players = values(node, "players");
    for (const Placed& pair : study_.players) {
      const auto read = read_pair(pair.text);
      if (const auto* message = std::get_if<std::string>(&read))
        problems_.push_back({pair.line, pair.column, *message});
    }
  }

  std::string_view text_;
  Study study_;
  std::vector<StudyProblem> problems_;
};

}  // namespace

std::variant<Study, std::vector<StudyProblem>> read_study(std::string_view text) { return StudyReader(text).read(); }

}  // namespace mnc::engine
