#!/usr/bin/env bash
# The sources as a folder of another project: on the CPU, with one engine, and nothing else of the tree is built. What
# the project has chosen for itself reaches its own files alone, or does no harm.
source "$(dirname "$0")/lib.sh"
outside subdirectory -DUSE=add_subdirectory -DSWEEPLAB="$sources" -DSWEEPLAB_CUDA=OFF -DCMAKE_UNITY_BUILD=ON \
    -DCMAKE_CXX_STANDARD=23 -DCMAKE_CXX_FLAGS="-Wall -Wextra -Wpedantic -Werror -fno-exceptions -fno-rtti" \
    -DCMAKE_CXX_FLAGS_RELEASE="-O1 -DNDEBUG"
built=$(find "$work/subdirectory" -name '*.a' -printf '%f ')
[ "$(echo "$built" | wc -w)" -eq 4 ] || fail "more was built than asked for: $built"
if grep -rq --include=cmake_install.cmake sweeplabTargets "$work/subdirectory"; then
    fail "it would be installed with the project"
fi
