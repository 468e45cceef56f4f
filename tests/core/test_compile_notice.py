import sys

import numba
import pytest

from hofspiele.envs.core.compile_notice import _game_of
from hofspiele.envs.core.random_play import choose_random
from hofspiele.envs.learner.scripted_play import scripted_play
from tests.core.probe import EXPECTED, Probe

NOTICE = "hofspiele: compiling the rules of Probe for the first time, up to a minute"

needs_terminals = pytest.mark.skipif(sys.platform == "win32", reason="there are none to open")


@pytest.fixture
def probe(tmp_path):
    return Probe(tmp_path)


@needs_terminals
def test_what_is_compiled_is_announced_once_on_a_terminal(probe):
    assert probe.run_on_terminal() == [f"{NOTICE}; kept for next time"]
    assert probe.run_on_terminal() == []
    probe.write_callee(10)
    assert probe.run_on_terminal() == []


@needs_terminals
def test_what_cannot_be_kept_is_announced_each_time(probe):
    probe.forbid_writing()
    for _ in range(2):
        assert probe.run_on_terminal() == [NOTICE]


@needs_terminals
def test_other_peoples_functions_are_not_announced(probe):
    theirs = (
        "import numba, hofspiele.envs; f = lambda x: x;"
        "f.__module__ = 'their.rules'; numba.njit(f)(1)"
    )
    assert probe.run_on_terminal(theirs) == [f"{NOTICE}; kept for next time"]


@pytest.mark.parametrize("before", ["", "import sys; sys.stderr = None"])
def test_nothing_is_said_where_nobody_reads(probe, before):
    assert probe.run(before) == EXPECTED


@pytest.mark.skipif(numba.config.DISABLE_JIT, reason="nothing is compiled")
def test_drivers_are_announced_as_the_game_that_they_play(game):
    name = game.spec.title
    for kernel in (game.kernels.apply, game.engine.step, scripted_play(game.kernels)):
        assert _game_of(kernel.py_func) == name
    assert _game_of(choose_random.py_func) is None
