#!/usr/bin/env bash
# Tests tests/support/runner.sh: counts are added up, and whatever goes wrong in a runner fails the run.
set -euo pipefail
cd "$(dirname "$0")"
good=0 wrong=0

# expect WANTED COMMAND…: after `run` of the command, passed/failed are WANTED.
expect() {
  local wanted=$1 got
  shift
  got=$(
    passed=0 failed=0 log=$(mktemp)
    trap 'rm -f "$log"' EXIT
    source support/runner.sh
    run name "$@" >/dev/null
    echo "$passed/$failed"
  )
  if [[ $got == "$wanted" ]]; then
    good=$((good + 1))
  else
    wrong=$((wrong + 1))
    echo "FAILED: expected $wanted, got $got: $*"
  fi
}

expect 3/0 echo "includes: 3 passed, 0 failed"
expect 4/2 bash -c 'echo "4 passed, 2 failed"; exit 1'
expect 4/2 echo "4 passed, 2 failed"
expect 5/0 printf '1 passed, 1 failed\nreally: 5 passed, 0 failed\n'
expect 12/0 echo "All tests passed (123 assertions in 12 test cases)"
expect 1/0 echo "All tests passed (1 assertion in 1 test case)"
expect 11/1 printf 'test cases: 12 | 11 passed | 1 failed\nassertions: 5 | 3 passed | 2 failed\n'
expect 11/10 printf 'test cases: 21 | 11 passed | 10 failed\n'
expect 0/2 printf 'test cases: 2 | 2 failed\nassertions: 2 | 2 failed\n'
expect 10/1 printf 'test cases: 12 | 1 skipped | 10 passed | 1 failed\n'
expect 3/1 bash -c 'echo "3 passed, 0 failed"; exit 7'
expect 0/1 false
expect 0/1 true
expect 0/1 echo "0 passed, 0 failed"
expect 0/1 bash -c 'kill -SEGV $$'
expect 0/1 no-such-command
expect 2/0 each test -f -- run.sh includes.sh
expect 1/1 each test -f -- run.sh 'no such file'
expect 1/0 sanitized bash -c '[[ $ASAN_OPTIONS ]] && echo "1 passed, 0 failed"'
expect 0/1 sanitized false

echo "runner_test: $good passed, $wrong failed"
[[ $wrong -eq 0 ]]
