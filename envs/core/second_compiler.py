"""A second process that compiles kernels of a game while this process compiles others.

Compiling a game takes seconds, and Numba compiles on one core. If a kernel is missing in the cache
on disk and this process may use two cores, it starts a process that compiles the game that was made
last, in another order, and stores the kernels in the cache. The second process reports ``+FILE`` on
its standard output when it begins to compile a kernel, and ``-FILE`` when the kernel is stored. A
process that needs a kernel while the other one is compiling it waits, and then loads it.
"""

import atexit
import json
import multiprocessing
import os
import subprocess
import sys
import threading
from collections.abc import Mapping
from typing import Any

from hofspiele.envs.core.cores import available_cores

# The program of the second process; see its module.
_PROGRAM = "hofspiele.envs.agents.compile_ahead"


class SecondCompiler:
    """The second process, and the kernels that it is compiling now.

    Args:
        command: starts a process that reports on its standard output, as described above.
    """

    def __init__(self, command: list[str]):
        self._owner = os.getpid()
        self._changed = threading.Condition()
        self._compiling: set[str] = set()
        self._process = subprocess.Popen(
            command,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        threading.Thread(target=self._follow, daemon=True).start()
        atexit.register(self.stop)

    def _follow(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            with self._changed:
                update = self._compiling.add if line[0] == "+" else self._compiling.discard
                update(line[1:].rstrip())
                self._changed.notify_all()
        with self._changed:
            self._compiling.clear()
            self._changed.notify_all()

    @property
    def is_running(self) -> bool:
        """Whether the process is running; False in forks of the process that has started it."""
        return self._owner == os.getpid() and self._process.poll() is None

    def wait_for(self, file: str) -> bool:
        """Return whether the process was compiling `file`, after waiting until it has finished."""
        if not self.is_running:
            return False
        with self._changed:
            if file not in self._compiling:
                return False
            self._changed.wait_for(lambda: file not in self._compiling)
        return True

    def stop(self) -> None:
        """Stop the process; files that it has not stored are compiled when they are needed."""
        if self._owner == os.getpid():
            self._process.kill()
            self._process.wait()


# The command that starts the second process for the game that was made last.
_command: list[str] | None = None
_second: SecondCompiler | None = None
# Whether this process is the second one.
_is_second = False


def offer(class_path: str, options: Mapping[str, Any]) -> None:
    """Let a second process compile a game as soon as this process has to compile any kernel.

    Args:
        class_path: "package.module:Class" of the game.
        options: all options of the game, JSON-serialisable.
    """
    global _command
    _command = [sys.executable, "-P", "-m", _PROGRAM, class_path, json.dumps(options)]


def compiled_elsewhere(file: str) -> bool:
    """Return whether the second process has compiled a kernel that was missing in the cache.

    Call this before compiling a kernel: it waits while the second process compiles the kernel, and
    starts that process if it is of use.

    Args:
        file: the name of the kernel's file in the cache.
    """
    global _command, _second
    if _is_second:
        print(f"+{file}", flush=True)
        return False
    if _second is not None and _second.wait_for(file):
        return True
    if _command is not None and _can_start():
        _second = SecondCompiler(_command)
        _command = None
    return False


def _can_start() -> bool:
    """Return whether this process may start a second one."""
    # Worker processes share the cores among themselves.
    is_worker = multiprocessing.parent_process() is not None
    is_running = _second is not None and _second.is_running
    return bool(sys.executable) and available_cores() > 1 and not is_worker and not is_running


def report_compiled(file: str) -> None:
    """Report that a kernel has been compiled and stored, if this is the second process."""
    if _is_second:
        print(f"-{file}", flush=True)


def become_second() -> None:
    """Report from now on which kernels this process compiles, because it is the second process."""
    global _is_second
    _is_second = True
