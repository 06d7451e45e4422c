# Memory that the system does not give is exit 5, with what there is, and nothing is left.
source "$(dirname "$0")/lib.sh"

limited() {  # KIB ARGUMENTS...: leaves $code
    local kib=$1
    shift
    (ulimit -v "$kib" && exec timeout 120 "$sweeplab" "$@") >out 2>err </dev/null
    code=$?
}
limited 1000000 --version
if [ $code -ne 0 ]; then
    echo "skipped: the program needs more than 1 GB of addresses here (sanitizers do)"
    exit 77
fi
limited 1000000 sort --input uniform -n 40M --sort std-sort -o o.npy
[ $code -eq 5 ] || fail "exit $code, 5 expected: $(cat err)"
grep -q '^sweeplab: error: out of memory; .* are available$' err || fail "another message: $(cat err)"
no_leftovers o.npy

# An OpenGL driver that finds no room ends the program in the middle of a call: it is not asked.
for kib in 300000 500000 700000; do
    limited $kib render -o r.png --frames 1 --bodies 1000
    [ $code -eq 5 ] || fail "$kib KiB: exit $code, 5 expected: $(cat err)"
    no_leftovers r.png
done
grep -q '^sweeplab: error: OpenGL may need .* of addresses .* (ulimit -v)$' err || fail "another message: $(cat err)"
finish
