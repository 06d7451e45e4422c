# The window's size and settings. Needs a virtual display.
source "$(dirname "$0")/lib.sh"
has_screen || { echo "skipped: no Xvfb"; exit 77; }

# view ARGUMENTS...: as `run`, in a window of a virtual display.
view() {
    on_screen 1400x900 "$sweeplab" view --bodies 100 --frames 3 "$@" >out 2>err </dev/null
    code=$?
    [ "$code" -eq 0 ] || fail "exit $code: sweeplab view $*: $(cat err)"
}
settings=$XDG_CONFIG_HOME/sweeplab/settings.toml
saved() { grep -q "^$1\$" "$settings" || fail "no '$1' in the settings: $(cat "$settings")"; }

# The size is that of the last time, unless the user gives one.
view
saved "width = 1280"
view --size 800x600
saved "width = 800"
saved "height = 600"
view
saved "width = 800"

view --theme light
saved "light = true"
view
saved "light = true"
view --theme dark
saved "light = false"

# A display whose windows are waited for.
open_screen 640x480 number
server=$!

# window TITLE ARGUMENTS: opens it, as $program, and waits until it is there and draws.
window() {
    local title=$1
    shift
    DISPLAY=:$(cat number) "$sweeplab" view --size 640x480 "$@" >out 2>err </dev/null &
    program=$!
    for ((k = 0; k < 300; k++)); do
        DISPLAY=:$(cat number) /usr/bin/xdotool search --name "$title - Sweeplab" >/dev/null 2>&1 && break
        sleep 0.1
    done
    sleep 0.5
}

# Saved before a signal ends it; one window leaves what another one has saved, who holds the folder as a window does.
edit() { flock "$(dirname "$settings")" sed -i "$1" "$settings"; }
for signal in INT TERM; do
    window "pile, 100 bodies" --bodies 100 --theme light
    edit 's/^shown = true/shown = false/'
    kill -s $signal $program
    wait $program
    saved "light = true"
    saved "shown = false"
    view --theme dark
    edit 's/^shown = false/shown = true/'
done

# A run with a mesh of the user's is written then, too.
cp "$root/assets/meshes/slab.obj" own.obj
window "chairs, 10 bodies" --scene chairs --bodies 10 --mesh own.obj --record own.toml
kill -s INT $program
wait $program
[ -s own.toml ] || fail "no run is written after an interrupt: $(cat err)"

# The run of the window, done again by another engine.
view --scene plummer --steps-per-frame 9 --record run.toml
works replay run.toml --check --backend cpu --sort std-sort
says "run.toml: 27 steps, "
view --record run.toml --seed 5  # a run is written over
works replay run.toml --check
refused 4 "no/run.toml: cannot be written" view --record no/run.toml

# Steps that take seconds are told of before the first of them, and three pictures go out without one.
slow=(view --scene gas --bodies 400k --broad-phase brute --frames 3)
for quiet in "" --quiet; do
    on_screen 1400x900 "$sweeplab" "${slow[@]}" $quiet >out 2>err </dev/null
    code=$?
    [ "$code" -eq 0 ] || fail "exit $code: sweeplab ${slow[*]} $quiet: $(cat err)"
    if [ -z "$quiet" ]; then
        grep -q 'With 400,000 bodies, the broad phase brute makes about 80 billion box tests per step' err ||
            fail "nothing is said of slow steps: $(cat err)"
    else
        [ ! -s err ] || fail "--quiet speaks: $(cat err)"
    fi
done

# The size of text and panels.
refused 2 "--ui-scale 5: 0.5 to 4 is expected" view --ui-scale 5
refused 2 "--ui-scale 0.1: 0.5 to 4 is expected" render -o scale.png --ui-scale 0.1
view --ui-scale 1.5
saved "scale = 1.0"  # of that window alone
works render --scene gas --bodies 20 --frames 0 --quality low --ui --size 640x360 -o small.png
works render --scene gas --bodies 20 --frames 0 --quality low --ui --size 640x360 --ui-scale 0.5 -o half.png
cmp -s small.png half.png && fail "--ui-scale changes nothing"

# An older OpenGL: what is needed, and what is there.
on_screen 640x480 env MESA_GL_VERSION_OVERRIDE=3.3 "$sweeplab" view --bodies 100 --frames 1 >out 2>err </dev/null
code=$?
[ "$code" -eq 3 ] || fail "exit $code with OpenGL 3.3: $(cat err)"
grep -q "the window needs OpenGL 4.5 core; here is 3.3" err || fail "with OpenGL 3.3: $(cat err)"

# The X server ends: the run is written, and the settings.
rm -f "$settings"
window "pile, 100 bodies" --bodies 100 --record lost.toml
kill -KILL "$server"
wait "$program"
code=$?
[ "$code" -eq 3 ] || fail "exit $code, 3 expected when the display is lost: $(cat err)"
grep -q "the connection to the display is lost" err || fail "nothing is said of the lost display: $(cat err)"
[ -s "$settings" ] || fail "no settings are written when the display is lost"
works replay lost.toml --check

# Settings are never an error, and what cannot be read is not written over.
echo '[window' >"$settings"
view
[ "$(cat "$settings")" = '[window' ] || fail "broken settings were written over"
grep -q "settings.toml:1:8: .* Settings are neither read nor saved" err || fail "nothing is said of them: $(cat err)"
head -c 200 /dev/zero >"$settings"
view
grep -q "settings.toml:1:1: " err && [ "$(stat -c %s "$settings")" -eq 200 ] || fail "settings of zeros: $(cat err)"
rm "$settings"
mkdir "$settings"
view
grep -q "settings.toml: a file is expected, not a folder" err || fail "a folder of settings: $(cat err)"
mkdir here
(cd here && HOME=$work/home XDG_CONFIG_HOME=rel view)
[ -z "$(ls -A here | grep -v '^err$\|^out$')" ] && [ -s home/.config/sweeplab/settings.toml ] || fail "a relative XDG_CONFIG_HOME: $(ls -A here)"
XDG_CONFIG_HOME=$(printf '/x%.0s' {1..3000}) view
: >file
XDG_CONFIG_HOME=$work/file view
finish
