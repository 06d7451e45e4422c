#!/usr/bin/env bash
# The subjects of the newest commits: `room: what`, at most 72 characters. Usage: subjects.sh [COMMITS]
set -euo pipefail
cd "$(dirname "$0")/.."
git rev-parse --git-dir >/dev/null 2>&1 || { echo "skipped: no history here"; exit 0; }
wrong=$(git log --no-merges --format='%h %s' -n "${1:-30}" |
    awk '{ subject = substr($0, index($0, " ") + 1) }
         length(subject) > 72 || subject !~ /^[a-z.][a-z0-9_, .\/-]*: / { print }')
[ -z "$wrong" ] && exit 0
printf 'subjects that are not `room: what` of at most 72 characters:\n%s\n' "$wrong" >&2
exit 1
