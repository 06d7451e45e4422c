# Ctrl+C: what was measured is printed, no file appears, exit code 130, and all that within a fifth of a second.
source "$(dirname "$0")/lib.sh"

# interrupted AFTER ARGUMENTS...: one signal so many seconds after the first line of output; leaves out and err.
interrupted() {
    local after=$1 pid before waited_ms
    shift
    rm -f made.json made.csv out
    # Background jobs of a script ignore SIGINT unless told otherwise.
    env --default-signal=INT "$sweeplab" "$@" --json made.json >out 2>err </dev/null &
    pid=$!
    awaits_signals $pid
    while [ ! -s out ] && [ "$1" = bench ] && kill -0 $pid; do sleep 0.1; done
    sleep "$after"
    before=$(date +%s%N)
    kill -INT $pid
    wait $pid
    code=$?
    waited_ms=$((($(date +%s%N) - before) / 1000000))
    [ $code -eq 130 ] || fail "exit $code: sweeplab $*: $(cat err)"
    # A fifth of a second, and as much again for a machine that is busy with other tests.
    [ $waited_ms -lt 400 ] || fail "it went on for $waited_ms ms: sweeplab $*"
    no_leftovers made.json made.csv
    grep -qx 'sweeplab: error: interrupted' err || fail "stderr: $(cat err)"
}

interrupted 1 profile --backend cpu --scene gas --bodies 2k --frames 1000000 --csv made.csv
head -n 1 out | grep -Eq '^interrupted after [1-9][0-9]* of 1000000 steps; no file was written$' ||
    fail "heading: $(head -n 3 out)"
steps=$(sed -n '1s/interrupted after \([0-9]*\) .*/\1/p' out)
says "$steps frames, the first 20 as warm-up"
grep -Eq '^step +[0-9.]+ ' out || fail "no table: $(cat out)"
says " steps per second"

# The samples of the case at work count, and are not called checked.
interrupted 0.6 bench sort --backend cpu --min-time 1000 -n 128Ki --sort cpu-radix,std-sort --csv made.csv
[ "$(grep -c ' not checked$' out)" -eq 2 ] || fail "no rows: $(cat out)"
says "interrupted after 0 of 1 case; no file was written"
# A sort that takes longer than anybody waits ends in it.
interrupted 1 bench sort --backend cpu --min-time 1000 -n 2000,16Mi --sort std-sort --max-noise 0.0001% --timeout 0.3
says "interrupted after 1 of 2 cases"
grep -Eq '^ *2000 +std-sort .* ok$' out || fail "the row before is not there: $(cat out)"
interrupted 0.6 bench pairs --backend cpu --min-time 1000 --timeout 1000 -n 50k --broad-phase columns
grep -q '^uniform .* not checked$' out || fail "no row: $(cat out)"
interrupted 0.6 bench step --backend cpu --min-time 1000 --timeout 1000 --scene gas -n 500
grep -q '^gas .* not checked$' out || fail "no row: $(cat out)"
interrupted 0.6 bench scale --backend cpu --min-time 1000 --timeout 1000 --kind uniform -n 50k,60k
grep -q '^pairs .* not checked$' out || fail "no row: $(cat out)"
says "interrupted after 0 of 2 points"
interrupted 0.6 bench gravity --backend cpu -n 500 --frames 1000000
grep -q '^tree  *500 ' out || fail "no row: $(cat out)"
says "interrupted after 0 of 1 case"
# Many enough that they have not come to rest by then, after which the run ends.
interrupted 0.5 bench heap --backend cpu -n 1000 --seconds 1000
says "interrupted after 0 of 1 simulation"
finish
