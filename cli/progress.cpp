// The progress bar, and Ctrl-C; see progress.h.
#include "cli/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <csignal>

#include "cli/output.h"

namespace mnc::cli {
namespace {

std::atomic<bool> interrupted{false};
static_assert(std::atomic<bool>::is_always_lock_free);  // so that a signal handler may set it

void on_interrupt(int) {
  interrupted = true;
  std::signal(SIGINT, SIG_DFL);  // a second one ends the program
}

// `1 h 02 min`, `3 min 20 s`, `5 s`
std::string time_text(double seconds) {
  constexpr double kLongest = 3600.0 * 1000;
  if (!(seconds < kLongest)) return "over 1000 h";
  const auto s = static_cast<std::uint64_t>(std::ceil(seconds));
  if (s >= 3600) return fmt::format("{} h {:02} min", s / 3600, s / 60 % 60);
  if (s >= 60) return fmt::format("{} min {:02} s", s / 60, s % 60);
  return fmt::format("{} s", s);
}

}  // namespace

std::string progress_text(std::uint64_t done, std::uint64_t total, double seconds) {
  constexpr std::size_t kWidth = 30;
  const double share = total == 0 ? 1 : std::min(1.0, static_cast<double>(done) / static_cast<double>(total));
  const auto filled = static_cast<std::size_t>(share * kWidth);
  const double rate = seconds > 0 ? static_cast<double>(done) / seconds : 0;
  const std::string left =
      rate > 0 ? fmt::format("  {} left", time_text(static_cast<double>(total - std::min(done, total)) / rate)) : "";
  return fmt::format("[{}{}] {:3.0f} %  {} of {}  {:.{}f}/s{}", std::string(filled, '#'),
                     std::string(kWidth - filled, '.'), 100 * share, done, total, rate, rate < 10 ? 1 : 0, left);
}

ProgressBar::ProgressBar(std::uint64_t total) : total_(total), shown_(::isatty(STDERR_FILENO) != 0) {}

ProgressBar::~ProgressBar() {
  if (drawn_) write_error("\r\x1b[K");
}

void ProgressBar::draw(std::uint64_t done) {
  if (!shown_) return;
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start_;
  write_error("\r" + progress_text(done, total_, elapsed.count()) + "\x1b[K");
  drawn_ = true;
}

Interruption::Interruption() { std::signal(SIGINT, on_interrupt); }
Interruption::~Interruption() { std::signal(SIGINT, SIG_DFL); }
const std::atomic<bool>& Interruption::flag() const { return interrupted; }

void Interruption::pass_on() const {
  if (!interrupted) return;
  std::signal(SIGINT, SIG_DFL);
  std::raise(SIGINT);  // whoever started us sees that it was interrupted
}

}  // namespace mnc::cli
