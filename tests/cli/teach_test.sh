# `teach`: the list of lessons, each lesson, its input, its width, and what is refused. And `engines`.
source "$(dirname "$0")/lib.sh"

if has_cuda; then gpu=1; else gpu=; fi

works teach
says "sweeplab teach --course"; says "sweeplab teach --words"
sed '/^$/,$d' out >lessons  # what follows says where to begin
[ -s lessons ] || fail "no lessons"
"$sweeplab" engines >engines || fail "engines"
while read -r engine _; do
    # Lessons about what sorts share have no engine of their name.
    no_engine=
    case $engine in order-check | scan | sparse-product | sweep | columns | endpoint | morton | tree | contacts) no_engine=1 ;; esac
    [ -n "$no_engine" ] || grep -q "^$engine .*lesson" engines || fail "engines does not tell of the lesson of $engine"
    for arguments in "" "-n 1" "-n 100 --input reversed" "--input sorted" "--input equal -n 64" \
        "--input few:3 -n 256 --seed 7" "--keys 5,3,9,1" "--keys 4000000000,7,70000 --text"; do
        works teach "$engine" --backend cpu $arguments
        [ "$(awk '{ if (length > w) w = length } END { print w }' out)" -le 80 ] ||
            fail "teach $engine $arguments: lines of more than 80 columns"
        grep -q $'\x1b' out && fail "teach $engine $arguments: escape codes in a file"
        case $engine in
            order-check | scan | sparse-product | sweep | columns | endpoint | morton | tree | contacts) says "Source: CPU model (" ;;
            cpu-*) says "Source: the engine itself, on the CPU (engine and model agree" ;;
            *) says "Source: CPU model (the kernels were not run)" ;;
        esac
        says "result"
        grep -q '^No stage is needed\|^== stages\? 1 ' out || fail "teach $engine $arguments: no stage"
    done
    works teach "$engine"
    kernels=$gpu
    grep -q "has no tile of lessons" out && kernels=
    [[ $engine == cpu-* ]] && kernels=cpu
    if [ "$kernels" = cpu ]; then says "engine and model agree in all"; elif [ -n "$kernels" ]; then says "kernel and model agree in all"; else says "Source: CPU model ("; fi
    if [ "$kernels" = cpu ]; then refused 3 "runs on the CPU" teach "$engine" --backend cuda; fi
    if [ -n "$no_engine" ]; then refused 3 "has no kernels" teach "$engine" --backend cuda; kernels=no; fi
    if [ -z "$kernels" ]; then refused 3 "cannot run" teach "$engine" --backend cuda; fi
    works teach "$engine" --step 1
    says "stage 1 of"
    refused 2 "counted from 1" teach "$engine" --step 10000
    refused 2 "digits" teach "$engine" --digit-bits 9
done <lessons

# Of no lesson in particular.
for engine in fourway cpu-radix contacts; do
    refused 2 "counted from 1" teach "$engine" --step 0
    refused 2 "1 to 256 keys" teach "$engine" -n 257
    refused 2 "1 to 256 keys" teach "$engine" -n 0
    refused 2 "did you mean 'uniform'" teach "$engine" --input unifrom
    refused 2 "few:K" teach "$engine" --input few
    refused 2 "one of them" teach "$engine" --input sorted --keys 1,2
    refused 2 "bring their own count" teach "$engine" -n 4 --keys 1,2
    refused 2 "at most" teach "$engine" --keys 4294967296
done

# The same seed gives the same lesson, another seed another.
engine=$(head -n 1 lessons | cut -d' ' -f1)
works teach "$engine" --seed 5 --backend cpu && cp out first
works teach "$engine" --seed 5 --backend cpu && cmp -s out first || fail "the same seed, another lesson"
works teach "$engine" --seed 6 --backend cpu && cmp -s out first && fail "another seed, the same lesson"

# A terminal has colours, unless they are switched off.
if [ -x /usr/bin/script ]; then
    /usr/bin/script -qec "TERM=xterm '$sweeplab' teach $engine --backend cpu" /dev/null >tty </dev/null
    grep -q $'\x1b\[' tty || fail "no colour on a terminal"
    /usr/bin/script -qec "NO_COLOR=1 TERM=xterm '$sweeplab' teach $engine --backend cpu" /dev/null >tty </dev/null
    grep -q $'\x1b\[' tty && fail "NO_COLOR is not heeded"
    /usr/bin/script -qec "TERM=xterm '$sweeplab' teach $engine --backend cpu --color never" /dev/null >tty </dev/null
    grep -q $'\x1b\[' tty && fail "--color never has colours"
fi
NO_COLOR=1 works teach "$engine" --backend cpu --color always
grep -q $'\x1b\[' out || fail "--color always has no colours in a file"
refused 2 "did you mean 'never'" teach "$engine" --color nevr

# Keys are also read as hexadecimal numbers.
works teach "$engine" --backend cpu --keys 0x10,15,0xFF,1k
grep -q '^key | *16 15 255 1000|' <(tr -s ' ' <out) || fail "hexadecimal keys: $(cat out)"
works teach "$engine" --backend cpu --keys "5, 3,9 , 0x1"
grep -q '^key | *5 3 9 1|' <(tr -s ' ' <out) || fail "keys with blanks: $(cat out)"
refused 2 "such as 83 or 0x53" teach "$engine" --keys 0x1g
refused 2 "such as 83 or 0x53" teach "$engine" --keys 0x
refused 2 "at most 4294967295" teach "$engine" --keys 0x100000000

# What belongs to a lesson is not ignored without one.
refused 2 "--keys without an engine" teach --keys 1,2
refused 2 "--step without an engine" teach --step 1
refused 2 "--view without an engine" teach --view

# Defaults: 64 keys; for engines that repair, nearly sorted ones.
works teach fourway --backend cpu --brief && says "Input: 64 keys, uniform, seed 1"
works teach adaptive --backend cpu --brief && says "Input: 64 keys, displaced:3" && says "path: windows"
[ "$(grep -c '|' out)" -eq 0 ] || [ "$(grep -c '^key' out)" -eq 0 ] || fail "--brief shows arrays"

# Some steps; what is not there names the nearest.
works teach fourway --backend cpu --step 2-4
says "stage 2 of"; says "stage 4 of"; grep -q "stage 5 of" out && fail "--step 2-4 shows stage 5"
works teach fourway --backend cpu --pass 1
says "pass 1"; grep -q "pass 2" out && fail "--pass 1 shows pass 2"
refused 2 "the nearest is 16" teach fourway --step 17
refused 2 "the nearest is 1" teach fourway --step 0
refused 2 "passes 0 to 3; the nearest is 3" teach fourway --pass 4
refused 2 "no passes" teach adaptive --pass 0
refused 2 "the first step comes first" teach fourway --step 4-2
refused 2 "one of them" teach fourway --step 1 --pass 1

# A quiz hides what its answers tell, the same for the same seed.
works teach fourway --backend cpu --quiz --seed 3
says "Question 3:"; says "?"; says "add --answers"; cp out quiz
works teach fourway --backend cpu --quiz --seed 3 && cmp -s out quiz || fail "the same seed, another quiz"
works teach fourway --backend cpu --quiz --seed 3 --answers
says "Answer 3"
works teach fourway --backend cpu --step 3 --quiz --answers
grep -q '^bin 0 | ? ?$' <(tr -s ' ' <out) || fail "the offsets are not hidden: $(cat out)"
grep -q '^bin 0 | 0 11$' <(tr -s ' ' <out) || fail "the offsets are not among the answers: $(cat out)"
grep -q '^bin 0 | 11 9$' <(tr -s ' ' <out) || fail "the counts to be summed are not shown: $(cat out)"
refused 2 "belongs to --quiz" teach fourway --answers
for other in "--json -" --view --brief; do
    refused 2 "with --quiz" teach fourway --quiz $other
done
no_leftovers x.html

# Several on the same keys: the totals first.
works teach fourway,onesweep --backend cpu --brief
head -n 1 out | grep -q "side by side" || fail "no totals first: $(head -n 3 out)"
grep -qE '^passes run +4 +1$' out || fail "no passes side by side: $(head -n 20 out)"
says "lesson: fourway"; says "lesson: onesweep"
refused 2 "did you mean 'onesweep'" teach fourway,onesweeep
works teach fourway,fourway:no-shuffle --brief
grep -qE '^sectors +69 +130$' out || fail "no sectors of both: $(head -n 20 out)"
says "lesson: fourway:no-shuffle"
refused 2 "did you mean 'fourway:no-shuffle'" teach fourway:no-shufle
refused 2 "has no variants" teach satish:no-shuffle
refused 2 "0 to 15 expected" teach onesweep --slow-tile 16
refused 2 "belongs to onesweep" teach fourway --slow-tile 3
refused 2 "--slow-tile with --check" teach --check --slow-tile 3
works teach fourway,onesweep --slow-tile 3 --brief --backend cpu
refused 2 "--theme belongs to" teach fourway --theme dark
refused 2 "belongs to .svg, .png, .pdf and --view" teach fourway --theme projector -o page.html
refused 2 "--brief is of the text" teach fourway --brief -o page.html
refused 2 "it has all steps" teach fourway --step 1-3 --json -
refused 2 "the whole lesson" teach fourway --step 1-3 -o page.html
refused 2 "the whole lesson" teach fourway --pass 1 -o page.html

works teach --words
for word in pair tile digit bin run descent sector exchange window halo mover \
    thread word register bank atomic lane segment counter prefix node leaf reach walk \
    'Morton key' octree 'opening angle'; do says "$word: "; done
refused 2 "--seed with --words" teach --words --seed 1

# One thing broken: the lesson works, and says what is wrong.
works teach fourway --break unstable-ranks --brief
says "Broken: "; says "first wrong: index"; says "NOT SORTED"
refused 2 "unstable-ranks" teach fourway --break stable

# All lessons on all inputs.
works teach --check
[ "$(grep -cE '(  agrees|model only)$' out)" -eq "$(wc -l <lessons)" ] || fail "--check: $(cat out)"
grep -qE '^cpu-radix .*  agrees$' out || fail "--check: the CPU engines run everywhere: $(cat out)"
works teach --check fourway,satish && [ "$(grep -cE '(  agrees|model only)$' out)" -eq 2 ] || fail "--check of two: $(cat out)"
refused 2 "--brief with --view" teach fourway --view --brief
refused 2 "--code with --view" teach fourway --view --code
refused 2 "--code is of the text" teach fourway --code --json lesson.json
works teach fourway --code --step 2
says "code: sort/engines/ha/kernels.cuh, lines "
refused 2 "--break belongs to one lesson" teach fourway,satish --break unstable-ranks
refused 2 "no stages" teach fourway --keys 5 -o one_%02d.svg
refused 2 "--keys with --check" teach --check --keys 1
refused 2 "did you mean 'fourway'" teach --check forway

refused 2 "has no lesson" teach std-sort
refused 2 "has no lesson" teach cub-radix  # whether or not it is here
# Small enough to be seen whole: sizes that only the model has.
works teach fourway --tile 4 --warp 4 -n 16
says "tiles of 4 pairs, 2,048 on"; says "one warp of 4 threads"; says "tile 3"
works teach onesweep --digit-bits 3 -n 16 --brief && says "digits of 3 bits, 8 on the GPU"
works teach fourway --tile 4 -n 16 --quiz --answers && says "tile 3"
works teach satish --tile 8 --warp 4 --json - && [ "$(grep -cE '"(tile_pairs": 8|warp_threads": 4)' out)" -eq 2 ] ||
    fail "sizes in JSON: $(grep -E 'tile|warp' out)"
works teach scan --warp 4 -n 16 --step 19 && says "37 additions, 5 steps, 2 barriers"
works teach --check onesweep,warpsort,adaptive --tile 4
works teach --check fourway,order-check --tile 8 --warp 4
refused 2 "4x1, 8x1, 16x1 or 32x1 expected" teach fourway --tile 5x1
refused 2 "lessons have a pair per thread" teach fourway --tile 256x8
refused 2 "THREADSxPAIRS is expected" teach fourway --tile 0
refused 2 "such as 4" teach fourway --warp 0
refused 2 "4 or 8 would do" teach fourway --tile 8 --warp 16
refused 2 "lessons with tiles" teach fourway,sweep --tile 4
refused 2 "only the model of 'fourway' has" teach fourway --tile 4 --backend cuda
refused 2 "--tile with --words" teach --words --tile 4

refused 2 "no digits of 3 bits: it has 2 only" teach fourway --digit-bits 3
refused 2 "no digits of 9 bits: it has 1 to 5" teach multiscan --digit-bits 9
if [ -z "$gpu" ]; then works teach "$engine" -n 1 && says "so few keys" && says "1 key, "; fi
refused 2 "did you mean '$engine'" teach "${engine}x"
works teach --help
says "Examples:"
finish
