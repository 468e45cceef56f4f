"""What a command does before its imports; needs the standard library only."""

import os
import signal
import sys
from importlib.util import find_spec

# what is imported of each extra
PACKAGES = {
    "train": (
        "hofspiele", "filelock", "hydra", "matplotlib", "openskill", "rich", "sb3_contrib", "scipy",
        "stable_baselines3", "tensorboard", "torch",
    ),
    "tune": ("optuna",),
}  # fmt: skip


def begin(module: str) -> None:
    """Let Ctrl-C end the imports without a traceback, and say which extra `module` lacks."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, lambda *_: os._exit(130))
    name = module.rpartition(".")[2]
    for extra in ("train", name):
        missing = [package for package in PACKAGES.get(extra, ()) if find_spec(package) is None]
        if missing:
            print(
                f"error: training.{name} needs {', '.join(missing)}; install the {extra} extra: "
                f"pip install 'hofspiele[{extra}]', or '.[{extra}]' in a checkout",
                file=sys.stderr,
            )
            sys.exit(2)
