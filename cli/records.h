// A file of games, as rows of CSV, each with its moves as `mnc replay` takes them.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "interpreter/simulate.h"

namespace mnc::cli {

class AtomicFile;

class RecordFile {
 public:
  // An empty path: nothing is written. Throws Failure, as all here.
  explicit RecordFile(const std::string& path);
  ~RecordFile();
  RecordFile(const RecordFile&) = delete;
  RecordFile& operator=(const RecordFile&) = delete;
  void add(const std::vector<engine::PlayedGame>& games);
  // Until then the file is not there, or is what it was.
  void finish();

 private:
  std::unique_ptr<AtomicFile> file_;
};

}  // namespace mnc::cli
