# `spgemm`: products of files and of made matrices by every engine, files out, refusals by name.
source "$(dirname "$0")/lib.sh"

if has_cuda; then here=.; else here='cpu '; fi
engines=$("$sweeplab" engines | grep "$here" | grep -v 'not here' | cut -d' ' -f1)
head='%%MatrixMarket matrix coordinate'

# (1 2; 0 3) times (4 0; 5 6) by every engine that is stable.
printf '%s real general\n2 2 3\n1 1 1\n1 2 2\n2 2 3\n' "$head" >a.mtx
printf '%s integer general\n2 2 3\n2 2 6\n1 1 4\n2 1 5\n' "$head" >b.mtx
printf '%s real general\n2 2 4\n1 1 14\n1 2 12\n2 1 15\n2 2 18\n' "$head" >c.mtx
for engine in $engines; do
    if [ "$engine" = warpsort ]; then
        refused 2 "engine 'warpsort' is not stable, so sums would depend" spgemm a.mtx b.mtx --sort warpsort
        continue
    fi
    works spgemm a.mtx b.mtx --sort "$engine" -o "$engine.mtx" --samples 1
    says "a.mtx times b.mtx, $engine"
    says "5 products of two entries, 4 nonzeros, 1.25 products per nonzero; keys of 2 bits: row 1, column 1"
    says "equal to the product by rows (Gustavson), to the bit"
    narrow
    cmp -s "$engine.mtx" c.mtx || fail "$engine: another product: $(cat "$engine.mtx")"
done

# What files may hold: patterns, symmetric halves, the same place twice, empty rows, one matrix alone or transposed.
printf '%s pattern symmetric\n3 3 3\n1 1\n3 1\n3 3\n' "$head" >s.mtx  # (1 0 1; 0 0 0; 1 0 1)
works spgemm s.mtx -o - --samples 1
printf '%s real general\n3 3 4\n1 1 2\n1 3 2\n3 1 2\n3 3 2\n' "$head" | cmp -s - out || fail "s.mtx squared: $(cat out)"
grep -q "s.mtx squared" err || fail "no report on stderr with -o -"
printf '%s real skew-symmetric\n2 2 1\n2 1 3\n' "$head" >k.mtx  # (0 -3; 3 0)
works spgemm k.mtx -o - --samples 1
printf '%s real general\n2 2 2\n1 1 -9\n2 2 -9\n' "$head" | cmp -s - out || fail "k.mtx squared: $(cat out)"
printf '%s real general\n1 4 3\n1 1 1\n1 2 2\n1 1 3\n' "$head" >row.mtx  # (4 2 0 0)
works spgemm row.mtx --transpose -o - --samples 1
printf '%s real general\n1 1 1\n1 1 20\n' "$head" | cmp -s - out || fail "row.mtx times its transpose: $(cat out)"
"$sweeplab" spgemm - b.mtx -o piped.mtx --samples 1 <a.mtx >out 2>err || fail "a matrix on stdin: $(cat err)"
cmp -s piped.mtx c.mtx || fail "another product of stdin"
printf '%s real general\n3 3 0\n' "$head" >none.mtx
works spgemm none.mtx -o - --samples 1
printf '%s real general\n3 3 0\n' "$head" | cmp -s - out || fail "an empty matrix squared: $(cat out)"
works spgemm a.mtx b.mtx --no-check --samples 1
says "not checked"

# Made matrices; threads and engines change nothing in the file.
for kind in poisson banded random schur; do
    works spgemm --made $kind -n 40 --samples 2 --json - -o "$kind.mtx"
    python3 - $kind out <<'END' || fail "--json of $kind"
import json, sys
report = json.load(open(sys.argv[2]))
assert report["name"].startswith(sys.argv[1]) and report["check"] == "equal"
first, changed = report["cases"]
assert (first["run"], changed["run"]) == ("first", "changed")
for case in first, changed:
    assert len(case["samples_ms"]) == 2
    assert abs(sum(case[p + "_share"] for p in ("expand", "sort", "compress")) - 1) < 1e-6
assert first["passes_run"] > 0 and changed["passes_run"] == 0
assert report["products"] >= report["nonzeros"] > 0
END
    grep -q "^changed " err || fail "no table on stderr with --json -"
    works spgemm --made $kind -n 40 --sort std-sort --threads 1 --samples 1 -o again.mtx
    cmp -s again.mtx "$kind.mtx" || fail "$kind: std-sort wrote another product"
done
works spgemm --made banded -n 40 --seed 2 --samples 1 -o again.mtx
cmp -s again.mtx banded.mtx && fail "another seed, the same product"

# Wrong usage.
refused 2 "either a Matrix Market file or --made KIND is expected" spgemm
refused 2 "either a Matrix Market file or --made KIND is expected" spgemm a.mtx --made banded
refused 2 "did you mean 'banded'" spgemm --made bnaded
refused 2 "-n 0: at least 1" spgemm --made banded -n 0
refused 5 "the limit is 134217728" spgemm --made banded -n 1e9
refused 5 "needs" spgemm --made random -n 100M --per-row 4096
refused 2 "1 to 4096" spgemm --made random --per-row 0
refused 2 "--per-row: the matrices of 'poisson' have no such number" spgemm --made poisson --per-row 3
refused 2 "-n belongs to --made" spgemm a.mtx -n 5
refused 2 "--per-row belongs to --made" spgemm a.mtx --per-row 5
refused 2 "--transpose belongs to files" spgemm --made banded --transpose
refused 2 "standard input" spgemm - -
refused 2 "a.mtx" spgemm a.mtx -o a.mtx
refused 2 "did you mean 'cpu-radix'" spgemm a.mtx --sort cpu-radx

# Wrong files.
refused 4 "row.mtx: 1 x 4: a square matrix expected, to be multiplied by itself; --transpose" spgemm row.mtx
refused 4 "s.mtx: 3 x 3: 2 rows expected, as many as a.mtx has columns" spgemm a.mtx s.mtx
refused 4 "row.mtx, transposed: 4 x 1: 3 rows expected" spgemm s.mtx row.mtx --transpose
printf '%s complex hermitian\n1 1 1\n1 1 1 0\n' "$head" >h.mtx
refused 4 "h.mtx:1: hermitian: a matrix of real numbers expected" spgemm h.mtx
printf '%s complex general\n1 1 1\n1 1 1 0\n' "$head" >z.mtx
refused 4 "z.mtx:1: complex: a matrix of real numbers expected" spgemm z.mtx
printf '%s real symmetric\n2 3 0\n' "$head" >n.mtx
refused 4 "n.mtx:2: as many rows as columns" spgemm n.mtx
sed 's/^2 2 3$/3 2 3/' a.mtx | sed '2s/.*/2 2 3/' >out-of-range.mtx
refused 4 "out-of-range.mtx:5: row '3': a whole number from 1 to 2" spgemm out-of-range.mtx
head -n 4 a.mtx >cut.mtx
refused 4 "cut.mtx:4: 3 entries expected, the file ends after 2" spgemm cut.mtx
sed '3s/1$/inf/' a.mtx >inf.mtx
refused 4 "inf.mtx:3: value 'inf': a finite number expected" spgemm inf.mtx
refused 4 "gone.mtx" spgemm a.mtx gone.mtx
refused 4 "not/c.mtx" spgemm a.mtx -o not/c.mtx

# More products than the limit, of a file with few entries: nothing is allocated for them.
{ printf '%s pattern general\n50000 1 50000\n' "$head"; seq -f '%.0f 1' 50000; } >tall.mtx
refused 5 "2,500,000,000 products of two entries; the limit is 2,147,483,647" spgemm tall.mtx --transpose
no_leftovers not
finish
