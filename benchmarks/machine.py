"""The machine and the versions that figures belong to."""

import platform
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from hofspiele import envs
from hofspiele.envs.agents import usable_cores

_PACKAGES = (
    "numpy",
    "numba",
    "gymnasium",
    "pettingzoo",
    "open_spiel",
    "pgx",
    "jax",
    "envpool",
    "torch",
    "stable_baselines3",
    "sb3_contrib",
)


def machine() -> dict[str, str]:
    """Return a description of processor, cores, operating system and versions."""
    found = {
        "processor": _processor(),
        "cores": str(usable_cores()),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "hofspiele": envs.__version__,
    }
    for package in _PACKAGES:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            found[package] = "not installed"
    return found


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(names, "") or platform.processor() or "unknown processor"
