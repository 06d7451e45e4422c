#!/usr/bin/env bash
# Runs a test program: `bash tests/gpu/run.sh PROGRAM [OPTIONS]`. Exit code 77: without a device, what
# needs one was skipped, and the rest passed.
set -uo pipefail
kept=$(mktemp)
trap 'rm -f "$kept"' EXIT
"$@" 2>&1 | tee "$kept"
code=${PIPESTATUS[0]}
if [ "$code" = 0 ] && grep -q 'skipped: no CUDA device' "$kept"; then exit 77; fi
exit "$code"
