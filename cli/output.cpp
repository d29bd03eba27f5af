// Standard output and error by file descriptor: no locale, no second buffer. See output.h.
#include "cli/output.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "cli/common.h"

namespace mnc::cli {
namespace {

// 0, or the error number.
int write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor, text.data(), text.size());
    if (written < 0) {
      if (errno == EINTR) continue;
      return errno;
    }
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

}  // namespace

Output& Output::operator<<(std::string_view text) {
  buffer_ += text;
  if (buffer_.size() >= kBuffer) flush();
  return *this;
}

void Output::flush() {
  const std::string text = std::move(buffer_);
  buffer_.clear();
  const int problem = write_all(STDOUT_FILENO, text);
  if (problem == EPIPE) throw ClosedPipe{};
  if (problem != 0) throw Failure("cannot write to standard output: " + system_message(problem));
}

void write_error(std::string_view text) { write_all(STDERR_FILENO, text); }

}  // namespace mnc::cli
