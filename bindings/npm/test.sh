#!/usr/bin/env bash
# Packs the package for npm, installs it in an empty folder, and tests it there under Node and in Chromium.
#
#     bindings/npm/test.sh
#
# Needs Node 18 or later and npm; Chromium (`CHROMIUM`, or /usr/bin/chromium) is used if it is here.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
for tool in node npm; do
    command -v "$tool" >/dev/null || {
        echo "bindings/npm/test.sh: $tool is not here" >&2
        exit 1
    }
done
"$here/build.sh"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
(cd "$here" && npm pack --silent --pack-destination "$folder" >/dev/null)
cd "$folder"
echo '{ "private": true, "type": "module" }' >package.json
npm install --silent --offline --no-audit --no-fund ./fairyring-*.tgz
cp "$here"/test/*.mjs "$here"/README.md .
cp -r "$here/examples" examples
CHROMIUM=${CHROMIUM:-/usr/bin/chromium} node --test ./*.test.mjs
