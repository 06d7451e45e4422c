#!/usr/bin/env bash
# Fuzzes every parser of the program for an equal share of the time: tests/fuzz/main.cpp. Four hours by hand:
#
#   nice bash tests/fuzz.sh --seconds 14400 [--seed N] [PARSER...]
#
# A seed gives the same inputs each time, as far as the machine's speed allows; without one it is another each time.
# Inputs that made new code run stay in build/fuzz, and the next run goes on from them; those that fail are in
# build/fuzz/failed, and the exit code is 1. A finding becomes a file of tests/fuzz/seeds, which the fast suite reads.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
root=$PWD
seconds=60 seed=$(date +%s) parsers=()
while [ $# -gt 0 ]; do
    case $1 in
        --seconds) seconds=$2 && shift 2 ;;
        --seed) seed=$2 && shift 2 ;;
        -*) echo "fuzz.sh: unknown option $1" >&2 && exit 2 ;;
        *) parsers+=("$1") && shift ;;
    esac
done

export PATH="/usr/bin:/bin:$PATH"
if [ ! -f build/asan/build.ninja ]; then
    cmake -C app/cmake/presets/sanitizers.cmake -S . -B build/asan
fi
cmake --build build/asan --parallel "$(nproc)" --target fuzz >&2
fuzz=$root/build/asan/tests/fuzz/fuzz
if [ ${#parsers[@]} = 0 ]; then mapfile -t parsers < <("$fuzz" list); fi
share=$(awk "BEGIN { print $seconds / ${#parsers[@]} }")

# Real files of the program belong to the corpus, too.
corpus_of() {
    case $1 in
        obj) ls -d "$root"/assets/meshes/{box,drum,hourglass}.obj ;;
        scene) ls -d "$root"/assets/scenes/*.toml ;;
        run) ls -d "$root"/assets/runs/*.toml ;;
    esac
}

# Each input is a file of its own: in memory, where there is such a folder.
work=$(mktemp -d /dev/shm/sweeplab-fuzz-XXXXXX 2>/dev/null || mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

echo "seed $seed"
failed=0
for parser in "${parsers[@]}"; do
    found=$root/build/fuzz/$parser
    mkdir -p "$found"
    mapfile -t corpus < <(corpus_of "$parser")
    if "$fuzz" "$parser" --seconds "$share" --seed "$seed" --keep "$found" "$root/tests/fuzz/seeds/$parser" "$found" \
        "${corpus[@]}"; then
        continue
    fi
    failed=1
    mkdir -p "$root/build/fuzz/failed"
    for input in "$parser".*; do
        [ -f "$input" ] && mv "$input" "$root/build/fuzz/failed/$seed-$input"
    done
    echo "fuzz.sh: $parser failed; what it read is in build/fuzz/failed/$seed-$parser.*" >&2
done
exit $failed
