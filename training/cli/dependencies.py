"""The first steps of a command, before its slow imports; they need no extra."""

import os
import signal
import sys
from collections.abc import Sequence
from importlib.util import find_spec

# Modules of each extra, whose presence shows that the extra is installed.
_EVAL = ("filelock", "hydra", "matplotlib", "openskill", "rich")
PACKAGES = {
    "eval": _EVAL,
    "train": (*_EVAL, "sb3_contrib", "stable_baselines3", "tensorboard", "torch"),
    "tune": ("optuna",),
    "agents": ("onnxruntime",),
    "export": ("onnxruntime", "onnxscript"),
    "dataset": ("pyarrow",),
    "ray": ("ray",),
}
# The extras of commands that need others than "train".
_EXTRAS = {
    "dataset": ("eval", "dataset"),
    "evaluate": ("eval",),
    "export": ("train", "export"),
    "rllib": ("train", "ray"),
    "scorecard": ("eval",),
    "tournament": ("eval",),
    "tune": ("train", "tune"),
}


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
    return _EXTRAS.get(command, ("train",))


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
