"""Processes in which agents think, so that none of them keeps a table waiting.

What a process answers is a line of JSON, which is checked: nothing that an agent computes is
unpickled here. A process that thinks for too long, dies or sends anything else is replaced.
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

# a process of its own, as a copy of one with threads might wait for locks that nobody opens
_PROCESSES = multiprocessing.get_context("spawn")
# bytes of an answer; the thoughts on a decision of our largest game take a tenth
_LONGEST_ANSWER = 2**20
_LONGEST_PROBLEM = 500
# between two attempts to start a process
_PAUSE_SECONDS = 1.0

_log = logging.getLogger("hofspiele.play")


class Urgency(IntEnum):
    """What comes first."""

    PEOPLE = 0  # a person waits for it
    REVIEW = 1
    AGENTS = 2  # nobody but agents is at the table


class NoAnswerError(Exception):
    """No answer came in time: the process was ended, or could not be started."""


class Question(NamedTuple, Generic[Answer]):
    """Something that a process can be asked.

    Attributes:
        think: called in the process, by its name; returns what JSON can hold.
        read: makes the answer of it, ValueError if it has another shape.
    """

    think: Callable[..., Any]
    read: Callable[[Any], Answer]


class _Job(NamedTuple):
    urgency: Urgency
    number: int  # first come, first served
    question: Question[Any]
    arguments: tuple[Any, ...]
    seconds: float
    answer: "asyncio.Future[Any]"

    def refuse(self, error: Exception) -> None:
        if not self.answer.done():
            self.answer.set_exception(error)


class _Worker:
    """A process. Its methods block, so they are called on a thread."""

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
        """Return the answer; ValueError if the function raised, NoAnswerError if none came."""
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
            raise NoAnswerError(f"its process has sent no answer: {error}") from error

    def end(self) -> None:
        """Kill the process and wake the thread that waits for it."""
        self._process.kill()
        with suppress(OSError):  # it is closed
            self._socket.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Free what an ended process leaves, once no thread asks it any more."""
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
    """Return problem and result of an answer; NoAnswerError if it is none."""
    if line.index(b"\n") + 1 < len(line):
        raise NoAnswerError("its process has sent more than one line, expected one")
    try:
        answer = json.loads(line, parse_constant=_refuse_constant)
    except (ValueError, RecursionError):
        answer = None
    if not isinstance(answer, list) or len(answer) != 2:
        raise NoAnswerError("its process has sent no answer, expected a line of JSON")
    problem, result = answer
    if problem is None:
        return None, result
    return escaped(str(problem)[:_LONGEST_PROBLEM]), None


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is no JSON")


def _serve(connection: socket.socket) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the server's; it ends this process
    with suppress(AttributeError, OSError):
        os.nice(5)  # whoever moves a piece comes before whoever thinks
    # the server has gone where a question ends early or nobody takes the answer
    with suppress(EOFError, OSError), connection, connection.makefile("rb") as questions:
        while True:
            # questions are the server's own, which may name functions
            function, arguments = pickle.load(questions)
            try:
                answer = json.dumps([None, function(*arguments)], allow_nan=False)
            except Exception as error:  # an agent's own, whatever it is
                problem = " ".join(str(error).split()) or type(error).__name__
                answer = json.dumps([problem[:_LONGEST_PROBLEM], None])
            connection.sendall(answer.encode() + b"\n")


class Workers:
    """Several processes. The first one is kept free for people, who thus never wait for agents.

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
        # by place; there is none where it is being replaced
        self._workers: dict[int, _Worker] = {}
        self._stopped = False

    def start(self) -> None:
        """Start all processes."""
        self._tasks = [asyncio.create_task(self._work(place)) for place in range(self._number)]

    async def stop(self) -> None:
        """End all processes and refuse what still waits for them."""
        self._stopped = True
        for worker in list(self._workers.values()):
            worker.end()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.to_thread(self._threads.shutdown)
        self._refuse_waiting(NoAnswerError("the server stops"))

    async def ask(
        self,
        urgency: Urgency,
        seconds: float,
        question: Question[Answer],
        *arguments: Any,
    ) -> Answer:
        """Return the answer of a process that has `seconds` for it.

        Raises:
            ValueError: the function raised; in words.
            NoAnswerError: it took longer, its process died or sent no answer, or none can start.
        """
        answer = asyncio.get_running_loop().create_future()
        job = _Job(urgency, next(self._numbers), question, arguments, seconds, answer)
        async with self._arrived:
            heapq.heappush(self._waiting, job)
            self._arrived.notify_all()
        return await answer

    async def _work(self, place: int) -> None:
        """Answer questions at a place for as long as the server runs, whatever happens to it."""
        while not self._stopped:
            try:
                await self._in_thread(self._start, place)
                while await self._answered(place):
                    pass
            except Exception as error:  # out of memory, processes, threads, open files …
                _log.error("no process can be started for agents to think in: %s", error)
                self._refuse_waiting(NoAnswerError(f"no process can be started: {error}"))
                await asyncio.sleep(_PAUSE_SECONDS)
            finally:
                self._end(place)

    async def _answered(self, place: int) -> bool:
        """Answer the next question; return whether the process can go on."""
        job = await self._next(place)
        if job.answer.cancelled():
            return True
        try:
            result = await self._in_thread(self._workers[place].ask, job)
        except ValueError as error:
            job.refuse(error)
        except asyncio.CancelledError:
            job.refuse(NoAnswerError("the server stops"))
            raise
        except NoAnswerError as error:
            job.refuse(error)
            return False
        except Exception as error:
            _log.exception("a question to a process has failed")
            job.refuse(NoAnswerError(f"it could not be asked: {error}"))
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
        """Refuse those jobs that no place with a process is there for."""
        waiting = self._waiting.copy()
        self._waiting.clear()
        for job in waiting:
            if any(_is_for(place, job) for place in self._workers):
                heapq.heappush(self._waiting, job)
            else:
                job.refuse(error)

    async def _in_thread(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Return what `function` does; where this is cancelled, it is waited for all the same."""
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
