// Parts of simulations as JSON files; see parts.h.
#include "cli/parts.h"

#include <fmt/format.h>

#include <charconv>

#include "interpreter/quote.h"

namespace mnc::cli {
namespace {

using engine::backquoted;
using engine::Tally;

constexpr const char* kFormat = "mnc part 2";  // another number when the tally changes

using Sum = std::uint64_t Tally::*;
constexpr std::array<std::pair<const char*, Sum>, 16> kSums{{{"games", &Tally::games},
                                                             {"starter_won", &Tally::starter_won},
                                                             {"starter_lost", &Tally::starter_lost},
                                                             {"counted", &Tally::counted},
                                                             {"branching", &Tally::branching},
                                                             {"forced", &Tally::forced},
                                                             {"laps", &Tally::laps},
                                                             {"endless", &Tally::endless},
                                                             {"captured", &Tally::captured},
                                                             {"margin", &Tally::margin},
                                                             {"margin_squares", &Tally::margin_squares},
                                                             {"watched_won", &Tally::watched_won},
                                                             {"watched_plies", &Tally::watched_plies},
                                                             {"lead_changes", &Tally::lead_changes},
                                                             {"led_from", &Tally::led_from},
                                                             {"capturing", &Tally::capturing}}};

JsonValue tally_json(const Tally& tally) {
  JsonValue json;
  for (const auto& [name, sum] : kSums) json[name] = tally.*sum;
  json["watched"] = tally.watched;
  json["longest"] = tally.longest;
  json["results"] = tally.results;
  json["matches"] = tally.matches;
  json["plies"] = JsonValue::array();
  for (const auto& [plies, games] : tally.plies.sorted()) json["plies"].push_back({plies, games});
  json["endings"] = JsonValue::array();
  for (const auto& [row, counts] : tally.endings) json["endings"].push_back({row, counts});
  json["clauses"] = tally.clauses;
  return json;
}

// Throws what the JSON library throws if something is missing or of another kind.
Tally read_tally(const JsonValue& json) {
  Tally tally;
  for (const auto& [name, sum] : kSums) tally.*sum = json.at(name).get<std::uint64_t>();
  tally.watched = json.at("watched").get<std::uint64_t>();
  tally.longest = json.at("longest").get<std::uint32_t>();
  tally.results = json.at("results").get<decltype(tally.results)>();
  tally.matches = json.at("matches").get<decltype(tally.matches)>();
  for (const JsonValue& entry : json.at("plies"))
    tally.plies[entry.at(0).get<std::uint32_t>()] = entry.at(1).get<std::uint64_t>();
  for (const JsonValue& entry : json.at("endings"))
    tally.endings[entry.at(0).get<int>()] = entry.at(1).get<decltype(tally.results)>();
  tally.clauses = json.at("clauses").get<std::vector<std::uint64_t>>();
  return tally;
}

[[noreturn]] void refuse(const std::string& path, const std::string& why) {
  throw Failure(fmt::format("{}: {}", engine::printable(path), why), kInputWrong);
}

}  // namespace

std::uint64_t Shard::first(std::uint64_t games) const {
  // Without overflow: games is at most 10^12, count at most 10^5.
  return games * (number - 1) / count;
}
std::uint64_t Shard::size(std::uint64_t games) const { return games * number / count - first(games); }

std::optional<Shard> read_shard(std::string_view text) {
  Shard shard;
  const char* const end = text.data() + text.size();
  const auto [slash, problem] = std::from_chars(text.data(), end, shard.number);
  if (problem != std::errc{} || slash == end || *slash != '/') return std::nullopt;
  const auto [stop, again] = std::from_chars(slash + 1, end, shard.count);
  if (again != std::errc{} || stop != end || shard.number < 1 || shard.number > shard.count ||
      shard.count > kMostShards)
    return std::nullopt;
  return shard;
}

std::string part_text(const Part& part) {
  JsonValue json{{"format", kFormat},
                 {"study", part.study},
                 {"part", part.number},
                 {"of", part.count},
                 {"partial", part.done.partial},
                 {"head", part.done.head},
                 {"tally", tally_json(part.done.tally)}};
  json["check"] = hash_of({grammar::SourceFile("part", json.dump())});
  return json.dump(1) + "\n";
}

Part read_part(const std::string& path) {
  JsonValue json = JsonValue::parse(read_file(path, kMaxPartBytes), nullptr, false);
  if (json.is_discarded()) refuse(path, "damaged, or no part of a simulation: it is not JSON");
  if (!json.is_object() || !json.contains("format"))
    refuse(path, "this is no part of a simulation, as `mnc simulate --shard` writes it");
  if (json["format"] != kFormat)
    refuse(path, fmt::format("a part in another format than this program's, {}", backquoted(kFormat)));
  const JsonValue check = json.contains("check") ? json["check"] : JsonValue();
  json.erase("check");
  if (check != hash_of({grammar::SourceFile("part", json.dump())}))
    refuse(path, "damaged: its checksum does not match");
  try {
    Part part{json.at("study").get<std::string>(),
              json.at("part").get<std::uint64_t>(),
              json.at("of").get<std::uint64_t>(),
              {json.at("head"), read_tally(json.at("tally")), json.at("partial").get<bool>()}};
    return part;
  } catch (const JsonValue::exception&) { refuse(path, "damaged: something is missing in it"); }
}

std::string head_difference(const JsonValue& expected, const JsonValue& found) {
  for (const auto& [key, value] : expected.items()) {
    if (found.contains(key) && found.at(key) == value) continue;
    const std::string other = found.contains(key) ? found.at(key).dump() : "nothing";
    return fmt::format("{}: {}, not {}", key, other, value.dump());
  }
  return found.size() == expected.size() ? "" : "it says more than the others";
}

}  // namespace mnc::cli
