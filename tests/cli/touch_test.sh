# A window used by mouse and keys: back to the start by the time bar, and forth again, is the same state as ever.
source "$(dirname "$0")/lib.sh"
[ -x /usr/bin/xvfb-run ] || { echo "skipped: no xvfb-run"; exit 77; }
[ -x /usr/bin/xdotool ] || { echo "skipped: no xdotool"; exit 77; }

cat >used.sh <<'END'
"$1" view --scene gas --bodies 100 --size 960x540 --quality low --hash >out 2>err &
program=$!
key() { for name in "$@"; do /usr/bin/xdotool key "$name"; sleep 0.15; done; }
for ((k = 0; k < 100; k++)); do
    /usr/bin/xdotool search --name Sweeplab >/dev/null 2>&1 && break
    sleep 0.1
done
sleep 1
# Pull something, throw a body, pause, and drag the time bar to its left end: all of that is undone.
/usr/bin/xdotool mousemove 480 150 mousedown 1; sleep 0.2
/usr/bin/xdotool mousemove 520 120; sleep 0.2
/usr/bin/xdotool mouseup 1
key b p
bar=$2
/usr/bin/xdotool mousemove 600 "$bar" mousedown 1; sleep 0.2
/usr/bin/xdotool mousemove 180 "$bar"; sleep 0.3
/usr/bin/xdotool mouseup 1; sleep 0.3
# Gas that nobody touches: six steps forth, three back, four forth.
key period period period period period period comma comma comma period period period period
key ctrl+q
wait "$program"
END
timeout 60 /usr/bin/xvfb-run -a -s '-screen 0 960x540x24' bash used.sh "$sweeplab" 363 </dev/null
[ -s out ] || fail "the window printed nothing: $(cat err)"
cp out window
works profile --scene gas --bodies 100 --frames 7 --hash --quiet
grep -qxF "$(cat window)" out || fail "$(cat window) in the window, $(grep state out) without going back"
finish
