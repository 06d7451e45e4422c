#!/usr/bin/env python3
"""Puts single bugs into a copy of the sources, one at a time, and sees whether the test that must fail does.

The lists are *.txt beside this file, and drawn.tsv; README.md says what an entry is. Results go to a file, so that the
next run goes on where this one was stopped.
"""
import argparse
import dataclasses
import hashlib
import pathlib
import re
import subprocess
import sys
import tempfile
import time
import zlib

from build_copy import BuildCopy

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
DRAWN, FEWEST_DRAWN = HERE / "drawn.tsv", 100  # that still fit the sources
BUILD_SECONDS, TEST_SECONDS = 900, 120
KEYS = ("name", "file", "test", "explained")
NO_TIME = "not tried: it takes too long to build"
NOT_TRIED = "not tried yet"


@dataclasses.dataclass
class Mutant:
    name: str = ""
    file: str = ""
    test: str = ""      # "PROGRAM FILTER"
    explained: str = ""  # of one that no test catches: why not
    old: list = dataclasses.field(default_factory=list)
    new: list = dataclasses.field(default_factory=list)
    place: str = ""      # of the entry, for messages

    @property
    def digest(self):
        text = "\n".join([self.file, self.test, *self.old, "", *self.new])
        return hashlib.sha256(text.encode()).hexdigest()[:12]

    @property
    def target(self):
        return self.test.split()[0]

    def pattern(self):
        return re.compile(r"\s*\n\s*".join(re.escape(line.strip()) for line in self.old))

    def changed(self, text):
        """The text with the bug; None unless the old lines stand in it exactly once."""
        if len(self.pattern().findall(text)) != 1:
            return None
        return self.pattern().sub(lambda _: "\n".join(self.new), text)


def read_lists():
    mutants = []
    for path in sorted(HERE.glob("*.txt")):
        now = Mutant()
        for number, line in enumerate([*path.read_text().split("\n"), ""], 1):
            if line.startswith("#"):
                continue
            if not line.strip():
                if now.name:
                    mutants.append(now)
                now = Mutant()
            elif line[0] in "-+":
                (now.old if line[0] == "-" else now.new).append(line[1:].strip())
            else:
                key, _, value = line.partition(":")
                if key not in KEYS:
                    sys.exit(f"{path}:{number}: one of {', '.join(KEYS)}, - or + is expected")
                setattr(now, key, value.strip())
                now.place = f"{path.relative_to(ROOT)}:{number}"
    return mutants


def read_drawn():
    """All rows of those that were drawn by chance, and those of them whose line and case are still there."""
    rows = [line.split("\t") for line in DRAWN.read_text().splitlines() if not line.startswith("#")]
    all_drawn = [Mutant(name=digest, file=file, test=test, old=[line], new=[bug])
                 for digest, file, test, line, bug in rows]
    tests = "".join(path.read_text() for path in (ROOT / "tests").rglob("*") if path.suffix in (".cpp", ".h"))
    words = set(re.findall(r"\w+", tests))

    def fits(mutant):
        path, case = ROOT / mutant.file, mutant.test.split(".")[1].split("/")[0]
        return case in words and path.is_file() and mutant.changed(path.read_text()) is not None

    return all_drawn, list(filter(fits, all_drawn))


def complaints(mutants):
    """What is wrong with the lists."""
    found, names = [], set()
    for mutant in mutants:
        if mutant.name in names:
            found.append(f"{mutant.place}: {mutant.name} is there twice")
        names.add(mutant.name)
        path = ROOT / mutant.file
        if not mutant.test or not mutant.old or mutant.old == mutant.new or not path.is_file():
            found.append(f"{mutant.place}: {mutant.name}: a file, a test, - and + that differ are expected")
        elif mutant.changed(path.read_text()) is None:
            found.append(f"{mutant.place}: {mutant.name}: its old text is not there once in {mutant.file}")
    return found


def test_fails(copy, mutant, output):
    program, pattern = mutant.test.split(maxsplit=1)
    command = [copy.program(program), f"--gtest_filter={pattern}"]
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=output, stderr=output, timeout=TEST_SECONDS)
        output.flush()
        return done.returncode != 0
    except subprocess.TimeoutExpired:
        return True


def runs_a_case(output):
    output.seek(0)
    text = output.read().decode(errors="replace")
    return "[  PASSED  ] 0 tests" not in text


def run_one(copy, mutant, seconds):
    """'caught', 'SURVIVED', or what went wrong before that could be seen; seconds to build and to test."""
    with tempfile.TemporaryFile() as output:
        if test_fails(copy, mutant, output):
            return "FAILS WITHOUT THE BUG", 0, 0
        if not runs_a_case(output):
            return "NO SUCH TEST", 0, 0
    path = copy.copy / mutant.file
    mark = copy.mark()
    start = time.monotonic()
    with tempfile.TemporaryFile() as output:
        path.write_text(mutant.changed(path.read_text()))
        try:
            built = copy.ninja(mutant.target, min(BUILD_SECONDS, seconds), output)
            middle = time.monotonic()
            result = "caught" if built and test_fails(copy, mutant, output) else "SURVIVED"
            if not built:
                result = "DOES NOT COMPILE"
        except subprocess.TimeoutExpired:
            middle, result = time.monotonic(), NO_TIME
        finally:
            end = time.monotonic()
            copy.restore(mark, mutant.file)
        if result == "DOES NOT COMPILE":
            output.seek(0)
            print(output.read().decode(errors="replace")[-2000:], file=sys.stderr)
    return result, middle - start, end - middle


def page_of(mutant):
    """The page of a list's results, beside it."""
    return ROOT / mutant.place.replace(".txt", ".md").split(":")[0]


def results_shown():
    """The results on the pages beside the lists, by name."""
    pages = [path.with_suffix(".md") for path in HERE.glob("*.txt")]
    text = "\n".join(page.read_text() for page in pages if page.exists())
    return dict(re.findall(r"^\| (\S+) \|[^|]*\| ([^|]+) \|", text, re.M))


def not_shown(mutants):
    """What is wrong with the pages."""
    shown = results_shown()
    names = {mutant.name for mutant in mutants}
    return [f"{mutant.place}: {mutant.name}: the list's page has no row of it" for mutant in mutants
            if mutant.name not in shown] + \
           [f"a page has a row of {name}, which is in no list" for name in shown if name not in names | {"mutant", "---"}]


def renew_pages(mutants, results):
    """Writes what has been tried here, and of the others what the pages say."""
    found, shown = {}, results_shown()
    if results.exists():
        for line in results.read_text().splitlines():
            name, digest, result = line.split("\t")[:3]
            found[name, digest] = result
    for page in dict.fromkeys(map(page_of, mutants)):
        text = f"# Mutants of {page.stem}.txt\n\n| mutant | file | result | by |\n| --- | --- | --- | --- |\n"
        for mutant in mutants:
            if page_of(mutant) == page:
                result = found.get((mutant.name, mutant.digest)) or shown.get(mutant.name, NOT_TRIED)
                test = mutant.test.replace("|", "\\|").replace("*", "\\*")
                text += f"| {mutant.name} | {mutant.file} | {result} | {mutant.explained or test} |\n"
        if not page.exists() or page.read_text() != text:
            page.write_text(text)
            print(f"renewed: {page.relative_to(ROOT)}")


def main():
    parser = argparse.ArgumentParser(prog="tests/mutants.sh", description=__doc__.split("\n")[0])
    parser.add_argument("names", nargs="*", help="mutants, all unless some are named")
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build", help="where the tests are built [build]")
    parser.add_argument("--copy", type=pathlib.Path, help="the folder of the copy [BUILD/mutants]")
    parser.add_argument("--results", type=pathlib.Path, help="what has been tried [BUILD/mutants.tsv]")
    parser.add_argument("--check", action="store_true", help="only whether the lists fit the sources, and each mutant has a row on its list's page")
    parser.add_argument("--table", action="store_true", help="renews the pages of results; of those that were not tried here, what stands there stays")
    parser.add_argument("--some", type=int, help="so many of those drawn by chance, chosen by --by; none is remembered")
    parser.add_argument("--by", default="", help="a commit")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="ends after so long")
    options = parser.parse_args()
    mutants = read_lists()
    all_drawn, drawn = read_drawn()
    wrong = complaints(mutants) + (not_shown(mutants) if options.check else [])
    if options.check and len(drawn) < FEWEST_DRAWN:
        wrong.append(f"fewer than {FEWEST_DRAWN} rows of {DRAWN.relative_to(ROOT)} fit the sources: draw others")
    if wrong or options.check:
        print("\n".join(wrong) or f"{len(mutants)} mutants fit the sources, and have a row; of {len(all_drawn)} "
                                  f"that were drawn by chance {len(drawn)} fit")
        return 1 if wrong else 0

    results = options.results or options.build / "mutants.tsv"
    if options.table:
        renew_pages(mutants, results)
        return 0
    tried = set()
    if options.some:
        mutants = sorted(drawn, key=lambda mutant: zlib.crc32((options.by + mutant.name).encode()))[:options.some]
    else:
        mutants += drawn
        if results.exists():
            tried = {tuple(line.split("\t")[:2]) for line in results.read_text().splitlines()}
    if options.names:
        mutants = [mutant for mutant in mutants if mutant.name in options.names]
    left = [mutant for mutant in mutants if options.names or (mutant.name, mutant.digest) not in tried]

    begin = time.monotonic()
    copy = BuildCopy(ROOT, options.build.resolve(), (options.copy or options.build / "mutants").resolve())
    bad = tried_now = 0
    for target in dict.fromkeys(mutant.target for mutant in left):
        if time.monotonic() - begin > options.seconds:
            break
        copy.make([target])
        for mutant in left:
            left_s = options.seconds - (time.monotonic() - begin)
            if mutant.target != target or left_s < 0:
                continue
            result, build_s, test_s = run_one(copy, mutant, left_s)
            print(f"{mutant.name}: {result}, {build_s:.0f} s to build, {test_s:.1f} s to test", flush=True)
            tried_now += 1
            bad += result not in ("caught", NO_TIME) and not (result == "SURVIVED" and mutant.explained)
            if not options.some and result != NO_TIME:
                with results.open("a") as file:
                    file.write(f"{mutant.name}\t{mutant.digest}\t{result}\t{build_s:.0f}\t{test_s:.1f}\n")
    print(f"{tried_now} of {len(left)} tried")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
