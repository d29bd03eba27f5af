// A file of games; see records.h.
#include "cli/records.h"

#include <fmt/format.h>

#include "cli/common.h"
#include "interpreter/scenario.h"

namespace mnc::cli {

RecordFile::RecordFile(const std::string& path) {
  if (path.empty()) return;
  file_ = std::make_unique<AtomicFile>(path);
  file_->write("game,starter,result,ended_by,south,north,plies,captured,endless,moves\n");
}

RecordFile::~RecordFile() = default;

void RecordFile::add(const std::vector<engine::PlayedGame>& games) {
  std::string rows;
  for (const engine::PlayedGame& game : games) {
    const engine::GameRecord& r = game.record;
    const std::string ended_by = r.unfinished        ? "max-plies"
                                 : r.ending.endless  ? "endless"
                                 : r.ending.row >= 0 ? fmt::format("row {}", r.ending.row + 1)
                                                     : "no move";
    rows +=
        fmt::format("{},{},{},{},{},{},{},{},{},{}\n", game.number, r.starter == engine::kSouth ? "south" : "north",
                    r.unfinished ? "unfinished" : engine::result_text(r.ending.result), ended_by,
                    r.ending.final_seeds[0], r.ending.final_seeds[1], r.plies, r.captured, r.endless, csv(game.moves));
  }
  file_->write(rows);
}

void RecordFile::finish() {
  if (file_) file_->commit();
}

}  // namespace mnc::cli
