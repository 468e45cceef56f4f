"""Virtual environments for what is built, and programs in them."""

import os
import subprocess
import sys
import zipfile
from email.message import Message
from email.parser import Parser
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


def metadata_of(wheel: Path) -> Message:
    """Return the metadata of a wheel, whose payload is the readme."""
    with zipfile.ZipFile(wheel) as files:
        (name,) = [name for name in files.namelist() if name.endswith(".dist-info/METADATA")]
        return Parser().parsestr(files.read(name).decode())


def packages_of(python: Path, folder: Path) -> Path:
    """Return the folder with the packages of an interpreter."""
    where = "import sysconfig; print(sysconfig.get_path('purelib'))"
    return Path(run(python, "-c", where, folder=folder).strip())


def bytes_below(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def pip(python: Path, *arguments: str | Path, folder: Path) -> None:
    """Run pip for the environment of an interpreter."""
    run(sys.executable, "-m", "pip", "--python", python, *arguments, folder=folder)


def install(python: Path, package: str | Path, folder: Path) -> None:
    """Install a package and its requirements."""
    pip(python, "install", "-q", "--no-compile", package, folder=folder)
