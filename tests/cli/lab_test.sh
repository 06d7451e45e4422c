# Labs: folders are made and never overwritten; a check says right and wrong with exit codes 0 and 1; bad folders.
source "$(dirname "$0")/lib.sh"

works lab list
[ "$(wc -l <out)" -eq 6 ] || fail "lab list: $(cat out)"
narrow
refused 2 "did you mean 'histogram'" lab new histgram h
refused 2 "a lab and a folder" lab new histogram
refused 2 "one folder" lab check
refused 2 "one folder" lab grade
refused 4 "no such folder" lab check nowhere
refused 4 "no such folder" lab grade nowhere
[ -e "$(dirname "$sweeplab")/lab/rewrite.py" ] || { echo "skipped: built without labs"; exit 77; }

works lab new histogram first --seed 5
says "lab check first"
for file in kernel.cu lab.h README.md constants.h lab.toml; do [ -s first/$file ] || fail "no first/$file"; done
[ "$(wc -l <first/kernel.cu)" -le 30 ] || fail "the scaffold is long"
cp first/kernel.cu before
refused 4 "already exists" lab new histogram first --seed 6
cmp -s before first/kernel.cu || fail "lab new has changed a folder that was there"
works lab new histogram other --seed 6
cmp -s first/constants.h other/constants.h && fail "two seeds give the same constants"

works lab new scan "with a space"
says "\`sweeplab lab check 'with a space'\`"

# The gap as it is, the solution, numbers for programs.
run lab check first
[ "$code" -eq 1 ] || fail "an empty kernel: exit $code: $(cat out err)"
says "histogram, seed 5: wrong result"
says "counts["
cp "$root/assets/lab/histogram/solution.cu" first/kernel.cu
works lab check first --json verdict.json
says "histogram, seed 5: right"
says "sectors"
narrow
python3 - <<'EOF' || fail "verdict.json: $(cat verdict.json)"
import json
verdict = json.load(open("verdict.json"))
assert verdict["verdict"] == "right" and verdict["seed"] == 5 and len(verdict["accesses"]) > 3
EOF
echo 'constexpr uint32_t kThreads = 1;' >first/constants.h  # ignored
works lab check first

# The same as a lesson: the arrays at each barrier, and the first wrong element.
works lab show first -n 32
says "stage 5 of 5, result"
says "s_counts: in shared memory, stored at line"
says "counts: right (of 8 elements)"
says "tries more inputs"
awk 'length > 120 { exit 1 }' out || fail "lab show is wide"
works lab show first --step 2 --brief
grep -q "stage 3" out && fail "--step 2 shows stage 3"
works lab show first -n 32 -o shown.html
works lab show first -n 32 --step 3 -o shown.svg
for file in shown.html shown.svg; do grep -q s_counts $file || fail "no array of the kernel in $file"; done
sed 's/+ *1u/+ 1u/; s/, 1u)/, 2u)/' first/kernel.cu >twice.cu && cp first/kernel.cu right.cu && cp twice.cu first/kernel.cu
run lab show first -n 32 -o shown.json
[ "$code" -eq 1 ] || fail "lab show of a wrong kernel: exit $code"
says "histogram, seed 5: wrong result"
python3 - <<'EOF' || fail "shown.json"
import json
shown = json.load(open("shown.json"))
lesson = shown["lessons"][0]
result = lesson["steps"][-1]
assert [array["name"] for array in result["arrays"]] == ["counts", "right counts"]
found, right = (array["words"] for array in result["arrays"])
assert sum(right) == 32 and found != right and "First wrong: counts[" in result["sentence"]
assert shown["verdict"]["verdict"] == "wrong result"
EOF
cp right.cu first/kernel.cu
refused 2 "1 to 256 keys" lab show first -n 300
refused 2 "one folder" lab show
refused 2 "ends in .svg, .png, .pdf, .html or .mp4" lab show first -o shown.txt
refused 4 "no such folder" lab show nowhere

# As few keys as bins: counts have no element per key.
works lab show first -n 8 -o few.json
python3 - <<'EOF' || fail "few.json"
import json
steps = json.load(open("few.json"))["lessons"][0]["steps"]
shape = {array["name"]: array["shape"] for step in steps for array in step["arrays"]}
assert shape["counts"] == "table" and shape["digit"] == "per pair before", shape
EOF
works lab show first -n 16 --step 3 --theme projector -o slide.svg
grep -q s_counts slide.svg || fail "no array of the kernel on the slide"
refused 2 "belongs to --view" lab show first --theme dark
refused 2 "the window writes nothing" lab show first --view -o shown.html
refused 2 "one stage is expected" lab show first --view --step 1-2
unset DISPLAY WAYLAND_DISPLAY
run lab show first --view
[ "$code" -eq 3 ] || fail "lab show --view without a display: exit $code"
says "histogram, seed 5: right"

# Errors of the compiler have file and line.
sed -i 's/atomicAdd(&counts/atomicAd(\&counts/' first/kernel.cu
run lab check first
[ "$code" -eq 1 ] || fail "a kernel that does not compile: exit $code"
says "does not compile"
says "first/kernel.cu:12:"

{ echo '#include <cub/cub.cuh>'; cat "$root/assets/lab/histogram/solution.cu"; } >first/kernel.cu
run lab check first
says "cub/cub.cuh: No such file"

# Folders that are none.
works lab new scan second/
[ -s second/kernel.cu ] || fail "no folder from a name that ends in a slash"
mkdir empty && refused 4 "has no lab.toml" lab check empty
refused 4 "no folder of a lab" lab grade empty
rm other/kernel.cu && refused 4 "kernel.cu" lab check other
printf '[lab]\nname = "histogram"\nseed = -4\n' >other/lab.toml
refused 4 "seed" lab check other
printf '[lab]\nname = "nothing"\n' >other/lab.toml
refused 4 "unknown lab 'nothing'" lab check other

# Many at once.
works lab grade . --csv grades.csv
says "does not compile"
says "cannot be read"
[ "$(wc -l <grades.csv)" -eq 5 ] || fail "grades.csv: $(cat grades.csv)"
CUDACXX=no-such-nvcc refused 3 "leave out --device cuda" lab check first --device cuda
finish
