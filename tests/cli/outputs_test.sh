# Outputs appear whole or not at all; stdout is part of that.
source "$(dirname "$0")/lib.sh"

# Found before the work starts: these would run for hours.
long=(profile --frames 1e9 --bodies 100)
refused 4 "No such file" "${long[@]}" --json no/such/folder/r.json
mkdir folder
refused 4 "folder" "${long[@]}" --csv folder
refused 4 "No such file" sort --input uniform -n 1M -o no/such/o.npy
{ npy '<f4' '(0, 6)'; } >none.npy
refused 4 "No such file" pairs none.npy -o no/such/p.npy
refused 4 "No such file" render -o no/such/r.png --frames 1e9
refused 2 "ends in" render -o r.what --frames 1e9

# A failed run leaves nothing and spoils nothing.
echo old >kept.npy
printf 'not numpy' >magic.npy
refused 4 "magic.npy" sort magic.npy -o kept.npy
[ "$(cat kept.npy)" = old ] || fail "an old output was spoiled"
refused 4 "magic.npy" sort magic.npy -o new.npy
no_leftovers new.npy kept.npy.part

# A full device, a closed stdout, a closed pipe.
"$sweeplab" scenes >/dev/full 2>err
[ $? -eq 4 ] && grep -q "No space left" err || fail "a full stdout: $(cat err)"
"$sweeplab" scenes >&- 2>err
[ $? -eq 4 ] && grep -q "standard output" err || fail "a closed stdout: $(cat err)"
"$sweeplab" --version >&- 2>err
[ $? -eq 4 ] || fail "a closed stdout for --version: $(cat err)"
"$sweeplab" sort --input uniform -n 1000 -o - >&- 2>err
[ $? -eq 4 ] || fail "a closed stdout for -o -: $(cat err)"
{ sleep 0.3; "$sweeplab" sort --input uniform -n 1M -o - 2>err; echo $? >code; } | true
[ "$(cat code)" -eq 4 ] || fail "a closed pipe: exit $(cat code): $(cat err)"
refused 4 "No space left" sort --input uniform -n 1000 -o /dev/full

# With "-" stdout gets that and nothing else.
works profile --frames 4 --bodies 100 --json -
[ "$(head -c 1 out)" = "{" ] && [ "$(tail -n 1 out)" = "}" ] || fail "stdout is more than JSON"
works profile --frames 4 --bodies 100 --csv - --hash
[ "$(head -n 1 out)" = "frame,stage,lane,start_us,dur_us,bytes,items" ] || fail "no CSV on stdout"
grep -qv '^[0-9]*,' <(tail -n +2 out) && fail "stdout is more than CSV"
works sort --input uniform -n 10 -o -
[ "$(stat -c %s out)" -eq 168 ] || fail "stdout is more than an array"

# Interrupted: exit 130, and no file.
for signal in INT TERM; do
    # Background jobs of a script ignore SIGINT unless told otherwise.
    env --default-signal=INT "$sweeplab" profile --frames 1e9 --bodies 100 --json i.json --trace i.trace >out 2>err &
    pid=$!
    sleep 1
    kill -$signal $pid
    wait $pid
    code=$?
    [ $code -eq 130 ] || fail "SIG$signal: exit $code: $(cat err)"
    no_leftovers i.json i.trace
done
finish
