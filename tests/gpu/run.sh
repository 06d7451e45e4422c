#!/usr/bin/env bash
# Runs a test program: `bash tests/gpu/run.sh PROGRAM [OPTIONS]`. Exit code 77: all that has run has passed, but there
# is no device, or nothing has run. Without a device the program may be missing.
set -uo pipefail
if [ ! -x "$1" ]; then
    if nvidia-smi -L >/dev/null 2>&1; then echo "not built: ninja -C build $(basename "$1")" >&2; exit 1; fi
    echo "skipped: no CUDA device; not built: ninja -C build left_out"
    exit 77
fi
kept=$(mktemp)
trap 'rm -f "$kept"' EXIT
"$@" 2>&1 | tee "$kept"
code=${PIPESTATUS[0]}
if [ "$code" = 0 ] && grep -qE 'skipped: no CUDA device|PASSED  \] 0 tests' "$kept"; then exit 77; fi
exit "$code"
