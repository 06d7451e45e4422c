#!/usr/bin/env bash
# The sorts' part of assets/results, measured again: bash tests/bench/measure_sorts.sh BUILD OUT PART...
# Parts: tests sanitizers rates own hashes frames papers kernels refusals (on a CUDA device), cpu. BUILD has sweeplab and
# tests/. Each command stands before its output in OUT/log-PART.md; raw samples and reports lie beside it.
set -u
build=$1 out=$2
shift 2
mkdir -p "$out"
program=$build/sweeplab
stable="adaptive cub-merge cub-radix cub-radix-double eightway fourway ha-auto multiscan bucketsort reghist satish sixteenway thrust warpsort-index"
papers="${ENGINES:-eightway fourway multiscan reghist satish sixteenway warpsort warpsort-index}"  # ENGINES: only these

# run SECONDS TEXT COMMAND...: the command as a reader would type it, then what it printed.
run() {
    local seconds=$1 text=$2
    shift 2
    { echo; echo "\`$text\`"; echo '```'; } >>"$log"
    timeout "$seconds" "$@" >>"$log" 2>&1
    local status=$?
    { echo '```'; [ $status -eq 0 ] || echo "exit code $status"; } >>"$log"
}

bench_sort() {  # NAME ARGUMENTS...: the table into the log, the samples into NAME.json
    local name=$1
    shift
    run 200 "sweeplab bench sort $*" "$program" bench sort --md --quiet --json "$out/$name.json" "$@"
}

for part in "$@"; do
    log=$out/log-$part.md
    echo "# Sorts, $part, measured $(date -u +%Y-%m-%d)" >"$log"
    run 20 "sweeplab info" "$program" info
    case $part in
    tests)
        shards=12  # the engines' suite waits for the reference sorts of the CPU
        for ((k = 0; k < shards; ++k)); do
            GTEST_TOTAL_SHARDS=$shards GTEST_SHARD_INDEX=$k timeout 300 "$build/tests/sort_cuda_engines_test" \
                --gtest_brief=1 --gtest_filter='-*allocates*' >"$out/shard-$k" 2>&1 || echo "exit code $?" >>"$out/shard-$k" &
        done
        wait
        run 9 "sort_cuda_engines_test, in $shards shards" cat "$out"/shard-*
        rm -f "$out"/shard-*
        # Alone on the device: it looks at how much memory is free.
        run 100 "sort_cuda_engines_test --gtest_filter='*allocates*'" \
            "$build/tests/sort_cuda_engines_test" --gtest_brief=1 --gtest_filter='*allocates*'
        for test in "$build"/tests/*_test; do
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
            "$program" bench record --quiet --bodies 64k --frames 120 -o "$out/recorded"
        bench_sort rates-recorded --sort adaptive,bucketsort,cub-radix --rival cub-radix --min-time 0.02 \
            --input "$out/recorded/gas,$out/recorded/pile"
        rm -rf "$out/recorded"
        run 120 "sweeplab bench disorder --md --json disorder.json" \
            "$program" bench disorder --quiet --md --min-time 0.02 --json "$out/disorder.json"
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
            bench=$build/tests/bench/bench_$name
            [ -x "$bench" ] || bench=$build/tests/bench_$name
            file=$name.csv
            [ $name = early_exit ] && file=$name.json
            run 120 "bench_$name 131072" "$bench" 131072 "$out/$file"
        done
        bench=$build/tests/bench/bench_launch_costs
        [ -x "$bench" ] || bench=$build/tests/bench_launch_costs
        run 60 "bench_launch_costs" "$bench" "$out/launch_costs.json"
        for engine in fourway ha-auto cub-radix; do
            run 60 "sweeplab profile --scene gas --bodies 131072 --frames 300 --sort $engine --hash" \
                "$program" profile --quiet --scene gas --bodies 131072 --frames 300 --sort $engine --hash
        done
        ;;
    papers)
        run 560 "sweeplab bench papers -o papers" "$program" bench papers -o "$out/papers"
        ;;
    kernels)
        metrics=gpu__time_duration.sum,dram__bytes_read.sum,dram__bytes_write.sum,smsp__inst_executed.sum
        metrics+=,sm__warps_active.avg.pct_of_peak_sustained_active,launch__registers_per_thread
        metrics+=,dram__throughput.avg.pct_of_peak_sustained_elapsed,launch__shared_mem_per_block_static
        for engine in $papers; do
            run 120 "ncu --metrics $metrics --csv sweeplab sort --input uniform -n 16Mi --sort $engine" \
                ncu --metrics $metrics --csv --log-file "$out/kernels-$engine.csv" "$program" sort --input uniform \
                -n 16Mi --sort "$engine"
        done
        python3 "$(dirname "$0")/kernels.py" "$out" >"$out/kernels.md"
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
        run 560 "sweeplab bench papers --backend cpu -o papers" "$program" bench papers --backend cpu -o "$out/papers"
        ;;
    esac
done
