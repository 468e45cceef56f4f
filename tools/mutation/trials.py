"""A pytest plugin that collects tests once and runs the fast ones on each mutant in a fork."""

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
# Number of trials that run at the same time.
_PROCESSES = 2
# Processor time of one trial without a mutant, in seconds. A trial runs the fastest tests that fit
# into this time; each takes at most a tenth of it. With a mutant, the trial is stopped when a test
# takes more than five times its usual time plus two seconds.
_SECONDS = 10.0


class Trials:
    """A pytest plugin that runs one trial per mutant instead of the tests.

    Args:
        game: name of the game.
        chosen: mutants to try.
        report: called with each mutant and its result as soon as its trial has ended.
    """

    def __init__(self, game: str, chosen: Sequence[Mutant], report: Callable[[Mutant, str], None]):
        self.game = game
        self.chosen = chosen
        self.report = report

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Run all trials instead of the collected tests."""
        times = self._fast_tests(session.items)
        running: dict[int, Mutant] = {}
        for mutant in self.chosen:
            if len(running) == _PROCESSES:
                self._wait(running)
            running[self._start(mutant, times)] = mutant
        while running:
            self._wait(running)
        return True

    def _fast_tests(self, items: Sequence[pytest.Item]) -> dict[pytest.Item, float]:
        """Run all tests and return the fastest that fit into `_SECONDS`, with their times."""
        longest = _SECONDS / 10
        times: dict[pytest.Item, float] = {}
        signal.signal(signal.SIGPROF, _skip_slow_test)
        # In callbacks of the garbage collector, Python would ignore the exception for a slow test.
        gc.disable()
        for item in items:
            start = time.process_time()
            if _fails(item, longest):
                raise pytest.UsageError(f"{item.nodeid} fails without a mutant")
            times[item] = time.process_time() - start
        gc.enable()
        signal.signal(signal.SIGPROF, signal.SIG_DFL)
        fast = sorted((item for item in items if times[item] < longest), key=times.__getitem__)
        until = accumulate(times[item] for item in fast)
        return {item: times[item] for item, end in zip(fast, until, strict=True) if end < _SECONDS}

    def _start(self, mutant: Mutant, times: Mapping[pytest.Item, float]) -> int:
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


def _skip_slow_test(*_: object) -> NoReturn:
    # Hypothesis would catch any other exception and continue the test.
    pytest.skip("takes too long")


def _fails(item: pytest.Item, longest: float) -> bool:
    """Run a test and return whether it fails; send SIGPROF after `longest` processor seconds."""
    signal.setitimer(signal.ITIMER_PROF, longest)
    reports = runtestprotocol(item, nextitem=None, log=False)
    signal.setitimer(signal.ITIMER_PROF, 0)
    return any(report.failed for report in reports)


def put_in_place(game: str, mutant: Mutant) -> None:
    """Replace the code of the mutant's function in place, also for modules that imported it."""
    module = sys.modules[f"hofspiele.envs.{game}.{mutant.module}"]
    codes = [constant for constant in mutant.code.co_consts if isinstance(constant, CodeType)]
    changed = next(code for code in codes if code.co_name == mutant.function)
    vars(module)[mutant.function].__code__ = changed
