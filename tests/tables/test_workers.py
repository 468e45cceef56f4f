"""Worker processes that are too slow, send wrong answers or die."""

import asyncio
import multiprocessing
import os
import socket
import sys
from contextlib import suppress
from unittest.mock import Mock

import pytest

from hofspiele.play.workers import NoAnswerError, Urgency, Workers, _read_answer
from tests.tables.thinking import TrapError, fail, raise_trap, send_garbage, sleep, write_process

pytestmark = pytest.mark.anyio


@pytest.fixture
async def workers(anyio_backend):
    workers = Workers(2)
    workers.start()
    yield workers
    await workers.stop()


async def go_on(workers):
    """Return whether all processes answer."""
    return [await workers.ask(urgency, 20, sleep, 0.0) for urgency in Urgency] == [0.0] * 3


async def test_late_dead_and_dishonest_workers_are_replaced(workers):
    for seconds, think, argument, message in (
        (0.2, sleep, 60, r"no answer within 0\.2 seconds"),
        (20, os._exit, 3, "crashed"),
        (20, sys.exit, 3, "crashed"),
        (20, raise_trap, None, "crashed"),
        (20, bytes.decode, b"x" * 2**21, "more than 1048576 bytes"),
        (20, send_garbage, b"\n", "sent an invalid answer"),
    ):
        arguments = () if argument is None else (argument,)
        with pytest.raises(NoAnswerError, match=message):
            await workers.ask(Urgency.PEOPLE, seconds, think, *arguments)
    for think, arguments, message in (
        (fail, (), "no such card"),
        (TrapError, (), "asdict"),
        (float, ("nan",), "JSON"),
    ):
        with pytest.raises(ValueError, match=message):
            await workers.ask(Urgency.PEOPLE, 20, think, *arguments)
    assert await go_on(workers)


async def test_a_second_answer_does_not_count_for_the_next_question(workers):
    await workers.ask(Urgency.AGENTS, 20, send_garbage, b"[0, null, 1.0]\n")
    with pytest.raises(NoAnswerError, match="answered another question"):
        await workers.ask(Urgency.AGENTS, 20, sleep, 0.0)
    assert await go_on(workers)


@pytest.mark.parametrize(
    "line",
    [
        b"\n", b"\xff\n", b"[7, 1]\n", b"{}\n", b"5\n", b"[" * 9000 + b"\n",
        b"[null[7, null, 0.0]\n", b"[7, null, " + b"9" * 5000 + b"]\n",
        b"\x80\x04N.[7, null, 0.0]\n", b"[99, null, 0.0]\n",
    ],
    ids=lambda line: repr(line[:20]),
)  # fmt: skip
def test_garbage_is_refused(line):
    assert _read_answer(b"[7, null, 0.0]\n", 7) == 0
    with pytest.raises(NoAnswerError, match=r"its process (sent an invalid|answered another)"):
        _read_answer(line, 7)


async def test_files_in_the_working_directory_do_not_replace_modules_of_python(
    monkeypatch, tmp_path
):
    for name in ("asyncio", "multiprocessing", "signal"):
        (tmp_path / f"{name}.py").write_text("open('imported', 'w')")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONSAFEPATH", "")
    workers = Workers(1)
    workers.start()
    assert await workers.ask(Urgency.PEOPLE, 20, sleep, 0.0) == 0.0
    # Programs that agents start may import modules next to them.
    assert await workers.ask(Urgency.PEOPLE, 20, os.getenv, "PYTHONSAFEPATH") == ""
    assert os.environ["PYTHONSAFEPATH"] == ""
    await workers.stop()
    assert not (tmp_path / "imported").exists()


async def test_each_process_loads_when_it_is_idle(workers, tmp_path):
    await workers.load(20, fail)
    await workers.load(20, write_process, tmp_path)
    busy = asyncio.create_task(workers.ask(Urgency.PEOPLE, 20, sleep, 0.5))
    while len(list(tmp_path.iterdir())) < 2:
        await asyncio.sleep(0.01)
    assert await busy == 0.5
    assert await go_on(workers)


@pytest.fixture
def others():
    """Return the child processes that already run before the workers are started."""
    return set(multiprocessing.active_children())


async def test_workers_killed_while_idle_are_replaced(others, workers):
    assert await go_on(workers)
    for process in set(multiprocessing.active_children()) - others:
        process.kill()
    for urgency in (Urgency.PEOPLE, Urgency.AGENTS):
        with pytest.raises(NoAnswerError, match="crashed"):
            await workers.ask(urgency, 20, sleep, 0.0)
    assert await go_on(workers)


async def test_workers_come_back_after_the_server_was_out_of_files(workers, monkeypatch, caplog):
    assert await go_on(workers)
    with monkeypatch.context() as patched:
        error = OSError("Too many open files")
        patched.setattr(socket, "socketpair", Mock(side_effect=error))
        for urgency in (*Urgency, *Urgency):
            with pytest.raises(NoAnswerError):
                await workers.ask(urgency, 20, os._exit, 3)
    for urgency in Urgency:  # Each worker refuses one more question.
        with suppress(NoAnswerError):
            await workers.ask(urgency, 20, sleep, 0.0)
    assert await go_on(workers)
    assert "can't start a process for agents: Too many open files" in caplog.text


async def test_people_do_not_wait_for_agents_and_the_end_refuses_all_questions(workers):
    slow = [asyncio.create_task(workers.ask(Urgency.AGENTS, 90, sleep, 60.0)) for _ in range(3)]
    await asyncio.sleep(0.1)
    await asyncio.wait_for(workers.ask(Urgency.PEOPLE, 20, sleep, 0.0), 20)
    await workers.stop()
    answers = await asyncio.wait_for(asyncio.gather(*slow, return_exceptions=True), 10)
    assert [type(answer) for answer in answers] == [NoAnswerError] * 3
