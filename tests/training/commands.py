"""The scripts as processes of their own, and the values of runs of seconds."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from hofspiele.training.cli.command_line import CommandLine

CONFIGS = Path(__file__).resolve().parents[2] / "configs"
SMALL = [
    "num_envs=16",
    "algorithm.n_steps=16",
    "algorithm.batch_size=256",
    "checkpoint_every=1024",
    "snapshot_every=512",
    "evaluation.games=12",
]


def command_line(line):
    """What was typed behind ``hofspiele``, as it is checked before anything is made."""
    name, *arguments = line.split()
    folder = CONFIGS if (CONFIGS / f"{name}.yaml").exists() else CONFIGS / "measuring"
    return CommandLine(folder, name, arguments)


def script(name, *arguments):
    return [sys.executable, "-W", "error::UserWarning", "-m", "hofspiele.console", name, *arguments]


def run(name, *arguments):
    return subprocess.run(script(name, *arguments), capture_output=True, text=True, check=False)


def interrupted(ready, how, name, *arguments):
    """Call a script and send it a signal as soon as `ready()` is true: the process, its output."""
    process = subprocess.Popen(
        script(name, *arguments),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # what was started in the background of a shell would ignore Ctrl-C
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    deadline = time.monotonic() + 120
    while not ready():
        assert process.poll() is None, process.stderr.read()
        assert time.monotonic() < deadline
        time.sleep(0.05)
    os.kill(process.pid, how)
    output, errors = process.communicate(timeout=60)
    if how is not signal.SIGKILL:
        assert process.returncode == 130, errors
        assert "Traceback" not in errors
    return output
