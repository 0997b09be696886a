#!/usr/bin/env bash
# Builds the package for Python, installs it in an environment of its own, and tests it there; then installs the same wheel
# with the newest Python that is here, and runs the first program of the README.
#
#     bindings/python/test.sh [PYTEST OPTION…]
#     bindings/python/test.sh --ray           only the studies on Ray: two workers, one of which is killed
#     bindings/python/test.sh --speed         only the measurements beside other programs
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

# Installs packages in an environment.
install() {
    "$1/bin/python" -m pip install --quiet --disable-pip-version-check "${@:2}"
}

[[ -x $environment/bin/python ]] || "$python" -m venv "$environment"
install "$environment" 'maturin>=1.9,<2' 'numpy>=1.26' 'pytest>=8' 'gymnasium>=1.0' 'pettingzoo>=1.24' 'mypy>=1.8' chess pyarrow
rm -rf "$wheels"
"$environment/bin/maturin" build --release --quiet --manifest-path bindings/python/Cargo.toml --out "$wheels" \
    --interpreter "$environment/bin/python"
install "$environment" --force-reinstall --no-deps "$wheels"/*.whl

# Runs the first program of the README with the newest Python, in an environment that has nothing but the wheel.
try_newest() {
    local newest= candidate minor
    for minor in 14 13 12 11 10; do
        for candidate in "python3.$minor" "$HOME/.pyenv/versions/3.$minor."*/bin/python; do
            if "$candidate" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))' 2>/dev/null; then
                newest=$candidate
                break 2
            fi
        done
    done
    [[ -n $newest ]] || newest=$python
    local fresh
    fresh=$(mktemp -d)
    "$newest" -m venv "$fresh"
    install "$fresh" "$wheels"/*.whl
    awk '/^```python/ { inside = 1; next } /^```/ { if (inside) exit } inside' bindings/python/README.md >"$fresh/first.py"
    (cd "$fresh" && bin/python first.py)
    "$fresh/bin/python" --version
    rm -rf "$fresh"
}

tests=$PWD/bindings/python/tests
case ${1:-} in
--ray)
    install "$environment" 'ray>=2.9' psutil
    cd "$tests"
    FAIRYRING_RAY=1 exec "$environment/bin/python" -m pytest -q -s test_studies.py -k on_ray
    ;;
--speed)
    install "$environment" pyffish || echo "pyffish cannot be installed here: it is not measured" >&2
    cd "$tests"
    exec "$environment/bin/python" ../speed.py
    ;;
esac
try_newest
# From a folder without the sources, so that what is tested is what was installed.
cd "$tests"
exec "$environment/bin/python" -m pytest -q "$@" .
