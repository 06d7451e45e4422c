"""A copy of the sources in which many mutants are compiled at once, each behind its switch (switch.h)."""
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

from sites import NUMBER, sites_of

SUFFIXES = {".cpp", ".h", ".cu", ".cuh"}
SWITCH = "tests/mutants/sample/switch.h"
BUILD_SECONDS = 7200
MIRROR = "tests/emu/rewritten"  # in a build: kernels for the emulated device
# Right and wrong alone count, and most of the time goes into compiling. No nvcc: kernels run emulated. Programs find the
# tree in the folder that they are started in, wherever that is.
CONFIGURE = ["-DSWEEPLAB_TESTS=ON", "-DSWEEPLAB_CUDA=OFF", "-DCMAKE_BUILD_TYPE=Release", "-DSWEEPLAB_TEST_ROOT=.",
             "-DCMAKE_CXX_FLAGS_RELEASE=-O1 -DNDEBUG -Werror=return-type", "-DCMAKE_EXE_LINKER_FLAGS=-no-pie"]


def files_of(root, folder="."):
    command = ["git", "-C", root, "ls-files", "-co", "--exclude-standard", "-z", folder]
    names = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split("\0")
    return sorted(name for name in names if name and "__pycache__" not in name and (root / name).is_file())


def draw(root, room, seed):
    """All mutants of the room's sources in the order of drawing: a line, each as likely, then one of its mutants. And how
    many others there are that the compiler needs as constants. Depends on nothing that is built."""
    lines, constant = {}, 0
    for name in files_of(root, room):
        if pathlib.Path(name).suffix not in SUFFIXES:
            continue
        sites, constants = sites_of(name, (root / name).read_bytes())
        constant += constants
        for site in sites:
            lines.setdefault((site.file, site.line), []).append(site)
    generator = random.Random(seed)
    order = sorted(lines)
    generator.shuffle(order)
    return [generator.choice(lines[line]) for line in order], constant


def first_apart(sites, count):
    """The first so many that do not lie within each other."""
    taken, result = {}, []
    for site in sites:
        of_file = taken.setdefault(site.file, [])
        if all(site.end <= begin or end <= site.begin for begin, end in of_file):
            of_file.append((site.begin, site.end))
            result.append(site)
        if len(result) == count:
            break
    return result


def switched(source, numbered, copy, name):
    """The text of a source with its mutants: (number, site)."""
    for number, site in sorted(numbered, key=lambda each: -each[1].begin):
        text = site.text.replace(NUMBER, str(number))
        source = source[:site.begin] + text.encode() + source[site.end:]
    return f'#include "{copy / SWITCH}"\n#line 1 "{copy / name}"\n'.encode() + source


class Instrumented:
    """`numbered` holds the mutants that compiled, by number, once `build` has returned."""

    def __init__(self, root, copy):
        self.root, self.copy, self.build_folder = root, copy, copy / "build"
        self.numbered = {}
        if not (self.build_folder / "build.ninja").exists():
            self._write(files_of(root))
            command = ["cmake", "-S", copy, "-B", self.build_folder, "-G", "Ninja", *CONFIGURE]
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)

    def ninja(self, *arguments):
        command = ["ninja", "-C", self.build_folder, *arguments]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout

    def compiled(self, targets):
        """Names of the sources that the targets are compiled of; of kernels those before they are rewritten."""
        found, left = set(), set()
        for line in self.ninja("-t", "inputs", *targets).splitlines():
            path = self.build_folder / line
            if path.is_relative_to(self.copy) and path.suffix in SUFFIXES | {".cxx"}:
                left.add(path)
        while left:
            path = left.pop()
            name = path.relative_to(self.copy / (pathlib.Path("build") / MIRROR
                                                 if path.is_relative_to(self.build_folder / MIRROR) else ""))
            name = pathlib.Path(re.sub(r"\.cu\.cpp$", ".cu", str(name)))
            path = self.copy / name
            if str(name) in found or not path.is_file():
                continue
            found.add(str(name))
            for included in re.findall(rb'(?m)^\s*#\s*include\s+["<]([^">]+)[">]', path.read_bytes()):
                for folder in (path.parent, self.copy, self.copy / "sort/include"):
                    other = pathlib.Path(os.path.normpath(folder / included.decode()))
                    if other.is_relative_to(self.copy) and other.is_file():
                        left.add(other)
        return found

    def program(self, target):
        """The name in the copy of the file that a target's name stands for: `sim_tests` is build/tests/sim_tests."""
        lines = self.ninja("-t", "query", target).splitlines()
        return "build/" + (lines[2].strip() if lines[1].strip() == "input: phony" else target)

    def build(self, numbered, refused, groups, jobs):
        """Compiles the mutants in one group of targets after the other; those that the compiler refuses are left out, and
        reported to `refused`."""
        self.numbered = dict(numbered)
        names = files_of(self.root)
        self._remove_all_but(names)
        self._write(names)
        for targets in groups:
            self._build(refused, targets, jobs)

    def _build(self, refused, targets, jobs):
        while True:
            with tempfile.TemporaryFile("w+") as output:
                # Not all at once: what is refused in a header is refused everywhere.
                command = ["ninja", "-C", self.build_folder, f"-j{jobs}", "-k", "12", *targets]
                if subprocess.run(command, stdout=output, stderr=output, timeout=BUILD_SECONDS).returncode == 0:
                    return
                output.seek(0)
                log = output.read()
            wrong = self._refused_by(log)
            if not wrong:
                sys.exit("mutants: the copy with the sample does not compile:\n" + log[-4000:])
            files = {self.numbered[number].file for number in wrong}
            for number in wrong:
                refused(self.numbered.pop(number))
            print(f"{len(wrong)} do not compile and are left out", file=sys.stderr, flush=True)
            self._write(files, keep_time=True)

    def _remove_all_but(self, names):
        """What the tree no longer has, or has elsewhere by now, would be compiled twice."""
        for folder in {pathlib.Path(name).parts[0] for name in names if "/" in name}:
            for path in (self.copy / folder).rglob("*"):
                if path.is_file() and str(path.relative_to(self.copy)) not in names:
                    path.unlink()

    def _write(self, names, keep_time=False):
        """Writes sources with their mutants where they differ. `keep_time`: objects that were compiled without an error
        stay; in them is also what was refused elsewhere, which nobody turns on."""
        of_file = {}
        for number, site in self.numbered.items():
            of_file.setdefault(site.file, []).append((number, site))
        for name in names:
            text, path = (self.root / name).read_bytes(), self.copy / name
            if name in of_file:
                text = switched(text, of_file[name], self.copy, name)
            if path.is_file() and path.read_bytes() == text:
                continue
            time = path.stat().st_mtime_ns if keep_time else None
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text)
            shutil.copymode(self.root / name, path)
            if time:
                os.utime(path, ns=(time, time))
                for rewritten in (name, f"{name}.cpp"):
                    (self.build_folder / MIRROR / rewritten).unlink(missing_ok=True)

    def _refused_by(self, log):
        """The numbers of the mutants on the lines of errors; where none is, on any line that a message names."""
        wrong = set()
        place = re.compile(re.escape(str(self.copy)) + r"/([^\s:]+):(\d+)")
        for command in re.split(r"(?m)^FAILED: ", log)[1:]:
            errors = [line for line in command.splitlines() if re.search(r"\berror:", line)]
            found = set()
            for lines in (errors, command.splitlines()):
                for name, line in place.findall("\n".join(lines)):
                    found |= {number for number, site in self.numbered.items() if site.file == name and
                              site.line <= int(line) <= site.last_line}
                if found:
                    break
            wrong |= found
        return wrong
