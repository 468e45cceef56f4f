"""The first steps of a command, before its slow imports; they need no extra."""

import os
import signal
import sys
from collections.abc import Sequence
from importlib.util import find_spec

# Modules of each extra, whose presence shows that the extra is installed.
PACKAGES = {
    "train": (
        "filelock", "hydra", "matplotlib", "openskill", "rich", "sb3_contrib", "scipy",
        "stable_baselines3", "tensorboard", "torch",
    ),
    "tune": ("optuna",),
    "agents": ("onnxruntime",),
    "export": ("onnxruntime", "onnxscript"),
    "dataset": ("pyarrow",),
    "ray": ("ray",),
}  # fmt: skip
# The extra that each of these commands needs in addition to "train".
_OWN_EXTRA = {"tune": "tune", "export": "export", "dataset": "dataset", "rllib": "ray"}


def begin(command: str) -> None:
    """Make Ctrl-C exit without a traceback during imports; exit if `command` lacks an extra."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, lambda *_: os._exit(130))
    extras = extras_of(command)
    # The command rllib imports Ray only when it runs, so that its help works without Ray.
    if command == "rllib" and not {"-h", "--help"}.isdisjoint(sys.argv):
        extras = ("train",)
    lack = lack_of(f"hofspiele {command}", extras)
    if lack:
        print(f"error: {lack}", file=sys.stderr)
        sys.exit(2)


def extras_of(command: str) -> tuple[str, ...]:
    """Return the extras that a command needs."""
    return ("train", _OWN_EXTRA[command]) if command in _OWN_EXTRA else ("train",)


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
