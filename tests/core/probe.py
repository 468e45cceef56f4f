"""The probe: small kernels in a copy of the package, which run in new processes."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import hofspiele
from hofspiele import envs

MODULE = "hofspiele.envs.probe.caller"
PROBE = """
from hofspiele.envs.core.compile.kernels import kernel
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
from hofspiele.envs.core.compile.kernels import compile_once, kernel

@compile_once
@kernel
def points(count):
    return 10 * count
"""

EXPECTED = "41 8 12"
SILENT = "import logging; logging.getLogger('hofspiele').setLevel('ERROR')"


class Probe:
    """A copy of the package that contains the probe, or of `other` with its compiled kernels."""

    def __init__(self, folder: Path, other: "Probe | None" = None):
        self.root = folder / "copy"
        self.user_cache = folder / "user cache"
        self.folder = self.root / "hofspiele" / "envs" / "probe"
        if other is not None:
            shutil.copytree(other.root, self.root)
            return
        source = Path(envs.__file__).parent
        shutil.copytree(
            source,
            self.root / "hofspiele" / "envs",
            ignore=shutil.ignore_patterns("kernels-*", "*.md"),
        )
        shutil.copy(hofspiele.__file__, self.root / "hofspiele")
        self.folder.mkdir()
        (self.folder / "__init__.py").touch()
        (self.folder / "caller.py").write_text(PROBE)
        self.write_callee(10)

    def write_callee(self, factor: int) -> None:
        (self.folder / "callee.py").write_text(CALLEE.replace("10", str(factor)))

    def run(self, before: str = "") -> str:
        """Run the Python code `before`, then the probe; check for errors and return the output."""
        output, errors = self.run_with_warnings(f"{SILENT}\n{before}")
        assert errors == ""
        return output

    def run_with_warnings(self, before: str = "") -> tuple[str, str]:
        """Run the Python code `before`, then the probe; return the output and the errors."""
        done = self._start(before)
        assert done.returncode == 0, done.stderr
        return done.stdout.strip(), done.stderr

    def _start(self, before: str) -> subprocess.CompletedProcess[str]:
        environment = {
            name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")
        }
        environment |= {
            "PYTHONPATH": str(self.root),
            "PYTHONDONTWRITEBYTECODE": "1",
            "XDG_CACHE_HOME": str(self.user_cache),
        }
        code = f"{before}\nimport runpy\nrunpy.run_module({MODULE!r}, run_name='__main__')"
        return subprocess.run(
            [sys.executable, "-W", "error", "-c", code],
            cwd=self.root,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )

    def compiled(self) -> dict[Path, int]:
        """Return the cached kernels next to the probe, with their modification times in ns."""
        found = self.folder.glob("__pycache__/kernels-*/*.nbc")
        return {path: path.stat().st_mtime_ns for path in found}
