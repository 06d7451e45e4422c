# The course: ten guides, printed whole, and what their solutions say is what the program prints.
source "$(dirname "$0")/lib.sh"

works teach --course
[ "$(grep -c '^[1-9][0-9]*\. ' out)" -eq 10 ] || fail "not ten guides: $(cat out)"
for number in 1 2 3 4 5 6 7 8 9 10; do
    works teach --course $number
    grep -q "^Solution" out && fail "guide $number: the solutions stand below the exercises"
    says "sweeplab teach --course $number --answers"
    works teach --course $number --answers
    says "Aim:"
    [ "$(grep -c '^Solution [123]:$' out)" -eq 3 ] || fail "guide $number: not three solutions"
    [ "$(grep -c '^[123]\. ' out)" -ge 6 ] || fail "guide $number: too few things to show or to ask"
    awk 'length > 80 { exit 1 }' out || fail "guide $number: lines of more than 80 columns"
    grep -qE '\*\*|<|^```' out && fail "guide $number: marks of Markdown are left: $(grep -E '\*\*|<|```' out)"
    # Every command of a guide is one of this program, and its pictures are not missing.
    sed -n 's/^    \(sweeplab teach .*\)/\1/p' out | sed 's/ --view/ --brief/' >commands
    [ -s commands ] || fail "guide $number shows nothing"
    while read -r _ arguments; do works $arguments; done <commands
done
refused 2 "lessons 1 to 10" teach --course 11
refused 2 "lessons 1 to 10" teach --course fourway
refused 2 "needs the number of a guide" teach --course --answers
refused 2 "--view with --course" teach --course 1 --view

# states TEXT ARGUMENTS...: the lesson prints TEXT, wherever its lines break.
states() {
    local text=$1
    shift
    works teach --backend cpu "$@"
    grep -qF -- "$text" <(tr -s ' \n' '  ' <out) || fail "guide: no '$text' from teach $*: $(head -c 3000 out)"
}
states "key | 84 245 134 83 139 83|" fourway --keys 83,139,84,83,245,134 --step 2
states "passes run: 2, skipped: 2" fourway --keys 83,139,84,83 --brief
states "digit | 12 8 1 4" cpu-radix -n 32 --seed 7 --step 4
states "digit | 13 4 0 2" cpu-radix -n 32 --seed 7 --step 5
states "same-digit runs 32 54" fourway,sixteenway --brief
states "index 0: key 36 where key 2 belongs; the first stage that differs is stage 2" \
    fourway --break unstable-ranks --brief
states "bin 0 | 11 9 bin 1 | 9 8 bin 2 | 5 10 bin 3 | 7 5" fourway --step 2
states "bin 0 | 0 11 bin 1 | 20 29 bin 2 | 37 42 bin 3 | 52 59" fourway --step 3
states "additions so far: 17" scan --keys 3,1,7,0,4,1,6,3 --pass 0
states "stage 4 of 14, up-sweep, Blelloch" scan --keys 3,1,7,0,4,1,6,3 --step 4
states "Starts over with the input." scan --keys 3,1,7,0,4,1,6,3 --step 4
states "sum | 3 4 7 11 4 5 6 0|" scan --keys 3,1,7,0,4,1,6,3 --step 7
states "sum | 0 3 4 11 11 15 16 22|" scan --keys 3,1,7,0,4,1,6,3 --step 10
states "Starts over with the input." scan --keys 3,1,7,0,4,1,6,3 --step 11
states "stage 23 of 27, warp sums, warps" scan --brief  # before the last stage: three of these, and add
states "stage 26 of 27, add, warps" scan --brief
states "Blelloch: 14 additions, 6 steps, 6 barriers" scan --keys 3,1,7,0,4,1,6,3 --step 14
states "index 0: key 4 where key 2 belongs" fourway --break tile-major-scan --brief
states "sectors written by all warps: 20 (without the exchange: 33)" fourway --step 4
states "same-digit runs written: 8 (8.0 pairs per run; without the exchange in the tile: 48)" fourway --step 4
states "0 0-1 134 9728 32 200 74 130 32" fourway -n 256 --brief
states "0x000600050009000b is 11, 9, 5, 6, 16 bits" fourway --step 2
states "stages 2 to 16 of 16, skipped" fourway --input sorted --brief
states "passes run: 2, skipped: 2" fourway --keys 5,3,9,1 --brief
states "38 pairs are lost" fourway --break no-barrier --brief
states "sectors written by each warp: 1 3 3 3 2 3 3 2" fourway --step 4
states "segment 0 | . . . . . 8" reghist --keys 37,21,5,53,69,5,37,21 --step 2
states "stages 2 to 5 of 5, skipped" reghist --input equal -n 256 --brief
states "split 0 | 6 12 10 8 3 1 5 3| split 1 | 12 8 1 5 6 10 3 3| split 2 | 8 1 10 3 3 12 5 6| split 3 | 1 3 3 5 6 8 10 12|" \
    satish --keys 6,3,12,1,5,10,3,8 --step 2
states "bytes moved 3328 6400" reghist,satish --brief
states "bytes moved 10240 38912" onesweep,fourway -n 256 --brief  # 40 and 152 per pair
states "copy back: skipped" onesweep --keys 4000000000,7,70000,5 --brief
states "tile 5 | 1 1 2" onesweep -n 256 --step 3
states "look-backs that wait: 36 (16 tiles at once, tile 3 slow" onesweep --slow-tile 3 --brief
states "look-backs that wait: 0 (16 tiles at once, none slow" onesweep --brief
states "tiles read per look-back: 1.5 (by the tiles behind the first, on average; at most 2)" onesweep --brief
states "inversions: 6" adaptive --keys 4,3,2,1 --brief
states "0 0-1 29 2432" fourway --brief  # 38 bytes per pair
states "phase 0 | 3 5 9 1 2 7 8 6 phase 1 | 1 3 5 9 8 7 6 2 phase 2 | 1 2 3 5 6 7 8 9" \
    warpsort --keys 5,3,9,1,7,2,8,6 --step 2
states "0 final merge 1 1024 passes run also counts bitonic sort, which has no number." warpsort --brief
states "value | 0 3 2 7" warpsort -n 32 --input few:3 --step 2
states "stable no yes" warpsort,warpsort-index --input few:3 --brief
states "halo = 8" adaptive --seed 2 --step 1
states "windows repaired: 2, largest shift: 12" adaptive --input displaced:12 --brief
states "path: windows" adaptive --input displaced:32 --brief
states "path: full sort" adaptive --input displaced:40 --brief
states "descents: 4 of 63" adaptive --input swaps:2 --brief
states "descents: 21 of 63" adaptive --seed 2 --brief
states "tests without a broad phase: 2016" sweep --brief
states "tests: 142" sweep --brief
states "tests: 78" columns --brief
states "pairs kept: 37" columns --brief
states "path: full sort" adaptive --keys "$(seq -s, 2 64),1" --brief
states "descents: 1 of 63" adaptive --keys "$(seq -s, 2 64),1" --step 1
states "bytes moved: 2304 (36.0 bytes per pair" adaptive --input swaps:2 --brief
states "Morton key | 32 47 53 48" morton --step 3
states "x is 0101, y is 0011. Taking turns: 00 10 01 11, which is 39." morton
states "way from body to body: 1182 m (in the order of the keys) * sorted by x alone: 1428 m" morton --step 6
states "way from body to body: 3861 m (in the order of the keys) * sorted by x alone: 10330 m" morton -n 256 --step 6
states "key | 4 11 12 14 19" tree --step 3
states "common bits | 4 5 6 3 15" tree --step 3
states "first: Index of the node's first body. node 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 | 0 1 2 0 4" tree --step 4
states "16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 | 16 16 16 0 20 21 20 20 24 25 24 24 28 28 30 last: Index of its last body. node 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 | 31 3 3 3 7" tree --step 4
states "split: Index of the last body of its left child. A child of one body is that body. node 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 | 19 1 2 0" tree --step 4
for terms in "32 430 1024" "64 1193 4096" "128 2989 16384" "256 7788 65536"; do  # 13, 19, 23, 30 per body
    read -r n tree direct <<<"$terms"
    states "* terms of all bodies: $tree (without a tree: $direct)" tree -n "$n" --brief
done
states "bodies accepted a node that they are in themselves" tree --break opens-too-late --brief
states "grows by (mm): On every side. box 0 1 2 3 4 5 | 20.2 20.8 20.2 20.5 36.0 32.8" contacts --step 2
states "* candidates: 6 (of 15 pairs of boxes)" contacts --brief
states "pair 0 1 2 3 4 5 6 7 8 | 28.7 15.6 29.9 31.0 13.2 0.0 29.4 27.0 8.0 need" contacts --step 3
states "pair 0 1 2 3 4 5 6 7 8 | 0.4 0.9 14.7 15.8 13.0 19.2 0.2 0.8 0.2 margin" contacts --step 3
states "pair 0 1 2 3 4 5 6 7 8 | 40.0 40.0 40.0 44.5 60.4 0.0 40.0 40.0 40.0 fate" contacts --step 3
states "pair 0 1 2 3 | 0 0 1 2" contacts --step 5
states "* relaxing 2: 146.7 mm/s" contacts --brief
states "* step 122: 17 and 14 sweeps" contacts --brief
for sweeps in "3 2" "4 9" "5 11" "6 34"; do
    read -r n zero <<<"$sweeps"
    states "* step 239: 0 and $zero sweeps" contacts -n "$n" --brief
done
states "impulses below 0: contacts pull" contacts --break pushes-pull --brief
finish
