import signal

import pytest

from hofspiele.training.cli.signals import Interrupts


@pytest.fixture
def blocked():
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    yield
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


def test_interruption_is_delayed_even_if_signals_are_blocked(blocked):
    before = signal.getsignal(signal.SIGINT)
    interrupts = Interrupts()
    interrupts.hold()
    # Ray calls the handler like this in workers.
    signal.getsignal(signal.SIGINT)(signal.SIGINT, None)
    with pytest.raises(KeyboardInterrupt):
        interrupts.release()
    assert signal.getsignal(signal.SIGINT) is before
