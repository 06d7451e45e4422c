# `bench sort`: what it prints and writes, what it refuses, and that files appear whole or not at all.
source "$(dirname "$0")/lib.sh"

quick=(--backend cpu --min-time 0.001 --quiet)
bench() { works bench sort "${quick[@]}" "$@"; }
engines=$("$sweeplab" engines | grep -c ' cpu  ')
[ "$engines" -ge 3 ] || fail "engines of the CPU: $engines"

# One line an engine, n and input, in a table with named columns; each result was checked.
bench -n 1000,4Ki --input uniform,sorted
says "bench sort: u32 keys with u32 values"
for column in engine input "median ms" "min ms" "noise %" samples Mkeys/s GB/s "% of copy" run/skipped check; do
    says "$column"
done
[ "$(grep -c ' ok' out)" -eq $((4 * engines)) ] || fail "$engines engines, 2 sizes, 2 inputs: $(cat out)"
[ "$(grep -c '^ *4Ki  cpu-radix  *sorted' out)" -eq 1 ] || fail "no line for 4Ki sorted: $(cat out)"
awk '/cpu-radix  *sorted/ && !/0\/3/ { exit 1 }' out || fail "cpu-radix runs no pass on sorted keys: $(cat out)"
works bench sort --backend auto --min-time 0.001 -n 100 --quiet
if ! has_cuda; then says "skipped: "; says "fourway"; fi

# Every kind of input, key type, values; bits; one engine or several; nothing to sort.
kinds=uniform,gaussian,sorted,reversed,equal,few:3,zero,bucket,staggered,entropy:4,banded:8-24,swaps:3
bench -n 3000 --input $kinds,displaced:5,teleport:1%,zipf,sawtooth
[ "$(grep -c ' ok' out)" -eq $((16 * engines)) ] || fail "16 kinds, $engines engines: $(cat out)"
bench -n 3000 --input organ-pipe,intruder,clusters:64,lattice:9,exponent,gas:0.01,gas24:0.01,gas-teleport:1:1%,gas24-teleport:1:1%
[ "$(grep -c ' ok' out)" -eq $((9 * engines)) ] || fail "9 kinds, $engines engines: $(cat out)"
for type in u32 i32 f32 u64 i64 f64 u16 i16 u8 i8; do
    for values in none u32 record64 record128; do
        case $type$values in *64none) continue ;; esac
        bench -n 2000 --type $type --values $values --sort cpu-radix,std-sort
        [ "$(grep -c ' ok' out)" -eq 2 ] || fail "$type $values: $(cat out)"
    done
done
bench -n 2000 --type u64 --sort cpu-radix,std-sort,tbb-sort --json typed.json
for call in "PairSorter, 64-bit kernels" "std::stable_sort" "tbb::parallel_sort"; do
    says "timed $call"
    grep -qF "\"timed\": \"$call\"" typed.json || fail "the JSON does not name the call $call"
done
grep -q '"bytes": null' typed.json || fail "bytes of 64-bit keys: $(grep '"bytes"' typed.json)"
bench -n 3000 --type u64 --input splat:0.002,contacts:0.01,uniform --sort cpu-adaptive,std-sort
[ "$(grep -c ' ok' out)" -eq 6 ] || fail "64-bit kinds: $(cat out)"
bench -n 3000 --type i64 --input splat:0.002,contacts:0.01 --sort cpu-adaptive
[ "$(grep -c ' ok' out)" -eq 2 ] || fail "64-bit kinds as i64: $(cat out)"
# Segments: our engines and the libraries' calls for them, every type, checked; the same lengths by the same seed.
bench --segments 300:50 --input uniform,displaced:8 --sort cpu-adaptive,cpu-radix,std-segmented,tbb-segmented \
    --rival std-segmented --json segments.json
[ "$(grep -c ' ok' out)" -eq 8 ] || fail "segments: $(cat out)"
says "300 segments of 0 to 50 pairs"
says "timed PairSorter, offsets"
says "timed std::stable_sort of each segment"
says "speed-up of cpu-adaptive over std-segmented"
grep -q '"segments": "300:50"' segments.json || fail "no segments in the JSON"
pairs=$(grep -m 1 '"n": ' segments.json)
bench --segments 300:50 --sort std-segmented --json again.json --baseline segments.json
[ "$(grep -m 1 '"n": ' again.json)" = "$pairs" ] || fail "other lengths by the same seed: $pairs"
bench --segments 300:50 --sort std-segmented --json again.json --seed 2
[ "$(grep -m 1 '"n": ' again.json)" != "$pairs" ] || fail "the seed changes nothing: $pairs"
for type in i32 f32 u64 f64 u16 i8; do
    bench --segments 100:70 --type $type --sort cpu-radix,tbb-segmented
    [ "$(grep -c ' ok' out)" -eq 2 ] || fail "segments of $type: $(cat out)"
done
bench --segments 3:100
says "skipped: std-sort, tbb-sort: its library"
refused 2 "N:MAX is expected" bench sort --segments 100
refused 2 "at least 1" bench sort --segments 100:0
refused 2 "--segments with -n" bench sort --segments 100:5 -n 1000
refused 2 "belongs to --segments" bench sort --sort std-segmented
refused 2 "of segments there are" bench sort --segments 3:5 --sort std-sort
refused 2 "u32 values" bench sort --segments 3:5 --values none --backend cpu
refused 4 "--segments" bench sort --segments 300:51 --sort std-segmented --baseline segments.json
refused 5 "4294967295" bench sort --segments 1Mi:1Mi --backend cpu
refused 2 "splat:0.002 makes keys of 64 bits: the type u64 or i64 is expected, not u32" bench sort --input splat:0.002
refused 2 "the type u64 or i64 is expected, not f64" bench sort --input contacts:0.01 --type f64
refused 2 'makes keys of 64 bits, which `bench sort` alone takes' sort --input splat:0.002
refused 2 "did you mean 'splat'" bench sort --input splatt:1
bench -n 2000 --bits 8-12 --input uniform,few:3 --values none
says "bits 8 to 11"
bench -n 0,1,2 --sort std-sort
[ "$(grep -c ' ok' out)" -eq 3 ] || fail "0, 1 and 2 keys: $(cat out)"
bench -n 1000 --md --sort cpu-radix
grep -q '^| *n | engine *|' out && grep -q '^| -*: | -* |' out || fail "no Markdown table: $(cat out)"

# A terminal gets the same table as a pipe, in lines that fit, also where they are exactly as wide.
if [ -x /usr/bin/script ]; then
    for columns in 80 100 120 300; do
        /usr/bin/script -qec "stty cols $columns; '$sweeplab' bench sort --backend cpu --min-time 0.001 --rival std-sort \
            -n 1000,64Ki --input uniform,displaced:5" /dev/null 2>err </dev/null | tr -d '\r' >tty
        grep -q '^ *1000  cpu-radix ' tty || fail "no table on a terminal: $(cat tty err)"
        grep -q '|' tty && fail "a terminal gets Markdown: $(cat tty)"
        awk -v most=$((columns < 120 ? columns : 120)) 'length > most { exit 1 }' tty ||
            fail "wider than $columns columns: $(awk -v most=$columns 'length > most' tty)"
    done
fi

# The files: all samples, what was typed, machine and build.
bench -n 1000,2000 --json r.json --csv r.csv --seed 3 --max-noise 900%
has_keys r.json '^ ' schema kind date machine build arguments values type bits launch seed cases skipped
has_keys r.json '' engine n input median_ms min_ms noise keys_per_s bytes passes_run passes_skipped check samples_ms
[ "$(head -n 1 r.csv)" = "engine,backend,input,n,values,type,launch,sample,ms" ] || fail "CSV header"
[ "$(tail -n +2 r.csv | cut -d, -f1,4 | sort -u | wc -l)" -eq $((2 * engines)) ] || fail "$engines engines, 2 sizes in the CSV"
if [ -x /usr/bin/python3 ]; then
    /usr/bin/python3 - r.json r.csv "$engines" <<'PY' || fail "JSON and CSV do not agree"
import csv, json, statistics, sys
report = json.load(open(sys.argv[1]))
rows = list(csv.DictReader(open(sys.argv[2])))
assert report["schema"] == 1 and len(report["cases"]) == 2 * int(sys.argv[3]) and "--seed" in report["arguments"]
assert sum(len(case["samples_ms"]) for case in report["cases"]) == len(rows)
for case in report["cases"]:
    assert len(case["samples_ms"]) >= 5 and case["check"] == "ok"
    assert abs(statistics.median(case["samples_ms"]) - case["median_ms"]) < 1e-9
    assert min(case["samples_ms"]) == case["min_ms"]
PY
fi
bench -n 500 --json -
[ "$(head -c 1 out)" = "{" ] && [ "$(tail -n 1 out)" = "}" ] || fail "stdout is more than JSON"
works bench sort --backend cpu --min-time 0.001 -n 500 --csv -
[ "$(head -n 1 out)" = "engine,backend,input,n,values,type,launch,sample,ms" ] || fail "no CSV on stdout"
grep -q "median ms" err || fail "with --csv - the table goes to stderr"

# How many times as fast as a rival: a column, and a table for each of the others.
bench -n 1000,2000 --input uniform,sorted --sort cpu-radix,std-sort --rival std-sort --launch both --json rival.json
says "speed-up: over std-sort"
says "speed-up of cpu-radix over std-sort, stream"
[ "$(grep -c 'uniform *sorted' out)" -eq 1 ] || fail "one table of ratios: $(cat out)"
[ "$(grep -c ' ok' out)" -eq 8 ] || fail "graphs of CPU engines were measured: $(cat out)"
grep -q '"within_noise_of_rival": ' rival.json || fail "no word on the noise in the JSON"
says "~: the"
grep -q '"rival_ms": ' rival.json && grep -q '"launch": "stream"' rival.json || fail "no rival in the JSON"
refused 2 "did you mean 'std-sort'" bench sort --backend cpu --sort cpu-radix,std-sort --rival std-srot
refused 2 "--rival cub-radix: one of the measured engines is expected, cpu-radix, std-sort" \
    bench sort --backend cpu --sort cpu-radix,std-sort --rival cub-radix
bench -n 100 --sort std-sort --launch both
says "no graph: nothing here can be captured"

# What a simulation sorts, recorded: a folder a scene, a file a frame; whole or not at all.
works bench record --scene gas,pile --bodies 300 --frames 9 --warmup 4 -o recorded --quiet
says "gas, columns: 5 frames of 300 keys"
[ "$(ls recorded/gas recorded/pile | grep -c '^00000[5-9].npy$')" -eq 10 ] || fail "frames: $(ls recorded/*)"
works sort recorded/pile/000009.npy --check
says "300 u32 keys"
works bench record --scene gas --bodies 300 --frames 9 --warmup 4 -o again --threads 1 --quiet
cmp -s recorded/gas/000009.npy again/gas/000009.npy || fail "two recordings differ"
works bench record --scene gas --broad-phase sweep --bodies 300 --frames 9 --warmup 4 -o by_sweep --quiet
says "gas, sweep: 5 frames of 300 keys"
refused 2 "columns" bench record --scene gas --broad-phase brute -o by_brute
refused 4 "recorded/gas already exists" bench record --scene gas --bodies 300 --frames 4 -o recorded
works bench record --scene gas --bodies 200 --frames 4 --warmup 1 -o recorded --force --quiet
[ "$(ls recorded/gas | tr '\n' ' ')" = "000002.npy 000003.npy 000004.npy frames.toml " ] || fail "--force: $(ls recorded/gas)"
echo mine >recorded/gas/notes
refused 4 "holds notes" bench record --scene gas --bodies 200 --frames 4 -o recorded --force
[ "$(cat recorded/gas/notes)" = mine ] || fail "--force took what is no recording"
no_leftovers recorded/gas.part recorded/gas.old
rm -r recorded/gas
works bench record --scene gas --bodies 300 --frames 9 --warmup 4 -o recorded --quiet
refused 2 "-o FOLDER is expected" bench record --scene gas
refused 2 "fewer than 5 frames" bench record --frames 5 --warmup 5 -o new
refused 4 "gsa.toml" bench record --scene gas,gsa.toml -o new
refused 4 "cannot be written" bench record --scene gas --bodies 9 -o /proc/no
no_leftovers new
env --default-signal=INT "$sweeplab" bench record --scene gas --bodies 3000 --frames 1000000 -o cut >out 2>err </dev/null &
pid=$!
sleep 1
kill -INT $pid
wait $pid
[ $? -eq 130 ] || fail "interrupted recording: $(cat err)"
[ ! -e cut ] || fail "left behind: $(ls -d cut cut/*)"
refused 4 "No such file" bench record --scene gas --bodies 9 -o no/such
[ ! -e no ] || fail "a parent folder was made"

# Recorded keys as inputs: a file, and a folder frame by frame.
bench recorded/gas/000005.npy,recorded/pile/000005.npy --input recorded/gas,uniform -n 1000 --sort cpu-radix,std-sort
says "u32 keys"
[ "$(grep -c ' ok' out)" -eq 8 ] || fail "two files, a folder, a kind: $(cat out)"
refused 2 "unexpected argument" bench sort recorded
# nvbench's format, version 1.0.0: what nvbench_compare.py looks up.
bench -n 500,1k --input uniform,sorted --sort std-sort,cpu-radix --nvbench nv.json --json own.json
python3 - <<'END' || fail "nv.json"
import json
report, own = json.load(open("nv.json")), json.load(open("own.json"))
assert report["meta"]["version"]["json"] == {"major": 1, "minor": 0, "patch": 0, "string": "1.0.0"}
assert [device["id"] for device in report["devices"]] == [0]
assert [bench["name"] for bench in report["benchmarks"]] == ["std-sort", "cpu-radix"]
limits = {"min_samples": 5, "min_time": own["min_time_s"], "max_noise": 0, "skip_time": -1, "timeout": 30}  # -1: none
for bench in report["benchmarks"]:
    for part in [bench, *bench["states"]]:
        assert {name: part[name] for name in limits} == limits, part
    axes = {axis["name"]: [value["value"] for value in axis["values"]] for axis in bench["axes"]}
    assert axes == {"Input": ["uniform", "sorted"], "Pairs": [500, 1000], "Launch": ["stream"]}, axes
    assert len({state["name"] for state in bench["states"]}) == 4 and bench["devices"] == [0]
    for state in bench["states"]:
        assert state["name"].startswith("Device=0 Input=") and state["device"] == 0 and not state["is_skipped"]
        values = {value["name"]: value["value"] for value in state["axis_values"]}
        row = [row for row in own["cases"] if row["engine"] == bench["name"] and row["input"] == values["Input"]
               and row["n"] == int(values["Pairs"])][0]
        data = {one["tag"]: one["data"][0] for one in state["summaries"]}
        assert data["nv/cold/sample_size"] == {"name": "value", "type": "int64", "value": str(len(row["samples_ms"]))}
        mean = data["nv/cold/time/gpu/mean"]
        assert mean["type"] == "float64", mean
        assert abs(float(mean["value"]) / (sum(row["samples_ms"]) / len(row["samples_ms"]) / 1000) - 1) < 1e-6
        assert float(data["nv/cold/time/gpu/stdev/relative"]["value"]) >= 0
        assert data["nv/cold/time/cpu/mean"] == mean
END
refused 2 "--nvbench does not go with --data" bench sort --data recorded --nvbench nv.json
refused 2 "keys of one type at a time" bench sort recorded/gas/000005.npy --type f32
refused 2 "a file brings its own count" bench sort recorded/gas/000005.npy -n 5
refused 4 "missing.npy" bench sort missing.npy

# Time against disorder, and where two engines cross.
works bench disorder "${quick[@]}" -n 1000 --sort cpu-radix,std-sort --json d.json --csv d.csv
for word in "displacement  0 places" "0.1 %" "0.5 diameters" "speed-up" "true D" \
    "displacement, 1000, stream: cpu-radix is" samples "teleports, 1000" "speed, 1000"; do
    says "$word"
done
[ "$(grep -c ' ok' out)" -eq 54 ] || fail "7 + 10 + 10 points, two engines: $(cat out)"
has_keys d.json '' kind series disorder input_max_shift crossovers no_faster_from within_noise samples_ms \
    machine date build
[ "$(tail -n +2 d.csv | cut -d, -f1,3 | sort -u | wc -l)" -ge 50 ] || fail "points in the CSV"
works bench disorder "${quick[@]}" --sort cpu-radix,std-sort --input recorded/pile,gas24:0.1 -n 500
[ "$(grep -c ' ok' out)" -eq 4 ] || fail "a folder and a kind: $(cat out)"
works bench disorder "${quick[@]}" --series speed --keys fixed24 -n 500 --csv -
grep -q "gas24:0.5" out || fail "no fixed-point keys: $(head -n 3 out)"
works bench disorder --backend cpu --series speed -n 100 --min-time 0.001 --quiet
says "cpu-radix"
refused 2 "did you mean 'speed'" bench disorder --series sped
refused 2 "value of --keys" bench disorder --keys double
refused 2 "unknown kind of input" bench disorder --input nothing
refused 5 "4294967295" bench disorder -n 1e12

# Time is over: said, and an error where nothing at all was measured.
run bench sort "${quick[@]}" -n 100k --sort std-sort --timeout 0.000001
says "timed out"
says "warning: std-sort"
[ "$code" -eq 1 ] && grep -q 'nothing was measured' err || fail "exit $code: $(cat err)"

# Refused before anything is measured.
refused 2 "sort, disorder, record, papers" bench
refused 2 "did you mean 'sort'" bench srot
refused 2 "did you mean 'uniform'" bench sort --input unifrom
refused 2 "did you mean 'cpu-radix'" bench sort --sort cpu-radx
refused 2 "did you mean 'cpu-radix'" bench sort --sort std-sort,cpu-radx
refused 2 "variant of cpu-radix" bench sort --sort cpu-radix:fast
refused 2 "did you mean 'no-shuffle'" bench sort --sort fourway:no-shufle
refused 2 "twice" bench sort --sort std-sort,std-sort
refused 2 "-n names '1M' twice" bench sort -n 1e6,1M
refused 2 "--input names 'few:3' twice" bench sort --input few:3,few:3
refused 2 "more than 0" bench sort --timeout 0
refused 2 "one comma" bench sort -n 1k,,2k
refused 2 "whole number" bench sort -n many
refused 2 "needs a number" bench sort --input few
refused 2 "within 0-32" bench sort --input banded:9-8
refused 2 "from 0.0001% to 100%" bench sort --input teleport:0
refused 2 "from 0.000001 to 100" bench sort --input gas:0
refused 2 "needs two numbers: gas-teleport:M:P%" bench sort --input gas-teleport:1
refused 2 "value of --values" bench sort --values record32
refused 2 "value of --type" bench sort --type u128
refused 2 "32-bit keys" bench sort --type u16 --bits 0-8
refused 2 "within 0-32" bench sort --bits 9-8
refused 2 "32-bit keys" bench sort --type u64 --bits 0-8
refused 2 "--values none" bench sort --type f64 --values none
refused 2 "no digits of 9 bits" bench sort --sort cpu-radix --digit-bits 9
refused 2 "no engine of the cpu backend has digits of 9 bits: herf has 11" bench sort --digit-bits 9 --backend cpu
refused 2 "can do this: --launch graph needs an engine of the cuda backend" bench sort --launch graph --backend cpu
refused 2 "no digits of 9 bits" bench sort --sort fourway --digit-bits 9
refused 2 "cpu-radix has no tile 256x8: it leaves no choice" bench sort --sort cpu-radix --tile 256x8
refused 2 "fourway has no tile 64x64: it has 256x8, 128x8" bench sort --sort fourway --tile 64x64
refused 2 "no engine of the cpu backend can do this" bench sort --backend cpu --tile 256x8,128x8
refused 2 "THREADSxPAIRS is expected" bench sort --tile 256x8,big
refused 2 "twice" bench sort --tile 256x8,256x8
refused 2 "needs an engine of the cuda" bench sort --sort cpu-radix --launch graph
refused 2 "at least 0" bench sort --min-time -1
refused 2 "above 0" bench sort --max-noise 0
refused 2 "only one" bench sort --json - --csv -
refused 2 "unexpected argument" bench sort extra
refused 5 "4294967295" bench sort -n 1e12
refused 5 "available" bench sort -n 4294967295 --backend cpu
if ! has_cuda; then
    refused 3 "CUDA" bench sort --sort fourway
    refused 3 "cuda" bench sort --backend cuda
fi

# Outputs: found before the work, whole or not at all.
refused 4 "No such file" bench sort --min-time 1000 --json no/such/r.json
echo old >kept.json
env --default-signal=INT "$sweeplab" bench sort --backend cpu --min-time 1000 --json kept.json --csv new.csv \
    >out 2>err </dev/null &
pid=$!
sleep 1
kill -INT $pid
wait $pid
[ $? -eq 130 ] || fail "interrupted: $(cat err)"
[ "$(cat kept.json)" = old ] || fail "an old report was spoiled"
no_leftovers new.csv kept.json.part

# Help starts with examples.
for command in "bench" "bench sort" "bench disorder" "bench record" "bench papers" "teach"; do
    works $command --help
    [ "$(head -n 1 out)" = "Examples:" ] || fail "$command --help starts with: $(head -n 1 out)"
done
finish
