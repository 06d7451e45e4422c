# `fit`: engines and broad phases on own frames, one line of advice, and code that compiles.
source "$(dirname "$0")/lib.sh"
python3 "$root/tests/cli/make_frames.py" data || fail "make_frames.py"

# code FILE: what stands behind the advice of the last run.
code_below() { awk '/^advice: /{seen = 1} seen && /^#include|^import/{code = 1} code' out >"$1"; }

# Keys: sort engines alone.
works fit data/ids --quick --quiet --backend cpu --json keys.json
narrow
for column in task name frames samples "p50 ms" "worst ms" "noise %" speed-up memory check; do says "$column"; done
[ "$(grep -c '^advice: use `' out)" -eq 1 ] || fail "one line of advice: $(cat out)"
says "worst frame"
says "cpu-adaptive"
says "std-sort"
grep -q 'repaired windows [0-9]' out || fail "nothing says what was repaired: $(cat out)"
grep -q '^pairs' out && fail "keys have no pairs: $(cat out)"
python3 - <<'END' || fail "keys.json"
import json
report = json.load(open("keys.json"))
assert report["kind"] == "fit" and report["advice"].startswith("use `"), report["advice"]
rows = {row["name"]: row for row in report["cases"]}
assert rows["cpu-adaptive"]["bytes"] > 0 and rows["cpu-adaptive"]["worst_ms"] > 0
assert rows["cpu-adaptive"]["frames_measured"] == 7 and rows["cpu-adaptive"]["first_ms"] > 0, "the first is aside"
assert "sweeplab::Sorter" in report["snippet"]["cpp"] and "sweeplab.Repair" in report["snippet"]["python"]
END
code_below keys.cpp

# Recorded in the last frame's order: nothing is learnt from the first frame, so it counts as the others do.
works bench record --scene gas --bodies 500 --frames 8 --warmup 2 -o recorded --quiet
works fit recorded/gas --quick --quiet --backend cpu --json recorded.json
python3 - <<'END' || fail "recorded.json"
import json
rows = {row["name"]: row for row in json.load(open("recorded.json"))["cases"]}
assert rows["std-sort"]["frames_measured"] == 6 and rows["std-sort"]["first_ms"] is None, rows["std-sort"]
END

# Boxes: the sort of a sweep, and broad phases.
works fit data/game --quick --quiet --backend cpu
narrow
grep -q '^sort  *cpu-adaptive' out && grep -q '^pairs  *columns' out || fail "sorts and pairs: $(cat out)"
grep -q '^advice: use `[a-z]*` with `[a-z-]*`: ' out || fail "advice: $(cat out)"
code_below boxes.cpp
for code in keys boxes; do
    c++ -std=c++17 -Wall -Wextra -Werror -fsyntax-only -I"$root/sort/include" -I"$root/sim/include" $code.cpp 2>err ||
        fail "$code.cpp does not compile: $(cat err $code.cpp)"
done
works fit data/ids --quick --quiet --backend cpu --language python
code_below keys.py
python3 -m py_compile keys.py || fail "keys.py: $(cat keys.py)"
says "sweeplab.Repair("

# Rows that are not compared say why; the others go on.
works fit data/splats --quick --quiet --backend cpu
says "repaired full sort 11"
works fit data/particles --quick --quiet --backend cpu --timeout 0.02 --md
says "its time is over: --timeout 0.02 s"
says "warning: pairs columns: ended by --timeout 0.02 s"
# How many frames fit into how little time is the machine's affair.
for seconds in 0.02 0.01 0.006 0.004 0.002; do
    works fit data/particles --quick --quiet --backend cpu --timeout $seconds
    if grep -q 'worst frame of [0-9]* of the 7 frames' out; then break; fi
done
grep -q 'worst frame of [0-9]* of the 7 frames' out || fail "nothing says how few frames: $(cat out)"
mkdir points && for i in 0 1 2; do printf '0,0,0\n1,1,%s\n' $i >points/f$i.csv; done
works fit points --quick --quiet --backend cpu --md
says "points without a radius"
cp -r data/ids bad && head -c 1000 data/ids/frame_3.npy >bad/frame_3.npy
works fit bad --quick --quiet --backend cpu
says "left out: frame 3: bad/frame_3.npy"

refused 2 "a folder of frames is expected" fit
refused 4 "No such file" fit missing
refused 2 "did you mean '--quick'" fit data/ids --quikc
finish
