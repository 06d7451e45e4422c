#!/usr/bin/env bash
# The Python package: its wheel, built by each interpreter that is there (PYTHONS, default python3 and newer ones, also
# of pyenv), installed into an environment of its own and tested there, by the first one with JAX and Warp (LIBRARIES).
# Skipped where packages cannot be had from PyPI. torch is tested where LIBRARIES names it: it is large.
source "$(dirname "$0")/lib.sh"
newer=$(compgen -G "${PYENV_ROOT:-$HOME/.pyenv}/versions/3.1[2-9].*/bin/python3" || true)
read -ra pythons <<<"${PYTHONS:-python3 python3.12 python3.13 ${newer//$'\n'/ }}"
read -ra libraries <<<"${LIBRARIES-jax warp-lang}"

export PYTHONDONTWRITEBYTECODE=1

skip() { echo "skipped: $*"; exit 77; }

# builds PYTHON: it is new enough, makes environments and has headers to compile against.
builds() {
    "$1" -c 'import ensurepip, os, sys, sysconfig, venv
sys.exit(sys.version_info < (3, 10) or not os.path.exists(os.path.join(sysconfig.get_path("include"), "Python.h")))' 2>/dev/null
}

usable() {
    local python version seen=" "
    for python in "${pythons[@]}"; do
        builds "$python" || continue
        version=$("$python" -c 'import sys; print(sys.version_info.minor)')
        [[ $seen = *" $version "* ]] || echo "$python"
        seen+="$version "
    done
}

found=$(usable)
if [ -z "$found" ] && [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null; then
    apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends python3-dev python3-venv || true
    found=$(usable)
fi
[ -n "$found" ] || skip "none of ${pythons[*]} is 3.10 or newer with venv and headers (packages python3-dev python3-venv)"

# The libraries are compiled once: only the extension itself depends on the interpreter.
for python in $found; do
    name=$("$python" -c 'import sys; print("python3." + str(sys.version_info.minor))')
    "$python" -m venv "$work/$name"
    inside=$work/$name/bin/python
    "$inside" -m pip install -q --disable-pip-version-check scikit-build-core nanobind "cmake>=3.26" numpy pytest mypy >"$work/$name.log" 2>&1 ||
        { tail -3 "$work/$name.log"; skip "packages for $name cannot be had"; }
    CMAKE_CXX_COMPILER_LAUNCHER=$launcher CMAKE_BUILD_PARALLEL_LEVEL=2 "$inside" -m pip wheel -v --no-deps --no-build-isolation \
        --disable-pip-version-check --config-settings=build-dir="$work/build" --config-settings=cmake.define.SWEEPLAB_CUDA=OFF -w "$work/wheels-$name" \
        "$sources/sim/python" >"$work/$name.log" 2>&1 || { cat "$work/$name.log"; fail "$name: no wheel"; }
    if grep -E 'sim/python/[a-z_]*\.(cpp|h).*warning' "$work/$name.log"; then fail "$name: warnings"; fi
    "$inside" -m pip install -q --disable-pip-version-check --no-index "$work/wheels-$name"/*.whl || fail "$name: the wheel cannot be installed"
    for library in "${libraries[@]}"; do
        "$inside" -m pip install -q --disable-pip-version-check "$library" >"$work/$name.log" 2>&1 || echo "without $library: $(tail -1 "$work/$name.log")"
    done
    libraries=()
    ls -l "$work/wheels-$name"
    (cd "$work" && "$inside" -m pytest -q -rs -p no:cacheprovider "$sources/tests/python") || fail "$name: tests"
done

# The wheel of the stable ABI, made by the oldest interpreter that can, serves newer ones.
wheel=$(compgen -G "$work/wheels-python3.12/*abi3*.whl" || true)
if [ -n "$wheel" ] && [ -d "$work/python3.13" ]; then
    "$work/python3.13/bin/python" -m pip install -q --disable-pip-version-check --no-index --force-reinstall --no-deps "$wheel" || fail "3.12's wheel in 3.13"
    (cd "$work" && "$work/python3.13/bin/python" -m pytest -q -p no:cacheprovider "$sources/tests/python/test_sort.py") || fail "3.12's wheel in 3.13"
fi
echo "the Python package is all right"
