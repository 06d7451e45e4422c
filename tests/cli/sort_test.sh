# `sort`: every engine, kind of input and key type against std::stable_sort; files in, files out.
source "$(dirname "$0")/lib.sh"

if has_cuda; then here=.; else here='cpu '; fi
engines=$("$sweeplab" engines | grep "$here" | grep -v 'not here' | cut -d' ' -f1)
[ -n "$engines" ] || fail "no engines"
for engine in $engines; do
    for input in uniform sorted reversed equal few:3 swaps:10; do
        works sort --input $input -n 20k --sort $engine --check
        says "$engine: 20000 u32 keys"
        says "Mkeys/s"
    done
    for n in 0 1 2; do works sort --input uniform -n $n --sort $engine --check; done
    for input in gaussian zero bucket staggered entropy:5 banded:8-24 displaced:9 teleport:1% zipf sawtooth \
        organ-pipe intruder clusters:9 lattice:7 exponent gas:0.1 gas24:0.1 gas-teleport:1:5% gas24-teleport:1:5%; do
        works sort --input $input -n 5000 --sort $engine --check
    done
    for bits in 0-1 8-20 31-32; do works sort --input uniform -n 3000 --bits $bits --sort $engine --check; done
done
refused 2 "within 0-32" sort --input uniform --bits 0-33
refused 2 "no digits of 9 bits" sort --input uniform --digit-bits 9 --sort cpu-radix
refused 2 "no digits of 9 bits" sort --input uniform --digit-bits 9 --sort fourway  # whether or not it is here
refused 2 "1 to 32" sort --input uniform --digit-bits 0
refused 2 "cpu-radix has no tile 256x8: it leaves no choice" sort --input uniform --tile 256x8 --sort cpu-radix
refused 2 "fourway has no tile 33x7: it has 256x8, 128x8" sort --input uniform --tile 33x7 --sort fourway
for tile in 0x8 256x 256x8x1 x8 -1 256X8; do
    refused 2 "THREADSxPAIRS is expected" sort --input uniform "--tile=$tile" --sort fourway
done
refused 2 "did you mean 'displaced'" sort --input displacd:3

# Key types: bytes chosen so that signs, -0, NaN and the high word all matter.
for type in u4 i4 f4 u8 i8 f8; do
    { npy "<$type" "(8,)"; head -c $((8 * ${type#?})) <(printf '\x00\x00\x80\x7f\x01\x00\x00\x80\x00\x00\x00\x00\x00\x00\xc0\xff\x00\x00\x00\x80\xff\xff\xff\xff\x00\x00\x80\xff\x02\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x80\x01\x00\x00\x00\x00\x00\xf0\x3f\x01\x00\x00\x00\x00\x00\xf0\xbf\x00\x00\x00\x00\x00\x00\xf8\x7f'); } >keys.npy
    for engine in $engines; do works sort keys.npy --sort $engine --check -o sorted-$engine.npy; done
    for engine in $engines; do
        cmp sorted-$engine.npy sorted-std-sort.npy || fail "$type: $engine and std-sort wrote different keys"
    done
done

refused 2 "32-bit keys" sort keys.npy --bits 0-8  # the last type above has 64 bits

# Values travel with their keys.
{ npy '<u4' '(3,)'; printf '\x03\x00\x00\x00\x01\x00\x00\x00\x02\x00\x00\x00'; } >k.npy
{ npy '<u4' '(3,)'; printf 'cccc''aaaa''bbbb'; } >v.npy
works sort k.npy --values v.npy -o o.npy
[ "$(tail -c 12 o.values.npy)" = aaaabbbbcccc ] || fail "values did not follow"
cmp <(tail -c 12 o.npy) <(printf '\x01\x00\x00\x00\x02\x00\x00\x00\x03\x00\x00\x00') || fail "keys are not sorted"
"$sweeplab" sort - -o piped.npy <k.npy >out || fail "keys from a pipe"
cmp o.npy piped.npy || fail "another result from a pipe"

# Made keys: of each order the same, of another seed others.
for seed in 1 2; do works sort --input uniform -n 1000 --seed $seed -o made-$seed.npy; done
cmp -s made-1.npy made-2.npy && fail "made keys are the same for any seed"
for input in sorted reversed; do
    works sort --input $input -n 1000 --seed 2 -o made.npy
    cmp made.npy made-2.npy || fail "$input: other keys than uniform ones"
done
finish
