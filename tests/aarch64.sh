#!/usr/bin/env bash
# Builds `sort` and `sim` for aarch64 on this machine and passes their tests of bits by qemu: `bash tests/aarch64.sh
# [--no-install]`. What Debian has for arm64 is unpacked into build/aarch64/root; nothing of it is installed. Exit 77:
# skipped.
set -euo pipefail
no_install=no
[[ " $* " != *" --no-install "* ]] || no_install=yes
source "$(dirname "${BASH_SOURCE[0]}")/../app/setup.sh"
out=$build/aarch64 sysroot=$build/aarch64/root
skipped() { echo "skipped: $*"; exit 77; }

(install_packages "${aarch64_packages[@]}") || skipped "the compiler for aarch64 cannot be installed"
command -v aarch64-linux-gnu-g++ >/dev/null || skipped "no aarch64-linux-gnu-g++"
command -v qemu-aarch64 >/dev/null || skipped "no qemu-aarch64"

unpack_arm64 "$out" libtbb-dev libtbb12 libtbbmalloc2 libtbbbind-2-5 libgtest-dev libgmock-dev libtomlplusplus-dev libxxhash-dev ||
    skipped "no packages for arm64: $(tail -n 1 "$out/apt.log")"
libraries=$sysroot/usr/lib/aarch64-linux-gnu
cmake -S "$root/tests/aarch64" -B "$out" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_FLAGS_RELEASE=-O1 \
    -DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR=aarch64 -DCMAKE_C_COMPILER=aarch64-linux-gnu-gcc \
    -DCMAKE_CXX_COMPILER=aarch64-linux-gnu-g++ "-DCMAKE_CXX_FLAGS=-isystem $sysroot/usr/include" \
    -DTBB_DIR="$libraries/cmake/TBB" -DGTest_DIR="$libraries/cmake/GTest" >"$out/configure.log" || { cat "$out/configure.log"; exit 1; }
cmake --build "$out" --parallel "$(nproc)"
built=$SECONDS

shards=()
for ((shard = 0; shard < $(nproc); ++shard)); do
    GTEST_TOTAL_SHARDS=$(nproc) GTEST_SHARD_INDEX=$shard qemu-aarch64 -L /usr/aarch64-linux-gnu "$out/same_bits" --gtest_brief=1 \
        --gtest_filter=-FloatEnvironment.worlds_take_the_same_steps &  # half a minute
    shards+=($!)
done
result=0
for shard in "${shards[@]}"; do wait "$shard" || result=1; done
echo "aarch64: built in $built s, run in $((SECONDS - built)) s"
exit $result
