// The subcommands: each adds itself and its arguments to the command line.
#pragma once

#include "cli/command_line.h"

namespace mnc::cli {

void add_check(CommandLine& line, Context& context);
void add_fmt(CommandLine& line, Context& context);
void add_show(CommandLine& line, Context& context);
void add_list(CommandLine& line, Context& context);
void add_ir(CommandLine& line, Context& context);
void add_moves(CommandLine& line, Context& context);
void add_replay(CommandLine& line, Context& context);
void add_play(CommandLine& line, Context& context);
void add_perft(CommandLine& line, Context& context);
void add_simulate(CommandLine& line, Context& context);
void add_merge(CommandLine& line, Context& context);
void add_test(CommandLine& line, Context& context);
void add_bench(CommandLine& line, Context& context);
void add_explain(CommandLine& line);

}  // namespace mnc::cli
