"""report_numbers.py OUT REPORT.json REPORT.csv REPORT.trace: one run of `profile` told four times, number by number.

Prints what differs; nothing where all four say the same.
"""
import csv
import json
import math
import re
import sys

table = open(sys.argv[1]).read()
report = json.load(open(sys.argv[2]))
rows = list(csv.DictReader(open(sys.argv[3])))
events = json.load(open(sys.argv[4]))["traceEvents"]


def expect(what, found, expected):
    if found != expected:
        print(f"{what}: {found}, but {expected}")


def percentile(values, percent):
    values = sorted(values)
    return values[max(math.ceil(percent / 100 * len(values)) - 1, 0)]


def stage_of(name):
    parts = name.split("/")
    return "/".join(parts[:2]) if parts[0] in ("gravity", "narrow") else parts[0]


# The table and the JSON: times, bytes.
lines = {line[:24].strip(): line[24:].split() for line in table.splitlines() if re.match(r"[a-z].* \d+\.\d{4} ", line)}
stages = {stage["name"]: stage for stage in report["stages"]}
for name, stage in {**stages, "step": report["step"]}.items():
    if name not in lines:
        print(f"the table has no row {name}")
        continue
    for place, key in enumerate(("p50_ms", "p90_ms", "p99_ms", "max_ms")):
        expect(f"{key} of {name}", lines[name][place], f"{stage[key]:.4f}")
    if stage.get("bytes"):
        expect(f"MB of {name}", lines[name][5], f"{stage['bytes'] / 1e6:.3f}")

# The lines below it: counters of the last step, paths of the sorts.
text = " ".join(table.split())
counters = report["counters"]
found = re.search(r"last step: ([\d,]+) pairs?, ([\d,]+) contacts?, (\d+) of (\d+) pass(?:es)? run, ([\d,]+) descents?", text)
numbers = [int(number.replace(",", "")) for number in found.groups()] if found else []
run, skipped = counters["passes_run"], counters["passes_skipped"]
expect("last step", numbers, [counters["pairs"], counters["contacts"], run, run + skipped, counters["descents"]])
paths = dict((name, int(count)) for name, count in re.findall(r"([a-z][a-z ]*) (\d+)[,;]", re.search(r"sort paths: .*?;", text)[0][12:]))
expect("sort paths", paths, {name: count for name, count in counters["sort_path"].items() if count > 0})
found = re.search(r"windows (\d+|-), movers (\d+|-), largest shift (\d+|-);", text)
none = ["-"] * 3 if "largest shift: not measured" in text else []
expect("repair", list(found.groups()) if found else none,
       [str("-" if counters[key] is None else counters[key]) for key in ("sort_windows", "sort_movers", "sort_max_shift")])

# The CSV: pieces of a stage add up to it; each step's own stage times, and what its report took behind it.
steps = sorted({int(row["frame"]) for row in rows})
for name in stages:
    summed = [sum(float(row["dur_us"]) for row in rows if int(row["frame"]) == step and row["lane"] != "step"
                  and stage_of(row["stage"]) == name) for step in steps]
    for key, percent in (("p50_ms", 50), ("p90_ms", 90), ("max_ms", 100)):
        if abs(percentile(summed, percent) / 1000 - stages[name][key]) > 2e-5:
            print(f"{key} of {name}: {percentile(summed, percent) / 1000} in the CSV, {stages[name][key]} in the JSON")
for step in steps:
    own = [row for row in rows if int(row["frame"]) == step]
    whole = next(row for row in own if row["stage"] == "step")
    behind = next(row for row in own if row["stage"] == "profiler")
    end = float(whole["start_us"]) + float(whole["dur_us"])
    if abs(float(behind["start_us"]) - end) > 0.002:
        print(f"step {step}: the profiler's row begins at {behind['start_us']}, the step ends at {end}")
    first = next(row for row in own if row["stage"] in ("boxes", "keys"))
    expect(f"items of {first['stage']} in step {step}", int(first["items"]), report["bodies"])

# The trace: a slice per stage and step, with the bytes of its pieces and the items of the largest.
for step in steps:
    pieces = {}
    for row in rows:
        if int(row["frame"]) == step and row["lane"] == "stage":
            bytes_items = pieces.setdefault(stage_of(row["stage"]), [0, 0])
            bytes_items[0] += int(row["bytes"])
            bytes_items[1] = max(bytes_items[1], int(row["items"]))
    begin = next(event for event in events if event["name"] == f"step {step}")
    inside = [event for event in events if event["ph"] == "X" and event["tid"] == begin["tid"] and event is not begin
              and begin["ts"] - 0.01 <= event["ts"] <= begin["ts"] + begin["dur"] + 0.01]
    for name, (in_bytes, items) in pieces.items():
        # The stage's own, not one of that name inside another stage, which may be the longer one.
        slices = [event for event in inside if event["name"] == name and not any(
            other["dur"] > event["dur"] and other["ts"] <= event["ts"] and
            event["ts"] + event["dur"] <= other["ts"] + other["dur"] for other in inside)]
        if slices:
            told = max(slices, key=lambda event: event["dur"]).get("args", {})
            expect(f"bytes of {name} in step {step} of the trace", told.get("bytes", 0), in_bytes)
            expect(f"items of {name} in step {step} of the trace", told.get("items", 0), items)
        else:
            print(f"no slice of {name} in step {step} of the trace")
