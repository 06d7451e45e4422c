#!/usr/bin/env python3
"""Counts how often the gate of `bench compare` is wrong: gate.py PROGRAM OUT.json [--runs 200] [--slower 1.08] ...

Compares PROGRAM with itself, RUNS times: `bench compare PROGRAM PROGRAM --fail-above LIMIT -- COMMAND`. With --slower F the
second of both is PROGRAM behind a script that multiplies every time of its report by F: the noise is real, and the
slow-down is exact. OUT.json gets every comparison; a line says what was said. --parallel P runs so many at once, each
on cores of its own, --seconds S begins no other comparison after that.
"""
import argparse
import collections
import concurrent.futures
import json
import os
import queue
import subprocess
import sys
import tempfile
import time

SLOWED = """#!{python}
import json, subprocess, sys
def slowed(value, name=""):
    if isinstance(value, dict):
        return {{key: slowed(one, key) for key, one in value.items()}}
    if isinstance(value, list):
        return [slowed(one, name) for one in value]
    times = name.endswith("_ms") and isinstance(value, (int, float)) and not isinstance(value, bool)
    return value * {factor} if times else value
done = subprocess.run(["{program}", *sys.argv[1:]], stdout=subprocess.PIPE)
if done.returncode:
    sys.exit(done.returncode)
json.dump(slowed(json.loads(done.stdout)), sys.stdout)
"""


def slowed_program(program, factor, folder):
    path = os.path.join(folder, "slowed")
    with open(path, "w") as file:
        file.write(SLOWED.format(python=sys.executable, program=program, factor=factor))
    os.chmod(path, 0o755)
    return path


def compare(before, now, limit, rounds, command, cores):
    """One comparison: exit code and the cases that it judges, in seconds."""
    began = time.monotonic()
    words = [before, "bench", "compare", before, now, "--fail-above", str(limit), "--rounds", str(rounds), "-q",
             "--json", "-", "--", *command]
    done = subprocess.run(["taskset", "-c", cores, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if done.returncode not in (0, 1):
        sys.exit(f"{' '.join(words)}: exit code {done.returncode}\n{done.stderr}")
    cases = [{key: case.get(key) for key in ("case", "ratio", "low", "high", "result", "rounds")}
             for case in json.loads(done.stdout)["cases"]]
    return {"command": " ".join(command), "failed": done.returncode == 1, "cases": cases,
            "seconds": round(time.monotonic() - began, 2)}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("out")
    parser.add_argument("--runs", type=int, default=200)
    parser.add_argument("--slower", type=float, default=1.0)
    parser.add_argument("--fail-above", type=float, default=1.0)
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--judged", default="", help="counts these cases alone, by a word of their names")
    parser.add_argument("--parallel", type=int, default=1)
    parser.add_argument("--cores", type=int, default=1, help="of each comparison that runs")
    parser.add_argument("--seconds", type=float, default=1e9)
    parser.add_argument("commands", nargs="+", help="commands of sweeplab, each one word with blanks; they take turns")
    args = parser.parse_args()

    ends = time.monotonic() + args.seconds
    cores = queue.Queue()
    for i in range(args.parallel):
        cores.put(",".join(str(i * args.cores + core) for core in range(args.cores)))
    with tempfile.TemporaryDirectory() as folder:
        now = args.program if args.slower == 1 else slowed_program(args.program, args.slower, folder)

        def run(number):
            if time.monotonic() > ends:
                return None
            own = cores.get()
            try:
                command = args.commands[number % len(args.commands)].split()
                return compare(args.program, now, args.fail_above, args.rounds, command, own)
            finally:
                cores.put(own)

        with concurrent.futures.ThreadPoolExecutor(args.parallel) as pool:
            runs = [one for one in pool.map(run, range(args.runs)) if one]
    said = collections.Counter(case["result"] for one in runs for case in one["cases"] if args.judged in case["case"])
    record = {"slower": args.slower, "fail_above": args.fail_above, "rounds": args.rounds, "comparisons": len(runs),
              "failed": sum(one["failed"] for one in runs), "said": said, "runs": runs}
    with open(args.out, "w") as file:
        json.dump(record, file, indent=1)
    print(f"slower by {args.slower}: {len(runs)} comparisons, {record['failed']} failed; of their cases "
          + ", ".join(f"{count} {what}" for what, count in said.most_common()))


if __name__ == "__main__":
    main()
