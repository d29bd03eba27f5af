#!/usr/bin/env bash
# Builds (release) and prints how fast `mnc` is against the hand-written games: the time of the hand-written process
# divided by that of `mnc`, so 1.0 is as fast and more is faster. Processor time, alternating runs, medians.
# Usage: bash tests/bench/ratios.sh [RUNS]     (BUILD=folder: another build folder, not built here)
set -euo pipefail
cd "$(dirname "$0")/../.."
runs=${1:-5}
build=${BUILD:-}
if [[ -z $build ]]; then
  build=build/release
  cmake --preset release -DMNC_BENCH=ON >/dev/null
  cmake --build "$build" --target mnc handwritten >/dev/null
fi

seconds() {  # user and system time of a command
  local TIMEFORMAT='%U %S'
  { time "$@" >/dev/null 2>&1; } 2>&1 | awk '{print $1 + $2}'
}
median() { sort -n | awk '{v[NR] = $1} END {print NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2}'; }

printf '%-12s %-16s %12s %8s %7s\n' game what hand-written mnc ratio
compare() {  # game, label, then the two commands' last words
  local game=$1 what=$2 hand=$3 ours=$4 all_hand='' all_ours='' ratios=''
  for ((i = 0; i < runs; ++i)); do
    local a b
    a=$(seconds "$build/handwritten" "$game" $hand)
    b=$(seconds "$build/mnc" $ours)
    all_hand+="$a"$'\n' all_ours+="$b"$'\n'
    ratios+=$(awk -v a="$a" -v b="$b" 'BEGIN {print a / (b > 0 ? b : 0.001)}')$'\n'
  done
  printf '%-12s %-16s %11.3fs %7.3fs %7.2f\n' "$game" "$what" "$(printf '%s' "$all_hand" | median)" \
    "$(printf '%s' "$all_ours" | median)" "$(printf '%s' "$ratios" | median)"
}
for entry in kpe:250000:13 en-gehe:20000:5 bao-la-kete:150000:12; do  # games, depth
  IFS=: read -r game games depth <<<"$entry"
  compare "$game" "$games games" "play $games 1" "simulate $game --games $games --seed 1 --jobs 1"
  compare "$game" "perft($depth)" "perft $depth" "perft $game $depth"
done
