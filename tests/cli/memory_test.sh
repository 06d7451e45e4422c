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
finish
