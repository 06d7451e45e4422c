#!/usr/bin/env bash
# Sets up, builds and passes the tests: `bash tests/run.sh [--no-install] [--slow]`. CUDA code is compiled where
# nvcc is; tests that need a GPU skip themselves where there is none.
set -euo pipefail

no_install=no
slow=(-LE slow)
for word in "$@"; do
    case "$word" in
        --no-install) no_install=yes ;;
        --slow) slow=() ;;
        *) echo "tests/run.sh: unknown option '$word' (--no-install, --slow)" >&2; exit 2 ;;
    esac
done
source "$(dirname "${BASH_SOURCE[0]}")/../app/setup.sh"
install_packages "${build_packages[@]}" "${test_packages[@]}"
configure ON
compile
run_cases "$build" --parallel "$(nproc)" "${slow[@]}"
