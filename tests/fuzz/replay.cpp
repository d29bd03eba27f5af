// Drives one fuzz target without libFuzzer. Comes in: files and folders of inputs. Each file is one case, run as it is
// and in cut and damaged forms that depend on the file alone. Goes out: a count; a failing case ends the program.
#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "tests/fuzz/fuzz.h"

namespace {

// Damaged forms of each file. More find more and take longer; all of them together stay under a few seconds.
constexpr int kForms = 60;

void feed(const std::string& text) {
  LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
}

// One random edit: drop, double, overwrite or insert a stretch.
void damage(std::string& text, std::mt19937& random) {
  const auto below = [&](std::size_t n) { return static_cast<std::size_t>(random()) % (n + 1); };
  const std::size_t from = below(text.size());
  const std::size_t length = std::min(below(12), text.size() - from);
  constexpr std::string_view kPieces[] = {"(", ")", "{", "}", "[", "]", "\"", ":", "//", "..", "65536", "not ", "\xff", "\n", "-1"};
  switch (below(3)) {
    case 0: text.erase(from, length); break;
    case 1: text.insert(from, text.substr(from, length)); break;
    case 2: text.insert(from, kPieces[below(std::size(kPieces) - 1)]); break;
    case 3:
      if (from < text.size()) text[from] = static_cast<char>(random() & 0xff);
      break;
  }
}

void run_file(const std::filesystem::path& path) {
  std::ifstream stream(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  std::cerr << path.string() << '\n';
  feed(text);
  std::mt19937 random(static_cast<std::uint32_t>(text.size()));
  for (int form = 0; form < kForms; ++form) {
    std::string broken = text;
    for (int edits = 0; edits <= form % 4; ++edits) damage(broken, random);
    feed(broken);
  }
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::filesystem::path> files;
  for (int i = 1; i < argc; ++i) {
    if (!std::filesystem::is_directory(argv[i])) files.emplace_back(argv[i]);
    else for (const auto& entry : std::filesystem::directory_iterator(argv[i])) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  for (const auto& file : files) run_file(file);
  std::cout << files.size() << " passed, 0 failed\n";
}
