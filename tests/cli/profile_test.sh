# `profile`: one state for every engine, broad phase and thread count; reports in the promised shape.
source "$(dirname "$0")/lib.sh"

# The hash is of the state after exactly N steps, warm-up or not.
state() {
    works profile --scene "$1" --bodies 1k --frames 40 --hash "${@:2}"
    grep -E '^state 0x[0-9a-f]{16}$' out || fail "no state: $*"
}
for scene in gas landscape mixed pile; do
    reference=$(state $scene --backend cpu)
    for variant in "--threads 1 --warmup 0 --passes" "--threads 2 --warmup 39 --sort std-sort" \
                   "--sort tbb-sort --broad-phase endpoint" "--broad-phase brute"; do
        [ "$(state $scene --backend cpu $variant)" = "$reference" ] || fail "$scene $variant: another state"
    done
    [ "$(state $scene --backend cpu --seed 2)" != "$reference" ] || fail "$scene: the seed changes nothing"
    if has_cuda; then
        [ "$(state $scene --backend cuda)" = "$reference" ] || fail "$scene: another state on cuda"
    fi
done

# Progress is never wider than the terminal; where escapes are not wanted it is plain lines.
# on_terminal FILE COLUMNS VARIABLE...: what a terminal gets until there is progress.
on_terminal() {
    local file=$1 columns=$2
    shift 2
    echo "stty cols $columns; echo \$\$ >$file.pid; exec env $* '$sweeplab' profile --backend cpu --bodies 500 --frames 9M" >$file.sh
    /usr/bin/script -qfec "bash $file.sh" $file >/dev/null </dev/null &
    for ((k = 0; k < 200; k++)); do
        sleep 0.05
        [ -s $file ] && grep -aqE '[0-9]+ of 9' $file && break
    done
    kill -INT "$(cat $file.pid)"
    wait $!
}
if [ -x /usr/bin/script ]; then
    on_terminal tty80 80 TERM=xterm &
    on_terminal tty34 34 TERM=xterm &
    on_terminal tty10 10 TERM=xterm &
    on_terminal ttydumb 80 TERM=dumb &
    on_terminal ttyplain 80 TERM=xterm NO_COLOR=1 &
    wait
    for columns in 80 34 10; do
        drawn=$(tr '\r' '\n' <tty$columns | sed -n '/interrupted/d; s/^\x1b\[K\(.*[0-9] of .*\)/\1/p')
        [ -n "$drawn" ] || fail "no progress at $columns columns: $(head -c 300 tty$columns | cat -v)"
        awk -v most=$columns 'length >= most { exit 1 }' <<<"$drawn" || fail "wider than $columns columns: $drawn"
    done
    for plain in dumb plain; do
        grep -q $'\x1b' tty$plain && fail "$plain: escapes: $(head -c 300 tty$plain | cat -v)"
        grep -aq '^\[.* of 9000000 steps' tty$plain || fail "$plain: no plain line: $(head -c 300 tty$plain | cat -v)"
    done
fi

# The ground is a stage of its own, where there is one.
works profile --scene landscape --bodies 500 --frames 5
grep -q '^ground ' out || fail "landscape has no stage ground"
works profile --scene galaxy --bodies 500 --frames 5 --json galaxy.json
grep -q '^gravity/walk ' out || fail "galaxy has no stage gravity/walk: $(cat out)"
grep -Eq '^gravity: last step [0-9]{1,3}(,[0-9]{3})+ interactions; tree of [0-9,]+ nodes, [0-9]+ levels' out || fail "no gravity line: $(cat out)"
grep -Eq '"gravity_interactions": [1-9]' galaxy.json || fail "no interactions: $(grep gravity galaxy.json)"
works profile --scene galaxy --bodies 500 --frames 5 --sort cpu-radix --json galaxy.json
grep -q '"gravity_sort_path": null' galaxy.json || fail "paths of an engine with one: $(grep gravity galaxy.json)"
works profile --scene galaxy --bodies 500 --frames 5 --sort cpu-adaptive --json galaxy.json
tr -d ' \n' <galaxy.json | grep -Eq '"gravity_sort_path":\["[a-z]+"\]' || fail "no paths: $(grep -A3 gravity_s galaxy.json)"
tr '\n' ' ' <out | tr -s ' ' | grep -Eq '; key sorts: [a-z ]+ ' || fail "the gravity line has no path: $(cat out)"
works profile --scene galaxy --bodies 500 --frames 5 --gravity direct
grep -q '^gravity: last step 250,000 interactions, every body with every other' out || fail "not the direct sum: $(cat out)"
refused 2 "--gravity: bodies of scene 'pile' do not pull each other" profile --gravity tree --frames 2
refused 2 "unknown value of --gravity 'treee': did you mean 'tree'?" profile --scene galaxy --gravity treee --frames 2
works profile --scene landscape --bodies 300 --frames 1600 --json ground.json
grep -Eq '"ground_contacts": [1-9]' ground.json || fail "nobody touches the ground: $(grep ground_ ground.json)"
grep -q '"below_ground": 0,$' ground.json || fail "bodies below ground: $(grep below_ ground.json)"
respawned=$(sed -n 's/.*"respawned": \([0-9]*\),/\1/p' ground.json)
grep -q "^ground: .*; in all steps $respawned respawns*, 0" out || fail "not the counts of the JSON: $(cat out)"
works profile --scene pile --bodies 500 --frames 5 --json none.json
grep -q '^ground' out && fail "pile has a ground"
grep -q '"below_ground": null' none.json || fail "pile has a ground: $(grep below none.json)"

# Memory is stated in all and per body.
bytes=$(sed -n 's/^  "bytes": \([0-9]*\),/\1/p' none.json)
each=$(sed -n 's/^  "bytes_per_body": \([0-9]*\)[.0-9]*,/\1/p' none.json)
[ -n "$bytes" ] && [ "$((bytes / 500))" -eq "$each" ] || fail "$bytes bytes of 500 bodies, but $each per body"
grep -Eq "^memory: .*, ($each|$((each + 1))) bytes per body" out || fail "no memory: $(cat out)"

# The stages of meshes, and their shapes' memory apart from the bodies'.
works profile --backend cpu --scene chairs --bodies 5 --frames 5 --json chairs.json
for stage in boxes sort reorder sweep narrow/keep narrow/search walls solve "keys + sort + reorder"; do
    grep -q "^$stage " out || fail "chairs have no stage $stage: $(cat out)"
    grep -q "\"name\": \"$stage\"" chairs.json || fail "no stage $stage in the JSON"
done
number() { sed -n "s/^  \"$1\": \([0-9]*\)[.0-9]*,/\1/p" chairs.json; }
[ "$((($(number bytes) - $(number shape_bytes)) / 5))" -eq "$(number bytes_per_body)" ] ||
    fail "memory: $(grep bytes chairs.json)"
grep -Eq '^memory: .* bytes per body and .* of shapes$' out || fail "no memory of shapes: $(grep memory out)"

# Steps in which nothing touches say so: chairs and rain fall at first.
for scene in chairs landscape; do
    works profile --backend cpu --scene $scene --bodies 5 --frames 30
    says "note: no contact in the 23 measured steps"
done
works profile --backend cpu --scene pile --bodies 500 --frames 300
grep -q '^note: ' out && fail "a pile touches: $(grep '^note: ' out)"

# Table, JSON, CSV and trace of one run: every number that two of them have is the same.
for scene in pile plummer chairs gas; do  # in gas, boxes overlap that do not touch
    works profile --backend cpu --scene $scene --bodies 200 --frames 24 --json n.json --csv n.csv --trace n.trace
    differs=$(python3 "$root/tests/cli/report_numbers.py" out n.json n.csv n.trace) || fail "$scene: the numbers of a report"
    [ -z "$differs" ] || fail "$scene: $differs"
done

# The report for programs.
works profile --scene gas --bodies 500 --frames 30 --json r.json --csv r.csv --trace r.trace --hash
says "steps per second of "
says "simulated seconds per second"
state=$(sed -n 's/^state //p' out)
has_keys r.json '^  ' schema date arguments machine build scene bodies seed backend engine broad_phase threads frames \
    warmup replayed time_step_s steps_per_second simulated_seconds_per_second step stages counters state
grep -q '"name": "keys + sort + reorder"' r.json || fail "the JSON has no sum around the sort"
grep -q '^keys + sort + reorder ' out || fail "the table has no sum around the sort"
grep -q '"schema": 1' r.json || fail "schema"
grep -q '"seed": 1,' r.json && grep -q '"warmup": 7,' r.json && grep -q '"--bodies",' r.json ||
    fail "the JSON does not say how to repeat it"
[ "$(grep -c '"max_ms": ' r.json)" -eq "$(grep -c '"p50_ms": ' r.json)" ] || fail "the JSON has no maximum of the step"
grep -q "\"state\": \"$state\"" r.json || fail "the JSON has another state"
grep -q '"frames": 30' r.json || fail "frames"
has_keys r.json '' p50_ms p90_ms p99_ms max_ms bytes pairs contacts tests passes_run passes_skipped descents \
    sums sort_path sort_windows sort_movers sort_max_shift
[ "$(head -n 1 r.csv)" = "frame,stage,lane,start_us,dur_us,bytes,items" ] || fail "CSV header"
[ "$(cut -d, -f1 r.csv | tail -n +2 | sort -un | wc -l)" -eq 23 ] || fail "30 steps less 7 of warm-up in the CSV"
grep -q '"traceEvents"' r.trace || fail "trace"
for lane in "frame, CPU" "steps, CPU"; do
    grep -q "\"thread_name\".*\"$lane\"" r.trace || fail "the trace has no lane $lane"
done
[ "$(grep -c '"ph":"X".*"name":"step ' r.trace)" -eq 23 ] || fail "30 steps less 7 of warm-up in the trace"
[ "$(grep -c '"ph":"X".*"name":"frame ' r.trace)" -eq 23 ] || fail "a frame per step in the trace"
if [ -x /usr/bin/python3 ]; then
    for file in r.json r.trace; do /usr/bin/python3 -m json.tool $file >/dev/null || fail "$file is not JSON"; done
fi

# So many simulated seconds, after those that a window leaves out.
works profile --scene calm --backend cpu --bodies 100 --seconds 0.1 --json s.json
python3 - s.json <<'END' || fail "--seconds in a scene without lead_s"
import json, sys
report = json.load(open(sys.argv[1]))
steps = round(0.1 / report["time_step_s"])
assert (report["frames"], report["warmup"]) == (steps, min(20, steps // 4)), report["frames"]
rate = report["time_step_s"] * report["steps_per_second"]
assert abs(report["simulated_seconds_per_second"] / rate - 1) < 1e-9
END
works profile --scene pile --backend cpu --bodies 100 --seconds 0.1 --json s.json
python3 - s.json <<'END' || fail "--seconds in a scene with lead_s"
import json, sys
report = json.load(open(sys.argv[1]))
assert report["warmup"] == round(2.5 / report["time_step_s"]), report["warmup"]
assert report["frames"] == report["warmup"] + round(0.1 / report["time_step_s"]), report["frames"]
END
refused 2 "one of them says how long" profile --seconds 1 --frames 3
refused 2 "more than 0 is expected" profile --seconds 0
refused 5 "more than 10^15 steps" profile --seconds 1e30

# What was not measured is null in JSON and "-" on screen: a first step finds no order, and sorts in full.
works profile --scene gas --bodies 300 --frames 1 --json first.json
grep -q '"sort_max_shift": null' first.json || fail "a shift that nobody measured: $(grep sort_max first.json)"
tr '\n' ' ' <out | grep -Eq 'not +measured|last +step: .*largest +shift -' || fail "a shift that nobody measured: $(cat out)"
tr '\n' ' ' <out | grep -Eq 'misplaced +pairs +are +not +worth +a +repair' || fail "no reason for the path: $(cat out)"

works profile --scene gas --bodies 20k --frames 30 --json repaired.json
grep -q '"sort_max_shift": [0-9]' repaired.json || fail "no shift of a repair: $(grep sort_max repaired.json)"
grep -q '^sort paths: .*movers' out || fail "no path of a repair: $(cat out)"
grep -q 'largest  *shift [0-9]' <(tr '\n' ' ' <out) || fail "no shift of a repair: $(cat out)"
works profile --frames 0 --bodies 10 --json none.json
grep -q '"steps_per_second": null' none.json || fail "no step, but a rate: $(grep steps_per none.json)"

# Reports fit 80 columns; --passes says where its passes are.
for flags in "--scene gas --bodies 500" "--scene gas --bodies 20k --passes" "--scene pile --broad-phase auto"; do
    works profile $flags --frames 30
    awk 'length > 80 { exit 1 }' out || fail "profile $flags: longer than 80: $(awk 'length > 80' out)"
done
works profile --frames 10 --bodies 500 --passes --csv passes.csv
grep -q 'single passes *are in *--csv' <(tr '\n' ' ' <out) || fail "--passes does not say where its passes are: $(cat out)"
grep -q '^[0-9]*,sort/' passes.csv || fail "no single passes in the CSV"

# A state that is wrong is said, and is exit code 1 unless that is allowed; the report is written all the same.
cat >soft.toml <<'END'
[scene]
name = "soft"
spawn = "gas"
bodies = 50
[physics]
gravity_m_s2 = [0.0, 0.0, 0.0]
stiffness_pa = 1.0e4
restitution = 1.0
[spawn]
speed_m_s = 50
END
run profile --scene soft.toml --frames 150 --json soft.json
[ "$code" -eq 1 ] || fail "bodies outside, but exit $code: $(cat err)"
grep -Eq '^sweeplab: error: the state is wrong; outside the container: last step [1-9][0-9]* bod(y|ies), ' err || fail "not said: $(cat err)"
grep -Eq '^outside the container: last step [1-9]' out || fail "no line in the table: $(cat out)"
grep -Eq '"outside": [1-9]' soft.json && grep -Eq '"total_outside": [1-9]' soft.json || fail "no count: $(grep outside soft.json)"
grep -Eq '"not_finite": 0,' soft.json && grep -Eq '"fast": [0-9]' soft.json || fail "no count: $(grep -E 'fini|fast' soft.json)"
works profile --scene soft.toml --frames 150 --allow-outside
works profile --scene gas --bodies 100 --frames 20 --json well.json
grep -q 'outside the container' out && fail "nobody is outside: $(cat out)"
grep -q '"total_outside": 0,' well.json || fail "nobody is outside: $(grep outside well.json)"
grep -q '"outside": null' galaxy.json && grep -q '"not_finite": 0' galaxy.json || fail "walls of a galaxy: $(grep outside galaxy.json)"

# The smallest runs.
works profile --frames 0 --hash --bodies 10
says "state 0x"
works profile --frames 1 --bodies 1
refused 2 "--frames 0" profile --frames 0 --bodies 10
finish
