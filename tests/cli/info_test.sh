# `info`, `scenes` and `engines` work everywhere: no display, no home, no graphics.
source "$(dirname "$0")/lib.sh"

works info
for word in sweeplab compiler system cpu memory cuda egl opengl interop quality display; do
    grep -q "^$word " out || fail "info has no $word: $(cat out)"
done
grep -q "^a world takes  *cpu: [0-9]* bytes per body" out || fail "info does not say what a body takes: $(cat out)"
grep -q "^drawing takes  *[0-9.]* MB at 1920x1080 ([a-z]*), beside what grows with the bodies; of it .*slots 8.3 MB" out ||
    fail "info does not say what drawing takes: $(cat out)"
env -i "$sweeplab" info >out 2>err || fail "info without an environment: $(cat err)"
env -i __EGL_VENDOR_LIBRARY_FILENAMES=/nonexistent EGL_PLATFORM=none "$sweeplab" info >out 2>err ||
    fail "info without graphics: $(cat err)"

works scenes
for scene in chairs disc galaxy gas landscape mixed orbit pile plummer solar; do grep -q "^$scene " out || fail "no scene $scene"; done
[ "$(wc -l <out)" -eq "$(ls "$root"/assets/scenes/*.toml | wc -l)" ] || fail "one line a scene"
works engines
sed -n '/^$/q;p' out >list  # below the list: which cannot run here, and why
sed -n '/^$/,$p' out | grep -qwE "cpu-radix|std-sort|tbb-sort" && fail "an engine of the CPU cannot run here: $(cat out)"
awk '$3 != "stable" && $3 != "unstable" { exit 1 }' list || fail "an engine without a word on what it is: $(cat out)"
for engine in cpu-radix cub-radix fourway std-sort tbb-sort; do grep -q "^$engine " out || fail "no engine $engine"; done

# The same for programs.
if [ -x /usr/bin/python3 ]; then
    "$sweeplab" scenes --json - >scenes.json || fail "scenes --json"
    "$sweeplab" engines --json - >engines.json || fail "engines --json"
    works info --json info.json
    says "cpu"
    "$sweeplab" engines | sed -n '/^$/q;p' | wc -l >lines
    /usr/bin/python3 - "$(ls "$root"/assets/scenes/*.toml | wc -l)" "$(cat lines)" <<'PY' || fail "the lists as JSON"
import json, sys
scenes, engines, info = (json.load(open(name + ".json")) for name in ("scenes", "engines", "info"))
assert scenes["schema"] == engines["schema"] == info["schema"] == 1
assert len(scenes["scenes"]) == int(sys.argv[1]) and all(one["title"] for one in scenes["scenes"])
assert len(engines["engines"]) == int(sys.argv[2])
for one in engines["engines"]:
    assert one["available"] == (one["reason"] == "") and (one["available"] or one["backend"] == "cuda"), one
import os
assert info["machine"]["cores"] == len(os.sched_getaffinity(0)), info["machine"]
assert info["build"]["version"] and info["findings"]["opengl"]
PY
fi
finish
