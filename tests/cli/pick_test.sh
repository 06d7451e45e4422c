# `tests/run.sh FILTER`: what it builds and runs.
source "$(dirname "$0")/lib.sh"

build=$(cd "$(dirname "$sweeplab")" && pwd)
[ -f "$build/tests/programs.txt" ] || { echo "skipped: no tests were configured in $build"; exit 77; }
picks() {  # FILTER TARGETS PATTERN
    local found
    found=$(python3 "$root/tests/pick.py" "$build" "$1") || fail "$1: nothing is found"
    [ "$found" = "$2"$'\n'"$3" ] || fail "$1: $found"
}
picks 'SmallChairs\.stay_numbers' sim_tests '^sim_tests\.[^.]*SmallChairs\.stay_numbers'
picks '^tree_tests$' tree_tests '^tree_tests\.'
# For a device a program is one test of ctest.
if grep -q '^sort_order_check_test ' "$build/tests/programs.txt"; then
    picks 'SortOrderCheckCuda\.finds' sort_order_check_test '^sort_order_check_test\.'
fi
picks 'cli\.info' sweeplab '^cli\.info_test$'
picks 'mutants\.fit' all '^mutants.fit_the_sources$'
if python3 "$root/tests/pick.py" "$build" no_such_test 2>err; then fail "a filter that fits nothing is no error"; fi
grep -q "no test matches 'no_such_test'" err || fail "another message: $(cat err)"
finish
