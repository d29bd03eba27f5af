#!/usr/bin/env bash
# Fetches the charting libraries of the report page from npm, minified as published, with the licences of all that is in
# them. Needed only to change their versions: the files are kept here, so that a build needs neither npm nor a network.
# Usage: bash cli/report/vega/fetch.sh
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private": true}' >package.json
npm install --silent --ignore-scripts vega@6.4.0 vega-lite@6.4.3 vega-embed@7.3.0
for name in vega vega-lite vega-embed; do
  cp "node_modules/$name/build/$name.min.js" "$here/$name.min.js"
done

# Every package that may be in them: those of the three and what they are made of, without the command-line tools.
{
  echo "The files *.min.js in this folder hold code of these packages."
  find node_modules -name package.json -not -path '*/test/*' | sort | while read -r package; do
    dir=$(dirname "$package")
    name=${dir##*node_modules/}
    case $name in
      vega* | d3* | topojson* | internmap | delaunator | robust-predicates | fast-json-patch | fast-deep-equal | json-stringify-pretty-compact | semver | tslib) ;;
      *) continue ;;
    esac
    for licence in "$dir"/LICENSE "$dir"/LICENSE.md "$dir"/LICENSE.txt; do
      [[ -f $licence ]] || continue
      printf '\n==== %s %s ====\n\n' "$name" "$(node -p "require('./$package').version")"
      cat "$licence"
    done
  done
} | sed -e 's/\r$//' >"$here/LICENCES.txt"
cd "$here"
sha256sum vega.min.js vega-lite.min.js vega-embed.min.js LICENCES.txt >SHA256SUMS
