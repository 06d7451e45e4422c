"""What was found of which mutant, and the share that the tests notice."""
import json
import math
import pathlib

EQUIVALENTS = pathlib.Path(__file__).resolve().parent / "equivalents.tsv"
CAUGHT, SURVIVED = "caught", "SURVIVED"


class Results:
    """By content of the mutants, in a file of a JSON object a line, which the next run reads; files of several runs may
    be put together with cat. `begun`, a file: the cases that passed of mutants that are not decided."""

    def __init__(self, path, begun):
        self.path, self.begun, self.found = path, begun, {}
        lines = self.begun.read_text().splitlines() if self.begun.exists() else []
        self.passed_by = {row["digest"]: row["passed"] for row in map(json.loads, lines)}
        if self.path.exists():
            for line in self.path.read_text().splitlines():
                row = json.loads(line)
                self.found[row["digest"]] = row["result"]

    def passed(self, mutant):
        return {tuple(case) for case in self.passed_by.get(mutant["digest"], [])}

    def add_passed(self, mutant, passed):
        with self.begun.open("a") as file:
            file.write(json.dumps({"digest": mutant["digest"], "passed": sorted(passed)}) + "\n")

    def add(self, mutant, result, seconds, by):
        self.found[mutant["digest"]] = result
        with self.path.open("a") as file:
            file.write(json.dumps(dict(mutant, result=result, seconds=round(seconds, 1), by=by)) + "\n")


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


def share(caught, of):
    low, high = wilson(caught, of)
    return f"| {of} | {caught} | {100 * caught / of if of else 0:.0f} % | {100 * low:.0f} to {100 * high:.0f} % |"


def table(mutants, found):
    """Markdown: by room, then by kind, of mutants that are decided; equivalents are not counted."""
    equivalents = read_equivalents()
    counted = [(each, found[each["digest"]] == CAUGHT) for each in mutants if each["digest"] not in equivalents]
    lines = [f"{len(mutants) - len(counted)} are no bugs, and are not counted.", ""]
    for title in ("room", "kind"):
        lines += [f"| {title} | mutants | caught | share | interval of 95 % |", "| --- | --: | --: | --: | --- |"]
        for name in sorted({each[title] for each, _ in counted}):
            some = [caught for each, caught in counted if each[title] == name]
            lines.append(f"| {name} " + share(sum(some), len(some)))
        lines += ["| all " + share(sum(caught for _, caught in counted), len(counted)), ""]
    return "\n".join(lines)
