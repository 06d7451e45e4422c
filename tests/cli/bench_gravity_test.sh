# `bench gravity`: what it prints and writes, and what it refuses.
source "$(dirname "$0")/lib.sh"

quick=(--backend cpu --quiet --frames 2 --warmup 1 --samples 40)
works bench gravity "${quick[@]}" -n 300,900 --method tree,monopole,direct --json gravity.json --csv gravity.csv
for column in method n "step ms" "sum ms" "per body" G/s median p99 rms; do says "$column"; done
narrow
grep -q "grows as n^" out && fail "of so few bodies the growth says nothing: $(cat out)"
has_keys gravity.json '^ ' schema kind date machine build arguments scene seed backend engine cases
head -n 1 gravity.csv | grep -q '^method,opening_angle,n,' || fail "columns: $(head -n 1 gravity.csv)"
# Older command lines and reports say `way`.
works bench gravity "${quick[@]}" -n 300 --way direct --md
grep -q '^| direct ' out || fail "--way: $(cat out)"
sed 's/"method": /"way": /' gravity.json >older.json
works bench gravity "${quick[@]}" -n 300,900 --method tree,monopole,direct --baseline older.json
says "now/before"
grep -q 'baseline' <(grep -v '^compared with' out) && fail "other cases than those of an older report: $(cat out)"
grep -q '"walk": ' gravity.json || fail "no stage walk"
[ "$(wc -l <gravity.csv)" -eq 13 ] || fail "two steps of six cases: $(cat gravity.csv)"
works bench gravity "${quick[@]}" -n 200 --angle 0.5,1 --md
[ "$(grep -c '^| tree ' out)" -eq 2 ] || fail "two angles: $(cat out)"

refused 2 "did you mean 'tree'" bench gravity --method treee
refused 2 "above 0 to 1" bench gravity --angle 0
refused 2 "above 0 to 1" bench gravity --angle 1.5
refused 2 "bodies pull each other" bench gravity --scene gas -n 10
refused 2 "at least 1 body" bench gravity -n 300,0
refused 5 "4294968296 bodies requested" bench gravity -n 4294968296
refused 2 "at least 1 is expected" bench gravity -n 300 --samples 0
refused 2 "at least 1" bench gravity -n 10 --frames 0
refused 4 "No such file" bench gravity "${quick[@]}" -n 10 --json no/such/file.json
no_leftovers gravity.json.part
finish
