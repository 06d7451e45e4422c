# --baseline: every command that writes JSON compares itself with an older report, and can fail for it.
source "$(dirname "$0")/lib.sh"

quick=(--backend cpu --min-time 0.01)  # five samples, also with sanitizers
declare -A commands=(
    [profile]="profile --backend cpu --scene gas --bodies 300 --frames 40"
    [sort]="bench sort ${quick[*]} -n 2000 --sort cpu-radix"
    [disorder]="bench disorder ${quick[*]} -n 2000 --series teleports --sort cpu-radix"
    [pairs]="bench pairs ${quick[*]} -n 500 --broad-phase columns"
    [step]="bench step ${quick[*]} --scene gas -n 100 --warmup 5 --frames 5"
    [scale]="bench scale ${quick[*]} --kind uniform -n 300,600"
    [gravity]="bench gravity --backend cpu -n 200"
)
# scaled IN OUT FACTOR: a report in which everything took so many times as long.
scaled() {
    /usr/bin/python3 - "$1" "$2" "$3" <<'PY'
import json, sys
factor = float(sys.argv[3])
def scale(value):
    if isinstance(value, list): return [scale(one) for one in value]
    if not isinstance(value, dict): return value
    made = {}
    for key, one in value.items():
        if key == "samples_ms": made[key] = [factor * ms for ms in one]
        elif key == "samples_steps_per_second": made[key] = [rate / factor for rate in one]
        elif key == "wall_s": made[key] = factor * one
        else: made[key] = scale(one)
    return made
json.dump(scale(json.load(open(sys.argv[1]))), open(sys.argv[2], "w"))
PY
}

for name in profile sort disorder pairs step scale gravity; do
    command=${commands[$name]}
    works $command --json $name.json
    works $command --baseline $name.json --json again.json
    says "compared with $name.json ("
    grep -Eq 'within noise|faster|slower' out || fail "$name: no result: $(cat out)"
    grep -q '"comparison": {' again.json || fail "$name: no comparison in the JSON"
    [ -x /usr/bin/python3 ] || continue
    scaled $name.json fast.json 0.0001
    scaled $name.json slow.json 10000
    works $command --compare slow.json --fail-above 1.05
    says " faster"
    run $command --baseline fast.json --fail-above 1.05
    [ "$code" -eq 1 ] || fail "$name: 10,000 times slower, but exit $code: $(tail -5 out)"
    grep -q 'check failed: .* slower than --fail-above 1.05: ' err || fail "$name: $(cat err)"
    says " regression"
done

# Slower, but not beyond the limit: no failure.
if [ -x /usr/bin/python3 ]; then
    scaled sort.json half.json 0.5
    works ${commands[sort]} --baseline half.json --fail-above 1000
fi

# What cannot be compared is refused before anything is measured.
refused 4 "missing.json: cannot be read" ${commands[sort]} --baseline missing.json
echo '{"schema": 1, "kind": "else"}' >else.json
printf '{"schema": 1,\n "kind"; 2}' >cut.json
refused 4 "else.json: not a report of \`bench sort --json\` but of \`else\`" ${commands[sort]} --baseline else.json
refused 4 "cut.json:2:8: not JSON" ${commands[sort]} --baseline cut.json
refused 4 "not a report of \`profile --json\` but of \`bench sort\`" ${commands[profile]} --baseline sort.json
sed '0,/"samples_ms": \[/s//"samples_ms": [true,/' profile.json >wrong.json
refused 4 "wrong.json: step.samples_ms[0]: a number is expected" ${commands[profile]} --baseline wrong.json
sed '/"kind"/d; s/"samples_ms"/"samples"/' profile.json >old.json
refused 4 "written by an older version" ${commands[profile]} --baseline old.json
refused 4 ".: cannot be read: Is a directory" ${commands[sort]} --baseline .
one='{"n": 1, "samples_ms": [1]}'
echo '{"schema": 1, "kind": "bench sort", "cases": ['"$one, $one"']}' >twice.json
refused 4 "twice.json: the case '1' is there twice" ${commands[sort]} --baseline twice.json
sed '/"values"/d' sort.json >unset.json
refused 4 "--values was missing, is none" ${commands[sort]} --values none --baseline unset.json
refused 4 "sort.json has nothing to compare with: --values was u32, is none" ${commands[sort]} --values none --baseline sort.json
refused 4 "--seed was 1, is 3; --threads was the default, is 1" ${commands[sort]} --seed 3 --threads 1 --baseline sort.json
refused 4 "no case with the same input or n" bench sort "${quick[@]}" -n 3000 --input sorted --sort cpu-radix --baseline sort.json
refused 4 "--bodies was 300, is 400" profile --backend cpu --scene gas --bodies 400 --frames 40 --baseline profile.json
refused 2 "--baseline FILE is expected" ${commands[profile]} --fail-above 1.05
refused 2 "a ratio above 0" ${commands[profile]} --baseline profile.json --fail-above 0
refused 2 "the same file" ${commands[profile]} --baseline profile.json --json profile.json
works profile --backend cpu --scene gas --bodies 300 --frames 40 --sort std-sort --baseline profile.json
grep -q "profile.json: engine was cpu-adaptive, is std-sort" err || fail "another engine is not said: $(cat err)"

# Stages for spreadsheets and Tracy's scripts.
works ${commands[profile]} --stages-csv - --quiet
[ "$(head -n 1 out)" = "name,total_ns,total_perc,counts,mean_ns,min_ns,max_ns,std_ns,p50_ns,p90_ns,p99_ns" ] ||
    fail "columns: $(head -n 1 out)"
grep -q '^step,[0-9]*,100.0000,30,' out || fail "30 measured steps: $(cat out)"
awk -F, 'NF != 11 { exit 1 }' out || fail "fields: $(cat out)"
finish
