"""An archive of mutants that are built, to be run on another machine, which needs bash, Python and glibc alone."""
import json
import pathlib
import re
import subprocess
import tempfile

from instrument import files_of

LEFT_OUT = ("assets/results/", "assets/pictures/")  # large, and read by no test
OF_GLIBC = re.compile(r"(ld-linux|lib(c|m|dl|rt|pthread|resolv|mvec)\.so)")
RUN = """#!/usr/bin/env bash
# run.sh CORES SECONDS FOLDER: runs the mutants that are here, and writes what the tests notice to FOLDER/results.jsonl,
# a JSON object a line, and FOLDER/table.md. Exit code 75: time was over; run it again with the same FOLDER to go on.
set -euo pipefail
[ $# -ge 3 ] || { sed -n 2,3p "$0" >&2; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$3"
exec python3 "$here/tests/mutants/sample/run.py" "$here" -j "$1" --seconds "$2" --results "$3/results.jsonl" \\
    --page "$3/table.md" "${@:4}"
"""


def libraries(program):
    """The shared libraries that a program needs, but for those of glibc: every machine has its own."""
    text = subprocess.run(["ldd", program], check=True, capture_output=True, text=True).stdout
    found = (pathlib.Path(path) for path in re.findall(r"=> (/\S+)", text))
    return {path for path in found if not OF_GLIBC.match(path.name)}


def write(root, copy, archive, rooms):
    """Packs the part of the copy's plan that is for these rooms into archive, a .tar.xz."""
    plan = json.loads((copy / "plan.json").read_text())
    plan["programs"] = {room: plan["programs"][room] for room in rooms}
    needed = {name for some in plan["programs"].values() for name in some}
    plan["paths"] = {name: path for name, path in plan["paths"].items() if name in needed}
    plan["mutants"] = [mutant for mutant in plan["mutants"] if mutant["room"] in rooms]
    with tempfile.TemporaryDirectory(dir=copy.parent) as folder:
        stage = pathlib.Path(folder) / "mutants"
        names = [name for name in files_of(root) if not name.startswith(LEFT_OUT)]
        for name in [*names, *plan["paths"].values()]:
            (stage / name).parent.mkdir(parents=True, exist_ok=True)
        for name in names:
            (stage / name).hardlink_to(copy / name)
        for name in plan["paths"].values():
            # The emulated device finds kernels and their static variables in the table of symbols.
            command = ["strip", "-g" if "/emu/" in name else "-s", "-o", stage / name, copy / name]
            subprocess.run(command, check=True)
        (stage / "lib").mkdir()
        for library in set().union(*(libraries(copy / path) for path in plan["paths"].values())):
            (stage / "lib" / library.name).write_bytes(library.read_bytes())
        (stage / "plan.json").write_text(json.dumps(plan, indent=1))
        (stage / "run.sh").write_text(RUN)
        (stage / "run.sh").chmod(0o755)
        archive.parent.mkdir(parents=True, exist_ok=True)
        # A window over all programs, which have much in common; large ones that are alike beside each other.
        listed = sorted(plan["paths"].values()) + [*names, "lib", "plan.json", "run.sh"]
        listed = "\n".join(f"mutants/{name}" for name in listed)
        command = ["tar", "-c", "-I", "xz -T1 --lzma2=preset=3,dict=1GiB", "-f", archive.resolve(), "-C", folder, "-T", "-"]
        subprocess.run(command, check=True, input=listed, text=True)
    print(f"{archive}: {archive.stat().st_size / 1e6:.1f} MB")
