#!/usr/bin/env bash
# The sources through FetchContent, from this checkout, as shared libraries under the thread sanitizer; and the same
# installed, and then moved. Without optimization, and with assertions: add_subdirectory_slow_test.sh compiles the
# same as users do.
source "$(dirname "$0")/lib.sh"
if setarch -R true 2>/dev/null; then
    run=(setarch -R)  # the sanitizer of GCC 12 does not know all places where a kernel puts a program
fi
tested=(-DCMAKE_CXX_FLAGS=-fsanitize=thread -DCMAKE_CXX_FLAGS_RELEASE=-O0)
outside fetched -DUSE=FetchContent -DSWEEPLAB="$sources" -DSWEEPLAB_CUDA=OFF -DBUILD_SHARED_LIBS=ON \
    -DSWEEPLAB_INSTALL=ON "${tested[@]}"
for name in sort pairs; do
    readelf -d "$work/fetched/outside" | grep -q "NEEDED.*libsweeplab_$name.so.0.3\]" || fail "$name is no shared library"
done

cmake --install "$work/fetched" --prefix "$work/before" --component development >"$work/install.log"
mv "$work/before" "$work/prefix"
mv "$work/fetched" "$work/away"
outside found -DUSE=find_package -DCMAKE_PREFIX_PATH="$work/prefix" "${tested[@]}"
face programs "$work/prefix" -fsanitize=thread
for program in c99 cpp17_pc; do  # neither needs to know TBB
    readelf -d "$work/programs/$program" | grep -q "NEEDED.*libsweeplab_pairs.so.0.3\]" || fail "$program is linked otherwise"
    if readelf -d "$work/programs/$program" | grep -q "NEEDED.*libtbb"; then fail "$program needs TBB"; fi
done
cmake -S "$sources/tests/library/face" -B "$work/without" -DCMAKE_PREFIX_PATH="$work/prefix" \
    -DCMAKE_DISABLE_FIND_PACKAGE_TBB=ON -DCMAKE_C_FLAGS=-fsanitize=thread -DCMAKE_CXX_FLAGS=-fsanitize=thread >"$work/without.log" 2>&1 &&
    cmake --build "$work/without" >>"$work/without.log" 2>&1 || { cat "$work/without.log"; fail "shared libraries want the package of TBB"; }
