// A record of a game: the moves one after the other, separated by white space.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/common.h"
#include "interpreter/notation.h"

namespace mnc::cli {

// The moves of a record, in text. `-` alone: read from standard input.
[[nodiscard]] std::vector<std::string> read_record(const std::vector<std::string>& arguments);

// Plays the next move of a record; the message says which ply is wrong and why.
struct Played {
  engine::Move move;
  std::string name;  // as it is written
  engine::MoveReport did;
};
[[nodiscard]] std::variant<Played, std::string> play_next(engine::Session& session, std::size_t ply,
                                                          const std::string& text);

}  // namespace mnc::cli
