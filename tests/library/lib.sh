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

# face NAME PREFIX FLAG...: builds and runs the programs of face/ against what is installed under PREFIX, by CMake and
# by pkg-config; FLAG for compilers.
face() {
    local name=$1 prefix=$2 programs=$sources/tests/library/face pc
    shift 2
    cmake -S "$programs" -B "$work/$name" -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_C_FLAGS="$*" -DCMAKE_CXX_FLAGS="$*" \
        -DCMAKE_CXX_COMPILER_LAUNCHER="$launcher" >"$work/$name.log" 2>&1 &&
        cmake --build "$work/$name" --parallel 2 >>"$work/$name.log" 2>&1 || { cat "$work/$name.log"; fail "$name: build"; }
    grep -q -- '-std=gnu++17' "$work/$name/compile_commands.json" || fail "$name: not compiled as C++17"
    pc=$(dirname "$(find "$prefix" -name sweeplab-pairs.pc)")
    ${CC:-cc} -std=c99 "$@" "$programs/c99.c" -o "$work/$name/c99_pc" \
        $(PKG_CONFIG_PATH=$pc pkg-config --cflags --libs sweeplab-pairs) || fail "$name: C by pkg-config"
    ${CXX:-c++} -std=c++17 "$@" "$programs/cpp17.cpp" -o "$work/$name/cpp17_pc" \
        $(PKG_CONFIG_PATH=$pc pkg-config --cflags --libs sweeplab-pairs) || fail "$name: C++ by pkg-config"
    export LD_LIBRARY_PATH=$(dirname "$pc")${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
    local program
    for program in cpp17 c99 cpp17_pc c99_pc; do
        "${run[@]}" "$work/$name/$program" || fail "$name: $program: exit code $?"
    done
}

# refused CMAKE-OPTION ARGUMENTS WORDS: find_package(sweeplab ARGUMENTS) finds nothing under $prefix, and says why.
refused() {
    printf 'cmake_minimum_required(VERSION 3.24)\nproject(asks LANGUAGES CXX)\nfind_package(sweeplab %s)\n' \
        "$2" >"$work/CMakeLists.txt"
    if cmake -S "$work" -B "$work/asks" --fresh -DCMAKE_PREFIX_PATH="$prefix" $1 >"$work/asks.log" 2>&1; then
        fail "find_package(sweeplab $2) with '$1' found it"
    fi
    tr -s '\n ' ' ' <"$work/asks.log" | grep -q "$3" || { cat "$work/asks.log"; fail "no word of: $3"; }
}
