"""Processes in which agents think, so that none keeps the table waiting.

One that thinks for too long, or that dies, is replaced by a new one.
"""

import asyncio
import heapq
import itertools
import multiprocessing
import os
import signal
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from enum import IntEnum
from multiprocessing.connection import Connection
from typing import Any, NamedTuple

# started anew, as a copy of a process with threads might wait for locks that nobody opens
_PROCESSES = multiprocessing.get_context("spawn")


class Urgency(IntEnum):
    """What comes first."""

    PEOPLE = 0  # a person waits for it
    REVIEW = 1
    AGENTS = 2  # nobody but agents is at the table


class OverTimeError(Exception):
    """No answer came in time: the process was ended."""


class _Job(NamedTuple):
    urgency: Urgency
    number: int  # first come, first served
    function: Callable[..., Any]
    arguments: tuple[Any, ...]
    seconds: float
    answer: "asyncio.Future[Any]"


class _Worker:
    """One process; its methods wait, so they are called on a thread."""

    def __init__(self) -> None:
        self._connection, remote = _PROCESSES.Pipe()
        self._process = _PROCESSES.Process(target=_serve, args=(remote,), daemon=True)
        self._process.start()
        remote.close()

    def ask(self, job: _Job) -> Any:
        """What the function gives back; ValueError if it raised, OverTimeError if it went on."""
        try:
            self._connection.send((job.function, job.arguments))
            if not self._connection.poll(job.seconds):
                raise OverTimeError(f"no answer in {job.seconds:g} seconds")
            problem, result = self._connection.recv()
        except (EOFError, OSError) as error:
            raise OverTimeError("its process has ended") from error
        if problem is not None:
            raise ValueError(problem)
        return result

    def end(self) -> None:
        """End the process, whatever it does."""
        self._process.kill()
        self._process.join()
        self._connection.close()


def _serve(connection: Connection) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the server's; it ends this process
    with suppress(AttributeError, OSError):
        os.nice(5)  # whoever moves a piece comes before whoever thinks
    with suppress(EOFError, OSError):  # the server has gone
        while True:
            function, arguments = connection.recv()
            answer: tuple[str | None, Any]
            try:
                answer = (None, function(*arguments))
            except Exception as error:  # an agent's own, whatever it is
                answer = (" ".join(str(error).split()) or type(error).__name__, None)
            connection.send(answer)


class Workers:
    """So many processes. The first one is kept free for people, who so never wait for agents.

    Args:
        number: at least 2.
    """

    def __init__(self, number: int):
        self._number = number
        self._waiting: list[_Job] = []
        self._arrived = asyncio.Condition()
        self._numbers = itertools.count()
        self._threads = ThreadPoolExecutor(number, "worker")
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Start all processes."""
        self._tasks = [asyncio.create_task(self._work(place)) for place in range(self._number)]

    async def stop(self) -> None:
        """End all processes."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def ask(
        self, urgency: Urgency, seconds: float, function: Callable[..., Any], *arguments: Any
    ) -> Any:
        """What ``function(*arguments)`` gives back in a process that has so many seconds for it.

        Raises:
            ValueError: the function raised; in words.
            OverTimeError: it took longer, or its process died.
        """
        answer = asyncio.get_running_loop().create_future()
        job = _Job(urgency, next(self._numbers), function, arguments, seconds, answer)
        async with self._arrived:
            heapq.heappush(self._waiting, job)
            self._arrived.notify_all()
        return await answer

    async def _work(self, place: int) -> None:
        loop = asyncio.get_running_loop()
        worker = await loop.run_in_executor(self._threads, _Worker)
        try:
            while True:
                job = await self._next(place)
                if job.answer.cancelled():
                    continue
                try:
                    result = await loop.run_in_executor(self._threads, worker.ask, job)
                except ValueError as error:
                    _answer(job, error)
                except OverTimeError as error:
                    _answer(job, error)
                    worker.end()
                    worker = await loop.run_in_executor(self._threads, _Worker)
                else:
                    if not job.answer.done():
                        job.answer.set_result(result)
        finally:
            worker.end()

    async def _next(self, place: int) -> _Job:
        least = Urgency.PEOPLE if place == 0 else Urgency.AGENTS
        async with self._arrived:
            await self._arrived.wait_for(
                lambda: bool(self._waiting) and self._waiting[0].urgency <= least
            )
            return heapq.heappop(self._waiting)


def _answer(job: _Job, error: Exception) -> None:
    if not job.answer.done():
        job.answer.set_exception(error)
