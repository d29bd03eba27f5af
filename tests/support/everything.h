// A ruleset whose positions have every kind of field, for tests of their text.
#pragma once

namespace mnc {

inline constexpr const char* kEverything = R"(game "Everything"
board { rows 2 columns 4 seeds 2 stores reserve 6 }
state marked: flag for each pit
state opened: flag for each player
state started: flag
state rounds: 0..9 for each player
state tempo: 0..300 = 7
state post: pit for each player
state focus: pit
state way: direction
state habit: direction for each player = clockwise
move put { when reserve > 0  from own pits  place 1 from reserve in it }
move sow { from own pits where occupied  lift all  sow counterclockwise
  mark origin as marked  set opened to yes  set started to yes  set rounds to rounds + 1
  set tempo to tempo + 1  set post to last  set focus to origin
  set way to habit  set habit to counterclockwise }
end {
  if mover cannot move: each takes own pits
  if some own pits is marked and opened and started and rounds = 9 and tempo = 300 and post is focus and way is habit: draw
}
winner most seeds
)";

}  // namespace mnc
