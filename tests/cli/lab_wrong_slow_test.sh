# Labs: every solution is right with several seeds, and each wrong one of tests/lab is named as what it is.
source "$(dirname "$0")/lib.sh"
[ -e "$(dirname "$sweeplab")/lab/rewrite.py" ] || { echo "skipped: built without labs"; exit 77; }

for lab in $("$sweeplab" lab list | awk '{ print $1 }'); do
    for seed in 1 3; do  # 256 and 64 threads; the wrong ones have 128
        works lab new "$lab" "$lab-$seed" --seed $seed
        cp "$root/assets/lab/$lab/solution.cu" "$lab-$seed/kernel.cu"
        works lab check "$lab-$seed"
        says "$lab, seed $seed: right"
    done
done

# cpu_seconds: what all programs took so far that this script has waited for.
cpu_seconds() { awk -F '[ms ]' 'NR == 2 { print int(60 * ($1 + $4) + $2 + $5) }' times; }

# names LAB FILE VERDICT TEXT...: what the check says of a wrong solution. It ends by limits of its own, of CPU time or,
# on a busy machine, of the clock (20 s to compile, 30 s to run), and `run` ends one that does not after 120 s.
declare -A named
names() {
    local lab=$1 file=$2 verdict=$3 text begin cpu
    times >times  # by this shell: those of another one are its own
    begin=$(cpu_seconds)
    shift 3
    named[$file.cu]=1
    "$sweeplab" lab new "$lab" "$file" --seed 2 >new.out || fail "lab new $lab $file"
    cp "$root/tests/lab/$file.cu" "$file/kernel.cu"
    run lab check "$file"
    [ "$code" -eq 1 ] || fail "$file: exit $code: $(cat out err)"
    grep -qF "$lab, seed 2: $verdict" <(head -n 1 out) || fail "$file: not '$verdict' but $(head -n 3 out)"
    grep -q '^Next: ' out || fail "$file: no next step"
    for text in "$@"; do says "$text"; done
    times >times
    cpu=$(($(cpu_seconds) - begin))
    [ $cpu -lt 25 ] || fail "$file: $cpu s of CPU time"
}
names scan missing_barrier "race condition" "no barrier between" "kernel.cu:14"
names look-back missing_fence "missing fence" "before[" "late stores"
names histogram ragged_end "wrong result" "counts["
names sweep off_by_one "out of bounds" "of low_x" "kernel.cu:10"
names histogram histogram_race "race condition" "kernel.cu:10"
names histogram race_unseen_by_lines "race condition" "order reverse"
names histogram reads_before_writing "reads before writing" "kernel.cu:11"
names split unstable_split "not stable" "sorted["
names scan divergent_barrier "deadlock" "(thread"
names split two_barriers "deadlock" "different barriers" "kernel.cu:17" "kernel.cu:19" "(thread"
names look-back waits_for_a_later_tile "deadlock" "sleep at" "kernel.cu:25" "(thread 0)"
names sweep endless_loop "endless loop" "it did not end within "
grep -qE 'within (10 s of CPU time|30 s)[;,]' out || fail "endless_loop: $(cat out)"
names split out_of_bounds_write "out of bounds" "of sorted" "kernel.cu:22"
names histogram plain_pointer "out of bounds" "after an allocation"
names histogram writes_everywhere "crash" "signal 11"
names rank does_not_compile "does not compile" "kernel.cu:14" "lower_lanes"
names rank other_declaration "does not compile" "declaration"
names rank half_a_warp "deadlock" "(thread"
names histogram writes_a_verdict "crash" "without a result"
names histogram prints_and_crashes "crash" "n is 1,"
names histogram needs_memory "does not compile" "1 GiB"
names histogram element_as_auto "does not compile" "kernel.cu:14" "instead of \`auto\`"
grep -q 'counted.h' out && fail "messages about files that the student has not seen: $(cat out)"
names scan inclusive_sums "wrong result" "inclusive sums" "values: "
names rank ranks_of_the_warp "wrong result" "the counts of the warps before are missing"
names look-back no_total_published "wrong result" "flags[0] is 1, 2 is right" "no total is published"
names sweep touching_boxes "wrong result" "boxes that touch on x are left out"

# Right, but not what the lab is about; what was printed is cut, and that is said.
named[global_atomics.cu]=1
"$sweeplab" lab new histogram atomics --seed 2 >new.out
cp "$root/tests/lab/global_atomics.cu" atomics/kernel.cu
works lab check atomics --json atomics.json
says "histogram, seed 2: right, but"
says "all atomics go to global memory, 37 requests"
grep -q '^\.\.\. ([0-9]* more bytes are not shown)$' out || fail "a cut that is not said: $(cat out)"
python3 - <<'EOF' || fail "atomics.json"
import json
verdict = json.load(open("atomics.json"))
assert verdict["verdict"] == "right" and "global memory" in verdict["hint"]
assert len(verdict["printed"]) == 4000 and verdict["printed_left_out"] > 0
EOF

for file in "$root"/tests/lab/*.cu; do [ "${named[$(basename "$file")]:-}" ] || fail "$file is not tried"; done
finish
