"""The notebook runs, the package is typed, and the extension needs nothing that not every Linux has."""

import json
import pathlib
import subprocess
import sys

import pytest
import sweeplab

NOTEBOOK = pathlib.Path(__file__).parents[2] / "sim/python/frames.ipynb"
EVERYWHERE = {"libc", "libm", "libgcc_s", "libstdc++", "libpthread", "libdl", "librt", "ld-linux-x86-64"}


def test_the_notebook_repairs_frames_and_sorts_in_full_after_a_jump(capsys):
    cells = json.loads(NOTEBOOK.read_text())["cells"]
    code = "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "code")
    assert len(code.splitlines()) <= 22
    exec(compile(code, str(NOTEBOOK), "exec"), {})
    paths = [line.split(": ")[1].split(",")[0] for line in capsys.readouterr().out.splitlines()]
    assert len(paths) == 6
    assert ["full sort" in path for path in paths] == [True, False, False, False, True, False], paths


def test_libraries_needed_are_in_the_wheel_or_in_every_system():
    folder = pathlib.Path(sweeplab.__file__).parent
    inside = {path.name for path in folder.glob("*.so*")}
    assert any(name.startswith("_core.") for name in inside) and any(name.startswith("libtbb.") for name in inside)
    for name in inside:
        text = subprocess.run(["readelf", "-d", folder / name], capture_output=True, text=True, check=True).stdout
        needed = {line.split("[")[1].split("]")[0] for line in text.splitlines() if "(NEEDED)" in line}
        assert needed, text
        for library in needed - inside:
            assert library.partition(".so")[0] in EVERYWHERE, f"{name} needs {library}"
        if name.startswith("_core."):
            assert "[$ORIGIN]" in text


def test_the_stable_abi_is_used_where_it_can_be():
    name = next(pathlib.Path(sweeplab.__file__).parent.glob("_core.*so")).name
    assert name.startswith("_core.abi3" if sys.version_info >= (3, 12) else "_core.cpython-")


def test_types_are_shipped_and_hold(tmp_path):
    folder = pathlib.Path(sweeplab.__file__).parent
    assert (folder / "py.typed").exists() and (folder / "_core.pyi").exists()
    stub = (folder / "_core.pyi").read_text()
    for name in dir(sweeplab._core):
        if not name.startswith("_"):
            assert f" {name}" in stub, f"_core.{name} is not in the stub"
    pytest.importorskip("mypy")
    program = tmp_path / "uses.py"
    program.write_text(
        "import numpy as np, sweeplab\n"
        "order = sweeplab.argsort(np.zeros(3), descending=True)\n"
        "path: str = sweeplab.Repair(3, 'float64').report().path\n"
        "names: list[str] = sweeplab.engines()\n"
    )
    check = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--cache-dir", tmp_path / "cache", "-p", "sweeplab", "--no-error-summary"],
        capture_output=True,
        text=True,
        cwd=tmp_path,
    )
    assert check.returncode == 0, check.stdout
    check = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--cache-dir", tmp_path / "cache", program],
        capture_output=True,
        text=True,
        cwd=tmp_path,
    )
    assert check.returncode == 0, check.stdout


def test_everything_public_is_documented():
    for name in sweeplab.__all__:
        assert getattr(sweeplab, name).__doc__, name
