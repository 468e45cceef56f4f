"""Calls of commands in this or a new process, and arguments of runs that take seconds."""

import contextlib
import gc
import io
import os
import signal
import subprocess
import sys
import threading
import time
import warnings
from collections.abc import Iterator
from typing import NamedTuple

from hofspiele.console.__main__ import main
from hofspiele.envs.command_line.arguments import Arguments
from hofspiele.envs.command_line.command import ENDING
from hofspiele.envs.core import registry
from hofspiele.training.cli.command_line import CommandLine
from hofspiele.training.settings.measuring import (
    Compare,
    Dataset,
    Evaluate,
    Export,
    Scorecard,
    Tournament,
)
from hofspiele.training.settings.train import Train
from hofspiele.training.settings.variants import Exploit, RLlib, Tune

_KINDS = (Compare, Dataset, Evaluate, Exploit, Export, RLlib, Scorecard, Tournament, Train, Tune)
KINDS = {kind.__name__.lower(): kind for kind in _KINDS}
SMALL = [
    "experiment=plain",
    "num_envs=16",
    "algorithm.n_steps=16",
    "algorithm.batch_size=256",
    "checkpoint_every=1024",
    "snapshot_every=512",
    "evaluation.games=12",
]


def command_line(line):
    """Return the arguments of a command's only run, given the text after ``hofspiele``."""
    (run,) = runs(line)
    return run


def runs(line):
    """Return the arguments of each run of a command."""
    name, *arguments = line.split()
    reader = CommandLine if issubclass(KINDS[name], Train) else Arguments
    return reader.runs(KINDS[name], arguments)


class Done(NamedTuple):
    """The exit status and the output of a command that has ended."""

    returncode: int
    stdout: str
    stderr: str


def run(*arguments: object) -> Done:
    """Call ``hofspiele`` in this process, which is seconds faster than a new process."""
    with (
        _preserved_process(),
        contextlib.redirect_stdout(io.TextIOWrapper(io.BytesIO(), "utf-8")) as output,
        contextlib.redirect_stderr(io.StringIO()) as errors,
    ):
        sys.argv[:] = ["hofspiele", *map(str, arguments)]
        try:
            status = main()
        except SystemExit as ended:
            status = ended.code
    output.seek(0)
    return Done(status, output.read(), errors.getvalue())


def output_of(*arguments: object) -> str:
    """Call a command like `run`, check that it succeeds, and return what it prints."""
    done = run(*arguments)
    assert done.returncode == 0, done.stderr
    return done.stdout


def error_of(*arguments: object) -> str:
    """Call a command like `run`, check that it fails with one line, and return the line."""
    done = run(*arguments)
    assert done.returncode in (1, 2), done
    assert done.stderr.startswith("error: ")
    assert done.stderr.count("\n") == 1, done.stderr
    return done.stderr


@contextlib.contextmanager
def _preserved_process() -> Iterator[None]:
    """Undo what a command in the `with` block changes in this process."""
    argv, path = sys.argv[:], sys.path[:]
    handlers = {number: signal.getsignal(number) for number in ENDING}
    games = [(known, known.copy()) for known in (registry._specs, registry._imported)]
    gc.freeze()  # The collection at the end then only looks at what the command has created.
    with warnings.catch_warnings():
        warnings.simplefilter("default")
        warnings.simplefilter("error", UserWarning)
        try:
            yield
        finally:
            sys.argv[:], sys.path[:] = argv, path
            for number, handler in handlers.items():
                signal.signal(number, handler)
            for known, before in games:
                known.clear()
                known.update(before)
            gc.collect()  # This frees runs, and with them the locks of their folders.
            gc.unfreeze()


def script(name, *arguments):
    return [sys.executable, "-W", "error::UserWarning", "-m", "hofspiele.console", name, *arguments]


def run_process(name, *arguments):
    """Call ``hofspiele NAME`` in a new process."""
    return subprocess.run(script(name, *arguments), capture_output=True, text=True, check=False)


def interrupted_here(ready, how, name, *arguments):
    """Call a command like `run`, send it a signal as soon as `ready()`, and return its output."""
    main_thread, ended = threading.get_ident(), threading.Event()

    def interrupt():
        while not ended.wait(0.02):
            if ready():
                signal.pthread_kill(main_thread, how)
                break

    thread = threading.Thread(target=interrupt)
    thread.start()
    try:
        done = run(name, *arguments)
    finally:
        ended.set()
        thread.join()
    assert done.returncode == 130, done
    return done.stdout


def interrupted(ready, how, name, *arguments):
    """Do the same as `interrupted_here` in a new process."""
    process = subprocess.Popen(
        script(name, *arguments),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # A process that a shell starts in the background ignores Ctrl-C by default.
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
