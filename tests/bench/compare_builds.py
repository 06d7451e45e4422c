#!/usr/bin/env python3
"""Compares two builds of sweeplab on the cells of `bench sort`, `bench pairs` and `bench step`.

    compare_builds.py OLD_PROGRAM NEW_PROGRAM OUT.json [--rename OLD=NEW] [--part NAME] [--rounds 3]

The programs take turns, ROUNDS times. A cell is compared by its median of the rounds' medians; a cell of the new
build that is slower by more than LIMIT is measured again, alone and longer, before it counts. Exit code 1: a cell
stayed slower. `--rename` says how an engine was called in the old build. OUT.json gets every median.
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile
from statistics import median

LIMIT = 1.03
SORT = "adaptive,bucketsort"
GAS = "gas:0.01,gas24:0.01,gas-teleport:0.01:0.1%"
KINDS = ("gaussian,entropy:3,few:8,few:300,zipf,clusters:64,lattice:100,banded:8-24,reversed,equal,intruder,"
         "organ-pipe,sawtooth")
PARTS = {
    "mid": ["sort", "--sort", SORT, "--launch", "both", "-n", "64Ki,256Ki,1Mi,2Mi", "--input",
            f"uniform,displaced:8,{GAS},sorted"],
    "large": ["sort", "--sort", SORT, "--launch", "both", "-n", "4Mi,16Mi", "--input",
              "uniform,displaced:8,gas:0.01,gas-teleport:0.01:0.1%,sorted"],
    "kinds": ["sort", "--sort", SORT, "-n", "64Ki,1Mi,2Mi", "--input", KINDS],
    "keys": ["sort", "--sort", SORT, "--values", "none", "-n", "64Ki,1Mi,4Mi,16Mi", "--input", "uniform,gas:0.01"],
    "papers": ["sort", "--sort", "fourway,sixteenway,multiscan,reghist,satish,warpsort-index", "-n", "64Ki,1Mi",
               "--input", "uniform,sorted"],
    "pairs": ["pairs", "--backend", "cuda", "--broad-phase", "columns", "--kind",
              "uniform,pile,mixed100,cluster,sheet", "-n", "128Ki,1M"],
    "step": ["step", "--backend", "cuda", "--broad-phase", "columns", "-n", "128k,1M"],
}


def cell_name(case):
    keys = ("engine", "input", "kind", "scene", "n", "launch", "broad_phase")
    return " ".join(str(case[key]) for key in keys if key in case)


def cell_ms(case):
    return 1000 / case["steps_per_second"] if "steps_per_second" in case else case["median_ms"]


def measure(program, words, min_time):
    """The cells of one run: {name: ms}."""
    with tempfile.TemporaryDirectory() as folder:
        report = os.path.join(folder, "report.json")
        command = [program, "bench", *words, "--min-time", str(min_time), "--quiet", "--json", report]
        done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        if done.returncode != 0:
            sys.exit(f"{' '.join(command)}: exit code {done.returncode}\n{done.stderr}")
        with open(report) as text:
            return {cell_name(case): cell_ms(case) for case in json.load(text)["cases"]}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("out")
    parser.add_argument("--rename", action="append", default=[], metavar="OLD=NEW")
    parser.add_argument("--part", action="append", choices=PARTS, help="all unless named")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--min-time", type=float, default=0.01)
    asked = parser.parse_args()
    new_names = dict(pair.split("=") for pair in asked.rename)
    old_names = {new: old for old, new in new_names.items()}

    def run(build, words, min_time):
        if build == "new":
            return measure(asked.new, words, min_time)
        words = [",".join(old_names.get(word, word) for word in text.split(",")) for text in words]
        cells = measure(asked.old, words, min_time)
        return {" ".join(new_names.get(word, word) for word in name.split(" ")): ms for name, ms in cells.items()}

    cells = {}
    for part in asked.part or PARTS:
        for turn in range(asked.rounds):
            for build in ("old", "new") if turn % 2 == 0 else ("new", "old"):
                for name, ms in run(build, PARTS[part], asked.min_time).items():
                    cells.setdefault(name, {"part": part, "old": [], "new": []})[build].append(ms)
        for cell in cells.values():
            cell["ratio"] = median(cell["new"]) / median(cell["old"]) if cell["old"] and cell["new"] else None
        # Again, and five times as long, where it looks slower.
        slow = [n for n, c in cells.items() if c["part"] == part and c["ratio"] and c["ratio"] > LIMIT]
        if slow:
            again = {"old": {}, "new": {}}
            for build in ("old", "new", "new", "old"):
                for name, ms in run(build, PARTS[part], 5 * asked.min_time).items():
                    again[build].setdefault(name, []).append(ms)
            for name in slow:
                cells[name]["again"] = {build: again[build][name] for build in again}
                cells[name]["ratio_again"] = median(again["new"][name]) / median(again["old"][name])

    with open(asked.out, "w") as text:
        json.dump({"old": asked.old, "new": asked.new, "rounds": asked.rounds, "cells": cells}, text, indent=1)
    compared = {name: cell for name, cell in cells.items() if cell["ratio"]}
    last = {name: cell.get("ratio_again", cell["ratio"]) for name, cell in compared.items()}
    ratios = sorted(last.values())
    print(f"{len(ratios)} cells, new / old: median {median(ratios):.3f}, from {ratios[0]:.3f} to {ratios[-1]:.3f}")
    for name, ratio in sorted(last.items(), key=lambda item: -item[1]):
        if compared[name]["ratio"] > LIMIT or ratio > LIMIT:
            old = median(compared[name]["old"])
            print(f"  {name}: {compared[name]['ratio']:.3f}, again {ratio:.3f} (old {1000 * old:.1f} us)")
    for name in sorted(set(cells) - set(compared)):
        print(f"  {name}: in one build only")
    return 1 if any(ratio > LIMIT for ratio in ratios) else 0


if __name__ == "__main__":
    sys.exit(main())
