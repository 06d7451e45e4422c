#!/usr/bin/env bash
# The sources as a folder of another project: on the CPU, with one engine, and nothing else of the tree is built.
source "$(dirname "$0")/lib.sh"
outside subdirectory -DUSE=add_subdirectory -DSWEEPLAB="$sources" -DSWEEPLAB_CUDA=OFF
built=$(find "$work/subdirectory" -name '*.a' -printf '%f ')
[ "$(echo "$built" | wc -w)" -eq 3 ] || fail "more was built than asked for: $built"
if grep -rq --include=cmake_install.cmake sweeplabTargets "$work/subdirectory"; then
    fail "it would be installed with the project"
fi
