#!/usr/bin/env python3
"""Says what a published package holds: sbom.spdx.json (SPDX 2.3), and the licences of all of it.

Asked are the build (ninja: which static libraries and headers went into the program) and dpkg (whose they are). Both
go into PREFIX/share/doc/sweeplab.
"""
import argparse
import datetime
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess

DOC = "share/doc/sweeplab"
RIVALS = re.compile(r"sweeplab(_world)?_rival_")  # modules that no package has
SPDX = {"expat": "MIT", "mit": "MIT", "apache-2.0": "Apache-2.0", "bsl-1.0": "BSL-1.0", "zlib": "Zlib",
        "zlib/libpng": "Zlib", "libpng": "libpng-2.0", "bsd-3-clause": "BSD-3-Clause", "bsd-2-clause": "BSD-2-Clause"}


def said(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


class Build:
    """What a folder of CMake tells of the program that was built there."""

    def __init__(self, folder):
        self.folder = folder
        self.cache = dict(re.findall(r"^(\w+):\w+=(.+)$", (folder / "CMakeCache.txt").read_text(), re.M))
        self.about = dict(re.findall(r'^#define SWEEPLAB_(\w+) "(.*)"', (folder / "build_info.h").read_text(), re.M))

    def ninja(self, tool, *targets):
        if self.cache["CMAKE_GENERATOR"] != "Ninja":
            raise SystemExit("inside.py: what went into the program is known of builds by Ninja alone")
        return said(self.cache["CMAKE_MAKE_PROGRAM"], "-C", self.folder, "-t", tool, *targets).splitlines()

    def linked(self):
        """Static libraries from elsewhere."""
        return {line for line in self.ninja("inputs", "sweeplab") if line.startswith("/") and line.endswith(".a")}

    def headers(self):
        """From elsewhere, with the program that writes the OpenGL loader."""
        found, ours = {self.cache["GLAD_EXE"]}, False
        for line in self.ninja("deps"):
            if not line.startswith(" "):
                ours = not RIVALS.search(line) and not line.startswith("tests/")
            elif ours and line.strip().startswith("/"):
                found.add(line.strip())
        return found


class Packages:
    """Whose a file is, by dpkg's data, or by the packages that were unpacked beside `sysroot` for another processor."""

    def __init__(self, sysroot):
        self.doc_folders = [sysroot / "usr/share/doc"] if sysroot else []
        self.doc_folders.append(pathlib.Path("/usr/share/doc"))
        self.owners, self.versions = {}, {}
        for deb in sorted((sysroot.parent / "packages").glob("*.deb")) if sysroot else []:
            name, version = said("dpkg-deb", "--show", "--showformat=${Package} ${Version}", deb).split()
            self.versions[name] = version
            for line in said("dpkg-deb", "-c", deb).splitlines():
                self.owners[os.path.realpath(sysroot / line.split()[5].removeprefix("./"))] = name

    def of(self, paths):
        """Returns {package: [path]}; of None are files that are nobody's."""
        paths = sorted({os.path.realpath(path) for path in paths})
        unknown = [path for path in paths if path not in self.owners]
        for start in range(0, len(unknown), 500):
            part = unknown[start:start + 500]
            answer = subprocess.run(["dpkg-query", "-S", *part, *(path.removeprefix("/usr") for path in part)],
                                    capture_output=True, text=True).stdout  # some are in packages as /lib/...
            for line in answer.splitlines():
                names, _, path = line.partition(": ")
                self.owners[os.path.realpath(path)] = re.split("[:,]", names)[0]
        found = {}
        for path in paths:
            found.setdefault(self.owners.get(path), []).append(path)
        return found

    def version(self, name):
        return self.versions.get(name) or said("dpkg-query", "-W", "-f", "${Version}\n", name).split()[0]

    def copyright(self, name):
        return next(f / name / "copyright" for f in self.doc_folders if (f / name / "copyright").exists())


def licence_of(text):
    """Returns what a package's page says of `Files: *`: an SPDX expression, or None, and its own words."""
    stanza = re.search(r"^Files: *\*[ \n](?:.+\n)*?License: *(.+)", text, re.M)
    words = stanza[1].strip() if stanza else ""
    parts = re.split(r" +(and|or) +", words, flags=re.I)
    known = [SPDX.get(part.lower()) if k % 2 == 0 else part.upper() for k, part in enumerate(parts)]
    return " ".join(known) if all(known) else None, words


def keep_licences(folder, packages, names):
    """Copies the page of each package, and each common text that a page refers to."""
    folder.mkdir(parents=True, exist_ok=True)
    common = set()
    for name in names:
        text = packages.copyright(name).read_bytes()
        (folder / name).write_bytes(text)
        common |= set(re.findall(rb"/usr/share/common-licenses/([\w.+-]*\w)", text))
    for name in sorted(common):
        source = pathlib.Path("/usr/share/common-licenses", name.decode())
        if source.exists():
            shutil.copyfile(source, folder / f"common-{name.decode()}")


def entry(name, version, declared, **more):
    return {"SPDXID": "SPDXRef-" + re.sub("[^A-Za-z0-9.-]", "-", name), "name": name, "versionInfo": version,
            "downloadLocation": "NOASSERTION", "filesAnalyzed": False, "licenseConcluded": "NOASSERTION",
            "licenseDeclared": declared or "NOASSERTION", "copyrightText": "NOASSERTION", **more}


def entry_of(packages, name):
    version = packages.version(name)
    declared, words = licence_of(packages.copyright(name).read_text(errors="replace"))
    purl = {"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl",
            "referenceLocator": f"pkg:deb/debian/{name}@{version}"}
    return entry(name, version, declared, supplier="Organization: Debian", externalRefs=[purl],
                 licenseComments=f"{words}: {DOC}/licences/{name}".removeprefix(": "))


def files_of(prefix):
    """Entries of all files but those of DOC, where this list and the licences are."""
    for path in sorted(p for p in prefix.rglob("*") if p.is_file() and not p.is_symlink()):
        name, data = str(path.relative_to(prefix)), path.read_bytes()
        if not name.startswith(DOC):
            yield {"SPDXID": "SPDXRef-File-" + hashlib.sha1(name.encode()).hexdigest(), "fileName": f"./{name}",
                   "licenseConcluded": "NOASSERTION", "licenseInfoInFiles": ["NOASSERTION"],
                   "copyrightText": "NOASSERTION",
                   "checksums": [{"algorithm": "SHA1", "checksumValue": hashlib.sha1(data).hexdigest()},
                                 {"algorithm": "SHA256", "checksumValue": hashlib.sha256(data).hexdigest()}]}


def main():
    parser = argparse.ArgumentParser()
    for name in ("build", "prefix", "sysroot"):
        parser.add_argument(f"--{name}", type=lambda text: pathlib.Path(text) if text else None)
    parser.add_argument("--libraries", nargs="*", default=[])
    asked = parser.parse_args()
    build, packages = Build(asked.build), Packages(asked.sysroot)

    # A package is named once, by the first of these.
    kinds, of_cuda = {}, False
    for kind, paths in (("CONTAINS", asked.libraries), ("STATIC_LINK", build.linked()),
                        ("BUILD_DEPENDENCY_OF", build.headers())):
        for name, its in packages.of(paths).items():
            of_cuda |= name is None and any("/cuda" in path for path in its)  # no package of Debian's
            if name:
                kinds.setdefault(name, kind)
    keep_licences(asked.prefix / DOC / "licences", packages, sorted(kinds))

    files = list(files_of(asked.prefix))
    code = hashlib.sha1("".join(sorted(file["checksums"][0]["checksumValue"] for file in files)).encode()).hexdigest()
    program = entry("sweeplab", build.about["VERSION"], "MIT", sourceInfo=f"commit {build.about['COMMIT']}",
                    licenseComments=f"{DOC}/copyright")
    program |= {"filesAnalyzed": True, "packageVerificationCode": {
        "packageVerificationCodeValue": code, "packageVerificationCodeExcludedFiles": [f"./{DOC}"]}}
    fonts = entry("DejaVu Sans", "2.37", None, licenseComments=f"{DOC}/copyright-fonts")
    parts = [(fonts, "CONTAINS")] + [(entry_of(packages, name), kind) for name, kind in sorted(kinds.items())]
    if of_cuda:
        parts.append((entry("NVIDIA CUDA Toolkit", build.about["CUDA_COMPILER"], None,
                            licenseComments="NVIDIA's licence of the toolkit: its runtime, and headers of CCCL"), "STATIC_LINK"))
    links = [("SPDXRef-DOCUMENT", "DESCRIBES", program["SPDXID"])]
    for part, kind in parts + [(file, "CONTAINS") for file in files]:
        ends = (program["SPDXID"], kind, part["SPDXID"])
        links.append(ends[::-1] if kind.endswith("_OF") else ends)
    made = datetime.datetime.fromtimestamp(int(os.environ.get("SOURCE_DATE_EPOCH", 0)), datetime.timezone.utc)
    document = {
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT",
        "name": f"sweeplab-{build.about['VERSION']}",
        "documentNamespace": f"https://sweeplab.example.org/spdx/{build.about['VERSION']}/{build.about['COMMIT']}",
        "creationInfo": {"created": made.strftime("%Y-%m-%dT%H:%M:%SZ"), "creators": ["Tool: app/cmake/inside.py"]},
        "packages": [program] + [part for part, _ in parts], "files": files,
        "relationships": [{"spdxElementId": a, "relationshipType": kind, "relatedSpdxElement": b} for a, kind, b in links]}
    (asked.prefix / DOC / "sbom.spdx.json").write_text(json.dumps(document, indent=1) + "\n")


if __name__ == "__main__":
    main()
