// mnc fmt: the canonical layout of rulesets.
#include <fmt/format.h>

#include "cli/commands.h"
#include "cli/common.h"
#include "grammar/format.h"
#include "grammar/parse.h"
#include "interpreter/quote.h"

namespace mnc::cli {
namespace {

struct FmtOptions {
  std::vector<std::string> files;
  bool write = false, check = false;
};

// Nothing, after saying why, if the text has mistakes.
std::optional<std::string> formatted(const Context& context, const std::string& name, const std::string& text) {
  grammar::Sources sources;
  sources.emplace_back(name == "-" ? "standard input" : name, text);
  grammar::Diagnostics diagnostics;
  const std::optional<grammar::ast::File> tree = grammar::parse(sources, 0, diagnostics);
  write_error(grammar::render_text(diagnostics, sources, context.color_errors()));
  if (!tree || diagnostics.has_errors()) return std::nullopt;
  return grammar::format(*tree, sources);
}

int format_file(Context& context, const std::string& name, const FmtOptions& options) {
  const std::string text = read_file(name, grammar::kMaxSourceBytes);
  const std::optional<std::string> result = formatted(context, name, text);
  if (!result) return kInputWrong;
  if (options.check) {
    if (*result == text) return kFine;
    context.out << engine::printable(name) << " is not in the canonical layout\n";
    return kInputWrong;
  }
  if (!options.write) {
    context.out << *result;
  } else if (*result != text) {
    write_file(name, *result);
  }
  return kFine;
}

int format_all(Context& context, const FmtOptions& options) {
  int status = kFine;
  for (const std::string& name : options.files) {
    if (options.write && name == "-") throw Failure("--write: standard input cannot be written back");
    try {
      status = std::max(status, format_file(context, name, options));
    } catch (const Failure& failure) {  // the other files are formatted all the same
      context.out.flush();
      write_error(fmt::format("mnc: {}\n", failure.what()));
      status = std::max<int>(status, failure.status);
    }
  }
  return status;
}

}  // namespace

void add_fmt(CommandLine& line, Context& context) {
  auto options = std::make_shared<FmtOptions>();
  Arguments arguments = line.command("fmt", "print rulesets in the canonical layout",
                                     [options](Context& c) { return format_all(c, *options); });
  arguments.texts("FILE", options->files, "files, or `-` for standard input", Arguments::Required);
  arguments.flag("--write", options->write, "write the files instead of printing them");
  arguments.flag("--check", options->check, "only say which files are laid out otherwise; status 1 if there are any");
  arguments.exclude("--check", "--write");
  add_color(arguments, context);
}

}  // namespace mnc::cli
