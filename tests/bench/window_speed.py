#!/usr/bin/env python3
"""How fast the window simulates: each built-in scene at its usual number of bodies, on a virtual screen.

    window_speed.py PROGRAM OUT.json [--scenes NAME,...] [--size 1280x720] [--frames 120,420] [--rounds 2]

Two windows a round, the second longer: what lies between their ends is that of a window that has found its speed and
its quality. Prints frames per second and simulated seconds per second, least and most of the rounds; OUT.json gets the
machine, the build and every window. Needs xvfb-run.
"""
import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import time


def asked(program, command):
    return json.loads(subprocess.run([program, command, "--json", "-"], capture_output=True, check=True).stdout)


def window(program, scene, size, frames, folder):
    """Seconds that it was open, from before the program began; steps; seconds of a step."""
    record = os.path.join(folder, "run.toml")
    command = ["xvfb-run", "-a", "-s", f"-screen 0 {size}x24", program, "view", "--scene", scene, "--frames",
               str(frames), "--size", size, "--record", record]
    begin = time.monotonic()
    done = subprocess.run(command, capture_output=True, text=True,
                          env=dict(os.environ, XDG_CONFIG_HOME=folder, HOME=folder))
    wall_s = time.monotonic() - begin
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}: exit code {done.returncode}\n{done.stderr}")
    text = open(record).read()
    os.remove(record)
    step_s = float(re.search(r"^time_step_s = (\S+)", text, re.M)[1])
    return {"frames": frames, "wall_s": wall_s, "steps": int(re.search(r"^steps = (\d+)", text, re.M)[1]),
            "time_step_s": step_s}


def between(least, text):
    return text % least[0] + (" to " + text % least[1] if text % least[0] != text % least[1] else "")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("out")
    parser.add_argument("--scenes")
    parser.add_argument("--size", default="1280x720")
    parser.add_argument("--frames", default="120,420")
    parser.add_argument("--rounds", type=int, default=2)
    arguments = parser.parse_args()
    program = os.path.abspath(arguments.program)
    first, last = (int(frames) for frames in arguments.frames.split(","))
    scenes = (arguments.scenes.split(",") if arguments.scenes
              else [one["name"] for one in asked(program, "scenes")["scenes"]])
    facts = asked(program, "info")
    report = {"date": facts["date"], "machine": facts["machine"], "build": facts["build"], "size": arguments.size,
              "cases": []}
    with tempfile.TemporaryDirectory() as folder:
        for scene in scenes:
            rates, speeds, rounds = [], [], []
            for _ in range(arguments.rounds):
                short = window(program, scene, arguments.size, first, folder)
                long = window(program, scene, arguments.size, last, folder)
                wall_s = long["wall_s"] - short["wall_s"]
                rates.append((last - first) / wall_s)
                speeds.append((long["steps"] - short["steps"]) * long["time_step_s"] / wall_s)
                rounds.append([short, long])
            rates.sort(), speeds.sort()
            report["cases"].append({"scene": scene, "frames_per_second": rates,
                                    "simulated_seconds_per_second": speeds, "rounds": rounds})
            print(f"{scene:10} {between((rates[0], rates[-1]), '%.0f')} frames/s, "
                  f"{between((speeds[0], speeds[-1]), '%.2f')} simulated s per s", flush=True)
            with open(arguments.out, "w") as out:
                json.dump(report, out, indent=1)
                out.write("\n")


main()
