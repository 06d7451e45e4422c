#!/usr/bin/env bash
# The sources through FetchContent, from this checkout: on the CPU, with one engine.
source "$(dirname "$0")/lib.sh"
outside fetched -DUSE=FetchContent -DSWEEPLAB="$sources" -DSWEEPLAB_CUDA=OFF
