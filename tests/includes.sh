#!/usr/bin/env bash
# Include directions: text → checked ruleset → program; each stage knows only the ones before it.
# Usage: bash tests/includes.sh [ROOT]   (ROOT: the source tree; default: this one)
set -euo pipefail
cd "${1:-$(dirname "$0")/..}"
passed=0 failed=0

# forbid RULE FILES PATTERN [EXCEPT]: no line of FILES (a list of paths) may include what matches PATTERN.
forbid() {
  local rule=$1 pattern=$3 except=${4:-^$} found=
  if [[ -n $2 ]]; then
    # shellcheck disable=SC2086  # a list
    found=$(grep -nHE "^[[:space:]]*#[[:space:]]*include[[:space:]]*[<\"](\.\./)*$pattern" $2 | grep -vE "$except" || true)
  fi
  if [[ -z $found ]]; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "broken: $rule"
    echo "$found"
  fi
}
# files FOLDER… : C++ files below these folders.
files() {
  local folder
  for folder in "$@"; do
    [[ ! -d $folder ]] || find "$folder" -type f \( -name '*.cpp' -o -name '*.h' -o -name '*.hpp' -o -name '*.def' \) | sort
  done
}

forbid "grammar/ knows nothing of interpreter/ and cli/" \
  "$(files grammar)" '(interpreter|cli)/'
forbid "interpreter/ knows nothing of cli/" \
  "$(files interpreter)" 'cli/'
forbid "in interpreter/ only lower* reads grammar/; the rest may know grammar/ruleset.h" \
  "$(files interpreter | grep -v '^interpreter/lower[^/]*$' || true)" 'grammar/' 'include[[:space:]]*[<"](\.\./)*grammar/ruleset\.h[>"]'
forbid "only grammar/parse.cpp, grammar/grammar.h and grammar/rules_*.h use PEGTL" \
  "$(files grammar interpreter cli | grep -vxE 'grammar/(parse\.cpp|grammar\.h|rules_[a-z]*\.h)' || true)" '(tao/)?pegtl'
forbid "only grammar/parse.cpp includes grammar/grammar.h, and nobody else the rules it is made of" \
  "$(files grammar interpreter cli | grep -vxE 'grammar/(parse\.cpp|grammar\.h|rules_[a-z]*\.h)' || true)" '(grammar/)?(grammar|rules_[a-z]*)\.h'
forbid "only cli/command_line.cpp uses CLI11" \
  "$(files grammar interpreter cli | grep -vx 'cli/command_line.cpp' || true)" 'CLI/'
forbid "the program includes nothing of tests/" \
  "$(files grammar interpreter cli)" 'tests/'

echo "includes: $passed passed, $failed failed"
[[ $failed -eq 0 ]]
