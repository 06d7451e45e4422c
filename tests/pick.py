#!/usr/bin/env python3
"""What `tests/run.sh FILTER` builds and runs: a line of targets, and the pattern that ctest gets.

FILTER is a regular expression over names of programs, suites, cases (PROGRAM.Suite.case), source files and scripts
(cli.sort_test). A program or file that matches is run whole.
"""
import pathlib
import re
import sys

TESTS = pathlib.Path(__file__).resolve().parent
CASE = re.compile(r"^TEST(?:_[FP])?\(\s*(\w+),\s*(\w+)", re.M)


def text_of(source):
    """Of a source, and of the headers of tests that it includes: suites stand there."""
    text = source.read_text()
    for name in re.findall(r'#include "tests/([^"]+)"', text):
        text += (TESTS / name).read_text()
    return text


def pick(build, wanted):
    targets, patterns = [], []
    for line in (build / "tests/programs.txt").read_text().splitlines():
        program, *sources = line.split()
        whole = rf"^{program}\."
        if wanted.search(program):
            targets.append(program)
            patterns.append(whole)
            continue
        for_device = any((TESTS / source).parent.name == "gpu" for source in sources)  # one test of ctest
        for source in (TESTS / each for each in sources):
            for suite, case in CASE.findall(text_of(source)):
                if wanted.search(source.stem) or wanted.search(f"{program}.{suite}.{case}"):
                    targets.append(program)
                    patterns.append(whole if for_device else rf"^{program}\.[^.]*{suite}\.{case}")
    for script in sorted([*TESTS.glob("cli/*_test.sh"), *TESTS.glob("library/*_test.sh")]):
        folder = script.parent.name
        if wanted.search(f"{folder}.{script.stem}"):
            targets.append("sweeplab" if folder == "cli" else "all")
            patterns.append(rf"^{folder}\.{script.stem}$")
    for name in ("mutants.fit_the_sources", "sim.ptx_gives_the_bits_of_the_cpu"):
        if wanted.search(name):
            targets.append("all")
            patterns.append(f"^{name}$")
    return targets, patterns


def main():
    build, wanted = pathlib.Path(sys.argv[1]), re.compile(sys.argv[2])
    targets, patterns = pick(build, wanted)
    if not targets:
        sys.exit(f"tests/run.sh: no test matches '{sys.argv[2]}'")
    print(*dict.fromkeys(targets))
    print("|".join(dict.fromkeys(patterns)))


if __name__ == "__main__":
    main()
