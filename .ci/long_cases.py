#!/usr/bin/env python3
"""long_cases.py BUILD SECONDS COMMIT: what a sanitized run leaves out: scripts, a pattern for `ctest -E`; on a second line
cases, the negative part of a GoogleTest filter.

Those that took longer in the optimized build of the folder BUILD do the same for longer; with sanitizers they would
take most of the time. One in twenty of them runs all the same, another one for each commit; of those that took longer
than a second fewer, one in twenty per second. Cases that tests/slow_cases.cmake names count as those of two seconds.
"""
import math
import pathlib
import re
import sys
import zlib

build, seconds, commit = pathlib.Path(sys.argv[1]), float(sys.argv[2]), int(sys.argv[3], 16)


def is_drawn(name, cost):
    every = 20 * max(1, math.ceil(cost))
    return zlib.crc32(name.encode()) % every == commit % every


scripts, cases = [], []
for line in (build / "Testing/Temporary/CTestCostData.txt").read_text().splitlines():
    if line == "---":  # behind it: what failed
        break
    name, _, cost = line.rsplit(" ", 2)
    name = re.sub(r"  # GetParam.*", "", name)  # an address, another one in each run
    if float(cost) <= seconds or is_drawn(name, float(cost)):
        continue
    _, case = name.split(".", 1)
    if "." in case:
        cases.append(re.sub(r"[^\w/.]", "?", case))
    else:
        scripts.append(re.escape(name))
listed = build / "tests/slow_cases.txt"
for line in listed.read_text().splitlines() if listed.exists() else []:
    patterns = line.split(" ")[1].split(":")
    cases += [pattern for pattern in patterns if not is_drawn(pattern, 2)]
print("^(" + "|".join(scripts) + ")$" if scripts else "^$")
print(":".join(cases))
