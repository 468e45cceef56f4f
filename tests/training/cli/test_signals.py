import os
import signal
import subprocess
import sys
import time

import pytest

from hofspiele.training.cli.signals import (
    handle_all_like_interruptions,
    ignored_interruptions_repeated,
    interruptions_delayed,
)
from hofspiele.training.runs.checkpoints import Checkpoints
from tests.training.commands import SMALL, script


@pytest.fixture
def blocked():
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    yield
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


@interruptions_delayed()
def interrupt(events):
    # Ray calls the handler like this in workers.
    signal.getsignal(signal.SIGINT)(signal.SIGINT, None)
    events.append("delayed")


def test_interruption_is_delayed_even_if_signals_are_blocked(blocked):
    before, events = signal.getsignal(signal.SIGINT), []
    with pytest.raises(KeyboardInterrupt):
        interrupt(events)
    assert events == ["delayed"]
    assert signal.getsignal(signal.SIGINT) is before


class Interrupted:
    def __del__(self):
        signal.raise_signal(signal.SIGINT)


@ignored_interruptions_repeated()
def delete_and_wait():
    Interrupted()
    for _ in range(500):  # Python raises the error between two pauses.
        time.sleep(0.01)


def test_interruption_of_a_finaliser_is_repeated():
    before = sys.unraisablehook
    with pytest.raises(KeyboardInterrupt):
        delete_and_wait()
    assert sys.unraisablehook is before


def test_ignored_signals_stay_ignored(handlers_of_signals):
    signal.signal(signal.SIGHUP, signal.SIG_IGN)  # This is what ``nohup`` does.
    handle_all_like_interruptions()
    assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
    assert signal.getsignal(signal.SIGTERM) is signal.default_int_handler


def test_signals_that_are_ignored_do_not_hide_others(handlers_of_signals):
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    events = []
    with pytest.raises(KeyboardInterrupt), interruptions_delayed():
        events += map(signal.raise_signal, [signal.SIGHUP, signal.SIGINT])
    assert events == [None, None]


def test_a_run_is_saved_if_its_terminal_closes(tmp_path, handlers_of_signals):
    signal.signal(signal.SIGHUP, signal.SIG_DFL)  # Under ``nohup``, the process would ignore it.
    master, slave = os.openpty()
    command = script("train", *SMALL, "steps=10_000_000", "name=run", f"results={tmp_path}")
    process = subprocess.Popen(
        command, stdin=slave, stdout=slave, stderr=slave, start_new_session=True
    )
    os.close(slave)
    curve = tmp_path / "run" / "curve.jsonl"
    try:
        while not (curve.exists() and curve.stat().st_size > 0):
            assert process.poll() is None
            os.read(master, 10_000)
        os.close(master)
        process.send_signal(signal.SIGHUP)
        process.wait(timeout=60)
    finally:
        process.kill()
        process.wait()
    assert Checkpoints(tmp_path / "run" / "checkpoints").steps() > 0
