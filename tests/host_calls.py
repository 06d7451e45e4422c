#!/usr/bin/env python3
"""No host function calls a __device__ function.

    host_calls.py BUILD

In a template nvcc compiles such a call without a word: the host's body of a __device__ function is `exit(1)`, and the
program ends there, silently. The emulated device, where every function is one of the host, does not see it. So: in
the objects of CUDA sources `exit` is called by such bodies alone, which consist of nothing else.
"""
import json
import os
import re
import subprocess
import sys

BODY_BYTES = 96  # a body that is nothing but the call, with its padding


def objects(build):
    with open(os.path.join(build, "compile_commands.json")) as text:
        for command in json.load(text):
            if command["file"].endswith(".cu") and "/tests/" not in command["file"]:
                name = re.search(r" -o (\S+)", command["command"]).group(1)
                path = os.path.join(command["directory"], name)
                if os.path.exists(path):
                    yield path


def callers(path):
    """Names and sizes of the functions that call exit."""
    called = subprocess.run(["nm", "-u", path], capture_output=True, text=True, check=True).stdout
    if not re.search(r"\bexit\b", called):
        return
    listing = subprocess.run(["objdump", "-drC", path], capture_output=True, text=True, check=True).stdout
    for part in re.split(r"\n(?=[0-9a-f]{16} <)", listing):
        if re.search(r"R_[A-Z0-9_]+\s+exit\b", part):
            lines = re.findall(r"^\s+([0-9a-f]+):\t", part, re.M)
            yield part.split("\n")[0][18:-2], int(lines[-1], 16) - int(lines[0], 16)


def main():
    seen, bodies, bad = 0, 0, 0
    for path in objects(sys.argv[1]):
        seen += 1
        for name, size in callers(path):
            bodies += size <= BODY_BYTES
            if size > BODY_BYTES:
                bad += 1
                print(f"{os.path.basename(path)}: {name} calls a __device__ function")
    if not seen:
        print("skipped: no object of a CUDA source is built")
        return 77
    print(f"{seen} objects, {bodies} bodies, {bad} calls")
    if bodies == 0:
        print("nvcc writes other bodies now: this test no longer sees a call")
    return 1 if bad or bodies == 0 else 0


sys.exit(main())
