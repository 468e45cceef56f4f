"""Trials: tests are collected once, and each fork of the process runs the fast ones on a mutant."""

import gc
import os
import signal
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate
from types import CodeType
from typing import NoReturn

import pytest
from _pytest.runner import runtestprotocol

from tools.mutation.mutants import Mutant

KILLED, SURVIVED, TIMEOUT = "killed", "survived", "timeout"


class Trials:
    """A plugin that runs trials instead of the tests.

    Args:
        game: the name of the game.
        chosen: the mutants to try.
        processes: the number of trials that run at the same time.
        seconds: processor time that the tests of a trial may take without a mutant, fast tests
            first; a single test may take a tenth of it. A trial is stopped when a test takes two
            seconds more than five times as long as without a mutant.
        report: called with a mutant and what became of it, as soon as that is known.
    """

    def __init__(
        self,
        game: str,
        chosen: Sequence[Mutant],
        processes: int,
        seconds: float,
        report: Callable[[Mutant, str], None],
    ):
        self.game = game
        self.chosen = chosen
        self.processes = processes
        self.seconds = seconds
        self.report = report

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Run all trials."""
        times = self._fast_ones(session.items)
        running: dict[int, Mutant] = {}
        for mutant in self.chosen:
            if len(running) == self.processes:
                self._wait(running)
            running[self._begin(mutant, times)] = mutant
        while running:
            self._wait(running)
        return True

    def _fast_ones(self, items: Sequence[pytest.Item]) -> dict[pytest.Item, float]:
        """Return the fastest tests that fit into `seconds`, in order, and how long they take."""
        longest = self.seconds / 10
        times: dict[pytest.Item, float] = {}
        signal.signal(signal.SIGPROF, _break_off)
        gc.disable()  # Python ignores what the signal raises in callbacks of the garbage collector.
        for item in items:
            start = time.process_time()
            if _fails(item, longest):
                raise pytest.UsageError(f"{item.nodeid} fails without any change")
            times[item] = time.process_time() - start
        gc.enable()
        signal.signal(signal.SIGPROF, signal.SIG_DFL)
        fast = sorted((item for item in items if times[item] < longest), key=times.__getitem__)
        until = accumulate(times[item] for item in fast)
        return {
            item: times[item] for item, end in zip(fast, until, strict=True) if end < self.seconds
        }

    def _begin(self, mutant: Mutant, times: Mapping[pytest.Item, float]) -> int:
        process = os.fork()
        if process:
            return process
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 1)
        os.dup2(nowhere, 2)
        failed = True
        try:
            put_in_place(self.game, mutant)
            failed = any(_fails(item, 2 + 5 * usual) for item, usual in times.items())
        finally:
            os._exit(failed)

    def _wait(self, running: dict[int, Mutant]) -> None:
        process, status = os.wait()
        end = TIMEOUT if os.WIFSIGNALED(status) else KILLED if status else SURVIVED
        self.report(running.pop(process), end)


def _break_off(*_: object) -> NoReturn:
    # Hypothesis catches all other exceptions.
    pytest.skip("takes too long")


def _fails(item: pytest.Item, longest: float) -> bool:
    """Return whether a test fails; send a signal after `longest` seconds of processor time."""
    signal.setitimer(signal.ITIMER_PROF, longest)
    reports = runtestprotocol(item, nextitem=None, log=False)
    signal.setitimer(signal.ITIMER_PROF, 0)
    return any(report.failed for report in reports)


def put_in_place(game: str, mutant: Mutant) -> None:
    """Give the function that is changed its changed code, wherever it was imported."""
    module = sys.modules[f"hofspiele.envs.{game}.{mutant.module}"]
    vars(module)[mutant.function].__code__ = _code_of(mutant.code, mutant.function)


def _code_of(module: CodeType, name: str) -> CodeType:
    found = [code for code in module.co_consts if isinstance(code, CodeType)]
    return next(code for code in found if code.co_name == name)
