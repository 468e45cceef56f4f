"""Worker processes in which agents think, so that no agent blocks the server.

A process answers with one line of JSON, which is checked. Nothing that an agent computes is
unpickled here. A process that takes too long, dies or sends anything else is replaced.
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
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from enum import IntEnum
from typing import Any, Generic, NamedTuple, TypeVar

from hofspiele.envs.core.checks import escaped

Answer = TypeVar("Answer")

# A forked copy of a process with threads could wait for locks that are never released.
_PROCESSES = multiprocessing.get_context("spawn")
# An answer has at most this many bytes, ten times as many as advice in the largest game takes.
_LONGEST_ANSWER = 2**20
_LONGEST_PROBLEM = 500
# This pause separates two attempts to start a process.
_PAUSE_SECONDS = 1.0

_log = logging.getLogger("hofspiele.play")


class Urgency(IntEnum):
    """The order in which questions are answered: those of people come first."""

    PEOPLE = 0
    REVIEW = 1
    AGENTS = 2


class NoAnswerError(Exception):
    """A question without an answer: its process was too slow, died, or could not start."""


class Question(NamedTuple, Generic[Answer]):
    """A question to a worker process.

    Attributes:
        think: the function that the process calls, found by name; returns JSON-ready values.
        read: converts these values to the answer; ValueError if they have another shape.
    """

    think: Callable[..., Any]
    read: Callable[[Any], Answer]


class _Job(NamedTuple):
    urgency: Urgency
    number: int  # Jobs are numbered in order of arrival.
    question: Question[Any]
    arguments: tuple[Any, ...]
    seconds: float
    answer: "asyncio.Future[Any]"

    def refuse(self, error: Exception) -> None:
        if not self.answer.done():
            self.answer.set_exception(error)


class _Worker:
    """A process. Its methods block, so they have to be called on a thread."""

    def __init__(self) -> None:
        self._socket, theirs = socket.socketpair()
        try:
            self._process = _PROCESSES.Process(target=_serve, args=(theirs,), daemon=True)
            self._process.start()
        except BaseException:
            self._socket.close()
            raise
        finally:
            theirs.close()

    def ask(self, job: _Job) -> Any:
        """Return the answer; ValueError if the function failed, NoAnswerError if none came."""
        deadline = time.monotonic() + job.seconds
        try:
            self._socket.settimeout(job.seconds)
            self._socket.sendall(pickle.dumps((job.question.think, job.arguments)))
            line = self._line(deadline)
        except TimeoutError as error:
            raise NoAnswerError(f"no answer in {job.seconds:g} seconds") from error
        except OSError as error:
            raise NoAnswerError("its process has ended") from error
        problem, result = _parsed(line)
        if problem is not None:
            raise ValueError(problem)
        try:
            return job.question.read(result)
        except ValueError as error:
            raise NoAnswerError(f"its process has sent a wrong answer: {error}") from error

    def end(self) -> None:
        """Kill the process and wake the thread that waits for it."""
        self._process.kill()
        with suppress(OSError):  # It may be closed already.
            self._socket.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Free the resources of an ended process that no thread uses any more."""
        self._process.join()
        self._process.close()
        self._socket.close()

    def _line(self, deadline: float) -> bytes:
        heard = bytearray()
        while b"\n" not in heard:
            self._socket.settimeout(max(deadline - time.monotonic(), 1e-3))
            piece = self._socket.recv(2**16)
            if not piece:
                raise OSError("the connection is closed")
            heard += piece
            if len(heard) > _LONGEST_ANSWER:
                raise NoAnswerError(f"its process has sent more than {_LONGEST_ANSWER} bytes")
        return bytes(heard)


def _parsed(line: bytes) -> tuple[str | None, Any]:
    """Return problem and result in a line; NoAnswerError if it is not an answer."""
    if line.index(b"\n") + 1 < len(line):
        raise NoAnswerError("its process has sent more than one line, expected one")
    try:
        answer = json.loads(line, parse_constant=_refuse_constant)
    except (ValueError, RecursionError):
        answer = None
    if not isinstance(answer, list) or len(answer) != 2:
        raise NoAnswerError("its process has sent a wrong answer, expected a list of 2 as JSON")
    problem, result = answer
    if problem is None:
        return None, result
    return escaped(str(problem)[:_LONGEST_PROBLEM]), None


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


def _serve(connection: socket.socket) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # After Ctrl-C the server ends this process.
    with suppress(AttributeError, OSError):
        os.nice(5)  # Serving people matters more than thinking.
    # These errors mean that the server has ended.
    with suppress(EOFError, OSError), connection, connection.makefile("rb") as questions:
        while True:
            # Only the server writes to this socket, so unpickling is safe.
            function, arguments = pickle.load(questions)
            try:
                answer = json.dumps([None, function(*arguments)], allow_nan=False)
            except Exception as error:  # Agents can raise any error.
                problem = " ".join(str(error).split()) or type(error).__name__
                answer = json.dumps([problem[:_LONGEST_PROBLEM], None])
            connection.sendall(answer.encode() + b"\n")


class Workers:
    """A pool of processes. The first one is reserved for people, who never wait for agents.

    Args:
        number: the number of processes, at least 2.
    """

    def __init__(self, number: int):
        self._number = number
        self._waiting: list[_Job] = []
        self._arrived = asyncio.Condition()
        self._numbers = itertools.count()
        self._threads = ThreadPoolExecutor(number, "worker")
        self._tasks: list[asyncio.Task[None]] = []
        # The keys are places; a place is empty while its process is being replaced.
        self._workers: dict[int, _Worker] = {}
        self._stopped = False

    def start(self) -> None:
        """Start all processes."""
        self._tasks = [asyncio.create_task(self._work(place)) for place in range(self._number)]

    async def stop(self) -> None:
        """End all processes and refuse the questions that are still waiting."""
        self._stopped = True
        for worker in list(self._workers.values()):
            worker.end()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.to_thread(self._threads.shutdown)
        self._refuse_waiting(NoAnswerError("the server is stopping"))

    async def ask(
        self,
        urgency: Urgency,
        seconds: float,
        question: Question[Answer],
        *arguments: Any,
    ) -> Answer:
        """Return the answer of a process, which has `seconds` for it.

        Raises:
            ValueError: the function raised an error, which the message describes.
            NoAnswerError: the process took longer, died, sent a wrong answer or could not start.
        """
        answer = asyncio.get_running_loop().create_future()
        job = _Job(urgency, next(self._numbers), question, arguments, seconds, answer)
        async with self._arrived:
            heapq.heappush(self._waiting, job)
            self._arrived.notify_all()
        return await answer

    async def _work(self, place: int) -> None:
        """Answer questions at a place until the server stops; replace its process if necessary."""
        while not self._stopped:
            try:
                await self._in_thread(self._start, place)
                while await self._answered(place):
                    pass
            except Exception as error:  # Memory, processes, threads or files may have run out.
                _log.error("no process for agents can be started: %s", error)
                self._refuse_waiting(NoAnswerError(f"no process can be started: {error}"))
                await asyncio.sleep(_PAUSE_SECONDS)
            finally:
                self._end(place)

    async def _answered(self, place: int) -> bool:
        """Answer the next question; return whether the process can be used for another one."""
        job = await self._next(place)
        if job.answer.cancelled():
            return True
        try:
            result = await self._in_thread(self._workers[place].ask, job)
        except ValueError as error:
            job.refuse(error)
        except asyncio.CancelledError:
            job.refuse(NoAnswerError("the server is stopping"))
            raise
        except NoAnswerError as error:
            job.refuse(error)
            return False
        except Exception as error:
            _log.exception("a question to a process failed")
            job.refuse(NoAnswerError(f"its process could not be asked: {error}"))
            return False
        else:
            if not job.answer.done():
                job.answer.set_result(result)
        return True

    async def _next(self, place: int) -> _Job:
        async with self._arrived:
            await self._arrived.wait_for(
                lambda: bool(self._waiting) and _is_for(place, self._waiting[0])
            )
            return heapq.heappop(self._waiting)

    def _refuse_waiting(self, error: Exception) -> None:
        """Refuse the waiting questions that no running process may answer."""
        waiting = self._waiting.copy()
        self._waiting.clear()
        for job in waiting:
            if any(_is_for(place, job) for place in self._workers):
                heapq.heappush(self._waiting, job)
            else:
                job.refuse(error)

    async def _in_thread(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Return the result of `function`; wait for its end even if this is cancelled."""
        loop = asyncio.get_running_loop()
        done = loop.run_in_executor(self._threads, function, *arguments)
        try:
            return await asyncio.shield(done)
        except asyncio.CancelledError:
            await asyncio.gather(done, return_exceptions=True)
            raise

    def _start(self, place: int) -> None:
        self._workers[place] = _Worker()

    def _end(self, place: int) -> None:
        worker = self._workers.pop(place, None)
        if worker is not None:
            worker.end()
            worker.close()


def _is_for(place: int, job: _Job) -> bool:
    return place > 0 or job.urgency == Urgency.PEOPLE
