# `profile --save` and `render --save`: states that `frames` reads again.
source "$(dirname "$0")/lib.sh"

small=(--scene gas --bodies 200 --backend cpu --quiet)
mkdir states
for frames in 0 20; do
    works profile "${small[@]}" --frames $frames --save states/s_$frames.npy
    works profile "${small[@]}" --frames $frames --save s_$frames.vtk
done
head -c 200 states/s_20.npy | grep -aq "('id', '<u4'), ('x', '<f4')" || fail "columns: $(head -c 200 states/s_20.npy)"
cmp -s states/s_0.npy states/s_20.npy && fail "20 steps change nothing"
works frames states --json frames.json
says "2 frames of spheres, numbers 0 to 20"
says "extent"
mkdir vtk && mv s_*.vtk vtk
works frames vtk --json vtk.json
says "2 frames of spheres"
[ "$(grep -A7 extent frames.json)" = "$(grep -A7 extent vtk.json)" ] || fail "npy and vtk differ"
works profile --scene chairs --bodies 5 --backend cpu --quiet --frames 5 --save chairs.npy
head -c 400 chairs.npy | grep -aq "('qw', '<f4')" || fail "no orientation: $(head -c 400 chairs.npy)"

# Every frame of a film, numbered; the last state alone.
if "$sweeplab" render -o probe.png --frames 0 --bodies 10 --size 64x64 --quality low --quiet 2>err; then
    mkdir film
    works render -o p.png "${small[@]}" --frames 3 --size 64x64 --quality low --save film/state_%03d.npy
    [ "$(ls film)" = "$(printf 'state_%s.npy\n' 000 001 002)" ] || fail "frames of a film: $(ls film)"
    works frames film
    says "3 frames of spheres, numbers 0 to 2"
    works profile "${small[@]}" --frames 3 --save three.npy
    cmp three.npy film/state_002.npy || fail "render and profile save other states"
    works render -o p.png "${small[@]}" --frames 3 --size 64x64 --quality low --save last.npy
    cmp three.npy last.npy || fail "the last state"
fi

refused 2 "a name that ends in .npy or .vtk is expected" profile "${small[@]}" --save s.csv
refused 2 "the state after the last step alone" profile "${small[@]}" --save s_%d.npy
refused 4 "No such file" profile "${small[@]}" --save missing/s.npy
no_leftovers s.csv missing
finish
