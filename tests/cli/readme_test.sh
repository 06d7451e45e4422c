# Every command of the README's `sh` examples runs, with few frames. The two set-up commands are run by hand.
source "$(dirname "$0")/lib.sh"

# What the examples name: the program on PATH, a file of boxes, keys and a mesh.
mkdir bin && ln -s "$sweeplab" bin/sweeplab && export PATH=$work/bin:$PATH
{ npy '<f4' '(2, 6)'; floats 0 0 0 1 1 1 1 1 1 2 2 2; } >boxes.npy
{ npy '<u4' '(2,)'; printf '87654321'; } >keys.npy
printf 'v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\n' >mesh.obj

commands=$(sed -n '/^```sh$/,/^```$/p' "$root/README.md" | grep -E '^(build/)?sweeplab ')
[ "$(wc -l <<<"$commands")" -ge 8 ] || fail "the README has too few examples"
while IFS= read -r line; do
    command=${line%%#*}
    command=${command#build/}
    # A window needs a display; the rest is shortened, not changed.
    case $command in
        "sweeplab view"*)
            [ -x /usr/bin/xvfb-run ] || { echo "not tried: $command"; continue; }
            command="/usr/bin/xvfb-run -a -s '-screen 0 1280x800x24' $command --frames 3" ;;
        *ffmpeg* | *.mp4*) [ -x /usr/bin/ffmpeg ] || { echo "not tried: $command"; continue; } ;;
    esac
    command=$(sed -E 's/--frames [0-9]+/--frames 8/; s/--bodies [0-9]+k/--bodies 500/; s/-n [0-9]+M\b/-n 50k/' <<<"$command")
    timeout 120 bash -c "$command" >out 2>err </dev/null || fail "$line: exit $?: $(tail -n 3 err)"
done <<<"$commands"
finish
