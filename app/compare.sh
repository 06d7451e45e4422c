#!/usr/bin/env bash
# Is one checkout slower than another? Builds both, runs them in turns, and fails for a regression.
# Usage: app/compare.sh OLD NEW [LIMIT [ROUNDS]]: two folders with sources, or two built programs. Writes
# comparison.json and comparison-sort.json here.
set -euo pipefail
old=$1 new=$2 limit=${3:-1.05} rounds=${4:-10}

# program CHECKOUT: its program, built first where the argument is no program.
program() {
    if [ -d "$1" ]; then
        bash "$1/app/run.sh" info >/dev/null
        echo "$1/build/sweeplab"
    else
        echo "$1"
    fi
}
before=$(program "$old")
now=$(program "$new")
code=0
"$now" bench compare "$before" "$now" --rounds "$rounds" --fail-above "$limit" --json comparison.json -- \
    profile --backend cpu --scene pile --bodies 4k --frames 100 || code=$?
"$now" bench compare "$before" "$now" --rounds "$rounds" --fail-above "$limit" --json comparison-sort.json -- \
    bench sort --backend cpu -n 64Ki --min-time 0.05 || [ $code -ne 0 ] || code=$?
exit $code
