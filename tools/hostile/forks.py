"""Calls in children of a process that has imported everything: each begins within milliseconds.

``python -m tools.hostile.forks`` is that process. It reads calls as lines of JSON and carries out
one at a time, in a forked child whose process group is its own.
"""

import contextlib
import functools
import importlib
import json
import os
import resource
import selectors
import signal
import subprocess
import sys
import time
import traceback
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple, Self

from tools.hostile.moments import Moment

ROOT = Path(__file__).resolve().parents[2]
# seconds between two looks at a child
_LOOK_S = 0.005
COMMANDS = ("train", "exploit", "tournament", "evaluate", "tune", "dataset")


class Ended(NamedTuple):
    """How a call ended: its status (a signal's number less than 0), and what it printed."""

    status: int
    output: str
    errors: str


class Call:
    """A call that is under way.

    Attributes:
        process: its id, which is that of its process group, too.
    """

    def __init__(self, server: "subprocess.Popen[str]"):
        self._server = server
        self.process = int(self._line())

    def end(self) -> Ended:
        """Wait for it, and stop what it leaves behind."""
        ended = Ended(**json.loads(self._line()))
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process, signal.SIGKILL)
        return ended

    def send(self, how: signal.Signals) -> None:
        """Send a signal, unless the call has ended."""
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.process, how)

    def _line(self) -> str:
        assert self._server.stdout is not None
        line = self._server.stdout.readline()
        assert line, "the process that forks has ended"
        return line


class Forks:
    """The process that forks, as its parent sees it."""

    def __init__(self) -> None:
        self._server = subprocess.Popen(
            [sys.executable, "-W", "error::UserWarning", "-m", __name__],
            cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
            start_new_session=True,
        )  # fmt: skip

    @classmethod
    @functools.cache
    def shared(cls) -> Self:
        """Return the forking process of this process, which ends with it."""
        return cls()

    def start(
        self,
        function: str,
        *arguments: Any,
        moment: Moment | None = None,
        limits: Mapping[str, int] | None = None,
        seconds: float = 120,
        output: str | None = None,
    ) -> Call:
        """Begin a call.

        Args:
            function: ``module:name``.
            arguments: JSON-ready.
            moment: what happens at one of its writes.
            limits: limits in bytes by name, such as ``RLIMIT_FSIZE``; ``RLIMIT_AS`` is added to
                the present size.
            seconds: after which it is killed.
            output: the file that it prints to; None keeps the output for `Ended`.
        """
        call = {
            "function": function, "arguments": arguments, "limits": dict(limits or {}),
            "moment": moment, "seconds": seconds, "output": output,
        }  # fmt: skip
        assert self._server.stdin is not None
        self._server.stdin.write(json.dumps(call) + "\n")
        self._server.stdin.flush()
        return Call(self._server)


def call(function: str, *arguments: Any, **how: Any) -> Ended:
    """Carry a call out, see `Forks.start`."""
    return Forks.shared().start(function, *arguments, **how).end()


def start_command(name: str, *arguments: str, **how: Any) -> Call:
    """Begin ``hofspiele NAME``, see `Forks.start`."""
    return Forks.shared().start(f"{__name__}:command", name, *arguments, **how)


def run_command(name: str, *arguments: str, **how: Any) -> Ended:
    """Carry a command out."""
    return start_command(name, *arguments, **how).end()


def command(name: str, *arguments: str) -> None:
    """Run a command with these values, in the child."""
    sys.argv = [name, *arguments]
    importlib.import_module(f"hofspiele.training.{name}").main()


def _serve() -> None:
    for name in COMMANDS:
        importlib.import_module(f"hofspiele.training.{name}")
    _load_kernels()
    for line in sys.stdin:
        job = json.loads(line)
        ends = os.pipe(), os.pipe()
        process = os.fork()
        if process == 0:
            _carry_out(job, [write for _, write in ends])
        for _, write in ends:
            os.close(write)
        print(process, flush=True)
        print(json.dumps(_watch(process, [read for read, _ in ends], job["seconds"])), flush=True)


def _load_kernels() -> None:
    from hofspiele import envs
    from hofspiele.envs.agents import GreedyAgent, RandomAgent, play_match

    play_match(envs.make("kou_ka_roi", num_players=2), [GreedyAgent(), RandomAgent()], 2, 1)


def _watch(process: int, ends: list[int], seconds: float) -> dict[str, Any]:
    """Read the output of the child until it ends, even if its own children continue."""
    deadline = time.monotonic() + seconds
    heard = dict.fromkeys(ends, b"")
    with selectors.DefaultSelector() as selector:
        for end in ends:
            os.set_blocking(end, False)
            selector.register(end, selectors.EVENT_READ)
        ended, status = 0, 0
        while not ended:
            ended, status = os.waitpid(process, os.WNOHANG)
            if not ended and time.monotonic() > deadline:
                os.killpg(process, signal.SIGKILL)
            if not selector.get_map():
                time.sleep(_LOOK_S)
                continue
            for key, _ in selector.select(_LOOK_S):
                if piece := _read(key.fd):
                    heard[key.fd] += piece
                else:
                    selector.unregister(key.fd)
    for end in ends:
        while piece := _read(end):
            heard[end] += piece
        os.close(end)
    output, errors = (heard[end].decode(errors="replace") for end in ends)
    if time.monotonic() > deadline:
        errors += f"\nstopped after {seconds} s"
    return {"status": os.waitstatus_to_exitcode(status), "output": output, "errors": errors}


def _read(end: int) -> bytes:
    with contextlib.suppress(BlockingIOError):
        return os.read(end, 65536)
    return b""


def _carry_out(job: dict[str, Any], ends: list[int]) -> None:
    """Make the call in the child, as if a new process had started with it."""
    os.setpgid(0, 0)
    signal.signal(signal.SIGINT, lambda *_: os._exit(130))  # as `training.cli.dependencies` does
    with Path(os.devnull).open() as nothing:
        os.dup2(nothing.fileno(), 0)
    for end, number in zip(ends, (1, 2), strict=True):
        os.dup2(end, number)
        os.close(end)
    if job["output"] is not None:
        with Path(job["output"]).open("w") as file:
            os.dup2(file.fileno(), 1)
    _limit(job["limits"])
    if job["moment"] is not None:
        Moment(*job["moment"]).wait_for()
    module, _, name = job["function"].partition(":")
    os._exit(_status_of(getattr(importlib.import_module(module), name), job["arguments"]))


def _limit(limits: dict[str, int]) -> None:
    for name, most in limits.items():
        if name == "RLIMIT_AS":
            most += int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
        resource.setrlimit(getattr(resource, name), (most, most))


def _status_of(function: Any, arguments: list[Any]) -> int:
    """Call a function and return the exit status that the interpreter would have."""
    status: Any = 0
    try:
        try:
            function(*arguments)
        finally:
            sys.stdout.flush()
    except SystemExit as end:
        status = end.code or 0
    except BaseException:
        traceback.print_exc()
        status = 1
    if not isinstance(status, int):
        print(status, file=sys.stderr)
        status = 1
    sys.stderr.flush()
    return status


if __name__ == "__main__":
    with contextlib.suppress(BrokenPipeError):  # nobody waits for it any more
        _serve()
