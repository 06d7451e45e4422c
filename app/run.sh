#!/usr/bin/env bash
# Sets up, builds and starts Sweeplab: `bash app/run.sh [--no-install] [arguments for sweeplab]`. Without
# arguments: the window, or, where there is no display, a picture and the table of stage times.
set -euo pipefail

no_install=no
if [ "${1:-}" = --no-install ]; then
    no_install=yes
    shift
fi
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"
install_packages "${build_packages[@]}"
configure OFF
compile sweeplab sweeplab_window

if [ $# -gt 0 ]; then exec "$build/sweeplab" "$@"; fi
if [ -n "${DISPLAY:-}" ] || [ -n "${WAYLAND_DISPLAY:-}" ]; then exec "$build/sweeplab" view; fi

say "No display: drawing the default scene offscreen."
"$build/sweeplab" render -o "$build/sweeplab.png" --frames 100 --steps-per-frame 40 --size 1600x900 --ui
"$build/sweeplab" profile --frames 300
echo "picture: $build/sweeplab.png"
