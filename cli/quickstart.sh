#!/usr/bin/env bash
# From a fresh clone to a result: installs what is missing, builds build/release/mnc, simulates a bundled game.
# Usage: bash cli/quickstart.sh [arguments for `mnc simulate`]
set -euo pipefail
cd "$(dirname "$0")/.."

bash cli/packages.sh build
bash cli/build.sh release mnc

if [[ $# -eq 0 ]]; then
  set -- kpe --games 10000 --players random,random --seed 1
fi
echo "\$ build/release/mnc simulate $*"
exec build/release/mnc simulate "$@"
