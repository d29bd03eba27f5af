// Stage 2, check: see variations.h.
#include "grammar/check/variations.h"

#include <algorithm>
#include <set>

namespace mnc::grammar::check {
namespace {

// Readings of one ruleset, at a few milliseconds each at most.
constexpr std::size_t kMost = 128;

std::vector<std::string> tried(const Option& option) {
  if (!option.range) return option.values;
  const std::size_t last = option.values.size() - 1;
  const std::set<std::size_t> some{0, std::min<std::size_t>(1, last), static_cast<std::size_t>(option.initial),
                                   last == 0 ? 0 : last - 1, last};
  std::vector<std::string> values;
  for (const std::size_t index : some) values.push_back(option.values[index]);
  return values;
}

std::vector<Setting> all_of(const std::vector<Option>& options, const std::vector<std::vector<std::string>>& values) {
  std::vector<Setting> out{{}};
  for (std::size_t i = 0; i < options.size(); ++i) {
    std::vector<Setting> more;
    for (const Setting& one : out) {
      for (const std::string& value : values[i]) {
        more.push_back(one);
        more.back().emplace_back(options[i].name, value);
      }
    }
    out = std::move(more);
  }
  return out;
}

}  // namespace

std::vector<Setting> variations(const std::vector<Option>& options) {
  std::vector<std::vector<std::string>> values;
  std::size_t product = 1;
  for (const Option& option : options) {
    values.push_back(tried(option));
    product = std::min(product * std::max<std::size_t>(1, values.back().size()), 2 * kMost);
  }
  std::vector<Setting> out{{}};
  if (product <= kMost) {
    const std::vector<Setting> all = all_of(options, values);
    out.insert(out.end(), all.begin(), all.end());
    return out;
  }
  for (std::size_t i = 0; i < options.size(); ++i) {
    for (const std::string& value : values[i]) out.push_back({{options[i].name, value}});
  }
  for (std::size_t i = 0; i < options.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      for (const std::string& a : values[i]) {
        for (const std::string& b : values[j]) {
          if (out.size() < kMost) out.push_back({{options[i].name, a}, {options[j].name, b}});
        }
      }
    }
  }
  return out;
}

}  // namespace mnc::grammar::check
