#!/usr/bin/env bash
# docs/rulesets.md is what `mnc list` says. Compares them; with --write, makes the page anew.
# Usage: MNC=path/to/mnc bash tests/rulesets_doc.sh [--write]
set -euo pipefail
page=$(dirname "$0")/../docs/rulesets.md
made=$(mktemp)
trap 'rm -f "$made"' EXIT
{
  cat <<'TEXT'
# The bundled rulesets

Made from the headers of the files in [rulesets](../rulesets); `mnc list` prints the same. Beside each ruleset lie its
scenarios. Where sources disagree a ruleset has options: `mnc show NAME` lists them.

| name | game | rows | where | what it is like | sources |
|---|---|---|---|---|---|
TEXT
  # CSV to a table: a field in quotes may hold commas, and two quotes for one.
  "$MNC" list --format csv | tail -n +2 | awk '{
    n = 0; field = ""; quoted = 0
    for (i = 1; i <= length($0); ++i) {
      c = substr($0, i, 1)
      if (quoted && c == "\"" && substr($0, i + 1, 1) == "\"") { field = field c; ++i }
      else if (c == "\"") quoted = !quoted
      else if (c == "," && !quoted) { f[n++] = field; field = "" }
      else field = field c
    }
    printf "| [%s](../rulesets/%s.mnc) | %s | %s | %s | %s | %s |\n", f[0], f[0], f[1], f[2], f[3], f[5], f[6]
  }'
} >"$made"
if [[ ${1:-} == --write ]]; then
  cp "$made" "$page"
elif diff "$page" "$made"; then
  echo "rulesets: 1 passed, 0 failed"
else
  echo "rulesets: 0 passed, 1 failed"
  exit 1
fi
