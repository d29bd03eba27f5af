// Reads YAML through yaml-cpp's events, which come with places and can be stopped; its own tree would accept a key
// twice and follow anchors without end. See yaml.h for the limits.
#include "interpreter/yaml.h"

#include <fmt/format.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <map>
#include <sstream>

#include "interpreter/quote.h"

namespace mnc::engine {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

// Thrown through yaml-cpp to stop it; caught in read_yaml.
struct Stopped {
  YamlError error;
};

[[noreturn]] void stop(int line, int column, std::string message) { throw Stopped{{line, column, std::move(message)}}; }
[[noreturn]] void stop(const YAML::Mark& mark, std::string message) {
  stop(mark.line + 1, mark.column + 1, std::move(message));
}

class Builder : public YAML::EventHandler {
 public:
  [[nodiscard]] bool has_root() const { return has_root_; }
  YamlNode take_root() { return std::move(root_); }

  void OnDocumentStart(const YAML::Mark& mark) override {
    if (has_root_) stop(mark, "a second document begins here: a scenario file is one");
  }
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    forbid_anchor(mark, anchor);
    add(node(YamlNode::Null, mark));
  }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override {
    stop(mark, "aliases are not used in scenario files");
  }
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    forbid_anchor(mark, anchor);
    // `?`: a plain scalar, `!`: a quoted one.
    if (!tag.empty() && tag != "?" && tag != "!") stop(mark, "tags are not used in scenario files");
    YamlNode scalar = node(YamlNode::Scalar, mark);
    scalar.text = value;
    add(std::move(scalar));
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    open(YamlNode::List, mark, anchor);
  }
  void OnSequenceEnd() override { close(); }
  void OnMapStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    open(YamlNode::Map, mark, anchor);
  }
  void OnMapEnd() override { close(); }

 private:
  struct Open {
    YamlNode node;
    bool key_next = true;              // of a map
    std::map<std::string, int> lines;  // of its keys
  };

  YamlNode node(YamlNode::Kind kind, const YAML::Mark& mark) {
    if (++nodes_ > kMaxYamlNodes) stop(mark, fmt::format("the file has more than {} values", kMaxYamlNodes));
    YamlNode result;
    result.kind = kind;
    result.line = mark.line + 1;
    result.column = mark.column + 1;
    return result;
  }

  static void forbid_anchor(const YAML::Mark& mark, YAML::anchor_t anchor) {
    if (anchor != 0) stop(mark, "anchors are not used in scenario files");
  }

  void open(YamlNode::Kind kind, const YAML::Mark& mark, YAML::anchor_t anchor) {
    forbid_anchor(mark, anchor);
    if (open_.size() >= kMaxYamlDepth)
      stop(mark, fmt::format("lists and maps are nested deeper than {}", kMaxYamlDepth));
    open_.push_back({node(kind, mark), true, {}});
  }

  void close() {
    YamlNode done = std::move(open_.back().node);
    open_.pop_back();
    add(std::move(done));
  }

  void add(YamlNode value) {
    if (open_.empty()) {
      root_ = std::move(value);
      has_root_ = true;
      return;
    }
    Open& parent = open_.back();
    if (parent.node.kind == YamlNode::Map && parent.key_next) {
      add_key(parent, std::move(value));
    } else {
      parent.key_next = true;
      parent.node.items.push_back(std::move(value));
    }
  }

  static void add_key(Open& parent, YamlNode key) {
    if (key.kind != YamlNode::Scalar) stop(key.line, key.column, "a key must be a word or a number");
    const auto [known, added] = parent.lines.try_emplace(key.text, key.line);
    if (!added) {
      stop(key.line, key.column,
           fmt::format("the key {} is given twice, first in line {}", backquoted(key.text), known->second));
    }
    parent.key_next = false;
    parent.node.keys.push_back(std::move(key));
  }

  std::vector<Open> open_;
  YamlNode root_;
  bool has_root_ = false;
  int nodes_ = 0;
};

YamlError at_offset(std::string_view text, std::size_t offset, std::string message) {
  YamlError error{1, 1, std::move(message)};
  for (std::size_t i = 0; i < offset; ++i) {
    ++error.column;
    if (text[i] == '\n') {
      ++error.line;
      error.column = 1;
    }
  }
  return error;
}

// Before yaml-cpp sees the text: what it would read as another encoding, or spend a lot of memory on.
std::string check_bytes(std::string_view text, YamlError& error) {
  if (text.size() > kMaxYamlBytes) {
    error = {1, 1, fmt::format("the file is too large: at most {} MB", kMaxYamlBytes >> 20)};
    return error.message;
  }
  const std::size_t wrong = find_not_utf8(text);
  const std::size_t control =
      text.find_first_of(std::string_view("\0\x01\x02\x03\x04\x05\x06\x07\x08\x0b\x0c\x0e\x0f\x1b\x7f", 15));
  if (wrong != std::string_view::npos) {
    error = at_offset(text, wrong, "this is not UTF-8 text");
  } else if (control != std::string_view::npos) {
    error =
        at_offset(text, control,
                  fmt::format("the byte {:02x} does not belong in a text", static_cast<unsigned char>(text[control])));
  } else {
    // yaml-cpp keeps something for every open bracket before it says anything; brackets in quotes are few.
    std::size_t open = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] == '[' || text[i] == '{') ++open;
      if ((text[i] == ']' || text[i] == '}') && open > 0) --open;
      if (open > 1000) {
        error = at_offset(text, i, fmt::format("lists and maps are nested deeper than {}", kMaxYamlDepth));
        break;
      }
    }
  }
  return error.message;
}

}  // namespace

const YamlNode* YamlNode::find(std::string_view key) const {
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (keys[i].text == key) return &items[i];
  }
  return nullptr;
}

int character_column(std::string_view text, int line, int column) {
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  for (int i = 1; i < line; ++i) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos) return column;
    text.remove_prefix(end + 1);
  }
  int characters = 1;
  for (std::size_t i = 0; i + 1 < static_cast<std::size_t>(column) && i < text.size(); ++i) {
    if ((static_cast<unsigned char>(text[i]) & 0xC0u) != 0x80) ++characters;
  }
  return characters;
}

std::variant<YamlNode, YamlError> read_yaml(std::string_view text) {
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  YamlError error;
  if (!check_bytes(text, error).empty()) return error;
  std::istringstream stream{std::string(text)};
  stream.imbue(std::locale::classic());
  Builder builder;
  try {
    YAML::Parser parser(stream);
    // Not in a loop: after some malformed texts yaml-cpp 0.7 has another document for ever.
    if (parser.HandleNextDocument(builder)) parser.HandleNextDocument(builder);
  } catch (const Stopped& stopped) { return stopped.error; } catch (const YAML::Exception& problem) {
    if (problem.mark.is_null()) return YamlError{1, 1, "this is not YAML: " + printable(problem.msg)};
    return YamlError{problem.mark.line + 1, problem.mark.column + 1, "this is not YAML: " + printable(problem.msg)};
  }
  if (!builder.has_root()) return YamlError{1, 1, "the file is empty"};
  return builder.take_root();
}

}  // namespace mnc::engine
