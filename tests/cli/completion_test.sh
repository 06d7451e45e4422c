# `help --completion` is a script that bash takes; it completes commands, flags and known values.
source "$(dirname "$0")/lib.sh"

refused 2 "nothing else is expected" help --completion sort
works help --completion
cp out script

# completes WORDS TYPED...: what the last typed word may become.
completes() {
    local expected=$1 completed
    shift
    completed=$(bash -c 'source ./script; COMP_WORDS=(sweeplab "$@"); COMP_CWORD=$#; _sweeplab; echo "${COMPREPLY[*]}"' \
        bash "$@")
    [ "$completed" = "$expected" ] || fail "completed '$completed', '$expected' expected: $*"
}
completes "profile" prof
completes "sort step scale" bench s
completes "--frames" bench step --fr
completes "cuda cpu" profile --backend c
completes "columns sweep" bench record --broad-phase ''
completes "galaxy gas" profile --frames 3 --scene ga
completes "jack" profile --scene chairs --mesh ja
completes "cpu-adaptive cpu-radix" sort x.npy --sort cpu-
completes "fourway" teach fou
completes "onesweep" teach --brief -- ones
completes "fourway,onesweep" teach fourway,ones
completes "--code --check --course --color" teach --c
completes "teach" help te
completes "cpu-adaptive,cpu-radix" bench sort --sort cpu-adaptive,cpu-ra
for command in sort pairs spgemm frames "bench compare"; do # their arguments are files: flags alone are words
    words=$(bash -c 'source ./script; COMP_WORDS=(sweeplab '"$command"' ""); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _sweeplab; printf "%s\n" "${COMPREPLY[@]}"')
    grep -q -- '^--quiet$' <<<"$words" && ! grep -v '^-' <<<"$words" || fail "$command: $words"
done
completes "" profile --json '' # a file, which bash completes itself

finish
