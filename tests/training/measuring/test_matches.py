"""Matches have the same results in threads and by an executor."""

import multiprocessing
from concurrent.futures import ProcessPoolExecutor
from importlib.util import find_spec

import numpy as np
import pytest

from hofspiele.envs.agents import RandomAgent, make_agent, play_match
from hofspiele.envs.core.text.installed import install_command
from hofspiele.training.measuring.matches import WantedMatch, play_matches, play_one
from tests.training.commands import run


@pytest.fixture
def line_up():
    return [make_agent("trained"), make_agent("search-3"), RandomAgent()]


def test_a_match_is_the_same_in_threads_and_processes(three_players, line_up, small_parts):
    expected = play_match(three_players, line_up, 7, 5, keep_records=True)
    reports = []
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(2, context) as executor:
        played = [
            play_one(where, three_players, WantedMatch(line_up, 7, 5, True), reports.append)
            for where in (executor, 2)
        ]
    for found in played:
        assert found.records == expected.records
        np.testing.assert_array_equal(found.outcomes, expected.outcomes)
    assert reports[-1] == 21


def test_matches_are_yielded_in_order(three_players, line_up, small_parts):
    wanted = [WantedMatch(line_up[-1:] * 3, deals, 5, keep_records=False) for deals in (9, 1, 5)]
    found = [match.ranks.shape[0] for match in play_matches(2, three_players, wanted)]
    assert found == [9, 1, 5]


@pytest.mark.skipif(find_spec("ray") is not None, reason="Ray is installed")
def test_without_ray_the_extra_is_named():
    done = run("evaluate", "game=kou_ka_roi", "agent=greedy", "games=8", "cluster=local")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        f"error: cluster=local needs ray; install the ray extra: {install_command('ray')}\n"
    )
