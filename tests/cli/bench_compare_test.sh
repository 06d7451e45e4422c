# bench compare: two programs in turns. The programs are scripts that print reports with times drawn around a middle.
source "$(dirname "$0")/lib.sh"
[ -x /usr/bin/python3 ] || { echo "skipped: no python3"; exit 77; }

# program NAME STEP_FACTOR SORT_FACTOR: prints a profile, each run with its own clock rate of up to a tenth more or less.
program() {
    cat >"$1" <<PY
#!/usr/bin/python3
import json, os, random, sys
with open("$1.calls", "a") as calls: calls.write(" ".join(sys.argv[1:]) + "\n")
random.seed("$1" + str(os.path.getsize("$1.calls")))
drift = random.uniform(0.99, 1.01)
ms = lambda middle, factor: [middle * factor * drift * random.uniform(0.95, 1.05) for _ in range(40)]
step, sort = ms(2, $2), ms(0.5, $3)
print(json.dumps({"schema": 1, "kind": "profile", "date": "today", "scene": "pile", "bodies": 100, "seed": 1, "machine": {"cpu": "$4"},
    "frames": 40, "warmup": 5, "samples_every": 1, "step": {"p50_ms": 2, "samples_ms": step},
    "stages": [{"name": "sort", "p50_ms": 0.5, "samples_ms": sort}]}))
PY
    chmod +x "$1"
    rm -f "$1.calls"
}
program old 1 1 a
program same 1 1 a
program slow 1.08 1 a
program slow_sort 1 1.3 b

works bench compare ./old ./same -- profile --scene pile
grep -q '^step .* within noise' out || fail "the same is not the same: $(cat out)"
[ "$(sort -u old.calls)" = "profile --scene pile --json - -q" ] || fail "called with $(sort -u old.calls)"

works bench compare ./old ./slow --json slow.json --csv slow.csv -- profile --scene pile
grep -q '^step .* slower' out || fail "8 % more are not seen: $(cat out)"
grep -q '^sort .* within noise\|^sort .* cannot tell' out || fail "the sort is as it was: $(cat out)"
[ "$(wc -l <slow.calls)" -eq 20 ] || fail "suspects were not measured again: $(wc -l <slow.calls)"
[ "$(head -n 1 slow.csv)" = "case,look,round,before_ms,now_ms" ] || fail "$(head -n 1 slow.csv)"
[ "$(grep -c '^step,2,' slow.csv)" -eq 10 ] || fail "the second look: $(cat slow.csv)"
python3 -c '
import json
step = json.load(open("slow.json"))["cases"][0]
assert step["case"] == "step" and step["result"] == "slower" and step["rounds"] == 20, step
assert 1.04 < step["low"] < step["ratio"] < step["high"] < 1.13 and len(step["runs"]) == 20, step' || fail "slow.json"

# The gate: the step alone of a profile, unless a case is named.
run bench compare ./old ./slow --fail-above 1.03 -- profile
[ "$code" -eq 1 ] && grep -q "check failed: slower than --fail-above 1.03: step" err || fail "exit $code: $(cat err)"
says " regression"
works bench compare ./old ./slow_sort --fail-above 1.03 -- profile
grep -q "made on another machine: a" err || fail "another machine is not said: $(cat err)"
run bench compare ./old ./slow_sort --fail-above 1.03 --judge sort -- profile
[ "$code" -eq 1 ] || fail "the sort is judged, but exit $code"
works bench compare ./old ./slow --fail-above 1.2 -- profile

# Too few rounds tell nothing, and say how many would.
works bench compare ./old ./slow --rounds 3 --once -- profile
grep -Eq '^step .* 3 +- +6 *$' out || fail "three rounds: $(cat out)"
refused 2 "at least 6 rounds without --once" bench compare ./old ./slow --rounds 5 --fail-above 1.05 -- profile
refused 2 "at least 6 rounds without --once" bench compare ./old ./slow --once --fail-above 1.05 -- profile

# Reports that were written before: one look of six, two of twelve.
list() { echo "$1"{01..06}.json | tr ' ' ,; }
all() { echo "$1"{01..12}.json | tr ' ' ,; }
for i in {01..12}; do ./old >old$i.json; ./slow >slow$i.json; done
works bench compare "$(list old)" "$(list slow)"
grep -q '^step .* slower' out || fail "reports: $(cat out)"
refused 2 "at least 12 reports" bench compare "$(list old)" "$(list slow)" --fail-above 1.03
run bench compare "$(all old)" "$(all slow)" --fail-above 1.03
[ "$code" -eq 1 ] && says " regression" || fail "twelve reports: exit $code: $(cat out err)"
refused 2 "--rounds and --once belong to programs" bench compare "$(list old)" "$(list slow)" --rounds 6
refused 4 "cannot be written" bench compare ./old ./same --json absent/x.json -- profile

# The script of the page for servers; the workflow there calls it so. A program that has `bench compare`, too.
printf '#!/bin/sh\n[ "$1 $2" != "bench compare" ] || exec %s "$@"\nexec %s/slow "$@"\n' "$sweeplab" "$PWD" >new
chmod +x new
bash "$root/app/compare.sh" ./old ./new 1.2 6 >out 2>err || fail "compare.sh: exit $?: $(cat err)"
code=0
bash "$root/app/compare.sh" ./old ./new 1.03 6 >out 2>err || code=$?
[ $code -eq 1 ] || fail "compare.sh: exit $code, 1 expected: $(cat out err)"
[ -s comparison.json ] && [ -s comparison-sort.json ] || fail "compare.sh wrote no reports"
python3 - "$root/app/manual/in-your-ci.md" <<'PY' || fail "the workflow of the page"
import re, sys
workflow = re.search("```yaml\n(.*?)```", open(sys.argv[1]).read(), re.S)[1]
assert re.findall("run: (.*)", workflow) == ["bash new/app/compare.sh old new"], workflow
assert "comparison*.json" in workflow and "on: pull_request" in workflow
try:
    import yaml
except ImportError:
    sys.exit()
assert list(yaml.safe_load(workflow)["jobs"]) == ["performance"]
PY

refused 2 "two programs with a command" bench compare ./old
refused 2 "2 and 1 reports" bench compare old01.json,old02.json slow01.json
refused 2 "writes a file in every round" bench compare ./old ./same -- profile --csv x.csv
refused 2 "did you mean 'sort'" bench compare ./old ./same --fail-above 1.1 --judge sord -- profile
refused 2 "--fail-above R is expected" bench compare ./old ./same --judge sort -- profile
refused 2 "--rounds 0: 1 to" bench compare ./old ./same --rounds 0 -- profile
refused 4 "missing.json: cannot be read" bench compare missing.json old01.json
refused 3 "./absent cannot be started" bench compare ./old ./absent -- profile
printf '#!/bin/sh\necho no >&2; exit 5\n' >broken; chmod +x broken
refused 3 "./broken stopped with status 5: no" bench compare ./old ./broken -- profile
printf '#!/bin/sh\necho hello\n' >talks; chmod +x talks
refused 4 "what ./talks printed:1:1: not JSON" bench compare ./old ./talks -- profile
finish
