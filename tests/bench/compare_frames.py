#!/usr/bin/env python3
"""Compares two builds of sweeplab on the frames of the default program: `profile` of each scene.

    compare_frames.py OLD_PROGRAM NEW_PROGRAM OUT.json [--frames 2500] [--warmup 2000] [--rounds 3]
                     [--scenes gas,pile,mixed] [--bodies 128k,1M]

The programs take turns, ROUNDS times. Prints, for each scene and number of bodies, the sort stage and the step (p50,
microseconds, median of the rounds) of both, and the paths that the sorts took; a build without a path of a name shows
none. OUT.json gets every report.
"""
import argparse
import json
import subprocess
import sys
from statistics import median

def profile(program, scene, bodies, frames, warmup):
    command = [program, "profile", "--scene", scene, "--bodies", bodies, "--frames", str(frames), "--warmup",
               str(warmup), "--quiet", "--json", "-"]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}: exit code {done.returncode}\n{done.stderr}")
    return json.loads(done.stdout)


def p50_us(reports, stage):
    rows = [{row["name"]: row for row in report["stages"]} | {"step": report["step"]} for report in reports]
    return 1000 * median(row[stage]["p50_ms"] for row in rows)


def paths(reports):
    taken = {}
    for report in reports:
        for name, count in report["counters"]["sort_path"].items():
            taken[name] = taken.get(name, 0) + count
    return ", ".join(f"{name} {count}" for name, count in taken.items() if count)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("out")
    parser.add_argument("--frames", type=int, default=2500)
    parser.add_argument("--warmup", type=int, default=2000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--scenes", default="gas,pile,mixed")
    parser.add_argument("--bodies", default="128k,1M")
    asked = parser.parse_args()

    cells = {}
    for turn in range(asked.rounds):
        for scene in asked.scenes.split(","):
            for bodies in asked.bodies.split(","):
                for build in ("old", "new") if turn % 2 == 0 else ("new", "old"):
                    report = profile(getattr(asked, build), scene, bodies, asked.frames, asked.warmup)
                    cells.setdefault(f"{scene} {bodies}", {"old": [], "new": []})[build].append(report)
    with open(asked.out, "w") as text:
        json.dump({"frames": asked.frames, "warmup": asked.warmup, "cells": cells}, text, indent=1)

    print("| scene, bodies | descents | sort, old; new | step, old; new | paths, old | paths, new |")
    print("| --- | --- | --- | --- | --- | --- |")
    for name, cell in cells.items():
        numbers = [f"{p50_us(cell['old'], stage):.1f}; {p50_us(cell['new'], stage):.1f}" for stage in ("sort", "step")]
        descents = cell["new"][-1]["counters"]["descents"]
        print(f"| {name} | {descents} | {numbers[0]} | {numbers[1]} | {paths(cell['old'])} | {paths(cell['new'])} |")


if __name__ == "__main__":
    main()
