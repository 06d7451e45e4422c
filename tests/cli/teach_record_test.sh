# teach --record: the engine's own arrays as JSON, whole or not at all; without a GPU an engine of the CPU serves.
source "$(dirname "$0")/lib.sh"

works teach cpu-radix --record own.json
[ -s out ] && fail "--record prints a lesson: $(head -c 200 out)"
grep -q "own.json: cpu-radix, .* stages; the engine itself, on the CPU (engine and model agree" err || fail "what was recorded: $(cat err)"
python3 - own.json "$sweeplab" <<'END' || fail "the recording is not what the lesson has"
import json, subprocess, sys
own = json.load(open(sys.argv[1]))
assert own["schema"] == 1 and own["kind"] == "lesson" and own["engine"] == "cpu-radix" and own["difference"] == ""
assert own["machine"]["cpu"] and own["build"]["commit"] and own["date"][:2] == "20", own
assert own["arguments"] == ["teach", "cpu-radix", "--record", "own.json"], own["arguments"]
assert own["params"] == {"engine": "cpu-radix", "input": "uniform", "n": 64, "seed": 1}, own["params"]
model = json.loads(subprocess.run([sys.argv[2], "teach", "cpu-radix", "--json", "-"], capture_output=True).stdout)
model = model["lessons"][0]
assert len(own["steps"]) == len(model["steps"]) > 3
for ours, theirs in zip(own["steps"], model["steps"]):
    for name in ("stage", "pass", "ran", "keys_before", "values_before", "keys", "values"):
        assert ours.get(name) == theirs.get(name), (ours["stage"], name)
    arrays = {one["name"]: one["words"] for one in theirs.get("arrays", [])}
    assert {one["name"]: one["words"] for one in ours.get("arrays", [])} == arrays
assert own["keys"] == model["keys"] and own["sorted_keys"] == sorted(model["keys"])
END
works teach cpu-adaptive --keys 5,3,0x9,1 --record - --quiet
[ -s err ] && fail "--quiet writes to stderr: $(cat err)"
python3 -c 'import json; own = json.load(open("out")); assert own["params"] == {"engine": "cpu-adaptive", "keys": [5, 3, 9, 1]}, own["params"]' ||
    fail "of typed keys, on stdout"

# What cannot be recorded.
refused 2 "has no engine whose arrays could be recorded" teach scan --record x.json
refused 2 "has no engine whose arrays could be recorded" teach contacts --record x.json
refused 2 "by --backend cuda" teach fourway --backend cpu --record x.json
refused 2 "by --backend cpu" teach cpu-radix --backend cuda --record x.json
refused 2 "did you mean 'fourway'" teach forway --record x.json
refused 2 "for each" teach fourway,onesweep --record x.json
refused 2 "--record without an engine" teach --record x.json
refused 2 "--record with --site" teach --site course --record x.json
for flag in "--step 2" "--pass 0" "--brief" "--code" "--quiz" "--view" "--json y.json" "-o y.html" "--tile 4x1" "--warp 4" \
    "--break no-count" "--slow-tile 2" "--theme dark" "--operation 3" "--still"; do
    refused 2 "${flag%% *} with --record" teach cpu-radix $flag --record x.json
done
refused 4 "No such file" teach cpu-radix --record none/x.json
if has_cuda; then
    for engine in fourway onesweep warpsort; do
        works teach $engine --backend cuda --record $engine.json --quiet
        grep -q '"gpu": "' $engine.json || fail "$engine: no GPU is named"
    done
    for engine in adaptive bucketsort; do refused 2 "inside one launch" teach $engine --record x.json; done
else
    refused 3 "the kernels of 'fourway' cannot run" teach fourway --record x.json
    refused 3 "the kernels of 'fourway' cannot run" teach fourway --backend cuda --record x.json
fi
no_leftovers x.json y.json

finish
