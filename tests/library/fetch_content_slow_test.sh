#!/usr/bin/env bash
# The sources through FetchContent, from this checkout: on the CPU, with one engine.
source "$(dirname "$0")/lib.sh"
# Without optimization, and with assertions: add_subdirectory_slow_test.sh compiles the same as users do.
outside fetched -DUSE=FetchContent -DSWEEPLAB="$sources" -DSWEEPLAB_CUDA=OFF -DCMAKE_CXX_FLAGS_RELEASE=-O0
