"""Worker processes in which agents think, so that no agent blocks the server.

A process answers with one line of JSON that contains the number of the question. Nothing that an
agent computes is unpickled here. A process that takes too long, dies or sends anything else is
replaced.
"""

import asyncio
import heapq
import itertools
import json
import logging
import multiprocessing
import os
import pickle
import signal
import socket
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict
from enum import IntEnum
from typing import Any, NamedTuple

from hofspiele.envs.core.checks import escaped

# A forked copy of a process with threads could wait for locks that are never released.
_PROCESSES = multiprocessing.get_context("spawn")
# Maximum size of an answer in bytes, ten times the size of advice in the largest game.
_LONGEST_ANSWER = 2**20
_LONGEST_PROBLEM = 500
# With this variable, Python does not look for its own modules in the working directory first.
_SAFE_PATH = "PYTHONSAFEPATH"

_log = logging.getLogger("hofspiele.play")


class Urgency(IntEnum):
    """The order in which questions are answered; those that people wait for come first."""

    PEOPLE = 0
    REVIEW = 1
    AGENTS = 2


class NoAnswerError(Exception):
    """Raised if a process is too slow, dies, sends an invalid answer or can't start."""


class _Job(NamedTuple):
    """A question to a process: the call of `think`."""

    urgency: Urgency
    number: int  # Jobs are numbered in order of arrival.
    think: Callable[..., Any]
    arguments: tuple[Any, ...]
    seconds: float
    answer: "asyncio.Future[Any]"

    def refuse(self, error: Exception) -> None:
        if not self.answer.done():
            self.answer.set_exception(error)


class _Worker:
    """A process with the streams that connect it to the server."""

    async def start(self) -> None:
        ours, theirs = socket.socketpair()
        with theirs:
            self._answers, self._questions = await asyncio.open_connection(
                sock=ours, limit=_LONGEST_ANSWER
            )
            before = os.environ.get(_SAFE_PATH, "")
            self.process = _PROCESSES.Process(target=_serve, args=(theirs, before), daemon=True)
            os.environ[_SAFE_PATH] = "1"
            try:
                self.process.start()
            except BaseException:
                self._questions.close()
                raise
            finally:
                os.environ[_SAFE_PATH] = before

    async def ask(self, job: _Job) -> Any:
        """Return the answer; raise ValueError if `think` failed, NoAnswerError for other faults."""
        try:
            async with asyncio.timeout(job.seconds):
                self._questions.write(pickle.dumps((job.number, job.think, job.arguments)))
                line = await self._answers.readuntil()
        except TimeoutError as error:
            raise NoAnswerError(f"no answer within {job.seconds:g} seconds") from error
        except asyncio.LimitOverrunError as error:
            raise NoAnswerError(f"its process sent more than {_LONGEST_ANSWER} bytes") from error
        except (asyncio.IncompleteReadError, OSError) as error:
            raise NoAnswerError("its process crashed") from error
        return _read_answer(line, job.number)

    async def end(self) -> None:
        self.process.kill()
        self._questions.close()
        await asyncio.to_thread(self.process.join)
        self.process.close()


def _read_answer(line: bytes, number: int) -> Any:
    """Return the result in a line that answers question `number`; raise errors as `ask` does."""
    try:
        answered, problem, result = json.loads(line)
    except (ValueError, TypeError, RecursionError):
        raise NoAnswerError("its process sent an invalid answer") from None
    if answered != number:
        raise NoAnswerError("its process answered another question")
    if problem is not None:
        raise ValueError(escaped(str(problem)[:_LONGEST_PROBLEM]))
    return result


def _serve(connection: socket.socket, safe_path: str) -> None:
    os.environ[_SAFE_PATH] = safe_path  # Programs that agents start may need their own folder.
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # After Ctrl-C the server ends this process.
    with suppress(AttributeError, OSError):
        os.nice(5)  # The server takes precedence over agents.
    # These errors mean that the server has ended.
    with suppress(EOFError, OSError), connection, connection.makefile("rb") as questions:
        while True:
            # Only the server writes to this socket, so unpickling is safe.
            number, think, arguments = pickle.load(questions)
            try:
                result = [number, None, think(*arguments)]
                answer = json.dumps(result, allow_nan=False, default=asdict)
            except Exception as error:  # Agents can raise any error.
                problem = " ".join(str(error).split()) or type(error).__name__
                answer = json.dumps([number, problem[:_LONGEST_PROBLEM], None])
            connection.sendall(answer.encode() + b"\n")


class Workers:
    """A pool of processes; the first serves only `load` and questions that people wait for."""

    def __init__(self, number: int):
        self._number = number
        self._waiting: list[_Job] = []
        # For each process, the questions of `load` that it has not been asked yet.
        self._loads: list[deque[_Job]] = [deque() for _ in range(number)]
        self._arrived = asyncio.Condition()
        self._numbers = itertools.count()
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Start all processes."""
        self._tasks = [asyncio.create_task(self._work(place)) for place in range(self._number)]

    async def stop(self) -> None:
        """End all processes and refuse all questions."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for job in self._waiting:
            job.refuse(NoAnswerError("the server is stopping"))

    async def ask(
        self, urgency: Urgency, seconds: float, think: Callable[..., Any], *arguments: Any
    ) -> Any:
        """Call ``think(*arguments)`` in a process that has `seconds` to answer; return the result.

        `think` must return JSON-serialisable values; dataclasses become objects.

        Raises:
            ValueError: the function raised an error, which the message describes.
            NoAnswerError: no answer or an invalid one came in time, or the process or the server
                stopped.
        """
        answer = asyncio.get_running_loop().create_future()
        job = _Job(urgency, next(self._numbers), think, arguments, seconds, answer)
        async with self._arrived:
            heapq.heappush(self._waiting, job)
            self._arrived.notify_all()
        return await answer

    async def load(self, seconds: float, think: Callable[..., Any], *arguments: Any) -> None:
        """Queue a question for every process, to be asked when it is idle; ignore the answers."""
        answer = asyncio.get_running_loop().create_future()
        answer.set_result(None)
        job = _Job(Urgency.AGENTS, next(self._numbers), think, arguments, seconds, answer)
        async with self._arrived:
            for loads in self._loads:
                loads.append(job)
            self._arrived.notify_all()

    async def _work(self, place: int) -> None:
        """Answer questions with the process at `place`, which is replaced whenever it fails."""
        while True:
            worker = _Worker()
            try:
                await worker.start()
            except Exception as error:  # Memory, processes or files may have run out.
                _log.error("can't start a process for agents: %s", error)
                job = await self._next(place)
                job.refuse(NoAnswerError(f"can't start a process: {error}"))
                continue
            try:
                while await self._answer(worker, await self._next(place)):
                    pass
            finally:
                await worker.end()

    async def _next(self, place: int) -> _Job:
        """Return the next question that is not cancelled or, if there is none, one of `load`.

        Process 0 gets only questions that people wait for and questions of `load`.
        """

        def is_there() -> bool:
            while self._waiting and self._waiting[0].answer.done():
                heapq.heappop(self._waiting)
            return bool(self._waiting) and (place > 0 or self._waiting[0].urgency == Urgency.PEOPLE)

        async with self._arrived:
            await self._arrived.wait_for(lambda: is_there() or self._loads[place])
            return heapq.heappop(self._waiting) if is_there() else self._loads[place].popleft()

    async def _answer(self, worker: _Worker, job: _Job) -> bool:
        """Answer a question; return whether the process can answer another question."""
        try:
            result = await worker.ask(job)
        except (ValueError, NoAnswerError) as error:
            job.refuse(error)
            return isinstance(error, ValueError)
        except BaseException:
            job.refuse(NoAnswerError("the server is stopping"))
            raise
        else:
            if not job.answer.done():
                job.answer.set_result(result)
        return True
