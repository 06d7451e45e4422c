# Wrong usage is exit 2 with the nearest name, limits are exit 5, what the machine lacks is exit 3.
source "$(dirname "$0")/lib.sh"

# Unknown words.
refused 2 "did you mean 'profile'" profle
refused 2 "did you mean '--frames'" profile --framse 3
refused 2 "did you mean '--scene'" --sceen gas
refused 2 "did you mean 'pile'" profile --scene pil
refused 2 "did you mean 'cpu-radix'" profile --sort cpu-radx
refused 2 "did you mean 'sweep'" profile --broad-phase swep
refused 2 "did you mean 'cpu'" profile --backend gpu
refused 2 "did you mean 'uniform'" sort --input unifrom -n 5
refused 2 "did you mean 'step'" bench stpe
refused 2 "did you mean 'scale'" bench scael
refused 2 "unexpected argument 'extra'" profile extra
refused 2 "--hash" profile --hahs
refused 2 "--frames: its value is missing" profile --frames
refused 2 "--frames is given more than once" profile --frames 2 --frames 3

# Behind -- there are no options, for every command.
refused 4 "-k.npy: cannot be read" sort -- -k.npy
refused 4 "--frames: cannot be read" sort --quiet -- --frames
refused 4 "-b.npy" pairs -- -b.npy
refused 2 "unexpected argument '--frames'" profile --bodies 5 -- --frames
refused 2 "unexpected argument '--'" profile -- --
refused 2 "unexpected argument 'x'" -- x
works engines --
works teach --
works teach --brief --backend cpu -- fourway
works help -- sort
says "sweeplab sort"

# Numbers.
for command in profile render view; do
    out=(); [ $command = render ] && out=(-o x.png)
    refused 2 "at least 1 body" $command "${out[@]}" --bodies 0
    refused 2 "negative" $command "${out[@]}" --bodies -5
    refused 2 "whole number" $command "${out[@]}" --bodies many
    refused 2 "whole number" $command "${out[@]}" --bodies 1.5
    refused 2 "whole number" $command "${out[@]}" --bodies nan
    refused 5 "134217728" $command "${out[@]}" --bodies 1e12
    refused 5 "134217728" $command "${out[@]}" --bodies 134217729
    refused 5 "2^64" $command "${out[@]}" --bodies 1e30
done
no_leftovers x.png
refused 2 "whole number" profile --frames ten
refused 2 "whole number" profile --seed -1
refused 2 "a warm-up of fewer than 10 frames is expected" profile --frames 10 --warmup 10
refused 2 "0 to 1024" profile --threads 5000
refused 2 "at least 0" pairs x.npy --inflate -1
refused 2 "finite" pairs x.npy --inflate nan
refused 2 "WIDTHxHEIGHT" render -o x.png --size 12
refused 5 "4294967295" sort --input uniform -n 1e12
refused 5 "the limit is 1000000" bench gravity --frames 100M
refused 5 "available" sort --input uniform -n 4294967295 --sort std-sort

# The environment, before any work; --help needs none of it.
export SWEEPLAB_LIMITS=processors=20,sahred=48K
for command in "sort --input uniform -n 5" "profile --frames 2" "bench sort -n 5" info; do
    refused 2 "SWEEPLAB_LIMITS: no limit is named 'sahred'" $command
done
works profile --help
export SWEEPLAB_LIMITS=processors=20,shared=48K
works sort --input uniform -n 500 --check
works info
says "SWEEPLAB_LIMITS=processors=20,shared=48K"
unset SWEEPLAB_LIMITS

# What belongs together.
refused 2 "file of boxes" pairs
refused 2 "file of keys" sort
refused 2 "file of keys" sort a.npy --input uniform
refused 2 "belongs to --input" sort a.npy -n 5
refused 2 "few:K" sort --input few -n 5
refused 2 "only one" profile --json - --csv -
refused 2 "-o" render
printf x >map.png
refused 2 "scene 'pile' has no ground" profile --heightmap map.png
refused 2 "--mesh: the bodies of scene 'pile' have no mesh" profile --mesh jack
refused 2 "unknown mesh 'jak': did you mean 'jack'? (box, chair, drum, hourglass, jack, pebble, slab); a file's name must end in .obj" \
    profile --scene chairs --mesh jak
refused 2 "--heightmap: its value is missing" profile --scene landscape --heightmap

# Engines of the other backend, and CUDA where there is none.
refused 2 "cpu-radix" profile --backend cpu --sort fourway
refused 2 "fourway" profile --backend cuda --sort cpu-radix
if ! has_cuda; then
    refused 3 "CUDA" profile --sort fourway
    refused 3 "cuda" profile --backend cuda
    refused 3 "cuda" pairs x.npy --backend cuda
    refused 3 "cuda" profile --device 1
    works engines
    [ "$(grep -c ' engines need CUDA (' out)" -eq 1 ] || fail "engines: the reason is not there once: $(cat out)"
    grep -q 'engines need CUDA (.*): .*fourway' out || fail "engines: fourway is not named: $(cat out)"
    if ! ls /proc/driver/nvidia >ls.out 2>&1; then
        grep -q "insufficient" out && fail "engines blames the version of a driver that is not there"
        grep -q "(no NVIDIA driver found)\|(built with" out || fail "engines: why no CUDA? $(tail -n 1 out)"
    fi
fi
# What is missing, and whom to ask, in one sentence.
for start in "" view "view --scene gas" "teach satish --view"; do
    refused 3 "no display: try \`sweeplab render\`, which needs none; \`sweeplab doctor\` names the remedy" $start
    [ "$(wc -l <err)" -eq 1 ] || fail "more than a sentence: $(cat err)"
done
DISPLAY=:7777 refused 3 "no display: try" view
if ldd "$(dirname "$sweeplab")/sweeplab_window.so" 2>&1 | grep -q libX11; then  # which Debian's GLFW of X11 alone needs
    WAYLAND_DISPLAY=wayland-7 refused 3 "no display: this window needs X11; start XWayland; \`sweeplab doctor\`" view
fi
export __EGL_VENDOR_LIBRARY_FILENAMES=/nonexistent EGL_PLATFORM=none
refused 3 "\`sweeplab doctor\` names the remedy" render -o x.png --frames 1
unset __EGL_VENDOR_LIBRARY_FILENAMES EGL_PLATFORM
no_leftovers x.png
if ! grep -q '^interop  *yes' <("$sweeplab" info); then
    refused 3 "interop" render -o x.png --frames 1e9 --interop on
    no_leftovers x.png
fi

# Every file of app/commands is a command, and each is in the overview.
"$sweeplab" --help >overview
commands=("")
for file in "$root"/app/commands/*.cpp; do
    name=$(basename "$file" .cpp)
    commands+=("${name//_/ }")
    grep -qE "^  ${name//_/ }  " overview || fail "${name//_/ } is not in the overview"
done
[ ${#commands[@]} -gt 16 ] || fail "only ${#commands[@]} commands"

# Help starts with examples, everywhere, in lines that fit; versions.
for command in "${commands[@]}"; do
    works $command --help
    sed -n '/^  sweeplab/p' out | awk 'length > 80 { exit 1 }' || fail "$command --help: an example of more than 80 columns"
    [ "$(head -n 1 out)" = "Examples:" ] || fail "$command --help starts with: $(head -n 1 out)"
    awk '/^  sweeplab / { next } length > 100 { exit 1 }' out || fail "$command --help is too wide: $(awk 'length > 100' out)"
    cp out help
    works help $command
    cmp -s out help || fail "help $command is not $command --help"
    works $command --version
    says "sweeplab 0."
done
works help bench
says "sweeplab bench pairs"
refused 2 "did you mean 'profile'" help profle
refused 2 "needs a subcommand: sort, disorder" bench
refused 2 "name of a command" help ""

# The tables for the pages: all of them, or one.
works help --markdown
cp out all
for section in commands keys engines inputs scenes broad-phases box-kinds exit-codes; do
    works help --markdown $section
    [ "$(sed -n 2p out | tr -d ' |-')" = "" ] || fail "help --markdown $section is no table: $(head -n 2 out)"
    [ "$(wc -l <out)" -gt 4 ] || fail "help --markdown $section has few lines"
    grep -qF -- "$(sed -n 3p out)" all || fail "help --markdown leaves out $section"
done
works help --markdown engines
for name in adaptive cub-radix cpu-radix fourway; do says "| \`$name\` |"; done
works help --markdown commands
says '| `--frames` | `N` | steps to run; 0, with --hash, --json or --save only: the state at the start [300] |'
refused 2 "did you mean 'keys'" help --markdown kesy
works help --markdown commands bench sort
says '### `sweeplab bench sort`'
[ "$(grep -c '^###' out)" -eq 1 ] || fail "more than one command: $(grep '^###' out)"
works help --markdown commands lab
[ "$(grep -c '^### `sweeplab lab ' out)" -eq "$(grep -c '^###' out)" ] || fail "not only labs: $(grep '^###' out)"
refused 2 "did you mean 'bench sort'" help --markdown commands bench sotr
refused 2 "at most one section" help --markdown engines inputs

works profile --frames 1 --bodies 1k --seed 1e3 --quiet

# In the help a command's own options come first, then those of groups.
works profile --help
awk '/^ *--frames/ { own = NR } /^Simulation:/ { simulation = NR } /^Sort engine:/ { sort = NR } /^Machine:/ { machine = NR }
     /^General:/ { general = NR }
     END { exit !(own && own < simulation && simulation < sort && sort < machine && machine < general) }' out ||
    fail "the help is not in groups: $(cat out)"

# Short names; more threads than cores are allowed, and noted.
works profile --frames 1 -n 100 -q
says "100 bodies"
[ -s err ] && fail "-q: $(cat err)"
works profile --frames 1 -n 100 --threads 1000
grep -q -e "--threads 1000 is more than the [0-9]* cores\? of this machine" err || fail "1000 threads: $(cat err)"
works profile --frames 1 -n 100 --threads 1000 -q
[ -s err ] && fail "-q with 1000 threads: $(cat err)"
works profile --frames 1 -n 100 --threads 1
[ -s err ] && fail "a note without a reason: $(cat err)"
works profile --frames=2 --bodies=1Ki
finish
