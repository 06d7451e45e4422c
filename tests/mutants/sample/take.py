#!/usr/bin/env python3
"""Takes mutants that were drawn by chance and that one case notices into drawn.tsv, from which a server tries some with
each commit: take.py RESULTS.jsonl. Those in headers and kernels take too long to build, and some lines stand twice."""
import json
import pathlib
import sys

MUTANTS = pathlib.Path(__file__).resolve().parent.parent
ROOT = MUTANTS.parent.parent
FILE = MUTANTS / "drawn.tsv"


def row_of(found):
    """Digest, file, test, line and line with the bug; None of one that is not taken."""
    path, line = ROOT / found["file"], found["context"]
    old, _, new = found["change"].partition(" -> ")
    program, _, case = found["by"].partition(": ")
    if found["result"] != "caught" or path.suffix != ".cpp" or program == "sweeplab" or " or one of " in case:
        return None
    if not path.is_file() or not path.read_text().count(line) == line.count(old) == found["change"].count(" -> ") == 1:
        return None
    bug = "{}" if not new else new if found["kind"] == "arguments" else f"({new})"  # as behind the switch (sites.py)
    return found["digest"], found["file"], f"{program} {case}", line, line.replace(old, bug)


def main():
    lines = FILE.read_text().splitlines() if FILE.exists() else []
    known = {line.split("\t")[0] for line in lines}
    for text in pathlib.Path(sys.argv[1]).read_text().splitlines():
        row = row_of(json.loads(text))
        if row and row[0] not in known:
            known.add(row[0])
            lines.append("\t".join(row))
    head = [line for line in lines if line.startswith("#")]
    rows = sorted((line for line in lines if not line.startswith("#")), key=lambda line: line.split("\t")[1:])
    FILE.write_text("\n".join([*head, *rows]) + "\n")
    print(f"{len(rows)} mutants")


if __name__ == "__main__":
    main()
