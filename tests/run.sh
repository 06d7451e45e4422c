#!/usr/bin/env bash
# Sets up, builds and passes the tests: `bash tests/run.sh [--no-install] [--slow] [FILTER]`. CUDA code is compiled
# where nvcc is; tests that need a GPU skip themselves where there is none. FILTER (pick.py): builds and runs those alone.
set -euo pipefail

no_install=no
slow=(-LE slow)
targets=()
filter=
for word in "$@"; do
    case "$word" in
        --no-install) no_install=yes ;;
        --slow) slow=() targets=(all left_out) ;;
        -*) echo "tests/run.sh: unknown option '$word' (--no-install, --slow)" >&2; exit 2 ;;
        *) filter=$word; slow=() ;;
    esac
done
source "$(dirname "${BASH_SOURCE[0]}")/../app/setup.sh"
install_packages "${build_packages[@]}" "${test_packages[@]}"
configure ON
if [ -n "$filter" ]; then
    picked=$(python3 "$root/tests/pick.py" "$build" "$filter") || exit 2
    { read -ra targets; read -r pattern; } <<<"$picked"
    slow=(-R "$pattern" --no-tests=error)
fi
compile "${targets[@]}"
run_cases "$build" --parallel "$(nproc)" "${slow[@]}"
