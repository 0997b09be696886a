#!/usr/bin/env bash
# Makes the folder that a host of plain files serves: the page, with its desk as a WebAssembly module.
#
#     web/build.sh [FOLDER]
#
# Needs Rust's target wasm32-unknown-unknown: rustup's, or, where rustup can fetch nothing, what Debian's packages
# `rustc-web`, `cargo-web` and `rust-web-src` bring. With Node the answers to the page's first questions are put beside it,
# so that a board is drawn before the module is there, and it is told how much is sent.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

folder=${1:-target/page}
target=wasm32-unknown-unknown
build=(build --quiet --profile wasm --package fairyring-wasm --target "$target")

sysroot=$(rustc --print sysroot)
if [[ -d "$sysroot/lib/rustlib/$target" ]] || { command -v rustup >/dev/null && rustup target add "$target"; }; then
    cargo "${build[@]}"
elif [[ -d "$sysroot/lib/rustlib/src/rust/library" ]]; then
    # There is only the source of the library: it is built too.
    RUSTC_BOOTSTRAP=1 cargo "${build[@]}" -Zbuild-std=std,panic_abort
else
    echo "web/build.sh: neither the target $target nor the source of Rust's library is here" >&2
    exit 1
fi

rm -rf "$folder"
mkdir -p "$folder"
cp web/page/* "$folder"
mkdir "$folder/docs"
cp -r docs/*.md docs/language docs/errors "$folder/docs"
cp "${CARGO_TARGET_DIR:-target}/$target/wasm/fairyring_wasm.wasm" "$folder/desk.wasm"
# The page says where its desk is.
sed -i 's|<meta name="desk" content="api">|<meta name="desk" content="desk.wasm">|' "$folder/index.html"
grep -q 'content="desk.wasm"' "$folder/index.html"

if command -v node >/dev/null; then
    node web/prepare.mjs "$folder"
    answers='<meta name="answers" content="answers.json">\n<meta name="gallery" content="gallery.json">'
    sed -i "s|<meta name=\"desk\" .*|&\n$answers|" "$folder/index.html"
    grep -q 'content="answers.json"' "$folder/index.html"
    node - "$folder/desk.wasm" <<'END'
const { brotliCompressSync, gzipSync } = require('node:zlib');
const file = process.argv[2];
const bytes = require('node:fs').readFileSync(file);
const kilobytes = (packed) => `${Math.round(packed.length / 1000)} kB`;
console.log(`${file}: ${kilobytes(bytes)}, ${kilobytes(gzipSync(bytes))} by gzip, ${kilobytes(brotliCompressSync(bytes))} by brotli`);
END
fi
