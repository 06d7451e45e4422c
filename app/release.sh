#!/usr/bin/env bash
# Makes what is published, of a clean commit: `bash app/release.sh [--no-install] [--cpu] [--arch aarch64] [--out DIR]`.
# Into DIR (build/packages) go an archive, a file that unpacks itself and runs (.run), a Debian package, the list of what
# is inside, SHA256SUMS. `--cpu`: without CUDA. `--from BUILD` packs a build as it is, without .deb: for tests. More:
# app/manual/release.md.
set -euo pipefail
umask 022
no_install=no cuda=ON arch=$(uname -m) out= from= fresh=no
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"
wrong() { say "release.sh: $*"; exit 2; }
while [ $# -gt 0 ]; do
    case $1 in
        --no-install) no_install=yes ;;
        --cpu) cuda=OFF ;;
        --arch | --out | --from)
            [ $# -gt 1 ] || wrong "$1: its value is missing"
            declare "${1#--}=$2"
            shift ;;
        *) wrong "unknown option '$1' (--no-install, --cpu, --arch, --out, --from)" ;;
    esac
    shift
done
[ "$arch" = "$(uname -m)" ] || [ "$arch" = aarch64 ] || wrong "--arch $arch: aarch64 alone can be built on another processor"
out=${out:-$build/packages}

# Nothing in a package is younger than its commit.
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git -C "$root" log -1 --format=%ct)}

# build_it FOLDER: the program alone, which does not know in which folder it was built.
build_it() {
    [ -z "$(git -C "$root" status --porcelain)" ] || wrong "files differ from the commit (git status): a release is made of a commit"
    install_packages "${build_packages[@]}" "${release_packages[@]}"
    local options=(-G Ninja -DCMAKE_BUILD_TYPE=Release -DSWEEPLAB_TESTS=OFF -DSWEEPLAB_SHIPPED=ON) flags="-ffile-prefix-map=$root=."
    if [ "$arch" != "$(uname -m)" ]; then
        cross "$1"
        cuda=OFF
    fi
    options+=("-DSWEEPLAB_CUDA=$cuda" "-DCMAKE_C_FLAGS=$flags" "-DCMAKE_CXX_FLAGS=$flags" "-DCMAKE_CUDA_FLAGS=-Xcompiler=-ffile-prefix-map=$root=.")
    say "Configuring: cmake -S $root -B $1 ${options[*]}"
    cmake -S "$root" -B "$1" "${options[@]}" >"$1.log" 2>&1 || { cat "$1.log" >&2; exit 1; }
    cmake --build "$1" --parallel "$(nproc)" --target sweeplab sweeplab_window >&2
    # The course for browsers, which an installation takes from build-site.
    { install_packages "${site_packages[@]}" && bash "$root/tests/site.sh" --no-install --build-only >&2; } ||
        say "The site cannot be built here: it is not inside."
}

# cross FOLDER: adds to $options and $flags what a build for aarch64 needs: Debian's compiler, packages of arm64, qemu.
cross() {
    local sysroot=$1-arm64/root libraries=$1-arm64/root/usr/lib/aarch64-linux-gnu
    local found_at=$libraries:$sysroot/lib/aarch64-linux-gnu  # libraries of libraries, such as zlib of libpng
    install_packages "${aarch64_packages[@]}"
    unpack_arm64 "$1-arm64" libglfw3-dev libglfw3 libimgui-dev libstb-dev libglm-dev libcli11-dev nlohmann-json3-dev \
        libtomlplusplus-dev libtbb-dev libtbb12 libtbbmalloc2 libtbbbind-2-5 libxxhash-dev libpng-dev libpng16-16 zlib1g-dev \
        zlib1g libegl-dev libgl-dev libglx-dev libopengl-dev libx11-dev libx11-6 x11proto-dev libboost1.74-dev libboost-context1.74-dev \
        libboost-context1.74.0 ||
        { tail -n 3 "$1-arm64/apt.log" >&2; say "No packages for arm64."; exit 3; }
    flags+=" -ffile-prefix-map=$sysroot= -isystem $sysroot/usr/include"
    export PKG_CONFIG_LIBDIR=$libraries/pkgconfig PKG_CONFIG_SYSROOT_DIR=$sysroot
    options+=(-DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR=aarch64 -DCMAKE_C_COMPILER=aarch64-linux-gnu-gcc
        -DCMAKE_CXX_COMPILER=aarch64-linux-gnu-g++ "-DCMAKE_FIND_ROOT_PATH=$sysroot" -DCMAKE_LIBRARY_ARCHITECTURE=aarch64-linux-gnu
        -DCMAKE_FIND_ROOT_PATH_MODE_PROGRAM=NEVER -DCMAKE_FIND_ROOT_PATH_MODE_LIBRARY=ONLY -DCMAKE_FIND_ROOT_PATH_MODE_INCLUDE=ONLY
        -DCMAKE_FIND_ROOT_PATH_MODE_PACKAGE=ONLY -DPKG_CONFIG_EXECUTABLE=/usr/bin/pkg-config
        "-DCMAKE_EXE_LINKER_FLAGS=-Wl,-rpath-link,$found_at" "-DCMAKE_MODULE_LINKER_FLAGS=-Wl,-rpath-link,$found_at"
        "-DCMAKE_CROSSCOMPILING_EMULATOR=qemu-aarch64;-L;/usr/aarch64-linux-gnu;-E;LD_LIBRARY_PATH=$found_at")
}

if [ -z "$from" ]; then
    from=$build/release
    [ "$arch" = "$(uname -m)" ] || from+=-$arch
    mkdir -p "$build"
    fresh=yes
    build_it "$from"
fi
from=$(cd "$from" && pwd)
mkdir -p "$out"
out=$(cd "$out" && pwd)
about() { sed -n "s/^#define SWEEPLAB_$1 \"\(.*\)\"/\1/p" "$from/build_info.h"; }
version=$(about VERSION)
name=sweeplab-$version-linux-$arch
[ -n "$(about CUDA_COMPILER)" ] || name+=-cpu

# Files that an installation consists of, in a folder of the archive's name.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for component in program libraries; do
    cmake --install "$from" --strip --prefix "$work/$name" --component $component >>"$work/log" || { cat "$work/log" >&2; exit 1; }
done
if [ $fresh = yes ] && told=$(grep -rlF "$root" "$work/$name"); then
    say "Files that name the folder of the build: $told"
    exit 1
fi
rm -f "$out/$name".{tar.gz,run,deb,spdx.json}  # of another commit, maybe
cp "$work/$name/share/doc/sweeplab/sbom.spdx.json" "$out/$name.spdx.json"

# highest PREFIX: the newest version of a library's symbols that any of our files asks for.
highest() {
    find "$work/$name/bin" "$work/$name/lib" -type f -exec "$(sed -n 's/^CMAKE_OBJDUMP:[A-Z]*=//p' "$from/CMakeCache.txt")" -T {} + |
        grep -o "$1_[0-9][0-9.]*" | sort -Vu | tail -n 1 | sed "s/$1_//"
}
glibc=$(highest GLIBC)

tar -C "$work" --sort=name --format=gnu --owner=0 --group=0 --numeric-owner --mode=go=rX,u+rw --mtime="@$SOURCE_DATE_EPOCH" \
    -c "$name" | gzip -9n >"$work/archive"
cp "$work/archive" "$out/$name.tar.gz"

# The script and the archive. The sum is of all but its own line, the second. Space is that of files, whatever they lie on.
head=$root/app/cmake/run_head.sh
kib=$(find "$work/$name" -printf '%s\n' | awk '{ kib += int($1 / 1024) + 4 } END { print kib }')
{ sed "s/@VERSION@/$version/g; s/@PROCESSOR@/$arch/; s/@GLIBC@/$glibc/; s/@KIB@/$kib/
        s/@LINE@/$(($(wc -l <"$head") + 1))/" "$head"
    cat "$work/archive"; } >"$work/run"
sum=$({ head -n 1 "$work/run"; tail -n +3 "$work/run"; } | sha256sum | cut -d ' ' -f 1)
{ head -n 1 "$work/run"; echo "sum=$sum"; tail -n +3 "$work/run"; } >"$out/$name.run"
chmod 755 "$out/$name.run"

# Of packages for another processor dpkg-shlibdeps does not know what they need.
if [ $fresh = yes ] && [ "$arch" = "$(uname -m)" ]; then
    (cd "$work" && cpack -G DEB --config "$from/CPackConfig.cmake" -B "$work/deb") >>"$work/log" || { cat "$work/log" >&2; exit 1; }
    cp "$work"/deb/*.deb "$out/$name.deb"
fi
(cd "$out" && sha256sum "sweeplab-$version-linux-"* >SHA256SUMS && cat SHA256SUMS)
say "In $out; glibc $glibc and libstdc++ $(highest GLIBCXX) or newer are needed."
