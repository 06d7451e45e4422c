# .ci/long_cases.py: which scripts and cases a sanitized run leaves out.
source "$(dirname "$0")/lib.sh"

mkdir -p costs/Testing/Temporary
{
    for i in $(seq 100); do echo "a_test.Long.case_$i 1 1"; done
    for i in $(seq 100); do echo "cli.script_$i 1 1"; done
    for i in $(seq 100); do echo "a_test.Longest.case_$i 1 99.5"; done
    echo "a_test.models/Long.of_a_kind/name  # GetParam() = 0x55ac 1 2.5"
    echo "a_test.Short.case 3 0.5"
    echo "cli.short 3 0.5"
    echo "---"
    echo "a_test.Failed.case"
} >costs/Testing/Temporary/CTestCostData.txt
# One commit always: how many of 100 are left out depends on it, a little.
commit=ffffffffffffffffffffffffffffffffffffff00
left_out() { { read -r scripts && read -r cases; } < <(python3 "$root/.ci/long_cases.py" "$work/costs" "$1" $commit); }
left_out 0.7
count=$(tr : '\n' <<<"$cases" | grep -cE '^Long\.case_[0-9]+$')
[ "$count" -ge 90 ] && [ "$count" -le 98 ] || fail "of 100 long cases about 95 are left out, not $count"
count=$(for i in $(seq 100); do echo "cli.script_$i"; done | grep -cE "$scripts")
[ "$count" -ge 90 ] && [ "$count" -le 98 ] || fail "of 100 long scripts about 95 are left out, not $count"
count=$(tr : '\n' <<<"$cases" | grep -cE '^Longest\.case_[0-9]+$')
[ "$count" -ge 98 ] || fail "of 100 cases of 100 s about one in 20 runs is to have one, not $((100 - count))"
for kept in Short.case Failed.case; do
    case ":$cases:" in *":$kept:"*) fail "$kept is left out: $cases" ;; esac
done
for kept in cli.short cli.script_1000 a_test.Long.case_1; do
    grep -qE "$scripts" <<<"$kept" && fail "$kept is left out: $scripts"
done
mkdir costs/tests
echo "a_test $(for i in $(seq 100); do printf 'Slow.case_%s:' "$i"; done)Slow.last_*" >costs/tests/slow_cases.txt
left_out 0.7
count=$(tr : '\n' <<<"$cases" | grep -cE '^Slow\.case_[0-9]+$')
[ "$count" -ge 94 ] && [ "$count" -le 99 ] || fail "of 100 slow cases about 97 are left out, not $count"
rm costs/tests/slow_cases.txt
left_out 99.5
[ -z "$cases" ] && ! grep -qE "$scripts" <<<cli.short || fail "nothing is long, and something is left out"
finish
