#!/usr/bin/env python3
"""Runs the tests on mutants that are built, and counts how many they notice: see ../README.md.

run.py FOLDER, where plan.json lies. Needs nothing but Python, so that the folder can be carried to another machine.
"""
import argparse
import concurrent.futures
import hashlib
import json
import os
import pathlib
import sys
import time

from reach import OutOfTime, Runner, reach_map, verdict
from score import CAUGHT, SURVIVED, Results, table

GO_ON = 75  # exit code: time was over; the next run goes on


def options():
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("-j", "--jobs", type=int, default=os.cpu_count(), help="tests at a time [as many as cores]")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="ends after so long; the next run goes on")
    parser.add_argument("--results", type=pathlib.Path, help="what has been tried; beside it, what each case runs")
    parser.add_argument("--budget", type=float, default=120,
                        help="seconds of tests per mutant, as they take without it [120]")
    parser.add_argument("--only", type=int, help="tries so many of each room at most")
    parser.add_argument("--again", action="store_true", help="tries those of before, too")
    parser.add_argument("--page", type=pathlib.Path, help="writes the tables there, too")
    return parser


def decide(runner, mutant, rows, chosen, results):
    passed = set() if chosen.again else results.passed(mutant)
    try:
        caught, seconds, by = verdict(runner, mutant["number"], rows, chosen.budget, passed)
    except OutOfTime:
        results.add_passed(mutant, passed)
        return
    result = CAUGHT if caught else SURVIVED
    results.add(mutant, result, seconds, by)
    print(f"{result} {mutant['digest']} {mutant['file']}:{mutant['line']} {mutant['kind']}: {mutant['change']} "
          f"({seconds:.1f} s, {by})", flush=True)


def run(folder, chosen):
    """The exit code: 0, or GO_ON where some are not decided."""
    text = (folder / "plan.json").read_bytes()
    plan, key = json.loads(text), hashlib.sha256(text).hexdigest()[:12]
    kept = chosen.results or folder / "results.jsonl"
    results = Results(kept, kept.with_name(f"begun-{key}.jsonl"))
    runner = Runner(folder, plan, chosen.jobs, time.monotonic() + chosen.seconds)
    with concurrent.futures.ThreadPoolExecutor(chosen.jobs) as pool:
        rows, complete = reach_map(runner, plan, pool, kept.with_name(f"reached-{key}.jsonl"))
        for row in rows:
            if row["fails"]:
                print(f"fails without a mutant, not asked: {row['program']} {row['case']}", file=sys.stderr)
        if not complete:
            print(f"{len(rows)} cases were run without a mutant, and some are left: run it again", file=sys.stderr)
            return GO_ON
        reaching, tried, said = {}, [], []
        for row in rows:
            if not row["fails"]:
                for number in row["reached"]:
                    reaching.setdefault(number, []).append(row)
        for room in plan["programs"]:
            of_room = [mutant for mutant in plan["mutants"] if mutant["room"] == room]
            some = [mutant for mutant in of_room if mutant["number"] in reaching][:plan["counts"][room]]
            some = some[:chosen.only]
            before = sum(mutant["number"] <= some[-1]["number"] for mutant in of_room) if some else len(of_room)
            said.append(f"`{room}`, seed {plan['seed']}: {len(some)} mutants; {before - len(some)} more were drawn that no "
                        f"test runs; {plan['constants'][room]} places hold what the compiler needs as a constant, and were "
                        f"not drawn from. The tests are those of {', '.join(plan['programs'])}.")
            tried += some
        left = [mutant for mutant in tried if chosen.again or mutant["digest"] not in results.found]
        list(pool.map(lambda mutant: decide(runner, mutant, reaching[mutant["number"]], chosen, results), left))
    decided = [mutant for mutant in tried if mutant["digest"] in results.found]
    if len(decided) < len(tried):
        said.append(f"{len(tried) - len(decided)} are not decided yet: run it again.")
    text = "\n".join([*said, "", table(decided, results.found)])
    print(text)
    if chosen.page:
        chosen.page.write_text("# Mutants drawn by chance\n\n" + text)
    return 0 if len(decided) == len(tried) else GO_ON


def main():
    parser = argparse.ArgumentParser(description=__doc__.split(":")[0] + ".", parents=[options()])
    parser.add_argument("folder", type=pathlib.Path, help="where plan.json lies")
    chosen = parser.parse_args()
    sys.exit(run(chosen.folder.resolve(), chosen))


if __name__ == "__main__":
    main()
