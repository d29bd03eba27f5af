#!/usr/bin/env bash
# docs/diagnostics.md is what `mnc explain` says. Compares them; with --write, makes the page anew.
# Usage: MNC=path/to/mnc bash tests/diagnostics_doc.sh [--write]
set -euo pipefail
page=$(dirname "$0")/../docs/diagnostics.md
made=$(mktemp)
trap 'rm -f "$made"' EXIT
{
  printf '# Diagnostics\n\nEvery message of `mnc check` carries one of these codes. `mnc explain CODE` prints the same text.\n'
  "$MNC" explain | cut -d' ' -f1 | xargs "$MNC" explain | sed -E 's/^([EW][0-9]+ \((error|warning)\): .*)$/\n## \1\n/' | cat -s
} >"$made"
if [[ ${1:-} == --write ]]; then
  cp "$made" "$page"
elif diff "$page" "$made"; then
  echo "diagnostics: 1 passed, 0 failed"
else
  echo "diagnostics: 0 passed, 1 failed"
  exit 1
fi
