// Standard output as the commands use it: buffered, and with every failed write noticed.
#pragma once

#include <string>
#include <string_view>

namespace mnc::cli {

// Whoever read our output is gone, which is no error. Caught in main.
struct ClosedPipe {};

class Output {
 public:
  Output& operator<<(std::string_view text);
  // Throws ClosedPipe, or Failure if the output cannot be written.
  void flush();

 private:
  // Larger pieces than this are written at once.
  static constexpr std::size_t kBuffer = 64u << 10;
  std::string buffer_;
};

// Standard error: a failed write there has nobody to be told.
void write_error(std::string_view text);

}  // namespace mnc::cli
