"""A copy of the sources and of what is built of them, in which one file is changed and only what depends on it is
built again.

Ninja compares three things: times of files, which a copy keeps; command lines, which name the folder, so that in the
copy every rule counts as a generator's, whose command line may change; and the headers of each object, whose paths
in .ninja_deps are rewritten. Objects of nvcc stay: where a bug is looked for, no device runs them.
"""
import os
import pathlib
import re
import shutil
import struct
import subprocess
import sys

TEXT = {".ninja", ".cpp", ".cxx", ".hxx", ".h", ".cuh", ".rsp", ".cmake", ".txt"}


class BuildCopy:
    def __init__(self, root, build, copy):
        self.root, self.build, self.copy = root, build, copy
        self.copy_build = copy / "build"

    def make(self, targets):
        """Everything that the targets need; they are built first where they are not."""
        subprocess.run(["ninja", "-C", self.build, *targets], check=True, stdout=sys.stderr)
        files = subprocess.run(["git", "-C", self.root, "ls-files", "-co", "--exclude-standard", "-z"],
                               check=True, capture_output=True, text=True).stdout.split("\0")
        for name in filter(None, files):
            if (self.root / name).is_file():
                self._copy(self.root / name, self.copy / name, rewrite=False)
        inputs = {self.file_of(target) for target in targets}
        for target in targets:
            inputs.update(self._ninja("-t", "inputs", target).splitlines())
        inputs.update(self._paths_of((self.build / ".ninja_deps").read_bytes()))  # headers that were made
        for name in map(pathlib.Path, inputs):
            path = name if name.is_absolute() else self.build / name
            if path.is_relative_to(self.build) and path.is_file():
                self._copy(path, self.copy_build / path.relative_to(self.build))
        self._copy_ninja_files()

    def file_of(self, target):
        """The file that the target's name stands for: `sim_tests` is tests/sim_tests."""
        lines = self._ninja("-t", "query", target).splitlines()
        return lines[2].strip() if lines[1].strip() == "input: phony" else target

    def program(self, target):
        return self.copy_build / self.file_of(target)

    def mark(self):
        """A moment after which all that is built is the changed file's."""
        mark = self.copy / "mark"
        mark.touch()
        return mark.stat().st_mtime_ns

    def restore(self, mark, changed):
        """As before, with the times of before."""
        self._copy(self.root / changed, self.copy / changed, rewrite=False, always=True)
        for folder, _, names in os.walk(self.copy_build):
            for name in names:
                path = pathlib.Path(folder) / name
                if path.is_symlink() or path.stat().st_mtime_ns < mark:
                    continue
                original = self.build / path.relative_to(self.copy_build)
                if original.is_file():
                    self._copy(original, path, always=True)
                else:
                    path.unlink()
        self._copy_ninja_files()

    def ninja(self, target, seconds, output):
        """Whether the target could be built."""
        command = ["ninja", "-C", self.copy_build, target]
        return subprocess.run(command, stdout=output, stderr=output, timeout=seconds).returncode == 0

    def _ninja(self, *arguments):
        return subprocess.run(["ninja", "-C", self.build, *arguments], check=True, capture_output=True,
                              text=True).stdout

    def _rewritten(self, data):
        return data.replace(os.fsencode(self.root), os.fsencode(self.copy))

    def _copy(self, source, to, rewrite=True, always=False):
        if not always and to.exists() and to.stat().st_mtime_ns == source.stat().st_mtime_ns:
            return
        to.parent.mkdir(parents=True, exist_ok=True)
        to.unlink(missing_ok=True)
        if rewrite and source.suffix in TEXT:
            to.write_bytes(self._rewritten(source.read_bytes()))
            shutil.copystat(source, to)
        else:
            shutil.copy2(source, to)

    def _copy_ninja_files(self):
        rules = (self.build / "CMakeFiles/rules.ninja").read_bytes()
        (self.copy_build / "CMakeFiles").mkdir(parents=True, exist_ok=True)
        rules = re.sub(rb"(?m)^(rule .*)$", rb"\1\n  generator = 1", self._rewritten(rules))
        rules = re.sub(rb"(?m)^(rule CUDA_COMPILER.*\n(?:  (?!command).*\n)*)  command = .*$",
                       rb"\1  command = touch $out $DEP_FILE", rules)
        (self.copy_build / "CMakeFiles/rules.ninja").write_bytes(rules)
        text = self._rewritten((self.build / "build.ninja").read_bytes())
        # CMake need not run again: the statement that says so is left out.
        text = re.sub(rb"(?m)^build [^\n]*: RERUN_CMAKE [^\n]*\n(?:  [^\n]*\n)*", b"", text)
        (self.copy_build / "build.ninja").write_bytes(text)
        log = (self.build / ".ninja_log").read_bytes()
        (self.copy_build / ".ninja_log").write_bytes(self._rewritten(log))
        (self.copy_build / ".ninja_deps").write_bytes(self._deps((self.build / ".ninja_deps").read_bytes()))

    def _deps(self, data):
        """The same with other paths."""
        out = []
        for path, record in records(data):
            if path is None:
                out.append(record)
            else:
                path = self._rewritten(path)
                path += b"\0" * (-len(path) % 4)
                out.append(struct.pack("<I", len(path) + 4) + path + record[-4:])
        return b"".join(out)

    def _paths_of(self, data):
        paths = [pathlib.Path(os.fsdecode(path)) for path, _ in records(data) if path]
        return [path for path in paths if path.suffix in TEXT and not path.is_relative_to(self.copy)]


def records(data):
    """Of .ninja_deps, (path, all bytes): of 4 + n bytes n, with the highest bit for lists of numbers, which have no
    path; else the path, zeros up to a multiple of 4, and a checksum. What comes first has no path either."""
    begin = data.index(b"\n") + 5
    if data[:begin - 4] != b"# ninjadeps\n" or struct.unpack("<I", data[begin - 4:begin])[0] not in (3, 4):
        sys.exit("mutants: .ninja_deps has a version that is not known here")
    yield None, data[:begin]
    while begin + 4 <= len(data):
        size = struct.unpack_from("<I", data, begin)[0]
        end = begin + 4 + (size & 0x7fffffff)
        yield None if size >> 31 else data[begin + 4:end - 4].rstrip(b"\0"), data[begin:end]
        begin = end
