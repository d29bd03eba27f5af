#!/usr/bin/env bash
# Installs the Debian packages that are named and not yet there, as root or through sudo.
# Usage: bash cli/packages.sh build|test|ci   (build: what `mnc` needs; test: the tests too; ci: and what they skip
# where it is not there)
set -euo pipefail

build=(g++ cmake ninja-build tao-pegtl-dev libfmt-dev libyaml-cpp-dev libcli11-dev nlohmann-json3-dev libasmjit-dev)
test=("${build[@]}" catch2 libbenchmark-dev)
ci=("${test[@]}" parallel)
case ${1:-} in
  build) wanted=("${build[@]}") ;;
  test) wanted=("${test[@]}") ;;
  ci) wanted=("${ci[@]}") ;;
  *) echo "usage: bash cli/packages.sh build|test|ci" >&2; exit 2 ;;
esac

if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
  echo "note: this is not a Debian system; the build needs what these packages hold: ${wanted[*]}" >&2
  exit 0
fi

missing=()
for package in "${wanted[@]}"; do
  status=$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null || true)
  [[ $status == installed ]] || missing+=("$package")
done
[[ ${#missing[@]} -gt 0 ]] || exit 0

as_root=()
if [[ $(id -u) -ne 0 ]]; then
  if ! command -v sudo >/dev/null; then
    echo "error: packages are missing and there is no sudo here; as root, run:" >&2
    echo "  apt-get update && apt-get install ${missing[*]}" >&2
    exit 2
  fi
  as_root=(sudo)
fi

echo "installing ${missing[*]} …"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
# A failed update may be one unreachable source of many: only a failed install counts.
"${as_root[@]}" apt-get -q -o Acquire::Retries=3 update >"$log" 2>&1 || true
if ! "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o Acquire::Retries=3 \
    install --no-install-recommends "${missing[@]}" >>"$log" 2>&1; then
  tail -n 30 "$log" >&2
  echo "error: the packages could not be installed: ${missing[*]}" >&2
  exit 2
fi
