#!/usr/bin/env bash
# What assets/results holds of broad phases and large worlds, measured again: bash tests/bench/measure_pairs.sh
# BUILD OUT [gpu]. BUILD has sweeplab and tests/ (or all tests in it). Each command stands before its output in
# OUT/log.md; raw samples lie beside it.
set -u
build=$(realpath "$1") gpu=${3:-}
mkdir -p "$2" && cd "$2" || exit 1
log=log.md
program=$build/sweeplab

# run SECONDS TEXT COMMAND...: the command as a reader would type it, then what it printed.
run() {
    local limit=$1 text=$2
    shift 2
    { echo; echo "\`$text\`"; echo '```'; } >>"$log"
    timeout "$limit" "$@" >>"$log" 2>&1
    local status=$?
    { echo '```'; [ $status -eq 0 ] || echo "exit code $status"; } >>"$log"
}

bench() {
    local limit=$1 name=$2
    shift 2
    run "$limit" "sweeplab bench $* --json $name.json" "$program" bench "$@" --quiet --json "$name.json"
}

echo "# Measured $(date -u +%Y-%m-%d)" >"$log"
run 60 "sweeplab info" "$program" info
if [ "$gpu" = gpu ]; then
    on="--backend cuda --broad-phase columns"
    bench 150 pairs pairs $on --kind uniform,pile,mixed100,cluster,sheet -n 128Ki,1M --min-time 0.2
    bench 150 pairs-10M pairs $on --kind uniform -n 10M --min-time 0.2
    bench 100 pairs-others pairs --backend cuda --broad-phase sweep,endpoint,columns --kind uniform,pile -n 128Ki
    bench 300 step step --backend cuda --broad-phase columns -n 16k,128k,1M --min-time 1
    bench 150 step-10M step --backend cuda --broad-phase columns --scene gas -n 10M --min-time 1
    bench 200 step-settled step $on --scene pile -n 1M --warmup 90k --min-time 1 --timeout 180
    bench 200 scale scale $on -n 128k,1M,10M --plot scale.svg
    bench 100 scale-kinds scale $on --kind uniform,pile,mixed100 -n 128k,1M,10M --plot scale-kinds.svg
    nvidia-smi --query-gpu=timestamp,memory.used --format=csv -l 5 >memory.csv &
    watch=$!
    bench 300 long step $on --scene gas -n 1M --warmup 200k --timeout 280
    kill $watch
    draw=$build/tests/bench/bench_draw
    [ -x "$draw" ] || draw=$build/tests/bench_draw
    run 200 "bench_draw cuda --steps 2 128000 1000000 10000000" "$draw" cuda --steps 2 --pictures . 128000 1000000 10000000
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
    bench 300 scale scale --backend cpu --plot scale.svg
fi
