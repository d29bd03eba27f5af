// Stage 2, check: see variations.h.
#include "grammar/check/variations.h"

#include <algorithm>
#include <functional>
#include <numeric>
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

std::vector<Setting> unlike_chosen(const std::vector<Option>& options) {
  Setting chosen, initial;
  for (const Option& option : options) {
    chosen.emplace_back(option.name, option.values[static_cast<std::size_t>(option.chosen)]);
    initial.emplace_back(option.name, option.values[static_cast<std::size_t>(option.initial)]);
  }
  std::set<Setting> met{chosen};
  std::vector<std::pair<std::ptrdiff_t, Setting>> found;  // with the number of options that are as chosen
  for (const Setting& one : variations(options)) {
    Setting whole = initial;
    for (const auto& setting : one)
      std::find_if(whole.begin(), whole.end(), [&](const auto& option) { return option.first == setting.first; })->second = setting.second;
    if (!met.insert(whole).second) continue;
    const auto alike = std::inner_product(whole.begin(), whole.end(), chosen.begin(), std::ptrdiff_t{0}, std::plus<>(),
                                          std::equal_to<>());
    found.emplace_back(alike, std::move(whole));
  }
  std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<Setting> out;
  for (auto& [alike, setting] : found) out.push_back(std::move(setting));
  return out;
}

}  // namespace mnc::grammar::check
