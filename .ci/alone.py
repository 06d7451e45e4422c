#!/usr/bin/env python3
"""alone.py BUILD [SHARE]: compiles files by themselves that a quick build compiles with others of their folder.

One file in SHARE (8), others with each commit: a full build, which users make, compiles each by itself, so it must
include what it uses. The compiler checks C++ files and writes nothing; kernels become PTX.
"""
import concurrent.futures
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import zlib

build = pathlib.Path(sys.argv[1]).resolve()
share = int(sys.argv[2]) if len(sys.argv) > 2 else 8
commit = int(subprocess.run(["git", "rev-parse", "HEAD"], check=True, capture_output=True, text=True).stdout, 16)


def parts(entry):
    """The files of a unit that a full build has not (sort/cmake/together.cmake)."""
    unit = pathlib.Path(entry["file"])
    if unit.is_relative_to(build / "tests"):  # which users do not build
        return []
    of_target = re.search(r"/([^/]+)\.dir/Unity/unity_\1_", str(unit))
    if not of_target and not (unit.suffix == ".cu" and unit.parent.name == "together"):
        return []
    return re.findall(r'^#include "(/.*)"', unit.read_text(), re.MULTILINE)


def compile_alone(job):
    part, entry = job
    words = shlex.split(entry["command"])
    words[words.index("-o") + 1] = "/dev/null"
    words[words.index("-c") + 1] = part
    words[words.index("-c")] = "-ptx" if part.endswith(".cu") else "-fsyntax-only"
    return part, subprocess.run(words, cwd=entry["directory"]).returncode


jobs = {part: entry for entry in json.loads((build / "compile_commands.json").read_text()) for part in parts(entry)}
if not jobs:
    sys.exit(f"no files of {build} are compiled as one: is it a quick build (SWEEPLAB_QUICK_BUILD)?")
mine = [job for job in jobs.items() if zlib.crc32(os.path.relpath(job[0], build).encode()) % share == commit % share]
with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
    failed = [part for part, code in pool.map(compile_alone, mine) if code]
print(f"{len(mine)} of {len(jobs)} files compiled alone", *(f"{part}: fails" for part in failed), sep="\n")
sys.exit(bool(failed))
