"""What a process runs on, for folders and files that say how to repeat it."""

import platform
import subprocess
from importlib import metadata
from pathlib import Path
from typing import Any

from hofspiele import envs

_PACKAGES = (
    "numpy", "numba", "gymnasium", "pettingzoo", "torch", "stable-baselines3", "sb3-contrib",
    "openskill",
)  # fmt: skip


def versions() -> dict[str, Any]:
    """What this process runs on."""
    return {
        "hofspiele": envs.__version__,
        "git_commit": _git_commit(),
        "python": platform.python_version(),
        "machine": f"{platform.system()} {platform.machine()}",
        **{name: metadata.version(name) for name in _PACKAGES},
    }


def _git_commit() -> str | None:
    """Of a checkout; installed within the repository of another project, there is none."""
    try:
        _git("ls-files", "--error-unmatch", Path(__file__).name)
        return _git("describe", "--always", "--dirty", "--abbrev=40")
    except (OSError, subprocess.CalledProcessError):
        return None


def _git(*arguments: str) -> str:
    folder = Path(__file__).parent
    done = subprocess.run(
        ["git", *arguments], cwd=folder, capture_output=True, text=True, check=True
    )
    return done.stdout.strip()
