# Sourced by the *_test.sh files: what they expect of the program. Arguments of each script: executable, root.
set -uo pipefail
sweeplab=$(realpath "$1")
root=$(realpath "$2")
[ -x "$sweeplab" ] || { echo "FAILED: no executable $sweeplab"; exit 1; }
work=$(mktemp -d)
trap '[ ! -e "$work/screens" ] || kill $(<"$work/screens") 2>/dev/null; rm -rf "$work"' EXIT
cd "$work" || exit 1
failures=0
# Never a result, never the user's settings, never a window by accident.
unset DISPLAY WAYLAND_DISPLAY SSH_CONNECTION cuda
export XDG_CONFIG_HOME=$work/config

fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

# run ARGUMENTS...: leaves $code, and what was written in the files out and err.
run() {
    timeout 120 "$sweeplab" "$@" >out 2>err </dev/null
    code=$?
}

# refused CODE TEXT ARGUMENTS...: the exit code, one line on stderr that holds TEXT, nothing on stdout.
refused() {
    local expected=$1 text=$2
    shift 2
    run "$@"
    [ "$code" -eq "$expected" ] || fail "exit $code, $expected expected: sweeplab $*: $(cat err)"
    grep -qF -- "$text" err || fail "no '$text' in the message of: sweeplab $*: $(cat err)"
    grep -q '^sweeplab: error: ' err || fail "no 'sweeplab: error:' from: sweeplab $*"
    [ -s out ] && fail "stdout is not empty: sweeplab $*"
}

# works ARGUMENTS...: exit code 0.
works() {
    run "$@"
    [ "$code" -eq 0 ] || fail "exit $code: sweeplab $*: $(cat err)"
}

# A text is searched with `grep -q TEXT <(COMMAND)`: in `COMMAND | grep -q TEXT` grep ends at the first hit, COMMAND by
# the closed pipe, and with pipefail now and then nothing seems found.
has_cuda() {
    [ -n "${cuda:-}" ] || cuda=$("$sweeplab" doctor --only cuda 2>/dev/null | sed -nE 's/^cuda +([a-z]+) .*/\1/p')
    [ "$cuda" = ok ] || [ "$cuda" = broken ]
}

# awaits_signals PID: until it is the program and catches SIGINT, or has ended.
awaits_signals() {
    local caught
    while kill -0 "$1" 2>/dev/null; do
        caught=$(sed -n 's/^SigCgt:\t*//p' "/proc/$1/status" 2>/dev/null)
        [ "$(readlink "/proc/$1/exe")" = "$sweeplab" ] && ((16#${caught:-0} & 2)) && break
        sleep 0.02
    done
}

# says TEXT: the last run's stdout holds it.
says() { grep -qF -- "$1" out || fail "no '$1' on stdout: $(head -c 500 out)"; }

# has_keys FILE BEFORE KEY...: a report in JSON has them behind the pattern BEFORE ('^ ': first level of `bench`).
has_keys() {
    local file=$1 before=$2 key
    shift 2
    for key in "$@"; do grep -q "$before\"$key\": " "$file" || fail "$file has no '$key' behind '$before'"; done
}

# narrow: no line of the last run's stdout is longer than 120 characters.
narrow() { awk 'length > 120 { exit 1 }' out || fail "longer than 120: $(awk 'length > 120' out | head -n 1)"; }

# no_leftovers FILE...: neither the file nor a part of any is there.
no_leftovers() {
    local name
    if compgen -G ".sweeplab-*" >/dev/null; then fail "left behind: $(compgen -G ".sweeplab-*")"; fi
    for name in "$@"; do
        if compgen -G "$name*" >/dev/null; then fail "left behind: $(compgen -G "$name*")"; fi
    done
}

# npy TYPE SHAPE [ORDER]: a NumPy header on stdout; the data follows from the caller.
npy() {
    local header="{'descr': '$1', 'fortran_order': ${3:-False}, 'shape': $2, }" blanks
    blanks=$((63 - (10 + ${#header}) % 64))
    header=$(printf '%s%*s' "$header" "$blanks" '')
    printf '\x93NUMPY\x01\x00'
    printf "\\x$(printf %02x $(((${#header} + 1) % 256)))\\x$(printf %02x $(((${#header} + 1) / 256)))"
    printf '%s\n' "$header"
}

# floats VALUE...: little-endian float32 of the few values that tests need.
floats() {
    local value
    for value in "$@"; do
        case $value in
            0) printf '\x00\x00\x00\x00' ;;
            1) printf '\x00\x00\x80\x3f' ;;
            2) printf '\x00\x00\x00\x40' ;;
            3) printf '\x00\x00\x40\x40' ;;
            -1) printf '\x00\x00\x80\xbf' ;;
            nan) printf '\x00\x00\xc0\x7f' ;;
            inf) printf '\x00\x00\x80\x7f' ;;
            *) echo "floats: $value?" >&2; exit 1 ;;
        esac
    done
}

has_screen() { [ -x /usr/bin/Xvfb ]; }

# open_screen WIDTHxHEIGHT FILE: a virtual display until the script ends; FILE gets its number, $! is its process. Without
# -noreset it starts over when its last client leaves, and refuses connections meanwhile (one window of twenty, beside
# xdotool in a loop).
open_screen() {
    /usr/bin/Xvfb -screen 0 "${1}x24" -noreset -nolisten tcp -displayfd 3 3>"$2" >/dev/null 2>&1 </dev/null &
    echo $! >>"$work/screens"
    timeout 20 bash -c "until [ -s '$2' ]; do sleep 0.02; done" || fail "Xvfb does not start"
}

# on_screen WIDTHxHEIGHT COMMAND...: on a virtual display, one of each size for the whole script.
on_screen() {
    local number=$work/screen_$1
    [ -s "$number" ] || open_screen "$1" "$number"
    shift
    DISPLAY=:$(<"$number") timeout 120 "$@"
}

finish() {
    [ "$failures" -eq 0 ] && echo "passed"
    exit $((failures > 0))
}
