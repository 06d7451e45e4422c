# Every command of the `sh` examples of all pages runs, with few frames and bodies. The set-up commands are run by hand.
source "$(dirname "$0")/lib.sh"

# What the examples name: the program on PATH, a file of boxes, keys and a mesh, a folder of frames, recorded runs.
mkdir assets && ln -s "$root/assets/runs" assets/runs
export -f open_screen on_screen
export work
mkdir bin && ln -s "$sweeplab" bin/sweeplab && export PATH=$work/bin:$PATH
{ npy '<f4' '(2, 6)'; floats 0 0 0 1 1 1 1 1 1 2 2 2; } >boxes.npy
{ npy '<u4' '(2,)'; printf '87654321'; } >keys.npy
mkdir my_frames && cp boxes.npy my_frames/frame_0.npy && cp boxes.npy my_frames/frame_1.npy
printf 'v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\n' >mesh.obj

# README.md first; the examples of a page in order, as one may read what an earlier one wrote.
mapfile -t pages < <(find "$root" \( -name 'build*' -o -name .git -o -name results \) -prune -o -name '*.md' -print |
    awk '{ print gsub("/", "/"), $0 }' | sort -k1n -k2 | cut -d' ' -f2-)
commands=$(for page in "${pages[@]}"; do sed -n '/^```sh$/,/^```$/p' "$page" | grep -v '^```'; done)
[ "$(grep -c '^sweeplab ' <<<"$commands")" -ge 40 ] || fail "the pages have too few examples"
# The windows that the first page names in its sentences, too.
windows=$(grep -oE '`view --[^`]*`' "$root/README.md" | tr -d '`' | sed 's/^/sweeplab /')
grep -q -- '--scene chairs' <<<"$windows" || fail "the first page names no window of chairs: $windows"
commands+=$'\n'$windows

! has_screen || on_screen 640x400 true  # here, as what an example starts ends with it
declare -A done_before
while IFS= read -r line; do
    command=${line%%#*}
    [ -n "${command// /}" ] || continue
    # A window needs a display; the rest is shortened, not changed.
    case $command in
        "sweeplab view"*)
            has_screen || { echo "not tried: $command"; continue; }
            command="on_screen 640x400 $command --frames 3" ;;
        "sweeplab teach"*" --view"*) command=${command/ --view/ --brief} ;;  # the window: view_test, ui_lesson_test
        *rsvg-convert* | "sweeplab teach"*.png*) [ -x /usr/bin/rsvg-convert ] || { echo "not tried: $command"; continue; } ;;
        *ffmpeg* | *.mp4*) [ -x /usr/bin/ffmpeg ] || { echo "not tried: $command"; continue; } ;;
        *"--rival bullet"*)  # where it was not there to build with, the command refuses
            [ -e "$(dirname "$sweeplab")/sweeplab_world_rival_bullet.so" ] || { echo "not tried: $command"; continue; } ;;
        "sweeplab "*) ;;
        *) fail "not a command of sweeplab, so nobody runs it: $line"; continue ;;
    esac
    command=$(sed -E 's/--frames [0-9]+/--frames 2/; s/--steps-per-frame [0-9]+/--steps-per-frame 20/;
        s/--bodies [0-9]+k/--bodies 500/; s/-n [0-9]+M\b/-n 50k/; s/-n 64Ki,256Ki/-n 2Ki,4Ki/;
        s/-n (256|64|16)Ki/-n 4Ki/; s/-n 1k,(4k|8k|4k,16k) /-n 200,400 /; s/-n (1k,8k|1k,4k)$/-n 200,400/;
        s/(bench step) -n 200,400/\1 -n 200/; s/--made banded -o/--made banded -n 1k -o/;
        s/--min-time [0-9.]+/--min-time 0.01/; s/--fail-above [0-9.]+/--fail-above 100/;
        s/-n 20 --seconds 2/-n 2 --mesh slab --seconds 0.1/' <<<"$command")
    if [[ $command == "sweeplab bench "@(sort|pairs)* && $command != *--min-time* ]]; then
        command+=" --min-time 0.01"
    fi
    if [[ $command == "sweeplab render"* || $command == "sweeplab replay"*" -o "* ]]; then
        [[ $command == *--quality* || $command == *--aperture* ]] || command+=" --quality low"
        [[ $command == *--size* ]] || command+=" --size 160x90"
        [[ $command == *--frames* ]] || command+=" --frames 2"
    fi
    [ -z "${done_before[$command]:-}" ] || continue
    done_before[$command]=yes
    timeout 120 bash -c "$command" >out 2>err </dev/null || fail "$line: exit $?: $(tail -n 3 err)"
done <<<"$commands"
finish
