#!/usr/bin/env python3
"""Draws mutants by chance and counts how many the tests notice: see ../README.md."""
import argparse
import concurrent.futures
import math
import os
import pathlib
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from instrument import Instrumented, draw, first_apart  # noqa: E402
from reach import Runner, programs_of, reach_map, verdict  # noqa: E402

ROOT = HERE.parent.parent.parent
ROOMS = ("sort", "sim", "app")
NO_MUTANT = "does not compile"
EQUIVALENTS = HERE / "equivalents.tsv"


def wilson(caught, of, z=1.959964):
    """The interval of 95 % of a share, from 0 to 1."""
    if of == 0:
        return 0.0, 1.0
    share, square = caught / of, z * z
    middle = (share + square / (2 * of)) / (1 + square / of)
    half = z * math.sqrt(share * (1 - share) / of + square / (4 * of * of)) / (1 + square / of)
    return max(0.0, middle - half), min(1.0, middle + half)


def read_equivalents():
    """Why a mutant is no bug, by digest."""
    rows = [line.split("\t") for line in EQUIVALENTS.read_text().splitlines() if line and not line.startswith("#")]
    return {row[0]: row[-1] for row in rows}


class Results:
    """What was found, by content of the mutants, in a file that the next run reads."""

    def __init__(self, path):
        self.path, self.found = path, {}
        if path.exists():
            for line in path.read_text().splitlines():
                row = line.split("\t")
                self.found[row[0]] = row[1]

    def add(self, site, result, seconds=0.0, by=""):
        self.found[site.digest] = result
        row = [site.digest, result, site.kind, f"{seconds:.1f}", f"{site.file}:{site.line}", site.change, site.context, by]
        with self.path.open("a") as file:
            file.write("\t".join(" ".join(field.split()) for field in row) + "\n")


def share(caught, of):
    low, high = wilson(caught, of)
    return f"| {of} | {caught} | {100 * caught / of if of else 0:.0f} % | {100 * low:.0f} to {100 * high:.0f} % |"


def table(tried, found, equivalents):
    """Markdown: by room, then by kind; equivalents are not counted. `tried` are pairs (room, site)."""
    counted = [(room, site, found[site.digest] == "caught") for room, site in tried if site.digest not in equivalents]
    lines = []
    for title, of in (("room", lambda row: row[0]), ("kind", lambda row: row[1].kind)):
        lines += [f"| {title} | mutants | caught | share | interval of 95 % |", "| --- | --: | --: | --: | --- |"]
        for name in dict.fromkeys(sorted(map(of, counted))):
            some = [row for row in counted if of(row) == name]
            lines.append(f"| {name} " + share(sum(row[2] for row in some), len(some)))
        lines += [f"| all " + share(sum(row[2] for row in counted), len(counted)), ""]
    return "\n".join(lines)


def sample_room(options, room, count, results, equivalents):
    """The room's pairs (room, site) that were tried, and a sentence on those that were not."""
    build, folder = options.build.resolve(), options.copy.resolve() / room
    programs = options.programs or programs_of(ROOT, build, room)
    folder.mkdir(parents=True, exist_ok=True)
    instrumented = Instrumented(ROOT, build, folder, programs, room)
    sites, constant = draw(ROOT, room, options.seed)
    compiled = instrumented.compiled()
    sites = [site for site in sites if site.file in compiled and results.found.get(site.digest) != NO_MUTANT]
    drawn = first_apart(sites, math.ceil(count * options.more))
    instrumented.build(drawn, lambda site: results.add(site, NO_MUTANT), options.jobs)
    numbered = instrumented.numbered
    half = options.begin + options.seconds / 2
    rows, complete = reach_map(instrumented.copy, programs, numbered, options.jobs, folder, half)
    failing = [row for row in rows if row["fails"]]
    for row in failing:
        print(f"fails without a mutant, not asked: {row['program']} {row['case']}", file=sys.stderr)
    reached = {number for row in rows if not row["fails"] for number in row["reached"]}
    tried = [(number, site) for number, site in numbered.items() if number in reached][:count]
    left = [(number, site) for number, site in tried if site.digest not in results.found or options.again]
    runner = Runner(instrumented.copy, numbered)

    def one(each):
        number, site = each
        if time.monotonic() > options.begin + options.seconds:
            return
        caught, seconds, by = verdict(runner, number, rows, options.budget)
        result = "caught" if caught else "SURVIVED" if complete else "not caught yet"
        if caught or complete:  # else cases are left that may run it
            results.add(site, result, seconds, by)
        print(f"{result} {site.digest} {site.file}:{site.line} {site.kind}: {site.change} "
              f"({seconds:.1f} s, {by})", flush=True)

    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        list(pool.map(one, left))
    last = max((number for number, _ in tried), default=0)
    decided = [(room, site) for _, site in tried if site.digest in results.found]
    said = (f"`{room}`, seed {options.seed}: {len(decided)} mutants; {last - len(tried)} more were drawn that no test runs; "
            f"{constant} places hold what the compiler needs as a constant, and were not drawn from.")
    if len(decided) < len(tried):
        said += f" {len(tried) - len(decided)} are not decided yet: without them the share is too high."
    return decided, said


def main():
    parser = argparse.ArgumentParser(prog="tests/mutants.sh --sample N", description=__doc__.split(":")[0] + ".")
    parser.add_argument("--sample", type=int, required=True, help="so many mutants, an equal share in each room")
    parser.add_argument("--seed", type=int, default=1, help="another draws others [1]")
    parser.add_argument("--room", choices=ROOMS, help="only of this room")
    parser.add_argument("-j", "--jobs", type=int, default=os.cpu_count(), help="tests at a time [as many as cores]")
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build", help="where the tests are built [build]")
    parser.add_argument("--copy", type=pathlib.Path, help="where mutants are built [BUILD/sampled]")
    parser.add_argument("--results", type=pathlib.Path, help="what has been tried [BUILD/sampled.tsv]")
    parser.add_argument("--budget", type=float, default=120, help="seconds of tests per mutant, as they take without it [120]")
    parser.add_argument("--more", type=float, default=1.8, help="drawn per mutant tried, as some are run by no test [1.8]")
    parser.add_argument("--programs", nargs="*", help="these programs of tests, not all of the room")
    parser.add_argument("--again", action="store_true", help="tries those of before, too")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="begins with no test after so long; of half of it, it finds which cases run which mutant")
    parser.add_argument("--page", type=pathlib.Path, help="writes the tables there, too")
    options = parser.parse_args()
    options.copy = options.copy or options.build / "sampled"
    options.begin = time.monotonic()
    results, equivalents = Results(options.results or options.build / "sampled.tsv"), read_equivalents()
    rooms = [options.room] if options.room else list(ROOMS)
    tried, said = [], []
    for room in rooms:
        some, sentence = sample_room(options, room, math.ceil(options.sample / len(rooms)), results, equivalents)
        tried += some
        said.append(sentence)
    equal = sum(site.digest in equivalents for _, site in tried)
    text = "\n".join([*said, "", f"{equal} are no bugs, and are not counted.", "", table(tried, results.found, equivalents)])
    print(text)
    if options.page:
        options.page.write_text("# Mutants drawn by chance\n\n" + text)


if __name__ == "__main__":
    main()
