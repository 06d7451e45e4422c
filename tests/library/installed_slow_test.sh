#!/usr/bin/env bash
# The installed package: its headers, each alone, in C++20; find_package with and without the right version; the
# examples as an outside project. Of this build, whatever it has: nothing of the library is compiled here.
source "$(dirname "$0")/lib.sh"
prefix=$work/prefix
cmake --install "$build" --prefix "$prefix" --component development >"$work/install.log"
headers=$prefix/include/sweeplab

# Public headers alone are there, and each compiles alone.
other=$(find "$headers" -type f ! -name '*.h')
[ -z "$other" ] || fail "not a header: $other"
[ -f "$headers/sort/pair_sorter.h" ] && [ -f "$headers/sim/pairs.h" ] || fail "the headers of 0.2 are not installed"
[ "$(find "$headers" -type f | wc -l)" -le 17 ] || fail "more than the face is installed: $(find "$headers" -type f)"
strict=(-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wold-style-cast -Werror -fsyntax-only -I "$headers" -I "$prefix/include")
(cd "$headers" && find . -name '*.h') | while read -r header; do
    printf '#include "%s"\n' "${header#./}" >"$work/alone.cpp"
    g++ -std=c++20 "${strict[@]}" "$work/alone.cpp" || fail "$header does not compile alone"
    cat "$work/alone.cpp" >>"$work/together.cpp"
done
g++ -std=c++23 "${strict[@]}" -fno-exceptions -fno-rtti "$work/together.cpp" || fail "headers in C++23"
for header in sort/pair_sorter.h sim/pairs.h; do  # who has C++17 is told what to include
    echo "#include \"$header\"" >"$work/older.cpp"
    if g++ -std=c++17 "${strict[@]}" "$work/older.cpp" 2>"$work/older.txt"; then fail "$header in C++17"; fi
    grep -q "needs C++20; <sweeplab/" "$work/older.txt" || { cat "$work/older.txt"; fail "$header in C++17"; }
done

# One engine, and another version.
outside found -DUSE=find_package -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_CXX_FLAGS_RELEASE=-O0
refused "" "0.9 CONFIG REQUIRED" "version"

# The examples. That of CUDA is compiled where nvcc is, and needs a GPU to run.
cmake -S "$sources/sort/examples" -B "$work/examples" -DCMAKE_PREFIX_PATH="$prefix" >"$work/examples.log" 2>&1 &&
    cmake --build "$work/examples" --parallel 2 >>"$work/examples.log" 2>&1 || { cat "$work/examples.log"; fail "the examples do not build"; }
"$work/examples/sort_on_cpu" 100000 || fail "sort_on_cpu"
python3 - "$work/boxes.npy" <<'PYTHON'
import struct, sys
boxes = [(x, y, 0, x + 1, y + 0.5, 1) for y in range(10) for x in range(10)]  # each touches the next of its row
header = str({"descr": "<f4", "fortran_order": False, "shape": (len(boxes), 6)}).replace("}", ", }")
header += " " * (63 - (10 + len(header)) % 64) + "\n"
with open(sys.argv[1], "wb") as file:
    file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode())
    for box in boxes:
        file.write(struct.pack("<6f", *box))
PYTHON
"$work/examples/pairs_of_boxes" "$work/boxes.npy" cpu >"$work/pairs.txt" || fail "pairs_of_boxes"
head -2 "$work/pairs.txt"
[ "$(head -2 "$work/pairs.txt")" = "100 boxes, 90 pairs on cpu
0 1" ] || fail "wrong pairs"
if "$work/examples/pairs_of_boxes" "$work/pairs.txt" 2>"$work/wrong.txt"; then fail "a text was read as boxes"; fi
if grep -rq "sweeplab_CUDA TRUE" "$prefix" --include=sweeplabConfig.cmake; then
    [ -x "$work/examples/particles" ] || fail "the example for CUDA was not built"
fi
echo "the installed package is all right"
