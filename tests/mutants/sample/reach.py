"""Which cases and scripts run the code of which mutant, and what a mutant does to them."""
import concurrent.futures
import hashlib
import json
import os
import pathlib
import re
import resource
import subprocess
import tempfile
import time

CASE_SECONDS = 180  # of a case that takes longer without a mutant, no mutant is asked for
MEMORY = 8 << 30    # bytes; a loop that no longer ends may take no more


def programs_of(root, build, room):
    """The programs of the room's tests but for the slow ones, by name; `sweeplab` stands for the scripts."""
    names = [line.split()[0] for line in (build / "tests/programs.txt").read_text().splitlines()]
    names = [name for name in names if "slow" not in name and not name.endswith("_cuda_test")]
    of_sim = [name for name in names if name.startswith(("sim_", "pair_"))]
    of_app = [name for name in names if name.startswith(("app_", "bench_", "gl_", "io_", "teach_", "ui_"))]
    of_sort = [name for name in names if name not in of_sim + of_app and not name.startswith(("tree_", "emu_"))]
    of_sort.append("teach_tests")  # models serve lessons
    return {"sort": of_sort, "sim": of_sim, "app": [*of_app, "sim_emu_tests", "sweeplab"]}[room]


def scripts_of(root):
    return [f"cli/{path.name}" for path in sorted((root / "tests/cli").glob("*_test.sh")) if "slow" not in path.name]


def cases_of(program):
    text = subprocess.run([program, "--gtest_list_tests"], check=True, capture_output=True, text=True).stdout
    cases, suite = [], ""
    for line in text.splitlines():
        name = line.split("#")[0]
        if name.startswith("  "):
            cases.append(suite + name.strip())
        elif name.rstrip().endswith("."):
            suite = name.strip()
    return [case for case in cases if "DISABLED_" not in case]


class Runner:
    def __init__(self, copy, numbers):
        self.copy, self.bytes = copy, max(numbers, default=0) + 1

    def run(self, program, cases, seconds, mutant=0, reached=None):
        """(fails, seconds) of cases of a program, or of a script, whose case is its name."""
        environment = dict(os.environ, SWEEPLAB_MUTANT=str(mutant), SWEEPLAB_REACHED=reached or "")
        if program == "sweeplab":
            command = ["bash", self.copy.copy / "tests" / cases[0], self.copy.program("sweeplab"), self.copy.copy]
        else:
            command = [self.copy.program(program), "--gtest_fail_fast", "--gtest_brief=1",
                       "--gtest_filter=" + ":".join(cases)]
        begin = time.monotonic()
        process = subprocess.Popen(list(map(str, command)), env=environment, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
                                   preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY)))
        try:
            fails = process.wait(seconds) not in (0, 77)
        except subprocess.TimeoutExpired:
            fails = True
            os.killpg(process.pid, 9)
            process.wait()
        return fails, time.monotonic() - begin

    def reached_by(self, program, case):
        with tempfile.NamedTemporaryFile() as file:
            file.write(bytes(self.bytes))
            file.flush()
            fails, seconds = self.run(program, [case], CASE_SECONDS, reached=file.name)
            file.seek(0)
            numbers = [number for number, byte in enumerate(file.read()) if byte]
        return {"program": program, "case": case, "fails": fails, "seconds": seconds, "reached": numbers}


def reach_map(copy, programs, numbered, jobs, folder, end):
    """(rows, whether they are all): of every case what it reaches and how long it takes; kept in `folder` for these
    mutants. No case is begun after `end`, a time of time.monotonic()."""
    key = hashlib.sha256(" ".join(f"{number}{site.digest}" for number, site in numbered.items()).encode()).hexdigest()[:12]
    kept = pathlib.Path(folder) / f"reached-{key}.jsonl"
    known = [json.loads(line) for line in kept.read_text().splitlines()] if kept.exists() else []
    done = {(row["program"], row["case"]) for row in known}
    runner = Runner(copy, numbered)
    left = [(program, case) for program in programs
            for case in (scripts_of(copy.root) if program == "sweeplab" else cases_of(copy.program(program)))
            if (program, case) not in done]
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool, kept.open("a") as file:
        rows = pool.map(lambda each: runner.reached_by(*each) if time.monotonic() < end else None, left)
        for row in filter(None, rows):
            known.append(row)
            file.write(json.dumps(row) + "\n")
            file.flush()
    return known, len(known) == len(done) + len(left)


def verdict(runner, mutant, rows, budget):
    """(caught, seconds, by what) of a mutant: the cases that reach it, the quickest first, until one fails; those that
    together take longer than `budget` seconds are left out."""
    rows = sorted((row for row in rows if mutant in row["reached"] and not row["fails"]), key=lambda row: row["seconds"])
    total, spent, groups = 0, 0, {}
    for row in rows:
        total += row["seconds"]
        if total > budget and groups:
            break
        # A process for a handful of quick cases; the slower ones come after all that are quicker.
        slower = 0 if total < 1 else 1 if total < 10 else 2
        alone = row["case"] if row["program"] == "sweeplab" else ""
        groups.setdefault((slower, row["program"], alone), []).append(row)
    for (_, program, _), group in sorted(groups.items(), key=lambda item: item[0][0]):
        for first in range(0, len(group), 200):
            some = group[first:first + 200]
            limit = 10 + 5 * sum(row["seconds"] for row in some)
            fails, seconds = runner.run(program, [row["case"] for row in some], limit, mutant)
            spent += seconds
            if fails:
                return True, spent, f"{program}: {re.sub(r'[^ -~]', '', some[0]['case'])}" + (
                    f" or one of {len(some) - 1} more" if len(some) > 1 else "")
    return False, spent, f"{len(rows)} cases that run it"
