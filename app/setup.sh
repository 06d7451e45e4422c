# Sourced by app/run.sh, app/release.sh and tests/run.sh: installs what is missing, configures, builds. Debian 12.
# Everything it says goes to stderr, so that the program's stdout stays its own.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build="$root/build"
# System tools first: a Python or CMake of the user's own may lack what Debian's have.
export PATH="/usr/bin:/bin:/usr/sbin:/sbin:$PATH"

build_packages=(
    g++ cmake ninja-build pkg-config libglfw3-dev libimgui-dev libglm-dev python3-glad libstb-dev libcli11-dev
    nlohmann-json3-dev libtomlplusplus-dev libtbb-dev libxxhash-dev libpng-dev libegl-dev libopengl-dev libgl-dev
    libgl1-mesa-dri libegl1 libgl1 libglx0)
test_packages=(libgtest-dev libgmock-dev libboost-context-dev librsvg2-bin python3 python3-dev python3-venv xvfb xdotool)
sanitizer_packages=(clang-19 lld-19 libclang-rt-19-dev llvm-19)  # of .ci/run
release_packages=(dpkg-dev file binutils git python3 libboost-context-dev)  # of app/release.sh
aarch64_packages=(g++-aarch64-linux-gnu qemu-user)  # of tests/aarch64.sh and app/release.sh --arch aarch64
site_packages=(emscripten nodejs chromium firefox-esr xvfb xauth nlohmann-json3-dev libtomlplusplus-dev libxxhash-dev)  # of tests/site.sh

say() { printf '%s\n' "$*" >&2; }

# install_packages PACKAGE...: only those that are missing; root directly, others through sudo.
install_packages() {
    local line="apt-get install -y --no-install-recommends $*"
    say "Packages: $line"
    if [ "$no_install" = yes ]; then return 0; fi
    if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
        say "This is not Debian: install what these packages hold, then add --no-install."
        exit 3
    fi
    local package missing=() become=()
    for package in "$@"; do
        if ! grep -qx installed <(dpkg-query -W -f='${db:Status-Status}\n' "$package" 2>/dev/null); then
            missing+=("$package")
        fi
    done
    if [ ${#missing[@]} -eq 0 ]; then return 0; fi
    if [ "$(id -u)" -ne 0 ]; then
        if ! command -v sudo >/dev/null; then
            say "Not root and no sudo. Let an administrator run: $line"
            exit 3
        fi
        become=(sudo)
    fi
    "${become[@]}" apt-get update -qq >&2 || say "The package lists could not be brought up to date; trying with the old ones."
    if ! "${become[@]}" env DEBIAN_FRONTEND=noninteractive \
            apt-get install -y -qq --no-install-recommends "${missing[@]}" >&2 </dev/null; then
        say "Packages are missing: ${missing[*]}. Try: $line"
        exit 3
    fi
}

# unpack_arm64 FOLDER PACKAGE...: Debian's packages for arm64 into FOLDER/root, once; nothing is installed. The lists of
# packages are its own: the machine does not become one of two architectures. 1: not to be had, FOLDER/apt.log says why.
unpack_arm64() {
    local out=$1 deb
    shift
    [ ! -f "$out/root/complete" ] || return 0
    mkdir -p "$out"/{root,packages} "$out"/apt/{lists,archives}/partial
    local apt=(apt-get -qq -o APT::Architecture=arm64 -o APT::Architectures::=arm64 -o Dir::State::Lists="$out/apt/lists"
        -o Dir::Cache="$out/apt" -o Dir::State::status=/dev/null -o APT::Sandbox::User=root)
    "${apt[@]}" update >"$out/apt.log" 2>&1 || true  # other sources of this machine may have nothing for arm64
    (cd "$out/packages" && "${apt[@]}" download "$@") >>"$out/apt.log" 2>&1 || return 1
    for deb in "$out"/packages/*.deb; do dpkg-deb -x "$deb" "$out/root"; done
    touch "$out/root/complete"
}

# configure ON|OFF: with tests or without. A folder that is configured keeps its tests. With tests, where no GPU is,
# a quick build (tests/README.md).
configure() {
    local options=(-S "$root" -B "$build") quick=$1
    if nvidia-smi -L >/dev/null 2>&1; then quick=OFF; fi
    if [ ! -f "$build/CMakeCache.txt" ]; then
        options+=(-G Ninja -DCMAKE_BUILD_TYPE=Release "-DSWEEPLAB_TESTS=$1" "-DSWEEPLAB_QUICK_BUILD=$quick")
    elif [ "$1" = ON ]; then
        options+=(-DSWEEPLAB_TESTS=ON)
    fi
    say "Configuring: cmake ${options[*]}"
    cmake "${options[@]}" >"$build.log" 2>&1 || { cat "$build.log" >&2; rm -f "$build.log"; exit 1; }
    mkdir -p "$build" && mv "$build.log" "$build/configure.log"
    grep -E '^-- (no )?CUDA' "$build/configure.log" >&2 || true
}

# compile [TARGET...]
compile() {
    local targets=()
    if [ $# -gt 0 ]; then targets=(--target "$@"); fi
    say "Building in $build"
    cmake --build "$build" --parallel "$(nproc)" "${targets[@]}" >&2
}

# run_cases FOLDER ARGUMENTS...: ctest's exit code. What a case that failed said stands among thousands of lines: its
# first words once more at the end. On a server up to three that failed beside others get another try alone: a window
# may wait for seconds there. They are named.
run_cases() {
    local folder=$1 code=0 log="$1/Testing/Temporary"
    shift
    ctest --test-dir "$folder" --output-on-failure "$@" || code=$?
    [ $code -ne 0 ] || return 0
    failed_words "$log/LastTest.log"
    [ "${CI:-}" = true ] && [ "$(wc -l <"$log/LastTestsFailed.log")" -le 3 ] || return $code
    local names
    names=$(cut -d : -f 2 "$log/LastTestsFailed.log" | tr '\n' ' ')
    code=0
    ctest --test-dir "$folder" --output-on-failure --rerun-failed || code=$?
    if [ $code -eq 0 ]; then say "Failed beside others, passed alone: $names"; else failed_words "$log/LastTest.log"; fi
    return $code
}
failed_words() { grep -E -A 4 'FAILED: |: Failure$|ERROR: .*Sanitizer|runtime error: |innermost function first' "$1" | cut -c 1-300 | tail -n 60 || true; }
