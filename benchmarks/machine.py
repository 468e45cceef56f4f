"""The machine and the versions that figures belong to."""

import os
import platform
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from hofspiele import envs

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
        "cores": str(_cores()),
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


def _cores() -> int:
    """Return the number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
