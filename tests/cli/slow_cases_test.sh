# Each pattern of tests/slow_cases.cmake names a case.
source "$(dirname "$0")/lib.sh"

set -f  # patterns are no names of files
tests=$(dirname "$sweeplab")/tests
[ -d "$tests" ] || { echo "skipped: no tests in this build"; exit 77; }
[ -s "$tests/slow_cases.txt" ] || fail "no list of slow cases"
while read -r program patterns; do
    for path in "$tests/$program" "$tests/emu/$program"; do
        [ -x "$path" ] || continue
        for pattern in ${patterns//:/ }; do
            "$path" --gtest_list_tests "--gtest_filter=$pattern" >out || fail "$program does not list its cases"
            grep -q '^  ' out || fail "no case of $program is called $pattern"
        done
    done
done <"$tests/slow_cases.txt"
finish
