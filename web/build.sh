#!/usr/bin/env bash
# Makes the folder that a host of plain files serves: the page, with its desk as a WebAssembly module.
#
#     web/build.sh [FOLDER]
#
# Needs Rust's target wasm32-unknown-unknown: rustup's, or, where rustup can fetch nothing, what Debian's packages
# `rustc-web`, `cargo-web` and `rust-web-src` bring. With Node the texts of most games and the answers to the page's first
# questions are put beside the module, so that less is fetched before a board is drawn, and it is told how much is sent.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

folder=${1:-target/page}
target=wasm32-unknown-unknown
build=(build --quiet --profile wasm --package fairyring-wasm --target "$target")
command -v node >/dev/null && export FAIRYRING_APART=1

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
    node web/join.mjs "$folder"
    games=$(cd "$folder/answers" && printf '%s ' *.json | sed 's/\.json//g; s/ $//')
    beside="<meta name=\"texts\" content=\"texts.json\">\\n<meta name=\"answers\" content=\"answers\">\\n<meta name=\"games\" content=\"$games\">\\n<meta name=\"gallery\" content=\"gallery.json\">"
    sed -i "s|<meta name=\"desk\" .*|&\n$beside|" "$folder/index.html"
    grep -q 'content="answers"' "$folder/index.html"
    node web/weigh.mjs "$folder"
fi
