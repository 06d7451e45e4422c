#!/usr/bin/env bash
# Builds the site by Emscripten and compares it with the program, byte for byte: `bash tests/site.sh [--no-install]
# [--build-only] [--by COMMIT] [PROGRAM]`. Every lesson as a page, text and JSON with its usual keys, 256 keys, all inputs
# and all breaks, and the state hashes of worlds: in node, and in Chromium and Firefox where they are installed, over http
# and from a file. --by takes one input in three, others with each commit. Nothing is stored: PROGRAM (build/sweeplab)
# makes the values that are expected. Exit 77: skipped.
set -euo pipefail
no_install=no build_only=no program= inputs=()
while [ $# -gt 0 ]; do
    case $1 in
        --no-install) no_install=yes ;;
        --build-only) build_only=yes ;;
        --by) inputs=(3 $((16#$(cut -c 1-8 <<<"$2") % 3))); shift ;;
        *) program=$1 ;;
    esac
    shift
done
source "$(dirname "${BASH_SOURCE[0]}")/../app/setup.sh"
program=${program:-$build/sweeplab} out=$root/build-site tests=$root/tests/site
skipped() { echo "skipped: $*"; exit 77; }

(install_packages "${site_packages[@]}") || skipped "Emscripten cannot be installed"
command -v emcmake >/dev/null || skipped "no emcmake"
export NODE_PATH=/usr/share/nodejs  # a node that is not Debian's does not find Emscripten's acorn
emcmake cmake -C "$root/app/cmake/presets/site.cmake" -S "$root" -B "$out" >"$out.log" 2>&1 ||
    { cat "$out.log"; exit 1; }
mv "$out.log" "$out/configure.log"
cmake --build "$out" --parallel "$(nproc)" --target site
built=$SECONDS
size=$(gzip -9 -c "$out/site/sweeplab.wasm" | wc -c) most=700000
[ "$size" -le $most ] || { echo "FAILED: sweeplab.wasm has $size bytes by gzip, $most at most"; exit 1; }
[ $build_only = no ] || exit 0
[ -x "$program" ] || { echo "FAILED: no executable $program"; exit 1; }

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp "$out"/site/sweeplab.* "$work"  # where a page for the comparison may lie
node "$tests/cases.js" "$work" "${inputs[@]}" >"$work/cases.json"
node "$tests/golden.js" "$program" "$work/cases.json" "$work" >"$work/golden.json"
golden=$SECONDS

result=0
compare() { node "$tests/compare.js" "$work/cases.json" "$work/golden.json" "$@" || result=1; }
parts=$(nproc) jobs=()
for ((part = 0; part < parts; ++part)); do
    node "$tests/in_node.js" "$work" "$work/cases.json" $part "$parts" >"$work/node$part.json" &
    jobs+=($!)
done
for job in "${jobs[@]}"; do wait "$job" || result=1; done
for ((part = 0; part < parts; ++part)); do compare "$work/node$part.json" "node, part $part"; done

# in_browser NAME http|file EVERY COMMAND...
in_browser() {
    local name="$1, $2" found="$work/$1-$2.json"
    if node "$tests/in_browser.js" "$work" "$work/cases.json" "${@:2}" >"$found"; then compare "$found" "$name"; else result=1; fi
}
# Node has had all inputs; a browser takes some of them, and from a file some cases of each kind.
kSome=5 kFew=40
chromium=(chromium --headless=new --no-sandbox --disable-gpu --no-first-run "--user-data-dir=$work/chromium")
firefox=(xvfb-run -a firefox-esr --no-remote --new-instance --profile "$work/firefox")
mkdir -p "$work/firefox"
cat >"$work/firefox/user.js" <<'END'
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("browser.startup.homepage_override.mstone", "ignore");
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("toolkit.startup.max_resumed_crashes", -1);
END
node_time=$SECONDS
{ command -v chromium >/dev/null && in_chromium=yes; } || echo "no chromium: not compared there"
{ command -v firefox-esr >/dev/null && command -v xvfb-run >/dev/null && in_firefox=yes; } || echo "no firefox-esr: not compared there"
[ -z "${in_chromium:-}" ] || { in_browser Chromium http $kSome "${chromium[@]}"; in_browser Chromium file $kFew "${chromium[@]}"; }
[ -z "${in_firefox:-}" ] || { in_browser Firefox http $kSome "${firefox[@]}"; in_browser Firefox file $kFew "${firefox[@]}"; }
# The pages themselves, as somebody uses them.
[ -z "${in_chromium:-}" ] || node "$tests/pages.mjs" "$out/site" "$program" || result=1
[ -z "${in_chromium:-}" ] || node "$tests/recordings.mjs" "$out/site" "$program" || result=1
[ -z "${in_chromium:-}" ] || node "$tests/seen.mjs" "$out/site" || result=1
echo "site: built in $built s, golden in $((golden - built)) s, node in $((node_time - golden)) s, browsers in $((SECONDS - node_time)) s"
exit $result
