# A window used by mouse and keys: back to the start by the time bar, and forth again, is the same state as ever; and
# what was done in it is in the run's file, which replays to the same states.
source "$(dirname "$0")/lib.sh"
has_screen || { echo "skipped: no Xvfb"; exit 77; }
[ -x /usr/bin/xdotool ] || { echo "skipped: no xdotool"; exit 77; }

# The program is there, its window seen.
cat >window.sh <<'END'
key() { for name in "$@"; do /usr/bin/xdotool key "$name"; sleep 0.15; done; }
for ((k = 0; k < 300; k++)); do
    /usr/bin/xdotool search --onlyvisible --name Sweeplab >/dev/null 2>&1 && break
    sleep 0.1
done
[ "$k" -lt 300 ] || { echo "no window in half a minute" >err; kill "$program"; exit 1; }
sleep 1
END
cat >used.sh <<'END'
"$1" view --scene gas --bodies 100 --size 960x540 --quality low --hash >out 2>err &
program=$!
source ./window.sh
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
on_screen 960x540 bash used.sh "$sweeplab" 363 </dev/null
[ -s out ] || fail "the window printed nothing: $(cat err)"
cp out window
works profile --scene gas --bodies 100 --frames 7 --hash --quiet
grep -qxF "$(cat window)" out || fail "$(cat window) in the window, $(grep state out) without going back"

cat >recorded.sh <<'END'
"$1" view --scene one-huge --bodies 200 --size 960x540 --quality low --record run.toml --hash >out 2>err &
program=$!
drag() {
    /usr/bin/xdotool mousemove "$1" "$2" mousedown 1; sleep 0.3
    /usr/bin/xdotool mousemove "$3" "$4"; sleep 0.3
    /usr/bin/xdotool mouseup 1; sleep 0.2
}
source ./window.sh
drag 480 270 540 200  # the one huge body, or one beside it
key b shift+b n
drag 400 200 560 240  # pushes
key n ctrl+b comma comma comma period period b period
key ctrl+q
wait "$program"
END
on_screen 960x540 bash recorded.sh "$sweeplab" </dev/null
[ -s out ] || fail "the window printed nothing: $(cat err)"
cp out window
grep -q '^[0-9]* throw ' run.toml || fail "no throw in $(cat run.toml)"
[ "$(grep -c '^[0-9]* with ' run.toml)" -ge 31 ] || fail "no handful in $(cat run.toml)"
works replay run.toml --check --sort std-sort
says "all equal"
grep -qxF "$(cat window)" out || fail "$(cat window) in the window, $(grep state out) of its run"
finish
