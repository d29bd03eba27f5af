// The bundled rulesets as texts, for tests that put mistakes into them.
#pragma once

#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "grammar/check.h"

namespace mnc {

inline std::string bundled_text(const std::string& name) {
  std::ifstream file(std::filesystem::path(MNC_SOURCE_DIR) / "rulesets" / (name + ".mnc"), std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

inline std::vector<std::string> bundled_names() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(std::filesystem::path(MNC_SOURCE_DIR) / "rulesets"))
    if (entry.path().extension() == ".mnc") names.push_back(entry.path().stem().string());
  return names;
}

// Checks a changed bundled ruleset; its base, if it has one, is the bundled one.
inline grammar::Compilation check_changed(const std::string& text) {
  const auto fetch = [](const std::string& base, bool, const std::string&) -> std::optional<grammar::Fetched> {
    return grammar::Fetched{base, bundled_text(base)};
  };
  return grammar::compile({"test.mnc", text}, {}, fetch);
}

// The text with its comments, texts in quotes and notes blanked out: mistakes are made in the rest.
inline std::string rules_only(std::string text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool comment = text.compare(i, 2, "//") == 0;
    if (!comment && text[i] != '"' && text[i] != '[') continue;
    const char end = comment ? '\n' : text[i] == '"' ? '"' : ']';
    for (++i; i < text.size() && text[i] != end; ++i)
      if (text[i] != '\n') text[i] = ' ';
  }
  return text;
}

}  // namespace mnc
