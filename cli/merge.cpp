// mnc merge: the shards of one simulation to its result, exactly as if it had been played in one.
#include <fmt/format.h>

#include <map>

#include "cli/commands.h"
#include "cli/parts.h"
#include "cli/report.h"
#include "interpreter/quote.h"

namespace mnc::cli {
namespace {

struct MergeOptions : RulesetOptions {
  std::vector<std::string> files;
  std::string output, report;
};

[[noreturn]] void refuse(const std::string& message) { throw Failure(message, kInputWrong); }

// All parts that belong together, or a Failure that names the one that does not.
class Collection {
 public:
  void add(const std::string& path) {
    const std::string name = engine::printable(path);
    Part part = read_part(path);
    if (!part.study.empty())
      refuse(fmt::format("{}: this is a setting of a study; `mnc simulate --study` puts them together", name));
    if (part.done.partial)
      refuse(fmt::format("{}: shard {} of {} was interrupted; it must be played again", name, part.number, part.count));
    if (parts_.empty()) first_ = name, count_ = part.count, head_ = part.done.head;
    const std::string difference = head_difference(head_, part.done.head);
    if (!difference.empty())
      refuse(fmt::format("{}: this is of another simulation than {}: {}", name, first_, difference));
    if (part.count != count_)
      refuse(fmt::format("{}: this is one of {} shards, {} one of {}", name, part.count, first_, count_));
    const auto [at, added] = parts_.try_emplace(part.number, name);
    if (!added)
      refuse(fmt::format("{}: shard {} of {} has been given already, as {}", name, part.number, count_, at->second));
    tally_.add(part.done.tally);
  }

  [[nodiscard]] Finished all() const {
    std::vector<std::string> missing;
    for (std::uint64_t i = 1; i <= count_; ++i)
      if (parts_.count(i) == 0) missing.push_back(std::to_string(i));
    if (!missing.empty()) refuse(fmt::format("shards are missing: {} of {}", engine::joined(missing), count_));
    return {head_, tally_, false};
  }

 private:
  std::map<std::uint64_t, std::string> parts_;  // file by number
  std::string first_;
  std::uint64_t count_ = 0;
  JsonValue head_;
  engine::Tally tally_;
};

int merge(Context& context, const MergeOptions& options) {
  Collection shards;
  for (const std::string& file : options.files) shards.add(file);
  const std::vector<Finished> all{shards.all()};
  if (!options.report.empty()) write_file(options.report, simulation_report(all[0]));
  deliver(context, options.output, document(all, options.output_format()));
  return kFine;
}

}  // namespace

void add_merge(CommandLine& line, Context& context) {
  auto options = std::make_shared<MergeOptions>();
  Arguments arguments = line.command("merge", "put the shards of a simulation together",
                                     [options](Context& c) { return merge(c, *options); });
  arguments.texts("FILE", options->files, "what `mnc simulate --shard` has written; all of one simulation",
                  Arguments::Required);
  arguments.text("--output", options->output, "write the result to this file");
  arguments.text("--report", options->report, "write a page with charts to this file");
  add_format(arguments, *options, true);
  add_color(arguments, context);
}

}  // namespace mnc::cli
