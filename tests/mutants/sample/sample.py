#!/usr/bin/env python3
"""Draws mutants by chance, builds them, and counts how many the tests notice: see ../README.md."""
import argparse
import hashlib
import json
import math
import pathlib
import pickle
import sys

HERE = pathlib.Path(__file__).resolve().parent

from instrument import Instrumented, draw, files_of, first_apart  # noqa: E402
import pack  # noqa: E402
import run  # noqa: E402

ROOT = HERE.parent.parent.parent
ROOMS = ("sort", "sim", "app")


def programs_of(build, room):
    """The programs of the room's tests but for the slow ones, by name; `sweeplab` stands for the scripts."""
    names = [line.split()[0] for line in (build / "tests/programs.txt").read_text().splitlines()]
    names = [name for name in names if "slow" not in name and not name.endswith("_cuda_test")]
    of_sim = [name for name in names if name.startswith(("sim_", "pair_"))]
    of_app = [name for name in names if name.startswith(("app_", "bench_", "gl_", "io_", "sparse_", "teach_", "ui_"))]
    of_sort = [name for name in names if name not in of_sim + of_app and not name.startswith(("tree_", "emu_"))]
    of_sort.append("teach_tests")  # models serve lessons
    return {"sort": of_sort, "sim": of_sim, "app": [*of_app, "sim_emu_tests", "sweeplab"]}[room]


def counts_of(text, room):
    """Mutants per room: of "60" an equal share each, of "sort=60,sim=40" those."""
    if "=" in text:
        return {name: int(count) for name, count in (part.split("=") for part in text.split(","))}
    rooms = [room] if room else ROOMS
    return dict.fromkeys(rooms, math.ceil(int(text) / len(rooms)))


def hash_of(names):
    """Of files with their names."""
    result = hashlib.sha256()
    for name in names:
        result.update(name.encode() + b"\0" + (ROOT / name).read_bytes())
    return result.hexdigest()[:12]


def drawn(room, seed, folder):
    """As draw; kept in `folder` while the sources stay as they are, as parsing them takes half a minute."""
    sites = str((HERE / "sites.py").relative_to(ROOT))
    kept = folder / f"drawn-{room}-{seed}-{hash_of([sites, *files_of(ROOT, room)])}.pickle"
    if not kept.exists():
        kept.write_bytes(pickle.dumps(draw(ROOT, room, seed)))
    return pickle.loads(kept.read_bytes())


def build(options):
    """Builds the sample, and writes what there is to run: plan.json in the copy."""
    folder = options.copy
    counts = counts_of(options.sample, options.room)
    folder.mkdir(parents=True, exist_ok=True)
    instrumented = Instrumented(ROOT, folder)
    programs = {}
    for room in counts:
        names = options.programs or programs_of(instrumented.build_folder, room)
        programs[room] = [name for name in names if name not in options.without]
    refused = folder / "refused.txt"  # digests of those that do not compile
    known = set(refused.read_text().split()) if refused.exists() else set()
    sites, constants, room_of = [], {}, {}
    for room, count in counts.items():
        compiled = instrumented.compiled(programs[room])
        of_room, constants[room] = drawn(room, options.seed, folder)
        of_room = [site for site in of_room if site.file in compiled]
        of_room = first_apart(of_room, math.ceil(count * options.more))
        room_of.update((site.digest, room) for site in of_room)
        sites += of_room

    def refuse(site):
        with refused.open("a") as file:
            file.write(site.digest + "\n")

    # Those that were refused before keep their numbers, so that what was built stays.
    numbered = {number: site for number, site in enumerate(sites, 1) if site.digest not in known}
    instrumented.build(numbered, refuse, programs.values(), options.jobs)
    mutants = [dict(number=number, room=room_of[site.digest], digest=site.digest, kind=site.kind, file=site.file,
                    line=site.line, change=site.change, context=site.context)
               for number, site in instrumented.numbered.items()]
    paths = {name: instrumented.program(name) for name in sorted({name for some in programs.values() for name in some})}
    plan = dict(seed=options.seed, sources=hash_of(files_of(ROOT)), counts=counts, constants=constants, programs=programs, paths=paths, mutants=mutants)
    (folder / "plan.json").write_text(json.dumps(plan, indent=1))


def main():
    parser = argparse.ArgumentParser(prog="tests/mutants.sh --sample N", description=__doc__.split(":")[0] + ".",
                                     parents=[run.options()])
    parser.add_argument("--sample", required=True, help="so many mutants, an equal share in each room; or sort=60,sim=40")
    parser.add_argument("--seed", type=int, default=1, help="another draws others [1]")
    parser.add_argument("--room", choices=ROOMS, help="only of this room")
    parser.add_argument("--copy", type=pathlib.Path, default=ROOT / "build/sampled/copy",
                        help="where mutants are built [build/sampled/copy]")
    parser.add_argument("--more", type=float, default=1.8, help="drawn per mutant tried, as some are run by no test [1.8]")
    parser.add_argument("--programs", nargs="*", help="these programs of tests, not all of the room")
    parser.add_argument("--without", nargs="*", default=[], help="all programs of tests but these")
    parser.add_argument("--build-only", action="store_true", help="runs nothing")
    parser.add_argument("--pack", help="runs nothing, and writes an archive (.tar.xz) that runs elsewhere: see run.sh in "
                        "it; with ROOM in its name one per room")
    options = parser.parse_args()
    options.copy = options.copy.resolve()
    build(options)
    if options.pack:
        rooms = list(counts_of(options.sample, options.room))
        for some in [[room] for room in rooms] if "ROOM" in options.pack else [rooms]:
            pack.write(ROOT, options.copy, pathlib.Path(options.pack.replace("ROOM", some[0])), some)
    elif not options.build_only:
        options.results = options.results or ROOT / "build/sampled.jsonl"
        sys.exit(run.run(options.copy, options))


if __name__ == "__main__":
    main()
