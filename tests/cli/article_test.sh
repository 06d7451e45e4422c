# The article's figures are what its script draws from the kept samples, and it is short.
source "$(dirname "$0")/lib.sh"
[ -x /usr/bin/python3 ] || { echo "skipped: no python3"; exit 77; }

mkdir drawn
/usr/bin/python3 "$root/tests/bench/article_figures.py" "$root" drawn || fail "the figures cannot be drawn"
for figure in "$root"/assets/article/*.svg; do
    cmp -s "$figure" "drawn/$(basename "$figure")" || fail "$(basename "$figure") is not what the samples give"
    grep -qF "($(basename "$figure"))" "$root/assets/article/README.md" || fail "the article does not show $(basename "$figure")"
done
[ "$(ls drawn | wc -l)" -eq "$(ls "$root"/assets/article/*.svg | wc -l)" ] || fail "a figure is missing: $(ls drawn)"
words=$(wc -w <"$root/assets/article/README.md")
[ "$words" -le 3000 ] || fail "the article has $words words"
finish
