"""Virtual environments for what is built, and programs in them."""

import os
import subprocess
import sys
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[2]
# Variables of Python could point to the checkout. Pinned versions are installed, unless the
# variable PIP_CONSTRAINT names another file or is empty.
VARIABLES = {"PIP_CONSTRAINT": str(CHECKOUT / "constraints.txt")} | {
    name: value for name, value in os.environ.items() if not name.startswith("PYTHON")
}


def run(*command: str | Path, folder: Path) -> str:
    """Run a command and return its output; if it fails, raise AssertionError with the output."""
    done = subprocess.run(
        command, cwd=folder, env=VARIABLES, input="", capture_output=True, text=True
    )
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
    return done.stdout


def environment(folder: Path, base: str = sys.executable) -> Path:
    """Create a virtual environment without pip in `folder` and return its interpreter."""
    run(base, "-m", "venv", "--without-pip", folder / "venv", folder=folder)
    (python,) = [*folder.glob("venv/bin/python"), *folder.glob("venv/Scripts/python.exe")]
    return python


def pip(python: Path, *arguments: str | Path, folder: Path) -> None:
    """Run pip for the environment of an interpreter."""
    run(sys.executable, "-m", "pip", "--python", python, *arguments, folder=folder)


def install(python: Path, package: str | Path, folder: Path) -> None:
    """Install a package and its requirements."""
    pip(python, "install", "-q", "--no-compile", package, folder=folder)
