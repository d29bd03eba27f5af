// The command line: commands, their arguments, and what is said of a wrong one.
// command_line.cpp is the only source file that includes CLI11.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace mnc::cli {

struct Context;
using Command = std::function<int(Context&)>;

// The arguments of one command. A name with dashes (`--seed`) is an option, one without a place (`RULESET`). Targets must
// outlive the command line; they keep their values if the argument is not given.
class Arguments {
 public:
  enum Need : std::uint8_t { Optional, Required };

  explicit Arguments(CLI::App& app) : app_(&app) {}

  void text(const std::string& name, std::string& target, const std::string& help, Need need = Optional);
  // A place takes all that follow; an option takes one value each time it is given.
  void texts(const std::string& name, std::vector<std::string>& target, const std::string& help, Need need = Optional);
  // A whole number in a range. given: if not null, whether it was there.
  void number(const std::string& name, std::uint64_t& target, std::uint64_t least, std::uint64_t most,
              const std::string& help, Need need = Optional, bool* given = nullptr);
  void choice(const std::string& name, std::string& target, const std::vector<std::string>& values,
              const std::string& help);
  void flag(const std::string& name, bool& target, const std::string& help);
  // Two options that cannot both be given.
  void exclude(const std::string& one, const std::string& other);

 private:
  CLI::App* app_;
};

class CommandLine {
 public:
  CommandLine();
  ~CommandLine();
  CommandLine(const CommandLine&) = delete;
  CommandLine& operator=(const CommandLine&) = delete;

  Arguments command(const std::string& name, const std::string& help, Command run);

  // Reads the command line. Empty if there is nothing to run: help was asked for and printed, or it is wrong, which has
  // been said on standard error; status is what to exit with then.
  [[nodiscard]] Command read(int count, char** arguments, Context& context, int& status);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace mnc::cli
