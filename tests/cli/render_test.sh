# `render`: what it says of what it wrote, on stderr, unless nobody wants to know.
source "$(dirname "$0")/lib.sh"

small=(--bodies 50 --size 65x49 --quality low)
works render -o start.png --frames 0 "${small[@]}"
[ "$(cat err)" = "start.png: 65x49 pixels; pile, 50 bodies, 0 steps" ] || fail "start.png: $(cat err)"
[ -s out ] && fail "stdout is not empty: $(cat out)"
[ -s start.png ] || fail "no picture of the start"
works render -o p_%02d.png --frames 2 --steps-per-frame 3 "${small[@]}"
[ "$(cat err)" = "p_%02d.png: 2 frames of 65x49 pixels; pile, 50 bodies, 6 steps" ] || fail "p_%02d.png: $(cat err)"
[ -s p_01.png ] || fail "no second picture"
works render -o q.png --frames 1 --quiet "${small[@]}"
[ -s err ] && fail "--quiet: $(cat err)"

# What the picture shows can be asked for.
mixed=(--scene mixed --bodies 500 --frames 1 --steps-per-frame 100 --size 160x120 --quality low)
works render -o plain.png "${mixed[@]}"
for flag in "--colour speed" --boxes --pairs --contacts; do
    works render -o asked.png $flag "${mixed[@]}"
    cmp -s plain.png asked.png && fail "$flag changes nothing"
done
# The scene as a sort: passes are others, and so are the moments of a frozen sort.
for flag in "--colour digit" "--colour tile" "--colour disorder" "--freeze 3"; do
    works render -o asked.png $flag "${mixed[@]}"
    cmp -s plain.png asked.png && fail "$flag changes nothing"
done
works render -o first.png --colour digit --pass 0:2 "${mixed[@]}"
works render -o asked.png --colour digit --pass 3:2 "${mixed[@]}"
cmp -s first.png asked.png && fail "--pass changes nothing"
works render -o first.png --colour rank --freeze 1 --pass 0:4 "${mixed[@]}"
grep -qE '^sort copied and done once more in [0-9]+ ms$' err || fail "no time of the frozen sort: $(cat err)"
works render -o asked.png --colour rank --freeze 2 --pass 0:4 "${mixed[@]}"
cmp -s first.png asked.png && fail "--freeze shows the same moment twice"
works render -o asked.png --colour rank --freeze 8 --pass 0:4 "${mixed[@]}"
works render -o first.png --colour rank "${mixed[@]}"
cmp -s first.png asked.png || fail "the last moment of a frozen sort is not the sorted order"
refused 2 "1 to 8 bits per pass" render -o asked.png --pass 2:9
refused 2 "--freeze needs one picture" render -o asked_%02d.png --freeze 1
refused 2 "does not sort" render -o asked.png --freeze 1 --frames 1 --bodies 50 --broad-phase brute --quiet
# How it is seen, too.
for flag in --flat "--theme light" "--camera front" "--camera above" "--camera near" "--camera 10,20" "--camera 10,20,30" \
    "--camera 10,20,30,1,2,3"; do
    works render -o asked.png $flag "${mixed[@]}"
    cmp -s plain.png asked.png && fail "$flag changes nothing"
done
still=("${mixed[@]:0:8}" --size 160x120)
for quality in minimal medium high; do
    works render -o asked.png --quality $quality "${still[@]}"
    works render -o same.png --quality $quality "${still[@]}"
    cmp -s asked.png same.png || fail "--quality $quality draws two pictures"
    cmp -s plain.png asked.png && fail "--quality $quality changes nothing"
done
works render -o again.png "${mixed[@]}"
cmp -s plain.png again.png || fail "the same command draws two pictures"
# One picture is a still, unless another quality is given; it has the same bytes each time. A lens needs one.
works render -o still.png "${still[@]}"
works render -o again.png "${still[@]}" --quality still
cmp -s still.png again.png || fail "one picture is no still, or another one each time"
cmp -s still.png plain.png && fail "a still is like any picture"
works render -o asked.png "${still[@]}" --aperture 5
cmp -s still.png asked.png && fail "--aperture changes nothing"
works render -o again.png "${still[@]}" --aperture 5 --focus-distance 2
cmp -s again.png asked.png && fail "--focus-distance changes nothing"
works render -o s_%d.png --frames 2 "${small[@]:0:4}" --quality still
works render -o t_%d.png --frames 2 "${small[@]:0:4}"
cmp -s s_1.png t_1.png && fail "frames of a video are no stills where that is requested"
run render -o asked.png --aperture 5 "${mixed[@]}"
[ "$code" -eq 2 ] && grep -q "aperture needs --quality still" err || fail "exit $code: $(cat err)"
run render -o asked.png --aperture 21
[ "$code" -eq 2 ] && grep -q "at most 20" err || fail "exit $code: $(cat err)"
works render -o o_%d.png --frames 3 --camera-path orbit "${small[@]}"
cmp -s o_0.png o_2.png && fail "--camera-path changes nothing"
run render -o asked.png --camera-path orbit "${small[@]}"
[ "$code" -eq 2 ] && grep -q "needs several pictures" err || fail "exit $code: $(cat err)"
run render -o asked.png --camera abov "${small[@]}"
[ "$code" -eq 2 ] && grep -q "start, front, above, near" err || fail "exit $code: $(cat err)"

# Shaders of a folder: what is wrong in them is said by file and line.
cp -r "$root"/shaders edited
works render -o asked.png --shaders edited "${mixed[@]}"
cmp -s plain.png asked.png || fail "--shaders of the same text draws another picture"
echo "float broken = nonsense;" >>edited/light/lit.glsl
run render -o asked.png --shaders edited "${mixed[@]}"
[ "$code" -eq 4 ] && grep -q "light/lit.glsl:$(wc -l <edited/light/lit.glsl): .*nonsense" err || fail "exit $code: $(cat err)"

# A scene file may say what colours show at the start.
printf '[scene]\nname = "s"\nspawn = "mixed"\n[camera]\ncolour = "sped"\n' >scene.toml
run render -o asked.png --scene scene.toml --bodies 50
[ "$code" -eq 4 ] && grep -q "scene.toml:5:10: .*did you mean 'speed'" err || fail "exit $code: $(cat err)"

# Bodies outside the container are exit code 1, unless that is allowed; the picture is there all the same.
printf '[scene]\nname = "soft"\nspawn = "gas"\nbodies = 20\n[physics]\ngravity_m_s2 = [0.0, 0.0, 0.0]\nstiffness_pa = 1e4\n[spawn]\nspeed_m_s = 50\n' >soft.toml
soft=(--scene soft.toml --size 64x48 --frames 1 --steps-per-frame 150 --backend cpu)
run render -o soft.png "${soft[@]}"
[ "$code" -eq 1 ] && grep -q "the state is wrong; outside the container: " err && [ -s soft.png ] || fail "exit $code: $(cat err)"
works render -o soft.png "${soft[@]}" --allow-outside

run render -o asked.png --colour sped
[ "$code" -eq 2 ] && grep -q "did you mean 'speed'" err || fail "exit $code: $(cat err)"

# A video has even sides.
if [ -x /usr/bin/ffmpeg ]; then
    works render -o v.mp4 --frames 2 "${small[@]}"
    grep -q '^sweeplab: a video has even sides: 66x50 pixels instead of 65x49$' err || fail "v.mp4: $(cat err)"
    grep -q '^v.mp4: 2 frames of 66x50 pixels' err || fail "v.mp4: $(cat err)"
else
    echo "not tried: mp4"
fi
finish
