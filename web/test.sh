#!/usr/bin/env bash
# Builds the folder of plain files and tests it: the module under Node, and the page in a real browser.
#
#     web/test.sh [NODE OPTION…]
#
# Needs Node 18 or later, npm and Chromium (`CHROMIUM`, or /usr/bin/chromium), and the program (`FAIRYRING`, or
# target/release/fairyring). What is missing is said, and is a failure; without Firefox (`FIREFOX`, or /usr/bin/firefox-esr)
# its one test is left out.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

export FAIRYRING=${FAIRYRING:-$PWD/${CARGO_TARGET_DIR:-target}/release/fairyring}
export CHROMIUM=${CHROMIUM:-/usr/bin/chromium}
export PAGE=${PAGE:-$PWD/target/page}
for tool in node npm "$CHROMIUM" "$FAIRYRING"; do
    command -v "$tool" >/dev/null || {
        echo "web/test.sh: $tool is not here" >&2
        exit 1
    }
done

web/build.sh "$PAGE"
# The packages are those of the lock files, fetched once.
for part in tests libraries; do
    if ! [[ web/$part/node_modules/.package-lock.json -nt web/$part/package-lock.json ]]; then
        npm ci --prefix "web/$part" --silent --no-audit --no-fund || {
            echo "web/test.sh: npm cannot fetch the packages of web/$part/package-lock.json: is there a network?" >&2
            exit 1
        }
    fi
done
# What the page uses of others is what its script makes of the packages.
node web/libraries/bundle.mjs --check
node web/libraries/pieces.mjs --check
node web/libraries/characters.mjs --check
begun=$SECONDS
node --test "$@" web/tests/module.test.mjs
printf 'module: %s s\n' "$((SECONDS - begun))"
begun=$SECONDS
node --test --test-concurrency=1 "$@" web/tests/browser.test.mjs web/tests/comforts.test.mjs web/tests/firefox.test.mjs web/tests/mishaps.test.mjs web/tests/motion.test.mjs web/tests/papers.test.mjs web/tests/places.test.mjs web/tests/rooms.test.mjs web/tests/studies.test.mjs
printf 'browser: %s s\n' "$((SECONDS - begun))"
