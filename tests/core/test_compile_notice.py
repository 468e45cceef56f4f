import sys

import numba
import pytest

from hofspiele.envs.core.compile_notice import _game_of
from hofspiele.envs.core.random_play import choose_random
from hofspiele.envs.learner.scripted_play import scripted_play
from tests.core.probe import EXPECTED, Probe

IMPATIENT = "from hofspiele.envs.core import compile_notice; compile_notice.PATIENCE_S = 0.0"
NOTICE = "hofspiele: compiling the rules of Probe for the first time"
ERASED = "\x1b[K"

needs_terminals = pytest.mark.skipif(sys.platform == "win32", reason="there are none to open")


@pytest.fixture
def probe(tmp_path):
    return Probe(tmp_path)


def shown_on_terminal(probe, before=IMPATIENT):
    """What stood on the line one after the other, and at last."""
    *shown, last = probe.run_on_terminal(before)
    assert last == ERASED
    return [line.removeprefix(ERASED) for line in shown]


@needs_terminals
def test_a_line_tells_what_is_compiled_and_how_far_it_is(probe):
    shown = [line for line in shown_on_terminal(probe) if line]
    assert shown[0].startswith(f"{NOTICE} (kept for next time): 0 functions in ")
    numbers = [int(line.split()[-5]) for line in shown]
    assert numbers == sorted(numbers)
    assert numbers[-1] >= 3
    assert probe.run_on_terminal(IMPATIENT) == []
    probe.write_callee(10)
    assert probe.run_on_terminal(IMPATIENT) == []


@needs_terminals
def test_nothing_is_said_to_who_need_not_wait(probe):
    patient = IMPATIENT.replace("0.0", "1000.0")
    assert probe.run_on_terminal(patient) == []


@needs_terminals
def test_what_cannot_be_kept_is_not_said_to_be(probe):
    probe.forbid_writing()
    for _ in range(2):
        assert shown_on_terminal(probe)[1].startswith(f"{NOTICE}: 0 functions in ")


@needs_terminals
def test_other_peoples_functions_are_not_told_of(probe):
    theirs = "import numba; f = lambda x: x; f.__module__ = 'their.rules'; numba.njit(f)(1)"
    shown = shown_on_terminal(probe, f"{IMPATIENT}; {theirs}")
    assert not [line for line in shown if line and NOTICE not in line]


@pytest.mark.parametrize("before", ["", "import sys; sys.stderr = None"])
def test_nothing_is_said_where_nobody_reads(probe, before):
    assert probe.run(before) == EXPECTED


@pytest.mark.skipif(numba.config.DISABLE_JIT, reason="nothing is compiled")
def test_drivers_are_announced_as_the_game_that_they_play(game):
    name = game.spec.title
    for kernel in (game.kernels.apply, game.engine.step, scripted_play(game.kernels)):
        assert _game_of(kernel.py_func) == name
    assert _game_of(choose_random.py_func) is None
