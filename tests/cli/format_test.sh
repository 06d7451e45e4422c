# Every source is formatted as .clang-format says. Skipped where clang-format is missing.
root=$2
formatter=$(command -v clang-format-14 || command -v clang-format) || exit 77
grep -q 'version 14' <("$formatter" --version) || { echo "skipped: clang-format 14 is wanted"; exit 77; }
cd "$root" || exit 1
find app sim sort tests -name '*.h' -o -name '*.cpp' -o -name '*.cu' -o -name '*.cuh' |
    xargs "$formatter" --dry-run -Werror 2>&1 | grep -E 'error' | head -20
exit $((PIPESTATUS[1] > 0))
