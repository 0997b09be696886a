#!/usr/bin/env bash
# Builds the package for Python, installs it in an environment of its own, and tests it there.
#
#     bindings/python/test.sh [PYTEST OPTION…]
#
# Needs Python 3.10 or later (`PYTHON`, or python3) with venv, Rust, and a network for the packages of Python that are not
# there yet. What is missing is said, and is a failure. The environment stays in target/python, for the next time.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

python=${PYTHON:-python3}
environment=$PWD/${CARGO_TARGET_DIR:-target}/python
wheels=$PWD/${CARGO_TARGET_DIR:-target}/wheels
"$python" -c 'import sys; sys.exit(sys.version_info < (3, 10))' 2>/dev/null || {
    echo "bindings/python/test.sh: Python 3.10 or later is not here" >&2
    exit 1
}
[[ -x $environment/bin/python ]] || "$python" -m venv "$environment"
"$environment/bin/python" -m pip install --quiet --disable-pip-version-check \
    'maturin>=1.9,<2' 'numpy>=1.26' 'pytest>=8' 'gymnasium>=1.0' 'pettingzoo>=1.24'
rm -rf "$wheels"
"$environment/bin/maturin" build --release --quiet --manifest-path bindings/python/Cargo.toml --out "$wheels" \
    --interpreter "$environment/bin/python"
"$environment/bin/python" -m pip install --quiet --disable-pip-version-check --force-reinstall --no-deps "$wheels"/*.whl
# From a folder without the sources, so that what is tested is what was installed.
cd bindings/python/tests
exec "$environment/bin/python" -m pytest -q "$@" .
