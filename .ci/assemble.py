#!/usr/bin/env python3
"""assemble.py BUILD: assembles the PTX in the objects of a build, of one kernel file in eight, others with each commit.

For what only the assembler sees; without optimization, for the oldest device. The objects were made with -no-compress,
and those of engines quickly (SWEEPLAB_QUICK_BUILD).
"""
import pathlib
import re
import subprocess
import sys
import tempfile
import zlib

SHARE = 8
commit = int(subprocess.run(["git", "rev-parse", "HEAD"], check=True, capture_output=True, text=True).stdout, 16)
objects = sorted(pathlib.Path(sys.argv[1]).rglob("*.cu.o"))
found = failed = 0
for path in objects:
    texts = re.findall(rb"\.version \d[^\0]*", path.read_bytes())
    found += len(texts)
    if zlib.crc32(path.name.encode()) % SHARE != commit % SHARE:
        continue
    print(f"{path}: {len(texts)} of PTX", flush=True)
    for text in texts:
        with tempfile.NamedTemporaryFile(suffix=".ptx") as file:
            file.write(text)
            file.flush()
            failed += subprocess.run(["ptxas", "-O0", "-arch=sm_75", file.name, "-o", "/dev/null"]).returncode != 0
if found < len(objects):
    sys.exit(f"{found} texts of PTX in {len(objects)} objects: this no longer sees the kernels, or they are compressed (SWEEPLAB_QUICK_BUILD)")
sys.exit(failed > 0)
