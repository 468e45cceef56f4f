"""Calls in forked processes, which start in milliseconds because all modules are loaded."""

import contextlib
import importlib
import multiprocessing
import os
import resource
import signal
import sys
import warnings
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, NamedTuple

from tools.hostile.moments import Moment

_CONTEXT = multiprocessing.get_context("forkserver")
_CONTEXT.set_forkserver_preload(["tools.hostile.preloaded"])
# Limits of a call: processor time in seconds, memory in bytes in addition to the preloaded modules,
# and elapsed time in seconds, which is long because other programs may slow the call down.
_CPU_SECONDS, _MEMORY, _SECONDS = 100, 2 << 30, 1800


class Ended(NamedTuple):
    """The result of a call: exit status (negative for a signal), output and errors as text."""

    status: int
    output: str
    errors: str


def call(
    function: Callable[..., Any],
    *arguments: Any,
    moment: Moment | None = None,
    largest_file: int = resource.RLIM_INFINITY,
    output: str | None = None,
    interruption: tuple[float, signal.Signals] | None = None,
) -> Ended:
    """Run a function in a child process and wait for its end.

    Args:
        function: function at the top level of a module.
        arguments: arguments of the function.
        moment: harmful event at a write of the process, or None.
        largest_file: maximum size in bytes of files that the process writes.
        output: path of a file for the output, such as ``/dev/full``; None returns the output.
        interruption: time in seconds after which a signal is sent to the process, and the signal.
    """
    pipes = [_CONTEXT.Pipe(duplex=False) for _ in range(2)]
    ends = [end for _, end in pipes]
    process = _CONTEXT.Process(
        target=_carry_out, args=(function, arguments, moment, largest_file, output, ends)
    )
    process.start()
    assert process.pid is not None
    for end in ends:
        end.close()
    with ThreadPoolExecutor(len(pipes)) as readers:
        printed = [readers.submit(_read, end) for end, _ in pipes]
        if interruption is not None:
            process.join(interruption[0])
            if process.is_alive():
                os.kill(process.pid, interruption[1])
        process.join(_SECONDS)
        is_late = process.is_alive()
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)  # This also ends processes that it started.
        process.join()
        texts = [text.result() for text in printed]
    if is_late:
        texts[1] += f"\nstopped after {_SECONDS} s"
    return Ended(process.exitcode or 0, *texts)


def run_command(name: str, *arguments: str, **how: Any) -> Ended:
    """Run ``hofspiele NAME`` in a child process and wait for its end; see `call`."""
    return call(command, name, *arguments, **how)


def command(name: str, *arguments: str) -> None:
    """Run ``hofspiele NAME`` with these arguments in the current process."""
    sys.argv = [name, *arguments]
    importlib.import_module(f"hofspiele.training.{name}").main()


def _read(end: Connection) -> str:
    with end, os.fdopen(os.dup(end.fileno()), errors="replace") as file:
        return file.read()


def _carry_out(
    function: Callable[..., Any],
    arguments: tuple[Any, ...],
    moment: Moment | None,
    largest_file: int,
    output: str | None,
    ends: list[Connection],
) -> None:
    os.setpgid(0, 0)
    # Commands react to Ctrl-C in this way while they import; see training/cli/dependencies.py.
    signal.signal(signal.SIGINT, lambda *_: os._exit(130))
    warnings.simplefilter("error", UserWarning)
    for end, number in zip(ends, (1, 2), strict=True):
        os.dup2(end.fileno(), number)
        end.close()
    if output is not None:
        os.dup2(os.open(output, os.O_WRONLY), 1)
    loaded = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    for limit, most in (
        (resource.RLIMIT_AS, loaded + _MEMORY),
        (resource.RLIMIT_CPU, _CPU_SECONDS),
        (resource.RLIMIT_FSIZE, largest_file),
    ):
        resource.setrlimit(limit, (most, most))
    if moment is not None:
        moment.wait_for()
    function(*arguments)
