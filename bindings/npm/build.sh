#!/usr/bin/env bash
# Makes the WebAssembly module of the package, or takes the one that `web/build.sh` has made.
#
#     bindings/npm/build.sh
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

page=${PAGE:-$PWD/target/page}
# The page has the same module: it is made once.
if ! [[ -f $page/desk.wasm ]] || [[ -n $(find src grammar games web/wasm Cargo.lock -newer "$page/desk.wasm" -type f -print -quit) ]]; then
    web/build.sh "$page"
fi
mkdir -p bindings/npm/dist
cp "$page/desk.wasm" bindings/npm/dist/desk.wasm
# The texts of most games lie beside the module of the page, and beside that of the package.
rm -f bindings/npm/dist/texts.json
[[ ! -f $page/texts.json ]] || cp "$page/texts.json" bindings/npm/dist/texts.json
