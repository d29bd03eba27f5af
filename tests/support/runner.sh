# Part of tests/run.sh: runs one runner after the other and adds up their cases.
# Needs the variables passed, failed and log (a file); sets the first two.
# shellcheck shell=bash

# A runner that takes longer hangs. The slowest takes well under a minute.
readonly kRunnerSeconds=600

# run NAME COMMAND…: runs it, counts its cases, shows its output if something is wrong.
run() {
  local name=$1 status=0 ok=0 bad=0 started=$SECONDS
  shift
  if [[ $(type -t "$1") == function ]]; then
    "$@" >"$log" 2>&1 || status=$?
  else
    timeout "$kRunnerSeconds" "$@" >"$log" 2>&1 || status=$?
  fi
  read -r ok bad < <(count_cases <"$log")
  if [[ $bad -eq 0 ]] && [[ $status -ne 0 || $ok -eq 0 ]]; then
    bad=1
    echo "(ended with status $status after $ok counted cases)" >>"$log"
  fi
  passed=$((passed + ok))
  failed=$((failed + bad))
  if [[ $bad -eq 0 ]]; then
    echo "ok       $name: $ok ($((SECONDS - started)) s)"
  else
    echo "FAILED   $name: $ok passed, $bad failed"
    sed 's/^/  | /' "$log"
  fi
}

# Prints `PASSED FAILED` for the output of a runner, from its last summary; 0 0 if it has none. Catch2's summaries are
#   All tests passed (7 assertions in 3 test cases)    and    test cases: 3 | 2 passed | 1 failed
count_cases() {
  awk '
    function before(word) {  # the number before this word, else 0
      return match($0, "[0-9]+ " word) ? substr($0, RSTART, RLENGTH) + 0 : 0
    }
    /[0-9]+ passed, [0-9]+ failed/ || /^test cases:/ { passed = before("passed"); failed = before("failed") }
    /^All tests passed/ { passed = before("test case"); failed = 0 }
    END { print passed + 0, failed + 0 }'
}

# each COMMAND… -- FILE…: the command on each file is one case.
each() {
  local command=() ok=0 bad=0 file
  while [[ $1 != -- ]]; do
    command+=("$1")
    shift
  done
  shift
  for file in "$@"; do
    if timeout "$kRunnerSeconds" "${command[@]}" "$file"; then
      ok=$((ok + 1))
    else
      bad=$((bad + 1))
      echo "failed: ${command[*]} $file"
    fi
  done
  echo "$ok passed, $bad failed"
  [[ $bad -eq 0 ]]
}

# built PRESET TARGET…: builds; a build that fails is one failed case.
built() {
  bash cli/build.sh "$@" && return
  failed=$((failed + 1))
  return 1
}

# sanitized COMMAND…: with the sanitizers' settings. Without address space randomisation where that can be had: on
# some kernels it makes g++ 12's address sanitizer fail at the start, now and then.
sanitized() {
  local prefix=()
  if setarch -R true 2>/dev/null; then
    prefix=(setarch -R)
  fi
  ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=print_stacktrace=1 "${prefix[@]}" timeout "$kRunnerSeconds" "$@"
}
