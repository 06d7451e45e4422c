# The course: eight guides, printed whole, and what their solutions say is what the program prints.
source "$(dirname "$0")/lib.sh"

works teach --course
[ "$(grep -c '^[1-8]\. ' out)" -eq 8 ] || fail "not eight guides: $(cat out)"
for number in 1 2 3 4 5 6 7 8; do
    works teach --course $number
    says "Aim:"
    [ "$(grep -c '^Solution [123]:$' out)" -eq 3 ] || fail "guide $number: not three solutions"
    [ "$(grep -c '^[123]\. ' out)" -ge 6 ] || fail "guide $number: too few things to show or to ask"
    awk 'length > 80 { exit 1 }' out || fail "guide $number: lines of more than 80 columns"
    grep -qE '\*\*|<|^```' out && fail "guide $number: marks of Markdown are left: $(grep -E '\*\*|<|```' out)"
    # Every command of a guide is one of this program, and its pictures are not missing.
    sed -n 's/^    \(sweeplab teach .*\)/\1/p' out | grep -v -- --view >commands
    [ -s commands ] || fail "guide $number shows nothing"
    while read -r _ arguments; do works $arguments; done <commands
done
refused 2 "lessons 1 to 8" teach --course 9
refused 2 "lessons 1 to 8" teach --course fourway

# states TEXT ARGUMENTS...: the lesson prints TEXT, wherever its lines break.
states() {
    local text=$1
    shift
    works teach --backend cpu "$@"
    tr -s ' \n' '  ' <out | grep -qF -- "$text" || fail "guide: no '$text' from teach $*: $(head -c 3000 out)"
}
states "key | 84 245 134 83 139 83|" fourway --keys 83,139,84,83,245,134 --pass 0
states "same-digit runs 32 54" fourway,sixteenway --brief
states "index 0: key 36 where key 2 belongs" fourway --break unstable-ranks --brief
states "bin 0 | 11 9 bin 1 | 9 8 bin 2 | 5 10 bin 3 | 7 5" fourway --step 2
states "bin 0 | 0 11 bin 1 | 20 29 bin 2 | 37 42 bin 3 | 52 59" fourway --step 3
states "index 0: key 4 where key 2 belongs" fourway --break tile-major-scan --brief
states "sectors written by all warps: 20 (without the exchange: 33)" fourway --step 4
states "same-digit runs written: 8 (8.0 pairs per run; without the exchange in the tile: 48)" fourway --step 4
states "0 0-1 134 9728 32 200 74 130 32" fourway -n 256 --brief
states "0x000600050009000b is 11, 9, 5, 6, 16 bits" fourway --step 2
states "stages 2 to 16 of 16, skipped" fourway --input sorted --brief
states "passes run: 2, skipped: 2" fourway --keys 5,3,9,1 --brief
states "pairs are lost" fourway --break no-barrier --brief
states "split 1 | 5 9 1 5 5 1 3 3| split 2 | 9 1 1 3 3 5 5 5| split 3 | 1 1 3 3 5 5 5 9|" \
    satish --keys 5,3,9,1,5,5,3,1 --step 2
states "bytes moved 3328 6400" reghist,satish --brief
states "bytes moved 10240 38912" onesweep,fourway -n 256 --brief
states "tile 5 | 1 1 2" onesweep -n 256 --step 3
states "0 0-1 29 2432" fourway --brief  # 38 bytes per pair
states "phase 0 | 3 5 9 1 2 7 8 6 phase 1 | 1 3 5 9 8 7 6 2 phase 2 | 1 2 3 5 6 7 8 9" \
    warpsort --keys 5,3,9,1,7,2,8,6 --step 2
states "0 final merge 1 1024" warpsort --brief
states "stable no yes" warpsort,warpsort-index --input few:3 --brief
states "halo = 8" adaptive --step 1
states "windows repaired: 2, largest shift: 12" adaptive --input displaced:12 --brief
states "path: full sort" adaptive --keys "$(seq -s, 2 64),1" --brief
states "descents: 1 of 63" adaptive --keys "$(seq -s, 2 64),1" --step 1
states "bytes moved: 2304 (36.0 bytes per pair" adaptive --input swaps:2 --brief
finish
