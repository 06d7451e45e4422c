#!/usr/bin/env bash
# A project with CUDA and C++17 of its own adds the sources: files of the library are compiled as they need it.
source "$(dirname "$0")/lib.sh"
nvcc=$(sed -n 's/^SWEEPLAB_NVCC:[A-Z]*=//p' "$build/CMakeCache.txt")
[ -x "$nvcc" ] || { echo "no CUDA in this build"; exit 77; }
export CUDACXX=$nvcc
cmake -S "$sources/tests/library/outside" -B "$work/cuda" -G Ninja -DUSE=add_subdirectory -DSWEEPLAB="$sources" -DCUDA_FIRST=ON \
    -DCMAKE_CUDA_STANDARD=17 -DCMAKE_CUDA_ARCHITECTURES=75-virtual -DCMAKE_CUDA_SEPARABLE_COMPILATION=ON \
    -DCMAKE_CUDA_FLAGS=-O0 >"$work/cuda.log" 2>&1 || { cat "$work/cuda.log"; fail "configure"; }
python3 - "$work/cuda/compile_commands.json" <<'PYTHON' || fail "a wrong standard"
import json, sys
ours = [e["command"] for e in json.load(open(sys.argv[1])) if e["file"].endswith(".cu")]
wrong = [command for command in ours if "-std=c++20" not in command or "-rdc=true" in command]
print(len(ours), "files,", len(wrong), "wrong")
sys.exit(len(ours) < 10 or len(wrong) > 0)
PYTHON
object=sweeplab/sort/CMakeFiles/sweeplab_sort_core.dir/core/device_cuda.cu.o
cmake --build "$work/cuda" --target "$object" >>"$work/cuda.log" 2>&1 || { cat "$work/cuda.log"; fail "build"; }
