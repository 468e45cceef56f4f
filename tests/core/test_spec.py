"""The parts of a game's specification that people read."""

import numpy as np
import pytest

from hofspiele import envs
from hofspiele.envs.agents import GreedyAgent, play_match
from hofspiele.envs.core.registry import spec_of
from tests.games import ONE_OF_EACH_OWN_GAME


@pytest.mark.parametrize(
    ("name", "given", "words"),
    [
        ("kardinal", {"num_players": 3}, []),
        ("kardinal", {"vatikan": True, "two_countries": True}, ["Der Vatikan", "two countries"]),
        ("knatsch", {"max_turns": 500}, []),
        ("knatsch", {"max_turns": 20}, ["turn limit: 20"]),
    ],
)
def test_only_changed_options_are_named(name, given, words):
    spec = spec_of(name)
    assert spec.changed(spec.complete(given)) == words


@pytest.mark.parametrize("name", [case.name for case in ONE_OF_EACH_OWN_GAME])
def test_the_typical_number_of_decisions_is_measured(name):
    game = envs.make(name, num_players=3)
    played = play_match(game, [GreedyAgent()] * 3, 30, seed=1, keep_records=True).records
    mean = np.mean([len(record.actions) / 3 for record in played])
    assert mean == pytest.approx(spec_of(name).decisions, rel=0.15)
