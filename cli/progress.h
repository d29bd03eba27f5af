// How far a long command is, on a terminal; and being interrupted with Ctrl-C.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <string>

namespace mnc::cli {

// A line on standard error that is drawn again and again, if that is a terminal; else nothing.
class ProgressBar {
 public:
  explicit ProgressBar(std::uint64_t total);
  ~ProgressBar();
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;
  void draw(std::uint64_t done);

 private:
  std::uint64_t total_;
  bool shown_, drawn_ = false;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

// The line as it is drawn: `[###...] 30 %  300 of 1000  150/s  5 s left`.
[[nodiscard]] std::string progress_text(std::uint64_t done, std::uint64_t total, double seconds);

// While it lives, Ctrl-C sets the flag; a second one ends the program.
class Interruption {
 public:
  Interruption();
  ~Interruption();
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;
  [[nodiscard]] const std::atomic<bool>& flag() const;
  // If there was one, ends the program as one that was interrupted (status 130 to a shell). Call it when all is written.
  void pass_on() const;
};

}  // namespace mnc::cli
