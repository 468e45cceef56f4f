"""Worker processes that are too slow, send wrong answers or die."""

import asyncio
import multiprocessing
import os
import socket
from contextlib import suppress
from unittest.mock import Mock

import pytest

from hofspiele.play.workers import NoAnswerError, Urgency, Workers, _read_answer
from tests.tables.thinking import (
    die,
    fail,
    leave,
    raise_trap,
    send_garbage,
    send_much,
    send_nan,
    send_trap,
    sleep,
    write_process,
)

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend():
    return "asyncio"


@pytest.fixture
async def workers(anyio_backend):
    workers = Workers(2)
    workers.start()
    yield workers
    await workers.stop()


async def go_on(workers):
    """Return whether all processes answer."""
    return [await workers.ask(urgency, 20, sleep, 0.0) for urgency in Urgency] == [0.0] * 3


async def test_late_and_dead_workers_are_replaced(workers):
    with pytest.raises(NoAnswerError, match=r"no answer within 0\.2 seconds"):
        await workers.ask(Urgency.AGENTS, 0.2, sleep, 60)
    with pytest.raises(NoAnswerError, match="crashed"):
        await workers.ask(Urgency.PEOPLE, 20, die)
    with pytest.raises(NoAnswerError, match="crashed"):
        await workers.ask(Urgency.PEOPLE, 20, leave)
    with pytest.raises(ValueError, match="no such card"):
        await workers.ask(Urgency.PEOPLE, 20, fail)
    assert await go_on(workers)


async def test_results_other_than_plain_data_are_refused(workers):
    for function in (send_trap, send_nan):
        with pytest.raises(ValueError, match="JSON"):
            await workers.ask(Urgency.PEOPLE, 20, function)
    for function, message in ((raise_trap, "crashed"), (send_much, "more than 1048576 bytes")):
        with pytest.raises(NoAnswerError, match=message):
            await workers.ask(Urgency.PEOPLE, 20, function)
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


async def test_neither_garbage_nor_a_second_answer_counts_for_the_next_question(workers):
    with pytest.raises(NoAnswerError, match="sent an invalid answer"):
        await workers.ask(Urgency.AGENTS, 20, send_garbage, b"\n")
    await workers.ask(Urgency.AGENTS, 20, send_garbage, b"[1, null, 1.0]\n")
    with pytest.raises(NoAnswerError, match="answered another question"):
        await workers.ask(Urgency.AGENTS, 20, sleep, 0.0)
    assert await go_on(workers)


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
                await workers.ask(urgency, 20, die)
    for urgency in Urgency:  # Each worker refuses one more question.
        with suppress(NoAnswerError):
            await workers.ask(urgency, 20, sleep, 0.0)
    assert await go_on(workers)
    assert "can't start a process for agents: Too many open files" in caplog.text


def keep_busy(workers):
    """Ask three questions for agents, each of which takes a minute; return their tasks."""
    asked = (workers.ask(Urgency.AGENTS, 90, sleep, 60.0) for _ in range(3))
    return [*map(asyncio.create_task, asked)]


async def test_waiting_questions_are_refused_at_the_end(workers):
    asked = keep_busy(workers)
    await asyncio.sleep(0.1)
    await workers.stop()
    answers = await asyncio.wait_for(asyncio.gather(*asked, return_exceptions=True), 10)
    assert [type(answer) for answer in answers] == [NoAnswerError] * 3


async def test_people_do_not_wait_for_agents(workers):
    slow = keep_busy(workers)
    await asyncio.sleep(0.1)
    await asyncio.wait_for(workers.ask(Urgency.PEOPLE, 20, sleep, 0.0), 20)
    for task in slow:
        task.cancel()
