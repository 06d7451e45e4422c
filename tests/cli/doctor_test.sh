# `doctor`: each part of the machine has a line, and what crashes, hangs or is too old spoils only its own.
source "$(dirname "$0")/lib.sh"

parts="cpu memory disk simulation driver gpu cuda clocks opengl interop display window ffmpeg fonts"
states="ok none missing broken"

# part NAME STATE TEXT: what the last run's stdout says of one.
part() {
    grep -qE "^$1 +$2 +.*$3" out || fail "$1 is not '$2 ... $3': $(grep "^$1 " out)"
}

works doctor
for name in $parts; do
    grep -qE "^$name +(${states// /|}) +[^ ]" out || fail "no line of $name: $(cat out)"
done
part simulation ok "500 bodies, 30 steps in .*, state 0x[0-9a-f]{16}"
part display none "neither DISPLAY nor WAYLAND_DISPLAY"
part window none "no display"
says "-> for the window start it in a desktop session"
says "simulation on cpu: yes"
state=$(grep -o 'state 0x[0-9a-f]*' out | head -n 1)
grep -qxF "$state" <("$sweeplab" profile --backend cpu --bodies 500 --frames 30 --hash --quiet) ||
    fail "$state is not what profile --hash prints"

env -i "$sweeplab" doctor >out 2>err || fail "doctor without an environment: $(cat err)"
part disk "(ok|missing)" "settings: none, without HOME"
env -i __EGL_VENDOR_LIBRARY_FILENAMES=/nonexistent EGL_PLATFORM=none "$sweeplab" doctor >out 2>err ||
    fail "doctor without OpenGL: $(cat err)"
part opengl missing "no OpenGL without a display"
says "libegl1"
says "pictures: no"
grep -q "names the remedy" out && fail "doctor sends the user to itself: $(cat out)"

# A display that is not there.
DISPLAY=:7777 "$sweeplab" doctor >out 2>err || fail "doctor with a wrong display: $(cat err)"
part window broken "Failed to open display :7777"

# Another ffmpeg.
mkdir programs
printf '#!/bin/sh\necho "ffmpeg version 4.2 Copyright"\n' >programs/ffmpeg
chmod +x programs/ffmpeg
PATH="$PWD/programs:$PATH" works doctor --only simulation
PATH="$PWD/programs:$PATH" run doctor
part ffmpeg missing "ffmpeg 4.2, without libx264"

# Parts alone, for programs, and wrong words.
works doctor --only simulation,cpu
[ "$(wc -l <out)" -eq 3 ] || fail "--only prints more: $(cat out)"
run doctor --only display
[ "$code" -eq 3 ] || fail "exit $code where a part alone is not there"
refused 2 "did you mean 'opengl'" doctor --only opngl
works doctor --json doctor.json
if [ -x /usr/bin/python3 ]; then
    /usr/bin/python3 - "$parts" "$states" <<'PY' || fail "doctor as JSON: $(cat doctor.json)"
import json, sys
report = json.load(open("doctor.json"))
assert report["schema"] == 1 and report["build"]["version"]
assert [part["name"] for part in report["parts"]] == sys.argv[1].split()
for part in report["parts"]:
    assert part["state"] in sys.argv[2].split() and part["found"], part
    assert part["remedy"] or part["state"] in ("ok", "none"), part
PY
fi

# Drivers that are too old, that crash and that hang, as stubs of their library. All parts that hang do so at once, for
# ten seconds: five would take fifty.
compiler=$(command -v cc || command -v gcc) || compiler=
# stub NAME BODY: a driver whose version is found out by BODY.
stub() {
    mkdir -p "$1"
    echo "int cuDriverGetVersion(int *version) { $2 }" |
        "$compiler" -x c -w -shared -fPIC -Wl,-soname,libcuda.so.1 -o "$1/libcuda.so.1" - || fail "no stub $1"
}
with_driver() {
    LD_LIBRARY_PATH=$PWD/$1 timeout 30 "$sweeplab" doctor >out 2>err
    code=$?
    [ "$code" -eq 0 ] || fail "exit $code with a driver that is $1: $(cat err)"
    part simulation ok "500 bodies"
}
if [ -n "$compiler" ] && ! [ -e /proc/driver/nvidia ]; then
    stub old '*version = 11080; return 0;'
    stub crashing 'volatile int *nowhere = 0; return *nowhere;'
    stub hanging 'for (;;) sleep(1);'
    with_driver old
    if grep -q '^compiler .*no CUDA' <("$sweeplab" info); then
        part driver ok "driver for CUDA 11.8; this build has no CUDA"
    else
        part driver broken "driver for CUDA 11.8; this build needs 1[2-9].0"
        says "install driver 5"
        LD_LIBRARY_PATH=$PWD/old works profile --bodies 50 --frames 2
        grep -q "the CPU computes: the NVIDIA driver supports CUDA 11.8, .*doctor" err || fail "an old driver is passed over: $(cat err)"
        LD_LIBRARY_PATH=$PWD/old works profile --bodies 50 --frames 2 --quiet
        [ -s err ] && fail "--quiet with an old driver: $(cat err)"
    fi
    with_driver crashing
    part driver broken "was ended by signal 11"
    with_driver hanging
    part driver broken "no answer within 10 s"
fi

# A window, where there is a display.
if has_screen; then
    on_screen 640x480 "$sweeplab" doctor >out 2>err || fail "doctor on a display: $(cat err)"
    part window ok "software, processors draw"
    on_screen 640x480 env MESA_GL_VERSION_OVERRIDE=3.3 "$sweeplab" doctor --only window >out 2>err
    part window broken "the window needs OpenGL 4.5 core; here is 3.3"
fi
finish
