#!/usr/bin/env bash
# Builds everything and runs all tests. The last line says how many test cases passed and failed, over all runners.
# Usage: bash tests/run.sh [--asan] [--no-fuzz] [--slow]
#   --asan: the unit tests with sanitizers too (10 minutes more)   --slow: who beats whom, over many games
# With MNC_SECONDS=N in the environment the sanitized build is left out where it would not be over in N seconds in all.
#
# A runner is any command whose last line with `N passed, N failed` (or Catch2's summary) counts its cases. A runner
# that ends badly, or counts nothing, is one failed case more.
set -euo pipefail
cd "$(dirname "$0")/.."
asan=no fuzz=yes slow=no
for argument in "$@"; do
  case $argument in
    --asan) asan=yes ;;
    --no-fuzz) fuzz=no ;;
    --slow) slow=yes ;;
    *) echo "usage: bash tests/run.sh [--asan] [--no-fuzz] [--slow]" >&2; exit 2 ;;
  esac
done

passed=0 failed=0
log=$(mktemp)
trap 'rm -f "$log"' EXIT
source tests/support/runner.sh

bash cli/packages.sh test

# ---- the release build: every test -------------------------------------------------------------------------------
run "include directions" bash tests/includes.sh
run "include directions, the test itself" bash tests/includes_test.sh
run "tests/run.sh itself" bash tests/runner_test.sh

building=$SECONDS
if built release mnc mnc_tests handwritten; then
  building=$((SECONDS - building))
  mnc=$PWD/build/release/mnc
  run "unit tests" build/release/mnc_tests
  [[ $slow == no ]] || run "strength of the players" build/release/mnc_tests "[slow]"
  run "rulesets pass mnc check" each "$mnc" check -- rulesets/*.mnc
  run "rulesets pass mnc fmt --check" each "$mnc" fmt --check -- rulesets/*.mnc
  run "scenarios" "$mnc" test rulesets/*.yaml tests/scenarios/*.yaml
  run "command line" env MNC="$mnc" bash tests/cli/run.sh
  run "README" env MNC="$mnc" bash tests/readme.sh
  run "docs/diagnostics.md" env MNC="$mnc" bash tests/diagnostics_doc.sh
  run "docs/rulesets.md" env MNC="$mnc" bash tests/rulesets_doc.sh
  run "docs/simulation.md" env MNC="$mnc" bash tests/readme.sh docs/simulation.md
  run "cli/report/vega is as it was fetched" bash -c 'cd cli/report/vega && sha256sum --quiet -c SHA256SUMS && echo "assets: 1 passed, 0 failed"'
  run "a game of Bao la Kete" env MNC="$mnc" bash tests/readme.sh docs/a-game-of-bao-la-kete.md
  run "tutorial" env MNC="$mnc" bash tests/readme.sh docs/tutorial.md
fi

# ---- sanitizers: all that reads text, with asserts on --------------------------------------------------------------
# Fuzzing where there is clang's libFuzzer (it plays its corpus first), else the corpus alone. The build takes about as
# long as the one above.
if [[ -n ${MNC_SECONDS:-} && $((SECONDS + building + 60)) -gt ${MNC_SECONDS:-0} ]]; then
  echo "note: no time for the sanitized build in $MNC_SECONDS seconds: fuzzing is left out"
  fuzz=no
fi
if [[ $fuzz == yes ]]; then
  if bash tests/fuzz/run.sh --available; then
    if built fuzz fuzz_targets; then run "fuzzing, sanitized" bash tests/fuzz/run.sh --runs 5000; fi
  elif built asan fuzz_targets; then
    run "fuzz corpora, sanitized" sanitized bash tests/fuzz/run.sh --replay build/asan
  fi
fi
if [[ $asan == yes ]] && built asan mnc mnc_tests; then
  run "unit tests, sanitized" sanitized build/asan/mnc_tests
  run "scenarios, sanitized" sanitized build/asan/mnc test rulesets/*.yaml tests/scenarios/*.yaml
fi

echo "mnc: $passed passed, $failed failed"
[[ $failed -eq 0 ]]
