import functools
import signal
from dataclasses import replace

import numpy as np
import pytest
import torch

from hofspiele import envs
from hofspiele.envs.command_line.command import ENDING
from hofspiele.training.cli.command_line import CommandLine
from hofspiele.training.settings.train import Train
from tests.training.commands import SMALL


def pytest_configure():
    torch.set_num_threads(1)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup():
    """Let new networks depend neither on chance nor on the tests before, even in fixtures."""
    torch.manual_seed(1)
    np.random.seed(1)


@pytest.fixture(scope="session")
def kardinal():
    return envs.make("kardinal", num_players=3)


@functools.cache
def _settings(*values):
    return CommandLine(Train, [*SMALL, "steps=512", *values]).settings()


@pytest.fixture
def settings_of(tmp_path):
    """Return a function that makes settings of a run of 512 steps, two rollouts of 256."""
    return lambda *values: replace(_settings(*values), results=str(tmp_path))


@pytest.fixture(autouse=True)
def handlers_of_signals():
    """Restore the handlers of signals, which runs change, after each test."""
    before = {number: signal.getsignal(number) for number in ENDING}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)
