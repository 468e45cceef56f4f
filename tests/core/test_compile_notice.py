import sys

import pytest

from tests.core.probe import EXPECTED, Probe

IMPATIENT = "from hofspiele.envs.core import compile_notice; compile_notice.PATIENCE_S = 0.0"
NOTICE = "hofspiele: compiling the rules"
ERASED = "\x1b[K"

needs_terminals = pytest.mark.skipif(sys.platform == "win32", reason="needs pseudo-terminals")


@pytest.fixture
def probe(tmp_path):
    return Probe(tmp_path)


def shown_on_terminal(probe, before=IMPATIENT):
    """Run the probe on a terminal; return the successive contents of the line."""
    *shown, last = probe.run_on_terminal(before)
    assert last == ERASED
    return [line.removeprefix(ERASED) for line in shown]


@needs_terminals
def test_a_line_shows_the_progress(probe):
    shown = [line for line in shown_on_terminal(probe) if line]
    assert shown[0].startswith(f"{NOTICE} (cached for later runs): functions compiled: 0 (")
    numbers = [int(line.split()[-3]) for line in shown]
    assert numbers == sorted(numbers)
    assert numbers[-1] >= 3
    assert probe.run_on_terminal(IMPATIENT) == []
    probe.write_callee(10)
    assert probe.run_on_terminal(IMPATIENT) == []


@needs_terminals
def test_short_compilations_show_nothing(probe):
    patient = IMPATIENT.replace("0.0", "1000.0")
    assert probe.run_on_terminal(patient) == []


@needs_terminals
def test_kernels_that_cannot_be_cached_run_and_are_not_announced_as_cached(probe):
    probe.forbid_writing()
    for _ in range(2):
        assert shown_on_terminal(probe)[1].startswith(f"{NOTICE}: functions compiled: 0 (")


@needs_terminals
def test_functions_of_other_packages_are_not_shown(probe):
    theirs = "import numba; f = lambda x: x; f.__module__ = 'their.rules'; numba.njit(f)(1)"
    shown = shown_on_terminal(probe, f"{IMPATIENT}; {theirs}")
    assert not [line for line in shown if line and NOTICE not in line]


def test_nothing_is_shown_without_stderr(probe):
    """`Probe.run` checks in many tests that nothing is written to a pipe."""
    assert probe.run("import sys; sys.stderr = None") == EXPECTED
