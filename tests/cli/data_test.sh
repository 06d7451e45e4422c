# `render --data`: frames of files as pictures, one or all of them; what is wrong with one, and with the flags.
source "$(dirname "$0")/lib.sh"
python3 "$root/tests/cli/make_frames.py" data || fail "make_frames.py"
small=(--size 96x64 --quality low)

# Boxes, spheres, frames of unequal size, keys: other frames are other pictures, and the same one is the same by any way.
for set in game layers fountain unequal; do
    works render --data data/$set --frame 6 -o $set.png "${small[@]}"
    grep -q "^$set.png: 96x64 pixels; " err || fail "$set: $(cat err)"
    works render --data data/$set --frame 8 -o other.png "${small[@]}"
    cmp -s $set.png other.png && fail "$set: frames 6 and 8 look the same"
done
works render --data data/particles --frame 130 -o particles.png "${small[@]}"
works render --data data/layers/ -o all_%02d.png --frames 9 "${small[@]}"
grep -q "^all_%02d.png: 9 frames of 96x64 pixels; layers, 346 bodies, 9 steps" err || fail "all: $(cat err)"
[ -s all_08.png ] && [ ! -e all_09.png ] || fail "not 9 pictures"
works render --data data/layers -o last.png "${small[@]}"
works render --data data/layers --frame 23 -o same.png "${small[@]}"
cmp -s last.png same.png || fail "without --frame it is not the last frame"
works render --data data/game/level.npy --frame 3 -o one.png "${small[@]}"
works render --data data/layers --frame 8 --sort std-sort --broad-phase sweep -o same.png "${small[@]}"
works render --data data/layers --frame 8 -o other.png "${small[@]}"
cmp -s same.png other.png || fail "another engine and broad phase draw another picture"
works render --data data/layers --frame 8 --colour shift -o shift.png "${small[@]}"
cmp -s shift.png other.png && fail "--colour shift changes nothing"

# A file of 200,000 frames, most of them holes, takes no more memory than one of 12.
python3 - "$sweeplab" <<'END' || fail "memory grows with the number of frames"
import random, resource, struct, subprocess, sys
count, memory_kb = 500, []
boxes = []
for _ in range(count):
    low = [random.uniform(0, 30) for _ in range(3)]
    boxes += low + [edge + 0.5 for edge in low]
body = struct.pack("<%df" % len(boxes), *boxes)
for frames in 12, 200000:
    header = "{'descr': '<f4', 'fortran_order': False, 'shape': (%d, %d, 6), }" % (frames, count)
    header = (header + " " * (63 - (10 + len(header)) % 64) + "\n").encode()
    with open("sparse.npy", "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header)
        start = file.tell()
        for frame in [*range(6), frames // 2, frames - 1]:
            file.seek(start + frame * len(body))
            file.write(body)
    subprocess.run([sys.argv[1], "render", "--data", "sparse.npy", "--frames", "4", "-o", "sparse_%02d.png", "--size", "96x64",
                    "--quality", "low", "--quiet"], check=True)
    memory_kb.append(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
print("kB with 12 and 200,000 frames:", memory_kb)
assert memory_kb[1] - memory_kb[0] < 12000, memory_kb  # 60 bytes per frame
END
rm sparse.npy

# A film of all frames, and of some.
if [ -x /usr/bin/ffmpeg ]; then
    works render --data data/layers -o all.mp4 "${small[@]}"
    grep -q "^all.mp4: 24 frames of 96x64 pixels; layers, 346 bodies, 24 steps" err || fail "all.mp4: $(cat err)"
    works render --data data/layers --frame 4 --frames 3 -o some.mp4 "${small[@]}"
    grep -q "^some.mp4: 3 frames of 96x64 pixels" err && [ -s some.mp4 ] || fail "some.mp4: $(cat err)"
else
    echo "not tried: mp4"
fi

# A bad frame is named, and the others are drawn.
cp -r data/layers bad
head -c 3000 data/layers/frame_003.npy >bad/frame_003.npy
cp data/ids/frame_0.npy bad/frame_005.npy
rm bad/frame_007.npy
run render --data bad -o bad_%02d.png --frames 10 "${small[@]}"
[ "$code" -eq 1 ] || fail "bad frames: exit $code"
grep -q "^sweeplab: frame 3: bad/frame_003.npy: " err && grep -q "^sweeplab: frame 5: .*; boxes expected" err ||
    fail "bad frames are not named: $(cat err)"
[ -s bad_09.png ] || fail "the frames behind a bad one are not drawn"
refused 4 "frame 3: bad/frame_003.npy: " render --data bad --frame 3 -o no.png "${small[@]}"
refused 2 "bad has no frame with this number; they are 0 to 23" render --data bad --frame 7 -o no.png "${small[@]}"
# Keys that are not finite are sorted by others, and have no place in a picture.
python3 - <<'END'
import os, struct
os.makedirs("odd")
header = "{'descr': '<f4', 'fortran_order': False, 'shape': (100,), }"
header += " " * (63 - (10 + len(header)) % 64) + "\n"
for frame in range(3):
    keys = [float(i) for i in range(100)]
    if frame == 1: keys[50] = float("nan")
    with open(f"odd/frame_{frame}.npy", "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + struct.pack("<100f", *keys))
END
run render --data odd -o odd_%02d.png "${small[@]}"
[ "$code" -eq 1 ] || fail "a key that is not finite: exit $code, $(cat err)"
grep -q "^sweeplab: frame 1: key 50 is not finite" err || fail "the key is not named: $(cat err)"
refused 4 "frame 1: key 50 is not finite" render --data odd --frame 1 -o no.png "${small[@]}"
works render --data odd --frame 2 -o after.png "${small[@]}"
works render --data odd --frames 0 -o none_%02d.png "${small[@]}"
mkdir empty
refused 4 "empty: no .npy file in it" render --data empty -o no.png
refused 4 "nowhere" render --data nowhere -o no.png
for flag in "--scene pile" "--bodies 9" "--seed 2" "--mesh bunny" "--gravity tree" --halo "--tree-level 3" --contacts \
    --allow-outside "--save no.npy"; do
    refused 2 "${flag%% *} belongs to a scene" render --data data/layers $flag -o no.png
done
# A folder is one whatever its name ends in, and no scene.
cp -r data/layers x.toml
works render --data x.toml --frame 3 -o toml.png "${small[@]}"
works render --data .//x.toml --frame 3 -o same.png "${small[@]}"
cmp -s toml.png same.png || fail "x.toml and .//x.toml are other pictures"
refused 4 "No such file" render --data ".//${PWD#/}/x.toml" --frame 3 -o no.png  # no path from the root
refused 2 "--scene data/layers is a folder; a folder of frames is given by --data data/layers" \
    render --scene data/layers -o no.png
refused 2 "is a folder" render --scene data/layers/ -o no.png
mkdir pile && works render --frames 1 -o pile.png "${small[@]}"
refused 2 "a folder of frames is given by --data data/layers" view data/layers
refused 2 "a folder of frames is given by --data data/layers" bench sort data/layers
refused 2 "--frame belongs to --data" render --frame 2 -o no.png
refused 2 "--record belongs to a scene" view --data data/layers --record run.toml
no_leftovers no.png run.toml
finish
