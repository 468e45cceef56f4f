"""The scripts as processes of their own, and the values of runs of seconds."""

import subprocess
import sys

SMALL = [
    "num_envs=16",
    "algorithm.n_steps=16",
    "algorithm.batch_size=256",
    "checkpoint_every=1024",
    "snapshot_every=512",
    "evaluation.deals=4",
]


def script(name, *arguments):
    return [sys.executable, "-W", "error::UserWarning", "-m", f"training.{name}", *arguments]


def run(name, *arguments):
    return subprocess.run(script(name, *arguments), capture_output=True, text=True, check=False)
