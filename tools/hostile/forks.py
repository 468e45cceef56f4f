"""Calls in forked processes, which start in milliseconds because all modules are loaded."""

import contextlib
import importlib
import multiprocessing
import os
import resource
import signal
import sys
import warnings
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, NamedTuple

from tools.hostile.moments import Moment

_CONTEXT = multiprocessing.get_context("forkserver")
_CONTEXT.set_forkserver_preload(["tools.hostile.preloaded"])


class Ended(NamedTuple):
    """The result of a call: exit status (negative for a signal), output and errors as text."""

    status: int
    output: str
    errors: str


class Call:
    """A call of a function in a child process with its own process group.

    Args:
        function: function at the top level of a module.
        arguments: arguments of the function.
        moment: harmful event at a write of the process, or None.
        limits: limits in bytes by name, such as ``RLIMIT_FSIZE``. ``RLIMIT_AS`` is counted from
            the size of the process at the start.
        seconds: time in seconds after which the process is killed.
    """

    def __init__(
        self,
        function: Callable[..., Any],
        *arguments: Any,
        moment: Moment | None = None,
        limits: Mapping[str, int] | None = None,
        seconds: float = 120,
    ):
        self._seconds = seconds
        pipes = [_CONTEXT.Pipe(duplex=False) for _ in range(2)]
        writing = [end for _, end in pipes]
        self._process = _CONTEXT.Process(
            target=_carry_out, args=(function, arguments, moment, dict(limits or {}), writing)
        )
        self._process.start()
        assert self._process.pid is not None
        self._group = self._process.pid
        for end in writing:
            end.close()
        readers = ThreadPoolExecutor(len(pipes))
        self._printed = [readers.submit(_read, end) for end, _ in pipes]
        readers.shutdown(wait=False)

    def end(self) -> Ended:
        """Wait for the call or its time limit, kill what is left, and return the call's result."""
        self._process.join(self._seconds)
        is_late = self._process.is_alive()
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._group, signal.SIGKILL)
        self._process.join()
        output, errors = (text.result() for text in self._printed)
        if is_late:
            errors += f"\nstopped after {self._seconds} s"
        return Ended(self._process.exitcode or 0, output, errors)

    def send(self, how: signal.Signals) -> None:
        """Send the signal `how` to the process, unless it has ended."""
        if self._process.is_alive():
            os.kill(self._group, how)


def call(function: Callable[..., Any], *arguments: Any, **how: Any) -> Ended:
    """Run a function in a child process and wait for its end; see `Call`."""
    return Call(function, *arguments, **how).end()


def run_command(name: str, *arguments: str, **how: Any) -> Ended:
    """Run ``hofspiele NAME`` in a child process and wait for its end; see `Call`."""
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
    limits: dict[str, int],
    ends: list[Connection],
) -> None:
    os.setpgid(0, 0)
    # Commands react to Ctrl-C in this way while they import; see training/cli/dependencies.py.
    signal.signal(signal.SIGINT, lambda *_: os._exit(130))
    warnings.simplefilter("error", UserWarning)
    for end, number in zip(ends, (1, 2), strict=True):
        os.dup2(end.fileno(), number)
        end.close()
    _limit(limits)
    if moment is not None:
        moment.wait_for()
    function(*arguments)


def _limit(limits: dict[str, int]) -> None:
    for name, most in limits.items():
        if name == "RLIMIT_AS":
            most += int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
        resource.setrlimit(getattr(resource, name), (most, most))
