#!/usr/bin/env bash
# <sweeplab/...> of this build, installed: each header compiles alone as C++17, those of C as C99, and leaves no macro
# behind; programs in C++17 and C, by CMake and by pkg-config; what find_package says when a component is missing.
source "$(dirname "$0")/lib.sh"
prefix=$work/prefix
cmake --install "$build" --prefix "$prefix" --component development >"$work/install.log"
include=$prefix/include

# macros COMPILER LANGUAGE-FLAG LINE...: the names of all macros after these lines.
macros() {
    printf '%s\n' "${@:3}" | "$1" -x "${2%% *}" "${2##* }" -I "$include" -dM -E - | sed 's/(.*//' | awk '{print $2}' | sort
}
strict=(-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror -fsyntax-only)
everything=(-Weverything -Wno-padded -Wno-c++98-compat -Wno-c++98-compat-pedantic)
nvcc=$(command -v nvcc || ls /usr/local/cuda/bin/nvcc 2>/dev/null || true)
headers=$(cd "$include/sweeplab" && ls ./*.h | sed 's,^\./,,')
[ "$(echo $headers)" = "pairs.h pairs_c.h sort.h sort_c.h status.h sweeplab.h" ] || fail "other headers: $headers"
for header in $headers; do
    echo "#include <sweeplab/$header>" >"$work/alone.cpp"
    g++ -std=c++17 "${strict[@]}" -fno-exceptions -fno-rtti -I "$include" "$work/alone.cpp" || fail "$header with g++"
    for clang in clang++-19 clang++; do
        command -v $clang >/dev/null || continue
        $clang -std=c++17 "${strict[@]}" "${everything[@]}" -I "$include" "$work/alone.cpp" || fail "$header with $clang"
    done
    cat "$work/alone.cpp" >>"$work/together.cu"
    case $header in
    *_c.h | sweeplab.h)
        cp "$work/alone.cpp" "$work/alone.c"
        for compiler in gcc clang; do
            command -v $compiler >/dev/null || continue
            $compiler -std=c99 "${strict[@]}" -I "$include" "$work/alone.c" || fail "$header with $compiler"
        done
        ;;
    esac
    # What it includes of the language's own may define macros, the header none.
    mapfile -t own < <(grep -rh '^#include <' "$include/sweeplab"/*.h | sort -u)
    left=$(comm -13 <(macros g++ "c++ -std=c++17" "${own[@]}") <(macros g++ "c++ -std=c++17" "${own[@]}" "#include <sweeplab/$header>"))
    [ -z "$left" ] || fail "$header leaves macros: $left"
done
if [ -n "$nvcc" ]; then
    "$nvcc" -std=c++17 -arch=sm_75 -I "$include" -c "$work/together.cu" -o "$work/together.o" || fail "the headers with nvcc"
fi

face programs "$prefix" -O0

refused "" "0.3 CONFIG REQUIRED COMPONENTS sort sorts" "no component sorts; there are: .*engine_cpu.* sort,"
hidden=-DCMAKE_DISABLE_FIND_PACKAGE_TBB=ON
refused $hidden "0.3 CONFIG REQUIRED" "sort: needs oneTBB, which was not found"
refused $hidden "0.3 CONFIG REQUIRED COMPONENTS sort_core engine_cpu" "engine_cpu: needs oneTBB, which was not found"
if ! grep -q 'sweeplab_CUDA TRUE' "$(find "$prefix" -name sweeplabConfig.cmake)"; then
    refused "" "0.3 CONFIG REQUIRED COMPONENTS engine_adaptive" "engine_adaptive: has engines of CUDA, and this library was built with"
fi
# No TBB where no CPU engine is linked.
without=sort_core
if grep -q 'sweeplab_CUDA TRUE' "$(find "$prefix" -name sweeplabConfig.cmake)"; then without=engine_adaptive; fi
cmake -S "$sources/tests/library/face" -B "$work/without" -DCMAKE_PREFIX_PATH="$prefix" -DWITHOUT_TBB=$without >"$work/without.log" 2>&1 &&
    cmake --build "$work/without" >>"$work/without.log" 2>&1 || { cat "$work/without.log"; fail "a program without TBB"; }
"$work/without/without_tbb" || fail "without_tbb: exit code $?"
if readelf -d "$work/without/without_tbb" | grep -q libtbb; then fail "TBB is linked"; fi
echo "the face is all right"
