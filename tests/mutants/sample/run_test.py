#!/usr/bin/env python3
"""Whether run.py counts what a program's cases do to mutants. The program here is a script that behaves as one of
GoogleTest, and its mutants do what their numbers say."""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
PROGRAM = """#!/usr/bin/env python3
import os, sys, time
REACHES = {"Quick.one": [1, 3, 4], "Quick.two": [3, 4], "Quick.never": [], "Fails.always": [5]}
if "--gtest_list_tests" in sys.argv:
    sys.exit(print("Quick.\\n  one\\n  two\\n  never\\n  DISABLED_three\\nFails.\\n  always"))
cases = next(word.split("=")[1] for word in sys.argv if word.startswith("--gtest_filter")).split(":")
mutant, reached = int(os.environ["SWEEPLAB_MUTANT"]), os.environ["SWEEPLAB_REACHED"]
open(os.path.join(os.path.dirname(sys.argv[0]), "log"), "a").write(f"{mutant} {':'.join(cases)}\\n")
for case in cases:
    time.sleep(0.2 if case == "Quick.two" else 0)  # the quickest come first
    if reached:
        with open(reached, "r+b") as file:
            for number in REACHES[case]:
                file.seek(number)
                file.write(b"\\1")
    if case == "Fails.always" or (mutant == 1 and case == "Quick.one"):
        sys.exit(1)
    if mutant == 4 and case == "Quick.two":
        os.abort()
"""


class Run(unittest.TestCase):
    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self.scratch.name)
        (self.folder / "program").write_text(PROGRAM)
        (self.folder / "program").chmod(0o755)
        mutants = [{"number": number, "room": "sort", "digest": f"digest{number}", "kind": "border", "file": "a.cpp",
                    "line": number, "change": "< -> <=", "context": "a < b"} for number in range(1, 6)]
        (self.folder / "plan.json").write_text(json.dumps({
            "seed": 7, "counts": {"sort": 5}, "constants": {"sort": 2}, "programs": {"sort": ["program"]},
            "paths": {"program": "program"}, "mutants": mutants}))

    def tearDown(self):
        self.scratch.cleanup()

    def run_it(self, *words):
        done = subprocess.run([sys.executable, HERE / "run.py", self.folder, "-j", "2", *words], capture_output=True, text=True)
        return done.returncode, done.stdout + done.stderr

    def log(self):
        path = self.folder / "log"
        lines = path.read_text().splitlines() if path.exists() else []
        path.write_text("")
        return sorted(lines)

    def test_a_mutant_is_caught_by_a_case_that_fails_or_crashes_and_runs_only_those_that_reach_it(self):
        code, said = self.run_it("--page", str(self.folder / "table.md"))
        self.assertEqual(code, 0, said)
        rows = [json.loads(line) for line in (self.folder / "results.jsonl").read_text().splitlines()]
        self.assertEqual({row["digest"]: row["result"] for row in rows},
                         {"digest1": "caught", "digest3": "SURVIVED", "digest4": "caught"})
        self.assertEqual({row["digest"]: row["by"] for row in rows if row["result"] == "caught"},
                         {"digest1": "program: Quick.one", "digest4": "program: Quick.two"})
        self.assertIn("fails without a mutant, not asked: program Fails.always", said)
        self.assertIn("`sort`, seed 7: 3 mutants; 1 more were drawn that no test runs", said)
        self.assertIn("| sort | 3 | 2 | 67 % |", (self.folder / "table.md").read_text())
        log = self.log()
        of_survivor = [case for line in log if line.startswith("3 ") for case in line.split()[1].split(":")]
        self.assertEqual(sorted(of_survivor), ["Quick.one", "Quick.two"])
        self.assertEqual(log.count("0 Quick.one"), 2, "for the map, and whether it fails without the mutant, too")

    def test_cases_of_another_room_count(self):
        plan = json.loads((self.folder / "plan.json").read_text())
        plan.update(programs={"sort": [], "sim": ["program"]}, counts={"sort": 5, "sim": 5}, constants={"sort": 2, "sim": 0})
        (self.folder / "plan.json").write_text(json.dumps(plan))
        code, said = self.run_it()
        self.assertEqual(code, 0, said)
        self.assertIn("| sort | 3 | 2 | 67 % |", said)
        self.assertIn("The tests are those of sort, sim.", said)

    def test_the_next_run_goes_on_and_asks_for_nothing_twice(self):
        code, said = self.run_it("--seconds", "0")
        self.assertEqual(code, 75, said)
        self.assertEqual(self.log(), [])
        code, said = self.run_it("--only", "1")
        self.assertEqual(code, 0, said)
        self.assertEqual([line[0] for line in self.log()], ["0", "0", "0", "0", "0", "1"])
        code, said = self.run_it()
        self.assertEqual(code, 0, said)
        log = self.log()
        self.assertNotIn("1 Quick.one", log)
        self.assertNotIn("0 Quick.never", log)


if __name__ == "__main__":
    unittest.main()
