# .ci/long_cases.py: which cases a sanitized run leaves out.
source "$(dirname "$0")/lib.sh"
command -v git >/dev/null && git -C "$root" rev-parse HEAD >/dev/null 2>&1 || exit 77

mkdir -p costs/Testing/Temporary
{
    for i in $(seq 100); do echo "a_test.Long.case_$i 1 2.5"; done
    echo "a_test.models/Long.of_a_kind/name  # GetParam() = 0x55ac 1 2.5"
    echo "a_test.Short.case 3 0.5"
    echo "---"
    echo "a_test.Failed.case"
} >costs/Testing/Temporary/CTestCostData.txt
left_out() { (cd "$root" && python3 .ci/long_cases.py "$work/costs" "$1"); }
left_out 1 >pattern
count=$(for i in $(seq 100); do echo "a_test.Long.case_$i"; done | grep -cE "$(cat pattern)")
[ "$count" -ge 90 ] && [ "$count" -le 98 ] || fail "of 100 long cases about 95 are left out, not $count"
for kept in a_test.Short.case a_test.Failed.case a_test.Long.case_1000 b_test.Long.case_1; do
    echo $kept | grep -qE "$(cat pattern)" && fail "$kept is left out: $(cat pattern)"
done
left_out 9 >pattern
echo a_test.Short.case | grep -qE "$(cat pattern)" && fail "nothing is long, and something is left out"
finish
