# Folders of own frames: `frames`, and --data of `bench sort` and `bench pairs`, on five made data sets.
source "$(dirname "$0")/lib.sh"
python3 "$root/tests/cli/make_frames.py" data || fail "make_frames.py"

# What is in each of them.
works frames data/splats
says "12 frames of u64 keys"
says "cpu-adaptive, run here on each frame after the last, repaired"
works frames data/particles
says "8 frames of spheres, numbers 100 to 170, 10.000 ms apart"
says "median 2,000, 2,000 to 2,000"
says "lower ends along y"
grep -q '^as recorded .*4[0-9]\.[0-9] %\|^as recorded .*5[0-9]\.[0-9] %' out || fail "recorded in disorder: $(cat out)"
says "keep the items in the order that the last sort left"
grep -q missing out && fail "snapshots by tens: $(cat out)"
works frames data/game
says "10 frames of boxes, numbers 0 to 9"
says "x -"
works frames data/ids --json ids.json
says "8 frames of u32 keys"
grep -q '"carried": true' ids.json && [ "$(grep -c '"frame": ' ids.json)" -eq 8 ] || fail "frames --json: $(head -c 300 ids.json)"
works frames data/unequal --json -
[ "$(head -c 1 out)" = "{" ] && grep -q '"frames 4 to 5 are missing"' out || fail "--json -: $(head -c 300 out)"
works frames data/unequal
says "unequal, which a sort allows"

# Bad frames are named, and the others go on.
cp -r data/ids bad
head -c 1000 data/ids/frame_3.npy >bad/frame_3.npy
{ npy '<f4' '(1, 4)'; floats 0 0 0 1; } >bad/frame_5.npy
rm bad/frame_6.npy
run frames bad
[ "$code" -eq 1 ] && grep -q "check failed: 2 of 7 frames cannot be read" err || fail "bad frames: exit $code, $(cat err)"
says "frame 3: bad/frame_3.npy"
says "frame 5: bad/frame_5.npy: spheres; u32 keys expected, as in frame_0.npy"
says "frame 6 is missing"
cp -r data/unequal twice
{ npy '<u8' '(2,)'; printf '\1\0\0\0\0\0\0\0\1\0\0\0\0\0\0\0'; } >twice/ids_000003.npy
{ npy '<u4' '(2,)'; printf '12345678'; } >twice/frame_000003.npy
run frames twice
says "the id 1 of item 1 is that of item 0, too"
mkdir boxes
for i in 0 1 2; do { npy '<f4' '(2, 6)'; floats 0 0 0 1 1 1 0 0 0 2 2 2; } >boxes/frame_$i.npy; done
{ npy '<f4' '(2, 6)'; floats 0 0 0 1 1 1 0 nan 0 2 2 2; } >boxes/frame_1.npy
run frames boxes
says "frame 1: boxes/frame_1.npy: box 1: NaN"
refused 4 "No such file" frames missing
refused 2 "a folder of frames is expected" frames
mkdir empty
refused 4 "no .npy file in it" frames empty

# bench sort: a row per frame, the worst one with its reason, the series as a plot.
quick=(--backend cpu --min-time 0.001 --quiet)
works bench sort "${quick[@]}" --data data/ids --sort cpu-adaptive,cpu-radix --csv s.csv --json s.json --plot s.svg
for column in engine frames "p50 ms" "p95 ms" "worst ms" check; do says "$column"; done
narrow
[ "$(head -n 1 s.csv)" = "engine,backend,frame,n,ms,min_ms,samples,descents,movers,max_shift,path" ] || fail "CSV: $(head -n 1 s.csv)"
[ "$(wc -l <s.csv)" -eq 17 ] || fail "2 engines, 8 frames: $(cat s.csv)"
grep -q '^cpu-adaptive,cpu,7,20000,.*,windows$' s.csv || fail "carried keys are not repaired: $(cat s.csv)"
grep -q '"worst_reason": ' s.json && grep -q '"carry_order": true' s.json || fail "JSON: $(head -c 400 s.json)"
grep -q '</svg>' s.svg || fail "no plot"
works bench sort "${quick[@]}" --data data/ids --sort cpu-adaptive --carry-order off --csv off.csv
grep -q '^cpu-adaptive,cpu,7,20000,.*,full sort$' off.csv || fail "as recorded: $(cat off.csv)"
for set in splats particles game unequal; do
    works bench sort "${quick[@]}" --data data/$set --sort cpu-adaptive,std-sort
    [ "$(grep -c ' ok' out)" -ge 2 ] || fail "bench sort --data $set: $(cat out)"
done
works bench sort "${quick[@]}" --data data/ids --sort cpu-radix --baseline s.json
says "now/before"
works bench sort "${quick[@]}" --data bad --sort cpu-radix
says "left out: frame 3: bad/frame_3.npy"

# bench pairs: lists that agree, and what changed.
works bench pairs "${quick[@]}" --data data/game --changes --csv p.csv --json p.json
[ "$(head -n 1 p.csv)" = "broad_phase,backend,frame,n,ms,min_ms,samples,pairs,found,lost,changes_ms" ] || fail "CSV: $(head -n 1 p.csv)"
[ "$(grep -c ' ok: brute' out)" -ge 3 ] || fail "bench pairs --data: $(cat out)"
# Frame by frame, the pairs are those before, with the found and without the lost ones.
awk -F, '$1 == "columns" && NR > 1 { if ($9 != "" && before + $9 - $10 != $8) bad = 1; before = $8; if ($9 > 0) some = 1 }
     END { exit bad || !some }' p.csv || fail "found and lost: $(cat p.csv)"
works bench pairs "${quick[@]}" --data data/particles --broad-phase auto,sweep
says "auto: "
works bench pairs "${quick[@]}" --data boxes --broad-phase sweep,brute
says "left out: frame 1: boxes/frame_1.npy: box 1: NaN"
refused 4 "boxes, spheres or points expected" bench pairs --data data/ids
mkdir points && printf '0,0,0\n1,1,1\n' >points/f.csv
refused 4 "points without a radius" bench pairs --data points

# What a simulation recorded is in the last frame's order already.
works bench record --scene gas --bodies 500 --frames 8 --warmup 2 -o recorded --quiet
works frames recorded/gas
says "6 frames of u32 keys, numbers 3 to 8"
works bench sort "${quick[@]}" --data recorded/gas --sort cpu-adaptive

# Wrong words.
works bench pairs "${quick[@]}" --data data/fountain --changes-csv lists.csv --json p.json
python3 - <<'END' || fail "lists.csv: the pairs that it leads to are not those of the frames"
import csv, json
rows = json.load(open("p.json"))["cases"]
pairs, counts, changes = set(), {}, {}
for row in csv.DictReader(open("lists.csv")):
    pair, frame = (int(row["a"]), int(row["b"])), int(row["frame"])
    assert pair[0] < pair[1] and row["change"] in ("found", "lost")
    (pairs.add if row["change"] == "found" else pairs.remove)(pair)
    counts[frame] = len(pairs)
    changes[frame, row["change"]] = changes.get((frame, row["change"]), 0) + 1
last = 0
for frame in rows[0]["frames"]:
    last = counts.get(frame["frame"], last)
    assert last == frame["pairs"], frame
    for change in ("found", "lost"):
        assert frame.get(change, changes.get((frame["frame"], change), 0)) == changes.get((frame["frame"], change), 0)
assert any("lost" in key for key in changes), changes
END
refused 2 "--changes-csv belongs to --data" bench pairs --changes-csv lists.csv
refused 2 "--changes-csv -: the name of a file is expected" bench pairs --data data/game --changes-csv -
refused 2 "--plot belongs to --data" bench sort --plot a.svg
refused 2 "--carry-order belongs to --data" bench pairs --carry-order off
refused 2 "--changes belongs to --data" bench pairs --changes
refused 2 "--input does not go with --data" bench sort --data data/ids --input uniform
refused 2 "--kind does not go with --data" bench pairs --data data/game --kind uniform
refused 4 "No such file" bench sort --data missing
no_leftovers a.svg
finish
