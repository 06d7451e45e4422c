# `info`, `scenes` and `engines` work everywhere: no display, no home, no graphics.
source "$(dirname "$0")/lib.sh"

works info
for word in sweeplab compiler system cpu memory cuda egl opengl interop display; do
    grep -q "^$word " out || fail "info has no $word: $(cat out)"
done
grep -q "^a world takes  *cpu: [0-9]* bytes a body" out || fail "info does not say what a body takes: $(cat out)"
env -i "$sweeplab" info >out 2>err || fail "info without an environment: $(cat err)"
env -i __EGL_VENDOR_LIBRARY_FILENAMES=/nonexistent EGL_PLATFORM=none "$sweeplab" info >out 2>err ||
    fail "info without graphics: $(cat err)"

works scenes
for scene in gas mixed pile; do grep -q "^$scene " out || fail "no scene $scene"; done
[ "$(wc -l <out)" -eq "$(ls "$root"/assets/scenes/*.toml | wc -l)" ] || fail "one line a scene"
works engines
sed -n '/^$/q;p' out >list  # below the list: which cannot run here, and why
awk '$3 != "stable" && $3 != "unstable" { exit 1 }' list || fail "an engine without a word on what it is: $(cat out)"
for engine in cpu-radix cub-radix fourway std-sort tbb-sort; do grep -q "^$engine " out || fail "no engine $engine"; done
finish
