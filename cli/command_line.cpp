// The command line, by CLI11; see command_line.h.
#include "cli/command_line.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <sstream>

#include "cli/common.h"
#include "interpreter/quote.h"

namespace mnc::cli {

struct CommandLine::Impl {
  CLI::App app{"Mancala games from descriptions of their rules", "mnc"};
  Command chosen;
};

namespace {

// What is wrong with the command line, in our words where the library's would not do.
std::string unknown_argument(const CLI::App& app, const std::vector<CLI::App*>& commands) {
  const std::vector<std::string> extras = app.remaining(true);
  const auto option =
      std::find_if(extras.begin(), extras.end(), [](const std::string& extra) { return extra.starts_with('-'); });
  // The value of an unknown option is left over as well, and may come first.
  const std::string first = option != extras.end() ? *option : extras.empty() ? "" : extras.front();
  std::vector<std::string> known;
  if (commands.empty()) {
    for (const CLI::App* command : app.get_subcommands(nullptr)) known.push_back(command->get_name());
  } else {
    for (const CLI::Option* other : commands.front()->get_options()) {
      for (const std::string& name : other->get_lnames()) known.push_back("--" + name);
    }
  }
  const char* const what = first.starts_with('-') ? "option" : commands.empty() ? "command" : "argument";
  const std::string near = grammar::closest(first, known);
  return fmt::format("unknown {} {}{}", what, engine::backquoted(first),
                     near.empty() ? "" : fmt::format(", did you mean `{}`?", near));
}

std::string usage_message(const CLI::App& app, const CLI::ParseError& error) {
  const std::vector<CLI::App*> commands = app.get_subcommands();
  const auto is = [&](CLI::ExitCodes code) { return error.get_exit_code() == static_cast<int>(code); };
  // CLI11 misses a command before it looks at the word that is none.
  const bool no_command = commands.empty() && is(CLI::ExitCodes::RequiredError);
  if (is(CLI::ExitCodes::ExtrasError) || (no_command && !app.remaining(true).empty()))
    return unknown_argument(app, commands);
  if (no_command) return "a command is missing";
  std::string message = engine::printable(error.what());
  for (std::size_t at = message.find("\\x0a"); at != std::string::npos; at = message.find("\\x0a"))
    message.replace(at, 4, "; ");
  return message;
}

CLI::Option* mark(CLI::Option* option, Arguments::Need need) {
  return need == Arguments::Required ? option->required() : option;
}

}  // namespace

void Arguments::text(const std::string& name, std::string& target, const std::string& help, Need need) {
  mark(app_->add_option(name, target, help), need)->capture_default_str();
}

void Arguments::texts(const std::string& name, std::vector<std::string>& target, const std::string& help, Need need) {
  CLI::Option* option = mark(app_->add_option(name, target, help), need);
  if (name.starts_with('-')) option->allow_extra_args(false);
}

void Arguments::number(const std::string& name, std::uint64_t& target, std::uint64_t least, std::uint64_t most,
                       const std::string& help, Need need, bool* given) {
  const auto read = [&target, name, least, most, given](const std::string& text) {
    std::uint64_t value = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, problem] = std::from_chars(text.data(), end, value);
    if (problem != std::errc{} || stop != end || value < least || value > most) {
      throw CLI::ValidationError(
          name, fmt::format("{} is not a whole number from {} to {}", engine::backquoted(text), least, most));
    }
    target = value;
    if (given != nullptr) *given = true;
  };
  CLI::Option* option = mark(app_->add_option_function<std::string>(name, read, help), need)->type_name("NUMBER");
  if (need == Optional && given == nullptr) option->default_str(std::to_string(target));
}

void Arguments::choice(const std::string& name, std::string& target, const std::vector<std::string>& values,
                       const std::string& help) {
  app_->add_option(name, target, help)->check(CLI::IsMember(values))->capture_default_str();
}

void Arguments::flag(const std::string& name, bool& target, const std::string& help) {
  app_->add_flag(name, target, help);
}

void Arguments::exclude(const std::string& one, const std::string& other) {
  app_->get_option(one)->excludes(app_->get_option(other));
}

CommandLine::CommandLine() : impl_(std::make_unique<Impl>()) {
  impl_->app.set_version_flag("--version", "mnc " MNC_VERSION);
  impl_->app.require_subcommand(1);
}

CommandLine::~CommandLine() = default;

Arguments CommandLine::command(const std::string& name, const std::string& help, Command run) {
  CLI::App* const command = impl_->app.add_subcommand(name, help);
  command->callback([this, run = std::move(run)] { impl_->chosen = run; });
  return Arguments(*command);
}

Command CommandLine::read(int count, char** arguments, Context& context, int& status) {
  CLI::App& app = impl_->app;
  try {
    app.parse(count, arguments);
    return impl_->chosen;
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success)) {
      std::ostringstream help, ignored;
      app.exit(error, help, ignored);
      context.out << help.str();
      context.out.flush();
      status = kFine;
      return {};
    }
    const std::vector<CLI::App*> commands = app.get_subcommands();
    const std::string command = commands.empty() ? "mnc" : "mnc " + commands.front()->get_name();
    write_error(fmt::format("{}: {}\nsee `{} --help`\n", command, usage_message(app, error), command));
    status = kUnusable;
    return {};
  }
}

}  // namespace mnc::cli
