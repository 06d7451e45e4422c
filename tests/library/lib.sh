# What the tests of the libraries share. Sourced; $1 sources, $2 build folder, $3 folder to work in (emptied).
set -euo pipefail
sources=$1 build=$2 work=$3
rm -rf "$work" && mkdir -p "$work"
launcher=$(sed -n 's/^CMAKE_CXX_COMPILER_LAUNCHER:[A-Z]*=//p' "$build/CMakeCache.txt")

run=()  # what runs a program

fail() { printf 'FAILED: %s\n' "$*" >&2; exit 1; }

# outside NAME CMAKE-OPTION...: configures, builds and runs the outside project.
outside() {
    local name=$1
    shift
    cmake -S "$sources/tests/library/outside" -B "$work/$name" -DCMAKE_BUILD_TYPE=Release \
        -DCMAKE_CXX_COMPILER_LAUNCHER="$launcher" "$@" >"$work/$name.log" 2>&1 || { cat "$work/$name.log"; fail "$name: configure"; }
    cmake --build "$work/$name" --target outside --parallel 2 >>"$work/$name.log" 2>&1 || { cat "$work/$name.log"; fail "$name: build"; }
    "${run[@]}" "$work/$name/outside" || fail "$name: exit code $?"
    # Flags of the library's own files are nothing to the project that links it.
    python3 - "$work/$name/compile_commands.json" <<'PYTHON' || fail "$name: flags of ours reach main.cpp"
import json, sys
command = [e["command"] for e in json.load(open(sys.argv[1])) if e["file"].endswith("outside/main.cpp")][0]
print(command)
sys.exit(any(flag in command for flag in ("-ffp-contract", "-fvisibility", "SWEEPLAB_NO_CUDA")))
PYTHON
}
