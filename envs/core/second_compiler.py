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
from typing import Any, TextIO

from hofspiele.envs.core.cores import available_cores

# The second process imports only what this process would import. Its path is set after the start
# of Python, because otherwise folders of the user would come before the standard library.
_PROGRAM = """
import json, sys
sys.path[:] = json.loads(sys.argv[1])
from hofspiele.envs.agents.compile_ahead import main
main(*sys.argv[2:])
"""


class SecondCompiler:
    """The second process, and the kernels that it is compiling now.

    Args:
        command: starts a process that reports on its standard output, as described above.

    Raises:
        OSError, RuntimeError: the process or a thread that reads its reports can't be started.
    """

    def __init__(self, command: list[str]):
        self._owner = os.getpid()
        self._changed = threading.Condition()
        self._compiling: set[str] = set()
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            encoding="utf-8",
            errors="replace",
        )
        self._follower = threading.Thread(target=self._follow, daemon=True)
        try:
            self._follower.start()
        except RuntimeError:
            self._process.kill()
            self._process.communicate()
            raise

    def _follow(self) -> None:
        assert self._process.stdout is not None
        try:
            with self._process.stdout as reports:
                for line in reports:
                    with self._changed:
                        update = self._compiling.add if line[0] == "+" else self._compiling.discard
                        update(line[1:].rstrip())
                        self._changed.notify_all()
        finally:
            with self._changed:
                self._compiling.clear()
                self._changed.notify_all()
        self._process.wait()

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
        """Stop the process; kernels that it has not stored are compiled when they are needed."""
        if self._owner == os.getpid():
            self._process.kill()
            self._follower.join()


# The class and options of the game that was made last, unless a second process has already been
# started for a game of this class.
_offered: tuple[str, Mapping[str, Any]] | None = None
_started: set[str] = set()
_second: SecondCompiler | None = None
_is_allowed = True
# The stream for reports, if this process is the second one.
_reports: TextIO | None = None


def offer(class_path: str, options: Mapping[str, Any]) -> None:
    """Let a second process compile a game as soon as this process has to compile any kernel.

    This happens at most once for each class.

    Args:
        class_path: "package.module:Class" of the game.
        options: all options of the game, JSON-serialisable.
    """
    global _offered
    _offered = None if class_path in _started else (class_path, options)


def compiled_elsewhere(file: str) -> bool:
    """Return whether the second process has compiled a kernel that was missing in the cache.

    Call this before compiling a kernel: it waits while the second process compiles the kernel, and
    starts that process if it is of use.

    Args:
        file: the name of the kernel's file in the cache.
    """
    global _offered, _second
    if _reports is not None:
        print(f"+{file}", file=_reports, flush=True)
        return False
    if _second is not None and _second.wait_for(file):
        return True
    if _offered is not None and _can_start():
        game, _offered = _offered, None
        _started.add(game[0])
        try:
            _second = SecondCompiler(_command(*game))
        except (OSError, RuntimeError):  # Then this process compiles everything.
            stop()
    return False


def _command(class_path: str, options: Mapping[str, Any]) -> list[str]:
    """Return the command that starts the second process for a game."""
    path = json.dumps([folder for folder in sys.path if isinstance(folder, str)])
    bytecode = ["-B"] if sys.dont_write_bytecode else []
    arguments = [path, class_path, json.dumps(options)]
    return [sys.executable, "-I", *bytecode, "-c", _PROGRAM, *arguments]


def _can_start() -> bool:
    """Return whether this process may start a second one."""
    # Processes of `multiprocessing` usually share the cores among themselves, and the executable of
    # a frozen program is not Python.
    is_worker = multiprocessing.parent_process() is not None
    is_python = bool(sys.executable) and not getattr(sys, "frozen", False)
    is_running = _second is not None and _second.is_running
    return _is_allowed and is_python and available_cores() > 1 and not is_worker and not is_running


def report_compiled(file: str) -> None:
    """Report that a kernel has been compiled and stored, if this is the second process."""
    if _reports is not None:
        print(f"-{file}", file=_reports, flush=True)


def become_second() -> None:
    """Report from now on which kernels this process compiles, because it is the second process."""
    global _reports
    _reports = os.fdopen(os.dup(1), "w", encoding="utf-8")
    # Nothing that the modules of a game print may be mistaken for a report.
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


@atexit.register
def stop() -> None:
    """Stop the second process, if any, and start no other."""
    global _is_allowed
    _is_allowed = False
    if _second is not None:
        _second.stop()
