// A program as text, for `mnc ir`.
#include <fmt/format.h>

#include <array>
#include <string_view>

#include "interpreter/counts.h"
#include "interpreter/program.h"

namespace mnc::engine {

namespace {

std::string mask_text(WideMask mask) {
  std::string out;
  for (int i = 0; i < 128; ++i)
    if ((mask >> i & 1) != 0) out += fmt::format("{}{}", out.empty() ? "" : ",", i);
  return fmt::format("{{{}}}", out);
}

// `{2,4..1023}`
std::string counts_text(const Counts& set) {
  std::string out;
  for (const auto& [low, high] : ranges_of(set)) {
    out += fmt::format("{}{}", out.empty() ? "" : ",", low);
    if (high > low) out += fmt::format("..{}", high);
  }
  return fmt::format("{{{}}}", out);
}

std::string number_register(int r) {
  static constexpr std::array kNames = {"origin", "last", "before", "lap", "sown", "captured", "hand", "from", "direction", "circuit", "it", "lap_origin", "remaining", "answer0", "answer1", "answer2",
                                         "picked0", "picked1", "picked2", "picked3", "guards"};
  return r < static_cast<int>(kNames.size()) ? kNames[static_cast<std::size_t>(r)] : fmt::format("r{}", r);
}

std::string operand(const Program& program, char kind, int value) {
  switch (kind) {
    case 'r': return number_register(value);
    case 'm': return value < kMaskBase ? fmt::format("set{}", value) : mask_text(program.masks[static_cast<std::size_t>(value - kMaskBase)]);
    case 's': return value != 0 ? "if" : "unless";
    case 'j': return fmt::format("->{}", value);
    case 'h': return fmt::format("{}..{}", value & 0xffff, value >> 16);
    case 'f': return fmt::format("flag{}", value);
    case 'w':
      if (is_hand(static_cast<std::uint16_t>(value))) return number_register(value & ~kHandPlace);
      return (value & kVariablePlace) != 0 ? fmt::format("var{}", value & ~kVariablePlace) : number_register(value);
    case 'v': return fmt::format("var{}", value);
    case 'z': return counts_text(program.count_sets[static_cast<std::size_t>(value)]);
    default: return fmt::format("{}", value);
  }
}

std::string instruction(const Program& program, const Instruction& in) {
  const OpcodeInfo& info = kOpcodes[static_cast<std::size_t>(in.op)];
  const std::array<int, 5> values = {in.d, in.a, in.b, in.c, in.e};
  std::string out = fmt::format("{:<12}", info.name);
  for (std::size_t i = 0; i < values.size(); ++i)
    if (info.operands[i] != '-') out += fmt::format(" {}", operand(program, info.operands[i], values[i]));
  return out;
}

std::string entry(std::string_view name, Entry at) { return at == kNoCode ? "" : fmt::format(" {}={}", name, at); }

std::string kind_text(const KindCode& kind) {
  static constexpr std::array kNeeds = {"position alone", "first lap", "whole move"};
  std::string out = fmt::format("  kind {}:{}{}{}{}{} needs=\"{}\"{}\n", kind.kind, entry("when", kind.when), entry("from", kind.from), entry("check", kind.check),
                                entry("play", kind.play), entry("trial", kind.trial), kNeeds[static_cast<std::size_t>(kind.need)], kind.asks ? " asks" : "");
  for (const Preference& p : kind.preferences) out += fmt::format("    preference {}:{} needs=\"{}\"\n", p.number, entry("when", p.when), kNeeds[static_cast<std::size_t>(p.need)]);
  return out;
}

}  // namespace

std::string disassemble(const Program& program) {
  std::string out = fmt::format("; {} pits and stores, {} seeds, {} instructions, {} constant sets\n", program.size, program.total_seeds, program.code.size(), program.masks.size());
  for (std::size_t t = 0; t < program.tracks.size(); ++t) {
    out += fmt::format("; track {}:", t);
    for (const Index i : program.tracks[t].cycle) out += fmt::format(" {}", i);
    out += "\n";
  }
  out += fmt::format("; start: seeds by pit {}; reserves {} and {}\n", fmt::join(program.start.seeds.begin(), program.start.seeds.begin() + program.size, " "), program.start.reserve[0], program.start.reserve[1]);
  out += fmt::format("; endless after {} laps: outcome {}\n", program.lap_limit, program.endless);
  for (std::size_t who = 0; who < 2; ++who) {
    const PlayerCode& player = program.players[who];
    out += fmt::format("{}:{}{}\n", who == 0 ? "South" : "North", entry("end", player.end), entry("rounds", player.rounds));
    for (const KindCode& kind : player.kinds) out += kind_text(kind);
  }
  for (std::size_t i = 0; i < program.code.size(); ++i) out += fmt::format("{:5}  {}\n", i, instruction(program, program.code[i]));
  return out;
}

}  // namespace mnc::engine
