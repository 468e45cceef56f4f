"""Trials: tests are collected once; forks of the process run the fast ones, on a mutant each."""

import os
import signal
import sys
import time
from collections.abc import Sequence
from itertools import accumulate
from types import CodeType

import pytest
from _pytest.runner import runtestprotocol

from tests.mutation.mutants import Mutant

KILLED, SURVIVED, TIMEOUT = "killed", "survived", "timeout"


class Trials:
    """A plugin that carries trials out in place of the tests.

    Args:
        game: of which the mutants are.
        chosen: the mutants.
        processes: trials at a time.
        seconds: of processor time that the tests of a trial may take without any change; the fast
            ones come first. With ten times that, and ten seconds, a trial is given up.

    Attributes:
        ends: what became of the mutants that have been tried.
    """

    def __init__(self, game: str, chosen: Sequence[Mutant], processes: int, seconds: float):
        self.game = game
        self.chosen = chosen
        self.processes = processes
        self.seconds = seconds
        self.ends: dict[Mutant, str] = {}

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """All trials."""
        items = self._fast_ones(session.items)
        running: dict[int, Mutant] = {}
        for mutant in self.chosen:
            if len(running) == self.processes:
                self._wait(running)
            running[self._begin(mutant, items)] = mutant
        while running:
            self._wait(running)
        return True

    def _fast_ones(self, items: Sequence[pytest.Item]) -> list[pytest.Item]:
        """The tests in the order of the time they take, as far as they fit into `seconds`."""
        times: dict[pytest.Item, float] = {}
        for item in items:
            start = time.process_time()
            if _fails(item):
                raise pytest.UsageError(f"{item.nodeid} fails without any change")
            times[item] = time.process_time() - start
        fast = sorted(items, key=lambda item: times[item])
        until = accumulate(times[item] for item in fast)
        return [item for item, end in zip(fast, until, strict=True) if end < self.seconds]

    def _begin(self, mutant: Mutant, items: Sequence[pytest.Item]) -> int:
        process = os.fork()
        if process:
            return process
        signal.alarm(int(10 + 10 * self.seconds))
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 1)
        os.dup2(nowhere, 2)
        failed = True
        try:
            put_in_place(self.game, mutant)
            failed = any(map(_fails, items))
        finally:
            os._exit(failed)

    def _wait(self, running: dict[int, Mutant]) -> None:
        process, status = os.wait()
        end = TIMEOUT if os.WIFSIGNALED(status) else KILLED if status else SURVIVED
        self.ends[running.pop(process)] = end


def _fails(item: pytest.Item) -> bool:
    return any(report.failed for report in runtestprotocol(item, nextitem=None, log=False))


def put_in_place(game: str, mutant: Mutant) -> None:
    """Let the function that is changed have its changed code, wherever it is known."""
    module = sys.modules[f"hofspiele.envs.{game}.{mutant.room}"]
    vars(module)[mutant.function].__code__ = _code_of(mutant.code, mutant.function)


def _code_of(module: CodeType, name: str) -> CodeType:
    found = [code for code in module.co_consts if isinstance(code, CodeType)]
    return next(code for code in found if code.co_name == name)
