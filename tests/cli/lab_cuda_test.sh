# Labs on a GPU: where there is nvcc, the solution of each, and what runs it there, compile for one; without a GPU a check
# says so.
source "$(dirname "$0")/lib.sh"

works lab new scan scan
export CUDA_VISIBLE_DEVICES=-1
refused 3 "no GPU can run the kernel" lab check scan --device cuda
grep -qF "leave out --device cuda" err || fail "no way out is named: $(cat err)"
rm -r scan

nvcc=${CUDACXX:-/usr/local/cuda/bin/nvcc}
command -v "$nvcc" >/dev/null || { [ "$failures" -eq 0 ] || finish; echo "skipped: no nvcc"; exit 77; }
compile() {  # LAB FILE: as `lab check --device cuda` does, up to the code of a GPU
    "$nvcc" -std=c++20 -arch=sm_90 -x cu -ptx -I"$1" -I"$root/assets/lab/check" "$1/$2" -o "$1/$2.ptx" >log 2>&1 ||
        fail "lab $1: $2: $(cat log)"
}
for lab in histogram scan split rank look-back sweep; do
    works lab new $lab $lab --seed 3
    compile $lab kernel.cu  # the scaffold, with its gap
    cat "$root/assets/lab/$lab/solution.cu" "$root/assets/lab/$lab/check.cu" >$lab/solved.cu
    compile $lab solved.cu
    grep -q "^\.visible \.entry" $lab/solved.cu.ptx || fail "lab $lab: no kernel in the code of the GPU"
done
finish
