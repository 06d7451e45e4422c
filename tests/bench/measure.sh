#!/usr/bin/env bash
# Steps, frames, hashes and sanitizers, measured again: bash tests/bench/measure.sh BUILD OUT [gpu]
# BUILD has sweeplab, tests/ and tests/bench/ (`ninja all left_out`; or all tests in tests/). OUT is a folder per device
# and date, such as assets/results/h200-2026-11-21 (see measure_lib.sh). With "gpu": the CUDA backend, its tests and the
# sanitizers too.
set -u
source "$(dirname "$0")/measure_lib.sh"
gpu=${3:-}
open_out "$1" "$2"
samples=$samples/steps
mkdir -p "$samples"
open_log steps

profile() { run 170 "sweeplab profile ${*//$samples\//}" "$program" profile --quiet "$@"; }

if [ "$gpu" = gpu ]; then
    for test in sort_cuda_engines_test sort_graph_test sim_cuda_test gl_interop_test; do
        run 170 "$test" "$build/tests/$test" --gtest_brief=1
    done
    for scene in gas pile mixed; do
        for engine in adaptive bucketsort cub-radix fourway; do
            profile --scene $scene --bodies 131072 --frames 300 --sort $engine --hash \
                --csv "$samples/$scene-$engine.csv" --json "$samples/$scene-$engine.json"
        done
    done
    profile --scene pile --bodies 131072 --frames 300 --sort fourway --passes --csv "$samples/pile-fourway-passes.csv"
    profile --scene gas --bodies 131072 --frames 60 --broad-phase endpoint
    run 170 "bench_early_exit 131072" "$(bench_program early_exit)" 131072 "$samples/early_exit.json"
    run 170 "bench_at_rest 131072" "$(bench_program at_rest)" 131072 "$samples/at_rest.csv"
    run 170 "bench_draw 131072 cuda" "$(bench_program draw)" 131072 cuda
    for engine in adaptive bucketsort cub-radix fourway; do
        for broad_phase in brute columns endpoint sweep; do
            profile --backend cuda --scene pile --bodies 8k --frames 300 --hash --sort $engine --broad-phase $broad_phase
        done
    done
    for way in on off; do
        run 170 "sweeplab render --scene pile --bodies 20k --frames 400 --quality high --interop $way -o $way.png" \
            "$program" render --scene pile --bodies 20k --frames 400 --quality high --interop $way -o "$samples/$way.png"
    done
    run 170 "cmp on.png off.png" cmp "$samples/on.png" "$samples/off.png"
    rm -f "$samples/on.png" "$samples/off.png"
    for tool in memcheck racecheck synccheck; do
        run 170 "compute-sanitizer --tool $tool sweeplab profile --scene pile --bodies 3000 --frames 12 --passes --sort fourway" \
            compute-sanitizer --tool $tool "$program" profile --quiet --scene pile --bodies 3000 --frames 12 --passes \
            --sort fourway
        run 170 "compute-sanitizer --tool $tool sweeplab profile --scene pile --bodies 3000 --frames 12 --sort cub-radix" \
            compute-sanitizer --tool $tool "$program" profile --quiet --scene pile --bodies 3000 --frames 12 \
            --sort cub-radix
        run 170 "compute-sanitizer --tool $tool sort_graph_test --gtest_filter=*gated*" \
            compute-sanitizer --tool $tool "$build/tests/sort_graph_test" --gtest_filter='*gated*' --gtest_brief=1
        run 170 "compute-sanitizer --tool $tool sweeplab sort --input uniform -n 100k --sort fourway --check" \
            compute-sanitizer --tool $tool "$program" sort --input uniform -n 100k --sort fourway --check
    done
    for tool in memcheck racecheck; do
        run 170 "compute-sanitizer --tool $tool sweeplab profile --scene mixed --bodies 3000 --frames 12 --sort fourway --broad-phase endpoint" \
            compute-sanitizer --tool $tool "$program" profile --quiet --scene mixed --bodies 3000 --frames 12 \
            --sort fourway --broad-phase endpoint
    done
else
    for k in 1 2 3 4 5; do
        profile --backend cpu --scene gas --bodies 10k --frames 300 --json "$samples/gas-cpu-$k.json"
    done
    profile --backend cpu --scene pile --bodies 4k --frames 2000 --warmup 1000
    pairs=(bench pairs --backend cpu -n 16Ki,128Ki,1M --rival cgal)
    run 170 "sweeplab ${pairs[*]}" "$program" "${pairs[@]}" --quiet --json "$samples/pairs-cpu.json"
    run 170 "bench_draw 4000 cpu" "$(bench_program draw)" 4000 cpu
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
samples=$out/samples
close_out
