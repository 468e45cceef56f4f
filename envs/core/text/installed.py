"""The command that installs extras of this package, for messages."""

import shlex
from importlib import metadata
from pathlib import Path

_NAME = "hofspiele"


def install_command(extras: str) -> str:
    """Return the command that adds `extras`, separated by commas, to this installation."""
    try:
        metadata.distribution(_NAME)
    except metadata.PackageNotFoundError:  # The package is a checkout on Python's path.
        return shlex.join(
            ["pip", "install", "-e", f"{Path(__file__).resolve().parents[3]}[{extras}]"]
        )
    # pip keeps the installed package, whatever its source, and adds the requirements of the extras.
    return f"pip install '{_NAME}[{extras}]'"
