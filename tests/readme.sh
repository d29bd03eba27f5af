#!/usr/bin/env bash
# Does what README.md (or the file given) tells a reader to do, and compares what it says comes out.
# Usage: MNC=path/to/mnc bash tests/readme.sh [FILE]
#
# In the file, a code block "```LANGUAGE NAME" is written to the file NAME; in a block "```console", each line `$ …` is
# a command, run in an empty folder where those files are, and the lines after it are its output, both streams. A line
# `…` stands for any lines. Commands that build (`$ bash …`) are not run.
set -euo pipefail
mnc=$(realpath "${MNC:?the program to test}")
file=$(realpath "${1:-$(dirname "$0")/../README.md}")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
mkdir -p bin build/release
ln -s "$mnc" bin/mnc
ln -s "$mnc" build/release/mnc
export PATH=$folder/bin:$PATH NO_COLOR=1
passed=0 failed=0

# A glob that matches the text literally, but for lines that are `…`.
glob_of() { sed -E 's/[][\\*?()|!@+]/\\&/g; s/^…$/*/' <<<"$1"; }

command="" expected=""
finish_command() {
  [[ -n $command ]] || return 0
  if [[ $command != bash\ * ]]; then
    local got
    got=$(bash -c "$command" 2>&1 </dev/null || true)
    # shellcheck disable=SC2053  # the right side is a pattern
    if [[ $got == $(glob_of "${expected%$'\n'}") ]]; then
      passed=$((passed + 1))
    else
      failed=$((failed + 1))
      printf 'FAILED: %s\nexpected:\n%s\ngot:\n%s\n' "$command" "${expected%$'\n'}" "$got"
    fi
  fi
  command="" expected=""
}

block=""  # the info string of the code block we are in
inside=no
while IFS= read -r line; do
  if [[ $line == '```'* ]]; then
    if [[ $inside == no ]]; then
      inside=yes block=${line#'```'}
      [[ $block != *\ * ]] || : >"${block#* }"
    else
      finish_command
      inside=no block=""
    fi
  elif [[ $block == console ]]; then
    if [[ $line == '$ '* ]]; then
      finish_command
      command=${line#'$ '}
    else
      expected+=$line$'\n'
    fi
  elif [[ $block == *\ * ]]; then
    printf '%s\n' "$line" >>"${block#* }"
  fi
done <"$file"

echo "readme: $passed passed, $failed failed"
[[ $failed -eq 0 ]]
