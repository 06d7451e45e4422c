# `--preset` and `--sort auto`: what they take, what they say, and the state of every other engine.
source "$(dirname "$0")/lib.sh"

quick=(profile --backend cpu --bodies 400 --frames 12 --hash)
state() { grep -E '^state 0x[0-9a-f]{16}$' out || fail "no state"; }

works "${quick[@]}" --scene gas
reference=$(state)
for preset in ha-2009 merrill-2011 polok-2014 ye-2010; do
    works "${quick[@]}" --preset $preset
    [ "$(state)" = "$reference" ] || fail "$preset: another state"
    says "gas, 400 bodies, seed 1, cpu, endpoint, "
    grep -q "^sweeplab: preset $preset: [a-z-]* in place of [a-z]* (the CPU computes)$" err ||
        fail "$preset does not say what it replaced: $(cat err)"
done
works "${quick[@]}" --preset ha-2009 --csv passes.csv --quiet
grep -q 'sort/z/order check' passes.csv || fail "passes are not timed"
[ -s err ] && fail "--quiet: $(cat err)"

# What is given wins.
works "${quick[@]}" --preset ha-2009 --scene pile --sort std-sort --broad-phase sweep
says "pile, 400 bodies, seed 1, cpu, sweep, std-sort"
grep -qF "preset ha-2009: --sort std-sort in place of fourway, --broad-phase sweep in place of endpoint" err ||
    fail "what was given is not named: $(cat err)"
refused 2 "ha-2009" profile --preset ha-2008
if has_cuda; then
    works profile --preset ha-2009 --bodies 400 --frames 12 --hash
    [ "$(state)" = "$reference" ] || fail "fourway: another state"
    says "cuda, endpoint, fourway"
fi

# --sort auto: measured once, kept, the same state, a reason; another choice when the keys are others.
works "${quick[@]}" --scene gas --sort auto
[ "$(state)" = "$reference" ] || fail "--sort auto: another state"
says "chosen: by the times of "
grep -q "kept in $XDG_CONFIG_HOME/sweeplab/settings.toml" err || fail "the times are not kept: $(cat err)"
works "${quick[@]}" --scene gas --sort auto
[ -s err ] && grep -q measured err && fail "measured once more: $(cat err)"
works profile --backend cpu --scene gas --bodies 400 --frames 100 --hash --sort auto --json auto.json
auto=$(state)
works profile --backend cpu --scene gas --bodies 400 --frames 100 --hash
[ "$(state)" = "$auto" ] || fail "--sort auto, chosen again: another state"
for input in uniform sorted swaps:5; do
    works sort --input $input -n 20k --sort auto --backend cpu --check
    grep -q "^sweeplab: [a-z-]* chosen: by the times of 16,384 keys .*in.* order: " err ||
        fail "sort --sort auto does not say why: $(cat err)"
done
# A table that was changed, or is of another build, is measured again.
sed -i "s/\(auto.*= *['\"]\).*\(['\"]\)/\1nonsense\2/" "$XDG_CONFIG_HOME/sweeplab/settings.toml"
works sort --input uniform -n 1k --sort auto --backend cpu --check
grep -q "measured on cpu" err || fail "nonsense was believed: $(cat err)"
refused 2 "belong to an engine" sort --input uniform -n 1k --sort auto --digit-bits 4
refused 2 "an engine is expected here" pairs --sort auto boxes.npy

finish
