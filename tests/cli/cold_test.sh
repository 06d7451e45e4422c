# `bench sort|pairs --cold`: said in the head of the table and in JSON, and not compared with warm caches.
source "$(dirname "$0")/lib.sh"
python3 "$root/tests/cli/make_frames.py" data || fail "make_frames.py"

quick=(--backend cpu --min-time 0.0001 --quiet)
sorts=(bench sort "${quick[@]}" --sort cpu-radix)
pairs=(bench pairs "${quick[@]}" --broad-phase columns)
for words in "${sorts[*]} -n 1000" "${pairs[*]} -n 1000" "${sorts[*]} --data data/ids" "${pairs[*]} --data data/game"; do
    works $words --json warm.json
    grep -q 'cold' out && fail "warm caches: $(cat out)"
    grep -q '^ "cold": false' warm.json || fail "no word of cold in $words: $(head -c 400 warm.json)"
    works $words --cold --json cold.json
    tr -s ' \n' ' ' <out >head
    grep -q ', cold caches ([0-9.]* [kMG]B written before each sample);' head || fail "head of $words --cold: $(cat out)"
    grep -q '^ "cold": true' cold.json && grep -q '^ "cold_bytes": [1-9]' cold.json ||
        fail "JSON of $words --cold: $(head -c 400 cold.json)"
    refused 4 "--cold was false, is true" $words --cold --baseline warm.json
    sed '/^ "cold/d' warm.json >older.json
    works $words --baseline older.json
done

# Noise of fewer than ten samples is not known.
works bench sort --backend cpu --quiet --min-time 0.0001 -n 256Ki --sort cpu-radix --md --json few.json
grep -Eq '\| *- \| *[5-9] \|' out || fail "noise of few samples: $(cat out)"
grep -q '"noise": null' few.json || fail "JSON: noise of few samples"
works bench sort --backend cpu --quiet --min-time 0.01 -n 1000 --sort cpu-radix --json many.json
grep -q '"noise": [0-9]' many.json || fail "JSON: noise of many samples"
works bench pairs --backend cpu --quiet --min-time 0.0001 -n 4Ki --broad-phase columns --md
grep -Eq '\| *- \| *[5-9] \|' out || fail "noise of few searches: $(cat out)"

refused 2 "--cold" bench step --cold
finish
