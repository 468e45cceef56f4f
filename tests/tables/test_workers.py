"""Agents that think too long, or whose process dies."""

import asyncio
import os
import signal
import time

import pytest

from hofspiele.play.workers import OverTimeError, Urgency, Workers


def sleep(seconds: float) -> float:
    time.sleep(seconds)
    return seconds


def fail() -> None:
    raise KeyError("no such card")


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def with_workers(work):
    async def run():
        workers = Workers(2)
        workers.start()
        try:
            return await work(workers)
        finally:
            await workers.stop()

    return asyncio.run(run())


def test_a_worker_that_is_late_or_dead_is_replaced():
    async def work(workers):
        with pytest.raises(OverTimeError, match=r"no answer in 0\.2 seconds"):
            await workers.ask(Urgency.AGENTS, 0.2, sleep, 60)
        with pytest.raises(OverTimeError, match="has ended"):
            await workers.ask(Urgency.PEOPLE, 20, die)
        with pytest.raises(ValueError, match="no such card"):
            await workers.ask(Urgency.PEOPLE, 20, fail)
        return [await workers.ask(urgency, 20, sleep, 0.0) for urgency in Urgency]

    assert with_workers(work) == [0.0, 0.0, 0.0]


def test_people_do_not_wait_for_agents():
    async def work(workers):
        await asyncio.gather(*(workers.ask(Urgency.PEOPLE, 20, sleep, 0) for _ in range(4)))
        slow = [asyncio.create_task(workers.ask(Urgency.AGENTS, 20, sleep, 0.5)) for _ in range(3)]
        await asyncio.sleep(0.1)
        begun = time.monotonic()
        await workers.ask(Urgency.PEOPLE, 20, sleep, 0.0)
        waited = time.monotonic() - begun
        for task in slow:
            task.cancel()
        return waited

    assert with_workers(work) < 0.3
