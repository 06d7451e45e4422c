# What the commands that measure print and write, but for the numbers: titles, columns, notes and legends, and the names
# and types in reports. The lists in golden/ notice any change, and know nothing of what is right. Where a change is
# meant: WRITE=1 bash tests/cli/golden_test.sh build/sweeplab $PWD writes them again.
source "$(dirname "$0")/lib.sh"
lists=$root/tests/cli/golden

# plain FILE: without numbers, the machine, marks of noise, and the note of rates that only caches can give, which are not
# seen on every machine; .json: without values that are measured.
plain() {
    python3 - "$1" <<'END'
import json, re, sys

OTHER = ("machine", "build", "date", "arguments", "within_noise_of_rival")

def shape(value):
    if isinstance(value, dict):
        return {name: shape(one) for name, one in value.items() if name not in OTHER}
    if isinstance(value, list):
        shapes = []
        for one in map(shape, value):
            if not shapes or shapes[-1] != one:
                shapes.append(one)
        return shapes
    return "number" if isinstance(value, (int, float)) and not isinstance(value, bool) else value

text = open(sys.argv[1]).read()
if sys.argv[1].endswith(".json"):
    text = json.dumps(shape(json.loads(text)), indent=1) + "\n"
else:
    text = re.sub(r"; [^;\n]*, \d+ (cores?|threads?)$", "; MACHINE", text, flags=re.M)
    text = re.sub(r"-?\d+(,\d{3})*(\.\d+)?(e[-+]?\d+)?|\bcached\b", "#", text)
    text = re.sub(r"# ?~|~ ?#", "#", text)
    text = re.sub(r"^#: more per second than .*?\bcaches\n", "", text, flags=re.M | re.S)
    text = re.sub(r"[ -]{2,}", " ", text)
    text = re.sub(r" +$", "", text, flags=re.M)
sys.stdout.write(text)
END
}

# same NAME ARGUMENTS...: what the command prints, and the report NAME.json where it writes one.
same() {
    local name=$1 kind
    shift
    works "$@"
    cp out "$name.txt"
    for kind in txt json csv; do
        [ -e "$name.$kind" ] || continue
        plain "$name.$kind" >now
        if [ -n "${WRITE:-}" ]; then cp now "$lists/$name.$kind"; fi
        diff "$lists/$name.$kind" now >differs || fail "$name.$kind: $(head -n 20 differs)"
    done
}

few=(--backend cpu --threads 1 --quiet)
quick=("${few[@]}" --min-time 0)
sorts=(-n 500,2k --input uniform,sorted --sort std-sort,cpu-radix,cpu-adaptive)
same sort bench sort "${quick[@]}" "${sorts[@]}" --rival std-sort --json sort.json --csv sort.csv
same sort_md bench sort "${quick[@]}" "${sorts[@]}" --md
same sort_typed bench sort "${quick[@]}" -n 500 --type f64 --values record64 --sort std-sort,cpu-radix --json sort_typed.json
same sort_segments bench sort "${quick[@]}" --segments 9:100 --sort cpu-radix
same pairs bench pairs "${quick[@]}" -n 500 --kind pile,mixed100 --sort cpu-radix --json pairs.json
scene=(--scene pile -n 500 --sort cpu-radix)
same step bench step "${few[@]}" "${scene[@]}" --frames 5 --warmup 2 --broad-phase columns,brute --json step.json
same gravity bench gravity "${few[@]}" -n 500 --json gravity.json
same profile profile "${few[@]}" "${scene[@]}" --frames 5 --warmup 2 --json profile.json
cached=$(grep -c ' cached$' profile.txt || true)
[ "$(grep -c '^cached: ' profile.txt || true)" = $((cached > 0)) ] || fail "profile: rows are cached, and no note says so, or the reverse"
finish
