// mnc ir: the compiled program, readable.
#include "cli/commands.h"
#include "cli/common.h"
#include "interpreter/program.h"

namespace mnc::cli {
namespace {

int ir(Context& context, const RulesetOptions& options) {
  const std::optional<Loaded> loaded = load_ruleset(context, options);
  if (!loaded) return kInputWrong;
  context.out << identity_text(*loaded) << "\n" << engine::disassemble(loaded->game->program());
  return kFine;
}

}  // namespace

void add_ir(CommandLine& line, Context& context) {
  auto options = std::make_shared<RulesetOptions>();
  Arguments arguments =
      line.command("ir", "print the compiled program", [options](Context& c) { return ir(c, *options); });
  add_ruleset(arguments, *options);
  add_color(arguments, context);
}

}  // namespace mnc::cli
