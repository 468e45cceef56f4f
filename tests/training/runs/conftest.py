import signal

import pytest

from hofspiele.training.cli.command_line import CommandLine
from hofspiele.training.settings.train import Train
from tests.training.commands import SMALL


@pytest.fixture
def settings_of(tmp_path):
    """The settings of a run of 512 steps, two rollouts of 256, with these values."""

    def make(*values):
        return CommandLine(Train, [*SMALL, "steps=512", f"results={tmp_path}", *values]).settings()

    return make


@pytest.fixture(autouse=True)
def handlers_of_signals():
    """What a run does at Ctrl-C and polite kills ends with its test."""
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)
