"""Which cases and scripts run the code of which mutant, and what a mutant does to them."""
import json
import os
import queue
import resource
import signal
import subprocess
import tempfile
import time

CASE_SECONDS = 400  # of a case that takes longer without a mutant, no mutant is asked for
MEMORY = 8 << 30    # bytes; a loop that no longer ends may take no more


class OutOfTime(Exception):
    """The time of the whole run is over."""


class Runner:
    """Runs cases of the programs of a plan, in the folder where it lies. Each of `jobs` that run at a time has two cores,
    each shared with one other: threads that wait for each other would be slow where all jobs have as many as cores."""

    def __init__(self, folder, plan, jobs, end):
        self.folder, self.paths, self.end = folder, plan["paths"], end
        cores, self.cores = sorted(os.sched_getaffinity(0)), queue.SimpleQueue()
        for job in range(jobs):
            self.cores.put({cores[job % len(cores)], cores[(job + 1) % len(cores)]})
        self.bytes = max((mutant["number"] for mutant in plan["mutants"]), default=0) + 1
        # Programs bring their libraries where they were carried to another machine.
        libraries = [str(folder / "lib"), *filter(None, [os.environ.get("LD_LIBRARY_PATH")])]
        self.environment = dict(os.environ, LD_LIBRARY_PATH=":".join(libraries), GTEST_COLOR="no")

    def path(self, program):
        return str(self.folder / self.paths[program])

    def run(self, program, cases, seconds, mutant=0, reached=None):
        """(fails, seconds) of cases of a program, or of a script, whose case is its name."""
        left = self.end - time.monotonic()
        if left <= 0:
            raise OutOfTime
        environment = dict(self.environment, SWEEPLAB_MUTANT=str(mutant), SWEEPLAB_REACHED=reached or "")
        if program == "sweeplab":
            command = ["bash", self.folder / "tests" / cases[0], self.path("sweeplab"), self.folder]
        else:
            command = [self.path(program), "--gtest_fail_fast", "--gtest_brief=1", "--gtest_filter=" + ":".join(cases)]
        cores = self.cores.get()

        def limit():
            resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
            os.sched_setaffinity(0, cores)

        begin = time.monotonic()
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as scratch:
            os.chmod(scratch, 0o755)  # some cases become another user
            environment["TMPDIR"] = scratch
            process = subprocess.Popen(list(map(str, command)), env=environment, cwd=self.folder, start_new_session=True,
                                       stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                       preexec_fn=limit)
            try:
                fails = process.wait(min(seconds, left)) not in (0, 77)
            except subprocess.TimeoutExpired:
                fails = True
            finally:
                try:
                    os.killpg(process.pid, signal.SIGKILL)  # and what it started, such as a window that hangs
                except ProcessLookupError:
                    pass
                process.wait()
                self.cores.put(cores)
        if fails and time.monotonic() > self.end:
            raise OutOfTime
        return fails, time.monotonic() - begin

    def cases_of(self, program):
        if program == "sweeplab":
            scripts = sorted((self.folder / "tests/cli").glob("*_test.sh"))
            return [f"cli/{path.name}" for path in scripts if "slow" not in path.name]
        text = subprocess.run([self.path(program), "--gtest_list_tests"], check=True, capture_output=True, text=True,
                              env=self.environment, cwd=self.folder).stdout
        cases, suite = [], ""
        for line in text.splitlines():
            name = line.split("#")[0]
            if name.startswith("  "):
                cases.append(suite + name.strip())
            elif name.rstrip().endswith("."):
                suite = name.strip()
        return [case for case in cases if "DISABLED_" not in case]

    def reached_by(self, program, case):
        """A row of the map; None where time is over."""
        try:
            with tempfile.NamedTemporaryFile() as file:
                file.write(bytes(self.bytes))
                file.flush()
                fails, seconds = self.run(program, [case], CASE_SECONDS, reached=file.name)
                file.seek(0)
                numbers = [number for number, byte in enumerate(file.read()) if byte]
        except OutOfTime:
            return None
        return {"program": program, "case": case, "fails": fails, "seconds": round(seconds, 3), "reached": numbers}


def reach_map(runner, plan, pool, kept):
    """(rows, whether they are all): of every case what it reaches and how long it takes; `kept` is a file."""
    rows = [json.loads(line) for line in kept.read_text().splitlines()] if kept.exists() else []
    done = {(row["program"], row["case"]) for row in rows}
    programs = sorted({name for some in plan["programs"].values() for name in some})
    left = [(program, case) for program, cases in zip(programs, pool.map(runner.cases_of, programs)) for case in cases
            if (program, case) not in done]
    with kept.open("a") as file:
        for row in filter(None, pool.map(lambda each: runner.reached_by(*each), left)):
            rows.append(row)
            file.write(json.dumps(row) + "\n")
            file.flush()
    return rows, len(rows) == len(done) + len(left)


def groups_of(rows, budget):
    """Cases that are run by one process, (program, rows): a few quick ones; the slower ones come after all that are
    quicker. Those that together take longer than `budget` seconds are left out."""
    total, groups = 0, {}
    for row in sorted(rows, key=lambda row: row["seconds"]):
        total += row["seconds"]
        if total > budget and groups:
            break
        slower = 0 if total < 1 else 1 + int(total / 10)
        alone = row["case"] if row["program"] == "sweeplab" else ""
        groups.setdefault((slower, row["program"], alone), []).append(row)
    for (_, program, _), group in sorted(groups.items(), key=lambda item: item[0][0]):
        for first in range(0, len(group), 200):
            yield program, group[first:first + 200]


def first_that_fails(runner, program, group, mutant):
    """The first case of a group that fails alone; where none does, the first of the group and how many more there are."""
    try:
        for row in group if group[1:] else []:
            if runner.run(program, [row["case"]], 10 + 5 * row["seconds"], mutant)[0]:
                return row["case"]
    except OutOfTime:
        pass
    return group[0]["case"] + (f" or one of {len(group) - 1} more" if group[1:] else "")


def verdict(runner, mutant, rows, budget, passed):
    """(caught, seconds, by what) of a mutant: the cases that reach it, the quickest first, until one fails that does not
    fail without it, either. `passed` are the cases, (program, case), that need not run again; it is added to."""
    spent, unsteady = 0, 0
    for program, group in groups_of(rows, budget):
        cases, limit = [row["case"] for row in group], 10 + 5 * sum(row["seconds"] for row in group)
        if all((program, case) in passed for case in cases):
            continue
        fails, seconds = runner.run(program, cases, limit, mutant)
        spent += seconds
        if fails:
            fails, seconds = runner.run(program, cases, limit)
            spent += seconds
            if not fails:
                return True, spent, f"{program}: {first_that_fails(runner, program, group, mutant)}"
            unsteady += 1
        passed.update((program, case) for case in cases)
    by = f"{len(passed)} of {len(rows)} cases that run it"
    return False, spent, by + (f", {unsteady} groups fail without it" if unsteady else "")
