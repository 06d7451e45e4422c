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


def pick(build, wanted):
    targets, patterns = [], []
    for line in (build / "tests/programs.txt").read_text().splitlines():
        program, *sources = line.split()
        cases = []
        for source in (TESTS / each for each in sources):
            for suite, case in CASE.findall(source.read_text()):
                if wanted.search(source.stem) or wanted.search(f"{program}.{suite}.{case}"):
                    cases.append(rf"{suite}\.{case}")
        if wanted.search(program):
            cases = [""]
        if cases:
            targets.append(program)
            patterns.append(rf"{program}\.(.*/)?({'|'.join(cases)})")
    for script in sorted([*TESTS.glob("cli/*_test.sh"), *TESTS.glob("library/*_test.sh")]):
        name = f"{script.parent.name}.{script.stem}"
        if wanted.search(name):
            targets.append("sweeplab")
            patterns.append(re.escape(name) + "$")
    return targets, patterns


def main():
    build, wanted = pathlib.Path(sys.argv[1]), re.compile(sys.argv[2])
    targets, patterns = pick(build, wanted)
    if not targets:
        sys.exit(f"tests/run.sh: no test matches '{sys.argv[2]}'")
    print(*dict.fromkeys(targets))
    print("^(" + "|".join(patterns) + ")")


if __name__ == "__main__":
    main()
