#!/usr/bin/env bash
# Two plug-ins of one program, built for different GPUs: PTX alone in one, machine code in the other. Needs a GPU.
source "$(dirname "$0")/lib.sh"
nvcc=$(sed -n 's/^SWEEPLAB_NVCC:[A-Z]*=//p' "$build/CMakeCache.txt")
[ -x "$nvcc" ] || { echo "skipped: no CUDA in this build"; exit 77; }
nvidia-smi -L >/dev/null 2>&1 || { echo "skipped: no CUDA device"; exit 77; }
export CUDACXX=$nvcc
for architecture in 75-virtual native; do
    cmake -S "$sources/tests/library/plugins_cuda" -B "$work/$architecture" -G Ninja -DSWEEPLAB="$sources" -DCMAKE_BUILD_TYPE=Release \
        -DCMAKE_CUDA_ARCHITECTURES="$architecture" >"$work/$architecture.log" 2>&1 &&
        cmake --build "$work/$architecture" --parallel >>"$work/$architecture.log" 2>&1 || { cat "$work/$architecture.log"; fail "$architecture"; }
done
"$work/native/opens" "$work/75-virtual/libplugin.so" "$work/native/libplugin.so" || fail "exit code $?"
"$work/native/opens" "$work/native/libplugin.so" "$work/75-virtual/libplugin.so" || fail "exit code $?"
