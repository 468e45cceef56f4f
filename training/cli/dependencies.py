"""The extras that commands and agents need, checked without importing them."""

from collections.abc import Sequence
from importlib.util import find_spec

# Modules of each extra, whose presence shows that the extra is installed.
_EVAL = ("filelock", "hydra", "matplotlib", "openskill", "rich")
PACKAGES = {
    "eval": _EVAL,
    "train": (*_EVAL, "sb3_contrib", "stable_baselines3", "tensorboard", "torch"),
    "play": ("markdown_it", "starlette", "uvicorn", "websockets"),
    "tune": ("optuna",),
    "agents": ("onnxruntime",),
    "export": ("onnxruntime", "onnxscript"),
    "dataset": ("pyarrow",),
    "ray": ("ray",),
}


def lack_of(what: str, extras: Sequence[str]) -> str | None:
    """Return a message that `what` lacks packages of `extras`, or None if all are installed."""
    missing = {
        extra: [package for package in PACKAGES[extra] if find_spec(package) is None]
        for extra in extras
    }
    lacking = [extra for extra in extras if missing[extra]]
    if not lacking:
        return None
    from hofspiele.envs.core.text.installed import install_command

    packages = ", ".join(package for extra in lacking for package in missing[extra])
    named = f"extra{'s' if len(lacking) > 1 else ''}: {install_command(','.join(lacking))}"
    return f"{what} needs {packages}; install the {' and '.join(lacking)} {named}"
