#!/usr/bin/env python3
"""Is the advice of `sweeplab fit` the fastest? fit_truth.py PROGRAM FOLDER OUT.json [--backend B] [--scale F] ...

Makes 20 sets of own frames in FOLDER (needs NumPy; --scale makes them smaller), lets `fit` choose, and measures all again in
processes of their own, `bench sort --data` and `bench pairs --data`. The advice is right where the worst frame of what it
chose is at most 1.03 times the least one that was measured again; and where it is more, but `fit` had named the fastest as
equal. OUT.json gets every advice and time; a table is printed.
"""
import argparse
import json
import os
import subprocess
import sys
import time

import numpy as np

NEAR = 1.03
KEYS = ("keys", "splats", "contacts")
UNSTABLE = ("warpsort",)


def save(folder, frames):
    os.makedirs(folder, exist_ok=True)
    for number, frame in enumerate(frames):
        np.save(os.path.join(folder, f"frame_{number:03d}.npy"), frame)


def moved_keys(random, count, moving, width, frames=10, top=2**31, kind=np.uint32):
    """Keys of which a share moves by up to a width from frame to frame."""
    at = random.uniform(0, top, count)
    for _ in range(frames):
        yield at.clip(0, top).astype(kind)
        chosen = random.random(count) < moving
        at[chosen] += random.normal(0, width, chosen.sum())


def tiles(random, count, moving, frames=10):
    """Splat keys: 3,600 tiles of a picture, behind them a depth."""
    tile = random.integers(0, 3600, count).astype(np.uint64)
    depth = random.uniform(1, 100, count).astype(np.float32)
    for _ in range(frames):
        yield tile << np.uint64(32) | depth.view(np.uint32).astype(np.uint64)
        chosen = random.random(count) < moving
        depth[chosen] *= random.uniform(0.99, 1.01, chosen.sum()).astype(np.float32)


def contacts(random, bodies, count, frames=10):
    """Ids of contacts, lesser body << 32 | greater body; three in a hundred are new."""
    def new(many):
        low = random.integers(0, bodies, many).astype(np.uint64)
        return low << np.uint64(32) | (low + random.integers(1, 64, many).astype(np.uint64))
    ids = new(count)
    for _ in range(frames):
        yield ids.copy()
        chosen = random.random(count) < 0.03
        ids[chosen] = new(chosen.sum())


def uneven(random, most, frames=12):
    for _ in range(frames):
        yield random.uniform(0, 1e6, random.integers(most // 10, most)).astype(np.float64)


def boxes(random, count, extent, size, speed, frames=8, resting=0.0, layers=None):
    """Boxes that move; a share rests; extent and size by axis, or a function of the generator."""
    at = random.uniform(0, 1, (count, 3)) * np.asarray(extent, float)
    half = size(random, count) if callable(size) else np.full((count, 1), size / 2)
    velocity = random.normal(0, speed, (count, 3))
    velocity[random.random(count) < resting] = 0
    if layers:
        at[:, 1] = random.choice(layers, count)
    for _ in range(frames):
        yield np.concatenate([at - half, at + half], 1).astype(np.float32)
        at = at + velocity


def spheres(random, count, extent, radius, speed, frames=8, shuffled=False, clusters=0):
    at = random.uniform(0, 1, (count, 3)) * np.asarray(extent, float)
    if clusters:
        at = random.uniform(0, 1, (clusters, 3))[random.integers(0, clusters, count)] * extent
        at = at + random.normal(0, extent[0] / 60, (count, 3))
    for _ in range(frames):
        frame = np.concatenate([at, np.full((count, 1), radius)], 1).astype(np.float32)
        yield random.permutation(frame) if shuffled else frame
        at = at + random.normal(0, speed, (count, 3))


def mixed_sizes(random, count):
    half = random.uniform(0.05, 0.1, (count, 1))
    half[: max(1, count // 500)] = 5
    return half


def make_sets(folder, scale):
    random = np.random.default_rng(20)
    n = lambda count: max(200, int(count * scale))
    side = lambda count, share, radius: (count * 4.19 * radius**3 / share) ** (1 / 3)
    sets = {
        "keys-rest": moved_keys(random, n(1 << 20), 0.001, 1e5),
        "keys-flow": moved_keys(random, n(1 << 20), 0.5, 2e3),
        "keys-new": (random.integers(0, 2**32, n(1 << 20), dtype=np.uint64).astype(np.uint32) for _ in range(8)),
        "keys-few": (random.integers(0, 16, n(500000)).astype(np.uint32) for _ in range(8)),
        "keys-short": moved_keys(random, n(3000), 0.2, 1e6, 20),
        "keys-float": moved_keys(random, n(200000), 1, 30, 10, 1e6, np.float32),
        "keys-uneven": uneven(random, n(60000)),
        "splats-slow": tiles(random, n(1 << 20), 0.002),
        "splats-fast": tiles(random, n(1 << 20), 1),
        "contacts": contacts(random, n(200000), n(400000)),
        "boxes-even": boxes(random, n(100000), [100, 100, 100], 1, 0.02),
        "boxes-level": boxes(random, n(30000), [300, 0, 300], 2, 0.2, resting=0.9, layers=[0, 4]),
        "boxes-mixed": boxes(random, n(60000), [40, 40, 40], mixed_sizes, 0.01),
        "boxes-flat": boxes(random, n(200000), [400, 1, 400], 0.6, 0.01),
        "boxes-short": boxes(random, n(1000), [20, 20, 20], 1, 0.05, 20),
        "boxes-tower": boxes(random, n(50000), [8, 800, 8], 0.8, 0.01),
        "spheres-gas": spheres(random, n(400000), [side(n(400000), 0.2, 0.5)] * 3, 0.5, 0.01),
        "spheres-shuffled": spheres(random, n(100000), [side(n(100000), 0.1, 0.5)] * 3, 0.5, 0.01, shuffled=True),
        "spheres-clusters": spheres(random, n(100000), [100] * 3, 0.1, 0.01, clusters=40),
        "spheres-fast": spheres(random, n(100000), [side(n(100000), 0.1, 0.5)] * 3, 0.5, 2.0),
    }
    for name, frames in sets.items():
        save(os.path.join(folder, name), frames)
    return list(sets)


def run(words):
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(words)}: exit code {done.returncode}\n{done.stderr}")
    return json.loads(done.stdout)


def worst_ms(case):
    """The worst frame of a row of `bench --data`, by its median, without the first, which comes as recorded."""
    return max(frame["ms"] for frame in case["frames"][1:] if frame.get("ms"))


def measured_again(program, task, data, fit, common):
    """Name to worst frame, of the rows that `fit` has measured and may choose."""
    names = [row["name"] for row in fit["cases"] if row["task"] == task and row["worst_ms"] and not row["fault"]]
    what, flag = ("sort", "--sort") if task == "sort" else ("pairs", "--broad-phase")
    words = [program, "bench", what, "--data", data, "-q", "--json", "-", flag, ",".join(names), *common]
    if task == "pairs":
        words += ["--sort", fit["choice"]["sort"]["name"]]
    name = "engine" if task == "sort" else "broad_phase"
    return {case[name]: worst_ms(case) for case in run(words)["cases"] if not case["reason"]}


def judged(program, data, task, fit, common):
    """What came of a choice: its own time and the least, measured again, among stable engines or broad phases."""
    choice = fit["choice"][task]
    again = measured_again(program, task, data, fit, common)
    if task == "sort":
        again = {name: ms for name, ms in again.items() if name not in UNSTABLE}
    fastest = min(again, key=again.get)
    ratio = again[choice["name"]] / again[fastest]
    right = ratio <= NEAR or fastest in choice["equal"]
    return {"data": os.path.basename(data), "task": task, "chosen": choice["name"], "equal": choice["equal"],
            "fastest": fastest, "ratio": ratio, "right": right, "again_ms": again,
            "fit_ms": {row["name"]: row["worst_ms"] for row in fit["cases"] if row["task"] == task}}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("folder")
    parser.add_argument("out")
    parser.add_argument("--backend", default="auto")
    parser.add_argument("--scale", type=float, default=1)
    parser.add_argument("--quick", action="store_true", help="the advice of fit --quick")
    parser.add_argument("--min-time", default="0.2", help="of what is measured again")
    parser.add_argument("--seconds", type=float, default=1e9, help="begins no other set after that")
    args = parser.parse_args()

    ends = time.monotonic() + args.seconds
    common, quick = ["--backend", args.backend], ["--quick"] if args.quick else []
    again = [*common, "--min-time", args.min_time]
    results, taken_s = [], {}
    for name in make_sets(args.folder, args.scale):
        if time.monotonic() > ends:
            break
        began = time.monotonic()
        data = os.path.join(args.folder, name)
        fit = run([args.program, "fit", data, "-q", "--json", "-", *common, *quick])
        for task in ("sort", "pairs"):
            if not fit["choice"][task]:
                continue
            results.append(judged(args.program, data, task, fit, again))
            one = results[-1]
            print(f"{name:18} {task:6} {one['chosen']:14} {one['ratio']:6.3f} of {one['fastest']:14} "
                  f"{'right' if one['right'] else 'WRONG'}  equal: {', '.join(one['equal'])}", flush=True)
        taken_s[name] = round(time.monotonic() - began, 1)
    # The advice on boxes is a broad phase, that on keys an engine.
    advice = [one for one in results if one["task"] == "pairs" or one["data"].startswith(KEYS)]
    record = {"near": NEAR, "right": sum(one["right"] for one in advice), "sets": len(advice), "taken_s": taken_s,
              "results": results}
    with open(args.out, "w") as file:
        json.dump(record, file, indent=1)
    print(f"advice right in {record['right']} of {record['sets']} sets; of all choices "
          f"{sum(one['right'] for one in results)} of {len(results)}")


if __name__ == "__main__":
    main()
