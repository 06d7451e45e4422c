#!/usr/bin/env python3
"""long_cases.py BUILD SECONDS: a pattern for `ctest -E` of the test cases that a sanitized run leaves out.

Those that took longer in the optimized build of the folder BUILD do the same for longer; with sanitizers they would
take most of the time. One in twenty of them runs all the same, another one for each commit.
"""
import pathlib
import re
import subprocess
import sys
import zlib

build, seconds = pathlib.Path(sys.argv[1]), float(sys.argv[2])
commit = subprocess.run(["git", "rev-parse", "HEAD"], check=True, capture_output=True, text=True).stdout.strip()
long_cases = []
for line in (build / "Testing/Temporary/CTestCostData.txt").read_text().splitlines():
    if line == "---":  # behind it: what failed
        break
    name, _, cost = line.rsplit(" ", 2)
    name = re.sub(r"  # GetParam.*", "", name)  # an address, another one in each run
    if float(cost) > seconds and zlib.crc32(name.encode()) % 20 != int(commit, 16) % 20:
        long_cases.append(re.sub(r"[^\w/]", ".", name))
print("^(" + "|".join(long_cases) + ")( |$)" if long_cases else "^$")
