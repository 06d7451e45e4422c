#!/usr/bin/env bash
# Broad phases and large worlds, measured again: bash tests/bench/measure_pairs.sh BUILD OUT [gpu]
# BUILD has sweeplab and tests/ (`ninja all left_out`; or all tests in it). OUT is a folder per device and date, such as
# assets/results/h200-2026-11-21 (see measure_lib.sh).
set -u
source "$(dirname "$0")/measure_lib.sh"
gpu=${3:-}
open_out "$1" "$2"
mkdir -p "$samples/pairs" && cd "$samples/pairs" || exit 1
open_log pairs

bench() {
    local limit=$1 name=$2
    shift 2
    run "$limit" "sweeplab bench $* --json $name.json" "$program" bench "$@" --quiet --json "$name.json"
}

if [ "$gpu" = gpu ]; then
    on="--backend cuda --broad-phase columns"
    bench 150 pairs pairs $on --kind uniform,pile,mixed100,cluster,sheet -n 128Ki,1M --min-time 0.2
    bench 150 pairs-10M pairs $on --kind uniform -n 10M --min-time 0.2
    bench 100 pairs-others pairs --backend cuda --broad-phase sweep,endpoint,columns --kind uniform,pile -n 128Ki
    bench 300 step step --backend cuda --broad-phase columns -n 16k,128k,1M --min-time 1
    bench 150 step-10M step --backend cuda --broad-phase columns --scene gas -n 10M --min-time 1
    bench 200 step-settled step $on --scene pile -n 1M --warmup 90k --min-time 1 --timeout 180
    bench 200 scale scale $on -n 128k,1M,10M
    bench 100 scale-kinds scale $on --kind uniform,pile,mixed100 -n 128k,1M,10M
    nvidia-smi --query-gpu=timestamp,memory.used --format=csv -l 5 >memory.csv &
    watch=$!
    bench 300 long step $on --scene gas -n 1M --warmup 200k --timeout 280
    kill $watch
    run 200 "bench_draw cuda --steps 2 128000 1000000 10000000" "$(bench_program draw)" cuda --steps 2 128000 1000000 10000000
    for test in sim_cuda_test pair_search_cuda_test sim_large_slow_test gl_interop_test; do
        run 600 "$test" "$build/tests/$test" --gtest_brief=1
    done
    # Pairs, contacts and a list that grows; and columns so crowded that the second kernel walks.
    for tool in memcheck racecheck initcheck synccheck; do
        run 170 "compute-sanitizer --tool $tool sweeplab profile --scene gas --bodies 3000 --frames 60" \
            compute-sanitizer --tool $tool "$program" profile --quiet --scene gas --bodies 3000 --frames 60
        run 170 "compute-sanitizer --tool $tool pair_search_cuda_test" \
            compute-sanitizer --tool $tool "$build/tests/pair_search_cuda_test" --gtest_brief=1
    done
else
    bench 300 pairs pairs --backend cpu --broad-phase columns --rival cgal,bullet -n 128Ki,1M --min-time 2
    bench 300 pairs-kinds pairs --backend cpu --broad-phase columns --kind pile,mixed100,cluster,sheet -n 128Ki,1M
    bench 100 pairs-10M pairs --backend cpu --broad-phase columns --kind uniform -n 10M --min-time 4
    bench 200 step step --backend cpu --broad-phase columns -n 10k,100k --min-time 2
    bench 300 scale scale --backend cpu
fi
cd "$out" && close_out
