# `bench papers`: the list, a small report, refusals, outputs whole or not at all.
source "$(dirname "$0")/lib.sh"

works bench papers --list
for id in ha-1 ha-4 merrill-t2 ye-14 polok-1 polok-5; do says "$id "; done

# A small report, made again over itself.
small="-n 4Ki --min-time 0 --backend cpu"
works bench papers --figure merrill-10,ha-4 $small -o report
says "2 figures"
says "could not be measured here, without an NVIDIA GPU or with this -n"
grep -q "not measured" out && fail "a line for each claim that was not measured: $(cat out)"
grep -q "not measured here" report/report.html || fail "the page does not list what was not measured"
for name in report.html report.json merrill-10.svg merrill-10.csv ha-4-4.svg; do
    [ -s report/$name ] || fail "no $name in the report"
done
# Beside each figure the lesson of its sort, which opens at that step.
for lesson in $(grep -oE 'lesson-[a-z]+\.html#step-[0-9]+' report/report.html); do
    grep -q "<section id=\"${lesson#*#}\"" "report/${lesson%#*}" || fail "$lesson is not there"
done
grep -oE 'sweeplab teach [a-z]+ --view --step [0-9]+' report/report.html >lessons
[ "$(wc -l <lessons)" -eq 2 ] || fail "not one lesson per figure: $(cat lessons)"
while read -r _ _ engine _ _ step; do works teach "$engine" --brief --step "$step"; done <lessons
grep -q 'id="ha-4"' report/report.html || fail "ha-4 is not in the page"
grep -q '^merrill-10,' report/merrill-10.csv || fail "no rows in the CSV"
works bench papers --figure polok-t2 $small --threads 1 -o report/
says "1 figure in"
grep -q -e "--seed 1 --threads 1</code>" report/report.html || fail "the page does not tell of --threads"
[ -e report/ha-4.csv ] && fail "the old report's files are still there"
no_leftovers report.part report.old
echo mine >report/notes
refused 4 "report: a folder with nothing but a report expected; notes" bench papers $small -o report
[ "$(cat report/notes)" = mine ] && [ -e report/polok-t2.csv ] || fail "a folder with more than a report was touched"

# The scenes: pictures where there is OpenGL, else the reason; what is not there says so.
works bench papers --figure ha-1 $small -o scenes
[ "$(grep -c ' ms per step .* the sort [0-9.]* % of it' scenes/report.html)" -eq 3 ] || fail "not three scenes with the share of the sort"
if [ -e scenes/ha-1-1.jpg ]; then
    [ "$(head -c 3 scenes/ha-1-1.jpg | od -An -tx1)" = " ff d8 ff" ] || fail "not a JPEG"
    grep -q 'src="data:image/jpeg;base64,/9j/' scenes/report.html || fail "no picture in the page"
else
    grep -q 'Not drawn: ' scenes/report.html || fail "no picture and no reason"
fi
works bench papers --figure ha-1 $small -o scenes  # over itself, with its pictures

# A matrix of one's own: 3 x 3, lower triangle.
printf '%%%%MatrixMarket matrix coordinate real symmetric\n3 3 4\n1 1 2\n2 2 2\n3 3 2\n3 1 -1\n' >own.mtx
works bench papers --figure polok-5 --matrix "$PWD/own.mtx" $small -o own
grep -q ",own.mtx," own/polok-5*.csv || fail "no row of own.mtx: $(head -n 3 own/polok-5*.csv)"
grep -q 'own.mtx: 3 rows, 5 entries, 9 of 9 products' own/report.html || fail "own.mtx is not in the report"
works bench papers --figure polok-1 --matrix "$PWD/own.mtx" $small -o product
grep -q 'own.mtx: 9 products, 5 nonzeros, keys of 4 bits' product/report.html || fail "own.mtx is not in polok-1"

# Folders of matrices; one with too many rows is left out and named.
mkdir matrices && cp own.mtx matrices/a.mtx && cp own.mtx matrices/b.mtx
printf '%%%%MatrixMarket matrix coordinate pattern general\n4294967295 4294967295 1\n1 1\n' >matrices/wide.mtx
works bench papers --figure polok-5 --matrix matrices,own.mtx $small -o own
for name in a.mtx b.mtx own.mtx; do grep -q ",$name," own/polok-5*.csv || fail "no row of $name"; done
grep -q 'wide.mtx: 4294967295 rows; keys of 32 bits' own/report.html || fail "wide.mtx is not said to be left out"
mkdir bare
refused 4 "bare: a folder with .mtx files is expected" bench papers --figure polok-5 --matrix bare -o no

# Random sizes, and a quick report.
works bench papers --figure merrill-10 -n 64Ki --min-time 0 --backend cpu --random-sizes 5 -o random
[ "$(grep -c '^merrill-10,.*pairs",cpu-radix,' random/merrill-10.csv)" -eq 5 ] || fail "not five sizes"
refused 2 "--random-sizes 0: a number from 1 to 10000" bench papers --random-sizes 0 -o no
works bench papers --figure merrill-19 --quick --backend cpu -o quick
grep -q -e "--quick" quick/report.html || fail "the page does not tell of --quick"
grep -q "64Ki" quick/report.html || fail "not 64Ki keys"

# Page and tables of reports that were written before; two machines in one report.
sed 's/"machine": "[^"]*"/"machine": "Old GPU, driver 1"/' report/report.json >old.json
works bench papers --from quick/report.json --beside old.json -o both
grep -q "<h3>Old GPU</h3>" both/report.html && fail "a figure that only one machine has stands beside nothing"
works bench papers --from report/report.json --beside old.json -o both
grep -q "<h3>Old GPU</h3>" both/report.html || fail "the old machine is not beside"
grep -q "Old GPU, driver 1, " both/report.html || fail "no picture of the old machine"
cmp report/report.json both/report.json || fail "a report that was read is written otherwise"
works bench papers --figure polok-t2 $small --beside old.json -o both
works bench papers --from report/report.json --md
says "| paper | claims | hold | hold where the paper measured |"
says "| polok-t2 | reghist over the better of both, "
says "| Ye and others 2010, section VI.A |"
[ -e papers-report ] && fail "--md with --from wrote a page"
refused 2 "-n measures: --from reads what was measured before" bench papers --from old.json -n 4Ki -o no
refused 4 "own.mtx: is a Matrix Market file; a JSON file expected" bench papers --from own.mtx -o no
refused 4 "gone.json" bench papers --beside gone.json -o no

refused 2 "unknown figure 'ha-44'" bench papers --figure ha-44 -o no
refused 2 "did you mean 'merrill-19'" bench papers --figure merill-19 -o no
refused 2 "-n 5: at least 64" bench papers -n 5 -o no
refused 5 "the limit of bench papers" bench papers -n 1000M -o no
sed 's/^3 1 -1$/3 9 -1/' own.mtx >bad.mtx
refused 4 "bad.mtx:6: column '9': a whole number from 1 to 3 expected" bench papers --matrix bad.mtx -o no
refused 2 "only polok-1, polok-5" bench papers --figure ha-3 --matrix own.mtx -o no
refused 2 "-o: its value is empty" bench papers --figure ha-4 -o ""
refused 4 "none.mtx" bench papers --matrix none.mtx -o no
: >empty.mtx
refused 4 "empty.mtx:1: " bench papers --matrix empty.mtx -o no
head -c 40 own.mtx >cut.mtx
refused 4 "cut.mtx:1: " bench papers --matrix cut.mtx -o no
printf '%%%%MatrixMarket matrix coordinate pattern general\n4294967295 4294967295 1\n1 1\n' >wide.mtx
refused 5 "65536 rows" bench papers --matrix wide.mtx -o no
refused 4 "not/there" bench papers --figure ha-4 -o not/there
echo mine >file
refused 4 "file: is a file; a folder is expected" bench papers --figure ha-4 -o file
mkdir full && echo mine >full/notes
refused 4 "full: a new or empty folder" bench papers --figure ha-4 -o full
[ "$(cat full/notes)" = mine ] || fail "a folder that is not ours was touched"
no_leftovers no not

# Interrupted: nothing is left.
"$sweeplab" bench papers -n 64Ki --backend cpu -o stopped >out 2>err &
pid=$!
sleep 1
kill -INT $pid
wait $pid
[ $? -eq 130 ] || fail "exit $? after SIGINT, 130 expected"
no_leftovers stopped
finish
