# `bench pairs`: what it prints and writes, what it refuses, and that files appear whole or not at all.
source "$(dirname "$0")/lib.sh"

quick=(--backend cpu --min-time 0.001 --quiet)
bench() { works bench pairs "${quick[@]}" "$@"; }

# One line a broad phase, n and kind, in a table with named columns; each list was checked.
bench -n 500,2Ki --kind uniform,pile,mixed100,cluster,sheet --broad-phase sweep,endpoint,brute
for column in kind n "broad phase" backend "median ms" "min ms" "noise %" keys sort sweep tests pairs Mpairs/s check; do
    says "$column"
done
narrow
[ "$(grep -c 'ok: brute$' out)" -eq 30 ] || fail "3 broad phases, 2 sizes, 5 kinds: $(cat out)"
bench -n 3000 --kind cluster
[ "$(grep -c ' ok: ' out)" -ge 3 ] || fail "all broad phases: $(cat out)"
bench -n 25k --broad-phase sweep,endpoint
[ "$(grep -c ' ok: ' out)" -eq 2 ] || fail "25k boxes: $(cat out)"
bench -n 25k
says "left out: brute on uniform 25000"
bench -n 0,1,2 --broad-phase sweep
[ "$(grep -c ' ok: brute$' out)" -eq 3 ] || fail "0, 1 and 2 boxes: $(cat out)"
bench -n 100 --md --broad-phase sweep
grep -q '^| kind *| *n | broad phase |' out || fail "no Markdown table: $(cat out)"

# auto chooses for the boxes of each line, and says what and why.
bench -n 100,3000 --broad-phase auto,sweep --json auto.json
says "auto: brute on uniform, 100: chosen, 100 boxes"
grep -q '^uniform *3000  auto: columns .* ok: brute$' out || fail "auto: $(cat out)"
grep -q '"broad_phase": "auto: columns"' auto.json && grep -q '"broad_phase_reason": "3,000 boxes' auto.json ||
    fail "the JSON does not say what auto chose"

# A file brings its own boxes; wrong ones are refused with their index.
{ npy '<f4' '(4, 6)'; floats 0 0 0 1 1 1  3 3 3 3 3 3  1 1 1 2 2 2  0 0 0 0 1 0; } >b.npy
bench --kind b.npy,uniform -n 10 --broad-phase sweep,brute --sort std-sort --threads 2
[ "$(grep -c '^b.npy  *4 .*  2  .*ok: brute$' out)" -eq 2 ] || fail "4 boxes of a file: $(cat out)"
{ npy '<f4' '(2, 6)'; floats 0 0 0 1 1 1 0 nan 0 1 1 1; } >nan.npy
refused 4 "nan.npy: box 1: NaN" bench pairs --kind nan.npy
refused 4 "missing.npy" bench pairs --kind missing.npy

# The files: all samples, what was typed, machine and build; the same seed gives the same boxes.
bench -n 1000 --seed 3 --json r.json --csv r.csv
has_keys r.json '^ ' schema kind date machine build arguments backend engine seed kinds rivals cases left_out
has_keys r.json '' kind n broad_phase median_ms min_ms noise stages tests pairs pairs_per_s check samples_ms
[ "$(head -n 1 r.csv)" = "kind,n,broad_phase,backend,sample,ms" ] || fail "CSV header"
pairs=$(grep -o '"pairs": [0-9]*' r.json | sort -u)
bench -n 1000 --seed 3 --json again.json --threads 1
[ "$(grep -o '"pairs": [0-9]*' again.json | sort -u)" = "$pairs" ] || fail "other boxes with the same seed"
bench -n 1000 --seed 4 --json other.json
[ "$(grep -o '"pairs": [0-9]*' other.json | sort -u)" != "$pairs" ] || fail "the same boxes with another seed"
bench -n 100 --json -
[ "$(head -c 1 out)" = "{" ] && [ ! -s err ] || fail "--json - --quiet: $(head -c 300 out err)"

# Rivals where they are built, else by name.
for rival in cgal bullet; do
    run bench pairs "${quick[@]}" -n 2000 --kind uniform,mixed100 --broad-phase sweep --rival $rival
    if [ "$code" -eq 0 ]; then
        [ "$(grep -c "$rival .* ok: brute" out)" -eq 2 ] || fail "$rival: $(cat out)"
    else
        [ "$code" -eq 3 ] && grep -q "rival '$rival' is not in this build" err || fail "$rival: $(cat err)"
    fi
done

# Wrong words.
refused 2 "did you mean 'uniform'" bench pairs --kind unifrom
refused 2 "did you mean 'sweep'" bench pairs --broad-phase swep
refused 2 "did you mean 'cgal'" bench pairs --rival cgl
refused 2 "names 'sweep' twice" bench pairs --broad-phase sweep,sweep
refused 2 "-n belongs to made boxes" bench pairs --kind b.npy -n 5
refused 2 "whole number" bench pairs -n many
refused 2 "negative" bench pairs -n -5
refused 2 "did you mean '--kind'" bench pairs --kidn uniform
refused 2 "only one" bench pairs --json - --csv -
refused 2 "fourway" bench pairs --backend cuda --sort cpu-radix
refused 5 "134217728" bench pairs -n 1e12
refused 4 "No such file" bench pairs -n 100 --json no/such/r.json

# What is too slow is ended and named, for itself alone; nothing measured at all is exit 1.
bench -n 200k --broad-phase brute,columns --timeout 1 --threads 2
says "timed out"
says "warning: brute, uniform, 200000: not measured: --timeout 1.0 s exceeded"
grep -q '^uniform .* columns .* ok: ' out || fail "columns had no turn: $(cat out)"
begin=$SECONDS
run bench pairs "${quick[@]}" -n 2M --broad-phase brute --timeout 1
[ "$code" -eq 1 ] && grep -q 'nothing was measured' err || fail "exit $code: $(cat err)"
[ $((SECONDS - begin)) -lt 20 ] || fail "--timeout 1 took $((SECONDS - begin)) s"

# Interrupted in a search of minutes: over at once.
env --default-signal=INT "$sweeplab" bench pairs --backend cpu -n 2M --broad-phase brute --timeout 1000 \
    >out 2>err </dev/null &
pid=$!
sleep 3
begin=$SECONDS
kill -INT $pid
wait $pid
[ $? -eq 130 ] || fail "interrupted: $(cat err)"
[ $((SECONDS - begin)) -lt 10 ] || fail "it went on for $((SECONDS - begin)) s"

# Interrupted: an old file stays as it was.
echo old >kept.json
env --default-signal=INT "$sweeplab" bench pairs --backend cpu --min-time 1000 --timeout 1000 -n 1000 \
    --json kept.json --csv new.csv >out 2>err </dev/null &
pid=$!
sleep 1
kill -INT $pid
wait $pid
[ $? -eq 130 ] || fail "interrupted: $(cat err)"
[ "$(cat kept.json)" = old ] || fail "an old report was spoiled"
no_leftovers new.csv kept.json.part

works bench pairs --help
[ "$(head -n 1 out)" = "Examples:" ] || fail "--help starts with: $(head -n 1 out)"
finish
