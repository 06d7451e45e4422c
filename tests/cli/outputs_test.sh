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

# One file for two outputs: neither would be whole.
echo old >both.json
ln -s both.json both.link
refused 2 "--json and --csv are the same file" "${long[@]}" --json both.json --csv ./both.json
refused 2 "--json and --trace are the same file" "${long[@]}" --json both.link --trace both.json
refused 2 "--json and --csv are the same file" bench sort --json new.json --csv "$PWD/new.json"
[ "$(cat both.json)" = old ] || fail "an output named twice was spoiled"
no_leftovers new.json both.json.part

# An input is never written over.
works sort --input uniform -n 10 -o mine.npy
cp mine.npy kept.npy
printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n' >mine.obj
ln -s mine.npy mine.link
cp mine.npy o.values.npy
refused 2 "-o mine.npy and the input mine.npy are the same file" sort mine.npy -o mine.npy
refused 2 "are the same file" sort mine.link -o mine.npy
refused 2 "o.values.npy are the same file" sort mine.npy --values o.values.npy -o o.npy
refused 2 "are the same file" pairs mine.obj -o "$PWD/mine.obj"
refused 2 "are the same file" bench sort --input mine.npy --csv ./mine.npy
refused 2 "are the same file" bench pairs --kind uniform,mine.obj --json mine.obj
refused 2 "are the same file" profile --scene mine.toml --json mine.toml
cmp mine.npy kept.npy || fail "an input was overwritten"

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
for command in "scenes" "teach fourway -n 256" "bench sort -n 1k --min-time 30"; do
    timeout 120 "$sweeplab" $command >/dev/full 2>err
    [ $? -eq 4 ] && grep -q "standard output: cannot be written: No space left on device" err ||
        fail "a full stdout: $command: $(cat err)"
done

# A reader that has enough, such as head, ends a command quietly, and early.
piped() {  # ARGUMENTS...: into a pipe that is closed already
    { sleep 0.3; timeout 20 "$sweeplab" "$@" 2>err; echo $? >code; } | true
    [ "$(cat code)" -eq 0 ] || fail "a closed pipe: exit $(cat code): sweeplab $*: $(cat err)"
    [ -s err ] && fail "a closed pipe is no error: sweeplab $*: $(cat err)"
}
piped sort --input uniform -n 1M -o -
piped scenes
piped teach fourway -n 256
piped bench sort -n 1k --min-time 300
piped profile --frames 4 --bodies 100 --csv -
{ "$sweeplab" teach fourway -n 256 2>err; echo $? >code; } | head -n 3 >out
[ "$(cat code)" -eq 0 ] && [ "$(wc -l <out)" -eq 3 ] && [ ! -s err ] || fail "teach | head: $(cat err)"
{ "$sweeplab" info 2>err; echo $? >code; } | head -n 1 >out  # what is found later is printed into a closed pipe
[ "$(cat code)" -eq 0 ] && [ "$(wc -l <out)" -eq 1 ] && [ ! -s err ] || fail "info | head: $(cat err)"
piped profile --frames 4 --bodies 100 --json whole.json --csv whole.csv
[ "$(tail -n 1 whole.json)" = "}" ] && [ "$(wc -l <whole.csv)" -gt 4 ] || fail "a file was lost with the pipe"
no_leftovers whole.json.part whole.csv.part
refused 4 "No space left" sort --input uniform -n 1000 -o /dev/full

# With "-" stdout gets that and nothing else.
works profile --frames 4 --bodies 100 --json -
[ "$(head -c 1 out)" = "{" ] && [ "$(tail -n 1 out)" = "}" ] || fail "stdout is more than JSON"
works profile --frames 4 --bodies 100 --csv - --hash
[ "$(head -n 1 out)" = "frame,stage,lane,start_us,dur_us,bytes,items" ] || fail "no CSV on stdout"
grep -qv '^[0-9]*,' <(tail -n +2 out) && fail "stdout is more than CSV"
works sort --input uniform -n 10 -o -
[ "$(stat -c %s out)" -eq 168 ] || fail "stdout is more than an array"

# Interrupted once, or once more while it clears up: exit 130, no file, no part of one, no ffmpeg that goes on.
# interrupted COUNT SIGNAL ARGUMENTS...: leaves $pid and $code.
interrupted() {
    local count=$1 signal=$2
    shift 2
    # Background jobs of a script ignore SIGINT unless told otherwise.
    env --default-signal=INT,HUP "$sweeplab" "$@" >out 2>err <"${input:-/dev/null}" &
    pid=$!
    awaits_signals $pid
    sleep 0.4
    kill -"$signal" $pid
    [ "$count" -eq 2 ] && sleep 0.02 && kill -"$signal" $pid 2>kill.err
    wait $pid
    code=$?
    [ $code -eq 130 ] || fail "$count SIG$signal: exit $code: sweeplab $*: $(cat err)"
    no_leftovers part
}
# nobody_goes_on NAME: no program of that name works in our folder.
nobody_goes_on() {
    local process
    for process in /proc/[0-9]*; do
        [ "$(readlink "$process/cwd")" = "$work" ] && grep -sq "^$1" "$process/cmdline" && fail "$1 goes on"
    done
}
for signal in INT TERM HUP; do
    interrupted 1 $signal profile --frames 1e9 --bodies 100 --json i.json --trace i.trace
    no_leftovers i.json i.trace
done
endless=(render --frames 1e9 --bodies 200 --size 320x200)
for count in 1 2; do
    interrupted $count INT "${endless[@]}" -o i.png
    no_leftovers i.png
    interrupted $count INT "${endless[@]}" -o i_%04d.png
    [ -x /usr/bin/ffmpeg ] || { echo "not tried: mp4"; continue; }
    interrupted $count INT "${endless[@]}" -o i.mp4
    nobody_goes_on ffmpeg
    sleep 0.3
    no_leftovers i.mp4
done

# No engine can be stopped; the command ends all the same, at once.
for engine in std-sort tbb-sort; do
    env --default-signal=INT "$sweeplab" sort --input uniform -n 8M --sort $engine --check -o i.npy >out 2>err </dev/null &
    pid=$!
    sleep 0.4
    kill -INT $pid
    began=$EPOCHREALTIME
    wait $pid
    code=$?
    waited_us=$((${EPOCHREALTIME/[.,]/} - ${began/[.,]/}))
    [ $code -eq 130 ] || fail "SIGINT: exit $code: $engine: $(cat err)"
    [ $waited_us -lt 1000000 ] || fail "SIGINT: $engine ended $waited_us us late"
    grep -q "^sweeplab: error: interrupted" err || fail "no word of the interrupt: $(cat err)"
    no_leftovers i.npy
done

# What a killed program leaves goes with the next run in that folder.
"$sweeplab" profile --frames 1e9 --bodies 100 --json k.json >out 2>err &
pid=$!
for ((tries = 0; tries < 100; ++tries)); do
    [ -e .sweeplab-$pid-1.part ] && break
    sleep 0.05
done
kill -KILL $pid
wait $pid 2>kill.err
[ -e .sweeplab-$pid-1.part ] || fail "a killed program left nothing, so nothing is shown"
works profile --frames 4 --bodies 100 --json other.json
no_leftovers k.json

# The first signal ends a wait for input, too.
mkfifo nothing
sleep 30 >nothing &
sleeper=$!
input=nothing interrupted 1 INT sort -
kill $sleeper

# What is open already is gone on with: a log keeps its earlier lines.
short=(profile --frames 4 --bodies 100 --quiet)
echo first >log
"$sweeplab" "${short[@]}" --json /dev/stdout >>log 2>err || fail "/dev/stdout: $(cat err)"
"$sweeplab" "${short[@]}" --csv /dev/fd/3 >out 2>err 3>>log || fail "/dev/fd/3: $(cat err)"
[ "$(head -n 2 log | tr '\n' ' ')" = "first { " ] && grep -q "^frame,stage" log ||
    fail "a log was not appended to: $(head -c 300 log)"
refused 2 "only one output can be '-'" "${long[@]}" --json - --csv /dev/stdout
"$sweeplab" "${long[@]}" --json log >>log 2>err
[ $? -eq 4 ] && grep -q "standard output goes to the same file" err && grep -q '^first$' log ||
    fail "an output that stdout goes to: $(cat err)"

# A file's name need not be UTF-8; reports are, and are compared with one another by that name.
scene=$'caf\xe9.toml'
printf '[scene]\nname = "cafe"\ntitle = "x"\nspawn = "gas"\nbodies = 200\n' >"$scene"
steps=(bench step --scene "$scene" -n 100 --backend cpu --broad-phase columns --min-time 0 --frames 8)
works "${steps[@]}" --json b.json --csv b.csv
iconv -f UTF-8 -t UTF-8 b.json b.csv >out 2>err && grep -q '^caf.*toml,100,' b.csv || fail "no UTF-8: $(cat err)"
works "${steps[@]}" --baseline b.json
says "caf"
works profile --scene "$scene" --bodies 100 --frames 4 --json b.json --trace b.trace
iconv -f UTF-8 -t UTF-8 b.json b.trace >out 2>err || fail "no UTF-8: $(cat err)"

# A limit of the size of files is an error as a full device is.
(ulimit -f 2; "$sweeplab" render -o big.png --frames 0 --bodies 500 >out 2>err)
[ $? -eq 4 ] && grep -q "big.png: cannot be written: File too large" err || fail "over the limit: $(cat err)"
no_leftovers big.png

# An encoder that reads nothing ends with the first signal, too.
mkdir bin
printf '#!/bin/sh\nsleep 1000\n' >bin/ffmpeg
chmod +x bin/ffmpeg
PATH=$work/bin:$PATH interrupted 1 INT "${endless[@]}" -o e.mp4
no_leftovers e.mp4
nobody_goes_on sleep

# An ffmpeg that dies is said to have died.
printf '#!/bin/sh\nkill -9 $$\n' >bin/ffmpeg
PATH=$work/bin:$PATH refused 4 "ffmpeg was ended by signal 9" render -o d.mp4 --frames 100 --bodies 100 --size 320x200
no_leftovers d.mp4
finish
