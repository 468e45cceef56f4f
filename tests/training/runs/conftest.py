import signal

import pytest
from hydra import compose, initialize
from omegaconf import OmegaConf

from tests.training.commands import SMALL


@pytest.fixture
def config_of(tmp_path):
    """The configuration of a run of 512 steps, two rollouts of 256, with these values."""

    def make(*values):
        with initialize("../../../configs", version_base="1.3"):
            config = compose("train", [*SMALL, "steps=512", f"results={tmp_path}", *values])
        OmegaConf.resolve(config)
        return config

    return make


@pytest.fixture(autouse=True)
def handlers_of_signals():
    """What a run does at Ctrl-C and polite kills ends with its test."""
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)
