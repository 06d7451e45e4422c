# `pairs`: closed boxes, rows in order, the same from every broad phase.
source "$(dirname "$0")/lib.sh"

# Box 2 touches box 0 at a corner, box 3 is inside 0, box 1 is apart by 1.
{ npy '<f4' '(4, 6)'; floats 0 0 0 1 1 1  3 3 3 3 3 3  1 1 1 2 2 2  0 0 0 0 1 0; } >b.npy
printf '\x00\x00\x00\x00\x02\x00\x00\x00\x00\x00\x00\x00\x03\x00\x00\x00' >expected
for broad_phase in brute endpoint sweep columns auto; do
    for engine in cpu-radix std-sort; do
        works pairs b.npy --backend cpu --broad-phase $broad_phase --sort $engine
        [ "$(cat out)" = "pairs 2" ] || fail "$broad_phase: $(cat out)"
        works pairs b.npy --backend cpu --broad-phase $broad_phase --sort $engine -o p.npy
        [ -s out ] && fail "with -o, stdout stays empty"
        cmp <(tail -c 16 p.npy) expected || fail "$broad_phase: other rows"
        grep -aq "'<u4'.*(2, 2)" p.npy || fail "$broad_phase: another header"
    done
done
# What was found and how fast stands on stderr, unless nobody wants to know.
works pairs b.npy --backend cpu --broad-phase sweep
grep -q '^4 boxes, 2 pairs, .* ms, .* million pairs per second (cpu, sweep, ' err || fail "stderr: $(cat err)"
{ npy '<f4' '(1, 6)'; floats 0 0 0 1 1 1; } >one.npy
works pairs one.npy --backend cpu
grep -q '^1 box, 0 pairs, ' err || fail "stderr: $(cat err)"
works pairs b.npy --backend cpu --quiet
[ -s err ] && fail "--quiet: $(cat err)"
works pairs b.npy --inflate 1
[ "$(cat out)" = "pairs 5" ] || fail "inflated: $(cat out)"

# Two triangles with a common edge, and one far away.
printf 'v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 9 9 9\nv 9 8 9\nv 8 9 9\nf 1 2 3 4\nf -3 -2 -1\n' >m.obj
works pairs m.obj
[ "$(cat out)" = "pairs 1" ] || fail "mesh: $(cat out)"
cp m.obj M.OBJ
works pairs M.OBJ
[ "$(cat out)" = "pairs 1" ] || fail "mesh in capitals: $(cat out)"

# A byte order mark, lone returns and a pipe change nothing; what is not understood is said, once.
{ printf '\xef\xbb\xbfhello\n'; cat m.obj; } | tr '\n' '\r' >marked.obj
works pairs marked.obj
[ "$(cat out)" = "pairs 1" ] || fail "marked: $(cat out)"
grep -qF "sweeplab: marked.obj:1: unknown word 'hello', passed over" err || fail "no word: $(cat err)"
timeout 20 "$sweeplab" pairs - --quiet <m.obj >out 2>err
[ "$(cat out)" = "pairs 1" ] && [ ! -s err ] || fail "from a pipe: $(cat out err)"
{ printf '\xef\xbb\xbfo Cube\n'; cat m.obj; } | timeout 20 "$sweeplab" pairs - --quiet >out 2>err
[ "$(cat out)" = "pairs 1" ] && [ ! -s err ] || fail "from a pipe, marked: $(cat out err)"

# Two triangles 0.1 m apart, 5,400 km from the origin; and what a float cannot tell apart, in every command.
printf 'v %s 0 %s\nv %s 1 %s\nv %s 1 %s\nf -3 -2 -1\n' \
    0.1 5400000.1 0.2 5400000.1 0.2 5400000.2  0.1 5400000.3 0.2 5400000.3 0.2 5400000.4 >far.obj
works pairs far.obj
[ "$(cat out)" = "pairs 0" ] && ! grep -q sweeplab: err || fail "far: $(cat out err)"
{ cat far.obj; printf 'v 1 1 0\nv 0 1 0\nv 0 0 0.01\nf -3 -2 -1\n'; } >wide.obj
for command in "pairs wide.obj" "profile --frames 1 --bodies 2 --scene chairs --mesh wide.obj"; do
    run $command
    grep -q '^sweeplab: wide.obj: coordinates that differ become equal as floats, such as z = ' err ||
        fail "no word of lost coordinates: $command: $(cat err)"
done

# More pairs than memory can hold: refused before all are counted, which would take minutes.
{
    npy '<f4' '(1048576, 6)'
    floats 0 0 0 1 1 1 >box
    for _ in $(seq 20); do cat box box >boxes && mv boxes box; done
    cat box
} >crowd.npy
refused 5 "pairs, which need more than the" pairs crowd.npy
rm crowd.npy

# Each broad phase is told in a sentence.
works pairs --help
for broad_phase in auto brute columns endpoint sweep; do grep -q "^  $broad_phase  *[a-z]" out || fail "$broad_phase"; done
finish
