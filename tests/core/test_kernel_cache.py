"""A kernel that was compiled from other source than that on disk must never run.

Every test runs a small probe in fresh processes, in a copy of the package.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from hofspiele import envs
from hofspiele.envs.core.numba_private import _KernelFiles

PROBE = """
from hofspiele.envs.core.kernels import kernel
from hofspiele.envs.probe.callee import points

@kernel
def score(count):
    return points(count) + 1

def bound(function):
    @kernel
    def call(count):
        return function(count)
    return call

@kernel
def double(count):
    return 2 * count

@kernel
def triple(count):
    return 3 * count

if __name__ == "__main__":
    print(score(4), bound(double)(4), bound(triple)(4))
"""
CALLEE = """
from hofspiele.envs.core.kernels import kernel

@kernel
def points(count):
    return 10 * count
"""


class Probe:
    """A copy of the package with the probe in it."""

    def __init__(self, folder: Path):
        self.root = folder / "copy"
        self.user_cache = folder / "user cache"
        source = Path(envs.__file__).parent
        shutil.copytree(
            source,
            self.root / "hofspiele" / "envs",
            ignore=shutil.ignore_patterns("__pycache__", "*.md"),
        )
        self.folder = self.root / "hofspiele" / "envs" / "probe"
        self.folder.mkdir()
        (self.folder / "__init__.py").touch()
        (self.folder / "caller.py").write_text(PROBE)
        self.write_callee(10)

    def write_callee(self, factor: int) -> None:
        (self.folder / "callee.py").write_text(CALLEE.replace("10", str(factor)))

    def run(self) -> str:
        environment = {
            name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")
        }
        environment |= {
            "PYTHONPATH": str(self.root),
            "PYTHONDONTWRITEBYTECODE": "1",
            "XDG_CACHE_HOME": str(self.user_cache),
        }
        command = [sys.executable, "-W", "error", "-m", "hofspiele.envs.probe.caller"]
        done = subprocess.run(
            command, cwd=self.root, env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    def compiled(self) -> dict[Path, int]:
        """Compiled kernels beside the probe, with the times when they were written."""
        found = self.folder.glob("__pycache__/kernels-*/*.nbc")
        return {path: path.stat().st_mtime_ns for path in found}


@pytest.fixture
def probe(tmp_path):
    return Probe(tmp_path)


def test_a_second_process_compiles_nothing(probe):
    assert probe.run() == "41 8 12"
    compiled = probe.compiled()
    assert len(compiled) >= 3
    assert probe.run() == "41 8 12"
    assert probe.compiled() == compiled
    assert not probe.user_cache.exists()


def test_an_edit_to_a_called_kernel_takes_effect(probe):
    assert probe.run() == "41 8 12"
    before = probe.compiled()
    probe.write_callee(11)
    assert probe.run() == "45 8 12"
    after = probe.compiled()
    assert after.items() > before.items()
    probe.write_callee(10)
    assert probe.run() == "41 8 12"
    assert probe.compiled() == after


def test_a_damaged_file_only_costs_compiling(probe):
    assert probe.run() == "41 8 12"
    for path in probe.compiled():
        path.write_bytes(path.read_bytes()[:1000])
    assert probe.run() == "41 8 12"
    assert all(path.stat().st_size > 1000 for path in probe.compiled())


def test_the_user_cache_serves_where_the_package_cannot_be_written(probe):
    (probe.folder / "__pycache__").touch()  # no folder can be made: also root can't write there
    assert probe.run() == "41 8 12"
    compiled = {path: path.stat().st_mtime_ns for path in probe.user_cache.rglob("*.nbc")}
    assert len(compiled) >= 3
    assert probe.run() == "41 8 12"
    assert compiled == {path: path.stat().st_mtime_ns for path in probe.user_cache.rglob("*.nbc")}


def test_kernels_work_where_nothing_can_be_written(probe):
    (probe.folder / "__pycache__").touch()
    probe.user_cache.touch()
    assert probe.run() == "41 8 12"


def test_whatever_is_left_of_a_file_it_is_read_or_ignored(tmp_path):
    files = _KernelFiles(str(tmp_path), "kernel")
    files.save("key", {"code": b"1" * 50, "names": ["a", "b"]})
    (path,) = tmp_path.iterdir()
    whole = path.read_bytes()
    assert files.load("key") == {"code": b"1" * 50, "names": ["a", "b"]}
    assert files.load("other key") is None
    for size in range(len(whole)):
        path.write_bytes(whole[:size])
        assert files.load("key") is None
