#!/usr/bin/env bash
# Tests tests/includes.sh: each broken direction is seen, and a tree that keeps them is not complained about.
set -euo pipefail
script=$(cd "$(dirname "$0")" && pwd)/includes.sh
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
passed=0 failed=0

# expect COUNT FILE INCLUDE: a tree in which FILE includes INCLUDE breaks COUNT rules.
expect() {
  rm -rf "${tree:?}"/*
  mkdir -p "$tree"/{grammar/check,interpreter/players,cli}
  echo "#include $3" >"$tree/$2"
  local status=0
  output=$(bash "$script" "$tree") || status=$?
  if [[ $output == *" $1 failed" && $status -eq $(($1 > 0)) ]]; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "FAILED: $2 with #include $3: expected $1 broken rules, got status $status and: $output"
  fi
}

expect 0 grammar/parse.cpp '<tao/pegtl.hpp>'
expect 0 grammar/parse.cpp '"grammar/grammar.h"'
expect 0 interpreter/lower.cpp '"grammar/check.h"'
expect 0 interpreter/lower_board.cpp '"grammar/diagnostic.h"'
expect 0 interpreter/game.h '"grammar/ruleset.h"'
expect 0 cli/main.cpp '"grammar/check.h"'
expect 1 grammar/check/names.cpp '"interpreter/game.h"'
expect 1 grammar/format.cpp '"cli/cli.h"'
expect 1 grammar/format.cpp '"../interpreter/game.h"'
expect 1 grammar/check/names.cpp '<tao/pegtl.hpp>'
expect 1 grammar/format.cpp '"grammar.h"'
expect 1 interpreter/game.cpp '"cli/cli.h"'
expect 1 interpreter/game.cpp '"grammar/check.h"'
expect 1 interpreter/players/lower.cpp '"grammar/ast.h"'
expect 1 interpreter/game.cpp '"grammar/ruleset.hpp"'
expect 1 cli/main.cpp '<tao/pegtl/contrib/analyze.hpp>'
expect 0 cli/command_line.cpp '<CLI/CLI.hpp>'
expect 1 cli/main.cpp '<CLI/CLI.hpp>'
expect 1 cli/main.cpp '"tests/support/catch.h"'

echo "includes_test: $passed passed, $failed failed"
[[ $failed -eq 0 ]]
