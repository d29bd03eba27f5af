#!/usr/bin/env bash
# Configures and builds targets of one preset in build/PRESET; quiet unless something is wrong.
# Usage: bash cli/build.sh PRESET TARGET…
set -euo pipefail
cd "$(dirname "$0")/.."
preset=$1
shift

log=$(mktemp)
trap 'rm -f "$log"' EXIT
echo "building build/$preset: $* …"
started=$SECONDS
if ! cmake --preset "$preset" >"$log" 2>&1 ||
   ! cmake --build --preset "$preset" --parallel "$(nproc)" --target "$@" >>"$log" 2>&1; then
  cat "$log" >&2
  echo "error: build/$preset could not be built" >&2
  exit 1
fi
echo "built in $((SECONDS - started)) s"
