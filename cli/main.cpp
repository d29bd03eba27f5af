// mnc: reads the command line, runs one command, and maps what goes wrong to an exit status (the one place that does).
#include <fmt/format.h>

#include <csignal>
#include <exception>
#include <new>

#include "cli/commands.h"
#include "cli/common.h"

namespace mnc::cli {
namespace {

void add_commands(CommandLine& line, Context& context) {
  add_list(line, context);
  add_show(line, context);
  add_check(line, context);
  add_fmt(line, context);
  add_explain(line);
  add_ir(line, context);
  add_moves(line, context);
  add_replay(line, context);
  add_play(line, context);
  add_perft(line, context);
  add_simulate(line, context);
  add_merge(line, context);
  add_test(line, context);
  add_bench(line, context);
}

int run(int count, char** arguments) {
  Context context;
  CommandLine line;
  add_commands(line, context);
  int status = kFine;
  if (const Command command = line.read(count, arguments, context, status)) {
    status = command(context);
    context.out.flush();
  }
  return status;
}

}  // namespace
}  // namespace mnc::cli

int main(int count, char** arguments) {
  std::signal(SIGPIPE, SIG_IGN);  // a closed pipe is seen where we write
  using namespace mnc::cli;
  try {
    return run(count, arguments);
  } catch (const ClosedPipe&) { return kFine; } catch (const Failure& failure) {
    write_error(fmt::format("mnc: {}\n", failure.what()));
    return failure.status;
  } catch (const std::bad_alloc&) { write_error("mnc: out of memory\n"); } catch (const std::exception& problem) {
    write_error(fmt::format("mnc: {}\n", problem.what()));
  }
  return kUnusable;
}
