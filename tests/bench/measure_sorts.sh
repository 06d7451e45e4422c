#!/usr/bin/env bash
# Sorts, measured again: bash tests/bench/measure_sorts.sh BUILD OUT PART...
# Parts: tests sanitizers rates own hashes frames papers kernels refusals (on a CUDA device), cpu. BUILD has sweeplab and
# tests/. OUT is a folder per device and date, such as assets/results/h200-2026-11-22 (see measure_lib.sh).
set -u
source "$(dirname "$0")/measure_lib.sh"
open_out "$1" "$2"
shift 2
samples=$samples/sorts
mkdir -p "$samples"
stable="adaptive cub-merge cub-radix cub-radix-double eightway fourway ha-auto legrand multiscan bucketsort onesweep reghist satish sixteenway split-sort thrust warpsort-index"
papers="${ENGINES:-eightway fourway legrand multiscan onesweep reghist satish sixteenway split-sort warpsort warpsort-index}"  # ENGINES: only these

bench_sort() {  # NAME ARGUMENTS...: the table into the log, the samples into NAME.json
    local name=$1
    shift
    run 200 "sweeplab bench sort $*" "$program" bench sort --md --quiet --json "$samples/$name.json" "$@"
}

for part in "$@"; do
    open_log "$part"
    case $part in
    tests)
        shards=12  # the engines' suite waits for the reference sorts of the CPU
        for ((k = 0; k < shards; ++k)); do
            GTEST_TOTAL_SHARDS=$shards GTEST_SHARD_INDEX=$k timeout 300 "$build/tests/sort_cuda_engines_test" \
                --gtest_brief=1 --gtest_filter='-*allocates*' >"$samples/shard-$k" 2>&1 || echo "exit code $?" >>"$samples/shard-$k" &
        done
        wait
        run 9 "sort_cuda_engines_test, in $shards shards" cat "$samples"/shard-*
        rm -f "$samples"/shard-*
        # Alone on the device: it looks at how much memory is free.
        run 100 "sort_cuda_engines_test --gtest_filter='*allocates*'" \
            "$build/tests/sort_cuda_engines_test" --gtest_brief=1 --gtest_filter='*allocates*'
        for test in "$build"/tests/*_test "$build"/tests/*_tests; do
            [ "$(basename "$test")" = sort_cuda_engines_test ] || run 300 "$(basename "$test")" "$test" --gtest_brief=1
        done
        ;;
    sanitizers)
        for engine in $papers; do
            for tool in memcheck racecheck initcheck synccheck; do
                run 100 "compute-sanitizer --tool $tool sweeplab sort --input uniform -n 20k --sort $engine --check" \
                    compute-sanitizer --tool $tool --error-exitcode 9 "$program" sort --input uniform -n 20k \
                    --sort "$engine" --check
                # The tracing kernels.
                run 100 "compute-sanitizer --tool $tool sweeplab teach $engine -n 100 --step 2" \
                    compute-sanitizer --tool $tool --error-exitcode 9 "$program" teach "$engine" -n 100 --step 2
            done
        done
        ;;
    rates)
        all="$papers cub-radix cub-merge thrust"
        bench_sort rates-uniform --sort "${all// /,}" -n 64Ki,256Ki,1Mi,4Mi,16Mi --input uniform
        bench_sort rates-keys --sort "${all// /,}" -n 1Mi,16Mi --input uniform --values none
        bench_sort rates-graph --sort "${all// /,}" -n 64Ki,1Mi --input uniform --launch graph
        bench_sort rates-sorted --sort "${all// /,}" -n 128Ki,1Mi,16Mi --input sorted
        bench_sort rates-shuffle --sort fourway,fourway:no-shuffle,sixteenway,sixteenway:no-shuffle \
            -n 1Mi,16Mi --input uniform
        for bits in 1 2 3 4 5; do
            bench_sort "rates-multiscan-$bits" --sort multiscan --digit-bits $bits -n 64Ki,1Mi,16Mi --input uniform
        done
        ;;
    own)  # the engines of our own against cub-radix, which takes turns with them
        quick="--rival cub-radix --launch both --min-time 0.02 --timeout 8"
        gas=gas:0.01,gas24:0.01,gas-teleport:0.01:0.1%
        bench_sort rates-mid --sort adaptive,bucketsort,cub-radix,cub-radix-double $quick \
            -n 64Ki,256Ki,1Mi,2Mi --input uniform,displaced:8,$gas,sorted
        bench_sort rates-large --sort adaptive,bucketsort,cub-radix,cub-radix-double $quick \
            -n 4Mi,16Mi --input uniform,displaced:8,gas:0.01,gas-teleport:0.01:0.1%,sorted
        bench_sort rates-huge --sort adaptive,bucketsort,cub-radix --rival cub-radix --min-time 0.02 --timeout 60 \
            -n 256Mi --input uniform,displaced:8,sorted
        kinds=gaussian,entropy:3,few:8,few:300,zipf,clusters:64,lattice:100,banded:8-24,reversed,equal,intruder
        bench_sort rates-kinds --sort adaptive,bucketsort,cub-radix --rival cub-radix --min-time 0.01 --timeout 4 \
            --launch both -n 64Ki,1Mi,2Mi --input $kinds,organ-pipe,sawtooth
        bench_sort rates-keys --sort adaptive,bucketsort,cub-radix --rival cub-radix --min-time 0.01 --values none \
            -n 64Ki,1Mi,4Mi,16Mi --input uniform,gas:0.01
        run 60 "sweeplab bench record --bodies 64k --frames 120 -o recorded" \
            "$program" bench record --quiet --bodies 64k --frames 120 -o "$samples/recorded"
        bench_sort rates-recorded --sort adaptive,bucketsort,cub-radix --rival cub-radix --min-time 0.02 \
            --input "$samples/recorded/gas,$samples/recorded/pile"
        rm -rf "$samples/recorded"
        run 120 "sweeplab bench disorder --md --json disorder.json" \
            "$program" bench disorder --quiet --md --min-time 0.02 --json "$samples/disorder.json"
        ;;
    hashes)
        for engine in $stable warpsort; do
            run 60 "sweeplab profile --scene pile --bodies 20k --frames 300 --hash --sort $engine" \
                "$program" profile --quiet --scene pile --bodies 20k --frames 300 --hash --sort $engine
        done
        run 170 "sweeplab profile --scene pile --bodies 20k --frames 300 --hash --backend cpu" \
            "$program" profile --quiet --scene pile --bodies 20k --frames 300 --hash --backend cpu
        ;;
    frames)
        for name in at_rest early_exit; do
            bench=$(bench_program $name)
            file=$name.csv
            [ $name = early_exit ] && file=$name.json
            run 120 "bench_$name 131072" "$bench" 131072 "$samples/$file"
        done
        run 60 "bench_launch_costs" "$(bench_program launch_costs)" "$samples/launch_costs.json"
        for engine in fourway ha-auto cub-radix; do
            run 60 "sweeplab profile --scene gas --bodies 131072 --frames 300 --sort $engine --hash" \
                "$program" profile --quiet --scene gas --bodies 131072 --frames 300 --sort $engine --hash
        done
        ;;
    papers)
        make_papers
        ;;
    kernels)
        metrics=gpu__time_duration.sum,dram__bytes_read.sum,dram__bytes_write.sum,smsp__inst_executed.sum
        metrics+=,sm__warps_active.avg.pct_of_peak_sustained_active,launch__registers_per_thread
        metrics+=,dram__throughput.avg.pct_of_peak_sustained_elapsed,launch__shared_mem_per_block_static
        for engine in $papers; do
            run 120 "ncu --metrics $metrics --csv sweeplab sort --input uniform -n 16Mi --sort $engine" \
                ncu --metrics $metrics --csv --log-file "$samples/kernels-$engine.csv" "$program" sort --input uniform \
                -n 16Mi --sort "$engine"
        done
        python3 "$(dirname "$0")/kernels.py" "$samples" >"$out/kernels.md"
        ;;
    refusals)
        run 60 "sweeplab sort --input uniform -n 4294967295 --sort warpsort-index" \
            "$program" sort --input uniform -n 4294967295 --sort warpsort-index
        run 60 "sweeplab bench sort -n 4294967295 --sort multiscan --values record128" \
            "$program" bench sort -n 4294967295 --sort multiscan --values record128
        run 60 "sweeplab bench sort --digit-bits 9 --sort multiscan" "$program" bench sort --digit-bits 9 --sort multiscan
        ;;
    cpu)
        bench_sort rates-cpu --backend cpu -n 64Ki,1Mi --input uniform,sorted,few:16
        make_papers --backend cpu
        ;;
    esac
done
samples=$out/samples
close_out
