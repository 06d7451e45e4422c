#!/usr/bin/env bash
# Everything that assets/results holds, measured again: bash tests/bench/measure.sh BUILD OUT [gpu]
# BUILD has sweeplab, tests/ and tests/bench/ (or all tests in tests/). Each command stands before its output in
# OUT/log.md; raw samples lie beside it. With "gpu": the CUDA backend, its tests and the sanitizers too.
set -u
build=$1 out=$2 gpu=${3:-}
mkdir -p "$out"
log=$out/log.md
program=$build/sweeplab
bench() { if [ -x "$build/tests/bench/bench_$1" ]; then echo "$build/tests/bench/bench_$1"; else echo "$build/tests/bench_$1"; fi; }

# run TEXT COMMAND...: the command as a reader would type it, then what it printed.
run() {
    local text=$1
    shift
    { echo; echo "\`$text\`"; echo '```'; } >>"$log"
    timeout 170 "$@" >>"$log" 2>&1
    local status=$?
    { echo '```'; [ $status -eq 0 ] || echo "exit code $status"; } >>"$log"
}

profile() { run "sweeplab profile ${*//$out\//}" "$program" profile --quiet "$@"; }

{ echo "# Measured $(date -u +%Y-%m-%d)"; } >"$log"
run "sweeplab info" "$program" info
if [ "$gpu" = gpu ]; then
    for test in sort_cuda_engines_test sort_graph_test sim_cuda_test gl_interop_test; do
        run "$test" "$build/tests/$test" --gtest_brief=1
    done
    for scene in gas pile mixed; do
        for engine in cub-radix fourway; do
            profile --scene $scene --bodies 131072 --frames 300 --sort $engine --hash \
                --csv "$out/$scene-$engine.csv" --json "$out/$scene-$engine.json"
        done
    done
    profile --scene pile --bodies 131072 --frames 300 --sort fourway --passes --csv "$out/pile-fourway-passes.csv"
    profile --scene gas --bodies 131072 --frames 60 --broad-phase endpoint
    run "bench_early_exit 131072" "$(bench early_exit)" 131072 "$out/early_exit.json"
    run "bench_at_rest 131072" "$(bench at_rest)" 131072 "$out/at_rest.csv"
    run "bench_draw 131072 cuda" "$(bench draw)" 131072 cuda
    for engine in cub-radix fourway; do
        for broad_phase in brute columns endpoint sweep; do
            profile --backend cuda --scene pile --bodies 8k --frames 300 --hash --sort $engine --broad-phase $broad_phase
        done
    done
    for way in on off; do
        run "sweeplab render --scene pile --bodies 20k --frames 400 --interop $way -o $way.png" \
            "$program" render --scene pile --bodies 20k --frames 400 --interop $way -o "$out/$way.png"
    done
    run "cmp on.png off.png" cmp "$out/on.png" "$out/off.png"
    rm -f "$out/on.png" "$out/off.png"
    for tool in memcheck racecheck synccheck; do
        run "compute-sanitizer --tool $tool sweeplab profile --scene pile --bodies 3000 --frames 12 --passes --sort fourway" \
            compute-sanitizer --tool $tool "$program" profile --quiet --scene pile --bodies 3000 --frames 12 --passes \
            --sort fourway
        run "compute-sanitizer --tool $tool sweeplab profile --scene pile --bodies 3000 --frames 12 --sort cub-radix" \
            compute-sanitizer --tool $tool "$program" profile --quiet --scene pile --bodies 3000 --frames 12 \
            --sort cub-radix
        run "compute-sanitizer --tool $tool sort_graph_test --gtest_filter=*gated*" \
            compute-sanitizer --tool $tool "$build/tests/sort_graph_test" --gtest_filter='*gated*' --gtest_brief=1
        run "compute-sanitizer --tool $tool sweeplab sort --input uniform -n 100k --sort fourway --check" \
            compute-sanitizer --tool $tool "$program" sort --input uniform -n 100k --sort fourway --check
    done
    for tool in memcheck racecheck; do
        run "compute-sanitizer --tool $tool sweeplab profile --scene mixed --bodies 3000 --frames 12 --sort fourway --broad-phase endpoint" \
            compute-sanitizer --tool $tool "$program" profile --quiet --scene mixed --bodies 3000 --frames 12 \
            --sort fourway --broad-phase endpoint
    done
else
    for k in 1 2 3 4 5; do
        profile --backend cpu --scene gas --bodies 10k --frames 300 --json "$out/gas-cpu-$k.json"
    done
    profile --backend cpu --scene pile --bodies 4k --frames 2000 --warmup 1000
    pairs=(bench pairs --backend cpu -n 16Ki,128Ki,1M --rival cgal)
    run "sweeplab ${pairs[*]}" "$program" "${pairs[@]}" --quiet --json "$out/pairs-cpu.json"
    run "bench_draw 4000 cpu" "$(bench draw)" 4000 cpu
fi
# One simulation: the CPU's hashes, to stand beside the device's.
engines="cpu-radix std-sort tbb-sort"
broad_phases="brute columns endpoint sweep"
if [ "$gpu" = gpu ]; then engines=cpu-radix broad_phases=sweep; fi
for threads in 1 2; do
    for engine in $engines; do
        for broad_phase in $broad_phases; do
            profile --backend cpu --scene pile --bodies 8k --frames 300 --hash --threads $threads --sort $engine \
                --broad-phase $broad_phase
        done
    done
done
echo "state hashes of pile, 8k bodies, 300 frames, this machine:" >>"$log"
grep -A30 -- "--bodies 8k --frames 300 --hash" "$log" | grep "^state" | sort | uniq -c >>"$log"
