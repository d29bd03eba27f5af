// Reading and writing files; see common.h.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "cli/common.h"
#include "interpreter/quote.h"

namespace mnc::cli {
namespace {

using engine::backquoted;

class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (number_ > STDERR_FILENO) ::close(number_);
  }
  [[nodiscard]] int get() const { return number_; }

 private:
  int number_;
};

[[noreturn]] void fail(const std::string& doing, const std::string& path, int problem) {
  throw Failure(fmt::format("cannot {} {}: {}", doing, path == "-" ? std::string("standard input") : backquoted(path),
                            system_message(problem)));
}

}  // namespace

std::string system_message(int error_number) {
  switch (error_number) {  // those a user meets
    case ENOENT: return "no such file or folder";
    case EISDIR: return "it is a folder";
    case ENOTDIR: return "part of the path is not a folder";
    case EACCES: return "permission denied";
    case ENOSPC: return "no space left on the device";
    case EROFS: return "the file system is read-only";
    case ENAMETOOLONG: return "the name is too long";
    case ELOOP: return "too many links to follow";
    case EBADF: return "it is closed";
  }
  const char* const name = ::strerrordesc_np(error_number);  // not translated
  return name == nullptr ? fmt::format("error {}", error_number) : name;
}

std::string read_file(const std::string& path, std::size_t most) {
  const Descriptor file(path == "-" ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.get() < 0) fail("read", path, errno);
  struct stat status {};
  if (::fstat(file.get(), &status) != 0) fail("read", path, errno);
  if (S_ISDIR(status.st_mode)) fail("read", path, EISDIR);
  std::string text;
  char buffer[1 << 16];
  while (true) {
    const ssize_t count = ::read(file.get(), buffer, sizeof buffer);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail("read", path, errno);
    if (count == 0) return text;
    text.append(buffer, static_cast<std::size_t>(count));
    if (text.size() > most) {
      throw Failure(fmt::format("cannot read {}: it is larger than {} MB", backquoted(path), most >> 20));
    }
  }
}

AtomicFile::AtomicFile(const std::string& path) : path_(path) {
  // Beside the real file (a link is followed), so that renaming is one step.
  std::error_code unresolved;
  const std::filesystem::path real = std::filesystem::canonical(path, unresolved);
  target_ = unresolved ? path : real.string();
  if (std::filesystem::is_directory(target_, unresolved)) fail("write", path, EISDIR);
  temporary_ = target_ + ".XXXXXX";
  file_ = ::mkostemp(temporary_.data(), O_CLOEXEC);
  if (file_ < 0) fail("write", path, errno);
  struct stat status {};
  const mode_t mode = ::stat(target_.c_str(), &status) == 0 ? status.st_mode & 07777u : 0644u;
  if (::fchmod(file_, mode) != 0) give_up(errno);
}

AtomicFile::~AtomicFile() {
  if (file_ < 0) return;
  ::close(file_);
  ::unlink(temporary_.c_str());
}

void AtomicFile::give_up(int problem) {
  ::close(std::exchange(file_, -1));
  ::unlink(temporary_.c_str());
  fail("write", path_, problem);
}

void AtomicFile::write(std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = ::write(file_, text.data(), text.size());
    if (count < 0 && errno != EINTR) give_up(errno);
    if (count > 0) text.remove_prefix(static_cast<std::size_t>(count));
  }
}

void AtomicFile::commit() {
  if (::fsync(file_) != 0 || ::rename(temporary_.c_str(), target_.c_str()) != 0) give_up(errno);
  ::close(std::exchange(file_, -1));
}

void write_file(const std::string& path, std::string_view text) {
  AtomicFile file(path);
  file.write(text);
  file.commit();
}

}  // namespace mnc::cli
