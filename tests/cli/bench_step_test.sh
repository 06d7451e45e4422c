# `bench step` and `bench scale`: what they print and write, what they refuse, and that files appear whole or
# not at all.
source "$(dirname "$0")/lib.sh"

quick=(--backend cpu --min-time 0.001 --quiet)

# One line a scene, n and broad phase; all of a scene and n come to one state, that of `profile`.
works bench step "${quick[@]}" -n 300,1k --broad-phase columns,sweep,endpoint,brute --frames 10 --warmup 5
for column in scene n backend "broad phase" steps/s "s per s" "noise %" pairs contacts tests/body bytes/body check \
    "    % of the step: boxes "; do
    says "$column"
done
[ "$(grep -c '  ok$' out)" -eq 40 ] || fail "5 scenes, 2 sizes, 4 broad phases: $(cat out)"
narrow
works bench step "${quick[@]}" --scene pile -n 1k --broad-phase sweep --frames 10 --warmup 5 --md
for column in best "p50 ms" "boxes %" "sort %" "sweep %" "solve %" state; do says "$column"; done
state=$(grep -o '0x[0-9a-f]*' out)
works profile --backend cpu --scene pile --bodies 1k --frames 15 --hash
says "state $state"
works bench step "${quick[@]}" --scene gas --bodies 500 --md --threads 1
grep -q '^| scene | *n | backend | broad phase |' out || fail "no Markdown table: $(cat out)"
grep -q ' alone  *|$' out || fail "one row has nothing to be compared with: $(cat out)"
works bench step "${quick[@]}" --scene gas -n 500 --broad-phase auto
says "chosen, 500 boxes"

# Meshes: stages of their own, memory without the shapes, a warm-up that ends where they touch.
works bench step "${quick[@]}" --scene chairs -n 6 --warmup 0 --until contact --frames 5 --md --json meshes.json
for column in "boxes %" "narrow/keep %" "narrow/search %" "walls %" "around sort %"; do
    says "$column"
done
grep -Eq '"shape_bytes": [1-9][0-9]{6}' meshes.json || fail "no memory of shapes: $(grep bytes meshes.json)"
grep -Eq '"warmup": [1-9][0-9]' meshes.json || fail "no warm-up: $(grep warmup meshes.json)"
grep -q 'no contact in the measured steps' out meshes.json && fail "they touch: $(grep 'no contact' out meshes.json)"
works bench step "${quick[@]}" --scene landscape -n 6 --warmup 0 --frames 5
tr -s '\n ' ' ' <out >line
grep -q 'warning: landscape, 6, cpu, columns: no contact in the measured steps: bodies move freely; --until contact' line ||
    fail "no word of empty air: $(cat out)"
run bench step "${quick[@]}" --scene chairs -n 6 --warmup 0 --until rest --timeout 0.01  # it is over before or in the first steps
[ "$code" -eq 1 ] && says "before --timeout: " || fail "exit $code: $(cat err)"

# Both backends where both are there.
if has_cuda; then
    works bench step --quiet --min-time 0.001 --scene gas,mixed -n 2k
    [ "$(grep -c '  cuda .*  ok$' out)" -eq 2 ] && [ "$(grep -c '  cpu .*  ok$' out)" -eq 2 ] ||
        fail "two backends: $(cat out)"
    works bench scale --quiet --min-time 0.001 -n 1k,100k,1M
    [ "$(grep -c '^pairs .* cuda .* ok: ' out)" -eq 3 ] || fail "3 sizes on cuda: $(cat out)"
fi

# What is too slow or does not fit is named; nothing measured at all is exit 1, nothing that fits exit 5.
run bench step "${quick[@]}" --scene gas -n 20k --broad-phase brute --timeout 0.01
says "left out: gas, 20000, cpu, brute: "
[ "$code" -eq 1 ] && grep -q 'nothing was measured within --timeout 0.01 s' err || fail "exit $code: $(cat err)"
works bench step "${quick[@]}" --scene gas -n 500,134217728 --frames 5
says "left out: gas, 128Mi, cpu, columns: "
run bench step "${quick[@]}" --scene gas -n 134217728
[ "$code" -eq 5 ] && grep -q ' of memory; at most ' err || fail "exit $code: $(cat err)"

# The files.
works bench step "${quick[@]}" --scene gas,pile -n 400 --json r.json --csv r.csv
has_keys r.json '^ ' schema kind date machine build arguments asked cases left_out
[ "$(head -n 1 r.csv)" = "scene,n,backend,broad_phase,run,steps_per_s" ] || fail "CSV header"
[ "$(wc -l <r.csv)" -ge 11 ] || fail "two rows of at least five runs: $(cat r.csv)"
works bench step "${quick[@]}" --scene gas -n 100 --json -
[ "$(head -c 1 out)" = "{" ] && [ ! -s err ] || fail "--json - --quiet: $(head -c 300 out err)"

# Scale: a line a kind and a scene, the power of n, a picture.
works bench scale "${quick[@]}" -n 1k,4k,2k --frames 5 --json s.json --csv s.csv --plot s.svg
narrow
for column in what "kind or scene" "median ms" "ns each" "power of n" check; do says "$column"; done
[ "$(grep -c '^pairs  uniform .* ok: brute$' out)" -eq 3 ] || fail "3 sizes: $(cat out)"
[ "$(grep -c '^step  *gas .* 0x[0-9a-f]*$' out)" -eq 3 ] || fail "3 sizes: $(cat out)"
grep -q '^uniform pairs, columns: n^[0-9.]* from 1000 to 4000, n^[0-9.]* from 2000 to 4000$' out ||
    fail "no power: $(cat out)"
grep -q '^gas step, columns: n^' out || fail "no power: $(cat out)"
grep -q '"exponent": [0-9]' s.json || fail "the JSON has no exponent"
[ "$(head -n 1 s.csv)" = "what,input,broad_phase,backend,n,sample,ms" ] || fail "CSV header"
grep -q '<svg .*' s.svg && grep -q 'uniform pairs, columns, n^' s.svg || fail "no picture"
works bench scale "${quick[@]}" --kind pile,sheet -n 1k,2k --broad-phase columns,sweep
[ "$(grep -c ' ok: brute$' out)" -eq 8 ] || fail "2 kinds, 2 sizes, 2 broad phases: $(cat out)"
grep -q '^step  ' out && fail "a step that was not requested"
works bench scale "${quick[@]}" --scene gas -n 1k,1M --broad-phase brute --frames 5 --timeout 20
says "left out: gas step, brute from 1000000 on: it would take at least"
# What does not fit ends a line; what was measured before it stays. Sanitizers need more room than this to start.
if ! grep -q __asan_init "$sweeplab"; then
    (
        ulimit -v 3000000
        run bench scale "${quick[@]}" --threads 2 -n 1k,128Mi --frames 5 --timeout 1e9 --csv fits.csv
        echo $code >code
    )
    [ "$(cat code)" -eq 0 ] || fail "exit $(cat code): $(cat err)"
    says "left out: uniform pairs, columns from 128Mi on: "
    says "left out: gas step, columns from 128Mi on: "
    grep -q '^pairs,uniform,columns,cpu,1000,' fits.csv && grep -q '^step,gas,columns,cpu,1000,' fits.csv ||
        fail "what was measured is lost: $(cat fits.csv)"
fi

# A height map in place of the scene's hills; without --scene, of the scenes that have a ground.
{ npy '<u2' '(16, 16)'; head -c 512 /dev/zero | tr '\0' '\377'; } >level.npy
works bench step "${quick[@]}" -n 100,200 --frames 5 --heightmap level.npy --json level.json
[ "$(grep -c '^landscape ' out)" -eq 2 ] || fail "not the landscape alone: $(cat out)"
grep -q '"bytes_per_body": [1-9]' level.json || fail "no memory per body"
works bench scale "${quick[@]}" --scene landscape -n 100 --frames 5 --heightmap level.npy
refused 2 "scene 'gas' has no ground" bench step --scene gas --heightmap level.npy
refused 2 "--scene NAME of a scene with a ground" bench scale --heightmap level.npy
refused 4 "No such file" bench step --scene landscape --heightmap missing.npy

# Wrong words.
refused 2 "did you mean 'sweep'" bench step --broad-phase swep
refused 2 "did you mean 'pile'" bench step --scene pil
refused 2 "names 'gas' twice" bench step --scene gas,gas
refused 2 "at least 1 step" bench step --frames 0
refused 2 "at least 1 body" bench step -n 0
refused 2 "did you mean 'rest'" bench step --until rst
refused 2 "whole number" bench step -n many
refused 2 "fourway" bench step --backend cuda --sort cpu-radix
refused 2 "only one" bench step --json - --csv -
refused 2 "only one" bench scale --json - --plot -
refused 2 "made boxes" bench scale --kind b.npy
refused 2 "did you mean 'uniform'" bench scale --kind unifrom
refused 2 "-n 0" bench scale -n 0
refused 2 "one of brute, columns, endpoint, sweep is expected" bench scale --broad-phase auto
refused 2 "did you mean 'columns'? (brute, columns, endpoint, sweep)" bench scale --broad-phase colums
refused 2 "ends in .svg" bench scale --plot s.png
refused 2 "did you mean '--plot'" bench scale --plott s.svg
refused 5 "134217728" bench step -n 1e12
refused 5 "134217728" bench scale -n 1e12
refused 4 "No such file" bench step -n 100 --json no/such/r.json
refused 4 "No such file" bench scale -n 100 --plot no/such/s.svg
for command in "bench step" "bench scale"; do
    works $command --help
    [ "$(head -n 1 out)" = "Examples:" ] || fail "$command --help starts with: $(head -n 1 out)"
done

# Interrupted: an old file stays as it was.
echo old >kept.json
env --default-signal=INT "$sweeplab" bench step --backend cpu --scene gas --min-time 1000 --timeout 1000 \
    -n 1000 --json kept.json --csv new.csv >out 2>err </dev/null &
pid=$!
sleep 1
kill -INT $pid
wait $pid
code=$?
[ "$code" -eq 130 ] || fail "exit $code after an interrupt"
[ "$(cat kept.json)" = old ] || fail "an interrupted run changed its file"
no_leftovers new.csv kept.json.part
finish
