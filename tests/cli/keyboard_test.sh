# Keys by what is printed on them, in a window under the keyboard layouts of several countries: each layout's printed
# Ctrl+Q ends it. Keys are pressed by their place (keycode): xdotool would else change the layout.
source "$(dirname "$0")/lib.sh"
has_screen || { echo "skipped: no Xvfb"; exit 77; }
[ -x /usr/bin/xdotool ] && [ -x /usr/bin/setxkbmap ] || { echo "skipped: no xdotool or setxkbmap"; exit 77; }

cat >quit.sh <<'END'
/usr/bin/setxkbmap $2
"$1" view --scene gas --bodies 20 --size 640x360 --quality low >out 2>err &
program=$!
for ((k = 0; k < 300; k++)); do
    /usr/bin/xdotool search --onlyvisible --name Sweeplab >/dev/null 2>&1 && break
    sleep 0.1
done
/usr/bin/xdotool mousemove 300 200
for ((k = 0; k < 100; k++)); do
    kill -0 "$program" 2>/dev/null || break
    /usr/bin/xdotool keydown 37 sleep 0.05 keydown $3 sleep 0.05 keyup $3 keyup 37 sleep 0.1
done
kill "$program" 2>/dev/null && echo "is still there" >>err
wait "$program"
END
# The key of A prints q; that of X; the Cyrillic one where a US keyboard has Q.
for layout in "fr 38" "us,dvorak 53" "ru 24"; do
    read -r name key <<<"$layout"
    map=${name/us,/us -variant }
    on_screen 640x360 bash quit.sh "$sweeplab" "$map" "$key" </dev/null
    code=$?
    [ "$code" -eq 0 ] || fail "exit $code: the printed Ctrl+Q of $map: $(cat err)"
done
finish
