#!/usr/bin/env bash
# Runs the fuzz targets over tests/fuzz/corpus/TARGET/.
# Usage: bash tests/fuzz/run.sh [--runs N [--seconds S] [--target T]]
#                                               libFuzzer, N inputs each (default 100000) or S seconds (default 60), after
#                                               `cmake --preset fuzz && cmake --build --preset fuzz --target fuzz_targets`
#        bash tests/fuzz/run.sh --replay BUILD  the corpus only, with the targets in the folder BUILD
#        bash tests/fuzz/run.sh --available     status 0 if there is a clang with libFuzzer
# What libFuzzer finds stays in build/fuzz/found/TARGET/; a crashing input is left in build/fuzz/.
set -euo pipefail
cd "$(dirname "$0")/../.."
corpus=tests/fuzz/corpus
passed=0 failed=0
runs=100000 seconds=60 only= replay=

case ${1:-} in
  --available)
    source='extern "C" int LLVMFuzzerTestOneInput(const unsigned char*, unsigned long) { return 0; }'
    command -v clang++ >/dev/null && clang++ -fsanitize=fuzzer -x c++ - -o /dev/null <<<"$source" 2>/dev/null
    exit ;;
  --runs)
    runs=$2
    shift 2
    [[ ${1:-} != --seconds ]] || { seconds=$2; shift 2; }
    [[ ${1:-} != --target ]] || only=$2 ;;
  --replay) replay=$2 ;;
  "") ;;
  *) echo "usage: bash tests/fuzz/run.sh [--runs N [--seconds S] [--target T] | --replay BUILD | --available]" >&2; exit 2 ;;
esac

# libFuzzer on one target. Limits: inputs of 4 kB (larger ones only say the same more slowly), 10 s and 1 GB for one
# input (an input that needs more hangs). Without its entropic schedule, which takes twice as long as the target does.
fuzz() {
  local found=build/fuzz/found/$1
  mkdir -p "$found"
  build/fuzz/"$1" -runs="$runs" -seed=1 -entropic=0 -max_len=4096 -timeout=10 -rss_limit_mb=1024 -max_total_time="$seconds" \
    -artifact_prefix=build/fuzz/"$1"- -print_final_stats=1 "$found" "$corpus/$1"
}

for folder in "$corpus"/*/; do
  target=$(basename "$folder")
  [[ -z $only || $target == "$only" ]] || continue
  if [[ -n $replay ]]; then
    command=("$replay/$target" "$folder")
    cases=$(find "$folder" -type f | wc -l)
  else
    command=(fuzz "$target")
    cases=1
  fi
  if output=$("${command[@]}" 2>&1); then
    passed=$((passed + cases))
  else
    failed=$((failed + 1))
    echo "FAILED: $target"
    tail -n 40 <<<"$output"
  fi
done
echo "fuzz: $passed passed, $failed failed"
[[ $failed -eq 0 ]]
