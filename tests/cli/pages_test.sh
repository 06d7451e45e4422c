# Tables of the pages that the program can print are what it prints: between <!-- made by: sweeplab ... --> and
# <!-- end --> stands the output of that command. WRITE=1 bash tests/cli/pages_test.sh PROGRAM ROOT renews them.
source "$(dirname "$0")/lib.sh"

blocks=0
while IFS=: read -r page number text; do
    made_by=${text#*made by: sweeplab }
    made_by=${made_by% -->}
    read -ra arguments <<<"$made_by"
    works "${arguments[@]}"
    [ -s out ] || fail "nothing on stdout: sweeplab $made_by"
    tail -n "+$((number + 1))" "$page" >rest
    grep -q '^<!-- end -->$' rest || { fail "$page:$number: no <!-- end -->"; continue; }
    sed '/^<!-- end -->$/,$d' rest >block
    if [ -n "${WRITE:-}" ]; then
        { head -n "$number" "$page"; cat out; sed -n '/^<!-- end -->$/,$p' rest; } >new
        cmp -s new "$page" || { cat new >"$page"; echo "renewed in ${page#"$root"/}: $made_by"; }
    else
        diff block out >difference || fail "$page: not what sweeplab $made_by prints: $(head -n 6 difference)"
    fi
    blocks=$((blocks + 1))
done < <(grep -rn --include='*.md' --exclude-dir='build*' --exclude-dir=.git '^<!-- made by: sweeplab ' "$root" |
    sort -t: -k1,1 -k2,2nr)  # the last first: where a table grows, those above it stay where they are

# Every command is on a page of app/commands, by itself or with its group.
works help --markdown commands
while read -r command; do
    grep -qE "^<!-- made by: sweeplab help --markdown commands ($command|${command%% *}) -->$" "$root"/app/commands/*.md ||
        fail "no page of app/commands has \`$command\`"
done < <(sed -n 's/^### `sweeplab \(.*\)`$/\1/p' out)

[ "$blocks" -ge 8 ] || fail "only $blocks tables are made by the program"
finish
