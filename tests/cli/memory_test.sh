# Memory that the system does not give is exit 5, with what there is, and nothing is left.
source "$(dirname "$0")/lib.sh"

limited() {  # KIB ARGUMENTS...: leaves $code
    local kib=$1
    shift
    (ulimit -v "$kib" && exec timeout 120 "$sweeplab" "$@") >out 2>err </dev/null
    code=$?
}
limited 1000000 --version
if [ $code -ne 0 ]; then
    echo "skipped: the program needs more than 1 GB of addresses here (sanitizers do)"
    exit 77
fi

# too_large WHAT ARGUMENTS...: refused before it is taken, with what is needed and what there is.
too_large() {
    local what=$1
    shift
    limited 900000 "$@"
    [ $code -eq 5 ] || fail "exit $code, 5 expected: sweeplab $*: $(cat err)"
    grep -Eq "^sweeplab: error: .*$what [0-9.]+ .B of memory; at most [0-9.]+ .B can be used here, of [0-9.]+ .B available \\(ulimit -v: 922 MB\\)$" err ||
        fail "another message of: sweeplab $*: $(cat err)"
}
too_large "sorting 40000000 keys needs" sort --input uniform -n 40M --sort std-sort -o o.npy
too_large "20,000,000 bodies need" profile --scene gas --bodies 20M --backend cpu
too_large "20,000,000 bodies need" render -o o.png --scene gas --bodies 20M --backend cpu
too_large "bench sort -n 60000000 needs" bench sort -n 60M --backend cpu
npy '<f4' '(40000000, 6)' >big.npy
truncate -s +960000000 big.npy
too_large "big.npy needs" pairs big.npy -o p.npy
npy '<u2' '(16384, 16384)' >map.npy
truncate -s +536870912 map.npy
too_large "(map.npy needs|a height map needs)" profile --scene landscape --heightmap map.npy --bodies 10
rm -f big.npy map.npy
sed 's/^file = "chair"/file = "box"/; s/^sdf_cells = 96/sdf_cells = 256/' "$root/assets/scenes/chairs.toml" >fine.toml
too_large "a field of [0-9,]+ nodes needs" profile --scene fine.toml --bodies 2
no_leftovers o.npy o.png p.npy

# Where memory runs out in the middle, what was measured is printed, and the message has both figures.
limited 230000 profile --scene gas --bodies 2 --backend cpu --threads 1 --frames 200k --trace t.json --csv t.csv
[ $code -eq 5 ] || fail "exit $code, 5 expected: $(cat err)"
grep -q '^sweeplab: error: out of memory: ' err || fail "another message: $(cat err)"
grep -Eq ': [0-9.]+ [kMG]?B requested; at most [0-9.]+ .B can be used here, of .* \(ulimit -v: 236 MB\)$' err || fail "no figures: $(cat err)"
grep -q '^out of memory after [0-9]* of 200000 steps; no file was written$' out || fail "nothing was told: $(head -n 3 out)"
grep -q '^sweep  *[0-9.]' out || fail "no stage was told: $(cat out)"
no_leftovers t.json t.csv

# An OpenGL driver that finds no room ends the program in the middle of a call: it is not asked.
for kib in 300000 500000 700000; do
    limited $kib render -o r.png --frames 1 --bodies 1000
    [ $code -eq 5 ] || fail "$kib KiB: exit $code, 5 expected: $(cat err)"
    no_leftovers r.png
done
grep -q '^sweeplab: error: OpenGL may need .* of addresses .* (ulimit -v)$' err || fail "another message: $(cat err)"
finish
