"""Processes in which agents think: killed, garbled and out of files at random moments."""

import asyncio
import multiprocessing
import resource
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from hofspiele.play.workers import NoAnswerError, Question, Urgency, Workers
from tests.tables import test_workers as deeds
from tools.hostile.attack import Attack
from tools.hostile.drawn import one_of

_QUESTIONS, _SECONDS, _ANSWERED_SECONDS = 40, 2.0, 120
_DEEDS: tuple[Callable[..., Any], ...] = (
    deeds.fail, deeds.die, deeds.leave, deeds.send_trap, deeds.raise_trap, deeds.send_nan,
    deeds.send_much,
)  # fmt: skip


def disturb(rng: np.random.Generator, folder: Path) -> int:
    """Check that each question is answered or refused, and that all are answered afterwards."""
    asyncio.run(_disturbed(rng))
    return _QUESTIONS


async def _disturbed(rng: np.random.Generator) -> None:
    workers = Workers(3)
    workers.start()
    allowed = resource.getrlimit(resource.RLIMIT_NOFILE)
    asked = []
    try:
        for _ in range(_QUESTIONS):
            asked.append(asyncio.create_task(_ask(workers, rng)))
            _do_harm(rng, allowed)
            await asyncio.sleep(rng.random() / 4)
        resource.setrlimit(resource.RLIMIT_NOFILE, allowed)
        done, late = await asyncio.wait(asked, timeout=_ANSWERED_SECONDS)
        assert not late, f"{len(late)} questions are neither answered nor refused"
        for task in done:
            await task
        async with asyncio.timeout(_ANSWERED_SECONDS):
            while not await _all_answer(workers):
                await asyncio.sleep(0.2)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, allowed)
        await workers.stop()


async def _ask(workers: Workers, rng: np.random.Generator) -> None:
    urgency = one_of(rng, Urgency)
    try:
        kind = rng.integers(3)
        if kind == 0:
            assert await workers.ask(urgency, _SECONDS, deeds.SLEEP, 0.0) == 0.0
        elif kind == 1:
            await workers.ask(urgency, _SECONDS, deeds.GARBAGE, rng.bytes(int(rng.integers(1, 99))))
        else:
            await workers.ask(urgency, _SECONDS, Question(one_of(rng, _DEEDS), deeds.anything))
    except (NoAnswerError, ValueError):
        pass


def _do_harm(rng: np.random.Generator, allowed: tuple[int, int]) -> None:
    kind = rng.integers(5)
    if kind == 0 and (processes := multiprocessing.active_children()):
        one_of(rng, processes).kill()
    elif kind == 1:
        resource.setrlimit(resource.RLIMIT_NOFILE, (int(rng.integers(3, 40)), allowed[1]))
    elif kind == 2:
        resource.setrlimit(resource.RLIMIT_NOFILE, allowed)


async def _all_answer(workers: Workers) -> bool:
    try:
        return await deeds.go_on(workers)
    except NoAnswerError:  # a process that was killed before
        return False


ATTACKS = (Attack("thinking", disturb, few=0),)
