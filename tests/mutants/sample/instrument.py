"""A copy of the sources in which many mutants are compiled at once, each behind its switch (switch.h)."""
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

from build_copy import BuildCopy
from sites import NUMBER, sites_of

SWITCH = pathlib.Path(__file__).resolve().parent / "switch.h"
SUFFIXES = {".cpp", ".h", ".cu", ".cuh"}
BUILD_SECONDS = 7200
MIRROR = "tests/emu/rewritten"  # in a build: kernels for the emulated device


def draw(root, room, seed):
    """All mutants of the room's sources in the order of drawing: a line, each as likely, then one of its mutants. And how
    many others there are that the compiler needs as constants. Depends on nothing that is built."""
    command = ["git", "-C", root, "ls-files", "-co", "--exclude-standard", room]
    names = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split("\n")
    lines, constant = {}, 0
    for name in sorted(name for name in names if pathlib.Path(name).suffix in SUFFIXES):
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


def switched(source, numbered, path):
    """The text of a source with its mutants: (number, site)."""
    for number, site in sorted(numbered, key=lambda each: -each[1].begin):
        text = site.text.replace(NUMBER, str(number))
        source = source[:site.begin] + text.encode() + source[site.end:]
    return f'#include "{SWITCH}"\n#line 1 "{path}"\n'.encode() + source


def needs(build):
    """Pairs (object, all files that it is compiled of) of a build."""
    text = subprocess.run(["ninja", "-C", build, "-t", "deps"], check=True, capture_output=True, text=True).stdout
    for block in text.split("\n\n"):
        made, *needed = block.splitlines() or [""]
        if made:
            yield pathlib.Path(made.split(":")[0]), {pathlib.Path(os.path.normpath(build / line.strip())) for line in needed}


class Instrumented:
    """`numbered` holds the mutants that compiled, by number, once `build` has returned."""

    def __init__(self, root, build, copy, targets, room):
        self.copy, self.targets, self.room = BuildCopy(root, build, copy), targets, room
        self.copy.make(targets)
        self.numbered = {}

    def compiled(self):
        """Names of the sources that the targets are compiled of; of kernels those before they are rewritten."""
        root, build = self.copy.root, self.copy.build
        command = ["ninja", "-C", build, "-t", "inputs", *self.targets]
        inputs = set(subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines())
        names = set()
        for made, needed in needs(build):
            for path in needed if str(made) in inputs else ():
                if path.is_relative_to(build / MIRROR):
                    names.add(re.sub(r"\.cu\.cpp$", ".cu", str(path.relative_to(build / MIRROR))))
                elif path.is_relative_to(root):
                    names.add(str(path.relative_to(root)))
        return names

    def build(self, sites, refused, jobs):
        """Compiles the mutants; those that the compiler refuses are left out, and told to `refused`."""
        self.numbered = dict(enumerate(sites, 1))
        kept = self.copy.copy / "written"  # names of sources that are not as they were
        written = set(kept.read_text().split()) if kept.exists() else set()
        files = {site.file for site in sites}
        kept.write_text("\n".join(sorted(written | files)))
        self._write(written | files, all_of_them=True)  # objects are now those without mutants
        while True:
            with tempfile.TemporaryFile("w+") as output:
                command = ["ninja", "-C", self.copy.copy_build, f"-j{jobs}", "-k", "0", *self.targets]
                if subprocess.run(command, stdout=output, stderr=output, timeout=BUILD_SECONDS).returncode == 0:
                    return
                output.seek(0)
                log = output.read()
            wrong = self._refused_by(log)
            if not wrong:
                sys.exit("mutants: the copy with the sample does not compile:\n" + log[-4000:])
            for number in wrong:
                refused(self.numbered.pop(number))
            print(f"{len(wrong)} do not compile and are left out", file=sys.stderr, flush=True)
            self._write(files)

    def _write(self, files, all_of_them=False):
        """Writes sources with their mutants, and removes what the room and its tests built of those that change. Other
        rooms' objects stay: where the linker takes their copy of an inline function, a mutant is one that no test runs."""
        texts = {}
        for name in files:
            numbered = [(number, site) for number, site in self.numbered.items() if site.file == name]
            text = (self.copy.root / name).read_bytes()
            text = switched(text, numbered, self.copy.copy / name) if numbered else text
            if all_of_them or (self.copy.copy / name).read_bytes() != text:
                texts[name] = text
        mirror = self.copy.copy_build / MIRROR
        rewritten = {path for name in texts for path in (mirror / name, mirror / f"{name}.cpp")}
        changed = {self.copy.copy / name for name in texts} | rewritten
        old = [made for made, needed in needs(self.copy.copy_build)
               if made.parts[0] in (self.room, "tests") and not changed.isdisjoint(needed)]
        for path in [*rewritten, *(self.copy.copy_build / made for made in old)]:
            path.unlink(missing_ok=True)
        for name, text in texts.items():
            path = self.copy.copy / name
            path.write_bytes(text)
            shutil.copystat(self.copy.root / name, path)

    def _refused_by(self, log):
        """The numbers of the mutants on the lines of errors; where none is, on any line that a message names."""
        wrong = set()
        place = re.compile(re.escape(str(self.copy.copy)) + r"/([^\s:]+):(\d+)")
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
