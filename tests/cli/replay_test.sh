# `replay`: the recorded runs give their states; a wrong one is named, a broken file is refused with its place.
source "$(dirname "$0")/lib.sh"

run_file=$root/assets/runs/tilt.toml
works replay "$run_file" --check --backend cpu --sort std-sort --broad-phase sweep
says "recorded states, all equal"
grep -qE '^state 0x[0-9a-f]{16}$' out || fail "no state: $(cat out)"
cp out checked
works replay "$run_file" --backend cpu
[ "$(cat out)" = "$(tail -n 1 checked)" ] || fail "without --check: $(cat out)"
narrow

# The state after the last row of hashes is another one.
sed '$d' "$run_file" | sed '$s/0x.*/0x0123456789abcdef/' >other.toml
echo "'''" >>other.toml
refused 1 "differs" replay other.toml --check --backend cpu
grep -qF "the last recorded one that is equal is that of step" err || fail "no step that is equal: $(cat err)"
refused 1 "--check compares the ones before it" replay other.toml --backend cpu

head -c 2000 "$run_file" >cut.toml
refused 4 "cut.toml:" replay cut.toml --check
sed '0,/^[0-9]* physics/s//99999 physics/' "$run_file" >late.toml
refused 4 "step 99999: steps of this run are 1 to" replay late.toml
sed '/ restitution=/{h;d};$!b' "$run_file" | sed '0,/^\([0-9]* physics.*\)$/s//4400 physics friction=1\n\1/' >order.toml
refused 4 "events are expected in order" replay order.toml
sed 's/^version = 1/version = 2/' "$run_file" >newer.toml
refused 4 "newer.toml:3:11: version 2" replay newer.toml
refused 4 "none.toml" replay none.toml
refused 2 "a run is expected" replay
refused 2 "run.txt" replay "$run_file" -o run.txt --backend cpu

# Pictures: along the camera path of the run, which --camera replaces.
small=(--size 64x48 --quality low --backend cpu --steps-per-frame 1500)
works replay "$run_file" -o p_%02d.png "${small[@]}"
[ -s p_02.png ] || fail "no third picture: $(ls)"
[ -e p_03.png ] && fail "more pictures than the run has steps"
grep -qF "3 frames of 64x48 pixels; mixed, 250 bodies, 4500 steps" err || fail "p: $(cat err)"
grep -qF "$(tail -n 1 checked)" out || fail "the film ends in another state: $(cat out)"
works replay "$run_file" -o q_%02d.png --camera front "${small[@]}"
cmp -s p_02.png q_02.png && fail "--camera changes nothing"

# ffmpeg that ends early: said, and the frames are kept where that was asked for.
mkdir bin
printf '#!/bin/sh\nexit 7\n' >bin/ffmpeg
chmod +x bin/ffmpeg
PATH=$work/bin:$PATH refused 4 "ffmpeg stopped with status 7" replay "$run_file" -o film.mp4 --steps-per-frame 300 "${small[@]:0:6}"
no_leftovers film
PATH=$work/bin:$PATH refused 4 "frames are kept, film_00000.png and on" replay "$run_file" -o film.mp4 --keep-frames --steps-per-frame 300 "${small[@]:0:6}"
[ -s film_00000.png ] || fail "no frame was kept"
no_leftovers film.mp4
refused 2 "--keep-frames is for a video" replay "$run_file" -o p.png --keep-frames "${small[@]}"
finish
